//! `mossa book check`: a sample of a book, solved again.

use std::{io::Write, path::PathBuf};

use mossa_engines::book::{Builder, Solved};
use mossa_kernel::keys::mix;
use serde::Serialize;

use crate::{
    failure::Failure, interrupt::Interrupt, json, progress::Progress, text, thinking::Equipment,
};

/// Solve some positions of a book again and compare the scores
///
/// Which ones follows from the seed. Exits with 1 if a score is wrong.
#[derive(Debug, clap::Args)]
pub struct Check {
    /// The book
    file: PathBuf,

    /// How many positions to solve
    #[arg(long, value_name = "N", default_value_t = 100)]
    sample: usize,

    /// Another number chooses others
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    equipment: Equipment,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct CheckJson {
    positions: usize,
    right: usize,
    wrong: Vec<WrongJson>,
}

#[derive(Serialize)]
struct WrongJson {
    key: String,
    in_book: i32,
    solved: i32,
}

impl Check {
    pub fn run(&self, out: &mut impl Write, interrupt: &Interrupt) -> Result<(), Failure> {
        let book = super::read(&self.file, None)?;
        let sample = sample(book.iter().collect(), self.sample, self.seed);
        let keys: Vec<u128> = sample.iter().map(|solved| solved.key).collect();
        let mut builder = Builder::new(book.spec(), self.equipment.options().memory_mb)?;
        let (mut count, mut wrong) = (0, Vec::new());
        let (progress, all) = (Progress::begin(), keys.len());
        let stop = interrupt.stop_flag();
        builder.solve(&keys, self.equipment.threads(), stop, &mut |found| {
            count += 1;
            let done = count;
            progress.say(move |elapsed| format!("{}: {done} of {all}", text::time(elapsed)));
            let in_book = book.get(found.key).unwrap_or(i32::MIN);
            if in_book != found.score {
                let (key, solved) = (format!("{:x}", found.key), found.score);
                wrong.push(WrongJson { key, in_book, solved });
            }
        });
        drop(progress);
        let is_right = wrong.is_empty();
        self.write(out, CheckJson { positions: count, right: count - wrong.len(), wrong })?;
        interrupt.result()?;
        if is_right { Ok(()) } else { Err(Failure::No) }
    }

    fn write(&self, out: &mut impl Write, checked: CheckJson) -> Result<(), Failure> {
        if self.json {
            return json::write(out, &checked);
        }
        for WrongJson { key, in_book, solved } in &checked.wrong {
            writeln!(out, "{key}: {in_book} in the book, {solved} when solved")?;
        }
        let CheckJson { positions, right, wrong } = checked;
        writeln!(out, "{positions} positions: {right} right, {} wrong", wrong.len())?;
        Ok(())
    }
}

/// Some of all, in the order in which they were.
fn sample(all: Vec<Solved>, count: usize, seed: u64) -> Vec<Solved> {
    let rank = |solved: &Solved| {
        let [low, high] = [solved.key as u64, (solved.key >> 64) as u64];
        (mix(low ^ mix(high ^ mix(seed))), solved.key)
    };
    let mut sample = all;
    sample.sort_unstable_by_key(rank);
    sample.truncate(count);
    sample.sort_unstable_by_key(|solved| solved.key);
    sample
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_follow_from_the_seed() {
        let all: Vec<Solved> = (0..1000).map(|key| Solved { key, score: 0 }).collect();
        let first = sample(all.clone(), 10, 1);
        assert_eq!(first.len(), 10);
        assert!(first.is_sorted_by_key(|solved| solved.key));
        assert_eq!(sample(all.clone(), 10, 1), first);
        assert_ne!(sample(all.clone(), 10, 2), first);
        assert_eq!(sample(all.clone(), 5000, 2), all);
    }
}
