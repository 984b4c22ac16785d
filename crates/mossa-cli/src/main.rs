//! The `mossa` program: a thin shell over the libraries.
//!
//! Exit codes are part of what scripts rely on: 0 success, 1 the answer is "no", 2 bad usage or bad
//! input, 3 something outside failed, 130 after Ctrl-C.

mod cli;
mod columns;
mod commands;
mod dates;
mod draw;
mod failure;
mod files;
mod interrupt;
mod json;
mod keeping;
mod notebook;
mod picture;
mod play;
mod problems;
mod progress;
mod prose;
mod start;
mod table;
mod text;
mod thinking;

use std::{io::Write, process::ExitCode};

use failure::Failure;
use interrupt::Interrupt;

fn main() -> ExitCode {
    match run(&Interrupt::listen()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Where even this cannot be written, the exit code still tells.
            let _ = write!(anstream::stderr(), "{failure}");
            failure.exit_code()
        }
    }
}

fn run(interrupt: &Interrupt) -> Result<(), Failure> {
    let Some(command) = cli::parse(std::env::args_os())? else { return Ok(()) };
    let mut out = std::io::BufWriter::new(anstream::stdout());
    let result = command.run(&mut out, interrupt);
    // An answer of "no" is an answer: it must get out, too.
    out.flush()?;
    result
}
