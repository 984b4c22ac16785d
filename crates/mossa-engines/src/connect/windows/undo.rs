//! Taking stones off again: what a stone changed is remembered, not found out a second time.

use mossa_kernel::Side;

use super::{Totals, Windows};
use crate::connect::{shape::DIRECTIONS, values::Sum};

/// What a stone changed, so that it can be taken off without being looked at again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    totals: [Totals; 2],
    sums: [Sum; 2],
    live: u32,
    /// How long the log was.
    log: usize,
}

/// A cell that was marked once more, or once less.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marked {
    pub(super) cell: u32,
    pub(super) side: Side,
    pub(super) is_win: bool,
    pub(super) sign: i32,
}

impl Windows {
    /// A stone is about to be added.
    pub(super) fn remember(&mut self) {
        let Self { totals, sums, live, .. } = *self;
        self.before.push(Before { totals, sums, live, log: self.log.len() });
    }

    /// Takes the stone off again that was added last.
    pub(in crate::connect) fn remove(&mut self, cell: u32, side: Side) {
        let Some(before) = self.before.pop() else { return };
        self.free += 1;
        if self.spec.run() == 1 {
            return;
        }
        let odd = u8::from(self.is_odd(cell));
        for direction in 0..DIRECTIONS.len() {
            let stride = self.strides[direction];
            let places = self.places_in(cell, direction);
            let table = &mut self.tables[direction];
            for place in places {
                let first = cell.wrapping_sub(stride.wrapping_mul(place));
                table[first as usize].remove(side, cell, place, odd);
            }
        }
        for marked in self.log.drain(before.log..) {
            let marks = if marked.is_win { &mut self.wins } else { &mut self.hopes };
            marks.change(marked.cell, marked.side, -marked.sign);
        }
        self.totals = before.totals;
        self.sums = before.sums;
        self.live = before.live;
    }
}
