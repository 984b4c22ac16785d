//! How a known result comes about: the rest of a line that the search did not need to see.

use mossa_kernel::{Move, Position};

use super::worker::Worker;
use crate::{Bound, Knowledge, MoveSink, Score};

impl<P: Position, K: Knowledge<P>> Worker<'_, P, K> {
    /// Appends to a line that leads to a win or loss `plies` from the root what the table and the
    /// knowledge tell about the moves behind it.
    pub(super) fn complete_line(&mut self, line: &mut Vec<Move>, plies: u32) {
        let mut undos = Vec::new();
        for index in 0..plies as usize {
            if self.position.outcome().is_some() {
                break;
            }
            if index == line.len() {
                let Some(mv) = self.known_move() else { break };
                line.push(mv);
            }
            undos.push((line[index], self.play(line[index])));
        }
        while let Some((mv, undo)) = undos.pop() {
            self.take_back(mv, undo);
        }
    }

    /// The best move of the current position, as far as that is known one ply ahead.
    fn known_move(&mut self) -> Option<Move> {
        let mut listed = Vec::new();
        self.knowledge.moves(&self.position, &mut MoveSink::new(&mut listed));
        let scores: Vec<(Move, Option<Score>)> =
            listed.iter().map(|&(mv, _)| (mv, self.known_score(mv))).collect();
        let known = scores.iter().filter_map(|&(mv, score)| Some((score?, mv)));
        // The first of the best, as the search would have it.
        let best = known.rev().max_by_key(|&(score, _)| score);
        let is_complete = scores.iter().all(|(_, score)| score.is_some());
        let entry = self.shared.table.get(self.position.key());
        match best {
            // The winner needs to know one winning move; the loser, all moves.
            Some((score, mv)) if score > Score::DRAW || is_complete => Some(mv),
            _ => entry.and_then(|entry| entry.mv).filter(|&mv| self.position.is_legal(mv)),
        }
    }

    fn known_score(&mut self, mv: Move) -> Option<Score> {
        let undo = self.play(mv);
        let score = self.known_score_here();
        self.take_back(mv, undo);
        score.map(|score| -score.earlier(1))
    }

    fn known_score_here(&mut self) -> Option<Score> {
        if let Some(outcome) = self.position.outcome() {
            return Some(Score::of_outcome(outcome, self.position.side_to_move()));
        }
        let entry = self.shared.table.get(self.position.key());
        let in_table = entry.filter(|entry| entry.is_proven && entry.bound == Bound::Exact);
        self.knowledge.verdict(&self.position, 1).or(in_table.map(|entry| entry.score))
    }
}
