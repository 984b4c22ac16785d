//! The only unsafe code of Mossa: memory for tables, and what processors do fast.
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

/// How many bits are set.
#[inline]
pub fn count_ones(word: u64) -> u32 {
    let [count] = count_each([word]);
    count
}

/// How many bits are set in each word.
///
/// Nearly every processor has an instruction for it, but not every x86-64 one; the compiler, which must
/// not rely on it, writes a dozen others instead. Which it is to be is asked once for all words.
#[inline]
pub fn count_each<const N: usize>(words: [u64; N]) -> [u32; N] {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        popcnt::count_each(words)
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    words.map(u64::count_ones)
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod popcnt {
    use std::{
        arch::{asm, is_x86_feature_detected},
        sync::atomic::{AtomicBool, Ordering},
    };

    /// Whether the instruction is known to be there.
    static IS_KNOWN: AtomicBool = AtomicBool::new(false);

    #[inline]
    pub(super) fn count_each<const N: usize>(words: [u64; N]) -> [u32; N] {
        if !IS_KNOWN.load(Ordering::Relaxed) {
            return without(words);
        }
        words.map(|word| {
            let count: u32;
            // SAFETY: the instruction is there, and only reads one register and writes another. (A
            // function compiled for processors that have it could not be inlined.)
            unsafe {
                asm!(
                    "popcnt {count:r}, {word}",
                    count = lateout(reg) count,
                    word = in(reg) word,
                    options(pure, nomem, nostack)
                );
            }
            count
        })
    }

    /// Counts without the instruction, and finds out whether it is there.
    #[cold]
    pub(super) fn without<const N: usize>(words: [u64; N]) -> [u32; N] {
        IS_KNOWN.store(is_x86_feature_detected!("popcnt"), Ordering::Relaxed);
        words.map(u64::count_ones)
    }
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

    #[test]
    fn bits_are_counted() {
        let mut word: u64 = 1;
        for _ in 0..10_000 {
            assert_eq!(count_ones(word), word.count_ones(), "{word:#x}");
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1) ^ word >> 29;
        }
        for word in [0, u64::MAX, 1 << 63] {
            assert_eq!(count_ones(word), word.count_ones(), "{word:#x}");
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            assert_eq!(popcnt::without([word]), [word.count_ones()], "{word:#x}");
        }
        assert_eq!(count_each([0, 1, 3, u64::MAX]), [0, 1, 2, 64]);
    }
}
