//! What each of the classic players would do, with its own numbers.

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Choice, Game, Move, Value, values};
use mossa_players::{PLAYERS, PlayerSpec};

use super::{Block, moves::GLANCE, names};

/// How many of its own numbers are told.
const MOST_NUMBERS: usize = 4;

/// How many positions each may look at.
const NODES: u64 = 100_000;

/// A classic player's opinion.
pub struct Opinion {
    /// Who.
    pub player: String,
    /// What it would play, and its own numbers.
    pub choice: Choice,
}

/// What the classics that can play this game would do. The budget is for each of them.
pub fn opinions(spec: &GameSpec, game: &Game, budget: &Budget<'_>) -> Vec<Opinion> {
    let classics = PLAYERS.iter().filter(|kind| kind.is_classic());
    let named = classics.filter_map(|kind| kind.name().parse::<PlayerSpec>().ok());
    let able = named.filter_map(|player| Some((player.build(spec, 0).ok()?, player.to_string())));
    able.filter_map(|(mut player, name)| {
        let begun = (budget.elapsed)();
        let elapsed = || (budget.elapsed)().saturating_sub(begun);
        let budget = Budget { nodes: Some(NODES), elapsed: &elapsed, ..*budget };
        let choice = player.choose(game, &budget, &mut |_| {}).ok()?;
        Some(Opinion { player: name, choice })
    })
    .collect()
}

