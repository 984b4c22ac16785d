//! `mossa play`: sit down and play, or watch.

use std::{
    io::{IsTerminal, Write},
    path::PathBuf,
    time::Duration,
};

use mossa_games::GameSpec;

use crate::{
    failure::Failure,
    interrupt::Interrupt,
    keeping::{Keeper, Keeping},
    play::{Face, Manner, Pipe, Seat, Session, Table, Terminal},
    start::{self, Way},
    thinking::Limits,
};

/// How long bots think when nothing is said.
const DEFAULT_MS: u64 = 1_000;

/// Play a game against a player, or watch two of them
///
/// Moves are typed at the prompt; `help` lists what else can be said there. In a pipe, moves are
/// read one a line, and every move is printed as a line `NUMBER X|O MOVE`, at the end a line
/// `result WINNER REASON`. Finished games are kept; `mossa archive` shows them.
#[derive(Debug, clap::Args)]
pub struct Play {
    /// The game (`mossa games` lists all)
    #[arg(value_name = "SPEC", required_unless_present = "load")]
    spec: Option<String>,

    /// Who begins: `human` or a player (`mossa players` lists all)
    #[arg(long, value_name = "P")]
    first: Option<String>,

    /// Who moves second; a good player of the game unless said otherwise
    #[arg(long, value_name = "P")]
    second: Option<String>,

    #[command(flatten)]
    way: Way,

    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["spec", "moves", "position"])]
    load: Option<PathBuf>,

    #[command(flatten)]
    limits: Limits,

    /// Decides what players leave to chance
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Milliseconds between the moves of two players that are watched in a terminal
    #[arg(long, value_name = "T", default_value_t = 400)]
    pause_ms: u64,

    #[command(flatten)]
    keeping: Keeping,
}

impl Play {
    pub fn run(&self, out: &mut impl Write, interrupt: &Interrupt) -> Result<(), Failure> {
        let session = self.session()?;
        let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        let pause = if is_terminal { Duration::from_millis(self.pause_ms) } else { Duration::ZERO };
        let manner = Manner { limits: self.limits.or_time(DEFAULT_MS), seed: self.seed, pause };
        let mut face: Box<dyn Face> =
            if is_terminal { Box::new(Terminal::new()?) } else { Box::new(Pipe { out }) };
        let keeper = Keeper::open(&self.keeping, interrupt);
        Table::new(session, manner, face.as_mut(), interrupt, keeper)?.play()
    }

    fn session(&self) -> Result<Session, Failure> {
        if let Some(file) = &self.load {
            let record = start::read_record(&start::read(file)?)?;
            let [first, second] = &record.players;
            let seats = [
                Seat::parse(self.first.as_deref().unwrap_or(first))?,
                Seat::parse(self.second.as_deref().unwrap_or(second))?,
            ];
            return Ok(Session::resume(&record, seats));
        }
        let spec: GameSpec = self.spec.as_deref().unwrap_or_default().parse()?;
        let mut game = spec.start();
        self.way.go(&mut game)?;
        let seats = self.seats(&spec)?;
        Ok(Session::new(spec, game, seats))
    }

    /// Whoever is not named is a person on the first seat, a good player on the second; a person
    /// on the second seat alone meets that player, too.
    fn seats(&self, spec: &GameSpec) -> Result<[Seat; 2], Failure> {
        let best = || Seat::Bot(mossa_players::best_for(spec));
        let named = |name: &Option<String>| name.as_deref().map(Seat::parse).transpose();
        Ok(match (named(&self.first)?, named(&self.second)?) {
            (Some(first), Some(second)) => [first, second],
            (None | Some(Seat::Human), None) => [Seat::Human, best()],
            (Some(first), None) => [first, Seat::Human],
            (None, Some(Seat::Human)) => [best(), Seat::Human],
            (None, Some(second)) => [Seat::Human, second],
        })
    }
}
