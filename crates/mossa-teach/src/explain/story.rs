//! How a game goes on from here, move by move, and where it is decided.

use mossa_engines::Engine;
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, Move, Side};
use mossa_search::Task;

use super::{Block, discs::DiscFacts, facts::Facts, names, stones::Stones};

/// How many positions are looked at for each move that a line lacks.
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

    /// Asks the engine how it goes on until the game is over, as far as the budget goes.
    pub(super) fn go_on(&mut self, spec: &GameSpec, engine: &mut dyn Engine, budget: &Budget<'_>) {
        while self.end.outcome().is_none() && !budget.is_spent(0) {
            let budget = Budget { nodes: Some(NODES_A_MOVE), ..*budget };
            let found = engine.think(&self.end, &Task::play(&budget), &mut |_| {});
            let Some(mv) = found.ok().and_then(|found| found.best().map(mossa_search::Line::mv))
            else {
                break;
            };
            self.add(spec, mv);
        }
    }

    fn add(&mut self, spec: &GameSpec, mv: Move) -> bool {
        let side = self.end.position().side_to_move();
        let before = Stones::new(spec, &self.end);
        if let GameSpec::Othello(_) = spec {
            self.turns.extend(DiscFacts::new(&self.end, mv));
        }
        if self.end.play(mv).is_err() {
            return false;
        }
        self.moves.push(mv);
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

    /// Its moves as a table: who plays what, and what it does.
    pub(super) fn table(&self, start: &Game) -> Block {
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
        if rows.len() > MOST_FIRST + MOST_LAST {
            let left_out = rows.len() - MOST_FIRST - MOST_LAST;
            let note = format!("({left_out} moves left out)");
            let gap = vec![String::new(), String::new(), "…".to_owned(), note];
            rows.splice(MOST_FIRST..MOST_FIRST + left_out, [gap]);
        }
        Block::Table { header: header.map(str::to_owned).to_vec(), rows }
    }

    /// From which move on every move of the winner's threatens to win at once: how many moves
    /// before that, and the sentence about it.
    pub(super) fn forced_from(&self, winner: Side) -> usize {
        let quiet = self.steps.iter().rposition(|step| {
            let is_quiet = step.facts.threatens.is_empty() || !step.facts.allows.is_empty();
            step.side == winner && step.facts.completes.is_none() && is_quiet
        });
        quiet.map_or(0, |quiet| quiet + 1)
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
        // Whoever had to stop a threat there was not short of moves.
        (is_given && !given.facts.is_forced()).then_some(Decision::Zugzwang(cell))
    }
}
