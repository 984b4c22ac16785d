//! How the weights were obtained: least squares over games of this evaluation against itself, a few
//! times over, beginning with a guess. The test does it in small; the weights that are used came
//! out of
//!
//! ```text
//! MOSSA_FIT=1 cargo test --release -p mossa-engines othello::fit -- --nocapture
//! ```

use mossa_games::{
    Rules,
    othello::{OthelloPosition, Spec, VisitOthello},
    word::Word,
};
use mossa_kernel::{Move, Side, Value};
use mossa_search::{Knowledge, MoveSink, Score};
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

use super::{
    OthelloKnowledge, ending,
    features::COUNT,
    weights::{KNOTS, TERMS, Table, Weights, stage},
};

/// How many games are played and how many plies are looked ahead, round by round, to get weights for
/// use.
const ROUNDS: &[(u64, i32)] = &[
    (4_000, 1),
    (8_000, 2),
    (8_000, 3),
    (8_000, 3),
    (8_000, 3),
    (10_000, 4),
    (10_000, 4),
    (10_000, 4),
    (10_000, 5),
];

/// The games by which the result is judged.
const JUDGED: (u64, i32) = (2_000, 4);

/// The same in small.
const FEW_ROUNDS: &[(u64, i32)] = &[(60, 1), (60, 1)];
const FEW_JUDGED: (u64, i32) = (40, 1);

/// With so few empty squares, a position gets its true value instead of the game's result.
const EXACT_FROM: u32 = 8;

/// The first moves are partly random, up to a ply below this; what comes later is learned from.
const LONGEST_OPENING: u32 = 46;

/// How often such a move is random.
const RANDOM_SHARE: f64 = 0.3;

/// How much what follows in a game counts for a position, beside what a search says there.
const TRUST: f64 = 0.75;

/// How much of what was learned in earlier rounds is kept.
const KEPT: f64 = 0.5;

/// How strongly the weights of neighboring stages are held together.
const SMOOTHNESS: f64 = 3000.0;

/// How many unknowns there are.
const SIZE: usize = KNOTS * TERMS;

/// What the first round believes of every stage.
const GUESS: [i32; TERMS] = [150, 200, -200, 6000, 1000, -1500, -3000, 1500, 200, 0, 0, 0];

/// A position as the fit sees it.
struct Sample {
    terms: [f64; TERMS],
    discs: u32,
    /// What the estimate should have been, in discs.
    target: f64,
    /// The disc difference at the end of the game, for the side to move.
    margin: f64,
}

impl Sample {
    fn new<P: OthelloPosition>(
        position: &P,
        knowledge: &OthelloKnowledge<P::Word>,
        target: f64,
        margin: f64,
    ) -> Self {
        let features = knowledge.shared.counter.features(position);
        let discs = (position.ours() | position.theirs()).count();
        let mut terms = [0.0; TERMS];
        for (term, feature) in terms.iter_mut().zip(features) {
            *term = feature.into();
        }
        terms[COUNT + (discs % 2) as usize] = 1.0;
        Self { terms, discs, target, margin }
    }

    /// What the unknowns are multiplied with: those of two stages.
    fn coefficients(&self) -> (usize, [f64; 2 * TERMS]) {
        let (row, way, span) = stage(self.discs, 64);
        let after = f64::from(way) / f64::from(span);
        let mut coefficients = [0.0; 2 * TERMS];
        for (index, term) in self.terms.iter().enumerate() {
            coefficients[index] = term * (1.0 - after);
            coefficients[TERMS + index] = term * after;
        }
        (row * TERMS, coefficients)
    }
}

/// A plain search to a fixed depth.
struct Player<W> {
    knowledge: OthelloKnowledge<W>,
    depth: i32,
}

impl<W: Word> Player<W> {
    fn value<P: OthelloPosition<Word = W>>(
        &mut self,
        position: &P,
        depth: i32,
        mut least: Score,
        most: Score,
    ) -> Score {
        if let Some(outcome) = position.outcome() {
            return Score::of_outcome(outcome, position.side_to_move());
        }
        if let Some(score) = self.knowledge.verdict(position, depth) {
            return score;
        }
        if depth == 0 {
            return Score::estimate(self.knowledge.evaluate(position));
        }
        for mv in self.moves(position) {
            let mut after = position.clone();
            after.play(mv);
            least = least.max(-self.value(&after, depth - 1, -most, -least));
            if least >= most {
                break;
            }
        }
        least
    }

