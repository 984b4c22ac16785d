//! Sticks in up to `N` heaps. How moves are numbered is told in [`super::numbering`].

use mossa_kernel::{
    Move, NotAMove, Outcome, Position, PositionError, Reason, Side, View,
    keys::{self, mix},
};
use rand::{Rng, RngExt};

use super::{Spec, Takes, numbering::Numbering};

/// A position of a game of sticks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Heaps<const N: usize> {
    /// What is left of each heap; below zero when more was taken than was left.
    sticks: [i32; N],
    /// How many of the slots above are heaps of this game, and what a move's number means.
    numbering: Numbering,
    takes: Takes,
    misere: bool,
    may_overshoot: bool,
    /// The largest heap at the start: none is ever larger.
    largest: u32,
    turn: Side,
}

impl<const N: usize> Heaps<N> {
    /// The start of a game with at most `N` heaps.
    pub fn new(spec: &Spec) -> Self {
        let mut sticks = [0; N];
        for (heap, &count) in sticks.iter_mut().zip(&spec.heaps) {
            *heap = i32::try_from(count).expect("at most a billion sticks");
        }
        Self {
            sticks,
            numbering: Numbering::new(spec),
            takes: spec.takes.clone(),
            misere: spec.misere,
            may_overshoot: spec.may_overshoot(),
            largest: spec.heaps.iter().copied().max().unwrap_or(0),
            turn: Side::First,
        }
    }

    /// In how many ways sticks can be taken from a heap.
    #[inline]
    fn options(&self, heap: i32) -> u32 {
        let left = heap.max(0).cast_unsigned();
        match &self.takes {
            Takes::UpTo(limit) if self.may_overshoot => *limit,
            Takes::UpTo(_) | Takes::Any => left.min(self.numbering.limit),
            Takes::OneOf(takes) => takes.partition_point(|&take| take <= left) as u32,
        }
    }

    /// The option with number `index` of a heap.
    #[inline]
    fn option(&self, index: u32) -> u32 {
        match &self.takes {
            Takes::UpTo(_) | Takes::Any => index + 1,
            Takes::OneOf(takes) => takes[index as usize],
        }
    }

    #[inline]
    fn in_use(&self) -> &[i32] {
        // One heap is one heap: told at compile time, its loops disappear.
        if N == 1 { &self.sticks } else { &self.sticks[..self.numbering.n_heaps as usize] }
    }

    fn key_of(&self, heaps: impl IntoIterator<Item = i32>) -> u64 {
        (0_u64..).zip(heaps).fold(keys::to_move(self.turn), |key, (index, heap)| {
            key ^ mix(index << 32 | u64::from(heap.cast_unsigned()))
        })
    }

    fn check_heap(&self, number: usize, sticks: i32) -> Result<i32, PositionError> {
        let lowest = if self.may_overshoot { 1 - self.numbering.limit.cast_signed() } else { 0 };
        let highest = self.largest;
        if (i64::from(lowest)..=i64::from(highest)).contains(&i64::from(sticks)) {
            Ok(sticks)
        } else {
            Err(PositionError::new(format!(
                "heap {number} has {sticks}; it must be {lowest} to {highest}"
            )))
        }
    }
}

impl<const N: usize> Position for Heaps<N> {
    type Undo = ();

    #[inline]
    fn side_to_move(&self) -> Side {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.may_overshoot {
            return match self.sticks[0] {
                1.. => None,
                0 => Some(Outcome::win(!self.turn, Reason::Last)),
                ..0 => Some(Outcome::win(self.turn, Reason::Overshoot)),
            };
        }
        if self.in_use().iter().any(|&heap| self.options(heap) > 0) {
            return None;
        }
        let reason =
            if self.in_use().iter().all(|&heap| heap == 0) { Reason::Last } else { Reason::Stuck };
        Some(Outcome::win(if self.misere { self.turn } else { !self.turn }, reason))
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Move)) {
        for (index, &heap) in (0..).zip(self.in_use()) {
            for option in 0..self.options(heap) {
                visit(self.numbering.encode(index, self.option(option)));
            }
        }
    }

    #[inline]
    fn move_count(&self) -> u64 {
        self.in_use().iter().map(|&heap| u64::from(self.options(heap))).sum()
    }

    #[inline]
    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Move {
        let count: u32 = self.in_use().iter().map(|&heap| self.options(heap)).sum();
        let mut number = rng.random_range(0..count);
        for (index, &heap) in (0..).zip(self.in_use()) {
            let options = self.options(heap);
            if number < options {
                return self.numbering.encode(index, self.option(number));
            }
            number -= options;
        }
        unreachable!("the number is below the sum of the options")
    }

    fn is_legal(&self, mv: Move) -> bool {
        let (heap, take) = self.numbering.decode(mv);
        let Some(&left) = self.in_use().get(heap as usize) else { return false };
        let is_there = self.may_overshoot || i64::from(take) <= i64::from(left);
        let is_allowed = match &self.takes {
            Takes::UpTo(_) | Takes::Any => (1..=self.numbering.limit).contains(&take),
            Takes::OneOf(takes) => takes.binary_search(&take).is_ok(),
        };
        is_there && is_allowed
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let (heap, take) = self.numbering.decode(mv);
        self.sticks[heap as usize] -= take.cast_signed();
        self.turn = !self.turn;
    }

    #[inline]
    fn undo(&mut self, mv: Move, (): ()) {
        let (heap, take) = self.numbering.decode(mv);
        self.sticks[heap as usize] += take.cast_signed();
        self.turn = !self.turn;
    }

    fn move_space(&self) -> u32 {
        self.numbering.space()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key_of(self.in_use().iter().copied())
    }

    /// Heaps may change places: sorted, they always stand in the same order.
    fn canonical_key(&self) -> u64 {
        let mut heaps = self.in_use().to_vec();
        heaps.sort_unstable();
        self.key_of(heaps)
    }

    fn view(&self) -> View {
        View::Heaps(self.in_use().to_vec())
    }

    fn set_up(&self, view: &View, to_move: Option<Side>) -> Result<Self, PositionError> {
        let turn = to_move.ok_or_else(|| {
            PositionError::new("the side to move is missing: write a blank and X or O at the end")
        })?;
        let mut position = Self { sticks: [0; N], turn, ..self.clone() };
        for (index, &sticks) in view.heaps()?.iter().enumerate() {
            position.sticks[index] = self.check_heap(index + 1, sticks)?;
        }
        Ok(position)
    }

    fn show_move(&self, mv: Move) -> String {
        self.numbering.show(mv)
    }

    fn read_move(&self, text: &str) -> Result<Move, NotAMove> {
        self.numbering.read(text, &self.takes)
    }

    fn why_illegal(&self, mv: Move) -> String {
        self.numbering.why_illegal(mv, &self.takes, self.in_use())
    }
}
