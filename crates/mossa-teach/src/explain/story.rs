//! How a game goes on from here, move by move, and where it is decided.

use mossa_engines::Engine;
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, Move, Side};
use mossa_search::{Aim, Line, Task};

use super::{calling::Lines, facts::Facts, stones::Stones};
use crate::explain::othello::discs::DiscFacts;

/// How many positions are looked at for each move that a line lacks: to prove it, where that may be
/// had, and else to find a good one.
const NODES_A_PROOF: u64 = 400_000;
const NODES_A_MOVE: u64 = 30_000;

/// Where stones fall, so many times the positions of the whole request: a line that goes astray tells nothing.
const PROOFS_OF_DROPS: u64 = 2;

/// A line of moves from a position.
pub(super) struct Story {
    start: Game,
    pub(super) moves: Vec<Move>,
    pub(super) end: Game,
    steps: Vec<Step>,
    /// The lines that its steps name.
    pub(super) lines: Lines,
    /// What its moves do, in Othello.
    turns: Vec<DiscFacts>,
    /// Why the loser does not take the cells that decide, in Connect X, where somebody found out.
    pub(super) prevention: Vec<String>,
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
        let mut story = Self {
            start: start.clone(),
            moves: Vec::new(),
            end: start.clone(),
            steps: Vec::new(),
            lines: Lines::default(),
            turns: Vec::new(),
            prevention: Vec::new(),
        };
        for &mv in line {
            if !story.add(spec, mv) {
                break;
            }
        }
        story
    }

    /// Asks the engine how it goes on until the game is over, as far as the budget goes. Moves that can
    /// be proven are: then the winner hurries and the loser holds out. A game of lines that nobody can
    /// win any more is over, too.
    pub(super) fn go_on(&mut self, spec: &GameSpec, engine: &mut dyn Engine, budget: &Budget<'_>) {
        while self.end.outcome().is_none() && self.is_open() && !budget.is_spent(0) {
            if !self.add_next(spec, engine, budget) {
                break;
            }
        }
        self.resist(spec);
        self.stop_without_hope(spec);
    }

    /// Asks the engine for what comes next.
    pub(super) fn add_next(
        &mut self,
        spec: &GameSpec,
        engine: &mut dyn Engine,
        budget: &Budget<'_>,
    ) -> bool {
        let Some(line) = next(spec, &self.end, engine, budget) else { return false };
        let before = self.moves.len();
        for mv in line {
            self.add(spec, mv);
        }
        self.moves.len() > before
    }

    /// Asks the engine for an answer to the first move, where there is none yet.
    pub(super) fn answer(&mut self, spec: &GameSpec, engine: &mut dyn Engine, budget: &Budget<'_>) {
        if self.moves.len() == 1 && self.end.outcome().is_none() && !budget.is_spent(0) {
            self.add_next(spec, engine, budget);
        }
    }

    /// Whether somebody may still complete a line; games without lines are open to the end.
    fn is_open(&self) -> bool {
        self.last_stones()
            .is_none_or(|stones| Side::BOTH.into_iter().any(|side| stones.has_hope(side)))
    }

    /// Whether it is told until the game is over, or nobody can complete a line any more.
    pub(super) fn is_over(&self) -> bool {
        self.end.outcome().is_some() || !self.is_open()
    }

    /// Where the stones lie in the end.
    pub(super) fn last_stones(&self) -> Option<Stones> {
        self.steps.last().map(Step::after)
    }

    /// A loser who cannot stop everything at least stops something, so that the reader sees that this
    /// does not help.
    fn resist(&mut self, spec: &GameSpec) {
        let [.., given, last] = &self.steps[..] else { return };
        if last.facts.completes.is_none() || given.facts.is_forced() {
            return;
        }
        let winner = last.side;
        let mut threats = given.before.wins(winner).into_iter();
        let ending = threats.find_map(|threat| {
            let mut after = given.before.clone();
            after.place(threat.cell, given.side);
            let win = after.wins(winner).into_iter().next()?;
            Some([threat.cell, win.cell].map(|cell| given.before.move_at(cell)))
        });
        if let Some(ending) = ending {
            let kept = &self.moves[..self.moves.len() - ending.len()];
            *self = Self::tell(spec, &self.start, &[kept, &ending].concat());
        }
    }

    /// Cuts a drawn line where nobody can complete anything any more.
    fn stop_without_hope(&mut self, spec: &GameSpec) {
        if self.end.outcome().is_some_and(|outcome| outcome.winner.is_some()) {
            return;
        }
        let is_dead = |step: &Step| {
            let after = step.after();
            !Side::BOTH.into_iter().any(|side| after.has_hope(side))
        };
        if let Some(dead) = self.steps.iter().position(is_dead)
            && dead + 1 < self.moves.len()
        {
            *self = Self::tell(spec, &self.start, &self.moves[..=dead]);
        }
    }

    /// Leaves out moves at the end of a line of discs that offer a corner, since nobody sees what comes of it; at least so
    /// many stay.
    pub(super) fn drop_offers(&mut self, spec: &GameSpec, least: usize) {
        let is_offer = |turn: &DiscFacts| !turn.gives.is_empty() || turn.beside.is_some();
        let n_loose = self.turns.iter().rev().take_while(|turn| is_offer(turn)).count();
        let kept = self.moves.len() - n_loose;
        if n_loose > 0 && kept >= least && self.end.outcome().is_none() {
            *self = Self::tell(spec, &self.start, &self.moves[..kept]);
        }
    }

    fn add(&mut self, spec: &GameSpec, mv: Move) -> bool {
        let side = self.end.position().side_to_move();
        let before = Stones::new(spec, &self.end);
        let turned = match spec {
            GameSpec::Othello(_) => DiscFacts::new(spec, &self.end, mv),
            _ => None,
        };
        if self.end.play(mv).is_err() {
            return false;
        }
        self.moves.push(mv);
        self.turns.extend(turned);
        if let Some((before, mut facts)) =
            before.and_then(|before| Facts::new(&before, mv, side).map(|facts| (before, facts)))
        {
            if self.steps.is_empty() {
                self.lines = Lines::of(&before);
            }
            facts.call(&mut self.lines);
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

    /// Adds a word to what a move does, in Othello.
    pub(super) fn note(&mut self, index: usize, note: Option<String>) {
        if let Some(turn) = self.turns.get_mut(index) {
            turn.note = note;
        }
    }

    /// The same line with the words that were added to the moves of another, which begins like it.
    pub(super) fn with_notes(mut self, other: &Self) -> Self {
        for (turn, known) in self.turns.iter_mut().zip(&other.turns) {
            turn.note.clone_from(&known.note);
        }
        self
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

    /// How many moves of the winner's come before one, counted from 1, where each of several asks for an answer and
    /// not all of them threaten to win at once.
    pub(super) fn pressed_until(&self, number: usize, winner: Side) -> Option<usize> {
        /// Fewer are seen at a glance.
        const LEAST: usize = 3;
        let before: Vec<&Step> =
            self.steps[..number - 1].iter().filter(|step| step.side == winner).collect();
        let asks = |step: &&Step| {
            let facts = &step.facts;
            facts.allows.is_empty() && (!facts.threatens.is_empty() || facts.prepares_fork())
        };
        let is_mixed = before.iter().any(|step| step.facts.threatens.is_empty());
        let falls = before.first().is_some_and(|step| step.before.falls());
        (before.len() >= LEAST && is_mixed && !falls && before.iter().all(asks))
            .then_some(before.len())
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

    /// The lines that decide, where that is one of the usual ways.
    pub(super) fn deciding_lines(&self, winner: Side) -> Vec<&[u32]> {
        match self.decision(winner) {
            None => Vec::new(),
            Some(Decision::Fork(fork, _)) => {
                let wins = fork.facts.threatens.iter().chain(&fork.facts.stacked);
                wins.map(|win| &win.line[..]).collect()
            }
            Some(Decision::Zugzwang(_)) => {
                let last = self.steps.last().and_then(|last| last.facts.completes.as_deref());
                last.into_iter().collect()
            }
        }
    }

    /// With which move, counted from 1, a cell became one where `side` completes a line; 0 if it was so
    /// from the beginning.
    pub(super) fn born(&self, cell: u32, side: Side) -> usize {
        let is_other =
            |step: &Step| step.before.is_free(cell) && step.before.completion(cell, side).is_none();
        self.steps.iter().rposition(is_other).map_or(0, |index| index + 1)
    }
}

impl Step {
    /// The board after the move.
    pub(super) fn after(&self) -> Stones {
        let mut after = self.before.clone();
        after.place(self.facts.cell, self.side);
        after
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
        let more = match (spec, budget.nodes) {
            (GameSpec::Connect(_), Some(nodes)) => PROOFS_OF_DROPS * nodes,
            _ => 0,
        };
        let budget = Budget { nodes: Some(NODES_A_PROOF.max(more)), ..*budget };
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
