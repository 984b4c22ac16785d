//! Games of lines: of several moves that win as soon, the one whose idea can be seen at once.

use mossa_kernel::{Exact, GameResult, Side, Value};
use mossa_search::Line;

use super::{Facts, Findings, Request, Stones, Story, facts::tower};
use crate::explain::connect::{
    hanging::{Fate, fate},
    parity,
};

impl Request<'_> {
    /// Puts a move first that shows its idea, where it wins as soon as the first one.
    pub(super) fn clarify(&self, findings: &mut Findings) {
        let is_won = findings
            .proven()
            .is_some_and(|exact| exact.result == GameResult::Win && exact.plies > Some(1));
        let Some(stones) = Stones::new(self.spec, self.game).filter(|_| is_won) else { return };
        let mover = self.mover();
        let clearness = |line: &Line| clearness(&stones, line, mover);
        let first = clearness(findings.best());
        let most = findings.equally_soon().map(clearness).max().unwrap_or(0);
        if most > first {
            findings.prefer(|line| clearness(line) == most);
        }
    }
}

/// How clearly a move shows why it wins: two threats at once, or two winning cells on top of each other.
fn clearness(stones: &Stones, line: &Line, mover: Side) -> u8 {
    let is_exact = matches!(line.value, Value::Exact(Exact { at_most: false, .. }));
    let Some(facts) = Facts::new(stones, line.mv(), mover).filter(|_| is_exact) else { return 0 };
    let after = stones.with(facts.cell, mover);
    let is_pair = |cell: u32| stones.falls() && tower(&after, cell, mover).is_some();
    match () {
        () if facts.is_double() => 2,
        () if facts.prepares.iter().any(|win| is_pair(win.cell)) => 1,
        () => 0,
    }
}

impl Story {
    /// Whether what the first move does comes up again: a winning cell that it makes and that nobody ever needs is
    /// no reason.
    pub(super) fn uses_first_move(&self) -> bool {
        let Some(first) = self.steps().first() else { return false };
        if !first.facts.only_prepares() {
            return true;
        }
        let winner = self.end.outcome().and_then(|outcome| outcome.winner);
        let shut: Vec<u32> = match (self.steps(), winner) {
            ([.., given, _], Some(winner)) => {
                let closings = parity::closings(self, &given.before, winner);
                closings.into_iter().filter_map(|(_, win)| Some(win?.cell)).collect()
            }
            _ => Vec::new(),
        };
        first
            .facts
            .prepares
            .iter()
            .any(|win| fate(self, win.cell, first.side) != Fate::Free || shut.contains(&win.cell))
    }
}

#[cfg(test)]
mod tests {
    use crate::explain::tests;

    #[test]
    fn the_clearer_of_two_wins_is_told() {
        let told = tests::told("connect4", "3 2 2 5 5 5 5 3 2 2 3 7 3 6 4 6 2 5", 300_000);
        let (_, why) = told.split_once("Why\n").unwrap();
        let (why, moves) = why.split_once("The moves\n").unwrap();
        assert!(why.contains("Column 1 makes column 4 at height 4 a winning cell"), "{told}");
        assert!(!why.contains("column 7 at height 4"), "of no use in the line: {told}");
        assert!(moves.starts_with("1 | win in 7"), "{told}");
        assert!(moves.contains("\n6 | win in 7"), "as soon: {told}");
    }

    #[test]
    fn who_has_run_out_of_moves_is_named() {
        let told = tests::told("connect:5,6,4", "6 4 1 1 4 4 5 2 3 6 6 2 2 2 6 6 4 4", 300_000);
        let expected = "O must play right below column 3 at height 4 with move 6, and so lets X get there: O \
                        has run out of other moves, column 5 lets X win at once.";
        assert!(told.contains(expected), "{told}");
    }
}
