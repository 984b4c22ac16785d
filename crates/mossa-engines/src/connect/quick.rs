//! Quick games: a position is played to its end in some microseconds.
//!
//! Each side takes a win, stops one, and does not play below a cell where the other side wins; below
//! a winning cell of its own only if nothing else is left. All else is left to chance. So games are
//! decided as real ones are: by who runs out of harmless cells.

use std::sync::Arc;

use mossa_games::connect::Spec;
use mossa_kernel::Side;
use rand::{Rng, RngExt};

use super::{shape::Places, windows::Windows};

/// How often a column is drawn before all of them are looked through.
const DRAWS: u32 = 6;

/// A board for one quick game after the other.
#[derive(Clone, Debug)]
pub(super) struct QuickGame {
    spec: Spec,
    /// For each direction and first cell, what is in the window that begins there.
    windows: Vec<Count>,
    /// Where each side could complete a line, by column, from the bottom up.
    wins: Vec<[u64; 2]>,
    heights: Vec<u32>,
    turn: Side,
    free: u32,
    /// The places that each cell has in windows, for each direction, and the distances between neighbors.
    places: Arc<[Places]>,
    strides: [u32; 4],
    /// Columns where a stone would complete a line at once, each with whose.
    urgent: Vec<(u32, Side)>,
}

/// What is in a window.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    /// How many stones each side has.
    pub(super) stones: [u8; 2],
    /// The sum of their places: with one cell free, it tells which.
    pub(super) places: u16,
}

/// What to play.
enum Choice {
    /// A column.
    Column(u32),
    /// Nothing: somebody wins, or nobody.
    Over(Option<Side>),
}

impl QuickGame {
    /// Whether there are quick games on a board: its columns have at most 64 cells, and the first stone
    /// does not win.
    pub(super) fn is_for(spec: Spec) -> bool {
        spec.rows() <= u64::BITS && spec.run() > 1
    }

    /// For the board that these windows are on, if it [is for it](Self::is_for).
    pub(super) fn new(windows: &Windows, spec: Spec) -> Option<Self> {
        let (cells, columns) = ((spec.rows() * spec.columns()) as usize, spec.columns() as usize);
        let (places, strides) = windows.layout();
        Self::is_for(spec).then(|| Self {
            spec,
            windows: vec![Count::default(); 4 * cells],
            wins: vec![[0; 2]; columns],
            heights: vec![0; columns],
            turn: Side::First,
            free: 0,
            places,
            strides,
            urgent: Vec::new(),
        })
    }

    /// Plays a game from a position; returns who wins.
    pub(super) fn play_out(
        &mut self,
        windows: &Windows,
        heights: &[u32],
        turn: Side,
        rng: &mut impl Rng,
    ) -> Option<Side> {
        self.begin(windows, heights, turn);
        loop {
            match self.choose(rng) {
                Choice::Column(column) => self.play(column),
                Choice::Over(winner) => return winner,
            }
        }
    }

    fn begin(&mut self, windows: &Windows, heights: &[u32], turn: Side) {
        windows.copy_counts(&mut self.windows);
        windows.threatened(&mut self.wins);
        self.heights.copy_from_slice(heights);
        (self.turn, self.free) = (turn, windows.free());
        self.urgent.clear();
        for column in 0..self.spec.columns() {
            self.note_urgent(column);
        }
    }

    fn choose(&mut self, rng: &mut impl Rng) -> Choice {
        if self.free == 0 {
            return Choice::Over(None);
        }
        let Some(&(column, _)) = self.urgent.first() else { return self.choose_freely(rng) };
        if self.urgent.iter().any(|&(_, side)| side == self.turn) {
            return Choice::Over(Some(self.turn));
        }
        // Two cannot be stopped.
        let is_single = self.urgent.iter().all(|&(other, _)| other == column);
        if is_single { Choice::Column(column) } else { Choice::Over(Some(!self.turn)) }
    }

    /// A harmless column by chance; else one below a winning cell of one's own.
    fn choose_freely(&self, rng: &mut impl Rng) -> Choice {
        let columns = self.spec.columns();
        let mut own = None;
        let mut is_harmless = |column: u32| {
            let above = self.heights[column as usize] + 1;
            if above > self.spec.rows() || self.wins(column, above, !self.turn) {
                return false;
            }
            let gives_up = self.wins(column, above, self.turn);
            if gives_up {
                own = Some(column);
            }
            !gives_up
        };
        for _ in 0..DRAWS {
            let column = rng.random_range(0..columns);
            if is_harmless(column) {
                return Choice::Column(column);
            }
        }
        let first = rng.random_range(0..columns);
        let mut all = (first..columns).chain(0..first);
        match all.find(|&column| is_harmless(column)).or(own) {
            Some(column) => Choice::Column(column),
            // Whatever it does, the other side wins above.
            None => Choice::Over(Some(!self.turn)),
        }
    }

