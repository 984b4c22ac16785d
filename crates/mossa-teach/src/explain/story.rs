//! How a game goes on from here, move by move, and where it is decided.

use mossa_engines::Engine;
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, Move, Side, View};
use mossa_search::{Aim, Line, Task};

use super::{Block, discs::DiscFacts, facts::Facts, names, stones::Stones};

/// How many positions are looked at for each move that a line lacks: to prove it, where that may be
/// had, and else to find a good one.
const NODES_A_PROOF: u64 = 400_000;
const NODES_A_MOVE: u64 = 30_000;

/// At most so many moves are told from the beginning of a line, and so many from its end.
const MOST_FIRST: usize = 8;
const MOST_LAST: usize = 8;

/// A line of moves from a position.
pub(super) struct Story {
    pub(super) moves: Vec<Move>,
    pub(super) end: Game,
    steps: Vec<Step>,
    /// What its moves do, in Othello.
    turns: Vec<DiscFacts>,
}

/// One move of it, in a game of lines.
pub(super) struct Step {
    pub(super) side: Side,
    /// The board before the move.
    pub(super) before: Stones,
    pub(super) facts: Facts,
}

/// How a line is decided.
pub(super) enum Decision<'s> {
    /// By a move that makes two threats at once: which, and the moves up to it.
    Fork(&'s Step, usize),
    /// Because the loser runs out of harmless moves and must play below this winning cell.
    Zugzwang(u32),
}

/// From where on the winner forces every reply.
pub(super) struct Forced {
    /// The number of the winner's first move that does.
    pub(super) number: usize,
    /// Whether that is the winner's first move at all.
    pub(super) is_all: bool,
}

impl Story {
    /// Follows a line.
    pub(super) fn tell(spec: &GameSpec, start: &Game, line: &[Move]) -> Self {
        let mut story =
            Self { moves: Vec::new(), end: start.clone(), steps: Vec::new(), turns: Vec::new() };
        for &mv in line {
            if !story.add(spec, mv) {
                break;
            }
        }
        story
    }

    /// Asks the engine how it goes on until the game is over, as far as the budget goes. Moves that can
    /// be proven are: then the winner hurries and the loser holds out.
    pub(super) fn go_on(&mut self, spec: &GameSpec, engine: &mut dyn Engine, budget: &Budget<'_>) {
        while self.end.outcome().is_none() && !budget.is_spent(0) {
            let Some(line) = next(spec, &self.end, engine, budget) else { break };
            let before = self.moves.len();
            for mv in line {
                self.add(spec, mv);
            }
            if self.moves.len() == before {
                break;
            }
        }
    }

    fn add(&mut self, spec: &GameSpec, mv: Move) -> bool {
        let side = self.end.position().side_to_move();
        let before = Stones::new(spec, &self.end);
        let turned = match spec {
            GameSpec::Othello(_) => DiscFacts::new(&self.end, mv),
            _ => None,
        };
        if self.end.play(mv).is_err() {
            return false;
        }
        self.moves.push(mv);
        self.turns.extend(turned);
        if let Some((before, facts)) =
            before.and_then(|before| Facts::new(&before, mv, side).map(|facts| (before, facts)))
        {
            self.steps.push(Step { side, before, facts });
        }
        true
    }

    /// Its moves, in a game of lines.
    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What its moves do, in Othello.
    pub(super) fn turns(&self) -> &[DiscFacts] {
        &self.turns
    }

