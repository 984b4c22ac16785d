//! The heap and the table.

use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use super::{
    super::heap::CandidateHeap,
    super::table::{Bound, Entry, Table},
    *,
};

#[test]
fn the_heap_yields_the_most_promising_first_and_ties_in_order() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut buffer = vec![7];
    for length in 0..200 {
        let candidates: Vec<(usize, i32)> = (0..length)
            .map(|place| (place * 3 + 5, random.random_range(0..6) * 1_000_000))
            .collect();
        let mut expected = candidates.clone();
        expected.sort_by_key(|&(place, promise)| (-promise, place));
        let mut heap = CandidateHeap::build(buffer, candidates.into_iter().rev());
        let extracted: Vec<usize> = std::iter::from_fn(|| heap.extract_max()).collect();
        let expected: Vec<usize> = expected.into_iter().map(|(place, _)| place).collect();
        assert_eq!(extracted, expected);
        buffer = heap.into_buffer();
    }
}

#[test]
fn the_heap_may_be_left_half_full() {
    let heap = |buffer| CandidateHeap::build(buffer, [(1, 5), (2, 9), (3, 9)].into_iter());
    let mut first = heap(Vec::new());
    assert_eq!(first.extract_max(), Some(2));
    let mut second = heap(first.into_buffer());
    assert_eq!([(); 4].map(|()| second.extract_max()), [Some(2), Some(3), Some(1), None]);
}

fn entry(score: i32) -> Entry {
    Entry { score, bound: Bound::Exact, best: Move(0), horizon: 0 }
}

#[test]
fn the_table_is_emptied_when_it_is_full() {
    let mut table = Table::new(3);
    for key in 1..=3 {
        table.insert(key, entry(10));
    }
    table.insert(2, entry(20));
    let scores = |table: &Table| [1, 2, 3, 4].map(|key| table.get(key).map(|entry| entry.score));
    assert_eq!(scores(&table), [Some(10), Some(20), Some(10), None], "replaced, not emptied");
    table.insert(4, entry(30));
    assert_eq!(scores(&table), [None, None, None, Some(30)]);
}

#[test]
fn the_table_forgets_what_is_removed() {
    let mut table = Table::new(2);
    table.insert(1, entry(10));
    table.insert(2, entry(20));
    assert_eq!(table.remove(1), Some(entry(10)));
    assert_eq!(table.remove(1), None);
    table.insert(3, entry(30));
    assert_eq!(table.get(2), Some(&entry(20)), "there was room again");
}
