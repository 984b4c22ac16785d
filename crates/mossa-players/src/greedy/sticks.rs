//! `greedy` in games of sticks: take the last one, or else leave nothing that the opponent could
//! finish, or else take as little as possible.
//!
//! There may be hundreds of thousands of moves, with as many answers to each, so answers are not
//! tried out. The opponent ends the game with one move only where a single heap is left alive, by
//! taking so many from it that too few remain; and from a heap that has only become smaller, nobody
//! can take numbers that could not be taken before.

use mossa_kernel::{Budget, Choice, Game, GameResult, Move, Player, PlayerError, Value, View};

use crate::meter::Meter;

/// The player.
pub(super) struct GreedySticks {
    /// Whether whoever cannot move wins: then no move wins at once, one can only lose by it.
    pub(super) is_misere: bool,
}

/// A move, tried out.
struct Tried {
    mv: Move,
    /// The heap that is taken from, how much, and what is left of it.
    heap: usize,
    taken: i32,
    left: i32,
    /// Whether the mover has won, where the game is over.
    is_won: Option<bool>,
}

impl Player for GreedySticks {
    fn choose(
        &mut self,
        game: &Game,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&str),
    ) -> Result<Choice, PlayerError> {
        let mut moves = game.position().moves();
        moves.sort_unstable();
        let lowest = *moves.first().ok_or(PlayerError::GameOver)?;
        let View::Heaps(heaps) = game.position().view() else { return Err(PlayerError::WrongGame) };
        let mut meter = Meter::new(budget);
        let in_time = moves.iter().take_while(|_| meter.enter());
        let tried: Vec<Tried> = in_time.map(|&mv| try_out(game, &heaps, mv)).collect();
        let win = tried.iter().find(|tried| tried.is_won == Some(true)).map(|tried| tried.mv);
        let nodes = meter.nodes();
        let in_a_hurry = Choice { nodes, ..Choice::bare(win.unwrap_or(lowest)) };
        if tried.len() < moves.len() {
            return Ok(in_a_hurry);
        }
        let table = Heaps::new(heaps, &tried);
        let judged = self.judge(&table, &tried, budget);
        let Some(candidates) = judged else { return Ok(in_a_hurry) };
        let unknown = candidates.iter().find(|(_, value)| *value == UNKNOWN).map(|(mv, _)| *mv);
        let mv = win.or(unknown).unwrap_or(lowest);
        let value = candidates.iter().find(|candidate| candidate.0 == mv).map(|(_, value)| *value);
        Ok(Choice { mv, value, line: vec![mv], nodes, candidates })
    }
}

/// What a move is worth that neither wins nor lets the opponent win at once.
const UNKNOWN: Value = Value::score(0.0);

/// How many moves are judged between two glances at the clock.
const MOVES_BETWEEN_GLANCES: usize = 1_000;

impl GreedySticks {
    /// What each move is worth; `None` when time is up.
    fn judge(
        &self,
        table: &Heaps,
        all_tried: &[Tried],
        budget: &Budget<'_>,
    ) -> Option<Vec<(Move, Value)>> {
        let mut judged = Vec::new();
        for some_tried in all_tried.chunks(MOVES_BETWEEN_GLANCES) {
            if budget.is_spent(0) {
                return None;
            }
            judged.extend(some_tried.iter().map(|tried| (tried.mv, self.value(table, tried))));
        }
        Some(judged)
    }

    fn value(&self, table: &Heaps, tried: &Tried) -> Value {
        match tried.is_won {
            Some(true) => Value::exact(GameResult::Win, Some(1)),
            Some(false) => Value::exact(GameResult::Loss, Some(1)),
            None if !self.is_misere && table.can_be_finished_after(tried) => {
                Value::exact(GameResult::Loss, Some(2))
            }
            None => UNKNOWN,
        }
    }
}

fn try_out(game: &Game, heaps: &[i32], mv: Move) -> Tried {
    let mover = game.position().side_to_move();
    let mut after = game.position().boxed_clone();
    after.play_legal(mv);
    let View::Heaps(left) = after.view() else { unreachable!("heaps stay heaps") };
    let mut changed = heaps.iter().zip(&left).enumerate();
    let (heap, (before, left)) = changed
        .find(|(_, (before, left))| before != left)
        .expect("a move takes at least one stick");
    let is_won = after.outcome().map(|outcome| outcome.winner == Some(mover));
    Tried { mv, heap, taken: before - left, left: *left, is_won }
}

/// The heaps before a move.
struct Heaps {
    sticks: Vec<i32>,
    /// How many can be taken from each, in ascending order.
    takes: Vec<Vec<i32>>,
    /// The smallest number that can be taken: a heap with fewer sticks is dead.
    smallest: i32,
}

impl Heaps {
    /// The heaps from which all moves have been tried out, the lowest first.
    fn new(sticks: Vec<i32>, all_tried: &[Tried]) -> Self {
        let mut takes = vec![Vec::new(); sticks.len()];
        for tried in all_tried {
            takes[tried.heap].push(tried.taken);
        }
        let smallest = all_tried.iter().map(|tried| tried.taken).min().unwrap_or(1);
        Self { sticks, takes, smallest }
    }

    /// Whether one more move can end the game after this one.
    fn can_be_finished_after(&self, tried: &Tried) -> bool {
        let left = |heap: usize| if heap == tried.heap { tried.left } else { self.sticks[heap] };
        let mut alive = (0..self.sticks.len()).filter(|&heap| left(heap) >= self.smallest);
        match (alive.next(), alive.next()) {
            (Some(heap), None) => self.can_finish(heap, left(heap)),
            _ => false,
        }
    }

    /// Whether so much can be taken from a heap, with so many left, that it is dead.
    fn can_finish(&self, heap: usize, left: i32) -> bool {
        let takes = &self.takes[heap];
        let largest = takes[..takes.partition_point(|&take| take <= left)].last();
        largest.is_some_and(|&take| left - take < self.smallest)
    }
}
