//! Uniform random playouts of five games, in moves per CPU second.

use anyhow::{Context, Result};
use mossa_peers::measurement::{Measurement, median};
use mossa_peers::minimax_peer;

use crate::openspiel::OpenSpiel;
use crate::options::Options;
use crate::report::{Row, Section, Target, Unit, millions};
use crate::{board_game_peer, mossa};

/// The games, in the order of the table, each with the factor by which we mean to be faster than
/// every one of its peers.
const TARGETS: [(&str, f64); 5] =
    [("connect4", 1.5), ("tictactoe", 2.0), ("othello", 60.0), ("gomoku", 30.0), ("sticks", 5.0)];

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

/// Measures all games.
pub fn measure(options: &Options) -> Result<Vec<Section>> {
    let mut contenders = contenders(options)?;
    let mut rows = Vec::new();
    for (game, target) in TARGETS {
        let standings = measure_game(game, &mut contenders, options)?;
        rows.extend(compare(game, target, &standings));
    }
    let title = "Playouts: uniform random moves per CPU second, one thread".to_owned();
    Ok(vec![Section { title, rows_are: "game", unit: Unit::MillionsPerSecond, rows }])
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
        millions(rate),
        millions(rates[0]),
        millions(rates[rates.len() - 1]),
    );
    Ok(Standing { name, rate })
}

/// Sets us beside every peer that plays the game.
fn compare(game: &str, target: f64, standings: &[Standing]) -> Vec<Row> {
    let (ours, peers): (Vec<_>, Vec<_>) =
        standings.iter().partition(|standing| standing.name == OURS);
    let row = |peer: Option<&Standing>| Row {
        name: game.to_owned(),
        ours: ours.first().map(|standing| standing.rate),
        peer: peer.map_or("none", |peer| peer.name),
        theirs: peer.map(|peer| peer.rate),
        target: Some(Target::AtLeast(target)),
    };
    // Without the peer of a game its target is not known to be met.
    if peers.is_empty() {
        vec![row(None)]
    } else {
        peers.into_iter().map(|peer| row(Some(peer))).collect()
    }
}
