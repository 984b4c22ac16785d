//! Othello: moves that can wait, since only the mover can go there, beside a best move that cannot.

use mossa_kernel::{Game, Move};
use mossa_search::Line;

use super::{
    Findings, Request, Story,
    access::{IN_HAND, other_goes_to},
    discs::legal,
    harm::Harm,
    names,
};

/// At most so many moves are named.
const MOST_NAMED: usize = 8;

impl Request<'_> {
    /// Whether after the best move, and after the answer that the engine expects as well, only the mover can go to a
    /// square, and gives no corner away there; and the other side neither goes there later in the line nor can on the board
    /// that is drawn.
    pub(super) fn is_saved(&self, findings: &Findings, best: &Story, square: Move) -> bool {
        let is_own = |game: &Game| {
            let [own, theirs] = [self.mover(), !self.mover()].map(|side| legal(game, side));
            own.contains(&square) && !theirs.contains(&square)
        };
        let after = best.moves.get(..1).and_then(|moves| self.reached(moves));
        let answered = best.moves.get(..2).and_then(|moves| self.reached(moves));
        // What would open a corner is no move to save.
        answered.is_some_and(|answered| is_own(&answered) && self.is_harmless(&answered, square))
            && after.is_some_and(|after| is_own(&after))
            && !self.is_reopened(findings, best, square)
    }

    /// Whether the mover misses the square of the best move in a line after another: the other side goes there, or the
    /// mover cannot any more once the other side has answered.
    pub(super) fn misses(&self, line: &Line, square: Move) -> bool {
        let answered = line.moves.get(..2).and_then(|moves| self.reached(moves));
        let is_gone = answered.is_some_and(|game| !legal(&game, self.mover()).contains(&square));
        let is_had = line.moves.iter().skip(2).step_by(2).any(|&mv| mv == square);
        !is_had && (is_gone || other_goes_to(&line.moves, square))
    }

    /// Whether it does in most lines after worse moves, that after the next best one among them.
    pub(super) fn is_missed(&self, findings: &Findings, square: Move) -> bool {
        let misses: Vec<bool> =
            findings.behind().map(|(_, line)| self.misses(line, square)).collect();
        let n_missed = misses.iter().filter(|&&it| it).count();
        misses.first() == Some(&true) && 2 * n_missed > misses.len()
    }

    /// The worse moves that can wait, by their places in the list, where they are at least half of them and the other
    /// side could go to the square of the best one, which the mover would miss.
    pub(super) fn saved_moves(&self, findings: &Findings, best: &Story) -> Option<Vec<usize>> {
        let square = findings.best().mv();
        let is_wanted = legal(self.game, !self.mover()).contains(&square);
        let is_wanted = is_wanted && self.is_missed(findings, square);
        let behind = findings.behind().filter(|_| is_wanted);
        // What costs a corner later is no move to save.
        let costs_corner = |line: &Line| {
            let reply = Story::tell(self.spec, self.game, &line.moves);
            matches!(self.harm(best, &reply), Some(Harm::Corner(_)))
        };
        let waiting = behind
            .filter(|(_, line)| self.is_saved(findings, best, line.mv()) && !costs_corner(line));
        let waiting: Vec<usize> = waiting.map(|(index, _)| index).collect();
        let is_told = !waiting.is_empty() && 2 * waiting.len() >= findings.behind().count();
        is_told.then_some(waiting)
    }

    /// The same in words.
    pub(super) fn waits_reason(&self, findings: &Findings, best: &Story) -> Option<String> {
        let waiting = self.saved_moves(findings, best)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let named = waiting.iter().map(|&index| self.name(&findings.lines[index]));
        let others = match waiting.len() {
            n if n <= MOST_NAMED => names::list(named, "and"),
            n => format!("{n} of the worse moves"),
        };
        let name = self.name(findings.best());
        Some(format!(
            "It takes a square where {other} could go, too, if it were {other}'s turn; {others} can wait: after {name} \
             only {m} can go there {IN_HAND}."
        ))
    }

    /// What is told against a worse move, and that it can wait where the reasons say so of such moves.
    pub(super) fn with_wait(
        &self,
        findings: &Findings,
        [best, reply]: [&Story; 2],
        told: String,
    ) -> String {
        let waits = self.wait_words(findings, [best, reply]);
        let is_told = told.contains(&waits) || self.saved_moves(findings, best).is_none();
        if is_told { told } else { format!("{waits}{told}") }
    }

    /// That a worse move can wait.
    pub(super) fn wait_words(&self, findings: &Findings, [best, reply]: [&Story; 2]) -> String {
        let waits = reply.moves.first().is_some_and(|&mv| self.is_saved(findings, best, mv));
        if !waits {
            return String::new();
        }
        format!(
            " {} can wait: after {} only {} can go there {IN_HAND}.",
            self.first_name(reply),
            self.name(findings.best()),
            names::side(self.mover())
        )
    }
}
