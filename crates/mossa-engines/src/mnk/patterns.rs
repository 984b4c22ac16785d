//! What the stones around a cell mean to it, looked up instead of counted: for short lines.
//!
//! All windows through a cell in one direction lie within K - 1 cells of it on either side. What is
//! on these cells, two bits each, is the cell's *key* in that direction. A stone flips two bits in the
//! keys of the cells around it; everything else stands in a table with an entry for each key, and is
//! looked up when somebody asks.

use std::sync::{Arc, OnceLock};

use mossa_kernel::Side;

use super::{
    cells::CellSet,
    counts::{Counts, Forces},
    geometry::{DIRECTIONS, Geometry},
    promises::Promises,
    sums::Total,
    weights::{self, Weights},
};

/// What is on the cells around a cell in one direction: two bits each, the farthest before it lowest.
type Key = u16;

/// How many keys there are.
const KEYS: usize = 1 << Key::BITS;

/// The longest lines for which a key has room.
const LONGEST: usize = Key::BITS as usize / 4 + 1;

/// What two bits say of a cell where neither side has a stone (1 and 2).
const FREE: Key = 0;
const WALL: Key = 3;

/// The keys of all cells.
#[derive(Clone, Debug)]
pub(super) struct Patterns {
    /// What keys mean.
    table: Arc<Table>,
    /// Which keys a stone on a cell changes.
    flips: Arc<Vec<Vec<Flip>>>,
    keys: Vec<[Key; DIRECTIONS]>,
    stones: CellSet,
    /// How far a key reaches: K - 1 cells.
    reach: usize,
    /// In all keys of a cell, the lower bits of those cells that count as near.
    near: u64,
}

/// Where a stone stands in the key of a cell.
#[derive(Clone, Copy, Debug)]
struct Flip {
    cell: u16,
    direction: u8,
    shift: u8,
}

/// The meanings of all keys.
#[derive(Debug)]
struct Table {
    meanings: Box<[Meaning; KEYS]>,
    /// What can be forced: apart from the rest, as it is needed most.
    forces: Box<[Forces; KEYS]>,
}

/// What a key says about a free cell and the windows through it.
#[derive(Clone, Copy, Debug, Default)]
struct Meaning {
    promises: Promises,
    /// By how much a stone changes the worth of lines: for each side that places it, that of each side's.
    worth: [[i16; 2]; 2],
    /// How many windows are live for each side.
    live: [u8; 2],
    /// How many of them miss two stones.
    fours: [u8; 2],
    /// Where a stone, after one on the cell itself, completes a line: a bit for each cell of the key.
    completions: [u8; 2],
    urges: [u16; 2],
}

impl Patterns {
    /// Those of an empty board; `None` where lines are too long, or where it matters what is behind
    /// their ends.
    pub(super) fn new(geometry: &Geometry, weights: &Weights) -> Option<Self> {
        if geometry.spec().is_exact() || geometry.run() > LONGEST {
            return None;
        }
        let reach = geometry.run() - 1;
        let nearest = weights::NEAR.min(reach);
        let lower_bits = |bits: u64, place: usize| bits | 1 << (2 * place);
        let near = (reach - nearest..reach + nearest).fold(0, lower_bits);
        Some(Self {
            table: Table::shared(geometry.run(), weights),
            flips: Arc::new((0..geometry.cells()).map(|cell| flips(geometry, cell)).collect()),
            keys: (0..geometry.cells()).map(|cell| keys_of_walls(geometry, cell)).collect(),
            stones: CellSet::new(geometry.cells()),
            reach,
            near: near * 0x0001_0001_0001_0001,
        })
    }

