//! Large games: the score against everybody else.

use anyhow::Result;
use mossa_arena::RandomOpenings;
use mossa_games::GameSpec;
use mossa_kernel::Game;
use mossa_peers::positions::show_moves;
use mossa_players::PlayerSpec;
use mossa_stats::{Score, Trinomial};

use crate::play::{Played, play_pairs};
use crate::{Conditions, opponents, verdict};

/// The games.
pub const GAMES: [&str; 3] = ["gomoku", "othello", "connect:9,10,5"];

/// What share of the points the engine should make.
const TARGET: f64 = 0.98;

/// Plays everybody, from openings as `mossa match` draws them; whether the engine was good enough
/// against each.
pub fn run(game: &str, conditions: &Conditions) -> Result<bool> {
    let spec: GameSpec = game.parse()?;
    let openings = RandomOpenings::new(spec.clone(), conditions.seed).take(conditions.pairs);
    let openings = openings
        .map(|moves| {
            let mut game = spec.start();
            moves.into_iter().try_for_each(|mv| game.play(mv))?;
            Ok(game)
        })
        .collect::<Result<Vec<_>>>()?;
    let mut passed = true;
    for opponent in opponents(&spec, conditions) {
        passed &= meet(&spec, &opponent, &openings, conditions)?;
    }
    Ok(passed)
}

fn meet(
    spec: &GameSpec,
    opponent: &PlayerSpec,
    openings: &[Game],
    conditions: &Conditions,
) -> Result<bool> {
    let played = play_pairs(spec, opponent, openings, conditions, &|_, _| Ok(()))?;
    let mut tally = Trinomial::default();
    for game in &played {
        tally.add(game.score);
    }
    let [losses, draws, wins] = tally.counts;
    let share = tally.score().unwrap_or(0.0);
    let passed = verdict(
        share >= TARGET,
        &format!(
            "{spec} against {opponent}: {wins} won, {draws} drawn, {losses} lost, {:.1} % \
             (target {:.0} %)",
            100.0 * share,
            100.0 * TARGET
        ),
    );
    for pair in played.chunks(2) {
        show_unwon(spec, pair);
    }
    Ok(passed)
}

/// Prints the games of a pair that was not won twice.
fn show_unwon(spec: &GameSpec, pair: &[Played]) {
    if pair.iter().all(|played| played.score == Score::Win) {
        return;
    }
    for Played { opening, ours, score, game } in pair {
        println!("  opening {opening}, engine {ours}, {score:?}: {}", show_moves(game, spec));
    }
}
