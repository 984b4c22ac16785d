//! What explanations of Othello say against other moves holds when it is counted and played out.

use std::collections::HashSet;

use mossa_engines::{Options, othello::Counted};
use proptest::prelude::*;

use super::{
    cause::Little,
    claims_tests::{played, with_findings},
    fate::Blow,
    freedom::Measured,
    *,
};

const SPECS: [&str; 6] = [
    "othello:4x4",
    "othello:4x6",
    "othello:6x6",
    "othello:6x6,dirs=hv",
    "othello:6x6,dirs=vd",
    "othello",
];

fn any_spec() -> impl Strategy<Value = GameSpec> {
    prop::sample::select(SPECS.to_vec()).prop_map(|spec| spec.parse().unwrap())
}

fn explained(spec: &GameSpec, game: &Game, nodes: u64) -> Explanation {
    let options = Options { memory_mb: 4, ..Options::default() };
    let mut engine = mossa_engines::engine(spec, options);
    let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
    Request { spec, game, engine: engine.as_mut(), threads: 1, budget: &budget }.explain().unwrap()
}

fn rows(explanation: &Explanation, title: &str) -> Vec<Vec<String>> {
    let section = explanation.sections.iter().find(|section| section.title == title);
    let blocks = section.into_iter().flat_map(|section| &section.blocks);
    blocks
        .flat_map(|block| match block {
            Block::Table { rows, .. } => rows.clone(),
            Block::Text(_) | Block::Lines(_) => Vec::new(),
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Wherever moves differ, or may, the next best one gets a word, and no move gets two values.
    #[test]
    fn the_next_best_move_gets_a_word(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..50),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let explanation = explained(&spec, &game, 20_000);
        let told = tests::text(&explanation);
        let moves = rows(&explanation, "The moves");
        // Of moves that differ by a few percent no difference is told.
        let is_proven = explanation.value.as_ref().is_some_and(values::is_exact);
        let differ = moves.iter().any(|row| row[1] != moves[0][1]);
        if is_proven && differ && explanation.values.len() > 1 {
            prop_assert!(told.contains("Why not "), "{}", told);
        }
        for opinion in rows(&explanation, "What the classic players would do") {
            let own = moves.iter().find(|row| row[0].split(' ').any(|name| name == opinion[1]));
            if let Some(own) = own {
                prop_assert_eq!(&own[1], &opinion[2], "{}", told);
            }
        }
    }

    /// Sizes that are told beside the moves of a line are what it ends with.
    #[test]
    fn sizes_fit_the_end(
        spec in prop::sample::select(vec!["othello:4x4", "othello:4x6", "othello:6x6", "othello"]),
        early in prop::collection::vec(0..1000_usize, 60), left in 4..16_usize,
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let squares = spec.start().position().view().board().unwrap().cells.len();
        let game = played(&spec, &early[..(squares - 4 - left.min(squares - 6)).min(60)]);
        prop_assume!(game.outcome().is_none());
        let explanation = explained(&spec, &game, 15_000);
        let mut end = game.clone();
        for &mv in &explanation.line {
            end.play(mv).unwrap();
        }
        let size = end.outcome().map(|outcome| outcome.margin.unwrap_or(0));
        for row in rows(&explanation, "How it goes on") {
            prop_assert!(!row[3].contains("not the best here"), "{}", row[3]);
            if let Some((_, rest)) = row[3].split_once(" instead of ") {
                let told: String = rest.chars().take_while(char::is_ascii_digit).collect();
                prop_assert_eq!(Some(told.parse::<u16>().unwrap()), size, "{}", row[3]);
            }
        }
    }

    /// What the engine is said to count is what lies on the board, and speaks for the better line.
    #[test]
    fn counts_are_reasons(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..40),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, story, _| {
            for line in &findings.lines[1..] {
                let reply = Story::tell(&spec, &game, &line.moves);
                let Some(apart) = request.apart(story, &reply) else { continue };
                let [worse, better] = apart.pair;
                assert!(worse.worth < better.worth);
                assert!(worse.own <= better.own && worse.theirs >= better.theirs);
                for (tally, line) in apart.pair.iter().zip([&reply.moves, &story.moves]) {
                    let known = on_board(&spec, &game, &line[..apart.length], tally.what);
                    assert!(known.is_none_or(|known| known == [tally.own, tally.theirs]));
                }
            }
        });
    }

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
            for index in 1..findings.lines.len() {
                let moves = [0, index].map(|index| findings.lines[index].mv());
                let Some((what, numbers)) = request.leaves_more(moves[0], moves[1]) else { continue };
                assert_eq!(numbers, [0, index].map(|index| count(index, what)));
                assert!(numbers[0] < numbers[1]);
            }
            let Some(cause) = request.cause(findings, false) else { return };
            let peers = request.peers(findings);
            let most = peers.iter().map(|&index| count(index, cause.what)).max();
            assert_eq!(most, Some(cause.most));
            assert!(!cause.worse.is_empty());
            for &(index, n) in &cause.worse {
                assert!(!peers.contains(&index) && n > cause.most);
                assert_eq!(n, count(index, cause.what));
            }
            let n_others = findings.lines.len() - peers.len();
            assert!(!cause.is_all || cause.worse.len() == n_others);
        });
    }

    /// Averages over a line are what is counted on its boards, and the better one is better to whoever reads it.
    #[test]
    fn averages_are_on_the_boards(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..40),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, story, _| {
            for (line, what) in
                findings.lines[1..].iter().flat_map(|line| Measured::ALL.map(|what| (line, what)))
            {
                let Some([worse, better]) = request.lags(what, &story.moves, &line.moves) else { continue };
                let length = story.moves.len().min(line.moves.len());
                for (known, moves) in [(worse, &line.moves), (better, &story.moves)] {
                    let [own, theirs] = averages(&game, &moves[..length], what);
                    assert!((known.own - own).abs() < 1e-9 && (known.theirs - theirs).abs() < 1e-9);
                }
                let balance = |own: f64, theirs: f64| match what {
                    Measured::Moves => own.round() - theirs.round(),
                    Measured::Open => theirs.round() - own.round(),
                };
                assert!(balance(better.own, better.theirs) > balance(worse.own, worse.theirs));
            }
        });
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
        let Some(told) = request.taken_away(&findings, &[]) else { return Ok(()) };
        let after = at(&game, &[best]).unwrap();
        if told.contains("if it were") || told.starts_with("If it were") {
            prop_assert!(!after.position().is_legal(findings.wish.unwrap()), "{}", told);
            prop_assert_eq!(told.contains(" itself"), findings.wish == Some(best), "{}", told);
        }
        let answer = findings.wish.filter(|_| told.contains("were")).unwrap_or(best);
        let answered = told.split_once("would answer ").map_or("", |(_, rest)| rest);
        let answered = answered.split_once(" with ").map_or(answered, |(names, _)| names);
        for name in answered.trim_end_matches('.').replace(" and ", ", ").split(", ") {
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
            let peers = request.peers(findings);
            assert_eq!(peers.len(), n_clean);
            assert!(peers.iter().all(|&index| !is_open(findings.lines[index].mv())));
            for index in risky {
                let mv = findings.lines[index].mv();
                let beside = DiscFacts::new(&spec, &game, mv).unwrap().beside;
                assert!(is_open(mv) || beside.is_some());
                assert!(!peers.contains(&index));
            }
        });
    }

    /// The corner that nobody keeps the mover from is open to it after every answer, and the move that is said
    /// to bring many discs for good does.
    #[test]
    fn what_is_sure_is(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..50),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let explanation = explained(&spec, &game, 20_000);
        let told = tests::text(&explanation).replace('\n', " ");
        if let Some((before, rest)) = told.split_once(" goes from ") {
            let side = if before.ends_with('X') { Side::First } else { Side::Second };
            let number = before.rsplit("With move ").next().unwrap();
            let number: usize = number.split(' ').next().unwrap().parse().unwrap();
            let counts: Vec<usize> =
                rest.split(' ').step_by(2).take(2).map(|word| word.parse().unwrap()).collect();
            for (n, expected) in [number - 1, number].into_iter().zip(counts) {
                let reached = at(&game, &explanation.line[..n]).unwrap();
                prop_assert_eq!(firm::counts(&spec, &reached)[side.index()], expected, "{}", told);
            }
        }
        let sure = told.split_once("No answer of ").map(|(_, rest)| rest);
        let sure = sure.and_then(|rest| rest.split_once(" from the corner "));
        if let Some((_, rest)) = sure {
            let corner = rest.split('.').next().unwrap();
            let after = at(&game, &explanation.line[..1]).unwrap();
            for reply in after.position().moves() {
                let next = at(&after, &[reply]).unwrap();
                let moves = next.position().moves();
                let is_open = moves.iter().any(|&mv| next.position().show_move(mv) == corner);
                prop_assert!(is_open, "{}", told);
            }
        }
    }

    /// What goes wrong first does, and nothing before it; and discs that are said to be had for good in one line
    /// and not in another are.
    #[test]
    fn what_goes_wrong_does(
        spec in any_spec(), choices in prop::collection::vec(0..1000_usize, 1..50),
    ) {
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, story, replies| {
            for (index, line) in findings.lines.iter().enumerate().skip(1) {
                let own = Story::tell(&spec, &game, &line.moves);
                let reply = replies.get(index).and_then(Option::as_ref).unwrap_or(&own);
                check_blow(request, reply);
                check_divide(request, story, reply);
                check_majority(request, reply);
            }
        });
    }
}

