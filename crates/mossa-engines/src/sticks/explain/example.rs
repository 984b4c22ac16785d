//! A game played out, so that the rule can be seen at work.

use super::{Judged, Paragraph, Writer, argue::Balance};

/// At most so many moves are shown, of one heap and of several.
const MOST_MOVES: [usize; 2] = [12, 16];

/// What is said where that is not the end.
const GOES_ON: &str = "and so on";

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
        // Somebody who gives up soon makes a short example of a long game.
        let mut rows = self.played_out(true);
        if rows.last().is_some_and(|row| row == GOES_ON) {
            let short = self.played_out(false);
            if short.last().is_some_and(|row| row != GOES_ON) {
                rows = short;
            }
        }
        // Who has seen one move has seen the example.
        if rows.len() > 2 {
            self.say("For example, it may go on like this:");
            self.paragraphs.push(Paragraph::Table(rows));
        }
    }

    /// The moves of an example and how it ends; the loser holds out or hurries.
    fn played_out(&self, holds_out: bool) -> Vec<String> {
        let mut heaps = self.sticks.to_vec();
        let (mut rows, mut is_yours) = (Vec::new(), true);
        let next = |heaps: &[u32]| {
            if holds_out { self.example_move(heaps) } else { self.hurried_move(heaps) }
        };
        let most = MOST_MOVES[usize::from(heaps.len() > 1)];
        while rows.len() < most {
            let Some(judged) = next(&heaps) else { break };
            heaps[judged.heap] -= judged.take;
            let who = if is_yours { "you" } else { "they" };
            let from = if heaps.len() > 1 {
                format!(" from heap {}", judged.heap + 1)
            } else {
                String::new()
            };
            let wins = judged.verdict.is_some_and(|verdict| verdict.wins);
            rows.push(format!(
                "{who:<4}  take {}{from}, which leaves {}{}",
                judged.take,
                shown(&heaps),
                if wins { self.note(&heaps) } else { String::new() }
            ));
            is_yours = !is_yours;
        }
        rows.push(if next(&heaps).is_some() {
            GOES_ON.to_owned()
        } else {
            let (stuck, other) = if is_yours { ("you", "they") } else { ("they", "you") };
            let winner = if self.rules().is_misere { stuck } else { other };
            format!("{stuck} cannot move: {winner} win")
        });
        rows
    }

    /// What the winner has reached with several heaps.
    fn note(&self, heaps: &[u32]) -> String {
        let numbers: Option<Vec<u32>> =
            heaps.iter().map(|&heap| self.theory.number(heap)).collect();
        let Some(numbers) = numbers.filter(|_| heaps.len() > 1) else { return String::new() };
        let named = if self.rules().is_nim {
            String::new()
        } else {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!("numbers {}, ", numbers.join(" "))
        };
        let live: Vec<usize> = (0..numbers.len()).filter(|&heap| numbers[heap] > 0).collect();
        let ones = numbers.iter().filter(|&&number| number == 1).count();
        match Balance::of(&numbers, &live, self.rules().is_misere) {
            Balance::Ones if ones == 0 && self.rules().is_nim => String::new(),
            Balance::Ones if ones == 0 => format!(" ({})", named.trim_end_matches(", ")),
            Balance::Ones if ones == 1 => format!(" ({named}a single one)"),
            Balance::Ones => format!(" ({named}{ones} ones)"),
            Balance::Pair => format!(" ({named}equal)"),
            Balance::Last | Balance::Columns => format!(" ({named}columns even)"),
        }
    }

    /// A winning move, or else the one that loses soonest.
    pub(super) fn hurried_move(&self, heaps: &[u32]) -> Option<Judged> {
        let judged = self.theory.judge(heaps);
        let usable = || {
            judged
                .iter()
                .filter(|judged| judged.take <= heaps[judged.heap] && judged.verdict.is_some())
        };
        let wins = |judged: &&Judged| judged.verdict.is_some_and(|verdict| verdict.wins);
        let length = |judged: &&Judged| judged.verdict.map_or(0, |verdict| verdict.plies);
        usable().filter(wins).min_by_key(length).or_else(|| usable().min_by_key(length)).copied()
    }

    /// A winning move, or else the one that holds out longest; `None` where nothing is known, or nothing
    /// can be taken.
    pub(super) fn example_move(&self, heaps: &[u32]) -> Option<Judged> {
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
