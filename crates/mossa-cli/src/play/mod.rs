//! `mossa play`: a game in the terminal, or in a pipe.
//!
//! [`session`] keeps the game, [`order`] reads what is typed, a [`Face`] shows and asks: one for
//! terminals, one for pipes. This file is the loop between them.

mod face;
mod order;
mod session;
mod table;

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

pub use face::{Answer, Face, Pipe, Terminal};
use mossa_engines::{Analysis, Options};
use mossa_games::Record;
use mossa_kernel::{Choice, Player, Waits};
use mossa_players::PlayerSpec;
use mossa_store::Origin;
use order::Order;
pub use session::{Seat, Session};

use crate::{
    failure::Failure,
    files,
    interrupt::Interrupt,
    keeping::Keeper,
    text,
    thinking::{Extras, Limits},
};

/// The player that can tell more than on its seat.
const ENGINE: &str = "engine";

/// How a game is played, apart from the game.
pub struct Manner {
    /// How long bots may think.
    pub limits: Limits,
    /// Decides what bots leave to chance.
    pub seed: u64,
    /// How long a finished move of a bot is looked at when no person plays.
    pub pause: Duration,
}

/// A table with a game on it.
pub struct Table<'t> {
    session: Session,
    manner: Manner,
    bots: [Option<Box<dyn Player>>; 2],
    face: &'t mut dyn Face,
    interrupt: &'t Interrupt,
    keeper: Keeper,
    /// Games that ended at this table and were handed to the keeper.
    kept: Vec<Record>,
}

impl<'t> Table<'t> {
    /// Seats the players.
    pub fn new(
        session: Session,
        manner: Manner,
        face: &'t mut dyn Face,
        interrupt: &'t Interrupt,
        mut keeper: Keeper,
    ) -> Result<Self, Failure> {
        let mut bots = [None, None];
        let players: Vec<PlayerSpec> = session.seats.iter().filter_map(Seat::bot).collect();
        let memory = keeper.memory(&session.spec, &players);
        for (index, seat) in session.seats.iter().enumerate() {
            if let Seat::Bot(player) = seat {
                // Two bots of one kind should not mirror each other.
                let mut bot = player.build(&session.spec, manner.seed + index as u64)?;
                if let Some(memory) = &memory {
                    bot.remember(memory.clone());
                }
                bots[index] = Some(bot);
            }
        }
        // A game that was over before anybody sat down is not ours to keep.
        let kept = session.outcome().map(|_| session.record()).into_iter().collect();
        Ok(Self { session, manner, bots, face, interrupt, keeper, kept })
    }

    /// Plays until the game is over and nobody has anything more to say.
    pub fn play(mut self) -> Result<(), Failure> {
        let result = self.play_on();
        self.keeper.finish();
        result
    }

    fn play_on(&mut self) -> Result<(), Failure> {
        self.face.board(&self.session)?;
        let mut is_announced = false;
        loop {
            self.interrupt.keep(&self.session.record());
            if self.session.outcome().is_some() && !is_announced {
                self.keep();
                self.face.result(&self.session)?;
                is_announced = true;
            }
            let goes_on = if self.session.outcome().is_some() {
                self.face.lingers(&self.session) && self.ask()?
            } else if self.session.seat().is_human() {
                self.ask()?
            } else {
                self.let_bot_move()?;
                true
            };
            if !goes_on {
                return self.face.leave(&self.session);
            }
            is_announced &= self.session.outcome().is_some();
        }
    }

    /// Keeps a game that has ended. One that is taken back and ends in another way is another game.
    fn keep(&mut self) {
        let record = self.session.record();
        if !self.kept.contains(&record) {
            self.kept.push(record.clone());
            let limits = self.manner.limits.describe(None);
            self.keeper.keep(record, Origin::Play, self.manner.seed, limits);
        }
    }

    fn let_bot_move(&mut self) -> Result<(), Failure> {
        let side = self.session.game().position().side_to_move();
        self.face.thinking(&self.session)?;
        let bot = self.bots[side.index()].as_mut().expect("whoever is no human is a bot");
        let game = self.session.game();
        let face = &mut *self.face;
        let waits = Waits::default();
        let extras = Extras { waits: Some(&waits), ..Extras::default() };
        let (choice, time) = self
            .manner
            .limits
            .think_with(extras, |budget| bot.choose(game, budget, &mut |line| face.aside(line)));
        let choice = choice.map_err(|error| Failure::Outside(error.to_string()))?;
        let milliseconds = time.as_millis() as u64;
        self.session.play(choice.mv, milliseconds, choice.value).map_err(|error| {
            Failure::Outside(format!("{} broke the rules: {error}", self.session.seat().name()))
        })?;
        self.face.moved(&self.session, self.session.game().history().len())?;
        if let Some(remark) = self.bots[side.index()].as_ref().and_then(|bot| bot.remark()) {
            self.face.remark(remark);
        }
        if !self.session.seats.iter().any(Seat::is_human) {
            std::thread::sleep(self.manner.pause);
        }
        Ok(())
    }

