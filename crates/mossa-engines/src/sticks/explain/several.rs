//! Several heaps: their numbers in binary, one below the other.

use super::{MOST_NAMED, Paragraph, Steps, Writer, argue::Balance, list};

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
                 larger, by going into a whole group of {0}; then the other side can fill that take up to \
                 {0}, and the number is what it was.",
                limit + 1
            ),
            Steps::UpTo(limit) => format!(
                "All takes are multiples of {bundle}, so sticks count in bundles of {bundle}. Give each \
                 heap a number: what is left when its whole bundles are divided by {0}. Every smaller \
                 number can be reached by a take. A take may also make the number larger, by going into \
                 a whole group of {0}; then the other side can fill that take up to {0} bundles, and the number \
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
        // Twice round is enough to see that they repeat.
        let most = 2 * MOST_NAMED;
        let shown =
            self.theory.period().map_or(most, |period| most.min(period.start + 2 * period.length));
        let first: Vec<String> = known.take(shown).map(|number| number.to_string()).collect();
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
        let repeat = self.theory.period().map_or_else(String::new, |period| {
            let from = match period.start {
                0 => "They repeat".to_owned(),
                start => format!("From {start} on they repeat"),
            };
            format!(
                " {from} every {}. This is certain: a number depends only on the {} before it, and once so \
                 many in a row are like earlier ones, all that follow must be, too.",
                period.length,
                self.rules().most()
            )
        });
        format!(
            "{preface}Give each heap a number: the smallest that no take from it leads to. A heap that \
             nothing can be taken from has number 0, and from there one counts up: the numbers of heaps \
             of 0, 1, 2, 3 and so on {unit} are {} and so on.{repeat}{} This is what the numbers are for: from \
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
        let in_bundles = match (bundle, heap) {
            (1, _) => "",
            (_, 1) => " bundle",
            _ => " bundles",
        };
        format!(
            " For example, takes from a heap of {heap}{in_bundles} lead to {} of {}, with the {} {}: the \
             smallest that is missing is {number}.",
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
}
