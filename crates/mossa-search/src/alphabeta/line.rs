//! How a known result comes about: the rest of a line that the search did not need to see.

use mossa_kernel::{Move, Position};

use super::worker::{Window, Worker};
use crate::{Bound, Knowledge, Score};

impl<P: Position, K: Knowledge<P>> Worker<'_, P, K> {
    /// Appends to a line that leads to a win or loss, `score` at the root, the moves behind it that
    /// keep the score.
    pub(super) fn complete_line(&mut self, line: &mut Vec<Move>, score: Score) {
        let plies = score.plies().unwrap_or(0) as usize;
        let mut due = score;
        let mut undos = Vec::new();
        for index in 0..plies {
            if self.position.outcome().is_some() {
                break;
            }
            if index == line.len() {
                let Some(mv) = self.move_that_keeps(due) else { break };
                line.push(mv);
            }
            undos.push((line[index], self.play(line[index])));
            due = -due.later(1);
        }
        while let Some((mv, undo)) = undos.pop() {
            self.take_back(mv, undo);
        }
    }

    /// A move of the current position that is worth at least `due`: one that is known to be, or else
    /// one that a search shows to be. What the table calls best will not do by itself: another
    /// thread may have put it there for a lesser aim.
    fn move_that_keeps(&mut self, due: Score) -> Option<Move> {
        let (mut moves, n_listed, _) = self.ordered_moves();
        moves.truncate(n_listed);
        let sure: Vec<Option<Score>> = moves.iter().map(|&mv| self.sure_score(mv)).collect();
        if let Some(index) = sure.iter().position(|&score| score >= Some(due)) {
            return Some(moves[index]);
        }
        let entry = self.shared.table.get(self.key());
        let table_move = entry.and_then(|entry| entry.mv);
        if !self.finds_shortest() {
            // Then it may be that nothing lasts as long as the distance says.
            let lasts_longest = (0..moves.len()).rev().max_by_key(|&index| sure[index]);
            let is_any_unsure = sure.contains(&None);
            let longest = lasts_longest.filter(|_| !is_any_unsure).map(|index| moves[index]);
            return longest.or(table_move.filter(|&mv| self.position.is_legal(mv)));
        }
        moves.sort_by_key(|&mv| Some(mv) != table_move);
        let depth = due.plies()?.cast_signed() - 1;
        let below = Window::null(due.previous());
        moves.into_iter().find(|&mv| {
            let found = self.try_move(mv, below, depth, 0);
            found.score >= due && !self.is_stopped()
        })
    }

    /// The least that a move is known to be worth without a search.
    fn sure_score(&mut self, mv: Move) -> Option<Score> {
        let undo = self.play(mv);
        let most = self.known_most();
        self.take_back(mv, undo);
        most.map(|score| -score.earlier(1))
    }

    /// The most that the current position can be worth, as far as that is known without a search.
    fn known_most(&mut self) -> Option<Score> {
        if let Some(outcome) = self.position.outcome() {
            return Some(Score::of_outcome(outcome, self.position.side_to_move()));
        }
        let entry = self.shared.table.get(self.key());
        let in_table = entry.filter(|entry| entry.is_proven && entry.bound != Bound::Lower);
        self.knowledge.verdict(&self.position, 1).or(in_table.map(|entry| entry.score))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mossa_games::GameSpec;
    use mossa_kernel::{Budget, Visit};

    use super::*;
    use crate::{
        NoKnowledge, Params, Table,
        alphabeta::{ordering::Ordering, shared::Shared},
        table::Entry,
    };

    /// X wins in five plies; the table proposes a move that only draws, as a thread that asked for
    /// less might have left it.
    struct Misled;

    impl Visit for Misled {
        type Out = Vec<String>;

        fn visit<P: Position>(self, mut position: P) -> Vec<String> {
            for text in ["a1", "b1"] {
                position.play(position.read_move(text).expect("a legal move"));
            }
            let draws = position.read_move("c1").expect("a legal move");
            let table = Table::new(1).expect("a megabyte");
            let entry = Entry {
                score: Score::DRAW,
                bound: Bound::Lower,
                depth: 1,
                is_proven: false,
                mv: Some(draws),
            };
            table.put(position.key(), entry);
            let shared = Arc::new(Shared::new(Arc::new(table), 1));
            let ordering = Ordering::new(&position, &NoKnowledge);
            let budget = Budget::UNLIMITED;
            let mut worker = Worker::new(
                position.clone(),
                NoKnowledge,
                ordering,
                shared,
                Params::default(),
                Some(&budget),
            );
            worker.last_ply = 9;
            let mut line = Vec::new();
            worker.complete_line(&mut line, Score::win_in(5));
            let tell = |mv| {
                let text = position.show_move(mv);
                position.play(mv);
                text
            };
            let told: Vec<String> = line.into_iter().map(tell).collect();
            assert!(position.outcome().is_some_and(|outcome| outcome.winner.is_some()), "{told:?}");
            told
        }
    }

    #[test]
    fn a_line_does_not_follow_the_table_where_it_gives_the_win_away() {
        let spec: GameSpec = "tictactoe".parse().expect("a good spec");
        assert_eq!(spec.visit(Misled).len(), 5);
    }
}
