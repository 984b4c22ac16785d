//! Several heaps: how an answer is found, why there always is one, and why that decides.

use super::{Judged, Writer, list};

/// How it can be seen whether heaps are balanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Balance {
    /// No number is larger than 1: by counting the ones.
    Ones,
    /// A misère game with a single number larger than 1: by counting the ones, too.
    Last,
    /// Two heaps: by comparing them.
    Pair,
    /// By the columns of binary digits.
    Columns,
}

impl Balance {
    pub(super) fn of(numbers: &[u32], live: &[usize], is_misere: bool) -> Self {
        let large = numbers.iter().filter(|&&number| number > 1).count();
        if large == 0 {
            Self::Ones
        } else if large == 1 && is_misere {
            Self::Last
        } else if live.len() == 2 {
            Self::Pair
        } else {
            Self::Columns
        }
    }
}

/// Who is spoken of: the one who wins, and the other.
struct Sides {
    winner: &'static str,
    loser: &'static str,
    /// "Whatever they take then" or "Whatever you take".
    whatever: &'static str,
}

impl Sides {
    fn new(you_win: bool) -> Self {
        if you_win {
            Self { winner: "you", loser: "they", whatever: "Whatever they take then" }
        } else {
            Self { winner: "they", loser: "you", whatever: "Whatever you take" }
        }
    }
}

