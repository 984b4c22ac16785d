//! What is computed so far, in a form that survives whatever happens while it is written: records of
//! one size, each with a checksum, one after the other.

use mossa_games::connect::Spec;

use super::layout::Layout;

/// A position and its score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Solved {
    /// The smaller key of the position and its mirror image.
    pub key: u128,
    /// The score: how many stones the winner has in hand before its last one, that one included;
    /// negative for a loss.
    pub score: i32,
}

/// How many bytes the head of a log and each record in it take.
pub const RECORD_BYTES: usize = 24;

/// How a log begins.
const MAGIC: &[u8; 16] = b"mossa book log 1";

/// A log as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// What is in it.
    pub solved: Vec<Solved>,
    /// How many of its bytes are good: what follows was torn when it was written.
    pub good_bytes: usize,
}

/// Why a log is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// It begins otherwise.
    #[error("it is no log of a book")]
    NoLog,
    /// It is about another board.
    #[error("it belongs to another board")]
    OtherBoard,
    /// Something is wrong before the last record.
    #[error("record {0} is broken, and others follow")]
    Broken(usize),
}

impl Log {
    /// How the log of a game begins.
    pub fn head(spec: Spec) -> [u8; RECORD_BYTES] {
        let sizes = [spec.rows(), spec.columns(), spec.run()].map(|size| size as u8);
        seal(&[&MAGIC[..], &sizes, &[0]].concat())
    }

    /// A record.
    pub fn record(solved: Solved) -> [u8; RECORD_BYTES] {
        seal(&[&solved.key.to_le_bytes()[..], &solved.score.to_le_bytes()].concat())
    }

    /// Reads a log. A last record that is not whole is left out, and one that is not true: whatever
    /// was being written when the power went.
    ///
    /// # Errors
    /// Refuses what is no log of this game, and one that is broken before its end.
    pub fn read(bytes: &[u8], spec: Spec) -> Result<Self, LogError> {
        let head = Self::head(spec);
        if bytes.len() < RECORD_BYTES && head.starts_with(bytes) {
            return Ok(Self { solved: Vec::new(), good_bytes: 0 });
        }
        let Some(layout) = Layout::new(spec).filter(|_| bytes.starts_with(MAGIC)) else {
            return Err(LogError::NoLog);
        };
        if !bytes.starts_with(&head) {
            return Err(LogError::OtherBoard);
        }
        let mut solved = Vec::with_capacity(bytes.len() / RECORD_BYTES);
        let records = bytes[RECORD_BYTES..].chunks_exact(RECORD_BYTES);
        let rest = |index| &bytes[RECORD_BYTES * (index + 2)..];
        for (index, record) in records.enumerate() {
            match read_record(record, layout) {
                Some(record) => solved.push(record),
                // Where data never arrived, some file systems leave zeros.
                None if rest(index).iter().all(|&byte| byte == 0) => break,
                None => return Err(LogError::Broken(index + 1)),
            }
        }
        let good_bytes = RECORD_BYTES * (solved.len() + 1);
        Ok(Self { solved, good_bytes })
    }
}

/// Puts a checksum after what fills the rest of a record.
fn seal(bytes: &[u8]) -> [u8; RECORD_BYTES] {
    let sum = crc32fast::hash(bytes).to_le_bytes();
    let mut record = [0; RECORD_BYTES];
    let (content, check) = record.split_at_mut(RECORD_BYTES - sum.len());
    content.copy_from_slice(bytes);
    check.copy_from_slice(&sum);
    record
}

fn read_record(record: &[u8], layout: Layout) -> Option<Solved> {
    let (content, check) = record.split_last_chunk::<4>()?;
    let (key, score) = content.split_first_chunk::<16>()?;
    let score = i32::from_le_bytes(*score.first_chunk()?);
    let key = u128::from_le_bytes(*key);
    let stones = layout.stones(key)?;
    let is_good =
        crc32fast::hash(content) == u32::from_le_bytes(*check) && layout.is_possible(score, stones);
    is_good.then_some(Solved { key, score })
}
