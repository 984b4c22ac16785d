//! Where a game was lost: what was played, what was better, what it cost.
//!
//! The engine looks at every position once, from the end of the game to its beginning: what it finds
//! out about a position is still in its table when it comes to the one before. The value of a move is
//! that of the position it leads to.

use mossa_engines::Engine;
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, GameResult, Move, PlayerError, Side, Value, View, values};
use mossa_search::{Aim, Task};

use crate::{
    chance,
    explain::{self, names},
};

/// A move that lowers the chance to win by at least so much is inaccurate, a mistake, a blunder.
const INACCURACY: f64 = 0.07;
const MISTAKE: f64 = 0.15;
const BLUNDER: f64 = 0.30;

/// How much of the time for a move a proof may take first.
const PROOF_PART: u32 = 2;

/// A reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// Its moves, in order.
    pub moves: Vec<Judged>,
    /// What the last position is worth to the first player.
    pub end: Value,
}

/// A move and what it was worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Who played it.
    pub side: Side,
    /// The move.
    pub mv: Move,
    /// What it was worth to its player.
    pub value: Value,
    /// The best move, and how the game might have gone on.
    pub best: Vec<Move>,
    /// What that was worth.
    pub best_value: Value,
    /// By how much the chance to win was lowered, from 0 to 1.
    pub loss: f64,
    /// How bad that was.
    pub grade: Grade,
    /// What the move did, in games where that can be said.
    pub words: Option<String>,
    /// What the best move would have done.
    pub best_words: Option<String>,
}

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// The best, or as good.
    Best,
    /// Nearly as good.
    Good,
    /// A little was lost.
    Inaccuracy,
    /// Much was lost.
    Mistake,
    /// The game may be lost by it.
    Blunder,
}

impl Grade {
    /// All of them, best first.
    pub const ALL: [Self; 5] =
        [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The name that scripts use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    fn new(loss: f64, is_best: bool) -> Self {
        match loss {
            _ if is_best => Self::Best,
            loss if loss >= BLUNDER => Self::Blunder,
            loss if loss >= MISTAKE => Self::Mistake,
            loss if loss >= INACCURACY => Self::Inaccuracy,
            _ => Self::Good,
        }
    }
}

/// What is to be reviewed, and with what.
pub struct Request<'r> {
    /// The rules.
    pub spec: &'r GameSpec,
    /// The game, as far as it was played.
    pub game: &'r Game,
    /// Who judges.
    pub engine: &'r mut dyn Engine,
    /// How many threads may think.
    pub threads: usize,
    /// How long, for each move.
    pub budget: &'r Budget<'r>,
}

/// What the engine found out about a position.
struct Found {
    value: Value,
    line: Vec<Move>,
}

impl Request<'_> {
    /// Reviews the game; `watch` is told how many of its positions were looked at.
    ///
    /// # Errors
    /// Refuses a game that the engine was not made for.
    pub fn review(mut self, watch: &mut dyn FnMut(usize)) -> Result<Review, PlayerError> {
        let mut game = self.game.clone();
        let mut moves = Vec::new();
        let last = game.position().side_to_move();
        let mut after = match game.outcome() {
            Some(outcome) => {
                Found { value: over(values::of_last_move(outcome, last)), line: Vec::new() }
            }
            None => self.look(&game)?,
        };
        let end = for_first(&after.value, last);
        while let Some(mv) = game.take_back() {
            let before = self.look(&game)?;
            let (judged, found) = self.judge(&game, mv, before, &after);
            moves.push(judged);
            after = found;
            watch(moves.len());
        }
        moves.reverse();
        Ok(Review { moves, end })
    }

    /// Looks at a position: tries to prove its value, and if that takes too long, estimates it.
    fn look(&mut self, game: &Game) -> Result<Found, PlayerError> {
        let begun = (self.budget.elapsed)();
        let elapsed = || (self.budget.elapsed)().saturating_sub(begun);
        let whole = Budget { elapsed: &elapsed, ..*self.budget };
        let part = Budget {
            time: whole.time.map(|time| time / PROOF_PART),
            nodes: whole.nodes.map(|nodes| (nodes / u64::from(PROOF_PART)).max(1)),
            ..whole
        };
        let task = |budget, aim| Task { budget, aim, lines: 1, threads: self.threads };
        let mut found = None;
        if crate::may_be_proven(self.spec, game) {
            let proof = self.engine.think(game, &task(&part, Aim::Solve), &mut |_| {})?;
            found = proof.is_settled.then_some(proof);
        }
        let found = match found {
            Some(proof) => proof,
            None => self.engine.think(game, &task(&whole, Aim::Play), &mut |_| {})?,
        };
        let best = found.best().ok_or(PlayerError::GameOver)?;
        Ok(Found { value: best.value, line: best.moves.clone() })
    }

    /// Compares the move that was played with the best one. Returns also what is known about the
    /// position by now: the move that was played may turn out to be better than expected.
    fn judge(&self, game: &Game, mv: Move, best: Found, after: &Found) -> (Judged, Found) {
        let value = values::of_move(&after.value);
        let played = Found { value, line: [&[mv], &after.line[..]].concat() };
        let is_best = best.line.first() == Some(&mv)
            || values::is_same(&played.value, &best.value)
            || values::rank(&played.value) > values::rank(&best.value);
        let found = if is_best { agreed(best, played) } else { best };
        let value = if is_best { found.value } else { value };
        let loss = (chance(&found.value) - chance(&value)).max(0.0);
        let grade = Grade::new(loss, is_best);
        let words = |mv, value: &Value| match self.spec {
            GameSpec::Sticks(_) => left_behind(game, mv, value),
            _ => explain::move_words(self.spec, game, mv),
        };
        let judged = Judged {
            side: game.position().side_to_move(),
            mv,
            value,
            best: found.line.clone(),
            best_value: found.value,
            loss,
            grade,
            words: words(mv, &value).filter(|_| grade > Grade::Good),
            best_words: found
                .line
                .first()
                .and_then(|&mv| words(mv, &found.value))
                .filter(|_| grade > Grade::Good),
        };
        (judged, found)
    }
}