    fn moves<P: OthelloPosition<Word = W>>(&mut self, position: &P) -> Vec<Move> {
        let mut moves = Vec::new();
        self.knowledge.moves(position, &mut MoveSink::new(&mut moves));
        moves.sort_by_key(|&(_, promise)| -promise);
        moves.into_iter().map(|(mv, _)| mv).collect()
    }

    /// The best move and what it is worth in discs.
    fn choose<P: OthelloPosition<Word = W>>(&mut self, position: &P) -> (Move, f64) {
        let (mut best, mut chosen) = (Score::WORST, Move::PASS);
        for mv in self.moves(position) {
            let mut after = position.clone();
            after.play(mv);
            let value = -self.value(&after, self.depth - 1, Score::WORST, -best);
            if value > best {
                (best, chosen) = (value, mv);
            }
        }
        let discs = match best.to_value(true, false, |_| None) {
            Value::Exact(exact) => f64::from(exact.margin.unwrap_or(0)),
            Value::Estimate(estimate) => (estimate.score / 100.0).clamp(-64.0, 64.0),
        };
        (chosen, discs)
    }

    /// Plays a game and shows its positions to `visit`.
    fn play<P: OthelloPosition<Word = W>>(
        &mut self,
        mut position: P,
        rng: &mut Xoshiro256PlusPlus,
        mut visit: impl FnMut(Sample),
    ) {
        let opening = rng.random_range(2..LONGEST_OPENING);
        let (mut met, mut ply) = (Vec::new(), 0);
        while !self.is_nearly_over(&position) {
            let is_random = ply < 4 || ply < opening && rng.random_bool(RANDOM_SHARE);
            let mv = if is_random {
                position.random_move(rng)
            } else {
                let (mv, value) = self.choose(&position);
                if ply >= opening {
                    met.push((position.clone(), value * sign(position.side_to_move())));
                }
                mv
            };
            position.play(mv);
            ply += 1;
        }
        let margin = self.margin(&position) * sign(position.side_to_move());
        let mut target = margin;
        for (position, value) in met.into_iter().rev() {
            target = TRUST * target + (1.0 - TRUST) * value;
            let sign = sign(position.side_to_move());
            visit(Sample::new(&position, &self.knowledge, target * sign, margin * sign));
        }
        while position.outcome().is_none() {
            let margin = self.margin(&position);
            visit(Sample::new(&position, &self.knowledge, margin, margin));
            let mv = position.random_move(rng);
            position.play(mv);
        }
    }

    fn is_nearly_over<P: OthelloPosition<Word = W>>(&self, position: &P) -> bool {
        position.outcome().is_some() || self.knowledge.empty(position).count() <= EXACT_FROM
    }

    /// The result of perfect play, for the side to move, when the game is nearly over.
    fn margin<P: OthelloPosition<Word = W>>(&self, position: &P) -> f64 {
        ending::margin(position, self.knowledge.empty(position)).into()
    }
}

fn sign(side: Side) -> f64 {
    if side == Side::First { 1.0 } else { -1.0 }
}

/// The least squared error, by elimination in the normal equations.
#[derive(Clone)]
struct Equations {
    matrix: Vec<[f64; SIZE]>,
    right: [f64; SIZE],
}

impl Equations {
    fn new() -> Self {
        Self { matrix: vec![[0.0; SIZE]; SIZE], right: [0.0; SIZE] }
    }

    fn fade(&mut self) {
        for number in self.matrix.iter_mut().flatten().chain(&mut self.right) {
            *number *= KEPT;
        }
    }

    /// Holds neighboring stages together, and what no position tells apart at zero.
    fn smooth(&mut self) {
        for row in 0..SIZE {
            self.matrix[row][row] += 1.0;
            if let Some(before) = row.checked_sub(TERMS) {
                self.matrix[row][row] += SMOOTHNESS;
                self.matrix[before][before] += SMOOTHNESS;
                self.matrix[row][before] -= SMOOTHNESS;
                self.matrix[before][row] -= SMOOTHNESS;
            }
        }
    }

    fn add(&mut self, sample: &Sample) {
        let (offset, coefficients) = sample.coefficients();
        for (row, own) in coefficients.iter().enumerate() {
            for (column, other) in coefficients.iter().enumerate() {
                self.matrix[offset + row][offset + column] += own * other;
            }
            self.right[offset + row] += own * sample.target;
        }
    }

