//! What an engine thinks of every legal move of a position.
//!
//! An engine may leave out moves that it finds unlikely, and when time is short it may not come to
//! all of them. So the analysis begins with a short look at every move, and what the engine then
//! finds out about the better ones takes its place. From the first moment on, whatever happens, each
//! move has a value.

use std::collections::{HashMap, HashSet};

use mossa_kernel::{Budget, Estimate, Exact, Game, GameResult, Move, PlayerError, Value, values};
use mossa_search::{Aim, Line, Report, Task};

use crate::Engine;

/// The part of the budget that each of the two short looks may take: one in so many.
const SHORT_PART: u32 = 4;

/// How many positions are looked at after a move that the engine left out.
const NODES: u64 = 200;

/// How many of the moves that the engine left out are looked at.
const MOST_LOOKS: usize = 1_000;

/// An analysis about to begin.
pub struct Analysis<'a> {
    /// Who thinks.
    pub engine: &'a mut dyn Engine,
    /// What about.
    pub game: &'a Game,
    /// How many threads may think.
    pub threads: usize,
    /// How many of the best moves get a closer look; all of them unless said otherwise.
    pub lines: Option<usize>,
}

impl Analysis<'_> {
    /// Thinks within the budget. Each report has every legal move, best first.
    ///
    /// # Errors
    /// Refuses a finished game.
    pub fn run(
        mut self,
        budget: &Budget<'_>,
        watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, PlayerError> {
        let moves = self.game.position().moves();
        let first = self.look(moves.len(), budget)?;
        let (rest, nodes) = self.look_at_rest(&moves, &first, budget);
        let base = Base::new(&moves, first.lines.iter().chain(&rest));
        let nodes = first.nodes + nodes;
        let all = |report: &Report| Report {
            nodes: report.nodes + nodes,
            lines: base.completed(report),
            ..report.clone()
        };
        let lines = self.lines.unwrap_or(moves.len()).clamp(1, moves.len());
        let found =
            self.deepen(Aim::Play, lines, nodes, budget, &mut |report| watch(&all(report)))?;
        let is_spent = budget.is_spent(nodes + found.nodes) || budget.depth.is_some();
        if is_spent || !leaves_doubts(&found) {
            return Ok(all(&found));
        }
        // Nothing more can be learned by playing well; what is left of the budget goes into proofs.
        let spent = nodes + found.nodes;
        let proof = self.deepen(Aim::Solve, lines, spent, budget, &mut |proof| {
            watch(&all(&with_proofs(found.clone(), proof)));
        })?;
        Ok(all(&with_proofs(found, &proof)))
    }

    /// Looks ever deeper, with what is left of the budget after so many positions.
    fn deepen(
        &mut self,
        aim: Aim,
        lines: usize,
        nodes: u64,
        budget: &Budget<'_>,
        watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, PlayerError> {
        let left = budget.nodes.map(|limit| limit.saturating_sub(nodes).max(1));
        let budget = Budget { nodes: left, ..*budget };
        let task = Task { budget: &budget, aim, lines, threads: self.threads };
        let mut complete: Option<Report> = None;
        let report = self.engine.think(self.game, &task, &mut |report| {
            watch(report);
            complete = Some(report.clone());
        })?;
        Ok(match complete {
            Some(complete) if complete.depth >= report.depth && !report.is_settled => {
                Report { lines: with_proofs(complete, &report).lines, ..report }
            }
            _ => report,
        })
    }

    /// A look one ply ahead.
    fn look(&mut self, n_moves: usize, budget: &Budget<'_>) -> Result<Report, PlayerError> {
        let budget = Budget { depth: Some(1), ..part(budget, 1) };
        let task = Task { budget: &budget, aim: Aim::Play, lines: n_moves, threads: 1 };
        self.engine.think(self.game, &task, &mut |_| {})
    }

    /// A short look at each move that the first one left out, as far as the budget goes.
    fn look_at_rest(
        &mut self,
        moves: &[Move],
        first: &Report,
        budget: &Budget<'_>,
    ) -> (Vec<Line>, u64) {
        let seen: HashSet<Move> = first.lines.iter().map(Line::mv).collect();
        let budget = part(budget, 2);
        let (mut lines, mut nodes) = (Vec::new(), 0);
        for &mv in moves.iter().filter(|mv| !seen.contains(mv)).take(MOST_LOOKS) {
            if budget.is_spent(first.nodes + nodes) {
                break;
            }
            let (line, cost) = self.look_at(mv, &budget);
            lines.extend(line);
            nodes += cost;
        }
        (lines, nodes)
    }

    fn look_at(&mut self, mv: Move, budget: &Budget<'_>) -> (Option<Line>, u64) {
        let mut after = self.game.clone();
        after.play(mv).expect("a listed move is legal");
        if let Some(outcome) = after.outcome() {
            let value = values::of_last_move(outcome, self.game.position().side_to_move());
            return (Some(Line { moves: vec![mv], value, depth: 1 }), 1);
        }
        let budget = Budget { nodes: Some(NODES), ..*budget };
        let Ok(report) = self.engine.think(&after, &Task::play(&budget), &mut |_| {}) else {
            return (None, 0);
        };
        let line = report.best().map(|line| Line {
            moves: [&[mv], &line.moves[..]].concat(),
            value: values::of_move(&line.value),
            depth: line.depth + 1,
        });
        (line, report.nodes)
    }
}

/// The budget until so many short parts of it are spent.
fn part<'b>(budget: &Budget<'b>, parts: u32) -> Budget<'b> {
    Budget {
        time: budget.time_to_use().map(|time| time * parts / SHORT_PART),
        clock: None,
        nodes: budget.nodes.map(|nodes| (nodes / u64::from(SHORT_PART)).max(1) * u64::from(parts)),
        ..*budget
    }
}

