//! What explanations of Connect X claim about the best move beside worse ones holds on the boards.

use proptest::prelude::*;

use super::{
    apart::{Remedy, remedy, thrown_away},
    hanging::{of_draw, of_start},
    heights::below_at_last,
};
use crate::explain::{
    claims_tests::{played, with_findings},
    stones::Completion,
    story::{Decision, Step},
    tests::told,
    *,
};

const BOARDS: [&str; 6] = [
    "connect:4,4,3",
    "connect:4,5,4",
    "connect:5,4,4",
    "connect:6,4,3",
    "connect:4,6,4",
    "connect:5,5,4",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn what_is_told_of_worse_moves_is_so(
        spec in prop::sample::select(BOARDS.to_vec()),
        choices in prop::collection::vec(0..1000_usize, 0..14),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        with_findings(&spec, &game, |request, findings, story, replies| {
            let stones = Stones::new(request.spec, request.game).unwrap();
            let worse = thrown_away(findings, replies);
            check_lines(request, &stones, findings, &worse);
            check_taken(request, &stones, findings, story, replies);
            check_forks(request, &stones, findings, &worse);
            check_heights(request, &stones, story, &worse);
            check_longest(request, findings);
            check_idle(&stones, story);
            check_rows(request, &stones, story);
            check_openings(story);
        });
    }

    /// Whoever must play right below a cell when all other columns are full does so after that many stones.
    #[test]
    fn heights_tell_who_must_play(
        spec in prop::sample::select(vec!["connect:4,5,4", "connect:5,6,4", "connect:7,5,4", "connect:6,7,4"]),
        last in 0..5_u32,
        height in 2..5_u32,
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let empty = Stones::new(&spec, &spec.start()).unwrap();
        let mut side = Side::First;
        let columns = (0..empty.columns()).filter(|&column| column != last);
        let full = columns.flat_map(|column| vec![column; empty.rows() as usize]);
        for _ in full.chain(vec![last; height as usize - 2]) {
            side = !side;
        }
        prop_assert_eq!(below_at_last(&empty, height), Some(side));
    }
}

/// Lines that the best move blocks cannot be completed any more, and the other side has all of one or all but the
/// cells of its double threat in the end.
fn check_lines(request: &Request<'_>, stones: &Stones, findings: &Findings, worse: &[&Story]) {
    let other = !request.mover();
    let Some(cell) = stones.cell_of(findings.best().mv()) else { return };
    for (line, [completed, threatened]) in request.broken(worse, |line| line.contains(&cell)) {
        assert_eq!(line.len(), stones.run() as usize);
        assert!(stones.is_open(cell) && line.contains(&cell));
        for (moves, least) in [(completed, line.len()), (threatened, line.len() - 1)] {
            for mv in moves {
                let story = worse.iter().find(|story| story.moves[0] == mv).unwrap();
                assert_eq!(story.end.outcome().unwrap().winner, Some(other));
                let last = story.last_stones().unwrap();
                let held = line.iter().filter(|&&cell| last.is_owned(cell, other)).count();
                assert!(held >= least, "{}", request.game.position().diagram());
            }
        }
    }
}

/// The columns that follow some words, counted from 0.
fn columns_after(text: &str, words: &str) -> Vec<u32> {
    let Some((_, rest)) = text.split_once(words) else { return Vec::new() };
    let rest =
        rest.split_once(|letter: char| letter.is_alphabetic() && !"columnsand".contains(letter));
    let digits = rest.map_or("", |(columns, _)| columns);
    let digits = digits.replace(|letter: char| !letter.is_ascii_digit(), " ");
    digits.split_whitespace().map(|digit| digit.parse::<u32>().unwrap() - 1).collect()
}

/// After the moves that are named the other side plays where the best move does.
fn check_taken(
    request: &Request<'_>,
    stones: &Stones,
    findings: &Findings,
    story: &Story,
    replies: &[Option<Story>],
) {
    let Some(text) = request.apart(stones, findings, story, replies) else { return };
    let other = names::side(!request.mover());
    for end in ["plays there at once", "takes this cell at once"] {
        let Some((before, _)) = text.split_once(&format!("{other} {end}")) else { continue };
        let (_, columns) = before.rsplit_once("fter ").unwrap();
        let columns = columns_after(&format!("fter {columns}X"), "fter ");
        assert!(!columns.is_empty(), "{text}");
        for column in columns {
            let index = findings.lines.iter().position(|line| line.mv().0 == column).unwrap();
            let reply = replies[index].as_ref().unwrap();
            assert_eq!(reply.moves[1], findings.best().mv(), "{text}");
        }
    }
    if text.contains(" needs in the line below") {
        let lines = story.deciding_lines(request.mover());
        let cell = stones.cell_of(findings.best().mv()).unwrap();
        assert!(lines.iter().any(|line| line.contains(&cell)), "{text}");
    }
}

/// A double threat that is said to be stopped is none any more, or something comes first.
fn check_forks(request: &Request<'_>, stones: &Stones, findings: &Findings, worse: &[&Story]) {
    let (mover, other) = (request.mover(), !request.mover());
    for story in worse {
        let Some(Decision::Fork(fork, 2)) = story.decision(other) else { continue };
        for line in &findings.lines {
            let Some(remedy) = remedy(stones, line.mv(), fork) else { continue };
            let after = stones.with(stones.cell_of(line.mv()).unwrap(), mover);
            match remedy {
                Remedy::Takes => assert!(!after.is_open(fork.facts.cell)),
                Remedy::Threatens => {
                    assert!(!after.wins(mover).is_empty() && after.wins(other).is_empty());
                }
                Remedy::Breaks(line) => {
                    let made = after.with(fork.facts.cell, other);
                    let is_line = |win: &Completion| win.line == line;
                    assert!(!made.wins(other).iter().any(is_line));
                    assert!(line.iter().any(|&cell| after.is_owned(cell, mover)));
                    assert!(made.wins(other).len() < 2);
                }
            }
        }
    }
}

