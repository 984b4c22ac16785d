//! What windows are worth, by direction, stones and free cells.

use std::ops::{AddAssign, SubAssign};

use mossa_games::connect::Spec;

use super::{params::Params, shape::DIRECTIONS, worth::Missing};

/// What some windows of one side are worth together, and how many of them are its own by right:
/// two numbers in one, so that both are added at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum(i64);

impl AddAssign for Sum {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Sum {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Sum {
    fn new(worth: i32, claimed: u32) -> Self {
        Self((i64::from(claimed) << 32) + i64::from(worth))
    }

    /// What they are worth, in parts of a unit.
    #[inline]
    pub(super) fn worth(self) -> i32 {
        self.0 as i32
    }

    /// How many have free cells only such as their side may hope to get, filling columns in turn.
    #[inline]
    pub(super) fn claimed(self) -> u32 {
        ((self.0 - i64::from(self.worth())) >> 32).cast_unsigned() as u32
    }
}

/// In longer lines nobody looks for what a side may hope for.
pub(super) const LONGEST_HOPED: u32 = u16::BITS;

/// Which of its free cells a window makes threats, or would if its side got what it may hope for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gaps {
    /// None of them.
    Idle,
    /// Its only one, now.
    Threat,
    /// The one that its side may not hope to get.
    Unhoped,
    /// Each of them, if its side gets the others.
    Any,
}

/// What is known about all windows with so many stones and free cells of either kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub(super) sum: Sum,
    pub(super) gaps: Gaps,
}

/// What live windows of one side come to.
#[derive(Clone, Debug)]
pub(super) struct Values {
    /// For each direction, by number of stones and number of free odd cells.
    tables: [Vec<Kind>; 4],
    /// How many entries a number of stones has.
    stride: usize,
}

impl Values {
    /// For the leader, or its opponent.
    pub(super) fn new(spec: Spec, params: &Params, is_leader: bool) -> Self {
        let run = spec.run();
        let (role, most_hoped) = (&params.roles[usize::from(!is_leader)], params.most_hoped);
        let table = |direction: usize| {
            let (right, up) = DIRECTIONS[direction];
            let entry = move |stones: u32, odd_free: u32| {
                let missing = run - stones;
                let hoped_for = if is_leader { odd_free } else { missing.saturating_sub(odd_free) };
                let is_claimed = right > 0 && missing > 0 && hoped_for == missing;
                // An empty window belongs to both sides, and so to neither.
                let cells = Missing { cells: missing, odd: odd_free, hoped: hoped_for };
                let worth = if stones == 0 { 0 } else { role.windows.of((right, up), cells) };
                let gaps = match (missing, missing.saturating_sub(hoped_for)) {
                    (1, _) => Gaps::Threat,
                    _ if right == 0 || stones == 0 || run > LONGEST_HOPED => Gaps::Idle,
                    (2.., 0) if missing <= most_hoped => Gaps::Any,
                    (2.., 1) if missing <= most_hoped => Gaps::Unhoped,
                    _ => Gaps::Idle,
                };
                Kind { sum: Sum::new(worth, is_claimed.into()), gaps }
            };
            (0..=run).flat_map(|stones| (0..=run).map(move |odd| entry(stones, odd))).collect()
        };
        Self { tables: std::array::from_fn(table), stride: run as usize + 1 }
    }

    /// What a window comes to.
    #[inline]
    pub(super) fn of(&self, direction: usize, stones: u8, odd_free: u8) -> Kind {
        self.tables[direction][usize::from(stones) * self.stride + usize::from(odd_free)]
    }
}
