//! What was found out, written down: a long proof can stop and go on another day.
//!
//! ```text
//!   "MOSSANOTES" version (1 byte), rows, columns, run (2 bytes each), words per code (1 byte),
//!   number of entries (8 bytes); then each entry: code (8 bytes a word), lowest and highest score,
//!   digits of the work (1 byte each); at the end the CRC-32 of it all (4 bytes). Lowest byte first.
//! ```

use mossa_games::connect::Spec;

use super::{
    packed::Packed,
    table::{Bounds, Table},
};
use crate::engine::NotesError;

const MAGIC: &[u8] = b"MOSSANOTES";

/// Changes with the format, and with how codes are made.
const VERSION: u8 = 1;

/// At most so many entries are written, those that took most work.
const MOST_ENTRIES: usize = 4_000_000;

const HEADER_BYTES: usize = MAGIC.len() + 1 + 6 + 1 + 8;

const CHECK_BYTES: usize = 4;

/// What comes before the entries, but for their number.
fn header<E: Packed>(spec: Spec) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.push(VERSION);
    for number in [spec.rows(), spec.columns(), spec.run()] {
        header.extend((number as u16).to_le_bytes());
    }
    header.push(E::WORDS as u8);
    header
}

const fn entry_bytes<E: Packed>() -> usize {
    E::WORDS * size_of::<u64>() + 3
}

/// Writes down the most valuable entries of a table.
pub(super) fn write<E: Packed>(table: &Table<E>, spec: Spec) -> Vec<u8> {
    let least_work = least_work(table);
    let mut bytes = header::<E>(spec);
    let entries: Vec<_> = table.entries(least_work).collect();
    bytes.extend((entries.len() as u64).to_le_bytes());
    for (code, bounds, work) in entries {
        let mut rest = code.widened();
        for _ in 0..E::WORDS {
            bytes.extend((rest as u64).to_le_bytes());
            rest >>= u64::BITS;
        }
        let digits = (u64::BITS - work.leading_zeros()) as u8;
        let score = |score: i32| (score as i8).cast_unsigned();
        bytes.extend([score(bounds.low), score(bounds.high), digits]);
    }
    let check = crc32fast::hash(&bytes);
    bytes.extend(check.to_le_bytes());
    bytes
}

/// The least work of the entries that are worth writing down.
fn least_work<E: Packed>(table: &Table<E>) -> u64 {
    let mut counts = [0_usize; 64];
    for (_, _, work) in table.entries(1) {
        counts[work.ilog2() as usize] += 1;
    }
    let mut total = 0;
    let mut digits = counts.len();
    while digits > 0 && total + counts[digits - 1] <= MOST_ENTRIES {
        digits -= 1;
        total += counts[digits];
    }
    1 << digits
}

/// Reads what [`write()`] wrote, into a table for the same board. A table that refuses is as it was.
pub(super) fn read<E: Packed>(
    table: &Table<E>,
    spec: Spec,
    bytes: &[u8],
) -> Result<(), NotesError> {
    if !bytes.starts_with(MAGIC) {
        return Err(NotesError::NoNotes);
    }
    if bytes.len() < HEADER_BYTES + CHECK_BYTES {
        return Err(NotesError::Damaged);
    }
    let (content, check) = bytes.split_at(bytes.len() - CHECK_BYTES);
    if crc32fast::hash(content).to_le_bytes() != check {
        return Err(NotesError::Damaged);
    }
    let header = header::<E>(spec);
    let Some(rest) = content.strip_prefix(&header[..]) else {
        return Err(NotesError::Other);
    };
    let (count, entries) = rest.split_at(size_of::<u64>());
    let is_whole = entries.len().is_multiple_of(entry_bytes::<E>())
        && (entries.len() / entry_bytes::<E>()) as u64 == little_endian(count) as u64;
    let mut entries = entries.chunks_exact(entry_bytes::<E>());
    if !is_whole || !entries.clone().all(|entry| is_possible::<E>(entry, spec)) {
        return Err(NotesError::Damaged);
    }
    entries.by_ref().for_each(|entry| {
        let (code, bounds, work) = parse::<E>(entry);
        table.put(code, bounds, work);
    });
    Ok(())
}

fn little_endian(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte))
}

fn parse<E: Packed>(entry: &[u8]) -> (E, Bounds, u64) {
    let (code, facts) = entry.split_at(E::WORDS * size_of::<u64>());
    let score = |byte: u8| i32::from(byte.cast_signed());
    let bounds = Bounds { low: score(facts[0]), high: score(facts[1]) };
    (E::truncate(little_endian(code)), bounds, 1 << facts[2].clamp(1, 40) >> 1)
}

/// Whether an entry may come from a game on this board.
fn is_possible<E: Packed>(entry: &[u8], spec: Spec) -> bool {
    let (code, Bounds { low, high }, _) = parse::<E>(entry);
    let bits = (spec.rows() + 1) * spec.columns();
    let most = (spec.rows() * spec.columns()).div_ceil(2).cast_signed();
    code == code & E::mask(bits) && -most <= low && low <= high && high <= most
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn spec() -> Spec {
        let mossa_games::GameSpec::Connect(spec) = "connect:5,6,4".parse().unwrap() else {
            panic!("a game of Connect X")
        };
        spec
    }

    fn table() -> Table<u64> {
        Table::new(36, 1).unwrap()
    }

    fn written(numbers: &[u64]) -> (Table<u64>, Vec<u8>) {
        let table = table();
        for &number in numbers {
            let bounds = Bounds { low: -(number as i32 % 7), high: number as i32 % 9 };
            table.put(table.code(number.into()), bounds, number);
        }
        let bytes = write(&table, spec());
        (table, bytes)
    }

    proptest! {
        #[test]
        fn notes_come_back(numbers in prop::collection::vec(1..1_u64 << 30, 0..200)) {
            let (before, bytes) = written(&numbers);
            let after = table();
            read(&after, spec(), &bytes).unwrap();
            for number in numbers {
                let code = before.code(number.into());
                prop_assert_eq!(before.get(code), after.get(code));
            }
        }

        #[test]
        fn damaged_notes_are_refused(place: prop::sample::Index, bit in 0..8_u8, length: prop::sample::Index) {
            let (_, bytes) = written(&[3, 1 << 20, 77]);
            let mut damaged = bytes.clone();
            damaged[place.index(bytes.len())] ^= 1 << bit;
            prop_assert!(read(&table(), spec(), &damaged).is_err());
            prop_assert!(read(&table(), spec(), &bytes[..length.index(bytes.len())]).is_err());
        }

        #[test]
        fn anything_may_be_read(bytes: Vec<u8>, has_magic: bool) {
            let start = if has_magic { MAGIC } else { &[] };
            prop_assert!(read(&table(), spec(), &[start, &bytes[..]].concat()).is_err());
        }
    }

    #[test]
    fn notes_about_another_board_are_refused() {
        let (_, bytes) = written(&[1, 2, 3]);
        let mossa_games::GameSpec::Connect(other) = "connect:6,5,4".parse().unwrap() else {
            panic!("a game of Connect X")
        };
        assert_eq!(read(&table(), other, &bytes), Err(NotesError::Other));
        let wide = Table::<u128>::new(36, 1).unwrap();
        assert_eq!(read(&wide, spec(), &bytes), Err(NotesError::Other));
    }
}
