//! Connect X, where nothing is proven: games played on to the end from all moves that were looked at, and what came of them.

use mossa_games::GameSpec;
use mossa_kernel::{Move, values};
use mossa_search::Line;

use crate::explain::{Facts, Findings, Request, names, quick_games::Ends, stones::Stones};

/// So many games are played from each move, and from so many moves.
const GAMES: u32 = 100;
const MOST_MOVES: usize = 12;

/// On larger boards games are too long.
const MOST_CELLS: u32 = 100;

impl Request<'_> {
    /// Plays games to the end from all moves that were looked at closely.
    pub(in crate::explain) fn play_out_columns(&mut self, findings: &mut Findings) {
        let stones = Stones::new(self.spec, self.game).filter(|_| findings.proven().is_none());
        let (GameSpec::Connect(_), Some(stones)) = (self.spec, stones) else { return };
        let facts = Facts::new(&stones, findings.best().mv(), self.mover());
        let is_forced = facts.is_none_or(|facts| facts.is_forced());
        if is_forced || stones.rows() * stones.columns() > MOST_CELLS {
            return;
        }
        let is_close = |&index: &usize| {
            let line = &findings.lines[index];
            !findings.is_glance(line) && !values::is_exact(&line.value)
        };
        let close: Vec<usize> =
            (0..findings.lines.len()).filter(is_close).take(MOST_MOVES).collect();
        // Mirror images share their games.
        let first_of = |index: usize| {
            (0..index).find(|&before| findings.are_twins(before, index)).unwrap_or(index)
        };
        let pairs: Vec<[Move; 2]> = close
            .iter()
            .map(|&index| [index, first_of(index)].map(|index| findings.lines[index].mv()))
            .collect();
        let own = pairs.iter().filter(|[mv, first]| mv == first);
        let moves: Vec<Move> = own.map(|[mv, _]| *mv).collect();
        if moves.len() < 2 || moves[0] != findings.best().mv() {
            return;
        }
        self.play_games(findings, moves, GAMES);
        for [mv, first] in pairs {
            if let Some(ends) = findings.ends.get(&first).copied() {
                findings.ends.insert(mv, ends);
            }
        }
    }

    /// How these games ended after the best move and after the others.
    pub(in crate::explain) fn columns_played_out(&self, findings: &Findings) -> Option<String> {
        let GameSpec::Connect(_) = self.spec else { return None };
        let best = findings.best();
        let own = *findings.ends.get(&best.mv())?;
        let others: Vec<(Move, Ends)> = findings.lines[1..]
            .iter()
            .filter_map(|line| Some((line.mv(), *findings.ends.get(&line.mv())?)))
            .collect();
        let told = |how: &str, is_meant: &dyn Fn(Ends) -> bool| {
            let meant = others.iter().filter(|(_, ends)| is_meant(*ends));
            let (moves, points): (Vec<Move>, Vec<i64>) =
                meant.map(|(mv, ends)| (*mv, ends.points_of_hundred())).unzip();
            let (least, most) = (points.iter().min()?, points.iter().max()?);
            let range =
                if least == most { least.to_string() } else { format!("{least} to {most}") };
            Some(format!("after {} {how} {range}", all_columns(moves)))
        };
        let fewer = told("only", &|ends| own.is_clearly_more(ends));
        let more = told("even", &|ends| ends.is_clearly_more(own));
        let is_alike = |ends: Ends| !own.is_clearly_more(ends) && !ends.is_clearly_more(own);
        let alike = told("about as many,", &is_alike);
        let is_all_alike = fewer.is_none();
        let parts: Vec<String> = fewer.into_iter().chain(alike).chain(more).collect();
        let drawn = others.iter().any(|(_, ends)| ends.drawn > 0) || own.drawn > 0;
        let halves = if drawn { " (a draw is half a point)" } else { "" };
        let little =
            if is_all_alike { " So it may matter little which of them is played." } else { "" };
        (!parts.is_empty()).then(|| {
            format!(
                "From each move that was looked at the engine played {} quick games to the end, with mistakes of both sides. Of \
                 every hundred {} won {} after {}{halves}; {}.{little}",
                own.games,
                names::side(self.mover()),
                own.points_of_hundred(),
                self.name(best),
                parts.join("; ")
            )
        })
    }

    /// What stands above the results of these games in the table of moves.
    pub(in crate::explain) fn played_head(&self, findings: &Findings) -> Option<String> {
        let is_told = matches!(self.spec, GameSpec::Connect(_)) && !findings.ends.is_empty();
        is_told.then(|| format!("quick games for {}", names::side(self.mover())))
    }

    /// The results.
    pub(in crate::explain) fn played_cell(
        &self,
        findings: &Findings,
        line: &Line,
    ) -> Option<String> {
        self.played_head(findings)?;
        let ends = findings.ends.get(&line.mv());
        Some(ends.map_or_else(String::new, |ends| format!("{} %", ends.points_of_hundred())))
    }
}

/// "column 4", or "columns 1, 2 and 4", however many there are: those that are not named would be taken for a number.
fn all_columns(mut moves: Vec<Move>) -> String {
    moves.sort_unstable();
    let mut named: Vec<String> = moves.iter().map(|mv| (mv.0 + 1).to_string()).collect();
    let last = named.pop().unwrap_or_default();
    if named.is_empty() {
        return format!("column {last}");
    }
    format!("columns {} and {last}", named.join(", "))
}
