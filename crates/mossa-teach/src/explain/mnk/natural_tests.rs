//! m,n,k-games: what is said of threats, of moves that come to mind and of lines in a sentence, beside a slow
//! look by the rules alone.

use proptest::prelude::*;

use super::{
    beside::shuts,
    guard::guard,
    natural::{Appeal, Kind},
    plans_tests::slow_lines,
    recipe::{Recipe, first_breach},
    standing::in_use,
    threatened::{Menace, too_late},
    uses_tests::{is_tame, winning},
};
use crate::explain::{
    claims_tests::{played, with_findings},
    instead::counters,
    rows::Row,
    story::Decision,
    *,
};

const SPECS: [&str; 5] = ["mnk:4,5,3", "mnk:5,5,4", "mnk:5,6,4,exact", "mnk:6,6,4", "mnk:7,7,5"];

/// The cells where `side` completes a line with the next stone, whoever is to move.
pub(super) fn slow_wins(spec: &GameSpec, stones: &Stones, side: Side) -> Vec<u32> {
    let lacks_one = |line: &Vec<u32>| {
        let own = line.iter().filter(|&&cell| stones.is_owned(cell, side)).count();
        own + 1 == line.len()
    };
    let lines = slow_lines(spec, stones, side).into_iter().filter(lacks_one);
    let mut cells: Vec<u32> = lines.flatten().filter(|&cell| stones.is_free(cell)).collect();
    cells.sort_unstable();
    cells.dedup();
    let is_exact = |cell: &u32| stones.completed_by(*cell, side).is_some();
    cells.into_iter().filter(is_exact).collect()
}

/// The cells where a stone of `side` makes two threats at once.
pub(super) fn slow_forks(spec: &GameSpec, stones: &Stones, side: Side) -> Vec<u32> {
    let makes_two = |cell: &u32| slow_wins(spec, &stones.with(*cell, side), side).len() >= 2;
    stones.open_cells().filter(makes_two).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_is_threatened_is_and_what_stops_it_does(
        spec in prop::sample::select(SPECS.to_vec()),
        choices in prop::collection::vec(0..1000_usize, 2..14),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let stones = Stones::new(&spec, &game).unwrap();
        let mover = game.position().side_to_move();
        let Some(menace) = Menace::new(&stones, !mover) else { return Ok(()) };
        prop_assert!(winning(&game).is_empty());
        prop_assert_eq!(&menace.forks, &slow_forks(&spec, &stones, !mover));
        for mv in game.position().moves() {
            let mut after = game.clone();
            after.play(mv).unwrap();
            if after.outcome().is_none() {
                prop_assert_eq!(menace.stoppers.contains(&mv.0), is_tame(&spec, &after));
            }
        }
    }

    #[test]
    fn moves_come_to_mind_for_what_they_do(
        spec in prop::sample::select(SPECS.to_vec()),
        choices in prop::collection::vec(0..1000_usize, 2..14),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let stones = Stones::new(&spec, &game).unwrap();
        let side = game.position().side_to_move();
        let before = slow_forks(&spec, &stones, !side);
        for mv in game.position().moves() {
            let line = Line { moves: vec![mv], value: Value::Exact(DRAW), depth: 1 };
            let appeal = Appeal::of(&stones, &line, side).unwrap();
            let after = stones.with(mv.0, side);
            let left = slow_forks(&spec, &after, !side);
            let taken = before.iter().filter(|fork| !left.contains(fork)).count();
            // Beside a line that can be completed at once nobody counts double threats.
            if [&stones, &after].iter().all(|stones| stones.wins(!side).is_empty()) {
                prop_assert_eq!(appeal.n_taken, taken);
                prop_assert_eq!(appeal.kind == Kind::TakesAll, taken > 0 && left.is_empty());
            }
            if appeal.kind == Kind::Threatens {
                prop_assert!(!slow_wins(&spec, &after, side).is_empty());
            }
            let full = slow_lines(&spec, &stones, !side).into_iter().any(|line| {
                let theirs = line.iter().filter(|&&cell| stones.is_owned(cell, !side)).count();
                line.contains(&mv.0) && theirs >= 2 && theirs + 2 >= line.len()
            });
            prop_assert_eq!(shuts(&stones, mv.0, side), full);
        }
    }

    #[test]
    fn tries_that_lose_are_known(
        spec in prop::sample::select(vec!["tictactoe", "mnk:3,4,3", "mnk:4,4,4", "mnk:4,4,3,exact"]),
        choices in prop::collection::vec(0..1000_usize, 2..10),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let stones = Stones::new(&spec, &game).unwrap();
        let attacker = game.position().side_to_move();
        let Some(plan) = guard(&stones, attacker).filter(|plan| plan.depth == 1) else {
            return Ok(());
        };
        let dangers = stones.wins(!attacker);
        let loses = |mv: &Move| {
            let mut after = game.clone();
            after.play(*mv).unwrap();
            // Where something must be stopped, only what stops it is tried.
            let is_try = dangers.is_empty() || dangers.iter().any(|win| win.cell == mv.0);
            is_try && !winning(&after).is_empty()
        };
        prop_assert_eq!(plan.is_won_by_some, game.position().moves().iter().any(loses));
    }
}

