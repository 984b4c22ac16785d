//! A whole game on a board in one file, to be read beside `docs/adding-a-game.md`.
//!
//! Domineering: dominoes in turn, the first player's upright, the second's flat; whoever finds no
//! place loses. The board is a list of cells, looked through at every question: no fast board yet.

#![expect(clippy::print_stdout, reason = "an example is a program")]

use std::fmt;

use mossa_games::{Family, Form, Labels, Problem, Rules, read_size, squares, symmetry};
use mossa_kernel::{
    BoardView, Move, NotAMove, Outcome, Position, PositionError, Reason, Side, View, Visit, keys,
    side_in_turn,
};
use rand::SeedableRng;

/// The shortest and the longest side of a board.
const SIDES: std::ops::RangeInclusive<u32> = 1..=20;

/// The board's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    rows: u32,
    columns: u32,
}

impl Spec {
    fn start(self) -> Domineering {
        let board = BoardView::new(self.rows, self.columns, |_| None);
        Domineering { board, turn: Side::First }
    }
}

impl Rules for Spec {
    const FAMILY: Family = Family {
        name: "domineering",
        summary: "Cover two free cells with a domino in turn, the first player upright, the \
                  second flat; whoever cannot loses.",
        forms: &[Form {
            pattern: "domineering:RxC",
            help: "R rows and C columns, each 1 to 20",
            example: "domineering:4x4",
        }],
        labels: Labels::Squares,
        notation: "the domino's upper or left cell, a1 at the top left: b2",
        presets: &[],
    };

    fn parse(parameters: &str) -> Result<Self, Problem> {
        let size = if parameters.is_empty() { "4x4" } else { parameters };
        let [rows, columns] = read_size(size, ["R (rows)", "C (columns)"], SIDES)?;
        Ok(Self { rows, columns })
    }

    fn visit<V: Visit>(&self, action: V) -> V::Out {
        action.visit(self.start())
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// The cells that are covered, and whose move it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Domineering {
    board: BoardView,
    turn: Side,
}

impl Domineering {
    fn cells(&self) -> u32 {
        self.board.rows * self.board.columns
    }

    /// The cells of a domino of the side to move, if it lies on the board.
    fn domino(&self, mv: Move) -> Option<[u32; 2]> {
        domino(&self.board, self.turn, mv.0)
    }

    fn cover(&mut self, mv: Move, owner: Option<Side>) {
        for cell in self.domino(mv).expect("a legal domino lies on the board") {
            self.board.cells[cell as usize] = owner;
        }
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        (0..self.cells()).map(Move).filter(|&mv| self.is_legal(mv))
    }

    fn map_cell(&self, cell: u32, symmetry: u8) -> u32 {
        symmetry::map_cell(cell, self.board.rows, self.board.columns, symmetry)
    }
}

/// The cells of a domino of `side` whose upper or left one is `cell`, if it lies on the board.
fn domino(board: &BoardView, side: Side, cell: u32) -> Option<[u32; 2]> {
    let column = cell % board.columns;
    let second = match side {
        Side::First => cell.checked_add(board.columns),
        Side::Second if column + 1 < board.columns => cell.checked_add(1),
        Side::Second => None,
    };
    Some([cell, second.filter(|&second| second < board.rows * board.columns)?])
}

/// Checks that the covered cells are whole dominoes.
fn check_dominoes(board: &BoardView) -> Result<(), PositionError> {
    let mut rest = board.clone();
    // From the top left, the first cell of a domino comes before its second.
    for (cell, side) in board.stones() {
        if rest.cells[cell as usize].is_none() {
            continue;
        }
        let whole = domino(&rest, side, cell)
            .filter(|cells| cells.iter().all(|&cell| rest.cells[cell as usize] == Some(side)));
        let Some(cells) = whole else {
            let place = if side == Side::First { "below" } else { "right of" };
            let name = squares::name(cell, board.columns);
            return Err(PositionError::new(format!(
                "the {0} on {name} is half a domino: there is no other {0} {place} it",
                side.letter()
            )));
        };
        for cell in cells {
            rest.cells[cell as usize] = None;
        }
    }
    Ok(())
}

impl Position for Domineering {
    type Undo = ();

    fn side_to_move(&self) -> Side {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.moves().next().is_none().then(|| Outcome::win(!self.turn, Reason::Stuck))
    }

    fn each_move(&self, visit: impl FnMut(Move)) {
        self.moves().for_each(visit);
    }

    fn is_legal(&self, mv: Move) -> bool {
        let is_free = |cell: u32| self.board.cells[cell as usize].is_none();
        self.domino(mv).is_some_and(|cells| cells.into_iter().all(is_free))
    }

    fn play(&mut self, mv: Move) {
        self.cover(mv, Some(self.turn));
        self.turn = !self.turn;
    }

