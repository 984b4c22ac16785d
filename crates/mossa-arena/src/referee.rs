//! The referee: one game between two players, with clocks and no trust.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use mossa_games::Played;
use mossa_kernel::{Budget, Game, GameClock, Outcome, Player, Reason, Side, Waits};

use crate::turns::{Processors, Thinking};

/// How long each move may take. What is `None` is not limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time for a move.
    pub time: Option<Duration>,
    /// What is on each player's own clock when the game begins, and what each move adds to it.
    pub clock: Option<GameClock>,
    /// Positions to look at for a move.
    pub nodes: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// How much a move may be late before it loses the game.
    pub margin: Duration,
}

/// Somebody who knows what time it is: time since some fixed moment.
pub type Clock = dyn Fn() -> Duration + Sync;

/// How often games were lost by something other than the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Moves that the rules forbid.
    pub illegal: u64,
    /// Moves that came too late.
    pub late: u64,
    /// Players that had no move to offer.
    pub missing: u64,
}

impl Faults {
    /// Adds what an outcome says.
    pub(crate) fn add(&mut self, outcome: Outcome) {
        match outcome.reason {
            Reason::Illegal => self.illegal += 1,
            Reason::Time => self.late += 1,
            Reason::Crash => self.missing += 1,
            _ => {}
        }
    }
}

/// Where a game is played.
pub(crate) struct Hall<'h> {
    /// The clock on the wall.
    pub(crate) clock: &'h Clock,
    /// The processors, if games have to share them.
    pub(crate) processors: Option<&'h Processors>,
    /// Raised when all games are to be stopped.
    pub(crate) stop: &'h AtomicBool,
}

/// Plays a game to its end, whatever that is; returns all its moves, too. `None` if it was stopped before.
pub(crate) fn referee(
    mut game: Game,
    players: &mut [Box<dyn Player>; 2],
    limits: &Limits,
    hall: &Hall<'_>,
) -> Option<(Outcome, Vec<Played>)> {
    // Each player has a clock of its own, and one's long steps are no reason for the other to hurry.
    let mut limits = [*limits; 2];
    let waits: [Waits; 2] = Default::default();
    let opening = game.history().iter();
    let mut moves: Vec<Played> =
        opening.map(|&mv| Played { mv, milliseconds: None, value: None }).collect();
    loop {
        if let Some(outcome) = game.outcome() {
            return Some((outcome, moves));
        }
        let side = game.position().side_to_move();
        let (player, limits) = (players[side.index()].as_mut(), &mut limits[side.index()]);
        let made = make_move(&mut game, player, limits, &waits[side.index()], hall);
        // A move that was cut short is nobody's fault.
        if hall.stop.load(Ordering::Relaxed) {
            return None;
        }
        match made {
            Ok(made) => moves.push(made),
            Err(reason) => return Some((lost(side, reason), moves)),
        }
    }
}

fn lost(side: Side, reason: Reason) -> Outcome {
    Outcome::win(!side, reason)
}

