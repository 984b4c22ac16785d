//! The numbers as tables: for the terminal, for spreadsheets, for pages and for papers.

use std::fmt::Write;

use mossa_games::GameSpec;
use mossa_kernel::Game;
use mossa_teach::lab::{Algorithm, Base, Row};

use super::Findings;
use crate::{text, thinking::milliseconds};

/// What stands for a number that there is none of.
const NONE: &str = "-";

/// The widths of the columns behind the name, in the terminal; the last one is as wide as it is.
const WIDTHS: [usize; 7] = [12, 12, 11, 11, 9, 7, 6];

const HEADERS: [&str; 9] = [
    "algorithm",
    "nodes",
    "leaves",
    "cut-offs",
    "table hits",
    "branching",
    "value",
    "move",
    "time",
];

/// A table of words.
pub struct Sheet {
    headers: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// 1234567 as `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A value from -1 to 1 in a few characters.
pub fn value(value: f64) -> String {
    let text = format!("{value:+.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "+" || text == "-" || text == "+0" || text == "-0" { "0" } else { text }.to_owned()
}

/// The cells of a row, for people.
fn cells(row: &Row, game: &Game) -> Vec<String> {
    let number = |applies: bool, number: u64| {
        if applies { grouped(number) } else { NONE.to_owned() }
    };
    let base = row.algorithm.base;
    let best = row.best.map(|mv| game.position().show_move(mv));
    vec![
        row.algorithm.to_string(),
        grouped(row.nodes),
        grouped(row.leaves),
        number(matches!(base, Base::AlphaBeta | Base::Pvs), row.cutoffs),
        number(row.algorithm.has_table, row.table_hits),
        row.branching.map_or(NONE.to_owned(), |branching| format!("{branching:.2}")),
        row.value.map_or(NONE.to_owned(), value),
        best.unwrap_or_else(|| NONE.to_owned()),
        text::time(row.time),
    ]
}

/// The cells of a row, for programs.
fn plain_cells(row: &Row, game: &Game) -> Vec<String> {
    let some = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
    let best = row.best.map(|mv| game.position().show_move(mv));
    vec![
        row.depth.to_string(),
        row.algorithm.to_string(),
        row.nodes.to_string(),
        row.leaves.to_string(),
        row.cutoffs.to_string(),
        row.table_hits.to_string(),
        some(row.branching.map(rounded)),
        some(row.value),
        best.unwrap_or_default(),
        row.is_stopped.to_string(),
        milliseconds(row.time).to_string(),
    ]
}

/// As many digits as mean something.
pub fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

impl Sheet {
    /// All rows; for programs also those of smaller depths.
    pub fn new(findings: &Findings<'_>, is_plain: bool) -> Self {
        if is_plain {
            let headers = "depth,algorithm,nodes,leaves,cutoffs,table_hits,branching,value,move,\
                           stopped,ms";
            return Self {
                headers: headers.split(',').map(str::to_owned).collect(),
                rows: findings.rows.iter().map(|row| plain_cells(row, findings.game)).collect(),
            };
        }
        Self {
            headers: HEADERS.map(str::to_owned).to_vec(),
            rows: findings.final_rows().map(|row| cells(row, findings.game)).collect(),
        }
    }

    /// What stands above the rows of a table that is printed row by row.
    pub fn heading(spec: &GameSpec, game: &Game, depth: u32, algorithms: &[Algorithm]) -> String {
        let after = match game.history().len() {
            0 => String::new(),
            n_moves => format!(" after {n_moves}"),
        };
        let moves = if depth == 1 { "move" } else { "moves" };
        let headers: Vec<String> = HEADERS.map(str::to_owned).to_vec();
        format!("{spec}{after}, {depth} {moves} ahead\n\n{}", laid_out(&headers, algorithms))
    }

    /// One of these rows.
    pub fn line(row: &Row, game: &Game, algorithms: &[Algorithm]) -> String {
        laid_out(&cells(row, game), algorithms)
    }

    /// The rows as they are printed, without anything above.
    pub fn plain(&self) -> String {
        self.rows.iter().map(|row| row.join("  ") + "\n").collect()
    }

    /// Values separated by commas.
    pub fn csv(&self) -> String {
        let quoted = |cell: &String| {
            if cell.contains([',', '"']) {
                format!("\"{}\"", cell.replace('"', "\"\""))
            } else {
                cell.clone()
            }
        };
        let line = |row: &Vec<String>| row.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n";
        line(&self.headers) + &self.rows.iter().map(line).collect::<String>()
    }

    /// A table for Markdown.
    pub fn markdown(&self) -> String {
        let line = |row: &[String]| format!("| {} |\n", row.join(" | "));
        let mut rule = "|---|".to_owned();
        for _ in 1..self.headers.len() {
            rule.push_str("---:|");
        }
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}{rule}\n{rows}", line(&self.headers))
    }

    /// A table for LaTeX.
    pub fn latex(&self) -> String {
        let line = |row: &[String]| {
            let cells: Vec<String> = row.iter().map(|cell| latex_cell(cell)).collect();
            format!("{} \\\\\n", cells.join(" & "))
        };
        let columns = "r".repeat(self.headers.len() - 1);
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        let head = line(&self.headers);
        format!(
            "\\begin{{tabular}}{{l{columns}}}\n\\hline\n{head}\\hline\n{rows}\\hline\n\\end{{tabular}}\n"
        )
    }
}

/// Signs that mean something to LaTeX are kept from it; commas in numbers keep their digits together.
fn latex_cell(cell: &str) -> String {
    let is_number = cell.chars().all(|c| c.is_ascii_digit() || c == ',');
    if is_number {
        return cell.replace(',', "{,}");
    }
    match cell.strip_prefix('-') {
        Some("") => "--".to_owned(),
        Some(digits) if digits.starts_with(|c: char| c.is_ascii_digit()) => format!("$-${digits}"),
        _ => cell.replace('<', "$<$").replace('_', "\\_").replace('%', "\\%"),
    }
}

/// A line of the table in the terminal: the name at the left, numbers at the right of their columns.
fn laid_out(cells: &[String], algorithms: &[Algorithm]) -> String {
    let names = algorithms.iter().map(|algorithm| algorithm.to_string().len());
    let widest = names.max().unwrap_or(0).max(HEADERS[0].len());
    let mut line = format!("{:<widest$}", cells[0]);
    for (cell, width) in cells[1..].iter().zip(WIDTHS) {
        write!(line, "  {cell:>width$}").expect("a string takes any text");
    }
    format!("{line}  {}\n", cells[cells.len() - 1])
}

/// What there is to know about the rows: who did not finish, and what counts for whom.
pub fn notes(findings: &Findings<'_>, limit: u64) -> String {
    let mut text = String::new();
    let of_monte_carlo = |row: &&Row| row.algorithm.base == Base::Mcts;
    if findings.final_rows().any(|row| of_monte_carlo(&row)) {
        text.push_str(
            "\nThe nodes of mcts are random games; its value is an estimate from these.\n",
        );
    }
    let stopped = findings.final_rows().filter(|row| row.is_stopped && row.nodes >= limit);
    let names: Vec<String> = stopped.map(|row| row.algorithm.to_string()).collect();
    if !names.is_empty() {
        let (names, nodes) = (names.join(", "), grouped(limit));
        writeln!(
            text,
            "\nStopped after {nodes} nodes: {names}.\n\
             A smaller --depth ends sooner, a larger --nodes allows more."
        )
        .expect("a string takes any text");
    }
    text
}

/// What theory expects.
pub fn theory(findings: &Findings<'_>) -> String {
    let Some(theory) = findings.theory.last() else { return String::new() };
    let (d, up, down) = (theory.depth, theory.depth.div_ceil(2), theory.depth / 2);
    let b = theory.branching;
    let plus_down = if down == 0 { String::new() } else { format!(" + b^{down} - 1") };
    let measured = if theory.measured_depth == d {
        String::new()
    } else {
        format!(" (measured at depth {})", theory.measured_depth)
    };
    format!(
        "Theory: with b = {b:.2} moves in every position{measured},\n\
         minimax has b^{d} = {} leaves, alphabeta at its best b^{up}{plus_down} = {}.\n",
        about(theory.full),
        about(theory.best)
    )
}

/// A number that may be very large.
fn about(number: f64) -> String {
    match number {
        _ if number < 1e12 => grouped(format!("{number:.0}").parse().unwrap_or(0)),
        _ if number.is_finite() => format!("{number:.2e}"),
        _ => "more than 1e308".to_owned(),
    }
}

/// How many positions each algorithm looked at, depth by depth.
pub fn growth(findings: &Findings<'_>) -> String {
    let mut algorithms: Vec<Algorithm> = Vec::new();
    for row in findings.rows.iter().filter(|row| row.algorithm.base != Base::Mcts) {
        if !algorithms.contains(&row.algorithm) {
            algorithms.push(row.algorithm);
        }
    }
    let mut text = "Nodes by depth\n\ndepth".to_owned();
    let width = |algorithm: &Algorithm| algorithm.to_string().len().max(11);
    for algorithm in &algorithms {
        write!(text, "  {:>w$}", algorithm.to_string(), w = width(algorithm))
            .expect("a string takes any text");
    }
    text.push('\n');
    for depth in 1..=findings.depth {
        write!(text, "{depth:>5}").expect("a string takes any text");
        for algorithm in &algorithms {
            let of_both = |row: &&Row| row.depth == depth && row.algorithm == *algorithm;
            let row = findings.rows.iter().find(of_both).filter(|row| !row.is_stopped);
            let nodes = row.map_or(NONE.to_owned(), |row| grouped(row.nodes));
            write!(text, "  {nodes:>w$}", w = width(algorithm)).expect("a string takes any text");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!([0, 999, 1_000, 549_946].map(grouped), ["0", "999", "1,000", "549,946"]);
        let shown = [1.0, -1.0, 0.0, 0.25, -0.001].map(value);
        assert_eq!(shown, ["+1", "-1", "0", "+0.25", "-0.001"]);
        assert_eq!(about(255_168.2), "255,168");
        assert_eq!(about(2.5e18), "2.50e18");
        assert_eq!(about(f64::INFINITY), "more than 1e308");
    }

    #[test]
    fn cells_are_safe_in_latex_and_csv() {
        assert_eq!(latex_cell("549,946"), "549{,}946");
        assert_eq!(latex_cell("-"), "--");
        assert_eq!(latex_cell("-0.25"), "$-$0.25");
        assert_eq!(latex_cell("<1 ms"), "$<$1 ms");
        let sheet = Sheet { headers: vec!["a".into()], rows: vec![vec!["1,\"2".into()]] };
        assert_eq!(sheet.csv(), "a\n\"1,\"\"2\"\n");
    }
}
