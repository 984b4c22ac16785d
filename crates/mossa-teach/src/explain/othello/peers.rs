//! Othello: the best move beside those that come close to it, and what there is to say before worse ones are spoken of.

use mossa_search::Line;

use super::{
    believed::SOON,
    contenders::Rival,
    contrast::Contrast,
    discs::legal,
    firm::Unit,
    gauge::{Count, Gauge, Margin},
};
use crate::explain::{DiscFacts, Findings, Request, Story, names};

/// A count is much the same where it is no more than so many behind that of the best move.
const ALIKE: i64 = 2;

/// At most so many moves are named with their counts.
const MOST_ALIKE: usize = 3;

/// A square is wanted where the other side goes there after so many of the moves that get a word.
const LEAST_WANTED: usize = 2;

/// So many moves more than after a worse move make a reader wonder.
const MANY_MORE: usize = 3;

/// The square of the best move, to which the other side would go itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    /// After these moves, by their places in the list.
    pub(super) after: Vec<usize>,
    /// How many moves that leaves the mover at least and at most.
    pub(super) left: [usize; 2],
}

impl Wanted {
    /// How many moves are left, in words.
    pub(super) fn range(&self) -> String {
        match self.left {
            [least, most] if least == most => least.to_string(),
            [least, most] => format!("{least} to {most}"),
        }
    }
}

