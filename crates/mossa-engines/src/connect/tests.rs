//! The knowledge beside slow, obvious twins: the rules, exhaustive search, and the other board.

use mossa_games::{
    Rules,
    connect::{Bits, Size, Spec, Stacks, VisitConnect},
    word::Word,
};
use mossa_kernel::{Budget, Move, Position, Side, Value, View};
use mossa_search::{Aim, Exhaustive, Knowledge, MoveSink, Scope, Score, Task};
use proptest::prelude::*;
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use super::{
    bits::BitsKnowledge,
    counted::CountedKnowledge,
    new,
    params::{Balance, Params},
    windows::Windows,
    words,
};
use crate::Options;

fn spec(rows: u32, columns: u32, run: u32) -> Spec {
    Spec::parse(&format!("{rows},{columns},{run}")).unwrap()
}

fn counted(spec: Spec) -> CountedKnowledge {
    CountedKnowledge::new(spec, Params::counted(spec), 0)
}

/// The same without verdicts that say only roughly how soon.
fn strict(spec: Spec) -> CountedKnowledge {
    let mut knowledge = counted(spec);
    Knowledge::<Stacks>::insist_on_shortest(&mut knowledge);
    knowledge
}

/// All sizes whose boards take at most so many bits, and sides at most so long.
fn any_spec(longest: u32, most_bits: u32) -> impl Strategy<Value = Spec> {
    (1..=longest, 1..=longest)
        .prop_map(move |(rows, columns)| (rows, columns.min(most_bits / (rows + 1))))
        .prop_filter("some columns", |&(_, columns)| columns > 0)
        .prop_flat_map(|(rows, columns)| (Just(rows), Just(columns), 1..=rows.max(columns).min(9)))
        .prop_map(|(rows, columns, run)| spec(rows, columns, run))
}

/// Calls `visit` with every unfinished position of a random game.
fn walk<P: Position>(start: &P, seed: u64, mut visit: impl FnMut(&P)) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = start.clone();
    while position.outcome().is_none() {
        visit(&position);
        position.play(position.random_move(&mut rng));
    }
}

fn listed<P: Position>(knowledge: &mut impl Knowledge<P>, position: &P) -> (Vec<Move>, Scope) {
    let mut moves = Vec::new();
    let scope = knowledge.moves(position, &mut MoveSink::new(&mut moves));
    (moves.into_iter().map(|(mv, _)| mv).collect(), scope)
}

/// Whether a stone of `side` on a free cell, in the air or not, makes a line: by the words of the
/// rules. Columns and heights are counted from the bottom left.
fn would_win(view: &View, run: u32, side: Side, column: u32, height: u32) -> bool {
    let board = view.board().unwrap();
    let (rows, columns) = (i64::from(board.rows), i64::from(board.columns));
    let here = (i64::from(column), i64::from(height));
    let is_ours = |column: i64, height: i64| {
        let is_inside = (0..columns).contains(&column) && (0..rows).contains(&height);
        let owner =
            || board.cells[usize::try_from((rows - 1 - height) * columns + column).unwrap()];
        is_inside && ((column, height) == here || owner() == Some(side))
    };
    [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
        (0..i64::from(run)).any(|place| {
            (-place..i64::from(run) - place)
                .all(|step| is_ours(here.0 + step * right, here.1 + step * up))
        })
    })
}

/// Visits the natural board of a size with words; larger ones are left out.
struct OnBits<F>(F);

trait BitsAction {
    fn run<S: Size>(self, start: Bits<S>);
}

impl<F: BitsAction> VisitConnect for OnBits<F> {
    type Out = ();

    fn bits<S: Size>(self, start: Bits<S>) {
        self.0.run(start);
    }

    fn stacks(self, _start: Stacks) {
        panic!("a board of at most 128 bits");
    }
}

struct WinningCells(u64);

