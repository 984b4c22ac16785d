//! Othello: which moves a beginner would pick, and which moves get a word where nothing is proven.

use mossa_kernel::Move;
use mossa_search::Line;

use super::{
    DiscFacts, Findings, Request, Story,
    contenders::{Candidate, MOST_TOLD, Rival, opens},
};

/// So many of the moves that are about as good are told in the table whatever else is.
const MOST_PEERS: usize = 8;

/// So many are looked at more closely there.
const MOST_TRIED: usize = 6;

impl Request<'_> {
    /// Those of them that get a word, what most beginners would pick first. Where nothing is proven, moves with something
    /// plain to tell come before others.
    pub(super) fn told_rivals(&self, findings: &Findings, best: &Story) -> Vec<Rival> {
        let mut rivals;
        if findings.is_proven {
            rivals = self.rivals(findings);
        } else {
            rivals = self.believed_rivals(findings);
            rivals.sort_by_key(|rival| usize::MAX - rival.appeal);
            // Whoever compares moves asks for the next best one.
            let next = findings.behind().map(|(index, _)| index).next();
            rivals.sort_by_key(|rival| Some(rival.index) != next);
            // That nothing can be told of a move is told of all such moves at once.
            rivals.retain(|rival| !self.is_untold(findings, best, rival.index));
        }
        rivals.truncate(MOST_TOLD);
        rivals
    }

    /// Moves that somebody may ask about where nothing is proven: one that takes a corner, the next best, and those that
    /// leave the fewest moves or that a beginner would pick. What hands over a corner or stands beside one comes last
    /// otherwise: the table tells what is wrong with it.
    pub(super) fn believed_rivals(&self, findings: &Findings) -> Vec<Rival> {
        let Some(best) = DiscFacts::new(self.spec, self.game, findings.best().mv()) else {
            return Vec::new();
        };
        let candidates = self.candidates(findings);
        let plain = || {
            candidates.iter().filter(|it| it.facts.gives.is_empty() && it.facts.beside.is_none())
        };
        let corner = candidates.iter().find(|it| it.facts.takes_corner && !best.takes_corner);
        let open = |facts: &DiscFacts| facts.gives.len() + facts.leaves.len();
        let keeper = candidates.iter().find(|it| open(&best) > 0 && open(&it.facts) == 0);
        let narrow = plain().min_by_key(|it| (it.facts.replies, it.index));
        let narrow = narrow.filter(|it| it.facts.replies < best.replies);
        let beginners = self.beginners(findings, &candidates);
        let asked: Vec<usize> = beginners.iter().map(|it| it.index).collect();
        let opener = candidates.iter().find(|it| opens(&it.facts) && !opens(&best));
        let safe = plain().min_by_key(|it| (it.facts.safe.len(), it.index));
        let safe = safe.filter(|it| it.facts.safe.len() < best.safe.len());
        let order = [corner, keeper, opener, plain().next(), narrow, safe];
        let order = order.into_iter().flatten();
        let order = order.chain(beginners).chain(plain()).chain(&candidates);
        let mut rivals = self.once(findings, &best, &asked, order);
        let n_asked = rivals.iter().rposition(|rival| rival.n_asked > 0).map_or(0, |last| last + 1);
        rivals.truncate(MOST_TRIED.max(n_asked));
        rivals
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
    pub(super) fn named(&self, findings: &Findings, best: &Story) -> Vec<usize> {
        let rivals = self.told_rivals(findings, best).into_iter().map(|rival| rival.index);
        let near = self.near_untold(findings, best).into_iter();
        let tried = findings.trials.iter().map(|(index, _)| *index);
        let place = |mv: Move| findings.lines.iter().position(|line| line.mv() == mv);
        let played = findings.opinions.iter().filter_map(|opinion| place(opinion.choice.mv));
        let peers = findings.peers().into_iter().take(MOST_PEERS);
        let candidates = self.candidates(findings);
        let asked = self.beginners(findings, &candidates).into_iter().map(|it| it.index);
        let named = peers.chain(rivals).chain(near).chain(tried).chain(played);
        named.chain(asked).collect()
    }

    /// The places of the moves that are only a little behind the best one, and of which nothing can be told.
    fn near_untold(&self, findings: &Findings, best: &Story) -> Vec<usize> {
        let is_near = |(index, line): &(usize, &Line)| {
            !findings.is_proven && !findings.is_far(line) && self.is_untold(findings, best, *index)
        };
        findings.behind().filter(is_near).map(|(index, _)| index).collect()
    }

    /// Whether nothing can be told against a move.
    fn is_untold(&self, findings: &Findings, best: &Story, index: usize) -> bool {
        self.contrast(findings, best, index).is_none()
    }
}
