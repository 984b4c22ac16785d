//! What a move does in a game of lines, in facts and in words.

use mossa_kernel::{Move, Side};

use super::{
    names,
    stones::{Completion, Stones},
};
use crate::explain::mnk::{beside::closed_line, purpose::Purpose};

/// On larger boards nobody looks two moves ahead in every column.
const MOST_CELLS: u32 = 150;

/// What is said of a quiet move before what it is good for.
const NO_THREAT: &str = "makes no threat yet; ";

/// What a move does.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(super) side: Side,
    /// Where the stone comes to lie.
    pub(crate) cell: u32,
    /// The line that it completes.
    pub(crate) completes: Option<Vec<u32>>,
    /// What the other side could have completed at once without it, and now cannot.
    pub(crate) stops: Vec<Completion>,
    /// What the other side can complete at once after it.
    pub(crate) allows: Vec<Completion>,
    /// What its own side can complete with the next move, unless stopped.
    pub(crate) threatens: Vec<Completion>,
    /// What it can complete right above its only threat, once that is stopped.
    pub(crate) stacked: Option<Completion>,
    /// How many in a row it makes where these are too many to count.
    too_long: Option<usize>,
    /// Where its own side could then make two threats at once, and could not before.
    pub(super) forks: Vec<u32>,
    /// Such cells that were there before.
    pub(super) kept: Vec<u32>,
    /// Where the other side could have made two threats at once, and now cannot.
    pub(super) spoils: Vec<u32>,
    /// Where the other side still could.
    pub(super) left: Vec<u32>,
    /// How many lines through its cell its own side could still complete, and how many stones it
    /// has on the best of them.
    open_lines: (usize, usize),
    /// Winning cells that can be reached only later, and that it makes.
    pub(super) prepares: Vec<Completion>,
}

impl Facts {
    /// What a move of `side` does; `None` where it cannot be played.
    pub(crate) fn new(before: &Stones, mv: Move, side: Side) -> Option<Self> {
        let cell = before.cell_of(mv).filter(|&cell| before.is_open(cell))?;
        let mut after = before.clone();
        let (spoilable, had) = (after.forks(!side), after.forks(side));
        after.place(cell, side);
        let completes = before.completed_by(cell, side);
        let has = |list: &[Completion], cell| list.iter().any(|known| known.cell == cell);
        let (threatened, allows) = (before.wins(!side), after.wins(!side));
        let stops = threatened.into_iter().filter(|win| !has(&allows, win.cell)).collect();
        let threatens = after.wins(side);
        let stacked = stacked(&after, &threatens, side);
        let (earlier, later) = (before.later_wins(side), after.later_wins(side));
        let prepares = later.into_iter().filter(|win| !has(&earlier, win.cell)).collect();
        let left = after.forks(!side);
        let spoils = spoilable.into_iter().filter(|fork| !left.contains(fork)).collect();
        let (kept, forks) = after.forks(side).into_iter().partition(|fork| had.contains(fork));
        let open_lines = after.open_lines(cell, side);
        Some(Self {
            side,
            cell,
            completes,
            stops,
            allows,
            threatens,
            stacked,
            too_long: before.too_long(cell, side),
            forks,
            kept,
            spoils,
            left,
            open_lines,
            prepares,
        })
    }

    /// Whether the other side would have to answer in two places.
    pub(crate) fn is_double(&self) -> bool {
        (self.threatens.len() >= 2 || self.stacked.is_some()) && self.allows.is_empty()
    }

    /// Whether it was the only way not to lose at once.
    pub(crate) fn is_forced(&self) -> bool {
        self.completes.is_none() && !self.stops.is_empty()
    }

    /// Whether it makes no threat yet, but could be followed by two at once.
    pub(crate) fn prepares_fork(&self) -> bool {
        self.threatens.is_empty() && !self.forks.is_empty()
    }

    /// Whether all that it does is to make winning cells for later.
    pub(super) fn only_prepares(&self) -> bool {
        let others = [&self.stops, &self.allows, &self.threatens];
        self.completes.is_none()
            && self.too_long.is_none()
            && others.iter().all(|list| list.is_empty())
            && self.forks.is_empty()
            && self.spoils.is_empty()
            && !self.prepares.is_empty()
    }

    /// Whether its words promise something to its own side.
    pub(super) fn is_praised(&self, before: &Stones) -> bool {
        let makes =
            !self.threatens.is_empty() || !self.forks.is_empty() || !self.prepares.is_empty();
        let after = before.with(self.cell, self.side);
        let goes_on = || self.open_lines.1 > 1 && !self.goes_on(&after).is_empty();
        self.allows.is_empty() && (makes || self.is_quiet() && goes_on())
    }

