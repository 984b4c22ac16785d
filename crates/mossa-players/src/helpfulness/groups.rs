//! Groups: all stretches of K cells on a line, and what they say about their free cells.
//!
//! Each group is visited once, from its first cell, in the four forward directions, and credits
//! all its free cells at once. Where several groups say something, it adds up: a mark counts once
//! for each group that it lies in, and so does a bonus.

use mossa_kernel::{BoardView, Side};

use crate::windows::DIRECTIONS;

/// What the groups of a cell add up to, for the mover (0) and the opponent (1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Credit {
    /// Groups and marks for both players, and bonuses.
    pub(super) helpfulness: u64,
    /// The player's marks in those groups that the other has no mark in.
    pub(super) marks: [u64; 2],
    /// Whether marking the cell completes a group.
    pub(super) wins_for: [bool; 2],
}

impl Credit {
    fn add(&mut self, other: &Self) {
        self.helpfulness += other.helpfulness;
        for player in 0..2 {
            self.marks[player] += other.marks[player];
            self.wins_for[player] |= other.wins_for[player];
        }
    }
}

/// A board whose groups are being visited.
pub(super) struct Groups<'b> {
    board: &'b BoardView,
    run: i32,
    players: [Side; 2],
    double_bonus: u64,
    /// One for each cell of the board.
    credits: Vec<Credit>,
}

/// A group: where it begins and how it goes on.
#[derive(Clone, Copy)]
struct Group {
    row: i32,
    column: i32,
    direction: (i32, i32),
}

impl Group {
    /// The cell so many steps behind the first one; before it, if negative.
    fn at(self, steps: i32) -> (i32, i32) {
        let (down, right) = self.direction;
        (self.row + steps * down, self.column + steps * right)
    }
}

impl<'b> Groups<'b> {
    /// A board about to be visited, for the player whose move it is.
    pub(super) fn new(board: &'b BoardView, run: u32, mover: Side, double_bonus: u64) -> Self {
        let credits = vec![Credit::default(); board.cells.len()];
        let players = [mover, !mover];
        Self { board, run: run.cast_signed(), players, double_bonus, credits }
    }

    /// What is known about a cell.
    pub(super) fn credit(&self, cell: u32) -> &Credit {
        &self.credits[cell as usize]
    }

    /// Visits every group; `false` when `is_spent` said, between two rows, that time is up.
    pub(super) fn visit_all(&mut self, is_spent: impl Fn() -> bool) -> bool {
        for row in 0..self.board.rows.cast_signed() {
            if is_spent() {
                return false;
            }
            for column in 0..self.board.columns.cast_signed() {
                for direction in DIRECTIONS {
                    let group = Group { row, column, direction };
                    if self.cell(group.at(self.run - 1)).is_some() {
                        self.visit(group);
                    }
                }
            }
        }
        true
    }

    /// Credits the free cells of a group.
    fn visit(&mut self, group: Group) {
        let counts = self.count_marks(group);
        if counts.iter().all(|&count| count > 0) {
            return;
        }
        let credit = self.credit_of(group, counts);
        for cell in self.cells(group) {
            if self.board.cells[cell].is_none() {
                self.credits[cell].add(&credit);
            }
        }
    }

    /// How many marks of each player a group has.
    fn count_marks(&self, group: Group) -> [i32; 2] {
        let mut counts = [0; 2];
        for cell in self.cells(group) {
            if let Some(owner) = self.board.cells[cell] {
                counts[usize::from(owner != self.players[0])] += 1;
            }
        }
        counts
    }

    /// What a group with so many marks of each player gives to each of its free cells.
    fn credit_of(&self, group: Group, counts: [i32; 2]) -> Credit {
        let mut credit = Credit::default();
        for player in 0..2 {
            if counts[1 - player] > 0 {
                continue;
            }
            let marks = u64::from(counts[player].cast_unsigned());
            credit.helpfulness += 1 + marks;
            credit.marks[player] = marks;
            // What is not marked is free. A group with one free cell is won by marking it, which
            // is above every bonus; so only groups with two are looked at for double threats.
            let free = self.run - counts[player];
            credit.wins_for[player] = free == 1;
            if free == 2 && self.is_double(group, self.players[player]) {
                credit.helpfulness += self.double_bonus;
            }
        }
        credit
    }

