//! Opening knowledge for Connect X: exact scores of positions with few stones.
//!
//! ```text
//!   layout   keys of positions          file     a book as bytes, and back with every check
//!   build    computes the scores        log      what is computed so far, safe from power cuts
//! ```
//!
//! How books are made and what they are worth is told in `docs/connect-book.md`.

pub(super) mod build;
mod file;
mod layout;
mod log;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use mossa_games::connect::Spec;

use self::layout::Layout;

pub use self::{
    build::{Builder, MOST_POSITIONS},
    file::{BookError, LARGEST_FILE},
    log::{Log, LogError, RECORD_BYTES, Solved},
};

/// The book that comes with the program.
const CONNECT_FOUR: &[u8] = include_bytes!("../../../data/connect-6x7x4.book");

/// Exact scores of positions of one game, for the side to move. Of a position and its mirror image
/// only the one with the smaller key is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    spec: Spec,
    layout: Layout,
    /// One bit for each number of stones that positions in the book have.
    plies: u128,
    /// In ascending order.
    keys: Keys,
    /// One for each key.
    scores: Vec<i8>,
}

/// Positions in a book with the same number of stones, and how they end for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// How many stones they have.
    pub stones: u32,
    /// How many are won.
    pub won: usize,
    /// How many are drawn.
    pub drawn: usize,
    /// How many are lost.
    pub lost: usize,
}

/// As narrow as the board allows.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Keys {
    Narrow(Vec<u64>),
    Wide(Vec<u128>),
}

impl Keys {
    fn find(&self, key: u128) -> Option<usize> {
        match self {
            Self::Narrow(keys) => keys.binary_search(&u64::try_from(key).ok()?).ok(),
            Self::Wide(keys) => keys.binary_search(&key).ok(),
        }
    }

    fn get(&self, index: usize) -> u128 {
        match self {
            Self::Narrow(keys) => keys[index].into(),
            Self::Wide(keys) => keys[index],
        }
    }
}

impl Book {
    /// A book of what was found out.
    ///
    /// # Errors
    /// Refuses what cannot be true, and the same position twice.
    pub fn new(spec: Spec, mut solved: Vec<Solved>) -> Result<Self, BookError> {
        let layout = Layout::new(spec).ok_or(BookError::BoardTooLarge)?;
        solved.sort_unstable_by_key(|solved| solved.key);
        let mut plies = 0;
        for &Solved { key, score } in &solved {
            let stones = layout.stones(key).ok_or(BookError::NoPosition)?;
            if !layout.is_possible(score, stones) {
                return Err(BookError::NoScore(score));
            }
            plies |= 1 << stones;
        }
        if solved.windows(2).any(|pair| pair[0].key == pair[1].key) {
            return Err(BookError::NotSorted);
        }
        let keys = || solved.iter().map(|solved| solved.key);
        let keys = if (spec.rows() + 1) * spec.columns() <= u64::BITS {
            Keys::Narrow(keys().map(|key| key as u64).collect())
        } else {
            Keys::Wide(keys().collect())
        };
        // A board of 127 cells has scores up to 64.
        let scores = solved.iter().map(|solved| solved.score as i8).collect();
        Ok(Self { spec, layout, plies, keys, scores })
    }

    /// The book that comes with the program, if there is one for this game.
    pub fn embedded(spec: Spec) -> Option<Arc<Self>> {
        static BOOK: OnceLock<Option<Arc<Book>>> = OnceLock::new();
        if (spec.rows(), spec.columns(), spec.run()) != (6, 7, 4) {
            return None;
        }
        // A broken one is as good as none; a test tells.
        BOOK.get_or_init(|| Self::read(CONNECT_FOUR).ok().map(Arc::new)).clone()
    }

    /// The game that it is about.
    pub fn spec(&self) -> Spec {
        self.spec
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// How many positions it has by the number of their stones, and how they end.
    pub fn plies(&self) -> Vec<Ply> {
        let mut plies: BTreeMap<u32, Ply> = BTreeMap::new();
        for Solved { key, score } in self.iter() {
            let Some(stones) = self.layout.stones(key) else { continue };
            let ply = plies.entry(stones).or_insert(Ply { stones, won: 0, drawn: 0, lost: 0 });
            match score {
                1.. => ply.won += 1,
                0 => ply.drawn += 1,
                ..0 => ply.lost += 1,
            }
        }
        plies.into_values().collect()
    }

    /// The score of a position by its key.
    pub fn get(&self, key: u128) -> Option<i32> {
        self.score(key.min(self.layout.mirrored(key)))
    }

    /// All that is in it, by ascending keys.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Solved> + '_ {
        let solved =
            |(index, &score)| Solved { key: self.keys.get(index), score: i32::from(score) };
        self.scores.iter().enumerate().map(solved)
    }

    /// Whether positions with so many stones are in it.
    #[inline]
    pub(super) fn may_have(&self, stones: u32) -> bool {
        self.plies.checked_shr(stones).is_some_and(|plies| plies & 1 == 1)
    }

    /// Whether positions with so many stones, or more, are in it.
    #[inline]
    pub(super) fn may_have_from(&self, stones: u32) -> bool {
        self.plies.checked_shr(stones).is_some_and(|plies| plies > 0)
    }

    /// The score of a position, for its side to move, by the smaller key of it and its mirror image.
    pub(super) fn score(&self, key: u128) -> Option<i32> {
        self.keys.find(key).map(|index| i32::from(self.scores[index]))
    }
}
