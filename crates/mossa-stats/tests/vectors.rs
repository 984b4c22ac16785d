//! Statistics with known answers, from tables computed with forty digits.
//!
//! The tables lie outside the repository, at `../shared/data` or `$MOSSA_DATA`; without them the
//! tests say so and pass.

#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]

use std::{fs, path::PathBuf};

use mossa_stats::{
    EloModel, ErrorRates, Hypotheses, RatedGame, RatingSettings, Score, Sprt, Tally, Verdict,
    elo_of_score, rate, rating_errors,
};

/// A file of the folder with verified answers.
fn text(name: &str) -> Option<String> {
    let root = std::env::var_os("MOSSA_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let text = fs::read_to_string(root.join(name)).ok();
    if text.is_none() {
        eprintln!("skipped: {name} is not here; set MOSSA_DATA to the folder that has it");
    }
    text
}

/// The rows of a table, without its header and its notes.
fn rows(name: &str) -> Vec<Vec<String>> {
    let text = text(name).unwrap_or_default();
    let cells = |line: &str| line.split('\t').map(str::to_owned).collect();
    text.lines().skip(1).filter(|line| !line.starts_with('#')).map(cells).collect()
}

fn number(cell: &str) -> f64 {
    cell.parse().unwrap_or_else(|_| panic!("`{cell}` is no number"))
}

fn tally<const N: usize>(cell: &str) -> Tally<N> {
    let counts: Vec<u64> = cell.split(',').map(|count| count.parse().expect("a count")).collect();
    Tally { counts: counts.try_into().expect("as many counts as the kind has") }
}

/// To 1e-10 (the tables have twelve digits): absolute for what is small, relative for the rest.
#[track_caller]
fn assert_near(value: f64, expected: f64, what: &str) {
    let tolerance = 1e-10 * expected.abs().max(1.0);
    assert!((value - expected).abs() <= tolerance, "{what}: {value} is not {expected}");
}

/// What the tables call NaN or infinite we do not say at all.
#[track_caller]
fn assert_cell(value: Option<f64>, cell: &str, what: &str) {
    match (value, Some(number(cell)).filter(|expected| expected.is_finite())) {
        (Some(value), Some(expected)) => assert_near(value, expected, what),
        (value, expected) => assert_eq!(value, expected, "{what}"),
    }
}

#[test]
fn matches() {
    for row in rows("stats/elo_vectors.tsv") {
        match &row[0][..] {
            "wdl" => check_match::<3>(&row),
            "penta" => check_match::<5>(&row),
            kind => panic!("`{kind}` is no kind of tally"),
        }
    }
}

fn check_match<const N: usize>(row: &[String]) {
    let tally: Tally<N> = tally(&row[1]);
    let what = |column: &str| format!("{column} of {}", row[1]);
    let (elo, normalized) = (tally.elo(), tally.normalized_elo());
    assert_eq!(tally.rounds().to_string(), row[2], "{}", what("n"));
    assert_cell(tally.score(), &row[3], &what("score"));
    assert_cell(tally.variance(), &row[4], &what("variance"));
    assert_cell(elo.map(|estimate| estimate.elo), &row[5], &what("elo"));
    assert_cell(elo.and_then(|estimate| estimate.error), &row[6], &what("elo_err95"));
    assert_cell(normalized.map(|estimate| estimate.elo), &row[7], &what("nelo"));
    assert_cell(normalized.and_then(|estimate| estimate.error), &row[8], &what("nelo_err95"));
    assert_cell(tally.likelihood_of_superiority(), &row[9], &what("LOS"));
}

#[test]
fn sequential_tests() {
    for row in rows("stats/sprt_vectors.tsv") {
        let test = sprt(&row);
        assert_near(test.lower(), number(&row[7]), "lower bound");
        assert_near(test.upper(), number(&row[8]), "upper bound");
        let (ratio, verdict) = match &row[0][..] {
            "wdl" => judge(&test, &tally::<3>(&row[1])),
            "penta" => judge(&test, &tally::<5>(&row[1])),
            kind => panic!("`{kind}` is no kind of tally"),
        };
        assert_cell(ratio, &row[9], &format!("LLR of {}, {}", row[1], row[2]));
        assert_eq!(verdict, row[11], "verdict of {}", row[1]);
    }
}

fn sprt(row: &[String]) -> Sprt {
    let model = match &row[2][..] {
        "normalized" => EloModel::Normalized,
        "logistic" => EloModel::Logistic,
        "bayesian" => EloModel::Bayesian,
        model => panic!("`{model}` is no model"),
    };
    let hypotheses = Hypotheses { model, elo0: number(&row[3]), elo1: number(&row[4]) };
    let rates = ErrorRates { alpha: number(&row[5]), beta: number(&row[6]) };
    Sprt::new(hypotheses, rates).expect("a good test")
}

fn judge<const N: usize>(test: &Sprt, tally: &Tally<N>) -> (Option<f64>, &'static str) {
    let verdict = match test.verdict(tally) {
        Verdict::Continue => "continue",
        Verdict::AcceptH0 => "H0",
        Verdict::AcceptH1 => "H1",
    };
    (test.log_likelihood_ratio(tally), verdict)
}

/// The games of the simulated tournament; its PGN has no moves.
fn tournament() -> Option<Vec<[RatedGame; 1]>> {
    let text = text("stats/rating_sim.pgn")?;
    let tag = |line: &str, name: &str| {
        let value = line.strip_prefix('[')?.strip_prefix(name)?.strip_suffix("\"]")?;
        Some(value.strip_prefix(" \"")?.to_owned())
    };
    let tags = |name| text.lines().filter_map(move |line| tag(line, name));
    let player = |name: String| {
        name.strip_prefix("bot").and_then(|number| number.parse().ok()).expect("bot0 to bot7")
    };
    let score = |result: String| match &result[..] {
        "1-0" => Score::Win,
        "0-1" => Score::Loss,
        "1/2-1/2" => Score::Draw,
        _ => panic!("`{result}` is no result"),
    };
    let players = tags("White").zip(tags("Black")).zip(tags("Result"));
    let game = |((white, black), result)| {
        [RatedGame { first: player(white), second: player(black), score: score(result) }]
    };
    Some(players.map(game).collect())
}

/// The tables round ratings to hundredths, and Ordo's scale is another one.
#[track_caller]
fn assert_hundredths(value: f64, cell: &str, what: &str) {
    assert!((value - number(cell)).abs() < 0.006, "{what}: {value} is not {cell}");
}

#[test]
fn ratings_of_a_tournament() {
    // Ordo's unit: a score of 76 % stands for 202 points.
    let ordo_scale = 202.0 / elo_of_score(0.76).expect("a score");
    let (table, Some(rounds)) = (rows("stats/rating_vectors.tsv"), tournament()) else { return };
    assert_eq!(rounds.len(), 1_120);
    let plain = RatingSettings { has_first_move: false, prior_draws: 0.0, anchor: None };
    let with_first_move = RatingSettings { has_first_move: true, ..plain };
    let without = rate(8, &rounds, &plain).expect("determined");
    let with = rate(8, &rounds, &with_first_move).expect("determined");
    for (row, (without, with)) in table.iter().zip(without.ratings.iter().zip(&with.ratings)) {
        assert_hundredths(*without, &row[1], &row[0]);
        assert_hundredths(without * ordo_scale, &row[2], &row[0]);
        assert_hundredths(*with, &row[3], &row[0]);
        assert_hundredths(with * ordo_scale, &row[4], &row[0]);
    }
    let first_move = with.first_move.expect("asked for");
    assert_hundredths(first_move, "41.61", "first move");
    assert_hundredths(first_move * ordo_scale, "41.98", "first move");
}

/// Ordo simulates games of which half are drawn between equals, where here a sixth is: real scores
/// spread a little more than it thinks, and its errors are a little smaller than ours.
#[test]
fn errors_of_a_tournament() {
    let (table, Some(rounds)) = (rows("stats/rating_vectors.tsv"), tournament()) else { return };
    let settings = RatingSettings { prior_draws: 0.0, ..RatingSettings::default() };
    let errors = rating_errors(8, &rounds, &settings, 1_000, 0).expect("determined");
    let errors = errors.expect("enough replicates");
    for (row, error) in table.iter().zip(&errors.ratings) {
        let ratio = error / number(&row[5]);
        assert!((1.0..1.35).contains(&ratio), "{}: {error} beside {}", row[0], row[5]);
    }
}
