//! Knowledge kept up to date from move to move, for boards too large to be solved.

use std::sync::Arc;

use mossa_games::connect::Spec;
use mossa_kernel::{Move, Position, Side, View, keys::mix};
use mossa_search::{Knowledge, MoveSink, QuickGames, Scope, Score};
use rand::Rng;

use super::{
    net::{Judge, Weights},
    order::ties,
    params::{self, Balance, Params, Race, RoleWorth},
    quick::QuickGame,
    waiting::Waiting,
    windows::Windows,
    worth::PARTS,
    zugzwang::{Endgame, Threats},
};

/// Lines longer than this are not looked through to order moves: there would be too many windows
/// through each cell.
const LONGEST_ORDERED: u32 = 16;

/// What a live window adds to the promise of its free cells, if it is the mover's and if it is not,
/// by how many stones it lacks: 1, 2, … The search adds some thousands for moves that were good
/// elsewhere.
const PROMISE: [[i32; 5]; 2] = [[16_000, 16_000, 3_000, 750, 250], [1_250, 1_250, 1_000, 500, 250]];

/// What the engine knows about a position, by counting stones in windows.
#[derive(Clone, Debug)]
pub(super) struct CountedKnowledge {
    params: &'static Params,
    spec: Spec,
    /// Those of an empty board, to begin with.
    empty: Windows,
    windows: Windows,
    heights: Vec<u32>,
    turn: Side,
    endgame: Endgame,
    /// What comes of waiting; `None` where nobody asks.
    waiting: Option<Waiting>,
    /// What was learned about this board, where something was.
    judge: Option<Judge>,
    /// Quick games from the root; `None` before somebody asks for them.
    quick: Option<QuickGame>,
    /// How promising windows are to the mover, by its stones and those of the other side.
    promises: Arc<[i32]>,
    /// Room for threats and what counts as such.
    seen: Vec<[u64; 2]>,
    /// How many plies the search looks ahead from here, as far as it has said.
    plies_ahead: i32,
    /// What decides among equal columns.
    ties: Vec<i32>,
}

/// Threats, or what counts as such, seen by the side to move.
struct Seen<'w> {
    /// For each side, cells from the bottom up: in `chunks` words for each column.
    words: &'w [[u64; 2]],
    chunks: u32,
    us: Side,
    rows: u32,
}

impl Seen<'_> {
    /// Mixes into a key what is seen of a column from a height on.
    #[inline]
    fn key_from(&self, column: u32, height: u32, key: u64) -> u64 {
        let first = column * self.chunks + height / u64::BITS;
        let (mut key, mut hidden) = (mix(key ^ u64::from(height + 1)), height % u64::BITS);
        for &threats in &self.words[first as usize..((column + 1) * self.chunks) as usize] {
            for side in [self.us, !self.us] {
                key = mix(key ^ threats[side.index()] >> hidden);
            }
            hidden = 0;
        }
        key
    }
}

impl Threats for Seen<'_> {
    #[inline]
    fn rows(&self) -> u32 {
        self.rows
    }

    #[inline]
    fn next(&self, column: u32, from: u32) -> Option<u32> {
        let mut chunk = from / u64::BITS;
        let mut hidden = (1 << (from % u64::BITS)) - 1;
        while chunk < self.chunks {
            let [first, second] = self.words[(column * self.chunks + chunk) as usize];
            let threats = (first | second) & !hidden;
            if threats != 0 {
                return Some(chunk * u64::BITS + threats.trailing_zeros());
            }
            (chunk, hidden) = (chunk + 1, 0);
        }
        None
    }

    #[inline]
    fn wins(&self, column: u32, height: u32) -> [bool; 2] {
        if height >= self.rows {
            return [false; 2];
        }
        let threats = self.words[(column * self.chunks + height / u64::BITS) as usize];
        let wins = |side: Side| threats[side.index()] >> (height % u64::BITS) & 1 == 1;
        [wins(self.us), wins(!self.us)]
    }
}

/// The replies that the threats on the board leave.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Replies {
    /// The side to move completes a line here.
    Win,
    /// Whatever it does, the opponent completes one.
    None,
    /// It must play this column.
    One(u32),
    /// Every column will do that lies not below a cell where the opponent wins.
    Several,
}

