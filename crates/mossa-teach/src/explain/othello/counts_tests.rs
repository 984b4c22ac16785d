//! What is counted after moves of Othello, and what is told of it, holds when it is counted anew by the rules.

use mossa_engines::Options;
use proptest::prelude::*;

use super::{
    boards::NEAR_AVERAGE,
    counted::Range,
    counts::{self, Count, signed},
    discs,
    firm::Unit,
    later::{Fault, FaultKind},
    risks_tests::n_moves,
    rivals_tests::{any_spec, at},
};
use crate::explain::{claims_tests::played, *};

/// The corners that a side could take if it were its turn.
fn open_corners(spec: &GameSpec, game: &Game, side: Side) -> Vec<Move> {
    if game.outcome().is_some() {
        return Vec::new();
    }
    let turned = discs::turned_to(game, side).unwrap();
    let corners = discs::corners(spec, game);
    corners.into_iter().filter(|&corner| at(&turned, &[corner]).is_some()).collect()
}

/// The moves of whoever is to move that open no corner to the other side that was closed to it before.
fn n_safe(spec: &GameSpec, game: &Game) -> i64 {
    let other = !game.position().side_to_move();
    let before = open_corners(spec, game, other);
    let moves = game.position().moves().into_iter().filter(|&mv| mv != Move::PASS);
    let is_safe = |mv: &Move| {
        let after = at(game, &[*mv]).unwrap();
        open_corners(spec, &after, other).iter().all(|corner| before.contains(corner))
    };
    signed(moves.filter(is_safe).count())
}

/// A count after a move, square by square; `None` where it is not counted.
fn recount(spec: &GameSpec, game: &Game, mv: Move, count: Count) -> Option<i64> {
    let mover = game.position().side_to_move();
    let after = at(game, &[mv])?;
    let is_over = |game: &Game| game.outcome().is_some();
    if is_over(&after) {
        return None;
    }
    let answers = after.position().moves();
    let ends: Vec<Game> = answers.iter().map(|&answer| at(&after, &[answer]).unwrap()).collect();
    let is_open = !ends.iter().any(is_over);
    let corners = discs::corners(spec, game);
    let is_cornered = corners.len() == 4;
    // Answers that open a corner are left out, where there are others.
    let open = open_corners(spec, &after, mover);
    let is_safe = |end: &&Game| open_corners(spec, end, mover).iter().all(|it| open.contains(it));
    let safe: Vec<&Game> = ends.iter().filter(is_safe).collect();
    let is_sound = |end: &&Game| !is_cornered || safe.is_empty() || is_safe(end);
    let least =
        |of: &dyn Fn(&Game) -> i64| ends.iter().filter(is_sound).map(of).min().filter(|_| is_open);
    let view = after.position().view();
    let board = view.board().unwrap();
    let place = |cell: usize| (cell as u32 / board.columns, cell as u32 % board.columns);
    let are_near = |a: usize, b: usize| {
        let ((r, c), (row, column)) = (place(a), place(b));
        r.abs_diff(row) <= 1 && c.abs_diff(column) <= 1
    };
    Some(match count {
        Count::Replies => signed(n_moves(&after, !mover)),
        Count::SafeReplies => n_safe(spec, &after),
        Count::Kept => least(&|end| signed(n_moves(end, mover)))?,
        Count::KeptSafe => least(&|end| n_safe(spec, end)).filter(|_| is_cornered)?,
        Count::Lead => least(&|end| signed(n_moves(end, mover)) - signed(n_moves(end, !mover)))?,
        Count::Coming => {
            let is_taken = corners.contains(&mv);
            let coming =
                |end: &Game| i64::from(is_taken || !open_corners(spec, end, mover).is_empty());
            ends.iter().map(coming).min().filter(|_| is_open && is_cornered)?
        }
        Count::Opened => {
            let before = discs::turned_to(game, !mover).filter(|game| !is_over(game));
            let could = |mv: Move| before.as_ref().is_some_and(|it| at(it, &[mv]).is_some());
            signed(answers.iter().filter(|&&mv| mv != Move::PASS && !could(mv)).count())
        }
        Count::Touching => {
            let all = 0..board.cells.len();
            let is_beside = |cell: &usize| {
                all.clone().any(|it| board.cells[it].is_none() && are_near(it, *cell))
            };
            let own = all.clone().filter(|&cell| board.cells[cell] == Some(mover));
            signed(own.filter(is_beside).count())
        }
        Count::Taken => i64::from(is_cornered && corners.contains(&mv)),
        Count::Given if is_cornered => signed(open_corners(spec, &after, !mover).len()),
        Count::Given => 0,
        // Where a corner is given or could be taken before, that is told.
        // The others take lines.
        Count::Beside | Count::CornersLater | Count::MeanLead | Count::Cornered | Count::Won => {
            return None;
        }
    })
}