/// The opinions as a table, and what its numbers are; `judge` tells what a move is worth in truth.
pub(super) fn blocks(
    spec: &GameSpec,
    game: &Game,
    opinions: &[Opinion],
    judge: impl Fn(Move) -> Option<String>,
) -> Vec<Block> {
    let header = ["player", "plays", "the engine says", "its own numbers"];
    let rows = opinions.iter().map(|Opinion { player, choice }| {
        let show = |mv| game.position().show_move(mv);
        let mut candidates = choice.candidates.clone();
        // The one it plays, then by its own opinion.
        candidates.sort_by(|a, b| values::rank(&b.1).total_cmp(&values::rank(&a.1)));
        candidates.sort_by_key(|(mv, _)| *mv != choice.mv);
        let numbers: Vec<String> = candidates
            .iter()
            .take(MOST_NUMBERS)
            .map(|(mv, value)| format!("{} {}", show(*mv), number(value)))
            .collect();
        let more = if choice.candidates.len() > MOST_NUMBERS { ", …" } else { "" };
        let numbers = if numbers.is_empty() { "none".to_owned() } else { numbers.join(", ") };
        let truth = judge(choice.mv).unwrap_or_else(|| "?".to_owned());
        vec![player.clone(), show(choice.mv), truth, format!("{numbers}{more}")]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let mut note =
        "A player's own numbers are its score for each move: they tell which of its moves it \
                    likes better, and nothing beside another player's."
            .to_owned();
    for opinion in opinions {
        note.extend(exception(game, opinion).map(|text| format!(" {text}")));
    }
    if rows.iter().any(|row| row[2].ends_with(GLANCE)) {
        note += " At a glance: the engine did not look at that move closely.";
    }
    note.extend(missing(spec).map(|text| format!(" {text}")));
    let table = Block::Table { header: header.map(str::to_owned).to_vec(), rows };
    vec![table, Block::Text(note)]
}

/// Who of those that play m,n,k-games is missing where longer rows do not win.
fn missing(spec: &GameSpec) -> Option<String> {
    let GameSpec::Mnk(rules) = spec else { return None };
    let (rows, columns, run) = (rules.rows(), rules.columns(), rules.run());
    let plain: GameSpec =
        format!("mnk:{rows},{columns},{run}").parse().ok().filter(|_| rules.is_exact())?;
    let classics = PLAYERS.iter().filter(|kind| kind.is_classic());
    let named = classics.filter_map(|kind| kind.name().parse::<PlayerSpec>().ok());
    let gone =
        named.filter(|player| player.build(&plain, 0).is_ok() && player.build(spec, 0).is_err());
    let gone: Vec<String> = gone.map(|player| player.to_string()).collect();
    let verb = if gone.len() == 1 { "is missing: it takes" } else { "are missing: they take" };
    (!gone.is_empty())
        .then(|| format!("{} {verb} rows longer than {run} for wins.", names::list(gone, "and")))
}

/// Why a player plays a move though it has a better number for another, where it does.
fn exception(game: &Game, Opinion { player, choice }: &Opinion) -> Option<String> {
    let rank_of = |(_, value): &&(Move, Value)| values::rank(value);
    let chosen =
        choice.candidates.iter().find(|(mv, _)| *mv == choice.mv).map(|own| rank_of(&own))?;
    // Of several the first, which is among those that are shown.
    let best = choice.candidates.iter().rev().max_by(|a, b| rank_of(a).total_cmp(&rank_of(b)))?;
    let show = |mv| game.position().show_move(mv);
    (rank_of(&best) > chosen).then(|| {
        format!(
            "{player} plays {} though its number for {} is better: {}.",
            show(choice.mv),
            show(best.0),
            rule(player)
        )
    })
}

/// What comes before a player's numbers.
fn rule(player: &str) -> &'static str {
    match player {
        "minimax" | "weighted-minimax" => {
            "whenever it can it takes a corner, the first that it finds"
        }
        "greedy" => "before all numbers it plays where the other side could complete a line",
        "tree-minimax" | "deepening-alphabeta" => {
            "that a win or a loss comes sooner or later does not count for it"
        }
        _ => "its rules do not go by these numbers alone",
    }
}

/// A player's number as it is, not as a chance.
fn number(value: &Value) -> String {
    match value {
        Value::Estimate(estimate) => format!("{}", estimate.score),
        Value::Exact(_) => names::value(value),
    }
}

#[cfg(test)]
mod tests {
    use mossa_kernel::GameResult;
    use proptest::prelude::*;

    use super::*;
    use crate::explain::{claims_tests::played, othello::discs, result, stones::Stones};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// Whoever plays against its own numbers does so by the rule that is told.
        #[test]
        fn exceptions_follow_the_rule(
            spec in prop::sample::select(vec![
                "othello:4x4", "othello:6x6", "connect:4,5,3", "connect:5,5,4", "mnk:4,4,3", "mnk:5,5,4",
                "sticks:9,3", "sticks:1+3+4",
            ]),
            choices in prop::collection::vec(0..1000_usize, 0..16),
        ) {
            let spec: GameSpec = spec.parse().unwrap();
            let game = played(&spec, &choices);
            prop_assume!(game.outcome().is_none());
            let budget = Budget { nodes: Some(20_000), ..Budget::UNLIMITED };
            for opinion in opinions(&spec, &game, &budget) {
                let Some(text) = exception(&game, &opinion) else { continue };
                check(&spec, &game, &opinion, &text);
            }
        }
    }

    fn check(spec: &GameSpec, game: &Game, opinion: &Opinion, text: &str) {
        let mv = opinion.choice.mv;
        if text.contains("corner") {
            assert!(discs::corners(spec, game).contains(&mv), "{text}");
        } else if text.contains("complete a line") {
            let stones = Stones::new(spec, game).unwrap();
            let cell = stones.cell_of(mv).unwrap();
            let other = !game.position().side_to_move();
            assert!(stones.completed_by(cell, other).is_some(), "{text}");
        } else {
            assert!(text.contains("sooner or later"), "{text}");
            let candidates = &opinion.choice.candidates;
            let best =
                candidates.iter().max_by(|a, b| values::rank(&a.1).total_cmp(&values::rank(&b.1)));
            let own = candidates.iter().find(|(candidate, _)| *candidate == mv).unwrap();
            let same: Option<GameResult> = result(&own.1);
            assert!(same.is_some() && same == result(&best.unwrap().1), "{text}");
        }
    }
}