    fn solve(&self) -> [f64; SIZE] {
        let Self { mut matrix, mut right } = {
            let mut smoothed = self.clone();
            smoothed.smooth();
            smoothed
        };
        for pivot in 0..SIZE {
            for row in pivot + 1..SIZE {
                let factor = matrix[row][pivot] / matrix[pivot][pivot];
                let (above, below) = matrix.split_at_mut(row);
                for (number, other) in below[0].iter_mut().zip(&above[pivot]) {
                    *number -= factor * other;
                }
                right[row] -= factor * right[pivot];
            }
        }
        for row in (0..SIZE).rev() {
            for column in row + 1..SIZE {
                right[row] -= matrix[row][column] * right[column];
            }
            right[row] /= matrix[row][row];
        }
        right
    }
}

/// Plays with weights on the standard board and shows all positions to `visit`.
fn play_games<P: OthelloPosition>(
    start: &P,
    table: &Table,
    (games, depth): (u64, i32),
    round: u64,
    mut visit: impl FnMut(Sample),
) {
    let weights = Weights::from_table(table, 64);
    let knowledge = OthelloKnowledge::with_weights(start.spec(), weights);
    let mut player = Player { knowledge, depth };
    for game in 0..games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64((round << 32) | game);
        player.play(start.clone(), &mut rng, &mut visit);
    }
}

/// The errors of the estimates beside those of the disc difference, stage by stage, and how
/// estimates turn into chances to win.
fn judge<P: OthelloPosition>(start: &P, table: &Table, games: (u64, i32)) -> [f64; 2] {
    let mut errors = [[0.0_f64; 4]; KNOTS];
    let mut results = Vec::new();
    play_games(start, table, games, ROUNDS.len() as u64, |sample| {
        let (offset, coefficients) = sample.coefficients();
        let weights = table[offset / TERMS..].as_flattened();
        let estimate: f64 =
            coefficients.iter().zip(weights).map(|(c, &w)| c * f64::from(w) / 1000.0).sum();
        let squares = [0.0, estimate, sample.terms[COUNT - 1]].map(|e| (e - sample.margin).powi(2));
        for (sum, square) in errors[offset / TERMS].iter_mut().zip([1.0].into_iter().chain(squares))
        {
            *sum += square;
        }
        results.push((estimate, f64::midpoint(1.0, sample.margin.clamp(-1.0, 1.0))));
    });
    eprintln!("stage, positions, deviation of: nothing, estimate, disc difference");
    for (stage, &[count, ref sums @ ..]) in errors.iter().enumerate() {
        eprintln!("{stage} {count} {:.2?}", sums.map(|sum| (sum / count).sqrt()));
    }
    // The likelihood has one peak.
    let slope = |scale: f64| -> f64 {
        let chance = |estimate: f64| 1.0 / (1.0 + (-estimate / scale).exp());
        results.iter().map(|&(estimate, result)| (result - chance(estimate)) * estimate).sum()
    };
    let (mut least, mut most) = (0.1, 100.0);
    for _ in 0..50 {
        let middle = f64::midpoint(least, most);
        if slope(middle) > 0.0 { most = middle } else { least = middle }
    }
    eprintln!("even odds turn to e : 1 with {least:.2} discs");
    let total = |column: usize| errors.iter().map(|stage| stage[column]).sum::<f64>();
    [2, 3].map(|column| (total(column) / total(0)).sqrt())
}

/// Fits weights in rounds, and tells how far their estimates, and mere disc counts, are off.
struct Fit {
    rounds: &'static [(u64, i32)],
    judged: (u64, i32),
}

impl VisitOthello for Fit {
    type Out = [f64; 2];

    fn visit<P: OthelloPosition>(self, start: P) -> [f64; 2] {
        let mut table: Table = [GUESS; KNOTS];
        let mut equations = Equations::new();
        for (round, &games) in (0..).zip(self.rounds) {
            equations.fade();
            play_games(&start, &table, games, round, |sample| equations.add(&sample));
            let weights = equations.solve();
            for (row, weights) in table.iter_mut().zip(weights.chunks(TERMS)) {
                *row = std::array::from_fn(|term| (1000.0 * weights[term]).round() as i32);
            }
            eprintln!("after round {}:", round + 1);
            for row in &table {
                eprintln!("    {row:?},");
            }
        }
        judge(&start, &table, self.judged)
    }
}

#[test]
fn a_fit_estimates_better_than_counting_discs() {
    let fit = if std::env::var_os("MOSSA_FIT").is_some() {
        Fit { rounds: ROUNDS, judged: JUDGED }
    } else {
        Fit { rounds: FEW_ROUNDS, judged: FEW_JUDGED }
    };
    let [estimate, count] = Spec::parse("8x8").unwrap().visit_othello(fit);
    assert!(estimate < 0.85 * count, "off by {estimate} discs, counting by {count}");
}