impl CountedKnowledge {
    /// For boards of this size.
    pub(super) fn new(spec: Spec, params: &'static Params, seed: u64) -> Self {
        let empty = Windows::new(spec, params);
        let heights = vec![0; spec.columns() as usize];
        Self {
            params,
            spec,
            windows: empty.clone(),
            empty,
            heights,
            turn: Side::First,
            endgame: Endgame::default(),
            waiting: Waiting::new(spec),
            judge: Weights::embedded(spec).map(Judge::new),
            quick: None,
            promises: promises(spec.run()),
            seen: Vec::new(),
            plies_ahead: i32::MAX,
            ties: ties(spec, seed),
        }
    }

    /// Whether a network judges this board.
    pub(super) fn is_learned(&self) -> bool {
        self.judge.is_some()
    }

    /// The number of the cell that a stone in this column would get; `None` when it is full.
    #[inline]
    fn top(&self, column: u32) -> Option<u32> {
        let height = self.heights[column as usize];
        (height < self.spec.rows()).then(|| self.windows.cell(column, height))
    }

    /// Whether a stone on this cell lets the opponent complete a line on the next.
    #[inline]
    fn is_poisoned(&self, cell: u32, opponent: Side) -> bool {
        !(cell + 1).is_multiple_of(self.spec.rows()) && self.windows.wins(cell + 1, opponent)
    }