/// Whether a value is not proven, or not with its distance.
fn leaves_doubts(report: &Report) -> bool {
    let is_certain = |line: &Line| matches!(line.value, Value::Exact(exact) if !exact.at_most);
    !report.lines.iter().all(is_certain)
}

/// A report, and what was proven since. What was merely believed since is left out: beliefs from
/// different depths do not compare.
fn with_proofs(report: Report, later: &Report) -> Report {
    if later.is_settled {
        return Report { nodes: report.nodes + later.nodes, ..later.clone() };
    }
    let mut lines = report.lines;
    for line in later.lines.iter().filter(|line| values::is_exact(&line.value)) {
        match lines.iter_mut().find(|known| known.mv() == line.mv()) {
            Some(known) => known.clone_from(line),
            None => lines.push(line.clone()),
        }
    }
    Report { lines, nodes: report.nodes + later.nodes, ..report }
}

/// What short looks say of every legal move.
struct Base {
    lines: Vec<Line>,
}

impl Base {
    fn new<'l>(moves: &[Move], known: impl Iterator<Item = &'l Line>) -> Self {
        let known: HashMap<Move, &Line> = known.map(|line| (line.mv(), line)).collect();
        let beliefs = known.values().filter_map(|line| match line.value {
            Value::Estimate(estimate) => Some(estimate),
            Value::Exact(_) => None,
        });
        // What nobody had time to look at is the engine's last choice.
        let lowest = beliefs.min_by(|a, b| a.score.total_cmp(&b.score));
        let value = lowest.map_or(Value::score(0.0), Value::Estimate);
        let unknown = |mv| Line { moves: vec![mv], value, depth: 0 };
        let lines =
            moves.iter().map(|&mv| known.get(&mv).map_or(unknown(mv), |&line| line.clone()));
        Self { lines: lines.collect() }
    }

    /// The engine's lines and, for all other moves, what is known of them; best first.
    fn completed(&self, report: &Report) -> Vec<Line> {
        let found = &report.lines;
        let seen: HashSet<Move> = found.iter().map(Line::mv).collect();
        let worst = found.iter().map(|line| line.value);
        let worst = worst.min_by(|a, b| values::rank(a).total_cmp(&values::rank(b)));
        let others = self.lines.iter().filter(|line| !seen.contains(&line.mv()));
        let others = others.map(|line| match &worst {
            Some(worst) => {
                let value = no_better(&line.value, worst, report.is_settled);
                Line { value, ..line.clone() }
            }
            None => line.clone(),
        });
        let mut lines: Vec<Line> = found.iter().cloned().chain(others).collect();
        // A stable sort: among equals the engine's order stays.
        lines.sort_by(|a, b| values::rank(&b.value).total_cmp(&values::rank(&a.value)));
        lines
    }
}

