//! Which windows share what was learned: mirror images do.

use mossa_games::connect::Spec;

use crate::connect::shape::{DIRECTIONS, places_of};

/// Where the looks of a window are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// In which list.
    pub(super) list: usize,
    /// Whether that is the list of its mirror image, whose cells are counted from the other end.
    pub(super) is_reversed: bool,
}

/// For each direction, by first cell, where the looks of a window are found, `None` where none begins;
/// and how many lists there are. They follow each other by first cell, and then by direction.
pub(super) fn places(spec: Spec) -> ([Vec<Option<Place>>; 4], usize) {
    let cells = spec.rows() * spec.columns();
    let mut places = [const { Vec::new() }; 4].map(|_: Vec<()>| vec![None; cells as usize]);
    let mut lists = 0;
    for cell in 0..cells {
        for direction in 0..DIRECTIONS.len() {
            let (first, end) = places_of(spec, cell)[direction];
            if first > 0 || end == 0 {
                continue;
            }
            let (along, image) = mirrored(spec, direction, cell);
            let known: Option<Place> = places[along][image as usize];
            let place = match known {
                Some(Place { list, .. }) => Place { list, is_reversed: direction > 0 },
                None => Place { list: lists, is_reversed: false },
            };
            lists += usize::from(known.is_none());
            places[direction][cell as usize] = Some(place);
        }
    }
    (places, lists)
}

/// The mirror image of a window, left and right exchanged: its direction and first cell.
fn mirrored(spec: Spec, direction: usize, first: u32) -> (usize, u32) {
    let (rows, last) = (spec.rows(), spec.run() - 1);
    let (right, up) = DIRECTIONS[direction];
    // Along a row or a diagonal the image begins where the window ends.
    let column = spec.columns() - 1 - (first / rows + right * last);
    let climbed = if right > 0 { up * last.cast_signed() } else { 0 };
    let height = (first % rows).wrapping_add_signed(climbed);
    let along = match direction {
        2 => 3,
        3 => 2,
        same => same,
    };
    (along, column * rows + height)
}