/// How much of something there is after a move, counted square by square.
fn left_after(spec: &GameSpec, game: &Game, mv: Move, what: Little) -> usize {
    let count = |what: Counted| on_board(spec, game, &[mv], what).unwrap();
    match what {
        Little::Moves => count(Counted::Moves)[1] as usize,
        Little::Open => count(Counted::Frontier)[0] as usize,
        Little::Safe => {
            let after = at(game, &[mv]).unwrap();
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
            let moves = after.position().moves().into_iter().filter(|&mv| mv != Move::PASS);
            let is_safe = |mv: &Move| {
                open(&at(&after, &[*mv]).unwrap()).iter().all(|corner| before.contains(corner))
            };
            moves.filter(is_safe).count()
        }
    }
}

/// What the side to move and the other have on average after each move of a line.
fn averages(game: &Game, moves: &[Move], what: Measured) -> [f64; 2] {
    let mover = game.position().side_to_move();
    let boards = (1..=moves.len()).map(|n| at(game, &moves[..n]).unwrap());
    let boards: Vec<Game> = boards.collect();
    let mean = |side: Side| {
        let counts: Vec<usize> = boards
            .iter()
            .filter(|board| what == Measured::Open || board.position().side_to_move() == side)
            .map(|board| match what {
                Measured::Moves => {
                    let moves = board.position().moves();
                    moves.into_iter().filter(|&mv| mv != Move::PASS).count()
                }
                Measured::Open => beside_empty(board, side),
            })
            .collect();
        counts.iter().sum::<usize>() as f64 / counts.len().max(1) as f64
    };
    [mover, !mover].map(mean)
}

