//! `mossa choose`: ask a player for a move.

use std::{io::Write, time::Duration};

use mossa_games::GameSpec;
use mossa_kernel::{Choice, Game, Waits};
use mossa_players::PlayerSpec;
use serde::Serialize;

use crate::{
    failure::Failure,
    json::{self, ValueJson},
    keeping::{Data, remember},
    start::Start,
    text,
    thinking::{Clock, Extras, Limits, milliseconds},
};

/// How long a player thinks when nothing is said.
const DEFAULT_MS: u64 = 1_000;

/// What players call the number of their threads.
const THREADS: &str = "threads";

/// Ask a player which move it would play, and what it thinks of each
#[derive(Debug, clap::Args)]
pub struct Choose {
    #[command(flatten)]
    start: Start,

    /// The player, with its parameters: `minimax:depth=5` (`mossa players` lists all)
    #[arg(long, value_name = "P")]
    player: String,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    clock: Clock,

    /// Decides what is left to chance
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Threads to think with, for players that use more than one
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    #[command(flatten)]
    data: Data,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ChooseJson {
    #[serde(rename = "move")]
    mv: String,
    value: Option<ValueJson>,
    line: Vec<String>,
    nodes: u64,
    ms: f64,
    moves: Vec<CandidateJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<String>,
}

#[derive(Serialize)]
struct CandidateJson {
    #[serde(rename = "move")]
    mv: String,
    value: ValueJson,
}

impl Choose {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let spec = self.start.spec()?;
        let game = self.start.game(&spec)?;
        let named = self.player()?;
        let mut player = named.build(&spec, self.seed)?;
        if named.has_experience()
            && let Some(memory) = remember(&self.data.folder()?, &spec)
        {
            player.remember(memory);
        }
        let mut report = |line: &str| {
            // What cannot be said on the side does not stop the thinking.
            let _ = writeln!(anstream::stderr(), "{line}");
        };
        let limits = self.limits.or_clock(self.clock, DEFAULT_MS);
        let waits = Waits::default();
        let extras = Extras { clock: Some(self.clock), waits: Some(&waits), stop: None };
        let (choice, time) =
            limits.think_with(extras, |budget| player.choose(&game, budget, &mut report));
        let choice = choice?;
        if self.json {
            let mut answer = ChooseJson::new(&choice, time, &spec, &game);
            answer.remark = player.remark().map(str::to_owned);
            return json::write(out, &answer);
        }
        write_plain(out, &choice, &game)
    }

    /// The player, with the threads where it has such a parameter.
    fn player(&self) -> Result<PlayerSpec, Failure> {
        let player: PlayerSpec = self.player.parse()?;
        let uses_threads = player.kind().parameters().iter().any(|known| known.name == THREADS);
        let Some(threads) = self.threads.filter(|_| uses_threads) else { return Ok(player) };
        let separator = if self.player.contains(':') { ',' } else { ':' };
        Ok(format!("{}{separator}{THREADS}={threads}", self.player.trim()).parse()?)
    }
}

fn write_plain(out: &mut impl Write, choice: &Choice, game: &Game) -> Result<(), Failure> {
    let position = game.position();
    writeln!(out, "{}", position.show_move(choice.mv))?;
    for (mv, value) in &choice.candidates {
        let mark = if *mv == choice.mv { '*' } else { ' ' };
        writeln!(out, "{mark} {:<6} {}", position.show_move(*mv), text::value(value))?;
    }
    Ok(())
}

impl ChooseJson {
    fn new(choice: &Choice, time: Duration, spec: &GameSpec, game: &Game) -> Self {
        let position = game.position();
        let value = |value| ValueJson::new(value, spec, game);
        let candidates = choice.candidates.iter();
        Self {
            mv: position.show_move(choice.mv),
            value: choice.value.as_ref().map(value),
            line: choice.line.iter().map(|&mv| position.show_move(mv)).collect(),
            nodes: choice.nodes,
            ms: milliseconds(time),
            moves: candidates
                .map(|(mv, own)| CandidateJson { mv: position.show_move(*mv), value: value(own) })
                .collect(),
            remark: None,
        }
    }
}
