//! Any numbers make a well-formed chart.

use proptest::prelude::*;

use super::*;
use crate::Theme;

fn any_axis() -> impl Strategy<Value = Axis> {
    let ticks = prop::collection::vec((any::<f64>(), any::<String>()), 0..4);
    let range = prop::option::of((any::<f64>(), any::<f64>()));
    (any::<String>(), range, any::<bool>(), ticks).prop_map(
        |(label, range, is_logarithmic, ticks)| Axis { label, range, is_logarithmic, ticks },
    )
}

fn any_line() -> impl Strategy<Value = Line> {
    let number = || prop_oneof![any::<f64>(), -5.0..50.0, Just(0.0), Just(f64::NAN)];
    let points = prop::collection::vec((number(), number()), 0..100);
    (any::<String>(), points, any::<bool>()).prop_map(|(name, points, is_dashed)| Line {
        name,
        points,
        is_dashed,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn anything_is_well_formed(
        title: String,
        (x, y) in (any_axis(), any_axis()),
        lines in prop::collection::vec(any_line(), 0..9),
        marks in prop::collection::vec((any::<f64>(), any::<f64>(), any::<String>()), 0..4),
        base in prop::option::of(any::<f64>()),
        interactive: bool,
    ) {
        let tones = [Tone::Good, Tone::Bad, Tone::Even].into_iter().cycle();
        let marks = marks.into_iter().zip(tones);
        let marks = marks.map(|((x, y, text), tone)| Mark { x, y, text, tone }).collect();
        let described = Chart { description: title.clone(), title, x, y, lines, marks, base };
        let options = Options { interactive, ..Options::file(Theme::Auto) };
        let svg = chart(&described, &options);
        roxmltree::Document::parse(&svg).expect("well-formed");
    }
}

#[test]
fn points_lie_where_the_numbers_say() {
    let line = Line {
        name: "minimax".to_owned(),
        points: vec![(1.0, 10.0), (2.0, 100.0), (3.0, 0.0)],
        is_dashed: false,
    };
    let growth = Chart {
        title: "growth".to_owned(),
        description: String::new(),
        x: Axis { range: Some((1.0, 3.0)), ..Axis::new("depth") },
        y: Axis::new("positions").logarithmic(),
        lines: vec![line],
        marks: Vec::new(),
        base: None,
    };
    let plot = Plot::new(&growth);
    assert_eq!(plot.at((1.0, 10.0)), Some((plot.left, plot.bottom)));
    assert_eq!(plot.at((3.0, 100.0)), Some((plot.right, plot.top)));
    let svg = chart(&growth, &Options::default());
    // None has no logarithm.
    assert_eq!(svg.matches("minimax: ").count(), 2);
}
