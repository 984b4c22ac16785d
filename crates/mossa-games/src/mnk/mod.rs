//! m,n,k-games: mark free cells in turn; K in a row win. Tic-tac-toe and Gomoku among them.
//!
//! One `Board` serves every size; what differs is how its stones are stored, and so how fast a
//! new line is seen:
//!
//! | stones | for | how |
//! |---|---|---|
//! | `flat` | up to 64 bits, 3x3 fixed at compile time | one word a side |
//! | `rays` | sides up to 64, 15x15 fixed at compile time | one word a line |
//! | `sparse` | everything else | one entry a cell |

use std::fmt;

use mossa_kernel::Visit;

use crate::{
    Family, Form, Labels, Preset, Problem, Rules,
    lines::LineRule,
    spec::{read_line_game, split_parameters},
};

mod board;
mod flat;
mod rays;
#[cfg(test)]
mod reference;
mod sparse;

use board::Fixed;
use flat::Flat;
use rays::{LongRays, Rays, ShortRays};
use sparse::Sparse;

pub use board::{Board, Stones};

/// The longest side of a board.
const LARGEST_SIDE: u32 = 200;

/// The board's size and what wins on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    rows: u32,
    columns: u32,
    rule: LineRule,
}

/// Something to be done with an m,n,k-game on its fastest board, by those who want to see its
/// stones.
pub trait VisitMnk {
    /// What comes back.
    type Out;

    /// Receives the start position.
    fn visit<S: Stones>(self, start: Board<S>) -> Self::Out;
}

/// Any visitor may visit an m,n,k-game.
struct Plain<V>(V);

impl<V: Visit> VisitMnk for Plain<V> {
    type Out = V::Out;

    fn visit<S: Stones>(self, start: Board<S>) -> V::Out {
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
        self.rule.run
    }

    /// Whether more than [`run`](Self::run) in a row do not win.
    pub fn is_exact(self) -> bool {
        self.rule.exact
    }

    /// Calls `action` with the start position, on the fastest board for these rules.
    pub fn visit_mnk<V: VisitMnk>(&self, action: V) -> V::Out {
        match (self.rows, self.columns, self.rule) {
            (3, 3, LineRule { run: 3, exact: false }) => {
                action.visit(Board::new(Flat::new(Fixed::<3, 3, 3>)))
            }
            (15, 15, LineRule { run: 5, exact: false }) => {
                action.visit(Board::new(Rays::<ShortRays, _>::new(Fixed::<15, 15, 5>)))
            }
            _ if flat::fits(self.rows, self.columns) => action.visit(Board::new(Flat::new(*self))),
            _ if rays::fits(self.rows, self.columns) => {
                action.visit(Board::new(Rays::<LongRays, _>::new(*self)))
            }
            _ => action.visit(Board::new(Sparse::new(*self))),
        }
    }
}

impl Rules for Spec {
    const FAMILY: Family = Family {
        name: "mnk",
        summary: "Mark free cells in turn; K of your own in a row, in any of the four line \
                  directions, win. A full board is a draw.",
        forms: &[
            Form {
                pattern: "mnk:M,N,K",
                help: "M rows and N columns, each 1 to 200; K or more in a row win, K at most the \
                       larger side",
                example: "mnk:3,3,3",
            },
            Form {
                pattern: "mnk:M,N,K,exact",
                help: "the same, but more than K in a row do not win",
                example: "mnk:15,15,5,exact",
            },
        ],
        labels: Labels::Squares,
        notation: "column letter and row number, a1 at the top left: h8",
        presets: &[
            Preset { name: "tictactoe", spec: "mnk:3,3,3" },
            Preset { name: "gomoku", spec: "mnk:15,15,5" },
        ],
    };

    fn parse(parameters: &str) -> Result<Self, Problem> {
        let mut parameters = split_parameters(parameters);
        let exact = match parameters.get(3..) {
            Some(["exact"]) => true,
            None | Some([]) => false,
            Some(variant) => {
                return Err(Problem::new(format!(
                    "the only variant is `exact`, not `{}`",
                    mossa_kernel::excerpt(&variant.join(","))
                )));
            }
        };
        parameters.truncate(3);
        let [rows, columns, run] =
            read_line_game(&parameters, ["M (rows)", "N (columns)", "K (in a row)"], LARGEST_SIDE)?;
        Ok(Self { rows, columns, rule: LineRule { run, exact } })
    }

