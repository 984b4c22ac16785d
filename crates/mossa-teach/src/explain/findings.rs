//! What the engine finds out about a position before anything is said about it.

use std::collections::HashMap;

use mossa_engines::Analysis;
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Estimate, Exact, GameResult, Move, PlayerError, Value, values};
use mossa_search::{Aim, Line, Report, Task};

use super::{Opinion, Request, quick_games::Ends, result, until};
use crate::explain::{mnk::weighed::Weighed, othello::judged::Judged};

/// How much of the time may be spent when the proof ends, those of all other moves do, and the
/// analysis does.
const PROOF_PART: f64 = 0.35;
const ALL_PROOFS_PART: f64 = 0.5;
pub(super) const ANALYSIS_PART: f64 = 0.6;

/// Where the best moves get a closer look afterwards, the analysis of all moves ends here.
const FIRST_ANALYSIS_PART: f64 = 0.35;

/// How many positions of a tiny game are looked at, whatever the clock says: a busy machine must not
/// change who wins.
const TINY_NODES: u64 = 300_000;

/// So many of the best moves get a closer look: a deeper one than if there were more.
pub(super) const MOST_CLOSE_LOOKS: usize = 20;

/// A look that goes no deeper than this is a glance, and one that goes as deep as this is a close one.
const GLANCE: u32 = 3;
const CLOSE: u32 = 6;

/// With more moves than this nobody looks which are mirror images of each other.
const MOST_TWINS: usize = 256;

/// Chances that are no more percent apart than this, as they are shown, are called about equal.
pub(super) const EQUAL_PERCENT: f64 = 4.0;

/// Those that are more percent apart than this are not near each other.
const NEAR_PERCENT: f64 = 8.0;

/// Beside a win within so many moves, both sides' together, slower ones are not told.
const SOON: u32 = 5;

/// What is known of every move.
pub(super) struct Findings {
    /// Every legal move, best first.
    pub(super) lines: Vec<Line>,
    /// Whether the value of the best move is proven to be the value of the position.
    pub(super) is_proven: bool,
    /// Whether that value is known in full, the size of a win or loss included.
    pub(super) is_settled: bool,
    /// For each line the position it leads to, the same for mirror images; empty if nobody looked.
    keys: Vec<u64>,
    /// Othello: what the other side would play if it were its turn, where that is clear.
    pub(super) wish: Option<Move>,
    /// Othello: how it may go on if a corner that the best move gives is taken at once.
    pub(super) offer: Vec<Move>,
    /// Othello: each move played on many times.
    pub(super) tries: HashMap<Move, Vec<Vec<Move>>>,
    /// How games ended that were played on from some moves.
    pub(super) ends: HashMap<Move, Ends>,
    /// Othello: which moves are about as good as the best one, and what sets the others apart.
    pub(super) judged: Judged,
    /// m,n,k: what is counted after the moves that were looked at.
    pub(super) weighed: Weighed,
    /// Othello: what the classic players would do.
    pub(super) opinions: Vec<Opinion>,
    /// Othello: whether the reasons speak of safe moves, so that the table counts them.
    pub(super) tells_safe: bool,
}

impl Findings {
    pub(super) fn best(&self) -> &Line {
        &self.lines[0]
    }

    /// Whether the engine had no time for more than a glance.
    pub(super) fn is_first_impression(&self) -> bool {
        !self.is_proven && self.best().depth <= GLANCE
    }

    /// Whether a move was only glanced at beside others that were looked at closely.
    pub(super) fn is_glance(&self, line: &Line) -> bool {
        is_glance(line, self.deepest())
    }

    fn deepest(&self) -> u32 {
        self.lines.iter().map(|line| line.depth).max().unwrap_or(0)
    }

    /// What the position is worth, where that is proven.
    pub(super) fn proven(&self) -> Option<Exact> {
        match self.best().value {
            Value::Exact(exact) if self.is_proven => Some(exact),
            _ => None,
        }
    }

    /// What the position is worth. A move that draws proves only that the position is no worse.
    pub(super) fn value(&self) -> Value {
        match self.best().value {
            Value::Exact(_) if !self.is_proven => {
                Value::Estimate(Estimate { score: 0.0, winning_chance: Some(0.5) })
            }
            value => value,
        }
    }

