//! Ratings by hand, and what must stay true of them.

use proptest::prelude::*;

use super::*;

const PLAIN: RatingSettings =
    RatingSettings { has_first_move: false, prior_draws: 0.0, anchor: None };

const WITH_FIRST_MOVE: RatingSettings = RatingSettings { has_first_move: true, ..PLAIN };

/// So many games between two players, each a round.
fn games(first: usize, second: usize, [losses, draws, wins]: [usize; 3]) -> Vec<[RatedGame; 1]> {
    let repeat = |score, times| std::iter::repeat_n([RatedGame { first, second, score }], times);
    let (losses, draws) = (repeat(Score::Loss, losses), repeat(Score::Draw, draws));
    losses.chain(draws).chain(repeat(Score::Win, wins)).collect()
}

#[track_caller]
fn assert_near(values: &[f64], expected: &[f64]) {
    assert_eq!(values.len(), expected.len());
    for (value, expected) in values.iter().zip(expected) {
        assert!((value - expected).abs() < 1e-6, "{values:?}: {value} is not {expected}");
    }
}

#[test]
fn two_players_lie_as_far_apart_as_their_match_says() {
    let rounds = games(0, 1, [1, 2, 5]);
    let ratings = rate(2, &rounds, &PLAIN).expect("determined");
    let difference = 400.0 * 3_f64.log10();
    assert_near(&ratings.ratings, &[difference / 2.0, -difference / 2.0]);
    assert_eq!((ratings.first_move, ratings.groups), (None, vec![0, 0]));
}

#[test]
fn the_first_move_is_told_from_strength() {
    // Odds 9 : 1 moving first and 1 : 1 moving second: the geometric mean 3 : 1 is strength.
    let rounds = [games(0, 1, [1, 0, 9]), games(1, 0, [5, 0, 5])].concat();
    let ratings = rate(2, &rounds, &WITH_FIRST_MOVE).expect("determined");
    let each = 400.0 * 3_f64.log10();
    assert_near(&ratings.ratings, &[each / 2.0, -each / 2.0]);
    assert_near(&[ratings.first_move.expect("asked for")], &[each]);
}

#[test]
fn an_anchor_stays_where_it_is_put() {
    let rounds = games(0, 1, [1, 0, 9]);
    let anchor = Some(Anchor { player: 1, rating: 1_500.0 });
    let ratings = rate(3, &rounds, &RatingSettings { anchor, ..PLAIN }).expect("determined");
    assert_near(&ratings.ratings, &[1_500.0 + 400.0 * 9_f64.log10(), 1_500.0, 0.0]);
}

#[test]
fn groups_that_never_met_are_told_apart() {
    let rounds = [games(0, 3, [1, 0, 1]), games(4, 1, [1, 0, 3]), games(4, 5, [2, 0, 2])].concat();
    let ratings = rate(6, &rounds, &PLAIN).expect("determined");
    assert_eq!(ratings.groups, [0, 1, 2, 0, 1, 1]);
    let third = 400.0 * 3_f64.log10() / 3.0;
    assert_near(&ratings.ratings, &[0.0, -2.0 * third, 0.0, 0.0, third, third]);
}

#[test]
fn one_sided_games_need_a_prior() {
    let won = games(0, 1, [0, 0, 10]);
    let undetermined = Err(RatingError::Undetermined);
    assert_eq!(rate(2, &won, &PLAIN), undetermined);
    // One player always moved first: strength and the first move cannot be told apart.
    assert_eq!(rate(2, &games(0, 1, [5, 0, 5]), &WITH_FIRST_MOVE), undetermined);
    // The first player always wins.
    let first_wins = [games(0, 1, [0, 0, 3]), games(1, 0, [0, 0, 3])].concat();
    assert_eq!(rate(2, &first_wins, &WITH_FIRST_MOVE), undetermined);
    // 10 wins and a draw in 11 games: odds 21 : 1.
    let settings = RatingSettings { prior_draws: 1.0, ..PLAIN };
    let ratings = rate(2, &won, &settings).expect("determined");
    assert_near(&[ratings.ratings[0] - ratings.ratings[1]], &[400.0 * 21_f64.log10()]);
    for rounds in [won, first_wins] {
        assert!(rate(2, &rounds, &RatingSettings::default()).is_ok());
    }
}

