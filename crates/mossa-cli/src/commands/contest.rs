//! `mossa match`: which of two players is better, and how sure that is.

use std::{
    io::{IsTerminal, Write},
    path::PathBuf,
    time::Instant,
};

use mossa_arena::{Contest, Faults, FinishedGame, Progress, Standing, read_openings};
use mossa_games::GameSpec;
use mossa_players::PlayerSpec;
use mossa_stats::{EloEstimate, EloModel, ErrorRates, Hypotheses, Sprt, Verdict};
use mossa_store::{NewGame, Origin, Uuid};
use serde::Serialize;

use crate::{
    failure::Failure,
    interrupt::Interrupt,
    json,
    keeping::{Keeper, Keeping},
    start,
    thinking::{Clock, Limits},
};

/// How long players think about a move when nothing is said.
const DEFAULT_MS: u64 = 100;

/// Let two players play a match, and tell which is better with error bars
///
/// Games come in pairs: every opening is played twice, with sides swapped. All numbers are seen from
/// the first player named. The games are kept; `mossa archive` shows them. Ctrl-C ends the match with
/// what is known by then.
#[derive(Debug, clap::Args)]
pub struct Match {
    /// The game (`mossa games` lists all)
    #[arg(value_name = "SPEC")]
    spec: String,

    /// The player whose result is told
    #[arg(value_name = "A")]
    player: String,

    /// The player it meets
    #[arg(value_name = "B")]
    opponent: String,

    /// How many games at most; an even number
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = read_games)]
    games: usize,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    clock: Clock,

    /// A file of openings, one list of moves a line; random balanced ones unless said otherwise
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Decides the random openings and what players leave to chance
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// How many games are played at once
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,

    /// Stop when a sequential test has decided between two normalized Elo differences: `0,5`
    #[arg(long, value_name = "E0,E1", value_parser = read_hypotheses, allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    #[command(flatten)]
    keeping: Keeping,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn read_games(text: &str) -> Result<usize, String> {
    let games = text.parse().ok().filter(|games: &usize| (2..=100_000_000).contains(games));
    let even = games.filter(|games| games.is_multiple_of(2));
    even.ok_or_else(|| "expected an even number of games, 2 to 100000000".to_owned())
}

fn read_hypotheses(text: &str) -> Result<Sprt, String> {
    let numbers = text.split_once(',').map(|(a, b)| (a.trim().parse(), b.trim().parse()));
    let Some((Ok(elo0), Ok(elo1))) = numbers else {
        return Err("expected two numbers, as in `0,5`".to_owned());
    };
    let hypotheses = Hypotheses { model: EloModel::Normalized, elo0, elo1 };
    Sprt::new(hypotheses, ErrorRates::default()).map_err(|error| error.to_string())
}

#[derive(Serialize)]
struct MatchJson {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    pentanomial: [u64; 5],
    elo: Option<f64>,
    elo_error: Option<f64>,
    normalized_elo: Option<f64>,
    normalized_elo_error: Option<f64>,
    los: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    llr: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<&'static str>,
    errors: ErrorsJson,
}

#[derive(Serialize)]
struct ErrorsJson {
    illegal: [u64; 2],
    late: [u64; 2],
    missing: [u64; 2],
}

impl Match {
    pub fn run(&self, out: &mut impl Write, interrupt: &Interrupt) -> Result<(), Failure> {
        let mut contest = self.contest()?;
        let mut keeper = Keeper::open(&self.keeping, interrupt);
        contest.memory = keeper.memory(&contest.spec, &contest.players);
        let start = Instant::now();
        let mut witness = Witness {
            is_watched: std::io::stderr().is_terminal(),
            keeper,
            id: NewGame::new_id(),
            limits: self.limits.or_clock(self.clock, DEFAULT_MS).describe(Some(self.clock)),
        };
        let standing =
            contest.run(&move || start.elapsed(), interrupt.stop_flag(), &mut witness)?;
        witness.leave();
        let verdict = self.sprt.as_ref().map(|sprt| sprt.verdict(&standing.pairs));
        if self.json {
            json::write(out, &self.answer(&standing, verdict))?;
        } else {
            self.write_plain(out, &contest, &standing, verdict)?;
        }
        interrupt.result()?;
        if verdict == Some(Verdict::AcceptH0) { Err(Failure::No) } else { Ok(()) }
    }

    fn contest(&self) -> Result<Contest, Failure> {
        let spec: GameSpec = self.spec.parse()?;
        let players: [PlayerSpec; 2] = [self.player.parse()?, self.opponent.parse()?];
        let openings = match &self.openings {
            None => Vec::new(),
            Some(file) => read_openings(&start::read(file)?, &spec).map_err(|error| {
                Failure::input(error, "a file of openings has one list of moves a line")
            })?,
        };
        Ok(Contest {
            spec,
            players,
            pairs: self.games / 2,
            limits: self.limits.or_clock(self.clock, DEFAULT_MS).for_match(self.clock),
            openings,
            seed: self.seed,
            concurrency: self.concurrency.into(),
            sprt: self.sprt,
            memory: None,
        })
    }

