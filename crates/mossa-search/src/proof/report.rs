//! From answers to values, best moves and lines.

use std::cmp::Reverse;

use mossa_kernel::{Exact, GameResult, Move, Position, Value};
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use super::{Child, Finding, Prover, Question, numbers::Numbers};
use crate::{Knowledge, Line, Report};

/// Scores of estimates go from minus this to this.
const SCALE: f64 = 100.0;

/// Distances up to this are the shortest: moves that end the game are seen as soon as a position
/// is entered, so a win on the second ply is found only where there is none on the first.
const SHORTEST: u32 = 2;

/// How many positions may be looked up to tell how the game might go on.
const LINE_EFFORT: u64 = 50_000;

/// What a position is worth to the side to move, and its best move.
struct Opinion {
    value: Value,
    best: Option<Move>,
}

/// A search for the values of a root and its moves.
pub(super) struct Session<'s, P: Position, K> {
    prover: Prover<'s, P, K>,
    lines: Vec<Line>,
}

impl<'s, P: Position, K: Knowledge<P>> Session<'s, P, K> {
    /// Stands at the root.
    pub(super) fn new(prover: Prover<'s, P, K>) -> Self {
        Self { prover, lines: Vec::new() }
    }

    /// Finds the best move, and if more `lines` than that are wanted, the value of every move.
    pub(super) fn run(mut self, lines: usize, watch: &mut dyn FnMut(&Report)) -> Report {
        let Opinion { value, best } = self.opinion();
        let best = best.unwrap_or_else(|| self.any_move());
        self.add_line(best, value);
        watch(&self.report());
        let mut others = Vec::new();
        if lines > 1 && !self.prover.has_stopped {
            self.prover.position.each_move(|mv| others.push(mv));
        }
        for mv in others.into_iter().filter(|&mv| mv != best) {
            if self.prover.has_stopped {
                break;
            }
            let value = self.value_of(mv);
            self.add_line(mv, value);
            watch(&self.report());
        }
        self.report()
    }

    fn report(&self) -> Report {
        Report {
            depth: self.lines.iter().map(|line| line.depth).max().unwrap_or(0),
            nodes: self.prover.nodes,
            lines: self.lines.clone(),
            is_settled: self.lines.first().is_some_and(Line::is_settled),
            table_fill: self.prover.table_fill(),
            bounds: None,
        }
    }

    /// Keeps a move with its value, the best first.
    fn add_line(&mut self, mv: Move, value: Value) {
        let mut moves = vec![mv];
        if matches!(value, Value::Exact(_)) {
            self.go_on(&mut moves);
        }
        let depth = moves.len() as u32;
        // Among equals, the first that was found stays first.
        let place = self.lines.partition_point(|line| worth(line.value) >= worth(value));
        self.lines.insert(place, Line { moves, value, depth });
    }

    /// What a move is worth to the side that makes it.
    fn value_of(&mut self, mv: Move) -> Value {
        let undo = self.prover.play(mv);
        let value = match self.prover.position.outcome() {
            Some(outcome) => {
                let result = match outcome.winner {
                    None => GameResult::Draw,
                    Some(side) if side == self.prover.position.side_to_move() => GameResult::Win,
                    Some(_) => GameResult::Loss,
                };
                exact(result, Some(0).filter(|_| outcome.margin.is_none()))
            }
            None => self.opinion().value,
        };
        self.prover.undo(mv, undo);
        before_move(value)
    }

    /// What the position where the search stands is worth: asks one question, then the other.
    fn opinion(&mut self) -> Opinion {
        let (wins, children) = self.prover.ask(Question::Wins);
        match wins.numbers.answer() {
            Some(true) => return opinion(exact(GameResult::Win, wins.distance()), &children, wins),
            None => return opinion(Value::score(hope(wins.numbers) * SCALE), &children, wins),
            Some(false) => {}
        }
        let (holds, children) = self.prover.ask(Question::Holds);
        let value = match holds.numbers.answer() {
            Some(true) => exact(GameResult::Draw, None),
            Some(false) => exact(GameResult::Loss, holds.distance()),
            // Somewhere between a loss and a draw.
            None => Value::score((hope(holds.numbers) - 1.0) / 2.0 * SCALE),
        };
        opinion(value, &children, holds)
    }

