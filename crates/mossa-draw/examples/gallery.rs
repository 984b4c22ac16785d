//! Pictures of everything, to be looked at: `cargo run -p mossa-draw --example gallery DIRECTORY`.

use std::{env, fs, path::Path};

use mossa_draw::{
    Axis, Chart, Cut, Highlight, HighlightKind, Line, Mark, MoveLabel, Options, Overlay,
    READABLE_NODES, Theme, Tone, Tree, TreeNode, board, chart, tree,
};
use mossa_games::GameSpec;
use mossa_kernel::{Estimate, Game, GameResult, Move, Value};

fn main() {
    let directory = env::args().nth(1).expect("a directory to write to");
    let directory = Path::new(&directory);
    for (theme, name) in [(Theme::Light, "light"), (Theme::Dark, "dark"), (Theme::Auto, "auto")] {
        let options = Options::file(theme);
        for (picture, svg) in boards(&options).into_iter().chain(charts(&options)) {
            let file = directory.join(format!("{picture}-{name}.svg"));
            fs::write(file, svg).expect("the directory can be written to");
        }
    }
    fs::write(directory.join("index.html"), page()).expect("the directory can be written to");
}

/// Boards that can be clicked, all on one page.
fn page() -> String {
    let cases = [
        ("tictactoe", "b2 a1 c1"),
        ("connect4", "4443533"),
        ("othello", "f5d6c3d3c4"),
        ("sticks:3+5+7", "3:2"),
        ("mnk:9,9,5", "e5 e6"),
    ];
    let mut html = "<!doctype html><meta charset=\"utf-8\"><title>Boards</title>\
        <style>body{background:#fff;color:#222}:root[data-theme=dark] body{background:#15181c}\
        svg{margin:12px;vertical-align:top}</style>\
        <body onclick=\"const hit=event.target.closest('[data-move]');\
        document.title=hit?hit.dataset.move:'no move'\">"
        .to_owned();
    for (index, (spec, moves)) in cases.into_iter().enumerate() {
        let (spec, game) = game(spec, moves);
        let overlay = Overlay::of_game(&spec, &game);
        let options = Options::page(&format!("board-{index}"));
        html.push_str(&board(&spec, game.position(), &overlay, &options));
    }
    html
}

fn game(spec: &str, moves: &str) -> (GameSpec, Game) {
    let spec: GameSpec = spec.parse().expect("a game");
    let mut game = spec.start();
    game.play_text(moves).expect("legal moves");
    (spec, game)
}

/// Values of all kinds on the first legal moves.
fn labels(game: &Game) -> Vec<MoveLabel> {
    let chance =
        |chance: f64| Value::Estimate(Estimate { score: 0.0, winning_chance: Some(chance) });
    let values = [
        Value::exact(GameResult::Win, Some(7)),
        Value::exact(GameResult::Draw, None),
        Value::exact(GameResult::Loss, Some(12)),
        chance(0.91),
        chance(0.5),
        chance(0.23),
        Value::score(-120.0),
    ];
    let moves = game.position().moves();
    moves.iter().zip(&values).map(|(&mv, value)| MoveLabel::of_value(mv, value)).collect()
}

fn boards(options: &Options) -> Vec<(&'static str, String)> {
    let cases: &[(&str, &str, &str)] = &[
        ("tictactoe", "tictactoe", "b2 a1 c1 a3"),
        ("tictactoe-won", "tictactoe", "a1 b1 a2 b2 a3"),
        ("mnk-4x6", "mnk:4,6,4", "a1 b2 c3"),
        ("gomoku", "gomoku", "h8 i9 h9 h10 g8 i8 f7 e6"),
        ("gomoku-won", "gomoku", "h8 i9 h9 i10 h10 i11 h11 i12 h12"),
        ("connect4", "connect4", "4443533"),
        ("connect4-won", "connect4", "4536271"),
        ("connect-20", "connect:12,20,5", "1 2 3 4 5 20 20 10 11 10"),
        ("othello", "othello", "f5d6c3d3c4"),
        ("othello-26", "othello:26x26", ""),
        ("sticks", "sticks:21,3", "3 1"),
        ("nim", "sticks:3+5+7", "3:2"),
        ("sticks-many", "sticks:1000000,100", "7"),
        ("line-1x9", "mnk:1,9,3", "e1 d1"),
        ("one", "mnk:1,1,1", ""),
        ("huge", "mnk:200,200,5", "cv100 cw101 cv101"),
    ];
    let mut pictures = Vec::new();
    for &(name, spec, moves) in cases {
        let (spec, game) = game(spec, moves);
        let overlay = Overlay {
            caption: Some(format!("{spec} after {} moves", game.history().len())),
            ..Overlay::of_game(&spec, &game)
        };
        pictures.push((name, board(&spec, game.position(), &overlay, options)));
    }
    pictures.extend(values(options));
    pictures.extend(lines(options));
    pictures
}

