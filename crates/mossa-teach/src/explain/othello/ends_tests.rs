//! What is told of games that the engine plays on is what came of them.

use mossa_engines::Options;
use proptest::prelude::*;

use super::rivals_tests::at;
use crate::explain::{claims_tests::played, *};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Games that are played to the end are over, and won as often as is told.
    #[test]
    fn games_end_as_is_told(
        spec in prop::sample::select(vec!["othello:4x6", "othello:6x6", "othello"]),
        choices in prop::collection::vec(0..1000_usize, 1..40),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none() && game.position().moves() != [Move::PASS]);
        let mut engine = mossa_engines::engine(&spec, Options { memory_mb: 1, ..Options::default() });
        let budget = Budget { nodes: Some(20), ..Budget::UNLIMITED };
        let mut request =
            Request { spec: &spec, game: &game, engine: engine.as_mut(), threads: 1, budget: &budget };
        let moves = game.position().moves();
        for (games, mv) in request.games_from(&moves, 4, &budget).iter().zip(&moves) {
            let winners: Vec<Option<Side>> =
                games.iter().map(|line| at(&game, line).unwrap().outcome().unwrap().winner).collect();
            assert!(games.iter().all(|line| line[0] == *mv));
            let ends = request.ends_of(games);
            let number = |winner| winners.iter().filter(|&&it| it == winner).count() as u32;
            assert_eq!((ends.games, ends.won), (games.len() as u32, number(Some(request.mover()))));
            assert_eq!(ends.drawn, number(None));
        }
    }
}
