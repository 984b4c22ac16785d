//! The engine against the truth, at the limits of the rules and of its budget.

use std::{sync::atomic::AtomicBool, time::Duration};

use mossa_games::GameSpec;
use mossa_kernel::Move;
use proptest::prelude::*;

use super::{
    super::brute::{FindTruths, spec},
    *,
};

fn start(spec: &Spec) -> Game {
    GameSpec::Sticks(spec.clone()).start()
}

fn engine(spec: &Spec) -> SticksEngine {
    SticksEngine::new(spec, Options::default())
}

fn think(form: &str, lines: usize) -> Report {
    let spec = spec(form);
    let task = Task { lines, ..Task::play(&Budget::UNLIMITED) };
    engine(&spec).think(&start(&spec), &task, &mut |_| {}).unwrap()
}

fn exact(value: Value) -> (GameResult, u32) {
    match value {
        Value::Exact(Exact { result, plies: Some(plies), at_most: false, margin: None }) => {
            (result, plies)
        }
        other => panic!("{other:?} is not exact"),
    }
}

/// Compares the lines for all moves with the truth: values, order, and that lines are as long as
/// they say.
fn check_lines(spec: &Spec) {
    let truths = spec.visit(FindTruths);
    let game = start(spec);
    let task = Task { lines: usize::MAX, ..Task::play(&Budget::UNLIMITED) };
    let report = engine(spec).think(&game, &task, &mut |_| {}).unwrap();
    assert_eq!(report.lines.len(), game.position().moves().len(), "{spec}");
    let View::Heaps(heaps) = game.position().view() else { unreachable!() };
    let mut better = i64::MAX;
    for line in &report.lines {
        let (heap, take) = spec.numbering().decode(line.mv());
        let mut after = heaps.clone();
        after[heap as usize] -= take.cast_signed();
        let (wins, plies) = truths.of(&after);
        let result = if wins { GameResult::Loss } else { GameResult::Win };
        assert_eq!(exact(line.value), (result, plies as u32 + 1), "{spec}: {:?}", line.mv());
        let rank = if wins { plies.cast_signed() - 1_000_000 } else { -plies.cast_signed() };
        assert!(rank <= better, "{spec}: the best come first");
        better = rank;
        assert_eq!(line.moves.len(), LONGEST_LINE.min(plies as usize + 1), "{spec}");
        let mut played = game.clone();
        line.moves.iter().for_each(|&mv| played.play(mv).unwrap());
        assert_eq!(played.outcome().is_some(), (plies as usize) < LONGEST_LINE, "{spec}");
    }
    assert!(report.is_settled);
    assert!(report.nodes >= report.lines.len() as u64);
}

#[test]
fn the_classic_form_with_its_overshoots() {
    for sticks in 1..=60 {
        for limit in 1..=9 {
            check_lines(&spec(&format!("{sticks},{limit}")));
            check_lines(&spec(&format!("{sticks},{limit},misere")));
        }
    }
}

proptest! {
    #[test]
    fn every_line_is_worth_what_it_says(
        takes in prop::collection::btree_set(1..12_u32, 1..5),
        heaps in prop::collection::vec(1..11_u32, 1..4),
        misere: bool,
        is_nim: bool,
    ) {
        let takes: Vec<String> = takes.iter().map(u32::to_string).collect();
        let sizes: Vec<String> = heaps.iter().map(u32::to_string).collect();
        let misere = if misere { ",misere" } else { "" };
        let is_nim = is_nim && heaps.len() > 1;
        let rule = if is_nim { String::new() } else { format!(",take={}", takes.join("/")) };
        let spec = spec(&format!("{}{rule}{misere}", sizes.join("+")));
        if start(&spec).outcome().is_none() {
            check_lines(&spec);
        }
    }
}

#[test]
fn as_many_lines_as_asked() {
    assert_eq!(think("50,9", 1).lines.len(), 1);
    assert_eq!(think("50,9", 4).lines.len(), 4);
    assert_eq!(think("50,9", 0).lines.len(), 1, "there is always a move to play");
    let few = think("1+3+5+8", 3);
    let all = think("1+3+5+8", 100);
    assert_eq!(few.lines[..], all.lines[..3], "the same ones");
}

#[test]
fn the_largest_games_are_answered() {
    let heaps = |size: &str| vec![size; 64].join("+");
    // 640,000 moves, and a distance that nobody can count.
    let report = think(&format!("{},10000", heaps("1000000000")), 5);
    assert_eq!(report.lines.len(), 5);
    let Value::Exact(value) = report.lines[0].value else { panic!("theory knows") };
    assert_eq!(value.result, GameResult::Loss, "equal heaps in pairs");
    assert_eq!((value.plies, value.at_most), (None, true), "64 billion plies");
    // Nim with the largest heaps.
    let report = think(&format!("9999+{}", vec!["10000"; 63].join("+")), 1);
    let Value::Exact(value) = report.lines[0].value else { panic!("theory knows") };
    assert_eq!((value.result, value.at_most), (GameResult::Win, true));
    let report = think("1000000000,10000", usize::MAX);
    assert_eq!(report.lines.len(), 10_000);
    assert_eq!(exact(report.lines[0].value).0, GameResult::Win);
    assert_eq!(report.lines[0].mv(), Move(1_000_000_000 % 10_001));
    // Many small heaps are few positions, for they may change places.
    let report = think(&heaps("2"), 1);
    assert_eq!(exact(report.lines[0].value).0, GameResult::Loss);
}

/// A mean set of takes: nobody has seen its numbers repeat, and all 30 are in use.
fn mean_takes() -> String {
    let takes = (0..30_u64).map(|i| (i * i * i * 7919 + i * 104_729 + 3571) % 9973 + 1);
    takes.map(|take| take.to_string()).collect::<Vec<_>>().join("/")
}

