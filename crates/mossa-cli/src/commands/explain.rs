//! `mossa explain`: who wins and why, in words and a picture.

use std::{io::Write, path::PathBuf};

use mossa_draw::{Highlight, HighlightKind, MoveLabel, Options, Overlay};
use mossa_games::GameSpec;
use mossa_kernel::{Exact, Game, GameResult, Value, values};
use mossa_teach::explain::{Explanation, MarkKind, Request, Section};
use serde::Serialize;

use super::book::Openings;
use crate::{
    draw::{self, Room},
    failure::Failure,
    files,
    interrupt::Interrupt,
    json::{self, ValueJson},
    prose,
    start::Start,
    thinking::{Equipment, Extras, Limits},
};

/// How many positions the engine looks at for each part of the answer when nothing is said: three to five
/// seconds for all of it.
const fn default_nodes(spec: &GameSpec) -> u64 {
    match spec {
        GameSpec::Mnk(_) | GameSpec::Sticks(_) => 1_000_000,
        GameSpec::Connect(_) => 2_000_000,
        GameSpec::Othello(_) => 5_000_000,
    }
}

/// How long that may take on a slow machine.
const MOST_MS: u64 = 20_000;

/// Explain a position: who wins and why, what each move does, what the classics would play
///
/// Written for people who know no theory. What is proven and what is only believed is told apart.
#[derive(Debug, clap::Args)]
pub struct Explain {
    #[command(flatten)]
    start: Start,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    equipment: Equipment,

    #[command(flatten)]
    openings: Openings,

    /// Write the picture to FILE, as SVG
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ExplainJson {
    spec: String,
    position: String,
    value: Option<ValueJson>,
    line: Vec<String>,
    marks: Vec<MarkJson>,
    sections: Vec<Section>,
}

#[derive(Serialize)]
struct MarkJson {
    cell: u32,
    kind: &'static str,
}

impl Explain {
    pub fn run(&self, out: &mut impl Write, interrupt: &Interrupt) -> Result<(), Failure> {
        let spec = self.start.spec()?;
        let game = self.start.game(&spec)?;
        let mut engine = self.openings.engine(&spec, self.equipment)?;
        let extras = Extras { stop: Some(interrupt.stop_flag()), ..Extras::default() };
        let (explanation, _) =
            self.limits.or_nodes(default_nodes(&spec), MOST_MS).think_with(extras, |budget| {
                let threads = self.equipment.threads();
                Request { spec: &spec, game: &game, engine: engine.as_mut(), threads, budget }
                    .explain()
            });
        let explanation = explanation?;
        if let Some(file) = &self.out {
            files::save(file, picture(&explanation, &spec, &game).as_bytes())?;
        }
        if self.json {
            json::write(out, &ExplainJson::new(&explanation, &spec, &game))?;
        } else {
            let room = Room::measure();
            let shown = if draw::is_too_large(&game, room) {
                let status = draw::status(&spec, &game, game.outcome(), room);
                format!(
                    "(The board is too large to be shown here; --out FILE draws it.)\n\n{status}"
                )
            } else {
                draw::game(&spec, &game, game.outcome(), room)
            };
            out.write_all(shown.as_bytes())?;
            // Whoever does not know the game wonders what is drawn on empty squares.
            if let (GameSpec::Othello(_), None, true) = (&spec, game.outcome(), shown.contains('+'))
            {
                let side = room.side(game.position().side_to_move());
                writeln!(out, "+: {side} can go there")?;
            }
            prose::write_sections(out, &explanation.sections)?;
        }
        interrupt.result()
    }
}

impl ExplainJson {
    fn new(explanation: &Explanation, spec: &GameSpec, game: &Game) -> Self {
        let position = game.position();
        Self {
            spec: spec.to_string(),
            position: position.diagram(),
            value: explanation.value.as_ref().map(|value| ValueJson::new(value, spec, game)),
            line: explanation.line.iter().map(|&mv| position.show_move(mv)).collect(),
            marks: explanation
                .marks
                .iter()
                .map(|mark| MarkJson { cell: mark.cell, kind: kind_name(mark.kind) })
                .collect(),
            sections: explanation.sections.clone(),
        }
    }
}

/// At most so many moves of a line are numbered on the board.
const MOST_NUMBERED: usize = 9;

/// At most so many moves show what they are worth.
const MOST_LABELED: usize = 12;

/// The board, with what the words are about: the cells where lines can be completed, and either
/// the moves that decide the game or what each move is worth.
fn picture(explanation: &Explanation, spec: &GameSpec, game: &Game) -> String {
    let highlights = [
        (MarkKind::Best, HighlightKind::Best, best_legend(explanation)),
        (MarkKind::Win, HighlightKind::Threat, "completes a line"),
        (MarkKind::Danger, HighlightKind::Block, "would complete a line for the other side"),
    ];
    let highlights = highlights.map(|(mark, kind, legend)| {
        let marked = explanation.marks.iter().filter(|known| known.kind == mark);
        let cells = marked.map(|mark| mark.cell).collect();
        Highlight { legend: legend.to_owned(), ..Highlight::new(kind, cells) }
    });
    let is_decided = explanation.value.is_some_and(|value| {
        matches!(value, Value::Exact(Exact { result: GameResult::Win | GameResult::Loss, .. }))
    });
    let is_short = explanation.line.len() <= MOST_NUMBERED;
    let is_sticks = matches!(spec, GameSpec::Sticks(_));
    let is_story = is_decided && is_short && !is_sticks;
    // Theory tells what to take; how it goes on depends on the other side.
    let take = explanation.values.first().filter(|(_, value)| is_sticks && values::is_win(value));
    let labels = explanation
        .values
        .iter()
        .take(MOST_LABELED)
        .map(|(mv, value)| MoveLabel::of_value(*mv, value));
    let overlay = Overlay {
        highlights: highlights.into_iter().filter(|some| !some.cells.is_empty()).collect(),
        line: if is_story {
            explanation.line.clone()
        } else {
            take.iter().map(|(mv, _)| *mv).collect()
        },
        labels: if is_story { Vec::new() } else { labels.collect() },
        caption: explanation.headline().map(str::to_owned),
        ..Overlay::of_game(spec, game)
    };
    mossa_draw::board(spec, game.position(), &overlay, &Options::default())
}

/// What the best move is called: one that loses is hardly good.
fn best_legend(explanation: &Explanation) -> &'static str {
    match explanation.value {
        Some(Value::Exact(Exact { result: GameResult::Loss, plies: Some(_), .. })) => {
            "holds out longest"
        }
        Some(Value::Exact(Exact { result: GameResult::Loss, .. })) => "loses by least",
        _ => "best move",
    }
}

/// The name that scripts use.
fn kind_name(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Best => "best",
        MarkKind::Win => "win",
        MarkKind::Danger => "danger",
    }
}
