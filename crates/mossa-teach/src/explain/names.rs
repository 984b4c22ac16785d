//! Cells, lines and lists in words.

use mossa_games::{GameSpec, Labels, squares};
use mossa_kernel::{Game, Move, Side, Value};

use super::stones::{Completion, Stones};

/// How many things are named before the rest is only counted.
const MOST_NAMED: usize = 6;

/// Lines of up to so many cells are spelled out.
const MOST_SPELLED: usize = 5;

/// The name of a cell: `h8`, or where stones fall, the column and how high.
pub(crate) fn cell(stones: &Stones, cell: u32) -> String {
    if !stones.falls() {
        return squares::name(cell, stones.columns());
    }
    let column = stones.column(cell) + 1;
    if stones.is_open(cell) {
        format!("column {column}")
    } else {
        format!("column {column} at height {}", stones.height(cell))
    }
}

/// A move in a sentence: `h8`, or where stones fall, the column.
pub(crate) fn played(spec: &GameSpec, game: &Game, mv: Move) -> String {
    let name = game.position().show_move(mv);
    if spec.family().labels == Labels::Columns { format!("column {name}") } else { name }
}

/// A move at the beginning of a sentence. A square is not written with a capital, a column is.
pub(crate) fn title(name: &str) -> String {
    name.strip_prefix('c')
        .filter(|rest| rest.starts_with("olumn"))
        .map_or_else(|| name.to_owned(), |rest| format!("C{rest}"))
}

/// Words at the beginning of a sentence.
pub(crate) fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Moves in the order in which they are played, by `first` and then in turn, before what they lead to:
/// "X h8, O h9,", "columns 4 3".
pub(crate) fn sequence(spec: &GameSpec, game: &Game, moves: &[Move], first: Side) -> String {
    let [mv] = moves else {
        let names = moves.iter().map(|&mv| game.position().show_move(mv));
        if spec.family().labels == Labels::Columns {
            return format!("columns {}", names.collect::<Vec<String>>().join(" "));
        }
        let sides = [first, !first].into_iter().cycle();
        let played = names.zip(sides).map(|(name, by)| format!("{} {name}", side(by)));
        return format!("{},", played.collect::<Vec<String>>().join(", "));
    };
    played(spec, game, *mv)
}

/// A line and where the stone would come to lie: "the row a1 b1 c1 at c1".
pub(crate) fn completion(stones: &Stones, of: &Completion) -> String {
    let is_pile = of.line.iter().all(|&cell| stones.column(cell) == stones.column(of.cell));
    let named = line(stones, &of.line);
    // A pile can be completed only at its top.
    if stones.falls() && is_pile { named } else { format!("{named} at {}", cell(stones, of.cell)) }
}

/// Several cells: "a1 and c3".
pub(crate) fn cells(stones: &Stones, of: &[u32]) -> String {
    list(of.iter().map(|&of| cell(stones, of)), "and")
}

/// Where lines that are threatened would be completed. Where stones lie anywhere, "at" alone is the cell of the
/// stone that makes a double threat.
pub(crate) fn completed_at(stones: &Stones, of: &[u32]) -> String {
    if stones.falls() {
        return format!("at {}", cells(stones, of));
    }
    format!("to be completed at {}", list(of.iter().map(|&of| cell(stones, of)), "or"))
}

/// Lines that are threatened; where stones lie anywhere, only the cells where they would be completed.
pub(crate) fn threatened(stones: &Stones, wins: &[Completion]) -> String {
    if stones.falls() {
        return list(wins.iter().map(|win| completion(stones, win)), "and");
    }
    let cells: Vec<u32> = wins.iter().map(|win| win.cell).collect();
    completed_at(stones, &cells)
}

