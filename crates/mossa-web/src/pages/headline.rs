//! What stands above a board: the game and its rules, in a few words.

use mossa_games::{
    GameSpec, connect, mnk, othello,
    sticks::{self, Takes},
};

/// More heaps or takes than this are not named one by one.
const MOST_NAMED: usize = 6;

/// The game's name, and its size and rules.
pub struct Headline {
    pub name: &'static str,
    pub rules: String,
}

impl Headline {
    pub fn of(spec: &GameSpec) -> Self {
        match spec {
            GameSpec::Mnk(spec) => Self::of_lines(*spec),
            GameSpec::Connect(spec) => Self::of_connect(*spec),
            GameSpec::Othello(spec) => Self::of_othello(*spec),
            GameSpec::Sticks(spec) => Self { name: "Sticks", rules: sticks_rules(spec) },
        }
    }

    fn of_lines(spec: mnk::Spec) -> Self {
        let (rows, columns, run) = (spec.rows(), spec.columns(), spec.run());
        let name = match (rows, columns, run, spec.is_exact()) {
            (3, 3, 3, false) => "Tic-tac-toe",
            (15, 15, 5, _) => "Gomoku",
            _ => "Lines",
        };
        let exactly = if spec.is_exact() { "exactly " } else { "" };
        Self { name, rules: format!("{rows} × {columns}, {exactly}{run} in a row") }
    }

    fn of_connect(spec: connect::Spec) -> Self {
        let (rows, columns, run) = (spec.rows(), spec.columns(), spec.run());
        let name = if (rows, columns, run) == (6, 7, 4) { "Connect Four" } else { "Connect X" };
        Self { name, rules: format!("{rows} rows, {columns} columns, {run} in a row") }
    }

    fn of_othello(spec: othello::Spec) -> Self {
        let named = ["rows", "columns", "diagonals"].into_iter().zip(spec.lines_flipped());
        let flipped: Vec<&str> =
            named.filter(|&(_, is_flipped)| is_flipped).map(|(name, _)| name).collect();
        let only = match &flipped[..] {
            [_, _, _] => String::new(),
            some => format!(", discs turn along {} only", some.join(" and ")),
        };
        Self { name: "Othello", rules: format!("{} × {}{only}", spec.rows(), spec.columns()) }
    }
}

fn sticks_rules(spec: &sticks::Spec) -> String {
    let heaps = match spec.heaps() {
        [sticks] => sticks.to_string(),
        heaps if heaps.len() <= MOST_NAMED => joined(heaps, " + "),
        heaps => format!("{} heaps", heaps.len()),
    };
    let takes = match spec.takes() {
        Takes::Any => String::new(),
        Takes::UpTo(limit) => format!(", take up to {limit}"),
        Takes::OneOf(takes) if takes.len() <= MOST_NAMED => {
            format!(", take {}", joined(takes, ", "))
        }
        Takes::OneOf(takes) => format!(", {} numbers may be taken", takes.len()),
    };
    let last = if spec.is_misere() { "loses" } else { "wins" };
    format!("{heaps}{takes}, the last stick {last}")
}

fn joined(numbers: &[u32], between: &str) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(between)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_named_with_their_rules() {
        for (spec, told) in [
            ("tictactoe", "Tic-tac-toe: 3 × 3, 3 in a row"),
            ("gomoku", "Gomoku: 15 × 15, 5 in a row"),
            ("mnk:15,15,5,exact", "Gomoku: 15 × 15, exactly 5 in a row"),
            ("mnk:4,5,4", "Lines: 4 × 5, 4 in a row"),
            ("connect4", "Connect Four: 6 rows, 7 columns, 4 in a row"),
            ("connect:9,10,5", "Connect X: 9 rows, 10 columns, 5 in a row"),
            ("othello", "Othello: 8 × 8"),
            ("othello:6x8,dirs=hd", "Othello: 6 × 8, discs turn along rows and diagonals only"),
            ("sticks", "Sticks: 11, take up to 2, the last stick wins"),
            ("sticks:1+3+5,misere", "Sticks: 1 + 3 + 5, the last stick loses"),
            ("sticks:21,take=1/3/4", "Sticks: 21, take 1, 3, 4, the last stick wins"),
        ] {
            let Headline { name, rules } = Headline::of(&spec.parse().expect("a good spec"));
            assert_eq!(format!("{name}: {rules}"), told);
        }
    }
}
