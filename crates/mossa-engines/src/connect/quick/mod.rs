//! Quick games: a position is played to its end in some microseconds.
//!
//! Each side takes a win, stops one, and does not play below a cell where the other side wins; below
//! a winning cell of its own only if nothing else is left. All else is left to chance. So games are
//! decided as real ones are: by who runs out of harmless cells.

mod live;
#[cfg(test)]
mod tests;

use mossa_games::connect::Spec;
use mossa_kernel::Side;
use rand::{Rng, RngExt};

use self::live::LiveWindows;
use super::windows::{Content, Windows};

/// How often a column is drawn before all of them are looked through.
const DRAWS: u32 = 6;

/// A board for one quick game after the other.
#[derive(Clone, Debug)]
pub(super) struct QuickGame {
    spec: Spec,
    /// The windows that matter, and what is in each of them.
    live: LiveWindows,
    contents: Vec<Content>,
    /// How many of them somebody can still complete.
    n_live: usize,
    /// Where each side could complete a line, by column, from the bottom up.
    wins: Vec<[u64; 2]>,
    heights: Vec<u32>,
    /// The columns with room.
    open: Vec<u32>,
    turn: Side,
    free: u32,
    /// Columns where a stone would complete a line at once, each with whose.
    urgent: Vec<(u32, Side)>,
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

    /// For games from the position that these windows are of, and from all that follow from it, if the
    /// board [is for it](Self::is_for).
    pub(super) fn new(windows: &Windows, heights: &[u32], spec: Spec) -> Option<Self> {
        let columns = spec.columns() as usize;
        Self::is_for(spec).then(|| Self {
            spec,
            live: LiveWindows::of(windows, heights),
            contents: Vec::new(),
            n_live: 0,
            wins: vec![[0; 2]; columns],
            heights: vec![0; columns],
            open: Vec::with_capacity(columns),
            turn: Side::First,
            free: 0,
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
        self.live.copy_contents(windows, &mut self.contents);
        self.n_live = self.contents.iter().filter(|content| content.is_live()).count();
        windows.threatened(&mut self.wins);
        self.heights.copy_from_slice(heights);
        self.open.clear();
        let rows = self.spec.rows();
        self.open.extend((0..).zip(heights).filter(|&(_, &height)| height < rows).map(|(c, _)| c));
        (self.turn, self.free) = (turn, windows.free());
        self.urgent.clear();
        for column in 0..self.spec.columns() {
            self.note_urgent(column);
        }
    }

    fn choose(&mut self, rng: &mut impl Rng) -> Choice {
        if self.free == 0 || self.n_live == 0 {
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
        let mut own = None;
        let mut is_harmless = |column: u32| {
            let above = self.heights[column as usize] + 1;
            if self.wins(column, above, !self.turn) {
                return false;
            }
            let gives_up = self.wins(column, above, self.turn);
            if gives_up {
                own = Some(column);
            }
            !gives_up
        };
        for _ in 0..DRAWS {
            let column = self.open[rng.random_range(0..self.open.len())];
            if is_harmless(column) {
                return Choice::Column(column);
            }
        }
        let (before, from) = self.open.split_at(rng.random_range(0..self.open.len()));
        let mut all = from.iter().chain(before).copied();
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
        let cell = column * rows + self.heights[column as usize];
        self.fill(column);
        self.urgent.clear();
        for &number in self.live.through(cell) {
            let content = &mut self.contents[usize::from(number)];
            content.stones[us] += 1;
            content.lacking ^= cell as u16;
            let [ours, theirs] = [content.stones[us], content.stones[them]];
            // No branch, since nobody could foretell it.
            self.n_live -= usize::from(ours == 1) & usize::from(theirs > 0);
            if u32::from(ours) == run - 1 && theirs == 0 {
                let lacking = u32::from(content.lacking);
                let (other, height) = (lacking / rows, lacking % rows);
                self.wins[other as usize][us] |= 1 << height;
                if other != column && height == self.heights[other as usize] {
                    self.urgent.push((other, self.turn));
                }
            }
        }
        self.note_urgent(column);
        self.turn = !self.turn;
    }

    /// Takes the lowest free cell of a column.
    fn fill(&mut self, column: u32) {
        self.heights[column as usize] += 1;
        self.free -= 1;
        if self.heights[column as usize] == self.spec.rows() {
            self.open.retain(|&other| other != column);
        }
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
