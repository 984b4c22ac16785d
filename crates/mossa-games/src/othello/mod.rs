//! Othello: enclose the opponent's discs to flip them; whoever has more discs at the end wins.
//!
//! All boards are sets of squares (`bits`): in one word up to 64 squares, 8x8 fixed at compile
//! time, and in several words up to 26x26.

use std::fmt;

use mossa_kernel::{Move, NotAMove, Position, Side, Visit, excerpt};

use crate::{
    Family, Form, Labels, Problem, Rules,
    spec::{read_size, split_parameters},
    squares, symmetry,
    word::{Wide, Word},
};

mod bits;
#[cfg(test)]
mod reference;

use bits::{Bits, Measured, Standard};

/// The shortest and the longest side of a board.
const SIDES: std::ops::RangeInclusive<u32> = 4..=26;

/// The board's size and the directions in which discs are flipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    rows: u32,
    columns: u32,
    directions: Directions,
}

/// Which kinds of line discs are flipped along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Directions {
    horizontal: bool,
    vertical: bool,
    diagonal: bool,
}

impl Directions {
    const ALL: Self = Self { horizontal: true, vertical: true, diagonal: true };

    fn parse(letters: &str) -> Result<Self, Problem> {
        let mut directions = Self { horizontal: false, vertical: false, diagonal: false };
        for letter in letters.chars() {
            let direction = match letter {
                'h' => &mut directions.horizontal,
                'v' => &mut directions.vertical,
                'd' => &mut directions.diagonal,
                _ => return Err(Self::problem(letters)),
            };
            if std::mem::replace(direction, true) {
                return Err(Self::problem(letters));
            }
        }
        if letters.is_empty() { Err(Self::problem(letters)) } else { Ok(directions) }
    }

    fn problem(letters: &str) -> Problem {
        Problem::new(format!(
            "dirs is `{}`; it is one or more of h (horizontal), v (vertical), d (diagonal), each \
             once",
            excerpt(letters)
        ))
    }
}

impl fmt::Display for Directions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = [(self.horizontal, "h"), (self.vertical, "v"), (self.diagonal, "d")];
        letters.into_iter().filter(|(counts, _)| *counts).try_for_each(|(_, l)| f.write_str(l))
    }
}

/// A position of Othello, for those who want to know whose the discs are.
pub trait OthelloPosition: Position {
    /// A set of squares; square number 0 is a1, the next is b1.
    type Word: Word;

    /// The board's size and rules.
    fn spec(&self) -> Spec;

    /// The discs of the side to move.
    fn ours(&self) -> Self::Word;

    /// The discs of the other side.
    fn theirs(&self) -> Self::Word;

    /// Where the side to move may place a disc; empty when it must pass.
    fn moves(&self) -> Self::Word;

    /// Where the other side could place a disc if it were its turn.
    fn opposing_moves(&self) -> Self::Word;

    /// The discs of `theirs` that a disc of the owner of `ours` on an empty square would flip, on
    /// this board but whatever lies on it.
    fn flips(&self, ours: Self::Word, theirs: Self::Word, square: u32) -> Self::Word;

    /// How many discs a side has.
    fn count_of(&self, side: Side) -> u32;

    /// The squares that a side has discs on, in order.
    fn each_disc(&self, side: Side, visit: impl FnMut(u32));
}

/// Something to be done with a game of Othello on its fastest board.
pub trait VisitOthello {
    /// What comes back.
    type Out;

    /// Receives the start position.
    fn visit<P: OthelloPosition>(self, start: P) -> Self::Out;
}

/// Any visitor may visit a game of Othello.
struct Plain<V>(V);

impl<V: Visit> VisitOthello for Plain<V> {
    type Out = V::Out;