/// Lets a player move and takes the time from its clock.
fn make_move(
    game: &mut Game,
    player: &mut dyn Player,
    limits: &mut Limits,
    waits: &Waits,
    hall: &Hall<'_>,
) -> Result<Played, Reason> {
    waits.begin_move();
    let thinking = Thinking::begin(hall.clock, hall.processors);
    let start = (hall.clock)();
    let elapsed = || thinking.now().saturating_sub(start);
    let Limits { time, clock: game_clock, nodes, depth, margin } = *limits;
    let (waits, stop) = (Some(waits), Some(hall.stop));
    let budget = Budget { time, clock: game_clock, nodes, depth, elapsed: &elapsed, waits, stop };
    let choice = player.choose(game, &budget, &mut |_| {}).map_err(|_| Reason::Crash)?;
    let used = (hall.clock)().saturating_sub(start);
    let allowed = [time, game_clock.map(|clock| clock.remaining)].into_iter().flatten().min();
    if allowed.is_some_and(|allowed| used > allowed + margin) {
        return Err(Reason::Time);
    }
    if let Some(clock) = &mut limits.clock {
        clock.remaining = clock.remaining.saturating_sub(used) + clock.increment;
    }
    game.play(choice.mv).map_err(|_| Reason::Illegal)?;
    let milliseconds = Some(used.as_millis() as u64);
    Ok(Played { mv: choice.mv, milliseconds, value: choice.value })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use mossa_games::GameSpec;
    use mossa_kernel::{Choice, Move, PlayerError};

    use super::*;

    /// Plays the first legal move, until it misbehaves.
    struct Rogue {
        moves: u32,
        then: fn(&Budget<'_>) -> Result<Choice, PlayerError>,
    }

    impl Player for Rogue {
        fn choose(
            &mut self,
            game: &Game,
            budget: &Budget<'_>,
            _report: &mut dyn FnMut(&str),
        ) -> Result<Choice, PlayerError> {
            self.moves += 1;
            if self.moves == 2 {
                (self.then)(budget)
            } else {
                Ok(Choice::bare(game.position().moves()[0]))
            }
        }
    }

    /// Where nobody else plays, and nobody stops the game.
    fn hall(clock: &Clock) -> Hall<'_> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Hall { clock, processors: None, stop: &NEVER }
    }

    fn play(then: fn(&Budget<'_>) -> Result<Choice, PlayerError>) -> Outcome {
        let spec: GameSpec = "connect4".parse().unwrap();
        let honest = |_: &Budget<'_>| Ok(Choice::bare(Move(3)));
        let mut players: [Box<dyn Player>; 2] =
            [Box::new(Rogue { moves: 0, then: honest }), Box::new(Rogue { moves: 0, then })];
        let ticks = AtomicU64::new(0);
        let clock = move || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed));
        let limits = Limits {
            time: Some(Duration::from_millis(50)),
            margin: Duration::from_millis(10),
            ..Limits::default()
        };
        let end = referee(spec.start(), &mut players, &limits, &hall(&clock));
        end.expect("nobody stops it").0
    }

    #[test]
    fn faults_lose_the_game() {
        assert_eq!(play(|_| Ok(Choice::bare(Move(99)))), lost(Side::Second, Reason::Illegal));
        assert_eq!(play(|_| Ok(Choice::bare(Move::PASS))), lost(Side::Second, Reason::Illegal));
        assert_eq!(play(|_| Err(PlayerError::WrongGame)), lost(Side::Second, Reason::Crash));
        let dawdle = |budget: &Budget<'_>| {
            (0..100).for_each(|_| _ = (budget.elapsed)());
            Ok(Choice::bare(Move(0)))
        };
        assert_eq!(play(dawdle), lost(Side::Second, Reason::Time));
    }

    #[test]
    fn a_little_late_is_forgiven() {
        let slow = |budget: &Budget<'_>| {
            (0..55).for_each(|_| _ = (budget.elapsed)());
            Ok(Choice::bare(Move(0)))
        };
        assert!(play(slow).reason.is_by_rules());
    }

    /// Takes so many milliseconds for each move, and writes down what was left on its clock.
    struct Steady {
        milliseconds: u32,
        seen: std::sync::Arc<std::sync::Mutex<Vec<u128>>>,
    }

    impl Player for Steady {
        fn choose(
            &mut self,
            game: &Game,
            budget: &Budget<'_>,
            _report: &mut dyn FnMut(&str),
        ) -> Result<Choice, PlayerError> {
            let left = budget.clock.expect("there is a clock").remaining;
            self.seen.lock().unwrap().push(left.as_millis());
            (1..self.milliseconds).for_each(|_| _ = (budget.elapsed)());
            Ok(Choice::bare(game.position().moves()[0]))
        }
    }

    /// The outcome of a game on clocks of 100 ms and 10 ms a move, and what the second saw on its own.
    fn race(milliseconds: [u32; 2]) -> (Outcome, Vec<u128>) {
        let seen = [(); 2].map(|()| std::sync::Arc::new(std::sync::Mutex::new(Vec::new())));
        let mut players = [0, 1].map(|index| -> Box<dyn Player> {
            Box::new(Steady { milliseconds: milliseconds[index], seen: seen[index].clone() })
        });
        let ticks = AtomicU64::new(0);
        let clock = move || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed));
        let [remaining, increment] = [100, 10].map(Duration::from_millis);
        let limits =
            Limits { clock: Some(GameClock { remaining, increment }), ..Limits::default() };
        let spec: GameSpec = "tictactoe".parse().unwrap();
        let end = referee(spec.start(), &mut players, &limits, &hall(&clock));
        let (outcome, moves) = end.expect("nobody stops it");
        let times = moves.iter().skip(1).step_by(2).map(|played| played.milliseconds.unwrap());
        assert!(times.eq(moves.iter().skip(1).step_by(2).map(|_| u64::from(milliseconds[1]))));
        (outcome, seen[1].lock().unwrap().clone())
    }

    #[test]
    fn each_player_has_a_clock_of_its_own() {
        let (outcome, seen) = race([5, 60]);
        assert_eq!(seen, [100, 50], "60 ms a move, of which 10 come back");
        assert_eq!(outcome, lost(Side::Second, Reason::Time));
        let (outcome, seen) = race([5, 40]);
        assert_eq!(seen, [100, 70, 40]);
        assert!(outcome.reason.is_by_rules(), "{outcome:?}");
        assert_eq!(race([101, 5]), (lost(Side::First, Reason::Time), vec![]));
    }
}
