//! The verdicts on the targets and the Markdown tables.

/// A table: some figures of ours beside those of peers.
pub struct Section {
    /// What was measured, and how.
    pub title: String,
    /// What the rows are.
    pub rows_are: &'static str,
    /// What the figures are.
    pub unit: Unit,
    /// The figures.
    pub rows: Vec<Row>,
}

/// One measurement, our figure beside a peer's.
pub struct Row {
    /// What was measured: a game, a position.
    pub name: String,
    /// Our figure, where we were measured.
    pub ours: Option<f64>,
    /// The peer.
    pub peer: &'static str,
    /// The peer's figure, where there is a peer.
    pub theirs: Option<f64>,
    /// What we mean to reach; some rows are only for information.
    pub target: Option<Target>,
}

/// What we mean to reach.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// The ratio should be this or more.
    AtLeast(f64),
    /// The ratio should be this or less.
    AtMost(f64),
}

/// What figures are, which also says how they are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Millions per second: the ratio tells how many times as fast we are.
    MillionsPerSecond,
    /// Millions of something: the ratio tells how many times as much we need.
    Millions,
    /// Seconds, shown in milliseconds: the ratio tells how many times as fast we are.
    Milliseconds,
    /// Seconds: the ratio tells how many times as long we take.
    Seconds,
    /// Shares of a whole: the ratio tells how many times as much is ours.
    Percent,
    /// Seconds, from microseconds on, each figure with its own unit: the ratio tells how many times
    /// as fast we are.
    Time,
    /// Numbers of something, from a few to billions: the ratio tells how many times as much is ours.
    Count,
}

impl Unit {
    fn name(self) -> &'static str {
        match self {
            Self::MillionsPerSecond => "M/s",
            Self::Millions => "M",
            Self::Milliseconds => "ms",
            Self::Seconds => "s",
            Self::Percent => "%",
            Self::Time => "time",
            Self::Count => "number",
        }
    }

    /// A figure for people.
    pub fn show(self, figure: f64) -> String {
        let shown = match self {
            Self::MillionsPerSecond => return millions(figure),
            Self::Millions => figure / 1e6,
            Self::Milliseconds => figure * 1e3,
            Self::Seconds => figure,
            Self::Percent => figure * 100.0,
            Self::Time => return with_prefix(figure, &[(1.0, " s"), (1e-3, " ms"), (1e-6, " µs")]),
            Self::Count if figure < 1e4 => return format!("{figure:.0}"),
            Self::Count => return with_prefix(figure, &[(1e9, " G"), (1e6, " M"), (1e3, " k")]),
        };
        let decimals = if shown < 10.0 { 3 } else { 1 };
        format!("{shown:.decimals$}")
    }
}

impl Section {
    /// How we compare in a row: ours to theirs, or in times the other way round, so that faster is
    /// more.
    fn ratio(&self, row: &Row) -> Option<f64> {
        let (ours, theirs) = (row.ours?, row.theirs?);
        let less_is_more = matches!(self.unit, Unit::Milliseconds | Unit::Time);
        Some(if less_is_more { theirs / ours } else { ours / theirs })
    }

    /// Whether the target of a row is met; `None` without a target or a measurement.
    fn met(&self, row: &Row) -> Option<bool> {
        let ratio = self.ratio(row)?;
        Some(match row.target? {
            Target::AtLeast(least) => ratio >= least,
            Target::AtMost(most) => ratio <= most,
        })
    }

    /// Whether every target is measured and met.
    pub fn is_met(&self) -> bool {
        self.rows.iter().all(|row| row.target.is_none() || self.met(row) == Some(true))
    }

    /// The table, under its title.
    pub fn markdown(&self) -> String {
        let (title, rows_are, unit) = (&self.title, self.rows_are, self.unit.name());
        let mut table = format!(
            "{title}\n\n\
             | {rows_are} | ours {unit} | peer | peer {unit} | ratio | target | ok |\n\
             |---|---:|---|---:|---:|---:|---|\n"
        );
        for row in &self.rows {
            table.push_str(&self.line(row));
        }
        table
    }

