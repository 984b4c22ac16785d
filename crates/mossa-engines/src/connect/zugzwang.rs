//! Who runs out of harmless moves.
//!
//! A cell where somebody could complete a line poisons the cell below it: whoever fills that one
//! lets the other side have the cell above. Late in the game everything else is filled, and the
//! side to move must choose its poison. Below a cell where only it could win, it merely gives up
//! that threat (its opponent must answer on it), and the cells above come into play; below one
//! where its opponent wins, it loses.
//!
//! This is a small game of its own, and here it is played out, under the belief that nobody gains
//! new threats: exact where threats are all that is left, a guess before.

use mossa_kernel::keys::mix;

/// How many positions of the small game are looked at before it counts as undecided.
const MOST_LOOKS: u32 = 32;

/// Where lines could be completed, column by column.
pub(super) trait Threats {
    /// The height of the columns.
    fn rows(&self) -> u32;

    /// The lowest cell of a column, from this height on, where anybody could complete a line.
    fn next(&self, column: u32, from: u32) -> Option<u32>;

    /// Whether the side to move and whether its opponent could complete a line on a cell; cells
    /// above the board may be asked about.
    fn wins(&self, column: u32, height: u32) -> [bool; 2];
}

/// The small game: in each column with threats, all is filled up to below the poisoned cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Endgame {
    /// Columns, each with the height of its lowest threat.
    columns: Vec<(u32, u32)>,
    looks: u32,
    /// What came out before, each with the key of the columns: from move to move little changes.
    known: Vec<(u64, i32)>,
}

/// How many results are remembered.
const MOST_KNOWN: usize = 1 << 11;

impl Endgame {
    /// Begins anew, without columns.
    pub(super) fn clear(&mut self) {
        self.columns.clear();
        self.looks = 0;
    }

    /// Adds a column, with the height of its lowest threat.
    pub(super) fn add(&mut self, column: u32, lowest: u32) {
        self.columns.push((column, lowest));
    }

    /// As [`settle`](Self::settle), but remembers what came out: the key says all about the columns.
    #[inline]
    pub(super) fn settle_once(&mut self, threats: &impl Threats, stuck: usize, key: u64) -> i32 {
        if self.columns.is_empty() {
            return 0;
        }
        self.known.resize(MOST_KNOWN, (0, 0));
        let key = mix(key ^ stuck as u64);
        let place = key as usize % MOST_KNOWN;
        if self.known[place].0 != key {
            self.known[place] = (key, self.settle(threats, stuck));
        }
        self.known[place].1
    }

    /// Who wins when side `stuck` is to move: 1 for that side, -1 for its opponent, 0 for nobody.
    /// Sides are numbered as in [`Threats::wins`].
    pub(super) fn settle(&mut self, threats: &impl Threats, stuck: usize) -> i32 {
        if self.columns.is_empty() || self.looks >= MOST_LOOKS {
            return 0;
        }
        self.looks += 1;
        // With nothing to give up it must let its opponent win.
        let mut best = -1;
        for index in 0..self.columns.len() {
            let (column, height) = self.columns[index];
            let wins = threats.wins(column, height);
            if wins[stuck] && !wins[1 - stuck] {
                best = best.max(self.give_up(threats, stuck, index));
                if best == 1 {
                    break;
                }
            }
        }
        best
    }

