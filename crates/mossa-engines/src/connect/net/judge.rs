//! The sums of a position, kept up to date, and what follows from them.

use std::sync::Arc;

use mossa_kernel::Side;

use super::{
    ENDS, HIDDEN, LARGEST_INPUT, MOST_SURE, ONE, WEIGHT_ONE,
    weights::{Sums, Weights},
};

/// Judges the position that the stones so far have led to.
///
/// Many positions are decided before anybody asks what they look like, so a stone only notes which
/// windows it changes, and the sums follow when they are needed.
#[derive(Clone, Debug)]
pub(in crate::connect) struct Judge {
    weights: Arc<Weights>,
    /// The sums after each of the first stones, as far as they are known.
    sums: Vec<Sums>,
    /// The looks that windows had before each stone and have since.
    changes: Vec<(u32, u32)>,
    /// Where the changes of each stone begin.
    starts: Vec<usize>,
}

impl Judge {
    /// Begins with an empty board.
    pub(in crate::connect) fn new(weights: Arc<Weights>) -> Self {
        let sums = vec![weights.empty];
        Self { weights, sums, changes: Vec::new(), starts: Vec::new() }
    }

    /// Takes all stones off.
    pub(in crate::connect) fn clear(&mut self) {
        self.sums.truncate(1);
        self.changes.clear();
        self.starts.clear();
    }

    /// A stone is about to be added, to a cell that takes part in the windows to be named next.
    #[inline]
    pub(in crate::connect) fn begin(&mut self) {
        self.starts.push(self.changes.len());
    }

    /// It changes the look of the window with this direction and first cell.
    #[inline]
    pub(in crate::connect) fn change(
        &mut self,
        direction: usize,
        first: u32,
        before: u32,
        after: u32,
    ) {
        let start = self.weights.windows[direction][first as usize];
        self.changes.push((start + before, start + after));
    }

    /// Takes the stone off again that was added last.
    #[inline]
    pub(in crate::connect) fn remove(&mut self) {
        if let Some(start) = self.starts.pop() {
            self.changes.truncate(start);
            self.sums.truncate(self.starts.len() + 1);
        }
    }

    /// Brings the sums up to date.
    fn catch_up(&mut self) {
        while self.sums.len() <= self.starts.len() {
            let stone = self.sums.len() - 1;
            let end = self.starts.get(stone + 1).copied().unwrap_or(self.changes.len());
            let mut sums = self.sums[stone];
            for &(before, after) in &self.changes[self.starts[stone]..end] {
                let (before, after) =
                    (&self.weights.looks[before as usize], &self.weights.looks[after as usize]);
                for ((sum, &before), &after) in sums.iter_mut().zip(before).zip(after) {
                    *sum += i16::from(after) - i16::from(before);
                }
            }
            self.sums.push(sums);
        }
    }

    /// The odds of the side to move, in hundredths of a logit.
    pub(in crate::connect) fn estimate(&mut self, us: Side, ends: [i32; ENDS]) -> i32 {
        self.catch_up();
        let Weights {
            first, first_bias, ends: by_end, second, second_bias, odds, odds_bias, ..
        } = &*self.weights;
        let stones = self.starts.len();
        let sign = if us == Side::First { 1 } else { -1 };
        let mut bias = first_bias[us.index()][stones];
        for (end, by_end) in ends.into_iter().zip(by_end) {
            for (bias, by_end) in bias.iter_mut().zip(by_end) {
                *bias += sign * end * by_end;
            }
        }
        let inputs = self.sums[stones].map(|sum| sum.clamp(0, LARGEST_INPUT));
        let hidden = layer(&inputs, first, &bias);
        let hidden = layer(&hidden, second, second_bias);
        let odds = odds_bias + dot(&hidden, odds);
        let hundredths = odds / (ONE * WEIGHT_ONE / 100);
        sign * hundredths.clamp(-MOST_SURE, MOST_SURE)
    }
}

/// One layer: sums of inputs by weight, none below zero.
#[inline]
fn layer<const N: usize>(
    inputs: &[i16; N],
    weights: &[[i16; N]; HIDDEN],
    bias: &[i32; HIDDEN],
) -> [i16; HIDDEN] {
    let mut outputs = [0; HIDDEN];
    for ((output, weights), bias) in outputs.iter_mut().zip(weights).zip(bias) {
        let sum = (bias + dot(inputs, weights)) / WEIGHT_ONE;
        *output = sum.clamp(0, LARGEST_INPUT.into()) as i16;
    }
    outputs
}

#[inline]
fn dot<const N: usize>(inputs: &[i16; N], weights: &[i16; N]) -> i32 {
    let products = inputs.iter().zip(weights).map(|(&input, &weight)| (i32::from(input), weight));
    products.map(|(input, weight)| input * i32::from(weight)).sum()
}
