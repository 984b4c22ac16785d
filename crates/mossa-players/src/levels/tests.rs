//! Levels on boards of all kinds: legal, repeatable, watchful where they should be, and better from
//! one to the next.

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Choice, Game, Move};
use mossa_search::Aim;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

use super::*;
use crate::PlayerSpec;

/// What levels play in tests, on their own limits.
const FREE: Budget<'static> = Budget::UNLIMITED;

fn parse(spec: &str) -> GameSpec {
    spec.parse().unwrap()
}

fn level(level: u64, spec: &GameSpec, seed: u64) -> Box<dyn Player> {
    let player: PlayerSpec = format!("engine:level={level},memory=1").parse().unwrap();
    player.build(spec, seed).unwrap()
}

fn choose(number: u64, spec: &GameSpec, game: &Game, seed: u64) -> Choice {
    level(number, spec, seed).choose(game, &FREE, &mut |_| {}).unwrap()
}

/// A game after so many random moves, or fewer if that would end it.
fn at_random(spec: &GameSpec, plies: usize, rng: &mut Xoshiro256PlusPlus) -> Game {
    let mut game = spec.start();
    for _ in 0..plies {
        let moves = game.position().moves();
        let mut next = game.clone();
        next.play(moves[rng.random_range(0..moves.len())]).unwrap();
        if next.outcome().is_some() {
            break;
        }
        game = next;
    }
    game
}

/// The moves that win on the spot.
fn wins_in_one(game: &Game) -> Vec<Move> {
    let side = game.position().side_to_move();
    let mut moves = game.position().moves();
    moves.retain(|&mv| {
        let mut after = game.clone();
        after.play(mv).unwrap();
        after.outcome().is_some_and(|outcome| outcome.winner == Some(side))
    });
    moves
}

/// The moves after which the other side cannot win on the spot.
fn safe_moves(game: &Game) -> Vec<Move> {
    let mut moves = game.position().moves();
    moves.retain(|&mv| {
        let mut after = game.clone();
        after.play(mv).unwrap();
        after.outcome().is_some_and(|outcome| outcome.winner.is_none())
            || after.outcome().is_none() && wins_in_one(&after).is_empty()
    });
    moves
}

const ODD_BOARDS: &[&str] = &[
    "mnk:1,1,1",
    "mnk:1,9,3",
    "mnk:7,1,2",
    "mnk:3,3,3",
    "mnk:4,6,5",
    "mnk:9,9,5,exact",
    "mnk:30,2,4",
    "connect:1,7,3",
    "connect:9,1,4",
    "connect:6,7,4",
    "connect:12,13,5",
    "connect:5,5,1",
    "othello:4x4",
    "othello:4x8,dirs=h",
    "othello:6x6",
    "sticks:1,1",
    "sticks:21,3",
    "sticks:40,take=2/5/7,misere",
    "sticks:3+5+7",
    "sticks:1+1+1+9,misere",
];

#[test]
fn every_level_plays_whole_games_on_odd_boards() {
    for (number, spec) in ODD_BOARDS.iter().enumerate() {
        let spec = parse(spec);
        for own in 1..HIGHEST {
            // Against the next but two, so that deep and shallow ones meet.
            let mut players = [level(own, &spec, 1), level((own + 2) % 9 + 1, &spec, 2)];
            let mut game = spec.start();
            while game.outcome().is_none() && game.history().len() < 12 + number {
                let player = &mut players[game.history().len() % 2];
                let choice = player.choose(&game, &FREE, &mut |_| {}).unwrap();
                assert_eq!(choice.line.first(), Some(&choice.mv), "{spec}");
                let own = choice.candidates.iter().find(|(mv, _)| *mv == choice.mv);
                assert_eq!(own.map(|(_, value)| *value), choice.value, "{spec}");
                game.play(choice.mv).unwrap();
            }
        }
    }
}

#[test]
fn the_largest_boards_are_answered_within_the_positions_of_a_level() {
    for spec in ["mnk:200,200,5", "connect:200,200,8", "othello:26x26", "sticks:10000+10000"] {
        let spec = parse(spec);
        let game = at_random(&spec, 6, &mut Xoshiro256PlusPlus::seed_from_u64(5));
        for number in [1, 9] {
            let choice = choose(number, &spec, &game, 1);
            assert!(game.position().is_legal(choice.mv), "{spec}");
            if !matches!(spec, GameSpec::Sticks(_)) {
                // Before it looks ahead, it looks at each move that comes to mind.
                let most = Strength::of(number, &spec).nodes + 10_000;
                assert!(choice.nodes < most, "{spec}: {} positions", choice.nodes);
            }
        }
    }
}

