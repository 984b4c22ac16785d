//! What a window is worth, by how many stones it lacks and where.
//!
//! Those with a single free cell are threats and count otherwise; so do those without a stone, which belong to
//! nobody.

/// How many parts a unit has where windows are added up: those with many free cells are worth less
/// than a unit each, but on boards with long lines there are many of them.
pub(super) const PARTS: i32 = 16;

/// What a window is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WindowWorth {
    /// By numbers that were fitted to games.
    Fitted(Fitted),
    /// Half as much with each stone more that it lacks.
    Halving(Halving),
}

/// Numbers for windows, fitted to games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fitted {
    /// A window up a column, by free cells: 2, 3, …
    pub(super) up: [i32; 3],
    /// Along a row, for 2, 3, … free cells: even ones, odd ones.
    pub(super) level: [[i32; 2]; 3],
    /// Along a diagonal, for 2, 3, … free cells: by the number of odd ones.
    pub(super) slanted: [[i32; 5]; 3],
    /// In any direction, with one more free cell, in parts ([`PARTS`]) of a unit; with each further
    /// one it is half of that.
    pub(super) distant: i32,
}

/// What windows are worth where a stone more always counts twice as much: as if each free cell went to either
/// side by chance, so that the sum is how many lines may be expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Halving {
    /// A window with two free cells that its side may hope for, in units.
    pub(super) nearest: i32,
    /// How much of it counts where the side may hope for none of them, in hundredths; in between, in
    /// proportion.
    pub(super) unhoped: i32,
    /// How much of it counts up a column, in hundredths: any stone of the other side ends it.
    pub(super) up: i32,
}

/// The free cells of a window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Missing {
    /// How many there are.
    pub(super) cells: u32,
    /// How many of them are odd.
    pub(super) odd: u32,
    /// How many of them the side may hope for.
    pub(super) hoped: u32,
}

impl WindowWorth {
    /// What a window with stones in a direction, as (right, up), is worth; in parts of a unit.
    pub(super) fn of(&self, direction: (u32, i32), missing: Missing) -> i32 {
        // What lacks a single cell counts as a threat.
        let Some(at) = (missing.cells as usize).checked_sub(2) else { return 0 };
        match self {
            Self::Fitted(fitted) => fitted.window(direction, at, missing.odd),
            Self::Halving(halving) => halving.window(direction, at, missing),
        }
    }
}

impl Fitted {
    pub(super) const NOTHING: Self =
        Self { up: [0; 3], level: [[0; 2]; 3], slanted: [[0; 5]; 3], distant: 0 };

    /// What a window is worth that lacks two cells and `at` more, so many of them odd.
    fn window(&self, direction: (u32, i32), at: usize, odd: u32) -> i32 {
        let units = match direction {
            _ if at >= self.up.len() => {
                return self.distant.checked_shr((at - self.up.len()) as u32).unwrap_or(0);
            }
            (0, _) => self.up[at],
            (_, 0) => self.level[at][usize::from(odd > 0)],
            _ => self.slanted[at].get(odd as usize).copied().unwrap_or(0),
        };
        units * PARTS
    }
}

impl Halving {
    /// What a window is worth that lacks two cells and `at` more.
    fn window(&self, (right, _): (u32, i32), at: usize, missing: Missing) -> i32 {
        let hundredths = if right == 0 {
            self.up
        } else {
            let hoped = (100 - self.unhoped) * missing.hoped.cast_signed();
            self.unhoped + hoped / missing.cells.cast_signed()
        };
        let whole = self.nearest * PARTS * hundredths / 100;
        whole.checked_shr(at as u32).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect::params::Params;

    /// Else a side would rather not add to what it has, as in long lines with numbers for short ones.
    #[test]
    fn with_numbers_for_long_lines_a_stone_more_is_worth_more() {
        for role in Params::LONG.roles {
            for direction in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                for (cells, odd) in
                    (3..=10).flat_map(|cells| (0..=cells).map(move |odd| (cells, odd)))
                {
                    let worth = |cells, odd| {
                        [odd, cells - odd]
                            .map(|hoped| role.windows.of(direction, Missing { cells, odd, hoped }))
                    };
                    let before = worth(cells, odd);
                    let odd_filled = odd.checked_sub(1).map(|odd| worth(cells - 1, odd));
                    let even_filled = (odd < cells).then(|| worth(cells - 1, odd));
                    for after in [odd_filled, even_filled].into_iter().flatten() {
                        let grows = before.iter().zip(after).all(|(&before, after)| before < after);
                        assert!(grows, "{direction:?} {cells} {odd}: {before:?} {after:?}");
                    }
                }
            }
        }
    }
}
