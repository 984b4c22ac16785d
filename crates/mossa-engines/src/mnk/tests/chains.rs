//! Chains of fours: those that are found are forced, and most that exist are found.

use std::{fs, path::PathBuf};

use mossa_kernel::Side;

use super::{
    super::{
        chain::Chains,
        lines::{Fours, Lines},
        weights::Weights,
    },
    spec,
};

/// The cells that a text such as `h8g7` names on a board of 15 columns.
fn cells(text: &str) -> Vec<u32> {
    let starts: Vec<usize> =
        text.char_indices().filter(|(_, c)| c.is_alphabetic()).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let cell = |name: &str| {
        let row: u32 = name[1..].parse().unwrap();
        (row - 1) * 15 + u32::from(name.as_bytes()[0] - b'a')
    };
    starts.iter().zip(ends).map(|(&start, end)| cell(&text[start..end])).collect()
}

/// The lines after moves from the empty board, and whose turn it is.
fn after(moves: &[u32]) -> (Lines, Side) {
    let mut lines = Lines::new(spec("15,15,5"), &Weights::default());
    let mut side = Side::First;
    for &cell in moves {
        lines.place(cell, side);
        side = !side;
    }
    (lines, side)
}

/// Plays a chain of so many plies to its end, checking that every reply is forced.
fn replay(lines: &mut Lines, chains: &mut Chains, attacker: Side, plies: u32, most_nodes: u32) {
    if plies == 1 {
        assert!(!lines.fives(attacker).is_empty());
        return;
    }
    let theirs: Vec<u32> = lines.fives(!attacker).iter().collect();
    let candidates: Vec<u32> = lines.fours(attacker).iter().collect();
    for cell in candidates {
        let parries = theirs.iter().all(|&five| five == cell);
        let fours = lines.fours_by(cell, attacker);
        if !parries || fours == Fours::None {
            continue;
        }
        lines.place(cell, attacker);
        assert!(lines.fives(!attacker).is_empty(), "the defender has no five");
        let completing: Vec<u32> = lines.fives(attacker).iter().collect();
        if completing.len() > 1 && plies == 3 {
            return;
        }
        lines.place(completing[0], !attacker);
        if chains.find(lines, attacker, most_nodes) == Some(plies - 2) {
            return replay(lines, chains, attacker, plies - 2, most_nodes);
        }
        lines.remove(completing[0], !attacker);
        lines.remove(cell, attacker);
    }
    panic!("the chain breaks");
}

/// A board with these stones of the two sides.
fn board(first: &str, second: &str) -> Lines {
    let mut lines = Lines::new(spec("15,15,5"), &Weights::default());
    for (side, text) in [(Side::First, first), (Side::Second, second)] {
        for cell in cells(text) {
            lines.place(cell, side);
        }
    }
    lines
}

/// In how many plies the first player, to move, wins by fours.
fn chain(first: &str, second: &str) -> Option<u32> {
    let (mut lines, mut chains) = (board(first, second), Chains::new());
    let plies = chains.find(&mut lines, Side::First, 1_000)?;
    replay(&mut lines, &mut chains, Side::First, plies, 1_000);
    Some(plies)
}

#[test]
fn a_four_that_makes_a_three_wins() {
    let (four, three) = ("e8f8g8", "h9h10");
    assert_eq!(chain(&format!("{four}{three}"), "d8"), Some(5));
    assert_eq!(chain(four, "d8"), None, "a four alone is stopped");
    assert_eq!(chain(&format!("{four}{three}"), "d8h6h11"), None, "so is a three without room");
}

#[test]
fn replies_may_strike_back() {
    let (ours, theirs) = ("e8f8g8h9h10", "d8i9i10i11");
    // The reply on i8 makes a four itself, open or not; there is no time for the three.
    assert_eq!(chain(ours, theirs), None);
    assert_eq!(chain(&format!("{ours}i12"), theirs), None);
    // A four on i8 makes another three, and leaves a reply that does nothing.
    assert_eq!(chain(&format!("{ours}j7"), theirs), Some(5));
    // Who must answer a four at once has no time for others.
    assert_eq!(chain("e8f8g8h9h10", "d8l1l2l3l4"), None);
}

#[test]
fn small_searches_give_up() {
    let mut lines = board("e8f8g8h9h10", "d8");
    assert_eq!(Chains::new().find(&mut lines, Side::First, 0), None);
    assert_eq!(Chains::new().find(&mut lines, Side::First, 1), Some(5));
}

/// What each row says of a table that lies outside the repository, at `../shared/data` or
/// `$MOSSA_DATA`: stones, and the plies of the shortest chain.
fn table() -> Vec<(Vec<u32>, u32)> {
    let root = std::env::var_os("MOSSA_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let Ok(text) = fs::read_to_string(root.join("mnk/vcf_freestyle.tsv")) else {
        return Vec::new();
    };
    let row = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        (cells(columns[4]), columns[5].parse().unwrap())
    };
    text.lines().skip(1).map(row).collect()
}

/// Without the table this has nothing to check.
#[test]
fn known_chains_are_found() {
    let rows = table();
    let mut found = 0;
    for (moves, shortest) in &rows {
        let (mut lines, attacker) = after(moves);
        let mut chains = Chains::new();
        if let Some(plies) = chains.find(&mut lines, attacker, 5_000) {
            assert!(plies >= *shortest, "{moves:?}: {plies} < {shortest}");
            replay(&mut lines, &mut chains, attacker, plies, 5_000);
            found += 1;
        }
    }
    assert!(found * 100 >= rows.len() * 95, "{found} of {}", rows.len());
}
