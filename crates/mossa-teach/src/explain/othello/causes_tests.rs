//! What explanations of Othello say for the best move holds when it is counted square by square.

use mossa_engines::Options;
use proptest::prelude::*;

use super::{
    cause::Little,
    discs,
    rivals_tests::{any_spec, at},
};
use crate::explain::{
    claims_tests::{played, with_findings},
    *,
};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// What the best moves are said to leave less of than others they do, square by square.
    #[test]
    fn causes_are_on_the_board(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..40),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, _, _| {
            let count = |index: usize, what: Little| {
                left_after(&spec, &game, findings.lines[index].mv(), what)
            };
            let Some(cause) = request.cause(findings, false) else { return };
            let peers = findings.peers();
            let most = cause.group.iter().map(|&index| count(index, cause.what)).max();
            assert_eq!(most, Some(cause.most));
            assert!(cause.group[0] == 0 && cause.group.iter().all(|index| peers.contains(index)));
            assert_eq!(cause.group, peers);
            assert!(!cause.worse.is_empty());
            for &(index, n) in &cause.worse {
                assert!(!peers.contains(&index) && n > cause.most);
                assert_eq!(n, count(index, cause.what));
            }
            let is_plain = |mv: Move| {
                let facts = DiscFacts::new(&spec, &game, mv).unwrap();
                facts.gives.is_empty() && facts.leaves.is_empty() && facts.beside.is_none()
            };
            let mut others = (0..findings.lines.len()).filter(|index| !peers.contains(index));
            // Where a best move is not plain, or the best line has a move later, others need not be.
            let is_best = peers.iter().all(|&index| is_plain(findings.lines[index].mv()));
            let later: Vec<Move> = findings.best().moves.iter().skip(2).step_by(2).copied().collect();
            let next = others.find(|&index| {
                let mv = findings.lines[index].mv();
                is_plain(mv) || !is_best || later.contains(&mv)
            });
            assert!(next.is_none_or(|next| cause.worse.iter().any(|(index, _)| *index == next)));
            let n_others = findings.lines.len() - peers.len();
            assert!(!cause.is_all || cause.worse.len() == n_others);
        });
    }

    /// Lines that are played on can be played, begin as before, and end where no corner can be taken if they changed.
    #[test]
    fn lines_go_on(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..40),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let options = Options { memory_mb: 4, ..Options::default() };
        let mut engine = mossa_engines::engine(&spec, options);
        let budget = Budget { nodes: Some(10_000), ..Budget::UNLIMITED };
        let engine = engine.as_mut();
        let mut request = Request { spec: &spec, game: &game, engine, threads: 1, budget: &budget };
        let mut findings = request.find_out().unwrap();
        let before = findings.lines.clone();
        request.look_further(&mut findings);
        prop_assert_eq!(findings.lines.len(), before.len());
        for line in &findings.lines {
            let before = &before.iter().find(|it| it.mv() == line.mv()).unwrap().moves;
            let common = line.moves.len().min(before.len());
            prop_assert_eq!(&line.moves[..common], &before[..common]);
            prop_assert!(at(&game, &line.moves).is_some());
        }
    }

    /// What the other side is said to want it could play, and after the best move it cannot; and what is said to be
    /// answered with a square is.
    #[test]
    fn what_is_wanted_is_taken_away(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..50),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let options = Options { memory_mb: 4, ..Options::default() };
        let mut engine = mossa_engines::engine(&spec, options);
        let budget = Budget { nodes: Some(20_000), ..Budget::UNLIMITED };
        let engine = engine.as_mut();
        let mut request = Request { spec: &spec, game: &game, engine, threads: 1, budget: &budget };
        let mut findings = request.find_out().unwrap();
        request.find_wish(&mut findings);
        let best = findings.best().mv();
        if let Some(wish) = findings.wish {
            let turned = discs::turned_to(&game, !request.mover()).unwrap();
            prop_assert!(turned.position().is_legal(wish) && wish != Move::PASS);
        }
        let Some(told) = request.taken_away(&findings, &findings.best().moves, &[]) else { return Ok(()) };
        let after = at(&game, &[best]).unwrap();
        if told.contains("if it were") || told.starts_with("If it were") {
            prop_assert!(!after.position().is_legal(findings.wish.unwrap()), "{}", told);
            prop_assert_eq!(told.contains(" itself"), findings.wish == Some(best), "{}", told);
        }
        let answer = findings.wish.filter(|_| told.contains("were")).unwrap_or(best);
        let answered = told.split_once("would answer ").map_or("", |(_, rest)| rest);
        let answered = answered.split_once(" with ").map_or(answered, |(names, _)| names);
        for name in answered.trim_end_matches('.').replace(" and ", ", ").split(", ") {
            if let Some(more) = name.strip_suffix(" other moves") {
                let alike = findings.behind().filter(|(_, line)| line.moves.get(1) == Some(&answer));
                prop_assert_eq!(more, (alike.count() - 4).to_string(), "{}", told);
                continue;
            }
            let line = findings.lines.iter().find(|line| game.position().show_move(line.mv()) == name);
            prop_assert!(name.is_empty() || line.unwrap().moves[1] == answer, "{}", told);
        }
    }

    /// Where most other moves are said to open corners or to stand beside one, they do, and the best do not.
    #[test]
    fn risky_moves_are_near_corners(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..50),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, _, _| {
            let Some((n_clean, risky)) = request.risky(findings) else { return };
            let is_open = |mv: Move| {
                let after = at(&game, &[mv]).unwrap();
                let turned = discs::turned_to(&after, !request.mover());
                let corners = discs::corners(&spec, &game);
                let can = |corner: &Move| {
                    turned.as_ref().is_some_and(|turned| turned.position().is_legal(*corner))
                };
                corners.iter().any(can)
            };
            let peers = findings.peers();
            assert_eq!(peers.len(), n_clean);
            assert!(peers.iter().all(|&index| !is_open(findings.lines[index].mv())));
            for index in risky {
                let mv = findings.lines[index].mv();
                let beside = DiscFacts::new(&spec, &game, mv).unwrap().beside;
                assert!(is_open(mv) || beside.is_some());
                assert!(!peers.contains(&index));
                let mut later = findings.best().moves.iter().skip(2).step_by(2);
                assert!(later.all(|&own| own != mv));
            }
        });
    }
}

/// How much of something there is after a move, counted square by square.
fn left_after(spec: &GameSpec, game: &Game, mv: Move, what: Little) -> usize {
    let after = at(game, &[mv]).unwrap();
    let legal = || after.position().moves().into_iter().filter(|&mv| mv != Move::PASS);
    match what {
        Little::Moves => legal().count(),
        Little::Safe => {
            let open = |game: &Game| -> Vec<Move> {
                let side = game.position().side_to_move();
                let mover = if after.position().side_to_move() == side { !side } else { side };
                let turned = discs::turned_to(game, mover);
                let corners = discs::corners(spec, game).into_iter();
                let is_open = |corner: &Move| {
                    turned.as_ref().is_some_and(|game| game.position().is_legal(*corner))
                };
                corners.filter(is_open).collect()
            };
            let before = open(&after);
            let is_safe = |mv: &Move| {
                open(&at(&after, &[*mv]).unwrap()).iter().all(|corner| before.contains(corner))
            };
            legal().filter(is_safe).count()
        }
    }
}
