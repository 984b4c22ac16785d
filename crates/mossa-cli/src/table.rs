//! What an analysis has found, as a table.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use mossa_kernel::{Exact, Game, GameResult, Value};
use mossa_search::{Line, Report};

use crate::{
    draw::{Room, Skill},
    text,
};

/// The longest line of moves where the room has no limit.
const LONGEST_LINE: usize = 60;

const HEADER: Style = Style::new().dimmed();
const WIN: Style = AnsiColor::Green.on_default().bold();
const DRAW: Style = AnsiColor::Yellow.on_default().bold();
const LOSS: Style = AnsiColor::Red.on_default().bold();

/// The `most` best lines: move, value, how the game might go on.
pub fn lines(game: &Game, report: &Report, most: usize, room: Room) -> String {
    let shown = &report.lines[..report.lines.len().min(most)];
    let moves: Vec<String> =
        shown.iter().map(|line| game.position().show_move(line.mv())).collect();
    let values: Vec<String> = shown.iter().map(|line| value(&line.value, room)).collect();
    let widest = |words: &[String], header: &str| {
        words.iter().map(|word| word.chars().count()).max().unwrap_or(0).max(header.len())
    };
    let (move_width, value_width) = (widest(&moves, "move"), widest(&values, "value"));
    let left = room
        .columns()
        .map_or(LONGEST_LINE, |columns| columns.saturating_sub(move_width + value_width + 7));
    let header = format!("  {:<move_width$}  {:<value_width$}  line", "move", "value");
    let mut table = format!("{HEADER}{header}{HEADER:#}\n");
    for (index, line) in shown.iter().enumerate() {
        let mark = if index == 0 { '*' } else { ' ' };
        let style = style(&line.value);
        let row = format!(
            "{mark} {:<move_width$}  {style}{:<value_width$}{style:#}  {}",
            moves[index],
            values[index],
            continuation(game, line, left)
        );
        writeln!(table, "{}", row.trim_end()).expect("a string takes any text");
    }
    let left_out = report.lines.len() - shown.len();
    if left_out > 0 {
        let all = report.lines.len();
        writeln!(table, "  and {left_out} more; `--lines {all}` shows them all")
            .expect("a string takes any text");
    }
    table
}

/// A value: what is only believed begins with a sign that says so, and has a sign of its own.
fn value(value: &Value, room: Room) -> String {
    let Value::Estimate(estimate) = value else { return text::value(value) };
    let is_plain = !matches!(room, Room::Terminal { skill: Skill { has_unicode: true, .. }, .. });
    let about = if is_plain { '~' } else { '≈' };
    let score =
        if estimate.score == 0.0 { "0".to_owned() } else { format!("{:+}", estimate.score) };
    match estimate.winning_chance {
        None => format!("{about} {score}"),
        Some(chance) => format!("{about} {score}, {:.0} %", 100.0 * chance),
    }
}

fn style(value: &Value) -> Style {
    match value {
        Value::Estimate(_) => Style::new(),
        Value::Exact(Exact { result: GameResult::Win, .. }) => WIN,
        Value::Exact(Exact { result: GameResult::Draw, .. }) => DRAW,
        Value::Exact(Exact { result: GameResult::Loss, .. }) => LOSS,
    }
}

/// As many moves as fit.
fn continuation(game: &Game, line: &Line, width: usize) -> String {
    const MORE: &str = " ...";
    let mut shown = String::new();
    for (index, &mv) in line.moves.iter().enumerate() {
        let word = game.position().show_move(mv);
        let is_last = index + 1 == line.moves.len();
        let reserve = if is_last { 0 } else { MORE.len() };
        if shown.len() + 1 + word.len() + reserve > width {
            return if index == 0 { String::new() } else { shown + MORE };
        }
        if index > 0 {
            shown.push(' ');
        }
        shown.push_str(&word);
    }
    shown
}

#[cfg(test)]
mod tests {
    use mossa_games::GameSpec;
    use mossa_kernel::{Estimate, Move};

    use super::*;

    fn report(n_moves: usize) -> Report {
        let estimate = Estimate { score: 12.0, winning_chance: Some(0.616) };
        let exact =
            Exact { result: GameResult::Loss, plies: Some(12), at_most: true, margin: None };
        let values = [Value::Estimate(estimate), Value::score(-3.0), Value::Exact(exact)];
        let line = |value| Line { moves: vec![Move(3); n_moves], value, depth: 1 };
        Report { lines: values.map(line).to_vec(), ..Report::default() }
    }

    fn drawn(n_moves: usize, most: usize, room: Room) -> String {
        let spec: GameSpec = "connect4".parse().unwrap();
        let text = lines(&spec.start(), &report(n_moves), most, room);
        anstream::adapter::strip_str(&text).to_string()
    }

    #[test]
    fn beliefs_look_different_from_proofs() {
        let expected = "  move  value               line\n\
                        * 4     ~ +12, 62 %         4 4\n\
                        \u{20} 4     ~ -3                4 4\n\
                        \u{20} 4     loss in at most 12  4 4\n";
        assert_eq!(drawn(2, 9, Room::Pipe), expected);
        assert!(drawn(2, 1, Room::Pipe).ends_with("  and 2 more; `--lines 3` shows them all\n"));
    }

    #[test]
    fn no_row_is_wider_than_the_terminal() {
        let skill = Skill { has_unicode: true, has_colors: true, has_many_colors: true };
        for columns in [40, 41, 80] {
            let text = drawn(200, 9, Room::Terminal { columns, rows: 30, skill });
            for line in text.lines() {
                assert!(line.chars().count() <= columns, "{line}");
            }
            assert!(text.contains("≈ +12, 62 %") && text.contains(" ..."), "{text}");
        }
    }
}
