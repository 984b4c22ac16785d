//! Keys of positions: in each column, the highest bit says how high the stones reach, and those
//! below it whose they are. They are the same numbers as the solver's, on boards of any size.

use mossa_games::connect::Spec;

/// How the key of a position on one board is made up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    rows: u32,
    columns: u32,
}

impl Layout {
    /// `None` where keys have more than 128 bits.
    pub(super) fn new(spec: Spec) -> Option<Self> {
        let (rows, columns) = (spec.rows(), spec.columns());
        ((rows + 1) * columns <= u128::BITS).then_some(Self { rows, columns })
    }

    fn height(self) -> u32 {
        self.rows + 1
    }

    /// What a key says of its columns, the first one first.
    fn parts(self, key: u128) -> impl Iterator<Item = u128> {
        let ones = u128::MAX >> (u128::BITS - self.height());
        (0..self.columns).map(move |column| key >> (column * self.height()) & ones)
    }

    /// The key of the position seen in a mirror.
    pub(super) fn mirrored(self, key: u128) -> u128 {
        let height = self.height();
        // A single column of 128 bits must not be moved by as many.
        let join = |mirrored: u128, part| mirrored.checked_shl(height).unwrap_or(0) | part;
        self.parts(key).fold(0, join)
    }

    /// How many stones there are; `None` if this is the key of no position, or of one whose mirror
    /// image is written instead.
    pub(super) fn stones(self, key: u128) -> Option<u32> {
        let used = self.height() * self.columns;
        if key.checked_shr(used).unwrap_or(0) != 0 || self.mirrored(key) < key {
            return None;
        }
        let (mut stones, mut ours) = (0, 0);
        for part in self.parts(key) {
            stones += part.checked_ilog2()?;
            ours += part.count_ones() - 1;
        }
        (ours == stones / 2).then_some(stones)
    }

    /// Whether a position with so many stones, whose game goes on, may have this score.
    pub(super) fn is_possible(self, score: i32, stones: u32) -> bool {
        let free = (self.rows * self.columns).saturating_sub(stones).cast_signed();
        // The next stone may win for one side, the one after it for the other.
        free > 0 && (-(free / 2)..=i32::midpoint(free, 1)).contains(&score)
    }
}

#[cfg(test)]
mod tests {
    use mossa_games::GameSpec;
    use proptest::prelude::*;

    use super::*;

    fn layout(text: &str) -> Layout {
        match text.parse() {
            Ok(GameSpec::Connect(spec)) => Layout::new(spec).unwrap(),
            _ => panic!("{text}"),
        }
    }

    #[test]
    fn keys_tell_how_many_stones_there_are() {
        let layout = layout("connect:2,3,2");
        assert_eq!(layout.stones(0b001_001_001), Some(0));
        assert_eq!(layout.stones(0b001_010_001), Some(1), "the opponent's stone in the middle");
        assert_eq!(layout.stones(0b001_011_001), None, "one stone, of the wrong side");
        assert_eq!(layout.stones(0b001_001_010), Some(1));
        assert_eq!(layout.stones(0b010_001_001), None, "the mirror image is written");
        assert_eq!(layout.stones(0b001_000_001), None, "a column without height");
        assert_eq!(layout.stones(0b1_001_001_001), None, "a column too many");
        assert_eq!(layout.stones(0b101_010_110), Some(5));
    }

    #[test]
    fn scores_are_stones_left() {
        let layout = layout("connect:6,7,4");
        for (score, stones, expected) in [
            (21, 0, true),
            (22, 0, false),
            (-21, 0, true),
            (-22, 0, false),
            (1, 41, true),
            (-1, 41, false),
            (0, 42, false),
        ] {
            assert_eq!(layout.is_possible(score, stones), expected, "{score} {stones}");
        }
    }

    proptest! {
        #[test]
        fn a_mirror_image_has_the_same_mirror(key: u128, spec in 0..4_usize) {
            let layout = layout(["connect:6,7,4", "connect:127,1,4", "connect:3,32,4", "connect:1,64,4"][spec]);
            let key = key & (u128::MAX >> (128 - layout.height() * layout.columns));
            prop_assert_eq!(layout.mirrored(layout.mirrored(key)), key);
            prop_assert!(layout.stones(key).is_none_or(|stones| stones < 128));
        }
    }
}
