//! What explanations of Othello claim holds when it is played out.

use mossa_engines::Options;
use proptest::prelude::*;

use super::{discs, firm, harm::Harm, outlook, turning};
use crate::explain::{
    claims_tests::{played, with_findings},
    *,
};

/// All that is said of a position, in one text.
fn told(spec: &str, moves: &str) -> String {
    tests::told(spec, moves, 200_000)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    /// What is said never to be turned again is not, however the game goes on.
    #[test]
    fn firm_discs_stay(
        spec in prop::sample::select(vec![
            "othello:4x4", "othello:6x6", "othello", "othello:4x6,dirs=hv", "othello:6x6,dirs=hd",
            "othello:6x6,dirs=vd", "othello:6x4,dirs=h", "othello:6x6,dirs=v", "othello:6x6,dirs=d",
        ]),
        choices in prop::collection::vec(0..1000_usize, 0..70),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = spec.start();
        let anchors = discs::corners(&spec, &game);
        let mut known: Vec<(usize, Side)> = Vec::new();
        for choice in choices {
            let moves = game.position().moves();
            let Some(&mv) = moves.get(choice % moves.len().max(1)) else { break };
            game.play(mv).unwrap();
            let view = game.position().view();
            let board = view.board().unwrap();
            for &(cell, side) in &known {
                prop_assert_eq!(board.cells[cell], Some(side), "{}", game.position().diagram());
            }
            let firm = firm::Firm::new(&spec, &game).unwrap().cells();
            let owned = board.cells.iter().enumerate().filter(|(cell, _)| firm[*cell]);
            known = owned.map(|(cell, owner)| (cell, owner.unwrap())).collect();
            let held = anchors.iter().filter(|mv| board.cells[mv.0 as usize].is_some());
            prop_assert!(held.into_iter().all(|mv| firm[mv.0 as usize]));
        }
    }

    /// Squares that are said to be lost for good with a move are, and are kept after the best move.
    #[test]
    fn lost_squares_are_lost(
        spec in prop::sample::select(vec!["othello:4x4", "othello:4x4,dirs=hd", "othello:4x6"]),
        choices in prop::collection::vec(0..1000_usize, 2..20),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, _, story, replies| {
            for reply in replies.iter().flatten() {
                check_lost_squares(request, story, reply);
            }
        });
    }

    /// Harm that is said to come soon does, and not as soon after the best move.
    #[test]
    fn harm_is_done(
        spec in prop::sample::select(vec!["othello:4x4", "othello:4x6", "othello:6x6", "othello:6x6,dirs=hv"]),
        choices in prop::collection::vec(0..1000_usize, 0..26),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, story, _| {
            for line in &findings.lines[1..] {
                let reply = Story::tell(&spec, &game, &line.moves);
                check_harm(request, story, &reply);
            }
            check_count(story);
        });
    }

    /// A corner that is said to be worth less, or as much, is.
    #[test]
    fn words_about_corners_are_true(choices in prop::collection::vec(0..1000_usize, 0..10)) {
        let spec: GameSpec = "othello:4x4".parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let mut engine = mossa_engines::engine(&spec, Options { memory_mb: 4, ..Options::default() });
        let budget = Budget { nodes: Some(100_000), ..Budget::UNLIMITED };
        let engine = engine.as_mut();
        let mut request = Request { spec: &spec, game: &game, engine, threads: 1, budget: &budget };
        let findings = request.find_out().unwrap();
        let mut story = request.story(&findings);
        request.annotate(&findings, &mut story);
        let mut at = game.clone();
        for (index, &mv) in story.moves.iter().enumerate() {
            check_note(&spec, &at, mv, story.turns()[index].note.as_deref());
            at.play(mv).unwrap();
        }
    }
}

/// The margin with best play, for the side to move.
fn margin(game: &Game) -> i32 {
    if let Some(outcome) = game.outcome() {
        let margin = i32::from(outcome.margin.unwrap_or(0));
        let side = game.position().side_to_move();
        return outcome.winner.map_or(0, |winner| if winner == side { margin } else { -margin });
    }
    let after = game.position().moves().into_iter().map(|mv| margin_of(game, mv));
    after.max().unwrap()
}

fn margin_of(game: &Game, mv: Move) -> i32 {
    let (side, mut after) = (game.position().side_to_move(), game.clone());
    after.play(mv).unwrap();
    if after.position().side_to_move() == side { margin(&after) } else { -margin(&after) }
}

/// What a note says of a move is so if all ways are tried.
fn check_note(spec: &GameSpec, game: &Game, mv: Move, note: Option<&str>) {
    let Some(note) = note else { return };
    let free = game.position().view().board().unwrap().cells.iter().filter(|c| c.is_none()).count();
    // More would take the slow way too long.
    if free > 6 || note.contains("no other move") || note.starts_with("Each of") {
        return;
    }
    let word = note.trim_start_matches("Taking ").split([' ', ',']).next().unwrap();
    let tried = game.position().read_move(word).unwrap();
    let (worth, best) = (margin_of(game, tried), margin_of(game, mv));
    let is_told = if note.contains("as good") {
        worth == best
    } else if note.contains("not the best") {
        worth > best
    } else {
        worth < best && (worth == 0 || note.contains(&format!("{}", worth.abs())))
    };
    assert!(is_told, "{spec}: {note} {worth} {best} in {}", game.position().diagram());
}

