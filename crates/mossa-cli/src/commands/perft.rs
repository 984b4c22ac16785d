//! `mossa perft`: how many ways a game can go.

use std::io::Write;

use mossa_kernel::{Game, Position, View, Visit, distinct_positions, perft};
use serde::Serialize;

use crate::{failure::Failure, json, start::Start};

/// The deepest count. Deeper ones end only in games with hardly a choice.
const DEEPEST: u32 = 1_000;

/// How much memory the different positions of two neighboring plies may take, about.
const MOST_BYTES: usize = 4 << 30;

/// Count the positions a number of moves ahead, each as often as it can be reached
///
/// A pass counts as a move; a game that ended earlier counts once.
#[derive(Debug, clap::Args)]
pub struct Perft {
    #[command(flatten)]
    start: Start,

    /// How many moves to look ahead
    #[arg(value_parser = read_depth, allow_negative_numbers = true)]
    depth: u32,

    /// Also count how many different positions arise after each number of moves
    #[arg(long)]
    distinct: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn read_depth(text: &str) -> Result<u32, String> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let depth = text.parse().ok().filter(|&depth| is_number && depth <= DEEPEST);
    depth.ok_or_else(|| format!("expected a whole number from 0 to {DEEPEST}"))
}

#[derive(Serialize)]
struct PerftJson {
    spec: String,
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    distinct: Option<Vec<u64>>,
}

impl Perft {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let spec = self.start.spec()?;
        let game = self.start.game(&spec)?;
        let count = Count { game: &game, depth: self.depth, distinct: self.distinct };
        let Counted { nodes, distinct } = spec.visit(count)?;
        if self.json {
            let (spec, depth) = (spec.to_string(), self.depth);
            return json::write(out, &PerftJson { spec, depth, nodes, distinct });
        }
        writeln!(out, "{nodes}")?;
        if let Some(distinct) = distinct {
            for (ply, count) in distinct.iter().enumerate() {
                writeln!(out, "{count} different after {ply}")?;
            }
            writeln!(out, "{} different in all", distinct.iter().sum::<u64>())?;
        }
        Ok(())
    }
}

/// Counts on the game's own board type.
struct Count<'g> {
    game: &'g Game,
    depth: u32,
    distinct: bool,
}

struct Counted {
    nodes: u64,
    distinct: Option<Vec<u64>>,
}

/// What a position takes in memory, about: itself and at most a byte a cell elsewhere, in a set that
/// is half full.
fn bytes_of<P: Position>(position: &P) -> usize {
    let cells = match position.view() {
        View::Board(board) => board.cells.len(),
        View::Heaps(heaps) => heaps.len(),
    };
    2 * (size_of::<P>() + cells) + 16
}

impl Visit for Count<'_> {
    type Out = Result<Counted, Failure>;

    fn visit<P: Position>(self, _start: P) -> Self::Out {
        let position = self.game.position_as::<P>().expect("a game is on its spec's board");
        let distinct = if self.distinct {
            let limit = MOST_BYTES / 2 / bytes_of(position);
            let counts = distinct_positions(position, self.depth, limit);
            Some(counts.ok_or_else(|| {
                Failure::input(
                    format!("more than {limit} different positions at one depth: too many to hold"),
                    "choose a smaller depth, or leave out --distinct",
                )
            })?)
        } else {
            None
        };
        Ok(Counted { nodes: perft(position, self.depth), distinct })
    }
}
