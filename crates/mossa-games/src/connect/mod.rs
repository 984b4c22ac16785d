//! Connect X: drop stones into columns; X in a row win. Connect Four is its best known member.
//!
//! Boards of up to 128 bits live in two machine words (`bits`), Connect Four's own size fixed at
//! compile time; larger ones keep one entry a cell (`stacks`).

use std::fmt;

use mossa_kernel::{BoardView, Move, NotAMove, PositionError, Visit};

use crate::{
    Family, Form, Labels, Preset, Problem, Rules,
    lines::LineRule,
    spec::{read_line_game, split_parameters},
};

mod bits;
#[cfg(test)]
mod reference;
mod stacks;

use bits::{Fixed, Measured};

pub use bits::{Bits, Number, Size};
pub use stacks::Stacks;

/// The longest side of a board.
const LARGEST_SIDE: u32 = 200;

/// The board's size and how many in a row win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    rows: u32,
    columns: u32,
    run: u32,
}

/// Something to be done with a game of Connect X on its fastest board, by those who want to know
/// which kind of board that is.
pub trait VisitConnect {
    /// What comes back.
    type Out;

    /// Receives the start position of a board that fits into two machine words.
    fn bits<S: Size>(self, start: Bits<S>) -> Self::Out;

    /// Receives the start position of a larger board.
    fn stacks(self, start: Stacks) -> Self::Out;
}

/// Something to be done with the size of a board that fits into two machine words.
pub trait VisitSize {
    /// What comes back.
    type Out;

    /// Receives the size.
    fn size<S: Size>(self, size: S) -> Self::Out;
}

/// Any visitor may visit a game of Connect X.
struct Plain<V>(V);

impl<V: Visit> VisitConnect for Plain<V> {
    type Out = V::Out;

    fn bits<S: Size>(self, start: Bits<S>) -> V::Out {
        self.0.visit(start)
    }

    fn stacks(self, start: Stacks) -> V::Out {
        self.0.visit(start)
    }
}

impl Spec {
    /// How many rows the board has.
    pub fn rows(self) -> u32 {
        self.rows
    }

    /// How many columns the board has.
    pub fn columns(self) -> u32 {
        self.columns
    }

    /// How many in a row win.
    pub fn run(self) -> u32 {
        self.run
    }

    /// Calls `action` with the start position, on the fastest board for these rules.
    pub fn visit_connect<V: VisitConnect>(&self, action: V) -> V::Out {
        match *self {
            Self { rows: 6, columns: 7, run: 4 } => {
                action.bits(Bits::new(Fixed::<u64, 6, 7, 4>::SIZE))
            }
            _ if self.bits() <= u64::BITS => action.bits(Bits::new(Measured::<u64>::new(*self))),
            _ if self.bits() <= u128::BITS => action.bits(Bits::new(Measured::<u128>::new(*self))),
            _ => action.stacks(Stacks::new(*self)),
        }
    }

    /// Calls `action` with the board's size, known at compile time for some; `None` if it does not fit
    /// into two machine words. For whoever gains much from a size that is known: all that it does is
    /// compiled for each of them.
    pub fn visit_size<V: VisitSize>(&self, action: V) -> Option<V::Out> {
        let Self { rows, columns, run } = *self;
        Some(match (rows, columns, run) {
            (6, 7, 4) => action.size(Fixed::<u64, 6, 7, 4>::SIZE),
            (7, 8, 4) => action.size(Fixed::<u64, 7, 8, 4>::SIZE),
            (8, 8, 4) => action.size(Fixed::<u128, 8, 8, 4>::SIZE),
            (9, 10, 5) => action.size(Fixed::<u128, 9, 10, 5>::SIZE),
            _ if self.bits() <= u64::BITS => action.size(Measured::<u64>::new(*self)),
            _ if self.bits() <= u128::BITS => action.size(Measured::<u128>::new(*self)),
            _ => return None,
        })
    }

    /// Bits that the board takes: each column has one more than it has cells.
    fn bits(self) -> u32 {
        (self.rows + 1) * self.columns
    }

    fn rule(self) -> LineRule {
        LineRule { run: self.run, exact: false }
    }
}

