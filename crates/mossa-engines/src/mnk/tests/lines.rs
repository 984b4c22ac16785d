//! All that is kept up to date, counted anew.

use std::collections::BTreeSet;

use mossa_games::mnk::Spec;
use mossa_kernel::{Side, keys};
use proptest::prelude::*;

use super::{
    super::{
        lines::{Fours, Lines},
        weights::{self, Weights},
    },
    any_spec, spec,
};

/// Down and to the right.
const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// Stones by row and column, and whose they are.
struct Twin {
    spec: Spec,
    owners: Vec<Option<Side>>,
}

/// A window with its cells, and what is on the cells before and behind it.
struct Place {
    cells: Vec<u32>,
    ends: [Option<Side>; 2],
}

impl Twin {
    fn new(spec: Spec) -> Self {
        Self { spec, owners: vec![None; (spec.rows() * spec.columns()) as usize] }
    }

    /// The cell `step` cells away in a direction; `None` off the board.
    fn at(&self, row: u32, column: u32, step: i32, (down, right): (i32, i32)) -> Option<u32> {
        let row = row.checked_add_signed(step * down).filter(|&row| row < self.spec.rows())?;
        let column = column.checked_add_signed(step * right)?;
        (column < self.spec.columns()).then(|| row * self.spec.columns() + column)
    }

    fn owner(&self, cell: Option<u32>) -> Option<Side> {
        self.owners[cell? as usize]
    }

    fn places(&self) -> Vec<Place> {
        let run = self.spec.run().cast_signed();
        let mut places = Vec::new();
        for row in 0..self.spec.rows() {
            for column in 0..self.spec.columns() {
                for direction in DIRECTIONS {
                    let at = |step| self.at(row, column, step, direction);
                    let cells: Option<Vec<u32>> = (0..run).map(at).collect();
                    let ends = [self.owner(at(-1)), self.owner(at(run))];
                    places.extend(cells.map(|cells| Place { cells, ends }));
                }
            }
        }
        places
    }

    fn live(&self, side: Side) -> Vec<Place> {
        let mut places = self.places();
        places.retain(|place| {
            let is_open = place.cells.iter().all(|&cell| self.owner(Some(cell)) != Some(!side));
            is_open && !(self.spec.is_exact() && place.ends.contains(&Some(side)))
        });
        places
    }

    fn free(&self, place: &Place) -> Vec<u32> {
        place.cells.iter().copied().filter(|&cell| self.owner(Some(cell)).is_none()).collect()
    }

    /// The cells where `side` completes a line, by the rules alone.
    fn fives(&self, side: Side) -> BTreeSet<u32> {
        let with_one = |place: &Place| self.free(place).len() == 1;
        self.live(side).iter().filter(|it| with_one(it)).flat_map(|it| self.free(it)).collect()
    }

    fn fours_by(&mut self, cell: u32, side: Side) -> Fours {
        let before = self.fives(side);
        self.owners[cell as usize] = Some(side);
        let after = self.fives(side);
        self.owners[cell as usize] = None;
        let new: Vec<u32> = after.difference(&before).copied().collect();
        match new[..] {
            [] => Fours::None,
            [one] => Fours::One(one),
            [one, other] => Fours::Two(one, other),
            _ => Fours::Many,
        }
    }
}

/// The cells of a double four in order.
fn in_order(fours: Fours) -> Fours {
    match fours {
        Fours::Two(one, other) => Fours::Two(one.min(other), one.max(other)),
        fours => fours,
    }
}

/// What is kept up to date whatever way stones are placed: fives, fours and what a chain goes by.
fn check_threats(lines: &Lines, twin: &Twin) {
    for side in Side::BOTH {
        assert!(lines.fives(side).iter().eq(twin.fives(side)), "fives of {side}");
        // How many windows through each cell miss so many stones.
        let mut counts = vec![[0; 5]; twin.owners.len()];
        let mut fours = BTreeSet::new();
        for place in twin.live(side) {
            let free = twin.free(&place);
            if (1..=4).contains(&free.len()) {
                place.cells.iter().for_each(|&cell| counts[cell as usize][free.len()] += 1);
            }
            if free.len() == 2 {
                fours.extend(free);
            }
        }
        assert!(lines.fours(side).iter().eq(fours), "fours of {side}");
        let counts = (0..).zip(counts).filter(|&(cell, _)| lines.is_free(cell));
        for (cell, [_, one, two, three, four]) in counts {
            assert_eq!(lines.fours_at(cell, side), two, "{cell} {side}");
            assert_eq!(lines.urge(cell, side), 64 * one + 16 * two + 4 * three + four);
        }
    }
}

fn check(lines: &Lines, twin: &mut Twin) {
    check_threats(lines, twin);
    let run = twin.spec.run() as usize;
    let cells = twin.owners.len() as u32;
    let (promises, worths) = (Weights::default().promises(run), Weights::default().worths(run));
    let stones = (0..cells).filter_map(|cell| Some((cell, twin.owner(Some(cell))?)));
    let key = keys::board(stones.clone(), Side::First) ^ keys::to_move(Side::First);
    assert_eq!(lines.key(), key);
    assert_eq!(lines.stones() as usize, stones.count());
    for side in Side::BOTH {
        let live = twin.live(side);
        let count = |place: &Place| run - twin.free(place).len();
        let mut sums = vec![0; cells as usize];
        for place in &live {
            for &cell in &place.cells {
                sums[cell as usize] += promises[count(place)];
            }
        }
        for cell in 0..cells {
            assert_eq!(lines.owner(cell), twin.owner(Some(cell)));
            if lines.is_free(cell) {
                let promise = lines.promises(cell).of(side);
                assert_eq!(promise, sums[cell as usize], "cell {cell} {side}");
            }
        }
        assert_eq!(lines.worth(side), live.iter().map(|it| worths[count(it)]).sum::<i32>());
        assert_eq!(lines.has_hope(side), !live.is_empty());
        for cell in lines.fours(side).iter() {
            let has_five = !lines.fives(side).is_empty();
            let expected = twin.fours_by(cell, side);
            // Beside a five, the same completing cell may not be new.
            if !has_five {
                assert_eq!(in_order(lines.fours_by(cell, side)), expected, "{cell} {side}");
            }
        }
    }
}

