//! What explanations of Othello say against other moves holds when it is counted and played out.

use mossa_engines::Options;
use proptest::prelude::*;

use super::{discs, fate::Blow, firm};
use crate::explain::{
    claims_tests::{played, with_findings},
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

pub(super) fn any_spec() -> impl Strategy<Value = GameSpec> {
    prop::sample::select(SPECS.to_vec()).prop_map(|spec| spec.parse().unwrap())
}

pub(super) fn explained(spec: &GameSpec, game: &Game, nodes: u64) -> Explanation {
    let options = Options { memory_mb: 4, ..Options::default() };
    let mut engine = mossa_engines::engine(spec, options);
    let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
    Request { spec, game, engine: engine.as_mut(), threads: 1, budget: &budget }.explain().unwrap()
}

pub(super) fn rows(explanation: &Explanation, title: &str) -> Vec<Vec<String>> {
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
            let is_told = ["Why not ", "After every worse move "].iter().any(|it| told.contains(it));
            prop_assert!(is_told, "{}", told);
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

pub(in crate::explain) fn at(game: &Game, moves: &[Move]) -> Option<Game> {
    let mut game = game.clone();
    for &mv in moves {
        game.play(mv).ok()?;
    }
    Some(game)
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
