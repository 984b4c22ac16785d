//! What must stay true of every match, whatever its results.

use mossa_stats::{
    EloModel, ErrorRates, Hypotheses, Pentanomial, Score, Sprt, Tally, Trinomial, Verdict,
};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

const MODELS: [EloModel; 3] = [EloModel::Normalized, EloModel::Logistic, EloModel::Bayesian];

fn sprt(model: EloModel, elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(Hypotheses { model, elo0, elo1 }, ErrorRates::default()).expect("a good test")
}

fn is_near(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() <= 1e-7 * one.abs().max(1.0),
        (one, other) => one == other,
    }
}

/// Every number that a tally gives.
fn numbers<const N: usize>(tally: &Tally<N>) -> Vec<Option<f64>> {
    let estimates = [tally.elo(), tally.normalized_elo()];
    let elo = estimates.iter().flat_map(|estimate| {
        [estimate.map(|estimate| estimate.elo), estimate.and_then(|estimate| estimate.error)]
    });
    let others = [tally.score(), tally.variance(), tally.likelihood_of_superiority()];
    let ratios = MODELS.map(|model| sprt(model, -3.0, 5.0).log_likelihood_ratio(tally));
    elo.chain(others).chain(ratios).collect()
}

/// Swapping sides turns every difference around and leaves every error as it is.
fn check_swap<const N: usize>(tally: Tally<N>) {
    let swapped = tally.swapped();
    for (one, other) in
        [(tally.elo(), swapped.elo()), (tally.normalized_elo(), swapped.normalized_elo())]
    {
        assert!(is_near(one.map(|one| one.elo), other.map(|other| -other.elo)));
        assert!(is_near(one.and_then(|one| one.error), other.and_then(|other| other.error)));
    }
    let superiority = swapped.likelihood_of_superiority().map(|likelihood| 1.0 - likelihood);
    assert!(is_near(tally.likelihood_of_superiority(), superiority));
    for model in MODELS {
        let ratio = sprt(model, -2.0, 5.0).log_likelihood_ratio(&tally);
        let mirrored = sprt(model, -5.0, 2.0).log_likelihood_ratio(&swapped).map(|ratio| -ratio);
        assert!(is_near(ratio, mirrored), "{model:?}: {ratio:?}, {mirrored:?}");
    }
}

/// Counts from none to many; single ones and empty classes are common.
fn any_count() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), 0..4_u64, 0..100_u64, 0..1_000_000_u64]
}

fn any_games() -> impl Strategy<Value = Trinomial> {
    [any_count(), any_count(), any_count()].prop_map(|counts| Trinomial { counts })
}

fn any_pairs() -> impl Strategy<Value = Pentanomial> {
    [any_count(), any_count(), any_count(), any_count(), any_count()]
        .prop_map(|counts| Pentanomial { counts })
}

