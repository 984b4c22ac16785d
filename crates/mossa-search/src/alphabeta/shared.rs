//! What the threads of one search share: the table, the flag to stop, who is busy with what, and
//! what the fastest of them has finished.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering},
};

use mossa_kernel::{Move, keys::mix};

use super::root::Root;
use crate::Table;

/// How many moves can be marked as being searched. More than threads times plies is plenty; two
/// that fall on one place only cost a little time.
const PLACES: usize = 1 << 12;

/// Shared by the threads of a search.
pub(super) struct Shared {
    pub(super) table: Arc<Table>,
    pub(super) stop: AtomicBool,
    /// Positions looked at by helping threads.
    pub(super) nodes: Apart<AtomicU64>,
    /// How many threads there are.
    pub(super) threads: usize,
    busy: Box<[AtomicU64]>,
    /// The deepest iteration that some thread has finished, and what it found.
    finished_depth: AtomicU32,
    finished: Mutex<Option<Root>>,
}

/// Keeps what is often written away from what is often read: a write to a line of the cache takes
/// the whole line from the other processors.
#[repr(align(128))]
pub(super) struct Apart<T>(pub(super) T);

impl Shared {
    pub(super) fn new(table: Arc<Table>, threads: usize) -> Self {
        let places = if threads > 1 { PLACES } else { 0 };
        Self {
            table,
            stop: AtomicBool::new(false),
            nodes: Apart(AtomicU64::new(0)),
            threads,
            busy: (0..places).map(|_| AtomicU64::new(0)).collect(),
            finished_depth: AtomicU32::new(0),
            finished: Mutex::new(None),
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether some thread has finished an iteration of this depth or a deeper one.
    #[inline]
    pub(super) fn is_finished(&self, depth: u32) -> bool {
        self.finished_depth.load(Ordering::Relaxed) >= depth
    }

    /// Keeps what an iteration found, unless another thread was faster.
    pub(super) fn finish(&self, root: &Root) {
        if self.threads > 1 && !self.is_finished(root.depth) {
            let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
            if finished.as_ref().is_none_or(|other| other.depth < root.depth) {
                *finished = Some(root.clone());
                self.finished_depth.store(root.depth, Ordering::Relaxed);
            }
        }
    }

    /// What the deepest iteration found that any thread has finished.
    pub(super) fn finished(&self) -> Option<Root> {
        self.finished.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The search of a move of a position to some depth, if there is somebody to share it with.
    #[inline]
    pub(super) fn errand(&self, key: u64, mv: Move, depth: i32) -> Errand {
        if self.threads == 1 {
            return Errand::NONE;
        }
        Errand(mix(key ^ u64::from(mv.0) << 32 ^ u64::from(depth.cast_unsigned())) | 1)
    }

    /// The same at the root, where each move is searched by itself.
    pub(super) fn errand_at_root(&self, key: u64, mv: Move, depth: u32) -> Errand {
        self.errand(!key, mv, depth.cast_signed())
    }

    /// Whether some thread is busy with it.
    #[inline]
    pub(super) fn is_busy(&self, errand: Errand) -> bool {
        errand != Errand::NONE && self.place(errand).load(Ordering::Relaxed) == errand.0
    }

    /// Says that this thread now is.
    #[inline]
    pub(super) fn begin(&self, errand: Errand) {
        if errand != Errand::NONE {
            self.place(errand).store(errand.0, Ordering::Relaxed);
        }
    }

    /// Says that it no longer is.
    #[inline]
    pub(super) fn end(&self, errand: Errand) {
        if self.is_busy(errand) {
            self.place(errand).store(0, Ordering::Relaxed);
        }
    }

    #[inline]
    fn place(&self, Errand(name): Errand) -> &AtomicU64 {
        &self.busy[name as usize >> 1 & (PLACES - 1)]
    }
}

/// Something a thread may be busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Errand(u64);

impl Errand {
    /// Nothing that others need to know about.
    pub(super) const NONE: Self = Self(0);
}
