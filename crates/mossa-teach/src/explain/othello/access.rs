//! Othello: squares to which a side can go after one move and not after another.

use mossa_kernel::{Game, Move, View};

use super::discs::legal;
use crate::explain::{DiscFacts, Findings, Request, Story, names};

/// What is said once of squares to which a side cannot go.
pub(super) const NO_MOVE: &str = "(a move must turn at least one disc)";

/// The same of squares to which only one side can.
pub(super) const IN_HAND: &str = "(moves that can be saved are good to have)";

/// More squares than this are only counted.
const MOST_NAMED: usize = 5;

/// A move gives squares away where it does so with so many of them.
const MANY: usize = 2;

/// A square is used where the other side goes there within so many moves of a line.
const SOON: usize = 6;

/// Squares to which the other side can go right after a worse move, and not right after the best one, without giving a
/// corner away or standing beside one, and to which it does not go later in the line after the best one either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opened {
    pub(super) all: Vec<Move>,
    /// Those to which only the mover could go after the best one, and cannot after the worse one.
    pub(super) lost: Vec<Move>,
    /// Those to which the other side goes soon in the line after the worse one.
    pub(super) used: Vec<Move>,
    /// Whether the square of the best move is one of them.
    pub(super) is_best: bool,
}

/// The answer to a worse move that the other side does not have after the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OnlyAnswer {
    /// The discs that it turns.
    pub(super) turned: Vec<u32>,
    /// Whether the mover could go to its square after the best move.
    pub(super) is_own: bool,
}

