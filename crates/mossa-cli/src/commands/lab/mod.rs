//! `mossa lab`: one position under several algorithms, and what each of them had to look at.

mod formats;
mod pictures;
mod report;

use std::{io::Write, path::PathBuf, time::Instant};

use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, PlayerError};
use mossa_teach::lab::{Algorithm, Base, LADDER, Lab as Bench, Row, Theory};

use crate::{
    failure::Failure,
    interrupt::Interrupt,
    picture::{self, Picture, ThemeName},
    start::Start,
};
use formats::Sheet;

/// How many nodes of a tree are recorded: more than anybody looks at.
const TRACED_NODES: usize = 20_000;

/// Compare algorithms on one position: minimax, alpha-beta and what can be added to it
///
/// Each looks D moves ahead and values the positions there by the evaluation of the game's engine, so
/// that all find the same value; what differs is how many positions they look at on the way. `nodes`
/// counts every position as often as it is looked at, `leaves` those that are not searched further,
/// `cut-offs` how often the rest of the moves could be left out, `table hits` how often a position was
/// known. `branching` is the b of a tree with b moves everywhere that has as many nodes.
#[derive(Debug, clap::Args)]
pub struct Lab {
    #[command(flatten)]
    start: Start,

    /// How many moves to look ahead
    #[arg(long, value_name = "D", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=500))]
    depth: u32,

    /// Which algorithms, separated by commas: minimax, alphabeta, +ordering, +table, +deepening, pvs,
    /// mcts, each with all the ideas of those before it; or mixes such as `alphabeta+table`
    #[arg(long, value_name = "A,B,…", allow_hyphen_values = true)]
    algorithms: Option<String>,

    /// How many positions each algorithm may look at
    #[arg(long, value_name = "N", default_value_t = 5_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// How many random games mcts plays; it has no depth
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    playouts: u64,

    /// Also look 1, 2, 3, … moves ahead, to see how the effort grows
    #[arg(long)]
    growth: bool,

    /// How to print
    #[arg(long, value_name = "FORMAT", default_value = "table", conflicts_with = "json")]
    format: Format,

    /// Print JSON
    #[arg(long)]
    json: bool,

    /// Write to a file as well: a chart of the growth to x.svg; numbers to x.csv, x.json, x.md or x.tex
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write the searched tree to x.svg, to be looked at, or x.json: that of alphabeta, or of the first
    /// algorithm named
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,

    /// How many nodes of the tree x.svg shows; those nearest to the root come first
    #[arg(long, value_name = "N", default_value_t = mossa_draw::READABLE_NODES as u32, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    trace_nodes: u32,

    /// The colors of pictures; `auto` follows the system of whoever looks at them
    #[arg(long, value_name = "THEME", default_value = "auto")]
    theme: ThemeName,
}

/// Ways to print the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Table,
    Csv,
    Json,
    Markdown,
    Latex,
}

/// Where a file's ending says what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Numbers(Format),
    Picture,
}

/// All that was measured.
struct Findings<'f> {
    spec: &'f GameSpec,
    game: &'f Game,
    depth: u32,
    /// For each depth that was tried.
    theory: Vec<Theory>,
    rows: Vec<Row>,
}

impl Findings<'_> {
    /// The rows of the full depth.
    fn final_rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.depth == self.depth)
    }
}

impl Lab {
    pub fn run(&self, out: &mut impl Write, interrupt: &Interrupt) -> Result<(), Failure> {
        let algorithms = self.algorithms()?;
        let kind = self.out.as_deref().map(|path| kind(&picture::ending(path))).transpose()?;
        let traced = self.traced(&algorithms)?;
        let (spec, game) = self.start.announced()?;
        if game.outcome().is_some() {
            return Err(PlayerError::GameOver.into());
        }
        let clock = Instant::now();
        let elapsed = || clock.elapsed();
        let stop = Some(interrupt.stop_flag());
        let budget =
            Budget { nodes: Some(self.nodes), elapsed: &elapsed, stop, ..Budget::UNLIMITED };
        let playouts = self.playouts;
        let bench =
            Bench { spec: &spec, game: &game, depth: self.depth, playouts, budget: &budget };
        let has_growth = self.growth || kind == Some(Kind::Picture);
        let findings = self.measure(bench, &algorithms, has_growth, interrupt, out)?;
        match self.format() {
            Format::Table => self.finish_table(&findings, out)?,
            format => out.write_all(numbers(&findings, format)?.as_bytes())?,
        }
        out.flush()?;
        if let (Some(path), Some(kind)) = (&self.out, kind) {
            let text = match kind {
                Kind::Picture => pictures::growth(&findings, &self.options()),
                Kind::Numbers(format) => numbers(&findings, format)?,
            };
            picture::write_file(path, text.as_bytes())?;
        }
        if let (Some(path), Some(algorithm)) = (&self.trace, traced) {
            self.write_trace(path, bench, algorithm)?;
        }
        interrupt.result()
    }

    fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    fn options(&self) -> mossa_draw::Options {
        Picture { out: None, theme: self.theme }.options()
    }

