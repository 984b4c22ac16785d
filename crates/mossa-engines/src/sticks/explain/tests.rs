//! What students read.

use mossa_games::{GameSpec, Rules as _};
use proptest::prelude::*;

use super::{
    super::brute::{FindTruths, spec},
    *,
};

pub(super) fn explained(form: &str, diagram: &str) -> Explanation {
    let spec = spec(form);
    let mut game = GameSpec::Sticks(spec.clone()).start();
    if !diagram.is_empty() {
        game.set_up(diagram).unwrap();
    }
    explain(&spec, &game).unwrap()
}

pub(super) fn text(form: &str) -> String {
    explained(form, "").to_string()
}

#[test]
fn remainders() {
    assert_eq!(
        text("17,2"),
        "You win: 17 = 5 x 3 + 2. Take 2 and leave 15, a multiple of 3.\n\
         Whatever they take from then on, you can complete it to 3, the most that one may take plus 1: when they take 1, \
         you take 2, \
         and when they take 2, you take 1. So they face a multiple of 3 each time, in the end 0, and \
         the last stick is yours.\n\
         Every other move lets them do the same to you.\n\
         For example, it may go on like this:\n\
         you   take 2, which leaves 15\n\
         they  take 2, which leaves 13\n\
         you   take 1, which leaves 12\n\
         they  take 2, which leaves 10\n\
         you   take 1, which leaves 9\n\
         they  take 2, which leaves 7\n\
         you   take 1, which leaves 6\n\
         they  take 2, which leaves 4\n\
         you   take 1, which leaves 3\n\
         they  take 2, which leaves 1\n\
         you   take 1, which leaves 0\n\
         they cannot move: you win\n"
    );
    let lost = text("17,3,misere");
    assert!(lost.contains("You lose if they know how: 17 - 1 = 4 x 4."), "{lost}");
    assert!(lost.contains("one more than a multiple of 4 each time, in the end 1"), "{lost}");
    let forced = text("1,3,misere");
    assert!(forced.contains("one stick is left, and you must take it, which loses."), "{forced}");
    let short = text("2,3");
    assert!(short.contains("Taking more than are left is allowed, but loses"), "{short}");
    assert!(short.contains("Taking fewer lets them do the same to you."), "{short}");
    let single = text("1,2");
    assert!(!single.contains("do the same to you"), "no other take is left: {single}");
    let misere = text("2,2,misere");
    assert!(misere.contains("Taking the last stick, too, loses at once."), "{misere}");
    assert!(!misere.contains("do the same to you"), "{misere}");
}

#[test]
fn patterns() {
    let lost = text("21,take=1/3/4");
    assert!(
        lost.contains("every 7 counts: lost is what leaves 0 or 2 when divided by 7"),
        "{lost}"
    );
    assert!(
        lost.contains(
            "1 leaves 20 (they take 4 and leave 16), 3 leaves 18 (they take 4 and leave 14) and 4"
        ),
        "{lost}"
    );
    let late = text("50,take=2/4/7");
    assert!(late.contains("From 4 on they repeat every 3 counts"), "{late}");
    assert!(late.contains("50 = 16 x 3 + 2, and 2 is not one of these: won."), "{late}");
    let bundles = text("45,take=4/16");
    assert!(bundles.contains("45 sticks are 11 bundles; the 1 left over can never"), "{bundles}");
    assert!(
        bundles.contains(
            "1 bundle (4 sticks) and leave 10 = 2 x 5 + 0 or take 4 bundles (16 sticks) and"
        ),
        "{bundles}"
    );
    let large = text("1000000000,take=1/9999/10000");
    assert!(large.contains("1000000000 = 50002 x 19999 + 10002"), "{large}");
}

#[test]
fn numbers_in_binary() {
    let explanation = explained("1+3+5+7,take=1/3/4", "1+3+0+6 O");
    let table = explanation.paragraphs.iter().find_map(|paragraph| match paragraph {
        Paragraph::Table(lines) => Some(lines.join("\n")),
        Paragraph::Text(_) => None,
    });
    let expected = "\
heap  sticks  number  binary
   1       1       1  01
   2       3       1  01
   3       0       0  00
   4       6       2  10
 xor               2  10";
    assert_eq!(table.as_deref(), Some(expected));
    let text = explanation.to_string();
    assert!(text.contains("To win: take 4 from heap 4 (its number becomes 0)."), "{text}");
    assert!(text.contains("They repeat every 7."), "{text}");
}