    fn visit<V: Visit>(&self, action: V) -> V::Out {
        self.visit_mnk(Plain(action))
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.rows, self.columns, self.rule.run)?;
        if self.rule.exact { f.write_str(",exact") } else { Ok(()) }
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
        (1..=largest, 1..=largest, 1..=6_u32, prop::bool::ANY).prop_map(
            |(rows, columns, run, exact)| Spec {
                rows,
                columns,
                rule: LineRule { run: run.min(rows.max(columns)), exact },
            },
        )
    }

    fn spec(parameters: &str) -> Spec {
        Spec::parse(parameters).unwrap()
    }

    proptest! {
        #[test]
        fn small_boards_keep_the_rules(spec in any_spec(8), choices: [u16; 32], more: [u16; 32]) {
            check(spec, &[choices, more].concat());
        }

        #[test]
        fn tictactoe_keeps_the_rules(choices: [u16; 9]) {
            check(spec("3,3,3"), &choices);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn middle_boards_keep_the_rules(spec in any_spec(20), choices in any_walk()) {
            check(spec, &choices);
        }

        #[test]
        fn gomoku_keeps_the_rules(choices in any_walk()) {
            check(spec("15,15,5"), &choices);
        }

        #[test]
        fn long_boards_keep_the_rules(choices: [u16; 24], run in 2..4_u32, flip: bool) {
            let (rows, columns) = if flip { (70, 3) } else { (3, 70) };
            check(Spec { rows, columns, rule: LineRule { run, exact: flip } }, &choices);
        }
    }

    proptest! {
        /// Boards that players meet only at larger sizes, on small ones: there lines, full boards
        /// and all their edges come up in every walk.
        #[test]
        fn general_boards_keep_the_rules_on_small_ones(spec in any_spec(6), choices: [u16; 32], more: [u16; 4]) {
            let choices = &[&choices[..], &more].concat();
            let twin = Reference::new(spec);
            suite::BesideTwin { twin: twin.clone(), choices }.visit(Board::new(Sparse::new(spec)));
            let rays = Rays::<LongRays, _>::new(spec);
            suite::BesideTwin { twin, choices }.visit(Board::new(rays));
        }
    }

    /// Long lines in all directions, their last stone somewhere inside, on every kind of board; one
    /// stone less is no line, and one more is none under the exact rule.
    #[test]
    fn long_lines_are_seen() {
        for (side, runs) in
            [(8, vec![7]), (15, vec![7, 10, 14]), (40, vec![7, 10, 30, 39]), (70, vec![10, 30, 69])]
        {
            for (run, exact) in runs.iter().flat_map(|&run| [(run, false), (run, true)]) {
                for direction in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    for stones in [run - 1, run, run + 1] {
                        let is_line = stones == run || (stones > run && !exact);
                        let won = plays_line(side, run, exact, direction, stones);
                        assert_eq!(
                            won, is_line,
                            "{stones} of {run} on {side}, {exact} {direction:?}"
                        );
                    }
                }
            }
        }
    }

    /// Whether the first player wins with so many stones in a row. The second player's stones lie
    /// two apart on the far side of the board.
    fn plays_line(side: u32, run: u32, exact: bool, direction: (i32, i32), stones: u32) -> bool {
        // On 8 x 8 the flat board has no room: 7 rows do.
        let rows = if side == 8 && direction.0 == 0 { 7 } else { side };
        let spec = Spec { rows, columns: side, rule: LineRule { run, exact } };
        let mut game = crate::GameSpec::Mnk(spec).start();
        let left = if direction.1 < 0 { side - 1 } else { 0 };
        let cell = |step: u32| {
            let row = step * direction.0.cast_unsigned();
            let column = left.wrapping_add_signed(step.cast_signed() * direction.1);
            row * side + column
        };
        let hole = stones / 2;
        let ours: Vec<u32> =
            (0..stones).filter(|&step| step != hole).chain([hole]).map(cell).collect();
        let far =
            (0..rows * side).rev().filter(|cell| (cell / side + cell % side).is_multiple_of(2));
        let mut theirs = far.filter(|cell| !ours.contains(cell));
        for (index, &cell) in ours.iter().enumerate() {
            assert_eq!(game.outcome(), None, "too early");
            game.play(mossa_kernel::Move(cell)).unwrap();
            if index + 1 < ours.len() {
                game.play(mossa_kernel::Move(theirs.next().unwrap())).unwrap();
            }
        }
        game.outcome().is_some()
    }

    #[test]
    fn keys_tell_positions_apart() {
        for parameters in ["3,3,3", "4,4,3", "2,5,3", "15,15,5", "20,20,5", "3,70,3"] {
            spec(parameters).visit(suite::Keys);
        }
    }

    /// Walks that stay on one side of the board half of the time, so that lines come about.
    fn any_walk() -> impl Strategy<Value = Vec<u16>> {
        prop::collection::vec(prop_oneof![0..12_u16, any::<u16>()], 0..120)
    }

    #[test]
    fn the_largest_board_works() {
        check(spec("200,200,5"), &[0, 39_999, 20_000, 7, 199]);
    }

    #[test]
    fn random_moves_are_uniform() {
        for parameters in ["3,3,3", "8,8,8", "15,15,5", "9,9,9", "1,66,66"] {
            spec(parameters).visit(suite::UniformThroughout);
        }
    }

    #[test]
    fn known_counts() {
        struct Counts;
        impl Visit for Counts {
            type Out = (u64, u64);
            fn visit<P: Position>(self, start: P) -> (u64, u64) {
                let distinct = distinct_positions(&start, 9, 10_000).unwrap();
                (perft(&start, 9), distinct.iter().sum())
            }
        }
        assert_eq!(spec("3,3,3").visit(Counts), (255_168, 5_478));
    }

    #[test]
    fn exactly_five_means_exactly_five() {
        // a1 to f1 with e1 last: six in a row.
        let six = "a1 a9 b1 b9 c1 d9 d1 f9 f1 h9 e1";
        for (parameters, winner) in
            [("9,9,5", true), ("9,9,5,exact", false), ("20,20,5,exact", false)]
        {
            let mut game = crate::GameSpec::Mnk(spec(parameters)).start();
            game.play_text(six).unwrap();
            assert_eq!(game.outcome().is_some(), winner, "{parameters}");
        }
    }
}
