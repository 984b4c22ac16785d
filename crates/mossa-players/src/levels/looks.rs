//! What a level sees of a position: some candidate moves, each looked at ever deeper.

use std::cmp::Reverse;

use mossa_engines::Engine;
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Exact, Game, GameResult, Move, Outcome, PlayerError, Side, Value};
use mossa_search::{Aim, Report, Task};

use super::{belief::Eyes, impression::Impressions, table::Strength};

/// How many moves the first look, a ply ahead, takes in at most, the most promising first: all of
/// them on boards that people play on, and on others enough to find what matters.
const MOST_SEEN: usize = 400;

/// In how many rounds candidates are looked at ever deeper, each with half of those before.
const MOST_ROUNDS: u32 = 3;

/// How many are looked at to the full depth at least.
const FEWEST: usize = 3;

/// All candidates of a position.
pub(super) struct Looks {
    /// Those that are considered come first, the best of them so far before the others.
    pub(super) candidates: Vec<Candidate>,
    /// How many of them are considered.
    pub(super) n_considered: usize,
    /// How many positions were looked at.
    pub(super) nodes: u64,
}

/// A move and what it looks like.
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// By depth: what a look of one ply says, of two, …; at least one.
    pub(super) values: Vec<Value>,
    /// How the game might go on, beginning with the move.
    pub(super) line: Vec<Move>,
    /// The chance to win that a beginner sees in it, where that is asked for.
    pub(super) impression: Option<f64>,
}

/// Who looks, and at what.
pub(super) struct Observer<'o> {
    pub(super) game: &'o Game,
    pub(super) spec: &'o GameSpec,
    pub(super) engine: &'o mut dyn Engine,
    pub(super) strength: &'o Strength,
    pub(super) is_blind: bool,
}