#[test]
fn the_end_of_misere_games_is_different() {
    let lost = text("1+1+1,misere");
    assert!(
        lost.contains(
            "There are 3 ones, an odd number, and it is your turn: so you take the last one, and you lose."
        ),
        "{lost}"
    );
    let won = text("1+1+5,misere");
    assert!(won.contains("take 4 from heap 3 and leave 3 heaps of 1 (3 is odd)."), "{won}");
}

#[test]
fn examples_end_as_they_should() {
    for form in [
        "7,2",
        "9,3",
        "9,3,misere",
        "7,take=1/3/4",
        "7,take=1/3/4,misere",
        "1+1+4,misere",
        "2+2,misere",
        "1+2+3",
        "2+3,2",
        "4+3,take=1/4,misere",
        "8,take=2/4",
        "9,take=2/4,misere",
    ] {
        let told = text(form);
        let wins = told.contains("You win");
        assert!(wins != told.contains("You lose"), "{form}: {told}");
        let winner = if wins { "you win" } else { "they win" };
        let end = if form.contains("misere") { "which loses: " } else { "cannot move: " };
        assert!(told.contains(&format!("{end}{winner}")), "{form}: {told}");
    }
}

#[test]
fn finished_and_foreign_games_are_refused() {
    let game = |form: &str| GameSpec::Sticks(spec(form)).start();
    assert_eq!(explain(&spec("11,2"), &game("11,3")), Err(PlayerError::WrongGame));
    let mut over = game("2,2");
    over.play_text("2").unwrap();
    assert_eq!(explain(&spec("2,2"), &over), Err(PlayerError::GameOver));
}