    /// Whether two moves, by their places in the list, are mirror images of each other.
    pub(super) fn are_twins(&self, a: usize, b: usize) -> bool {
        matches!((self.keys.get(a), self.keys.get(b)), (Some(a), Some(b)) if a == b)
    }

    /// Whether a move is certainly, or to the engine's mind clearly, worse than the best.
    pub(super) fn is_worse(&self, line: &Line) -> bool {
        let best = &self.best().value;
        match (best, &line.value) {
            (Value::Exact(_), Value::Exact(exact)) => {
                // A loss by nobody knows how much may be as small as the best.
                let tells = values::tells_beside(&line.value, best);
                let is_known = exact.plies.is_some() || exact.margin.is_some();
                let is_other = result(best) != result(&line.value);
                tells && (is_known || is_other) && values::rank(&line.value) < values::rank(best)
            }
            (Value::Estimate(_), _) => percent(best) - percent(&line.value) > EQUAL_PERCENT,
            (Value::Exact(_), Value::Estimate(_)) => false,
        }
    }

    /// By how many percent a move is behind the best one, as they are shown.
    pub(super) fn percent_behind(&self, line: &Line) -> f64 {
        percent(&self.best().value) - percent(&line.value)
    }

    /// Whether a move is far behind the best one, where neither is proven.
    pub(super) fn is_far(&self, line: &Line) -> bool {
        self.percent_behind(line) > NEAR_PERCENT
    }

    /// Whether the best move is proven to win within a few moves, as soon as possible.
    pub(super) fn wins_soon(&self) -> bool {
        self.proven().is_some_and(|exact| {
            let is_soon = exact.plies.is_some_and(|plies| plies <= SOON);
            exact.result == GameResult::Win && is_soon && !exact.at_most
        })
    }

    /// Whether beside a win that is so near nobody asks for a move: one that wins later or of which little is known.
    pub(super) fn is_needless(&self, line: &Line) -> bool {
        let is_slow = match result(&line.value) {
            Some(GameResult::Win) => !values::is_same(&line.value, &self.best().value),
            Some(GameResult::Draw | GameResult::Loss) => false,
            None => true,
        };
        self.wins_soon() && is_slow
    }

    /// Whether every move is proven to draw.
    pub(super) fn is_all_drawn(&self) -> bool {
        self.lines.iter().all(|line| result(&line.value) == Some(GameResult::Draw))
    }

    /// The moves at the head of the list that are as good as the best one, itself included.
    pub(super) fn equally_soon(&self) -> impl Iterator<Item = &Line> {
        let best = self.best().value;
        self.lines.iter().take_while(move |line| values::is_same(&line.value, &best))
    }

    /// Puts those of the moves that are as good as the best one first that `is_preferred`.
    pub(super) fn prefer(&mut self, is_preferred: impl Fn(&Line) -> bool) {
        let equal = self.equally_soon().count();
        let preferred = self.lines[..equal].iter().position(is_preferred).unwrap_or(0);
        self.put_first(preferred);
    }

    /// Puts a move first.
    pub(super) fn put_first(&mut self, index: usize) {
        self.lines[..=index].rotate_right(1);
        if index < self.keys.len() {
            self.keys[..=index].rotate_right(1);
        }
    }

    /// Puts the first move where it was before that.
    pub(super) fn put_back(&mut self, index: usize) {
        self.lines[..=index].rotate_left(1);
        if index < self.keys.len() {
            self.keys[..=index].rotate_left(1);
        }
    }

    /// Where other moves may win by more than the first, the largest win that is known comes first.
    pub(super) fn put_largest_first(&mut self) {
        let is_sized =
            |line: &Line| matches!(line.value, Value::Exact(exact) if exact.margin.is_some());
        if self.is_settled || !self.is_proven || !is_sized(self.best()) {
            return;
        }
        let rank = |index: &usize| values::rank(&self.lines[*index].value);
        let sized = (0..self.lines.len()).filter(|&index| is_sized(&self.lines[index]));
        let largest = sized.max_by(|a, b| rank(a).total_cmp(&rank(b)).then(b.cmp(a))).unwrap_or(0);
        self.put_first(largest);
    }

