//! What the sentence that sums the reasons up says, and what it rests on, holds when it is counted anew by the rules.

use mossa_engines::Options;
use proptest::prelude::*;

use super::{
    believed,
    contrast::Contrast,
    discs, firm,
    gauge::{Count, Gauge},
    gist,
    gist::IN_SHORT,
    harm::Harm,
    late_tests, later_tests,
    outlook::final_count,
    passes,
    plight::Plight,
    rivals_tests::{any_spec, at, explained},
    sum::Blow,
    together_tests::{check_difference, check_together},
};
use crate::explain::{
    claims_tests::{played, with_findings},
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

/// To how many squares a side can go, whoever's turn it is.
pub(super) fn n_squares(game: &Game, side: Side) -> usize {
    let cells = game.position().view().board().unwrap().cells.len() as u32;
    (0..cells).filter(|&cell| later_tests::can_go(game, side, Move(cell))).count()
}

/// The corners that a side can take.
fn n_corners(request: &Request<'_>, game: &Game, side: Side) -> Vec<Move> {
    let corners = discs::corners(request.spec, game);
    corners.into_iter().filter(|&mv| later_tests::can_go(game, side, mv)).collect()
}

/// How many moves the side whose turn it is has that open no corner to the other side.
pub(super) fn n_safe(request: &Request<'_>, game: &Game) -> usize {
    let other = !game.position().side_to_move();
    let known = n_corners(request, game, other);
    let is_safe = |mv: &Move| {
        let after = at(game, &[*mv]).unwrap();
        *mv != Move::PASS && n_corners(request, &after, other).iter().all(|it| known.contains(it))
    };
    game.position().moves().into_iter().filter(is_safe).count()
}

/// How many discs of a side have an empty square beside them.
fn n_outside(game: &Game, side: Side) -> usize {
    let view = game.position().view();
    let board = view.board().unwrap();
    let columns = board.columns;
    let place = |cell: usize| (cell as u32 / columns, cell as u32 % columns);
    let is_near = |a: usize, b: usize| {
        let ((row, column), (r, c)) = (place(a), place(b));
        row.abs_diff(r) <= 1 && column.abs_diff(c) <= 1
    };
    let is_empty = |cell: &usize| board.cells[*cell].is_none();
    let all = 0..board.cells.len();
    let own = all.clone().filter(|&cell| board.cells[cell] == Some(side));
    own.filter(|&cell| all.clone().filter(is_empty).any(|it| is_near(cell, it))).count()
}

/// A count is what the rules say.
fn check_count(request: &Request<'_>, line: &[Move], gauge: Gauge) -> Count {
    let (game, mover) = (request.game, request.mover());
    let after = |played: usize| at(game, &line[..played]).unwrap();
    let told = request.count(line, gauge).unwrap();
    let [own, theirs] = match gauge {
        Gauge::Replies => [0, n_squares(&after(1), !mover)],
        Gauge::SafeReplies => [0, n_safe(request, &after(1))],
        Gauge::Outside => [0, n_outside(&after(1), mover)],
        Gauge::Least => {
            let after = after(1);
            let left = after.position().moves().into_iter().map(|answer| {
                assert_ne!(answer, Move::PASS);
                n_squares(&at(&after, &[answer]).unwrap(), mover)
            });
            [left.min().unwrap(), 0]
        }
        Gauge::Own => [n_squares(&after(2), mover), 0],
        Gauge::OwnSafe => [n_safe(request, &after(2)), 0],
        Gauge::Later(played) => [mover, !mover].map(|side| n_squares(&after(played), side)),
    };
    assert_eq!(told, Count { own, theirs }, "{gauge:?}");
    told
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
        Some(Contrast::Proven(exact)) => {
            assert_eq!(findings.lines[index].value, Value::Exact(exact));
        }
        Some(Contrast::Beside(corner)) => {
            let board = game.position().view();
            assert!(corners.contains(&corner));
            assert_eq!(board.board().unwrap().cells[corner.0 as usize], None);
            assert!(!best.moves.iter().skip(2).step_by(2).any(|&mv| mv == line[0]));
        }
        Some(Contrast::Short(Harm::Pass(number))) => assert_eq!(line[number], Move::PASS),
        Some(Contrast::Short(harm)) => assert!(harm.index() < line.len()),
        Some(Contrast::Waits) => {
            let [first, second] = [1, 2].map(|played| at(game, &best.moves[..played]).unwrap());
            assert!(corners.contains(&line[0]) && !corners.contains(&best.moves[0]));
            assert!(!later_tests::can_go(&first, !mover, line[0]));
            assert!(later_tests::can_go(&second, mover, line[0]));
        }
        Some(Contrast::Missed(number)) => {
            assert!(number % 2 == 0 || best.moves[..number].contains(&Move::PASS));
            assert!(corners.contains(&best.moves[number]));
            let own = Story::tell(request.spec, game, &line[..line.len().min(believed::SOON)]);
            assert!(!own.turns().iter().any(|turn| turn.takes_corner && turn.side == mover));
        }
        Some(Contrast::Opens) => {
            let opened = request.opened_beside(best, &request.line_after(findings, index)).unwrap();
            let left = |mv: Move| at(game, &[mv]).unwrap();
            for square in opened {
                assert!(left(line[0]).position().is_legal(square));
                assert!(!left(best.moves[0]).position().is_legal(square));
            }
        }
        Some(Contrast::Answer | Contrast::Closed) => {
            assert!(!at(game, &best.moves[..1]).unwrap().position().is_legal(line[1]));
            assert!(!is_theirs(&best.moves, line[1]));
        }
        Some(Contrast::Edge(corner)) => {
            let board = game.position().view();
            let board = board.board().unwrap();
            let place = |mv: Move| [mv.0 / board.columns, mv.0 % board.columns];
            let far = |mv: Move| -> u32 {
                place(mv).into_iter().zip(place(corner)).map(|(a, b)| a.abs_diff(b)).sum()
            };
            assert!(corners.contains(&corner) && board.cells[corner.0 as usize].is_none());
            assert!(far(line[0]) == 1 && far(best.moves[0]) != 1);
        }
        Some(Contrast::Late(late)) => late_tests::check(request, findings, index, late),
        Some(Contrast::Taken) => assert_eq!(line[1], best.moves[0]),
        Some(Contrast::Count(gauge)) => {
            let [worse, better] =
                [line, &findings.lines[0].moves].map(|line| check_count(request, line, gauge));
            assert_eq!(request.counts(findings, index, gauge), Some([worse, better]));
            assert!(worse.own + better.theirs < better.own + worse.theirs);
            if gauge == Gauge::Outside {
                let [more, fewer] = [line, &findings.lines[0].moves]
                    .map(|line| check_count(request, line, Gauge::Replies).theirs);
                assert!(fewer < more, "{fewer} {more}");
            }
            let words = gist::choice_words(['X', 'O'], worse, better);
            assert!(!words.contains("X more choice") || better.own > worse.own, "{words}");
            assert!(!words.contains("less") || better.theirs < worse.theirs, "{words}");
            for square in request.left_open(best, &request.line_after(findings, index)) {
                let is_open = |game: &Game| later_tests::can_go(game, !mover, square);
                assert!(is_open(game) && is_open(&at(game, &line[..1]).unwrap()));
                assert!(!is_open(&at(game, &best.moves[..1]).unwrap()));
            }
        }
        None => {}
    }
}

