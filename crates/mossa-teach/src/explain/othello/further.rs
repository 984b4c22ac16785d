//! Othello: lines are played on where they end before a corner is settled that has come into reach.

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Move, Side};
use mossa_search::{Aim, Task};

use super::discs::{corners, reachable};
use crate::explain::{Findings, Request, until};

/// How much of the time may be spent when that is done.
pub(super) const FURTHER_PART: f64 = 0.8;

/// So many positions are looked at for every few moves.
const NODES_A_STEP: u64 = 100_000;

/// So many moves of what is found are played: the last ones of a line are the least certain.
const MOVES_A_STEP: usize = 2;

/// To settle a corner a line may grow by so many moves.
const MOST_TO_SETTLE: usize = 6;

/// A line is not cut to fewer moves than this.
const LEAST_TOLD: usize = 8;

/// The lines of moves that somebody will ask about have at least so many moves.
const LEAST_COMPARED: usize = 8;

/// Lines that nothing nearer tells apart are played on to so many moves.
pub(super) const PLAYED_ON: usize = 28;

impl Request<'_> {
    /// Plays on until corners in reach are settled, and after worse moves that somebody will ask about.
    pub(in crate::explain) fn look_further(&mut self, findings: &mut Findings) {
        let GameSpec::Othello(_) = self.spec else { return };
        if findings.is_first_impression() {
            return;
        }
        findings.opinions = self.ask_classics();
        self.find_offer(findings);
        if findings.is_proven {
            return;
        }
        for index in self.asked(findings) {
            let line = &findings.lines[index];
            // The answers of a glance are not the best.
            let known = if findings.is_glance(line) { 1 } else { line.moves.len() };
            let known = line.moves[..known].to_vec();
            findings.lines[index].moves = self.continued(&known, LEAST_COMPARED);
        }
        self.prefer_countable(findings);
        findings.lines[0].moves = self.settled(&findings.lines[0].moves);
        // The line may have become shorter or longer, and tell another tale.
        self.find_gauge(findings);
        self.play_on(findings);
    }

    /// A line with what the engine expects next, up to so many moves.
    pub(super) fn continued(&mut self, line: &[Move], length: usize) -> Vec<Move> {
        let mut moves = line.to_vec();
        let nodes = self.budget.nodes.map_or(NODES_A_STEP, |nodes| nodes.min(NODES_A_STEP));
        let budget = Budget { nodes: Some(nodes), ..until(self.budget, FURTHER_PART) };
        while moves.len() < length && !budget.is_spent(0) {
            let Some(end) = self.reached(&moves).filter(|end| end.outcome().is_none()) else {
                break;
            };
            let task = Task { budget: &budget, aim: Aim::Play, lines: 1, threads: self.threads };
            let Ok(report) = self.engine.think(&end, &task, &mut |_| {}) else { break };
            let Some(next) = report.best().filter(|next| !next.moves.is_empty()) else { break };
            let step = MOVES_A_STEP.min(length - moves.len());
            moves.extend(next.moves.iter().take(step));
        }
        moves
    }

    /// A line that does not end right when a corner comes into reach: some moves longer, or else shorter.
    fn settled(&mut self, line: &[Move]) -> Vec<Move> {
        if self.is_settled(line) {
            return line.to_vec();
        }
        let longer = self.continued(line, line.len() + MOST_TO_SETTLE);
        let mut lengths = (line.len()..=longer.len()).chain((LEAST_TOLD..line.len()).rev());
        let length = lengths.find(|&length| self.is_settled(&longer[..length]));
        longer[..length.unwrap_or(line.len())].to_vec()
    }

    /// Whether no corner can be taken after a line.
    fn is_settled(&self, line: &[Move]) -> bool {
        let corners = corners(self.spec, self.game);
        self.reached(line).is_none_or(|end| {
            end.outcome().is_some()
                || Side::BOTH.into_iter().all(|side| reachable(&end, &corners, side).is_empty())
        })
    }
}
