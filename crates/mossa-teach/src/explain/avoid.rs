//! Othello: where many moves are about as good as the best one, what most of the others have in common.

use mossa_kernel::Move;
use mossa_search::Line;

use super::{
    Findings, Request, Story,
    balance::{at_best, lead},
    cause::Little,
    discs::{beside_how, legal, touched},
    firm::Unit,
    inside::{OUTSIDE, flips_all},
    names,
    outlook::FEW,
};

/// Where so many moves are about as good, and one in so many of all, none of them is told as the best.
const MANY: usize = 4;
const SHARE: usize = 3;

/// A trait tells moves to avoid where two in so many of them have it, and of the good ones at most one in so many.
const AVOIDED: usize = 3;
const GOOD: usize = 4;

/// So many moves fewer than the other side has are worth a word.
const LEAST_BEHIND: i64 = 2;

/// An answer is told that meets so many worse moves at least.
const LEAST_ANSWERED: usize = 2;

/// After so many moves lines are compared.
const MOMENTS: [usize; 4] = [4, 6, 8, 10];

/// Something that can be counted of a move, of which more is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Whether it hands over a corner or stands beside an empty one.
    Corner,
    /// Moves that it leaves the other side.
    Moves,
    /// Empty squares that touch what it turns.
    Outside,
    /// By how many moves the other side is ahead, after so many moves of its line.
    Behind(usize),
}

/// What most worse moves have in common, and few good ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Avoided {
    pub(super) fault: Fault,
    /// From how much of it on.
    pub(super) least: i64,
    pub(super) n_worse: usize,
    pub(super) n_good: usize,
}

impl Findings {
    /// Whether so many moves are about as good that none of them is the best.
    pub(super) fn has_many(&self) -> bool {
        let n_peers = self.peers().len();
        let is_many = n_peers >= MANY && SHARE * n_peers >= self.lines.len();
        is_many && !self.is_proven && self.behind().next().is_some()
    }

    /// With which move the other side answers most worse moves, how many of them, and how many good ones, where those are
    /// few.
    pub(super) fn common_answer(&self) -> Option<(Move, usize, usize)> {
        let answer = |line: &Line| line.moves.get(1).copied().filter(|&mv| mv != Move::PASS);
        let worse: Vec<Move> = self.behind().filter_map(|(_, line)| answer(line)).collect();
        let peers = self.peers();
        let good = peers.iter().filter_map(|&index| answer(&self.lines[index]));
        let good: Vec<Move> = good.collect();
        let count = |all: &[Move], mv: Move| all.iter().filter(|&&it| it == mv).count();
        let mv = worse.iter().copied().max_by_key(|&mv| count(&worse, mv))?;
        let (n_worse, n_good) = (count(&worse, mv), count(&good, mv));
        let is_told = n_worse >= LEAST_ANSWERED && 2 * n_worse >= self.behind().count();
        (is_told && GOOD * n_good <= peers.len()).then_some((mv, n_worse, n_good))
    }
}

