//! A book as bytes: a head, keys as differences from the one before, scores, and a checksum.
//!
//! ```text
//!   offset  bytes
//!   0       10   "mossa book"
//!   10      2    version, 1; this and all that follows with the lowest byte first
//!   12      3    rows, columns, how many in a row win
//!   15      1    0
//!   16      16   one bit for each number of stones that positions in the book have
//!   32      4    how many positions there are
//!   36      4    how many bytes their keys take
//!   40           keys: what to add to the one before, 7 bits a byte, the lowest first; all but the
//!                last byte of each have their highest bit set
//!                scores: one byte each
//!           4    CRC-32 of all before
//! ```

use mossa_games::{GameSpec, connect::Spec};

use super::{Book, Layout, Solved};

const MAGIC: &[u8; 10] = b"mossa book";
const VERSION: u16 = 1;
const HEAD_BYTES: usize = 40;
const CHECK_BYTES: usize = 4;

/// No book is longer: nobody needs to read a longer file to know that it is none.
pub const LARGEST_FILE: u64 = 1 << 30;

/// Why a book is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// It begins otherwise.
    #[error("this is no book")]
    NoBook,
    /// It is of a later version.
    #[error("this is a book of version {0}, and only version {VERSION} can be read")]
    Version(u16),
    /// Its head names no board that can have a book.
    #[error("the book is for a board that does not exist")]
    NoBoard,
    /// Positions of this board do not fit into 128 bits.
    #[error("there are no books for boards this large: rows + 1 times columns must be at most 128")]
    BoardTooLarge,
    /// It is about another game.
    #[error("the book is for connect:{of}, not for connect:{wanted}")]
    OtherBoard {
        /// What it is about.
        of: Spec,
        /// What it should be about.
        wanted: Spec,
    },
    /// It is shorter or longer than its head says.
    #[error("the book should have {expected} bytes and has {found}")]
    Length {
        /// By its head.
        expected: u64,
        /// In truth.
        found: u64,
    },
    /// The checksum is another.
    #[error("the book is damaged: its checksum is wrong")]
    Damaged,
    /// A key cannot be read, or there are fewer or more of them than the head says.
    #[error("the book is broken: its keys cannot be read")]
    Keys,
    /// Keys do not ascend.
    #[error("the book is broken: its positions are not in order")]
    NotSorted,
    /// A key stands for no position.
    #[error("the book is broken: it has a position that cannot come about")]
    NoPosition,
    /// A score cannot be.
    #[error("the book is broken: it has a position with the impossible score {0}")]
    NoScore(i32),
    /// Positions have other numbers of stones than the head says.
    #[error("the book is broken: its positions have other numbers of stones than it says")]
    Plies,
}

impl BookError {
    /// What to do about it.
    pub fn hint(self) -> String {
        match self {
            Self::OtherBoard { wanted, .. } => {
                format!("`mossa book build connect:{wanted}` makes one for this board")
            }
            Self::BoardTooLarge => "choose a smaller board, such as connect:6,7,4".to_owned(),
            _ => "`mossa book build` makes books; fetch or make this one again, or leave it out: it only saves time".to_owned(),
        }
    }
}

/// Cuts so many bytes off the front.
fn take<'b, const N: usize>(bytes: &mut &'b [u8]) -> Option<&'b [u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(taken)
}

/// What the head of a book says.
struct Head {
    spec: Spec,
    layout: Layout,
    plies: u128,
    count: u32,
    keys_bytes: u32,
}