#[test]
fn long_lists_are_cut() {
    assert_eq!(list(1..=3, "or"), "1, 2 or 3");
    assert_eq!(list([7], "or"), "7");
    assert_eq!(list(1..=12, "and"), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 12");
    assert_eq!(list(1..=13, "and"), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and more");
    let many: Vec<String> = (1..=5000).map(|take: u32| (2 * take).to_string()).collect();
    let text = text(&format!("1000000000,take=1/{},misere", many.join("/")));
    assert!(text.len() < 2000, "{text}");
}

proptest! {
    /// Whatever the game, the first word about it is the truth, and all winning moves are told.
    #[test]
    fn explanations_tell_the_truth(
        takes in prop::collection::btree_set(1..9_u32, 1..4),
        heaps in prop::collection::vec(1..9_u32, 1..4),
        misere: bool,
    ) {
        let least = takes.first().copied().unwrap_or(1).cast_signed();
        let takes: Vec<String> = takes.iter().map(u32::to_string).collect();
        let sizes: Vec<String> = heaps.iter().map(u32::to_string).collect();
        let misere = if misere { ",misere" } else { "" };
        let spec = spec(&format!("{},take={}{misere}", sizes.join("+"), takes.join("/")));
        let game = GameSpec::Sticks(spec.clone()).start();
        prop_assume!(game.outcome().is_none());
        let text = explain(&spec, &game).unwrap().to_string();
        let truths = spec.visit(FindTruths);
        let heaps: Vec<i32> = heaps.iter().map(|heap| heap.cast_signed()).collect();
        let (wins, _) = truths.of(&heaps);
        prop_assert_eq!(text.contains("You win"), wins);
        prop_assert_eq!(text.contains("You lose"), !wins);
        // Whatever is called odd is so.
        let is_odd = |count: &str| {
            count == "one" || count.parse::<u32>().is_ok_and(|ones| !ones.is_multiple_of(2))
        };
        for (end, _) in text.match_indices(", an odd number") {
            let counted = text[..end].rsplit(' ').nth(1).expect("a number before its noun");
            prop_assert!(is_odd(counted), "{} in {}", counted, text);
        }
        for (end, _) in text.match_indices(" is odd)") {
            let counted = text[..end].rsplit('(').next().expect("a number in brackets");
            prop_assert!(is_odd(counted), "{} in {}", counted, text);
        }
        // The way that is shown finds a winning answer.
        if let Some((_, way)) = text.split_once("How to find the move:") {
            let number_after = |words: &str| -> i32 {
                let (_, rest) = way.split_once(words).expect("the way is told to its end");
                rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap()].parse().unwrap()
            };
            let (heap, take) = (number_after("such as heap "), number_after(": you take "));
            let mut after = heaps.clone();
            after[usize::try_from(heap - 1).unwrap()] -= take;
            prop_assert!(!truths.of(&after).0, "{}", text);
        }
        if heaps.iter().filter(|&&heap| heap >= least).count() > 1 {
            for mv in game.position().moves() {
                let (heap, take) = spec.numbering().decode(mv);
                let mut after = heaps.clone();
                after[heap as usize] -= take.cast_signed();
                let told = ["(", "and leave"].iter().any(|link| {
                    text.contains(&format!("take {take} from heap {} {link}", heap + 1))
                });
                prop_assert_eq!(told || text.contains("Every move wins."), !truths.of(&after).0);
            }
        }
    }
}

/// Which counts of one heap are lost, from the smallest on.
fn lost_counts(takes: &[u32], most: u32, is_misere: bool) -> Vec<bool> {
    let mut lost: Vec<bool> = Vec::new();
    for count in 0..=most {
        let mut leads = takes.iter().filter(|&&take| take <= count).peekable();
        let is_stuck = leads.peek().is_none();
        let wins = leads.any(|&take| lost[(count - take) as usize]);
        lost.push(if is_stuck { !is_misere } else { !wins });
    }
    lost
}

proptest! {
    /// Takes that are said to fail do, by the answer that is told, and no other take is left out.
    #[test]
    fn takes_that_fail_are_told(
        takes in prop::collection::btree_set(1..8_u32, 2..5), count in 1..60_u32, is_misere: bool,
    ) {
        let takes: Vec<u32> = takes.into_iter().collect();
        let lost = lost_counts(&takes, count, is_misere);
        let named: Vec<String> = takes.iter().map(ToString::to_string).collect();
        let misere = if is_misere { ",misere" } else { "" };
        prop_assume!(takes[0] <= count);
        let told = text(&format!("{count},take={}{misere}", named.join("/")));
        let Some((_, rest)) = told.split_once("Other takes leave a won count: ") else { return Ok(()) };
        prop_assume!(!rest.contains("bundle"));
        let (sentence, _) = rest.split_once(".\n").unwrap();
        let numbers = |text: &str| -> Vec<u32> {
            text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
        };
        let failing: Vec<Vec<u32>> =
            sentence.replace(" and leave ", " ").replace(" and ", ", ").split(", ").map(numbers).collect();
        for told in &failing {
            prop_assert_eq!(count - told[0], told[1], "{}", sentence);
            prop_assert!(!lost[told[1] as usize], "{}", sentence);
            if let [_, left, next, last] = told[..] {
                prop_assert_eq!(left - next, last, "{}", sentence);
                prop_assert!(lost[last as usize] && takes.contains(&next), "{}", sentence);
            }
        }
        let loses = |take: &&u32| **take <= count && !lost[(count - **take) as usize];
        prop_assert_eq!(failing.len(), takes.iter().filter(loses).count(), "{}", told);
    }

    /// Where every other take is said to leave a column odd, exactly the winning ones leave none.
    #[test]
    fn other_takes_leave_a_column_odd(heaps in prop::collection::vec(1..9_u32, 3..5)) {
        let named: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        let told = text(&named.join("+"));
        let xor = heaps.iter().fold(0, |xor, heap| xor ^ heap);
        if told.contains("Every other take leaves some column odd") {
            prop_assert!(xor != 0, "{}", told);
            let winning = told.split("To win: ").nth(1).unwrap().lines().next().unwrap();
            let balanced = heaps.iter().filter(|&&heap| (heap ^ xor) < heap).count();
            prop_assert_eq!(winning.matches(" from heap ").count(), balanced, "{}", told);
        }
    }
}