    /// Lets a stone come (or go), and shows `visit` the cells where something else can be forced then,
    /// were they free. Returns what changes in all, unless that is to be quick.
    #[inline]
    pub(super) fn change<const COMES: bool, const QUICK: bool>(
        &mut self,
        cell: usize,
        side: Side,
        mut visit: impl FnMut(usize, Forces),
    ) -> Total {
        let Self { table, flips, keys, stones, .. } = self;
        stones.set(cell as u32, COMES);
        let code = side.index() as Key + 1;
        for flip in &flips[cell] {
            let at = usize::from(flip.cell);
            let key = &mut keys[at][usize::from(flip.direction)];
            let before = *key;
            *key ^= code << flip.shift;
            if table.forces[usize::from(before)] != table.forces[usize::from(*key)] {
                visit(at, table.forces_by(keys[at]));
            }
        }
        if QUICK {
            return Total::default();
        }
        let mut total = Total::default();
        let sign = if COMES { 1 } else { -1 };
        for key in self.keys[cell] {
            let meaning = &self.table.meanings[usize::from(key)];
            for whose in Side::BOTH {
                let worth = meaning.worth[side.index()][whose.index()];
                total.worth[whose.index()] += sign * i32::from(worth);
            }
            total.live[(!side).index()] -= sign * i32::from(meaning.live[(!side).index()]);
        }
        total
    }

    /// What can be forced on a free cell.
    #[inline]
    pub(super) fn forces(&self, cell: usize) -> Forces {
        self.table.forces_by(self.keys[cell])
    }

    /// What the windows through a free cell promise.
    #[inline]
    pub(super) fn promises(&self, cell: usize) -> Promises {
        self.meanings(cell).fold(Promises::default(), |sum, it| sum.plus(it.promises))
    }

    /// How many live windows of a side through a free cell miss two stones.
    #[inline]
    pub(super) fn fours_at(&self, cell: usize, side: Side) -> u32 {
        self.meanings(cell).fold(0, |sum, it| sum + u32::from(it.fours[side.index()]))
    }

    /// What [`Counts::urge`] says of the windows through a free cell.
    #[inline]
    pub(super) fn urge(&self, cell: usize, side: Side) -> u32 {
        self.meanings(cell).fold(0, |sum, it| sum + u32::from(it.urges[side.index()]))
    }

    /// Shows `visit` where `side` completes a line after a stone on a free cell.
    #[inline]
    pub(super) fn each_completion(
        &self,
        geometry: &Geometry,
        cell: usize,
        side: Side,
        mut visit: impl FnMut(u32),
    ) {
        for (direction, meaning) in self.meanings(cell).enumerate() {
            let step = geometry.step(direction);
            let mut places = meaning.completions[side.index()];
            while places != 0 {
                let place = places.trailing_zeros() as usize;
                places &= places - 1;
                let at = match place.checked_sub(self.reach) {
                    None => cell - (self.reach - place) * step,
                    Some(behind) => cell + (behind + 1) * step,
                };
                visit(at as u32);
            }
        }
    }

    /// Shows `visit` the cells, free or not, that have a stone near.
    #[inline]
    pub(super) fn each_near(&self, geometry: &Geometry, mut visit: impl FnMut(u32)) {
        let (Some(first), Some(last)) = (self.stones.first(), self.stones.last()) else { return };
        // No cell is farther away than this from a stone near it.
        let farthest = (weights::NEAR * geometry.longest_step()) as u32;
        let end = (last + farthest + 1).min(geometry.cells() as u32);
        for cell in first.saturating_sub(farthest)..end {
            let [right, down, falling, rising] = self.keys[cell as usize].map(u64::from);
            let keys = right | down << 16 | falling << 32 | rising << 48;
            // Two bits that differ are a stone.
            if (keys ^ keys >> 1) & self.near != 0 {
                visit(cell);
            }
        }
    }

    #[inline]
    fn meanings(&self, cell: usize) -> impl Iterator<Item = &Meaning> {
        self.keys[cell].iter().map(|&key| &self.table.meanings[usize::from(key)])
    }
}

/// Which keys a stone on a cell changes.
fn flips(geometry: &Geometry, cell: usize) -> Vec<Flip> {
    let reach = geometry.run() - 1;
    let mut flips = Vec::new();
    for direction in 0..DIRECTIONS {
        let (before, behind) = geometry.room(cell, direction);
        let step = geometry.step(direction);
        let mut flip = |at: usize, place: usize| {
            let (cell, direction) = (at as u16, direction as u8);
            flips.push(Flip { cell, direction, shift: 2 * place as u8 });
        };
        // A cell before this one has the stone behind it.
        (1..=before).for_each(|distance| flip(cell - distance * step, reach + distance - 1));
        (1..=behind).for_each(|distance| flip(cell + distance * step, reach - distance));
    }
    flips
}