    /// What comes of it when side `stuck` gives up its threat in a column, for that side.
    fn give_up(&mut self, threats: &impl Threats, stuck: usize, index: usize) -> i32 {
        let (column, lowest) = self.columns[index];
        // The cell below the threat and the threat itself are filled; then what must be answered is.
        let (mut mover, mut height) = (stuck, lowest + 1);
        loop {
            let wins = threats.wins(column, height);
            if wins[mover] {
                return if mover == stuck { 1 } else { -1 };
            }
            if !wins[1 - mover] {
                break;
            }
            (mover, height) = (1 - mover, height + 1);
        }
        let next = threats.next(column, height);
        let harmless = next.map_or(threats.rows(), |next| next - 1) - height;
        let next_stuck = if harmless.is_multiple_of(2) { mover } else { 1 - mover };
        match next {
            Some(next) => self.columns[index].1 = next,
            None => _ = self.columns.swap_remove(index),
        }
        let value = self.settle(threats, next_stuck);
        // Back to how it was.
        if next.is_some() {
            self.columns[index].1 = lowest;
        } else {
            self.columns.push((column, lowest));
            let last = self.columns.len() - 1;
            self.columns.swap(index, last);
        }
        if next_stuck == stuck { value } else { -value }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

    use super::*;

    /// Columns of cells, from the bottom up, each with who wins there.
    #[derive(Debug)]
    struct Board {
        columns: Vec<Vec<[bool; 2]>>,
        rows: u32,
    }

    impl Threats for Board {
        fn rows(&self) -> u32 {
            self.rows
        }

        fn next(&self, column: u32, from: u32) -> Option<u32> {
            (from..self.rows).find(|&height| self.wins(column, height) != [false; 2])
        }

        fn wins(&self, column: u32, height: u32) -> [bool; 2] {
            self.columns[column as usize].get(height as usize).copied().unwrap_or_default()
        }
    }

    /// What the small game says about a board whose columns are all empty, with side 0 to move.
    fn outlook(board: &Board) -> i32 {
        let mut endgame = Endgame::default();
        let mut harmless = 0;
        for column in 0..board.columns.len() as u32 {
            match board.next(column, 1) {
                Some(lowest) => {
                    endgame.add(column, lowest);
                    harmless += lowest - 1;
                }
                None => harmless += board.rows,
            }
        }
        let stuck = (harmless % 2) as usize;
        let value = endgame.settle(board, stuck);
        if stuck == 0 { value } else { -value }
    }

    /// The game with all its moves: stones are put on top of columns until somebody wins.
    fn play_out(
        board: &Board,
        heights: &mut Vec<u32>,
        mover: usize,
        known: &mut HashMap<(Vec<u32>, usize), i32>,
    ) -> i32 {
        if let Some(&value) = known.get(&(heights.clone(), mover)) {
            return value;
        }
        let mut best = None;
        for column in 0..heights.len() {
            let height = heights[column];
            if height == board.rows {
                continue;
            }
            let value = if board.wins(column as u32, height)[mover] {
                1
            } else {
                heights[column] += 1;
                let value = -play_out(board, heights, 1 - mover, known);
                heights[column] -= 1;
                value
            };
            best = best.max(Some(value));
        }
        let best = best.unwrap_or(0);
        known.insert((heights.clone(), mover), best);
        best
    }

    /// On an empty board of six rows, each threat in a column of its own: the heights of those of the
    /// side to move, and of its opponent.
    fn with_threats(ours: &[usize], theirs: &[usize]) -> i32 {
        let mut columns = vec![vec![[false; 2]; 6]; 7];
        for (column, (side, &height)) in
            columns.iter_mut().zip(ours.iter().map(|h| (0, h)).chain(theirs.iter().map(|h| (1, h))))
        {
            column[height - 1][side] = true;
        }
        outlook(&Board { columns, rows: 6 })
    }

    #[test]
    fn the_rules_of_thumb_of_connect_four() {
        assert_eq!(with_threats(&[], &[]), 0);
        assert_eq!(with_threats(&[3], &[]), 1, "the first player's odd threat wins");
        assert_eq!(with_threats(&[2], &[]), 0, "its even threat does not");
        assert_eq!(with_threats(&[], &[2]), -1, "the second player's even threat wins");
        assert_eq!(with_threats(&[], &[3]), 0, "its odd threat does not");
        assert_eq!(with_threats(&[3], &[2]), 1, "an odd threat beats an even one");
        assert_eq!(with_threats(&[3], &[3]), 0, "odd threats cancel each other");
        assert_eq!(with_threats(&[3, 5], &[3]), 1, "one more odd threat wins");
        assert_eq!(with_threats(&[3], &[3, 2]), -1, "with odd threats gone, even ones win");
    }

    /// A few columns with threats here and there, none of them in reach.
    fn random_board(rng: &mut Xoshiro256PlusPlus) -> Board {
        let (rows, n) = (rng.random_range(2..7_u32), rng.random_range(1..5_usize));
        let mut columns = vec![vec![[false; 2]; rows as usize]; n];
        for _ in 0..rng.random_range(0..5) {
            let height = rng.random_range(1..rows) as usize;
            let who = rng.random_range(0..3);
            let cell = &mut columns[rng.random_range(0..n)][height];
            cell[0] |= who != 1;
            cell[1] |= who != 0;
        }
        Board { columns, rows }
    }

    /// It is not always so: where both sides have threats one above the other, whoever moves first
    /// wins, and need not wait until all else is filled.
    #[test]
    fn it_ends_as_the_whole_game_does() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let n_boards = 5000;
        let n_right = (0..n_boards)
            .filter(|_| {
                let board = random_board(&mut rng);
                let heights = &mut vec![0; board.columns.len()];
                outlook(&board) == play_out(&board, heights, 0, &mut HashMap::new())
            })
            .count();
        assert!(n_right * 1000 >= n_boards * 995, "{n_right} of {n_boards}");
    }
}
