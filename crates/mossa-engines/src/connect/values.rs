//! What windows are worth, by direction, stones and free cells.

use std::ops::{AddAssign, SubAssign};

use mossa_games::connect::Spec;

use super::{params::RoleWorth, shape::DIRECTIONS};

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

/// What live windows of one side come to.
#[derive(Clone, Debug)]
pub(super) struct Values {
    /// For each direction, by number of stones and number of free odd cells.
    tables: [Vec<Sum>; 4],
    /// How many entries a number of stones has.
    stride: usize,
}

impl Values {
    /// For the leader, or its opponent.
    pub(super) fn new(spec: Spec, role: &RoleWorth, is_leader: bool) -> Self {
        let run = spec.run();
        let table = |direction: usize| {
            let (right, up) = DIRECTIONS[direction];
            let entry = move |stones: u32, odd_free: u32| {
                let missing = run - stones;
                let hoped_for = if is_leader { odd_free } else { missing.saturating_sub(odd_free) };
                let is_claimed = right > 0 && missing > 0 && hoped_for == missing;
                // An empty window belongs to both sides, and so to neither.
                let worth =
                    if stones == 0 { 0 } else { role.window((right, up), missing, odd_free) };
                Sum::new(worth, is_claimed.into())
            };
            (0..=run).flat_map(|stones| (0..=run).map(move |odd| entry(stones, odd))).collect()
        };
        Self { tables: std::array::from_fn(table), stride: run as usize + 1 }
    }

    /// What a window comes to.
    #[inline]
    pub(super) fn of(&self, direction: usize, stones: u8, odd_free: u8) -> Sum {
        self.tables[direction][usize::from(stones) * self.stride + usize::from(odd_free)]
    }
}
