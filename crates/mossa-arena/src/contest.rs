//! A contest of two players: pairs of games, on one thread or several, until enough is known.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use mossa_games::{GameSpec, Record};
use mossa_kernel::{Memory, Move, Outcome, Player, Side, keys::mix};
use mossa_players::{PlayerSpec, PlayerSpecError};
use mossa_stats::{Pentanomial, Score, Sprt, Trinomial, Verdict};

use crate::{
    openings::RandomOpenings,
    referee::{Clock, Faults, Hall, Limits, referee},
    turns::Processors,
};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The game.
    pub spec: GameSpec,
    /// The player whose result is told, and the one it meets.
    pub players: [PlayerSpec; 2],
    /// How many pairs of games at most.
    pub pairs: usize,
    /// Limits for each move.
    pub limits: Limits,
    /// Openings to be played in turn; drawn at random where there are none.
    pub openings: Vec<Vec<Move>>,
    /// Decides the random openings and what players leave to chance.
    pub seed: u64,
    /// How many games are played at once.
    pub concurrency: usize,
    /// A test that ends the contest as soon as it has a verdict.
    pub sprt: Option<Sprt>,
    /// What players that learn from games remember of them.
    pub memory: Option<Arc<dyn Memory>>,
}

/// How a contest stands, seen from the first player named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Single games.
    pub games: Trinomial,
    /// Pairs of games with sides swapped.
    pub pairs: Pentanomial,
    /// What went wrong, per player.
    pub faults: [Faults; 2],
}

/// A game that is over, for whoever keeps games.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedGame {
    /// Which pair it belongs to, counted from 0.
    pub pair: usize,
    /// The game: its opening has no times and values.
    pub record: Record,
    /// What decided the chances of the players.
    pub seed: u64,
}

/// What happens during a contest: told to whoever watches, who may stop it.
pub trait Progress: Send {
    /// A game was finished, whether it will be counted or comes too late. Games of different pairs
    /// come in any order where several are played at once.
    fn game_finished(&mut self, game: FinishedGame) {
        drop(game);
    }

    /// A pair was finished; `false` stops the contest.
    fn pair_finished(&mut self, standing: &Standing) -> bool;
}

impl<F: FnMut(&Standing) -> bool + Send> Progress for F {
    fn pair_finished(&mut self, standing: &Standing) -> bool {
        self(standing)
    }
}

/// A pair that is over: the two outcomes, and in which seat our player sat.
type FinishedPair = [(Side, Outcome); 2];

/// Stands for the number of pairs counted once the contest is decided: those still being played come too
/// late.
const DECIDED: usize = usize::MAX;

/// What the threads share: openings to come, pairs that wait for earlier ones, the standing.
struct Shared<'p> {
    openings: Box<dyn Iterator<Item = Vec<Move>> + Send>,
    started: usize,
    waiting: BTreeMap<usize, FinishedPair>,
    counted: usize,
    standing: Standing,
    progress: &'p mut dyn Progress,
}

