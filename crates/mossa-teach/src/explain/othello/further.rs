//! Othello: lines are played on where what goes wrong after a move is looked for further ahead.

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Move, values};
use mossa_search::{Aim, Task};

use super::{counts::CORNERS_WITHIN, later::COMPARED, objections::MOST_FOLLOWED};
use crate::explain::{Findings, Request, until};

/// How much of the time may be spent when that is done.
pub(super) const FURTHER_PART: f64 = 0.8;

/// So many positions are looked at for every few moves.
const NODES_A_STEP: u64 = 100_000;

/// So many moves of what is found are played: the last ones of a line are the least certain.
const MOVES_A_STEP: usize = 2;

impl Request<'_> {
    /// Judges the moves, and plays on after the best one and those of which nothing can be counted at once.
    pub(in crate::explain) fn look_further(&mut self, findings: &mut Findings) {
        let GameSpec::Othello(_) = self.spec else { return };
        if findings.is_first_impression() {
            if !findings.is_proven {
                self.judge(findings);
            }
            return;
        }
        findings.opinions = self.ask_classics();
        if findings.is_proven {
            self.judge_proven(findings);
        } else {
            self.try_out(findings);
            self.play_on(findings);
            self.judge(findings);
            self.play_all_out(findings);
        }
        self.find_offer(findings);
        if findings.is_proven {
            return;
        }
        let untold = Self::untold(findings).into_iter().take(MOST_FOLLOWED);
        let followed: Vec<usize> = untold.collect();
        let best = (!followed.is_empty()).then_some(0);
        for index in best.into_iter().chain(followed) {
            let line = findings.lines[index].moves.clone();
            findings.lines[index].moves = self.continued(&line, COMPARED);
        }
        self.play_out(findings);
    }

    /// Makes the lines of all moves that were looked at closely so long that what comes of them can be compared.
    fn play_on(&mut self, findings: &mut Findings) {
        for index in 0..findings.lines.len() {
            let line = &findings.lines[index];
            if !findings.is_glance(line) && !values::is_exact(&line.value) {
                let line = line.moves.clone();
                findings.lines[index].moves = self.continued(&line, CORNERS_WITHIN);
            }
        }
    }

    /// A line with what the engine expects next, up to so many moves.
    fn continued(&mut self, line: &[Move], length: usize) -> Vec<Move> {
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
}
