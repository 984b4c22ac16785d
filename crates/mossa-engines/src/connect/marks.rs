//! Free cells that windows make something of, counted for each side.

use mossa_games::connect::Spec;
use mossa_kernel::Side;

/// How many windows mark each cell for each side, and which cells are marked at all.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    rows: u32,
    /// How many words a column has.
    chunks: u32,
    counts: Vec<[u16; 2]>,
    columns: Vec<[u64; 2]>,
}

impl Marks {
    /// No cell is marked.
    pub(super) fn new(spec: Spec) -> Self {
        let (rows, columns) = (spec.rows(), spec.columns());
        let chunks = rows.div_ceil(u64::BITS);
        Self {
            rows,
            chunks,
            counts: vec![[0; 2]; (rows * columns) as usize],
            columns: vec![[0; 2]; (columns * chunks) as usize],
        }
    }

    /// Whether a cell is marked for a side.
    #[inline]
    pub(super) fn has(&self, cell: u32, side: Side) -> bool {
        self.counts[cell as usize][side.index()] > 0
    }

    /// Marks a cell once more, or once less. Returns whether it was the first mark or the last.
    #[inline]
    pub(super) fn change(&mut self, cell: u32, side: Side, sign: i32) -> bool {
        let count = &mut self.counts[cell as usize][side.index()];
        let before = *count;
        *count = count.wrapping_add_signed(sign as i16);
        let is_changed = (before == 0) != (*count == 0);
        if is_changed {
            let (word, bit) = self.bit(cell);
            self.columns[word][side.index()] ^= bit;
        }
        is_changed
    }

    /// Marked cells as bits, for each side, from the bottom up, in [`chunks`](Self::chunks) words for
    /// each column.
    #[inline]
    pub(super) fn columns(&self) -> &[[u64; 2]] {
        &self.columns
    }

    /// How many words of 64 cells a column has.
    #[inline]
    pub(super) fn chunks(&self) -> u32 {
        self.chunks
    }

    /// Which word, and which bit of it, stands for a cell.
    #[inline]
    pub(super) fn bit(&self, cell: u32) -> (usize, u64) {
        let (column, height) = (cell / self.rows, cell % self.rows);
        ((column * self.chunks + height / u64::BITS) as usize, 1 << (height % u64::BITS))
    }
}