    fn visit<P: OthelloPosition>(self, start: P) -> V::Out {
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

    /// Whether discs are flipped along rows, along columns and along diagonals.
    pub fn lines_flipped(self) -> [bool; 3] {
        [self.directions.horizontal, self.directions.vertical, self.directions.diagonal]
    }

    /// Calls `action` with the start position, on the fastest board for these rules.
    pub fn visit_othello<V: VisitOthello>(&self, action: V) -> V::Out {
        if *self == Standard::SPEC {
            return action.visit(Bits::new(Standard));
        }
        match self.squares() {
            0..=64 => action.visit(Bits::new(Measured::<u64>::new(*self))),
            65..=128 => action.visit(Bits::new(Measured::<Wide<2>>::new(*self))),
            129..=256 => action.visit(Bits::new(Measured::<Wide<4>>::new(*self))),
            _ => action.visit(Bits::new(Measured::<Wide<11>>::new(*self))),
        }
    }

    /// The longest row of discs that can be flipped at once.
    fn longest_flip(self) -> u32 {
        self.rows.max(self.columns) - 2
    }

    fn squares(self) -> u32 {
        self.rows * self.columns
    }

    /// Rows and columns may be swapped only where discs flip along both or neither.
    fn symmetries(self) -> u8 {
        let Directions { horizontal, vertical, .. } = self.directions;
        if horizontal == vertical { symmetry::count(self.rows, self.columns) } else { 4 }
    }

    fn show_move(self, mv: Move) -> String {
        squares::show_move(mv, self.rows, self.columns)
    }

    fn read_move(self, text: &str) -> Result<Move, NotAMove> {
        if ["pass", "pa", "--"].iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            return Ok(Move::PASS);
        }
        squares::read_move(text, self.rows, self.columns)
            .map_err(|NotAMove { expected }| NotAMove { expected: format!("{expected}, or pass") })
    }

    /// Why a move is illegal on a square that is taken or not, for a side that can move or not.
    fn why_illegal(self, mv: Move, is_taken: impl Fn(u32) -> bool, must_pass: bool) -> String {
        let reason = match mv {
            Move::PASS => "passing is only for a side that cannot move",
            Move(square) if square >= self.squares() => "there is no such square",
            Move(square) if is_taken(square) => "the square is taken",
            _ if must_pass => "it would flip no disc; nothing would, so the move is pass",
            _ => "it would flip no disc",
        };
        reason.to_owned()
    }
}

impl Rules for Spec {
    const FAMILY: Family = Family {
        name: "othello",
        summary: "Place a disc so that opposing discs lie between it and another of yours in a \
                  straight line; they become yours. A side that cannot must pass; when neither \
                  can, more discs win.",
        forms: &[
            Form {
                pattern: "othello:HxW",
                help: "H rows and W columns, each even and 4 to 26",
                example: "othello:6x6",
            },
            Form {
                pattern: "othello:HxW,dirs=LETTERS",
                help: "flips only along the lines named: h horizontal, v vertical, d diagonal",
                example: "othello:6x6,dirs=hv",
            },
        ],
        labels: Labels::Squares,
        notation: "column letter and row number, a1 at the top left: f5; pass (also read: pa, --); \
                   in a list of moves, passes may be left out",
        presets: &[],
    };

    fn parse(parameters: &str) -> Result<Self, Problem> {
        let (size, directions) = match split_parameters(parameters)[..] {
            [] => ("8x8", Directions::ALL),
            [size] => (size, Directions::ALL),
            [size, variant] => match variant.strip_prefix("dirs=") {
                Some(letters) => (size, Directions::parse(letters)?),
                None => {
                    return Err(Problem::new(format!(
                        "the only variant is `dirs=…`, not `{}`",
                        excerpt(variant)
                    )));
                }
            },
            _ => return Err(Problem::new("expected a size and at most one variant")),
        };
        let names = ["H (rows)", "W (columns)"];
        let [rows, columns] = read_size(size, names, SIDES)?;
        for (side, name) in [rows, columns].into_iter().zip(names) {
            if !side.is_multiple_of(2) {
                return Err(Problem::new(format!("{name} is {side}; it must be even")));
            }
        }
        Ok(Self { rows, columns, directions })
    }

