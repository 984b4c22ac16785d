//! m,n,k-games: what is counted after the moves of a position of which nothing is proven, beside a slow count by the rules.

use proptest::prelude::*;

use super::{
    natural_tests::{slow_forks, slow_wins},
    plans_tests::slow_lines,
    weighed::Count,
};
use crate::explain::{
    claims_tests::{played, with_findings},
    quick_games::Ends,
    *,
};

const SPECS: [&str; 5] = ["mnk:6,6,4", "mnk:7,7,5", "mnk:9,9,5", "mnk:8,8,5,exact", "gomoku"];

/// The cells where a stone of `side` threatens nothing and makes a new double threat possible.
fn slow_preparers(spec: &GameSpec, stones: &Stones, side: Side) -> usize {
    let prepares = |cell: &u32| {
        let after = stones.with(*cell, side);
        let known = slow_forks(spec, stones, side);
        let is_quiet = slow_wins(spec, &after, side).is_empty();
        is_quiet && slow_forks(spec, &after, side).iter().any(|fork| !known.contains(fork))
    };
    stones.open_cells().filter(prepares).count()
}

/// How many lines through a free cell that `side` could complete hold a stone of it.
fn slow_begun(spec: &GameSpec, stones: &Stones, cell: u32, side: Side) -> usize {
    let is_begun =
        |line: &&Vec<u32>| line.contains(&cell) && line.iter().any(|&of| stones.is_owned(of, side));
    slow_lines(spec, stones, side).iter().filter(is_begun).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn lines_begun_are_counted_as_the_rules_know_them(
        spec in prop::sample::select(SPECS.to_vec()),
        choices in prop::collection::vec(0..1000_usize, 1..30),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let stones = Stones::new(&spec, &game).unwrap();
        for cell in stones.open_cells() {
            for side in Side::BOTH {
                let [own, theirs] =
                    [side, !side].map(|side| slow_begun(&spec, &stones, cell, side));
                let numbers = [Count::Begun, Count::Closed, Count::Both]
                    .map(|count| count.of(&stones, cell, side));
                assert_eq!(numbers, [own, theirs, own + theirs]);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The counts that are told set all of the best moves apart from most of the others.
    #[test]
    fn what_sets_the_best_moves_apart_does(
        spec in prop::sample::select(SPECS.to_vec()),
        choices in prop::collection::vec(0..1000_usize, 1..10),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let stones = Stones::new(&spec, &game).unwrap();
        with_weighed(&spec, &game, |request, findings| {
            let told = request.set_apart(&stones, findings);
            let weighed = &findings.weighed;
            assert_eq!(told.is_some(), !weighed.reasons.is_empty());
            let Some(told) = told else { return };
            let side = request.mover();
            let number = |mv: &Move, count: Count| match count {
                Count::Prepared => slow_preparers(&spec, &stones.with(mv.0, side), side),
                Count::Left => slow_preparers(&spec, &stones.with(mv.0, side), !side),
                count => count.of(&stones, mv.0, side),
            };
            let mut is_told = vec![false; weighed.worse.len()];
            for &count in &weighed.reasons {
                let best = weighed.best.iter().map(|mv| number(mv, count));
                let (least, most) = (best.clone().min().unwrap(), best.max().unwrap());
                let is_quiet = |mv: &Move| Facts::new(&stones, *mv, side).unwrap().is_quiet();
                let is_less = |mv: &Move| match count {
                    _ if count.is_for_later() && !is_quiet(mv) => false,
                    Count::Left => number(mv, count) > most,
                    _ => number(mv, count) < least,
                };
                let less: Vec<bool> = weighed.worse.iter().map(is_less).collect();
                let n = less.iter().filter(|&&it| it).count();
                let named = if n == less.len() { format!("all {n} ") } else { format!("{n} of ") };
                assert!(told.contains(&named), "{named}: {told}");
                is_told.iter_mut().zip(less).for_each(|(told, less)| *told |= less);
            }
            let n_told = is_told.iter().filter(|&&it| it).count();
            assert!(n_told * 3 >= is_told.len() * 2, "{told}");
            // The best look about equal, the others clearly worse.
            let behind = |mv: &Move| {
                let line = findings.lines.iter().find(|line| line.mv() == *mv).unwrap();
                findings.percent_behind(line)
            };
            assert!(weighed.best.iter().all(|mv| behind(mv) <= 4.0));
            assert!(weighed.worse.iter().all(|mv| behind(mv) > 8.0));
        });
    }

    /// What the other side is said to be able to do.
    #[test]
    fn what_the_other_side_could_do_it_could(
        spec in prop::sample::select(SPECS.to_vec()),
        choices in prop::collection::vec(0..1000_usize, 1..14),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let stones = Stones::new(&spec, &game).unwrap();
        with_findings(&spec, &game, |request, findings, story, _| {
            let Some(told) = request.theirs(&stones, findings, story) else { return };
            let other = !request.mover();
            let after = stones.with(findings.best().mv().0, request.mover());
            assert_eq!(
                told.contains("then: prepare a double threat at"),
                slow_preparers(&spec, &after, other) > 0,
                "{told}"
            );
            let threatens = |cell: u32| {
                !slow_wins(&spec, &after.with(cell, other), other).is_empty()
            };
            if told.contains("threaten to win") {
                let named = after.open_cells().filter(|&cell| threatens(cell));
                let named: Vec<String> = named.map(|cell| names::cell(&after, cell)).collect();
                assert!(told.contains(&named[0]), "{told}");
            } else if told.contains("the most that one can make") {
                assert!(!after.open_cells().any(threatens), "{told}");
            }
        });
    }
}

/// Counts after the moves of a position, and calls `check` with it.
fn with_weighed(spec: &GameSpec, game: &Game, check: impl FnOnce(&Request<'_>, &mut Findings)) {
    let options = mossa_engines::Options { memory_mb: 4, ..Default::default() };
    let mut engine = mossa_engines::engine(spec, options);
    let budget = Budget { nodes: Some(30_000), ..Budget::UNLIMITED };
    let mut request = Request { spec, game, engine: engine.as_mut(), threads: 1, budget: &budget };
    let mut findings = request.find_out().unwrap();
    request.weigh(&mut findings);
    check(&request, &mut findings);
}

/// Games are told for what they say: for, alike or against.
#[test]
fn games_are_told_either_way() {
    let spec: GameSpec = "gomoku".parse().unwrap();
    let mut game = spec.start();
    game.play_text("e6 k9 n9 i12").unwrap();
    with_weighed(&spec, &game, |request, findings| {
        let [best, other] = [0, 5].map(|index| findings.lines[index].clone());
        let ends = |won| Ends { games: 200, won, drawn: 0 };
        let mut told = |good: u32, bad: u32| {
            findings.ends = [(best.mv(), ends(good)), (other.mv(), ends(bad))].into();
            [request.won_less(findings, &other), request.won_alike(findings, &other)]
        };
        let [less, alike] = told(100, 60);
        assert!(less.unwrap().contains("X won 60 after") && alike.is_none());
        let [less, alike] = told(100, 95);
        assert!(less.is_none() && alike.unwrap().contains("about as well"));
        let [less, alike] = told(60, 100);
        assert!(
            less.is_none() && alike.unwrap().contains("it even did better: X won 100 after it")
        );
    });
}

#[test]
fn how_games_were_played_is_told_once() {
    let said = "in 9 games, with mistakes of both sides, X won 3";
    let mut texts = ["Nothing.".to_owned(), format!("{said}; {said}"), said.to_owned()];
    super::played_out::tell_mistakes_once(&mut texts);
    let expected = [
        "Nothing.",
        "in 9 games, with mistakes of both sides, X won 3; in 9 games X won 3",
        "in 9 games X won 3",
    ];
    assert_eq!(texts, expected);
}
