//! The conformance suite: what every position of every game must satisfy.
//!
//! A game's tests call [`check_walk`] with random numbers (from proptest), which play a random
//! game and examine every position on the way, and [`check_same`], which walks two
//! representations of one game side by side; [`BesideTwin`] does both for a spec. [`check_uniform`]
//! and [`UniformThroughout`] look at random moves.
//!
//! Every function panics on the first violation, with the position in the message.

use std::collections::HashMap;

use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use crate::{AnyPosition, Game, Move, Position, PositionError, Side, View, Visit, playout};

/// Above this many possible moves, numbers are sampled instead of all being tried.
const WHOLE_MOVE_SPACE: u32 = 2_000;

/// Walks from `start`, choosing moves by `choices`, and checks each position passed.
///
/// # Panics
/// Panics when the game breaks a promise of [`Position`].
pub fn check_walk<P: Position>(start: &P, choices: &[u16]) {
    let mut position = start.clone();
    let mut game = Game::new(start.clone());
    let mut twins = mapped_twins(start);
    for &choice in choices {
        check_position(&position, choice);
        check_twins(&position, &twins);
        let moves = AnyPosition::moves(&position);
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else {
            break;
        };
        check_play(&position, mv);
        check_last_cells(&position, mv);
        for (symmetry, twin) in &mut twins {
            twin.play(twin.map_move(mv, *symmetry));
        }
        position.play(mv);
        game.play(mv).expect("a generated move is legal");
    }
    check_position(&position, 0);
    check_spoiled(&position, choices);
    check_game(start, &position, game);
}

/// Walks two representations of one game; they must agree on everything a player can see.
///
/// # Panics
/// Panics on the first difference.
pub fn check_same<A: Position, B: Position>(a: &A, b: &B, choices: &[u16]) {
    let (mut a, mut b) = (a.clone(), b.clone());
    for choice in choices.iter().map(Some).chain([None]) {
        check_looks_same(&a, &b);
        let moves = AnyPosition::moves(&a);
        let Some(&choice) = choice.filter(|_| !moves.is_empty()) else {
            return;
        };
        let mv = moves[usize::from(choice) % moves.len()];
        a.play(mv);
        b.play(mv);
    }
}

/// Runs [`check_walk`] on the board that players get, and [`check_same`] beside a slow twin.
#[derive(Debug)]
pub struct BesideTwin<'c, T> {
    /// The slow, obvious representation at the start of the same game.
    pub twin: T,
    /// The walk.
    pub choices: &'c [u16],
}

impl<T: Position> Visit for BesideTwin<'_, T> {
    type Out = ();

    fn visit<P: Position>(self, start: P) {
        check_walk(&start, self.choices);
        check_same(&start, &self.twin, self.choices);
    }
}

/// Runs [`check_keys`].
#[derive(Debug)]
pub struct Keys;

impl Visit for Keys {
    type Out = ();

    fn visit<P: Position>(self, start: P) {
        check_keys(&start);
    }
}

/// Runs [`check_uniform`] on every position of one game, so that emptier and fuller boards, and
/// whatever ways a game has to choose among their moves, are looked at.
#[derive(Debug)]
pub struct UniformThroughout;

impl Visit for UniformThroughout {
    type Out = ();

    fn visit<P: Position>(self, mut position: P) {
        for ply in 0..100 {
            let moves = AnyPosition::moves(&position);
            if moves.is_empty() {
                return;
            }
            check_uniform(&position, ply);
            position.play(moves[ply as usize * 7 % moves.len()]);
        }
    }
}

fn check_looks_same<A: Position, B: Position>(a: &A, b: &B) {
    let shown = a.diagram();
    assert_eq!(shown, b.diagram(), "the boards differ");
    assert_eq!(Position::outcome(a), Position::outcome(b), "the outcomes differ: {shown}");
    assert_eq!(AnyPosition::moves(a), AnyPosition::moves(b), "the moves differ: {shown}");
    assert_eq!(a.move_space(), b.move_space(), "the move spaces differ");
    assert_eq!(a.symmetries(), b.symmetries(), "the symmetries differ");
    let mut line = Position::winning_line(a);
    let mut other_line = Position::winning_line(b);
    line.sort_unstable();
    other_line.sort_unstable();
    assert_eq!(line, other_line, "the winning lines differ: {shown}");
    for mv in numbers_to_try(a, 0) {
        assert_eq!(
            Position::show_move(a, mv),
            Position::show_move(b, mv),
            "{mv:?} is shown differently"
        );
        if !AnyPosition::is_legal(a, mv) {
            let reasons = [AnyPosition::why_illegal(a, mv), AnyPosition::why_illegal(b, mv)];
            assert_eq!(reasons[0], reasons[1], "{mv:?} is refused differently: {shown}");
        }
    }
}