impl Contest {
    /// Plays, and tells `progress` after each pair. Once `stop` is raised, games under way are dropped,
    /// and all pairs count that are over.
    ///
    /// Pairs are counted in order, so that a limit by nodes or depth gives the same standing on
    /// every machine, however many games are played at once.
    ///
    /// # Errors
    /// Says which player cannot play this game.
    pub fn run(
        &self,
        clock: &Clock,
        stop: &AtomicBool,
        progress: &mut dyn Progress,
    ) -> Result<Standing, PlayerSpecError> {
        for player in &self.players {
            player.build(&self.spec, self.seed)?;
        }
        let openings: Box<dyn Iterator<Item = Vec<Move>> + Send> = if self.openings.is_empty() {
            Box::new(RandomOpenings::new(self.spec.clone(), self.seed))
        } else {
            Box::new(self.openings.clone().into_iter().cycle())
        };
        let shared = Mutex::new(Shared {
            openings,
            started: 0,
            waiting: BTreeMap::new(),
            counted: 0,
            standing: Standing::default(),
            progress,
        });
        let is_over = AtomicBool::new(false);
        let processors = Processors::among(self.concurrency);
        let hall = Hall { clock, processors: processors.as_ref(), stop };
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                scope.spawn(|| self.work(&shared, &is_over, &hall));
            }
        });
        let Shared { mut standing, waiting, counted, .. } =
            shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        if counted != DECIDED {
            // What waits for a pair that was stopped is over all the same.
            for pair in waiting.values() {
                standing.add(pair);
            }
        }
        Ok(standing)
    }

    /// Takes pairs and plays them until there are none left.
    fn work(&self, shared: &Mutex<Shared<'_>>, is_over: &AtomicBool, hall: &Hall<'_>) {
        while !is_over.load(Ordering::Relaxed) {
            let (number, opening) = {
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                if shared.started == self.pairs {
                    return;
                }
                shared.started += 1;
                (shared.started - 1, shared.openings.next().unwrap_or_default())
            };
            let mut play = |ours| {
                let (outcome, game) = self.play(&opening, ours, number, hall)?;
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                shared.progress.game_finished(game);
                Some((ours, outcome))
            };
            let [Some(first), Some(second)] = Side::BOTH.map(&mut play) else { return };
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            shared.waiting.insert(number, [first, second]);
            if !self.count_finished(&mut shared) {
                is_over.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Counts all pairs whose turn it is; `false` when the contest is decided.
    fn count_finished(&self, shared: &mut Shared<'_>) -> bool {
        while let Some(pair) = shared.waiting.remove(&shared.counted) {
            shared.counted += 1;
            shared.standing.add(&pair);
            let verdict = self.sprt.as_ref().map(|sprt| sprt.verdict(&shared.standing.pairs));
            let is_decided = verdict.is_some_and(|verdict| verdict != Verdict::Continue);
            let goes_on = shared.progress.pair_finished(&shared.standing);
            if is_decided || !goes_on {
                shared.waiting.clear();
                shared.counted = DECIDED;
                return false;
            }
        }
        shared.counted != DECIDED
    }

    /// Plays one game of a pair; `None` if it was stopped.
    fn play(
        &self,
        opening: &[Move],
        ours: Side,
        number: usize,
        hall: &Hall<'_>,
    ) -> Option<(Outcome, FinishedGame)> {
        let mut game = self.spec.start();
        for &mv in opening {
            game.play(mv).expect("openings are legal");
        }
        let seed = mix(self.seed ^ mix(number as u64));
        let build = |player: &PlayerSpec, seed: u64| -> Box<dyn Player> {
            let mut player = player.build(&self.spec, seed).expect("it could be made before");
            if let Some(memory) = &self.memory {
                player.remember(memory.clone());
            }
            player
        };
        let [us, them] = &self.players;
        let (us, them) = (build(us, seed), build(them, !seed));
        let mut seated = if ours == Side::First { [us, them] } else { [them, us] };

        let (outcome, moves) = referee(game, &mut seated, &self.limits, hall)?;
        let mut players = self.players.each_ref().map(ToString::to_string);
        if ours == Side::Second {
            players.reverse();
        }
        let spec = self.spec.clone();
        let record = Record { spec, start: None, players, outcome: Some(outcome), moves };
        Some((outcome, FinishedGame { pair: number, record, seed }))
    }
}

impl Standing {
    fn add(&mut self, pair: &FinishedPair) {
        let scores = pair.map(|(ours, outcome)| score(ours, outcome));
        for ((ours, outcome), score) in pair.iter().zip(scores) {
            self.games.add(score);
            let loser = outcome.winner.map(|winner| usize::from(winner == *ours));
            if let Some(loser) = loser {
                self.faults[loser].add(*outcome);
            }
        }
        self.pairs.add(scores[0], scores[1]);
    }
}

fn score(ours: Side, outcome: Outcome) -> Score {
    match outcome.winner {
        None => Score::Draw,
        Some(winner) if winner == ours => Score::Win,
        Some(_) => Score::Loss,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use mossa_stats::{EloModel, ErrorRates, Hypotheses};

    use super::*;

    fn contest(spec: &str, players: [&str; 2], pairs: usize) -> Contest {
        Contest {
            spec: spec.parse().unwrap(),
            players: players.map(|player| player.parse().unwrap()),
            pairs,
            limits: Limits { nodes: Some(200), ..Limits::default() },
            openings: Vec::new(),
            seed: 1,
            concurrency: 1,
            sprt: None,
            memory: None,
        }
    }

    fn watched(
        contest: &Contest,
        progress: &mut dyn Progress,
    ) -> Result<Standing, PlayerSpecError> {
        contest.run(&|| Duration::ZERO, &AtomicBool::new(false), progress)
    }

    fn run(contest: &Contest) -> Standing {
        watched(contest, &mut |_: &Standing| true).unwrap()
    }

    #[test]
    fn threads_change_nothing() {
        let mut contest = contest("connect4", ["greedy", "random"], 20);
        let alone = run(&contest);
        assert_eq!(alone.games.games(), 40);
        assert_eq!(alone.pairs.games(), 40);
        contest.concurrency = 3;
        assert_eq!(run(&contest), alone);
    }

    #[test]
    fn the_better_player_wins_from_both_seats() {
        let standing = run(&contest("connect4", ["greedy", "random"], 30));
        assert!(standing.games.score().unwrap() > 0.8, "{standing:?}");
        let swapped = run(&contest("connect4", ["random", "greedy"], 30));
        assert!(swapped.games.score().unwrap() < 0.2, "{swapped:?}");
        assert_eq!(standing.faults, [Faults::default(); 2]);
    }

    /// Keeps all games.
    #[derive(Default)]
    struct Keeper {
        games: Vec<FinishedGame>,
    }

    impl Progress for Keeper {
        fn game_finished(&mut self, game: FinishedGame) {
            self.games.push(game);
        }

        fn pair_finished(&mut self, _standing: &Standing) -> bool {
            true
        }
    }

    #[test]
    fn every_game_is_handed_out() {
        let contest = contest("connect4", ["greedy", "random"], 10);
        let mut keeper = Keeper::default();
        let standing = watched(&contest, &mut keeper).unwrap();
        let winners = keeper.games.iter().filter_map(|game| {
            let winner = game.record.outcome?.winner?;
            Some(game.record.players[winner.index()].clone())
        });
        let wins = winners.filter(|name| name == "greedy").count() as u64;
        assert_eq!((keeper.games.len(), wins), (20, standing.games.counts[2]));
        for pair in keeper.games.chunks(2) {
            assert_eq!((pair[0].pair, pair[0].seed), (pair[1].pair, pair[1].seed));
            let [[a, b], [c, d]] = [0, 1].map(|game: usize| pair[game].record.players.clone());
            assert_eq!((a, b), (d, c));
        }
        for game in &keeper.games {
            assert_eq!(Record::read(&game.record.to_string()), Ok(game.record.clone()));
        }
    }

    #[test]
    fn a_test_ends_the_contest_early() {
        let hypotheses = Hypotheses { model: EloModel::Normalized, elo0: 0.0, elo1: 50.0 };
        let mut contest = contest("connect4", ["greedy", "random"], 2_000);
        contest.sprt = Some(Sprt::new(hypotheses, ErrorRates::default()).unwrap());
        let standing = run(&contest);
        assert!(standing.pairs.rounds() < 500, "{standing:?}");
        assert_eq!(contest.sprt.unwrap().verdict(&standing.pairs), Verdict::AcceptH1);
    }

    #[test]
    fn whoever_watches_may_stop() {
        let contest = contest("tictactoe", ["random", "random"], 1_000);
        let standing = watched(&contest, &mut |standing: &Standing| standing.pairs.rounds() < 5);
        assert_eq!(standing.unwrap().pairs.rounds(), 5);
    }

    /// Stops the contest from outside when it has seen so many games.
    struct Guard<'s> {
        seen: Vec<usize>,
        enough: usize,
        stop: &'s AtomicBool,
    }

    impl Progress for Guard<'_> {
        fn game_finished(&mut self, game: FinishedGame) {
            self.seen.push(game.pair);
            self.stop.store(self.seen.len() >= self.enough, Ordering::Relaxed);
        }

        fn pair_finished(&mut self, _standing: &Standing) -> bool {
            true
        }
    }

    #[test]
    fn a_contest_that_is_stopped_counts_all_whole_pairs() {
        for (enough, concurrency) in [(1, 1), (7, 1), (8, 1), (50, 3), (51, 8)] {
            let mut contest = contest("connect4", ["greedy", "random"], 1_000);
            contest.concurrency = concurrency;
            let stop = AtomicBool::new(false);
            let mut guard = Guard { seen: Vec::new(), enough, stop: &stop };
            let standing = contest.run(&|| Duration::ZERO, &stop, &mut guard).unwrap();
            let times = |pair: usize| guard.seen.iter().filter(|&&seen| seen == pair).count();
            let whole = (0..1_000).filter(|&pair| times(pair) == 2).count() as u64;
            assert_eq!(standing.pairs.rounds(), whole, "{:?}", guard.seen);
        }
    }

    #[test]
    fn a_player_of_another_game_is_refused() {
        let contest = contest("othello", ["minimax", "helpfulness"], 1);
        let refusal = watched(&contest, &mut |_: &Standing| true).unwrap_err();
        assert_eq!(refusal.player, "helpfulness");
    }
}
