//! Books and logs, good ones and such as were damaged by accident or on purpose.

use mossa_games::GameSpec;
use proptest::prelude::*;

use super::*;

fn spec(text: &str) -> Spec {
    match text.parse() {
        Ok(GameSpec::Connect(spec)) => spec,
        _ => panic!("{text}"),
    }
}

/// A book with all positions of some numbers of stones.
fn book_of(text: &str, plies: &[u32]) -> Book {
    let mut builder = Builder::new(spec(text), 1).unwrap();
    let mut solved = Vec::new();
    for &stones in plies {
        let keys = builder.positions(stones).unwrap();
        builder.solve(&keys, 1, &false.into(), &mut |one| solved.push(one));
    }
    Book::new(spec(text), solved).unwrap()
}

/// A book that says of all positions that they are drawn.
fn drawn_book(text: &str, plies: &[u32]) -> Book {
    let builder = Builder::new(spec(text), 1).unwrap();
    let keys = plies.iter().flat_map(|&stones| builder.positions(stones).unwrap());
    Book::new(spec(text), keys.map(|key| Solved { key, score: 0 }).collect()).unwrap()
}

fn small_book() -> &'static Book {
    static BOOK: OnceLock<Book> = OnceLock::new();
    BOOK.get_or_init(|| book_of("connect:4,4,3", &[1, 2, 3]))
}

/// Puts the right checksum under a book.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    if let Some((content, check)) = bytes.split_last_chunk_mut::<4>() {
        *check = crc32fast::hash(content).to_le_bytes();
    }
    bytes
}

#[test]
fn books_come_back_as_they_were() {
    for (text, plies) in [
        ("connect:4,4,3", &[0, 1, 2][..]),
        ("connect:4,5,4", &[4]),
        ("connect:3,3,3", &[]),
        ("connect:15,8,15", &[2]),
        ("connect:1,64,3", &[0, 1]),
    ] {
        // The largest boards would take years to solve: there all games are drawn.
        let is_large = text.len() > "connect:4,5,4".len();
        let book = if is_large { drawn_book(text, plies) } else { book_of(text, plies) };
        let bytes = book.write();
        assert_eq!(Book::read(&bytes).as_ref(), Ok(&book), "{text}");
        assert_eq!(Book::read_for(spec(text), &bytes), Ok(book.clone()));
        let found: Vec<u32> = book.plies().iter().map(|ply| ply.stones).collect();
        assert_eq!(found, plies);
        for stones in 0..200 {
            assert_eq!(book.may_have(stones), plies.contains(&stones));
            assert_eq!(book.may_have_from(stones), plies.iter().any(|&ply| ply >= stones));
        }
        for Solved { key, score } in book.iter() {
            assert_eq!(book.score(key), Some(score));
            assert_eq!(book.get(book.layout.mirrored(key)), Some(score));
            assert_eq!(book.score(!key), None);
        }
    }
}

#[test]
fn what_is_no_book_is_told_apart() {
    let bytes = small_book().write();
    let with = |place: usize, value: u8| {
        let mut bytes = bytes.clone();
        bytes[place] = value;
        Book::read(&sealed(bytes)).err()
    };
    assert_eq!(Book::read(b""), Err(BookError::NoBook));
    assert_eq!(Book::read(b"mossa book"), Err(BookError::NoBook));
    assert_eq!(
        Book::read(b"mossa book log 1........................"),
        Err(BookError::Version(27_680))
    );
    assert_eq!(with(0, b'M'), Some(BookError::NoBook));
    assert_eq!(with(10, 2), Some(BookError::Version(2)));
    for (place, value) in [(12, 0), (13, 0), (14, 0), (14, 9), (12, 127), (15, 1)] {
        assert_eq!(with(place, value), Some(BookError::NoBoard), "{place} {value}");
    }
    assert_eq!(with(16, 0xFF), Some(BookError::Plies));
    assert_eq!(with(12, 5), Some(BookError::NoPosition), "keys of a lower board");
    let expected = u64::from(u32::MAX) + u64::from(bytes[36]) + 44;
    let mut lying = bytes.clone();
    lying[32..36].fill(0xFF);
    let found = bytes.len() as u64;
    assert_eq!(Book::read(&sealed(lying)), Err(BookError::Length { expected, found }));
    let wanted = spec("connect:6,7,4");
    let of = spec("connect:4,4,3");
    assert_eq!(Book::read_for(wanted, &bytes), Err(BookError::OtherBoard { of, wanted }));
    assert_eq!(Book::read_for(spec("connect:50,50,4"), &bytes), Err(BookError::BoardTooLarge));
    let last_score = bytes.len() - 5;
    assert_eq!(with(last_score, 100), Some(BookError::NoScore(100)));
}

#[test]
fn what_cannot_be_true_makes_no_book() {
    let new = |solved: &[(u128, i32)]| {
        let solved = solved.iter().map(|&(key, score)| Solved { key, score }).collect();
        Book::new(spec("connect:2,3,2"), solved).err()
    };
    let empty = 0b001_001_001;
    assert_eq!(new(&[(empty, 2)]), None);
    assert_eq!(new(&[(empty, 2), (empty, 2)]), Some(BookError::NotSorted));
    assert_eq!(new(&[(empty, 4)]), Some(BookError::NoScore(4)));
    assert_eq!(new(&[(0, 0)]), Some(BookError::NoPosition));
    assert_eq!(Book::new(spec("connect:20,20,4"), Vec::new()), Err(BookError::BoardTooLarge));
    assert!(Builder::new(spec("connect:20,20,4"), 1).is_err());
}