/// What is believed of a move that a longer search found no better than `worst`. Only where the search
/// came to its end, and all moves lose, does this one: else there may have been no time for it.
fn no_better(value: &Value, worst: &Value, is_settled: bool) -> Value {
    match (*value, *worst) {
        (Value::Estimate(own), Value::Estimate(limit)) if own.score > limit.score => {
            Value::Estimate(limit)
        }
        (Value::Estimate(_), Value::Exact(Exact { result: GameResult::Loss, plies, .. }))
            if is_settled =>
        {
            Value::Exact(Exact { result: GameResult::Loss, plies, at_most: true, margin: None })
        }
        (Value::Estimate(own), Value::Exact(Exact { result: GameResult::Draw, .. })) => {
            Value::Estimate(Estimate {
                score: own.score.min(0.0),
                winning_chance: own.winning_chance.map(|chance| chance.min(0.5)),
            })
        }
        (value, _) => value,
    }
}

#[cfg(test)]
mod tests {
    use mossa_games::GameSpec;

    use super::*;
    use crate::Options;

    fn analyzed(
        spec: &str,
        moves: &str,
        budget: &Budget<'_>,
        lines: Option<usize>,
    ) -> (Game, Report) {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = spec.start();
        game.play_text(moves).unwrap();
        let options = Options { memory_mb: 1, ..Options::default() };
        let mut engine = crate::engine(&spec, options);
        let analysis = Analysis { engine: engine.as_mut(), game: &game, threads: 1, lines };
        let report = analysis.run(budget, &mut |_| {}).unwrap();
        (game, report)
    }

    #[test]
    fn every_legal_move_has_a_value_and_the_best_comes_first() {
        for (spec, moves) in [
            ("connect4", "44435"),
            ("gomoku", "h8 i9 h9"),
            ("othello", "f5d6"),
            ("sticks:30,7", ""),
            ("tictactoe", ""),
            ("mnk:40,40,5", "t20"),
            ("connect:1,5,2", "1"),
        ] {
            for (nodes, lines) in [(1, None), (50, None), (3_000, None), (3_000, Some(2))] {
                let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
                let (game, report) = analyzed(spec, moves, &budget, lines);
                let mut legal = game.position().moves();
                let mut listed: Vec<Move> = report.lines.iter().map(Line::mv).collect();
                legal.sort_unstable_by_key(|mv| mv.0);
                listed.sort_unstable_by_key(|mv| mv.0);
                assert_eq!(listed, legal, "{spec} with {nodes} nodes");
                let ranks: Vec<f64> = report.lines.iter().map(|l| values::rank(&l.value)).collect();
                assert!(ranks.is_sorted_by(|a, b| a >= b), "{spec} with {nodes} nodes: {ranks:?}");
            }
        }
    }

    #[test]
    fn the_limit_on_positions_holds() {
        for nodes in [100, 1_000, 10_000] {
            let budget = Budget { nodes: Some(nodes), ..Budget::UNLIMITED };
            let (_, report) = analyzed("connect4", "44", &budget, None);
            assert!(report.nodes <= nodes + NODES, "{} of {nodes}", report.nodes);
        }
    }

    #[test]
    fn a_small_game_is_proven() {
        let (_, report) = analyzed("tictactoe", "", &Budget::UNLIMITED, None);
        let draw = Value::exact(GameResult::Draw, None);
        assert!(report.lines.iter().all(|line| line.value == draw), "{report:?}");
    }

    #[test]
    fn a_won_position_knows_the_loser_of_each_move() {
        let (game, report) = analyzed("tictactoe", "a1 b1 a2", &Budget::UNLIMITED, None);
        let shown: Vec<_> = report
            .lines
            .iter()
            .map(|line| (game.position().show_move(line.mv()), line.value))
            .collect();
        assert_eq!(shown[0].0, "a3", "the only move that does not lose at once");
        assert_eq!(shown[0].1, Value::exact(GameResult::Loss, Some(4)));
        assert!(
            shown[1..].iter().all(|(_, value)| *value == Value::exact(GameResult::Loss, Some(2)))
        );
    }
}
