//! Measures, on one thread and in one run, uniform random playouts of Mossa and of other game
//! libraries in moves per CPU second, and sets them against the targets of the project.
//!
//! Every game is warmed up for each contender and then measured in short rounds that take turns
//! between the contenders, so that a machine that slows down does so for all of them; the median
//! of the rounds counts. The peers are used unmodified, each in its fastest way that we know of.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints a table")]

mod board_game_peer;
mod measurement;
mod minimax_peer;
mod mossa;
mod openspiel;
mod options;
mod report;

use std::process::ExitCode;

use anyhow::{Context, Result};

use measurement::{Measurement, median};
use openspiel::OpenSpiel;
use options::Options;
use report::Row;

/// A library under measurement.
struct Contender {
    name: &'static str,
    measure: Measure,
}

/// Measures a game for some seconds, or declines it with `None`.
type Measure = Box<dyn FnMut(&str, f64) -> Result<Option<Measurement>>>;

/// A contender and its median rate in one game.
struct Standing {
    name: &'static str,
    rate: f64,
}

/// The name under which we appear among the contenders.
const OURS: &str = "mossa";

fn main() -> Result<ExitCode> {
    let options = Options::read()?;
    if options.help {
        println!("{}", options::USAGE);
        return Ok(ExitCode::SUCCESS);
    }
    let mut contenders = contenders(&options)?;
    let mut rows = Vec::new();
    for (game, target) in report::TARGETS {
        let standings = measure_game(game, &mut contenders, &options)?;
        rows.extend(compare(game, target, &standings));
    }
    print!("{}", report::markdown(&rows));
    // Without the peer of a game its row is missing, and its target is not known to be met.
    let complete = report::TARGETS.iter().all(|(game, _)| rows.iter().any(|row| row.game == *game));
    let met = complete && rows.iter().all(|row| row.met() == Some(true));
    Ok(if options.check && !met { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Ourselves and every peer that can be had.
fn contenders(options: &Options) -> Result<Vec<Contender>> {
    let mut contenders = vec![
        Contender { name: OURS, measure: Box::new(|game, time| Ok(mossa::measure(game, time))) },
        Contender {
            name: "minimax",
            measure: Box::new(|game, time| Ok(minimax_peer::measure(game, time))),
        },
        Contender {
            name: "board-game",
            measure: Box::new(|game, time| Ok(board_game_peer::measure(game, time))),
        },
    ];
    if let Some(python) = &options.python {
        let mut open_spiel = OpenSpiel::start(python)?;
        let measure = Box::new(move |game: &str, time| open_spiel.measure(game, time));
        contenders.push(Contender { name: "OpenSpiel", measure });
    } else {
        eprintln!("no Python given: OpenSpiel is left out");
    }
    Ok(contenders)
}

/// Measures one game with all contenders that play it, in rounds that take turns.
fn measure_game(
    game: &str,
    contenders: &mut [Contender],
    options: &Options,
) -> Result<Vec<Standing>> {
    let mut playing = Vec::new();
    for contender in contenders {
        // The warm-up also tells who plays this game at all.
        if (contender.measure)(game, options.seconds / 2.0)?.is_some() {
            playing.push((contender, Vec::new()));
        }
    }
    for _ in 0..options.rounds {
        for (contender, rounds) in &mut playing {
            let round = (contender.measure)(game, options.seconds)?;
            rounds.push(round.with_context(|| format!("{} gave up {game}", contender.name))?);
        }
    }
    playing.iter().map(|(contender, rounds)| settle(game, contender.name, rounds)).collect()
}

/// Takes the median of a contender's rounds and notes how far they lie apart.
fn settle(game: &str, name: &'static str, rounds: &[Measurement]) -> Result<Standing> {
    let mut rates: Vec<f64> = rounds.iter().map(Measurement::rate).collect();
    rates.sort_by(f64::total_cmp);
    let rate = median(&rates).context("at least one round")?;
    let lengths: Vec<f64> = rounds.iter().map(Measurement::mean_length).collect();
    let length = median(&lengths).context("at least one round")?;
    eprintln!(
        "{game}: {name} {} M/s (from {} to {}), {length:.2} moves per game",
        report::millions(rate),
        report::millions(rates[0]),
        report::millions(rates[rates.len() - 1]),
    );
    Ok(Standing { name, rate })
}

/// Sets us beside every peer that plays the game.
fn compare(game: &'static str, target: f64, standings: &[Standing]) -> Vec<Row> {
    let (ours, peers): (Vec<_>, Vec<_>) =
        standings.iter().partition(|standing| standing.name == OURS);
    let ours = ours.first().map(|standing| standing.rate);
    peers
        .iter()
        .map(|peer| Row { game, ours, peer: peer.name, theirs: peer.rate, target })
        .collect()
}