impl Request<'_> {
    /// How much of something there is to a move.
    pub(super) fn extent(&self, findings: &Findings, line: &Line, fault: Fault) -> Option<i64> {
        match fault {
            Fault::Corner => {
                let index = findings.lines.iter().position(|it| it.mv() == line.mv())?;
                Some(i64::from(!self.is_plain(findings, index)))
            }
            Fault::Moves => i64::try_from(self.little(line.mv(), Little::Moves)?).ok(),
            Fault::Outside => {
                let n = touched(self.game, line.mv()).filter(|_| flips_all(self.spec))?;
                i64::try_from(n).ok()
            }
            Fault::Behind(played) => self.choice_at(&line.moves, played).map(|it| -lead(it)),
        }
    }

    /// What most worse moves have in common, and few good ones.
    pub(super) fn avoided(&self, findings: &Findings) -> Option<Avoided> {
        let plain = [Fault::Corner, Fault::Moves, Fault::Outside];
        let faults = plain.into_iter().chain(MOMENTS.map(Fault::Behind));
        faults.into_iter().find_map(|fault| self.parted_by(findings, fault))
    }

    /// The amount of something from which on it parts the worse moves from the good ones best.
    fn parted_by(&self, findings: &Findings, fault: Fault) -> Option<Avoided> {
        let of = |line: &Line| self.extent(findings, line, fault);
        let worse = findings.behind().map(|(_, line)| of(line)).collect::<Option<Vec<i64>>>()?;
        let peers = findings.peers().into_iter().map(|index| of(&findings.lines[index]));
        let good = peers.collect::<Option<Vec<i64>>>()?;
        let count = |all: &[i64], least: i64| all.iter().filter(|&&n| n >= least).count();
        let parted = worse.iter().map(|&least| Avoided {
            fault,
            least,
            n_worse: count(&worse, least),
            n_good: count(&good, least),
        });
        let is_told = |it: &Avoided| {
            let is_corner = Unit::of(self.spec) == Unit::Corner && it.least > 0;
            let is_fault = match fault {
                Fault::Corner => is_corner,
                Fault::Behind(_) => it.least >= LEAST_BEHIND,
                Fault::Moves | Fault::Outside => true,
            };
            let is_most = AVOIDED * it.n_worse >= (AVOIDED - 1) * worse.len();
            is_fault && is_most && GOOD * it.n_good <= good.len()
        };
        parted.filter(is_told).max_by_key(|it| it.n_worse * good.len() - it.n_good * worse.len())
    }

    /// After how many of the good moves the other side cannot go to a square.
    pub(super) fn closed_by(&self, findings: &Findings, square: Move) -> usize {
        let after = findings.peers().into_iter();
        let after = after.filter_map(|index| self.reached(&[findings.lines[index].mv()]));
        after.filter(|game| !legal(game, !self.mover()).contains(&square)).count()
    }

    /// With which move the other side answers most worse moves, in words.
    fn answered_words(&self, findings: &Findings) -> Option<String> {
        let (mv, n_worse, n_good) = findings.common_answer()?;
        let is_answered = |line: &Line| line.moves.get(1) == Some(&mv);
        let (_, first) = findings.behind().find(|(_, line)| is_answered(line))?;
        let gain = self.gain(&self.reached(&[first.mv()])?, mv);
        let gain = gain
            .map_or_else(String::new, |gain| format!(" (after {} to {gain})", self.name(first)));
        let other = names::side(!self.mover());
        let good = match (n_good, self.closed_by(findings, mv)) {
            (_, n) if n == findings.peers().len() => {
                format!("; after all {n} of these {other} cannot go there")
            }
            (_, n) if 2 * n > findings.peers().len() => {
                format!("; after {n} of these {} {other} cannot go there", findings.peers().len())
            }
            (0, _) => ", and none of these".to_owned(),
            (n, _) => format!(", and only {n} of these"),
        };
        Some(format!(
            "{other} answers {n_worse} of the other {} with {}{gain}{good}.",
            findings.behind().count(),
            self.game.position().show_move(mv)
        ))
    }

    /// That no move is the best, and what to avoid.
    pub(super) fn avoid_words(&self, findings: &Findings, best: &Story) -> String {
        let peers = findings.peers();
        let named = peers.iter().map(|&index| self.name(&findings.lines[index]));
        let head = format!(
            "There is no single best move here: {} look about equally good to the engine, and the line below is only an \
             example. What matters is what to avoid:",
            names::list(named, "and")
        );
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let Some(Avoided { fault, least, n_worse, n_good }) = self.avoided(findings) else {
            let ways = || self.ways(findings, best);
            return match self.answered_words(findings).or_else(ways) {
                Some(words) => format!("{head} {words}"),
                None => format!("{head} the others go wrong in different ways."),
            };
        };
        let n_behind = findings.behind().count();
        let who = match (n_worse, n_behind) {
            (1, 1) => "the other move".to_owned(),
            (n, all) if n == all => format!("all {n} others"),
            _ => format!("{n_worse} of the other {n_behind}"),
        };
        let s = if n_worse == 1 { "s" } else { "" };
        let good = match n_good {
            0 => "none of these does".to_owned(),
            1 => format!("only 1 of these {} does", peers.len()),
            n => format!("only {n} of these {} do", peers.len()),
        };
        match fault {
            Fault::Corner => format!(
                "{head} {who} let{s} {other} take a corner or stand{s} {} beside an empty one, which helps {other} to \
                 get there; {good}.",
                beside_how(self.spec)
            ),
            Fault::Moves => {
                format!("{head} {who} leave{s} {other} {least} moves or more; {good}. {FEW}")
            }
            Fault::Outside => format!(
                "{head} {who} turn{s} discs that {least} or more empty squares touch; {good}. {OUTSIDE}"
            ),
            Fault::Behind(played) => {
                let good = if n_good == 0 { "none".to_owned() } else { format!("only {n_good}") };
                format!(
                    "{head} {played} moves from now, if both play as the engine expects, {m} has {} {other} to choose from after \
                     {who}, but after {good} of these {}. {FEW}",
                    at_best(-least).replace(" than", " moves than"),
                    peers.len()
                )
            }
        }
    }
}
