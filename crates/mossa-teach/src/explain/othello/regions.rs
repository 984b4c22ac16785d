//! Othello: squares of a board named by what they make up: whole sides, and stretches of a row or column.

use mossa_games::squares;

use crate::explain::names;

/// So many squares in a row are named by the first and the last of them.
const LEAST_RUN: u32 = 3;

/// So many places are named before the rest is only counted.
const MOST_PLACES: usize = 5;

/// Squares in words: "the whole left column, b1 to d1 and c3".
pub(super) fn named(cells: &[u32], rows: u32, columns: u32) -> String {
    let mut left: Vec<u32> = cells.to_vec();
    left.sort_unstable();
    let sides = [
        ("left column", stretch(0, columns, rows)),
        ("right column", stretch(columns - 1, columns, rows)),
        ("top row", stretch(0, 1, columns)),
        ("bottom row", stretch((rows - 1) * columns, 1, columns)),
    ];
    let mut places: Vec<(usize, String)> = Vec::new();
    for (name, side) in sides {
        // A side whose other squares are told already would be told twice.
        if side.iter().all(|cell| left.contains(cell)) {
            left.retain(|cell| !side.contains(cell));
            places.push((side.len(), format!("the whole {name}")));
        }
    }
    while let Some(run) = longest_run(&left, rows, columns) {
        left.retain(|cell| !run.contains(cell));
        let ends = [run[0], run[run.len() - 1]].map(|cell| squares::name(cell, columns));
        places.push((run.len(), format!("{} to {}", ends[0], ends[1])));
    }
    places.extend(left.iter().map(|&cell| (1, squares::name(cell, columns))));
    let n_more: usize = places.iter().skip(MOST_PLACES).map(|(count, _)| count).sum();
    let mut told: Vec<String> = places.into_iter().map(|(_, name)| name).collect();
    if n_more > 1 {
        told.truncate(MOST_PLACES);
        told.push(format!("{n_more} more"));
    }
    names::list(told, "and")
}

/// So many squares from one on.
fn stretch(first: u32, step: u32, count: u32) -> Vec<u32> {
    (0..count).map(|at| first + at * step).collect()
}

/// The longest stretch of a row or column that lies in `cells`.
fn longest_run(cells: &[u32], rows: u32, columns: u32) -> Option<Vec<u32>> {
    let run = |first: u32, step: u32| {
        let room = if step == 1 { columns - first % columns } else { rows - first / columns };
        let line = stretch(first, step, room).into_iter();
        line.take_while(|cell| cells.contains(cell)).collect::<Vec<u32>>()
    };
    let runs = cells.iter().flat_map(|&first| [run(first, 1), run(first, columns)]);
    let mut longest: Option<Vec<u32>> = None;
    for run in runs.filter(|run| run.len() >= LEAST_RUN as usize) {
        if longest.as_ref().is_none_or(|longest| run.len() > longest.len()) {
            longest = Some(run);
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The squares that a place stands for, read back square by square.
    fn squares_of(place: &str, rows: u32, columns: u32) -> Vec<u32> {
        let all = || (0..rows * columns).map(|cell| (cell, squares::name(cell, columns)));
        let at = |name: &str| all().find(|(_, known)| known == name).unwrap().0;
        let is_in = |cell: u32| match place {
            "the whole left column" => cell.is_multiple_of(columns),
            "the whole right column" => cell % columns == columns - 1,
            "the whole top row" => cell < columns,
            "the whole bottom row" => cell >= (rows - 1) * columns,
            _ => match place.split_once(" to ") {
                None => cell == at(place),
                Some((first, last)) => {
                    let (first, last) = (at(first), at(last));
                    let is_row = first / columns == last / columns;
                    let same = if is_row {
                        cell / columns == first / columns
                    } else {
                        cell % columns == first % columns
                    };
                    same && (first..=last).contains(&cell)
                }
            },
        };
        (0..rows * columns).filter(|&cell| is_in(cell)).collect()
    }

    proptest! {
        /// Nothing is named that is not meant, and what is not named is counted.
        #[test]
        fn names_stand_for_the_squares(
            rows in 4..9_u32, columns in 4..9_u32, chosen in prop::collection::vec(0..10_u8, 64), most in 1..10_u8,
        ) {
            let cells: Vec<u32> =
                (0..rows * columns).filter(|&cell| chosen[cell as usize] < most).collect();
            prop_assume!(!cells.is_empty());
            let text = named(&cells, rows, columns);
            let (mut found, mut n_more) = (Vec::new(), 0);
            for place in text.replace(" and ", ", ").split(", ") {
                match place.strip_suffix(" more") {
                    Some(count) => n_more = count.parse().unwrap(),
                    None => found.extend(squares_of(place, rows, columns)),
                }
            }
            found.sort_unstable();
            let n_found = found.len();
            found.dedup();
            prop_assert_eq!(found.len(), n_found, "no square twice: {}", text);
            prop_assert!(found.iter().all(|cell| cells.contains(cell)), "{}", text);
            prop_assert_eq!(found.len() + n_more, cells.len(), "{}", text);
        }
    }

    #[test]
    fn sides_and_stretches_have_names() {
        let column = |length: u32| stretch(0, 8, length);
        assert_eq!(named(&column(8), 8, 8), "the whole left column");
        assert_eq!(named(&column(7), 8, 8), "a1 to a7");
        assert_eq!(named(&[0, 1, 2, 18, 9], 8, 8), "a1 to c1, b2 and c3");
    }
}
