//! Othello, where nothing is proven: games played on to the end, after the best move and after those of which nothing else
//! tells why they are worse.

use mossa_kernel::{Move, values};
use mossa_search::Line;

use super::later::{Fault, FaultKind};
use crate::explain::{Findings, Request, names, quick_games::GAMES};

/// So many moves are followed that far.
const MOST_PLAYED_OUT: usize = 2;

/// Where more than such a part of the worse moves is left without a reason, so many games are played from all moves.
const MANY_LEFT: usize = 3;
const GAMES_OF_ALL: u32 = 100;

/// The same where more worse moves than this look better by what can be counted on a board.
const MOST_CONTRARY: usize = 1;

impl Request<'_> {
    /// Plays games to the end after all moves, where the reasons leave many of them untold or speak for worse ones as well.
    pub(super) fn play_all_out(&mut self, findings: &mut Findings) {
        let worse = Self::worse(findings).count();
        let is_told = Self::untold(findings).len() * MANY_LEFT <= worse;
        if is_told && !Self::is_doubtful(findings) {
            return;
        }
        let close = findings.lines.iter().filter(|line| !findings.is_glance(line));
        let close = close.filter(|line| !values::is_exact(&line.value) && line.mv() != Move::PASS);
        let moves: Vec<Move> = close.map(Line::mv).collect();
        self.play_games(findings, moves, GAMES_OF_ALL);
        if !findings.ends.is_empty() {
            self.judge(findings);
        }
    }

    /// Whether by the first reason some worse moves look better, or it speaks for one of several good moves only.
    fn is_doubtful(findings: &Findings) -> bool {
        let judged = &findings.judged;
        let Some(&first) = judged.reasons.first() else { return false };
        let close = Self::worse(findings).filter(|line| !findings.is_glance(line));
        let contrary = close.filter(|line| judged.is_better(line.mv(), first)).count();
        let is_alone = first.is_tried() && judged.best.len() < judged.n_good;
        is_alone || contrary > if first.is_tried() { 0 } else { MOST_CONTRARY }
    }

    /// Plays games to the end after the best move, the next best one, and the first ones that nothing else tells from it.
    pub(super) fn play_out(&mut self, findings: &mut Findings) {
        let left = self.lone(findings).into_iter().filter(|(_, fault)| fault.is_none());
        let left = left.take(MOST_PLAYED_OUT).map(|(index, _)| &findings.lines[index]);
        let next = Self::worse(findings).next().filter(|line| !findings.is_glance(line));
        let mut moves: Vec<Move> = left.chain(next).map(Line::mv).collect();
        moves.sort_unstable();
        moves.dedup();
        if moves.is_empty() || !findings.ends.is_empty() {
            return;
        }
        moves.push(findings.best().mv());
        self.play_games(findings, moves, GAMES);
    }

    /// That fewer games are won after a move.
    pub(super) fn wins_less(&self, findings: &Findings, index: usize) -> Option<Fault> {
        let words = self.ends_against(findings, &findings.lines[index])? + ".";
        Some(Fault { words, kind: FaultKind::Ends })
    }

    /// The same in a few words.
    pub(super) fn ends_in_short(&self, findings: &Findings, moves: &[Move]) -> Option<String> {
        let best = *findings.ends.get(&findings.best().mv())?;
        let each = moves.iter().filter_map(|mv| {
            let name = self.game.position().show_move(*mv);
            Some(format!("{} after {name}", findings.ends.get(mv)?.won))
        });
        Some(format!(
            "of {} quick games to the end {} won {} after {}, {}",
            best.games,
            names::side(self.mover()),
            best.won,
            self.name(findings.best()),
            names::list(each, "and")
        ))
    }
}
