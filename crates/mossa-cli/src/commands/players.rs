//! `mossa players`: who can play.

use std::io::Write;

use anstyle::Style;
use mossa_players::{PLAYERS, Parameter, PlayerKind, Range};
use serde::Serialize;

use crate::{failure::Failure, json, text::write_wrapped};

/// List the players, the games they play and their parameters
#[derive(Debug, clap::Args)]
pub struct Players {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PlayersJson {
    players: Vec<PlayerJson>,
}

#[derive(Serialize)]
struct PlayerJson {
    name: &'static str,
    games: &'static str,
    help: &'static str,
    parameters: Vec<ParameterJson>,
}

#[derive(Serialize)]
struct ParameterJson {
    name: &'static str,
    help: &'static str,
    default: serde_json::Value,
    min: u64,
    max: u64,
}

impl Players {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        if self.json {
            let players = PLAYERS.iter().map(|&kind| PlayerJson::new(kind)).collect();
            return json::write(out, &PlayersJson { players });
        }
        for &kind in PLAYERS {
            write_player(out, kind)?;
        }
        Ok(())
    }
}

fn write_player(out: &mut impl Write, kind: &dyn PlayerKind) -> std::io::Result<()> {
    let bold = Style::new().bold();
    writeln!(out, "{bold}{}{bold:#} plays {}", kind.name(), kind.games())?;
    write_wrapped(out, "  ", kind.help())?;
    for parameter in kind.parameters() {
        let range = describe(parameter);
        write_wrapped(out, "  ", &format!("{}={range}: {}", parameter.name, parameter.help))?;
    }
    writeln!(out)
}

/// "1..64 (4)": what a parameter may be, and what it is unless said otherwise.
fn describe(parameter: &Parameter) -> String {
    match parameter.range {
        Range::Flag => "on|off (off)".to_owned(),
        Range::Number { default: Some(default), min, max } => format!("{min}..{max} ({default})"),
        Range::Number { default: None, min, max } => format!("{min}..{max}"),
    }
}

impl PlayerJson {
    fn new(kind: &dyn PlayerKind) -> Self {
        let parameters = kind.parameters().iter().map(|parameter| {
            let (default, min, max) = match parameter.range {
                Range::Flag => (Some(0), 0, 1),
                Range::Number { default, min, max } => (default, min, max),
            };
            ParameterJson {
                name: parameter.name,
                help: parameter.help,
                default: default.map_or(serde_json::Value::Null, Into::into),
                min,
                max,
            }
        });
        Self {
            name: kind.name(),
            games: kind.games(),
            help: kind.help(),
            parameters: parameters.collect(),
        }
    }
}