/// The keys of a cell on an empty board, where there is nothing but the board's edge.
fn keys_of_walls(geometry: &Geometry, cell: usize) -> [Key; DIRECTIONS] {
    let reach = geometry.run() - 1;
    std::array::from_fn(|direction| {
        let (before, behind) = geometry.room(cell, direction);
        let walls = (0..reach - before).chain(reach + behind..2 * reach);
        walls.fold(0, |key, place| key | WALL << (2 * place))
    })
}

impl Table {
    /// The table for lines of this length; the one with the usual weights is made only once.
    fn shared(run: usize, weights: &Weights) -> Arc<Self> {
        static USUAL: [OnceLock<Arc<Table>>; LONGEST + 1] =
            [const { OnceLock::new() }; LONGEST + 1];
        if *weights == Weights::default() {
            USUAL[run].get_or_init(|| Arc::new(Self::new(run, weights))).clone()
        } else {
            Arc::new(Self::new(run, weights))
        }
    }

    fn new(run: usize, weights: &Weights) -> Self {
        let mut table = Self {
            meanings: vec![Meaning::default(); KEYS].try_into().expect("one for each key"),
            forces: vec![Forces::default(); KEYS].try_into().expect("one for each key"),
        };
        let (worths, promises) = (weights.worths(run), weights.promises(run));
        let halves = halves(run - 1);
        let mut around = Vec::new();
        for before in &halves {
            for behind in &halves {
                around.clear();
                around.extend(before.iter().rev().chain(behind));
                let key = around.iter().rev().fold(0, |key, &code| key << 2 | usize::from(code));
                (table.meanings[key], table.forces[key]) = count(&around, &worths, &promises);
            }
        }
        table
    }

    /// What can be forced on a free cell with these keys.
    #[inline]
    fn forces_by(&self, keys: [Key; DIRECTIONS]) -> Forces {
        keys.iter().fold(Forces::default(), |any, &key| any.or(self.forces[usize::from(key)]))
    }
}

/// All that can be on so many cells to one side of a cell, the nearest first. Behind a wall there is
/// nothing else.
fn halves(reach: usize) -> Vec<Vec<Key>> {
    let mut halves = vec![Vec::new()];
    for _ in 0..reach {
        let longer = |half: Vec<Key>| {
            let first = if half.last() == Some(&WALL) { WALL } else { FREE };
            (first..=WALL).map(move |code| half.iter().copied().chain([code]).collect())
        };
        halves = halves.into_iter().flat_map(longer).collect();
    }
    halves
}

/// What a free cell with these cells around it can expect, by the worth and the promise of windows with
/// so many stones.
fn count(around: &[Key], worths: &[i32], hopes: &[u32]) -> (Meaning, Forces) {
    let reach = around.len() / 2;
    let run = reach + 1;
    let mut meaning = Meaning::default();
    let mut counts = [Counts::default(); 2];
    let mut promised = [Promises::default(); 2];
    for first in 0..run {
        // A window: these, and the cell in the middle.
        let cells = &around[first..first + reach];
        for side in Side::BOTH {
            let own = side.index();
            let code = own as Key + 1;
            if cells.iter().any(|&it| it != FREE && it != code) {
                continue;
            }
            let stones = cells.iter().filter(|&&it| it == code).count();
            meaning.live[own] += 1;
            meaning.worth[own][own] += (worths[stones + 1] - worths[stones]) as i16;
            meaning.worth[(!side).index()][own] -= worths[stones] as i16;
            counts[own] = counts[own].plus(Counts::one(run - stones));
            promised[own] = promised[own].plus(Promises::one(hopes[stones]));
            if run - stones == 2 {
                let free = cells.iter().position(|&it| it == FREE).expect("one more is free");
                meaning.completions[own] |= 1 << (first + free);
            }
        }
    }
    let counts = Counts::of_both(counts);
    meaning.promises = Promises::of_both(promised);
    meaning.fours = Side::BOTH.map(|side| counts.number(2, side));
    meaning.urges = Side::BOTH.map(|side| counts.urge(side) as u16);
    (meaning, counts.forces())
}