/// A line: "the row a1 b1 c1".
pub(crate) fn line(stones: &Stones, cells: &[u32]) -> String {
    let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else {
        return "a line".to_owned();
    };
    let columns = stones.columns();
    let is_row = first / columns == last / columns;
    let is_column = first % columns == last % columns;
    if cells.len() == 1 {
        return format!("a line of one at {}", place(stones, first));
    }
    let kind = match (is_row, is_column) {
        (true, _) => "row",
        (_, true) => "column",
        _ => "diagonal",
    };
    match (stones.falls(), kind) {
        (true, "row") => format!(
            "the row from column {} to {} at height {}",
            stones.column(first) + 1,
            stones.column(last) + 1,
            stones.height(first)
        ),
        (true, "column") => {
            format!("{} on top of each other in column {}", cells.len(), stones.column(first) + 1)
        }
        (true, _) => {
            let [left, right] = if stones.column(first) < stones.column(last) {
                [first, last]
            } else {
                [last, first]
            };
            format!("the diagonal from {} to {}", place(stones, left), place(stones, right))
        }
        (false, kind) if cells.len() <= MOST_SPELLED => {
            let names: Vec<String> =
                cells.iter().map(|&cell| squares::name(cell, columns)).collect();
            format!("the {kind} {}", names.join(" "))
        }
        (false, kind) => format!(
            "the {kind} from {} to {}",
            squares::name(first, columns),
            squares::name(last, columns)
        ),
    }
}

/// A line that is not complete yet: like [`line()`], but a pile that is not there yet is no pile of so
/// many.
pub(crate) fn open_line(stones: &Stones, cells: &[u32]) -> String {
    match cells {
        &[first, .., last] if stones.falls() && stones.column(first) == stones.column(last) => {
            format!("a pile in column {}", stones.column(first) + 1)
        }
        _ => line(stones, cells),
    }
}

/// Where a cell is, height included.
pub(crate) fn place(stones: &Stones, cell: u32) -> String {
    if stones.falls() {
        format!("column {} at height {}", stones.column(cell) + 1, stones.height(cell))
    } else {
        squares::name(cell, stones.columns())
    }
}

/// "a, b and c"; long lists are cut.
pub(crate) fn list(items: impl IntoIterator<Item = String>, joint: &str) -> String {
    let mut items: Vec<String> = items.into_iter().collect();
    if items.len() > MOST_NAMED + 1 {
        let more = items.len() - MOST_NAMED;
        items.truncate(MOST_NAMED);
        return format!("{} {joint} {more} more", items.join(", "));
    }
    match items.pop() {
        None => "none".to_owned(),
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{} {joint} {last}", items.join(", ")),
    }
}

/// The letter of a side.
pub(crate) fn side(side: Side) -> char {
    side.letter()
}

/// "1 move", "2 moves".
pub(crate) fn counted(count: impl Into<u64>, thing: &str) -> String {
    match count.into() {
        1 => format!("1 {thing}"),
        count => format!("{count} {thing}s"),
    }
}

/// Stones of one side on one line that it can still complete, one such group or several: "a pair", "threes".
pub(crate) fn group(size: usize, count: usize) -> String {
    match (size, count) {
        (2, 1) => "a pair".to_owned(),
        (2, _) => "pairs".to_owned(),
        (3, 1) => "a three".to_owned(),
        (3, _) => "threes".to_owned(),
        (4, 1) => "a four".to_owned(),
        (4, _) => "fours".to_owned(),
        (size, 1) => format!("a group of {size}"),
        (size, _) => format!("groups of {size}"),
    }
}

/// A value in a few characters; what is only believed begins with `~`.
pub(crate) fn value(value: &Value) -> String {
    match value {
        Value::Estimate(estimate) => match estimate.winning_chance {
            // What is not proven is never certain.
            Some(chance) => format!("~{:.0} %", (100.0 * chance).clamp(1.0, 99.0)),
            None => format!("~{}", estimate.score),
        },
        Value::Exact(exact) => {
            let result = exact.result.name();
            let at_most = if exact.at_most { "at most " } else { "" };
            match (exact.plies, exact.margin) {
                (Some(plies), _) => format!("{result} in {at_most}{plies}"),
                (None, Some(margin)) if margin != 0 => format!("{result} by {}", margin.abs()),
                _ => result.to_owned(),
            }
        }
    }
}