/// Whether nobody who lost a corner in a line, but by its first move, had a move that kept it and opened no other one.
fn is_forced(spec: &GameSpec, game: &Game, line: &[Move]) -> bool {
    let corners = discs::corners(spec, game);
    let boards: Vec<Game> =
        (0..=line.len()).map(|played| at(game, &line[..played]).unwrap()).collect();
    let open = |game: &Game, side| open_corners(spec, game, side);
    (0..line.len()).filter(|&taken| corners.contains(&line[taken])).all(|taken| {
        let (taker, corner) = (boards[taken].position().side_to_move(), line[taken]);
        // The last moves of the other side: all while the corner was open, and the one that opened it.
        let opened = (1..taken).rev().filter(|&it| boards[it].position().side_to_move() != taker);
        let first_closed = opened.clone().find(|&it| !open(&boards[it], taker).contains(&corner));
        opened.take_while(|&it| first_closed.is_none_or(|first| it >= first)).all(|it| {
            let before = open(&boards[it], taker);
            let mut moves = boards[it].position().moves().into_iter();
            moves.all(|mv| {
                let after = at(&boards[it], &[mv]).unwrap();
                let now = open(&after, taker);
                after.outcome().is_some()
                    || mv == Move::PASS
                    || now.contains(&corner)
                    || now.iter().any(|corner| !before.contains(corner))
            })
        })
    })
}

/// How many more corners the mover takes in a line, position by position.
fn recount_corners(spec: &GameSpec, game: &Game, line: &[Move]) -> Option<i64> {
    let mover = game.position().side_to_move();
    let corners = discs::corners(spec, game);
    let line = line.get(..counts::CORNERS_WITHIN)?;
    let end = at(game, line)?;
    let is_open = |side| signed(open_corners(spec, &end, side).len());
    let is_settled = end.outcome().is_none() && is_open(mover) == is_open(!mover);
    let lead = lead_in_corners(game, &corners, line);
    (is_settled && corners.len() == 4 && is_forced(spec, game, line)).then_some(lead)
}

/// How many more corners the mover takes than the other side in a line.
fn lead_in_corners(game: &Game, corners: &[Move], line: &[Move]) -> i64 {
    let mover = game.position().side_to_move();
    let sign = |played: usize| {
        let side = at(game, &line[..played]).unwrap().position().side_to_move();
        if side == mover { 1 } else { -1 }
    };
    let taken = line.iter().enumerate().filter(|(_, mv)| corners.contains(mv));
    taken.map(|(played, _)| sign(played)).sum()
}

/// What was tried, position by position: the mean lead in squares, and how often the other side gets more corners.
fn recount_tries(spec: &GameSpec, game: &Game, tries: &[Vec<Move>]) -> (f64, i64) {
    let mover = game.position().side_to_move();
    let corners = discs::corners(spec, game);
    let (mut sum, mut n, mut cornered) = (0, 0, 0);
    for line in tries {
        for played in [4, 6, 8, 10] {
            let end = line.get(..played).and_then(|line| at(game, line));
            if let Some(end) = end.filter(|end| end.outcome().is_none()) {
                sum += signed(n_moves(&end, mover)) - signed(n_moves(&end, !mover));
                n += 1;
            }
        }
        cornered += i64::from(lead_in_corners(game, &corners, line) < 0);
    }
    (f64::from(i32::try_from(sum).unwrap()) / f64::from(n.max(1)), cornered)
}

