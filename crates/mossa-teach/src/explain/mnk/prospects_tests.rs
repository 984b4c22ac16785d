//! m,n,k-games: causes, purposes and what is counted at the end of lines, beside a slow look by the rules alone.

use proptest::prelude::*;

use super::{
    asked::Likeness,
    leaves::{Contrast, NoHurry},
    natural_tests::{slow_forks, slow_wins},
    plans_tests::slow_lines,
    prospects::Tally,
    purpose::{Purpose, lines_with},
    remedy::{Remedy, remedy},
    threatened::Menace,
    uses_tests::winning,
};
use crate::explain::{
    claims_tests::{played, with_findings},
    *,
};

const SPECS: [&str; 5] = ["mnk:4,5,3", "mnk:5,5,4", "mnk:5,6,4,exact", "mnk:6,6,4", "mnk:7,7,5"];

/// How many open lines of each side, the mover's first, hold how many stones.
fn slow_counts(spec: &GameSpec, stones: &Stones, mover: Side) -> [Vec<u32>; 2] {
    [mover, !mover].map(|side| {
        let mut counts = vec![0; stones.run() as usize + 1];
        for line in slow_lines(spec, stones, side) {
            counts[line.iter().filter(|&&cell| stones.is_owned(cell, side)).count()] += 1;
        }
        counts
    })
}

/// How many groups of each side, the mover's first, hold how many stones: the largest set of stones on an open line is
/// taken away, again and again, direction by direction.
fn slow_groups(spec: &GameSpec, stones: &Stones, mover: Side) -> [Vec<u32>; 2] {
    [mover, !mover].map(|side| {
        let mut groups = vec![0; stones.run() as usize + 1];
        let lines = slow_lines(spec, stones, side);
        let mut ways: Vec<u32> = lines.iter().map(|line| line[1] - line[0]).collect();
        ways.sort_unstable();
        ways.dedup();
        for way in ways {
            let mut sets: Vec<Vec<u32>> = lines
                .iter()
                .filter(|line| line[1] - line[0] == way)
                .map(|line| line.iter().copied().filter(|&of| stones.is_owned(of, side)).collect())
                .collect();
            // Of sets that are as large the one whose line begins first, as everywhere.
            while let Some(most) = sets.iter().map(Vec::len).max().filter(|&most| most > 1) {
                let set = sets.iter().filter(|set| set.len() == most).min().unwrap().clone();
                groups[most] += 1;
                sets.retain(|other| other.iter().all(|of| !set.contains(of)));
            }
        }
        groups
    })
}

