//! Othello: what the best move does at once to the squares where the sides can go, unlike most worse moves and the next best.

use mossa_kernel::{Game, Move};
use mossa_search::Line;

use super::{
    DiscFacts, Findings, Request, Story,
    access::{IN_HAND, other_goes_to},
    discs::{legal, turned_to},
    names,
};

/// At most so many squares of a kind are named.
const MOST_NAMED: usize = 4;

/// What the best move does to squares, and most worse moves do not; the line after it does not undo that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Deeds {
    /// The other side could go there, if it were its turn, and cannot any more.
    pub(super) closed: Vec<Move>,
    /// Only the mover can go there, without giving a corner away, and still can after the answer.
    pub(super) alone: Vec<Move>,
    /// Squares that it opens to the other side, and how many those worse moves open that open more, where these are most.
    pub(super) opens: Option<(Vec<Move>, Vec<usize>)>,
    /// After how many worse moves the mover misses the square of the best one, to which the other side could go; none
    /// where these are few.
    pub(super) missed: usize,
}

impl Request<'_> {
    /// Whether the other side goes to a square later in the best line, or can on the board that is drawn.
    pub(super) fn is_reopened(&self, findings: &Findings, best: &Story, square: Move) -> bool {
        let drawn = self.moment(findings, best).map(|moment| moment.played);
        let drawn = drawn.and_then(|played| self.reached(&best.moves[..played]));
        other_goes_to(&best.moves, square)
            || drawn.is_some_and(|game| legal(&game, !self.mover()).contains(&square))
    }

    /// What the best move does at once to squares.
    pub(super) fn deeds(&self, findings: &Findings, best: &Story) -> Option<Deeds> {
        let sides = [self.mover(), !self.mover()];
        let of = |game: &Game| sides.map(|side| legal(game, side));
        let [_, before] = of(self.game);
        let answered = self.reached(best.moves.get(..2)?)?;
        let (now, later) = (of(&self.reached(best.moves.get(..1)?)?), of(&answered));
        let played: Vec<Move> = findings.behind().map(|(_, line)| line.mv()).collect();
        let worse = played.iter().map(|&mv| Some(of(&self.reached(&[mv])?)));
        let worse = worse.collect::<Option<Vec<_>>>()?;
        // What does not tell the next best move apart is no reason. Who goes to a square himself leaves it to nobody.
        let most = |square: &Move, is: &dyn Fn(&[Vec<Move>; 2]) -> bool| {
            let is = |(mv, after): (&Move, &[Vec<Move>; 2])| mv != square && is(after);
            let mut apart = played.iter().zip(&worse).map(is);
            let is_next = apart.next().unwrap_or(false);
            is_next && 2 * (1 + apart.filter(|&it| it).count()) > worse.len()
        };
        let turned = turned_to(self.game, !self.mover())?;
        let square = findings.best().mv();
        let is_closed = |mv: &&Move| {
            !now[1].contains(mv)
                && **mv != square
                && most(mv, &|[_, theirs]| theirs.contains(mv))
                && self.is_harmless(&turned, **mv)
        };
        let is_own =
            |[own, theirs]: &[Vec<Move>; 2], mv: &Move| own.contains(mv) && !theirs.contains(mv);
        let is_alone = |mv: &&Move| {
            is_own(&now, mv)
                && is_own(&later, mv)
                && most(mv, &|after| !is_own(after, mv))
                && self.is_harmless(&answered, **mv)
        };
        let stays = |mv: &&Move| !self.is_reopened(findings, best, **mv);
        let is_missed = before.contains(&square) && self.is_missed(findings, square);
        let missed = findings.behind().filter(|(_, line)| self.misses(line, square)).count();
        let closed: Vec<Move> = before.iter().filter(is_closed).filter(stays).copied().collect();
        // Of one square it is enough to say one thing.
        let is_news = |mv: &&Move| is_alone(mv) && !closed.contains(mv);
        let opened = |theirs: &[Move]| -> Vec<Move> {
            theirs.iter().copied().filter(|mv| !before.contains(mv)).collect()
        };
        let opens = opened(&now[1]);
        let counts: Vec<usize> = worse.iter().map(|[_, theirs]| opened(theirs).len()).collect();
        let is_next = counts.first().is_some_and(|&n| n > opens.len());
        let more: Vec<usize> = counts.into_iter().filter(|&n| n > opens.len()).collect();
        let is_told = is_next && 2 * more.len() > worse.len();
        Some(Deeds {
            alone: now[0].iter().filter(is_news).filter(stays).copied().collect(),
            closed,
            opens: is_told.then_some((opens, more)),
            missed: if is_missed { missed } else { 0 },
        })
    }

    /// The same in words.
    pub(super) fn deeds_reason(&self, findings: &Findings, best: &Story) -> Option<String> {
        let deeds = self.deeds(findings, best)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let named = |squares: &[Move]| {
            self.squares(&squares.iter().take(MOST_NAMED).map(|mv| mv.0).collect::<Vec<u32>>())
        };
        let n_behind = findings.behind().count();
        let next = findings.behind().map(|(_, line)| self.name(line)).next()?;
        let most = match n_behind {
            1 => next,
            _ => format!("most worse moves, {next} among them"),
        };
        let missed = (deeds.missed > 0).then(|| {
            format!(
                "takes a square where {other} could go, too: in the lines after {} of the {n_behind} worse moves {other} \
                 goes there, or {m} no longer can",
                deeds.missed
            )
        });
        let closed = (!deeds.closed.is_empty()).then(|| {
            format!(
                "closes {} to {other}, who could go there if it were {other}'s turn, and still can after {most}",
                named(&deeds.closed)
            )
        });
        let alone = (!deeds.alone.is_empty()).then(|| {
            format!(
                "leaves {} to {m} alone {IN_HAND}, while after {most}, {m} cannot go there, or {other} can, too",
                named(&deeds.alone)
            )
        });
        let opens = deeds.opens.map(|(opens, more)| {
            let only = match opens.len() {
                0 => format!("opens no square to {other} that was closed before"),
                _ => format!(
                    "opens only {} to {other}, who could not go there before",
                    named(&opens)
                ),
            };
            let (low, high) = (more.iter().min(), more.iter().max());
            let range = match low.zip(high) {
                Some((low, high)) if low < high => format!("{low} to {high}"),
                _ => low.map_or_else(String::new, usize::to_string),
            };
            format!(
                "{only}, while {} of the {n_behind} worse moves open more squares ({range})",
                more.len()
            )
        });
        let told = [missed, closed, alone, opens];
        let told: Vec<String> = told.into_iter().flatten().take(2).collect();
        (!told.is_empty()).then(|| format!("It {}.", told.join("; it ")))
    }

    /// Where the other side can and does go after a worse move, and cannot after one that looks like it and is as good as the best.
    pub(super) fn unlike(&self, findings: &Findings, line: &Line) -> Option<(usize, Vec<Move>)> {
        let is_told = !findings.is_proven && findings.is_far(line);
        let facts = DiscFacts::new(self.spec, self.game, line.mv()).filter(|_| is_told)?;
        let alike = self.looks_like(findings, &facts)?;
        let after = self.reached(&[line.mv()])?;
        let theirs = |game: &Game| legal(game, !self.mover());
        let left = theirs(&self.reached(&[findings.lines[alike].mv()])?);
        let opened = theirs(&after).into_iter();
        let is_used = |mv: &Move| other_goes_to(&line.moves, *mv);
        let opened: Vec<Move> = opened.filter(|mv| !left.contains(mv) && is_used(mv)).collect();
        (!opened.is_empty()).then_some((alike, opened))
    }

    /// The same in words, where the best move is not the one that looks like it: that is compared anyway.
    pub(super) fn unlike_words(&self, findings: &Findings, line: &Line) -> Option<String> {
        let (alike, opened) = self.unlike(findings, line).filter(|(alike, _)| *alike > 0)?;
        let other = names::side(!self.mover());
        let opened: Vec<u32> = opened.iter().take(MOST_NAMED).map(|mv| mv.0).collect();
        let name = self.name(&findings.lines[alike]);
        let squares = self.squares(&opened);
        Some(if opened == [findings.lines[alike].mv().0] {
            format!(
                " It leaves {name} to {other}, who goes there in the line that the engine expects."
            )
        } else {
            format!(" Unlike {name} it lets {other} go to {squares}.")
        })
    }

    /// Whether a move looks like one that is as good as the best, to whoever counts discs, moves and corners: which one.
    pub(super) fn looks_like(&self, findings: &Findings, facts: &DiscFacts) -> Option<usize> {
        let is_alike = |index: &usize| {
            let peer = DiscFacts::new(self.spec, self.game, findings.lines[*index].mv());
            peer.is_some_and(|peer| peer.words() == facts.words())
        };
        findings.peers().into_iter().find(is_alike)
    }
}