impl Writer<'_> {
    /// Why the position is won or lost.
    pub(super) fn argue(&mut self, numbers: &[u32], live: &[usize], you_win: bool) {
        let sides = Sides::new(you_win);
        let is_misere = self.rules().is_misere;
        match Balance::of(numbers, live, is_misere) {
            Balance::Ones => self.argue_ones(numbers, &sides),
            Balance::Last => self.argue_last(numbers),
            Balance::Pair if is_misere => self.argue_pair_misere(numbers, live, &sides),
            Balance::Pair => self.argue_pair(numbers, live, &sides),
            Balance::Columns => {
                self.say_how(you_win);
                self.argue_columns(&sides);
            }
        }
    }

    /// A misère game with a single number larger than 1.
    fn argue_last(&mut self, numbers: &[u32]) {
        self.say_end();
        let last = numbers.iter().position(|&number| number > 1).unwrap_or(0);
        self.say(format!(
            "Only heap {} has {}. You can take it down to 1 or to 0, as you like: do what leaves an odd number \
             of ones.",
            last + 1,
            if self.rules().is_nim { "2 sticks or more" } else { "a number of 2 or more" }
        ));
    }

    /// No number is larger than 1.
    fn argue_ones(&mut self, numbers: &[u32], sides: &Sides) {
        let Sides { winner, loser, whatever } = sides;
        let ones = numbers.iter().filter(|&&number| number == 1).count();
        let parity = if ones.is_multiple_of(2) { "an even number" } else { "an odd number" };
        let were = if ones == 1 { "is 1 one".to_owned() } else { format!("are {ones} ones") };
        let is_misere = self.rules().is_misere;
        if self.rules().is_nim {
            let whole = "Only heaps of 1 are left, so each move takes a whole heap.";
            let last = if ones.is_multiple_of(2) { "they take" } else { "you take" };
            let result = if is_misere == ones.is_multiple_of(2) { "win" } else { "lose" };
            self.say(format!(
                "{whole} There {were}, {parity}, and it is your turn: so {last} the last one, and you \
                 {result}."
            ));
            return;
        }
        let wanted = if is_misere { "odd" } else { "even" };
        self.say(format!(
            "All numbers are 0 or 1, and there {were}, {parity}. {} {whatever}, {winner} make the \
             number of ones {wanted} again: by taking a one down to 0; or where {loser} made a number \
             larger than 1, by bringing it back{} {}",
            match (parity == format!("an {wanted} number"), *winner) {
                (true, _) => format!("That is good for whoever has just moved: for {}.", object(winner)),
                (false, "you") => format!("You can make it {wanted}."),
                (false, _) => format!("They can make it {wanted}."),
            },
            if is_misere {
                format!("; or where no ones are left, by making a 0 a 1. {}", self.zero_to_one())
            } else {
                ".".to_owned()
            },
            if is_misere {
                format!(
                    "When nothing can be taken any more there are no ones, and none is an even number: so it \
                     is {winner} who cannot move then, and {loser} made the last take and lose."
                )
            } else {
                format!(
                    "When nothing can be taken any more there are no ones, and none is an even number: so it is \
                     {loser} who cannot move then, and lose."
                )
            }
        ));
    }

    /// Two heaps, where the last take wins.
    fn argue_pair(&mut self, numbers: &[u32], live: &[usize], sides: &Sides) {
        let Sides { winner, loser, whatever } = sides;
        let is_equal = numbers[live[0]] == numbers[live[1]];
        let (things, again) = if self.rules().is_nim {
            ("heaps", format!("copy {}: {winner} take as many from the other heap", object(loser)))
        } else {
            (
                "numbers",
                format!(
                    "make the numbers equal again: if {loser} made one smaller, {winner} give the other heap \
                     the same smaller number, and if {loser} made one larger, {winner} bring it back"
                ),
            )
        };
        self.say(format!(
            "{} {whatever}, {winner} {again}. So {loser} face two equal {things} each time, in the end with \
             nothing left to take.",
            if is_equal {
                format!("The two {things} are equal.")
            } else {
                format!("The two {things} are not equal: make them equal.")
            }
        ));
    }

    /// Two heaps, where the last take loses.
    fn argue_pair_misere(&mut self, numbers: &[u32], live: &[usize], sides: &Sides) {
        let Sides { winner, loser, .. } = sides;
        let is_nim = self.rules().is_nim;
        let (a, b) = (numbers[live[0]], numbers[live[1]]);
        self.say_end();
        let (things, large) =
            if is_nim { ("heaps", "have 2 sticks or more") } else { ("numbers", "are 2 or more") };
        let answer = if is_nim {
            format!("{winner} copy {}", object(loser))
        } else {
            format!("{winner} make the numbers equal again, or bring back one that was made larger")
        };
        self.say(format!(
            "{} As long as {loser} leave two {things} that {large}, {answer}. But when {loser} leave a {}, \
             {winner} do not copy: when {loser} leave a 1, {winner} take the other down to 0, and when \
             {loser} leave a 0, {winner} take the other down to 1. Then one single 1 is left, \
             and it is {} turn.",
            if a == b {
                format!("The two {things} are equal.")
            } else {
                format!("The two {things} are not equal: make them equal.")
            },
            if is_nim { "heap of 1 or none" } else { "number of 1 or 0" },
            if *loser == "you" { "your" } else { "their" }
        ));
    }

    /// Columns: why answers never run out, and why that decides.
    fn argue_columns(&mut self, sides: &Sides) {
        let Sides { winner, loser, whatever } = sides;
        let is_nim = self.rules().is_nim;
        if !self.rules().is_misere {
            self.say(format!(
                "Why this decides: {} the number of one heap, so some column becomes odd, and {winner} find an \
                 answer in the way just shown. So {loser} face even columns each time. There are fewer \
                 sticks with each move, so in the end nothing can be taken while all columns are even: it is \
                 {loser} who cannot move then.",
                if *loser == "you" { "whatever you take changes" } else { "whatever they take then changes" }
            ));
            return;
        }
        self.say_end();
        let (kind, big) =
            if is_nim { ("heap", "with 2 sticks or more") } else { ("number", "of 2 or more") };
        self.say(format!(
            "Until then it goes as if the last take won: {}, {winner} make all columns even again in the way \
             just shown. Why is it {winner} who leave the ones? When a single {kind} {big} is left, its leftmost \
             one stands alone in its column, which so is odd: and odd columns are what {winner} find, never \
             {loser}. So it is {winner} who take this last large heap down, to 1 or to 0 as {winner} like, \
             and so make the number of ones odd.",
            whatever.to_lowercase()
        ));
    }

    /// A take from a lost position whose answer shows how to find answers. In misère games the last large heap is
    /// another matter.
    pub(super) fn take_to_answer(&self) -> Option<Judged> {
        let is_plain = |judged: &Judged| {
            let numbers = self.sticks.iter().enumerate().map(|(heap, &sticks)| {
                let taken = if heap == judged.heap { judged.take } else { 0 };
                sticks.checked_sub(taken).and_then(|left| self.theory.number(left)).unwrap_or(0)
            });
            !self.rules().is_misere || numbers.filter(|&number| number > 1).count() > 1
        };
        let hurried = self.hurried_move(self.sticks).filter(is_plain);
        hurried.or_else(|| self.theory.judge(self.sticks).into_iter().find(is_plain))
    }

    /// How an answer is found, shown at the position, or where it is balanced, after a take from it.
    fn say_how(&mut self, you_win: bool) {
        let mut heaps = self.sticks.to_vec();
        let (mut preface, mut who) = ("How to find the move:".to_owned(), "you");
        if !you_win {
            let Some(first) = self.take_to_answer() else { return };
            heaps[first.heap] -= first.take;
            who = "they";
            preface = format!(
                "All columns are even, and whatever you take makes some of them odd. How they find an \
                 answer, for example when you take {} from heap {}, which leaves {}:",
                first.take,
                first.heap + 1,
                list(&heaps, "and")
            );
        }
        let numbers: Option<Vec<u32>> =
            heaps.iter().map(|&heap| self.theory.number(heap)).collect();
        let Some(numbers) = numbers else { return };
        let xor = numbers.iter().fold(0, |xor, number| xor ^ number);
        if xor == 0 {
            return;
        }
        let Some(answer) = self.taught_move(&heaps) else { return };
        let number = numbers[answer.heap];
        let target = number ^ xor;
        let bits = numbers.iter().fold(1, |bits, number| bits | number).ilog2() as usize + 1;
        let reach = if self.rules().is_nim {
            "so the number gets smaller, which a take can always do".to_owned()
        } else {
            "so the number gets smaller, and every smaller number can be reached".to_owned()
        };
        self.say(format!(
            "{preface} The odd columns are those with a 1 in {xor:0bits$b}. The leftmost of them has an odd \
             number of ones, so at least one heap has a one there, such as heap {}. Turn over the digits of \
             this heap in all odd columns: {number:0bits$b} becomes {target:0bits$b}, that is {target} \
             instead of {number}. The leftmost digit that is turned goes from 1 to 0, {reach}: {who} take \
             {}, and all columns are even.",
            answer.heap + 1,
            answer.take
        ));
    }
}

/// "you" or "them".
fn object(who: &str) -> &str {
    if who == "they" { "them" } else { who }
}
