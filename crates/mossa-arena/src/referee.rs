//! The referee: one game between two players, with a clock and no trust.

use std::time::Duration;

use mossa_kernel::{Budget, Game, Move, Outcome, Player, Reason, Side};

/// How long each move may take. What is `None` is not limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time for a move.
    pub time: Option<Duration>,
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

/// Plays a game to its end, whatever that is.
pub(crate) fn referee(
    mut game: Game,
    players: &mut [Box<dyn Player>; 2],
    limits: &Limits,
    clock: &Clock,
) -> Outcome {
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome;
        }
        let side = game.position().side_to_move();
        if let Err(reason) = make_move(&mut game, players[side.index()].as_mut(), limits, clock) {
            return lost(side, reason);
        }
    }
}

fn lost(side: Side, reason: Reason) -> Outcome {
    Outcome::win(!side, reason)
}

fn make_move(
    game: &mut Game,
    player: &mut dyn Player,
    limits: &Limits,
    clock: &Clock,
) -> Result<Move, Reason> {
    let start = clock();
    let elapsed = || clock().saturating_sub(start);
    let Limits { time, nodes, depth, margin } = *limits;
    let budget = Budget { time, nodes, depth, elapsed: &elapsed };
    let choice = player.choose(game, &budget, &mut |_| {}).map_err(|_| Reason::Crash)?;
    if time.is_some_and(|time| elapsed() > time + margin) {
        return Err(Reason::Time);
    }
    game.play(choice.mv).map_err(|_| Reason::Illegal)?;
    Ok(choice.mv)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use mossa_games::GameSpec;
    use mossa_kernel::{Choice, PlayerError};

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
        referee(spec.start(), &mut players, &limits, &clock)
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
}
