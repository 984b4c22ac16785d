//! Which games somebody wants to see, and in which order.

use mossa_kernel::Reason;
use rusqlite::types::Value;
use uuid::Uuid;

/// Conditions that all must hold; those that are empty hold always.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Which game, in canonical form.
    pub spec: Option<String>,
    /// Who took part, on either seat.
    pub players: Vec<String>,
    /// How it ended.
    pub finish: Option<Finish>,
    /// What ended it.
    pub reason: Option<Reason>,
    /// Ended at this time or later, in milliseconds since 1970.
    pub since: Option<i64>,
    /// Ended before this time, in milliseconds since 1970.
    pub until: Option<i64>,
    /// The match it was part of.
    pub in_match: Option<Uuid>,
    /// How long its players could think.
    pub limits: Option<String>,
    /// The game with this number.
    pub number: Option<i64>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The first player won.
    First,
    /// The second player won.
    Second,
    /// Nobody won.
    Draw,
    /// It did not.
    Unfinished,
    /// This player won.
    WonBy(String),
    /// This player lost.
    LostBy(String),
}

/// The number of a player in SQL.
const PLAYER: &str = "(SELECT number FROM players WHERE name = ?)";

impl Finish {
    /// The condition in SQL, and the player that its two question marks stand for.
    fn sql<'s>(&'s self) -> (String, Option<&'s str>) {
        let ended = |winner: &str| (format!("games.winner {winner}"), None);
        let by = |player: &'s str, [as_first, as_second]: [u8; 2]| {
            let condition = format!(
                "(games.first = {PLAYER} AND games.winner = {as_first}
                  OR games.second = {PLAYER} AND games.winner = {as_second})"
            );
            (condition, Some(player))
        };
        match self {
            Self::First => ended("= 1"),
            Self::Second => ended("= 2"),
            Self::Draw => ended("= 0"),
            Self::Unfinished => ended("IS NULL"),
            Self::WonBy(player) => by(player, [1, 2]),
            Self::LostBy(player) => by(player, [2, 1]),
        }
    }
}

/// The order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The last one first.
    #[default]
    Newest,
    /// The first one first.
    Oldest,
    /// The one with most moves first.
    Longest,
    /// The one with fewest moves first.
    Shortest,
}

impl Order {
    pub(crate) const fn sql(self) -> &'static str {
        match self {
            Self::Newest => "games.played DESC, games.number DESC",
            Self::Oldest => "games.played, games.number",
            Self::Longest => "games.moves DESC, games.number DESC",
            Self::Shortest => "games.moves, games.number",
        }
    }
}

impl Filter {
    /// Whether it lets everything through.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The condition in SQL, and what its question marks stand for.
    pub(crate) fn sql(&self) -> (String, Vec<Value>) {
        let mut conditions = vec!["true".to_owned()];
        let mut values = Vec::new();
        let mut add = |condition: String, given: &[Value]| {
            conditions.push(condition);
            values.extend_from_slice(given);
        };
        if let Some(spec) = &self.spec {
            let condition = "games.spec = (SELECT number FROM specs WHERE spec = ?)";
            add(condition.to_owned(), &[spec.clone().into()]);
        }
        for player in &self.players {
            let condition = format!("(games.first = {PLAYER} OR games.second = {PLAYER})");
            add(condition, &[player.clone().into(), player.clone().into()]);
        }
        if let Some(finish) = &self.finish {
            let (condition, player) = finish.sql();
            let player = player.map(|player| Value::from(player.to_owned()));
            // A player is asked for on either seat.
            add(condition, &player.map_or(Vec::new(), |player| vec![player.clone(), player]));
        }
        if let Some(reason) = self.reason {
            add("games.reason = ?".to_owned(), &[reason.name().to_owned().into()]);
        }
        if let Some(since) = self.since {
            add("games.played >= ?".to_owned(), &[since.into()]);
        }
        if let Some(until) = self.until {
            add("games.played < ?".to_owned(), &[until.into()]);
        }
        if let Some(id) = self.in_match {
            let condition = "games.match = (SELECT number FROM matches WHERE id = ?)";
            add(condition.to_owned(), &[id.as_bytes().to_vec().into()]);
        }
        if let Some(limits) = &self.limits {
            add("games.limits = ?".to_owned(), &[limits.clone().into()]);
        }
        if let Some(number) = self.number {
            add("games.number = ?".to_owned(), &[number.into()]);
        }
        (conditions.join(" AND "), values)
    }
}