    fn line(&self, row: &Row) -> String {
        let show =
            |figure: Option<f64>| figure.map_or("-".to_owned(), |figure| self.unit.show(figure));
        let (name, ours, peer, theirs) = (&row.name, show(row.ours), row.peer, show(row.theirs));
        let ratio = self.ratio(row).map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
        let target = row.target.map_or(String::new(), Target::show);
        let ok = match (row.target, self.met(row)) {
            (None, _) => "",
            (Some(_), None) => "-",
            (Some(_), Some(true)) => "yes",
            (Some(_), Some(false)) => "NO",
        };
        format!("| {name} | {ours} | {peer} | {theirs} | {ratio} | {target} | {ok} |\n")
    }
}

impl Target {
    fn show(self) -> String {
        // Two decimals only where they say something.
        let number = |number: f64| {
            let short = format!("{number:.1}");
            if short.parse() == Ok(number) { short } else { format!("{number:.2}") }
        };
        match self {
            Self::AtLeast(least) => number(least),
            Self::AtMost(most) => format!("≤ {}", number(most)),
        }
    }
}

/// A rate in millions, with as many decimals as the slowest contenders need.
pub fn millions(rate: f64) -> String {
    let decimals = if rate < 10e6 { 3 } else { 1 };
    format!("{:.decimals$}", rate / 1e6)
}

/// A figure to three digits, in the largest of these units that it reaches.
fn with_prefix(figure: f64, units: &[(f64, &str)]) -> String {
    let reached = units.iter().find(|(size, _)| figure >= *size);
    let (size, name) = reached.or(units.last()).map_or((1.0, ""), |&unit| unit);
    let shown = figure / size;
    let decimals = match shown {
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{shown:.decimals$}{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(unit: Unit, target: Option<Target>, ours: Option<f64>) -> Section {
        let row = Row { name: "sticks".into(), ours, peer: "OpenSpiel", theirs: Some(8e6), target };
        Section { title: "title".into(), rows_are: "game", unit, rows: vec![row] }
    }

    #[test]
    fn a_target_is_met_from_its_factor_on() {
        let is_met = |unit, target, ours| section(unit, Some(target), ours).is_met();
        let faster = Target::AtLeast(5.0);
        assert!(is_met(Unit::MillionsPerSecond, faster, Some(40e6)));
        assert!(!is_met(Unit::MillionsPerSecond, faster, Some(39e6)));
        assert!(!is_met(Unit::MillionsPerSecond, faster, None), "what is not measured is not met");
        assert!(is_met(Unit::Milliseconds, faster, Some(1.6e6)));
        assert!(!is_met(Unit::Milliseconds, faster, Some(1.7e6)));
        let fewer = Target::AtMost(0.5);
        assert!(is_met(Unit::Millions, fewer, Some(4e6)));
        assert!(!is_met(Unit::Seconds, fewer, Some(4.1e6)));
        assert!(section(Unit::Millions, None, Some(9e9)).is_met(), "only for information");
    }

    #[test]
    fn figures_of_every_size_can_be_read() {
        let times = [3.5e-6, 1.994e-3, 0.083, 0.9996, 3.36, 218.4, 2e-8];
        let expected = ["3.50 µs", "1.99 ms", "83.0 ms", "1000 ms", "3.36 s", "218 s", "0.02 µs"];
        assert_eq!(times.map(|time| Unit::Time.show(time)), expected);
        let counts = [0.0, 50.45, 9999.0, 40_700.0, 73.5e6, 4.57e9];
        let expected = ["0", "50", "9999", "40.7 k", "73.5 M", "4.57 G"];
        assert_eq!(counts.map(|count| Unit::Count.show(count)), expected);
        assert!(section(Unit::Time, Some(Target::AtLeast(2.0)), Some(4e6)).is_met());
        assert!(!section(Unit::Count, Some(Target::AtLeast(1.0)), Some(7e6)).is_met());
    }

    #[test]
    fn the_table_has_a_line_for_every_row() {
        let target = Some(Target::AtLeast(5.0));
        let mut section = section(Unit::MillionsPerSecond, target, Some(40e6));
        let target = Some(Target::AtMost(0.62));
        let row = Row { name: "x".into(), ours: None, peer: "y", theirs: Some(8e6), target };
        section.rows.push(row);
        let table = section.markdown();
        assert!(table.contains("| game | ours M/s | peer | peer M/s | ratio | target | ok |"));
        assert!(table.contains("| sticks | 40.0 | OpenSpiel | 8.000 | 5.00 | 5.0 | yes |"));
        assert!(table.contains("| x | - | y | 8.000 | - | ≤ 0.62 | - |"), "{table}");
        assert_eq!(table.lines().count(), 6);
    }
}
