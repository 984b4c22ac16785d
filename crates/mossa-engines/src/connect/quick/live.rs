//! The windows that somebody can still complete: late on a large board, few of many.

use crate::connect::windows::{Content, Windows};

/// The live windows of a position, numbered. What follows from there adds none.
#[derive(Clone, Debug)]
pub(super) struct LiveWindows {
    /// The direction and the first cell of each.
    windows: Vec<(u8, u16)>,
    /// The numbers of those through each cell, one cell after the other.
    numbers: Vec<u16>,
    /// Where the numbers of each cell begin, and at last where all end.
    begins: Vec<u32>,
}

impl LiveWindows {
    /// Those of a position whose columns are filled so high. The board has at most 64 rows, and so less
    /// than 2^16 windows.
    pub(super) fn of(windows: &Windows, heights: &[u32]) -> Self {
        const NOT_YET: u16 = u16::MAX;
        let rows = windows.rows();
        let cells = rows * heights.len() as u32;
        let mut known = vec![[NOT_YET; 4]; cells as usize];
        let mut live = Self { windows: Vec::new(), numbers: Vec::new(), begins: vec![0] };
        for cell in 0..cells {
            if cell % rows >= heights[(cell / rows) as usize] {
                windows.each_live_through(cell, |direction, first| {
                    let number = &mut known[first as usize][direction];
                    if *number == NOT_YET {
                        *number = live.windows.len() as u16;
                        live.windows.push((direction as u8, first as u16));
                    }
                    live.numbers.push(*number);
                });
            }
            live.begins.push(live.numbers.len() as u32);
        }
        live
    }

    /// The numbers of the windows through a cell that was free.
    #[inline]
    pub(super) fn through(&self, cell: u32) -> &[u16] {
        let cell = cell as usize;
        &self.numbers[self.begins[cell] as usize..self.begins[cell + 1] as usize]
    }

    /// What is in each of them now.
    pub(super) fn copy_contents(&self, windows: &Windows, contents: &mut Vec<Content>) {
        contents.clear();
        let content =
            |&(direction, first): &(u8, u16)| windows.content(direction.into(), first.into());
        contents.extend(self.windows.iter().map(content));
    }
}
