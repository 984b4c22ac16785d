//! A set of cells that is quick to change and quick to walk through, on boards of any size.

/// Some cells of a board: one bit a cell, and one bit for each word of them that is not 0, so that
/// a walk through a nearly empty set on a large board skips the emptiness.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CellSet {
    words: Vec<u64>,
    summary: Vec<u64>,
    count: u32,
}

impl CellSet {
    /// The empty set on a board with so many cells.
    pub(super) fn new(cells: usize) -> Self {
        let words = cells.div_ceil(64);
        Self { words: vec![0; words], summary: vec![0; words.div_ceil(64)], count: 0 }
    }

    /// How many cells are in it.
    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.count
    }

    /// Whether none is.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether a cell is in it.
    #[inline]
    pub(super) fn contains(&self, cell: u32) -> bool {
        self.words[(cell >> 6) as usize] >> (cell & 63) & 1 == 1
    }

    /// Puts a cell in, which may be there already.
    #[inline]
    pub(super) fn insert(&mut self, cell: u32) {
        let index = (cell >> 6) as usize;
        self.count += u32::from(!self.contains(cell));
        self.words[index] |= 1 << (cell & 63);
        self.summary[index >> 6] |= 1 << (index & 63);
    }

    /// Takes a cell out, which need not be there.
    #[inline]
    pub(super) fn remove(&mut self, cell: u32) {
        let index = (cell >> 6) as usize;
        self.count -= u32::from(self.contains(cell));
        self.words[index] &= !(1 << (cell & 63));
        if self.words[index] == 0 {
            self.summary[index >> 6] &= !(1 << (index & 63));
        }
    }

    /// Puts a cell in or takes it out.
    #[inline]
    pub(super) fn set(&mut self, cell: u32, is_in: bool) {
        if is_in {
            self.insert(cell);
        } else {
            self.remove(cell);
        }
    }

    /// The cell with the smallest number.
    #[inline]
    pub(super) fn first(&self) -> Option<u32> {
        self.iter().next()
    }

    /// The cell with the largest number.
    #[inline]
    pub(super) fn last(&self) -> Option<u32> {
        let block = self.summary.iter().rposition(|&words| words != 0)?;
        let index = block * 64 + self.summary[block].ilog2() as usize;
        Some(index as u32 * 64 + self.words[index].ilog2())
    }

    /// The cells in order.
    #[inline]
    pub(super) fn iter(&self) -> Cells<'_> {
        Cells {
            set: self,
            block: 0,
            words: self.summary.first().copied().unwrap_or(0),
            bits: 0,
            base: 0,
        }
    }
}

/// A walk through a [`CellSet`].
pub(super) struct Cells<'s> {
    set: &'s CellSet,
    /// Which word of the summary is being read, and what is left of it.
    block: usize,
    words: u64,
    /// What is left of the word of cells being read, and the number of its first cell.
    bits: u64,
    base: u32,
}

impl Iterator for Cells<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        while self.bits == 0 {
            while self.words == 0 {
                self.block += 1;
                self.words = *self.set.summary.get(self.block)?;
            }
            let index = self.block * 64 + self.words.trailing_zeros() as usize;
            self.words &= self.words - 1;
            self.bits = self.set.words[index];
            self.base = (index * 64) as u32;
        }
        let cell = self.base + self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some(cell)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn is_a_set(cells in 1..40_001_u32, changes: [(u32, bool); 64]) {
            let mut set = CellSet::new(cells as usize);
            let mut twin = BTreeSet::new();
            for (number, is_in) in changes {
                // Few different cells, so that some are taken out again.
                let cell = (number % 16 * 2_503 + number / 16 % 3) % cells;
                set.set(cell, is_in);
                if is_in { twin.insert(cell); } else { twin.remove(&cell); }
                prop_assert_eq!(set.contains(cell), is_in);
                prop_assert_eq!(set.len() as usize, twin.len());
                prop_assert_eq!(set.is_empty(), twin.is_empty());
                prop_assert_eq!(set.first(), twin.first().copied());
                prop_assert_eq!(set.last(), twin.last().copied());
                prop_assert!(set.iter().eq(twin.iter().copied()));
            }
            for cell in set.clone().iter() {
                set.remove(cell);
            }
            prop_assert_eq!(set, CellSet::new(cells as usize));
        }
    }
}
