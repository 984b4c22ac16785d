//! Alpha-beta on connect4 to the same depth, ours beside that of `minimax` with the evaluation of
//! its own example: once with the same evaluation, which compares the searches, and once as the
//! engine ships it, which compares what users wait for.

use std::str::FromStr as _;

use anyhow::{Context as _, Result, bail, ensure};
use cpu_time::ProcessTime;
use minimax::IterativeOptions;
use mossa_engines::Options;
use mossa_games::{
    GameSpec,
    connect::{Bits, Size, Stacks, VisitConnect},
};
use mossa_kernel::{Budget, Game};
use mossa_peers::measurement::median;
use mossa_peers::minimax_peer::{self, Eyes};
use mossa_search::{AlphaBeta, Params, Search as _, Task};

use crate::{
    report::{Row, Section, Target, Unit},
    same_evaluation::SameEvaluation,
};

/// How large the table of either side is.
const MEGABYTES: usize = 64;

/// Positions and depths: the peer takes from 0.3 to 1 second for each, and none is decided within
/// its depth.
const POSITIONS: [(&str, u32); 6] = [
    ("", 13),
    ("4 4 4", 13),
    ("4 4 4 4 4 2", 14),
    ("3 5 4 4 6 2", 14),
    ("4 4 3 5 2", 15),
    ("2 3 3 4 6 6 4 1", 16),
];

/// What a search cost.
#[derive(Clone, Copy)]
struct Cost {
    nodes: f64,
    cpu_seconds: f64,
}

/// Something that is told of the costs.
struct Figure {
    name: &'static str,
    unit: Unit,
    of: fn(&Cost) -> f64,
    /// Which of our two ways it is about.
    way: Way,
    /// What we mean to reach in all positions together.
    target: Option<Target>,
}

/// How we search.
#[derive(Clone, Copy)]
enum Way {
    /// With the peer's evaluation and nothing else that is special to the game.
    SameEvaluation,
    /// As the engine does.
    AsShipped,
}

const FIGURES: [Figure; 3] = [
    Figure {
        name: "nodes per CPU second, same evaluation",
        unit: Unit::MillionsPerSecond,
        of: rate,
        way: Way::SameEvaluation,
        target: Some(Target::AtLeast(2.0)),
    },
    Figure {
        name: "nodes to the same depth, same evaluation",
        unit: Unit::Millions,
        of: |cost| cost.nodes,
        way: Way::SameEvaluation,
        target: Some(Target::AtMost(1.0)),
    },
    Figure {
        name: "CPU time to the same depth, engine as shipped",
        unit: Unit::Milliseconds,
        of: |cost| cost.cpu_seconds,
        way: Way::AsShipped,
        target: None,
    },
];

/// Measures all positions, all contenders in turn, and tells speed and size of the searches.
pub fn measure(rounds: usize) -> Result<Vec<Section>> {
    let mut measured = Vec::new();
    for (moves, depth) in POSITIONS {
        let mut game = connect_four()?.start();
        game.play_text(moves)?;
        let mut costs = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..rounds {
            costs[Way::SameEvaluation as usize].push(with_same_evaluation(&game, depth)?);
            costs[Way::AsShipped as usize].push(as_shipped(&game, depth)?);
            costs[THEIRS].push(theirs(&game, depth)?);
        }
        let name = format!("{} to depth {depth}", if moves.is_empty() { "start" } else { moves });
        eprintln!("search: {name}");
        measured.push((name, costs));
    }
    let all = [0, 1, 2].map(|side| sum(rounds, measured.iter().map(|(_, costs)| &costs[side])));
    let section = |Figure { name, unit, of, way, target }: Figure| {
        let pair = |costs: &[Vec<Cost>; 3]| [costs[way as usize].clone(), costs[THEIRS].clone()];
        let rows = measured.iter().map(|(position, costs)| row(position, &pair(costs), of, None));
        let rows = rows.chain([row("all", &pair(&all), of, target)]).collect();
        let title = format!("Search: {name}, connect4, {MEGABYTES} MB tables, one thread");
        Section { title, rows_are: "position", unit, rows }
    };
    Ok(FIGURES.map(section).into())
}

