//! What each of the classic players would do, with its own numbers.

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Choice, Game, Value, values};
use mossa_players::{PLAYERS, PlayerSpec};

use super::{Block, names};

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
    game: &Game,
    opinions: &[Opinion],
    judge: impl Fn(mossa_kernel::Move) -> Option<Value>,
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
        let truth = judge(choice.mv).map_or_else(|| "?".to_owned(), |value| names::value(&value));
        vec![player.clone(), show(choice.mv), truth, format!("{numbers}{more}")]
    });
    let mut note =
        "A player's own numbers are its score for each move: they tell which of its moves it \
                    likes better, and nothing beside another player's."
            .to_owned();
    let takes_corners = ["minimax", "weighted-minimax"];
    if opinions.iter().any(|opinion| takes_corners.contains(&opinion.player.as_str())) {
        note.push_str(
            " Both minimax players take a corner whenever they can, whatever the numbers say.",
        );
    }
    let table = Block::Table { header: header.map(str::to_owned).to_vec(), rows: rows.collect() };
    vec![table, Block::Text(note)]
}

/// A player's number as it is, not as a chance.
fn number(value: &Value) -> String {
    match value {
        Value::Estimate(estimate) => format!("{}", estimate.score),
        Value::Exact(_) => names::value(value),
    }
}