/// How many discs of a side have an empty square among the eight around them.
fn beside_empty(game: &Game, side: Side) -> usize {
    let view = game.position().view();
    let board = view.board().unwrap();
    let place = |cell: usize| (cell as u32 / board.columns, cell as u32 % board.columns);
    let are_near = |a: usize, b: usize| {
        let ((r, c), (row, column)) = (place(a), place(b));
        r.abs_diff(row) <= 1 && c.abs_diff(column) <= 1
    };
    let all = || 0..board.cells.len();
    let is_empty = |cell: &usize| board.cells[*cell].is_none();
    let own = all().filter(|&cell| board.cells[cell] == Some(side));
    own.filter(|&cell| all().filter(is_empty).any(|empty| are_near(cell, empty))).count()
}

fn at(game: &Game, moves: &[Move]) -> Option<Game> {
    let mut game = game.clone();
    for &mv in moves {
        game.play(mv).ok()?;
    }
    Some(game)
}

/// What is counted after some moves, that of the side to move at the start first, by looking at every square;
/// `None` where only the engine tells.
fn on_board(spec: &GameSpec, start: &Game, line: &[Move], what: Counted) -> Option<[u32; 2]> {
    let end = at(start, line).unwrap();
    let mover = start.position().side_to_move();
    let view = end.position().view();
    let cells = &view.board().unwrap().cells;
    let count = |side: Side| match what {
        Counted::Discs => Some(cells.iter().filter(|cell| **cell == Some(side)).count()),
        Counted::Stable => Some(firm::counts(spec, &end)[side.index()]),
        Counted::Moves => Some(discs::turned_to(&end, side).map_or(0, |turned| {
            let is_legal = |cell: &usize| turned.position().is_legal(Move(*cell as u32));
            (0..cells.len()).filter(is_legal).count()
        })),
        Counted::Frontier => Some(exposed_to(spec, &end, side).0),
        Counted::Reach => Some(exposed_to(spec, &end, !side).1),
        _ => None,
    };
    Some([count(mover)? as u32, count(!mover)? as u32])
}

