//! Any position of any game with anything on it is a well-formed picture.

use mossa_kernel::{Exact, Game, GameResult, Move, Value};
use proptest::prelude::*;

use super::*;
use crate::Theme;

fn spec(text: &str) -> GameSpec {
    text.parse().unwrap()
}

fn played(spec: &GameSpec, choices: &[u16]) -> Game {
    let mut game = spec.start();
    for &choice in choices {
        let moves = game.position().moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[usize::from(choice) % moves.len()]).unwrap();
    }
    game
}

/// How many elements satisfy a condition.
fn count(svg: &str, condition: impl Fn(&roxmltree::Node<'_, '_>) -> bool) -> usize {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    document.descendants().filter(condition).count()
}

fn has_class(node: &roxmltree::Node<'_, '_>, class: &str) -> bool {
    node.attribute("class").is_some_and(|classes| classes.split(' ').any(|name| name == class))
}

const SPECS: &[&str] = &[
    "tictactoe",
    "gomoku",
    "mnk:1,1,1",
    "mnk:1,9,3",
    "mnk:6,2,2",
    "mnk:3,200,3",
    "mnk:19,19,5",
    "connect4",
    "connect:1,1,1",
    "connect:3,200,4",
    "othello",
    "othello:26x26",
    "othello:4x6",
    "sticks:11,2",
    "sticks:1+3+5+7,misere",
    "sticks:1000000000,10000",
    "sticks:21,take=1/3/4",
    "sticks:2+2+2+2+2+2+2+2+41",
];

fn any_label() -> impl Strategy<Value = MoveLabel> {
    let tone = prop_oneof![Just(Tone::Good), Just(Tone::Even), Just(Tone::Bad)];
    (any::<u8>(), any::<String>(), tone, any::<bool>(), any::<f64>()).prop_map(
        |(mv, text, tone, is_exact, strength)| MoveLabel {
            mv: Move(u32::from(mv)),
            text,
            tone,
            is_exact,
            strength,
            is_minor: false,
        },
    )
}

