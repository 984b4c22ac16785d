//! Other processes that keep every core busy.

use std::io::{self, Read};
use std::process::{Child, Command, Stdio};
use std::{env, hint, process, thread};

use anyhow::{Context, Result};

/// Busy processes, one a core, for as long as this lives.
pub struct Load(Vec<Child>);

impl Load {
    /// Starts them.
    pub fn start() -> Result<Self> {
        let cores = thread::available_parallelism().context("how many cores there are")?;
        let program = env::current_exe().context("where this program is")?;
        let mut load = Self(Vec::new());
        for _ in 0..cores.get() {
            let mut spin = Command::new(&program);
            // They spin until their input ends, so none of them outlives this process.
            let spin = spin.arg("--spin").stdin(Stdio::piped()).stdout(Stdio::null());
            load.0.push(spin.spawn().context("a process that keeps a core busy")?);
        }
        Ok(load)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for mut child in self.0.drain(..) {
            drop(child.stdin.take());
            // It ends by itself; there is nothing to be done about one that does not.
            let _ = child.wait();
        }
    }
}

/// Keeps a core busy until the standard input ends, and with it the process.
pub fn spin() -> ! {
    thread::spawn(|| {
        let _ = io::stdin().read_to_end(&mut Vec::new());
        process::exit(0);
    });
    let mut number = 1_u64;
    loop {
        number = hint::black_box(number.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23));
    }
}
