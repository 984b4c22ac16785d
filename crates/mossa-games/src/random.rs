//! Random free cells, fast.

use rand::{Rng, RngExt};

/// Cells are guessed while at least one in so many is free.
const GUESS_DOWN_TO: u32 = 6;

/// How often a column is guessed before the open ones are counted.
const GUESSES: u32 = 8;

/// A free cell, each with the same probability, of a board with `cells` cells.
///
/// While enough cells are free, guessing one and looking is fastest, and what is accepted is
/// uniform. On a crowded board the free cells are counted out by `nth_free`.
#[inline]
pub(crate) fn free_cell<R: Rng + ?Sized>(
    rng: &mut R,
    cells: u32,
    free: u32,
    is_free: impl Fn(u32) -> bool,
    nth_free: impl FnOnce(u32) -> u32,
) -> u32 {
    if free * GUESS_DOWN_TO < cells {
        return nth_free(rng.random_range(0..free));
    }
    loop {
        let cell = rng.random_range(0..cells);
        if is_free(cell) {
            return cell;
        }
    }
}

/// A column that `has_room`, each with the same probability. At least one must have room.
#[inline]
pub(crate) fn column<R: Rng + ?Sized>(
    rng: &mut R,
    columns: u32,
    has_room: impl Fn(u32) -> bool,
) -> u32 {
    // Guessing is fastest while most columns have room, which is nearly always. A board of many
    // columns with few left open is counted out.
    for _ in 0..GUESSES {
        let column = rng.random_range(0..columns);
        if has_room(column) {
            return column;
        }
    }
    let open = (0..columns).filter(|&column| has_room(column));
    let number = rng.random_range(0..open.clone().count());
    open.clone().nth(number).expect("fewer than there are open columns")
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

    use super::*;

    /// So few columns have room that guessing nearly always fails.
    #[test]
    fn rare_columns_are_chosen_evenly() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let open = [3, 77, 199];
        let mut counts = [0_i32; 3];
        for _ in 0..3_000 {
            let chosen = column(&mut rng, 200, |column| open.contains(&column));
            let at = open.iter().position(|&column| column == chosen).expect("an open column");
            counts[at] += 1;
        }
        assert!(counts.iter().all(|count| (count - 1_000).abs() < 170), "{counts:?}");
    }
}