/// Where the costs of the peer are kept, behind those of our ways.
const THEIRS: usize = 2;

fn connect_four() -> Result<GameSpec> {
    Ok(GameSpec::from_str("connect4")?)
}

fn with_same_evaluation(game: &Game, depth: u32) -> Result<Cost> {
    let GameSpec::Connect(spec) = connect_four()? else { bail!("connect4 is a game of connect") };
    spec.visit_connect(SearchBits { game, depth })
}

/// Searches a game on a board in machine words.
struct SearchBits<'g> {
    game: &'g Game,
    depth: u32,
}

impl VisitConnect for SearchBits<'_> {
    type Out = Result<Cost>;

    fn bits<S: Size>(self, _start: Bits<S>) -> Result<Cost> {
        let position = self.game.position_as::<Bits<S>>().context("a game of connect4")?;
        // Evaluation is cheap: the way to memory would cost more than the last plies.
        let params = Params { table_depth: 5, ..Params::default() };
        let mut search = AlphaBeta::new(SameEvaluation::new(), params, MEGABYTES);
        let mut think = |depth| {
            let budget = Budget { depth: Some(depth), ..Budget::UNLIMITED };
            search.forget();
            let clock = ProcessTime::now();
            let report = search.search(position, &Task::play(&budget), &mut |_| {});
            (report, clock.elapsed().as_secs_f64())
        };
        // Memory comes with its first use; the peer's table is filled before its clock starts.
        think(self.depth);
        let (report, cpu_seconds) = think(self.depth);
        ensure!(report.depth == self.depth, "ours decided it at depth {}", report.depth);
        Ok(Cost { nodes: report.nodes as f64, cpu_seconds })
    }

    fn stacks(self, _start: Stacks) -> Result<Cost> {
        bail!("connect4 fits into machine words")
    }
}

fn as_shipped(game: &Game, depth: u32) -> Result<Cost> {
    let options = Options { memory_mb: MEGABYTES, ..Options::default() };
    let mut engine = mossa_engines::engine(&connect_four()?, options);
    let mut think = |depth| -> Result<_> {
        let budget = Budget { depth: Some(depth), ..Budget::UNLIMITED };
        engine.forget();
        let clock = ProcessTime::now();
        let report = engine.think(game, &Task::play(&budget), &mut |_| {})?;
        Ok((report, clock.elapsed().as_secs_f64()))
    };
    think(depth)?;
    let (report, cpu_seconds) = think(depth)?;
    let reached = report.depth;
    ensure!(reached == depth && !report.is_settled, "ours decided it at depth {reached}");
    Ok(Cost { nodes: report.nodes as f64, cpu_seconds })
}

fn theirs(game: &Game, depth: u32) -> Result<Cost> {
    let options = IterativeOptions::new().with_table_byte_size(MEGABYTES << 20);
    let searched = minimax_peer::search(game, depth, Eyes::Basic, options)?;
    ensure!(searched.depth == depth, "the peer decided it at depth {}", searched.depth);
    Ok(Cost { nodes: searched.nodes as f64, cpu_seconds: searched.cpu_seconds })
}

fn rate(cost: &Cost) -> f64 {
    cost.nodes / cost.cpu_seconds
}

/// What each round cost in all positions together.
fn sum<'c>(rounds: usize, positions: impl Iterator<Item = &'c Vec<Cost>>) -> Vec<Cost> {
    let mut sums = vec![Cost { nodes: 0.0, cpu_seconds: 0.0 }; rounds];
    for costs in positions {
        for (sum, cost) in sums.iter_mut().zip(costs) {
            sum.nodes += cost.nodes;
            sum.cpu_seconds += cost.cpu_seconds;
        }
    }
    sums
}

/// The medians of a figure over the rounds, ours and theirs.
fn row(
    name: &str,
    costs: &[Vec<Cost>; 2],
    figure: fn(&Cost) -> f64,
    target: Option<Target>,
) -> Row {
    let [ours, theirs] =
        costs.each_ref().map(|costs| median(&costs.iter().map(figure).collect::<Vec<_>>()));
    Row { name: name.to_owned(), ours, peer: "minimax", theirs, target }
}
