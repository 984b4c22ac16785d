//! The decision as the specification says it: for each cell, all groups of the board are gone
//! through again, and double threats are found by marking cells and looking for winning ones.

use mossa_kernel::{BoardView, Game, GameResult, Move, Side, Value, View};

type Place = (i64, i64);

/// A group: the way from one cell to the next, and its cells.
#[derive(Clone)]
struct Line {
    step: Place,
    places: Vec<Place>,
}

struct Twin {
    board: BoardView,
    run: u32,
    bonus: u64,
    groups: Vec<Line>,
}

/// What decided between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SettledBy {
    Key,
    OwnMarks,
    OpponentMarks,
    Order,
}

impl Twin {
    fn new(board: BoardView, run: u32, bonus: u64) -> Self {
        let mut twin = Self { board, run, bonus, groups: Vec::new() };
        let (rows, columns) = (i64::from(twin.board.rows), i64::from(twin.board.columns));
        for first in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            for step in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let places: Vec<Place> =
                    (0..i64::from(run)).map(|count| walk(first, step, count)).collect();
                if places.iter().all(|&place| twin.is_on_board(place)) {
                    twin.groups.push(Line { step, places });
                }
            }
        }
        twin
    }

    fn is_on_board(&self, (row, column): Place) -> bool {
        (0..i64::from(self.board.rows)).contains(&row)
            && (0..i64::from(self.board.columns)).contains(&column)
    }

    fn owner(board: &BoardView, (row, column): Place) -> Option<Side> {
        board.at(row.try_into().unwrap(), column.try_into().unwrap())
    }

    fn count(&self, group: &Line, side: Side) -> u64 {
        group.places.iter().filter(|&&place| Self::owner(&self.board, place) == Some(side)).count()
            as u64
    }

    /// The groups through a place without a mark of `side`'s opponent.
    fn open_groups(&self, place: Place, side: Side) -> Vec<&Line> {
        let through = self.groups.iter().filter(|group| group.places.contains(&place));
        through.filter(|group| self.count(group, !side) == 0).collect()
    }

    /// `side`'s marks inside those groups.
    fn marks(&self, place: Place, side: Side) -> u64 {
        self.open_groups(place, side).iter().map(|group| self.count(group, side)).sum()
    }

    fn helpfulness(&self, place: Place, side: Side) -> u64 {
        self.open_groups(place, side).len() as u64 + self.marks(place, side)
    }

    fn marked(board: &BoardView, (row, column): Place, side: Side) -> BoardView {
        let mut after = board.clone();
        let cell = row * i64::from(board.columns) + column;
        after.cells[usize::try_from(cell).unwrap()] = Some(side);
        after
    }

    /// Whether marking a free place of `board` completes a group, in this direction if one is given.
    fn wins(&self, board: &BoardView, place: Place, side: Side, step: Option<Place>) -> bool {
        let after = Self::marked(board, place, side);
        self.groups.iter().any(|group| {
            step.is_none_or(|step| group.step == step)
                && group.places.contains(&place)
                && group.places.iter().all(|&place| Self::owner(&after, place) == Some(side))
        })
    }

    /// Whether marking a free cell of the group leaves two different winning cells, the ones looked
    /// at being those of the group, the one just before it and the one just after it.
    fn is_double(&self, group: &Line, side: Side) -> bool {
        let is_free = |board: &BoardView, place: Place| {
            self.is_on_board(place) && Self::owner(board, place).is_none()
        };
        let mut looked_at = group.places.clone();
        looked_at.push(walk(group.places[0], group.step, -1));
        looked_at.push(walk(group.places[0], group.step, i64::from(self.run)));
        let mut free = group.places.iter().filter(|&&place| is_free(&self.board, place));
        free.any(|&place| {
            let after = Self::marked(&self.board, place, side);
            let winning = looked_at.iter().filter(|&&place| {
                is_free(&after, place) && self.wins(&after, place, side, Some(group.step))
            });
            winning.count() >= 2
        })
    }

    fn bonuses(&self, place: Place, side: Side) -> u64 {
        let groups = self.open_groups(place, side).into_iter();
        let doubles = groups
            .filter(|group| self.count(group, side) + 2 >= u64::from(self.run))
            .filter(|group| self.is_double(group, side));
        doubles.count() as u64 * self.bonus
    }

    /// The three numbers of a free place.
    fn numbers(&self, place: Place, me: Side) -> [u64; 3] {
        let key = if self.wins(&self.board, place, me, None) {
            2_000_000_000
        } else if self.wins(&self.board, place, !me, None) {
            1_000_000_000
        } else {
            [me, !me]
                .map(|side| self.helpfulness(place, side) + self.bonuses(place, side))
                .iter()
                .sum()
        };
        [key, self.marks(place, me), self.marks(place, !me)]
    }
}

fn walk((row, column): Place, (down, right): Place, count: i64) -> Place {
    (row + count * down, column + count * right)
}

/// The move, the number of each cell, and what decided between the best two.
pub(super) fn decide(game: &Game, run: u32, bonus: u64) -> (Move, Vec<(Move, Value)>, SettledBy) {
    let View::Board(board) = game.position().view() else { unreachable!() };
    let twin = Twin::new(board, run, bonus);
    let me = game.position().side_to_move();
    let columns = twin.board.columns;
    let mut all: Vec<(Move, [u64; 3])> = Vec::new();
    for cell in 0..twin.board.rows * columns {
        let place = (i64::from(cell / columns), i64::from(cell % columns));
        if Twin::owner(&twin.board, place).is_none() {
            all.push((Move(cell), twin.numbers(place, me)));
        }
    }
    let candidates = all.iter().map(|&(mv, [key, ..])| match key {
        2_000_000_000 => (mv, Value::exact(GameResult::Win, Some(1))),
        _ => (mv, Value::score(f64::from(u32::try_from(key).unwrap()))),
    });
    let candidates = candidates.collect();
    // A stable sort: in a complete tie the first cell stays first.
    all.sort_by_key(|&(_, numbers)| std::cmp::Reverse(numbers));
    let settled_by = match (all[0].1, all.get(1).map(|second| second.1)) {
        (_, None) => SettledBy::Key,
        (best, Some(second)) if best[0] != second[0] => SettledBy::Key,
        (best, Some(second)) if best[1] != second[1] => SettledBy::OwnMarks,
        (best, Some(second)) if best[2] != second[2] => SettledBy::OpponentMarks,
        _ => SettledBy::Order,
    };
    (all[0].0, candidates, settled_by)
}