/// Squares that the best move is said to keep from the other side, or to open, are closed and open.
fn check_kept(request: &Request<'_>, findings: &Findings, best: &Story) {
    let told = request.told_rivals(findings);
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

/// What is said of the squares that an answer closes, that a line opens, and of discs that lie inside is so.
fn check_squares(request: &Request<'_>, findings: &Findings, best: &Story) {
    let (game, mover) = (request.game, request.mover());
    for cell in request.gained(best) {
        let later = at(game, &best.moves[..2]).unwrap();
        assert!(later_tests::can_go(&later, mover, Move(cell)));
        assert!(!later_tests::can_go(game, mover, Move(cell)));
    }
    let after = at(game, &best.moves[..1]).unwrap();
    let is_open = |game: &Game, mv: Move| later_tests::can_go(game, !mover, mv);
    let (closed, opened) = request.changes(best);
    assert!(closed.into_iter().all(|mv| is_open(game, mv) && !is_open(&after, mv)));
    assert!(opened.into_iter().all(|mv| !is_open(game, mv) && is_open(&after, mv)));
    for (index, line) in findings.behind() {
        let reply = request.line_after(findings, index);
        for cell in request.closed_by_answer(&reply) {
            let [before, after] = [1, 2].map(|played| at(game, &line.moves[..played]).unwrap());
            assert!(later_tests::can_go(&before, mover, Move(cell)));
            assert!(!later_tests::can_go(&after, mover, Move(cell)));
        }
    }
}

/// What a beginner would look at gets a word or is about as good, and nothing is both.
fn check_asked(request: &Request<'_>, findings: &Findings) {
    let (game, best) = (request.game, findings.best().mv());
    let told: Vec<usize> = request.told_rivals(findings).iter().map(|it| it.index).collect();
    let peers = findings.peers();
    assert!(told.iter().all(|index| !peers.contains(index)));
    let corners = discs::corners(request.spec, game);
    let mut behind = findings.behind();
    if let Some((index, _)) = behind.find(|(_, line)| corners.contains(&line.mv())) {
        assert!(told.iter().any(|&it| it == index || findings.are_twins(it, index)));
    }
    // Somebody who is left clearly fewer moves by another one, which opens no corner, hears of such a move.
    let left = |mv: Move| n_squares(&at(game, &[mv]).unwrap(), !request.mover());
    let gives = |mv: Move| {
        DiscFacts::new(request.spec, game, mv).is_none_or(|facts| !facts.gives.is_empty())
    };
    let is_narrow = |mv: Move| left(mv) + 3 <= left(best) && !gives(mv);
    if findings.behind().any(|(_, line)| is_narrow(line.mv())) {
        assert!(told.iter().any(|&index| is_narrow(findings.lines[index].mv())));
    }
}

/// What a side that is about to win has more of, it has; and moves to avoid open a corner.
fn check_plight(request: &Request<'_>, findings: &Findings, best: &Story) {
    let game = request.game;
    let Some(ahead) = request.far_ahead(findings) else { return };
    let corners = &discs::corners(request.spec, game);
    for plight in request.plight(findings, best) {
        let (told, count): (_, Box<dyn Fn(Side) -> usize>) = match plight {
            Plight::Corners(told) => {
                let view = game.position().view();
                let cells = view.board().unwrap().cells.clone();
                let is_held = move |side: Side| {
                    corners.iter().filter(|mv| cells[mv.0 as usize] == Some(side)).count()
                };
                (told, Box::new(is_held))
            }
            Plight::Firm(told) => {
                (told, Box::new(|side: Side| firm::counts(request.spec, game)[side.index()]))
            }
            Plight::Moves(told) => (told, Box::new(|side| n_squares(game, side))),
            Plight::Safe(played, told) => {
                let later = at(game, &best.moves[..played]).unwrap();
                assert_ne!(later.position().side_to_move(), ahead);
                let safe = move |side| {
                    discs::turned_to(&later, side).map_or(0, |turn| n_safe(request, &turn))
                };
                (told, Box::new(safe))
            }
        };
        assert_eq!(told, [ahead, !ahead].map(count), "{plight:?}");
        assert!(told[0] > told[1]);
    }
}

/// Moves that are to be avoided open a corner, and the best one does not.
fn check_avoided(request: &Request<'_>, findings: &Findings) {
    let other = !request.mover();
    let open = |mv: Move| n_corners(request, &at(request.game, &[mv]).unwrap(), other).len();
    for line in request.to_avoid(findings) {
        assert!(open(line.mv()) > 0 && open(findings.best().mv()) == 0);
    }
}

/// What is worth a percent less than a move that is about as good is called so, too, unless there is a reason that
/// everybody understands.
fn check_ranks(request: &Request<'_>, findings: &Findings, best: &Story) {
    let peers = findings.peers().into_iter();
    let last = peers.map(|index| findings.percent_behind(&findings.lines[index]));
    let last = last.fold(0.0, f64::max);
    let is_cornered =
        |(index, _): &(usize, &Line)| request.corner_against(findings, best, *index).is_some();
    if findings.behind().any(|it| is_cornered(&it)) {
        return;
    }
    for (_, line) in findings.behind() {
        let less = findings.percent_behind(line);
        let is_known = matches!(line.value, Value::Exact(_));
        assert!(is_known || less > last + 1.0 || less > 10.0, "{less} {last}");
    }
}

/// The board that is drawn is the one of which the reasons speak.
fn check_moment(request: &Request<'_>, findings: &Findings, best: &Story) {
    let main = findings.gauge.map(Gauge::moment).filter(|&it| it > 1 && it <= best.moves.len());
    let spoken = request.spoken_moment(findings, best);
    assert!(main.is_none() || main == spoken);
    let others = findings.gauge.map(|gauge| {
        let told = request.told_rivals(findings);
        (gauge, request.others_apart(findings, best, &told, gauge))
    });
    for (gauge, index) in
        others.into_iter().flat_map(|(gauge, all)| all.into_iter().map(move |it| (gauge, it)))
    {
        let [worse, better] =
            [index, 0].map(|index| check_count(request, &findings.lines[index].moves, gauge));
        assert!(worse.own + better.theirs < better.own + worse.theirs);
    }
}

/// One sentence, in which the main count is found.
fn check_gist(request: &Request<'_>, findings: &Findings, best: &Story) {
    let told = request.gist(findings, best);
    assert!(told.starts_with(IN_SHORT) && told.ends_with('.'), "{told}");
    if let Some(gauge) = findings.gauge {
        check_count(request, &best.moves, gauge);
    }
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
            check_kept(request, findings, best);
            check_denied_corners(request, findings);
            check_squares(request, findings, best);
            check_gist(request, findings, best);
            check_asked(request, findings);
            check_plight(request, findings, best);
            check_avoided(request, findings);
            check_ranks(request, findings, best);
            check_moment(request, findings, best);
            check_together(request, findings, best);
            check_difference(request, findings, best);
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
                    Blow::Taken => assert_eq!(reply.moves[1], best.moves[0]),
                    Blow::Short(number, better) => {
                        assert_eq!(request.safe_moves(reply, number), Some(0));
                        assert_eq!(request.safe_moves(best, number), Some(better));
                    }
                    Blow::Firm(number, squares) => {
                        // What can never be turned again is the mover's from there on.
                        for (cell, played) in squares.iter().flat_map(|&cell| {
                            (number..=best.moves.len()).map(move |played| (cell, played))
                        }) {
                            let board = at(&game, &best.moves[..played]).unwrap().position().view();
                            assert_eq!(board.board().unwrap().cells[cell as usize], Some(mover));
                        }
                    }
                    Blow::Squares(squares) => {
                        // Squares that weigh more than the difference do not tell it.
                        let [lost, won] = request.ends_apart(best, reply);
                        assert!(squares.len() + won.len() <= lost.len() || won.is_empty());
                        for cell in squares {
                            assert_eq!([best, reply].map(|it| owner(it, cell)), [Some(mover), Some(!mover)]);
                        }
                    }
                    Blow::Passes => assert!(passes(reply, mover) > passes(best, mover)),
                    Blow::Spared => assert!(passes(reply, !mover) < passes(best, !mover)),
                    Blow::Last => assert_eq!([best, reply].map(last), [0, 1]),
                }
            }
            if let Some(lost) = request.changed_hands(best, !mover) {
                let [now, end] = [&game, &at(&game, &best.moves).unwrap()].map(|it| it.position().view());
                let cells = now.board().unwrap().cells.iter().zip(&end.board().unwrap().cells);
                let told = cells.filter(|(now, end)| **now == Some(!mover) && **end == Some(mover));
                assert_eq!(lost, told.count());
            }
            for side in Side::BOTH {
                if let Some(number) = passes::first_pass(best, side) {
                    let before = at(&game, &best.moves[..number]).unwrap();
                    assert_eq!(before.position().moves(), [Move::PASS]);
                    assert_eq!(before.position().side_to_move(), side);
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
