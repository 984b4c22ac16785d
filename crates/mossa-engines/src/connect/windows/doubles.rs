//! Cells where a stone makes two threats, one above the other.

use mossa_kernel::Side;

use super::Windows;
use crate::connect::{shape::DIRECTIONS, values::LONGEST_HOPED};

impl Windows {
    /// Adds cells where a stone makes a threat above or below one that its side has already: the
    /// opponent cannot stop both. Returns whether there are any.
    pub(in crate::connect) fn add_doubles(&self, seen: &mut [[u64; 2]]) -> bool {
        let rows = self.spec.rows();
        let mut has_any = false;
        for (word, threats) in (0..).zip(self.wins.columns()) {
            let (column, bottom) = (word / self.chunks(), word % self.chunks() * u64::BITS);
            for side in Side::BOTH {
                let mut rest = threats[side.index()];
                while rest != 0 {
                    let height = bottom + rest.trailing_zeros();
                    rest &= rest - 1;
                    let cell = self.cell(column, height);
                    if height + 1 < rows {
                        has_any |= self.add_partners(cell + 1, side, seen);
                    }
                    // One that is taken is in no window that lacks it.
                    if height > 0 {
                        has_any |= self.add_partners(cell - 1, side, seen);
                    }
                }
            }
        }
        has_any
    }

    /// Adds the other free cells of windows that lack only a given one and them. Returns whether
    /// there are any.
    fn add_partners(&self, cell: u32, side: Side, seen: &mut [[u64; 2]]) -> bool {
        let run = self.spec.run();
        if run > LONGEST_HOPED {
            return false;
        }
        let mut has_any = false;
        for direction in 1..DIRECTIONS.len() {
            let stride = self.strides[direction];
            for place in self.places_in(cell, direction) {
                let first = cell.wrapping_sub(stride.wrapping_mul(place));
                let window = self.tables[direction][first as usize];
                let is_two_short = u32::from(window.stones[side.index()]) + 2 == run
                    && window.stones[(!side).index()] == 0;
                let others = !window.taken & (u16::MAX >> (u16::BITS - run)) & !(1 << place);
                if is_two_short && others.is_power_of_two() {
                    let other = first.wrapping_add(stride.wrapping_mul(others.trailing_zeros()));
                    let (word, bit) = self.wins.bit(other);
                    seen[word][side.index()] |= bit;
                    has_any = true;
                }
            }
        }
        has_any
    }
}
