//! What explanations of Connect X claim about winning cells holds when it is played out.

use std::collections::HashMap;

use mossa_engines::Options;
use proptest::prelude::*;

use super::{
    hanging::{Fate, born, expected, fate, in_vain, last_closings, of_draw, of_start},
    parity,
    prevent::needs,
};
use crate::explain::{
    claims_tests::{played, with_findings},
    tests::truth,
    *,
};

const BOARDS: [&str; 5] =
    ["connect:4,4,3", "connect:4,5,4", "connect:5,4,4", "connect:6,4,3", "connect:4,6,4"];

/// The positions of a line, the first included.
fn positions(request: &Request<'_>, story: &Story) -> Vec<Game> {
    (0..=story.moves.len()).map(|n| request.reached(&story.moves[..n]).unwrap()).collect()
}

fn owner(game: &Game, cell: u32) -> Option<Side> {
    game.position().view().board().unwrap().cells[cell as usize]
}

/// Whether the side to move can end the game with a win.
fn wins_at_once(game: &Game) -> bool {
    let side = game.position().side_to_move();
    game.outcome().is_none()
        && game.position().moves().into_iter().any(|mv| {
            let mut after = game.clone();
            after.play(mv).unwrap();
            after.outcome().is_some_and(|outcome| outcome.winner == Some(side))
        })
}