    /// Whether a player who has all of a group but two free cells can, by marking one of them,
    /// leave two different cells on this line that win at once.
    ///
    /// The other free cell of the group, `stays`, is always one of them. The second can only be the
    /// cell just before the group or just behind it: it must be free, and the marks between it and
    /// `stays`, those beyond it and itself must be K or more. (A cell that wins on another line
    /// wins already, and is above every bonus.)
    ///
    /// ```text
    ///   K = 4    . [X X . .] .    mark the third: `. X X X . .` wins before the group and in it
    ///   K = 5    . [X . X . X] . X    mark the fourth: `. X . X X X . X` wins in it and behind it
    ///   K = 4    O [X X . .] O    whatever is marked, the only other cell is in the group
    /// ```
    fn is_double(&self, group: Group, side: Side) -> bool {
        let is_free_in = |step: &i32| self.is_free(group.at(*step));
        let is_free_before = self.is_free(group.at(-1));
        let is_free_behind = self.is_free(group.at(self.run));
        (is_free_before || is_free_behind)
            && (0..self.run).filter(is_free_in).any(|stays| {
                let needed_before = self.run - 1 - stays;
                let needed_behind = stays;
                is_free_before && self.has_marks(group, -2, -1, needed_before, side)
                    || is_free_behind && self.has_marks(group, self.run + 1, 1, needed_behind, side)
            })
    }

    /// Whether so many cells in a row, from `step` on in steps of `by`, are marked by `side`.
    fn has_marks(&self, group: Group, step: i32, by: i32, count: i32, side: Side) -> bool {
        (0..count).all(|index| self.owner(group.at(step + index * by)) == Some(side))
    }

    /// The numbers of a group's cells.
    fn cells(&self, group: Group) -> impl Iterator<Item = usize> + use<> {
        let columns = self.board.columns.cast_signed();
        let (down, right) = group.direction;
        let first = group.row * columns + group.column;
        let stride = down * columns + right;
        (0..self.run).map(move |step| (first + step * stride).cast_unsigned() as usize)
    }

    /// The number of a cell; `None` off the board.
    fn cell(&self, (row, column): (i32, i32)) -> Option<usize> {
        let (row, column) = (row.cast_unsigned(), column.cast_unsigned());
        // What is above or left of the board has become a huge number.
        let is_on_board = row < self.board.rows && column < self.board.columns;
        is_on_board.then(|| (row * self.board.columns + column) as usize)
    }

    fn owner(&self, place: (i32, i32)) -> Option<Side> {
        self.board.cells[self.cell(place)?]
    }

    fn is_free(&self, place: (i32, i32)) -> bool {
        self.cell(place).is_some_and(|cell| self.board.cells[cell].is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of cells; the square brackets enclose the group that is asked about.
    fn is_double(row: &str) -> bool {
        let cells: Vec<char> = row.chars().filter(|cell| !"[]".contains(*cell)).collect();
        let first = row.find('[').unwrap();
        let run = row.find(']').unwrap() - first - 1;
        let board = BoardView::new(1, cells.len() as u32, |cell| match cells[cell as usize] {
            'X' => Some(Side::First),
            'O' => Some(Side::Second),
            _ => None,
        });
        let group = Group { row: 0, column: i32::try_from(first).unwrap(), direction: (0, 1) };
        Groups::new(&board, run as u32, Side::Second, 1).is_double(group, Side::First)
    }

    /// Rows, and whether X can make a double threat in the group.
    const ROWS: &[(&str, bool)] = &[
        (".[XX..].", true),
        (".[.XX.].", true),
        (".[..XX].", true),
        (".[X.X.].", true),
        (".[.X.X].", true),
        (".[X..X].", false),
        ("[XX..].", false),
        ("[.XX.].", true),
        (".[.XX.]", true),
        ("[.XX.]", false),
        ("O[XX..]O", false),
        ("O[.XX.].", true),
        ("O[.XX.]O", false),
        (".[XX..]O", true),
        ("O[XX..].", false),
        // A mark beyond the end helps.
        (".[X.X.X].X", true),
        ("X.[X.X.X].", true),
        ("O[X.X.X].O", false),
        (".[X..XX].X", true),
        (".[XX..X].X", false),
        (".[XX..X].XX", true),
        (".[XX..X].XO", false),
        // Two in a row: an empty group will do.
        (".[..].", true),
        ("[..].", true),
        ("[..]", false),
        ("O[..]O", false),
    ];

    #[test]
    fn double_threats() {
        for &(row, expected) in ROWS {
            assert_eq!(is_double(row), expected, "{row}");
            let turned = |cell| match cell {
                '[' => ']',
                ']' => '[',
                other => other,
            };
            let mirrored: String = row.chars().rev().map(turned).collect();
            assert_eq!(is_double(&mirrored), expected, "{mirrored}");
        }
    }
}
