//! Othello: moves that can wait, since only the mover can go there, beside a best move that cannot.

use mossa_kernel::{Game, Move};

use super::{Findings, Request, Story, access::IN_HAND, discs::legal, names};

/// At most so many moves are named.
const MOST_NAMED: usize = 8;

impl Request<'_> {
    /// Whether after the best move, and after the answer that the engine expects as well, only the mover can go to a
    /// square, and gives no corner away there.
    pub(super) fn is_saved(&self, best: &Story, square: Move) -> bool {
        let is_own = |game: &Game| {
            let [own, theirs] = [self.mover(), !self.mover()].map(|side| legal(game, side));
            own.contains(&square) && !theirs.contains(&square)
        };
        let after = best.moves.get(..1).and_then(|moves| self.reached(moves));
        let answered = best.moves.get(..2).and_then(|moves| self.reached(moves));
        // What would open a corner is no move to save.
        answered.is_some_and(|answered| is_own(&answered) && self.is_harmless(&answered, square))
            && after.is_some_and(|after| is_own(&after))
    }

    /// The worse moves that can wait, by their places in the list, where they are at least half of them and the other
    /// side could go to the square of the best one if it were its turn.
    pub(super) fn saved_moves(&self, findings: &Findings, best: &Story) -> Option<Vec<usize>> {
        let is_wanted = legal(self.game, !self.mover()).contains(&findings.best().mv());
        let behind = findings.behind().filter(|_| is_wanted);
        let waiting = behind.filter(|(_, line)| self.is_saved(best, line.mv()));
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
        let waits = reply.moves.first().is_some_and(|&mv| self.is_saved(best, mv));
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