#[test]
fn a_finished_game_is_refused() {
    let spec = parse("connect:1,1,1");
    let mut game = spec.start();
    game.play_text("1").unwrap();
    let refusal = level(3, &spec, 0).choose(&game, &FREE, &mut |_| {});
    assert_eq!(refusal, Err(PlayerError::GameOver));
}

#[test]
fn the_same_seed_makes_the_same_choice_whatever_came_before() {
    for spec in ["connect4", "gomoku", "othello", "sticks:30,4"].map(parse) {
        let game = at_random(&spec, 8, &mut Xoshiro256PlusPlus::seed_from_u64(2));
        for number in [1, 4, 7] {
            let choices: Vec<Choice> =
                (0..6).map(|seed| choose(number, &spec, &game, seed)).collect();
            let mut busy = level(number, &spec, 3);
            for plies in [0, 5, 11] {
                let other = at_random(&spec, plies, &mut Xoshiro256PlusPlus::seed_from_u64(9));
                busy.choose(&other, &FREE, &mut |_| {}).unwrap();
            }
            assert_eq!(busy.choose(&game, &FREE, &mut |_| {}).unwrap(), choices[3], "{spec}");
            if number == 1 {
                let is_varied = choices.iter().any(|choice| choice.mv != choices[0].mv);
                assert!(is_varied, "{spec}: a child does not always play the same");
            }
        }
    }
}

#[test]
fn the_highest_level_is_the_engine() {
    let budget = Budget { nodes: Some(2_000), ..FREE };
    for spec in ["connect4", "gomoku", "othello", "sticks:30,4"].map(parse) {
        let game = at_random(&spec, 7, &mut Xoshiro256PlusPlus::seed_from_u64(4));
        let ask = |player: &str| {
            let player: PlayerSpec = player.parse().unwrap();
            player.build(&spec, 6).unwrap().choose(&game, &budget, &mut |_| {}).unwrap()
        };
        assert_eq!(ask("engine:level=10,memory=1"), ask("engine:memory=1"), "{spec}");
    }
}

#[test]
fn levels_below_the_highest_care_for_no_clock_that_is_long_enough() {
    let spec = parse("connect4");
    let game = at_random(&spec, 6, &mut Xoshiro256PlusPlus::seed_from_u64(8));
    let hour = Budget { time: Some(std::time::Duration::from_hours(1)), ..FREE };
    for number in 1..HIGHEST {
        let timed = level(number, &spec, 1).choose(&game, &hour, &mut |_| {}).unwrap();
        assert_eq!(timed, choose(number, &spec, &game, 1));
    }
}

#[test]
fn limits_from_outside_are_obeyed() {
    for spec in ["connect4", "gomoku", "othello"].map(parse) {
        let game = at_random(&spec, 6, &mut Xoshiro256PlusPlus::seed_from_u64(8));
        for nodes in [1, 10, 300, 1_000] {
            let budget = Budget { nodes: Some(nodes), ..FREE };
            let choice = level(9, &spec, 1).choose(&game, &budget, &mut |_| {}).unwrap();
            assert!(choice.nodes <= nodes + 1, "{spec}: {} of {nodes}", choice.nodes);
            assert!(game.position().is_legal(choice.mv));
        }
        let budget = Budget { depth: Some(1), ..FREE };
        let choice = level(9, &spec, 1).choose(&game, &budget, &mut |_| {}).unwrap();
        assert_eq!(choice.line.len(), 1, "{spec}");
    }
}

#[test]
fn children_miss_blocks_and_older_ones_do_not() {
    let spec = parse("connect4");
    let mut game = spec.start();
    game.play_text("1 7 1 6 1").unwrap();
    let missed =
        |number| (0..200).filter(|&seed| choose(number, &spec, &game, seed).mv != Move(0)).count();
    let missed: Vec<usize> = (1..=4).map(missed).collect();
    assert!(missed.is_sorted_by(|lower, higher| lower > higher), "{missed:?}");
    assert!(
        missed[2] > 10 && missed[2] < 100,
        "a third is blocked more often than not: {missed:?}"
    );
    assert_eq!(missed[3], 0);
}