impl Request<'_> {
    /// Whether the other side goes to a square in a line that the mover begins, or could and does not: that it gets such a
    /// square after another move is no reason against that one.
    pub(super) fn other_could_go(&self, line: &[Move], square: Move) -> bool {
        let other = !self.mover();
        let mut before = (1..=line.len()).filter_map(|played| self.reached(&line[..played]));
        other_goes_to(line, square)
            || before.any(|game| {
                game.outcome().is_none()
                    && game.position().side_to_move() == other
                    && legal(&game, other).contains(&square)
            })
    }

    /// What a worse move opens to the other side.
    pub(super) fn opened(&self, line: &Story, reply: &Story) -> Option<Opened> {
        let best = *line.moves.first()?;
        let [after, after_best] = [*reply.moves.first()?, best].map(|mv| self.reached(&[mv]));
        let (after, after_best) = after.zip(after_best)?;
        let [theirs, own] = [!self.mover(), self.mover()]
            .map(|side| [&after, &after_best].map(|game| legal(game, side)));
        let is_opened = |mv: &Move| {
            let is_new = !theirs[1].contains(mv) && !other_goes_to(&line.moves, *mv);
            is_new && self.is_harmless(&after, *mv) || *mv == best
        };
        let opened: Vec<Move> = theirs[0].iter().copied().filter(is_opened).collect();
        let is_lost = |mv: &Move| own[1].contains(mv) && !own[0].contains(mv);
        let is_used = |mv: &Move| {
            let mut soon = reply.moves.iter().zip(reply.turns()).take(SOON);
            soon.any(|(played, turn)| played == mv && turn.side != self.mover())
        };
        Some(Opened {
            lost: opened.iter().copied().filter(is_lost).collect(),
            used: opened.iter().copied().filter(|mv| is_used(mv) && *mv != best).collect(),
            is_best: opened.contains(&best),
            all: opened,
        })
    }

    /// That a worse move gives several squares away, or that of the best one for good.
    pub(super) fn gives_squares(
        &self,
        findings: &Findings,
        [line, reply]: [&Story; 2],
    ) -> Option<String> {
        let best = findings.best().mv();
        let Opened { mut lost, is_best, .. } = self.opened(line, reply)?;
        lost.retain(|&mv| !other_goes_to(&line.moves, mv));
        if lost.len() >= MANY {
            return Some(self.lost_words(findings, reply, &lost, is_best));
        }
        let other = names::side(!self.mover());
        let (name, rival) = (self.name(findings.best()), self.first_name(reply));
        let gone = self.gone_words(findings, reply).filter(|_| is_best)?;
        let gain = self.gain_there(best, reply);
        Some(format!(" {rival} leaves {name} to {other}, who can go there{gain}; after {gone}."))
    }

    /// That squares which only the mover could go to after the best move, and perhaps that of the best move
    /// itself, are open to the other side after a worse one.
    fn lost_words(
        &self,
        findings: &Findings,
        reply: &Story,
        lost: &[Move],
        is_best: bool,
    ) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let (name, rival) = (self.name(findings.best()), self.first_name(reply));
        let itself = if is_best { format!(", and to {name} itself") } else { String::new() };
        format!(
            " After {rival} {other} can go to {}, where after {name} only {m} could {IN_HAND}{itself}.",
            self.places(lost)
        )
    }

    /// What the other side would go to the square of the best move for.
    fn gain_there(&self, best: Move, reply: &Story) -> String {
        let after = reply.moves.get(..1).and_then(|first| self.reached(first));
        let gain = after.and_then(|after| self.gain(&after, best));
        gain.map_or_else(String::new, |gain| format!(" to {gain}"))
    }

    /// Whether the side to move gives no corner away with a move, and does not stand beside one.
    pub(super) fn is_harmless(&self, game: &Game, mv: Move) -> bool {
        let facts = DiscFacts::new(self.spec, game, mv);
        facts.is_some_and(|facts| facts.gives.is_empty() && facts.beside.is_none())
    }

    /// That the mover cannot go to the square of the best move any more after the answer to a worse one.
    fn gone_words(&self, findings: &Findings, reply: &Story) -> Option<String> {
        let best = findings.best().mv();
        let after = self.is_gone(best, reply)?;
        let m = names::side(self.mover());
        Some(format!(
            "{}'s answer {} {m} can no longer go to {}",
            names::side(!self.mover()),
            self.game.position().show_move(after),
            self.name(findings.best())
        ))
    }

    /// The answer to a worse move after which the mover can make the best one no more.
    pub(super) fn is_gone(&self, best: Move, reply: &Story) -> Option<Move> {
        let &answer = reply.moves.get(1).filter(|&&mv| mv != best && mv != Move::PASS)?;
        let after = self.reached(&reply.moves[..2])?;
        (!legal(&after, self.mover()).contains(&best)).then_some(answer)
    }

    /// The answer to a worse move, where the best one does not leave it, and the other side does not go there later in the
    /// line after that either.
    pub(super) fn only_answer(&self, line: &Story, reply: &Story) -> Option<OnlyAnswer> {
        let best = *line.moves.first()?;
        let &answer = reply.moves.get(1).filter(|&&mv| mv != best && mv != Move::PASS)?;
        let after_best = self.reached(&[best])?;
        let is_left = legal(&after_best, !self.mover()).contains(&answer);
        if is_left || other_goes_to(&line.moves, answer) {
            return None;
        }
        let after = self.reached(&reply.moves[..1])?;
        let is_own = legal(&after_best, self.mover()).contains(&answer);
        Some(OnlyAnswer { turned: turned(&after, answer), is_own })
    }

    /// The same in words that go on from the answer.
    pub(super) fn only_words(
        &self,
        findings: &Findings,
        [line, reply]: [&Story; 2],
    ) -> Option<String> {
        let OnlyAnswer { turned, is_own } = self.only_answer(line, reply)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let after = self.reached(&reply.moves[..1])?;
        let facts = DiscFacts::new(self.spec, &after, reply.moves[1])?;
        let gain = self.gain(&after, reply.moves[1]);
        let gain = gain.map_or_else(String::new, |gain| format!(" to {gain}"));
        let discs = match turned.len() {
            n if n > MOST_NAMED => format!("{n} discs"),
            _ => self.squares(&turned),
        };
        let name = self.name(findings.best());
        let square = self.game.position().show_move(reply.moves[1]);
        let who = if is_own {
            format!("only {m} could go to {square} {IN_HAND}")
        } else {
            format!("{other} cannot go to {square} {NO_MOVE}")
        };
        // Of a corner it is enough that it is taken.
        (!facts.takes_corner).then(|| format!(" and turns {discs}{gain}; after {name} {who}"))
    }

    /// Squares by name, many of them only counted.
    fn places(&self, squares: &[Move]) -> String {
        self.squares(&squares.iter().map(|mv| mv.0).collect::<Vec<u32>>())
    }
}

/// Whether the other side goes to a square in a line that the mover begins; passes are moves of it, too.
pub(super) fn other_goes_to(moves: &[Move], square: Move) -> bool {
    moves.iter().skip(1).step_by(2).any(|&mv| mv == square)
}

/// The squares of the discs that a move turns.
pub(super) fn turned(game: &Game, mv: Move) -> Vec<u32> {
    let mut after = game.clone();
    let is_played = after.play(mv).is_ok();
    let (View::Board(before), View::Board(board)) =
        (game.position().view(), after.position().view())
    else {
        return Vec::new();
    };
    let is_turned = |cell: &u32| {
        let [was, is] = [&before, &board].map(|board| board.cells[*cell as usize]);
        was.is_some() && was != is
    };
    (0..before.cells.len() as u32).filter(|_| is_played).filter(is_turned).collect()
}
