//! `greedy` in Othello: as many discs as possible, now.

use mossa_kernel::{Budget, Choice, Game, Move, Player, PlayerError, Side, Value, View};

/// The player.
pub(super) struct GreedyOthello;

impl Player for GreedyOthello {
    fn choose(
        &mut self,
        game: &Game,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&str),
    ) -> Result<Choice, PlayerError> {
        let mover = game.position().side_to_move();
        let mut legal = game.position().moves();
        legal.sort_unstable();
        let first = *legal.first().ok_or(PlayerError::GameOver)?;
        let mut counted: Vec<(Move, u32)> = Vec::new();
        for mv in legal {
            if budget.is_spent(counted.len() as u64) {
                break;
            }
            counted.push((mv, discs_after(game, mv, mover)?));
        }
        // Of several greatest, `max_by_key` takes the last one it sees.
        let Some(&(mv, discs)) = counted.iter().rev().max_by_key(|(_, discs)| *discs) else {
            return Ok(Choice::bare(first));
        };
        Ok(Choice {
            mv,
            value: Some(Value::score(discs.into())),
            line: vec![mv],
            nodes: counted.len() as u64,
            candidates: counted
                .iter()
                .map(|&(mv, discs)| (mv, Value::score(discs.into())))
                .collect(),
        })
    }
}

/// How many discs the mover has after a move.
fn discs_after(game: &Game, mv: Move, mover: Side) -> Result<u32, PlayerError> {
    let mut after = game.position().boxed_clone();
    after.play_legal(mv);
    match after.view() {
        View::Board(board) => Ok(board.count(mover) as u32),
        View::Heaps(_) => Err(PlayerError::WrongGame),
    }
}
