//! Monte-Carlo tree search of ours and of `board-game`, on Connect Four: iterations per second from
//! the empty board with a fresh tree, and games against each other at equal iterations.

use anyhow::{Result, ensure};
use board_game::ai::mcts::mcts_build_tree;
use board_game::board::{Board as _, Outcome as PeerOutcome, Player};
use board_game::games::connect4::Connect4;
use cpu_time::ThreadTime;
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Move, Outcome, Position, Side, Visit};
use mossa_peers::measurement::median;
use mossa_search::{Mcts, Search as _, Task};
use rand::{SeedableRng as _, rngs::Xoshiro256PlusPlus};
use rand_for_board_game::SeedableRng as _;
use rand_for_board_game::rngs::SmallRng;

use crate::report::{Row, Section, Target, Unit};

/// The exploration weights of the peer in matches: that of our own search, and the textbook's
/// square root of two. Its results lie between 0 and 1, and it names no default itself.
const PEER_WEIGHTS: [(&str, f32); 2] = [("1", 1.0), ("√2", std::f32::consts::SQRT_2)];

/// How many iterations are timed.
const ITERATIONS: u64 = 1_000_000;

/// How many iterations a move of a match takes.
const ITERATIONS_A_MOVE: u64 = 1_000;

/// How many pairs of games a match has.
const PAIRS: u32 = 100;

/// How many times as fast we mean to be.
const TARGET: f64 = 2.0;

/// How much memory our tree may take.
const MEGABYTES: usize = 512;

/// How many random moves open a game.
const OPENING: usize = 4;

/// Measures speed in rounds that take turns, and then plays the matches.
pub fn measure(rounds: usize) -> Result<Vec<Section>> {
    let mut rates = [Vec::new(), Vec::new()];
    for seed in 0..rounds as u64 {
        rates[0].push(mossa_iterations(ITERATIONS, seed)?);
        rates[1].push(board_game_iterations(ITERATIONS, seed));
    }
    let [ours, theirs] = rates.map(|rates| median(&rates));
    let (name, target) = ("connect4".to_owned(), Some(Target::AtLeast(TARGET)));
    let speed = Row { name, ours, peer: "board-game", theirs, target };
    let matches = PEER_WEIGHTS.iter().map(|&(shown, weight)| play_row(shown, weight));
    let title = "Mcts: iterations per CPU second, from the start with a fresh tree, one thread";
    let match_title =
        format!("Mcts: points in matches of connect4, {ITERATIONS_A_MOVE} iterations a move");
    Ok(vec![
        Section {
            title: title.to_owned(),
            rows_are: "game",
            unit: Unit::MillionsPerSecond,
            rows: vec![speed],
        },
        Section {
            title: match_title,
            rows_are: "match",
            unit: Unit::Percent,
            rows: matches.collect::<Result<_>>()?,
        },
    ])
}

/// The points of a match against the peer with a weight.
fn play_row(shown: &str, weight: f32) -> Result<Row> {
    let score = play_match(PAIRS, ITERATIONS_A_MOVE, weight, 1)?;
    let share = score.share();
    Ok(Row {
        name: format!("{} games, its weight {shown}", 2 * PAIRS),
        ours: Some(share),
        peer: "board-game",
        theirs: Some(1.0 - share),
        target: Some(Target::AtLeast(1.0)),
    })
}

/// Iterations per CPU second of our search.
///
/// # Errors
/// When the search stops before so many iterations are made, and so has nothing to compare.
fn mossa_iterations(iterations: u64, seed: u64) -> Result<f64> {
    connect_four()?.visit(Rate { iterations, seed })
}

/// Iterations per CPU second of the search of `board-game`.
fn board_game_iterations(iterations: u64, seed: u64) -> f64 {
    let clock = ThreadTime::now();
    let mut generator = SmallRng::seed_from_u64(seed);
    let (_, weight) = PEER_WEIGHTS[1];
    let tree = mcts_build_tree(&Connect4::default(), iterations, weight, &mut generator);
    // What is counted is what was done: it may stop early as well.
    tree.nodes[0].visits as f64 / clock.elapsed().as_secs_f64()
}

/// What came of a match, for us.
#[derive(Clone, Copy, Debug, Default)]
struct MatchScore {
    /// Games that we won.
    wins: u32,
    /// Games that nobody won.
    draws: u32,
    /// Games that the peer won.
    losses: u32,
}

impl MatchScore {
    /// The share of points that were ours, draws counted half.
    fn share(&self) -> f64 {
        let games = self.wins + self.draws + self.losses;
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games)
    }
}

