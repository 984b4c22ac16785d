//! Two ways to play on boards that are too large to solve, by how much time there is.

use std::time::Duration;

use mossa_games::connect::Spec;
use mossa_kernel::{GameResult, Position, Value, View};
use mossa_search::{Aim, AlphaBeta, Guided, Params, Report, Search, Task};

use super::{counted::CountedKnowledge, quick::QuickGame};
use crate::Options;

/// A tree over quick games plays better than a search by depth once there is time for enough of them:
/// a game takes the longer the more cells are free, and each open column needs its share.
const TIME_A_CELL_AND_COLUMN: Duration = Duration::from_micros(20);

/// On boards with more cells than this the tree loses to players that the search beats, even where it has the last thousand
/// cells to play and a second for each: each column gets too few games to tell plans apart that take a hundred moves.
const MOST_CELLS: u64 = 400;

/// A search by depth, and a tree over quick games.
pub(super) struct TwoWays<P> {
    by_depth: AlphaBeta<P, CountedKnowledge>,
    by_games: Guided<P, CountedKnowledge>,
    has_games: bool,
}

impl<P: Position> TwoWays<P> {
    pub(super) fn new(
        knowledge: CountedKnowledge,
        params: Params,
        options: Options,
        spec: Spec,
    ) -> Self {
        // What was learned from games knows how they end: with it, the tree plays no better.
        let cells = u64::from(spec.rows()) * u64::from(spec.columns());
        let is_small = cells <= MOST_CELLS;
        let has_games = is_small && QuickGame::is_for(spec) && !knowledge.is_learned();
        let Options { memory_mb, seed, .. } = options;
        Self {
            by_games: Guided::new(knowledge.clone(), memory_mb, seed),
            by_depth: AlphaBeta::new(knowledge, params, memory_mb),
            has_games,
        }
    }

    /// Whether games are to be tried: one move is asked for, by the clock alone, and there is time.
    fn tries_games(&self, position: &P, task: &Task<'_>) -> bool {
        let budget = task.budget;
        let is_by_clock = budget.nodes.is_none() && budget.depth.is_none();
        let is_one_move = task.aim == Aim::Play && task.lines <= 1;
        let has_time = || budget.time_to_use().is_some_and(|time| time >= least_time(position));
        self.has_games && is_one_move && is_by_clock && has_time()
    }
}

/// How much time a move must have for games to be tried. It falls as the board fills.
fn least_time(position: &impl Position) -> Duration {
    let View::Board(board) = position.view() else { return Duration::MAX };
    let free = board.cells.len() - board.stones().count();
    let times = u32::try_from(free as u64 * position.move_count()).unwrap_or(u32::MAX);
    TIME_A_CELL_AND_COLUMN.saturating_mul(times)
}

impl<P: Position> Search<P> for TwoWays<P> {
    fn search(&mut self, position: &P, task: &Task<'_>, watch: &mut dyn FnMut(&Report)) -> Report {
        if !self.tries_games(position, task) {
            return self.by_depth.search(position, task, watch);
        }
        let tried = self.by_games.search(position, task, watch);
        let Some(result) = proven(&tried) else { return tried };
        // The other search knows better how soon a win comes, and how long a loss can be put off.
        let near = self.by_depth.search(position, task, &mut |_| {});
        let nodes = tried.nodes + near.nodes;
        let best = if proven(&near) == Some(result) { near } else { tried };
        let report = Report { nodes, ..best };
        watch(&report);
        report
    }

    fn forget(&mut self) {
        self.by_depth.forget();
        self.by_games.forget();
    }
}