    /// Whether it takes from the other side all double threats that it could have made, without having had
    /// to play there and without a threat of its own.
    pub(crate) fn takes_all_forks(&self) -> bool {
        !self.spoils.is_empty()
            && self.left.is_empty()
            && self.threatens.is_empty()
            && !self.is_forced()
    }

    /// Whether it neither threatens nor stops nor allows anything, nor prepares anything soon.
    pub(crate) fn is_quiet(&self) -> bool {
        let completions = [&self.stops, &self.allows, &self.threatens, &self.prepares];
        self.completes.is_none()
            && self.too_long.is_none()
            && completions.iter().all(|list| list.is_empty())
            && self.forks.is_empty()
            && self.spoils.is_empty()
    }

    /// Whether what is told of a quiet move is about a line of its own.
    pub(crate) fn names_a_line(&self, before: &Stones) -> bool {
        let is_begun = !before.falls() && self.open_lines.1 > 1;
        is_begun || closed_line(before, self.cell, self.side).is_some()
    }

    /// What it does, as half a sentence whose subject is the move.
    pub(crate) fn words(&self, before: &Stones) -> String {
        let mut after = before.clone();
        after.place(self.cell, self.side);
        let other = names::side(!self.side);
        if let Some(line) = &self.completes {
            return format!("completes {} and wins", names::line(before, line));
        }
        let stops: Vec<u32> = self.stops.iter().map(|win| win.cell).collect();
        let mut parts = Vec::new();
        if let Some(stopped) = self.stops.first() {
            let line = names::line(before, &stopped.line);
            parts.push(match stops.len() {
                1 => format!("stops {other}, who would have completed {line}"),
                _ => format!("stops {other} at {}", names::cells(before, &stops)),
            });
        }
        if let Some(allowed) = self.allows.first() {
            let line = names::line(&after, &allowed.line);
            let at = names::cell(&after, allowed.cell);
            let on_top = after.falls() && after.below(allowed.cell) == Some(self.cell);
            let how = if on_top { "by playing on top of it" } else { &format!("at {at}") };
            parts.push(if self.stops.is_empty() {
                format!("lets {other} win at once {how}, by completing {line}")
            } else {
                format!("but {other} still wins {how}, by completing {line}")
            });
            return parts.join(", ");
        }
        parts.extend(self.attack(before, &after));
        if !parts.is_empty() {
            return list_parts(&parts);
        }
        let brief = || Purpose::new(before, self.cell, self.side).brief(before, self.side);
        let brief = if before.falls() { None } else { brief() };
        brief.unwrap_or_else(|| self.quiet(&after))
    }

    /// What a move is good for that makes no threat.
    fn quiet(&self, after: &Stones) -> String {
        let (lines, own) = self.open_lines;
        let side = names::side(self.side);
        match (lines, own) {
            (0, _) => format!("makes no threat; {side} can complete no line there"),
            (_, 1) if !after.falls() => "makes no threat yet".to_owned(),
            (lines, 1) => format!(
                "makes no threat yet; {} {} through it",
                names::counted(lines as u64, "open line"),
                if lines == 1 { "runs" } else { "run" }
            ),
            (_, own) => {
                let line = after.best_line(self.cell, self.side).unwrap_or_default();
                let so_far = format!(
                    "{NO_THREAT}{side} has {own} of {} on {}",
                    after.run(),
                    names::open_line(after, &line)
                );
                so_far + &self.goes_on(after)
            }
        }
    }

    /// Into which columns a next stone would make a winning cell, where the other side cannot prevent it.
    fn goes_on(&self, after: &Stones) -> String {
        let n_cells = after.rows() * after.columns();
        if !after.falls() || n_cells > MOST_CELLS {
            return String::new();
        }
        let makers = after.makers(self.side);
        let goes_on = |reply: u32| {
            let replied = after.with(reply, !self.side);
            replied.wins(!self.side).is_empty() && !replied.makers(self.side).is_empty()
        };
        if makers.len() < 2 || !after.open_cells().all(goes_on) {
            return String::new();
        }
        let cells = names::list(makers.iter().map(|&cell| names::cell(after, cell)), "or");
        format!(
            "; whatever {} answers, {} can then make a winning cell with the next stone (as it stands, in \
             {cells}), which alone does not win",
            names::side(!self.side),
            names::side(self.side)
        )
    }

