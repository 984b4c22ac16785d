//! Chains of fours: the attacker makes one four after another, each of which leaves the defender a
//! single reply, until a four comes up that cannot be stopped.
//!
//! Such a chain is proven when it is found: every reply in it is forced. It need not be the
//! shortest way to win, since quieter moves and other chains are not looked at.

use std::cmp::Reverse;

use mossa_kernel::{Side, keys};

use super::{
    lines::{Fours, Lines},
    weights,
};

/// Finds chains of fours, and remembers what it found.
#[derive(Clone, Debug)]
pub(super) struct Chains {
    /// The upper bits are the key of a position, the lower the length of its chain: the plies to
    /// the win, 0 where there is none, [`GIVEN_UP`] where a whole search was too small to tell.
    table: Vec<u64>,
    /// Moves to try, of all positions on the way.
    moves: Vec<Four>,
    nodes: u32,
    most_nodes: u32,
}

/// A move that makes a four, and the only reply.
#[derive(Clone, Copy, Debug)]
struct Four {
    cell: u32,
    reply: u32,
    promise: u32,
}

/// What became of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// A win in so many plies.
    Win(u32),
    /// There is no chain.
    Nothing,
    /// The search was too small to tell.
    Unknown,
}

/// How many bits of a table entry hold the length.
const LENGTH_BITS: u32 = 16;
const LENGTH_MASK: u64 = (1 << LENGTH_BITS) - 1;

/// Stands for a length where a search gave up. The same search again would, too.
const GIVEN_UP: u64 = LENGTH_MASK;

impl Chains {
    /// Remembers nothing.
    pub(super) fn new() -> Self {
        Self {
            table: vec![0; 1 << weights::CHAIN_TABLE_BITS],
            moves: Vec::new(),
            nodes: 0,
            most_nodes: 0,
        }
    }

    /// In how many plies `attacker`, who is to move, wins by fours, as far as a search of so many
    /// positions can tell.
    pub(super) fn find(
        &mut self,
        lines: &mut Lines,
        attacker: Side,
        most_nodes: u32,
    ) -> Option<u32> {
        (self.nodes, self.most_nodes) = (0, most_nodes);
        self.moves.clear();
        match self.search(lines, attacker) {
            Found::Win(plies) => Some(plies),
            Found::Nothing => None,
            Found::Unknown => {
                let key = Self::key(lines, attacker);
                self.table[Self::slot(key)] = key & !LENGTH_MASK | GIVEN_UP;
                None
            }
        }
    }

    fn search(&mut self, lines: &mut Lines, attacker: Side) -> Found {
        if !lines.fives(attacker).is_empty() {
            return Found::Win(1);
        }
        let begin = self.moves.len();
        if self.list(lines, attacker).is_some() {
            self.moves.truncate(begin);
            return Found::Win(3);
        }
        if self.moves.len() == begin {
            return Found::Nothing;
        }
        let key = Self::key(lines, attacker);
        if let Some(remembered) = self.recall(key) {
            self.moves.truncate(begin);
            return remembered;
        }
        self.nodes += 1;
        let found = if self.nodes > self.most_nodes {
            Found::Unknown
        } else {
            self.moves[begin..].sort_by_key(|four| Reverse(four.promise));
            self.try_all(lines, attacker, begin)
        };
        self.moves.truncate(begin);
        self.remember(key, found);
        found
    }

    /// Lists the moves that make a four and answer the defender's, if there is one; the first move
    /// that makes two fours is returned instead.
    fn list(&mut self, lines: &Lines, attacker: Side) -> Option<u32> {
        let must = lines.fives(!attacker);
        if must.len() > 1 {
            return None;
        }
        let forced = must.first();
        for cell in lines.fours(attacker).iter() {
            if forced.is_some_and(|forced| forced != cell) {
                continue;
            }
            match lines.fours_by(cell, attacker) {
                Fours::None => {}
                Fours::One(reply) => {
                    let promise = lines.urge(cell, attacker);
                    self.moves.push(Four { cell, reply, promise });
                }
                Fours::Two(..) | Fours::Many => return Some(cell),
            }
        }
        None
    }

    fn try_all(&mut self, lines: &mut Lines, attacker: Side, begin: usize) -> Found {
        let mut worst = Found::Nothing;
        for index in begin..self.moves.len() {
            let Four { cell, reply, .. } = self.moves[index];
            lines.place_quickly(cell, attacker);
            lines.place_quickly(reply, !attacker);
            let found = self.search(lines, attacker);
            lines.remove_quickly(reply, !attacker);
            lines.remove_quickly(cell, attacker);
            match found {
                Found::Win(plies) => return Found::Win(plies + 2),
                Found::Unknown => worst = Found::Unknown,
                Found::Nothing => {}
            }
            if self.nodes > self.most_nodes {
                return Found::Unknown;
            }
        }
        worst
    }

    fn recall(&self, key: u64) -> Option<Found> {
        let entry = self.table[Self::slot(key)];
        if (entry ^ key) & !LENGTH_MASK != 0 {
            return None;
        }
        Some(match entry & LENGTH_MASK {
            0 => Found::Nothing,
            GIVEN_UP => Found::Unknown,
            length => Found::Win(length as u32),
        })
    }

    fn remember(&mut self, key: u64, found: Found) {
        let length = match found {
            Found::Win(plies) => u64::from(plies),
            Found::Nothing => 0,
            Found::Unknown => return,
        };
        if length < GIVEN_UP {
            self.table[Self::slot(key)] = key & !LENGTH_MASK | length;
        }
    }

    /// A number that (nearly) only these stones have, with the attacker to move.
    fn key(lines: &Lines, attacker: Side) -> u64 {
        lines.key() ^ keys::to_move(attacker)
    }

    /// Lower bits of a key choose the place, upper ones tell keys apart there.
    fn slot(key: u64) -> usize {
        key as usize & ((1 << weights::CHAIN_TABLE_BITS) - 1)
    }
}