/// Plays pairs of games against the search of `board-game`, each from a random opening and with
/// sides swapped, both with the same number of iterations a move.
///
/// # Errors
/// When the two boards disagree about a move or a result.
fn play_match(pairs: u32, iterations: u64, weight: f32, seed: u64) -> Result<MatchScore> {
    connect_four()?.visit(Match { pairs, iterations, weight, seed })
}

fn connect_four() -> Result<GameSpec> {
    Ok("connect4".parse::<GameSpec>()?)
}

struct Rate {
    iterations: u64,
    seed: u64,
}

impl Visit for Rate {
    type Out = Result<f64>;

    fn visit<P: Position>(self, start: P) -> Result<f64> {
        // A search of its own each time: the tree's memory is fresh, too.
        let mut search = Mcts::<P>::new(MEGABYTES, self.seed);
        let clock = ThreadTime::now();
        let budget = Budget { nodes: Some(self.iterations), ..Budget::UNLIMITED };
        let report = search.search(&start, &Task::play(&budget), &mut |_| {});
        let seconds = clock.elapsed().as_secs_f64();
        ensure!(report.nodes == self.iterations, "stopped after {}", report.nodes);
        Ok(self.iterations as f64 / seconds)
    }
}

struct Match {
    pairs: u32,
    iterations: u64,
    weight: f32,
    seed: u64,
}

impl Visit for Match {
    type Out = Result<MatchScore>;

    fn visit<P: Position>(self, start: P) -> Result<MatchScore> {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut score = MatchScore::default();
        for pair in 0..self.pairs {
            let mut opening = Table { position: start.clone(), board: Connect4::default() };
            for _ in 0..OPENING {
                let mv = opening.position.random_move(&mut generator);
                opening.play(mv)?;
            }
            for ours in Side::BOTH {
                let seed = self.seed.wrapping_add(u64::from(pair));
                match opening.clone().play_out(ours, self.iterations, self.weight, seed)?.winner {
                    None => score.draws += 1,
                    Some(winner) if winner == ours => score.wins += 1,
                    Some(_) => score.losses += 1,
                }
            }
        }
        Ok(score)
    }
}

/// One game on both boards.
#[derive(Clone)]
struct Table<P> {
    position: P,
    board: Connect4,
}

impl<P: Position> Table<P> {
    /// Plays a column on both boards.
    fn play(&mut self, mv: Move) -> Result<()> {
        self.position.play(mv);
        let column = u8::try_from(mv.0)?;
        ensure!(self.board.play(column).is_ok(), "the peer refuses column {column}");
        let agree = self.position.outcome().map(|outcome| outcome.winner)
            == self.board.outcome().map(winner);
        ensure!(agree, "the boards disagree: {}", self.position.diagram());
        Ok(())
    }

    /// Plays to the end; we are `ours`.
    fn play_out(mut self, ours: Side, iterations: u64, weight: f32, seed: u64) -> Result<Outcome> {
        let mut generator = SmallRng::seed_from_u64(seed);
        let mut search = Mcts::new(MEGABYTES, seed);
        let budget = Budget { nodes: Some(iterations), ..Budget::UNLIMITED };
        loop {
            if let Some(outcome) = self.position.outcome() {
                return Ok(outcome);
            }
            let mv = if self.position.side_to_move() == ours {
                let report = search.search(&self.position, &Task::play(&budget), &mut |_| {});
                report.lines[0].mv()
            } else {
                let tree = mcts_build_tree(&self.board, iterations, weight, &mut generator);
                Move(tree.best_move().into())
            };
            self.play(mv)?;
        }
    }
}

/// Who won, in our words.
fn winner(outcome: PeerOutcome) -> Option<Side> {
    match outcome {
        PeerOutcome::WonBy(Player::A) => Some(Side::First),
        PeerOutcome::WonBy(Player::B) => Some(Side::Second),
        PeerOutcome::Draw => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_searches_make_their_iterations() {
        assert!(mossa_iterations(2_000, 1).expect("all of them") > 0.0);
        assert!(board_game_iterations(2_000, 1) > 0.0);
    }

    /// With as many iterations it holds its own; with hardly any, nobody would know.
    #[test]
    fn a_match_counts_every_game() {
        let score = play_match(6, 300, 1.0, 1).expect("the boards agree");
        assert_eq!(score.wins + score.draws + score.losses, 12);
        assert!(score.share() > 0.2, "{score:?}");
    }
}
