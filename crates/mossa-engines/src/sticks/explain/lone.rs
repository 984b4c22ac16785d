//! One heap: the argument by remainders, and the pattern of lost counts.

use super::{Judged, MOST_NAMED, Steps, Writer, list};

/// So many takes that fail are told one by one.
const MOST_FAILURES: usize = 4;

impl Writer<'_> {
    /// Explains a game with one heap.
    pub(super) fn lone_heap(&mut self, sticks: u32) {
        let bundle = self.rules().bundle;
        let count = sticks / bundle;
        if bundle > 1 {
            let odd = match sticks % bundle {
                0 => String::new(),
                odd => format!("; the {odd} left over can never be taken"),
            };
            let rule = match self.rules().steps {
                Steps::UpTo(1) => format!("Each move takes exactly {bundle}."),
                _ => format!("Only {} can be taken, all multiples of {bundle}.", self.takes()),
            };
            self.say(format!(
                "{rule} So count in bundles of {bundle} sticks: {sticks} sticks are {count} \
                 bundles{odd}."
            ));
        }
        match self.rules().steps {
            Steps::UpTo(limit) => self.remainder(count, limit + 1),
            Steps::OneOf(_) => self.pattern(count),
        }
    }

    /// "stick" or "bundle": what is counted.
    fn unit(&self) -> &'static str {
        if self.rules().bundle == 1 { "stick" } else { "bundle" }
    }

    /// So many, and in bundles also how many sticks that is.
    fn amount(&self, count: u32) -> String {
        match self.rules().bundle {
            1 => count.to_string(),
            bundle if count == 1 => format!("1 bundle ({bundle} sticks)"),
            bundle => format!("{count} bundles ({} sticks)", count * bundle),
        }
    }

    /// Takes of 1 up to one less than `pair`.
    fn remainder(&mut self, count: u32, pair: u32) {
        let (unit, is_misere) = (self.unit(), self.rules().is_misere);
        // What should be left in the end: nothing, or in misère games the one that loses.
        let end = u32::from(is_misere);
        let (pairs, rest) = ((count - end) / pair, (count - end) % pair);
        let (minus, target) = if is_misere {
            (" - 1", format!("one more than a multiple of {pair}"))
        } else {
            ("", format!("a multiple of {pair}"))
        };
        if is_misere && count > end {
            self.say(format!(
                "Whoever takes the last {unit} loses. So do not leave 0 but 1 in the end: that is the {unit} \
                 they must take."
            ));
        }
        if count == end {
            self.say(format!(
                "You lose: one {unit} is left, and you must take it{}.",
                if is_misere { ", which loses" } else { "" }
            ));
        } else if pairs == 0 {
            self.say(format!("You win: take {} and leave {end}.", self.amount(rest)));
        } else if rest > 0 {
            self.say(format!(
                "You win: {count}{minus} = {pairs} x {pair} + {rest}. Take {} and leave {}, {target}.",
                self.amount(rest),
                count - rest
            ));
            self.say_completion(pair, &target, true);
        } else {
            self.say(format!("You lose if they know how: {count}{minus} = {pairs} x {pair}."));
            self.say_completion(pair, &target, false);
        }
        if rest == 0 || self.rules().n_takes(count) < 2 {
            // Whatever is taken, the answer makes it up to as much.
            if rest == 0 && pairs > 0 && self.rules().n_takes(count) > 1 {
                self.say("Every move lasts equally long.");
            }
            self.say_choice(count);
        } else {
            self.say_others(count, rest);
        }
        self.say_overshoot(count);
    }

    /// What is wrong with taking something else than `rest`, which wins.
    fn say_others(&mut self, count: u32, rest: u32) {
        let (end, most) = (u32::from(self.rules().is_misere), self.rules().most());
        let fewer = rest > 1;
        if count - end > most {
            self.say("Every other move lets them do the same to you.");
        } else if fewer {
            self.say("Taking fewer lets them do the same to you.");
        }
        if end == 1 && count <= most {
            self.say(format!("Taking the last {}, too, loses at once.", self.unit()));
        }
    }

    /// How the winner answers, so that the loser faces the `target` each time.
    fn say_completion(&mut self, pair: u32, target: &str, you_win: bool) {
        let (whatever, winner, loser, whose) = if you_win {
            ("Whatever they take from then on", "you", "they", "yours")
        } else {
            ("Whatever you take", "they", "you", "theirs")
        };
        let finish = if self.rules().is_misere {
            format!("1, which {loser} must take")
        } else {
            format!("0, and the last {} is {whose}", self.unit())
        };
        self.say(format!(
            "{whatever}, {winner} can complete it to {pair}, the most that one may take plus 1: {}. So {loser} face \
             {target} each time, in the end {finish}.",
            completion(pair, loser, winner)
        ));
    }

    /// What there is to choose where nothing wins, or nothing can be chosen.
    fn say_choice(&mut self, count: u32) {
        self.say(if self.rules().n_takes(count) < 2 {
            "There is nothing to choose: just one move is possible."
        } else {
            "All you can do is hope that they miss it once."
        });
    }

    fn say_overshoot(&mut self, count: u32) {
        if self.rules().may_overshoot && count < self.rules().most() {
            self.say("Taking more than are left is allowed, but loses at once.");
        }
    }

    /// Takes from a set.
    fn pattern(&mut self, count: u32) {
        let unit = self.unit();
        let Some(is_lost) = self.theory.is_lost(count) else {
            self.say(format!(
                "Who wins here is not known: which counts of {unit}s are lost shows no pattern that \
                 repeats, as far as it could be computed."
            ));
            if !self.winning().is_empty() {
                self.say("But some counts that you can leave are known, and lost for them.");
                self.say_takes(count, false);
            }
            return;
        };
        self.say(if is_lost { "You lose if they know how." } else { "You win." });
        self.say(
            "Call a count lost if whoever must move there loses. A count is lost when every take \
             leads to a count that is not; it is won when some take leads to a lost one. So all counts \
             follow from the smallest ones.",
        );
        let result = if self.rules().is_misere { "won" } else { "lost" };
        let end = match self.rules().least() {
            1 => "0, where nothing can be taken, is".to_owned(),
            2 => "0 and 1, where nothing can be taken, are".to_owned(),
            least => format!("0 to {}, where nothing can be taken, are", least - 1),
        };
        self.say(format!("{end} {result} by the rules. {}", self.lost_counts()));
        self.say_period(count);
        self.say_takes(count, is_lost);
    }

    /// The smallest lost counts.
    fn lost_counts(&self) -> String {
        let is_lost = |count: &u32| self.theory.is_lost(*count) == Some(true);
        let is_known = |count: &u32| self.theory.is_lost(*count).is_some();
        // After as many won counts in a row as the largest take, no take leads to a lost one, and so
        // the next count is lost.
        let horizon = (MOST_NAMED as u32 + 1) * (self.rules().most() + 1);
        let lost = (0..horizon).take_while(is_known).filter(is_lost).take(MOST_NAMED);
        let lost: Vec<String> = lost.map(|count| count.to_string()).collect();
        format!("Counting up, the lost ones are {} and so on.", lost.join(", "))
    }

    /// From where on and after how many counts lost and won ones repeat.
    fn repeats(&self) -> Option<(u32, u32)> {
        let is_lost = |count: u32| self.theory.is_lost(count) == Some(true);
        let period = self.theory.period()?;
        let (length, least) = (period.length as u32, self.rules().least());
        // Misère losses lie one smallest take above the numbers they are told by.
        let mut start = period.start as u32 + least;
        while start > 0 && is_lost(start - 1) == is_lost(start - 1 + length) {
            start -= 1;
        }
        Some((start, length))
    }

    /// After how many counts lost and won ones repeat, and what that says of this one.
    fn say_period(&mut self, count: u32) {
        let Some((start, length)) = self.repeats() else { return };
        let is_lost = |count: &u32| self.theory.is_lost(*count) == Some(true);
        let from = if start == 0 {
            "They repeat".to_owned()
        } else {
            format!("From {start} on they repeat")
        };
        let mut rests: Vec<u32> =
            (start..start + length).filter(is_lost).map(|count| count % length).collect();
        rests.sort_unstable();
        let are_named = rests.len() <= MOST_NAMED;
        let told = if are_named {
            format!(": lost is what leaves {} when divided by {length}", list(&rests, "or"))
        } else {
            format!(", {} of them lost", rests.len())
        };
        self.say(format!(
            "{from} every {length} counts{told}. This is certain: a count depends only on the {} before it, and \
             once so many in a row are like earlier ones, all that follow must be, too.",
            self.rules().most()
        ));
        if count >= length.max(start) {
            let (rest, times) = (count % length, count / length);
            let so = match (are_named, rests.contains(&rest)) {
                (false, _) => String::new(),
                (true, true) => format!(", and {rest} is one of these: lost"),
                (true, false) => format!(", and {rest} is not one of these: won"),
            };
            self.say(format!("{count} = {times} x {length} + {rest}{so}."));
        }
    }

    /// A count that is left, with its remainder where that tells that it is lost.
    fn left(&self, count: u32) -> String {
        match self.repeats() {
            Some((start, length)) if count >= length.max(start) => {
                format!("{count} = {} x {length} + {}", count / length, count % length)
            }
            _ => count.to_string(),
        }
    }

    /// Where a take leads that loses, and how it is answered.
    fn answered(&self, judged: &Judged, count: u32) -> String {
        let take = judged.take / self.rules().bundle;
        let (amount, left) = (self.amount(take), count - take);
        let mut answer = None;
        self.rules().each_take(left, |next| {
            if answer.is_none() && self.theory.is_lost(left - next) == Some(true) {
                answer = Some(next);
            }
        });
        match answer {
            Some(next) => {
                format!(
                    "{amount} leaves {left} (they take {} and leave {})",
                    self.amount(next),
                    left - next
                )
            }
            None => format!("{amount} leaves {left}"),
        }
    }

    /// Where the takes lead.
    fn say_takes(&mut self, count: u32, is_lost: bool) {
        let bundle = self.rules().bundle;
        if is_lost {
            let moves = self.theory.judge(self.sticks);
            let leads = list(moves.iter().map(|judged| self.answered(judged, count)), "and");
            self.say(format!("Every take leads to a won count: {leads}."));
            self.say_choice(count);
            self.say_overshoot(count);
        } else {
            let moves = self.winning();
            let describe = |judged: &Judged| {
                let take = judged.take / bundle;
                format!("{} and leave {}", self.amount(take), self.left(count - take))
            };
            let wins = list(moves.iter().map(describe), "or take");
            self.say(format!("To win, leave them a lost count: take {wins}."));
            self.say_failures(count);
        }
    }

    /// Why each of the other takes fails, where these are few and all known to lose.
    fn say_failures(&mut self, count: u32) {
        let judged = self.theory.judge(self.sticks);
        let fails = |judged: &&Judged| judged.verdict.is_some_and(|verdict| !verdict.wins);
        let is_there = |judged: &&Judged| judged.take <= self.sticks[judged.heap];
        if judged.iter().any(|judged| judged.verdict.is_none()) {
            return;
        }
        let failing: Vec<&Judged> = judged.iter().filter(fails).filter(is_there).collect();
        let is_answered = |judged: &&Judged| {
            let left = count - judged.take / self.rules().bundle;
            self.theory.is_lost(left) == Some(false)
        };
        if failing.is_empty() || failing.len() > MOST_FAILURES || !failing.iter().all(is_answered) {
            return;
        }
        let told = list(failing.iter().map(|judged| self.answered(judged, count)), "and");
        self.say(format!("Other takes leave a won count: {told}."));
    }
}

/// How the second of two moves answers the first.
fn completion(pair: u32, first: &str, second: &str) -> String {
    match pair {
        2 => format!("{first} must take 1, and {second} take 1, which makes 2"),
        3 => format!(
            "when {first} take 1, {second} take 2, and when {first} take 2, {second} take 1"
        ),
        _ => format!(
            "when {first} take 1, {second} take {}, when {first} take 2, {second} take {}, and \
             so on",
            pair - 1,
            pair - 2
        ),
    }
}
