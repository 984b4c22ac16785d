//! The rules of a game of sticks, reduced to what the theory needs.
//!
//! Where every take is a multiple of some number, sticks come in bundles of that many, and what
//! does not fill a bundle can never be taken: with takes of 4 and 12, 21 sticks are 5 bundles of
//! which 1 or 3 are taken. So all counts below are bundles; in most games a bundle is one stick.

use mossa_games::sticks::{Spec, Takes};

/// What may be taken from a heap, in bundles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Steps {
    /// One up to so many. Nim is of this kind: its heaps are no larger than that.
    UpTo(u32),
    /// One of these, in ascending order, without a common divisor.
    OneOf(Box<[u32]>),
}

/// The rules of one game.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// What may be taken, in bundles.
    pub(super) steps: Steps,
    /// How many sticks a bundle has.
    pub(super) bundle: u32,
    /// Whether whoever cannot move wins.
    pub(super) is_misere: bool,
    /// Whether more than are left can be taken, which loses at once.
    pub(super) may_overshoot: bool,
    /// How many heaps there are.
    pub(super) n_heaps: usize,
    /// Whether any number may be taken: then a heap's number is its size.
    pub(super) is_nim: bool,
}

impl Rules {
    pub(super) fn new(spec: &Spec) -> Self {
        let (steps, bundle) = match spec.takes() {
            Takes::Any => (Steps::UpTo(spec.numbering().most()), 1),
            Takes::UpTo(limit) => (Steps::UpTo(*limit), 1),
            Takes::OneOf(takes) => reduce(takes),
        };
        Self {
            steps,
            bundle,
            is_misere: spec.is_misere(),
            may_overshoot: spec.may_overshoot(),
            n_heaps: spec.heaps().len(),
            is_nim: *spec.takes() == Takes::Any,
        }
    }

    /// The least that can be taken: a heap with less is dead.
    pub(super) fn least(&self) -> u32 {
        match &self.steps {
            Steps::UpTo(_) => 1,
            Steps::OneOf(takes) => takes[0],
        }
    }

    /// The most that can be taken.
    pub(super) fn most(&self) -> u32 {
        match &self.steps {
            Steps::UpTo(limit) => *limit,
            Steps::OneOf(takes) => *takes.last().expect("a game has at least one take"),
        }
    }

    /// Shows each take that a heap of so many allows, the smallest first.
    pub(super) fn each_take(&self, heap: u32, mut visit: impl FnMut(u32)) {
        match &self.steps {
            Steps::UpTo(limit) if self.may_overshoot => (1..=*limit).for_each(visit),
            Steps::UpTo(limit) => (1..=heap.min(*limit)).for_each(visit),
            Steps::OneOf(takes) => {
                takes.iter().take_while(|&&take| take <= heap).for_each(|&take| visit(take));
            }
        }
    }

    /// How many takes a heap of so many allows.
    pub(super) fn n_takes(&self, heap: u32) -> usize {
        match &self.steps {
            Steps::UpTo(limit) if self.may_overshoot => *limit as usize,
            Steps::UpTo(limit) => heap.min(*limit) as usize,
            Steps::OneOf(takes) => takes.partition_point(|&take| take <= heap),
        }
    }
}

/// Takes without their greatest common divisor, and that divisor.
fn reduce(takes: &[u32]) -> (Steps, u32) {
    let bundle = takes.iter().fold(0, |common, &take| greatest_common_divisor(common, take));
    let reduced: Box<[u32]> = takes.iter().map(|take| take / bundle).collect();
    let most = *reduced.last().expect("a game has at least one take");
    // Ascending numbers of which the last equals how many there are: 1, 2, 3 and so on.
    let has_no_gap = most as usize == reduced.len();
    (if has_no_gap { Steps::UpTo(most) } else { Steps::OneOf(reduced) }, bundle)
}

fn greatest_common_divisor(mut a: u32, mut b: u32) -> u32 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