/// What is known of a move that was played and is the best: what is proven counts more than what is
/// believed, and the later, nearer look more than the earlier one.
fn agreed(best: Found, played: Found) -> Found {
    if values::is_exact(&best.value) && !values::is_exact(&played.value) { best } else { played }
}

/// Sticks: what a move leaves, and to whom that is good.
fn left_behind(game: &Game, mv: Move, value: &Value) -> Option<String> {
    let Value::Exact(exact) = value else { return None };
    let mut after = game.clone();
    after.play(mv).ok()?;
    let View::Heaps(heaps) = after.position().view() else { return None };
    let heaps: Vec<String> = heaps.iter().map(ToString::to_string).collect();
    let end = if exact.result == GameResult::Win { "loses" } else { "wins" };
    Some(format!("leaves {}, where whoever must move {end}", heaps.join("+")))
}

/// What a finished game is worth: nothing is left to be played.
fn over(value: Value) -> Value {
    match value {
        Value::Exact(exact) => {
            Value::Exact(mossa_kernel::Exact { plies: exact.plies.map(|_| 0), ..exact })
        }
        Value::Estimate(_) => value,
    }
}

fn for_first(value: &Value, side: Side) -> Value {
    if side == Side::First { *value } else { values::of_move(value) }
}

impl Judged {
    /// The chance of the first player after this move.
    pub fn first_chance(&self) -> f64 {
        let own = chance(&self.value);
        if self.side == Side::First { own } else { 1.0 - own }
    }

    /// What was played, what it cost and what was better.
    pub fn sentence(&self, number: usize, spec: &GameSpec, game: &Game) -> String {
        let show = |mv| names::played(spec, game, mv);
        let article = if self.grade == Grade::Inaccuracy { "an" } else { "a" };
        let which = |words: &Option<String>, link: &str| {
            words.as_ref().map_or_else(String::new, |words| format!("{link}{words}"))
        };
        let better = self.best.first().map_or_else(String::new, |&best| {
            format!(" Better was {}{}.", show(best), which(&self.best_words, ", which "))
        });
        format!(
            "Move {number}: {} played {}, {article} {}{}. It cost {} ({} instead of {}).{better}",
            self.side.letter(),
            show(self.mv),
            self.grade.name(),
            which(&self.words, ": it "),
            self.cost(),
            names::value(&self.value),
            names::value(&self.best_value),
        )
    }

    /// What it cost, in words: "the win", "half the game", "6 discs".
    pub fn cost(&self) -> String {
        let (Value::Exact(best), Value::Exact(played)) = (&self.best_value, &self.value) else {
            return format!("{:.0} % of the chance to win", 100.0 * self.loss);
        };
        match (best.result, played.result) {
            (GameResult::Win, GameResult::Draw) => "the win: now it is a draw".to_owned(),
            (GameResult::Win, GameResult::Loss) => "the game: a win became a loss".to_owned(),
            (GameResult::Draw, GameResult::Loss) => "the draw: now it is lost".to_owned(),
            _ => match (best.margin, played.margin) {
                (Some(best), Some(played)) => names::counted(best.abs_diff(played), "disc"),
                _ => "time".to_owned(),
            },
        }
    }
}

