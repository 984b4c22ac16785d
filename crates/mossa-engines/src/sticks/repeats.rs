//! Finds out that a sequence repeats.
//!
//! Each value of our sequences follows by the same rule from the `window` values before it. So
//! once two windows are alike, whatever followed the first follows the second, and so on forever:
//! the sequence is periodic from the first window on, and the distance between the two windows is
//! a period. This is a proof, not an observation.
//!
//! To compare a window with all earlier ones would take too long. By Brent's method it is enough to
//! compare it with one, taken at a place that is moved on each time its distance from the start has
//! doubled: sooner or later the place lies on the periodic part, and the next window that is like
//! it is exactly one period away. Fingerprints are compared first, whole windows only where
//! these agree.

/// A sequence is periodic from `start` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Period {
    /// Where the periodic part begins.
    pub(super) start: usize,
    /// After how many values it repeats.
    pub(super) length: usize,
}

impl Period {
    /// The place below `start + length` that is like place `n`, and how many periods lie between.
    pub(super) fn fold(self, n: usize) -> (usize, usize) {
        match n.checked_sub(self.start) {
            None => (n, 0),
            Some(beyond) => (self.start + beyond % self.length, beyond / self.length),
        }
    }
}

/// Fingerprints of windows of a sequence.
#[derive(Clone, Debug)]
pub(super) struct Repeats {
    window: usize,
    /// How many values have been seen.
    seen: usize,
    fingerprint: u64,
    /// The weight of the oldest value in a fingerprint, once it must leave.
    weight_of_leaving: u64,
    /// How many values had been seen at the place compared with, and the fingerprint there.
    place: Option<(usize, u64)>,
    /// Where to take the next such place.
    next_place: usize,
}

/// What each value weighs more than the one after it: any odd number with mixed bits.
const WEIGHT: u64 = 0x9e37_79b9_7f4a_7c15;

impl Repeats {
    pub(super) fn new(window: usize) -> Self {
        let weight_of_leaving = (0..window).fold(1_u64, |weight, _| weight.wrapping_mul(WEIGHT));
        Self { window, seen: 0, fingerprint: 0, weight_of_leaving, place: None, next_place: window }
    }

    /// Takes the next value in, and the one that the window leaves behind, if it is that long.
    ///
    /// Returns the distance of an earlier window that seems to be like the one that ends here:
    /// whether it is must be checked.
    #[inline]
    pub(super) fn push(&mut self, value: u64, leaving: Option<u64>) -> Option<usize> {
        self.seen += 1;
        self.fingerprint = self.fingerprint.wrapping_mul(WEIGHT).wrapping_add(scramble(value));
        if let Some(leaving) = leaving {
            let weighed = self.weight_of_leaving.wrapping_mul(scramble(leaving));
            self.fingerprint = self.fingerprint.wrapping_sub(weighed);
        }
        let distance = match self.place {
            Some((place, fingerprint)) if fingerprint == self.fingerprint => {
                Some(self.seen - place)
            }
            _ => None,
        };
        if self.seen == self.next_place {
            self.place = Some((self.seen, self.fingerprint));
            self.next_place = 2 * self.seen;
        }
        distance
    }

    /// How long the windows are.
    pub(super) fn window(&self) -> usize {
        self.window
    }
}

fn scramble(value: u64) -> u64 {
    let value = (value ^ (value >> 32)).wrapping_add(1).wrapping_mul(0xd134_2543_de82_ef95);
    value ^ (value >> 29)
}
