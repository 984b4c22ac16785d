//! What a move looks like to somebody who sees only what it does for their own side: how beginners judge.

use mossa_games::GameSpec;
use mossa_kernel::{BoardView, Game, Move, Side, View};

use super::belief;

/// The chance to win that a stone seems to offer which stands alone.
const ALONE: f64 = 0.3;

/// The chance that a line of one's own seems to offer when it is all but complete.
const ALMOST: f64 = 0.8;

/// The directions of lines, as steps of rows and columns.
const DIRECTIONS: [(i64, i64); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// Sees what moves do for their own side.
pub(super) struct Impressions<'g> {
    game: &'g Game,
    mover: Side,
    kind: Kind,
}

enum Kind {
    /// Beginners of games with lines of so many make their own longer.
    Lines { board: BoardView, run: u32, falls: bool },
    /// Those of Othello take as many discs as they can.
    Discs,
    /// Theory decides; there is nothing to be seen.
    None,
}

impl<'g> Impressions<'g> {
    pub(super) fn new(game: &'g Game, spec: &GameSpec) -> Self {
        let lines = |run, falls| match game.position().view() {
            View::Board(board) => Kind::Lines { board, run, falls },
            View::Heaps(_) => Kind::None,
        };
        let kind = match spec {
            GameSpec::Mnk(mnk) => lines(mnk.run(), false),
            GameSpec::Connect(connect) => lines(connect.run(), true),
            GameSpec::Othello(_) => Kind::Discs,
            GameSpec::Sticks(_) => Kind::None,
        };
        Self { game, mover: game.position().side_to_move(), kind }
    }

    /// The chance to win that a legal move seems to offer; `None` where there is nothing to be seen.
    pub(super) fn of(&self, mv: Move) -> Option<f64> {
        match &self.kind {
            Kind::Lines { board, run, falls } => {
                let cell = if *falls { landing(board, mv.0)? } else { mv.0 };
                let row = i64::from(cell / board.columns);
                let column = i64::from(cell % board.columns);
                let longest = longest_through(board, row, column, self.mover).min(*run);
                let missing = f64::from(*run - longest) / f64::from(*run);
                Some(if longest == *run { 1.0 } else { ALMOST + (ALONE - ALMOST) * missing })
            }
            Kind::Discs => {
                let mut after = self.game.position().boxed_clone();
                after.play_legal(mv);
                let View::Board(board) = after.view() else { return None };
                let signs = board.stones().map(|(_, side)| if side == self.mover { 1 } else { -1 });
                Some(belief::by_discs(signs.sum()))
            }
            Kind::None => None,
        }
    }
}

/// Where a stone in this column comes to lie.
fn landing(board: &BoardView, column: u32) -> Option<u32> {
    let cells = (0..board.rows).rev().map(|row| row * board.columns + column);
    cells.into_iter().find(|&cell| board.cells[cell as usize].is_none())
}

/// The longest line of stones side by side that a stone of `side` on this cell would be part of.
fn longest_through(board: &BoardView, row: i64, column: i64, side: Side) -> u32 {
    let owner = |row: i64, column: i64| {
        let (row, column) = (u32::try_from(row).ok()?, u32::try_from(column).ok()?);
        if row < board.rows && column < board.columns { board.at(row, column) } else { None }
    };
    let reach = |down: i64, right: i64| {
        let is_ours = |step: &i64| owner(row + step * down, column + step * right) == Some(side);
        (1..i64::from(board.rows.max(board.columns))).take_while(is_ours).count() as u32
    };
    let lengths = DIRECTIONS.map(|(down, right)| 1 + reach(down, right) + reach(-down, -right));
    lengths.into_iter().max().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn impression(spec: &str, moves: &str, mv: &str) -> f64 {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = spec.start();
        game.play_text(moves).unwrap();
        let mv = game.position().read_move(mv).unwrap();
        Impressions::new(&game, &spec).of(mv).unwrap()
    }

    #[test]
    fn longer_lines_of_ones_own_look_better() {
        let look = |mv| impression("gomoku", "h8 a1 h9 a2 h10 a3", mv);
        assert!(look("h11") > look("g9") && look("g9") > look("m12"));
        // Where the other side stands does not count: that is for better players to see.
        assert!((look("a4") - look("m12")).abs() < 1e-12);
        assert!((impression("tictactoe", "a1 b1 a2 b2", "a3") - 1.0).abs() < 1e-12);
    }

    #[test]
    fn stones_fall() {
        let look = |mv| impression("connect4", "1 7 1 7 1", mv);
        assert!(look("7") > look("6"), "a third on top of two");
        assert!((look("6") - look("4")).abs() > 1e-12, "the sixth is beside the seventh");
    }

    #[test]
    fn more_discs_look_better() {
        let spec: GameSpec = "othello".parse().unwrap();
        let mut game = spec.start();
        game.play_text("f5d6c3d3c4f4f6f3e6e7").unwrap();
        let impressions = Impressions::new(&game, &spec);
        let mut seen: Vec<(f64, usize)> = Vec::new();
        for mv in game.position().moves() {
            let mut after = game.clone();
            after.play(mv).unwrap();
            let View::Board(board) = after.position().view() else { panic!("a board") };
            seen.push((impressions.of(mv).unwrap(), board.count(Side::First)));
        }
        seen.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert!(seen.is_sorted_by_key(|(_, discs)| *discs), "{seen:?}");
        assert!(seen[0].1 < seen[seen.len() - 1].1, "moves differ: {seen:?}");
    }

    #[test]
    fn sticks_all_look_alike() {
        let spec: GameSpec = "sticks:9,3".parse().unwrap();
        let game = spec.start();
        assert_eq!(Impressions::new(&game, &spec).of(game.position().moves()[0]), None);
    }
}
