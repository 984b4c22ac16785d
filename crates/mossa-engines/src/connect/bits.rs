//! Knowledge about boards in two machine words.

use mossa_games::{
    connect::{Bits, Number, Size},
    word::Word,
};
use mossa_kernel::Move;
use mossa_search::{Knowledge, MoveSink, Scope, Score};

use super::{
    order::ties,
    params::{self, Balance, Params},
    words,
    zugzwang::{Endgame, Threats},
};

/// What makes a move promising. The search adds some thousands for moves that were good elsewhere.
struct Order {
    /// A cell where the mover would complete a line with its next stone.
    playable: i32,
    /// One above a cell that could be played next.
    one_higher: i32,
    /// Any cell where it would complete a line, the others included.
    anywhere: i32,
    /// Each half column off the center, to be subtracted.
    off_center: i32,
}

const ORDER: Order =
    Order { playable: 12_000, one_higher: 8_000, anywhere: 4_000, off_center: 300 };

/// What the engine knows about positions in two machine words.
#[derive(Clone, Debug)]
pub(super) struct BitsKnowledge<S: Size> {
    params: &'static Params,
    endgame: Endgame,
    /// What decides among equal columns.
    ties: Vec<i32>,
    /// What was found out about the positions on the way from the root.
    levels: Vec<Level<S::Word>>,
    /// Which of them the position stands at.
    depth: usize,
}

/// What was found out about one position.
#[derive(Clone, Debug)]
struct Level<W> {
    tactics: Tactics<W>,
    /// For some columns, where the side to move can complete a line after it has played there:
    /// found out to order the moves, and needed again when they are played.
    after: Vec<(u32, W)>,
}

/// Where lines can be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tactics<W> {
    ours: W,
    taken: W,
    /// Cells where a stone can be put now.
    playable: W,
    /// Free cells, reachable or not, where the side to move completes a line.
    our_wins: W,
    /// Those where its opponent does.
    their_wins: W,
}

impl<W: Number> Tactics<W> {
    #[inline]
    fn of<S: Size<Word = W>>(position: &Bits<S>) -> Self {
        let (size, ours, taken) = (position.size(), position.ours(), position.taken());
        let board = size.board();
        let free = board & !taken;
        Self {
            ours,
            taken,
            playable: taken.plus(bottoms(board)) & board,
            our_wins: words::winning_cells(size, ours, free),
            their_wins: words::winning_cells(size, ours ^ taken, free),
        }
    }

    /// After a stone on a playable cell, with which its side could go on to complete lines at `wins`.
    #[inline]
    fn after<S: Size<Word = W>>(&self, size: S, cell: W, wins: W) -> Self {
        let board = size.board();
        let taken = self.taken | cell;
        Self {
            ours: self.ours ^ self.taken,
            taken,
            playable: taken.plus(bottoms(board)) & board,
            our_wins: self.their_wins & !cell,
            their_wins: wins,
        }
    }

    /// Where the side to move completes lines once it has a stone on `cell`.
    #[inline]
    fn wins_with<S: Size<Word = W>>(&self, size: S, cell: W) -> W {
        words::winning_cells(size, self.ours | cell, size.board() & !(self.taken | cell))
    }

    /// Where a stone can be put without losing to the opponent's next.
    #[inline]
    fn safe(&self) -> W {
        let unpoisoned = self.playable & !(self.their_wins >> 1);
        let urgent = self.their_wins & self.playable;
        if urgent.is_empty() {
            unpoisoned
        } else if urgent.without_lowest().is_empty() {
            unpoisoned & urgent
        } else {
            W::EMPTY
        }
    }

    /// Whether no line can be completed any more, where the side to move does not do it at once.
    #[inline]
    fn is_drawn<S: Size<Word = W>>(&self, size: S) -> bool {
        let board = size.board();
        let theirs = self.ours ^ self.taken;
        let is_last_cell = (board & !self.taken).without_lowest().is_empty();
        is_last_cell
            || !words::has_line(size, board & !theirs) && !words::has_line(size, board & !self.ours)
    }
}

impl<W> Level<W> {
    fn new(tactics: Tactics<W>) -> Self {
        Self { tactics, after: Vec::new() }
    }
}