proptest! {
    #[test]
    fn every_cut_is_found(cut: prop::sample::Index) {
        let bytes = small_book().write();
        prop_assert!(Book::read(&bytes[..cut.index(bytes.len())]).is_err());
    }

    #[test]
    fn every_change_is_found(place: prop::sample::Index, change in 1..=255_u8) {
        let mut bytes = small_book().write();
        let place = place.index(bytes.len());
        bytes[place] ^= change;
        prop_assert!(Book::read(&bytes).is_err());
    }

    #[test]
    fn forged_books_are_refused_or_good(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut: prop::sample::Index,
        is_cut: bool,
    ) {
        let mut bytes = small_book().write();
        for (place, value) in changes {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        if is_cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let bytes = sealed(bytes);
        if let Ok(book) = Book::read(&bytes) {
            prop_assert_eq!(book.write(), bytes, "there is one way only to write each book");
        }
    }

    #[test]
    fn noise_is_no_book(noise in prop::collection::vec(any::<u8>(), 0..200), head in 0..44_usize) {
        let mut bytes = small_book().write();
        bytes.truncate(head);
        bytes.extend(noise);
        if let Ok(book) = Book::read(&sealed(bytes.clone())) {
            prop_assert_eq!(book.write(), sealed(bytes));
        }
    }

    #[test]
    fn logs_survive_every_cut(cut: prop::sample::Index) {
        let (spec, bytes) = small_log();
        let cut = cut.index(bytes.len() + 1);
        let log = Log::read(&bytes[..cut], spec).unwrap();
        prop_assert_eq!(log.good_bytes, cut - cut % RECORD_BYTES);
        let records = (cut / RECORD_BYTES).saturating_sub(1);
        prop_assert!(log.solved.iter().copied().eq(small_book().iter().take(records)));
        let mut zeros = bytes[..cut].to_vec();
        zeros.resize(bytes.len() + 100, 0);
        let found = Log::read(&zeros, spec).map(|log| log.solved.len());
        if cut >= RECORD_BYTES {
            prop_assert_eq!(found, Ok(records), "zeros where data never arrived");
        }
    }

    #[test]
    fn damaged_logs_are_found(place: prop::sample::Index, change in 1..=255_u8) {
        let (spec, mut bytes) = small_log();
        let place = place.index(bytes.len());
        bytes[place] ^= change;
        let (number, last) = (place / RECORD_BYTES, bytes.len() / RECORD_BYTES - 1);
        match Log::read(&bytes, spec) {
            Ok(log) => prop_assert_eq!((number, log.solved.len()), (last, last - 1)),
            Err(error) if number > 0 => prop_assert_eq!(error, LogError::Broken(number)),
            Err(error) => prop_assert!(matches!(error, LogError::NoLog | LogError::OtherBoard)),
        }
    }

    #[test]
    fn noise_is_no_log(noise in prop::collection::vec(any::<u8>(), 0..200), keep in 0..100_usize) {
        let (spec, mut bytes) = small_log();
        bytes.truncate(keep);
        bytes.extend(noise);
        let _ = Log::read(&bytes, spec);
    }
}

fn small_log() -> (Spec, Vec<u8>) {
    let spec = small_book().spec();
    let mut bytes = Log::head(spec).to_vec();
    bytes.extend(small_book().iter().flat_map(Log::record));
    (spec, bytes)
}

#[test]
fn logs_belong_to_one_game() {
    let (_, bytes) = small_log();
    assert_eq!(Log::read(&bytes, spec("connect:4,4,4")), Err(LogError::OtherBoard));
    assert_eq!(
        Log::read(b"something else of some length", spec("connect:4,4,4")),
        Err(LogError::NoLog)
    );
}

#[test]
fn the_embedded_book_is_good() {
    let game = spec("connect:6,7,4");
    let read = Book::read_for(game, CONNECT_FOUR).unwrap();
    assert_eq!(Book::embedded(game).as_deref(), Some(&read));
    assert_eq!(Book::embedded(spec("connect:7,6,4")), None);
    assert_eq!(read.write(), CONNECT_FOUR);
}

/// A book with all positions of several numbers of stones contradicts itself if it is wrong: each
/// score is that of the best move.
#[test]
fn the_embedded_book_agrees_with_itself() {
    let game = spec("connect:6,7,4");
    let book = Book::embedded(game).unwrap();
    let plies: Vec<u32> = book.plies().iter().map(|ply| ply.stones).collect();
    for pair in plies.windows(2).filter(|pair| pair[0] + 1 == pair[1]) {
        let deeper = book.iter().filter(|one| book.layout.stones(one.key) == Some(pair[1]));
        let deeper = Book::new(game, deeper.collect()).unwrap();
        let mut builder = Builder::new(game, 1).unwrap();
        let keys = builder.positions(pair[0]).unwrap();
        builder.set_book(Some(Arc::new(deeper)));
        let mut count = 0;
        builder.solve(&keys, 1, &false.into(), &mut |one| {
            assert_eq!(book.score(one.key), Some(one.score), "{:x}", one.key);
            count += 1;
        });
        assert_eq!(count, keys.len());
    }
}
