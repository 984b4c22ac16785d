//! The candidates: facts about their number, and their counts beside a count from nothing.

use super::{super::candidates::Candidates, super::grid::Cell, *};
use mossa_kernel::Side;

/// The largest board on which all sets of marked cells are gone through.
const MOST_CELLS: u32 = 16;

/// For each cell of a small board, which cells are its neighbors, as bits.
fn neighborhoods(rows: u32, columns: u32) -> Vec<u32> {
    let is_near = |a: u32, b: u32| {
        a != b
            && (a / columns).abs_diff(b / columns) <= 1
            && (a % columns).abs_diff(b % columns) <= 1
    };
    let cells = rows * columns;
    let bits = |a| (0..cells).filter(move |&b| is_near(a, b)).map(|b| 1 << b).sum();
    (0..cells).map(bits).collect()
}

/// Goes through all sets of marked cells, from each to the next by marking or unmarking one cell,
/// and returns the largest number of candidates.
fn most_candidates(rows: u32, columns: u32) -> usize {
    let cells = rows * columns;
    let near = neighborhoods(rows, columns);
    let mut grid = empty_grid(rows, columns);
    let mut candidates = Candidates::none(&grid);
    let (mut marked, mut most) = (0_u32, 0);
    for number in 1..=1_u32 << cells {
        let naive = (0..cells as usize).filter(|&cell| marked >> cell & 1 == 0);
        let naive = naive.filter(|&cell| marked & near[cell] != 0).count();
        let count = candidates.places().len();
        assert_eq!(count, naive, "{rows}x{columns}, marked {marked:b}");
        let n_marked = marked.count_ones();
        assert!(count <= (8 * n_marked).min(cells - n_marked) as usize);
        most = most.max(count);
        // The Gray code: the cell to change is the number of trailing zeros.
        let cell = number.trailing_zeros().min(cells - 1);
        let place = grid.place_of(Move(cell));
        marked ^= 1 << cell;
        if marked >> cell & 1 == 1 {
            grid.set(place, Cell::Marked(Side::First));
            candidates.mark(&grid, place);
        } else {
            grid.set(place, Cell::Free);
            candidates.unmark(&grid, place);
        }
    }
    most
}

#[test]
fn the_number_of_candidates_has_the_known_maximum() {
    let mut boards = 0;
    for rows in 1..=MOST_CELLS {
        for columns in 1..=MOST_CELLS / rows {
            let expected = rows * columns - rows.div_ceil(3) * columns.div_ceil(3);
            assert_eq!(most_candidates(rows, columns), expected as usize, "{rows}x{columns}");
            boards += 1;
        }
    }
    assert_eq!(boards, 50);
}

#[test]
fn candidates_are_the_free_cells_with_a_marked_neighbor() {
    for (spec, diagram, expected) in [
        ("mnk:3,3,3", "X../.../...", "b1 a2 b2"),
        ("mnk:3,3,3", ".../.X./...", "a1 b1 c1 a2 c2 a3 b3 c3"),
        ("mnk:3,3,3", "X../.../..O", "b1 a2 b2 c2 b3"),
        ("mnk:1,5,3", "..X.O", "b1 d1"),
        ("mnk:5,1,3", "X/././O/.", "a2 a3 a5"),
        ("mnk:2,4,3", "XO../....", "c1 a2 b2 c2"),
        ("mnk:4,4,4", "XOXO/.OXO/OXOX/XOXX", "a2"),
    ] {
        let game = at(spec, diagram);
        let board = board(spec, &game);
        let mut places = board.candidates().to_vec();
        places.sort_unstable();
        let name = |place: &usize| game.position().show_move(board.grid().move_at(*place));
        let names: Vec<String> = places.iter().map(name).collect();
        assert_eq!(names.join(" "), expected, "{diagram}");
    }
}