#[test]
fn where_theory_is_silent_a_move_is_still_played() {
    let spec = spec(&format!("1000000000+999999937,take={}", mean_takes()));
    let mut engine = engine(&spec);
    engine.limits.work = 1 << 20;
    engine.forget();
    let task = Task { lines: 3, ..Task::play(&Budget::UNLIMITED) };
    let game = start(&spec);
    let report = engine.think(&game, &task, &mut |_| {}).unwrap();
    assert_eq!(report.lines.len(), 3);
    assert_eq!(report.lines[0].value, Value::score(0.0), "nothing is claimed");
    assert!(!report.is_settled);
    let (_, take) = spec.numbering().decode(report.lines[0].mv());
    assert_eq!(take, spec.numbering().most(), "towards known ground");
    assert!(game.position().is_legal(report.lines[0].mv()));
}

#[test]
fn a_win_beside_unknown_moves_is_a_win_but_perhaps_not_the_shortest() {
    let spec = spec("50,take=1/7/19/30");
    let truths = spec.visit(FindTruths);
    let mut engine = engine(&spec);
    engine.limits.table_bytes = 30;
    engine.forget();
    let mut n_bounded = 0;
    for sticks in 31..50 {
        let mut game = start(&spec);
        game.set_up(&format!("{sticks} X")).unwrap();
        let report = engine.think(&game, &Task::play(&Budget::UNLIMITED), &mut |_| {}).unwrap();
        if let Value::Exact(value) = report.lines[0].value {
            let (wins, plies) = truths.of(&[sticks]);
            assert!(value.result == GameResult::Win && wins, "{sticks}");
            let told = u64::from(value.plies.unwrap());
            assert!(if value.at_most { told >= plies } else { told == plies }, "{sticks}");
            n_bounded += usize::from(value.at_most);
        }
    }
    assert!(n_bounded > 3);
}

#[test]
fn a_spent_budget_ends_the_computing_and_the_next_call_goes_on() {
    let spec = spec(&format!("900000+899999,take={}", mean_takes()));
    let stop = AtomicBool::new(true);
    let stopped = Budget { stop: Some(&stop), ..Budget::UNLIMITED };
    let late = Budget {
        time: Some(Duration::from_millis(5)),
        elapsed: &|| Duration::from_secs(1),
        ..Budget::UNLIMITED
    };
    let few = Budget { nodes: Some(1000), ..Budget::UNLIMITED };
    let mut engine = engine(&spec);
    let game = start(&spec);
    let mut nodes = 0;
    for budget in [stopped, late, few] {
        let report = engine.think(&game, &Task::play(&budget), &mut |_| {}).unwrap();
        assert_eq!(report.lines[0].value, Value::score(0.0), "not known yet");
        assert!(report.nodes < 100_000, "{} nodes", report.nodes);
        nodes += report.nodes;
    }
    let report = engine.think(&game, &Task::play(&Budget::UNLIMITED), &mut |_| {}).unwrap();
    assert!(matches!(report.lines[0].value, Value::Exact(_)), "{report:?}");
    nodes += report.nodes;
    assert!(nodes > 900_000, "all counts up to the heap were looked at");
    let again = engine.think(&game, &Task::play(&Budget::UNLIMITED), &mut |_| {}).unwrap();
    assert!(again.nodes < 10_000, "what is known stays known");
    assert_eq!(again.lines, report.lines);
}

#[test]
fn finished_and_foreign_games_are_refused() {
    let mut engine = engine(&spec("11,3"));
    let mut ask = |form: &str, moves: &str| {
        let mut game = form.parse::<GameSpec>().unwrap().start();
        game.play_text(moves).unwrap();
        engine.think(&game, &Task::play(&Budget::UNLIMITED), &mut |_| {}).err()
    };
    assert_eq!(ask("sticks:11,3", "3 3 3 2"), Some(PlayerError::GameOver));
    assert_eq!(ask("sticks:11,3", "3 3 3 3"), Some(PlayerError::GameOver), "by an overshoot");
    for other in ["sticks:11,2", "sticks:11,3,misere", "sticks:5+6,3", "sticks:12,3", "othello"] {
        assert_eq!(ask(other, ""), Some(PlayerError::WrongGame), "{other}");
    }
    assert_eq!(ask("sticks:11,3", "3 3"), None);
}

#[test]
fn it_beats_everybody_from_won_positions() {
    // The engine moves first and wins against every defense.
    fn win(engine: &mut SticksEngine, game: &Game) {
        let task = Task::play(&Budget::UNLIMITED);
        let mut game = game.clone();
        let best = engine.think(&game, &task, &mut |_| {}).unwrap().lines[0].mv();
        let us = game.position().side_to_move();
        game.play(best).unwrap();
        if let Some(outcome) = game.outcome() {
            assert_eq!(outcome.winner, Some(us));
            return;
        }
        for reply in game.position().moves() {
            let mut after = game.clone();
            after.play(reply).unwrap();
            match after.outcome() {
                Some(outcome) => assert_eq!(outcome.winner, Some(us)),
                None => win(engine, &after),
            }
        }
    }
    for form in ["10,3", "10,3,misere", "13,take=2/3/7", "2+3+4", "2+3+4,misere", "4+7,take=1/4"] {
        let spec = spec(form);
        let mut engine = engine(&spec);
        let game = start(&spec);
        let report = engine.think(&game, &Task::play(&Budget::UNLIMITED), &mut |_| {}).unwrap();
        assert_eq!(exact(report.lines[0].value).0, GameResult::Win, "{form}");
        win(&mut engine, &game);
    }
}
