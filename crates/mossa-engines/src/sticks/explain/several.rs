//! Several heaps: their numbers in binary, one below the other.

use super::{Judged, MOST_NAMED, Paragraph, Steps, Writer, argue::Balance, list};

impl Writer<'_> {
    /// Explains a game with several heaps.
    pub(super) fn several_heaps(&mut self) {
        let least = self.rules().least() * self.rules().bundle;
        let live: Vec<usize> =
            (0..self.sticks.len()).filter(|&heap| self.sticks[heap] >= least).collect();
        if let &[heap] = &live[..] {
            self.say(format!("Only from heap {} can anything still be taken.", heap + 1));
            self.lone_heap(self.sticks[heap]);
            return;
        }
        let numbers: Option<Vec<u32>> =
            self.sticks.iter().map(|&sticks| self.theory.number(sticks)).collect();
        let Some(numbers) = numbers else {
            self.say(
                "Who wins here is not known: the numbers of the heaps, which would tell it, show \
                 no pattern that repeats, as far as they could be computed.",
            );
            return;
        };
        let wins = self.theory.verdict(self.sticks).is_some_and(|verdict| verdict.wins);
        self.say(if wins { "You win." } else { "You lose if they know how." });
        let balance = Balance::of(&numbers, &live, self.rules().is_misere);
        let tells_numbers = !self.rules().is_nim || balance == Balance::Columns;
        if tells_numbers {
            self.say_numbers();
        }
        if balance == Balance::Columns {
            self.say(
                "Write the numbers in binary, one below the other. Below each column write 1 if the \
                 ones in it are odd in number, and 0 if they are even (this is called xor):",
            );
            self.paragraphs.push(Paragraph::Table(self.table(&numbers)));
        } else if tells_numbers {
            let told =
                (1..).zip(&numbers).map(|(heap, number)| format!("heap {heap} has {number}"));
            self.say(format!("The numbers here: {}.", list(told, "and")));
        }
        self.argue(&numbers, &live, wins);
        self.say_winning();
    }

    /// What the number of a heap is.
    fn say_numbers(&mut self) {
        let bundle = self.rules().bundle;
        let text = match &self.rules().steps {
            Steps::UpTo(_) if self.rules().is_nim => {
                "Give each heap a number: how many sticks it has.".to_owned()
            }
            Steps::UpTo(limit) if bundle == 1 => format!(
                "Give each heap a number: what is left when its sticks are divided by {0}. Every smaller \
                 number can be reached by taking 1 or more, {limit} at most. A take may also make the number \
                 larger, by going into a whole group of {0}; then the other side can take the rest of \
                 that group, and the number is what it was.",
                limit + 1
            ),
            Steps::UpTo(limit) => format!(
                "All takes are multiples of {bundle}, so sticks count in bundles of {bundle}. Give each \
                 heap a number: what is left when its whole bundles are divided by {0}. Every smaller \
                 number can be reached by a take. A take may also make the number larger, by going into \
                 a whole group of {0}; then the other side can take the rest of that group, and the number \
                 is what it was.",
                limit + 1
            ),
            Steps::OneOf(_) => self.set_numbers(),
        };
        self.say(text);
    }

    /// The numbers of the smallest heaps, for takes from a set.
    fn set_numbers(&self) -> String {
        let bundle = self.rules().bundle;
        let known = (0..).map_while(|count: u32| self.theory.number(count.checked_mul(bundle)?));
        let first: Vec<String> =
            known.take(2 * MOST_NAMED).map(|number| number.to_string()).collect();
        let (preface, unit) = if bundle == 1 {
            (String::new(), "sticks")
        } else {
            (
                format!(
                    "All takes are multiples of {bundle}, so sticks count in bundles of {bundle}. "
                ),
                "bundles",
            )
        };
        let repeat = match self.theory.period() {
            None => String::new(),
            Some(period) if period.start == 0 => format!(" They repeat every {}.", period.length),
            Some(period) => {
                format!(" From {} on they repeat every {}.", period.start, period.length)
            }
        };
        format!(
            "{preface}Give each heap a number: the smallest that no take from it leads to. A heap that \
             nothing can be taken from has number 0, and from there one counts up: the numbers of heaps \
             of 0, 1, 2, 3 and so on {unit} are {}.{repeat}{} This is what the numbers are for: from \
             each heap every smaller number can be reached by a take, and the same number never. A take may \
             also lead to a larger number; then the other side can bring it back to what it was.",
            first.join(" "),
            self.worked_number()
        )
    }

    /// How the number of one of the heaps comes about.
    fn worked_number(&self) -> String {
        let bundle = self.rules().bundle;
        let counted = self.sticks.iter().map(|sticks| sticks / bundle);
        let Some(heap) = counted.filter(|&heap| heap >= self.rules().least()).max() else {
            return String::new();
        };
        if self.rules().n_takes(heap) > MOST_NAMED {
            return String::new();
        }
        let mut leads = Vec::new();
        self.rules().each_take(heap, |take| leads.push(heap - take));
        let numbers: Option<Vec<u32>> =
            leads.iter().map(|&left| self.theory.number(left * bundle)).collect();
        let (Some(numbers), Some(number)) = (numbers, self.theory.number(heap * bundle)) else {
            return String::new();
        };
        let one = leads.len() == 1;
        format!(
            " For example, takes from a heap of {heap} lead to {} of {}, with the {} {}: the smallest that \
             is missing is {number}.",
            if one { "one" } else { "heaps" },
            list(&leads, "and"),
            if one { "number" } else { "numbers" },
            list(&numbers, "and"),
        )
    }

    /// The heaps, their numbers and these in binary, with the xor below.
    fn table(&self, numbers: &[u32]) -> Vec<String> {
        let xor = numbers.iter().fold(0, |xor, number| xor ^ number);
        let widest = numbers.iter().fold(1, |bits, number| bits | number);
        let bits = (u32::BITS - widest.leading_zeros()) as usize;
        let largest = self.sticks.iter().max().map_or(0, |sticks| sticks.to_string().len());
        let sticks_width = largest.max("sticks".len());
        let mut lines = Vec::with_capacity(numbers.len() + 2);
        lines.push(format!("heap  {:>sticks_width$}  number  binary", "sticks"));
        for ((heap, sticks), number) in (1..).zip(self.sticks).zip(numbers) {
            lines
                .push(format!("{heap:>4}  {sticks:>sticks_width$}  {number:>6}  {number:0bits$b}"));
        }
        lines.push(format!("{:>4}  {:>sticks_width$}  {xor:>6}  {xor:0bits$b}", "xor", ""));
        lines
    }

    /// What a winning move leaves where whoever cannot move wins: by which of the two rules it wins.
    fn leaves_misere(&self, judged: &Judged) -> String {
        let left = self.sticks.iter().enumerate().map(|(heap, &sticks)| {
            let taken = if heap == judged.heap { judged.take } else { 0 };
            self.theory.number(sticks - taken).unwrap_or(0)
        });
        let numbers: Vec<u32> = left.collect();
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

    fn say_winning(&mut self) {
        let winning = self.winning();
        let describe = |judged: &Judged| {
            let left = self.sticks[judged.heap] - judged.take;
            let number = self.theory.number(left).unwrap_or(0);
            let (take, heap) = (judged.take, judged.heap + 1);
            if self.rules().is_misere {
                format!("take {take} from heap {heap} and {}", self.leaves_misere(judged))
            } else {
                format!("take {take} from heap {heap} (its number becomes {number})")
            }
        };
        let wins = list(winning.iter().map(describe), "or");
        let takes = self.theory.judge(self.sticks);
        let is_all = takes.len() > 1 && winning.len() == takes.len();
        self.say(if winning.is_empty() {
            "Every move loses. All you can do is hope that they miss it.".to_owned()
        } else if is_all {
            "Every move wins.".to_owned()
        } else {
            format!("To win: {wins}.")
        });
    }
}