/// Checks the keys of many positions around `start` against each other: different positions have
/// different keys, and only turned and mirrored forms of one share a canonical key.
///
/// # Panics
/// Panics when two positions that differ share a key.
pub fn check_keys<P: Position>(start: &P) {
    const MANY: usize = 2_000;
    let mut ply = vec![start.clone()];
    let mut by_key: HashMap<u64, P> = HashMap::new();
    let mut by_canonical: HashMap<u64, (Vec<u64>, P)> = HashMap::new();
    while by_key.len() < MANY && !ply.is_empty() {
        let mut next = Vec::new();
        for position in ply.into_iter().take(MANY) {
            if by_key.contains_key(&Position::key(&position)) {
                let same = &by_key[&Position::key(&position)];
                let shown = (same.diagram(), position.diagram());
                assert_eq!(same, &position, "two positions share a key: {shown:?}");
                continue;
            }
            let forms = forms_of(&position);
            let known = by_canonical
                .entry(Position::canonical_key(&position))
                .or_insert_with(|| (forms.clone(), position.clone()));
            let shown = (known.1.diagram(), position.diagram());
            assert_eq!(known.0, forms, "two positions share a canonical key: {shown:?}");
            for mv in AnyPosition::moves(&position) {
                let mut child = position.clone();
                child.play(mv);
                next.push(child);
            }
            by_key.insert(Position::key(&position), position);
        }
        ply = next;
    }
}

/// What all turned and mirrored forms of a position have in common.
fn forms_of<P: Position>(position: &P) -> Vec<u64> {
    let mut forms: Vec<u64> = match position.view() {
        View::Board(_) => (0..position.symmetries()).map(|s| position.key_under(s)).collect(),
        View::Heaps(heaps) => heaps.iter().map(|&heap| u64::from(heap.cast_unsigned())).collect(),
    };
    forms.push(Position::side_to_move(position).index() as u64);
    forms.sort_unstable();
    forms
}

/// Checks that [`Position::random_move`] offers every legal move equally often.
///
/// # Panics
/// Panics when a move comes up so rarely or so often that chance cannot be blamed.
pub fn check_uniform<P: Position>(position: &P, seed: u64) {
    const DRAWS_PER_MOVE: u32 = 1_000;
    let moves = AnyPosition::moves(position);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut counts: HashMap<Move, u32> = HashMap::new();
    for _ in 0..moves.len() as u32 * DRAWS_PER_MOVE {
        *counts.entry(position.random_move(&mut rng)).or_default() += 1;
    }
    // Six standard deviations: one false alarm in 500 million moves.
    let tolerance = 6.0 * f64::from(DRAWS_PER_MOVE).sqrt();
    let shown = position.diagram();
    assert!(counts.keys().all(|mv| moves.contains(mv)), "an illegal random move: {shown}");
    for mv in moves {
        let count = counts.get(&mv).copied().unwrap_or(0);
        let deviation = (f64::from(count) - f64::from(DRAWS_PER_MOVE)).abs();
        assert!(deviation <= tolerance, "{mv:?} came {count} times, not {DRAWS_PER_MOVE}: {shown}");
    }
}

fn check_position<P: Position>(position: &P, salt: u16) {
    check_moves(position, salt);
    check_set_up(position);
    if Position::outcome(position).is_none() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(salt.into());
        let mv = position.random_move(&mut rng);
        assert!(Position::is_legal(position, mv), "random move {mv:?}: {}", position.diagram());
    }
    check_side_in_key(position);
    check_playout(position, salt);
}

/// Where the same board can be met with either side to move, the key tells which.
fn check_side_in_key<P: Position>(position: &P) {
    let other_side = !Position::side_to_move(position);
    if let Ok(other) = position.set_up(&position.view(), Some(other_side)) {
        let shown = position.diagram();
        assert_ne!(Position::key(&other), Position::key(position), "the side to move: {shown}");
        assert_ne!(
            Position::canonical_key(&other),
            Position::canonical_key(position),
            "the side to move, canonically: {shown}"
        );
    }
}

