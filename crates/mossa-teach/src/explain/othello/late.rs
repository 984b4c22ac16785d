//! Othello: what sets a worse move apart only later, seen by playing its line and the best one on.

use mossa_kernel::Move;

use super::{
    contrast::Contrast,
    firm::{self, Unit},
    further::PLAYED_ON,
    gauge::{Count, Gauge, Margin},
    harm::Harm,
};
use crate::explain::{Block, Findings, Request, Section, Story, names};

/// The boards of two lines that were played on are compared after so many moves, the nearest first.
const MOMENTS: [usize; 4] = [10, 12, 14, 16];

/// It is looked how lines that were played on stand after so many moves, the nearest first: the further away, the less it
/// convinces.
const LENGTHS: [usize; 3] = [16, 22, PLAYED_ON];

/// So many more discs that can never be turned again are a reason.
const MORE_FIRM: usize = 3;

/// How the reasons point to the lines.
const SIGN: &str = "in the lines that are played on below";

/// What goes wrong late in the line of a worse move, and not in as many moves of the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Late {
    pub(super) trouble: Trouble,
    /// Within so many moves.
    pub(super) within: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The other side takes a corner, or the mover must pass or has no safe move.
    Harm(Harm),
    /// The mover takes a corner with this move of the best line, counted from 0, and none in the other.
    Missed(usize),
    /// The squares to which both sides can go after so many moves.
    Choice(usize),
    /// The discs that can never be turned again in the end.
    Firm,
}

impl Findings {
    /// The line of a move as far as it was played on.
    pub(super) fn played_on(&self, mv: Move) -> Option<&[Move]> {
        let mut lines = self.played_on.iter();
        lines.find(|line| line.first() == Some(&mv)).map(|line| &line[..])
    }
}

