//! Othello, where nothing is proven: a square to which the other side would go after many of the worse moves, and from which the
//! best move keeps it.

use mossa_kernel::{Move, values};
use mossa_search::Line;

use super::{
    access::turned,
    discs::{corners, legal},
};
use crate::explain::{Findings, Request, names};

/// So many worse moves must be answered with it,
const LEAST_ANSWERED: usize = 3;

/// and so many of so many of those that were looked at closely.
const LEAST_SHARE: [usize; 2] = [2, 5];

/// The other side can go there after the next best moves, so many of them.
const NEXT_BEST: usize = 1;

/// The best move keeps the other side from a square if it does not go there with so many of its moves either.
const KEPT_FOR: usize = 3;

/// A square that the other side wants.
pub(super) struct Wanted {
    pub(super) square: Move,
    /// The worse moves that it would answer by going there, by their places in the list.
    pub(super) answered: Vec<usize>,
}

impl Request<'_> {
    /// The square that the other side would go to after most worse moves, if after the best one it cannot.
    pub(super) fn wanted_square(&self, findings: &Findings) -> Option<Wanted> {
        let corners = corners(self.spec, self.game);
        let is_known = |line: &Line| values::is_exact(&line.value) || findings.is_glance(line);
        let worse = findings.judged.n_good..findings.lines.len();
        let close: Vec<usize> = worse.filter(|&at| !is_known(&findings.lines[at])).collect();
        let answer = |at: usize| findings.lines[at].moves.get(1).copied();
        let answered_with = |square: Move| -> Vec<usize> {
            close.iter().copied().filter(|&at| answer(at) == Some(square)).collect()
        };
        let is_peer_free =
            |square: &Move| (1..findings.judged.n_good).all(|at| answer(at) != Some(*square));
        // That the other side takes a corner is told anyway.
        let squares = close.iter().filter_map(|&at| answer(at));
        let squares = squares.filter(|mv| *mv != Move::PASS && !corners.contains(mv));
        // What the next best moves do as well sets none apart from them.
        let next: Vec<usize> = close.iter().copied().take(NEXT_BEST).collect();
        let is_open = |square: &Move| {
            let mut next = next.iter().map(|&at| findings.lines[at].mv());
            next.all(|mv| self.reached(&[mv, *square]).is_some())
        };
        let denied = squares.filter(|square| self.denies(findings, *square)).filter(is_peer_free);
        let denied = denied.filter(is_open);
        let wanted = denied
            .map(|square| Wanted { square, answered: answered_with(square) })
            .max_by_key(|wanted| wanted.answered.len())?;
        let n = wanted.answered.len();
        let is_most = n * LEAST_SHARE[1] >= close.len() * LEAST_SHARE[0];
        (n >= LEAST_ANSWERED && is_most).then_some(wanted)
    }

    /// Whether the other side cannot go to a square right after the best move, nor does so soon.
    fn denies(&self, findings: &Findings, square: Move) -> bool {
        let best = &findings.best().moves;
        let mut soon = best.iter().skip(1).step_by(2).take(KEPT_FOR);
        self.takes_away(findings.best().mv(), square) && soon.all(|&mv| mv != square)
    }

    /// Whether the other side could go to a square if it were its turn, and cannot after a move.
    fn takes_away(&self, mv: Move, square: Move) -> bool {
        let Some(after) = self.reached(&[mv]).filter(|after| after.outcome().is_none()) else {
            return false;
        };
        // What worse moves open is not kept from it.
        let could_go = legal(self.game, !self.mover()).contains(&square);
        could_go && !legal(&after, !self.mover()).contains(&square)
    }

    /// The moves that are as good as the best one and keep the other side from that square as well.
    pub(super) fn wanted_peers(&self, findings: &Findings) -> Vec<Move> {
        let Some(Wanted { square, .. }) = self.wanted_square(findings) else { return Vec::new() };
        let peers = findings.lines[1..findings.judged.n_good].iter().map(Line::mv);
        peers.filter(|&mv| self.takes_away(mv, square)).collect()
    }

    /// That the other side wants that square, and that the best move keeps it from there.
    pub(super) fn wanted_words(&self, findings: &Findings) -> Option<String> {
        let Wanted { square, answered } = self.wanted_square(findings)?;
        let [other, name] = [names::side(!self.mover()).to_string(), self.name(findings.best())];
        let lines: Vec<&Line> = answered.iter().map(|&at| &findings.lines[at]).collect();
        let others = self.others(findings, &lines);
        let wanted = self.game.position().show_move(square);
        let gain = self.gain(&self.reached(&[lines[0].mv()])?, square);
        let gain = gain.map_or_else(String::new, |gain| {
            format!("; after {} that would {gain}", self.name(lines[0]))
        });
        let peers = self.wanted_peers(findings);
        let shown = peers.iter().map(|&mv| self.game.position().show_move(mv));
        let peers = match peers.len() {
            0 => String::new(),
            1 => format!(" {} keeps {other} from there, too.", names::list(shown, "and")),
            _ => format!(" {} keep {other} from there, too.", names::list(shown, "and")),
        };
        Some(if square == findings.best().mv() {
            format!(
                "{name} is where {other} wants to go: after {others} the engine expects {other} to answer {name} itself{gain}."
            )
        } else {
            let cause = self.since(findings, square).unwrap_or_default();
            format!(
                "{name} keeps {other} from {wanted}: after {others} the engine expects {other} to go there{gain}. After {name} \
                 {other} cannot{cause}.{peers}"
            )
        })
    }

    /// ", since a2 turns a3", where the other side could go to a square if that disc were still its own.
    pub(super) fn since(&self, findings: &Findings, square: Move) -> Option<String> {
        let best = findings.best().mv();
        let after = self.reached(&[best])?;
        let diagram = after.position().diagram();
        let turned: Vec<u32> = turned(self.game, best);
        let is_cause = |&cell: &u32| {
            let before = with_disc(&diagram, cell, (!self.mover()).letter());
            let mut other = after.clone();
            other.set_up(&before).is_ok() && legal(&other, !self.mover()).contains(&square)
        };
        let causes: Vec<u32> = turned.into_iter().filter(is_cause).collect();
        (!causes.is_empty()).then(|| {
            format!(", since {} turns {}", self.name(findings.best()), self.squares(&causes))
        })
    }

    /// The same in a few words.
    pub(super) fn wanted_in_short(&self, findings: &Findings) -> Option<String> {
        let Wanted { square, answered } = self.wanted_square(findings)?;
        let other = names::side(!self.mover());
        let lines: Vec<&Line> = answered.iter().map(|&at| &findings.lines[at]).collect();
        let others = self.others(findings, &lines);
        Some(if square == findings.best().mv() {
            format!("it takes the square to which {other} would go after {others}")
        } else {
            let square = self.game.position().show_move(square);
            format!("it keeps {other} from {square}, where {other} would go after {others}")
        })
    }

    /// The same against one of the moves that are answered so.
    pub(super) fn wanted_against(&self, findings: &Findings, index: usize) -> Option<String> {
        let Wanted { square, .. } =
            self.wanted_square(findings).filter(|it| it.answered.contains(&index))?;
        let other = names::side(!self.mover());
        let wanted = self.game.position().show_move(square);
        Some(format!(
            "{other} can go to {wanted} then, and after {} not",
            self.name(findings.best())
        ))
    }
}

/// A diagram with another disc on a square; rows are written from the top, a `/` between them.
pub(super) fn with_disc(diagram: &str, cell: u32, letter: char) -> String {
    let mut squares = 0;
    let replaced = diagram.chars().map(|it| {
        let is_square = !matches!(it, '/' | ' ');
        squares += u32::from(is_square);
        if is_square && squares == cell + 1 { letter } else { it }
    });
    replaced.collect()
}