/// Who must play below a winning cell is who its height says, or other columns are not full.
fn check_heights(request: &Request<'_>, stones: &Stones, story: &Story, worse: &[&Story]) {
    let other = !request.mover();
    for story in worse {
        let Some(Decision::Zugzwang(cell)) = story.decision(other) else { continue };
        let [.., given, _] = story.steps() else { continue };
        let mut free = given
            .before
            .open_cells()
            .filter(|open| open % stones.columns() != cell % stones.columns());
        let is_said = below_at_last(stones, stones.height(cell)) == Some(given.side);
        assert!(is_said || free.next().is_some());
    }
    let Some(text) = request.waiting(stones, story, worse) else { return };
    let Some((_, height)) = text.split_once("has none in the air at an ") else { return };
    let remainder = u32::from(height.starts_with("odd"));
    let after = story.steps().iter().map(Step::after);
    for board in [stones.clone()].into_iter().chain(after) {
        let wins = board.later_wins(other);
        assert!(wins.iter().all(|win| stones.height(win.cell) % 2 != remainder), "{text}");
    }
}

/// No move holds out longer than the one that is said to hold out longest, and those that hold out as long are all.
fn check_longest(request: &Request<'_>, findings: &Findings) {
    let is_lost = findings.proven().is_some_and(|exact| exact.result == GameResult::Loss);
    let Some(text) = request.longest(findings).filter(|_| is_lost) else { return };
    let plies = |line: &Line| match line.value {
        Value::Exact(exact) => exact.plies,
        Value::Estimate(_) => None,
    };
    let best = plies(findings.best());
    assert!(best.is_some());
    if text.contains("longest") {
        let long = findings.lines.iter().filter(|line| plies(line) == best).count();
        assert!(findings.lines.iter().all(|line| plies(line) <= best), "{text}");
        assert!(long > 6 || text.to_lowercase().matches("column").count() == long, "{text}");
    }
}

/// Winning cells that are said to stay free do.
fn check_idle(stones: &Stones, story: &Story) {
    let Some(last) = story.last_stones() else { return };
    for text in of_start(stones, story).iter().filter(|text| text.contains("free to the end")) {
        let named = (0..stones.rows() * stones.columns()).filter(|&cell| {
            let place = names::place(stones, cell);
            Side::BOTH
                .iter()
                .any(|&side| text.contains(&format!("{place} for {}", names::side(side))))
        });
        let named: Vec<u32> = named.collect();
        assert!(!named.is_empty() && named.iter().all(|&cell| last.is_free(cell)), "{text}");
    }
}

/// The moves of a drawn line that reasons speak of are not left out of it.
fn check_rows(request: &Request<'_>, stones: &Stones, story: &Story) {
    let is_won = story.end.outcome().is_some_and(|outcome| outcome.winner.is_some());
    if !story.is_over() || is_won {
        return;
    }
    let blocks = story.blocks(request.game);
    let Block::Table { rows, .. } = &blocks[0] else { panic!("a table") };
    let is_shown = |number: usize| {
        rows.iter().any(|row| {
            let ends: Vec<usize> = row[0].split('-').filter_map(|end| end.parse().ok()).collect();
            matches!((ends.first(), ends.last()), (Some(&a), Some(&b)) if (a..=b).contains(&number))
        })
    };
    for text in of_draw(stones, story) {
        for part in text.to_lowercase().split("with move ").skip(1) {
            let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
            assert!(is_shown(digits.parse().unwrap()), "{text}");
        }
    }
}

/// A cell that is said to be opened to a double threat is where that is made.
fn check_openings(story: &Story) {
    for (index, step) in story.steps().iter().enumerate() {
        let Some(text) = story.opens(index) else { continue };
        let number: usize = text.rsplit(' ').next().unwrap().parse().unwrap();
        let fork = &story.steps()[number - 1];
        assert!(fork.facts.is_double() && number > index + 1, "{text}");
        assert_eq!(step.before.above(step.facts.cell), Some(fork.facts.cell), "{text}");
    }
}

#[test]
fn a_draw_begins_with_what_the_move_blocks() {
    let text = told("connect4", "67215", 1_000_000);
    let (_, why) = text.split_once("Why\n").unwrap();
    let expected = "Column 6 blocks the diagonal from column 3 at height 5 to column 6 at height 2, with which X \
                    wins after columns";
    assert!(why.starts_with(expected), "{text}");
    assert!(why.contains("O must play right below cells at odd heights"), "{text}");
}

#[test]
fn a_double_threat_that_others_allow_comes_first() {
    let text = told("connect:5,6,4", "644433225141121", 300_000);
    let (_, why) = text.split_once("Why\n").unwrap();
    assert!(
        why.starts_with("After columns 4, 5, 1 and 6 X answers column 2 and threatens"),
        "{text}"
    );
    assert!(why.contains("; so does column 2, which takes this cell itself."), "{text}");
    assert!(why.contains("They are column 3 and column 2, and win equally soon"), "{text}");
}

#[test]
fn who_loses_is_told_what_holds_out_longest() {
    let text = told("connect4", "6535555443372117114", 300_000);
    let longest = "All 7 moves lose. Column 7 is shown because it holds out longest.";
    assert!(text.contains(longest), "{text}");
}
