//! m,n,k-games: what the winner has on the board before the line begins.

use mossa_kernel::{GameResult, Side, Value};

use super::{Findings, Request, Story, names, room::Asset, stones::Stones};

/// So many of the winner's lines are told.
const MOST_TOLD: usize = 3;

/// Lines that lack more stones than this are not what the win comes from.
const MOST_LACKING: usize = 2;

impl Request<'_> {
    /// Where only the best move is not known to lose, or some are.
    pub(super) fn known_losses(&self, findings: &Findings) -> Option<String> {
        let is_lost = |value: &Value| super::result(value) == Some(GameResult::Loss);
        let all = findings.lines.len();
        let lost = findings.lines.iter().filter(|line| is_lost(&line.value)).count();
        let (m, best) = (names::side(self.mover()), self.name(findings.best()));
        match lost {
            0 => None,
            lost if lost == all => None,
            lost if lost + 1 == all => {
                Some(format!("All other moves are proven to lose: {best} is the only hope."))
            }
            lost => {
                let (verb, rest) = (if lost == 1 { "is" } else { "are" }, all - lost);
                Some(format!(
                    "Of {m}'s {all} moves {lost} {verb} proven to lose; {best} is one of the other {rest}."
                ))
            }
        }
    }

    /// How a move that is known to lose is answered: of those that need more than a glance, the one through
    /// which most lines of its side run.
    pub(super) fn natural_loss(
        &self,
        stones: &Stones,
        findings: &Findings,
        replies: &[Option<Story>],
    ) -> Option<String> {
        let lost = findings.lines.iter().zip(replies).filter_map(|(line, reply)| {
            let reply = reply.as_ref()?;
            let is_lost = super::result(&line.value) == Some(GameResult::Loss);
            let (n_lines, most) = stones.open_lines(stones.cell_of(line.mv())?, self.mover());
            is_lost.then_some(((most, n_lines), line, reply))
        });
        let (_, line, reply) = lost.reduce(|a, b| if b.0 > a.0 { b } else { a })?;
        let refutation = self.refutation(line, reply);
        Some(format!("{} looks natural and loses: {refutation}.", self.title(line)))
    }
}

/// The stones of the winner's that are nearest to a line, where no line can be completed at once.
pub(super) fn assets(stones: &Stones, winner: Side) -> Option<String> {
    let is_new = !stones.falls() && stones.wins(winner).is_empty();
    let assets = if is_new { stones.assets(winner) } else { Vec::new() };
    let count = assets.first()?.stones.len();
    if count + MOST_LACKING < stones.run() as usize || assets.len() > 2 * MOST_TOLD {
        return None;
    }
    let w = names::side(winner);
    let told = assets.iter().take(MOST_TOLD).map(|asset| described(stones, asset));
    let told: Vec<String> = told.collect();
    let more = assets.len().saturating_sub(MOST_TOLD);
    let more = if more > 0 { format!(" (and {more} more such)") } else { String::new() };
    Some(format!("{w} has {count} of {} on {}{more}.", stones.run(), told.join("; on ")))
}

fn described(stones: &Stones, asset: &Asset) -> String {
    let line = names::line(stones, &asset.stones);
    let ends = match asset.open_ends {
        Some(2) => ", open at both ends",
        Some(_) => ", open at one end",
        None => ", with a gap between",
    };
    format!("{line}{ends}")
}