const DRAW: mossa_kernel::Exact =
    mossa_kernel::Exact { result: GameResult::Draw, plies: None, at_most: false, margin: None };

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn tables_and_courses_hold_when_they_are_played(
        spec in prop::sample::select(SPECS.to_vec()),
        choices in prop::collection::vec(0..1000_usize, 4..14),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, story, replies| {
            let rows = request.rows(findings, story, replies);
            let mut told: Vec<usize> = rows.iter().flat_map(|row| row.moves.clone()).collect();
            let n_told = told.len();
            told.sort_unstable();
            told.dedup();
            assert_eq!(told.len(), n_told, "a move stands in one row");
            for row in &rows {
                check_row(request, findings, row);
            }
            let known = replies.iter().flatten().chain([story]);
            for story in known {
                check_course(request, story, !request.mover());
                check_course(request, story, request.mover());
            }
        });
    }

    #[test]
    fn a_drawn_line_keeps_to_its_pairs(
        spec in prop::sample::select(vec!["tictactoe", "mnk:3,4,3", "mnk:4,4,4", "mnk:3,5,4"]),
        choices in prop::collection::vec(0..1000_usize, 0..10),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, story, _| {
            if findings.proven().is_none_or(|exact| exact.result != GameResult::Draw) {
                return;
            }
            let first = &story.steps()[0];
            let recipe = Recipe::new(&first.before, first.facts.cell, request.mover());
            let cells: Vec<u32> = story.moves.iter().map(|mv| mv.0).collect();
            assert_eq!(first_breach(&recipe, &cells), None);
            for (at, pair) in story.pair_answers().into_iter().enumerate() {
                let Some(pair) = pair else { continue };
                assert!(pair.contains(&cells[at]) && pair.contains(&cells[at - 1]));
                assert!(pair[0] != pair[1]);
            }
            assert!(story.is_over());
            assert!(story.end.outcome().is_none_or(|outcome| outcome.winner.is_none()));
        });
    }
}

/// All moves of a row are worth as much, and are answered as it says.
fn check_row(request: &Request<'_>, findings: &Findings, row: &Row) {
    let stones = Stones::new(request.spec, request.game).unwrap();
    let (mover, w) = (request.mover(), names::side(!request.mover()));
    let answers = format!("{w} answers ");
    for &index in &row.moves {
        let line = &findings.lines[index];
        assert_eq!(Request::worth(findings, line), row.worth);
        let after = stones.with(line.mv().0, mover);
        let told = row.words.strip_prefix(&answers).filter(|_| !row.is_mirrored);
        if let Some((cell, rest)) = told.and_then(|told| told.split_once(" and has ")) {
            let answer = request.game.position().read_move(cell).unwrap();
            let end = after.with(answer.0, !mover);
            let wins = slow_wins(request.spec, &end, !mover);
            assert!(rest.starts_with(&format!("{} threats at once", wins.len())), "{rest}");
            assert!(wins.len() > 1 && slow_wins(request.spec, &end, mover).is_empty());
        }
        if row.words.starts_with("lets ") && !row.is_mirrored {
            assert!(!slow_wins(request.spec, &after, !mover).is_empty(), "{}", row.words);
        }
    }
}