    fn algorithms(&self) -> Result<Vec<Algorithm>, Failure> {
        let Some(list) = &self.algorithms else {
            return Ok(LADDER.iter().map(|rung| rung.algorithm).collect());
        };
        let mut algorithms: Vec<Algorithm> = Vec::new();
        for name in list.split(',') {
            let algorithm = name.parse().map_err(|error| {
                let names: Vec<&str> = LADDER.iter().map(|rung| rung.name).collect();
                let names = names.join(", ");
                Failure::input(error, format!("choose among {names}, or mix as in alphabeta+table"))
            })?;
            if !algorithms.contains(&algorithm) {
                algorithms.push(algorithm);
            }
        }
        Ok(algorithms)
    }

    /// The algorithm whose tree is asked for.
    fn traced(&self, algorithms: &[Algorithm]) -> Result<Option<Algorithm>, Failure> {
        let Some(path) = &self.trace else { return Ok(None) };
        if !matches!(picture::ending(path).as_str(), "svg" | "json") {
            return Err(Failure::input(
                format!("`{}` ends neither in .svg nor in .json", path.display()),
                "a tree is written as a picture, x.svg, or as numbers, x.json",
            ));
        }
        let is_named = self.algorithms.is_some();
        let mut searches = algorithms.iter().filter(|algorithm| algorithm.base != Base::Mcts);
        let found = if is_named { searches.next() } else { searches.nth(1) };
        found.copied().map(Some).ok_or_else(|| {
            Failure::input("mcts has no such tree", "name another algorithm, such as alphabeta")
        })
    }

    /// Runs everything, and prints rows as they come where a table is printed.
    fn measure<'f>(
        &self,
        bench: Bench<'f>,
        algorithms: &[Algorithm],
        has_growth: bool,
        interrupt: &Interrupt,
        out: &mut impl Write,
    ) -> Result<Findings<'f>, Failure> {
        let Bench { spec, game, depth, .. } = bench;
        let mut findings = Findings { spec, game, depth, theory: Vec::new(), rows: Vec::new() };
        let mut stopped: Vec<Algorithm> = Vec::new();
        let from = if has_growth { 1 } else { depth };
        if self.format() == Format::Table {
            write!(out, "{}", Sheet::heading(spec, game, depth, algorithms))?;
        }
        for depth in from..=depth {
            let bench = Bench { depth, ..bench };
            if interrupt.is_interrupted() {
                break;
            }
            let known = findings.theory.last().and_then(|last| last.deeper(depth - 1, depth));
            findings.theory.push(known.map_or_else(|| bench.theory(), Ok)?);
            for &algorithm in algorithms {
                // Who did not finish will not finish what is larger, either; mcts has no depth.
                let is_known = stopped.contains(&algorithm) || algorithm.base == Base::Mcts;
                if interrupt.is_interrupted() || (depth < self.depth && is_known) {
                    continue;
                }
                let row = bench.run(algorithm)?;
                if row.is_stopped {
                    stopped.push(algorithm);
                }
                if self.format() == Format::Table && depth == self.depth {
                    write!(out, "{}", Sheet::line(&row, game, algorithms))?;
                    out.flush()?;
                }
                findings.rows.push(row);
            }
        }
        Ok(findings)
    }

    /// What stands below the table.
    fn finish_table(&self, findings: &Findings<'_>, out: &mut impl Write) -> Result<(), Failure> {
        write!(out, "{}", formats::notes(findings, self.nodes))?;
        write!(out, "\n{}", formats::theory(findings))?;
        if self.growth {
            write!(out, "\n{}", formats::growth(findings))?;
        }
        Ok(())
    }

    fn write_trace(
        &self,
        path: &std::path::Path,
        bench: Bench<'_>,
        algorithm: Algorithm,
    ) -> Result<(), Failure> {
        let is_picture = picture::ending(path) == "svg";
        let (row, trace) = bench.run_traced(algorithm, TRACED_NODES)?;
        let text = if is_picture {
            let limit = self.trace_nodes as usize;
            pictures::tree(bench.spec, &row, &trace, limit, &self.options())
        } else {
            report::trace(bench.spec, &row, &trace)?
        };
        picture::write_file(path, text.as_bytes())
    }
}

fn kind(ending: &str) -> Result<Kind, Failure> {
    Ok(match ending {
        "svg" => Kind::Picture,
        "csv" => Kind::Numbers(Format::Csv),
        "json" => Kind::Numbers(Format::Json),
        "md" => Kind::Numbers(Format::Markdown),
        "tex" => Kind::Numbers(Format::Latex),
        _ => {
            return Err(Failure::input(
                "the ending of the file does not say what to write",
                "x.svg is a chart; x.csv, x.json, x.md and x.tex are numbers",
            ));
        }
    })
}

fn numbers(findings: &Findings<'_>, format: Format) -> Result<String, Failure> {
    Ok(match format {
        Format::Csv => Sheet::new(findings, true).csv(),
        Format::Markdown => Sheet::new(findings, false).markdown(),
        Format::Latex => Sheet::new(findings, false).latex(),
        Format::Json => report::findings(findings)?,
        Format::Table => Sheet::new(findings, false).plain(),
    })
}
