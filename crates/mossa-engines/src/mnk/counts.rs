//! How many windows through a cell miss how many stones: what can be forced there.

use mossa_kernel::Side;

/// How many live windows of each side through a cell, in one direction, miss 1, 2, 3 and 4 stones:
/// one byte each, the second side's above the first's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts(u64);

/// The number of missing stones up to which windows are counted.
const COUNTED: usize = 4;

/// What a stone forces on a free cell: two bits for each side, whether it makes a five, and a four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Forces(u8);

/// How much windows count for a move in a chain, by how many stones they miss.
const URGES: [u32; COUNTED] = [64, 16, 4, 1];

impl Counts {
    /// A live window of the first side that misses so many stones.
    pub(super) fn one(missing: usize) -> Self {
        Self(if (1..=COUNTED).contains(&missing) { 1 << (8 * (missing - 1)) } else { 0 })
    }

    /// The windows of both sides together, each side's counted as if it were the first.
    #[inline]
    pub(super) fn of_both([first, second]: [Self; 2]) -> Self {
        Self(first.0.wrapping_add(second.0 << 32))
    }

    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    #[inline]
    pub(super) fn minus(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    /// So many times as many windows.
    pub(super) fn times(self, factor: usize) -> Self {
        Self(self.0.wrapping_mul(factor as u64))
    }

    #[inline]
    pub(super) fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// How many live windows of a side miss so many stones.
    #[inline]
    pub(super) fn number(self, missing: usize, side: Side) -> u8 {
        self.of(side).to_le_bytes()[missing - 1]
    }

    /// What a stone of each side forces.
    #[inline]
    pub(super) fn forces(self) -> Forces {
        let bit = |missing, side| u8::from(self.number(missing, side) > 0);
        let both = |side| bit(1, side) | bit(2, side) << 1;
        Forces(both(Side::First) | both(Side::Second) << 2)
    }

    /// A sum over a side's windows, those that miss fewer stones counting more.
    #[inline]
    pub(super) fn urge(self, side: Side) -> u32 {
        let counts = self.of(side).to_le_bytes();
        counts.into_iter().zip(URGES).map(|(count, urge)| u32::from(count) * urge).sum()
    }

    #[inline]
    fn of(self, side: Side) -> u32 {
        (self.0 >> (32 * side.index())) as u32
    }
}

impl Forces {
    /// What either forces.
    #[inline]
    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a stone of `side` makes a five.
    #[inline]
    pub(super) fn has_five(self, side: Side) -> bool {
        self.0 >> (2 * side.index()) & 1 == 1
    }

    /// Whether a window misses two stones of `side`, so that one of them makes a four.
    #[inline]
    pub(super) fn has_four(self, side: Side) -> bool {
        self.0 >> (2 * side.index()) & 2 == 2
    }
}