/// The lowest cells of all columns.
#[inline]
fn bottoms<W: Word>(board: W) -> W {
    board & !(board << 1)
}

impl<S: Size> BitsKnowledge<S> {
    /// For a board like that of `position`.
    pub(super) fn new(position: &Bits<S>, params: &'static Params, seed: u64) -> Self {
        let levels = vec![Level::new(Tactics::of(position))];
        let ties = ties(position.size().spec(), seed);
        Self { params, endgame: Endgame::default(), ties, levels, depth: 0 }
    }

    /// The tactics of the position, which is nearly always the one that the moves have led to.
    #[inline]
    fn look(&mut self, position: &Bits<S>) -> Tactics<S::Word> {
        let level = &mut self.levels[self.depth];
        if level.tactics.ours != position.ours() || level.tactics.taken != position.taken() {
            level.after.clear();
            level.tactics = Tactics::of(position);
        }
        level.tactics
    }

    /// How promising it is to put a stone on a cell, by the lines that could be completed then.
    #[inline]
    fn promise(size: S, tactics: &Tactics<S::Word>, cell: S::Word, wins: S::Word) -> i32 {
        let board = size.board();
        let playable = (tactics.taken | cell).plus(bottoms(board)) & board;
        let sets = [wins & playable, wins & (playable << 1), wins];
        let [at_once, one_higher, anywhere] = S::Word::counts(sets).map(u32::cast_signed);
        ORDER.playable * at_once + ORDER.one_higher * one_higher + ORDER.anywhere * anywhere
    }

    /// What both sides have on the board.
    pub(super) fn balance(&mut self, position: &Bits<S>) -> Balance {
        let tactics = self.look(position);
        let size = position.size();
        let (ours, taken) = (tactics.ours, tactics.taken);
        let theirs = ours ^ taken;
        let board = size.board();
        let free = board & !taken;
        let count = |set: S::Word| set.count().cast_signed();
        let stacked = |wins: S::Word| count(wins & (wins >> 1));
        let two_short = |stones| words::count_two_short(size, stones, free).cast_signed();
        let live = |stones| words::count_lines(size, stones | free).cast_signed();
        Balance {
            zugzwang: self.zugzwang(&tactics, size),
            threats: count(tactics.our_wins) - count(tactics.their_wins),
            stacked: stacked(tactics.our_wins) - stacked(tactics.their_wins),
            potential: (two_short(ours) - two_short(theirs)) * self.params.lines.two_short
                + (live(ours) - live(theirs)) * self.params.lines.live,
            fill: count(taken) * 1000 / count(board),
            ..Balance::default()
        }
    }

    /// Who wins by zugzwang, as far as threats tell; see [`Endgame`].
    fn zugzwang(&mut self, tactics: &Tactics<S::Word>, size: S) -> i32 {
        let (rows, columns) = (size.spec().rows(), size.spec().columns());
        // What can be completed or must be stopped now is as good as filled.
        let threats = (tactics.our_wins | tactics.their_wins) & !tactics.playable;
        if threats.is_empty() {
            return 0;
        }
        let seen = Seen { ours: tactics.our_wins, theirs: tactics.their_wins, rows };
        let mut harmless = (size.board() & !tactics.taken).count();
        self.endgame.clear();
        for column in 0..columns {
            let in_column = (threats >> (column * (rows + 1))) & seen.column();
            if in_column.is_empty() {
                continue;
            }
            let lowest = in_column.lowest();
            self.endgame.add(column, lowest);
            let below = column * (rows + 1) + lowest - 1;
            let is_poisoned =
                !tactics.playable.has(below) || seen.wins(column, lowest - 1) == [false; 2];
            // Nothing from the poisoned cell upward is filled in peace.
            harmless -= rows - lowest + u32::from(is_poisoned);
        }
        let stuck = (harmless % 2) as usize;
        let value = self.endgame.settle(&seen, stuck);
        if stuck == 0 { value } else { -value }
    }
}

/// The threats on the board, seen by the side to move.
struct Seen<W> {
    ours: W,
    theirs: W,
    rows: u32,
}

impl<W: Number> Seen<W> {
    /// The bits of a column, moved to the lowest.
    #[inline]
    fn column(&self) -> W {
        minus(W::one(self.rows), W::one(0))
    }
}