/// Corners, passes and the lack of safe moves are where they are said to be.
fn check_harm(request: &Request<'_>, best: &Story, reply: &Story) {
    let Some(harm) = request.harm(best, reply) else { return };
    let mover = request.mover();
    let at = |story: &Story, count: usize| request.reached(&story.moves[..count]).unwrap();
    let corners = discs::corners(request.spec, request.game);
    let held = |game: &Game, side: Side| {
        let view = game.position().view();
        let cells = &view.board().unwrap().cells;
        corners.iter().filter(|corner| cells[corner.0 as usize] == Some(side)).count().cast_signed()
    };
    let lead = |game: &Game| held(game, mover) - held(game, !mover);
    match harm {
        Harm::Corner(index) => {
            assert!(corners.contains(&reply.moves[index]));
            assert_eq!(at(reply, index).position().side_to_move(), !mover);
            assert!(lead(&at(reply, index + 1)) < lead(&at(best, index + 1)));
            // Nor does the other side take it later in the best line.
            let mut counts = 0..best.moves.len();
            assert!(!counts.any(|count| {
                let is_theirs = at(best, count).position().side_to_move() == !mover;
                best.moves[count] == reply.moves[index] && is_theirs
            }));
        }
        Harm::Pass(index) => {
            assert_eq!(at(reply, index).position().moves(), [Move::PASS]);
            for count in 0..=index {
                let game = at(best, count);
                let is_turn = game.position().side_to_move() == mover;
                assert!(!is_turn || game.position().moves() != [Move::PASS]);
            }
        }
        Harm::Short(index, better) => {
            let [worse, better_now] =
                [reply, best].map(|story| safe_moves(request, &at(story, index)));
            assert_eq!((worse, better_now), (0, better));
        }
    }
}

/// How many moves open no corner to the other side that was closed to it before.
fn safe_moves(request: &Request<'_>, game: &Game) -> usize {
    let side = game.position().side_to_move();
    assert_eq!(side, request.mover());
    let corners = discs::corners(request.spec, game);
    let open = |game: Option<Game>| {
        let legal =
            |corner: &&Move| game.as_ref().is_some_and(|game| game.position().is_legal(**corner));
        corners.iter().filter(legal).copied().collect::<Vec<Move>>()
    };
    let before = open(discs::turned_to(game, !side));
    let moves = game.position().moves().into_iter().filter(|&mv| mv != Move::PASS);
    moves
        .filter(|&mv| {
            let mut after = game.clone();
            after.play(mv).unwrap();
            open(discs::turned_to(&after, !side)).iter().all(|corner| before.contains(corner))
        })
        .count()
}

/// Discs and empty squares make up the board, and the margin.
fn check_count(story: &Story) {
    let Some(text) = outlook::ended(story) else { return };
    let words: Vec<String> = text.split(|c: char| !c.is_ascii_digit()).map(str::to_owned).collect();
    let numbers: Vec<i32> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let outcome = story.end.outcome().unwrap();
    let empty = match numbers.get(2) {
        Some(&empty) => empty,
        None => i32::from(text.contains("the empty square")),
    };
    let margin = (numbers[0] - numbers[1]).abs() + empty;
    assert_eq!(margin, outcome.margin.map_or(0, i32::from), "{text}");
}

/// From the named move on the other side owns the squares, and not before it.
fn check_lost_squares(request: &Request<'_>, best: &Story, reply: &Story) {
    let Some(turning) = request.turning_point(best, reply) else { return };
    let turning::Turning { lost: number, held, squares } = turning;
    let owner =
        |game: &Game, cell: u32| game.position().view().board().unwrap().cells[cell as usize];
    let mover = request.mover();
    let mut game = request.game.clone();
    for index in 0..=reply.moves.len() {
        for &cell in &squares {
            let is_theirs = owner(&game, cell) == Some(!mover);
            assert!(is_theirs || index < number);
            assert!(!is_theirs || index + 1 != number, "they had it before");
        }
        if let Some(&mv) = reply.moves.get(index) {
            game.play(mv).unwrap();
        }
    }
    for index in held..=best.moves.len() {
        let game = request.reached(&best.moves[..index]).unwrap();
        assert!(squares.iter().all(|&cell| owner(&game, cell) == Some(mover)));
    }
    if let Some(before) = held.checked_sub(1) {
        let game = request.reached(&best.moves[..before]).unwrap();
        assert!(
            squares.iter().all(|&cell| owner(&game, cell) != Some(mover)),
            "it had them before"
        );
    }
}

#[test]
fn corners_are_explained() {
    let text = told("othello:4x4", "");
    assert!(
        text.contains("X holds more corners in the end, 3 against 1, and loses all the same"),
        "{text}"
    );
    assert!(text.contains("d2, the only move that opens no corner, would win by only 6"), "{text}");
    let text = told("othello:4x4", "b1 c1 d1");
    assert!(
        text.contains("Why not a3? It loses by 16. That is one disc that changes sides"),
        "{text}"
    );
    assert!(!text.contains("Then X takes"), "{text}");
}

#[test]
fn words_fit_the_directions() {
    let text = told("othello:6x6,dirs=hd", "b3 b4 a5 a4 b5 d2 e1 b2 e4 f4 d5 c2 a2");
    assert!(text.contains("a disc in the first or the last column can never be turned"), "{text}");
    assert!(!text.contains("the corner "), "{text}");
    let text = told("othello:4x4,dirs=v", "b1");
    assert!(text.contains("O has only one move, and it ends the game."), "{text}");
    assert!(!text.contains("There is no choice") && !text.contains("Few moves"), "{text}");
}

#[test]
fn firm_discs_point_the_way_of_the_verdict() {
    let text =
        told("othello", "f5 d6 c3 d3 c4 b3 c2 g5 a3 b1 d1 a2 a1 c1 a4 e1 b2 b4 f1 d2 a5 e2 g6 g7");
    assert!(text.contains("X has 10 discs that can never be turned again (a1 to f1"), "{text}");
}