impl Request<'_> {
    /// The best move, those that look about as good, and those that come close.
    pub(super) fn peers_words(&self, findings: &Findings) -> String {
        let name = self.name(findings.best());
        let peers: Vec<&Line> =
            findings.peers().into_iter().skip(1).map(|index| &findings.lines[index]).collect();
        let named = names::list(peers.iter().map(|line| self.name(line)), "and");
        let is_close = peers.iter().any(|line| findings.is_clearly_less(line));
        match (peers.len(), is_close) {
            (0, _) => format!("{}.", self.lead_words(findings)),
            (1, false) => {
                format!(
                    "{name} is one of the best moves; {named} looks about as good to the engine."
                )
            }
            (_, false) => format!(
                "{name} is one of the best moves; {named} look about as good to the engine ({}).",
                Self::range(findings, &peers)
            ),
            (1, true) => format!(
                "The engine prefers {name}. {named} comes close ({} against {}){}.",
                Self::worth(findings, peers[0]),
                Self::worth(findings, findings.best()),
                self.fewest_words(findings, &peers, "it")
            ),
            (_, true) => format!(
                "The engine prefers {name} ({}). {named} come close ({}){}.",
                Self::worth(findings, findings.best()),
                Self::range(findings, &peers),
                self.fewest_words(findings, &peers, "them")
            ),
        }
    }

    /// What some moves are worth, from the least to the most.
    fn range(findings: &Findings, lines: &[&Line]) -> String {
        let worth = |line: Option<&&Line>| {
            line.map_or_else(String::new, |line| Self::worth(findings, line))
        };
        let (least, most) = (worth(lines.last()), worth(lines.first()));
        if least == most { most } else { format!("{least} to {most}") }
    }

    /// What sets the best move apart from those that come close: that it leaves the other side fewest moves, or else nothing
    /// that is plain.
    fn fewest_words(&self, findings: &Findings, peers: &[&Line], them: &str) -> String {
        let Some(own) = self.leaves_fewest(findings) else {
            return format!(", and no plain reason sets {them} apart");
        };
        let others = peers.iter().filter_map(|line| self.replies_left(line));
        let others = others.map(|left| left.to_string());
        format!(
            ": {} leaves {} {} moves, {} {}",
            self.name(findings.best()),
            names::side(!self.mover()),
            own,
            if them == "it" { "that one" } else { "they leave" },
            names::list(others, "and")
        )
    }

    /// How many moves a move leaves the other side.
    fn replies_left(&self, line: &Line) -> Option<usize> {
        self.count(&line.moves, Gauge::Replies).map(|count| count.theirs)
    }

    /// How many moves the best move leaves the other side, where those that come close all leave more.
    pub(super) fn leaves_fewest(&self, findings: &Findings) -> Option<usize> {
        let left = |index: usize| self.replies_left(&findings.lines[index]);
        let own = left(0)?;
        let mut peers = findings.peers().into_iter().skip(1);
        peers.all(|index| left(index).is_some_and(|theirs| theirs > own)).then_some(own)
    }

    /// Where the best move takes a corner and others are about as good, that the corner does not run away.
    pub(super) fn corner_stays(&self, findings: &Findings) -> Option<String> {
        let corner = findings.best().mv();
        let takes = DiscFacts::new(self.spec, self.game, corner)?.takes_corner;
        let peers: Vec<usize> = findings.peers().into_iter().skip(1).collect();
        let stays = |&index: &usize| {
            let after = self.reached(&[findings.lines[index].mv()]);
            after.is_some_and(|after| !legal(&after, !self.mover()).contains(&corner))
        };
        let is_told = takes && !peers.is_empty() && peers.iter().all(stays);
        is_told.then(|| {
            format!(
                "The others can be about as good because the {} does not run away: {} cannot go to {} after them.",
                Unit::of(self.spec).name(),
                names::side(!self.mover()),
                self.name(findings.best())
            )
        })
    }

    /// A corner that the mover opens for itself with one of the next moves of the best line, so that the other side must
    /// spend its move on it.
    pub(super) fn threat_soon(&self, best: &Story) -> Option<String> {
        let own = best.turns().iter().enumerate().take(SOON).skip(1);
        let mut own = own.filter(|(_, turn)| turn.side == self.mover());
        let (at, turn) = own.find(|(at, turn)| {
            let answer = best.turns().get(at + 1);
            let is_met =
                |answer: &&DiscFacts| turn.aims.iter().all(|it| answer.denies.contains(it));
            !turn.aims.is_empty()
                && turn.gives.is_empty()
                && !answer.is_some_and(|it| it.takes_corner)
                && answer.as_ref().is_some_and(is_met)
        })?;
        let show = |at: usize| self.game.position().show_move(best.moves[at]);
        Some(format!(
            "With {} (move {} of the line below) {} opens {} for itself, and {} spends a move, {}, on closing that.",
            show(at),
            at + 1,
            names::side(self.mover()),
            Unit::of(self.spec).the(&turn.aims),
            names::side(!self.mover()),
            show(at + 1)
        ))
    }

    /// The worse moves that get a word and are answered with the best one, where that leaves the mover fewer moves, and how
    /// many at least and at most.
    pub(super) fn square_wanted(&self, findings: &Findings, told: &[usize]) -> Option<Wanted> {
        let best = findings.best();
        let is_wanted = |index: &usize| findings.lines[*index].moves.get(1) == Some(&best.mv());
        let after: Vec<usize> = told.iter().copied().filter(is_wanted).collect();
        let left = |line: &Line| self.count(&line.moves, Gauge::Own).map(|count| count.own);
        let own = left(best)?;
        let counts: Option<Vec<usize>> =
            after.iter().map(|&index| left(&findings.lines[index])).collect();
        let (least, most) =
            counts.and_then(|it| it.iter().min().copied().zip(it.iter().max().copied()))?;
        (after.len() >= LEAST_WANTED && most < own).then_some(Wanted { after, left: [least, most] })
    }

    /// The same in words.
    pub(super) fn wanted_words(&self, findings: &Findings, told: &[Rival]) -> Option<String> {
        let told: Vec<usize> = told.iter().map(|rival| rival.index).collect();
        let wanted = self.square_wanted(findings, &told)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let after = wanted.after.iter().map(|&index| self.name(&findings.lines[index]));
        Some(format!(
            "It takes a square that {other} wants: after {} {other} goes there itself and leaves {m} only {} moves.",
            names::list(after, "or"),
            wanted.range()
        ))
    }

    /// What can be counted after moves that come close, where that is much the same.
    pub(super) fn peers_alike(
        &self,
        findings: &Findings,
        told: &[Rival],
        gauge: Gauge,
    ) -> Option<String> {
        if gauge == Gauge::Outside {
            return None;
        }
        let best = self.count(&findings.best().moves, gauge)?;
        let rivals = told
            .iter()
            .filter(|rival| self.apart(findings, rival.index, gauge, Margin::Slight).is_some());
        let rivals: Vec<Count> = rivals
            .filter_map(|rival| self.count(&findings.lines[rival.index].moves, gauge))
            .collect();
        // What is held against others must not hold here.
        let is_apart =
            |count: Count| rivals.iter().all(|&it| gauge.is_better(it, count, Margin::Slight));
        let peers = findings.peers().into_iter().skip(1).map(|index| &findings.lines[index]);
        let alike = peers.filter_map(|line| {
            let count = self.count(&line.moves, gauge)?;
            (count.lead() + ALIKE >= best.lead() && is_apart(count)).then_some((line, count))
        });
        let alike = alike.take(MOST_ALIKE).map(|(line, Count { own, theirs })| match gauge {
            Gauge::Later(_) => format!("{} ({own} and {theirs})", self.name(line)),
            _ => format!("{} ({})", self.name(line), own + theirs),
        });
        let alike: Vec<String> = alike.collect();
        (!alike.is_empty())
            .then(|| format!("Much the same holds after {}.", names::list(alike, "and")))
    }

    /// Where the best move leaves the other side clearly more moves than a worse one that gets a word, that this is not
    /// what counts.
    pub(super) fn many_replies(
        &self,
        findings: &Findings,
        best: &Story,
        told: &[Rival],
        gauge: Gauge,
    ) -> Option<String> {
        // What is held against another does count.
        let is_counted = |rival: &Rival| {
            let contrast = self.contrast(findings, best, rival.index);
            contrast == Some(Contrast::Count(Gauge::Replies))
        };
        if told.iter().any(is_counted) {
            return None;
        }
        let counted = match gauge {
            Gauge::Least | Gauge::Own | Gauge::OwnSafe => {
                format!("what {} has left after the answer", names::side(self.mover()))
            }
            Gauge::Later(_) => "what is left some moves later".to_owned(),
            Gauge::Replies | Gauge::SafeReplies | Gauge::Outside => return None,
        };
        let left = |index: usize| self.replies_left(&findings.lines[index]);
        let own = left(0)?;
        let least = told.iter().filter_map(|rival| left(rival.index)).min()?;
        (own >= least + MANY_MORE).then(|| {
            format!(
                "That {} leaves {} {own} moves at first, more than some others do, counts less than {counted}.",
                self.name(findings.best()),
                names::side(!self.mover())
            )
        })
    }
}