impl<W: Number> Threats for Seen<W> {
    #[inline]
    fn rows(&self) -> u32 {
        self.rows
    }

    #[inline]
    fn next(&self, column: u32, from: u32) -> Option<u32> {
        let in_column = ((self.ours | self.theirs) >> (column * (self.rows + 1))) & self.column();
        let higher = in_column & !minus(W::one(from), W::one(0));
        (!higher.is_empty()).then(|| higher.lowest())
    }

    #[inline]
    fn wins(&self, column: u32, height: u32) -> [bool; 2] {
        // The row of bits above the board is empty.
        let bit = column * (self.rows + 1) + height;
        [self.ours.has(bit), self.theirs.has(bit)]
    }
}

/// The difference.
#[inline]
fn minus<W: Number>(from: W, subtracted: W) -> W {
    from.plus(!subtracted).plus(W::one(0))
}

impl<S: Size> Knowledge<Bits<S>> for BitsKnowledge<S> {
    const FORESEES_END: bool = true;

    fn reset(&mut self, root: &Bits<S>) {
        self.depth = 0;
        self.look(root);
    }

    #[inline]
    fn play(&mut self, before: &Bits<S>, mv: Move) {
        let tactics = self.look(before);
        let size = before.size();
        // Added to a column filled up to some height, its lowest bit becomes the next one.
        let bottom = S::Word::one(mv.0 * (size.spec().rows() + 1));
        let cell = tactics.taken.plus(bottom) & tactics.playable;
        let known = self.levels[self.depth].after.iter().find(|&&(column, _)| column == mv.0);
        let wins = known.map_or_else(|| tactics.wins_with(size, cell), |&(_, wins)| wins);
        let next = tactics.after(size, cell, wins);
        self.depth += 1;
        match self.levels.get_mut(self.depth) {
            Some(level) => {
                level.tactics = next;
                level.after.clear();
            }
            None => self.levels.push(Level::new(next)),
        }
    }

    #[inline]
    fn undo(&mut self, _before: &Bits<S>, _mv: Move) {
        self.depth -= 1;
    }

    #[inline]
    fn verdict(&mut self, position: &Bits<S>, _depth: i32) -> Option<Score> {
        let tactics = self.look(position);
        if !(tactics.our_wins & tactics.playable).is_empty() {
            return Some(Score::win_in(1));
        }
        if tactics.safe().is_empty() {
            return Some(Score::loss_in(2));
        }
        tactics.is_drawn(position.size()).then_some(Score::DRAW)
    }

    #[inline]
    fn moves(&mut self, position: &Bits<S>, moves: &mut MoveSink<'_>) -> Scope {
        let tactics = self.look(position);
        let size = position.size();
        let spec = size.spec();
        let column = |cell: u32| cell / (spec.rows() + 1);
        let safe = tactics.safe();
        if safe.is_empty() || !(tactics.our_wins & tactics.playable).is_empty() {
            // Decided, but asked all the same: whoever watches wants to see a move of each kind.
            let decisive = tactics.our_wins | tactics.their_wins;
            tactics.playable.each(|cell| {
                let wins = tactics.our_wins.has(cell);
                let promise = i32::from(decisive.has(cell)) + i32::from(wins);
                moves.push(Move(column(cell)), promise);
            });
            return Scope::All;
        }
        if safe.without_lowest().is_empty() {
            moves.push(Move(column(safe.lowest())), 0);
            return Scope::Forced;
        }
        let (after, ties) = (&mut self.levels[self.depth].after, &self.ties);
        after.clear();
        safe.each(|cell| {
            let column = column(cell);
            let from_center = (2 * column + 1).abs_diff(spec.columns()).cast_signed();
            let cell = S::Word::one(cell);
            let wins = tactics.wins_with(size, cell);
            after.push((column, wins));
            let promise = Self::promise(size, &tactics, cell, wins);
            let tie = ties[column as usize];
            moves.push(Move(column), promise - ORDER.off_center * from_center + tie);
        });
        Scope::All
    }

    #[inline]
    fn evaluate(&mut self, position: &Bits<S>) -> i32 {
        self.balance(position).estimate(self.params)
    }

    fn winning_chance(&self, estimate: i32) -> Option<f64> {
        Some(params::winning_chance(estimate))
    }
}