impl Observer<'_> {
    /// Looks at the position within the budget.
    pub(super) fn look(mut self, budget: &Budget<'_>) -> Result<Looks, PlayerError> {
        let (candidates, nodes) = self.first_look(budget)?;
        let n_considered = candidates.len();
        let mut looks = Looks { candidates, n_considered, nodes };
        if matches!(self.spec, GameSpec::Sticks(_)) {
            // Theory knows how everything ends; how much of that is seen is for the belief to say.
            return Ok(looks);
        }
        let eyes = looks.eyes(self.strength, self.is_blind);
        looks.order(&eyes);
        looks.n_considered = self.strength.width.min(n_considered);
        let depth = budget.depth.map_or(self.strength.depth, |most| most.min(self.strength.depth));
        self.deepen(&mut looks, &eyes, depth, budget);
        Ok(looks)
    }

    /// A look one ply ahead at all moves, or the most promising; and how many positions that took.
    fn first_look(&mut self, budget: &Budget<'_>) -> Result<(Vec<Candidate>, u64), PlayerError> {
        let nodes = match self.spec {
            // Theory looks at positions that are not those of the board.
            GameSpec::Sticks(_) => budget.nodes,
            _ => Some(budget.nodes.unwrap_or(u64::MAX).min(MOST_SEEN as u64)),
        };
        let budget = Budget { depth: Some(1), nodes, ..*budget };
        let task = Task { budget: &budget, aim: Aim::Play, lines: MOST_SEEN, threads: 1 };
        let report = self.engine.think(self.game, &task, &mut |_| {})?;
        let impressions =
            (self.strength.naive > 0.0).then(|| Impressions::new(self.game, self.spec));
        let candidates = report.lines.into_iter().map(|line| {
            let mv = line.mv();
            let value = self.ending(mv).unwrap_or(line.value);
            let impression = impressions.as_ref().and_then(|impressions| impressions.of(mv));
            Candidate { mv, values: vec![value], line: line.moves, impression }
        });
        Ok((candidates.collect(), report.nodes))
    }

    /// What a move is worth that ends the game at once, in games that are won by count: there the
    /// engine says by how much, but not when.
    fn ending(&self, mv: Move) -> Option<Value> {
        if !matches!(self.spec, GameSpec::Othello(_)) {
            return None;
        }
        let mut after = self.game.position().boxed_clone();
        after.play_legal(mv);
        after.outcome().map(|outcome| of_outcome(outcome, self.game.position().side_to_move()))
    }

    /// Looks at what follows the considered moves: at all of them for a start, then further at the
    /// better half, and to the full depth at the best few. The steps are of two plies, for beliefs
    /// after one's own move and after the other side's hardly compare.
    fn deepen(&mut self, looks: &mut Looks, eyes: &Eyes<'_>, depth: u32, budget: &Budget<'_>) {
        let n_rounds = (depth / 2).min(MOST_ROUNDS);
        for round in 0..n_rounds {
            let depth = depth - 2 * (n_rounds - 1 - round);
            let n_closer = (looks.n_considered >> round).max(FEWEST.min(looks.n_considered));
            let share = self.strength.nodes / u64::from(n_rounds) / n_closer as u64;
            looks.order(eyes);
            for number in 0..n_closer {
                if budget.is_spent(looks.nodes) {
                    return;
                }
                let left = budget.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(looks.nodes));
                let nodes = Some(share.min(left / (n_closer - number) as u64).max(1));
                let budget = Budget { depth: Some(depth - 1), nodes, ..*budget };
                looks.nodes += self.follow(&mut looks.candidates[number], &budget);
            }
        }
    }

    /// Looks at what follows a move; returns the number of positions that took.
    fn follow(&mut self, candidate: &mut Candidate, budget: &Budget<'_>) -> u64 {
        let mut after = self.game.clone();
        if after.play(candidate.mv).is_err() || after.outcome().is_some() {
            return 0;
        }
        let mut values = vec![candidate.values[0]];
        let mut note = |report: &Report| {
            // A look that goes several plies deeper speaks for all of them.
            while let (true, Some(best)) = (values.len() <= report.depth as usize, report.best()) {
                values.push(mossa_kernel::values::of_move(&best.value));
            }
        };
        let Ok(report) = self.engine.think(&after, &Task::play(budget), &mut note) else {
            return 0;
        };
        if values.len() > candidate.values.len() {
            candidate.values = values;
            candidate.line.truncate(1);
            candidate.line.extend(report.best().iter().flat_map(|best| &best.moves));
        }
        report.nodes
    }
}

impl Looks {
    /// The eyes to see these looks with.
    pub(super) fn eyes<'s>(&self, strength: &'s Strength, is_blind: bool) -> Eyes<'s> {
        Eyes::new(strength, is_blind, self.candidates.iter().map(|candidate| &candidate.values[0]))
    }

    /// The deepest look there was.
    pub(super) fn depth(&self) -> usize {
        self.candidates.iter().map(|candidate| candidate.values.len()).max().unwrap_or(0)
    }

    /// Puts the considered candidates in order, the best so far first. Among equals the engine's order
    /// stays.
    fn order(&mut self, eyes: &Eyes<'_>) {
        /// Chances that differ by less are the same.
        const PARTS: f64 = 1e9;
        let rank = |one: &Candidate| Reverse((eyes.chance(one, one.values.len()) * PARTS) as i64);
        self.candidates[..self.n_considered].sort_by_cached_key(rank);
    }
}

impl Candidate {
    /// What a look of so many plies says, or the deepest there was.
    pub(super) fn value(&self, depth: usize) -> &Value {
        &self.values[depth.min(self.values.len()) - 1]
    }
}

/// What a move is worth that ends the game at once, distance included.
fn of_outcome(outcome: Outcome, mover: Side) -> Value {
    let (result, sign) = match outcome.winner {
        None => return Value::exact(GameResult::Draw, None),
        Some(winner) if winner == mover => (GameResult::Win, 1),
        Some(_) => (GameResult::Loss, -1),
    };
    let margin = outcome.margin.map(|margin| sign * i32::from(margin));
    Value::Exact(Exact { result, plies: Some(1), at_most: false, margin })
}