    /// Some legal move, where there are too many to look at.
    fn any_move(&self) -> Move {
        self.prover.position.random_move(&mut Xoshiro256PlusPlus::seed_from_u64(0))
    }

    /// Adds to a line what both sides would play next, as far as the table knows.
    fn go_on(&mut self, moves: &mut Vec<Move>) {
        let mut undos = vec![self.prover.play(moves[0])];
        let mut effort = 0;
        while self.prover.position.outcome().is_none() {
            effort += self.prover.position.move_count();
            if effort > LINE_EFFORT {
                break;
            }
            let Some(next) = self.known_best() else { break };
            undos.push(self.prover.play(next));
            moves.push(next);
        }
        for (&mv, undo) in moves.iter().zip(undos).rev() {
            self.prover.undo(mv, undo);
        }
    }

    /// The best move, where the table knows it.
    fn known_best(&mut self) -> Option<Move> {
        let result = self.known_result()?.0;
        let mut moves = Vec::new();
        self.prover.position.each_move(|mv| moves.push(mv));
        let mut best = None;
        for mv in moves {
            let undo = self.prover.play(mv);
            let known = self.known_result();
            self.prover.undo(mv, undo);
            let Some((reply, plies)) = known.filter(|&(reply, _)| reply == reversed(result)) else {
                continue;
            };
            // Whoever wins is in a hurry; the opponent, who loses after our move, is not.
            let haste = if reply == GameResult::Loss { u32::MAX - plies } else { plies };
            if best.is_none_or(|(most, _)| haste > most) {
                best = Some((haste, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    /// What is known of the position where the search stands, without a search.
    fn known_result(&self) -> Option<(GameResult, u32)> {
        let answer = |question| {
            let finding = self.prover.look(question)?;
            Some((finding.numbers.answer()?, finding.plies))
        };
        match (answer(Question::Wins), answer(Question::Holds)) {
            (Some((true, plies)), _) => Some((GameResult::Win, plies)),
            (_, Some((false, plies))) => Some((GameResult::Loss, plies)),
            (Some((false, _)), Some((true, _))) => Some((GameResult::Draw, 0)),
            _ => None,
        }
    }
}

/// A value, and the move that goes with it: the one that is nearest to a proof, or lasts longest.
fn opinion(value: Value, children: &[Child], finding: Finding) -> Opinion {
    let is_lost = finding.numbers == Numbers::NO;
    let rank = |child: &&Child| {
        let plies = child.finding.plies;
        (child.finding.numbers.disproof, if is_lost { u32::MAX - plies } else { plies })
    };
    Opinion { value, best: children.iter().min_by_key(rank).map(|child| child.mv) }
}

/// How a question stands, from -1 (no) to 1 (yes).
fn hope(numbers: Numbers) -> f64 {
    let (proof, disproof) = (f64::from(numbers.proof), f64::from(numbers.disproof));
    (disproof - proof) / (disproof + proof)
}

/// A proven result; distances beyond the shortest are upper bounds.
fn exact(result: GameResult, plies: Option<u32>) -> Value {
    let at_most = plies.is_some_and(|plies| plies > SHORTEST);
    Value::Exact(Exact { result, plies, at_most, margin: None })
}

/// The value of a move, from the value of the position after it to the opponent.
fn before_move(after: Value) -> Value {
    match after {
        Value::Exact(value) => {
            let plies = value.plies.filter(|_| value.result != GameResult::Draw);
            exact(reversed(value.result), plies.map(|plies| plies + 1))
        }
        Value::Estimate(estimate) => Value::score(-estimate.score),
    }
}

fn reversed(result: GameResult) -> GameResult {
    match result {
        GameResult::Loss => GameResult::Win,
        GameResult::Draw => GameResult::Draw,
        GameResult::Win => GameResult::Loss,
    }
}

/// A number by which values of all kinds can be compared: short wins first, long losses last but
/// before short ones, estimates around draws.
fn worth(value: Value) -> (i32, Reverse<i64>, i64) {
    match value {
        Value::Exact(Exact { result, plies, .. }) => {
            let plies = i64::from(plies.unwrap_or(u32::MAX));
            match result {
                GameResult::Win => (2, Reverse(plies), 0),
                GameResult::Draw => (0, Reverse(0), 0),
                GameResult::Loss => (-2, Reverse(0), plies),
            }
        }
        Value::Estimate(estimate) => (0, Reverse(0), estimate.score as i64),
    }
}
