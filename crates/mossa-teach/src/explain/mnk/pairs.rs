//! m,n,k-games: a plan by which a side is never beaten, free cells in pairs.
//!
//! Whenever the attacker takes one cell of a pair, the defender takes the other. Where every line that
//! the attacker could still complete holds both cells of some pair, the attacker completes none of them.

use mossa_kernel::Side;

use crate::explain::stones::Stones;

/// So many choices are tried before it is given up.
const MOST_CHOICES: usize = 400;

/// Two free cells of which the defender gets one for certain.
pub(in crate::explain) type Pair = [u32; 2];

/// Pairs such that each open line of the attacker's holds one of them; `None` where there are none, or
/// none were found soon.
pub(super) fn pairs_against(stones: &Stones, attacker: Side) -> Option<Vec<Pair>> {
    let lines = stones.hopes(attacker);
    let mut search = Search {
        is_used: vec![false; (stones.rows() * stones.columns()) as usize],
        lines: &lines,
        pairs: Vec::new(),
        left: MOST_CHOICES,
    };
    search.cover().then(|| {
        search.pairs.sort_unstable();
        search.pairs
    })
}

/// A search for pairs: the line with the least choice first.
struct Search<'s> {
    /// For each cell whether it belongs to a pair.
    is_used: Vec<bool>,
    /// The free cells of each line.
    lines: &'s [Vec<u32>],
    pairs: Vec<Pair>,
    /// How many choices may still be tried.
    left: usize,
}

impl Search<'_> {
    /// Adds pairs until every line holds one; leaves all as it was where that fails.
    fn cover(&mut self) -> bool {
        let bare: Vec<&Vec<u32>> =
            self.lines.iter().filter(|line| !self.is_covered(line)).collect();
        let choice = |line: &&&Vec<u32>| line.iter().filter(|&&cell| self.is_unused(cell)).count();
        let Some(line) = bare.iter().min_by_key(choice) else { return true };
        let cells: Vec<u32> = line.iter().copied().filter(|&cell| self.is_unused(cell)).collect();
        let mut pairs: Vec<Pair> = Vec::new();
        for (index, &first) in cells.iter().enumerate() {
            pairs.extend(cells[index + 1..].iter().map(|&second| [first, second]));
        }
        // Those first that serve most lines and take least room from others.
        let serves = |pair: &Pair| bare.iter().filter(|line| holds(line, *pair)).count();
        let takes = |pair: &Pair| {
            let touched = |line: &&&Vec<u32>| pair.iter().any(|cell| line.contains(cell));
            bare.iter().filter(touched).count()
        };
        pairs.sort_by_key(|pair| (usize::MAX - serves(pair), takes(pair)));
        pairs.into_iter().any(|pair| self.try_pair(pair))
    }

    fn try_pair(&mut self, pair: Pair) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.pairs.push(pair);
        self.mark(pair, true);
        if self.cover() {
            return true;
        }
        self.pairs.pop();
        self.mark(pair, false);
        false
    }

    fn mark(&mut self, pair: Pair, is_used: bool) {
        for cell in pair {
            self.is_used[cell as usize] = is_used;
        }
    }

    fn is_unused(&self, cell: u32) -> bool {
        !self.is_used[cell as usize]
    }

    fn is_covered(&self, line: &[u32]) -> bool {
        self.pairs.iter().any(|&pair| holds(line, pair))
    }
}

fn holds(line: &[u32], pair: Pair) -> bool {
    pair.iter().all(|cell| line.contains(cell))
}