/// A playout is what random moves lead to, and counts them.
fn check_playout<P: Position>(position: &P, salt: u16) {
    let played = playout(position.clone(), &mut Xoshiro256PlusPlus::seed_from_u64(salt.into()));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(salt.into());
    let (mut end, mut moves) = (position.clone(), 0);
    while Position::outcome(&end).is_none() {
        let mv = end.random_move(&mut rng);
        end.play(mv);
        moves += 1;
    }
    assert_eq!(Some(played.outcome), Position::outcome(&end), "{}", position.diagram());
    assert_eq!(played.moves, moves, "{}", position.diagram());
}

fn check_moves<P: Position>(position: &P, salt: u16) {
    let shown = position.diagram();
    let legal = AnyPosition::moves(position);
    let is_over = Position::outcome(position).is_some();
    assert_eq!(legal.is_empty(), is_over, "moves exactly while the game runs: {shown}");
    if !is_over {
        assert_eq!(position.move_count(), legal.len() as u64, "the count of moves: {shown}");
    }
    for mv in numbers_to_try(position, salt).chain(legal.iter().copied()) {
        let name = Position::show_move(position, mv);
        let is_legal = AnyPosition::is_legal(position, mv);
        assert_eq!(is_legal, legal.contains(&mv), "is_legal against each_move on {name}: {shown}");
        if is_legal {
            assert_eq!(Position::read_move(position, &name), Ok(mv), "notation of {mv:?}: {shown}");
        } else {
            assert!(!AnyPosition::why_illegal(position, mv).is_empty(), "a reason: {shown}");
        }
    }
    for &mv in legal.iter().filter(|&&mv| mv != Move::PASS) {
        assert!(mv.0 < position.move_space(), "{mv:?} outside the move space: {shown}");
    }
}

/// Moves to ask about, legal or not: all of them, or every so many on a large board.
fn numbers_to_try<P: Position>(position: &P, salt: u16) -> impl Iterator<Item = Move> + use<P> {
    let space = position.move_space();
    let step = (space / WHOLE_MOVE_SPACE + 1) as usize;
    let offset = u32::from(salt) % step as u32;
    let beyond = [space, space + 1, u32::MAX - 1, u32::MAX].map(Move);
    (offset..space).step_by(step).map(Move).chain(beyond)
}

/// A position built from what it looks like is the same position, its key included: the key kept
/// up by moves is compared with one computed from nothing.
fn check_set_up<P: Position>(position: &P) {
    let shown = position.diagram();
    let fresh = position.read_diagram(&shown);
    assert_eq!(fresh.as_ref(), Ok(position), "set up from a diagram: {shown}");
    let fresh_key = fresh.map(|fresh: P| Position::key(&fresh));
    assert_eq!(fresh_key, Ok::<_, PositionError>(Position::key(position)), "the key: {shown}");
}

/// A position that somebody has tampered with is refused, or it is a position like any other.
fn check_spoiled<P: Position>(position: &P, choices: &[u16]) {
    let mut view = position.view();
    for (&choice, to_move) in choices.iter().take(8).zip(Side::BOTH.map(Some).into_iter().cycle()) {
        match &mut view {
            View::Board(board) => {
                let at = usize::from(choice) % board.cells.len();
                board.cells[at] =
                    [None, Some(Side::First), Some(Side::Second)][usize::from(choice) % 3];
            }
            View::Heaps(heaps) => {
                let at = usize::from(choice) % heaps.len();
                heaps[at] = i32::from(choice.cast_signed());
            }
        }
        for to_move in [to_move, None] {
            if let Ok(spoiled) = position.set_up(&view, to_move) {
                assert_eq!(spoiled.view(), view, "set up as shown");
                check_position(&spoiled, choice);
            }
        }
    }
}

fn check_play<P: Position>(before: &P, mv: Move) {
    let shown = before.diagram();
    let mut position = before.clone();
    let undo = position.play(mv);
    assert_eq!(
        Position::side_to_move(&position),
        !Position::side_to_move(before),
        "players alternate: {shown}"
    );
    assert_ne!(Position::key(&position), Position::key(before), "a move changes the key: {shown}");
    position.undo(mv, undo);
    assert_eq!(&position, before, "undo restores the position");
    assert_eq!(Position::key(&position), Position::key(before), "undo restores the key: {shown}");
}

