//! What the sentence that sums the reasons up says, and what it rests on, holds when it is counted anew by the rules.

use mossa_engines::Options;
use proptest::prelude::*;

use super::{
    claims_tests::{played, with_findings},
    contrast::Contrast,
    freedom::{AT_ONCE, Lead},
    gist::{IN_SHORT, Kinds},
    harm::Harm,
    outlook::final_count,
    rivals_tests::{any_spec, at, explained},
    sum::Blow,
    *,
};

/// Finds out all that the reasons rest on where nothing is proven.
fn with_belief(spec: &GameSpec, game: &Game, check: impl FnOnce(&Request<'_>, &Findings, &Story)) {
    let mut engine = mossa_engines::engine(spec, Options { memory_mb: 4, ..Options::default() });
    let budget = Budget { nodes: Some(60_000), ..Budget::UNLIMITED };
    let mut request = Request { spec, game, engine: engine.as_mut(), threads: 1, budget: &budget };
    let mut findings = request.find_out().unwrap();
    request.look_further(&mut findings);
    if !findings.is_proven {
        let story = request.story(&findings);
        check(&request, &findings, &story);
    }
}

/// The moves of the side whose turn it is.
fn n_open(game: &Game) -> i32 {
    let open = game.position().moves().into_iter().filter(|&mv| mv != Move::PASS);
    i32::try_from(open.count()).unwrap()
}

/// By how much the mover has more to choose from, turn by turn, in tenths; to the nearest.
fn counted_lead(game: &Game, moves: &[Move]) -> f64 {
    let mut sums = [0, 0];
    for played in 1..=moves.len() {
        sums[played % 2] += n_open(&at(game, &moves[..played]).unwrap());
    }
    let turns = i32::try_from(moves.len().div_ceil(2)).unwrap();
    (10.0 * f64::from(sums[0] - sums[1]) / f64::from(turns)).round()
}

/// Whether the other side than the mover goes to a square in a line.
fn is_theirs(moves: &[Move], square: Move) -> bool {
    moves.iter().enumerate().any(|(number, &mv)| number % 2 == 1 && mv == square)
}

fn check_contrast(request: &Request<'_>, findings: &Findings, best: &Story, index: usize) {
    let (game, mover) = (request.game, request.mover());
    let line = &findings.lines[index].moves;
    let corners = discs::corners(request.spec, game);
    match request.contrast(findings, best, index) {
        Some(Contrast::Corner(number)) => {
            let before = at(game, &line[..number]).unwrap();
            assert_ne!(before.position().side_to_move(), mover);
            assert!(corners.contains(&line[number]) && !is_theirs(&best.moves, line[number]));
        }
        Some(Contrast::Given(corner)) => {
            let is_open = |mv: Move| at(game, &[mv]).unwrap().position().is_legal(corner);
            assert!(corners.contains(&corner) && is_open(line[0]) && !is_open(best.moves[0]));
            assert!(best.moves.iter().take(4).all(|&mv| mv != corner));
        }
        Some(Contrast::Sooner(number)) => {
            let before = at(game, &line[..number]).unwrap();
            assert_ne!(before.position().side_to_move(), mover);
            assert!(corners.contains(&line[number]));
            assert!(line[..number].iter().all(|mv| !corners.contains(mv)));
            assert!(!is_theirs(&best.moves[..best.moves.len().min(number + 1)], line[number]));
        }
        Some(Contrast::Wide(told)) => {
            let left = [line[0], best.moves[0]].map(|mv| n_open(&at(game, &[mv]).unwrap()));
            assert_eq!(told.map(|n| i32::try_from(n).unwrap()), left);
            assert!(left[0] > left[1]);
        }
        Some(Contrast::Proven(exact)) => {
            assert_eq!(findings.lines[index].value, Value::Exact(exact));
        }
        Some(Contrast::Risk(corner)) => assert!(corners.contains(&corner)),
        Some(Contrast::Short(Harm::Pass(number))) => assert_eq!(line[number], Move::PASS),
        Some(Contrast::Short(harm)) => assert!(harm.index() < line.len()),
        Some(Contrast::Choice([Lead(worse), Lead(better)])) => {
            let span = findings.freedom.as_ref().unwrap().span;
            let leads = [line, &best.moves].map(|line| counted_lead(game, &line[..span]));
            let told = [worse, better].map(|lead| f64::from(i32::try_from(lead).unwrap()));
            assert!(told.iter().zip(leads).all(|(told, lead)| (told - lead).abs() < 0.5));
            assert!(worse < better);
        }
        Some(Contrast::Tried) => {
            let won = |index: usize| {
                let trials = findings.trials(index).unwrap().iter();
                trials.filter(|trial| trial.winner == Some(mover)).count()
            };
            assert!(won(index) < won(0));
        }
        None => {}
    }
}

/// Squares that the best move is said to keep from the other side, or to open, are closed and open.
fn check_kept(request: &Request<'_>, findings: &Findings, best: &Story) {
    let told = request.told_rivals(findings, best);
    let told: Vec<Move> = told.iter().map(|rival| findings.lines[rival.index].mv()).collect();
    let can_go = |after: Move, square: Move| {
        let after = at(request.game, &[after]).unwrap();
        after.outcome().is_none() && after.position().is_legal(square)
    };
    let Some(kept) = request.kept(best, &told) else { return };
    let could_go = |square: Move| later_tests::can_go(request.game, !request.mover(), square);
    for &square in kept.denied.iter().chain(&kept.spared) {
        assert!(!can_go(best.moves[0], square) && told.iter().all(|&mv| can_go(mv, square)));
        assert!(!is_theirs(&best.moves, square));
        // Only what is open now can be taken away.
        assert_eq!(could_go(square), kept.denied.contains(&square));
    }
    for square in kept.opened.into_iter().flat_map(|(opened, _)| opened) {
        assert!(can_go(best.moves[0], square));
    }
    for &mv in &told {
        let reply = Story::tell(request.spec, request.game, &[mv]);
        for square in request.opened_beside(best, &reply).into_iter().flatten() {
            assert!(can_go(mv, square) && !can_go(best.moves[0], square));
            assert!(!could_go(square) && square != best.moves[0]);
        }
    }
}

/// Corners that the best move is said to keep from the other side are open now, closed after it, and open after most of
/// the worse moves.
fn check_denied_corners(request: &Request<'_>, findings: &Findings) {
    let denied = request.denied_corners(findings).unwrap_or_default();
    let (game, other) = (request.game, !request.mover());
    for corner in discs::corners(request.spec, game) {
        if !denied.contains(&game.position().show_move(corner)) {
            continue;
        }
        let is_open = |mv: Move| later_tests::can_go(&at(game, &[mv]).unwrap(), other, corner);
        assert!(later_tests::can_go(game, other, corner) && !is_open(findings.best().mv()));
        let left = findings.behind().filter(|(_, line)| is_open(line.mv())).count();
        assert!(2 * left > findings.behind().count());
    }
}

/// Where the best line costs a corner, and others are said to cost one no later, they do.
fn check_price(request: &Request<'_>, findings: &Findings, best: &Story) {
    let told = request.told_rivals(findings, best);
    let corners = discs::corners(request.spec, request.game);
    let first = |moves: &[Move]| {
        let side =
            |number: usize| at(request.game, &moves[..number]).unwrap().position().side_to_move();
        (0..moves.len()).find(|&it| corners.contains(&moves[it]) && side(it) != request.mover())
    };
    assert_eq!(request.corner_cost(best), first(&best.moves));
    if request.all_pay(findings, best, &told) {
        let late = first(&best.moves).unwrap();
        for rival in told {
            assert!(first(&findings.lines[rival.index].moves).unwrap() <= late);
        }
    }
}

/// Every worse move stands in one place, and is named only for what was found.
fn check_gist(request: &Request<'_>, findings: &Findings, best: &Story) {
    let Kinds { corner, short, choice, wide, lost, drawn, tried, untold } =
        request.kinds(findings, best);
    let mut all = [corner, short, choice.clone(), wide, lost, drawn, tried, untold].concat();
    all.sort_unstable();
    assert!(all.iter().copied().eq(findings.behind().map(|(index, _)| index)));
    let told = request.gist(findings, best);
    assert_eq!(told.contains("to choose from"), !choice.is_empty(), "{told}");
    assert!(told.starts_with(IN_SHORT) && told.ends_with('.'), "{told}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// What is believed of the best move and of worse ones is so along their lines.
    #[test]
    fn contrasts_are_on_the_board(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..45),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_belief(&spec, &game, |request, findings, best| {
            for (index, _) in findings.behind() {
                check_contrast(request, findings, best, index);
            }
            if let Some(freedom) = &findings.freedom {
                assert!(findings.behind().any(|(index, _)| freedom.less(index).is_some()));
                assert!(freedom.span == AT_ONCE || freedom.span % 2 == 0);
            }
            check_kept(request, findings, best);
            check_denied_corners(request, findings);
            check_price(request, findings, best);
            check_gist(request, findings, best);
        });
    }

    /// What is said to go wrong in a proven line does, and the line ends worse.
    #[test]
    fn blows_fall(
        spec in prop::sample::select(vec!["othello:4x4", "othello:4x6", "othello:6x6", "othello"]),
        early in prop::collection::vec(0..1000_usize, 60), left in 4..12_usize,
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let squares = spec.start().position().view().board().unwrap().cells.len();
        let game = played(&spec, &early[..(squares - 4 - left.min(squares - 6)).min(60)]);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, best, replies| {
            let mover = request.mover();
            let passes = |story: &Story, side: Side| {
                let turns = story.moves.iter().enumerate();
                let own = usize::from(side != mover);
                turns.filter(|(number, mv)| **mv == Move::PASS && number % 2 == own).count()
            };
            let owner = |story: &Story, cell: u32| {
                let end = at(&game, &story.moves).unwrap();
                end.position().view().board().unwrap().cells[cell as usize]
            };
            let last = |story: &Story| story.moves.iter().rposition(|&mv| mv != Move::PASS).unwrap() % 2;
            for reply in replies.iter().skip(1).flatten() {
                let Some(blow) = request.blow([best, reply]) else { continue };
                let margin = |story: &Story| final_count(story, mover).unwrap().0;
                assert!(margin(reply) < margin(best));
                match blow {
                    Blow::Corner(number) => {
                        assert!(number % 2 == 1 && !is_theirs(&best.moves, reply.moves[number]));
                        assert!(discs::corners(&spec, &game).contains(&reply.moves[number]));
                    }
                    Blow::Short(number, better) => {
                        assert_eq!(request.safe_moves(reply, number), Some(0));
                        assert_eq!(request.safe_moves(best, number), Some(better));
                    }
                    Blow::Squares(squares) => {
                        // Squares that weigh more than the difference are told with what the mover has for them.
                        let [lost, won] = request.ends_apart(best, reply);
                        let is_more = squares.len() > lost.len().saturating_sub(won.len());
                        let instead = request.instead_words([best, reply], squares.len());
                        assert_eq!(!instead.is_empty(), is_more && !won.is_empty(), "{instead}");
                        for cell in squares {
                            assert_eq!([best, reply].map(|it| owner(it, cell)), [Some(mover), Some(!mover)]);
                        }
                    }
                    Blow::Passes => assert!(passes(reply, mover) > passes(best, mover)),
                    Blow::Spared => assert!(passes(reply, !mover) < passes(best, !mover)),
                    Blow::Last => assert_eq!([best, reply].map(last), [0, 1]),
                }
            }
            if let Some(told) = request.proven_gist(findings, best, replies) {
                assert!(told.starts_with(IN_SHORT) && told.ends_with('.'), "{told}");
            }
        });
    }

    /// The reasons end with one sentence that says them all.
    #[test]
    fn reasons_end_in_short(choices in prop::collection::vec(0..1000_usize, 1..58)) {
        let spec: GameSpec = "othello".parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let explanation = explained(&spec, &game, 20_000);
        let why = explanation.sections.iter().find(|section| section.title == "Why").unwrap();
        let texts = why.blocks.iter().filter_map(|block| match block {
            Block::Text(text) => Some(text),
            _ => None,
        });
        let is_short = |text: &&String| text.starts_with(IN_SHORT);
        let ends_at_once = why.speaks_of("it ends the game");
        prop_assert_eq!(texts.filter(is_short).count(), usize::from(!ends_at_once));
    }
}
