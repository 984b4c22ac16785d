//! What is told of games that the engine plays on is what came of them.

use mossa_engines::Options;
use proptest::prelude::*;

use super::{othello::rivals_tests::at, quick_games::Ends};
use crate::explain::{claims_tests::played, *};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Games that are played to the end are over, and won as often as is told.
    #[test]
    fn games_end_as_is_told(
        spec in prop::sample::select(vec![
            "othello:4x6", "othello:6x6", "othello", "mnk:5,5,4", "mnk:7,7,5", "mnk:9,9,5,exact",
        ]),
        choices in prop::collection::vec(0..1000_usize, 1..40),
    ) {
        let spec: GameSpec = spec.parse().unwrap();
        let game = played(&spec, &choices);
        let moves = game.position().moves();
        prop_assume!(game.outcome().is_none() && moves != [Move::PASS]);
        let mut engine = mossa_engines::engine(&spec, Options { memory_mb: 1, ..Options::default() });
        let budget = Budget { nodes: Some(20), ..Budget::UNLIMITED };
        let mut request =
            Request { spec: &spec, game: &game, engine: engine.as_mut(), threads: 1, budget: &budget };
        // A move that ends the game leaves nothing to play.
        let is_open = |mv: &Move| at(&game, &[*mv]).is_some_and(|after| after.outcome().is_none());
        let moves: Vec<Move> = moves.into_iter().filter(is_open).take(8).collect();
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

#[test]
fn only_a_clear_difference_is_told() {
    let ends = |games, won| Ends { games, won, drawn: 0 };
    assert!(ends(200, 116).is_clearly_more(ends(200, 100)));
    assert!(!ends(200, 115).is_clearly_more(ends(200, 100)));
    assert!(!ends(100, 58).is_clearly_more(ends(100, 50)), "fewer games must differ by more");
    assert!(ends(100, 62).is_clearly_more(ends(100, 50)));
}
