//! Players that think with an engine: `engine`, the strongest that Mossa has for a game, and two that
//! search by the rules alone, `mcts` and `proof-number`.

use std::sync::Arc;

use mossa_engines::{Engine, Options};
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Choice, Game, Memory, Player, PlayerError};
use mossa_search::{Aim, Report, Task};

use crate::{
    Parameter, PlayerKind, Range, Settings,
    experience::Experience,
    levels::{HIGHEST, Leveled},
};

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

const EXPERIENCE: Parameter = Parameter {
    name: "experience",
    help: "avoids moves that lost before, where others are about as good",
    range: Range::Flag,
};

const LEVEL: Parameter = Parameter {
    name: "level",
    help: "for people, who get an answer at once and a weaker one: 1 a child wins; 2 and 3 still miss \
           threats; 4 misses no win and no block in one move; 5 sees what comes after that; 6 to 8 \
           look further and err less; 9 errs hardly; 10 is full strength, as without a level",
    range: Range::Number { default: None, min: 1, max: HIGHEST },
};

const PARAMETERS: &[Parameter] = &[MEMORY, THREADS, EXPLAIN, LEVEL, EXPERIENCE];

/// What can be set where more threads would be of no use.
const FOR_ONE_THREAD: &[Parameter] = &[MEMORY, EXPLAIN, EXPERIENCE];

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
        let (threads, explains) = (number("threads"), settings.flag("explain"));
        let level = settings.number("level", PARAMETERS).unwrap_or(HIGHEST);
        if level != HIGHEST {
            return Ok(Box::new(Leveled::new(level, game, options, explains)));
        }
        let engine = (self.make)(game, options);
        let experience = settings.flag("experience").then(Experience::default);
        Ok(Box::new(Thinker { engine, threads, explains, experience }))
    }
}

/// An engine on a player's seat.
struct Thinker {
    engine: Box<dyn Engine>,
    threads: usize,
    explains: bool,
    experience: Option<Experience>,
}

impl Player for Thinker {
    fn choose(
        &mut self,
        game: &Game,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&str),
    ) -> Result<Choice, PlayerError> {
        let lines = self.experience.as_mut().map_or(1, |experience| experience.recall(game));
        let task = Task { budget, aim: Aim::Play, lines, threads: self.threads };
        let explains = self.explains;
        let found = self.engine.think(game, &task, &mut |progress| {
            if explains {
                report(&describe(game, progress));
            }
        })?;
        let experience = self.experience.as_mut();
        let chosen = experience.map_or(0, |experience| experience.pick(game, &found.lines));
        let best = found.lines.get(chosen).ok_or(PlayerError::GameOver)?;
        if let Some(remark) = self.remark() {
            report(remark);
        }
        Ok(Choice {
            mv: best.mv(),
            value: Some(best.value),
            line: best.moves.clone(),
            nodes: found.nodes,
            candidates: found.lines.iter().map(|line| (line.mv(), line.value)).collect(),
        })
    }

    fn remember(&mut self, memory: Arc<dyn Memory>) {
        if let Some(experience) = &mut self.experience {
            experience.remember(memory);
        }
    }

    fn remark(&self) -> Option<&str> {
        self.experience.as_ref()?.remark()
    }
}

/// A line that says how far the search has come.
fn describe(game: &Game, report: &Report) -> String {
    let line = report.best().map(|line| line.moves.as_slice()).unwrap_or_default();
    let shown: Vec<String> = line.iter().map(|&mv| game.position().show_move(mv)).collect();
    format!("depth {}, {} positions: {}", report.depth, report.nodes, shown.join(" "))
}
