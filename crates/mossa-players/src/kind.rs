//! What a player says about itself, and how it is named.

use std::{fmt, str::FromStr};

use mossa_games::GameSpec;
use mossa_kernel::{Player, excerpt, nearest};

use crate::{PLAYERS, Parameter, Settings};

/// A kind of player: one entry of the list.
pub trait PlayerKind: Sync {
    /// The name before the colon.
    fn name(&self) -> &'static str;

    /// What it does, in a paragraph.
    fn help(&self) -> &'static str;

    /// Which games it plays, for help pages.
    fn games(&self) -> &'static str;

    /// Whether it is one of the historic programs, kept as they were.
    fn is_classic(&self) -> bool {
        true
    }

    /// What can be set.
    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    /// Makes a player for a game; `seed` decides what is left to chance.
    ///
    /// # Errors
    /// Says in half a sentence why this kind cannot play that game.
    fn build(
        &self,
        game: &GameSpec,
        settings: &Settings,
        seed: u64,
    ) -> Result<Box<dyn Player>, String>;
}

/// A player as it is named: `minimax:depth=5`.
#[derive(Clone)]
pub struct PlayerSpec {
    kind: &'static dyn PlayerKind,
    settings: Settings,
}

/// A name that is no player, or a player that cannot do what was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bad player `{player}`: {problem}")]
pub struct PlayerSpecError {
    /// The name, cut to a readable length.
    pub player: String,
    /// What is wrong.
    pub problem: String,
    /// What to do instead.
    pub hint: String,
}

impl PlayerSpec {
    /// Makes the player for a game; `seed` decides what is left to chance.
    ///
    /// # Errors
    /// Says why this player cannot play that game.
    pub fn build(&self, game: &GameSpec, seed: u64) -> Result<Box<dyn Player>, PlayerSpecError> {
        self.kind.build(game, &self.settings, seed).map_err(|problem| PlayerSpecError {
            player: self.to_string(),
            problem: format!("it cannot play {game}: {problem}"),
            hint: format!("it plays {}; `mossa players` lists all", self.kind.games()),
        })
    }

    /// Whether it was asked to learn from games, and wants a
    /// [`Memory`](mossa_kernel::Memory) of them.
    pub fn has_experience(&self) -> bool {
        self.settings.flag("experience")
    }

    /// The kind of player.
    pub fn kind(&self) -> &'static dyn PlayerKind {
        self.kind
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<Self, PlayerSpecError> {
        let spec = text.trim().to_ascii_lowercase();
        let (name, settings) = spec.split_once(':').unwrap_or((&spec, ""));
        let refuse = |problem, hint| PlayerSpecError { player: excerpt(text), problem, hint };
        let Some(&kind) = PLAYERS.iter().find(|kind| kind.name() == name) else {
            let problem = format!("there is no player called `{}`", excerpt(name));
            return Err(refuse(problem, suggest(name)));
        };
        let settings = Settings::parse(settings, kind.parameters()).map_err(|problem| {
            refuse(problem, format!("{}; `mossa players` explains", example(kind)))
        })?;
        Ok(Self { kind, settings })
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        for (index, (name, value)) in self.settings.iter().enumerate() {
            write!(f, "{}{name}={value}", if index == 0 { ":" } else { "," })?;
        }
        Ok(())
    }
}

impl fmt::Debug for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlayerSpec({self})")
    }
}

/// How a player of this kind is named.
fn example(kind: &dyn PlayerKind) -> String {
    match kind.parameters().first() {
        Some(parameter) => format!("write `{}:{}=…`", kind.name(), parameter.name),
        None => format!("write `{}`", kind.name()),
    }
}

fn suggest(name: &str) -> String {
    match nearest(name, PLAYERS.iter().map(|kind| kind.name())) {
        Some(best) => format!("did you mean `{best}`? `mossa players` lists all"),
        None => "`mossa players` lists all".to_owned(),
    }
}
