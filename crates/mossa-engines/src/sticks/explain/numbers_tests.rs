//! What is said about numbers of heaps is what counting up finds.

use proptest::prelude::*;

use super::{
    super::brute::spec,
    tests::{explained, text},
    *,
};

/// The numbers of heaps up to a size, by their definition.
fn slow_numbers(takes: &[u32], most: u32) -> Vec<u32> {
    let mut numbers: Vec<u32> = Vec::new();
    for heap in 0..=most {
        let leads: Vec<u32> = takes
            .iter()
            .filter(|&&take| take <= heap)
            .map(|&take| numbers[(heap - take) as usize])
            .collect();
        let number = (0..=leads.len() as u32).find(|number| !leads.contains(number));
        numbers.push(number.unwrap());
    }
    numbers
}

/// The numbers that stand after some words.
fn numbers_after(text: &str, words: &str) -> Vec<u32> {
    let rest = text.split_once(words).map_or("", |(_, rest)| rest);
    let is_part = |c: &char| c.is_ascii_digit() || *c == ' ';
    let numbers: String = rest.chars().take_while(is_part).collect();
    numbers.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

proptest! {
    /// A number is 1 exactly one smallest take above a 0, and from every 0 that is not dead a take leads to a
    /// 1: what is said about the end of a game in which the last take loses.
    #[test]
    fn a_zero_can_become_a_one(takes in prop::collection::btree_set(1..12_u32, 1..5)) {
        let takes: Vec<u32> = takes.into_iter().collect();
        let (least, numbers) = (takes[0] as usize, slow_numbers(&takes, 80));
        for heap in 0..=80 {
            let is_above = heap >= least && numbers[heap - least] == 0;
            prop_assert_eq!(numbers[heap] == 1, is_above);
            if numbers[heap] == 0 && heap >= least {
                let leads = |take: &u32| {
                    heap.checked_sub(*take as usize).is_some_and(|left| numbers[left] == 1)
                };
                prop_assert!(takes.iter().any(leads));
            }
        }
    }

    /// The example of it, and what is noted beside the moves of a game that is played out.
    #[test]
    fn examples_are_what_they_are_said_to_be(
        takes in prop::collection::btree_set(1..9_u32, 1..4),
        heaps in prop::collection::vec(1..9_u32, 2..4),
        misere: bool,
    ) {
        let set: Vec<u32> = takes.iter().copied().collect();
        let listed: Vec<String> = takes.iter().map(u32::to_string).collect();
        let sizes: Vec<String> = heaps.iter().map(u32::to_string).collect();
        let end = if misere { ",misere" } else { "" };
        let spec = spec(&format!("{},take={}{end}", sizes.join("+"), listed.join("/")));
        let game = mossa_games::GameSpec::Sticks(spec.clone()).start();
        prop_assume!(game.outcome().is_none());
        let explanation = explain(&spec, &game).unwrap().to_string();
        let numbers = slow_numbers(&set, 1000);
        for row in explanation.lines().filter(|row| row.contains("(numbers ")) {
            let noted = numbers_after(row, "(numbers ");
            let left = row.split("which leaves ").nth(1).unwrap().split(' ').next().unwrap();
            let left = left.split('+').map(|heap| numbers[heap.parse::<usize>().unwrap()]);
            prop_assert_eq!(&noted, &left.collect::<Vec<u32>>());
            let ones = noted.iter().filter(|&&number| number == 1).count();
            let large = noted.iter().any(|&number| number > 1);
            let what = row.split(": ").last().unwrap().trim_end_matches(')');
            prop_assert!(match what {
                "equal" => noted.iter().filter(|&&number| number > 0).max()
                    == noted.iter().filter(|&&number| number > 0).min(),
                "all columns even" => noted.iter().fold(0, |xor, number| xor ^ number) == 0,
                "a single one" => ones == 1 && !large && misere,
                "no ones" => ones == 0 && !large && !misere,
                _ => what.starts_with(&format!("{ones} ones, an "))
                    && what.contains("odd") == misere && (ones % 2 == 1) == misere && !large,
            }, "{}", row);
        }
        if explanation.contains("Then there are two numbers of 2 or more") {
            let told = explanation.split("can win, too: ").nth(1).unwrap();
            let take = numbers_after(told, "take ")[0];
            let heap = numbers_after(told, " from heap ")[0] as usize - 1;
            let mut left = heaps.clone();
            left[heap] -= take;
            let left: Vec<u32> = left.iter().map(|&heap| numbers[heap as usize]).collect();
            prop_assert_eq!(left.iter().filter(|&&number| number > 1).count(), 2);
            prop_assert_eq!(left.iter().fold(0, |xor, number| xor ^ number), 0);
        }
    }
}

#[test]
fn a_list_of_numbers_goes_twice_round() {
    let told = text("9+6,take=1/2/4");
    assert!(told.contains("sticks are 0 1 2 0 1 2 and so on. They repeat every 3."), "{told}");
}

#[test]
fn the_example_begins_with_the_take_that_was_derived() {
    let won = explained("2+3+8+9+1", "2+3+4+7+1 X").to_string();
    assert!(won.contains("you take 1, and all columns are even"), "{won}");
    assert!(won.contains("you   take 1 from heap 1, which leaves 1+3+4+7+1"), "{won}");
    let lost = text("1+3+5+7");
    let first = lost.split("for example when you take ").nth(1).unwrap();
    let first = first.split(", which leaves").next().unwrap();
    assert!(lost.contains(&format!("you   take {first}, which leaves")), "{lost}");
}

#[test]
fn takes_that_make_a_number_larger_are_told_apart() {
    let told = text("7+9+4,3");
    assert!(told.contains("To win: take 2 from heap 1 (its number becomes 1).\n"), "{told}");
    assert!(
        told.contains("larger can win, too: take 2 from heap 2 (its number becomes 3)"),
        "{told}"
    );
    let only = text("3+4+5");
    assert!(
        only.contains("To win: take 2 from heap 1 (its number becomes 1). No other take wins.")
    );
}
