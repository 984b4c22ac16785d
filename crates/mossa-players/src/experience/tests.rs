//! A burnt player in games against stronger ones, and in positions that are solved.

use mossa_engines::{Engine, Options};
use mossa_games::{GameSpec, Played, Record};
use mossa_kernel::{Budget, Fingerprint, Player};
use mossa_search::{Aim, Task};
use proptest::prelude::*;

use super::*;
use crate::{Notebook, PlayerSpec, lessons};

fn player(name: &str, spec: &GameSpec) -> Box<dyn Player> {
    name.parse::<PlayerSpec>().unwrap().build(spec, 0).unwrap()
}

/// Plays a game; `depths` are how far the two look ahead. Returns what the first remarked, too.
fn play(
    spec: &GameSpec,
    players: [&str; 2],
    depths: [u32; 2],
    notebook: &Arc<Notebook>,
) -> (Record, Vec<String>) {
    let mut seated = players.map(|name| player(name, spec));
    for player in &mut seated {
        player.remember(notebook.clone());
    }
    let mut game = spec.start();
    let (mut moves, mut remarks) = (Vec::new(), Vec::new());
    while game.outcome().is_none() {
        let seat = game.position().side_to_move().index();
        let budget = Budget { depth: Some(depths[seat]), ..Budget::UNLIMITED };
        let mut reported = Vec::new();
        let choice = seated[seat]
            .choose(&game, &budget, &mut |line| reported.push(line.to_owned()))
            .unwrap();
        assert_eq!(seated[seat].remark(), reported.first().map(String::as_str));
        remarks.extend(reported);
        game.play(choice.mv).unwrap();
        moves.push(Played { mv: choice.mv, milliseconds: Some(0), value: choice.value });
    }
    let players = players.map(str::to_owned);
    let outcome = game.outcome();
    (Record { spec: spec.clone(), start: None, players, outcome, moves }, remarks)
}

/// Two games in a row; what was learned from the first is there in the second.
fn twice(spec: &str, players: [&str; 2], depths: [u32; 2]) -> [(Record, Vec<String>); 2] {
    let spec = spec.parse().unwrap();
    let notebook = Arc::new(Notebook::default());
    [(); 2].map(|()| {
        let (record, remarks) = play(&spec, players, depths, &notebook);
        notebook.note(&lessons(&record, notebook.as_ref()));
        (record, remarks)
    })
}

#[test]
fn the_same_game_is_not_lost_twice() {
    for (spec, depths) in [
        ("mnk:13,13,5", [2, 6]),
        ("mnk:10,10,5", [5, 2]),
        ("connect4", [1, 5]),
        ("connect:5,6,4", [2, 5]),
        ("connect:8,8,4", [5, 2]),
        ("othello:6x6", [1, 5]),
        ("othello:6x6", [5, 3]),
    ] {
        let weaker = usize::from(depths[1] < depths[0]);
        let [(one, _), (other, _)] = twice(spec, ["engine", "engine"], depths);
        let loser = one.outcome.unwrap().winner.map(|winner| (!winner).index());
        assert_eq!(loser, Some(weaker), "the weaker one loses {spec}");
        assert_eq!(one, other, "without experience the same game of {spec} is played again");
        let mut players = ["engine", "engine"];
        players[weaker] = "engine:experience=on";
        let [(again, _), (another, remarks)] = twice(spec, players, depths);
        assert_eq!(again.moves, one.moves, "there is nothing to avoid yet");
        assert_ne!(another.moves, one.moves, "{spec}");
        let remark = &remarks[0];
        assert!(remark.starts_with("experience: ") && remark.contains(" lost here once, so "));
    }
}

#[test]
fn in_the_long_run_it_pays() {
    for (spec, depths) in [("connect4", [5, 2]), ("othello:6x6", [5, 2])] {
        let weaker = usize::from(depths[1] < depths[0]);
        let mut players = ["engine", "engine"];
        players[weaker] = "engine:experience=on";
        let spec: GameSpec = spec.parse().unwrap();
        let notebook = Arc::new(Notebook::default());
        let is_lost = |record: &Record| {
            record.outcome.unwrap().winner.is_some_and(|winner| winner.index() != weaker)
        };
        let lost = (0..10).take_while(|_| {
            let (record, _) = play(&spec, players, depths, &notebook);
            notebook.note(&lessons(&record, notebook.as_ref()));
            is_lost(&record)
        });
        let lost = lost.count();
        assert!((1..10).contains(&lost), "{lost} games of {spec} were lost before one was not");
    }
}

/// Remembers the worst about every move, or about some.
#[derive(Debug)]
struct Trauma(u64);