    /// What it is good for on its own side, and against plans of the other side.
    fn attack(&self, before: &Stones, after: &Stones) -> Vec<String> {
        let (own, other) = (names::side(self.side), names::side(!self.side));
        let mut parts = Vec::new();
        if let Some(length) = self.too_long {
            parts.push(format!("makes {length} in a row, which is too long to count here"));
        }
        match &self.threatens[..] {
            [] => {}
            [threat] if self.stacked.is_some() => parts.push(format!(
                "threatens to complete {}; if {other} stops that, {own} wins right above it",
                names::completion(after, threat),
            )),
            [threat] => {
                parts.push(format!("threatens to complete {}", names::completion(after, threat)));
            }
            _ => parts.push(format!(
                "makes {} threats at once, {}: {other} can stop only one",
                self.threatens.len(),
                names::threatened(after, &self.threatens)
            )),
        }
        if self.threatens.is_empty() && !self.forks.is_empty() {
            parts.push(format!(
                "prepares a double threat at {}",
                names::list(self.forks.iter().map(|&fork| names::cell(after, fork)), "or")
            ));
        } else if self.threatens.is_empty() && !self.kept.is_empty() {
            let cells = names::list(self.kept.iter().map(|&fork| names::cell(after, fork)), "or");
            parts.push(if after.falls() {
                format!("leaves the double threat at {cells} for later")
            } else {
                format!("keeps {own}'s own double threat at {cells} for later")
            });
        }
        if !self.is_double() && !self.spoils.is_empty() && self.stops.is_empty() {
            parts.push(format!(
                "takes from {other} the double threat at {}",
                names::list(self.spoils.iter().map(|&fork| names::cell(before, fork)), "or")
            ));
        }
        // A threat leaves no time for what is prepared elsewhere.
        if let ([threat], true) =
            (&self.threatens[..], self.stacked.is_none() && !self.left.is_empty())
            && !self.left.contains(&threat.cell)
        {
            parts.push(format!(
                "{other} has no time for a double threat at {}",
                names::list(self.left.iter().map(|&fork| names::cell(after, fork)), "or")
            ));
        }
        parts.extend(self.later(after));
        parts
    }

    /// The winning cells for later that it makes.
    fn later(&self, after: &Stones) -> Option<String> {
        // What is told as the second half of a double threat is not told again.
        let is_new = |win: &&Completion| {
            self.stacked.as_ref().is_none_or(|stacked| stacked.cell != win.cell)
        };
        let fresh: Vec<&Completion> = self.prepares.iter().filter(is_new).collect();
        let (own, other) = (names::side(self.side), names::side(!self.side));
        let pair = fresh.iter().find_map(|win| tower(after, win.cell, self.side));
        if let Some(low) = pair {
            let is_fresh = |cell: u32| fresh.iter().any(|win| win.cell == cell);
            let upper = after.above(low).is_some_and(is_fresh);
            let (column, height) = (after.column(low) + 1, after.height(low));
            let makes = match (is_fresh(low), upper) {
                (true, true) => format!(
                    "makes two winning cells for later, one on top of the other, in column {column} at heights \
                     {height} and {}",
                    height + 1
                ),
                (true, false) => format!(
                    "makes column {column} at height {height} a winning cell for later, right below another one"
                ),
                (false, _) => format!(
                    "makes column {column} at height {} a winning cell for later, right above another one",
                    height + 1
                ),
            };
            return Some(format!(
                "{makes}: {other} can fill only the lower one, and then {own} wins with the upper"
            ));
        }
        let places = names::list(fresh.iter().map(|win| names::place(after, win.cell)), "and");
        match fresh.len() {
            0 => None,
            1 => Some(format!("makes {places} a winning cell for later")),
            _ => Some(format!("makes {places} winning cells for later")),
        }
    }
}

/// The lower of two winning cells of `side` on top of each other, `cell` being one of them, that nobody
/// can reach yet and whose lower one does not win for the other side.
pub(super) fn tower(after: &Stones, cell: u32, side: Side) -> Option<u32> {
    let lows = [after.below(cell), Some(cell)].into_iter().flatten();
    lows.filter(|&low| after.is_free(low) && !after.is_open(low)).find(|&low| {
        let wins = |cell| after.completed_by(cell, side).is_some();
        let is_safe = after.completed_by(low, !side).is_none();
        let high = after.above(low).filter(|&high| after.is_free(high));
        is_safe && wins(low) && high.is_some_and(wins)
    })
}

/// What `side` can complete right above its only threat, once the other side has stopped that.
fn stacked(after: &Stones, threatens: &[Completion], side: Side) -> Option<Completion> {
    let [threat] = threatens else { return None };
    let above = after.above(threat.cell).filter(|_| after.falls())?;
    let mut stopped = after.clone();
    stopped.place(threat.cell, !side);
    stopped.completion(above, side)
}

/// Half sentences with commas and an "and".
fn list_parts(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [part] => part.clone(),
        [first, rest @ ..] => format!("{first}, and {}", rest.join(", and ")),
    }
}
