//! Threats kept up to date, forced moves played out, and bounds beside true scores.

use mossa_games::{
    connect::{Bits, Size},
    word::Word,
};
use mossa_kernel::Position;
use mossa_search::Exhaustive;
use proptest::prelude::*;

use super::{
    super::{
        board::Board,
        state::{Chased, State},
    },
    OnBits, after, any_spec, as_solver_score, long_game, on_bits, random_game, spec,
};

/// Positions with at most so many free cells are searched to the end.
const SEARCHED: i32 = 10;

fn columns_of<P: Position>(position: &P) -> Vec<u32> {
    let mut columns = Vec::new();
    position.each_move(|mv| columns.push(mv.0));
    columns
}

/// Whether somebody just completed a line.
fn is_won<P: Position>(position: &P) -> bool {
    position.outcome().is_some_and(|outcome| outcome.winner.is_some())
}

fn wins_at_once<P: Position>(position: &P) -> bool {
    position.outcome().is_none()
        && columns_of(position).into_iter().any(|column| is_won(&after(position, column)))
}

struct Upkeep(u64);

impl OnBits for Upkeep {
    fn run<S: Size>(self, start: Bits<S>) {
        let board = Board::new(start.size());
        for position in random_game(&start, self.0) {
            let state = State::new(&board, &position);
            assert_eq!(state.theirs() | state.ours, state.taken);
            let mut safe = S::Word::EMPTY;
            for column in columns_of(&position) {
                let next = after(&position, column);
                let cell = next.taken() ^ position.taken();
                let wins = !(state.our_wins & cell).is_empty();
                assert_eq!(wins, is_won(&next), "{}", position.diagram());
                if !wins {
                    let played = state.play(&board, cell);
                    assert_eq!(played, State::new(&board, &next), "{}", position.diagram());
                }
                if !wins_at_once(&next) {
                    safe = safe | cell;
                }
            }
            if !wins_at_once(&position) {
                assert_eq!(state.safe(&board), safe, "{}", position.diagram());
            }
        }
    }
}

/// Follows a position as far as there is no choice, by playing: the end, what comes of it for the
/// side that was to move at first, and the columns among which to choose.
fn play_out<S: Size>(start: &Bits<S>, board: &Board<S>) -> (Bits<S>, i32, Vec<u32>) {
    let (mut position, mut sign) = (start.clone(), 1);
    loop {
        let stones = position.taken().count().cast_signed();
        if wins_at_once(&position) {
            return (position, sign * board.score_of_stone(stones + 1), Vec::new());
        }
        let columns = columns_of(&position);
        let is_safe = |column: &u32| !wins_at_once(&after(&position, *column));
        let safe: Vec<u32> = columns.iter().copied().filter(is_safe).collect();
        match safe[..] {
            [] if columns.is_empty() => return (position, 0, safe),
            [] => return (position, -sign * board.score_of_stone(stones + 2), safe),
            [column] => position = after(&position, column),
            // Two cells left, or one: whatever is played, nobody wins any more.
            [column, ..] if stones >= board.n_cells() - 2 => position = after(&position, column),
            _ => return (position, 0, safe),
        }
        sign = -sign;
    }
}

struct Chase(u64);

impl OnBits for Chase {
    fn run<S: Size>(self, start: Bits<S>) {
        let (board, mut twin) = (Board::new(start.size()), Exhaustive::new());
        for position in random_game(&start, self.0) {
            let before = State::new(&board, &position);
            let mut state = before;
            let chased = state.chase(&board);
            let (end, score, safe) = play_out(&position, &board);
            let shown = position.diagram();
            if safe.is_empty() {
                assert_eq!(chased, Chased::Decided(score), "{shown}");
                if board.n_cells() - before.stones <= SEARCHED {
                    let spec = board.size.spec();
                    let truth = twin.score(&position);
                    let truth = as_solver_score(truth, spec, before.stones.cast_unsigned());
                    assert_eq!(truth, score, "{shown}");
                }
            } else {
                let stone = |column| after(&end, column).taken() ^ end.taken();
                let cells = safe.iter().fold(S::Word::EMPTY, |set, &column| set | stone(column));
                let is_same = end.side_to_move() == position.side_to_move();
                assert_eq!(chased, Chased::Quiet { is_same, safe: cells }, "{shown}");
                assert_eq!(state, State::new(&board, &end), "{shown}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn threats_are_kept_up_to_date(spec in any_spec(), seed: u64) {
        on_bits(spec, Upkeep(seed));
    }

    #[test]
    fn chasing_is_playing(spec in any_spec(), seed: u64) {
        on_bits(spec, Chase(seed));
    }
}

/// How often each kind of bound was compared with the truth.
#[derive(Default)]
struct Compared {
    no_win: u32,
    loss: u32,
    tight: u32,
    quiet: u32,
}

struct TrueBounds<'a> {
    games: u64,
    compared: &'a mut Compared,
}

impl OnBits for TrueBounds<'_> {
    fn run<S: Size>(self, start: Bits<S>) {
        let (board, mut twin) = (Board::new(start.size()), Exhaustive::new());
        for seed in 0..self.games {
            for position in long_game(&start, seed) {
                let mut state = State::new(&board, &position);
                if board.n_cells() - state.stones <= SEARCHED {
                    let stones = state.stones.cast_unsigned();
                    let truth = twin.score(&position);
                    let truth = as_solver_score(truth, board.size.spec(), stones);
                    check_waiting(&board, &state, truth, self.compared);
                    if let Chased::Quiet { is_same, .. } = state.chase(&board) {
                        let truth = if is_same { truth } else { -truth };
                        let (worst, best) = (state.worst_fear(&board), state.best_hope(&board));
                        assert!((worst..=best).contains(&truth), "{}", position.diagram());
                        check_waiting(&board, &state, truth, self.compared);
                        self.compared.quiet += 1;
                    }
                }
            }
        }
    }
}

fn check_waiting<S: Size>(
    board: &Board<S>,
    state: &State<S::Word>,
    truth: i32,
    compared: &mut Compared,
) {
    let Some(bound) = state.waiting_bound(board) else { return };
    assert!(truth <= bound, "{}: {truth} > {bound}, {state:?}", board.size.spec());
    assert!(bound <= 0, "{bound}");
    compared.no_win += u32::from(bound == 0);
    compared.loss += u32::from(bound < 0);
    compared.tight += u32::from(bound == truth);
}

/// Answering in the same column never promises too much, on boards of even and odd height.
#[test]
fn bounds_are_true() {
    let mut compared = Compared::default();
    for (columns, rows) in [
        (1, 8),
        (2, 3),
        (2, 6),
        (3, 4),
        (3, 5),
        (4, 3),
        (4, 4),
        (4, 5),
        (4, 6),
        (5, 3),
        (5, 4),
        (5, 5),
        (5, 6),
        (6, 4),
        (6, 5),
        (6, 6),
        (7, 2),
        (7, 3),
        (7, 4),
        (7, 6),
        (8, 1),
        (8, 3),
        (9, 7),
        (8, 8),
    ] {
        for run in 2..=5.min(rows.max(columns)) {
            let games = if run > 3 { 40 } else { 8 };
            let action = TrueBounds { games, compared: &mut compared };
            on_bits(spec([rows, columns, run]), action);
        }
    }
    let Compared { no_win, loss, tight, quiet } = compared;
    assert!(
        no_win > 1000 && loss > 300 && tight > 1000 && quiet > 1000,
        "{no_win} {loss} {tight} {quiet}"
    );
}