impl Memory for Trauma {
    fn recall(&self, spot: Fingerprint) -> Vec<(Move, Tally)> {
        (0..64)
            .filter(|mv| {
                self.0 == 0 || !mossa_kernel::keys::mix(spot.key ^ self.0 ^ mv).is_multiple_of(3)
            })
            .map(|mv| {
                (Move(mv as u32), Tally { losses: 9, blamed: 9 * FULL_BLAME, ..Tally::default() })
            })
            .collect()
    }
}

/// What each move is really worth.
fn truth(spec: &GameSpec, game: &Game) -> Vec<(Move, GameResult)> {
    let mut engine: Box<dyn Engine> = mossa_engines::engine(spec, Options::default());
    let task = Task { budget: &Budget::UNLIMITED, aim: Aim::Solve, lines: usize::MAX, threads: 1 };
    let report = engine.think(game, &task, &mut |_| {}).unwrap();
    let result = |line: &Line| match line.value {
        Value::Exact(exact) => exact.result,
        Value::Estimate(_) => panic!("it is solved"),
    };
    report.lines.iter().map(|line| (line.mv(), result(line))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn a_solved_position_is_never_made_worse(
        which in 0..4_usize,
        walk in proptest::collection::vec(any::<u32>(), 0..14),
        trauma in 0..5_u64,
    ) {
        let spec: GameSpec =
            ["tictactoe", "connect:4,4,3", "othello:4x4", "mnk:3,4,3"][which].parse().unwrap();
        let mut game = spec.start();
        for choice in walk {
            let moves = game.position().moves();
            let Some(&mv) = moves.get(choice as usize % moves.len().max(1)) else { break };
            game.play(mv).unwrap();
        }
        if game.outcome().is_none() {
            let truth = truth(&spec, &game);
            let best = truth.iter().map(|(_, result)| *result).max().unwrap();
            let mut player = player("engine:experience=on", &spec);
            player.remember(Arc::new(Trauma(trauma)));
            let choice = player.choose(&game, &Budget::UNLIMITED, &mut |_| {}).unwrap();
            let (_, result) = truth.iter().find(|(mv, _)| *mv == choice.mv).unwrap();
            prop_assert_eq!(*result, best, "{}", game.position().diagram());
        }
    }
}

fn line(mv: u32, value: Value) -> Line {
    Line { moves: vec![Move(mv)], value, depth: 1 }
}

fn chance(chance: f64) -> Value {
    Value::Estimate(mossa_kernel::Estimate { score: chance, winning_chance: Some(chance) })
}

/// Which line is picked when the moves with these numbers lost once.
fn picked(lines: &[Line], lost: &[u32]) -> usize {
    let once = Tally { losses: 1, blamed: FULL_BLAME, ..Tally::default() };
    let known = lost.iter().map(|&mv| (Move(mv), once)).collect();
    let mut experience = Experience { memory: None, known, remark: None };
    let spec: GameSpec = "connect4".parse().unwrap();
    let index = experience.pick(&spec.start(), lines);
    assert_eq!(experience.remark().is_some(), index > 0);
    index
}

#[test]
fn what_is_comparable_is_taken_and_what_is_proven_stays() {
    let exact = |result| Value::exact(result, None);
    let (win, draw, loss) =
        (exact(GameResult::Win), exact(GameResult::Draw), exact(GameResult::Loss));
    let lines = |values: &[Value]| -> Vec<Line> {
        (0..).zip(values).map(|(mv, &value)| line(mv, value)).collect()
    };
    for (values, lost, expected) in [
        (&[chance(0.6), chance(0.5)][..], &[][..], 0),
        (&[chance(0.6), chance(0.5)], &[1], 0),
        (&[chance(0.6), chance(0.5)], &[0], 1),
        (&[chance(0.6), chance(0.2)], &[0], 0),
        (&[chance(0.6), chance(0.5), chance(0.5)], &[0, 1], 2),
        (&[chance(0.6), chance(0.5)], &[0, 1], 0),
        (&[chance(0.6), draw], &[0], 1),
        (&[chance(0.1), loss], &[0], 0),
        (&[win, chance(0.9)], &[0], 0),
        (&[win, win], &[0], 0),
        (&[draw, chance(0.9)], &[0], 0),
        (&[draw, draw], &[0], 1),
        (&[draw, loss, draw], &[0], 2),
        (&[loss, loss], &[0], 0),
        (&[Value::score(5.0), Value::score(4.0)], &[0], 0),
        (&[Value::score(5.0), Value::score(5.0)], &[0], 1),
        (&[], &[0], 0),
    ] {
        assert_eq!(picked(&lines(values), lost), expected, "{values:?} {lost:?}");
    }
}
