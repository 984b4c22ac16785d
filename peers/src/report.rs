//! The targets, the verdicts on them and the Markdown table.

use std::fmt::Write;

/// The games, in the order of the table, each with the factor by which we mean to be faster than
/// every one of its peers.
pub const TARGETS: [(&str, f64); 5] =
    [("connect4", 1.5), ("tictactoe", 2.0), ("othello", 60.0), ("gomoku", 30.0), ("sticks", 5.0)];

/// One game and one peer, with our rate beside the peer's.
pub struct Row {
    /// The game, under our name.
    pub game: &'static str,
    /// Our moves per CPU second, where we were measured.
    pub ours: Option<f64>,
    /// The peer.
    pub peer: &'static str,
    /// The peer's moves per CPU second.
    pub theirs: f64,
    /// The factor by which we mean to be faster.
    pub target: f64,
}

impl Row {
    /// How many times as fast as the peer we are.
    pub fn ratio(&self) -> Option<f64> {
        self.ours.map(|ours| ours / self.theirs)
    }

    /// Whether the target is met; `None` where we were not measured.
    pub fn met(&self) -> Option<bool> {
        self.ratio().map(|ratio| ratio >= self.target)
    }
}

/// Writes the rows as a Markdown table, rates in millions of moves per CPU second.
pub fn markdown(rows: &[Row]) -> String {
    let mut table = String::from(
        "| game | ours M/s | peer | peer M/s | ratio | target | ok |\n\
         |---|---:|---|---:|---:|---:|---|\n",
    );
    for row in rows {
        let ours = row.ours.map_or("-".to_owned(), millions);
        let ratio = row.ratio().map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
        let met = row.met().map_or("-", |met| if met { "yes" } else { "NO" });
        let (game, peer, theirs, target) = (row.game, row.peer, millions(row.theirs), row.target);
        writeln!(table, "| {game} | {ours} | {peer} | {theirs} | {ratio} | {target:.1} | {met} |")
            .expect("writing to a string cannot fail");
    }
    table
}

/// A rate in millions, with as many decimals as the slowest contenders need.
pub fn millions(rate: f64) -> String {
    let decimals = if rate < 10e6 { 3 } else { 1 };
    format!("{:.decimals$}", rate / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(ours: Option<f64>) -> Row {
        Row { game: "sticks", ours, peer: "OpenSpiel", theirs: 8e6, target: 5.0 }
    }

    #[test]
    fn a_target_is_met_from_its_factor_on() {
        assert_eq!(row(Some(40e6)).met(), Some(true));
        assert_eq!(row(Some(39e6)).met(), Some(false));
        assert_eq!(row(None).met(), None);
    }

    #[test]
    fn the_table_has_a_line_for_every_row() {
        let table = markdown(&[row(Some(40e6)), row(None)]);
        assert!(table.contains("| sticks | 40.0 | OpenSpiel | 8.000 | 5.00 | 5.0 | yes |"));
        assert!(table.contains("| sticks | - | OpenSpiel | 8.000 | - | 5.0 | - |"));
        assert_eq!(table.lines().count(), 4);
    }
}