impl Review {
    /// The chance of the first player from the start to the end, and the numbers of the moves that
    /// were mistakes, each with the sign for how bad it was.
    pub fn graph(&self) -> (Vec<f64>, Vec<(usize, String)>) {
        let begin = match self.moves.first() {
            Some(first) => match first.side {
                Side::First => chance(&first.best_value),
                Side::Second => 1.0 - chance(&first.best_value),
            },
            None => chance(&self.end),
        };
        let chances = [begin].into_iter().chain(self.moves.iter().map(Judged::first_chance));
        let signs = (1..).zip(&self.moves).filter_map(|(number, judged)| {
            let sign = match judged.grade {
                Grade::Best | Grade::Good | Grade::Inaccuracy => return None,
                Grade::Mistake => "?",
                Grade::Blunder => "??",
            };
            Some((number, sign.to_owned()))
        });
        (chances.collect(), signs.collect())
    }

    /// The mistakes of a side and worse, and how much it lost on average with a move; `None` where it
    /// made no move.
    pub fn of_side(&self, side: Side) -> Summary {
        let own: Vec<&Judged> = self.moves.iter().filter(|judged| judged.side == side).collect();
        let mut grades = [0; Grade::ALL.len()];
        for judged in &own {
            grades[judged.grade as usize] += 1;
        }
        let lost: f64 = own.iter().map(|judged| judged.loss).sum();
        let mean_loss = (!own.is_empty()).then(|| lost / f64::from(own.len() as u32));
        Summary { moves: own.len(), grades, mean_loss }
    }
}

/// How a side played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// How many moves it made.
    pub moves: usize,
    /// How many of each grade, in the order of [`Grade::ALL`].
    pub grades: [usize; Grade::ALL.len()],
    /// How much of the chance to win it lost with a move on average; `None` without moves.
    pub mean_loss: Option<f64>,
}

#[cfg(test)]
mod tests {
    use mossa_engines::Options;

    use super::*;

    fn reviewed(spec: &str, moves: &str) -> Review {
        let spec: GameSpec = spec.parse().unwrap();
        let mut game = spec.start();
        game.play_text(moves).unwrap();
        let options = Options { memory_mb: 4, ..Options::default() };
        let mut engine = mossa_engines::engine(&spec, options);
        let budget = Budget { nodes: Some(200_000), ..Budget::UNLIMITED };
        Request { spec: &spec, game: &game, engine: engine.as_mut(), threads: 1, budget: &budget }
            .review(&mut |_| {})
            .unwrap()
    }

    fn grades(review: &Review) -> Vec<Grade> {
        review.moves.iter().map(|judged| judged.grade).collect()
    }

    #[test]
    fn blunders_are_found_and_good_moves_are_not_blamed() {
        use Grade::{Best, Blunder};
        // O must take the center against a corner; b1 loses. X must then fork; a2 does.
        let review = reviewed("tictactoe", "a1 b1 b2 c3 a2 a3 c2");
        assert_eq!(grades(&review), [Best, Blunder, Best, Best, Best, Best, Best]);
        let blunder = &review.moves[1];
        assert_eq!(blunder.cost(), "the draw: now it is lost");
        assert_eq!(blunder.best.first().map(|mv| mv.0), Some(4));
        let drawn = reviewed("tictactoe", "b2 a1 c3 a3 a2 c2 b3 b1 c1");
        assert!(grades(&drawn).iter().all(|grade| *grade == Best), "{drawn:?}");
        assert_eq!(drawn.end, Value::exact(GameResult::Draw, None));
    }

    #[test]
    fn the_value_changes_hands_only_by_mistakes() {
        for (spec, moves) in [
            ("connect:4,5,4", "3 3 3 2 2 4 4 1 5 1 5"),
            ("sticks:11,2", "1 1 2 2 1 2 2"),
            ("othello:4x4", "b1 a1"),
            ("mnk:3,4,3", "b2 a1 c2 d2"),
        ] {
            let review = reviewed(spec, moves);
            let mut before = None;
            for judged in &review.moves {
                let after = judged.first_chance();
                let best = chance(&judged.best_value);
                let expected = if judged.side == Side::First { best } else { 1.0 - best };
                assert!(
                    before.is_none_or(|before: f64| (before - expected).abs() < 1e-9),
                    "{spec}"
                );
                let lost = (expected - after).abs();
                assert!((lost - judged.loss).abs() < 1e-9, "{spec}: {judged:?}");
                before = Some(after);
            }
        }
    }

    #[test]
    fn sides_are_summed_up() {
        let review = reviewed("tictactoe", "a1 b1 b2 c3 a2 a3 c2");
        let [x, o] = Side::BOTH.map(|side| review.of_side(side));
        assert_eq!((x.moves, o.moves), (4, 3));
        assert_eq!(x.mean_loss, Some(0.0));
        assert_eq!(o.grades[Grade::Blunder as usize], 1);
        assert!(reviewed("tictactoe", "").of_side(Side::First).mean_loss.is_none());
    }
}