/// The cells near stones are those at most two away from one, counted anew.
fn check_near(lines: &Lines, twin: &Twin) {
    let spec = twin.spec;
    // As far as a stone matters to lines.
    let farthest = if spec.is_exact() { spec.run() } else { spec.run() - 1 };
    let farthest = farthest.min(weights::NEAR as u32).cast_signed();
    let mut expected = BTreeSet::new();
    for cell in (0..twin.owners.len() as u32).filter(|&cell| twin.owner(Some(cell)).is_some()) {
        let (row, column) = (cell / spec.columns(), cell % spec.columns());
        for direction in DIRECTIONS {
            for step in (-farthest..=farthest).filter(|&step| step != 0) {
                expected.extend(twin.at(row, column, step, direction));
            }
        }
    }
    expected.retain(|&cell| twin.owner(Some(cell)).is_none());
    let mut near = Vec::new();
    lines.each_free_near(|cell| near.push(cell));
    assert!(near.into_iter().eq(expected));
}

/// Walks at random, takes steps back at random, and compares.
fn walk(spec: Spec, choices: &[u16]) {
    let (mut lines, mut twin) = (Lines::new(spec, &Weights::default()), Twin::new(spec));
    check(&lines, &mut twin);
    let mut history: Vec<(u32, Side)> = Vec::new();
    for &choice in choices {
        let free: Vec<u32> = (0..lines.cells()).filter(|&cell| lines.is_free(cell)).collect();
        let goes_back = choice % 4 == 0 || free.is_empty();
        match history.last().copied().filter(|_| goes_back) {
            Some((cell, side)) => {
                lines.remove(cell, side);
                twin.owners[cell as usize] = None;
                history.pop();
            }
            None if !free.is_empty() => {
                // Any stones of any side: more than the rules allow.
                let cell = free[usize::from(choice / 8) % free.len()];
                let side = Side::BOTH[usize::from(choice / 4 % 2)];
                lines.place(cell, side);
                twin.owners[cell as usize] = Some(side);
                history.push((cell, side));
            }
            None => {}
        }
        check(&lines, &mut twin);
        check_near(&lines, &twin);
    }
    while let Some((cell, side)) = history.pop() {
        lines.remove(cell, side);
    }
    check(&lines, &mut Twin::new(spec));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn what_is_kept_equals_what_is_counted_anew(spec in any_spec(9), choices: [u16; 32]) {
        walk(spec, &choices);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn on_larger_boards_too(choices: [u16; 16], exact: bool) {
        let rule = if exact { ",exact" } else { "" };
        for size in ["15,15,5", "1,70,8", "70,2,3", "20,11,11"] {
            walk(spec(&format!("{size}{rule}")), &choices);
        }
    }
}

/// Places stones quickly on top of others, and takes them away again.
fn walk_quickly(spec: Spec, choices: &[u16]) {
    let (mut lines, mut twin) = (Lines::new(spec, &Weights::default()), Twin::new(spec));
    let (slow, quick) = choices.split_at(choices.len() / 2);
    let mut stones = Vec::new();
    for (index, &choice) in choices.iter().enumerate() {
        let free: Vec<u32> = (0..lines.cells()).filter(|&cell| lines.is_free(cell)).collect();
        if free.is_empty() {
            break;
        }
        let cell = free[usize::from(choice / 2) % free.len()];
        let side = Side::BOTH[usize::from(choice % 2)];
        if index < slow.len() {
            lines.place(cell, side);
        } else {
            lines.place_quickly(cell, side);
            stones.push((cell, side));
        }
        twin.owners[cell as usize] = Some(side);
        check_threats(&lines, &twin);
    }
    assert!(stones.len() <= quick.len());
    for (cell, side) in stones.into_iter().rev() {
        lines.remove_quickly(cell, side);
        twin.owners[cell as usize] = None;
        check_threats(&lines, &twin);
    }
    check(&lines, &mut twin);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn quick_stones_threaten_like_others(spec in any_spec(8), choices: [u16; 24]) {
        walk_quickly(spec, &choices);
    }
}

/// The largest boards: nothing overflows, and all is as it was when the stones are gone.
#[test]
fn the_largest_boards_are_kept() {
    for parameters in ["200,200,5", "200,200,200", "200,200,100,exact", "200,200,1", "1,200,200"] {
        let mut lines = Lines::new(spec(parameters), &Weights::default());
        let before: Vec<_> = (0..lines.cells()).map(|cell| lines.promises(cell)).collect();
        let stones: Vec<(u32, Side)> = (0..150)
            .map(|number| (number * 7_919 % lines.cells(), Side::BOTH[number as usize / 3 % 2]))
            .collect();
        for &(cell, side) in &stones {
            lines.place(cell, side);
        }
        for &(cell, side) in stones.iter().rev() {
            lines.remove(cell, side);
        }
        assert_eq!(lines.stones(), 0);
        let after: Vec<_> = (0..lines.cells()).map(|cell| lines.promises(cell)).collect();
        assert!(before == after, "{parameters}");
    }
}
