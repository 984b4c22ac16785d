//! Othello: the squares that a move keeps from the other side or opens to it, beside other moves.

use mossa_kernel::Move;

use super::{access::other_goes_to, contenders::Rival, discs::legal};
use crate::explain::{Findings, Request, Story, names};

/// At most so many squares are named, and so many more are worth a word.
const MOST_NAMED: usize = 5;
pub(super) const LEAST_MORE: usize = 2;

/// What the best move does to the squares of the other side, beside the moves that get a word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Kept {
    /// The other side could go there now and after each of those moves, and not after the best one; perhaps the square of
    /// the best move itself.
    pub(super) denied: Vec<Move>,
    /// Each of those moves opens these to the other side, and the best one does not: nothing is taken away there.
    pub(super) spared: Vec<Move>,
    /// What the best move opens to the other side that was closed before, and the fewest squares that one of those opens,
    /// where these are more.
    pub(super) opened: Option<(Vec<Move>, usize)>,
}

impl Request<'_> {
    /// The squares that the best move keeps from the other side.
    pub(super) fn kept(&self, best: &Story, told: &[Move]) -> Option<Kept> {
        let theirs = |mv: Move| Some(legal(&self.reached(&[mv])?, !self.mover()));
        let before = legal(self.game, !self.mover());
        let &best_move = best.moves.first()?;
        let own = theirs(best_move)?;
        let others = told.iter().map(|&mv| Some((mv, theirs(mv)?))).collect::<Option<Vec<_>>>()?;
        let is_harmless = |after: Move, mv: Move| {
            self.reached(&[after]).is_some_and(|game| self.is_harmless(&game, mv))
        };
        // What the answer opens again is not kept.
        let later = self.open_after(best, 2, !self.mover());
        let is_kept = |mv: &Move| {
            let is_open = |(after, theirs): &(Move, Vec<Move>)| {
                theirs.contains(mv) && is_harmless(*after, *mv)
            };
            let is_closed = !own.contains(mv) && !later.contains(mv);
            is_closed && !other_goes_to(&best.moves, *mv) && others.iter().all(is_open)
        };
        let kept = others.first()?.1.iter().copied().filter(is_kept);
        let (denied, mut spared): (Vec<Move>, Vec<Move>) = kept.partition(|mv| before.contains(mv));
        spared.retain(|&mv| mv != best_move);
        let new = |theirs: &[Move]| -> Vec<Move> {
            theirs.iter().copied().filter(|mv| !before.contains(mv)).collect()
        };
        let (opened, least) = (new(&own), others.iter().map(|(_, it)| new(it).len()).min()?);
        let is_fewer = opened.len() + LEAST_MORE <= least;
        Some(Kept { denied, spared, opened: is_fewer.then_some((opened, least)) })
    }

    /// The same in words.
    pub(super) fn kept_words(
        &self,
        findings: &Findings,
        best: &Story,
        told: &[Rival],
    ) -> Option<String> {
        let rivals: Vec<Move> = told.iter().map(|rival| findings.lines[rival.index].mv()).collect();
        let Kept { denied, spared, opened } = self.kept(best, &rivals)?;
        let other = names::side(!self.mover());
        let show = |mv: &Move| self.game.position().show_move(*mv);
        let [named, all] = ["or", "and"].map(|word| names::list(rivals.iter().map(show), word));
        let squares = |moves: &[Move]| {
            let cells: Vec<u32> = moves.iter().take(MOST_NAMED).map(|mv| mv.0).collect();
            self.squares(&cells)
        };
        let own = best.moves.first()?;
        let rest: Vec<Move> = denied.iter().copied().filter(|mv| mv != own).collect();
        let keeps = match (denied.contains(own), &rest[..]) {
            (true, []) => {
                Some(format!("It takes a square where {other} could still go after {named}."))
            }
            (true, rest) => Some(format!(
                "It takes a square where {other} could go itself, and keeps {other} from {}; after {named} {other} could \
                 still go to {} of them.",
                squares(rest),
                if rest.len() == 1 { "both" } else { "all" }
            )),
            (false, []) => None,
            (false, rest) => Some(format!(
                "It keeps {other} from {}, where {other} could still go after {named}.",
                squares(rest)
            )),
        };
        let do_so = if rivals.len() == 1 { "does" } else { "do" };
        let spares = (spared.len() >= LEAST_MORE)
            .then(|| format!("It does not open {} to {other}; {all} {do_so}.", squares(&spared)));
        let opens = opened.map(|(opened, least)| {
            let each = if rivals.len() == 1 { "" } else { " each" };
            let only = match opened.len() {
                0 => "no new square".to_owned(),
                _ => format!("only {}", squares(&opened)),
            };
            format!("It opens {only} to {other}; {all} would{each} open {least} squares or more.")
        });
        keeps.or(opens).or(spares)
    }

    /// Squares that a worse move opens to the other side, and the best one does not, where these are clearly more than
    /// the other way round. The square of the best move itself is not closed by it: a disc lies there.
    pub(super) fn opened_beside(&self, best: &Story, reply: &Story) -> Option<Vec<Move>> {
        let before = legal(self.game, !self.mover());
        let after = |story: &Story| self.reached(story.moves.get(..1)?);
        let [worse, better] = [after(reply)?, after(best)?].map(|game| legal(&game, !self.mover()));
        let only = |these: &[Move], those: &[Move]| -> Vec<Move> {
            let is_new = |mv: &Move| !those.contains(mv) && !before.contains(mv);
            these.iter().copied().filter(is_new).collect()
        };
        let (mut opened, closed) = (only(&worse, &better), only(&better, &worse));
        opened.retain(|mv| best.moves.first() != Some(mv));
        (opened.len() >= closed.len() + LEAST_MORE).then_some(opened)
    }
}
