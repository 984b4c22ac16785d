//! Othello: which moves a beginner would pick, and which moves get a word where nothing is proven.

use mossa_kernel::Move;

use super::contenders::{Candidate, MOST_TOLD, Rival, is_one_disc_less, opens};
use crate::explain::{DiscFacts, Findings, Request};

/// So many of the moves that are about as good are told in the table whatever else is.
const MOST_PEERS: usize = 8;

/// And where nothing is proven, so many of all moves, so that what is counted can be compared.
const MOST_ROWS: usize = 16;

/// So many moves fewer are clearly fewer.
const CLEARLY: usize = 2;

impl Request<'_> {
    /// The moves that get a word where the result is proven.
    pub(super) fn told_rivals(&self, findings: &Findings) -> Vec<Rival> {
        let mut rivals = self.rivals(findings);
        rivals.truncate(MOST_TOLD);
        rivals
    }

    /// Those of them that end more than a disc worse.
    pub(super) fn weighty_rivals(&self, findings: &Findings) -> Vec<Rival> {
        let mut rivals = self.told_rivals(findings);
        rivals.retain(|rival| !is_one_disc_less(findings, &findings.lines[rival.index]));
        rivals
    }

    /// What everybody who knows what counts would look at: what takes a corner, opens one, or leaves the other side clearly
    /// fewer moves than the best one does.
    pub(super) fn natural<'c>(
        &self,
        findings: &Findings,
        candidates: &'c [Candidate],
    ) -> Vec<&'c Candidate> {
        let best = DiscFacts::new(self.spec, self.game, findings.best().mv());
        let Some(best) = best else { return Vec::new() };
        let corners = candidates.iter().filter(|it| it.facts.takes_corner);
        let opener = candidates.iter().find(|it| opens(&it.facts) && !opens(&best));
        let is_narrow = |it: &&Candidate| {
            let clearly = if findings.is_proven { CLEARLY } else { 1 };
            it.facts.gives.is_empty() && it.facts.replies + clearly <= best.replies
        };
        let narrow = candidates.iter().filter(is_narrow);
        let narrow = narrow.min_by_key(|it| (it.facts.replies, it.index));
        corners.chain([opener, narrow].into_iter().flatten()).collect()
    }

    /// What a beginner would pick of them: what the classic players play, and the move that turns most discs.
    pub(super) fn beginners<'c>(
        &self,
        findings: &Findings,
        candidates: &'c [Candidate],
    ) -> Vec<&'c Candidate> {
        let place = |mv: Move| findings.lines.iter().position(|line| line.mv() == mv);
        let played = findings.opinions.iter().filter_map(|opinion| place(opinion.choice.mv));
        let is_played = |it: &Candidate, played: usize| {
            it.index == played || findings.are_twins(it.index, played)
        };
        let mut picked: Vec<&Candidate> = played
            .filter_map(|played| candidates.iter().find(|it| is_played(it, played)))
            .collect();
        let turned = |mv: Move| DiscFacts::new(self.spec, self.game, mv).map(|facts| facts.turned);
        let most = findings.lines.iter().filter_map(|line| turned(line.mv())).max();
        let is_best = turned(findings.best().mv()) == most;
        let greedy = candidates.iter().find(|it| Some(it.facts.turned) == most);
        picked.extend(greedy.filter(|_| !is_best));
        picked
    }

    /// The places of all moves that the reasons name one by one, and of those that a beginner would pick.
    pub(in crate::explain) fn named(&self, findings: &Findings) -> Vec<usize> {
        if !findings.is_proven {
            return (0..findings.lines.len().min(MOST_ROWS)).collect();
        }
        let rivals = self.told_rivals(findings).into_iter().map(|rival| rival.index);
        let place = |mv: Move| findings.lines.iter().position(|line| line.mv() == mv);
        let played = findings.opinions.iter().filter_map(|opinion| place(opinion.choice.mv));
        let peers = findings.peers().into_iter().take(MOST_PEERS);
        let candidates = self.candidates(findings);
        let asked = self.beginners(findings, &candidates).into_iter().map(|it| it.index);
        peers.chain(rivals).chain(played).chain(asked).collect()
    }
}
