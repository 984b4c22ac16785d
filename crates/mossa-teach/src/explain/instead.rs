//! Answers that look forced: why another one that looks as good fails.

use mossa_kernel::{Game, Move, Side};

use super::{
    Request, Story, names,
    refute::both_threats,
    story::{Decision, Step},
    until,
};

/// How much of the time may be spent when these answers are found.
const INSTEAD_PART: f64 = 0.85;

/// So many moves of the loser's are told of.
const MOST_TOLD: usize = 3;

/// So many other answers are looked at, and told up to this length.
const MOST_ANSWERS: usize = 3;
const MOST_MOVES: usize = 10;

/// So many threats that the loser could make first are answered, as an example.
const MOST_COUNTERS: usize = 1;

impl Request<'_> {
    /// Where the loser takes away double threats that are prepared: why there and not elsewhere.
    pub(super) fn instead(&mut self, story: &Story, winner: Side) -> Vec<String> {
        let is_wanted = |step: &Step| step.side != winner && step.facts.takes_all_forks();
        // Other first moves stand in the table.
        let steps = story.steps().iter().enumerate().skip(1);
        let most = if story.steps().first().is_some_and(|step| step.before.falls()) {
            1
        } else {
            MOST_TOLD
        };
        let steps = steps.filter(|(_, step)| is_wanted(step)).take(most);
        steps.filter_map(|(index, step)| self.instead_of(story, index, step, winner)).collect()
    }

    /// Why one such answer is played and no other.
    fn instead_of(
        &mut self,
        story: &Story,
        index: usize,
        step: &Step,
        winner: Side,
    ) -> Option<String> {
        let game = self.reached(&story.moves[..index])?;
        let (w, loser) = (names::side(winner), names::side(!winner));
        let played = names::played(self.spec, self.game, story.moves[index]);
        let cells: Vec<u32> = others(step, winner);
        let number = index + 1;
        let lead = format!("In move {number} {loser} plays {played}");
        let fails = self.fails(&game, step, &cells, winner, &story.moves[number..]);
        let for_instance =
            if cells.len() > 1 && !step.before.falls() { ", for instance" } else { "" };
        let fails = match () {
            () if cells.is_empty() => (!step.before.falls())
                .then(|| format!("{lead}: no other move takes the double threat from {w}.")),
            () if fails.is_empty() => None,
            () => Some(format!(
                "{lead}. Other moves that take the double threat from {w} fail, too{for_instance}: {}.",
                fails.join("; ")
            )),
        };
        let own = self.own_threats(&game, step, winner).map(|own| match fails {
            Some(_) => {
                format!("Nor does it help {loser} to threaten something itself first: {own}.")
            }
            None => format!(
                "{lead}. It does not help {loser} to threaten something itself first: {own}."
            ),
        });
        let told: Vec<String> = fails.into_iter().chain(own).collect();
        (!told.is_empty()).then(|| told.join(" "))
    }

    /// How other answers lose, where that is short; those that lose alike together. `rest` is how the line goes on
    /// after the answer that is played.
    fn fails(
        &mut self,
        game: &Game,
        step: &Step,
        cells: &[u32],
        winner: Side,
        rest: &[Move],
    ) -> Vec<String> {
        let mut alike: Vec<(Vec<u32>, Story)> = Vec::new();
        for &cell in cells.iter().take(MOST_ANSWERS) {
            let Some(lost) = self.lost_after(game, step, cell, winner) else { continue };
            let known = alike.iter_mut().find(|(_, known)| known.moves[1..] == lost.moves[1..]);
            match known.filter(|_| !step.before.falls()) {
                Some((cells, _)) => cells.push(cell),
                None => alike.push((vec![cell], lost)),
            }
        }
        // One of several lines is enough: the others lose, too.
        let most = if step.before.falls() { alike.len() } else { 1 };
        let told = alike.iter().take(most);
        told.map(|(cells, lost)| self.failure(step, cells, lost, winner, rest)).collect()
    }

    /// The line after another answer, where it is short and ends with a double threat.
    fn lost_after(&mut self, game: &Game, step: &Step, cell: u32, winner: Side) -> Option<Story> {
        let budget = until(self.budget, INSTEAD_PART);
        let mut story = Story::tell(self.spec, game, &[step.before.move_at(cell)]);
        story.go_on(self.spec, self.engine, &budget);
        let Some(Decision::Fork(_, length)) = story.decision(winner) else { return None };
        (length <= MOST_MOVES).then_some(story)
    }

    /// How answers lose that all lose by the same line.
    fn failure(
        &self,
        step: &Step,
        cells: &[u32],
        lost: &Story,
        winner: Side,
        rest: &[Move],
    ) -> String {
        let (w, loser) = (names::side(winner), names::side(!winner));
        let named = names::list(cells.iter().map(|&cell| names::cell(&step.before, cell)), "or");
        let Some(Decision::Fork(fork, length)) = lost.decision(winner) else {
            return String::new();
        };
        if step.before.falls() {
            let moves = self.told_moves(&lost.moves[..length], !winner);
            return format!("after {moves} {w} {}", both_threats(fork));
        }
        // The reader sees those moves below.
        if lost.moves[1..length] == rest[..rest.len().min(length - 1)] {
            return format!("on {loser} {named} the same moves win as in the line below");
        }
        let course = lost.course(1, winner).unwrap_or_default();
        let course = course.strip_prefix("after ").unwrap_or(&course);
        format!("after {loser} {named}, {course}")
    }

    /// How threats of the loser's own that could be made first fail, where that is short.
    fn own_threats(&mut self, game: &Game, step: &Step, winner: Side) -> Option<String> {
        let cells = counters(step, winner);
        let told = cells.iter().take(MOST_COUNTERS).filter_map(|&cell| {
            let lost = self.lost_after(game, step, cell, winner)?;
            lost.course(0, winner)
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| told.join("; "))
    }
}

/// Where the loser could threaten to complete a line, and does not.
pub(super) fn counters(step: &Step, winner: Side) -> Vec<u32> {
    let threatens = |cell: &u32| {
        let after = step.before.with(*cell, !winner);
        *cell != step.facts.cell && !after.wins(!winner).is_empty()
    };
    if step.before.falls() || !step.facts.threatens.is_empty() {
        return Vec::new();
    }
    step.before.open_cells().filter(threatens).collect()
}

/// The other answers that leave `winner` no double threat.
fn others(step: &Step, winner: Side) -> Vec<u32> {
    let helps = |cell: &u32| {
        let mut after = step.before.with(*cell, !winner);
        *cell != step.facts.cell && after.wins(winner).is_empty() && after.forks(winner).is_empty()
    };
    step.before.open_cells().filter(helps).collect()
}
