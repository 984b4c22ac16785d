//! m,n,k-games: what can be proven without looking at everything: draws by pairs of cells, and that a
//! game cannot end sooner.

use mossa_games::GameSpec;
use mossa_kernel::{Exact, GameResult, Side, Value};

use super::{draws::MOST_FREE, guard::guard, pairs::pairs_against};
use crate::explain::{Findings, Request, result, stones::Stones};

impl Request<'_> {
    /// Adds to what the engine found.
    pub(in crate::explain) fn sharpen(&self, findings: &mut Findings) {
        if let (GameSpec::Mnk(_), Some(stones)) = (self.spec, Stones::new(self.spec, self.game)) {
            self.prove_draw(&stones, findings);
            for line in &mut findings.lines {
                let cell = stones.cell_of(line.mv());
                if let (Value::Exact(exact), Some(cell)) = (&mut line.value, cell) {
                    exact.at_most =
                        exact.at_most && !is_shortest(exact, &stones, cell, self.mover());
                }
            }
        }
    }

    /// Where both sides can hold the other off for good, the position is a draw, however little of it the
    /// engine has seen.
    fn prove_draw(&self, stones: &Stones, findings: &mut Findings) {
        let mover = self.mover();
        let is_open = stones.wins(mover).is_empty() && stones.n_free() <= MOST_FREE;
        if findings.is_proven || !is_open || guard(stones, mover).is_none() {
            return;
        }
        let holds = |cell: u32, tries_all: bool| {
            let after = stones.with(cell, mover);
            let is_paired =
                after.wins(!mover).is_empty() && pairs_against(&after, !mover).is_some();
            is_paired || tries_all && guard(&after, !mover).is_some()
        };
        let is_tiny = crate::is_tiny(self.spec, self.game);
        let is_first = |index| (0..index).all(|before| !findings.are_twins(before, index));
        let tries_all: Vec<bool> = (0..findings.lines.len())
            .map(|index| index == 0 || is_tiny && is_first(index))
            .collect();
        let mut is_found = false;
        for (line, tries_all) in findings.lines.iter_mut().zip(tries_all) {
            let is_open = result(&line.value) != Some(GameResult::Loss);
            let cell = stones.cell_of(line.mv()).filter(|_| is_open);
            if cell.is_some_and(|cell| holds(cell, tries_all)) {
                let drawn =
                    Exact { result: GameResult::Draw, plies: None, at_most: false, margin: None };
                line.value = Value::Exact(drawn);
                is_found = true;
            }
        }
        if is_found {
            findings.settle_draw();
        }
    }
}

/// Whether a game that ends in at most so many moves cannot end sooner, for nobody can complete a line
/// before.
fn is_shortest(exact: &Exact, before: &Stones, cell: u32, mover: Side) -> bool {
    match (exact.result, exact.plies) {
        (GameResult::Loss, Some(2)) => true,
        (GameResult::Win, Some(3)) => before.completed_by(cell, mover).is_none(),
        (GameResult::Loss, Some(4)) => before.with(cell, mover).wins(!mover).is_empty(),
        _ => false,
    }
}