impl Rules for Spec {
    const FAMILY: Family = Family {
        name: "connect",
        summary: "Drop a stone into a column; it falls to the lowest free cell. X of your own in \
                  a row, in any of the four line directions, win. A full board is a draw.",
        forms: &[Form {
            pattern: "connect:M,N,X",
            help: "M rows and N columns, each 1 to 200; X or more in a row win, X at most the \
                   larger side",
            example: "connect:6,7,4",
        }],
        labels: Labels::Columns,
        notation: "the column's number, from 1 at the left; up to 9 columns also without blanks: \
                   44435",
        presets: &[Preset { name: "connect4", spec: "connect:6,7,4" }],
    };

    fn parse(parameters: &str) -> Result<Self, Problem> {
        let [rows, columns, run] = read_line_game(
            &split_parameters(parameters),
            ["M (rows)", "N (columns)", "X (in a row)"],
            LARGEST_SIDE,
        )?;
        Ok(Self { rows, columns, run })
    }

    fn visit<V: Visit>(&self, action: V) -> V::Out {
        self.visit_connect(Plain(action))
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.rows, self.columns, self.run)
    }
}

/// The name of a column; numbers off the board have one too, for messages.
fn show_move(mv: Move) -> String {
    match mv {
        Move::PASS => "pass".to_owned(),
        Move(column) => (u64::from(column) + 1).to_string(),
    }
}

fn read_move(text: &str, columns: u32) -> Result<Move, NotAMove> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    match text.parse::<u32>() {
        Ok(number) if is_number && number <= columns => Ok(Move(number - 1)),
        _ => Err(NotAMove { expected: format!("a column from 1 to {columns}") }),
    }
}

/// Cuts a run of digits into columns, where no column has two.
fn split_moves(word: &str, columns: u32) -> Vec<&str> {
    if columns > 9 || !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return vec![word];
    }
    (0..word.len()).map(|index| &word[index..=index]).collect()
}

fn why_illegal(mv: Move, columns: u32) -> String {
    match mv {
        Move::PASS => "there is no passing in this game".to_owned(),
        Move(column) if column < columns => "the column is full".to_owned(),
        _ => "there is no such column".to_owned(),
    }
}

/// Where a column goes when the board is mirrored.
fn map_move(mv: Move, columns: u32, symmetry: u8) -> Move {
    if symmetry == 0 { mv } else { Move(columns - 1 - mv.0) }
}

/// The topmost stone of a column.
fn top_stone(board: &BoardView, column: u32) -> Option<u32> {
    board.stones().map(|(cell, _)| cell).find(|cell| cell % board.columns == column)
}

/// Refuses a board with a stone above an empty cell.
fn check_nothing_floats(board: &BoardView) -> Result<(), PositionError> {
    let columns = board.columns;
    let below = |cell: u32| board.cells.get((cell + columns) as usize);
    match board.stones().find(|&(cell, _)| below(cell) == Some(&None)) {
        None => Ok(()),
        Some((cell, side)) => Err(PositionError::new(format!(
            "the {} in column {}, row {} has an empty cell below it",
            side.letter(),
            cell % columns + 1,
            cell / columns + 1
        ))),
    }
}

#[cfg(test)]
mod tests {
    use mossa_kernel::{Position, distinct_positions, perft, suite};
    use proptest::prelude::*;

    use super::{reference::Reference, *};

    fn check(spec: Spec, choices: &[u16]) {
        spec.visit(suite::BesideTwin { twin: Reference::new(spec), choices });
    }

    fn any_spec(largest: u32) -> impl Strategy<Value = Spec> {
        (1..=largest, 1..=largest, 1..=6_u32).prop_map(|(rows, columns, run)| Spec {
            rows,
            columns,
            run: run.min(rows.max(columns)),
        })
    }

    fn any_walk() -> impl Strategy<Value = Vec<u16>> {
        prop::collection::vec(any::<u16>(), 0..200)
    }

