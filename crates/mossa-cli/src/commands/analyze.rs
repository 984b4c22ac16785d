//! `mossa analyze`: what the engine thinks of every move.

use std::{
    io::Write,
    time::{Duration, Instant},
};

use mossa_engines::Analysis;
use mossa_games::GameSpec;
use mossa_kernel::Game;
use mossa_search::{Line, Report};
use serde::Serialize;

use super::book::Openings;
use crate::{
    draw::Room,
    failure::Failure,
    interrupt::Interrupt,
    json::{self, ValueJson},
    start::Start,
    table, text,
    thinking::{Equipment, Extras, Limits, milliseconds},
};

/// How long the engine thinks when nothing is said.
const DEFAULT_MS: u64 = 5_000;

/// How many moves are shown when nothing is said.
const SHOWN: usize = 20;

/// How often the table is drawn anew at most.
const PACE: Duration = Duration::from_millis(80);

/// Show what the engine thinks of every move, ever deeper
///
/// Proven values ("win in 7", "draw") and estimates ("~ +12, 62 %") are told apart. Ctrl-C stops the
/// thinking and prints what is known by then. With --json each deeper look is a line, and the last
/// line, marked "final", has every legal move.
#[derive(Debug, clap::Args)]
pub struct Analyze {
    #[command(flatten)]
    start: Start,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    equipment: Equipment,

    #[command(flatten)]
    openings: Openings,

    /// Look closely at the L best moves only, and show those
    #[arg(long, value_name = "L", value_parser = clap::value_parser!(u32).range(1..))]
    lines: Option<u32>,

    /// Print JSON, one object a line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct AnalyzeJson {
    #[serde(rename = "final", skip_serializing_if = "std::ops::Not::not")]
    is_final: bool,
    depth: u32,
    nodes: u64,
    ms: f64,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    value: ValueJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
}

impl Analyze {
    pub fn run(&self, out: &mut impl Write, interrupt: &Interrupt) -> Result<(), Failure> {
        let spec = self.start.spec()?;
        let game = self.start.game(&spec)?;
        let mut engine = self.openings.engine(&spec, self.equipment)?;
        let analysis = Analysis {
            engine: engine.as_mut(),
            game: &game,
            threads: self.equipment.threads(),
            lines: self.lines.map(|lines| lines as usize),
        };
        let mut screen = Screen::new(self, &spec, &game, out);
        let extras = Extras { stop: Some(interrupt.stop_flag()), ..Extras::default() };
        let (report, time) = self.limits.or_time(DEFAULT_MS).think_with(extras, |budget| {
            analysis.run(budget, &mut |report| screen.update(report, (budget.elapsed)()))
        });
        let report = report.map_err(Failure::from)?;
        screen.finish(&report, time)?;
        interrupt.result()
    }
}

/// Where the analysis is shown.
struct Screen<'s, W> {
    command: &'s Analyze,
    spec: &'s GameSpec,
    game: &'s Game,
    out: &'s mut W,
    /// How many lines are to be written over.
    live_lines: usize,
    last_drawn: Option<Instant>,
    /// What went wrong with writing; the thinking goes on until somebody can be told.
    failure: Option<Failure>,
}

impl<'s, W: Write> Screen<'s, W> {
    fn new(command: &'s Analyze, spec: &'s GameSpec, game: &'s Game, out: &'s mut W) -> Self {
        Self { command, spec, game, out, live_lines: 0, last_drawn: None, failure: None }
    }

    fn update(&mut self, report: &Report, time: Duration) {
        let room = Room::measure();
        let result = if self.command.json {
            self.write_json(report, time, false)
        } else if room != Room::Pipe && self.last_drawn.is_none_or(|last| last.elapsed() >= PACE) {
            self.last_drawn = Some(Instant::now());
            self.draw(report, time, room)
        } else {
            Ok(())
        };
        self.failure = self.failure.take().or(result.err());
    }

    fn finish(&mut self, report: &Report, time: Duration) -> Result<(), Failure> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        if self.command.json {
            return self.write_json(report, time, true);
        }
        self.draw(report, time, Room::measure())
    }

    /// Writes over what was drawn before.
    fn draw(&mut self, report: &Report, time: Duration, room: Room) -> Result<(), Failure> {
        let mut most = self.command.lines.map_or(SHOWN, |lines| lines as usize);
        if let (Room::Terminal { rows, .. }, None) = (room, self.command.lines) {
            // What has scrolled away cannot be written over.
            most = most.min(rows.saturating_sub(6)).max(1);
        }
        let drawn = format!(
            "{}\n{}\n\n{}",
            heading(self.spec, self.game),
            effort(report, time),
            table::lines(self.game, report, most, room)
        );
        if self.live_lines > 0 {
            write!(self.out, "\x1b[{}A\x1b[J", self.live_lines)?;
        }
        self.live_lines = drawn.lines().count();
        self.out.write_all(drawn.as_bytes())?;
        Ok(self.out.flush()?)
    }

    fn write_json(
        &mut self,
        report: &Report,
        time: Duration,
        is_final: bool,
    ) -> Result<(), Failure> {
        let position = self.game.position();
        let entry = |line: &Line| MoveJson {
            mv: position.show_move(line.mv()),
            value: ValueJson::new(&line.value, self.spec, self.game),
            line: (!is_final)
                .then(|| line.moves.iter().map(|&mv| position.show_move(mv)).collect()),
        };
        let line = AnalyzeJson {
            is_final,
            depth: report.depth,
            nodes: report.nodes,
            ms: milliseconds(time),
            moves: report.lines.iter().map(entry).collect(),
        };
        json::write(self.out, &line)?;
        Ok(self.out.flush()?)
    }
}

/// "connect:6,7,4, X to move".
pub fn heading(spec: &GameSpec, game: &Game) -> String {
    format!("{spec}, {} to move", game.position().side_to_move().letter())
}

fn effort(report: &Report, time: Duration) -> String {
    let percent = report.table_fill.div_ceil(10);
    let effort = text::effort(report.nodes, time);
    format!("depth {}, {effort}, table {percent} % full", report.depth)
}