    fn visit<V: Visit>(&self, action: V) -> V::Out {
        self.visit_othello(Plain(action))
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)?;
        if self.directions == Directions::ALL {
            Ok(())
        } else {
            write!(f, ",dirs={}", self.directions)
        }
    }
}

#[cfg(test)]
mod tests {
    use mossa_kernel::{perft, suite};
    use proptest::prelude::*;

    use super::{reference::Reference, *};

    fn spec(parameters: &str) -> Spec {
        Spec::parse(parameters).unwrap()
    }

    fn any_directions() -> impl Strategy<Value = Directions> {
        prop::sample::select(vec!["h", "v", "d", "hv", "hd", "vd", "hvd"])
            .prop_map(|letters| Directions::parse(letters).unwrap())
    }

    fn any_spec(largest: u32) -> impl Strategy<Value = Spec> {
        (2..=largest / 2, 2..=largest / 2, any_directions()).prop_map(
            |(rows, columns, directions)| Spec { rows: 2 * rows, columns: 2 * columns, directions },
        )
    }

    fn any_walk(longest: usize) -> impl Strategy<Value = Vec<u16>> {
        prop::collection::vec(any::<u16>(), 0..longest)
    }

    fn check(spec: Spec, choices: &[u16]) {
        spec.visit(suite::BesideTwin { twin: Reference::new(spec), choices });
    }

    proptest! {
        #[test]
        fn the_standard_board_keeps_the_rules(choices in any_walk(70)) {
            check(Standard::SPEC, &choices);
        }

        #[test]
        fn small_boards_keep_the_rules(spec in any_spec(8), choices in any_walk(70)) {
            check(spec, &choices);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn large_boards_keep_the_rules(spec in any_spec(26), choices in any_walk(90)) {
            check(spec, &choices);
        }

        /// The usual start is not the same from all sides; this one is. It also makes `dirs=d`
        /// a game.
        #[test]
        fn symmetries_hold(rows in 3..7_u32, columns in 3..7_u32, directions in any_directions(), choices in any_walk(60)) {
            let spec = Spec { rows: 2 * rows, columns: 2 * columns, directions };
            spec.visit(FromRing(&choices));
        }
    }

    proptest! {
        /// Wide words, on boards that need none.
        #[test]
        fn wide_words_keep_the_rules_on_small_boards(spec in any_spec(6), choices in any_walk(40)) {
            let twin = Reference::new(spec);
            let wide = Bits::new(Measured::<Wide<2>>::new(spec));
            suite::BesideTwin { twin, choices: &choices }.visit(wide);
        }
    }

    #[test]
    fn keys_tell_positions_apart() {
        for parameters in ["8x8", "4x4", "6x8,dirs=hv", "10x10", "16x14", "26x26"] {
            spec(parameters).visit(suite::Keys);
        }
    }

    /// A disc at the end of a row that is all the opponent's but for its first square.
    #[test]
    fn the_longest_rows_are_flipped() {
        for (parameters, row) in [("26x26", 1), ("4x26", 4), ("8x8", 3), ("4x16", 2), ("10x10", 7)]
        {
            let mut game = crate::GameSpec::Othello(spec(parameters)).start();
            let mossa_kernel::View::Board(board) = game.position().view() else { unreachable!() };
            let columns = board.columns as usize;
            let full = format!("X{}.", "O".repeat(columns - 2));
            let rows: Vec<String> = (1..=board.rows)
                .map(|at| if at == row { full.clone() } else { ".".repeat(columns) })
                .collect();
            game.set_up(&format!("{} X", rows.join("/"))).unwrap();
            let last = squares::name((row - 1) * board.columns + board.columns - 1, board.columns);
            game.play_text(&last).unwrap();
            let shown = game.position().diagram();
            assert_eq!(shown.matches('X').count(), columns, "{parameters}: {shown}");
        }
    }

    /// Walks from a block of the first player's discs inside a ring of the second's.
    struct FromRing<'c>(&'c [u16]);

