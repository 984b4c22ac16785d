//! A game played out, so that the rule can be seen at work.

use super::{Judged, Paragraph, Writer};

/// At most so many moves are shown.
const MOST_MOVES: usize = 8;

/// Where more can be taken than this, nobody tries everything just for an example.
const MOST_TAKES: usize = 10_000;

impl Writer<'_> {
    /// Shows how it may go on: the winner plays by the rule, the loser holds out.
    pub(super) fn tell_example(&mut self) {
        let takes =
            self.sticks.iter().map(|&heap| self.rules().n_takes(heap / self.rules().bundle));
        if takes.sum::<usize>() > MOST_TAKES {
            return;
        }
        let mut heaps = self.sticks.to_vec();
        let (mut rows, mut is_yours) = (Vec::new(), true);
        while rows.len() < MOST_MOVES {
            let Some(judged) = self.example_move(&heaps) else { break };
            heaps[judged.heap] -= judged.take;
            let who = if is_yours { "you" } else { "they" };
            let from = if heaps.len() > 1 {
                format!(" from heap {}", judged.heap + 1)
            } else {
                String::new()
            };
            rows.push(format!(
                "{who:<4}  take {}{from}, which leaves {}",
                judged.take,
                shown(&heaps)
            ));
            is_yours = !is_yours;
        }
        // Who has seen one move has seen the example.
        if rows.len() < 2 {
            return;
        }
        if self.example_move(&heaps).is_some() {
            rows.push("and so on".to_owned());
        } else {
            let (stuck, other) = if is_yours { ("you", "they") } else { ("they", "you") };
            let winner = if self.rules().is_misere { stuck } else { other };
            rows.push(format!("{stuck} cannot move: {winner} win"));
        }
        self.say("For example, it may go on like this:");
        self.paragraphs.push(Paragraph::Table(rows));
    }

    /// A winning move, or else the one that holds out longest; `None` where nothing is known, or nothing
    /// can be taken.
    fn example_move(&self, heaps: &[u32]) -> Option<Judged> {
        let judged = self.theory.judge(heaps);
        let wins = |judged: &&Judged| judged.verdict.is_some_and(|verdict| verdict.wins);
        let length = |judged: &&Judged| judged.verdict.map_or(0, |verdict| verdict.plies);
        // Taking more than there are is no example to follow.
        let usable = || {
            judged
                .iter()
                .filter(|judged| judged.take <= heaps[judged.heap] && judged.verdict.is_some())
        };
        let winning = usable().filter(wins).min_by_key(length);
        winning.or_else(|| usable().max_by_key(length)).copied()
    }
}

fn shown(heaps: &[u32]) -> String {
    heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
}
