//! What was learned, and the file it comes in.
//!
//! ```text
//!   bytes
//!   8        "mossanet"
//!   5        rows, columns, how many in a row win, how many sums, how many numbers in a layer
//!   1 each   for each window that is not the mirror image of an earlier one, for each look: what it
//!            adds to the sums
//!   2 each   what the sums begin with
//!   2 each   first layer: weights
//!   4 each   the same for the second player to move, for a full board, to begin with, and for each
//!            answer about the end
//!   2 each   second layer: weights
//!   4 each   and what it begins with
//!   2 each   the odds: weights
//!   4        and what they begin with
//!   4        CRC-32 of all before
//! ```
//!
//! All numbers have their lowest byte first.

use std::sync::{Arc, OnceLock};

use mossa_games::connect::Spec;

use super::{
    ENDS, HIDDEN, LARGEST_BIAS, LARGEST_WEIGHT, WIDTH,
    layout::{Place, places},
};

/// The one that comes with the program, and its board: rows, columns, how many in a row win.
const NINE_BY_TEN: &[u8] = include_bytes!("../../../data/connect-9x10x5.net");
const ITS_BOARD: [u32; 3] = [9, 10, 5];

const MAGIC: &[u8; 8] = b"mossanet";

/// What stands where no window begins.
const NO_WINDOW: u32 = u32::MAX;

/// All sums of a position.
pub(super) type Sums = [i16; WIDTH];

/// What a window adds to them.
pub(super) type Look = [i8; WIDTH];

/// A number for each of a layer.
pub(super) type Layer = [i32; HIDDEN];

/// Everything that was learned about one board.
#[derive(Debug)]
pub(in crate::connect) struct Weights {
    /// For each direction, by first cell: where the looks of a window begin among all looks.
    pub(super) windows: [Vec<u32>; 4],
    pub(super) looks: Vec<Look>,
    /// The sums of an empty board.
    pub(super) empty: Sums,
    pub(super) first: [Sums; HIDDEN],
    /// What the first layer begins with, for either side to move, by the number of stones.
    pub(super) first_bias: [Vec<Layer>; 2],
    /// What the answers about the end add to it.
    pub(super) ends: [Layer; ENDS],
    pub(super) second: [[i16; HIDDEN]; HIDDEN],
    pub(super) second_bias: Layer,
    pub(super) odds: [i16; HIDDEN],
    pub(super) odds_bias: i32,
}

/// Reads numbers off the front of some bytes.
struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (&bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(bytes)
    }

    fn look(&mut self) -> Option<Look> {
        Some(self.take::<WIDTH>()?.map(u8::cast_signed))
    }

    fn weights<const N: usize>(&mut self) -> Option<[i16; N]> {
        let mut weights = [0; N];
        for weight in &mut weights {
            *weight = i16::from_le_bytes(self.take()?);
        }
        weights
            .iter()
            .all(|weight| weight.unsigned_abs() <= LARGEST_WEIGHT as u16)
            .then_some(weights)
    }

    fn rows<const N: usize, const M: usize>(&mut self) -> Option<[[i16; N]; M]> {
        let mut rows = [[0; N]; M];
        for row in &mut rows {
            *row = self.weights()?;
        }
        Some(rows)
    }

    fn bias(&mut self) -> Option<i32> {
        let bias = i32::from_le_bytes(self.take()?);
        (bias.unsigned_abs() <= LARGEST_BIAS as u32).then_some(bias)
    }

    fn layer(&mut self) -> Option<Layer> {
        let mut layer = [0; HIDDEN];
        for number in &mut layer {
            *number = self.bias()?;
        }
        Some(layer)
    }
}

impl Weights {
    /// Those that come with the program; `None` where there are none for this board.
    pub(in crate::connect) fn embedded(spec: Spec) -> Option<Arc<Self>> {
        static READ: OnceLock<Option<Arc<Weights>>> = OnceLock::new();
        let is_known = [spec.rows(), spec.columns(), spec.run()] == ITS_BOARD;
        is_known
            .then(|| READ.get_or_init(|| Self::read(NINE_BY_TEN, spec).map(Arc::new)).clone())?
    }

    /// Reads a file; `None` if it is for another board or damaged.
    pub(super) fn read(file: &[u8], spec: Spec) -> Option<Self> {
        let (rest, check) = file.split_last_chunk()?;
        if crc32fast::hash(rest) != u32::from_le_bytes(*check) {
            return None;
        }
        let mut reader = Reader(rest);
        let head = [spec.rows(), spec.columns(), spec.run(), WIDTH as u32, HIDDEN as u32];
        if reader.take()? != *MAGIC || reader.take::<5>()?.map(u32::from) != head {
            return None;
        }
        let (windows, looks) = read_looks(&mut reader, spec)?;
        let weights = Self {
            empty: sums_of_empty(reader.weights()?, &windows, &looks),
            windows,
            looks,
            first: reader.rows()?,
            first_bias: read_first_bias(&mut reader, spec.rows() * spec.columns())?,
            ends: [reader.layer()?, reader.layer()?, reader.layer()?],
            second: reader.rows()?,
            second_bias: reader.layer()?,
            odds: reader.weights()?,
            odds_bias: reader.bias()?,
        };
        reader.0.is_empty().then_some(weights)
    }
}

/// The look of a window that nobody can complete any more: the bit that says that its stones are the
/// second player's, and no stones.
fn dead(run: u32) -> u32 {
    1 << run
}

/// Reads the looks, and writes them out for every window.
fn read_looks(reader: &mut Reader<'_>, spec: Spec) -> Option<([Vec<u32>; 4], Vec<Look>)> {
    let run = spec.run();
    let n_looks = 2 * dead(run);
    let (places, n_lists) = places(spec);
    let mut lists = vec![[0; WIDTH]; n_lists * n_looks as usize];
    for (number, look) in (0..).zip(&mut lists) {
        if number % n_looks != dead(run) {
            *look = reader.look()?;
        }
    }
    let mut looks = Vec::new();
    let windows = places.map(|places| {
        let start = |place: Option<Place>| {
            let Some(Place { list, is_reversed }) = place else { return NO_WINDOW };
            let start = looks.len() as u32;
            let there = |look: u32| {
                let stones = look % dead(run);
                let reversed = stones.reverse_bits() >> (u32::BITS - run);
                let seen = if is_reversed { look - stones + reversed } else { look };
                lists[list * n_looks as usize + seen as usize]
            };
            looks.extend((0..n_looks).map(there));
            start
        };
        places.into_iter().map(start).collect()
    });
    Some((windows, looks))
}

/// The sums of an empty board.
fn sums_of_empty(mut sums: Sums, windows: &[Vec<u32>; 4], looks: &[Look]) -> Sums {
    for start in windows.iter().flatten().filter(|&&start| start != NO_WINDOW) {
        for (sum, &look) in sums.iter_mut().zip(&looks[*start as usize]) {
            *sum += i16::from(look);
        }
    }
    sums
}

/// Reads what the first layer begins with.
fn read_first_bias(reader: &mut Reader<'_>, cells: u32) -> Option<[Vec<Layer>; 2]> {
    let (second_to_move, full, bias) = (reader.layer()?, reader.layer()?, reader.layer()?);
    let with = |sign: i32, stones: u32| {
        std::array::from_fn(|index| {
            let filled = i64::from(full[index]) * i64::from(stones) / i64::from(cells);
            bias[index] + sign * second_to_move[index] + filled as i32
        })
    };
    Some([-1, 1].map(|sign| (0..=cells).map(|stones| with(sign, stones)).collect()))
}
