//! One name for one line: a row that has grown longer than it takes holds several lines, and a story that told
//! of the first of them does not change its words later.

use std::collections::HashMap;

use mossa_kernel::Side;

use super::{
    facts::Facts,
    stones::{Completion, Stones},
};

/// The lines that cells complete, as they were first seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines(HashMap<(u32, Side), Vec<u32>>);

impl Lines {
    /// Those that both sides could complete, at once or later.
    pub(super) fn of(stones: &Stones) -> Self {
        let wins = Side::BOTH.into_iter().flat_map(|side| {
            let wins = stones.wins(side).into_iter().chain(stones.later_wins(side));
            wins.map(move |win| ((win.cell, side), win.line))
        });
        Self(wins.collect())
    }

    /// Puts the line that is known for a cell in the place of another, where one is known.
    pub(super) fn call(&self, side: Side, win: &mut Completion) {
        if let Some(known) = self.0.get(&(win.cell, side)) {
            win.line.clone_from(known);
        }
    }

    /// The same for a line of its own, which is learned where none is known.
    fn learn(&mut self, cell: u32, side: Side, line: &mut Vec<u32>) {
        line.clone_from(self.0.entry((cell, side)).or_insert_with(|| line.clone()));
    }
}

impl Facts {
    /// Calls each line as it was called when it was first seen.
    pub(super) fn call(&mut self, known: &mut Lines) {
        if let Some(line) = &mut self.completes {
            known.learn(self.cell, self.side, line);
        }
        let ours = self.threatens.iter_mut().chain(&mut self.stacked).chain(&mut self.prepares);
        for win in ours {
            known.learn(win.cell, self.side, &mut win.line);
        }
        for win in self.stops.iter_mut().chain(&mut self.allows) {
            known.learn(win.cell, !self.side, &mut win.line);
        }
    }
}
