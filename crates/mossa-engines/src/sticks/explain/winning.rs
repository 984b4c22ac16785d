//! Several heaps: which takes win, those first that are found in the way that is taught.

use super::{Judged, Writer, argue::Balance, list};

impl Writer<'_> {
    /// The numbers of heaps, where they are known.
    pub(super) fn numbers(&self, heaps: &[u32]) -> Option<Vec<u32>> {
        heaps.iter().map(|&heap| self.theory.number(heap)).collect()
    }

    /// The numbers that a take leaves.
    fn numbers_after(&self, heaps: &[u32], judged: &Judged) -> Option<Vec<u32>> {
        let mut left = heaps.to_vec();
        left[judged.heap] = left[judged.heap].checked_sub(judged.take)?;
        self.numbers(&left)
    }

    /// Whether a take makes the number of its heap larger.
    fn is_raise(&self, heaps: &[u32], judged: &Judged) -> bool {
        let before = self.numbers(heaps);
        let after = self.numbers_after(heaps, judged);
        before.zip(after).is_some_and(|(before, after)| after[judged.heap] > before[judged.heap])
    }

    /// A winning take that is found in the way that is taught: it makes a number smaller, and where there
    /// are several, it belongs to a heap with a one in the leftmost odd column.
    pub(super) fn taught_move(&self, heaps: &[u32]) -> Option<Judged> {
        let wins = |judged: &Judged| judged.verdict.is_some_and(|verdict| verdict.wins);
        let winning: Vec<Judged> = self.theory.judge(heaps).into_iter().filter(wins).collect();
        let numbers = self.numbers(heaps)?;
        let xor = numbers.iter().fold(0, |xor, number| xor ^ number);
        let top = xor.checked_ilog2().unwrap_or(0);
        let has_top = |judged: &&Judged| numbers[judged.heap] >> top & 1 == 1;
        let lowers = |judged: &&Judged| !self.is_raise(heaps, judged);
        let lowering = || winning.iter().filter(lowers);
        let found = lowering().find(has_top).or_else(|| lowering().next());
        found.or_else(|| winning.first()).copied()
    }

    /// The takes that win, and what is said of those that make a number larger.
    pub(super) fn say_winning(&mut self) {
        let winning = self.winning();
        let takes = self.theory.judge(self.sticks);
        if winning.is_empty() {
            self.say("Every move loses. All you can do is hope that they miss it.");
            return;
        }
        if takes.len() > 1 && winning.len() == takes.len() {
            self.say("Every move wins.");
            return;
        }
        let is_raise = |judged: &Judged| self.is_raise(self.sticks, judged);
        let (raising, lowering): (Vec<Judged>, Vec<Judged>) =
            winning.iter().partition(|judged| is_raise(judged));
        let describe = |judged: &Judged| self.describe(judged);
        let only = if winning.len() == 1 && takes.len() > 1 { " No other take wins." } else { "" };
        let raised = list(raising.iter().map(describe), "or");
        if lowering.is_empty() {
            self.say(format!("To win: {raised}.{only}"));
            return;
        }
        self.say(format!("To win: {}.{only}", list(lowering.iter().map(describe), "or")));
        if !raising.is_empty() {
            let why = self.why_raised(&raising);
            self.say(format!("A take that makes a number larger can win, too: {raised}. {why}"));
        }
        let numbers = self.numbers(self.sticks).unwrap_or_default();
        let live: Vec<usize> = (0..numbers.len()).filter(|&heap| self.is_live(heap)).collect();
        let is_misere = self.rules().is_misere;
        let is_columns = Balance::of(&numbers, &live, is_misere) == Balance::Columns;
        // Where the last take loses, the end has a rule of its own.
        if is_columns && !is_misere && winning.len() < takes.len() {
            self.say(
                "Every other take leaves some column odd: then they can make all columns even, and you are the \
                 one who must spoil it.",
            );
        }
    }

    /// A winning take, and what it leaves.
    fn describe(&self, judged: &Judged) -> String {
        let left = self.sticks[judged.heap] - judged.take;
        let number = self.theory.number(left).unwrap_or(0);
        let (take, heap) = (judged.take, judged.heap + 1);
        if self.rules().is_misere {
            format!("take {take} from heap {heap} and {}", self.leaves_misere(judged))
        } else {
            format!("take {take} from heap {heap} (its number becomes {number})")
        }
    }

    /// What a winning move leaves where whoever cannot move wins: by which of the two rules it wins.
    fn leaves_misere(&self, judged: &Judged) -> String {
        let numbers = self.numbers_after(self.sticks, judged).unwrap_or_default();
        if numbers.iter().any(|&number| number > 1) {
            let live: Vec<usize> = (0..numbers.len()).filter(|&heap| numbers[heap] > 0).collect();
            return match Balance::of(&numbers, &live, self.rules().is_misere) {
                Balance::Pair if self.rules().is_nim => "leave two equal heaps".to_owned(),
                Balance::Pair => "leave two equal numbers".to_owned(),
                _ => "leave all columns even".to_owned(),
            };
        }
        let kind = if self.rules().is_nim { "1" } else { "number 1" };
        match numbers.iter().filter(|&&number| number == 1).count() {
            1 => format!("leave one heap of {kind} (one is odd)"),
            ones => format!("leave {ones} heaps of {kind} ({ones} is odd)"),
        }
    }

    /// Why takes that make a number larger win, and how they are found.
    fn why_raised(&self, raising: &[Judged]) -> String {
        let numbers = self.numbers(self.sticks).unwrap_or_default();
        let live: Vec<usize> = (0..numbers.len()).filter(|&heap| self.is_live(heap)).collect();
        let (it, makes, is) = match raising.len() {
            1 => ("It", "makes", "is"),
            _ => ("They", "make", "are"),
        };
        match Balance::of(&numbers, &live, self.rules().is_misere) {
            Balance::Ones => {
                let kind = if self.rules().is_misere { "odd" } else { "even" };
                format!("{it} {makes} the number of ones {kind}, too.")
            }
            Balance::Pair => format!(
                "{it} {makes} the two numbers equal, too, by giving the smaller one the value of the larger."
            ),
            Balance::Columns => format!(
                "{it} {is} found by turning over the digits of another heap in the odd columns: that tells the \
                 number it must get, and where this is larger, some take may lead there all the same."
            ),
            Balance::Last => self.why_raised_beside(raising),
        }
    }

    /// The same where the last take loses and only one number is larger than 1: then there are two such
    /// numbers.
    fn why_raised_beside(&self, raising: &[Judged]) -> String {
        let is_pair = raising.iter().all(|judged| {
            let after = self.numbers_after(self.sticks, judged).unwrap_or_default();
            after.iter().filter(|&&number| number > 0).count() == 2
        });
        let (balance, keep) = if is_pair {
            ("and they are equal", "make them equal")
        } else {
            ("and in binary each column has an even number of ones", "make the columns even")
        };
        format!(
            "Then there are two numbers of 2 or more, {balance}. Whatever they take, you {keep} again, by \
             making a number smaller or by bringing back one that they made larger. And as soon as they leave \
             only one number of 2 or more, you take it down to 1 or to 0, whichever leaves an odd number of \
             ones."
        )
    }

    /// Whether anything can be taken from a heap.
    pub(super) fn is_live(&self, heap: usize) -> bool {
        self.sticks[heap] >= self.rules().least() * self.rules().bundle
    }
}
