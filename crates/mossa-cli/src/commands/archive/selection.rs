//! Which games are meant: by number, by id, or by what is true of them.

use mossa_games::GameSpec;
use mossa_kernel::{Reason, excerpt};
use mossa_store::{Archive, Filter, Finish};

use crate::{
    dates::{self, Edge},
    failure::Failure,
    keeping,
};

/// Conditions that all must hold.
#[derive(Clone, Debug, clap::Args)]
pub struct Selection {
    /// Only this game
    #[arg(long, value_name = "SPEC")]
    game: Option<String>,

    /// Only games of this player, named as in the list; said twice, games between the two
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,

    /// Only games that ended like this; `won` and `lost` are meant for the first `--player`
    #[arg(long, value_name = "RESULT", value_parser = RESULTS)]
    result: Option<String>,

    /// Only games that ended by this: line, full, count, last, overshoot, stuck, resign, time,
    /// illegal, crash
    #[arg(long, value_name = "REASON", value_parser = read_reason)]
    reason: Option<Reason>,

    /// Only games that ended at this time or later: `2026-11-15`, `2026-11-15T21:05` (UTC), `7d` ago
    #[arg(long, value_name = "TIME", value_parser = read_since)]
    since: Option<i64>,

    /// Only games that ended before; a date means the end of that day
    #[arg(long, value_name = "TIME", value_parser = read_until)]
    until: Option<i64>,

    /// Only games of this match: the beginning of its id, or `last`
    #[arg(long = "match", value_name = "ID")]
    in_match: Option<String>,
}

/// What can be said about a result.
const RESULTS: [&str; 6] = ["first", "second", "draw", "unfinished", "won", "lost"];

fn read_reason(text: &str) -> Result<Reason, String> {
    let reason = Reason::ALL.into_iter().find(|reason| reason.name() == text);
    let names = Reason::ALL.map(Reason::name).join(", ");
    reason.ok_or_else(|| format!("expected one of {names}"))
}

fn read_since(text: &str) -> Result<i64, String> {
    dates::read(text, Edge::Begin, keeping::now())
}

fn read_until(text: &str) -> Result<i64, String> {
    dates::read(text, Edge::End, keeping::now())
}

impl Selection {
    /// The conditions for the store.
    pub fn filter(&self, archive: &Archive) -> Result<Filter, Failure> {
        let spec = self.game.as_deref().map(str::parse::<GameSpec>).transpose()?;
        Ok(Filter {
            spec: spec.map(|spec| spec.to_string()),
            players: self.player.clone(),
            finish: self.finish()?,
            reason: self.reason,
            since: self.since,
            until: self.until,
            in_match: self.in_match.as_deref().map(|id| find_match(archive, id)).transpose()?,
            ..Filter::default()
        })
    }

    fn finish(&self) -> Result<Option<Finish>, Failure> {
        let player = || {
            let hint = "add `--player NAME`, or say `first` or `second`";
            let player = self.player.first().cloned();
            player.ok_or_else(|| Failure::input("nobody is named who won or lost", hint))
        };
        Ok(match self.result.as_deref() {
            Some("first") => Some(Finish::First),
            Some("second") => Some(Finish::Second),
            Some("draw") => Some(Finish::Draw),
            Some("unfinished") => Some(Finish::Unfinished),
            Some("won") => Some(Finish::WonBy(player()?)),
            Some("lost") => Some(Finish::LostBy(player()?)),
            _ => None,
        })
    }
}

fn find_match(archive: &Archive, id: &str) -> Result<mossa_store::Uuid, Failure> {
    let hint = "`mossa archive list --json` shows the matches of games";
    let found = match id {
        "last" => archive.last_match()?.into_iter().collect(),
        id => archive.find_match(id)?,
    };
    match found[..] {
        [id] => Ok(id),
        [] => Err(Failure::input(format!("there is no match `{}`", excerpt(id)), hint)),
        _ => Err(Failure::input(format!("several matches begin with `{}`", excerpt(id)), hint)),
    }
}

/// The number of the game that is meant by a number or by the beginning of an id.
pub fn resolve(archive: &Archive, name: &str) -> Result<i64, Failure> {
    let hint = "`mossa archive list` lists the games with their numbers";
    if let Ok(number) = name.parse()
        && archive.count(&Filter { number: Some(number), ..Filter::default() })? > 0
    {
        return Ok(number);
    }
    match archive.find(name)?[..] {
        [number] if !name.is_empty() => Ok(number),
        [_, _, ..] if !name.is_empty() => {
            Err(Failure::input(format!("several games begin with `{}`", excerpt(name)), hint))
        }
        _ => Err(no_game(name)),
    }
}

/// Nobody kept such a game.
pub fn no_game(name: &str) -> Failure {
    let hint = "`mossa archive list` lists the games with their numbers";
    Failure::input(format!("there is no game `{}`", excerpt(name)), hint)
}
