//! Players that think with an engine: `engine`, the strongest that Mossa has for a game, and two that
//! search by the rules alone, `mcts` and `proof-number`.

use mossa_engines::{Engine, Options};
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Choice, Game, Player, PlayerError};
use mossa_search::{Aim, Report, Task};

use crate::{Parameter, PlayerKind, Range, Settings};

/// A kind of player that thinks with an engine.
pub(crate) struct Thinking {
    name: &'static str,
    help: &'static str,
    make: fn(&GameSpec, Options) -> Box<dyn Engine>,
    parameters: &'static [Parameter],
}

/// The entries in the list of players.
pub(crate) const ENGINE: Thinking = Thinking {
    name: "engine",
    help: "The strongest that Mossa has: searches ever deeper, as long as it may, with what is known \
           about each game; proves wins, losses and draws where it can, and then plays the shortest \
           win or the longest defense. Sticks it plays by theory.",
    make: mossa_engines::engine,
    parameters: PARAMETERS,
};

pub(crate) const MONTE_CARLO: Thinking = Thinking {
    name: "mcts",
    help: "Monte-Carlo tree search: plays games at random to their end and tries those moves most \
           that did best. It knows nothing about any game but its rules. Positions that it has \
           proven won, lost or drawn it visits no more.",
    make: mossa_engines::monte_carlo,
    parameters: FOR_ONE_THREAD,
};

pub(crate) const PROOF_NUMBER: Thinking = Thinking {
    name: "proof-number",
    help: "Proof-number search: looks first where least is missing to prove that the side to move \
           wins, and then that it draws. Good at long forced wins on small boards; where it can \
           prove nothing in time it is a weak player.",
    make: mossa_engines::proof_number,
    parameters: FOR_ONE_THREAD,
};

const MEMORY: Parameter = Parameter {
    name: "memory",
    help: "megabytes for what it remembers",
    range: Range::Number { default: Some(64), min: 1, max: 1 << 20 },
};

const THREADS: Parameter = Parameter {
    name: "threads",
    help: "how many threads think",
    range: Range::Number { default: Some(1), min: 1, max: 256 },
};

const EXPLAIN: Parameter = Parameter {
    name: "explain",
    help: "tells after each deeper look what it would play",
    range: Range::Flag,
};

const PARAMETERS: &[Parameter] = &[MEMORY, THREADS, EXPLAIN];

/// What can be set where more threads would be of no use.
const FOR_ONE_THREAD: &[Parameter] = &[MEMORY, EXPLAIN];

impl PlayerKind for Thinking {
    fn name(&self) -> &'static str {
        self.name
    }

    fn help(&self) -> &'static str {
        self.help
    }

    fn games(&self) -> &'static str {
        "every game"
    }

    fn is_classic(&self) -> bool {
        false
    }

    fn parameters(&self) -> &'static [Parameter] {
        self.parameters
    }

    fn build(
        &self,
        game: &GameSpec,
        settings: &Settings,
        seed: u64,
    ) -> Result<Box<dyn Player>, String> {
        let number = |name| settings.number(name, PARAMETERS).unwrap_or(1) as usize;
        let options = Options { memory_mb: number("memory"), seed, ..Options::default() };
        let engine = (self.make)(game, options);
        let (threads, explains) = (number("threads"), settings.flag("explain"));
        Ok(Box::new(Thinker { engine, threads, explains }))
    }
}

/// An engine on a player's seat.
struct Thinker {
    engine: Box<dyn Engine>,
    threads: usize,
    explains: bool,
}

impl Player for Thinker {
    fn choose(
        &mut self,
        game: &Game,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&str),
    ) -> Result<Choice, PlayerError> {
        let task = Task { budget, aim: Aim::Play, lines: 1, threads: self.threads };
        let explains = self.explains;
        let found = self.engine.think(game, &task, &mut |progress| {
            if explains {
                report(&describe(game, progress));
            }
        })?;
        let best = found.best().ok_or(PlayerError::GameOver)?;
        Ok(Choice {
            mv: best.mv(),
            value: Some(best.value),
            line: best.moves.clone(),
            nodes: found.nodes,
            candidates: found.lines.iter().map(|line| (line.mv(), line.value)).collect(),
        })
    }
}

/// A line that says how far the search has come.
fn describe(game: &Game, report: &Report) -> String {
    let line = report.best().map(|line| line.moves.as_slice()).unwrap_or_default();
    let shown: Vec<String> = line.iter().map(|&mv| game.position().show_move(mv)).collect();
    format!("depth {}, {} positions: {}", report.depth, report.nodes, shown.join(" "))
}
