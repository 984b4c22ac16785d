//! `mossa explain`: who wins and why, in words and a picture.

use std::io::Write;

use mossa_games::GameSpec;
use mossa_kernel::Game;
use mossa_teach::explain::{Explanation, MarkKind, Request};
use serde::Serialize;

use super::book::Openings;
use crate::{
    draw::{self, Room},
    failure::Failure,
    interrupt::Interrupt,
    json::{self, ValueJson},
    prose::{self, SectionJson},
    start::Start,
    thinking::{Equipment, Extras, Limits},
};

/// How long the engine thinks when nothing is said.
const DEFAULT_MS: u64 = 4_000;

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
    sections: Vec<SectionJson>,
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
        let extras = Extras { stop: Some(interrupt.stop_flag()), clock: None };
        let (explanation, _) = self.limits.or_time(DEFAULT_MS).think_with(extras, |budget| {
            let threads = self.equipment.threads();
            Request { spec: &spec, game: &game, engine: engine.as_mut(), threads, budget }.explain()
        });
        let explanation = explanation?;
        if self.json {
            json::write(out, &ExplainJson::new(&explanation, &spec, &game))?;
        } else {
            out.write_all(draw::game(&spec, &game, game.outcome(), Room::measure()).as_bytes())?;
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
            sections: explanation.sections.iter().map(Into::into).collect(),
        }
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
