//! The only unsafe code of Mossa: memory for tables, and hints to the processor.
//!
//! Everything here is safe to use, changes no result, and does without where a system lacks it.

use std::{ops::Deref, sync::atomic::AtomicU64};

use memmap2::{MmapMut, MmapOptions};

/// Words of memory, all zero at first, for tables that are read at random.
///
/// They come straight from the system: memory that was never written costs nothing. Where the
/// system has huge pages they are used, since a table of many small pages spends more time on
/// finding the page than on reading the word: searching Connect Four with a table of 64 MB takes
/// about two thirds of the time.
pub struct TableMemory {
    map: MmapMut,
    words: usize,
}

impl TableMemory {
    /// So many words; `None` when there is no such memory.
    pub fn zeroed(words: usize) -> Option<Self> {
        let bytes = words.checked_mul(size_of::<AtomicU64>())?;
        let map = MmapOptions::new().len(bytes.max(1)).map_anon().ok()?;
        #[cfg(target_os = "linux")]
        // A system without huge pages says no, and small ones serve as well.
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Self { map, words })
    }
}

impl Deref for TableMemory {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: the map is `words` words long, begins at a page, and is only ever seen through
        // this slice of atomics, which may be shared; any bits are a valid `AtomicU64`.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.words) }
    }
}

/// Tells the processor that a place in memory will be read soon.
#[inline]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint about memory that may be read; SSE is part of every x86-64 processor.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn memory_is_zero_and_keeps_what_is_written() {
        let memory = TableMemory::zeroed(1 << 16).unwrap();
        assert_eq!(memory.len(), 1 << 16);
        assert!(memory.iter().all(|word| word.load(Ordering::Relaxed) == 0));
        for (index, word) in memory.iter().enumerate() {
            prefetch(word);
            word.store(index as u64, Ordering::Relaxed);
        }
        assert!(
            (0..).zip(memory.iter()).all(|(index, word)| word.load(Ordering::Relaxed) == index)
        );
    }

    #[test]
    fn threads_may_share_it() {
        let memory = TableMemory::zeroed(64).unwrap();
        std::thread::scope(|scope| {
            for number in 0..4 {
                let memory = &memory;
                scope.spawn(move || {
                    for word in memory.iter() {
                        word.fetch_add(number, Ordering::Relaxed);
                    }
                });
            }
        });
        assert!(memory.iter().all(|word| word.load(Ordering::Relaxed) == 6));
    }

    #[test]
    fn no_memory_and_too_much() {
        assert_eq!(TableMemory::zeroed(0).map(|memory| memory.len()), Some(0));
        assert!(TableMemory::zeroed(usize::MAX).is_none());
        assert!(TableMemory::zeroed(usize::MAX / 16).is_none());
    }
}