/// Whether some answer to a move makes two threats at once, with no line to complete for the other side first.
fn is_answered_by_fork(spec: &GameSpec, after: &Game) -> bool {
    let winner = after.position().side_to_move();
    after.position().moves().into_iter().any(|mv| {
        let mut end = after.clone();
        end.play(mv).unwrap();
        let stones = Stones::new(spec, &end).unwrap();
        end.outcome().is_none()
            && winning(&end).is_empty()
            && slow_wins(spec, &stones, winner).len() > 1
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn careless_moves_lose_to_what_is_threatened(
        spec in prop::sample::select(SPECS.to_vec()),
        choices in prop::collection::vec(0..1000_usize, 2..14),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let stones = Stones::new(&spec, &game).unwrap();
        let Some(menace) = Menace::new(&stones, !game.position().side_to_move()) else {
            return Ok(());
        };
        let careless = game.position().moves().into_iter().filter(|&mv| {
            let mut after = game.clone();
            after.play(mv).unwrap();
            is_answered_by_fork(&spec, &after)
        });
        prop_assert_eq!(menace.n_careless(&stones), careless.count());
    }

    #[test]
    fn stones_in_the_way_are_there(
        spec in prop::sample::select(SPECS.to_vec()),
        choices in prop::collection::vec(0..1000_usize, 0..14),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let stones = Stones::new(&spec, &game).unwrap();
        let side = game.position().side_to_move();
        for mv in game.position().moves() {
            let purpose = Purpose::new(&stones, mv.0, side);
            let most = |stones: &Stones, side: Side| {
                let lines = slow_lines(&spec, stones, side).into_iter();
                let lines = lines.filter(|line| line.contains(&mv.0));
                let own = |line: Vec<u32>| {
                    let owned = line.iter().filter(|&&of| of != mv.0 && stones.is_owned(of, side));
                    owned.count()
                };
                lines.map(own).max().unwrap_or(0)
            };
            let theirs = most(&stones, !side);
            prop_assert_eq!(purpose.n_blocked(), if theirs >= 2 { theirs } else { 0 });
            prop_assert_eq!(purpose.n_joined(), most(&stones.with(mv.0, side), side) + 1);
            let after = stones.with(mv.0, side);
            let mut ways: Vec<u32> = Vec::new();
            for group in &purpose.joined {
                prop_assert!(slow_lines(&spec, &after, side).contains(&group.line));
                prop_assert!(group.line.contains(&mv.0) && !group.stones.is_empty());
                let owned = |of: &&u32| **of != mv.0 && after.is_owned(**of, side);
                let owned: Vec<u32> = group.line.iter().filter(owned).copied().collect();
                prop_assert_eq!(&owned, &group.stones);
                let way = group.line[1] - group.line[0];
                prop_assert!(!ways.contains(&way), "each direction once");
                ways.push(way);
            }
            for line in slow_lines(&spec, &after, side) {
                let joins = |of: &&u32| **of != mv.0 && after.is_owned(**of, side);
                if line.contains(&mv.0) && line.iter().any(|of| joins(&of)) {
                    prop_assert!(ways.contains(&(line[1] - line[0])), "none is left out");
                }
            }
            for group in purpose.blocked {
                prop_assert!(group.stones.iter().all(|&of| stones.is_owned(of, !side)));
                let holds = |line: &Vec<u32>| group.stones.iter().all(|of| line.contains(of));
                let mut slow = slow_lines(&spec, &stones, !side);
                slow.retain(holds);
                let mut found = lines_with(&stones, &group.stones, !side);
                slow.sort_unstable();
                found.sort_unstable();
                prop_assert_eq!(slow, found);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_two_moves_leave_is_so(
        spec in prop::sample::select(SPECS.to_vec()),
        choices in prop::collection::vec(0..1000_usize, 2..16),
        pick in 0..1000_usize,
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let stones = Stones::new(&spec, &game).unwrap();
        let (side, moves) = (game.position().side_to_move(), game.position().moves());
        let good = moves[pick % moves.len()].0;
        for bad in moves.into_iter().map(|mv| mv.0).filter(|&bad| bad != good) {
            for contrast in Contrast::all(&stones, good, bad, side) {
                check_contrast(&spec, &stones, &contrast, [good, bad], side);
            }
            for group in Purpose::new(&stones, bad, side).blocked {
                check_no_hurry(&spec, &stones, &group.stones, good, side);
            }
        }
    }
}

/// Lines and stones that are told of two moves, by the rules alone.
fn check_contrast(
    spec: &GameSpec,
    stones: &Stones,
    contrast: &Contrast,
    cells: [u32; 2],
    side: Side,
) {
    let holding = |stones: &Stones, group: &[u32], side: Side| {
        let mut lines = slow_lines(spec, stones, side);
        lines.retain(|line| group.iter().all(|of| line.contains(of)));
        lines.sort_unstable();
        lines
    };
    let [better, worse] = cells.map(|cell| stones.with(cell, side));
    match contrast {
        Contrast::Spends { stones: group, answer } => {
            assert_eq!(slow_wins(spec, &worse, side).len(), 1);
            assert!(slow_wins(spec, &better, side).is_empty());
            assert!(group.iter().all(|&of| stones.is_owned(of, side)));
            assert!(holding(&worse.with(*answer, !side), group, side).is_empty());
            assert!(!holding(&better, group, side).is_empty());
        }
        Contrast::Leaves { stones: group, left, kept, then } => {
            assert!(group.len() > 1 && group.iter().all(|&of| stones.is_owned(of, !side)));
            assert_eq!(holding(&better, group, !side).len(), *kept);
            assert_eq!(holding(&worse, group, !side).len(), *left);
            assert!(left > kept, "and so it does not hold for the better move");
            for &cell in then {
                let prepared = |stones: &Stones| {
                    let had = slow_forks(spec, stones, !side);
                    let has = slow_forks(spec, &stones.with(cell, !side), !side);
                    has.into_iter().any(|fork| !had.contains(&fork))
                };
                assert!(prepared(&worse) && !prepared(&better));
            }
        }
        Contrast::Builds { good, bad, is_quiet } => {
            assert!(good.joined.len() > bad.joined.len());
            let had = slow_forks(spec, stones, side);
            let makes_nothing = |after: &Stones| {
                slow_wins(spec, after, side).is_empty()
                    && slow_forks(spec, after, side).iter().all(|fork| had.contains(fork))
            };
            assert!(bad.n_joined() <= good.n_joined() || makes_nothing(&worse));
            assert!(!is_quiet || makes_nothing(&better));
        }
    }
}

/// Whatever the other side adds to stones that can wait, it has no two threats at once that one stone does not stop.
fn check_no_hurry(spec: &GameSpec, stones: &Stones, group: &[u32], good: u32, side: Side) {
    let is_calm = Side::BOTH.into_iter().all(|side| slow_wins(spec, stones, side).is_empty());
    let facts = Facts::new(stones, Move(good), side).unwrap();
    let told = NoHurry::new(stones, group, good, side).filter(|_| is_calm && facts.is_quiet());
    let Some(told) = told else { return };
    let after = stones.with(good, side);
    let mut lines = slow_lines(spec, &after, !side);
    lines.retain(|line| group.iter().all(|of| line.contains(of)));
    for cell in lines.concat().into_iter().filter(|&cell| after.is_free(cell)) {
        let more = after.with(cell, !side);
        let stops = |answer: &u32| {
            let met = more.with(*answer, side);
            slow_wins(spec, &met, !side).is_empty() && slow_forks(spec, &met, !side).is_empty()
        };
        let is_harmless =
            slow_wins(spec, &more, !side).is_empty() && slow_forks(spec, &more, !side).is_empty();
        assert!(is_harmless || more.open_cells().any(|answer| stops(&answer)));
        if told.example.is_none() {
            assert!(is_harmless);
        }
        if let Some([_, answer]) = told.example.filter(|[more, _]| *more == cell) {
            assert!(stops(&answer));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn what_is_counted_and_compared_is_so(
        spec in prop::sample::select(vec!["mnk:7,7,5", "mnk:9,9,5", "mnk:8,8,5,exact", "mnk:7,7,4"]),
        choices in prop::collection::vec(0..1000_usize, 3..16),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, story, replies| {
            check_remedy(request, story);
            check_settled(request, story);
            let stones = Stones::new(request.spec, request.game).unwrap();
            for rival in request.asked_about(&stones, findings) {
                let line = &findings.lines[rival.index];
                assert!(findings.is_worse(line) && rival.index > 0);
                check_likeness(request, findings, &rival.likeness, line);
                check_lines(request, story, replies[rival.index].as_ref());
                let Some(reply) = replies[rival.index].as_ref() else { continue };
                let Some(difference) = request.difference(story, reply) else { continue };
                let (worse, better) = (&difference.worse, &difference.better);
                check_tally(request, &reply.moves[..difference.length], worse);
                check_tally(request, &story.moves[..difference.length], better);
                for own in better.sizes() {
                    assert!(better.ahead(own) >= worse.ahead(own));
                }
                assert!(worse.groups != better.groups);
            }
        });
    }
}

/// A line that is only expected ends where nothing waits for an answer, unless it would be too short.
fn check_settled(request: &Request<'_>, story: &Story) {
    if story.moves.len() <= 6 || story.is_over() {
        return;
    }
    let stones = Stones::new(request.spec, &story.end).unwrap();
    let is_calm = |stones: &Stones| {
        Side::BOTH.into_iter().all(|side| {
            slow_wins(request.spec, stones, side).is_empty()
                && slow_forks(request.spec, stones, side).is_empty()
        })
    };
    let has_calm_end = (6..story.moves.len()).any(|length| is_calm(&story.steps()[length].before));
    assert!(is_calm(&stones) || !has_calm_end);
}

/// What is said of a move that prepares a double threat: that it could wait, or that nothing is left of it.
fn check_lines(request: &Request<'_>, story: &Story, reply: Option<&Story>) {
    let Some(reply) = reply else { return };
    let (spec, mover) = (request.spec, request.mover());
    let cell = reply.steps()[0].facts.cell;
    let prepares = |stones: &Stones| {
        let had = slow_forks(spec, stones, mover);
        let after = stones.with(cell, mover);
        slow_forks(spec, &after, mover).into_iter().any(|fork| !had.contains(&fork))
    };
    if request.can_wait(cell, story).is_some() {
        let later = &story.steps()[2].before;
        assert!(prepares(&story.steps()[0].before) && prepares(later));
        assert!(slow_forks(spec, later, !mover).is_empty());
        assert!(slow_wins(spec, later, !mover).is_empty());
    }
    if request.used_up(story, reply).is_some() {
        let group = Purpose::new(&reply.steps()[0].before, cell, mover).joined.remove(0).stones;
        let holds = |stones: &Stones, all: &[u32]| {
            slow_lines(spec, stones, mover)
                .iter()
                .any(|line| all.iter().all(|of| line.contains(of)))
        };
        assert!(!holds(&reply.steps()[1].after(), &[&group[..], &[cell]].concat()));
        assert!(holds(&story.steps()[2].before, &group));
    }
}

fn check_tally(request: &Request<'_>, moves: &[Move], tally: &Tally) {
    let game = request.reached(moves).unwrap();
    let stones = Stones::new(request.spec, &game).unwrap();
    assert_eq!(tally.counts, slow_counts(request.spec, &stones, request.mover()));
    assert_eq!(&tally.groups, &slow_groups(request.spec, &stones, request.mover()));
    for side in Side::BOTH {
        assert!(slow_wins(request.spec, &stones, side).is_empty());
        assert!(slow_forks(request.spec, &stones, side).is_empty());
    }
    for side in Side::BOTH {
        let had = slow_forks(request.spec, &stones, side);
        let prepares = |cell: &u32| {
            let after = stones.with(*cell, side);
            let forks = slow_forks(request.spec, &after, side);
            let is_quiet = slow_wins(request.spec, &after, side).is_empty();
            is_quiet && forks.into_iter().any(|fork| !had.contains(&fork))
        };
        let slow: Vec<u32> = stones.open_cells().filter(prepares).collect();
        assert_eq!(stones.preparers(side), slow);
    }
    assert_eq!(tally.is_turn, game.position().side_to_move() == request.mover());
}

/// A move with the same purpose closes an open line with the same stones, or takes the same double threats away.
fn check_likeness(request: &Request<'_>, findings: &Findings, likeness: &Likeness, line: &Line) {
    let stones = Stones::new(request.spec, request.game).unwrap();
    let mover = request.mover();
    let best = findings.best().mv().0;
    let after = |cell: u32| slow_forks(request.spec, &stones.with(cell, mover), !mover);
    match likeness {
        Likeness::NextBest => assert!(findings.is_worse(line)),
        Likeness::SoundsAlike => {
            let alike = quiet::close(findings).into_iter().map(|good| request.kind(&stones, good));
            assert!(alike.into_iter().any(|kind| kind == request.kind(&stones, line)));
            assert!(findings.is_far(line));
        }
        Likeness::Extends => {
            let most = |cell: u32| {
                let after = stones.with(cell, mover);
                let mut lines = slow_lines(request.spec, &after, mover);
                lines.retain(|line| line.contains(&cell));
                let own =
                    |line: &Vec<u32>| line.iter().filter(|&&of| after.is_owned(of, mover)).count();
                lines.iter().map(own).max().unwrap_or(1)
            };
            let facts = Facts::new(&stones, line.mv(), mover).unwrap();
            assert!(facts.prepares_fork() || most(line.mv().0) > most(best));
        }
        Likeness::BlocksMore => {
            let blocked = |cell: u32| {
                let lines = slow_lines(request.spec, &stones, !mover).into_iter();
                let lines = lines.filter(|line| line.contains(&cell));
                let count =
                    |line: Vec<u32>| line.iter().filter(|&&of| stones.is_owned(of, !mover)).count();
                lines.map(count).max().unwrap_or(0)
            };
            assert!(blocked(line.mv().0) > blocked(best));
        }
        Likeness::Takes => {
            let taken = slow_forks(request.spec, &stones, !mover).into_iter();
            let mut taken = taken.filter(|fork| !after(best).contains(fork));
            assert!(taken.all(|fork| !after(line.mv().0).contains(&fork)));
        }
        Likeness::Blocks => {
            let group = Purpose::new(&stones, best, mover).blocked.remove(0);
            let is_closed = |line_cells: &Vec<u32>| {
                line_cells.contains(&line.mv().0)
                    && group.stones.iter().all(|of| line_cells.contains(of))
            };
            assert!(slow_lines(request.spec, &stones, !mover).iter().any(is_closed));
        }
    }
}

/// What is said to take a double threat away does, at once or after threats that have to be answered.
fn check_remedy(request: &Request<'_>, story: &Story) {
    let stones = Stones::new(request.spec, request.game).unwrap();
    let Some(menace) = Menace::new(&stones, !request.mover()) else { return };
    let left = |index: usize| {
        let after = story.steps()[index].after();
        let forks = slow_forks(request.spec, &after, !request.mover());
        forks.into_iter().any(|fork| menace.forks.contains(&fork))
    };
    match remedy(story, &menace) {
        None | Some(Remedy::First) => {}
        Some(Remedy::Takes) => assert!(!left(0)),
        Some(Remedy::Gains(number)) => {
            let last = &story.steps()[number];
            let forks = slow_forks(request.spec, &last.after(), !request.mover());
            assert!(last.facts.is_double() || forks.is_empty() && !left(number));
            for step in story.steps()[..number].iter().step_by(2) {
                assert!(!slow_wins(request.spec, &step.after(), request.mover()).is_empty());
            }
        }
    }
}

#[test]
fn the_threat_comes_first_and_what_is_done_about_it() {
    let told = tests::told("mnk:6,6,4", "f4 c3 c4 e3", 200_000);
    let expected = "Why\nO threatens a double threat at d3: a stone there makes two threats at once, to be completed \
                    at b3 or f3, and X can stop only one. 27 of X's 32 moves lose to it. d3 takes that cell and \
                    prepares a double threat of X's own";
    assert!(told.contains(expected), "{told}");
    let moves = "f7 g6 a6 b5 c4 c6 b3 d5 f3 e6 c3 c1 d6 a3 d4 e5 d2 e7 f1 b4";
    let told = tests::told("mnk:7,7,5", moves, 200_000);
    let expected = "threatens to win at d3, so O must answer there first; then X has time for f5";
    assert!(told.contains(expected), "{told}");
}

#[test]
fn where_all_moves_draw_that_is_said_first() {
    let told = tests::told("mnk:5,5,4", "a3 b3 c1 b1 d5 a5 a4 a2 b4 d2", 200_000);
    assert!(
        told.contains("Why\nAll 15 moves keep the draw. That is proven, so play what you like;")
    );
    assert!(told.contains("the other half of the pair"), "{told}");
}

#[test]
fn beside_a_win_that_is_near_no_slower_one_is_told() {
    let moves = "b7 e7 f2 e2 a15 j13 b5 g7 h7 g9 c5 g10 g2";
    let told = tests::told("gomoku", moves, 100_000);
    assert!(
        told.contains("No other move wins as soon: ") && !told.contains("not proven"),
        "{told}"
    );
}