proptest! {
    #[test]
    fn no_number_is_nan_or_infinite(games in any_games(), pairs in any_pairs()) {
        let all = numbers(&games).into_iter().chain(numbers(&pairs));
        prop_assert!(all.flatten().all(f64::is_finite));
    }

    #[test]
    fn sides_can_be_swapped(games in any_games(), pairs in any_pairs()) {
        check_swap(games);
        check_swap(pairs);
    }

    #[test]
    fn a_better_result_is_a_higher_score(pairs in any_pairs(), from in 0..4_usize) {
        let mut better = pairs;
        better.counts[from + 1] += 1;
        let mut worse = pairs;
        worse.counts[from] += 1;
        prop_assert!(better.score() > worse.score());
        if let (Some(better), Some(worse)) = (better.elo(), worse.elo()) {
            prop_assert!(better.elo > worse.elo);
        }
    }

    #[test]
    fn the_nearer_hypothesis_is_the_likelier(
        counts in [100..300_u64, 100..300_u64, 100..300_u64, 100..300_u64, 100..300_u64],
        gap in 0.1..20.0_f64
    ) {
        let pairs = Pentanomial { counts };
        let own = [
            (EloModel::Logistic, pairs.elo().expect("not one-sided").elo),
            (EloModel::Normalized, pairs.normalized_elo().expect("not all alike").elo),
        ];
        for (model, elo) in own {
            let ratio = |elo0, elo1| sprt(model, elo0, elo1).log_likelihood_ratio(&pairs);
            prop_assert!(ratio(elo - gap, elo) > Some(0.0), "{:?}", model);
            prop_assert!(ratio(elo, elo + gap) < Some(0.0), "{:?}", model);
            prop_assert!(ratio(elo - 2.0 * gap, elo) > ratio(elo - gap, elo), "{:?}", model);
        }
    }

    #[test]
    fn more_of_the_same_changes_nothing_but_certainty(pairs in any_pairs(), times in 2..9_u32) {
        let more = Pentanomial { counts: pairs.counts.map(|count| count * u64::from(times)) };
        prop_assert!(is_near(pairs.score(), more.score()));
        prop_assert!(is_near(pairs.variance(), more.variance()));
        let (one, other) = (pairs.normalized_elo(), more.normalized_elo());
        prop_assert!(is_near(one.map(|one| one.elo), other.map(|other| other.elo)));
        let root = f64::from(times).sqrt();
        let shrunk = one.and_then(|one| one.error).map(|error| error / root);
        prop_assert!(is_near(shrunk, other.and_then(|other| other.error)));
        let superiority = |tally: Pentanomial| tally.likelihood_of_superiority();
        let surer = superiority(more).zip(superiority(pairs));
        let is_surer = |(more, less): (f64, f64)| (more - 0.5).abs() >= (less - 0.5).abs() - 1e-9;
        prop_assert!(surer.is_none_or(is_surer));
    }

    #[test]
    fn classes_that_all_occurred_weigh_by_their_number(
        counts in [1..500_u64, 1..500_u64, 1..500_u64], times in 2..9_u32
    ) {
        let more = Trinomial { counts: counts.map(|count| count * u64::from(times)) };
        for model in MODELS {
            let ratio = |tally| sprt(model, 0.0, 5.0).log_likelihood_ratio(&tally);
            let scaled = ratio(Trinomial { counts }).map(|ratio| ratio * f64::from(times));
            prop_assert!(is_near(scaled, ratio(more)), "{:?}", model);
        }
    }

    #[test]
    fn independent_pairs_say_what_their_games_say(counts in [1..60_u64, 0..60_u64, 1..60_u64]) {
        // Every game beside every game: the pairs of a match without any dependence.
        let [losses, draws, wins] = counts;
        let pairs = Pentanomial { counts: [
            losses * losses,
            2 * losses * draws,
            2 * losses * wins + draws * draws,
            2 * draws * wins,
            wins * wins,
        ] };
        let games = Trinomial { counts };
        prop_assert!(is_near(games.score(), pairs.score()));
        let normalized = |estimate: Option<mossa_stats::EloEstimate>| estimate.map(|of| of.elo);
        prop_assert!(is_near(
            normalized(games.normalized_elo()),
            normalized(pairs.normalized_elo()),
        ));
    }
}

/// Plays pairs until the test ends; each game is won with the same probability.
fn run(test: &Sprt, win: f64, rng: &mut Xoshiro256PlusPlus) -> Verdict {
    let mut pairs = Pentanomial::EMPTY;
    let mut play = || if rng.random_bool(win) { Score::Win } else { Score::Loss };
    loop {
        pairs.add(play(), play());
        match test.verdict(&pairs) {
            Verdict::Continue => {}
            verdict => return verdict,
        }
    }
}

/// Of 300 tests 15 may be wrong on average; 30 would be four deviations more.
#[test]
fn a_test_is_wrong_as_rarely_as_it_says() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let test = sprt(EloModel::Logistic, 0.0, 80.0);
    for (elo, right) in [(0.0, Verdict::AcceptH0), (80.0, Verdict::AcceptH1)] {
        let win = mossa_stats::score_of_elo(elo);
        let wrong = (0..300).filter(|_| run(&test, win, &mut rng) != right).count();
        assert!(wrong <= 30, "{wrong} of 300 at {elo} Elo");
    }
}
