//! What the threads of one search share: the table, the flag to stop, and who is busy with what.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use mossa_kernel::{Move, keys::mix};

use crate::Table;

/// How many moves can be marked as being searched. More than threads times plies is plenty; two
/// that fall on one place only cost a little time.
const PLACES: usize = 1 << 12;

/// Shared by the threads of a search.
pub(super) struct Shared {
    pub(super) table: Arc<Table>,
    pub(super) stop: AtomicBool,
    /// Positions looked at by helping threads.
    pub(super) nodes: AtomicU64,
    /// How many threads there are.
    pub(super) threads: usize,
    busy: Box<[AtomicU64]>,
}

impl Shared {
    pub(super) fn new(table: Arc<Table>, threads: usize) -> Self {
        let places = if threads > 1 { PLACES } else { 0 };
        Self {
            table,
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            threads,
            busy: (0..places).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
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
