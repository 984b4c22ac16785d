//! m,n,k-games: which answers hold a draw, where so few cells are free that all can be tried.

use mossa_kernel::Side;

use crate::explain::{names, stones::Stones};

/// With more free cells than this, trying all takes too long.
const MOST_TRIED: usize = 8;

/// "After b2, O must answer a1, c1, a3 or c3: the other 4 answers lose." `None` where it is not known.
pub(super) fn answers(stones: &Stones, last: u32, defender: Side) -> Option<String> {
    let (all, holding) = holding(stones, defender)?;
    let (d, last) = (names::side(defender), names::cell(stones, last));
    let named = names::list(holding.iter().map(|&cell| names::cell(stones, cell)), "or");
    let rest = match all - holding.len() {
        0 => return Some(format!("After {last}, whatever {d} answers holds.")),
        _ if holding.is_empty() => return None,
        1 => "the other answer loses".to_owned(),
        rest => format!("the other {rest} answers lose"),
    };
    Some(format!("After {last}, {d} must answer {named}: {rest}."))
}

/// How many answers the defender, to move, has, and after which of them it does not lose.
fn holding(stones: &Stones, defender: Side) -> Option<(usize, Vec<u32>)> {
    if stones.n_free() > MOST_TRIED {
        return None;
    }
    let open: Vec<u32> = stones.open_cells().collect();
    let mut stones = stones.clone();
    let holds = |cell: &u32| !loses_after(&mut stones, *cell, defender);
    let holding = open.iter().copied().filter(holds).collect();
    Some((open.len(), holding))
}

/// Whether a stone of `side` on a cell leads to its loss if the other side plays right.
fn loses_after(stones: &mut Stones, cell: u32, side: Side) -> bool {
    if stones.completed_by(cell, side).is_some() {
        return false;
    }
    stones.place(cell, side);
    let is_lost = can_win(stones, !side);
    stones.remove(cell);
    is_lost
}

/// Whether `side`, to move, wins if it plays right.
fn can_win(stones: &mut Stones, side: Side) -> bool {
    let open: Vec<u32> = stones.open_cells().collect();
    open.into_iter().any(|cell| {
        if stones.completed_by(cell, side).is_some() {
            return true;
        }
        stones.place(cell, side);
        let replies: Vec<u32> = stones.open_cells().collect();
        // On a full board nobody has won.
        let wins =
            !replies.is_empty() && replies.iter().all(|&reply| loses_after(stones, reply, !side));
        stones.remove(cell);
        wins
    })
}

#[cfg(test)]
mod tests {
    use mossa_games::GameSpec;

    use super::*;

    fn told(spec: &str, moves: &str, last: &str) -> Option<String> {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = spec.start();
        game.play_text(moves).unwrap();
        let defender = game.position().side_to_move();
        let stones = Stones::new(&spec, &game).unwrap();
        let last = (0..stones.rows() * stones.columns())
            .find(|&cell| names::cell(&stones, cell) == last)
            .unwrap();
        answers(&stones, last, defender)
    }

    #[test]
    fn the_center_is_answered_in_a_corner() {
        let told_after = |moves, last| told("tictactoe", moves, last).unwrap();
        assert_eq!(
            told_after("b2", "b2"),
            "After b2, O must answer a1, c1, a3 or c3: the other 4 answers lose."
        );
        assert_eq!(told_after("a1", "a1"), "After a1, O must answer b2: the other 7 answers lose.");
        assert_eq!(
            told_after("b2 a1 c3", "c3"),
            "After c3, O must answer c1 or a3: the other 4 answers lose."
        );
    }

    #[test]
    fn a_lost_or_a_large_board_has_no_answers() {
        assert_eq!(told("tictactoe", "a1 b1 b2", "b2"), None);
        assert_eq!(told("mnk:4,4,4", "b2", "b2"), None);
    }
}
