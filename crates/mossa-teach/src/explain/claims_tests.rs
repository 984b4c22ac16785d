//! What explanations claim about lines, answers and corners holds when it is played out.

use mossa_engines::Options;
use proptest::prelude::*;

use super::{othello::discs, *};

/// Plays random moves, as far as the game goes.
pub(super) fn played(spec: &GameSpec, choices: &[usize]) -> Game {
    let mut game = spec.start();
    for choice in choices {
        let moves = game.position().moves();
        if let Some(&mv) = moves.get(choice % moves.len().max(1)) {
            game.play(mv).unwrap();
        }
    }
    game
}

/// Finds out, and calls `check` with what was found, the line and the answers.
pub(super) fn with_findings(
    spec: &GameSpec,
    game: &Game,
    check: impl FnOnce(&Request<'_>, &Findings, &Story, &[Option<Story>]),
) {
    let mut engine = mossa_engines::engine(spec, Options { memory_mb: 4, ..Options::default() });
    let budget = Budget { nodes: Some(30_000), ..Budget::UNLIMITED };
    let mut request = Request { spec, game, engine: engine.as_mut(), threads: 1, budget: &budget };
    let findings = request.find_out().unwrap();
    let story = request.story(&findings);
    let replies = request.replies(&findings);
    check(&request, &findings, &story, &replies);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn told_lines_end_as_they_are_said_to(
        spec in prop::sample::select(vec![
            "tictactoe", "mnk:3,4,3", "mnk:4,4,3,exact", "mnk:1,7,3", "connect:4,4,3", "connect:4,5,4",
            "connect:5,4,4", "othello:4x4", "othello:4x4,dirs=hv",
        ]),
        choices in prop::collection::vec(0..1000_usize, 0..10),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, story, replies| {
            let mover = request.mover();
            let proven = findings.proven().map(|exact| exact.result);
            match (proven, story.end.outcome().map(|outcome| outcome.winner)) {
                (Some(GameResult::Win), Some(won)) => assert_eq!(won, Some(mover)),
                (Some(GameResult::Loss), Some(won)) => assert_eq!(won, Some(!mover)),
                (Some(GameResult::Draw), Some(won)) => assert_eq!(won, None),
                (Some(GameResult::Draw), None) => {
                    let stones = story.last_stones().expect("a game of discs is told to its end");
                    assert!(!stones.has_hope(Side::First) && !stones.has_hope(Side::Second));
                }
                _ => {}
            }
            check_replies(request, findings, replies);
            check_resistance(story);
            for story in replies.iter().flatten() {
                check_resistance(story);
            }
        });
    }

    #[test]
    fn corners_and_safe_moves_are_what_the_rules_know(
        spec in prop::sample::select(vec![
            "othello:4x4", "othello:4x6", "othello:6x6,dirs=hv", "othello:6x6,dirs=hd", "othello",
        ]),
        choices in prop::collection::vec(0..1000_usize, 0..30),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        for mv in game.position().moves() {
            check_discs(&spec, &game, mv);
        }
    }

    #[test]
    fn lines_that_are_named_are_open(
        spec in prop::sample::select(vec![
            "connect:5,4,3", "connect:6,7,4", "mnk:5,6,4", "mnk:4,7,3,exact",
        ]),
        choices in prop::collection::vec(0..1000_usize, 0..16),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let stones = Stones::new(&spec, &game).unwrap();
        let mover = game.position().side_to_move();
        for mv in game.position().moves() {
            check_line(&stones, mv, mover);
        }
    }

    #[test]
    fn towers_win(
        spec in prop::sample::select(vec!["connect:5,4,3", "connect:6,7,4", "connect:8,5,4"]),
        choices in prop::collection::vec(0..1000_usize, 4..26),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let stones = Stones::new(&spec, &game).unwrap();
        for side in Side::BOTH {
            for win in stones.later_wins(side) {
                if let Some(low) = facts::tower(&stones, win.cell, side) {
                    prop_assert!(stones.completion(low, side).is_some());
                    let high = stones.above(low).unwrap();
                    prop_assert!(stones.with(low, !side).completion(high, side).is_some());
                }
            }
        }
    }
}