/// A line in a sentence ends with the double threat it says, is forced where it says so, and what is said of the
/// stones at its beginning and of what the loser could do holds.
fn check_course(request: &Request<'_>, story: &Story, winner: Side) {
    let Some(Decision::Fork(fork, length)) = story.decision(winner) else {
        assert_eq!(story.course(0, winner), None);
        return;
    };
    let wins = slow_wins(request.spec, &fork.after(), winner);
    let course = story.course(0, winner).unwrap();
    assert!(course.contains(&format!("has {} threats at once", wins.len())), "{course}");
    assert!(slow_wins(request.spec, &fork.after(), !winner).is_empty());
    let own = story.steps()[..length].iter().filter(|step| step.side == winner);
    let mut quiet = own.filter(|step| slow_wins(request.spec, &step.after(), winner).is_empty());
    assert!(!course.contains("forced") || quiet.next().is_none(), "{course}");
    for step in story.steps().iter().filter(|step| step.side != winner) {
        for cell in counters(step, winner) {
            let after = step.before.with(cell, !winner);
            assert!(!slow_wins(request.spec, &after, !winner).is_empty());
        }
    }
    let start = &story.steps()[0].before;
    for asset in in_use(start, story, winner, &start.assets(winner)) {
        let has_all = |line: &[u32]| asset.stones.iter().all(|cell| line.contains(cell));
        let mut boards: Vec<Stones> = story.steps().iter().map(story::Step::after).collect();
        let forks = slow_forks(request.spec, start, winner).into_iter();
        boards.extend(forks.map(|fork| start.with(fork, winner)));
        let is_near = |stones: &Stones| {
            slow_lines(request.spec, stones, winner).iter().any(|line| {
                let own = line.iter().filter(|&&cell| stones.is_owned(cell, winner)).count();
                own + 1 >= line.len() && has_all(line)
            })
        };
        assert!(boards.iter().any(is_near));
    }
    if let Some(text) = too_late(start, story, winner) {
        assert!(!slow_forks(request.spec, start, !winner).is_empty(), "{text}");
        let own = story.steps().iter().filter(|step| step.side == winner);
        let mut own = own.filter(|step| step.facts.completes.is_none());
        assert!(own.all(|step| !slow_wins(request.spec, &step.after(), winner).is_empty()));
    }
}

#[test]
fn a_lost_position_tells_what_is_threatened_now() {
    let told = tests::told("mnk:6,6,4", "c1 c2 d3 d2 b2 c5 f4 e3 a5 b3", 200_000);
    let expected = "If X does nothing about it, O can make a double threat (two threats at once, of which only one \
                    can be stopped) at f2 or d4. Only f2 and d4 stop both.";
    assert!(told.contains(expected), "{told}");
    assert!(told.contains("fails as in the line below.") && told.contains(" fails: after O "));
    let none = tests::told(
        "mnk:8,8,5",
        "a1 h8 f4 c4 d6 e3 e5 d1 b2 c7 d5 g5 e6 e4 c6 g2 g4 e1 d7 b1 d3 d4 b5 d2 f1",
        200_000,
    );
    let expected = "at c5, f5, b6 or f6. No single stone of O's stops all of them.";
    assert!(none.contains(expected), "{none}");
}

#[test]
fn a_draw_by_pairs_is_played_in_pairs() {
    let told = tests::told("mnk:3,3,3", "a2 a3 c1 c2", 100_000);
    assert!(
        told.contains("needs both b2 and c3: when X takes one of these two, O takes the other."),
        "{told}"
    );
    assert!(told.contains("3 | X | b2 |") && told.contains("4 | O | c3 |"), "{told}");
}

#[test]
fn the_same_loss_stands_in_one_row() {
    let moves = "a5 a8 f5 e4 h5 d5 b7 f3 g2 e5 e3 c4 f6 d6 g4 e6 f7 j1 f4 f8 b1 e7 e8 d9 h2 g5 i4";
    let told = tests::told("mnk:10,10,5", moves, 100_000);
    assert!(told.contains("the other 72 | loss in 2 | lets X win at once at g6"), "{told}");
    assert!(told.contains("O could make a double threat"), "{told}");
    assert!(told.contains(" at c5 or g9, too, but does not get the time."), "{told}");
}