impl Head {
    fn read(mut bytes: &[u8]) -> Result<Self, BookError> {
        let found = bytes.len() as u64;
        if take(&mut bytes) != Some(MAGIC) {
            return Err(BookError::NoBook);
        }
        let bytes = &mut bytes;
        let version = take(bytes).map(|version| u16::from_le_bytes(*version));
        match version.ok_or(BookError::NoBook)? {
            VERSION => {}
            other => return Err(BookError::Version(other)),
        }
        let fields = (|| Some((take::<4>(bytes)?, take(bytes)?, take(bytes)?, take(bytes)?)))();
        let Some((&[rows, columns, run, zero], plies, count, keys_bytes)) = fields else {
            let expected = (HEAD_BYTES + CHECK_BYTES) as u64;
            return Err(BookError::Length { expected, found });
        };
        let spec = format!("connect:{rows},{columns},{run}").parse();
        let Ok(GameSpec::Connect(spec)) = spec else { return Err(BookError::NoBoard) };
        let layout = Layout::new(spec).filter(|_| zero == 0).ok_or(BookError::NoBoard)?;
        Ok(Self {
            spec,
            layout,
            plies: u128::from_le_bytes(*plies),
            count: u32::from_le_bytes(*count),
            keys_bytes: u32::from_le_bytes(*keys_bytes),
        })
    }
}

impl Book {
    /// Reads a book, and checks all there is to check: only what cannot be seen without solving
    /// games, whether the scores are right, is taken on trust.
    ///
    /// # Errors
    /// Refuses whatever [`Book::write`] would not write.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        let head = Head::read(bytes)?;
        let body = u64::from(head.count) + u64::from(head.keys_bytes);
        let expected = (HEAD_BYTES + CHECK_BYTES) as u64 + body;
        if bytes.len() as u64 != expected {
            return Err(BookError::Length { expected, found: bytes.len() as u64 });
        }
        let (content, check) = bytes.split_last_chunk::<CHECK_BYTES>().ok_or(BookError::NoBook)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*check) {
            return Err(BookError::Damaged);
        }
        let (keys, scores) = content[HEAD_BYTES..].split_at(head.keys_bytes as usize);
        let solved = read_solved(keys, scores, head.layout)?;
        let book = Self::new(head.spec, solved)?;
        if book.plies != head.plies {
            return Err(BookError::Plies);
        }
        Ok(book)
    }

    /// Reads a book for one game.
    ///
    /// # Errors
    /// As [`Book::read`], and refuses a book for another game.
    pub fn read_for(spec: Spec, bytes: &[u8]) -> Result<Self, BookError> {
        Layout::new(spec).ok_or(BookError::BoardTooLarge)?;
        let book = Self::read(bytes)?;
        if book.spec != spec {
            return Err(BookError::OtherBoard { of: book.spec, wanted: spec });
        }
        Ok(book)
    }

    /// The book as bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut keys = Vec::new();
        let mut before = 0;
        for Solved { key, .. } in self.iter() {
            write_number(&mut keys, key - before);
            before = key;
        }
        let sizes = [self.spec.rows(), self.spec.columns(), self.spec.run()].map(|size| size as u8);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(sizes);
        bytes.push(0);
        bytes.extend(self.plies.to_le_bytes());
        bytes.extend((self.scores.len() as u32).to_le_bytes());
        bytes.extend((keys.len() as u32).to_le_bytes());
        bytes.extend(keys);
        bytes.extend(self.scores.iter().map(|score| score.cast_unsigned()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

fn read_solved(keys: &[u8], scores: &[u8], layout: Layout) -> Result<Vec<Solved>, BookError> {
    let (mut keys, mut key) = (keys, 0_u128);
    // There are as many scores as the file has bytes for, whatever its head says.
    let mut solved = Vec::with_capacity(scores.len());
    for &score in scores {
        let step = read_number(&mut keys).ok_or(BookError::Keys)?;
        if step == 0 {
            return Err(BookError::NotSorted);
        }
        key = key.checked_add(step).ok_or(BookError::NoPosition)?;
        layout.stones(key).ok_or(BookError::NoPosition)?;
        solved.push(Solved { key, score: i32::from(score.cast_signed()) });
    }
    if keys.is_empty() { Ok(solved) } else { Err(BookError::Keys) }
}

fn write_number(bytes: &mut Vec<u8>, mut number: u128) {
    while number > 0x7F {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number off the front; there is one way only to write each.
fn read_number(bytes: &mut &[u8]) -> Option<u128> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let digit = u128::from(byte & 0x7F);
        let part = digit.checked_shl(shift).filter(|part| part >> shift == digit)?;
        number |= part;
        if byte & 0x80 == 0 {
            return (byte != 0 || shift == 0).then_some(number);
        }
        shift += 7;
    }
}