impl Request<'_> {
    /// Plays the best line on, and those of worse moves of which nothing else tells what is wrong with them.
    pub(super) fn play_on(&mut self, findings: &mut Findings) {
        let best = self.line_after(findings, 0);
        let is_untold = |index: &usize| {
            let contrast = self.contrast(findings, &best, *index);
            contrast.is_none_or(|contrast| contrast.is_weak())
        };
        let untold: Vec<usize> = self.asked(findings).into_iter().filter(is_untold).collect();
        if untold.is_empty() {
            return;
        }
        for index in std::iter::once(0).chain(untold) {
            let moves = self.continued(&findings.lines[index].moves, PLAYED_ON);
            findings.played_on.push(moves);
        }
    }

    /// The best line and that of a worse move, both played on to the same length, so many moves at most.
    fn both_played_on(&self, findings: &Findings, index: usize, most: usize) -> Option<[Story; 2]> {
        let [best, reply] = [0, index].map(|at| findings.played_on(findings.lines[at].mv()));
        let (best, reply) = best.zip(reply)?;
        let length = best.len().min(reply.len()).min(most);
        Some([best, reply].map(|line| Story::tell(self.spec, self.game, &line[..length])))
    }

    /// What goes wrong late after a worse move.
    pub(super) fn late(&self, findings: &Findings, index: usize) -> Option<Late> {
        LENGTHS.into_iter().find_map(|length| {
            let both = self.both_played_on(findings, index, length)?;
            let trouble = self.trouble([&both[0], &both[1]])?;
            Some(Late { trouble, within: both[0].moves.len() })
        })
    }

    /// The same in two lines of one length.
    fn trouble(&self, [best, reply]: [&Story; 2]) -> Option<Trouble> {
        let length = best.moves.len();
        if self.brings_corners(best, reply, length) {
            return None;
        }
        let missed = || {
            let own = |story: &Story| {
                let mut turns = story.turns().iter();
                turns.position(|turn| turn.takes_corner && turn.side == self.mover())
            };
            own(best).filter(|_| own(reply).is_none() && self.brings_corners(reply, best, length))
        };
        let choice = || {
            let is_apart = |played: &usize| {
                let [worse, better] =
                    [reply, best].map(|story| self.count(&story.moves, Gauge::Later(*played)));
                // Whoever still has more to choose from is not harmed.
                worse.zip(better).is_some_and(|(worse, better)| {
                    let is_worse = worse.lead() < 0 && better.lead() >= 0;
                    is_worse && Gauge::Later(*played).is_better(worse, better, Margin::Clear)
                })
            };
            MOMENTS.into_iter().find(is_apart)
        };
        let firm = || {
            let [worse, better] = [reply, best].map(|story| self.firm_discs(story));
            let is_apart = better[0] + worse[1] >= worse[0] + better[1] + MORE_FIRM;
            is_apart.then_some(Trouble::Firm)
        };
        self.harm_within(best, reply, length)
            .map(Trouble::Harm)
            .or_else(|| missed().map(Trouble::Missed))
            .or_else(|| choice().map(Trouble::Choice))
            .or_else(firm)
    }

    /// The discs of the mover and of the other side that can never be turned again at the end of a line.
    pub(super) fn firm_discs(&self, story: &Story) -> [usize; 2] {
        let counts = firm::counts(self.spec, &story.end);
        [self.mover(), !self.mover()].map(|side| counts[side.index()])
    }

    /// The same as the end of a sentence that begins with what speaks for the move.
    pub(super) fn late_reason(&self, findings: &Findings, index: usize, late: Late) -> String {
        let told = self.later_words(findings, index, late).unwrap_or_default();
        format!("the harm comes later, {SIGN}: {told}.")
    }

    /// What goes wrong, and with which move.
    pub(super) fn later_words(
        &self,
        findings: &Findings,
        index: usize,
        late: Late,
    ) -> Option<String> {
        let Late { trouble, within } = late;
        let [best, reply] = &self.both_played_on(findings, index, within)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let (name, rival) = (self.name(findings.best()), self.name(&findings.lines[index]));
        let unit = Unit::of(self.spec);
        let show = |mv: Move| self.game.position().show_move(mv);
        Some(match trouble {
            Trouble::Harm(Harm::Corner(at)) => format!(
                "with move {} of the line after {rival} {other} takes {}, which {other} does not get within {within} moves \
                 after {name}",
                at + 1,
                unit.the(&[show(reply.moves[at])])
            ),
            Trouble::Harm(Harm::Pass(at)) => format!(
                "with move {} of the line after {rival} {m} must pass, so {other} moves twice in a row; within {within} moves \
                 after {name} {m} need not",
                at + 1
            ),
            Trouble::Harm(Harm::Short(at, better)) => format!(
                "before move {} of the line after {rival} {m} has no move left that opens no corner to {other}, in the \
                 line after {name} {better}",
                at + 1
            ),
            Trouble::Missed(at) => format!(
                "in the line after {name} {m} takes {} with move {}, and none within {within} moves after {rival}",
                unit.the(&[show(best.moves[at])]),
                at + 1
            ),
            Trouble::Choice(played) => {
                let count = |story: &Story| self.count(&story.moves, Gauge::Later(played));
                let Count { own, theirs } = count(reply)?;
                let better = count(best)?;
                format!(
                    "after move {played} of the line after {rival} {m} can go to {} and {other} to {theirs}, in the line \
                     after {name} {m} to {} and {other} to {}",
                    names::counted(own as u64, "square"),
                    better.own,
                    better.theirs
                )
            }
            Trouble::Firm => {
                let [[own, theirs], better] = [reply, best].map(|story| self.firm_discs(story));
                format!(
                    "after move {within} of the line after {rival} {m} has {} that can never be turned again and {other} \
                     {theirs}, in the line after {name} {m} {} and {other} {}",
                    names::counted(own as u64, "disc"),
                    better[0],
                    better[1]
                )
            }
        })
    }

    /// The same in a few words.
    pub(super) fn late_gist(
        &self,
        findings: &Findings,
        index: usize,
        late: Late,
    ) -> Option<String> {
        let [best, reply] = &self.both_played_on(findings, index, late.within)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let rival = self.name(&findings.lines[index]);
        let unit = Unit::of(self.spec);
        let corner = |mv: Move| unit.the(&[self.game.position().show_move(mv)]);
        Some(match late.trouble {
            Trouble::Harm(Harm::Corner(at)) => {
                format!("after {rival} {other} gets {} later", corner(reply.moves[at]))
            }
            Trouble::Harm(Harm::Pass(_)) => format!("after {rival} {m} must pass later"),
            Trouble::Harm(Harm::Short(..)) => {
                format!("after {rival} {m} runs out of harmless moves later")
            }
            Trouble::Missed(at) => format!("it brings {m} {} later", corner(best.moves[at])),
            Trouble::Choice(played) => {
                format!("after {rival} {m} has less choice beside {other} {played} moves on")
            }
            Trouble::Firm => {
                format!("after {rival} {other} gets more discs that can never be turned again")
            }
        })
    }

    /// The lines that were played on, where the reasons point to them.
    pub(in crate::explain) fn lines_played_on(
        &self,
        findings: &Findings,
        why: &Section,
    ) -> Option<Section> {
        if findings.is_proven || !why.speaks_of(SIGN) {
            return None;
        }
        // No further than something is told of them.
        let best = self.line_after(findings, 0);
        let told = self.asked(findings).into_iter().filter_map(|index| {
            match self.contrast(findings, &best, index)? {
                Contrast::Late(late) => Some((index, late.within)),
                _ => None,
            }
        });
        let told: Vec<(usize, usize)> = told.collect();
        let most = told.iter().map(|(_, within)| *within).max()?;
        let rows = [(0, most)].into_iter().chain(told).filter_map(|(index, within)| {
            let line = &findings.lines[index];
            let moves = findings.played_on(line.mv())?;
            let story = Story::tell(self.spec, self.game, &moves[..within.min(moves.len())]);
            Some(vec![self.name(line), self.numbered(&story)])
        });
        let header = ["after", "the moves of both sides"].map(str::to_owned).to_vec();
        let table = Block::Table { header, rows: rows.collect() };
        Some(Section { title: "Lines played on", blocks: vec![table] })
    }
}

impl Contrast {
    /// Whether it tells what is different, and not what is worse about that.
    pub(super) fn is_weak(&self) -> bool {
        matches!(self, Self::Edge(_) | Self::Taken | Self::Opens | Self::Closed)
    }
}
