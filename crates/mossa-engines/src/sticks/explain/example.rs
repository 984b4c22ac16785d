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
            let is_short = rows.last().is_some_and(|row| row != GOES_ON)
                && self.length().is_some_and(|length| (rows.len() as u64 - 1) < length);
            let condition =
                if is_short { ", if the loser does not hold out as long as possible" } else { "" };
            self.say(format!("For example, it may go on like this{condition}:"));
            self.paragraphs.push(Paragraph::Table(rows));
        }
    }

    /// How many moves the game lasts when the winner hurries and the loser holds out; `None` where that
    /// is not known exactly.
    fn length(&self) -> Option<u64> {
        let judged = self.theory.judge(self.sticks);
        let verdicts = || judged.iter().filter_map(|judged| judged.verdict);
        if verdicts().any(|verdict| verdict.at_most) {
            return None;
        }
        let wins = verdicts().filter(|verdict| verdict.wins).map(|verdict| verdict.plies).min();
        wins.or_else(|| verdicts().map(|verdict| verdict.plies).max())
    }

    /// The moves of an example and how it ends; the loser holds out or hurries.
    fn played_out(&self, holds_out: bool) -> Vec<String> {
        let mut heaps = self.sticks.to_vec();
        let (mut rows, mut is_yours) = (Vec::new(), true);
        let next = |heaps: &[u32]| {
            if heaps == self.sticks
                && let Some(first) = self.shown_take()
            {
                return Some(first);
            }
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
            let is_empty = heaps.iter().all(|&heap| heap == 0);
            match (self.rules().is_misere, is_empty) {
                (false, _) => format!("{stuck} cannot move: {other} win"),
                // That somebody wins who cannot move would read oddly.
                (true, true) => format!("{other} took the last stick, which loses: {stuck} win"),
                (true, false) => {
                    format!(
                        "nothing more can be taken, and {other} took last, which loses: {stuck} win"
                    )
                }
            }
        });
        rows
    }

    /// What the winner has reached with several heaps, in the words of the argument.
    fn note(&self, heaps: &[u32]) -> String {
        let n_live = (0..heaps.len()).filter(|&heap| self.is_live(heap)).count();
        // A heap that stands alone is explained without numbers.
        let Some(numbers) = self.numbers(heaps).filter(|_| n_live > 1) else {
            return String::new();
        };
        let named = if self.rules().is_nim {
            String::new()
        } else {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!("numbers {}: ", numbers.join(" "))
        };
        let ones = numbers.iter().filter(|&&number| number == 1).count();
        let what = match self.balance_to_tell(&numbers) {
            Balance::Ones if ones == 0 => "no ones".to_owned(),
            Balance::Ones if ones == 1 => "a single one".to_owned(),
            Balance::Ones if self.rules().is_misere => format!("{ones} ones, an odd number"),
            Balance::Ones => format!("{ones} ones, an even number"),
            Balance::Pair => "equal".to_owned(),
            Balance::Last | Balance::Columns => "all columns even".to_owned(),
        };
        format!(" ({named}{what})")
    }

    /// By which rule the winner's numbers are good. Where the last take wins, that is the one by which the
    /// whole position was explained; else the end has a rule of its own.
    fn balance_to_tell(&self, numbers: &[u32]) -> Balance {
        let of =
            |numbers: &[u32], live: &[usize]| Balance::of(numbers, live, self.rules().is_misere);
        if !self.rules().is_misere
            && let Some(first) = self.numbers(self.sticks)
        {
            let live: Vec<usize> = (0..first.len()).filter(|&heap| self.is_live(heap)).collect();
            return of(&first, &live);
        }
        let live: Vec<usize> = (0..numbers.len()).filter(|&heap| numbers[heap] > 0).collect();
        of(numbers, &live)
    }

    /// The take with which the argument has begun: an example goes on with that.
    fn shown_take(&self) -> Option<Judged> {
        let numbers = self.numbers(self.sticks).filter(|numbers| numbers.len() > 1)?;
        let is_lost = self.theory.verdict(self.sticks).is_some_and(|verdict| !verdict.wins);
        (is_lost && self.balance_to_tell(&numbers) == Balance::Columns)
            .then(|| self.take_to_answer())
            .flatten()
    }

    /// A winning move, or else the one that loses soonest.
    pub(super) fn hurried_move(&self, heaps: &[u32]) -> Option<Judged> {
        self.move_by(heaps, std::cmp::Reverse)
    }

    /// A winning move, or else the one that holds out longest; `None` where nothing is known, or nothing
    /// can be taken.
    pub(super) fn example_move(&self, heaps: &[u32]) -> Option<Judged> {
        self.move_by(heaps, |length| length)
    }

    /// A winning move, with several heaps the one that is taught; or else the one whose length is preferred.
    fn move_by<K: Ord>(&self, heaps: &[u32], prefer: impl Fn(u64) -> K) -> Option<Judged> {
        let judged = self.theory.judge(heaps);
        // Taking more than there are is no example to follow.
        let usable = || {
            judged
                .iter()
                .filter(|judged| judged.take <= heaps[judged.heap] && judged.verdict.is_some())
        };
        let length = |judged: &Judged| judged.verdict.map_or(0, |verdict| verdict.plies);
        let wins = |judged: &&Judged| judged.verdict.is_some_and(|verdict| verdict.wins);
        if usable().any(|judged| wins(&judged)) {
            return match heaps {
                [_] => usable().filter(wins).min_by_key(|judged| length(judged)).copied(),
                _ => self.taught_move(heaps),
            };
        }
        usable().max_by_key(|judged| prefer(length(judged))).copied()
    }
}

fn shown(heaps: &[u32]) -> String {
    heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
}
