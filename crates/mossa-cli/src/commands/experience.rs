//! `mossa experience`: what players with `experience=on` have learned.

use std::io::Write;

use mossa_games::GameSpec;
use mossa_kernel::{AnyPosition, FULL_BLAME, Game, Tally};
use mossa_store::{Archive, Editor, Known};
use serde::Serialize;

use crate::{columns::columns, dates, failure::Failure, json, keeping::Data, start::Start, text};

/// Show, write out or forget what players have learned from games
///
/// A player such as `engine:experience=on` learns from its games of `mossa play` and `mossa match`:
/// it avoids a move that lost before where another is about as good.
#[derive(Debug, clap::Args)]
pub struct Experience {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Show(Show),
    Export(Export),
    Forget(Forget),
}

/// Show what is known about the moves of a position
#[derive(Debug, clap::Args)]
struct Show {
    #[command(flatten)]
    start: Start,

    #[command(flatten)]
    data: Data,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Write all that is known, as JSON, one object a line
#[derive(Debug, clap::Args)]
struct Export {
    /// Only of this game
    #[arg(long, value_name = "SPEC")]
    game: Option<String>,

    #[command(flatten)]
    data: Data,
}

/// Forget what was learned; the games themselves stay
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["game", "all"])))]
struct Forget {
    /// What was learned from this game
    #[arg(long, value_name = "SPEC")]
    game: Option<String>,

    /// Everything
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    data: Data,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ShowJson {
    spec: String,
    diagram: String,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    wins: u64,
    draws: u64,
    losses: u64,
    blamed: f64,
    last: String,
}

#[derive(Serialize)]
struct KnownJson {
    spec: String,
    key: String,
    #[serde(flatten)]
    known: MoveJson,
}

#[derive(Serialize)]
struct ForgetJson {
    forgotten: u64,
}

impl Experience {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        match &self.command {
            Command::Show(command) => command.run(out),
            Command::Export(command) => command.run(out),
            Command::Forget(command) => command.run(out),
        }
    }
}

/// A spec in canonical form.
fn canonical(game: Option<&String>) -> Result<Option<String>, Failure> {
    let spec = game.map(|game| game.parse::<GameSpec>()).transpose()?;
    Ok(spec.map(|spec| spec.to_string()))
}

impl Show {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let spec = self.start.spec()?;
        let game = self.start.game(&spec)?;
        let archive = Archive::open(&self.data.folder()?)?;
        let moves = match &archive {
            None => Vec::new(),
            Some(archive) => {
                let known = archive.recall(&spec.to_string(), game.position().fingerprint())?;
                moves(&game, &known)
            }
        };
        if self.json {
            let diagram = game.position().diagram();
            return json::write(out, &ShowJson { spec: spec.to_string(), diagram, moves });
        }
        if moves.is_empty() {
            writeln!(out, "Nothing was learned about this position.")?;
        } else {
            write!(out, "{}", table(&moves))?;
        }
        let counts = archive.map_or(Ok(Vec::new()), |archive| archive.count_known())?;
        let all = counts.into_iter().find(|(name, _, _)| *name == spec.to_string());
        let (positions, moves) = all.map_or((0, 0), |(_, positions, moves)| (positions, moves));
        let (positions, moves) = (text::count(positions), text::count(moves));
        Ok(writeln!(out, "Known of {spec}: moves {moves}, in positions {positions}.")?)
    }
}

/// How many losses a move is to blame for.
#[expect(clippy::cast_precision_loss, reason = "nobody plays 2^53 games")]
fn losses(blamed: u64) -> f64 {
    blamed as f64 / FULL_BLAME as f64
}

/// What is known, by the legal moves as they are named here, those made most often first.
fn moves(game: &Game, known: &[Known]) -> Vec<MoveJson> {
    let position: &dyn AnyPosition = game.position();
    let named = position.canonical_moves().into_iter().filter_map(|(mv, canonical)| {
        let found = known.iter().find(|known| known.mv == canonical)?;
        let Tally { wins, draws, losses, blamed } = found.tally;
        let (mv, last) = (position.show_move(mv), dates::exact(found.last));
        Some(MoveJson { mv, wins, draws, losses, blamed: self::losses(blamed), last })
    });
    let mut moves: Vec<MoveJson> = named.collect();
    moves.sort_by_key(|known| std::cmp::Reverse(known.wins + known.draws + known.losses));
    moves
}

fn table(moves: &[MoveJson]) -> String {
    let rows: Vec<Vec<String>> = moves
        .iter()
        .map(|known| {
            let numbers = [known.wins, known.draws, known.losses];
            let mut row = vec![known.mv.clone()];
            row.extend(numbers.map(|number| number.to_string()));
            row.push(known.blamed.to_string());
            row.push(known.last.get(..16).unwrap_or_default().replace('T', " "));
            row
        })
        .collect();
    columns(&["move", ">wins", ">draws", ">losses", ">to blame", "last"], &rows)
}

impl Export {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let spec = canonical(self.game.as_ref())?;
        let Some(archive) = Archive::open(&self.data.folder()?)? else { return Ok(()) };
        archive.each_known(spec.as_deref(), |known| {
            let rules = known.spec.parse::<GameSpec>()?;
            let Tally { wins, draws, losses, blamed } = known.tally;
            let answer = KnownJson {
                key: format!("{:016x}{:016x}", known.spot.key, known.spot.guard),
                known: MoveJson {
                    mv: rules.start().position().show_move(known.mv),
                    wins,
                    draws,
                    losses,
                    blamed: self::losses(blamed),
                    last: dates::exact(known.last),
                },
                spec: known.spec,
            };
            json::write(out, &answer)
        })?
    }
}

impl Forget {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let spec = canonical(self.game.as_ref())?;
        let folder = self.data.folder()?;
        let forgotten = match Archive::open(&folder)? {
            None => 0,
            Some(_) => Editor::open(&folder)?.forget(spec.as_deref())?,
        };
        if self.json {
            return json::write(out, &ForgetJson { forgotten });
        }
        let s = if forgotten == 1 { "" } else { "s" };
        Ok(writeln!(out, "{} move{s} forgotten; the games are kept", text::count(forgotten))?)
    }
}
