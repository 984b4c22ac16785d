//! The `mossa` program: a thin shell over the libraries.
//!
//! Exit codes are part of what scripts rely on: 0 success, 1 the answer is "no", 2 bad usage or bad
//! input, 3 something outside failed, 130 after Ctrl-C.

mod cli;
mod commands;
mod draw;
mod failure;
mod json;
mod start;

use std::{io::Write, process::ExitCode};

use failure::Failure;

fn main() -> ExitCode {
    // Without a handler the exit code would depend on who asks; with it, it is 130 for everybody.
    // A failure to install one leaves the default, which ends the program just as well.
    let _ = ctrlc::set_handler(|| std::process::exit(130));
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Where even this cannot be written, the exit code still tells.
            let _ = write!(anstream::stderr(), "{failure}");
            failure.exit_code()
        }
    }
}

fn run() -> Result<(), Failure> {
    let Some(command) = cli::parse(std::env::args_os())? else { return Ok(()) };
    let mut out = std::io::BufWriter::new(anstream::stdout());
    command.run(&mut out)?;
    out.flush()?;
    Ok(())
}