    impl Visit for FromRing<'_> {
        type Out = ();

        fn visit<P: Position>(self, start: P) {
            let mossa_kernel::View::Board(mut board) = start.view() else { unreachable!() };
            let (rows, columns) = (board.rows, board.columns);
            for (cell, owner) in (0..).zip(&mut board.cells) {
                let off_center = |at: u32, size: u32| (2 * at + 1).abs_diff(size) / 2;
                let distance =
                    off_center(cell / columns, rows).max(off_center(cell % columns, columns));
                *owner = [Some(Side::First), Some(Side::Second)]
                    .get(distance as usize)
                    .copied()
                    .flatten();
            }
            let view = mossa_kernel::View::Board(board);
            let start = start.set_up(&view, Some(Side::First)).unwrap();
            for symmetry in 0..start.symmetries() {
                assert_eq!(start.key_under(symmetry), start.key(), "the ring looks alike");
            }
            suite::check_walk(&start, self.0);
        }
    }

    struct Perft(u32);

    impl Visit for Perft {
        type Out = Vec<u64>;

        fn visit<P: Position>(self, start: P) -> Vec<u64> {
            (1..=self.0).map(|depth| perft(&start, depth)).collect()
        }
    }

    #[test]
    fn known_counts() {
        let standard = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];
        assert_eq!(spec("8x8").visit(Perft(9)), standard);
        let small = [4, 12, 44, 128, 424, 1_256, 3_624, 9_116, 20_044, 36_540, 50_704, 57_436];
        assert_eq!(spec("4x4").visit(Perft(12)), small);
        assert_eq!(spec("10x10").visit(Perft(6)), [4, 12, 56, 244, 1_396, 8_200]);
        assert_eq!(spec("8x8,dirs=dh").visit(Perft(7)), [2, 4, 10, 30, 98, 378, 1_514]);
    }

    #[test]
    fn diagonals_alone_end_at_once() {
        let game = crate::GameSpec::Othello(spec("8x8,dirs=d")).start();
        assert_eq!(game.outcome().map(|outcome| outcome.margin), Some(Some(0)));
    }

    #[test]
    fn passes_are_forced_read_and_may_be_left_out() {
        // A published game in which passes occur: the shortest wipe-out of the second player.
        let mut game = crate::GameSpec::Othello(spec("8x8")).start();
        game.play_text("e6f4e3f6g5d6e7f5c5").unwrap();
        let outcome = game.outcome().unwrap();
        assert_eq!((outcome.winner, outcome.margin), (Some(Side::First), Some(64)));

        let mut game = crate::GameSpec::Othello(spec("4x4")).start();
        let diagram = "OX../..../..../...X O";
        game.set_up(diagram).unwrap();
        game.play_text("c1").unwrap();
        let mut passed = game.clone();
        assert!(game.outcome().is_some(), "one color is left with no line to flip");
        assert!(passed.play_text("pass").is_err());

        game.set_up("XO../..../..../XO.O O").unwrap();
        let names: Vec<String> = moves_of(&game);
        assert_eq!(names, ["pass"]);
        for text in ["pass c1", "PA c1", "-- c1", "--c1", "c1", "pac1"] {
            let mut game = game.clone();
            game.play_text(text).unwrap();
            assert_eq!(game.history().len(), 2, "{text}");
        }
        let refusal = game.play_text("b2").unwrap_err().to_string();
        assert_eq!(
            refusal,
            "move 1, b2, is illegal: it would flip no disc; nothing would, so the move is pass"
        );
    }

    fn moves_of(game: &mossa_kernel::Game) -> Vec<String> {
        game.position().moves().into_iter().map(|mv| game.position().show_move(mv)).collect()
    }

    #[test]
    fn random_moves_are_uniform() {
        for parameters in ["8x8", "6x6", "12x10"] {
            spec(parameters).visit(suite::UniformThroughout);
        }
    }
}