    /// What is known of one mirror image is known of all.
    pub(super) fn share_between_twins(&mut self) {
        let mut known: HashMap<u64, (Value, u32)> = HashMap::new();
        let certainty = |value: &Value| match value {
            Value::Exact(exact) => 1 + u8::from(!exact.at_most) + u8::from(exact.margin.is_some()),
            Value::Estimate(_) => 0,
        };
        for (key, line) in self.keys.iter().zip(&self.lines) {
            let known = known.entry(*key).or_insert((line.value, line.depth));
            if certainty(&line.value) > certainty(&known.0) {
                *known = (line.value, line.depth);
            }
        }
        for (key, line) in self.keys.iter().zip(&mut self.lines) {
            let (value, depth) = known[key];
            if value != line.value {
                *line = Line { moves: vec![line.mv()], value, depth };
            }
        }
    }

    /// Takes over that the position is a draw; one of its moves is known to draw.
    pub(super) fn settle_draw(&mut self) {
        let draws = |line: &Line| result(&line.value) == Some(GameResult::Draw);
        let first = self.lines.iter().position(draws).unwrap_or(0);
        self.put_first(first);
        self.is_proven = true;
        self.share_between_twins();
        self.sort();
    }

    /// Where the position is lost, so is every move, and at least as soon.
    fn share_loss(&mut self) {
        let Some(Exact { result: GameResult::Loss, plies, .. }) = self.proven() else { return };
        let at_most = plies.is_some();
        let lost = Exact { result: GameResult::Loss, plies, at_most, margin: None };
        for line in self.lines.iter_mut().filter(|line| !values::is_exact(&line.value)) {
            line.value = Value::Exact(lost);
        }
    }

    /// Puts the moves behind the best one in order again.
    pub(super) fn sort(&mut self) {
        let is_drawn = self.proven().is_some_and(|exact| exact.result == GameResult::Draw);
        let rank = |line: &Line| match line.value {
            // Whatever the engine believes of it, it does not win.
            Value::Estimate(_) if is_drawn => values::rank(&line.value).min(-0.5),
            _ => values::rank(&line.value),
        };
        let first = usize::from(self.is_proven);
        let deepest = self.deepest();
        let keys = self.keys.iter().map(Some).chain(std::iter::repeat(None));
        let mut rest: Vec<(Line, Option<u64>)> =
            self.lines.drain(..).zip(keys.map(Option::<&u64>::copied)).collect();
        // A glance says less than a close look; what is lost comes last all the same.
        let group = |line: &Line| match result(&line.value) {
            Some(GameResult::Loss) => 2,
            Some(GameResult::Win | GameResult::Draw) => 0,
            None => u8::from(is_glance(line, deepest)),
        };
        rest[first..].sort_by(|a, b| {
            let by_rank = || rank(&b.0).total_cmp(&rank(&a.0));
            group(&a.0).cmp(&group(&b.0)).then_with(by_rank)
        });
        self.keys = rest.iter().filter_map(|(_, key)| *key).collect();
        self.lines = rest.into_iter().map(|(line, _)| line).collect();
    }
}