/// How many discs of a side stand between an empty square and another one on the board, on a line on which
/// discs are turned; and how many such empty squares there are.
fn exposed_to(spec: &GameSpec, game: &Game, side: Side) -> (usize, usize) {
    let GameSpec::Othello(othello) = spec else { panic!("a game of discs") };
    let view = game.position().view();
    let board = view.board().unwrap();
    let [rows, columns, diagonals] = othello.lines_flipped();
    let steps = [((0, 1), rows), ((1, 0), columns), ((1, 1), diagonals), ((1, -1), diagonals)];
    let steps = steps.into_iter().filter_map(|(step, is_line)| is_line.then_some(step));
    let steps: Vec<(i32, i32)> = steps.flat_map(|(r, c)| [(r, c), (-r, -c)]).collect();
    let on_board = |row: u32, column: u32| {
        (row < board.rows && column < board.columns).then(|| board.at(row, column))
    };
    let (mut discs, mut squares) = (0, HashSet::new());
    for row in 0..board.rows {
        for column in 0..board.columns {
            if on_board(row, column) != Some(Some(side)) {
                continue;
            }
            let beside =
                |r: i32, c: i32| (row.wrapping_add_signed(r), column.wrapping_add_signed(c));
            let at = |(row, column)| on_board(row, column);
            let open = steps
                .iter()
                .filter(|&&(r, c)| at(beside(r, c)) == Some(None) && at(beside(-r, -c)).is_some());
            let open: Vec<(u32, u32)> = open.map(|&(r, c)| beside(r, c)).collect();
            discs += usize::from(!open.is_empty());
            squares.extend(open);
        }
    }
    (discs, squares.len())
}

/// Whether each move of the side to move opens a corner to the other side.
fn all_open(request: &Request<'_>, game: &Game) -> bool {
    let side = game.position().side_to_move();
    let corners = discs::corners(request.spec, game);
    let open = |game: &Game| -> Vec<Move> {
        let turned = discs::turned_to(game, !side);
        let is_open =
            |corner: &&Move| turned.as_ref().is_some_and(|game| game.position().is_legal(**corner));
        corners.iter().filter(is_open).copied().collect()
    };
    let before = open(game);
    game.position().moves().into_iter().all(|mv| {
        let after = at(game, &[mv]).unwrap();
        open(&after).iter().any(|corner| !before.contains(corner))
    })
}