    proptest! {
        #[test]
        fn connect_four_keeps_the_rules(choices: [u16; 32], more: [u16; 10]) {
            check(Spec { rows: 6, columns: 7, run: 4 }, &[&choices[..], &more].concat());
        }

        #[test]
        fn other_boards_keep_the_rules(spec in any_spec(13), choices in any_walk()) {
            check(spec, &choices);
        }

        /// The words are used to their last bit here.
        #[test]
        fn boards_that_fill_their_word_keep_the_rules(at in 0..6_usize, choices in any_walk()) {
            let (rows, columns, run) =
                [(7, 8, 4), (63, 1, 5), (1, 32, 3), (15, 8, 5), (7, 16, 6), (127, 1, 2)][at];
            check(Spec { rows, columns, run }, &choices);
        }
    }

    proptest! {
        /// Boards that players meet only at larger sizes, on small ones: there lines and full
        /// boards come up in every walk.
        #[test]
        fn general_boards_keep_the_rules_on_small_ones(spec in any_spec(6), choices: [u16; 32], more: [u16; 4]) {
            let choices = &[&choices[..], &more].concat();
            let twin = Reference::new(spec);
            suite::BesideTwin { twin: twin.clone(), choices }.visit(Stacks::new(spec));
            let wide = Bits::new(Measured::<u128>::new(spec));
            suite::BesideTwin { twin, choices }.visit(wide);
        }
    }

    /// A long row along the bottom, its last stone inside, and a long column, on every kind of board.
    #[test]
    fn long_lines_are_seen() {
        for (rows, columns, run) in
            [(6, 9, 8), (8, 12, 10), (12, 10, 11), (31, 31, 30), (70, 70, 69)]
        {
            let spec = Spec { rows, columns, run };
            let mut game = crate::GameSpec::Connect(spec).start();
            if run <= columns {
                let hole = run / 2;
                for column in (0..run).filter(|&column| column != hole) {
                    game.play(Move(column)).unwrap();
                    assert_eq!(game.outcome(), None);
                    game.play(Move(column)).unwrap();
                }
                game.play(Move(hole)).unwrap();
                assert!(game.outcome().is_some(), "{spec}: a row");
            }
            let mut game = crate::GameSpec::Connect(spec).start();
            for stone in 1..=run.min(rows) {
                assert_eq!(game.outcome(), None);
                game.play(Move(0)).unwrap();
                if stone < run {
                    game.play(Move(1 + stone % 3)).unwrap();
                }
            }
            assert_eq!(game.outcome().is_some(), run <= rows, "{spec}: a column");
        }
    }

    #[test]
    fn keys_tell_positions_apart() {
        for (rows, columns, run) in [(6, 7, 4), (4, 4, 3), (9, 9, 5), (20, 20, 5), (3, 40, 4)] {
            Spec { rows, columns, run }.visit(suite::Keys);
        }
    }

    #[test]
    fn the_largest_board_works() {
        let choices: Vec<u16> = (0..40).map(|step| step * 37 % 200).collect();
        check(Spec { rows: 200, columns: 200, run: 30 }, &choices);
    }

    struct Counts(u32);

    impl Visit for Counts {
        type Out = (Vec<u64>, Vec<u64>);

        fn visit<P: Position>(self, start: P) -> (Vec<u64>, Vec<u64>) {
            let leaves = (1..=self.0).map(|depth| perft(&start, depth)).collect();
            (leaves, distinct_positions(&start, self.0, 1_000_000).unwrap())
        }
    }

    #[test]
    fn known_counts() {
        let (leaves, distinct) = Spec { rows: 6, columns: 7, run: 4 }.visit(Counts(8));
        assert_eq!(leaves, [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_686_266]);
        assert_eq!(distinct, [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275]);
    }

    #[test]
    fn random_moves_are_uniform() {
        for (rows, columns, run) in [(6, 7, 4), (5, 6, 6), (9, 10, 10), (20, 20, 12)] {
            Spec { rows, columns, run }.visit(suite::UniformThroughout);
        }
    }

    #[test]
    fn stones_in_the_air_are_refused() {
        for spec in ["connect:6,7,4", "connect:8,8,4", "connect:20,20,4"] {
            let mut game = spec.parse::<crate::GameSpec>().unwrap().start();
            let floating = game.position().diagram().replacen('.', "X", 1).replace(" X", " O");
            let refusal = game.set_up(&floating).unwrap_err().to_string();
            assert_eq!(
                refusal,
                "bad position: the X in column 1, row 1 has an empty cell below it"
            );
        }
    }
}
