//! m,n,k-games: how a side that cannot be beaten meets every try, down to pairs of cells that tell the
//! rest.

use mossa_kernel::Side;

use super::pairs::{Pair, pairs_against};
use crate::explain::stones::Stones;

/// A try and its answer are looked at so many times one after the other, and so many positions in all.
const MOST_DEPTH: usize = 3;
const MOST_POSITIONS: usize = 1500;

/// How an attack is met.
#[derive(Debug)]
pub(super) struct Guard {
    /// The most dangerous tries and their answers, one after the other; none where the pairs are there
    /// already.
    pub(super) tries: Vec<[u32; 2]>,
    /// The pairs after them.
    pub(super) pairs: Vec<Pair>,
    /// How many lines are open to the attacker then.
    pub(super) n_lines: usize,
    /// Within how many tries every other attack is met, too.
    pub(super) depth: usize,
    /// Whether some of these tries let the defender win.
    pub(super) is_won_by_some: bool,
}

/// How the side that has just moved keeps the attacker, who is to move, from completing a line; `None`
/// where that is not found soon.
pub(super) fn guard(stones: &Stones, attacker: Side) -> Option<Guard> {
    let mut watch = Watch { attacker, left: MOST_POSITIONS, sees_win: false };
    let depth = (0..=MOST_DEPTH).find(|&depth| {
        watch.sees_win = false;
        watch.is_held(stones, depth)
    })?;
    let is_won_by_some = watch.sees_win;
    let mut end = stones.clone();
    let mut tries = Vec::new();
    for rest in (1..=depth).rev() {
        if pairs_against(&end, attacker).is_some() {
            break;
        }
        let (attack, answer) = watch.worst_try(&end, rest)?;
        end.place(attack, attacker);
        end.place(answer, !attacker);
        tries.push([attack, answer]);
    }
    let pairs = pairs_against(&end, attacker)?;
    Some(Guard { tries, pairs, n_lines: end.hopes(attacker).len(), depth, is_won_by_some })
}

/// The same where the attacker begins with `attack`: where it has pairs then the defender needs no answer, and else
/// the first try is `attack` with its answer, `wanted` if that holds.
pub(super) fn guard_after(
    stones: &Stones,
    attack: u32,
    attacker: Side,
    wanted: Option<u32>,
) -> Option<Guard> {
    let after = stones.with(attack, attacker);
    if !after.wins(attacker).is_empty() || pairs_against(&after, attacker).is_none() {
        let end = |answer: u32| guard(&after.with(answer, !attacker), attacker);
        let is_free = |cell: &u32| after.wins(attacker).is_empty() && after.is_open(*cell);
        let preferred = wanted.filter(is_free).and_then(|answer| Some((answer, end(answer)?)));
        let (answer, rest) = preferred.or_else(|| {
            let mut watch = Watch { attacker, left: MOST_POSITIONS, sees_win: false };
            let answer = (1..=MOST_DEPTH).find_map(|depth| watch.answer(&after, depth))?;
            Some((answer, end(answer)?))
        })?;
        let tries = [&[[attack, answer]], &rest.tries[..]].concat();
        return Some(Guard { tries, ..rest });
    }
    guard(&after, attacker)
}

/// Looks at all tries.
struct Watch {
    attacker: Side,
    /// How many positions may still be looked at.
    left: usize,
    /// Whether the defender could complete a line after one of the tries.
    sees_win: bool,
}

impl Watch {
    /// Whether the attacker, to move, is held within so many tries.
    fn is_held(&mut self, stones: &Stones, depth: usize) -> bool {
        if self.left == 0 || !stones.wins(self.attacker).is_empty() {
            return false;
        }
        self.left -= 1;
        if pairs_against(stones, self.attacker).is_some() {
            return true;
        }
        depth > 0 && self.tries(stones).into_iter().all(|attack| self.is_met(stones, attack, depth))
    }

    /// What the attacker can try: where the other side threatens to win, only what stops that.
    fn tries(&self, stones: &Stones) -> Vec<u32> {
        let threats = stones.wins(!self.attacker);
        match &threats[..] {
            [] => stones.open_cells().collect(),
            threats => threats.iter().map(|threat| threat.cell).collect(),
        }
    }

    fn is_met(&mut self, stones: &Stones, attack: u32, depth: usize) -> bool {
        let after = stones.with(attack, self.attacker);
        let is_won = !after.wins(!self.attacker).is_empty();
        self.sees_win |= is_won;
        is_won || self.answer(&after, depth).is_some()
    }

    /// An answer to a try that holds.
    fn answer(&mut self, after: &Stones, depth: usize) -> Option<u32> {
        let threats = after.wins(self.attacker);
        let answers: Vec<u32> = match &threats[..] {
            [] => {
                let mut cells: Vec<u32> = after.open_cells().collect();
                let lines = |cell: &u32| after.open_lines(*cell, self.attacker);
                cells.sort_by_key(|cell| {
                    let (count, own) = lines(cell);
                    usize::MAX - (after.run() as usize * own + count)
                });
                cells
            }
            [threat] => vec![threat.cell],
            _ => Vec::new(),
        };
        let holds = |answer: &u32| self.is_held(&after.with(*answer, !self.attacker), depth - 1);
        answers.into_iter().find(holds)
    }

    /// Of the tries that take most to be met the one that does most, with its answer. Tries that let the other
    /// side win are none.
    fn worst_try(&mut self, stones: &Stones, depth: usize) -> Option<(u32, u32)> {
        self.left = MOST_POSITIONS;
        let mut tries = self.tries(stones);
        tries.retain(|&attack| stones.with(attack, self.attacker).wins(!self.attacker).is_empty());
        let danger = |attack: &u32| {
            let mut after = stones.with(*attack, self.attacker);
            let threats = after.wins(self.attacker).len();
            let forks = after.forks(self.attacker).len();
            let (lines, own) = after.open_lines(*attack, self.attacker);
            (threats.min(1), forks.min(1), own, lines)
        };
        // The first of those that do as much.
        tries.sort_by_key(|attack| std::cmp::Reverse(danger(attack)));
        let is_hard =
            |watch: &mut Self, attack: u32| depth < 2 || !watch.is_met(stones, attack, depth - 1);
        let hardest = tries.iter().copied().find(|&attack| is_hard(self, attack));
        self.left = MOST_POSITIONS;
        let attack = hardest.or_else(|| tries.first().copied())?;
        let after = stones.with(attack, self.attacker);
        self.answer(&after, depth).map(|answer| (attack, answer))
    }
}