/// Finds out and judges a position, and calls `check` where counts tell moves apart.
pub(super) fn with_judged(
    spec: &GameSpec,
    game: &Game,
    check: impl FnOnce(&Request<'_>, &Findings),
) {
    let mut engine = mossa_engines::engine(spec, Options { memory_mb: 4, ..Options::default() });
    let budget = Budget { nodes: Some(20_000), ..Budget::UNLIMITED };
    let mut request = Request { spec, game, engine: engine.as_mut(), threads: 1, budget: &budget };
    let mut findings = request.find_out().unwrap();
    request.look_further(&mut findings);
    if !findings.judged.best.is_empty() && findings.lines.len() > 1 {
        check(&request, &findings);
    }
}

/// The moves of a line that is told as "O b3, X passes: then", played.
fn told_line(game: &Game, first: Move, text: &str) -> Option<Game> {
    let (_, line) = text.split_once("it may go on ")?;
    let (line, _) = line.split_once(": then")?;
    Some(after_line(game, first, line))
}

/// The game after a move and a line of moves with their sides.
fn after_line(game: &Game, first: Move, line: &str) -> Game {
    let mut game = at(game, &[first]).unwrap();
    for told in line.split(", ") {
        let (side, square) = told.split_once(' ').unwrap();
        assert_eq!(side.chars().next(), Some(names::side(game.position().side_to_move())));
        let name = |mv: &Move| game.position().show_move(*mv);
        let mut moves = game.position().moves().into_iter();
        let mv = moves
            .find(|mv| if square == "passes" { *mv == Move::PASS } else { name(mv) == square });
        game.play(mv.unwrap_or_else(|| panic!("{told} in {line}"))).unwrap();
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Every number is what the rules say.
    #[test]
    fn counts_hold_on_the_board(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..50),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let mut engine = mossa_engines::engine(&spec, Options { memory_mb: 1, ..Options::default() });
        let budget = Budget::UNLIMITED;
        let request =
            Request { spec: &spec, game: &game, engine: engine.as_mut(), threads: 1, budget: &budget };
        for mv in game.position().moves() {
            let counts = request.counts(mv);
            prop_assert_eq!(counts.is_none(), at(&game, &[mv]).unwrap().outcome().is_some());
            for count in Count::ALL.into_iter().filter(|&count| count != Count::Beside) {
                let known = counts.as_ref().and_then(|counts| counts.number(count));
                prop_assert_eq!(known, recount(&spec, &game, mv, count), "{:?} {:?}", mv, count);
            }
        }
    }

    /// What is told of all of the best moves beside every worse one, or some of them, is so.
    #[test]
    fn reasons_hold_for_all_of_them(
        spec in prop::sample::select(vec!["othello:6x6", "othello"]),
        choices in prop::collection::vec(0..1000_usize, 1..45),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_judged(&spec, &game, |request, findings| {
            let judged = &findings.judged;
            assert_eq!(judged.best[0], findings.best().mv());
            let worse: Vec<Move> =
                findings.lines[judged.n_good..].iter().map(Line::mv).collect();
            let texts = request.reasons_words(findings);
            let line = |mv: Move| findings.lines.iter().find(|line| line.mv() == mv).unwrap();
            let number = |mv: Move, count: Count| match count {
                Count::CornersLater => recount_corners(&spec, &game, &line(mv).moves).unwrap(),
                Count::MeanLead | Count::Cornered | Count::Won => judged.number(mv, count).unwrap(),
                count => recount(&spec, &game, mv, count).unwrap(),
            };
            for line in findings.lines.iter().filter(|_| !findings.is_proven) {
                let known = judged.number(line.mv(), Count::CornersLater);
                assert_eq!(known, recount_corners(&spec, &game, &line.moves));
                let Some(tries) = findings.tries.get(&line.mv()) else { continue };
                let (lead, cornered) = recount_tries(&spec, &game, tries);
                if let Some(tenths) = judged.number(line.mv(), Count::MeanLead) {
                    let told = f64::from(i32::try_from(tenths).unwrap()) / 10.0;
                    assert!((told - lead).abs() < 0.050_001, "{told} {lead}");
                }
                let known = judged.number(line.mv(), Count::Cornered);
                assert!(known.is_none_or(|known| known == cornered), "{known:?} {cornered}");
            }
            for (&count, text) in judged.reasons.iter().zip(&texts) {
                let (text, alone) = text.split_once(" By this alone ").unwrap_or((text, ""));
                let more = matches!(
                    count,
                    Count::Coming
                        | Count::CornersLater
                        | Count::Kept
                        | Count::KeptSafe
                        | Count::Lead
                        | Count::MeanLead
                        | Count::Won
                );
                let better = alone.split_once(" better").map_or("", |(better, _)| better);
                for &mv in &worse {
                    let name = game.position().show_move(mv);
                    if better.split([' ', ',']).any(|word| word == name) {
                        for &best in &judged.best {
                            let (own, theirs) = (number(best, count), number(mv, count));
                            assert!(if more { own < theirs } else { own > theirs }, "{alone}");
                        }
                    }
                    let others = text.rsplit(". After ").next().unwrap_or(text);
                    let names = others.split(" X ").next().unwrap().split(" O ").next().unwrap();
                    let is_named = names.split([' ', ',']).any(|word| word == name);
                    let is_left = text.contains(&format!("every worse move but {name} "));
                    let is_meant = text.contains("every worse move") || is_named;
                    if is_meant && !is_left {
                        for &best in &judged.best {
                            let (own, theirs) = (number(best, count), number(mv, count));
                            assert!(if more { own > theirs } else { own < theirs }, "{text}");
                        }
                    }
                }
            }
        });
    }

    /// Games that are shown as typical have a lead near the average that is told.
    #[test]
    fn typical_games_are_near_the_average(
        spec in prop::sample::select(vec!["othello:6x6", "othello"]),
        choices in prop::collection::vec(0..1000_usize, 1..40),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_judged(&spec, &game, |request, findings| {
            let [best, .., last] = &findings.lines[..] else { return };
            let Some(games) = request.typical_games(findings, [best, last]) else { return };
            for (moves, line) in games.iter().zip([best, last]) {
                let end = at(&game, moves).unwrap();
                let [own, theirs] = [request.mover(), !request.mover()].map(|side| n_moves(&end, side));
                let mean = findings.judged.number(line.mv(), Count::MeanLead).unwrap();
                assert!((10 * (signed(own) - signed(theirs)) - mean).abs() <= NEAR_AVERAGE);
                assert_eq!(moves[0], line.mv());
            }
        });
    }

    /// A game that shows how a corner is lost can be played, and ends with the other side taking it.
    #[test]
    fn corners_are_taken_as_is_shown(
        spec in prop::sample::select(vec!["othello:6x6", "othello"]),
        choices in prop::collection::vec(0..1000_usize, 10..45),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_judged(&spec, &game, |request, findings| {
            for line in &findings.lines {
                for corner in discs::corners(&spec, &game) {
                    let Some(text) = request.corner_taken(findings, line.mv(), corner) else { continue };
                    let (_, rest) = text.trim_end_matches(')').split_once(", ").unwrap();
                    let end = after_line(&game, line.mv(), rest);
                    let n = end.history().len() - game.history().len();
                    assert_eq!((*end.history().last().unwrap(), n % 2), (corner, 0), "{text}");
                }
            }
        });
    }

    /// What goes wrong later does so in a line that can be played.
    #[test]
    fn what_goes_wrong_does(
        spec in prop::sample::select(vec!["othello:6x6", "othello"]),
        choices in prop::collection::vec(0..1000_usize, 1..45),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_judged(&spec, &game, |request, findings| {
            for index in 1..findings.lines.len() {
                let (mv, mover) = (findings.lines[index].mv(), request.mover());
                if let Some(Fault { words: text, kind }) = request.goes_wrong(findings, index) {
                    let end = told_line(&game, mv, &text).unwrap_or_else(|| at(&game, &[mv]).unwrap());
                    let last = *end.history().last().unwrap();
                    if text.ends_with("must pass.") {
                        assert_eq!(end.position().moves(), [Move::PASS], "{text}");
                        assert_eq!(end.position().side_to_move(), mover);
                        assert!(kind == FaultKind::Pass, "{text}");
                    } else {
                        let corners = discs::corners(&spec, &game);
                        assert!(corners.contains(&last), "{text}");
                        let line = &end.history()[game.history().len()..];
                        let is_lost = |&played: &usize| {
                            let before = at(&game, &line[..played]).unwrap();
                            before.position().side_to_move() != mover && corners.contains(&line[played])
                        };
                        let lost = (0..line.len()).filter(is_lost);
                        let lost: Vec<String> =
                            lost.map(|at| game.position().show_move(line[at])).collect();
                        let corner = Unit::Corner.the(&lost);
                        assert!(text.contains(&format!("has {corner};")), "{text}");
                        assert!(kind == FaultKind::Corner(corner), "{text}");
                    }
                }
                if let Some(Fault { words: text, kind }) = request.runs_dry(findings, index) {
                    let end = told_line(&game, mv, &text).unwrap();
                    let played = end.history().len() - game.history().len();
                    assert!(kind == FaultKind::Choice(played), "{text}");
                    let told = format!(
                        "then {} can go to {}, {} to {};",
                        names::side(mover),
                        names::counted(n_moves(&end, mover) as u64, "square"),
                        names::side(!mover),
                        n_moves(&end, !mover)
                    );
                    assert!(text.contains(&told), "{text}");
                }
            }
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// A board that is shown some moves later is the one that is reached, square by square, and so are the numbers below it.
    #[test]
    fn boards_are_what_is_reached(
        spec in prop::sample::select(vec!["othello:4x6", "othello:6x6", "othello"]),
        choices in prop::collection::vec(0..1000_usize, 1..45), played_on in 1..9_usize,
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_judged(&spec, &game, |request, findings| {
            for line in &findings.lines {
                let Some(shown) = request.later_board(line, played_on) else { continue };
                let end = at(&game, &line.moves[..played_on]).unwrap();
                let name = game.position().show_move(line.mv());
                let moves = if played_on == 2 { "move" } else { "moves" };
                assert_eq!(shown[0], format!("after {name} and {} more {moves}", played_on - 1));
                let view = end.position().view();
                let board = view.board().unwrap();
                let turned = Side::BOTH.map(|side| {
                    discs::turned_to(&end, side).filter(|game| game.outcome().is_none())
                });
                let [mover, other] = [request.mover(), !request.mover()];
                for (cell, &disc) in board.cells.iter().enumerate() {
                    let (row, column) =
                        (cell as u32 / board.columns, cell as u32 % board.columns);
                    let told = shown[row as usize + 2].chars().nth(3 + 2 * column as usize);
                    let goes = |side: Side| {
                        let turned = &turned[usize::from(side == Side::Second)];
                        turned.as_ref().is_some_and(|it| at(it, &[Move(cell as u32)]).is_some())
                    };
                    let expected = match (disc, goes(mover), goes(other)) {
                        (Some(side), ..) => names::side(side),
                        (None, true, true) => '*',
                        (None, true, false) => '+',
                        (None, false, true) => '-',
                        (None, false, false) => '.',
                    };
                    assert_eq!(told, Some(expected), "{shown:#?}");
                }
                let numbers = [mover, other]
                    .map(|side| (names::side(side), n_moves(&end, side)));
                let [(m, own), (o, theirs)] = numbers;
                let told = format!("{m} can go to {own}, {o} to {theirs}");
                assert_eq!(shown.last(), Some(&told));
            }
        });
    }
}

/// Where one move leaves the other side fewest moves, that is told, with the numbers of the others.
#[test]
fn the_plainest_count_is_told() {
    let moves = "f5 f6 e6 f4 e3 c5 g6 g5 f3 g4 h6 d7 d6 e7 h5 g3 c8 d8 e8 f8 g8";
    let text = tests::told("othello", moves, 300_000);
    assert!(text.contains("X has only 7 moves to choose from"), "{text}");
    assert!(text.contains("In short: h3 is right because it leaves X only 7 moves"), "{text}");
}

/// Where nothing that can be counted at once tells the moves apart, each is played on many times, and the averages do.
#[test]
fn what_comes_of_moves_on_average_is_told() {
    let text = tests::told("othello", "f5 f6 e6 f4 g6 c5 g4 g5 f3 e3 c4 g3 h5", 300_000);
    assert!(text.contains("From each move the engine played on 100 times"), "{text}");
    assert!(text.contains(" squares behind after any of these ("), "{text}");
}

/// Where the engine has no plainer reason than what comes of the moves, boards show it, with the numbers that are told.
#[test]
fn what_comes_later_is_shown() {
    let text = tests::told("othello", "f5 f6 e6 f4 c3 d7 f3 d6 g5 e3 g4 c4 d3 d2 f7", 300_000);
    assert!(text.contains("So it may look then"), "{text}");
}

/// Of several best moves the last sentence tells the least that all of them have.
#[test]
fn the_least_of_several_is_told() {
    let of = |numbers: &[i64]| Range::of(numbers.iter().copied()).least_mean_lead();
    assert_eq!(of(&[-25, 10]), "at worst 2.5 fewer");
    assert_eq!(of(&[13, 26]), "1.3 to 2.6 more");
    assert_eq!(of(&[-25, -3]), "0.3 to 2.5 fewer");
}

/// A proven ending is told by a count where it tells nearly all moves from the best one.
#[test]
fn counts_tell_a_proven_ending() {
    let moves = "f5 d6 c3 d3 c4 f4 c5 b3 d2 c6 b5 e1 c2 e3 d1 b6 f1 a4 b4 a3 e2 e6 f3 f6 f7 g5 h6 g6 h5 f8 e7 d7 e8 d8 g4 h3 g3 h2 c8 b8 c7 g8 a6 a5 b7 f2 b2 a1 a2 c1 h4";
    let text = tests::told("othello", moves, 2_000_000);
    assert!(text.contains("X has only 2 safe moves"), "{text}");
    assert!(text.contains("O keeps at least 4 safe moves whatever X answers"), "{text}");
}