prop_compose! {
    fn any_overlay()(
        last in prop::option::of(any::<u32>()),
        winning in prop::collection::vec(0..500_u32, 0..5),
        legal in prop::collection::vec(any::<u8>(), 0..9),
        labels in prop::collection::vec(any_label(), 0..5),
        line in prop::collection::vec(any::<u8>(), 0..9),
        highlights in prop::collection::vec(
            (0..5_usize, prop::collection::vec(0..500_u32, 0..4), any::<String>()), 0..4),
        caption in prop::option::of(any::<String>()),
        title in prop::option::of(any::<String>()),
    ) -> Overlay {
        let moves = |moves: Vec<u8>| moves.into_iter().map(|mv| Move(mv.into())).collect();
        let highlights = highlights.into_iter().map(|(kind, cells, legend)| Highlight {
            kind: HighlightKind::ALL[kind],
            cells,
            legend,
        });
        Overlay {
            last: last.map(Move),
            winning,
            legal: moves(legal),
            labels,
            line: moves(line),
            highlights: highlights.collect(),
            description: caption.clone(),
            caption,
            title,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn anything_is_well_formed(
        which in prop::sample::select(SPECS),
        choices in prop::collection::vec(any::<u16>(), 0..40),
        overlay in any_overlay(),
        theme in prop::sample::select(&[Theme::Light, Theme::Dark, Theme::Auto, Theme::Page][..]),
        id in any::<String>(),
        interactive: bool,
        background: bool,
    ) {
        let spec = spec(which);
        let game = played(&spec, &choices);
        let options = Options { theme, id, interactive, background };
        let svg = board(&spec, game.position(), &overlay, &options);
        let document = roxmltree::Document::parse(&svg).expect("well-formed");
        let root = document.root_element();
        prop_assert!(root.has_tag_name(("http://www.w3.org/2000/svg", "svg")));
        for name in ["width", "height"] {
            prop_assert!(root.attribute(name).unwrap().parse::<f64>().unwrap() > 0.0);
        }
        // Several pictures share a page: every id is unique and begins with the picture's own.
        let mut ids: Vec<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
        prop_assert!(ids.iter().all(|id| id.starts_with(root.attribute("id").unwrap())));
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        prop_assert_eq!(ids.len(), count);
        let has_moves = document.descendants().any(|n| n.has_attribute("data-move"));
        prop_assert!(interactive || !has_moves);
    }

    #[test]
    fn every_legal_move_can_be_clicked(
        which in prop::sample::select(&["tictactoe", "gomoku", "connect4", "othello"][..]),
        choices in prop::collection::vec(any::<u16>(), 0..40),
    ) {
        let spec = spec(which);
        let game = played(&spec, &choices);
        let svg = board(&spec, game.position(), &Overlay::default(), &Options::page("p"));
        let document = roxmltree::Document::parse(&svg).expect("well-formed");
        let mut names: Vec<&str> =
            document.descendants().filter_map(|n| n.attribute("data-move")).collect();
        let moves = game.position().moves();
        let moves = moves.iter().filter(|&&mv| mv != Move::PASS);
        let mut expected: Vec<String> = moves.map(|&mv| game.position().show_move(mv)).collect();
        names.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(names, expected);
    }
}

#[test]
fn a_full_board_of_the_largest_size_is_small() {
    // One path a side: two stones in three cells of each row, no line of five.
    let spec = spec("mnk:200,200,5");
    let cell = |index: usize| match (index % 200 + 2 * (index / 200)) % 4 {
        0 | 1 => 'X',
        _ => 'O',
    };
    let rows: Vec<String> =
        (0..200).map(|row| (0..200).map(|column| cell(row * 200 + column)).collect()).collect();
    let mut game = spec.start();
    game.set_up(&rows.join("/")).unwrap();
    let svg = board(&spec, game.position(), &Overlay::of_game(&spec, &game), &Options::default());
    roxmltree::Document::parse(&svg).unwrap();
    assert!(svg.len() < 700_000, "{} bytes", svg.len());
    assert_eq!(svg.matches("h.01").count(), 40_000);
    let svg = board(&spec, spec.start().position(), &Overlay::default(), &Options::page("p"));
    assert!(svg.len() < 100_000, "{} bytes", svg.len());
    assert!(svg.contains("data-cell=\"38\""));
}

#[test]
fn a_game_shows_how_it_stands() {
    let spec = spec("tictactoe");
    let mut game = spec.start();
    game.play_text("a1 b1 a2 b2 a3").unwrap();
    let overlay = Overlay::of_game(&spec, &game);
    assert_eq!((overlay.last, &overlay.winning[..]), (Some(Move(6)), &[0, 3, 6][..]));
    let svg = board(&spec, game.position(), &overlay, &Options::default());
    assert_eq!(count(&svg, |node| has_class(node, "tint-win")), 3);
    assert!(
        svg.contains("X (first player) wins, a line is complete. 3 rows, 3 columns. X: a1, a2")
    );
}

#[test]
fn only_othello_marks_legal_moves() {
    for (name, marked) in [("othello", 4), ("gomoku", 0), ("connect4", 0), ("sticks:9,2", 0)] {
        let spec = spec(name);
        let game = spec.start();
        let overlay = Overlay::of_game(&spec, &game);
        let svg = board(&spec, game.position(), &overlay, &Options::default());
        assert_eq!(count(&svg, |node| has_class(node, "legal")), marked, "{name}");
    }
}

#[test]
fn a_line_is_drawn_as_far_as_it_is_legal() {
    let spec = spec("connect4");
    let mut game = spec.start();
    game.play_text("444").unwrap();
    let line = vec![Move(3), Move(3), Move(3), Move(3), Move(0)];
    let overlay = Overlay { line, ..Overlay::default() };
    let svg = board(&spec, game.position(), &overlay, &Options::default());
    let numbers = |node: &roxmltree::Node<'_, '_>| has_class(node, "step");
    assert_eq!(count(&svg, numbers), 3);
}

#[test]
fn proven_values_look_different() {
    let exact = |result, plies, margin| Exact { result, plies, at_most: false, margin };
    let text = |value| MoveLabel::of_value(Move(0), &value).text;
    assert_eq!(text(Value::exact(GameResult::Win, Some(7))), "W7");
    assert_eq!(text(Value::Exact(exact(GameResult::Loss, None, Some(-12)))), "−12");
    assert_eq!(text(Value::Exact(exact(GameResult::Draw, None, None))), "D");
    assert_eq!(text(Value::score(120.0)), "+120");
    assert_eq!(text(Value::score(0.0)), "0");
    assert_eq!(text(Value::score(123_456.0)), "+123k");
    let spec = spec("gomoku");
    let labels = vec![
        MoveLabel::of_value(Move(0), &Value::exact(GameResult::Win, Some(3))),
        MoveLabel::of_value(Move(1), &Value::score(-3.0)),
    ];
    let overlay = Overlay { labels, ..Overlay::default() };
    let svg = board(&spec, spec.start().position(), &overlay, &Options::default());
    // One on the board and one in the legend.
    for class in ["exact", "guess"] {
        assert_eq!(count(&svg, |node| has_class(node, class)), 2, "{class}");
    }
}

#[test]
fn the_legend_says_what_is_shown() {
    let legend = |spec_text: &str, overlay: Overlay| {
        let spec = spec(spec_text);
        let svg = board(&spec, spec.start().position(), &overlay, &Options::default());
        let document = roxmltree::Document::parse(&svg).unwrap();
        let entries = document.descendants().filter(|node| has_class(node, "legend"));
        let words =
            entries.flat_map(|entry| entry.children().filter(|node| has_class(node, "start")));
        words.filter_map(|node| node.text().map(str::to_owned)).collect::<Vec<_>>()
    };
    let caption = || Some("X wins.".to_owned());
    let named = |caption| Overlay { caption, ..Overlay::default() };
    assert_eq!(legend("connect4", named(caption())), ["X is yellow", "O is red"]);
    assert_eq!(legend("othello", named(caption())), ["X is black", "O is white"]);
    assert!(legend("tictactoe", named(caption())).is_empty(), "marks say whose they are");
    assert!(legend("connect4", named(None)).is_empty());
    let line = |moves: &[u32]| Overlay {
        line: moves.iter().map(|&mv| Move(mv)).collect(),
        ..Overlay::default()
    };
    assert_eq!(legend("connect4", line(&[3, 3, 3])), ["1, 2, 3: how it goes on"]);
    let take = spec("sticks:11,2").start().position().moves()[0].0;
    assert_eq!(legend("sticks:11,2", line(&[take])), ["1: the move to play"]);
    assert!(legend("sticks:1000000000,2", line(&[take])).is_empty(), "too many to be drawn");
    let exact = |result, plies, at_most, margin| {
        let value = Value::Exact(Exact { result, plies, at_most, margin });
        MoveLabel::of_value(Move(0), &value)
    };
    let labels = vec![
        exact(GameResult::Win, Some(1), false, None),
        exact(GameResult::Loss, Some(14), true, None),
        exact(GameResult::Draw, None, false, None),
    ];
    let shown = Overlay { labels, ..Overlay::default() };
    let expected = ["proven: wins in 1 move", "proven: draws", "proven: loses in at most 14 moves"];
    assert_eq!(legend("connect4", shown), expected);
    let margins = [26, -4].map(|margin| {
        let result = if margin > 0 { GameResult::Win } else { GameResult::Loss };
        exact(result, None, false, Some(margin))
    });
    let shown = Overlay { labels: margins.to_vec(), ..Overlay::default() };
    assert_eq!(legend("othello", shown), ["proven: wins by 26", "proven: loses by 4"]);
}

/// Of many values the worse ones are numbers without plates, and still told.
#[test]
fn minor_values_have_no_plate() {
    let spec: GameSpec = "gomoku".parse().unwrap();
    let game = spec.start();
    let mv = game.position().read_move("a1").unwrap();
    let label = |is_minor| MoveLabel { is_minor, ..MoveLabel::of_value(mv, &Value::score(-3.0)) };
    let drawn = |is_minor| {
        let overlay = Overlay { labels: vec![label(is_minor)], ..Overlay::default() };
        board(&spec, game.position(), &overlay, &Options::file(Theme::Light))
    };
    let (plain, minor) = (drawn(false), drawn(true));
    assert!(plain.contains("class=\"tint\"") && !plain.contains(" minor\""), "{plain}");
    assert!(
        minor.contains(" minor\"")
            && minor.matches("class=\"tint\"").count() < plain.matches("class=\"tint\"").count()
    );
    assert!(minor.contains("−3"), "{minor}");
}