fn values(options: &Options) -> Vec<(&'static str, String)> {
    let cases = [
        ("values-tictactoe", "tictactoe", "b2 a1"),
        ("values-gomoku", "mnk:9,9,5", "e5"),
        ("values-connect4", "connect4", "44"),
        ("values-othello", "othello", "f5d6c3"),
        ("values-nim", "sticks:3+5", ""),
    ];
    let draw = |(name, spec, moves): (&'static str, &str, &str)| {
        let (spec, game) = game(spec, moves);
        let caption = Some("What each move is worth, for the side that plays it.".to_owned());
        let overlay = Overlay { labels: labels(&game), caption, ..Overlay::of_game(&spec, &game) };
        (name, board(&spec, game.position(), &overlay, options))
    };
    cases.into_iter().map(draw).collect()
}

fn lines(options: &Options) -> Vec<(&'static str, String)> {
    let cases: [(&'static str, &str, &str, &str); 5] = [
        ("line-tictactoe", "tictactoe", "b2 a1", "c1 a3 a2"),
        ("line-gomoku", "gomoku", "h8 i9 h9 h10 g8 i8", "g9 f10 g10 g11 f8"),
        ("line-connect4", "connect4", "444", "4 4 3 5 6"),
        ("line-othello", "othello", "f5d6c3", "d3 c4"),
        ("line-sticks", "sticks:21,3", "3", "2 1 3"),
    ];
    let draw = |(name, spec, moves, line): (&'static str, &str, &str, &str)| {
        let (spec, game) = game(spec, moves);
        let mut after = game.clone();
        after.play_text(line).expect("legal moves");
        let line: Vec<Move> = after.history()[game.history().len()..].to_vec();
        let free: Vec<u32> = game.position().moves().iter().rev().map(|mv| mv.0).take(5).collect();
        let kinds = HighlightKind::ALL.into_iter().zip(free);
        let highlights = kinds.map(|(kind, cell)| Highlight::new(kind, vec![cell])).collect();
        let caption = Some("X threatens twice & wins: <no way> to stop both.".to_owned());
        let overlay = Overlay { line, highlights, caption, ..Overlay::of_game(&spec, &game) };
        (name, board(&spec, game.position(), &overlay, options))
    };
    cases.into_iter().map(draw).collect()
}

fn charts(options: &Options) -> Vec<(&'static str, String)> {
    vec![
        ("growth", chart(&growth(), options)),
        ("course", chart(&course(), options)),
        ("tree", tree(&searched(), options)),
    ]
}

fn growth() -> Chart {
    let line = |name: &str, is_dashed: bool, growth: f64| Line {
        name: name.to_owned(),
        points: (1..=8).map(|x| (x.into(), growth.powi(x))).collect(),
        is_dashed,
    };
    Chart {
        title: "connect:6,7,4: positions by depth".to_owned(),
        description: "Positions that each algorithm looks at, by depth.".to_owned(),
        x: Axis::new("depth in moves"),
        y: Axis::new("positions").logarithmic(),
        lines: vec![
            line("minimax", false, 7.0),
            line("alphabeta", false, 3.9),
            line("alphabeta+ordering", false, 3.1),
            line("alphabeta+ordering+table", false, 2.6),
            line("pvs", false, 2.5),
            line("mcts", false, 3.3),
            line("b^d", true, 7.2),
            line("b^(d/2)", true, 2.7),
        ],
        marks: Vec::new(),
        base: None,
    }
}

fn course() -> Chart {
    let values = [0.0, 0.1, -0.05, 0.2, 0.15, -0.6, -0.5, -0.55, 0.4, 0.9, 1.0, 1.0];
    let names = [(-1.0, "O wins"), (0.0, "even"), (1.0, "X wins")];
    let mark = |x: f64, y: f64, text: &str, tone| Mark { x, y, text: text.to_owned(), tone };
    Chart {
        title: "Who was ahead, move by move".to_owned(),
        description: "X makes a mistake at move 6, O at move 9.".to_owned(),
        x: Axis::new("move"),
        y: Axis {
            range: Some((-1.0, 1.0)),
            ticks: names.map(|(value, name)| (value, name.to_owned())).to_vec(),
            ..Axis::new("value")
        },
        lines: vec![Line {
            name: "value".to_owned(),
            points: (1..).map(f64::from).zip(values).collect(),
            is_dashed: false,
        }],
        marks: vec![
            mark(6.0, -0.6, "6. h8?", Tone::Bad),
            mark(9.0, 0.4, "9. g7??", Tone::Bad),
            mark(11.0, 1.0, "11. e5!", Tone::Good),
        ],
        base: Some(0.0),
    }
}

fn searched() -> Tree {
    let node = |label: &str, value: &str, is_maximizing, children| TreeNode {
        label: label.to_owned(),
        value: value.to_owned(),
        bounds: "α −∞  β +∞".to_owned(),
        is_maximizing,
        children,
        ..TreeNode::default()
    };
    let leaf = |label: &str, value: &str| node(label, value, true, Vec::new());
    let mut second = node("b1", "+2", false, vec![leaf("a2", "+5"), leaf("b2", "+2")]);
    second.cut = Some(Cut { reason: "cut: +2 ≤ α +3".to_owned(), n_moves: 3 });
    second.children[0].n_hidden = 120;
    let first = node("a1", "+3", false, vec![leaf("a2", "+3"), leaf("b2", "+4")]);
    Tree {
        title: "A searched tree".to_owned(),
        description: "Two moves, each with two replies; the second is cut off.".to_owned(),
        root: node("", "+3", true, vec![first, second]),
        limit: READABLE_NODES,
    }
}