/// The line that a stone is told to belong to can be completed, and winning cells that cannot be prevented
/// can be had after every answer.
fn check_line(stones: &Stones, mv: Move, side: Side) {
    let cell = stones.cell_of(mv).unwrap();
    let after = stones.with(cell, side);
    let (lines, own) = after.open_lines(cell, side);
    assert_eq!(lines, after.lines_with(cell, side, 0));
    assert_eq!(after.best_line(cell, side).is_some(), lines > 0);
    if let Some(line) = after.best_line(cell, side) {
        assert!(line.contains(&cell));
        assert_eq!(line.len(), after.run() as usize);
        let mut filled = after.clone();
        let free: Vec<u32> = line.iter().copied().filter(|&cell| after.is_free(cell)).collect();
        assert_eq!(line.len() - free.len(), own, "its own stones and free cells only");
        let last = free.last().copied();
        for &cell in &free {
            filled.place(cell, side);
        }
        if let Some(last) = last {
            filled.remove(last);
            assert!(filled.completed_by(last, side).is_some());
        }
    }
    let words = Facts::new(stones, mv, side).unwrap().words(stones);
    if words.contains("can then make a winning cell") {
        for reply in after.open_cells() {
            let replied = after.with(reply, !side);
            let next = replied.open_cells().any(|next| {
                let more = replied.with(next, side);
                let wins =
                    |stones: &Stones| stones.wins(side).len() + stones.later_wins(side).len();
                wins(&more) + 1 > wins(&replied) && more.all_wins(side) != replied.all_wins(side)
            });
            assert!(next, "{words}");
        }
    }
}

/// What is told of a worse move begins with it, and the other side wins where it is said to.
fn check_replies(request: &Request<'_>, findings: &Findings, replies: &[Option<Story>]) {
    for (line, reply) in findings.lines.iter().zip(replies) {
        let Some(reply) = reply else { continue };
        assert_eq!(reply.moves[0], line.mv());
        assert!(
            !refute::spoils(line, None)
                || reply
                    .end
                    .outcome()
                    .is_none_or(|outcome| outcome.winner == Some(!request.mover()))
        );
        if let Some(story::Decision::Zugzwang(cell)) = reply.decision(!request.mover()) {
            let last = reply.steps().last().unwrap();
            assert_eq!(last.facts.cell, cell);
            let born = reply.born(cell, last.side);
            let step = &reply.steps()[born.saturating_sub(1)];
            assert!(step.after().completion(cell, last.side).is_some() || born == 0);
        }
    }
}

/// Whoever loses stops a threat in the last move, where there is one and that is possible.
fn check_resistance(story: &Story) {
    let [.., given, last] = story.steps() else { return };
    if last.facts.completes.is_none() || given.facts.is_forced() {
        return;
    }
    for threat in given.before.wins(last.side) {
        let after = given.before.with(threat.cell, given.side);
        assert!(after.wins(last.side).is_empty(), "a threat could have been stopped in vain");
    }
}

/// Corners that can be taken after a move, and how many answers are safe.
fn check_discs(spec: &GameSpec, game: &Game, mv: Move) {
    let mover = game.position().side_to_move();
    let facts = DiscFacts::new(spec, game, mv).unwrap();
    let mut after = game.clone();
    after.play(mv).unwrap();
    let corners = discs::corners(spec, game);
    let can_take = |game: &Game, side: Side| {
        let is_turn = game.outcome().is_none() && game.position().side_to_move() == side;
        let legal = |corner: &&Move| is_turn && game.position().is_legal(**corner);
        corners.iter().filter(legal).map(|&corner| game.position().show_move(corner)).collect()
    };
    let mut named: Vec<String> = facts.gives.iter().chain(&facts.leaves).cloned().collect();
    let mut taken: Vec<String> = can_take(&after, !mover);
    named.sort();
    taken.sort();
    assert_eq!(named, taken, "{} in {}", game.position().show_move(mv), game.position().diagram());
    let replies = after.position().moves();
    let show = |corner: &Move| game.position().show_move(*corner);
    let safe = replies.iter().filter(|&&reply| {
        let mut next = after.clone();
        let is_move = reply != Move::PASS && next.play(reply).is_ok();
        let answers: Vec<String> = can_take(&next, mover);
        let open = discs::turned_to(&after, mover).map_or_else(Vec::new, |turned| {
            corners.iter().filter(|&&corner| turned.position().is_legal(corner)).map(show).collect()
        });
        is_move && answers.iter().all(|answer| open.contains(answer))
    });
    if after.outcome().is_none() {
        assert_eq!(facts.safe.len(), safe.count());
    }
}

#[test]
fn the_same_is_said_each_time() {
    for (spec, moves) in
        [("mnk:5,5,4,exact", "c3 b2 c2 c4"), ("othello:6x6", "c2"), ("connect:7,8,5", "45")]
    {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = spec.start();
        game.play_text(moves).unwrap();
        let explain = || {
            let options = Options { memory_mb: 4, ..Options::default() };
            let mut engine = mossa_engines::engine(&spec, options);
            let budget = Budget { nodes: Some(20_000), ..Budget::UNLIMITED };
            let engine = engine.as_mut();
            let (spec, game) = (&spec, &game);
            Request { spec, game, engine, threads: 1, budget: &budget }.explain().unwrap()
        };
        assert_eq!(explain(), explain(), "{spec} {moves}");
    }
}