/// Whether every move but one lets the other side win at once.
fn has_only(game: &Game, only: Move) -> bool {
    game.position().moves().into_iter().filter(|&mv| mv != only).all(|mv| {
        let mut after = game.clone();
        after.play(mv).unwrap();
        wins_at_once(&after)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// A line has as many cells as it takes, and all but one are there.
    #[test]
    fn lines_are_as_long_as_they_must_be(
        spec in prop::sample::select(vec![
            "connect:6,7,4", "connect:5,4,3", "connect:7,7,2", "mnk:6,7,4", "mnk:5,5,3,exact",
        ]),
        choices in prop::collection::vec(0..1000_usize, 0..30),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        let stones = Stones::new(&spec, &game).unwrap();
        for side in Side::BOTH {
            for win in stones.wins(side).into_iter().chain(stones.later_wins(side)) {
                prop_assert_eq!(win.line.len(), stones.run() as usize);
                prop_assert!(win.line.contains(&win.cell));
                let rest = win.line.iter().filter(|&&cell| cell != win.cell);
                prop_assert!(rest.copied().all(|cell| owner(&game, cell) == Some(side)));
                let steps: Vec<u32> = win.line.windows(2).map(|pair| pair[1] - pair[0]).collect();
                prop_assert!(steps.iter().all(|step| *step == steps[0]), "in one direction");
            }
        }
    }

    /// What is said to become of winning cells does, for the reasons that are told.
    #[test]
    fn winning_cells_end_as_they_are_said_to(
        spec in prop::sample::select(BOARDS.to_vec()),
        choices in prop::collection::vec(0..1000_usize, 0..14),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, _, story, replies| {
            for story in replies.iter().flatten().chain([story]) {
                check_fates(request, story);
            }
        });
    }

    /// Whoever is said to have no time, or to lose with another move, does.
    #[test]
    fn what_decides_cannot_be_prevented(
        spec in prop::sample::select(BOARDS.to_vec()),
        choices in prop::collection::vec(0..1000_usize, 0..12),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let mut engine = mossa_engines::engine(&spec, Options { memory_mb: 4, ..Options::default() });
        let budget = Budget { nodes: Some(100_000), ..Budget::UNLIMITED };
        let (spec, game, engine) = (&spec, &game, engine.as_mut());
        let mut request = Request { spec, game, engine, threads: 1, budget: &budget };
        let findings = request.find_out().unwrap();
        let mut story = request.story(&findings);
        request.find_prevention(&findings, &mut story);
        check_prevention(&request, &story);
        check_squeezes(&request, &story);
        check_needs(&story);
        check_shunned(&story);
        check_making(&story);
    }
}

fn check_fates(request: &Request<'_>, story: &Story) {
    let games = positions(request, story);
    let start = Stones::new(request.spec, request.game).unwrap();
    for side in Side::BOTH {
        let old = start.later_wins(side).into_iter().map(|win| (0, win));
        for (number, win) in old.chain(born(story, side)) {
            let stones = Stones::new(request.spec, &games[number]).unwrap();
            assert!(stones.completed_by(win.cell, side).is_some());
            let (number, taker) = match fate(story, win.cell, side) {
                Fate::Used(number) => (number, side),
                Fate::Filled(number) => (number, !side),
                Fate::Free => {
                    assert_eq!(owner(&story.end, win.cell), None);
                    continue;
                }
            };
            assert_eq!(owner(&games[number - 1], win.cell), None);
            assert_eq!(owner(&games[number], win.cell), Some(taker));
        }
        check_in_vain(story, side);
    }
    check_stops(&games, story);
    check_closings(request, &games, story);
    let texts = [of_start(&start, story), of_draw(&start, story), expected(&start, story)];
    for text in texts.concat() {
        check_reason(&games, story, &text);
    }
}

/// Whoever is said to have to stop a line has no other move, unless it wins itself.
fn check_stops(games: &[Game], story: &Story) {
    for (index, step) in story.steps().iter().enumerate() {
        if step.facts.is_forced() {
            let game = &games[index];
            assert!(wins_at_once(game) || has_only(game, story.moves[index]));
        }
    }
}

/// Before the move that is said to close the last line of a side it can hope for one, after it it cannot.
fn check_closings(request: &Request<'_>, games: &[Game], story: &Story) {
    let Some(text) = last_closings(story) else { return };
    for part in text.split("'s move ").skip(1) {
        let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
        let number: usize = digits.parse().unwrap();
        let victim = !games[number - 1].position().side_to_move();
        let hopes = |game| Stones::new(request.spec, game).unwrap().has_hope(victim);
        assert!(hopes(&games[number - 1]) && !hopes(&games[number]), "{text}");
        assert!(part.contains(&format!("of {}'s", names::side(victim))), "{text}");
    }
}

/// If all winning cells are said to be filled by the other side, they are.
fn check_in_vain(story: &Story, side: Side) {
    let Some(text) = in_vain(story, side) else { return };
    let start = &story.steps()[0].before;
    let old = start.later_wins(side).into_iter().map(|win| win.cell);
    let cells: Vec<u32> =
        old.chain(born(story, side).into_iter().map(|(_, win)| win.cell)).collect();
    if text.contains("no winning cell") {
        assert!(cells.is_empty());
    } else {
        assert!(cells.iter().all(|&cell| owner(&story.end, cell) == Some(!side)), "{text}");
    }
}

/// The move right below a winning cell is where it is said to be, and had to be played if that is said.
fn check_reason(games: &[Game], story: &Story, text: &str) {
    let Some((_, rest)) = text.split_once("plays right below ") else { return };
    let (_, rest) = rest.split_once("with move ").unwrap();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let number: usize = digits.parse().unwrap();
    let (step, next) = (&story.steps()[number - 1], &story.steps()[number]);
    assert_eq!(step.before.above(step.facts.cell), Some(next.facts.cell), "{text}");
    assert!(next.side != step.side);
    if let Some((_, made)) = rest.split_once("which makes column") {
        let n_made = made.matches("at height").count();
        assert_eq!(step.facts.prepares.len(), n_made, "{text}");
    }
    if rest.contains("to stop") || rest.contains("any other move") {
        assert!(has_only(&games[number - 1], story.moves[number - 1]), "{text}");
    }
}

fn check_prevention(request: &Request<'_>, story: &Story) {
    let games = positions(request, story);
    for text in &story.prevention {
        check_obstacle(request, &games, story, text);
    }
}

/// The numbers that follow some words.
fn numbers_after(text: &str, words: &str) -> Vec<usize> {
    let Some((_, rest)) = text.split_once(words) else { return Vec::new() };
    let digits =
        rest.chars().take_while(|letter| !letter.is_alphabetic() || "and".contains(*letter));
    let digits: String =
        digits.map(|letter| if letter.is_ascii_digit() { letter } else { ' ' }).collect();
    digits.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

/// Whoever is said to have to stop something, or to have no other move, has no other that does not lose at
/// once; and whoever is said to lose with another move does.
fn check_obstacle(request: &Request<'_>, games: &[Game], story: &Story, text: &str) {
    let winner = story.end.outcome().unwrap().winner;
    let mut numbers = numbers_after(text, "with each of the moves ");
    numbers.extend(numbers_after(text, "In move ").first());
    if numbers.is_empty() {
        let told = if text.contains("has no time") { ": with move " } else { "with move " };
        numbers.extend(numbers_after(text, told).first());
    }
    assert!(!numbers.is_empty(), "{text}");
    let is_forced = text.contains("has no time") || text[1..].starts_with(" must play right below");
    for &number in &numbers {
        let game = &games[number - 1];
        assert!(winner != Some(game.position().side_to_move()), "it is the loser: {text}");
        assert!(!is_forced || has_only(game, story.moves[number - 1]), "{text}");
    }
    let number = numbers[0];
    let starts = ["must play right below ", "itself plays right below "];
    if starts.iter().any(|start| text[2..].starts_with(start)) {
        let step = &story.steps()[number - 1];
        let above = step.before.above(step.facts.cell).unwrap();
        assert!(text.contains(&names::place(&step.before, above)), "{text}");
    }
    if let Some((_, cell)) = text.split_once("itself plays ").filter(|_| text.starts_with("If")) {
        let (place, _) = cell.split_once(" with move").unwrap();
        let stones = Stones::new(request.spec, &games[number - 1]).unwrap();
        assert!(stones.open_cells().any(|cell| names::place(&stones, cell) == place), "{text}");
    }
    // Moves after the other one are numbered as those of the line are.
    if let Some(end) = numbers_after(text, "in the end, with move ").first() {
        assert!(*end > number, "{text}");
    }
    // Few enough cells to try everything.
    let game = &games[number - 1];
    if Stones::new(request.spec, game).unwrap().n_free() <= 12 {
        let result = truth(&mut game.clone(), &mut HashMap::new());
        assert_eq!(result, GameResult::Loss, "no other move helps: {text}");
    }
}

/// Whoever is said to have run out of other moves has none, or none that does not lose at once.
fn check_squeezes(request: &Request<'_>, story: &Story) {
    let games = positions(request, story);
    for (index, game) in games.iter().enumerate().take(story.moves.len()) {
        if let Some(column) = story.only_column(index) {
            assert_eq!(game.position().moves(), [story.moves[index]]);
            assert_eq!(game.position().show_move(story.moves[index]), column.to_string());
        }
        let Some(text) = story.remark(index) else { continue };
        assert!(has_only(game, story.moves[index]), "{text}");
        let is_lost = {
            let mut after = game.clone();
            after.play(story.moves[index]).unwrap();
            wins_at_once(&after)
        };
        if text.contains("at once") {
            assert_eq!(text.contains(", too"), is_lost, "{text}");
        }
        if let Some((_, columns)) = text.split_once("moves, column") {
            let named = columns.matches(|letter: char| letter.is_ascii_digit()).count();
            assert_eq!(named + 1, game.position().moves().len(), "{text}");
        }
    }
}

/// Columns that the winner is said to shun, too, are those where the other side would win right above.
fn check_shunned(story: &Story) {
    let Some(winner) = story.end.outcome().and_then(|outcome| outcome.winner) else { return };
    let start = &story.steps()[0].before;
    let Some(texts) = parity::of_story(start, story, winner) else { return };
    let [.., given, _] = story.steps() else { return };
    let wins_above = |&cell: &u32| {
        let above = given.before.above(cell).filter(|&above| given.before.is_free(above));
        let wins = |side: Side| {
            let entered = given.before.with(cell, !side);
            above.is_some_and(|above| entered.completed_by(above, side).is_some())
        };
        wins(winner) && wins(!winner)
    };
    let shunned = given.before.open_cells().filter(wins_above).count();
    assert_eq!(texts.join(" ").matches("nor does").count(), shunned, "{texts:?}");
}

/// Every cell that the winner is said to need is its in the end, and free before.
fn check_needs(story: &Story) {
    let Some(winner) = story.end.outcome().and_then(|outcome| outcome.winner) else { return };
    for need in needs(story, winner) {
        let step = &story.steps()[need.taken];
        assert!(step.side == winner && step.before.is_open(need.cell));
        assert!(story.last_stones().unwrap().is_owned(need.cell, winner));
    }
}

/// Stones that are said to be on a line that matters are, and as many.
fn check_making(story: &Story) {
    for index in 0..story.moves.len() {
        let Some(text) = story.makes(index) else { continue };
        let step = &story.steps()[index];
        let lines = story.deciding_lines(step.side).into_iter().map(<[u32]>::to_vec);
        let closing = story.closing_lines(step.side).into_iter().map(|(line, _)| line);
        let mut lines = lines.chain(closing);
        let line = lines.find(|line| line.contains(&step.facts.cell)).unwrap();
        let own = line.iter().filter(|&&cell| step.after().is_owned(cell, step.side)).count();
        assert!(text.contains(&format!("stone {own} of {}", line.len())), "{text}");
        // In the end all of it is the winner's, or one cell short of it.
        let last = story.last_stones().unwrap();
        let held = line.iter().filter(|&&cell| last.is_owned(cell, step.side)).count();
        assert!(held + 1 >= line.len(), "{text}");
    }
}

#[test]
fn winning_cells_that_do_not_decide_come_last() {
    let text = tests::told("connect4", "4435334545", 300_000);
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words}: {text}"));
    assert!(at("The point of the line") < at("column 2 at height 4 for O"), "{text}");
}

#[test]
fn a_draw_tells_who_fills_what() {
    let text = tests::told("connect:4,5,4", "333", 300_000);
    assert!(text.contains("gets a winning cell: column 2 at height 4"), "{text}");
    assert!(text.contains("closes the last line of") && !text.contains("2 more"), "{text}");
}

#[test]
fn praise_beside_a_bad_number_is_answered() {
    let text = tests::told("connect:7,8,4", "45455436", 100_000);
    let rows: Vec<&str> =
        text.lines().filter(|row| row.contains("can then make a winning cell")).collect();
    assert!(!rows.is_empty(), "{text}");
    for row in rows {
        assert!(row.contains("which alone does not win"), "{row}");
    }
    let answered = text.lines().filter(|row| row.contains("one of these columns"));
    assert!(answered.into_iter().all(|row| row.contains("with the next stone")), "{text}");
}