#[test]
fn a_chain_of_perfect_scores_is_undetermined_too() {
    let rounds = [games(0, 1, [3, 1, 3]), games(1, 2, [0, 0, 4]), games(2, 3, [2, 0, 1])].concat();
    assert_eq!(rate(4, &rounds, &PLAIN), Err(RatingError::Undetermined));
}

#[test]
fn without_games_everybody_is_alone() {
    let rounds: [[RatedGame; 1]; 0] = [];
    let ratings = rate(2, &rounds, &RatingSettings::default()).expect("determined");
    let expected = Ratings { ratings: vec![0.0; 2], first_move: None, groups: vec![0, 1] };
    assert_eq!(ratings, expected);
    let errors = rating_errors(2, &rounds, &RatingSettings::default(), 5, 0);
    assert_eq!(errors, Ok(Some(RatingErrors { ratings: vec![0.0; 2], first_move: None })));
    assert!(rate(0, &rounds, &RatingSettings::default()).is_ok());
}

#[test]
fn what_makes_no_sense_is_refused() {
    let rounds = games(0, 2, [1, 0, 1]);
    let unknown = RatingError::UnknownPlayer { player: 2, players: 2 };
    assert_eq!(rate(2, &rounds, &PLAIN), Err(unknown));
    assert_eq!(unknown.to_string(), "expected a player below 2, not 2");
    let itself = RatingError::AgainstItself { player: 1 };
    assert_eq!(rate(2, &games(1, 1, [1, 0, 1]), &PLAIN), Err(itself));
    let anchor =
        |player, rating| RatingSettings { anchor: Some(Anchor { player, rating }), ..PLAIN };
    assert!(matches!(rate(3, &rounds, &anchor(3, 0.0)), Err(RatingError::UnknownPlayer { .. })));
    assert_eq!(rate(3, &rounds, &anchor(0, f64::NAN)), Err(RatingError::Settings));
    for prior_draws in [-1.0, f64::NAN, f64::INFINITY] {
        let settings = RatingSettings { prior_draws, ..PLAIN };
        assert_eq!(rate(3, &rounds, &settings), Err(RatingError::Settings));
    }
}

#[test]
fn errors_of_a_long_match_are_those_of_its_tally() {
    let rounds = games(0, 1, [300, 100, 500]);
    let anchor = Some(Anchor { player: 1, rating: 0.0 });
    let settings = RatingSettings { anchor, ..PLAIN };
    let errors = rating_errors(2, &rounds, &settings, 2_000, 7).expect("determined");
    let errors = errors.expect("enough replicates");
    let tally = crate::Trinomial { counts: [300, 100, 500] };
    let expected = tally.elo().and_then(|estimate| estimate.error).expect("an error");
    assert!((errors.ratings[0] / expected - 1.0).abs() < 0.06, "{errors:?}, {expected}");
    assert_eq!((errors.ratings[1].to_bits(), errors.first_move), (0, None));
}

#[test]
fn errors_come_from_pairs_as_a_whole() {
    let pair = |first_score, second_score| {
        [
            RatedGame { first: 0, second: 1, score: first_score },
            RatedGame { first: 1, second: 0, score: second_score },
        ]
    };
    // Whoever moves first wins, almost always: the pairs cancel out, their games do not.
    let mut pairs = vec![pair(Score::Win, Score::Win); 90];
    pairs.extend([pair(Score::Win, Score::Loss); 5]);
    pairs.extend([pair(Score::Loss, Score::Win); 5]);
    let singles: Vec<[RatedGame; 1]> = pairs.iter().flatten().map(|&game| [game]).collect();
    let of_pairs = rating_errors(2, &pairs, &PLAIN, 400, 1).expect("determined");
    let of_singles = rating_errors(2, &singles, &PLAIN, 400, 1).expect("determined");
    let first = |errors: Option<RatingErrors>| errors.expect("replicates").ratings[0];
    assert!(first(of_pairs) < 0.5 * first(of_singles));
}

#[test]
fn errors_repeat_with_their_seed_and_need_two_replicates() {
    let rounds = [games(0, 1, [3, 2, 4]), games(1, 0, [5, 2, 4])].concat();
    let errors = |replicates, seed| rating_errors(2, &rounds, &WITH_FIRST_MOVE, replicates, seed);
    assert_eq!(errors(20, 1), errors(20, 1));
    assert_ne!(errors(20, 1), errors(20, 2));
    assert_eq!((errors(0, 1), errors(1, 1)), (Ok(None), Ok(None)));
}

