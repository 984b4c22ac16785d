//! `mossa rank`: who is how strong, by all games that were kept.

use std::{collections::HashMap, io::Write};

use mossa_games::GameSpec;
use mossa_kernel::one_line;
use mossa_store::{
    Archive, Filter,
    ranking::{By, Sheet, Standing, sheets},
};
use serde::Serialize;

use crate::{columns::columns, failure::Failure, json, keeping::Data, text};

/// Rank players by the games that were kept, one table for each game and its rules
///
/// Ratings are those that make all results likeliest (Bradley and Terry, with a term for the first
/// move), in Elo, with 95 % errors; the mean of those who met, directly or through others, is 0.
#[derive(Debug, clap::Args)]
pub struct Rank {
    /// Only this game
    #[arg(long, value_name = "SPEC")]
    game: Option<String>,

    /// Only games under these limits, named as in the head of a table: `100 ms`
    #[arg(long, value_name = "LIMITS")]
    limits: Option<String>,

    /// What to sort by
    #[arg(long, value_name = "COLUMN", default_value = "rating", value_parser = COLUMNS)]
    by: String,

    #[command(flatten)]
    data: Data,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

const COLUMNS: [&str; 5] = ["name", "wins", "losses", "draws", "rating"];

#[derive(Serialize)]
struct RankJson {
    rankings: Vec<RankingJson>,
}

#[derive(Serialize)]
struct RankingJson {
    spec: String,
    games: u64,
    limits: Vec<String>,
    first_move: Option<f64>,
    first_move_error: Option<f64>,
    groups: usize,
    players: Vec<PlayerJson>,
}

#[derive(Serialize)]
struct PlayerJson {
    name: String,
    rating: Option<f64>,
    error: Option<f64>,
    group: usize,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
}

impl Rank {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let archive = Archive::open(&self.data.folder()?)?;
        let spec = self.game.as_deref().map(str::parse::<GameSpec>).transpose()?;
        let filter = Filter {
            spec: spec.map(|spec| spec.to_string()),
            limits: self.limits.clone(),
            ..Filter::default()
        };
        let (sheets, names) = match &archive {
            None => (Vec::new(), HashMap::new()),
            Some(archive) => (sheets(archive, &filter)?, archive.players()?.into_iter().collect()),
        };
        if self.json {
            let rankings = sheets.iter().map(|sheet| self.answer(sheet, &names)).collect();
            return json::write(out, &RankJson { rankings });
        }
        if sheets.is_empty() {
            let none = if filter.is_empty() {
                "No games were kept yet: `mossa play` and `mossa match` keep those that end."
            } else {
                "No finished game that was kept is like that."
            };
            return Ok(writeln!(out, "{none}")?);
        }
        for (index, sheet) in sheets.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            self.write_plain(out, sheet, &names)?;
        }
        Ok(())
    }

    /// What the standings are ordered by.
    fn by(&self) -> By {
        let by = By::ALL.iter().find(|(name, _)| *name == self.by);
        by.map_or(By::Rating, |(_, by)| *by)
    }

    fn answer(&self, sheet: &Sheet, names: &HashMap<i64, String>) -> RankingJson {
        let players =
            sheet.ranking.sorted(self.by(), names).into_iter().map(|standing| PlayerJson {
                name: names[&standing.player].clone(),
                rating: standing.rating.map(rounded),
                error: standing.error.map(rounded),
                group: standing.group,
                games: standing.games(),
                wins: standing.wins,
                draws: standing.draws,
                losses: standing.losses,
                score: rounded(standing.score()),
            });
        RankingJson {
            spec: sheet.spec.clone(),
            games: sheet.field.games(),
            limits: sheet.limits.clone(),
            first_move: sheet.ranking.first_move.map(rounded),
            first_move_error: sheet.ranking.first_move_error.map(rounded),
            groups: sheet.ranking.groups,
            players: players.collect(),
        }
    }

    fn write_plain(
        &self,
        out: &mut impl Write,
        sheet: &Sheet,
        names: &HashMap<i64, String>,
    ) -> Result<(), Failure> {
        let Sheet { spec, field, ranking, limits } = sheet;
        let s = if field.games() == 1 { "" } else { "s" };
        write!(out, "{spec}: {} game{s}", text::count(field.games()))?;
        match &limits[..] {
            [one] if one.is_empty() => {}
            [one] => write!(out, ", {one}")?,
            many => write!(out, " under {} different limits", many.len())?,
        }
        writeln!(out)?;
        let has_groups = ranking.groups > 1;
        let mut head =
            vec!["player", ">rating", ">+-", ">games", ">wins", ">draws", ">losses", ">score"];
        if has_groups {
            head.insert(0, ">group");
        }
        let rows: Vec<Vec<String>> = ranking
            .sorted(self.by(), names)
            .into_iter()
            .map(|standing| row(standing, &names[&standing.player], has_groups))
            .collect();
        write!(out, "{}", columns(&head, &rows))?;
        Ok(write_notes(out, sheet)?)
    }
}

/// What is to be known about a table.
fn write_notes(out: &mut impl Write, sheet: &Sheet) -> std::io::Result<()> {
    let Sheet { field, ranking, limits, .. } = sheet;
    if ranking.groups > 1 {
        let note = "Players of different groups have not met, not even through others: their \
                    ratings cannot be compared.";
        text::write_wrapped(out, "", note)?;
    }
    let worth = ranking.first_move.map(|worth| format!("{:+.0}", worth.round() + 0.0));
    let error = ranking.first_move_error.map_or(String::new(), |error| format!(" +- {error:.0}"));
    let worth = worth.map_or("n/a".to_owned(), |worth| worth + &error);
    writeln!(out, "The first move is worth {worth} Elo.")?;
    if limits.len() > 1 {
        let kinds: Vec<String> = limits.iter().map(|limits| format!("`{limits}`")).collect();
        let note = format!("`--limits` takes those of one kind: {}.", kinds.join(", "));
        text::write_wrapped(out, "", &note)?;
    }
    if field.alone > 0 {
        let count = text::count(field.alone);
        writeln!(out, "Games of a player against itself are left out: {count}.")?;
    }
    Ok(())
}

fn row(standing: &Standing, name: &str, has_groups: bool) -> Vec<String> {
    let or_not = |number: Option<f64>, plus: bool| match number {
        None => "n/a".to_owned(),
        // Adding 0 makes one of the two zeros of the other.
        Some(number) if plus => format!("{:+.0}", number.round() + 0.0),
        Some(number) => format!("{number:.0}"),
    };
    let mut cells = vec![
        one_line(name),
        or_not(standing.rating, true),
        or_not(standing.error, false),
        standing.games().to_string(),
        standing.wins.to_string(),
        standing.draws.to_string(),
        standing.losses.to_string(),
        format!("{:.1} %", 100.0 * standing.score()),
    ];
    if has_groups {
        cells.insert(0, (standing.group + 1).to_string());
    }
    cells
}

/// To six decimals: further ones differ between machines, and nobody needs them.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}
