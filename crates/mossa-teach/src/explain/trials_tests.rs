//! What explanations of Othello say of quick games holds when it is counted anew.

use mossa_engines::Options;
use proptest::prelude::*;

use super::{
    claims_tests::{played, with_findings},
    rivals_tests::{any_spec, at},
    trials::{EXPECTED, Trial},
    *,
};

/// Enough positions to look at for the fewest games that are told.
const NODES: u64 = 600_000;

/// Quick games after the best move and the last, and the request that played them.
fn with_trials(spec: &GameSpec, game: &Game, check: impl FnOnce(&Request<'_>, &Findings)) {
    let mut engine = mossa_engines::engine(spec, Options { memory_mb: 4, ..Options::default() });
    let budget = Budget { nodes: Some(5_000), ..Budget::UNLIMITED };
    let mut request = Request { spec, game, engine: engine.as_mut(), threads: 1, budget: &budget };
    let mut findings = request.find_out().unwrap();
    let budget = Budget { nodes: Some(NODES), ..Budget::UNLIMITED };
    request.budget = &budget;
    let last = findings.lines.len() - 1;
    let mut tried = vec![0, 1, last];
    tried.dedup();
    request.play_quickly(&mut findings, &tried);
    check(&request, &findings);
}

/// Who plays first on a square of which no disc is ever turned.
fn first_corner(spec: &GameSpec, game: &Game, moves: &[Move]) -> Option<Side> {
    let corners = discs::corners(spec, game);
    let first = moves.iter().position(|mv| corners.contains(mv))?;
    Some(at(game, &moves[..first]).unwrap().position().side_to_move())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Quick games are played by the rules to the end, what is noted of them happens, and what is told is counted.
    #[test]
    fn quick_games_are_counted(
        spec in prop::sample::select(vec!["othello:4x6", "othello:6x6", "othello:6x6,dirs=hv", "othello"]),
        early in prop::collection::vec(0..1000_usize, 60), left in 10..30_usize,
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let squares = spec.start().position().view().board().unwrap().cells.len();
        let game = played(&spec, &early[..(squares - 4).saturating_sub(left).min(60)]);
        prop_assume!(game.outcome().is_none() && game.position().moves().len() > 1);
        with_trials(&spec, &game, |request, findings| {
            assert!(!findings.trials.is_empty());
            for (index, trials) in &findings.trials {
                let first = findings.lines[*index].mv();
                let after = at(&game, &[first]).unwrap();
                for trial in trials {
                    let end = at(&after, &trial.moves).unwrap();
                    assert_eq!(end.outcome().unwrap().winner, trial.winner);
                    let view = end.position().view();
                    let cells = &view.board().unwrap().cells;
                    let corners = discs::corners(&spec, &game).into_iter();
                    let held: Vec<Option<Side>> = corners.map(|mv| cells[mv.0 as usize]).collect();
                    assert_eq!(held, trial.corners);
                    let all = [&[first], &trial.moves[..]].concat();
                    assert_eq!(first_corner(&spec, &game, &all), trial.first);
                    let line = &findings.lines[*index].moves;
                    let told = line.len().min(EXPECTED);
                    assert_eq!(trial.moves[..told - 1], line[1..told]);
                }
            }
            check_words(request, findings);
            check_corners(request, findings);
            check_agreement(request, findings);
        });
    }
}

/// What is told of a move beside the best one is what was counted, and less.
fn check_words(request: &Request<'_>, findings: &Findings) {
    let mover = request.mover();
    let (index, trials) = findings.trials.last().unwrap();
    let best = findings.trials(0).unwrap();
    assert_eq!(best.len(), trials.len());
    let share = |trials: &[Trial], has: &dyn Fn(&Trial) -> bool| {
        let count = trials.iter().filter(|&it| has(it)).count();
        (100 * count + trials.len() / 2) / trials.len()
    };
    let is_won = |it: &Trial| it.winner == Some(mover);
    let told = request.tried_beside(findings, *index);
    let shares = numbers(&told);
    let counted = [trials, best].map(|trials| share(trials, &is_won));
    assert_eq!(&shares[..2], &counted, "{told}");
    let Some((_, corner)) = told.split_once(" gets the corner ") else { return };
    let named = corner.split(' ').next().unwrap();
    let corners = discs::corners(request.spec, request.game);
    let shown = |mv: &Move| request.game.position().show_move(*mv) == named;
    let place = corners.iter().position(shown).unwrap();
    let is_held = |it: &Trial| it.corners[place] == Some(!mover);
    let counted = [trials, best].map(|trials| share(trials, &is_held));
    assert!(counted[0] > counted[1], "{told}");
    assert_eq!(&shares[2..], &counted, "{told}");
}

/// The percentages in a text.
fn numbers(text: &str) -> Vec<usize> {
    let before = text.split(" %").filter_map(|part| part.rsplit(' ').next());
    before.filter_map(|number| number.parse().ok()).collect()
}

/// Where quick games speak for the best move, fewer are won after all worse ones that were tried.
fn check_agreement(request: &Request<'_>, findings: &Findings) {
    let Some([own, most]) = request.won_most(findings) else { return };
    let won = |index: usize| {
        let trials = findings.trials(index).unwrap();
        let count = trials.iter().filter(|it| it.winner == Some(request.mover())).count();
        (100 * count + trials.len() / 2) / trials.len()
    };
    assert!(own == won(0) && most < own);
    assert_eq!(findings.tried_behind().map(won).max(), Some(most));
}

/// Corners that the other side is said to take more often in quick games it does.
fn check_corners(request: &Request<'_>, findings: &Findings) {
    let (index, _) = findings.trials.last().unwrap();
    let mv = findings.lines[*index].mv();
    for corner in discs::corners(request.spec, request.game) {
        let Some((n_games, told)) = request.taken_more(findings, mv, corner) else { continue };
        let counted = [*index, 0].map(|index| {
            let after = at(request.game, &[findings.lines[index].mv()]).unwrap();
            let takes = |trial: &&Trial| {
                let number = trial.moves.iter().position(|&mv| mv == corner);
                number.is_some_and(|number| {
                    let before = at(&after, &trial.moves[..number]).unwrap();
                    before.position().side_to_move() != request.mover()
                })
            };
            let trials = findings.trials(index).unwrap();
            assert_eq!(trials.len(), n_games);
            trials.iter().filter(takes).count()
        });
        assert_eq!(told, counted);
        assert!(told[0] > told[1]);
    }
}

#[test]
fn quick_games_are_the_same_again() {
    let spec: GameSpec = "othello:6x6".parse().unwrap();
    let game = played(&spec, &[1, 5, 2, 7, 3, 1, 4, 1, 5, 9]);
    let mut known = Vec::new();
    for _ in 0..2 {
        with_trials(&spec, &game, |_, findings| known.push(findings.trials.clone()));
    }
    assert!(known[0] == known[1] && !known[0].is_empty());
    // Chance makes them differ among each other.
    let (_, games) = &known[0][0];
    assert!(games.iter().any(|trial| trial.moves != games[0].moves));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Before moves that hand over a corner or stand beside one, others are asked about: the next best, and the one that
    /// leaves fewest moves.
    #[test]
    fn harmless_looking_moves_are_asked_about(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..40),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, _, _| {
            let facts = |index: usize| DiscFacts::new(&spec, &game, findings.lines[index].mv()).unwrap();
            let is_plain = |facts: &DiscFacts| facts.gives.is_empty() && facts.beside.is_none();
            let plain: Vec<usize> =
                findings.behind().map(|(index, _)| index).filter(|&index| is_plain(&facts(index))).collect();
            let asked: Vec<usize> =
                request.believed_rivals(findings).into_iter().map(|rival| rival.index).collect();
            let is_asked = |index: usize| {
                asked.iter().any(|&it| it == index || findings.are_twins(it, index))
            };
            let Some(&next) = plain.first() else { return };
            assert!(is_asked(next));
            let fewest = plain.iter().map(|&index| facts(index).replies).min().unwrap();
            if fewest < facts(0).replies {
                assert!(asked.iter().any(|&index| facts(index).replies == fewest));
            }
        });
    }
}