impl Request<'_> {
    /// What the position is worth, proven if that is quick, and then every move.
    pub(super) fn find_out(&mut self) -> Result<Findings, PlayerError> {
        let n_moves = self.game.position().moves().len();
        let is_tiny = crate::is_tiny(self.spec, self.game);
        let nodes = self.budget.nodes.map_or(TINY_NODES, |nodes| nodes.min(TINY_NODES));
        let untimed = Budget { time: None, clock: None, nodes: Some(nodes), ..*self.budget };
        let mut proofs = Vec::new();
        if is_tiny {
            proofs.push(self.prove(&untimed, n_moves)?);
        } else {
            let part = if crate::may_be_proven(self.spec, self.game) { PROOF_PART } else { 0.0 };
            proofs.push(self.prove(&until(self.budget, part), 1)?);
            if proofs[0].is_settled {
                proofs.push(self.prove(&until(self.budget, ALL_PROOFS_PART), n_moves)?);
            }
        }
        let all = proofs.iter().find(|proof| {
            proof.is_settled
                && proof.lines.len() == n_moves
                && proof.lines.iter().all(Line::is_settled)
        });
        if let Some(all) = all {
            return Ok(self.findings(all.lines.clone(), true));
        }
        let is_refined = matches!(self.spec, GameSpec::Othello(_));
        let part = if is_refined { FIRST_ANALYSIS_PART } else { ANALYSIS_PART };
        let budget = if is_tiny { untimed } else { until(self.budget, part) };
        let (game, threads) = (self.game, self.threads);
        let lines = Some(MOST_CLOSE_LOOKS.min(n_moves));
        let analysis = Analysis { engine: self.engine, game, threads, lines };
        let mut report = analysis.run(&budget, &mut |_| {})?;
        if is_refined && !report.is_settled {
            self.refine(&mut report)?;
        }
        let settled = proofs.iter().any(|proof| proof.is_settled) || report.is_settled;
        let mut lines = report.lines;
        // The first proof last: its move is the best.
        for proof in proofs.iter().rev() {
            merge(&mut lines, proof);
        }
        Ok(self.findings(lines, settled))
    }

    fn prove(&mut self, budget: &Budget<'_>, lines: usize) -> Result<Report, PlayerError> {
        let task = Task { budget, aim: Aim::Solve, lines, threads: self.threads };
        self.engine.think(self.game, &task, &mut |_| {})
    }

    /// Puts what is known in order; `is_settled` says that the value of the first move is that of the
    /// position.
    fn findings(&self, mut lines: Vec<Line>, is_settled: bool) -> Findings {
        if !is_settled {
            // What was proven of a move may have changed its place.
            lines.sort_by(|a, b| values::rank(&b.value).total_cmp(&values::rank(&a.value)));
        }
        let is_proven = match result(&lines[0].value) {
            // A single move that wins is enough.
            Some(GameResult::Win) => true,
            Some(GameResult::Draw | GameResult::Loss) => {
                is_settled || lines.iter().all(|line| values::is_exact(&line.value))
            }
            None => false,
        };
        let keys = self.keys(&lines);
        let mut findings = Findings {
            lines,
            is_proven,
            is_settled,
            keys,
            wish: None,
            offer: Vec::new(),
            tries: HashMap::new(),
            ends: HashMap::new(),
            judged: Judged::default(),
            weighed: Weighed::default(),
            opinions: Vec::new(),
            tells_safe: false,
        };
        findings.share_between_twins();
        findings.share_loss();
        self.sharpen(&mut findings);
        findings.sort();
        findings
    }

    /// Where each move leads, the same for mirror images.
    fn keys(&self, lines: &[Line]) -> Vec<u64> {
        if lines.len() > MOST_TWINS || matches!(self.spec, GameSpec::Sticks(_)) {
            return Vec::new();
        }
        let key = |line: &Line| {
            let mut after = self.game.position().boxed_clone();
            after.play_legal(line.mv());
            after.canonical_key()
        };
        lines.iter().map(key).collect()
    }
}

/// Takes over what was proven: of each move, and where the position is settled, which is the best.
fn merge(lines: &mut Vec<Line>, proof: &Report) {
    for proven in proof.lines.iter().filter(|line| line.is_settled()) {
        if let Some(line) = lines.iter_mut().find(|line| line.mv() == proven.mv()) {
            line.clone_from(proven);
        }
    }
    if let Some(best) = proof.best().filter(|_| proof.is_settled) {
        lines.retain(|line| line.mv() != best.mv());
        lines.insert(0, best.clone());
    }
}

fn is_glance(line: &Line, deepest: u32) -> bool {
    !values::is_exact(&line.value) && line.depth <= GLANCE && deepest >= CLOSE
}

/// Whether there was time to look at a move at all.
pub(super) fn is_looked_at(line: &Line) -> bool {
    line.depth > 0 || values::is_exact(&line.value)
}

/// The chance to win in percent, as it is shown.
fn percent(value: &Value) -> f64 {
    (100.0 * crate::chance(value)).clamp(1.0, 99.0).round()
}