/// The cells of the last move are ones that the mover has just got.
fn check_last_cells<P: Position>(before: &P, mv: Move) {
    let mut after = before.clone();
    after.play(mv);
    let (View::Board(old), View::Board(new)) = (before.view(), after.view()) else { return };
    for cell in Position::last_cells(&after, mv) {
        let cell = cell as usize;
        assert_eq!(old.cells[cell], None, "the last cell was free: {}", before.diagram());
        let mover = Position::side_to_move(before);
        assert_eq!(new.cells[cell], Some(mover), "the mover has it: {}", after.diagram());
    }
}

/// The same start once per symmetry; each twin will play the mapped moves. Only for starts that
/// look the same from every side.
fn mapped_twins<P: Position>(start: &P) -> Vec<(u8, P)> {
    let is_fixed = |symmetry: &u8| start.key_under(*symmetry) == Position::key(start);
    (0..start.symmetries()).filter(is_fixed).map(|symmetry| (symmetry, start.clone())).collect()
}

fn check_twins<P: Position>(position: &P, twins: &[(u8, P)]) {
    assert_eq!(position.key_under(0), Position::key(position), "symmetry 0 changes nothing");
    for (symmetry, twin) in twins {
        let shown = position.diagram();
        let key = position.key_under(*symmetry);
        assert_eq!(key, Position::key(twin), "the key under symmetry {symmetry}: {shown}");
        assert_eq!(
            Position::canonical_key(position),
            Position::canonical_key(twin),
            "symmetry {symmetry} keeps the canonical key: {shown}"
        );
        assert_eq!(Position::outcome(position), Position::outcome(twin), "the outcome: {shown}");
        let prints = [AnyPosition::fingerprint(position), AnyPosition::fingerprint(twin)];
        assert_eq!(prints[0], prints[1], "symmetry {symmetry} keeps the fingerprint: {shown}");
        check_canonical_moves(position, twin, *symmetry);
        let mut mapped = AnyPosition::moves(position);
        for mv in &mut mapped {
            *mv = position.map_move(*mv, *symmetry);
        }
        mapped.sort_unstable();
        let mut moves = AnyPosition::moves(twin);
        moves.sort_unstable();
        assert_eq!(mapped, moves, "the moves under symmetry {symmetry}: {shown}");
    }
}

/// Moves that are turned forms of each other have one canonical form.
fn check_canonical_moves<P: Position>(position: &P, twin: &P, symmetry: u8) {
    /// Enough to see it; on large boards it takes long.
    const MANY: u64 = 400;
    if Position::outcome(position).is_some() || position.move_count() > MANY {
        return;
    }
    let turned = |(mv, canonical)| (position.map_move(mv, symmetry), canonical);
    let mut ours: Vec<(Move, Move)> = position.canonical_moves().into_iter().map(turned).collect();
    ours.sort_unstable();
    let mut theirs = twin.canonical_moves();
    theirs.sort_unstable();
    let shown = position.diagram();
    assert_eq!(ours, theirs, "the canonical moves under symmetry {symmetry}: {shown}");
    let (mv, canonical) = theirs[0];
    assert_eq!(twin.canonical_move(mv), canonical, "a canonical move: {shown}");
}

/// The facade tells the same story: written down, replayed and taken back.
fn check_game<P: Position>(start: &P, end: &P, mut game: Game) {
    assert_eq!(game.position_as::<P>(), Some(end), "the game follows the position");
    let mut replayed = Game::new(start.clone());
    let mut names = Vec::new();
    for &mv in game.history() {
        names.push(replayed.position().show_move(mv));
        replayed.play(mv).expect("a replayed move is legal");
    }
    let mut from_text = Game::new(start.clone());
    from_text.play_text(&names.join(" ")).expect("written moves are read back");
    assert_eq!(from_text.history(), game.history(), "the game's text: {names:?}");
    let bad = Move(end.move_space() + 7);
    assert!(game.play(bad).is_err(), "a move off the board is refused");
    assert_eq!(game.position_as::<P>(), Some(end), "a refused move changes nothing");
    if let Some(last) = game.take_back() {
        game.play(last).expect("a move taken back can be played again");
        assert_eq!(game.position_as::<P>(), Some(end), "a move taken back and played again");
    }
}
