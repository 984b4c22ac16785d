//! A whole game in one file, to be read beside `docs/adding-a-game.md`.
//!
//! Race: add 1 to 10 in turn; whoever reaches the target wins.

#![expect(clippy::print_stdout, reason = "an example is a program")]

use std::fmt;

use mossa_games::{Family, Form, Labels, Problem, Rules, read_number};
use mossa_kernel::{
    Move, NotAMove, Outcome, Position, PositionError, Reason, Side, View, Visit, keys,
};
use rand::SeedableRng;

/// The most that can be added at once.
const MOST: u32 = 10;

/// The total that wins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    target: u32,
}

impl Rules for Spec {
    const FAMILY: Family = Family {
        name: "race",
        summary: "Add 1 to 10 to the total in turn; whoever reaches the target wins.",
        forms: &[Form {
            pattern: "race:TARGET",
            help: "the target is 1 to 1000",
            example: "race:100",
        }],
        labels: Labels::None, // There is no board to label.
        notation: "what is added, 1 to 10",
        presets: &[],
    };

    fn parse(parameters: &str) -> Result<Self, Problem> {
        let target = if parameters.is_empty() { "100" } else { parameters };
        Ok(Self { target: read_number(target, "the target", 1..=1000)? })
    }

    fn visit<V: Visit>(&self, action: V) -> V::Out {
        action.visit(Race { target: self.target, total: 0, turn: Side::First })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.target)
    }
}

/// The total so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Race {
    target: u32,
    total: u32,
    turn: Side,
}

impl Race {
    fn most(&self) -> u32 {
        MOST.min(self.target - self.total)
    }
}

impl Position for Race {
    type Undo = ();

    fn side_to_move(&self) -> Side {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        // Whoever moved last has reached the target.
        (self.total == self.target).then(|| Outcome::win(!self.turn, Reason::Last))
    }

    fn each_move(&self, visit: impl FnMut(Move)) {
        (1..=self.most()).map(Move).for_each(visit);
    }

    fn is_legal(&self, mv: Move) -> bool {
        (1..=self.most()).contains(&mv.0)
    }

    fn play(&mut self, mv: Move) {
        self.total += mv.0;
        self.turn = !self.turn;
    }

    fn undo(&mut self, mv: Move, (): ()) {
        self.total -= mv.0;
        self.turn = !self.turn;
    }

    fn move_space(&self) -> u32 {
        MOST + 1
    }

    fn key(&self) -> u64 {
        keys::mix(self.total.into()) ^ keys::to_move(self.turn)
    }

    fn view(&self) -> View {
        View::Heaps(vec![self.total.cast_signed()])
    }

    fn set_up(&self, view: &View, to_move: Option<Side>) -> Result<Self, PositionError> {
        let total = u32::try_from(view.heaps()?[0]).ok().filter(|&total| total <= self.target);
        let total = total
            .ok_or_else(|| PositionError::new("the total must be between 0 and the target"))?;
        let turn = to_move.ok_or_else(|| PositionError::new("the side to move is missing"))?;
        Ok(Self { target: self.target, total, turn })
    }

    fn show_move(&self, mv: Move) -> String {
        if mv == Move::PASS { "pass".to_owned() } else { mv.0.to_string() }
    }

    fn read_move(&self, text: &str) -> Result<Move, NotAMove> {
        let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
        number.map(Move).ok_or_else(|| NotAMove { expected: format!("a number from 1 to {MOST}") })
    }

    fn why_illegal(&self, _mv: Move) -> String {
        format!("what is added must be 1 to {}", self.most())
    }
}

fn main() {
    let start = Race { target: 100, total: 0, turn: Side::First };
    let mut rng = rand::rngs::Xoshiro256PlusPlus::seed_from_u64(1);
    let played = mossa_kernel::playout(start, &mut rng);
    println!("{:?} won after {} moves", played.outcome.winner, played.moves);
}

#[cfg(test)]
mod tests {
    use mossa_kernel::{perft, suite};
    use proptest::prelude::*;

    use super::*;

    fn start(target: u32) -> Race {
        Race { target, total: 0, turn: Side::First }
    }

    proptest! {
        #[test]
        fn keeps_the_rules(target in 1..120_u32, choices: [u16; 32]) {
            suite::check_walk(&start(target), &choices);
        }
    }

    #[test]
    fn random_moves_are_uniform() {
        suite::check_uniform(&start(100), 1);
    }

    #[test]
    fn known_counts() {
        // The ways to write 5 as an ordered sum.
        assert_eq!(perft(&start(5), 5), 16);
    }
}