    /// Its moves as a table, who plays what and what it does, and how the game ends.
    pub(super) fn blocks(&self, start: &Game) -> Vec<Block> {
        let header = ["", "", "move", "what it does"];
        let mut rows = Vec::new();
        let mut side = start.position().side_to_move();
        for (index, &mv) in self.moves.iter().enumerate() {
            let what = match (self.steps.get(index), self.turns.get(index)) {
                (Some(step), _) => step.facts.words(&step.before),
                (None, Some(turned)) => turned.words(),
                (None, None) => String::new(),
            };
            rows.push(vec![
                (index + 1).to_string(),
                names::side(side).to_string(),
                start.position().show_move(mv),
                what,
            ]);
            side = !side;
        }
        // One line that says that one is left out would be no shorter.
        if rows.len() > MOST_FIRST + MOST_LAST + 1 {
            let left_out = rows.len() - MOST_FIRST - MOST_LAST;
            let note = format!("({left_out} moves left out)");
            let gap = vec![String::new(), String::new(), "…".to_owned(), note];
            rows.splice(MOST_FIRST..MOST_FIRST + left_out, [gap]);
        }
        let table = Block::Table { header: header.map(str::to_owned).to_vec(), rows };
        [table].into_iter().chain(self.score().map(Block::Text)).collect()
    }

    /// How a game of discs ends.
    fn score(&self) -> Option<String> {
        if self.turns.is_empty() {
            return None;
        }
        let (outcome, View::Board(board)) = (self.end.outcome()?, self.end.position().view())
        else {
            return None;
        };
        let [x, o] = Side::BOTH.map(|side| board.count(side));
        let count = format!("The game ends with {x} for X and {o} for O");
        let empty = board.cells.len() - x - o;
        let counted = if empty == 1 {
            "The empty square counts".to_owned()
        } else {
            format!("The {empty} empty squares count")
        };
        Some(match (outcome.winner, outcome.margin) {
            (Some(winner), Some(margin)) if empty > 0 => format!(
                "{count}. {counted} for the winner, so {} wins by {margin}.",
                names::side(winner)
            ),
            _ => format!("{count}."),
        })
    }

    /// From which move on every move of the winner's threatens to win at once; `None` where that is
    /// only the end of the line.
    pub(super) fn forced_from(&self, winner: Side) -> Option<Forced> {
        /// Two such moves, a reply to each, and the move that wins.
        const LEAST: usize = 5;
        let quiet = self.steps.iter().rposition(|step| {
            let is_quiet = step.facts.threatens.is_empty() || !step.facts.allows.is_empty();
            step.side == winner && step.facts.completes.is_none() && is_quiet
        });
        let rest = quiet.map_or(0, |quiet| quiet + 1);
        let first = rest + self.steps[rest..].iter().position(|step| step.side == winner)?;
        let is_long = self.steps.len() - first >= LEAST;
        is_long.then_some(Forced { number: first + 1, is_all: quiet.is_none() })
    }

    /// How the winner gets there, where it is one of the usual ways.
    pub(super) fn decision(&self, winner: Side) -> Option<Decision<'_>> {
        let [.., given, last] = &self.steps[..] else { return None };
        if last.side != winner || last.facts.completes.is_none() {
            return None;
        }
        if let [.., fork, _, _] = &self.steps[..]
            && fork.facts.is_double()
        {
            return Some(Decision::Fork(fork, self.steps.len() - 2));
        }
        let cell = last.facts.cell;
        let is_given = given.before.falls() && given.before.below(cell) == Some(given.facts.cell);
        // Whoever had to stop a threat there, or had something better, was not short of moves.
        let is_short = !given.facts.is_forced() && given.before.all_lose(given.side);
        (is_given && is_short).then_some(Decision::Zugzwang(cell))
    }
}

/// How the engine would go on: the whole line where it is proven, else one move.
fn next(
    spec: &GameSpec,
    game: &Game,
    engine: &mut dyn Engine,
    budget: &Budget<'_>,
) -> Option<Vec<Move>> {
    if crate::may_be_proven(spec, game) {
        let budget = Budget { nodes: Some(NODES_A_PROOF), ..*budget };
        let task = Task { budget: &budget, aim: Aim::Solve, lines: 1, threads: 1 };
        let proof = engine.think(game, &task, &mut |_| {}).ok()?;
        if let Some(best) = proof.best().filter(|best| proof.is_settled && best.is_settled()) {
            return Some(best.moves.clone());
        }
    }
    let budget = Budget { nodes: Some(NODES_A_MOVE), ..*budget };
    let found = engine.think(game, &Task::play(&budget), &mut |_| {}).ok()?;
    found.best().map(|line: &Line| vec![line.mv()])
}
