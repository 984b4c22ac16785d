//! Several heaps: their numbers in binary, one below the other.

use super::{Judged, MOST_NAMED, Paragraph, Steps, Writer, list};

impl Writer<'_> {
    /// Explains a game with several heaps.
    pub(super) fn several_heaps(&mut self) {
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
        self.say_numbers();
        self.say(
            "Write the numbers in binary, one below the other. Below each column write 1 if the ones in \
             it are odd in number, and 0 if they are even (this is called xor):",
        );
        self.paragraphs.push(Paragraph::Table(self.table(&numbers)));
        let xor = numbers.iter().fold(0, |xor, number| xor ^ number);
        if self.rules().is_misere {
            self.argue_misere(&numbers, xor);
        } else {
            self.argue(xor);
        }
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
                "Give each heap a number: what is left when its sticks are divided by {}. Whole \
                 groups of {} do not matter, for what one side takes of them, {limit} at most, the other \
                 can complete.",
                limit + 1,
                limit + 1
            ),
            Steps::UpTo(limit) => format!(
                "All takes are multiples of {bundle}, so sticks count in bundles of {bundle}. Give each \
                 heap a number: what is left when its whole bundles are divided by {}.",
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
             of 0, 1, 2, 3 and so on {unit} are {}.{repeat}",
            first.join(" ")
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

    /// Why it is won or lost where whoever cannot move loses.
    fn argue(&mut self, xor: u32) {
        self.say(if xor == 0 {
            "All columns are even. Whatever you take changes the number of one heap and so makes some \
             column odd, and they can always answer so that all are even again. In the end nothing \
             can be taken, all columns are even, and it is your turn: you have lost."
        } else {
            "Some column is odd. Change one heap so that all columns become even: whatever they take then \
             makes some column odd again, and you can always answer. In the end nothing can be taken, all \
             columns are even, and it is their turn."
        });
    }

    /// Why it is won or lost where whoever cannot move wins.
    fn argue_misere(&mut self, numbers: &[u32], xor: u32) {
        let is_nim = self.rules().is_nim;
        self.say(if is_nim {
            "Here whoever takes the last stick loses. Think of the end first: when only heaps of 1 are left, \
             each move takes a whole heap, so with an odd number of them whoever must move takes the last \
             one, too, and loses. So the one who leaves an odd number of ones wins."
        } else {
            "Here whoever makes the last take loses. Think of the end first: a heap of number 1 has, in the \
             end, one take left, and a heap of number 0 none. So with an odd number of ones, and else only \
             zeros, whoever must move makes the last take, too, and loses; whatever the loser tries, one \
             answer brings it back to that."
        });
        let large = if is_nim { "heap has 2 sticks or more" } else { "number is 2 or more" };
        self.say(format!(
            "As long as some {large} after your move, leave all columns even, as if the last take won. But \
             when your move leaves only ones and zeros, leave an odd number of ones: one more or one less \
             than even columns would ask for."
        ));
        let ones = numbers.iter().filter(|&&number| number == 1).count();
        let is_end = numbers.iter().all(|&number| number <= 1);
        let were = if ones == 1 { "is 1 one".to_owned() } else { format!("are {ones} ones") };
        self.say(match (is_end, xor) {
            (true, 1) => format!(
                "Now all numbers are 0 or 1 and there {were}, an odd number, and it is your turn: that is bad \
                 for you."
            ),
            (true, _) => format!(
                "Now all numbers are 0 or 1 and there {were}, an even number: you can make it odd, and that \
                 is good for you."
            ),
            (false, 0) => "Now some number is 2 or more, and all columns are even at your turn: that is bad \
                           for you, they can always answer."
                .to_owned(),
            (false, _) => {
                "Now some number is 2 or more, and some column is odd: that is good for you.".to_owned()
            }
        });
    }

    /// What a winning move leaves where whoever cannot move wins: by which of the two rules it wins.
    fn leaves_misere(&self, judged: &Judged) -> String {
        let left = self.sticks.iter().enumerate().map(|(heap, &sticks)| {
            let taken = if heap == judged.heap { judged.take } else { 0 };
            self.theory.number(sticks - taken).unwrap_or(0)
        });
        let numbers: Vec<u32> = left.collect();
        if numbers.iter().any(|&number| number > 1) {
            return "leave all columns even".to_owned();
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
        self.say(if winning.is_empty() {
            "Every move loses. All you can do is hope that they miss it.".to_owned()
        } else {
            format!("To win: {wins}.")
        });
    }
}