    fn answer(&self, standing: &Standing, verdict: Option<Verdict>) -> MatchJson {
        let [losses, draws, wins] = standing.games.counts;
        let elo = standing.pairs.elo();
        let normalized = standing.pairs.normalized_elo();
        let llr = self.sprt.as_ref().and_then(|sprt| sprt.log_likelihood_ratio(&standing.pairs));
        let faults = |count: fn(&Faults) -> u64| standing.faults.each_ref().map(count);
        MatchJson {
            games: standing.games.games(),
            wins,
            draws,
            losses,
            pentanomial: standing.pairs.counts,
            elo: elo.map(|elo| rounded(elo.elo)),
            elo_error: elo.and_then(|elo| elo.error).map(rounded),
            normalized_elo: normalized.map(|elo| rounded(elo.elo)),
            normalized_elo_error: normalized.and_then(|elo| elo.error).map(rounded),
            los: standing.pairs.likelihood_of_superiority().map(rounded),
            llr: llr.map(rounded),
            sprt: verdict.map(name),
            errors: ErrorsJson {
                illegal: faults(|faults| faults.illegal),
                late: faults(|faults| faults.late),
                missing: faults(|faults| faults.missing),
            },
        }
    }

    fn write_plain(
        &self,
        out: &mut impl Write,
        contest: &Contest,
        standing: &Standing,
        verdict: Option<Verdict>,
    ) -> Result<(), Failure> {
        let [us, them] = &contest.players;
        writeln!(out, "{us} against {them}, {}", contest.spec)?;
        writeln!(out, "{}", summary(standing))?;
        writeln!(out, "pairs by points 0, 1/2, 1, 3/2, 2: {:?}", standing.pairs.counts)?;
        let percent = |los: f64| format!("{:.1} %", 100.0 * los);
        let los = standing.pairs.likelihood_of_superiority().map_or("n/a".to_owned(), percent);
        let normalized = show(standing.pairs.normalized_elo());
        writeln!(out, "normalized Elo {normalized}; {us} is the better one with {los}")?;
        if let (Some(sprt), Some(verdict)) = (&self.sprt, verdict) {
            let llr = sprt.log_likelihood_ratio(&standing.pairs);
            let llr = llr.map_or("n/a".to_owned(), |llr| format!("{llr:.2}"));
            let (lower, upper) = (sprt.lower(), sprt.upper());
            writeln!(out, "SPRT {}: LLR {llr} in ({lower:.2}, {upper:.2})", name(verdict))?;
        }
        for (player, faults) in contest.players.iter().zip(standing.faults) {
            if faults != Faults::default() {
                let Faults { illegal, late, missing } = faults;
                writeln!(
                    out,
                    "{player} lost games by illegal moves {illegal}, late {late}, none {missing}"
                )?;
            }
        }
        Ok(())
    }
}

/// Whoever sits beside a match: tells how it stands, and keeps its games.
struct Witness {
    is_watched: bool,
    keeper: Keeper,
    /// The match.
    id: Uuid,
    limits: String,
}

impl Progress for Witness {
    fn game_finished(&mut self, game: FinishedGame) {
        let FinishedGame { pair, record, seed } = game;
        let origin = Origin::Match { id: self.id, pair: pair as u64 };
        self.keeper.keep(record, origin, seed, self.limits.clone());
    }

    fn pair_finished(&mut self, standing: &Standing) -> bool {
        if self.is_watched {
            // What cannot be told on the side does not stop the match.
            let _ = write!(anstream::stderr(), "\r\x1b[K{}", summary(standing));
        }
        true
    }
}

impl Witness {
    /// Waits until the games are stored, and says how to see them.
    fn leave(self) {
        if self.is_watched {
            let _ = write!(anstream::stderr(), "\r\x1b[K");
            if self.keeper.has_store() {
                let how = "`mossa archive list --match last` lists the games";
                let _ = writeln!(anstream::stderr(), "{how}");
            }
        }
        self.keeper.finish();
    }
}

/// To six decimals: further ones differ between machines, and nobody needs them.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Continue => "undecided",
        Verdict::AcceptH0 => "H0 accepted",
        Verdict::AcceptH1 => "H1 accepted",
    }
}

/// "120 games: +70 =10 -40, 62.5 %, Elo 88.7 +- 40.1".
fn summary(standing: &Standing) -> String {
    let [losses, draws, wins] = standing.games.counts;
    let score = standing.games.score().map_or(0.0, |score| 100.0 * score);
    let elo = show(standing.pairs.elo());
    let games = standing.games.games();
    format!("{games} games: +{wins} ={draws} -{losses}, {score:.1} %, Elo {elo}")
}

fn show(estimate: Option<EloEstimate>) -> String {
    match estimate {
        None => "n/a".to_owned(),
        Some(EloEstimate { elo, error: None }) => format!("{elo:+.1}"),
        Some(EloEstimate { elo, error: Some(error) }) => format!("{elo:+.1} +- {error:.1}"),
    }
}