    /// Asks a person and does what they say; `false` when they leave.
    fn ask(&mut self) -> Result<bool, Failure> {
        let asked = Instant::now();
        let line = match self.face.ask(&self.session)? {
            Answer::Line(line) => line,
            Answer::End => return Ok(false),
            Answer::Interrupted => return Err(self.interrupt.farewell()),
        };
        let milliseconds = asked.elapsed().as_millis() as u64;
        match Order::parse(&line) {
            Order::Quit => return Ok(false),
            Order::Move(text) => self.play_typed(&text, milliseconds)?,
            Order::Board => self.face.board(&self.session)?,
            Order::Help => self.face.say(&help(&self.session))?,
            Order::Undo => {
                let done = self.session.undo();
                self.redraw_or(done, "there is nothing to take back")?;
            }
            Order::Redo => {
                let done = self.session.redo();
                self.redraw_or(done, "there is nothing to play again")?;
            }
            Order::Hint => self.hint()?,
            Order::Numbers => self.numbers()?,
            Order::Save(name) => self.save(name.as_deref())?,
            Order::Resign if self.session.outcome().is_none() => self.session.resign(),
            Order::Resign => self.face.say("the game is over already")?,
        }
        Ok(true)
    }

    fn redraw_or(&mut self, done: bool, otherwise: &str) -> Result<(), Failure> {
        if done { self.face.board(&self.session) } else { self.face.say(otherwise) }
    }

    fn play_typed(&mut self, text: &str, milliseconds: u64) -> Result<(), Failure> {
        let before = self.session.game().history().len();
        match self.session.play_text(text, milliseconds) {
            Ok(()) => {
                let after = self.session.game().history().len();
                (before + 1..=after).try_for_each(|number| self.face.moved(&self.session, number))
            }
            Err(error) => self.face.complain(&Failure::from(error)),
        }
    }

    /// What a player thinks of the position; made anew, so that nobody at the table is disturbed.
    fn ask_player(&mut self, player: &PlayerSpec) -> Result<Option<Choice>, Failure> {
        let mut player = player.build(&self.session.spec, self.manner.seed)?;
        let game = self.session.game();
        let (choice, _) = self.manner.limits.think(|b| player.choose(game, b, &mut |_| {}));
        Ok(choice.ok())
    }

    /// What the engine thinks of every move. On its seat it looks at the best one only.
    fn ask_engine(&self) -> Option<Choice> {
        let mut engine = mossa_engines::engine(&self.session.spec, Options::default());
        let game = self.session.game();
        let analysis = Analysis { engine: engine.as_mut(), game, threads: 1, lines: None };
        let (report, _) = self.manner.limits.think(|budget| analysis.run(budget, &mut |_| {}));
        let report = report.ok()?;
        let best = report.best()?;
        Some(Choice {
            mv: best.mv(),
            value: Some(best.value),
            line: best.moves.clone(),
            nodes: report.nodes,
            candidates: report.lines.iter().map(|line| (line.mv(), line.value)).collect(),
        })
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let adviser = mossa_players::best_for(&self.session.spec);
        let Some(choice) = self.ask_player(&adviser)? else {
            return self.face.say("the game is over");
        };
        let name = self.session.game().position().show_move(choice.mv);
        let value = choice.value.map_or_else(String::new, |v| format!(" ({})", text::value(&v)));
        self.face.say(&format!("{adviser} would play {name}{value}"))
    }

    fn numbers(&mut self) -> Result<(), Failure> {
        let adviser = self.session.bot().cloned();
        let adviser = adviser.unwrap_or_else(|| mossa_players::best_for(&self.session.spec));
        let choice = if adviser.kind().name() == ENGINE {
            self.ask_engine()
        } else {
            self.ask_player(&adviser)?
        };
        match choice {
            None => self.face.say("the game is over"),
            Some(choice) if choice.candidates.is_empty() => {
                self.face.say(&format!("{adviser} gives no numbers"))
            }
            Some(choice) => {
                let text = table::numbers(self.session.game(), &choice, self.face.width());
                self.face.say(&format!("{adviser}:\n{text}"))
            }
        }
    }

    fn save(&mut self, name: Option<&str>) -> Result<(), Failure> {
        let path = name.map_or_else(|| free_file(Path::new("")), PathBuf::from);
        match save(&path, &self.session.record().to_string()) {
            Ok(()) => self
                .face
                .say(&format!("saved; `mossa play --load {}` goes on with it", path.display())),
            Err(error) => self
                .face
                .complain(&Failure::Outside(format!("cannot write `{}`: {error}", path.display()))),
        }
    }
}

/// A file that does not exist yet, for a game that nobody said where to put: `mossa.game`, or with
/// a number.
pub fn free_file(folder: &Path) -> PathBuf {
    let names = (2..).map(|number| format!("mossa-{number}.game"));
    let mut paths = std::iter::once("mossa.game".to_owned()).chain(names).map(|n| folder.join(n));
    paths.find(|path| !path.exists()).expect("there is no end to numbers")
}

/// Writes a file in one step: whoever reads it sees the old game or the new one. What is there and
/// is no saved game stays.
pub fn save(path: &Path, text: &str) -> std::io::Result<()> {
    if let Ok(old) = fs::read(path)
        && !Record::is_record(&String::from_utf8_lossy(&old))
    {
        return Err(std::io::Error::other("it exists and is no saved game; choose another name"));
    }
    files::replace(path, text.as_bytes())
}

fn help(session: &Session) -> String {
    let mut lines = vec![format!("moves: {}", session.spec.family().notation)];
    lines.extend(order::WORDS.iter().map(|(word, what)| format!("{word:<8} {what}")));
    lines.join("\n")
}