/// The same rounds, counted.
fn counted(rounds: &[[RatedGame; 1]]) -> Vec<Repeated<[RatedGame; 1]>> {
    let mut counted: Vec<Repeated<[RatedGame; 1]>> = Vec::new();
    for &round in rounds {
        match counted.iter_mut().find(|repeated| repeated.round == round) {
            Some(repeated) => repeated.times += 1,
            None => counted.push(Repeated { round, times: 1 }),
        }
    }
    counted
}

#[test]
fn errors_are_the_same_counted_and_listed() {
    let rounds = [games(0, 1, [30, 20, 40]), games(1, 0, [25, 5, 44]), games(1, 2, [9, 1, 0])];
    let rounds = rounds.concat();
    let settings = RatingSettings::default();
    let listed = rating_errors(3, &rounds, &settings, 2_000, 1).expect("determined");
    let counted = rating_errors_repeated(3, &counted(&rounds), &settings, 2_000, 2);
    let (listed, counted) =
        (listed.expect("errors"), counted.expect("determined").expect("errors"));
    for (one, other) in listed.ratings.iter().zip(&counted.ratings) {
        assert!((one / other - 1.0).abs() < 0.1, "{listed:?} {counted:?}");
    }
}

/// Games among four players in any order.
fn any_rounds() -> impl Strategy<Value = Vec<[RatedGame; 1]>> {
    let score = prop_oneof![Just(Score::Loss), Just(Score::Draw), Just(Score::Win)];
    let game = (0..4_usize, 1..4_usize, score)
        .prop_map(|(first, step, score)| [RatedGame { first, second: (first + step) % 4, score }]);
    proptest::collection::vec(game, 1..60)
}

proptest! {
    #[test]
    fn counted_rounds_are_rated_like_listed_ones(rounds in any_rounds()) {
        let settings = RatingSettings::default();
        let one = rate(4, &rounds, &settings).unwrap();
        let other = rate_repeated(4, &counted(&rounds), &settings).unwrap();
        assert_near(&one.ratings, &other.ratings);
    }

    #[test]
    fn ratings_do_not_depend_on_the_order(rounds in any_rounds(), turn in 0..60_usize) {
        let mut turned = rounds.clone();
        turned.rotate_left(turn % rounds.len());
        let settings = RatingSettings::default();
        let (one, other) = (rate(4, &rounds, &settings), rate(4, &turned, &settings));
        assert_near(&one.unwrap().ratings, &other.unwrap().ratings);
    }

    #[test]
    fn names_do_not_matter(rounds in any_rounds()) {
        let rename = |player| 3 - player;
        let renamed: Vec<[RatedGame; 1]> = rounds
            .iter()
            .map(|&[RatedGame { first, second, score }]| {
                [RatedGame { first: rename(first), second: rename(second), score }]
            })
            .collect();
        let one = rate(4, &rounds, &RatingSettings::default()).unwrap();
        let mut other = rate(4, &renamed, &RatingSettings::default()).unwrap();
        other.ratings.reverse();
        assert_near(&one.ratings, &other.ratings);
    }

    #[test]
    fn the_fit_expects_what_was_scored(rounds in any_rounds()) {
        // At the peak, every player's expected score is the actual one, prior included.
        let ratings = rate(4, &rounds, &RatingSettings::default()).unwrap();
        let games = Ledger::new(&once(&rounds), RatingSettings::default().prior_draws).played();
        let mut surprise = [0.0; 4];
        for (first, second, sum) in games.iter() {
            let edge = ratings.ratings[first] - ratings.ratings[second];
            let expected = crate::score_of_elo(edge + ratings.first_move.unwrap());
            surprise[first] += sum.points - sum.weight * expected;
            surprise[second] -= sum.points - sum.weight * expected;
        }
        assert_near(&surprise, &[0.0; 4]);
    }

    #[test]
    fn another_win_does_not_lower_a_rating(rounds in any_rounds()) {
        let settings = RatingSettings::default();
        let mut more = rounds.clone();
        let [game] = rounds[0];
        more.push([RatedGame { score: Score::Win, ..game }]);
        let lead = |rounds: &[[RatedGame; 1]]| {
            let ratings = rate(4, rounds, &settings).unwrap();
            ratings.ratings[game.first] - ratings.ratings[game.second]
                + ratings.first_move.unwrap()
        };
        prop_assert!(lead(&more) >= lead(&rounds) - 1e-9);
    }
}