fn check_blow(request: &Request<'_>, reply: &Story) {
    let Some(blow) = request.first_blow(reply) else { return };
    let corners = discs::corners(request.spec, request.game);
    let (Blow::Corner(last) | Blow::Pass(last) | Blow::Short(last)) = blow;
    for index in 2..=last {
        let game = at(request.game, &reply.moves[..index]).unwrap();
        let is_own = game.position().side_to_move() == request.mover();
        let takes = !is_own && corners.contains(&reply.moves[index]);
        let passes = is_own && game.position().moves() == [Move::PASS];
        match blow {
            Blow::Corner(at) if at == index => assert!(takes),
            Blow::Pass(at) if at == index => assert!(passes),
            Blow::Short(at) if at == index => assert!(is_own && all_open(request, &game)),
            _ => assert!(!takes && !passes),
        }
    }
}

fn check_divide(request: &Request<'_>, best: &Story, reply: &Story) {
    let Some((number, ..)) = request.divide(best, reply) else { return };
    let mover = request.mover();
    let firm = |story: &Story, count: usize, side: Side| -> Vec<usize> {
        let game = at(request.game, &story.moves[..count]).unwrap();
        let firm = firm::Firm::new(request.spec, &game).unwrap().cells();
        let view = game.position().view();
        let cells = &view.board().unwrap().cells;
        (0..cells.len()).filter(|&cell| firm[cell] && cells[cell] == Some(side)).collect()
    };
    let lead = |story: &Story, count: usize| {
        firm(story, count, mover).len().cast_signed()
            - firm(story, count, !mover).len().cast_signed()
    };
    for count in number..=best.moves.len().min(reply.moves.len()) {
        assert!(lead(reply, count) < lead(best, count), "it catches up");
    }
    for cell in request.firm_apart(best, reply, number) {
        assert!(firm(best, number, mover).contains(&(cell as usize)));
        assert!(!firm(reply, number, mover).contains(&(cell as usize)));
        let view = best.end.position().view();
        assert_eq!(view.board().unwrap().cells[cell as usize], Some(mover), "for good");
    }
}

fn check_majority(request: &Request<'_>, reply: &Story) {
    for side in Side::BOTH {
        let Some((_, own, all)) = request.majority(reply, side) else { continue };
        assert!(2 * own > all);
        let view = reply.end.position().view();
        assert!(view.board().unwrap().count(side) >= own, "these are never turned");
        if let Some(outcome) = reply.end.outcome() {
            assert_eq!(outcome.winner, Some(side));
        }
    }
}

proptest! {
    /// Rows are left out only where they hold several moves, and never those that are needed.
    #[test]
    fn few_moves_are_not_left_out(
        lengths in prop::collection::vec(1..5_usize, 1..30), kept in prop::collection::vec(any::<bool>(), 30),
    ) {
        let starts = lengths.iter().scan(0, |sum, length| {
            *sum += length;
            Some(*sum - length..*sum)
        });
        let spans: Vec<std::ops::Range<usize>> = starts.collect();
        let hidden = telling::hidden(&spans, |row| kept[row]);
        let mut row = 0;
        while row < spans.len() {
            let n_rows = hidden[row..].iter().take_while(|&&is_hidden| is_hidden).count();
            let moves: usize = lengths[row..row + n_rows].iter().sum();
            prop_assert!(n_rows == 0 || moves >= 4);
            prop_assert!((row..row + n_rows).all(|row| !kept[row]));
            row += n_rows.max(1);
        }
    }
}

#[test]
fn a_move_that_is_not_proven_gets_a_word() {
    let text = tests::told("othello:6x6", "b3 d2 e3 b4 d1 f3 f4 f5 d5 a3", 1_000_000);
    assert!(text.contains("Why not "), "{text}");
}