/// How the game ends, if that is known.
fn proven(report: &Report) -> Option<GameResult> {
    match report.best()?.value {
        Value::Exact(exact) => Some(exact.result),
        Value::Estimate(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use mossa_games::{GameSpec, connect::Stacks};
    use mossa_kernel::{Budget, Game, Move};
    use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

    use super::*;
    use crate::engine;

    /// What the engine plays after some moves with so many milliseconds.
    fn think(spec: &str, moves: &str, milliseconds: u64) -> Report {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = spec.start();
        for mv in moves.split_whitespace() {
            game.play_text(mv).unwrap();
        }
        think_of(&spec, &game, milliseconds)
    }

    /// The same in a game, on a clock that runs by itself.
    fn think_of(spec: &GameSpec, game: &Game, milliseconds: u64) -> Report {
        let ticks = std::cell::Cell::new(0);
        let elapsed = || {
            ticks.set(ticks.get() + 1);
            Duration::from_micros(ticks.get() * 500)
        };
        let time = Some(Duration::from_millis(milliseconds));
        let budget = Budget { time, elapsed: &elapsed, ..Budget::UNLIMITED };
        let options = Options { memory_mb: 8, ..Options::default() };
        engine(spec, options).think(game, &Task::play(&budget), &mut |_| {}).unwrap()
    }

    #[test]
    fn games_are_tried_where_there_is_time() {
        // Counts iterations, of which there are few.
        let few = think("connect:12,13,5", "7 7 8", 400);
        assert!(few.nodes > 0 && few.lines.len() > 1, "every move is told: {few:?}");
        assert_eq!(think("connect:12,13,5", "7 7 8", 20).lines.len(), 1);
        assert_eq!(think("connect:70,5,5", "3 3 4", 4000).lines.len(), 1, "too high");
        assert!(think("connect:20,20,6", "7 7 8", 4000).lines.len() > 1, "just small enough");
        assert_eq!(think("connect:20,21,6", "7 7 8", 4000).lines.len(), 1, "too large");
        assert_eq!(think("connect:9,10,5", "5 5 6", 400).lines.len(), 1, "learned");
        assert!(think("connect:10,11,5", "5 5 6", 400).lines.len() > 1, "in a machine word");
    }

    #[test]
    fn a_fuller_board_needs_less_time() {
        let GameSpec::Connect(spec) = "connect:20,20,6".parse().unwrap() else {
            panic!("another game");
        };
        let mut position = Stacks::new(spec);
        assert_eq!(least_time(&position), TIME_A_CELL_AND_COLUMN * 400 * 20);
        for _ in 0..20 {
            position.play(Move(7));
        }
        assert_eq!(least_time(&position), TIME_A_CELL_AND_COLUMN * 380 * 19, "a full column");
    }

    #[test]
    fn a_win_and_a_block_in_one_are_seen() {
        let win = think("connect:12,13,5", "5 1 6 1 7 1 8 2", 400);
        assert!([Move(3), Move(8)].contains(&win.best().unwrap().mv()), "{win:?}");
        assert_eq!(proven(&win), Some(GameResult::Win));
        assert!(win.is_settled);
        let block = think("connect:12,13,5", "5 1 6 1 7 1 12 1", 400);
        assert_eq!(block.best().unwrap().mv(), Move(0), "{block:?}");
    }

    fn after(game: &Game, mv: Move) -> Game {
        let mut game = game.clone();
        game.play(mv).unwrap();
        game
    }

    /// The moves that complete a line at once.
    fn winning(game: &Game) -> Vec<Move> {
        let wins = |&mv: &Move| after(game, mv).outcome().is_some_and(|o| o.winner.is_some());
        game.position().moves().into_iter().filter(wins).collect()
    }

    /// The moves after which the game goes on and the other side cannot complete a line.
    fn holding(game: &Game) -> Vec<Move> {
        let holds = |&mv: &Move| {
            let next = after(game, mv);
            next.outcome().is_none() && winning(&next).is_empty()
        };
        game.position().moves().into_iter().filter(holds).collect()
    }

    /// Random games have wins and blocks in one in every other position.
    #[test]
    fn no_win_and_no_block_in_one_is_missed() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let mut seen = [0; 2];
        for name in ["connect:12,13,4", "connect:9,20,4", "connect:12,13,5", "connect:10,11,5"] {
            let spec: GameSpec = name.parse().unwrap();
            for _ in 0..6 {
                let mut game = spec.start();
                while game.outcome().is_none() {
                    let (wins, holds) = (winning(&game), holding(&game));
                    if !wins.is_empty() || (!holds.is_empty() && holds.len() < 4) {
                        let chosen = think_of(&spec, &game, 400).best().unwrap().mv();
                        let good = if wins.is_empty() { &holds } else { &wins };
                        assert!(good.contains(&chosen), "{name} {:?}", game.history());
                        seen[usize::from(wins.is_empty())] += 1;
                    }
                    let moves = game.position().moves();
                    let quiet: Vec<Move> =
                        moves.iter().copied().filter(|mv| !wins.contains(mv)).collect();
                    let moves = if quiet.is_empty() { moves } else { quiet };
                    game.play(moves[rng.random_range(0..moves.len())]).unwrap();
                }
            }
        }
        assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
    }
}