impl BitsAction for WinningCells {
    fn run<S: Size>(self, start: Bits<S>) {
        let size = start.size();
        let spec = size.spec();
        walk(&start, self.0, |position| {
            let view = position.view();
            let us = position.side_to_move();
            let free = size.board() & !position.taken();
            let mut windows = Windows::new(spec, Params::counted(spec));
            let mut taken = Vec::new();
            position.taken().each(|bit| taken.push(bit));
            let place = |bit: u32| (bit / (spec.rows() + 1), bit % (spec.rows() + 1));
            for bit in taken {
                let (column, height) = place(bit);
                let owner = if position.ours().has(bit) { us } else { !us };
                windows.add(windows.cell(column, height), owner);
            }
            for side in Side::BOTH {
                let stones =
                    if side == us { position.ours() } else { position.ours() ^ position.taken() };
                let wins = words::winning_cells(size, stones, free);
                assert!((wins & !free).is_empty());
                free.each(|bit| {
                    let (column, height) = place(bit);
                    let expected = would_win(&view, spec.run(), side, column, height);
                    let shown = (position.diagram(), side, column, height);
                    assert_eq!(wins.has(bit), expected, "{spec}, words: {shown:?}");
                    let cell = windows.cell(column, height);
                    assert_eq!(windows.wins(cell, side), expected, "{spec}, windows: {shown:?}");
                });
            }
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn winning_cells_are_those_of_the_rules(spec in any_spec(12, 128), seed: u64) {
        spec.visit_connect(OnBits(WinningCells(seed)));
    }

    /// Long and thin boards, and such as use their words to the last bit.
    #[test]
    fn winning_cells_on_odd_boards(at in 0..14_usize, seed: u64) {
        let (rows, columns, run) = [
            (1, 1, 1), (1, 32, 3), (1, 64, 64), (63, 1, 5), (127, 1, 127), (127, 1, 2), (1, 64, 1),
            (7, 16, 16), (15, 8, 15), (15, 8, 9), (7, 8, 8), (2, 42, 30), (41, 3, 40), (6, 7, 4),
        ][at];
        spec(rows, columns, run).visit_connect(OnBits(WinningCells(seed)));
    }
}

/// Whether some move ends the game.
fn can_end<P: Position>(position: &P) -> bool {
    let mut can_end = false;
    position.each_move(|mv| {
        let mut after = position.clone();
        after.play(mv);
        can_end |= after.outcome().is_some();
    });
    can_end
}

/// Checks verdicts and lists of moves against exhaustive search.
fn check_tactics<P: Position, K: Knowledge<P>>(
    start: &P,
    mut knowledge: K,
    twin: &mut Exhaustive<P>,
    seed: u64,
) {
    walk(start, seed, |position| {
        let shown = position.diagram();
        knowledge.reset(position);
        let value = twin.score(position);
        let verdict = knowledge.verdict(position, 0);
        if let Some(verdict) = verdict {
            assert_eq!(verdict, value, "{shown}");
        } else {
            // Short ways to the end are never overlooked.
            assert!(value.plies().is_none_or(|plies| plies > 2), "{shown}: {value:?}");
            assert!(K::FORESEES_END && !can_end(position), "{shown}");
        }
        let (moves, scope) = listed(&mut knowledge, position);
        assert!(scope != Scope::Forced || moves.len() == 1, "{shown}: {moves:?}");
        let mut best = Score::WORST;
        position.each_move(|mv| {
            let mut after = position.clone();
            after.play(mv);
            let value = -twin.score(&after).earlier(1);
            if moves.contains(&mv) {
                best = best.max(value);
            } else {
                assert_eq!(value, Score::loss_in(2), "{shown}: {mv:?}");
            }
        });
        assert_eq!(best, value, "{shown}: {moves:?}");
    });
}

struct Tactics(u64);

impl BitsAction for Tactics {
    fn run<S: Size>(self, start: Bits<S>) {
        let mut twin = Exhaustive::new();
        for game in 0..self.0 {
            check_tactics(&start, BitsKnowledge::new(&start, &Params::READ, 0), &mut twin, game);
        }
    }
}

#[test]
fn verdicts_and_moves_are_exact() {
    for (rows, columns) in [(1, 1), (1, 7), (9, 1), (2, 5), (5, 2), (3, 3), (3, 4), (4, 3), (4, 4)]
    {
        for run in 1..=4.min(rows.max(columns)) {
            let spec = spec(rows, columns, run);
            spec.visit_connect(OnBits(Tactics(30)));
            let (start, mut twin) = (Stacks::new(spec), Exhaustive::new());
            for game in 0..30 {
                check_tactics(&start, strict(spec), &mut twin, game);
            }
        }
    }
}

/// The same position on the other kind of board, mirrored or not.
fn stacks_like(position: &impl Position, spec: Spec, is_mirrored: bool) -> Stacks {
    let View::Board(mut board) = position.view() else { panic!("a board") };
    if is_mirrored {
        board.cells.chunks_mut(spec.columns() as usize).for_each(<[_]>::reverse);
    }
    let to_move = position.side_to_move();
    Stacks::new(spec).set_up(&View::Board(board), Some(to_move)).unwrap()
}

fn balance_of(position: &Stacks, spec: Spec) -> (Balance, Option<Score>) {
    let mut knowledge = strict(spec);
    knowledge.reset(position);
    (knowledge.balance(), knowledge.verdict(position, 0))
}

/// What both kinds of knowledge look at.
fn shared(balance: &Balance) -> [i32; 4] {
    [balance.zugzwang, balance.threats, balance.stacked, balance.fill]
}

/// Without what is given up after a while: with many threats it depends on which columns come first.
fn settled(balance: Balance) -> Balance {
    Balance { doubles: 0, outlook: 0, ..balance }
}

struct BothBoards(u64);

impl BitsAction for BothBoards {
    fn run<S: Size>(self, start: Bits<S>) {
        let spec = start.size().spec();
        let mut knowledge = BitsKnowledge::new(&start, &Params::READ, 0);
        walk(&start, self.0, |position| {
            let shown = position.diagram();
            let seen = (knowledge.balance(position), knowledge.verdict(position, 0));
            let twin = balance_of(&stacks_like(position, spec, false), spec);
            assert_eq!((shared(&twin.0), twin.1), (shared(&seen.0), seen.1), "{shown}");
            let mirrored = stacks_like(position, spec, true);
            let (balance, verdict) = balance_of(&mirrored, spec);
            assert_eq!((settled(balance), verdict), (settled(twin.0), twin.1), "{shown}, mirrored");
            let view = mirrored.view();
            let mirrored = start.set_up(&view, Some(position.side_to_move())).unwrap();
            assert_eq!(knowledge.balance(&mirrored), seen.0, "{shown}, mirrored");
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn both_boards_see_the_same(spec in any_spec(9, 128), seed: u64) {
        spec.visit_connect(OnBits(BothBoards(seed)));
    }

    #[test]
    fn connect_four_is_seen_alike(seed: u64) {
        spec(6, 7, 4).visit_connect(OnBits(BothBoards(seed)));
    }
}

/// Verdict, scope, moves and evaluation.
type Said = (Option<Score>, Scope, Vec<(Move, i32)>, i32);

fn says<P: Position>(knowledge: &mut impl Knowledge<P>, position: &P) -> Said {
    let mut moves = Vec::new();
    let verdict = knowledge.verdict(position, 0);
    let scope = knowledge.moves(position, &mut MoveSink::new(&mut moves));
    (verdict, scope, moves, knowledge.evaluate(position))
}

/// Knowledge that was carried along every move and its taking back says what fresh knowledge says.
fn check_upkeep<P: Position, K: Knowledge<P>>(start: &P, fresh: &K, seed: u64, most_moves: usize) {
    let mut carried = fresh.clone();
    carried.reset(start);
    let mut fresh = fresh.clone();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = start.clone();
    for _ in 0..most_moves {
        if position.outcome().is_some() {
            break;
        }
        fresh.reset(&position);
        let expected = says(&mut fresh, &position);
        // Once unprepared, once after the moves were listed.
        for _ in 0..2 {
            let mv = position.random_move(&mut rng);
            carried.play(&position, mv);
            let mut after = position.clone();
            after.play(mv);
            if after.outcome().is_none() {
                fresh.reset(&after);
                assert_eq!(
                    says(&mut carried, &after),
                    says(&mut fresh, &after),
                    "{}",
                    after.diagram()
                );
            }
            carried.undo(&position, mv);
            assert_eq!(says(&mut carried, &position), expected, "{}", position.diagram());
        }
        let mv = position.random_move(&mut rng);
        carried.play(&position, mv);
        position.play(mv);
    }
}

struct Upkeep(u64);

impl BitsAction for Upkeep {
    fn run<S: Size>(self, start: Bits<S>) {
        check_upkeep(&start, &BitsKnowledge::new(&start, &Params::READ, 0), self.0, usize::MAX);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_carried_along_stays_true(spec in any_spec(9, 128), seed: u64) {
        spec.visit_connect(OnBits(Upkeep(seed)));
        check_upkeep(&Stacks::new(spec), &counted(spec), seed, usize::MAX);
    }
}

/// The longest lines, the shortest, and thin boards, at full size.
#[test]
fn the_largest_boards_work() {
    let sizes = [
        (200, 200, 200),
        (200, 200, 5),
        (200, 200, 100),
        (1, 200, 7),
        (200, 1, 200),
        (200, 200, 2),
    ];
    for (rows, columns, run) in sizes {
        let spec = spec(rows, columns, run);
        check_upkeep(&Stacks::new(spec), &counted(spec), 1, 12);
    }
}

/// The engine proves what exhaustive search says, for every position of some games.
#[test]
fn the_engine_proves_small_boards() {
    for (rows, columns, run) in [(4, 4, 3), (3, 4, 3), (4, 4, 4), (2, 6, 3), (1, 9, 2), (5, 2, 5)] {
        let spec = spec(rows, columns, run);
        let mut engine = new(&spec, Options { memory_mb: 1, ..Options::default() });
        let start = Stacks::new(spec);
        let mut twin = Exhaustive::new();
        for seed in 0..3 {
            walk(&start, seed, |position| {
                let mut game = mossa_games::GameSpec::Connect(spec).start();
                game.set_up(&position.diagram()).unwrap();
                let task = Task { aim: Aim::Solve, ..Task::play(&Budget::UNLIMITED) };
                let report = engine.think(&game, &task, &mut |_| {}).unwrap();
                let Value::Exact(found) = report.best().unwrap().value else { panic!("no proof") };
                let expected = twin.score(position).to_value(true, true, |_| None);
                assert_eq!(Value::Exact(found), expected, "{}", position.diagram());
            });
        }
    }
}

/// A win that the solver is sure of is played, though there is no time to tell how near it is. To the
/// search alone this one looks lost.
#[test]
fn a_proven_win_is_played_however_long_it_takes() {
    let spec = spec(9, 10, 5);
    let mut engine = new(&spec, Options { memory_mb: 16, ..Options::default() });
    let mut game = mossa_games::GameSpec::Connect(spec).start();
    let moves = "2 4 7 6 7 3 6 4 4 7 4 4 3 7 5 7 7 4 3 4 6 4 4 6 6 6 2 2 1 2 2 10 2 9 9 10 9 10 10 7 \
                 9 6 6 9 3 3 2 2 7 9";
    game.play_text(moves).unwrap();
    let mut value = |nodes| {
        engine.forget();
        let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
        let report = engine.think(&game, &Task::play(&budget), &mut |_| {}).unwrap();
        assert!(report.nodes <= nodes, "{}", report.nodes);
        report.best().unwrap().value
    };
    assert!(matches!(value(300_000), Value::Estimate(_)));
    let Value::Exact(some) = value(700_000) else { panic!("who wins can be told") };
    let Value::Exact(best) = value(6_000_000) else { panic!("all can be told") };
    assert!(some.at_most && !best.at_most && some.result == best.result);
    assert!(some.plies >= best.plies, "{some:?} {best:?}");
}

/// With colors swapped, what was ours is theirs. (What depends on who fills the last cell is not only
/// about colors; it has tests of its own.)
#[test]
fn swapped_colors_turn_the_balance_round() {
    for (rows, columns, run) in [(6, 7, 4), (5, 5, 3), (7, 9, 5)] {
        let spec = spec(rows, columns, run);
        let has_equal_stones =
            |position: &Stacks| position.view().board().unwrap().stones().count().is_multiple_of(2);
        for seed in 0..20 {
            walk(&Stacks::new(spec), seed, |position| {
                if has_equal_stones(position) {
                    let View::Board(mut board) = position.view() else { panic!("a board") };
                    board.cells.iter_mut().flatten().for_each(|side| *side = !*side);
                    let swapped = Stacks::new(spec).set_up(&View::Board(board), None).unwrap();
                    let (seen, turned) =
                        (balance_of(position, spec).0, balance_of(&swapped, spec).0);
                    let (threats, stacked) = (-turned.threats, -turned.stacked);
                    assert_eq!(
                        (threats, stacked, turned.fill),
                        (seen.threats, seen.stacked, seen.fill)
                    );
                }
            });
        }
    }
}
