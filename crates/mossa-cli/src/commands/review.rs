//! `mossa review`: the mistakes of a game.

use std::{io::Write, path::PathBuf};

use mossa_draw::{Chart, Options};
use mossa_games::Record;
use mossa_kernel::{Game, Side};
use mossa_teach::{
    explain::{Block, Section},
    review::{Grade, Judged, Request, Review},
};
use serde::Serialize;

use super::book::Openings;
use crate::{
    failure::Failure,
    files,
    interrupt::Interrupt,
    json::{self, ValueJson},
    progress::Progress,
    prose, start, text,
    thinking::{Equipment, Extras, Limits},
};

/// How long the engine thinks about each position when nothing is said.
const DEFAULT_MS: u64 = 500;

/// Find the mistakes of a game: what was played, what was better, what it cost
///
/// FILE is a game as `play` saves it and `archive show` prints it. The engine looks at every position
/// for --time-ms milliseconds, half a second unless said otherwise.
#[derive(Debug, clap::Args)]
pub struct ReviewGame {
    /// The game; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    equipment: Equipment,

    #[command(flatten)]
    openings: Openings,

    /// List every move, not only the mistakes
    #[arg(long)]
    all: bool,

    /// Write a graph of the value over the game to FILE, as SVG
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ReviewJson {
    spec: String,
    players: [String; 2],
    moves: Vec<JudgedJson>,
    sides: [SideJson; 2],
}

#[derive(Serialize)]
struct JudgedJson {
    number: usize,
    side: &'static str,
    #[serde(rename = "move")]
    mv: String,
    value: ValueJson,
    best: String,
    best_value: ValueJson,
    line: Vec<String>,
    loss: f64,
    grade: &'static str,
    first_chance: f64,
}

#[derive(Serialize)]
struct SideJson {
    moves: usize,
    mean_loss: Option<f64>,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

impl ReviewGame {
    pub fn run(&self, out: &mut impl Write, interrupt: &Interrupt) -> Result<(), Failure> {
        let record = start::read_record(&start::read(&self.file)?)?;
        let game = record.game().map_err(|problem| {
            Failure::input(problem, "`mossa show --file FILE` tells how far the game can be played")
        })?;
        let review = self.review(&record, &game, interrupt)?;
        if let Some(file) = &self.out {
            let (chances, marks) = review.graph();
            let chart = Chart::of_game(&title(&record), &chances, &marks);
            files::save(file, mossa_draw::chart(&chart, &Options::default()).as_bytes())?;
        }
        if self.json {
            json::write(out, &to_json(&review, &record))?;
        } else {
            prose::write_sections(out, &self.sections(&review, &record, &game))?;
        }
        interrupt.result()
    }

    fn review(
        &self,
        record: &Record,
        game: &Game,
        interrupt: &Interrupt,
    ) -> Result<Review, Failure> {
        let mut engine = self.openings.engine(&record.spec, self.equipment)?;
        let progress = Progress::begin();
        let all = game.history().len();
        let extras = Extras { stop: Some(interrupt.stop_flag()), ..Extras::default() };
        let limits = self.limits.or_time(DEFAULT_MS);
        let (review, _) = limits.think_with(extras, |budget| {
            let (spec, threads) = (&record.spec, self.equipment.threads());
            Request { spec, game, engine: engine.as_mut(), threads, budget }.review(&mut |done| {
                progress.say(move |_| format!("{done} of {all} moves reviewed"));
            })
        });
        Ok(review?)
    }

