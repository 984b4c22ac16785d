//! What is told of games that were played to the end is what came of them.

use mossa_engines::Options;
use proptest::prelude::*;

use crate::explain::{claims_tests::played, quick_games::Ends, *};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Every column is told with numbers between which its result lies, and by a word that is right.
    #[test]
    fn results_are_those_of_the_games(
        choices in prop::collection::vec(0..1000_usize, 0..20),
        ends in prop::collection::vec((0..100_u32, 0..20_u32), 9),
    ) {
        let spec: GameSpec = "connect:4,9,4".parse().unwrap();
        let game = played(&spec, &choices);
        prop_assume!(game.outcome().is_none());
        let mut engine =
            mossa_engines::engine(&spec, Options { memory_mb: 4, ..Options::default() });
        let budget = Budget { nodes: Some(2_000), ..Budget::UNLIMITED };
        let mut request =
            Request { spec: &spec, game: &game, engine: engine.as_mut(), threads: 1, budget: &budget };
        let mut findings = request.find_out().unwrap();
        prop_assume!(findings.lines.len() > 1);
        let results = findings.lines.iter().zip(&ends).map(|(line, &(won, drawn))| {
            (line.mv(), Ends { games: 120, won, drawn })
        });
        findings.ends = results.collect();
        let best = findings.ends[&findings.best().mv()];
        let text = request.columns_played_out(&findings).unwrap();
        let (_, told) = text.split_once("Of every hundred").unwrap();
        let (own, others) = told.split_once("; ").unwrap();
        let expected =
            format!(" won {} after column {}", best.points_of_hundred(), findings.best().mv().0 + 1);
        prop_assert!(own.contains(&expected), "{}", text);
        let numbers = |text: &str| -> Vec<i64> {
            text.split(|it: char| !it.is_ascii_digit()).filter_map(|it| it.parse().ok()).collect()
        };
        let mut seen = 0;
        for part in others.split("; ") {
            let (columns, rest) = ["only", "even", "about"]
                .iter()
                .find_map(|how| part.split_once(how))
                .unwrap_or_else(|| panic!("{text}"));
            let range = numbers(rest.split('.').next().unwrap());
            for column in numbers(columns) {
                let ends = findings.ends[&Move(u32::try_from(column).unwrap() - 1)];
                let points = ends.points_of_hundred();
                prop_assert!(range[0] <= points && points <= range[range.len() - 1], "{}", text);
                prop_assert_eq!(part.contains(" only "), best.is_clearly_more(ends), "{}", text);
                prop_assert_eq!(part.contains(" even "), ends.is_clearly_more(best), "{}", text);
                seen += 1;
            }
        }
        prop_assert_eq!(seen + 1, findings.lines.len(), "{}", text);
    }
}
