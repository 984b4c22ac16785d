//! A closer look at the moves of which one may be the best, after all moves were looked at in turn.

use mossa_engines::Analysis;
use mossa_kernel::{Budget, PlayerError, Value, values};
use mossa_search::{Line, Report};

use super::{Request, findings::ANALYSIS_PART, until};

/// So many moves whose chances are no further behind the best get a closer look, with so many times as many positions.
const MOST_CONTENDING: usize = 4;
const CONTENDING: f64 = 0.25;
const DEEPER: u64 = 2;

impl Request<'_> {
    /// Looks deeper at the moves of which one may be the best: those that were looked at in turn with all others say little
    /// of which of them it is.
    pub(super) fn refine(&mut self, report: &mut Report) -> Result<(), PlayerError> {
        let chance = |line: &Line| crate::chance(&line.value);
        let is_close = |line: &&Line| {
            chance(&report.lines[0]) - chance(line) <= CONTENDING && !values::is_exact(&line.value)
        };
        let n = report.lines.iter().take(MOST_CONTENDING).take_while(is_close).count();
        if n < 2 {
            return Ok(());
        }
        let nodes = self.budget.nodes.map(|nodes| nodes.saturating_mul(DEEPER));
        let budget = Budget { nodes, ..until(self.budget, ANALYSIS_PART) };
        let (game, threads) = (self.game, self.threads);
        let analysis = Analysis { engine: self.engine, game, threads, lines: Some(n) };
        let closer = analysis.run(&budget, &mut |_| {})?;
        if closer.is_settled {
            *report = closer;
            return Ok(());
        }
        let is_new = |own: &Line, line: &Line| {
            let is_deeper = line.depth > own.depth || values::is_exact(&line.value);
            line.mv() == own.mv() && is_deeper && !values::is_exact(&own.value)
        };
        let mut least: Option<Value> = None;
        let mut shallow = Vec::new();
        for line in &mut report.lines {
            match closer.lines.iter().find(|it| is_new(line, it)) {
                Some(new) => {
                    line.clone_from(new);
                    let is_least =
                        least.is_none_or(|it| values::rank(&new.value) < values::rank(&it));
                    if is_least && !values::is_exact(&new.value) {
                        least = Some(new.value);
                    }
                }
                None => shallow.push(line),
            }
        }
        report.depth = closer.depth;
        report.nodes += closer.nodes;
        // The deeper look found none of the others better than these.
        let Some(least) = least else { return Ok(()) };
        let is_more = |line: &Line| {
            !values::is_exact(&line.value) && values::rank(&line.value) > values::rank(&least)
        };
        for line in shallow.into_iter().filter(|line| is_more(line)) {
            line.value = least;
        }
        Ok(())
    }
}