    fn sections(&self, review: &Review, record: &Record, game: &Game) -> Vec<Section> {
        let mut sections = vec![summary(review, record)];
        let is_told = |judged: &&Judged| judged.grade > Grade::Good;
        let mistakes: Vec<Block> = (1..)
            .zip(&review.moves)
            .filter(|(_, judged)| is_told(judged))
            .map(|(number, judged)| Block::Text(judged.sentence(number, &record.spec, game)))
            .collect();
        sections.push(if mistakes.is_empty() {
            let none = Block::Text("There were none, as far as the engine could see.".to_owned());
            Section { title: "Mistakes", blocks: vec![none] }
        } else {
            Section { title: "Mistakes", blocks: mistakes }
        });
        if self.all {
            sections.push(all_moves(review, game));
        }
        sections
    }
}

/// Who played what.
fn title(record: &Record) -> String {
    let [first, second] =
        record.players.each_ref().map(|name| if name.is_empty() { "?" } else { name });
    format!("{first} (X) against {second} (O), {}", record.spec)
}

/// How each side played.
fn summary(review: &Review, record: &Record) -> Section {
    let header = ["", "player", "moves", "inaccuracies", "mistakes", "blunders", "lost per move"];
    let rows = Side::BOTH.map(|side| {
        let played = review.of_side(side);
        let [_, _, inaccuracies, mistakes, blunders] = played.grades.map(|count| count.to_string());
        let name = &record.players[side.index()];
        let name = if name.is_empty() { "?" } else { name };
        let lost = played.mean_loss;
        let lost = lost.map_or("n/a".to_owned(), |lost| format!("{:.1} %", 100.0 * lost));
        let (side, moves) = (side.letter().to_string(), played.moves.to_string());
        vec![side, name.to_owned(), moves, inaccuracies, mistakes, blunders, lost]
    });
    let table = Block::Table { header: header.map(str::to_owned).to_vec(), rows: rows.to_vec() };
    let outcome = record.outcome.map_or("unfinished".to_owned(), |outcome| outcome.to_string());
    let game = Block::Text(format!("{}: {outcome}.", record.spec));
    Section { title: "The game", blocks: vec![game, table] }
}

fn all_moves(review: &Review, game: &Game) -> Section {
    let header = ["", "", "move", "worth", "best", "worth", "grade"];
    let show = |mv| game.position().show_move(mv);
    let rows = (1..).zip(&review.moves).map(|(number, judged)| {
        let number: usize = number;
        vec![
            number.to_string(),
            judged.side.letter().to_string(),
            show(judged.mv),
            text::value(&judged.value),
            judged.best.first().map_or_else(String::new, |&mv| show(mv)),
            text::value(&judged.best_value),
            judged.grade.name().to_owned(),
        ]
    });
    let rows = rows.collect();
    let table = Block::Table { header: header.map(str::to_owned).to_vec(), rows };
    Section { title: "All moves", blocks: vec![table] }
}

fn to_json(review: &Review, record: &Record) -> ReviewJson {
    let mut game = record.spec.start();
    if let Some(diagram) = &record.start {
        // It was set up once before, to be reviewed.
        let _ = game.set_up(diagram);
    }
    let mut moves = Vec::new();
    for (number, judged) in (1..).zip(&review.moves) {
        let show = |mv| game.position().show_move(mv);
        moves.push(JudgedJson {
            number,
            side: judged.side.name(),
            mv: show(judged.mv),
            value: ValueJson::new(&judged.value, &record.spec, &game),
            best: judged.best.first().map_or_else(String::new, |&mv| show(mv)),
            best_value: ValueJson::new(&judged.best_value, &record.spec, &game),
            line: judged.best.iter().map(|&mv| show(mv)).collect(),
            loss: judged.loss,
            grade: judged.grade.name(),
            first_chance: judged.first_chance(),
        });
        if game.play(judged.mv).is_err() {
            break;
        }
    }
    let sides = Side::BOTH.map(|side| {
        let played = review.of_side(side);
        let [_, _, inaccuracies, mistakes, blunders] = played.grades;
        let (moves, mean_loss) = (played.moves, played.mean_loss);
        SideJson { moves, mean_loss, inaccuracies, mistakes, blunders }
    });
    ReviewJson { spec: record.spec.to_string(), players: record.players.clone(), moves, sides }
}
