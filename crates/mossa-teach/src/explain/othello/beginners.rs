//! Othello: which moves a beginner would pick, and which moves get a word where nothing is proven.

use mossa_kernel::Move;

use super::contenders::{Candidate, MOST_TOLD, Rival, is_one_disc_less, opens};
use crate::explain::{DiscFacts, Findings, Request};

/// So many of the moves that are about as good are told in the table whatever else is.
const MOST_PEERS: usize = 8;

/// So many worse moves get a word.
const MOST_ASKED: usize = 6;

/// So many moves fewer are clearly fewer.
const CLEARLY: usize = 2;

impl Request<'_> {
    /// The moves that get a word.
    pub(super) fn told_rivals(&self, findings: &Findings) -> Vec<Rival> {
        if findings.is_proven {
            let mut rivals = self.rivals(findings);
            rivals.truncate(MOST_TOLD);
            return rivals;
        }
        let Some(best) = DiscFacts::new(self.spec, self.game, findings.best().mv()) else {
            return Vec::new();
        };
        let candidates = self.candidates(findings);
        let asked = self.asked(findings);
        let order =
            asked.iter().filter_map(|&index| candidates.iter().find(|it| it.index == index));
        self.once(findings, &best, &asked, order)
    }

    /// Those of them that end more than a disc worse.
    pub(super) fn weighty_rivals(&self, findings: &Findings) -> Vec<Rival> {
        let mut rivals = self.told_rivals(findings);
        rivals.retain(|rival| !is_one_disc_less(findings, &findings.lines[rival.index]));
        rivals
    }

    /// Worse moves that somebody will ask about where nothing is proven, by their places in the list: the next best, and
    /// those that a beginner would pick.
    pub(super) fn asked(&self, findings: &Findings) -> Vec<usize> {
        let candidates = self.candidates(findings);
        let beginners = self.beginners(findings, &candidates);
        let mut asked: Vec<usize> = Vec::new();
        let natural = self.natural(findings, &candidates);
        let tidy = self.outdoing(findings, &candidates);
        // Whoever reads what the other side wants asks why not to go there first.
        let wish =
            candidates.iter().find(|it| Some(findings.lines[it.index].mv()) == findings.wish);
        let first = candidates.first().into_iter().chain(wish);
        for it in first.chain(natural).chain(beginners).chain(tidy) {
            if !asked.contains(&it.index) && asked.len() < MOST_ASKED {
                asked.push(it.index);
            }
        }
        asked
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
        let corner = candidates.iter().find(|it| it.facts.takes_corner);
        let opener = candidates.iter().find(|it| opens(&it.facts) && !opens(&best));
        let is_narrow = |it: &&Candidate| {
            it.facts.gives.is_empty() && it.facts.replies + CLEARLY <= best.replies
        };
        let narrow = candidates.iter().filter(is_narrow);
        let narrow = narrow.min_by_key(|it| (it.facts.replies, it.index));
        [corner, opener, narrow].into_iter().flatten().collect()
    }

    /// What turns as many discs as the best move and leaves the other side no more moves, and does nothing odd to a corner:
    /// by what is seen at once it is better.
    fn outdoing<'c>(
        &self,
        findings: &Findings,
        candidates: &'c [Candidate],
    ) -> impl Iterator<Item = &'c Candidate> {
        let best = DiscFacts::new(self.spec, self.game, findings.best().mv());
        candidates.iter().filter(move |it| {
            let is_plain = it.facts.gives.is_empty() && it.facts.beside.is_none();
            best.as_ref().is_some_and(|best| {
                let gains =
                    [it.facts.turned.cmp(&best.turned), best.replies.cmp(&it.facts.replies)];
                is_plain && gains.iter().all(|it| it.is_ge()) && gains.iter().any(|it| it.is_gt())
            })
        })
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
        let rivals = self.told_rivals(findings).into_iter().map(|rival| rival.index);
        let place = |mv: Move| findings.lines.iter().position(|line| line.mv() == mv);
        let played = findings.opinions.iter().filter_map(|opinion| place(opinion.choice.mv));
        let peers = findings.peers().into_iter().take(MOST_PEERS);
        let candidates = self.candidates(findings);
        let asked = self.beginners(findings, &candidates).into_iter().map(|it| it.index);
        peers.chain(rivals).chain(played).chain(asked).collect()
    }
}
