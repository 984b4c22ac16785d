//! Othello: the board some moves later in the line that the engine expects, with the squares to which the sides can go.

use mossa_games::squares;
use mossa_kernel::{Game, Move, View};

use super::{contrast::Contrast, discs::choices, discs::legal, gauge::Gauge};
use crate::explain::{Block, Findings, Request, Story, names};

/// After so many moves the board may be drawn: earlier it says little, and later it convinces nobody.
const MOMENTS: [usize; 4] = [4, 6, 8, 10];

impl Request<'_> {
    /// The moves of the mover and of the other side after so many moves of a line, each counted as if it were that
    /// side's turn.
    pub(super) fn choice_at(&self, moves: &[Move], played: usize) -> Option<[usize; 2]> {
        let game = self.reached(moves.get(..played)?)?;
        let is_open = game.outcome().is_none();
        is_open.then(|| [self.mover(), !self.mover()].map(|side| choices(&game, side)))
    }

    /// After how many moves of the line the reasons count something: the main one, or the first that does.
    pub(super) fn spoken_moment(&self, findings: &Findings, story: &Story) -> Option<usize> {
        if findings.is_proven {
            return None;
        }
        let counted = self.asked(findings).into_iter().filter_map(|index| {
            match self.contrast(findings, story, index)? {
                Contrast::Count(gauge) => Some(gauge),
                _ => None,
            }
        });
        let mut moments = findings.gauge.into_iter().chain(counted).map(Gauge::moment);
        let is_later = |played: &usize| *played > 1 && *played <= story.moves.len();
        moments.find(is_later).or_else(|| self.plight_moment(findings, story))
    }

    /// The board of the line at which the mover has most to choose from beside the other side.
    pub(in crate::explain) fn board_later(&self, findings: &Findings, story: &Story) -> Vec<Block> {
        // The board that is spoken of, if there is one.
        let spoken = self.spoken_moment(findings, story);
        // Where somebody is about to lose, the board that shows it.
        let sign = match self.far_ahead(findings) {
            Some(ahead) if ahead != self.mover() => -1,
            _ => 1,
        };
        let moments = spoken.map_or(MOMENTS.to_vec(), |played| vec![played]);
        let drawn = moments.into_iter().rev().filter_map(|played| {
            let [own, theirs] = self.choice_at(&story.moves, played)?;
            Some((sign * (own.cast_signed() - theirs.cast_signed()), played, [own, theirs]))
        });
        let drawn = drawn.max_by_key(|(lead, ..)| *lead).filter(|_| !findings.is_proven);
        let Some((_, played, [own, theirs])) = drawn else { return Vec::new() };
        let Some(game) = self.reached(&story.moves[..played]) else { return Vec::new() };
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let head = format!(
            "The board after move {played}: {m} could go to {}, {other} to {theirs} (x: only X can go there, o: only O, \
             +: both).",
            names::counted(own as u64, "square")
        );
        vec![Block::Text(head), Block::Lines(drawing(&game))]
    }
}

/// A board row by row, with the squares to which one side or both can go.
fn drawing(game: &Game) -> Vec<String> {
    let View::Board(board) = game.position().view() else { return Vec::new() };
    let [x, o] = mossa_kernel::Side::BOTH.map(|side| legal(game, side));
    let cell = |at: u32| match board.cells[at as usize] {
        Some(side) => names::side(side),
        None => match [&x, &o].map(|moves| moves.contains(&Move(at))) {
            [true, true] => '+',
            [true, false] => 'x',
            [false, true] => 'o',
            [false, false] => '.',
        },
    };
    let width = board.rows.to_string().len();
    let row = |row: u32| {
        let cells =
            (0..board.columns).map(|column| format!(" {}", cell(row * board.columns + column)));
        format!("{:<width$} {}", row + 1, cells.collect::<String>())
    };
    let letters = (0..board.columns).map(|column| {
        let name = squares::name(column, board.columns);
        format!(" {}", name.trim_end_matches('1'))
    });
    let head = format!("{:<width$} {}", "", letters.collect::<String>());
    [head].into_iter().chain((0..board.rows).map(row)).collect()
}
