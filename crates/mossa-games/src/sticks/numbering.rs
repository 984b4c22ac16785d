//! Moves of a game of sticks as numbers and as text.
//!
//! A move is the heap's number (from 0) shifted past the bits that a number of sticks takes, plus
//! the number taken: with takes up to 3 and so two bits, `1:3` (three from heap 1) is 0b0_11 and
//! `2:3` is 0b1_11. With one heap a move is just the number taken.

use mossa_kernel::{Move, NotAMove};

use super::{Spec, Takes};

/// How moves of one game are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numbering {
    /// How many heaps there are.
    pub(super) n_heaps: u32,
    /// The most that can be taken at once.
    pub(super) limit: u32,
    /// How many bits of a move hold the number taken.
    take_bits: u32,
}

impl Numbering {
    pub(super) fn new(spec: &Spec) -> Self {
        let limit = match &spec.takes {
            Takes::Any => spec.heaps.iter().copied().max().unwrap_or(0),
            Takes::UpTo(limit) => *limit,
            Takes::OneOf(takes) => takes.last().copied().unwrap_or(0),
        };
        Self {
            n_heaps: u32::try_from(spec.heaps.len()).expect("at most 64 heaps"),
            limit,
            take_bits: u32::BITS - limit.leading_zeros(),
        }
    }

    /// The most that can be taken at once.
    pub fn most(self) -> u32 {
        self.limit
    }

    /// The move that takes so many from a heap, numbered from 0.
    #[inline]
    pub fn encode(self, heap: u32, take: u32) -> Move {
        Move(heap << self.take_bits | take)
    }

    /// The heap, from 0, and the number taken.
    #[inline]
    pub fn decode(self, mv: Move) -> (u32, u32) {
        if self.n_heaps == 1 {
            (0, mv.0)
        } else {
            (mv.0 >> self.take_bits, mv.0 & ((1 << self.take_bits) - 1))
        }
    }

    pub(super) fn space(self) -> u32 {
        if self.n_heaps == 1 { self.limit + 1 } else { self.n_heaps << self.take_bits }
    }

    pub(super) fn show(self, mv: Move) -> String {
        let (heap, take) = self.decode(mv);
        match mv {
            Move::PASS => "pass".to_owned(),
            _ if self.n_heaps == 1 => take.to_string(),
            _ => format!("{}:{take}", u64::from(heap) + 1),
        }
    }

    pub(super) fn read(self, text: &str, takes: &Takes) -> Result<Move, NotAMove> {
        let read = |text: &str, highest: u32| {
            let is_number = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
            text.parse().ok().filter(|&number: &u32| is_number && number <= highest)
        };
        let (heap, take) = match text.split_once(':') {
            None if self.n_heaps == 1 => (Some(1), read(text, self.limit)),
            Some((heap, take)) if self.n_heaps > 1 => {
                (read(heap, self.n_heaps), read(take, self.limit))
            }
            _ => (None, None),
        };
        heap.zip(take).map(|(heap, take)| self.encode(heap - 1, take)).ok_or_else(|| {
            let takes = self.describe(takes);
            let expected = match self.n_heaps {
                1 => format!("how many to take, {takes}"),
                heaps => format!("a heap from 1 to {heaps}, a colon and how many to take, {takes}"),
            };
            NotAMove { expected }
        })
    }

    /// Why a move is illegal on heaps of which so many sticks are `left`.
    pub(super) fn why_illegal(self, mv: Move, takes: &Takes, left: &[i32]) -> String {
        let (heap, take) = self.decode(mv);
        match left.get(heap as usize) {
            _ if mv == Move::PASS => "there is no passing in this game".to_owned(),
            None => "there is no such heap".to_owned(),
            Some(&left) if (1..=self.limit).contains(&take) && i64::from(take) > left.into() => {
                format!("no more than {left} can be taken there")
            }
            Some(_) => format!("the number taken must be {}", self.describe(takes)),
        }
    }

    /// "1 to 3", "one of 1, 3, 4".
    fn describe(self, takes: &Takes) -> String {
        const MOST_NAMED: usize = 8;
        match takes {
            Takes::UpTo(_) | Takes::Any => format!("1 to {}", self.limit),
            Takes::OneOf(takes) => {
                let named: Vec<String> =
                    takes.iter().take(MOST_NAMED).map(u32::to_string).collect();
                let more = if takes.len() > MOST_NAMED { ", …" } else { "" };
                format!("one of {}{more}", named.join(", "))
            }
        }
    }
}
