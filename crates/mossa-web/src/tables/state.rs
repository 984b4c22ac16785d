//! What a page is told about a game.

use std::sync::LazyLock;

use mossa_kernel::Move;
use serde::Serialize;

use super::table::{Seat, Table};
use crate::view::OverJson;

/// Different each time the server starts: it counts changes from 0 again.
static RUN: LazyLock<u64> = LazyLock::new(|| u64::from(rand::random::<u32>()));

/// How a game stands.
#[derive(Serialize)]
pub struct StateJson {
    pub id: String,
    /// Which run of the server, and which change in it.
    pub run: u64,
    pub version: u64,
    pub spec: String,
    pub start: Option<String>,
    /// So many moves are as they were when the page was last told; the others follow.
    pub from: usize,
    pub moves: Vec<String>,
    /// Counts moves made and taken back.
    pub turn: u64,
    pub to_move: &'static str,
    pub seats: [SeatJson; 2],
    pub over: Option<OverJson>,
    pub clocks: Option<ClocksJson>,
    pub thinking: bool,
}

#[derive(Serialize)]
pub struct SeatJson {
    pub name: String,
    pub person: bool,
}

#[derive(Serialize)]
pub struct ClocksJson {
    /// Milliseconds left to each side, right now.
    pub left: [u64; 2],
    pub increment: u64,
    /// Whether the clock of the side to move runs.
    pub running: bool,
}

impl StateJson {
    /// All of it.
    pub fn new(table: &Table) -> Self {
        Self::since(table, &mut Vec::new())
    }

    /// What is new to somebody who knows these moves; then they know all.
    pub fn since(table: &Table, known: &mut Vec<Move>) -> Self {
        let inner = table.lock();
        let history = inner.game.history();
        let from = history.iter().zip(&*known).take_while(|(mv, known)| mv == known).count();
        known.truncate(from);
        known.extend(&history[from..]);
        let position = inner.game.position();
        let seat = |seat: &Seat| SeatJson { name: seat.name(), person: seat.is_person() };
        let outcome = inner.outcome();
        let clocks = inner.clocks.map(|clocks| {
            let mut left = clocks.left;
            if let (Some(now), None) = (inner.left(), outcome) {
                left[inner.mover().index()] = now;
            }
            ClocksJson {
                left: left.map(|left| left.as_millis() as u64),
                increment: clocks.increment.as_millis() as u64,
                running: outcome.is_none(),
            }
        });
        Self {
            id: table.id().to_owned(),
            run: *RUN,
            version: inner.version,
            spec: inner.spec.to_string(),
            start: inner.start.clone(),
            from,
            moves: history[from..].iter().map(|&mv| position.show_move(mv)).collect(),
            turn: inner.turn,
            to_move: position.side_to_move().name(),
            seats: inner.seats.each_ref().map(seat),
            over: outcome.map(OverJson::new),
            clocks,
            thinking: inner.is_thinking,
        }
    }
}