    fn has_threats(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.windows.totals(side).threats > 0)
    }

    fn replies(&self) -> Replies {
        if !self.has_threats() {
            return Replies::Several;
        }
        let mut safe = Replies::None;
        let (mut urgent, mut is_safe) = (None, false);
        for column in 0..self.spec.columns() {
            let Some(cell) = self.top(column) else { continue };
            if self.windows.wins(cell, self.turn) {
                return Replies::Win;
            }
            let is_fine = !self.is_poisoned(cell, !self.turn);
            if self.windows.wins(cell, !self.turn) {
                // A second one cannot be stopped as well.
                is_safe = urgent.is_none() && is_fine;
                urgent = Some(column);
            } else if is_fine {
                safe = if safe == Replies::None { Replies::One(column) } else { Replies::Several };
            }
        }
        match urgent {
            None => safe,
            Some(column) if is_safe => Replies::One(column),
            Some(_) => Replies::None,
        }
    }

    /// Puts a stone on a cell.
    #[inline]
    fn add(&mut self, cell: u32, side: Side) {
        if let Some(judge) = &mut self.judge {
            judge.begin();
            self.windows.each_look(cell, side, |direction, first, before, after| {
                judge.change(direction, first, before, after);
            });
        }
        self.windows.add(cell, side);
    }

    /// What both sides have on the board.
    pub(super) fn balance(&mut self) -> Balance {
        let (ours, theirs) = (self.windows.totals(self.turn), self.windows.totals(!self.turn));
        let cells = self.spec.rows() * self.spec.columns();
        let (zugzwang, doubles, lowest) = self.settled();
        self.windows.hoped(&mut self.seen);
        let (outlook, hoped) = self.zugzwang(|role| role.hoped);
        Balance {
            zugzwang,
            doubles,
            outlook,
            threats: ours.threats - theirs.threats,
            stacked: ours.stacked - theirs.stacked,
            race: self.race(),
            potential: self.potential() + lowest + hoped,
            fill: ((cells - self.windows.free()) * 1000 / cells).cast_signed(),
        }
    }

    /// Who wins by zugzwang, as far as threats tell; the same when cells count where a stone makes a
    /// second threat above or below another; and what the lowest threats are worth.
    fn settled(&mut self) -> (i32, i32, i32) {
        if !self.has_threats() {
            return (0, 0, 0);
        }
        self.windows.threatened(&mut self.seen);
        let (zugzwang, lowest) = self.zugzwang(|role| role.lowest);
        let has_doubles = self.params.doubles != 0 && self.windows.add_doubles(&mut self.seen);
        let doubles = if has_doubles { self.zugzwang(|_| [0; 2]).0 } else { zugzwang };
        (zugzwang, doubles, lowest)
    }

    /// What it is worth that a side is nearer to two threats of its own, one above the other.
    fn race(&self) -> i32 {
        let Race { won, a_cell } = self.params.race;
        if won == 0 {
            return 0;
        }
        let way = |side| self.windows.way_to_pair(&self.heights, side);
        let worth = |cells: u32| won - a_cell * cells.cast_signed();
        match (way(self.turn), way(!self.turn)) {
            (Some(ours), Some(theirs)) if theirs < ours => -worth(theirs),
            (Some(ours), _) => worth(ours),
            (None, Some(theirs)) => -worth(theirs),
            (None, None) => 0,
        }
    }

    /// What it is worth that a side leads or follows.
    #[inline]
    fn role(&self, side: Side) -> &RoleWorth {
        &self.params.roles[usize::from(side != self.windows.leader())]
    }

    /// What the windows of both sides are worth.
    fn potential(&self) -> i32 {
        let (ours, theirs) = (self.windows.sum(self.turn), self.windows.sum(!self.turn));
        let claims = self.role(self.turn).claimed(ours.claimed())
            - self.role(!self.turn).claimed(theirs.claimed());
        claims + (ours.worth() - theirs.worth()) / PARTS
    }

    /// Who wins by zugzwang with the threats that are seen, and what the lowest of them are worth.
    fn zugzwang(&mut self, worth: impl Fn(&RoleWorth) -> [i32; 2]) -> (i32, i32) {
        let rows = self.spec.rows();
        let seen = Seen { words: &self.seen, chunks: self.windows.chunks(), us: self.turn, rows };
        let (our_worth, their_worth) = (worth(self.role(self.turn)), worth(self.role(!self.turn)));
        let mut harmless = self.windows.free();
        let mut worth = 0;
        let mut key = 0;
        self.endgame.clear();
        for column in 0..self.spec.columns() {
            let top = self.heights[column as usize];
            // What can be completed or must be stopped now is as good as filled.
            let Some(lowest) = seen.next(column, top + 1) else { continue };
            let is_odd = usize::from(!(rows - 1 - lowest).is_multiple_of(2));
            let [we_win, they_win] = seen.wins(column, lowest);
            worth +=
                i32::from(we_win) * our_worth[is_odd] - i32::from(they_win) * their_worth[is_odd];
            self.endgame.add(column, lowest);
            key = seen.key_from(column, lowest, key);
            // Nothing from the poisoned cell upward is filled in peace.
            let is_poisoned = lowest - 1 > top || seen.wins(column, top) == [false; 2];
            harmless -= rows - lowest + u32::from(is_poisoned);
        }
        let stuck = (harmless % 2) as usize;
        let value = self.endgame.settle_once(&seen, stuck, key);
        (if stuck == 0 { value } else { -value }, worth)
    }

    /// How promising a free cell looks: by what both sides have around it. Right above the horizon that
    /// takes longer than it saves.
    fn promise(&self, cell: u32) -> i32 {
        if self.spec.run() > LONGEST_ORDERED || self.plies_ahead == 1 {
            return 0;
        }
        self.windows.sum_through(cell, self.turn, &self.promises)
    }
}

/// What windows add to the promise of their free cells, by the mover's stones and then those of the other
/// side: `run + 1` of each.
fn promises(run: u32) -> Arc<[i32]> {
    let promise = |ours: u32, theirs: u32| {
        let by_missing = &PROMISE[usize::from(theirs > 0)];
        let missing = (run - ours.max(theirs)) as usize;
        let is_live = (ours == 0 || theirs == 0) && missing > 0;
        if is_live { by_missing[missing.min(by_missing.len()) - 1] } else { 0 }
    };
    (0..=run).flat_map(|ours| (0..=run).map(move |theirs| promise(ours, theirs))).collect()
}

impl<P: Position> Knowledge<P> for CountedKnowledge {
    const FORESEES_END: bool = true;