    /// Adds a stone that completes no line.
    fn play(&mut self, column: u32) {
        let (us, them) = (self.turn.index(), (!self.turn).index());
        let (rows, run) = (self.spec.rows(), self.spec.run());
        let cells = rows * self.spec.columns();
        let cell = column * rows + self.heights[column as usize];
        self.heights[column as usize] += 1;
        self.free -= 1;
        self.urgent.clear();
        for (direction, &(begin, end)) in (0..).zip(&self.places[cell as usize]) {
            let stride = self.strides[direction as usize];
            for place in u32::from(begin)..u32::from(end) {
                let first = cell.wrapping_sub(stride.wrapping_mul(place));
                let window = &mut self.windows[(direction * cells + first) as usize];
                window.stones[us] += 1;
                window.places += place as u16;
                if u32::from(window.stones[us]) == run - 1 && window.stones[them] == 0 {
                    let free = run * (run - 1) / 2 - u32::from(window.places);
                    let lacking = first.wrapping_add(stride.wrapping_mul(free));
                    let (other, height) = (lacking / rows, lacking % rows);
                    self.wins[other as usize][us] |= 1 << height;
                    if other != column && height == self.heights[other as usize] {
                        self.urgent.push((other, self.turn));
                    }
                }
            }
        }
        self.note_urgent(column);
        self.turn = !self.turn;
    }

    /// Notes who could complete a line with the next stone of a column.
    fn note_urgent(&mut self, column: u32) {
        let height = self.heights[column as usize];
        for side in Side::BOTH {
            if self.wins(column, height, side) {
                self.urgent.push((column, side));
            }
        }
    }

    /// Whether a stone on a cell, which may lie above the board, would complete a line.
    fn wins(&self, column: u32, height: u32, side: Side) -> bool {
        height < self.spec.rows() && self.wins[column as usize][side.index()] >> height & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use mossa_games::GameSpec;
    use mossa_kernel::{Game, Move};
    use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

    use super::*;
    use crate::connect::params::Params;

    fn spec_of(spec: &GameSpec) -> Spec {
        match spec {
            GameSpec::Connect(spec) => *spec,
            _ => panic!("another game"),
        }
    }

    /// A quick game at the end of some moves.
    fn quick_game(spec: &GameSpec, moves: &[Move]) -> QuickGame {
        let spec = spec_of(spec);
        let mut windows = Windows::new(spec, Params::counted(spec));
        let mut heights = vec![0; spec.columns() as usize];
        let mut turn = Side::First;
        for mv in moves {
            windows.add(windows.cell(mv.0, heights[mv.index()]), turn);
            heights[mv.index()] += 1;
            turn = !turn;
        }
        let mut quick = QuickGame::new(&windows, spec).expect("it is for such boards");
        quick.begin(&windows, &heights, turn);
        quick
    }

    fn after(game: &Game, mv: Move) -> Game {
        let mut game = game.clone();
        game.play(mv).unwrap();
        game
    }

    /// The moves that complete a line at once.
    fn winning(game: &Game) -> Vec<Move> {
        let moves = game.position().moves().into_iter();
        moves.filter(|&mv| after(game, mv).outcome().is_some_and(|o| o.winner.is_some())).collect()
    }

    /// The moves after which the game is over, or the other side cannot complete a line at once.
    fn safe(game: &Game) -> Vec<Move> {
        let moves = game.position().moves().into_iter();
        let is_safe = |game: &Game| game.outcome().is_some() || winning(game).is_empty();
        moves.filter(|&mv| is_safe(&after(game, mv))).collect()
    }

    /// Plays a quick game beside the rules, which say at each move whether it is reasonable.
    fn check_quick_game(game: &mut Game, mut quick: QuickGame, rng: &mut Xoshiro256PlusPlus) {
        loop {
            let us = game.position().side_to_move();
            let shown = game.history().to_vec();
            match quick.choose(rng) {
                Choice::Column(column) => {
                    assert_eq!(winning(game), [], "a win is taken {shown:?}");
                    let safe = safe(game);
                    assert!(safe.is_empty() || safe.contains(&Move(column)), "{shown:?}");
                    game.play(Move(column)).unwrap();
                    quick.play(column);
                    if game.outcome().is_some() {
                        assert_eq!(quick.free, 0);
                        return;
                    }
                }
                Choice::Over(None) => panic!("told above {shown:?}"),
                Choice::Over(Some(winner)) if winner == us => {
                    assert!(!winning(game).is_empty(), "{shown:?}");
                    return;
                }
                Choice::Over(Some(_)) => {
                    assert!(winning(game).is_empty() && safe(game).is_empty(), "{shown:?}");
                    return;
                }
            }
        }
    }

    #[test]
    fn quick_games_are_reasonable() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        for spec in
            ["connect:4,5,3", "connect:5,6,4", "connect:9,7,5", "connect:3,8,2", "connect:1,6,3"]
        {
            let spec: GameSpec = spec.parse().unwrap();
            for _ in 0..100 {
                let mut game = spec.start();
                for _ in 0..rng.random_range(0..12) {
                    let moves = game.position().moves();
                    let next = after(&game, moves[rng.random_range(0..moves.len())]);
                    if next.outcome().is_some() {
                        break;
                    }
                    game = next;
                }
                let quick = quick_game(&spec, game.history());
                check_quick_game(&mut game, quick, &mut rng);
            }
        }
    }
}
