//! m,n,k-games that nobody wins: what happens after the moves that lose.

use mossa_games::GameSpec;
use mossa_kernel::GameResult;

use super::threatened::Menace;
use crate::explain::{
    Findings, Request, Story, moves::MOST_MOVES, names, result, stones::Stones, story::Decision,
};

impl Request<'_> {
    /// How the moves lose of which only some lose to what is threatened: "the other 3 do not: 2 lose to X's double threat
    /// at b1, 1 loses in another way".
    pub(in crate::explain) fn lost_otherwise(&self, lost: usize) -> Option<String> {
        let GameSpec::Mnk(_) = self.spec else { return None };
        let stones = Stones::new(self.spec, self.game)?;
        let menace = Menace::new(&stones, !self.mover())?;
        let careless = menace.n_careless(&stones);
        let rest = lost.checked_sub(careless).filter(|rest| *rest > 0 && careless > 0)?;
        let forks = menace.forks.iter().map(|&cell| names::cell(&stones, cell));
        let counted =
            |count: usize| if count == 1 { "1 loses".to_owned() } else { format!("{count} lose") };
        Some(format!(
            "the other {lost} do not: {} to {}'s double threat at {}, {} in another way",
            counted(careless),
            names::side(menace.winner),
            names::list(forks, "or"),
            counted(rest)
        ))
    }

    /// How the other side wins if the mover plays elsewhere, by the shortest line that shows it; `None` where the table has
    /// room for all moves, or a threat that is told shows it.
    pub(in crate::explain) fn example_loss(
        &self,
        stones: &Stones,
        findings: &Findings,
        replies: &[Option<Story>],
    ) -> Option<String> {
        let winner = !self.mover();
        let is_told = Menace::new(stones, winner).is_some() || !stones.wins(winner).is_empty();
        if is_told || findings.lines.len() <= MOST_MOVES {
            return None;
        }
        let lost = findings.lines.iter().zip(replies).filter_map(|(line, reply)| {
            let reply = reply.as_ref().filter(|_| result(&line.value) == Some(GameResult::Loss))?;
            let Some(Decision::Fork(_, length)) = reply.decision(winner) else { return None };
            Some((length, line, reply))
        });
        let (_, line, reply) = lost.min_by_key(|(length, ..)| *length)?;
        Some(format!(
            "If {} plays elsewhere, say {}, {} wins: {}.",
            names::side(self.mover()),
            self.name(line),
            names::side(winner),
            self.refutation(line, reply)
        ))
    }
}
