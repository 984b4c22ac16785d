//! m,n,k-games: what the winner has on the board before the line begins.

use mossa_kernel::{GameResult, Side, Value};

use super::room::Asset;
use crate::explain::{Findings, Request, Story, names, stones::Stones};

/// So many of the winner's lines are told.
const MOST_TOLD: usize = 3;

/// Lines that lack more stones than this are not what the win comes from.
const MOST_LACKING: usize = 2;

impl Request<'_> {
    /// Where all others or most moves are known to lose.
    pub(in crate::explain) fn known_losses(&self, findings: &Findings) -> Option<String> {
        let is_lost = |value: &Value| crate::explain::result(value) == Some(GameResult::Loss);
        let all = findings.lines.len();
        let lost = findings.lines.iter().filter(|line| is_lost(&line.value)).count();
        let (m, best) = (names::side(self.mover()), self.name(findings.best()));
        match lost {
            lost if lost == all || 2 * lost < all => None,
            lost if lost + 1 == all => {
                Some(format!("All other moves are proven to lose: {best} is the only hope."))
            }
            lost => Some(format!(
                "Of {m}'s {all} moves {lost} are proven to lose; {best} is one of the other {}.",
                all - lost
            )),
        }
    }
}

/// The stones of the winner's that are nearest to a line, where no line can be completed at once: those that a double
/// threat which can be made now or the line that is told makes use of.
pub(in crate::explain) fn assets(stones: &Stones, story: &Story, winner: Side) -> Option<String> {
    let is_new = !stones.falls() && stones.wins(winner).is_empty();
    let mut assets = if is_new { stones.assets(winner) } else { Vec::new() };
    if story.end.outcome().is_some() {
        assets = in_use(stones, story, winner, &assets);
    }
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

/// Those of some stones that belong to a line which `winner` could threaten with a double threat now, and then
/// those that belong to one which it threatens or completes in the line that is told.
pub(super) fn in_use(stones: &Stones, story: &Story, winner: Side, assets: &[Asset]) -> Vec<Asset> {
    let forks = stones.clone().forks(winner).into_iter();
    let now = forks.flat_map(|fork| stones.with(fork, winner).wins(winner));
    let own = story.steps().iter().filter(|step| step.side == winner);
    let later = own.flat_map(|step| {
        let threats = step.facts.threatens.iter().map(|win| win.line.clone());
        threats.chain(step.facts.completes.clone())
    });
    let mut used: Vec<Asset> = Vec::new();
    for line in now.map(|win| win.line).chain(later) {
        let is_on = |asset: &&Asset| asset.stones.iter().all(|cell| line.contains(cell));
        let fresh: Vec<Asset> =
            assets.iter().filter(is_on).filter(|asset| !used.contains(asset)).cloned().collect();
        used.extend(fresh);
    }
    used
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