/// How much of what positions are worth a level gives away, on average.
fn mean_loss(number: u64, spec: &GameSpec, positions: &[(Game, Vec<(Move, f64)>)]) -> f64 {
    let mut count = 0.0;
    let lost = (0..).zip(positions).map(|(seed, (game, worth))| {
        count += 1.0;
        let chosen = choose(number, spec, game, seed).mv;
        let best = worth.iter().map(|(_, worth)| *worth).fold(0.0, f64::max);
        best - worth.iter().find(|(mv, _)| *mv == chosen).expect("a legal move").1
    });
    lost.sum::<f64>() / count
}

/// Positions in which moves differ, and what each is worth.
fn judged(spec: &GameSpec, count: usize) -> Vec<(Game, Vec<(Move, f64)>)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut engine = mossa_engines::engine(spec, Options { memory_mb: 1, ..Options::default() });
    let mut positions = Vec::new();
    while positions.len() < count {
        let plies = rng.random_range(0..6);
        let game = at_random(spec, plies, &mut rng);
        let moves = game.position().moves().len();
        let task = mossa_search::Task { budget: &FREE, aim: Aim::Solve, lines: moves, threads: 1 };
        let report = engine.think(&game, &task, &mut |_| {}).unwrap();
        let worth = |value: &mossa_kernel::Value| match value {
            mossa_kernel::Value::Exact(exact) => f64::from(exact.result as u8) / 2.0,
            mossa_kernel::Value::Estimate(_) => panic!("a small game is solved"),
        };
        let worth: Vec<(Move, f64)> =
            report.lines.iter().map(|line| (line.mv(), worth(&line.value))).collect();
        if worth.len() == moves && worth.iter().any(|(_, one)| (one - worth[0].1).abs() > 0.1) {
            positions.push((game, worth));
        }
    }
    positions
}

#[test]
fn less_is_given_away_from_level_to_level() {
    for spec in ["tictactoe", "sticks:21,3"].map(parse) {
        let positions = judged(&spec, 300);
        let lost: Vec<f64> =
            [1, 3, 5, 7, 10].map(|number| mean_loss(number, &spec, &positions)).into();
        assert!(
            lost.windows(2).all(|pair| pair[1] < pair[0] || pair == [0.0; 2]),
            "{spec}: {lost:?}"
        );
        assert!(lost[0] > 0.2 && lost[4] == 0.0, "{spec}: {lost:?}");
    }
}

/// Boards on which lines can be completed.
fn any_line_game() -> impl Strategy<Value = String> {
    let sizes = (1_u32..9, 1_u32..9)
        .prop_flat_map(|(rows, columns)| (Just(rows), Just(columns), 1..=rows.max(columns).min(5)));
    (sizes, 0..3).prop_map(|((rows, columns, run), kind)| match kind {
        0 => format!("mnk:{rows},{columns},{run}"),
        1 => format!("mnk:{rows},{columns},{run},exact"),
        _ => format!("connect:{rows},{columns},{run}"),
    })
}

fn any_game() -> impl Strategy<Value = String> {
    let others = prop_oneof![
        Just("othello:4x4".to_owned()),
        Just("othello:6x6".to_owned()),
        Just("othello:4x6,dirs=hv".to_owned()),
        (1_u32..30, 1_u32..6).prop_map(|(sticks, take)| format!("sticks:{sticks},{take}")),
        (1_u32..30, 1_u32..6).prop_map(|(sticks, take)| format!("sticks:{sticks},{take},misere")),
        (1_u32..6, 1_u32..6).prop_map(|(one, two)| format!("sticks:{one}+{two}+1")),
    ];
    prop_oneof![3 => any_line_game(), 1 => others]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn from_level_4_on_wins_and_blocks_in_one_are_never_missed(
        spec in any_game(), number in 4_u64..10, plies in 0_usize..40, seed in any::<u64>(),
    ) {
        let spec = parse(&spec);
        let game = at_random(&spec, plies, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let chosen = choose(number, &spec, &game, seed).mv;
        let wins = wins_in_one(&game);
        let good = if wins.is_empty() { safe_moves(&game) } else { wins };
        let is_missed = !good.is_empty() && !good.contains(&chosen);
        prop_assert!(!is_missed, "{spec}: {}", game.position().diagram());
    }
}