    fn reset(&mut self, root: &P) {
        self.windows.clone_from(&self.empty);
        self.heights.fill(0);
        if let Some(waiting) = &mut self.waiting {
            waiting.clear();
        }
        if let Some(judge) = &mut self.judge {
            judge.clear();
        }
        self.turn = root.side_to_move();
        self.plies_ahead = i32::MAX;
        let View::Board(board) = root.view() else { return };
        for (cell, side) in board.stones() {
            let (column, height) = (cell % board.columns, board.rows - 1 - cell / board.columns);
            self.add(self.windows.cell(column, height), side);
            self.heights[column as usize] += 1;
            if let Some(waiting) = &mut self.waiting {
                waiting.toggle(column, height, side);
            }
        }
    }

    #[inline]
    fn play(&mut self, _before: &P, mv: Move) {
        let height = self.heights[mv.index()];
        self.heights[mv.index()] += 1;
        self.add(self.windows.cell(mv.0, height), self.turn);
        if let Some(waiting) = &mut self.waiting {
            waiting.toggle(mv.0, height, self.turn);
        }
        self.turn = !self.turn;
    }

    #[inline]
    fn undo(&mut self, _before: &P, mv: Move) {
        self.turn = !self.turn;
        self.heights[mv.index()] -= 1;
        let height = self.heights[mv.index()];
        self.windows.remove(self.windows.cell(mv.0, height), self.turn);
        if let Some(judge) = &mut self.judge {
            judge.remove();
        }
        if let Some(waiting) = &mut self.waiting {
            waiting.toggle(mv.0, height, self.turn);
        }
    }

    #[inline]
    fn verdict(&mut self, _position: &P, depth: i32) -> Option<Score> {
        self.plies_ahead = depth;
        match self.replies() {
            Replies::Win => Some(Score::win_in(1)),
            Replies::None => Some(Score::loss_in(2)),
            _ if self.windows.free() == 1 || !self.windows.has_live() => Some(Score::DRAW),
            _ => {
                let loss = self.waiting.as_mut()?.loss(&self.windows, self.turn);
                loss.map(Score::loss_in)
            }
        }
    }

    fn moves(&mut self, _position: &P, moves: &mut MoveSink<'_>) -> Scope {
        let replies = self.replies();
        if let Replies::One(column) = replies {
            moves.push(Move(column), 0);
            return Scope::Forced;
        }
        for column in 0..self.spec.columns() {
            let Some(cell) = self.top(column) else { continue };
            if replies != Replies::Several {
                // Decided, but asked all the same.
                let wins = |side| i32::from(self.windows.wins(cell, side));
                moves.push(Move(column), 2 * wins(self.turn) + wins(!self.turn));
            } else if !self.is_poisoned(cell, !self.turn) {
                let from_center = (2 * column + 1).abs_diff(self.spec.columns()).cast_signed();
                moves.push(
                    Move(column),
                    self.promise(cell) - from_center + self.ties[column as usize],
                );
            }
        }
        Scope::All
    }

    /// The cell that the stone gets: a column alone says little.
    #[inline]
    fn trace(&self, _position: &P, mv: Move) -> u32 {
        self.windows.cell(mv.0, self.heights[mv.index()])
    }

    fn traces(&self, _position: &P) -> u32 {
        self.spec.rows() * self.spec.columns()
    }

    #[inline]
    fn evaluate(&mut self, _position: &P) -> i32 {
        let balance = self.balance();
        match &mut self.judge {
            Some(judge) => judge.estimate(self.turn, balance.ends()),
            None => balance.estimate(self.params),
        }
    }

    /// How soon a side loses that cannot wait as long as the other is only known roughly.
    fn insist_on_shortest(&mut self) {
        self.waiting = None;
    }

    fn is_full_width(&self) -> bool {
        self.waiting.is_none()
    }

    fn winning_chance(&self, estimate: i32) -> Option<f64> {
        Some(params::winning_chance(estimate))
    }
}

impl<P: Position> QuickGames<P> for CountedKnowledge {
    fn prepare(&mut self) {
        self.quick = QuickGame::new(&self.windows, &self.heights, self.spec);
    }

    fn play_out<R: Rng>(&mut self, rng: &mut R) -> f32 {
        let Some(quick) = &mut self.quick else { return 0.0 };
        match quick.play_out(&self.windows, &self.heights, self.turn, rng) {
            None => 0.0,
            Some(winner) if winner == self.turn => 1.0,
            Some(_) => -1.0,
        }
    }
}