    fn undo(&mut self, mv: Move, (): ()) {
        self.turn = !self.turn;
        self.cover(mv, None);
    }

    fn move_space(&self) -> u32 {
        self.cells()
    }

    fn key(&self) -> u64 {
        keys::board(self.board.stones(), self.turn)
    }

    fn view(&self) -> View {
        View::Board(self.board.clone())
    }

    fn set_up(&self, view: &View, to_move: Option<Side>) -> Result<Self, PositionError> {
        let board = view.board()?;
        check_dominoes(board)?;
        let [first, second] = Side::BOTH.map(|side| board.count(side) / 2);
        let turn = side_in_turn(first, second, to_move)?;
        Ok(Self { board: board.clone(), turn })
    }

    fn show_move(&self, mv: Move) -> String {
        squares::show_move(mv, self.board.rows, self.board.columns)
    }

    fn read_move(&self, text: &str) -> Result<Move, NotAMove> {
        squares::read_move(text, self.board.rows, self.board.columns)
    }

    fn split_moves<'t>(&self, word: &'t str) -> Vec<&'t str> {
        squares::split(word)
    }

    fn why_illegal(&self, mv: Move) -> String {
        let reason = match (mv, self.domino(mv), self.turn) {
            (Move::PASS, ..) => "nobody may pass",
            (Move(cell), ..) if cell >= self.cells() => "there is no such square",
            (_, None, Side::First) => "an upright domino would stick out at the bottom",
            (_, None, Side::Second) => "a flat domino would stick out at the right",
            (Move(cell), ..) if self.board.cells[cell as usize].is_some() => "the square is taken",
            (.., Side::First) => "the square below is taken",
            (.., Side::Second) => "the square to the right is taken",
        };
        reason.to_owned()
    }

    fn symmetries(&self) -> u8 {
        4 // Rows and columns cannot be swapped, even on a square: dominoes would turn.
    }

    fn map_move(&self, mv: Move, symmetry: u8) -> Move {
        let cells = self.domino(mv).expect("a move that is mapped lies on the board");
        let [one, other] = cells.map(|cell| self.map_cell(cell, symmetry));
        Move(one.min(other))
    }

    fn key_under(&self, symmetry: u8) -> u64 {
        let stones = self.board.stones();
        keys::board(stones.map(|(cell, side)| (self.map_cell(cell, symmetry), side)), self.turn)
    }

    fn last_cells(&self, last: Move) -> Vec<u32> {
        domino(&self.board, !self.turn, last.0).into_iter().flatten().collect()
    }
}

fn main() {
    let mut rng = rand::rngs::Xoshiro256PlusPlus::seed_from_u64(1);
    let played = mossa_kernel::playout(Spec { rows: 4, columns: 4 }.start(), &mut rng);
    println!("{} after {} moves", played.outcome, played.moves);
}

#[cfg(test)]
mod tests {
    use mossa_kernel::{perft, suite};
    use proptest::prelude::*;

    use super::*;

    fn start(rows: u32, columns: u32) -> Domineering {
        Spec { rows, columns }.start()
    }

    fn refusal(diagram: &str) -> String {
        start(3, 3).read_diagram(diagram).unwrap_err().to_string()
    }

    proptest! {
        #[test]
        fn keeps_the_rules(rows in 1..8_u32, columns in 1..8_u32, choices: [u16; 32]) {
            suite::check_walk(&start(rows, columns), &choices);
        }
    }

    #[test]
    fn keeps_the_rules_on_the_largest_board() {
        suite::check_walk(&start(20, 20), &[7; 32]);
    }

    #[test]
    fn random_moves_are_uniform() {
        suite::UniformThroughout.visit(start(5, 4));
    }

    #[test]
    fn known_counts() {
        // Counted by a program of its own, on sets of cells.
        for (depth, count) in [(0, 1), (1, 6), (2, 20), (3, 44), (4, 44), (5, 44)] {
            assert_eq!(perft(&start(3, 3), depth), count, "{depth}");
        }
    }

    #[test]
    fn whoever_is_stuck_loses() {
        let mut game = mossa_kernel::Game::new(start(2, 2));
        game.play_text("a1").unwrap();
        assert_eq!(game.outcome(), Some(Outcome::win(Side::First, Reason::Stuck)));
    }

    #[test]
    fn impossible_diagrams_are_refused() {
        assert!(refusal("X../.../... O").contains("the X on a1 is half a domino"));
        assert!(refusal("OO./X../... X").contains("the X on a2 is half a domino"));
        assert!(refusal("XX./XX./... X").contains("2 X and 0 O cannot come"));
        assert!(refusal("X../X../... X").contains("it is O's move"));
    }
}
