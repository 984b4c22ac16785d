//! Othello: each move played on many times, now with one and now with another of the moves that look about as good: what comes
//! of a move on average hangs on no single line.

use mossa_kernel::{Budget, Game, Move, values};
use mossa_search::Line;

use super::{
    counted::{Range, tenths},
    counts::{Count, signed},
    discs::{choices, corners},
    firm::Unit,
};
use crate::explain::{Findings, Request, Story, names, quick_games::NODES_A_MOVE, until};

/// So often each move is played on, and where there is no time for so many, no less often than this.
const TRIES: usize = 100;
const LEAST_TRIES: usize = 20;

/// How much of the time may be spent when that is done.
const TRIES_PART: f64 = 0.72;

/// So many moves are played, the first one among them.
const LENGTH: usize = 16;

/// After so many moves of each try it is counted to how many squares each side can go: the mover is to move then.
pub(super) const COUNTED_AFTER: [usize; 4] = [4, 6, 8, 10];

/// No more than such a part of all that may be looked at.
const PARTS: u64 = 1_000;

/// A corner is named that is lost in so many more games than after the best move.
const CLEAR_GAP: usize = 15;

/// A game that shows how is no longer.
const MOST_SHOWN: usize = 8;

/// How the tries are told.
pub(super) const PLAYED_ON: &str = "From each move the engine played on";

impl Request<'_> {
    /// Plays each move that was looked at closely on many times.
    pub(super) fn try_out(&mut self, findings: &mut Findings) {
        let close = findings.lines.iter().filter(|line| {
            !findings.is_glance(line) && !values::is_exact(&line.value) && line.mv() != Move::PASS
        });
        let moves: Vec<Move> = close.map(Line::mv).collect();
        if moves.len() < 2 {
            return;
        }
        let most = |nodes: u64| (nodes / PARTS).clamp(1, NODES_A_MOVE);
        let nodes = self.budget.nodes.map_or(NODES_A_MOVE, most);
        let budget = Budget { nodes: Some(nodes), ..until(self.budget, TRIES_PART) };
        let mut tries: Vec<Vec<Vec<Move>>> = vec![Vec::new(); moves.len()];
        for round in 0..TRIES {
            // All moves are tried equally often.
            if budget.is_spent(0) {
                break;
            }
            for (of, &mv) in tries.iter_mut().zip(&moves) {
                of.extend(self.one_try(mv, round, &budget, LENGTH));
            }
        }
        let least = tries.iter().map(Vec::len).min().unwrap_or(0);
        if least >= LEAST_TRIES {
            for of in &mut tries {
                of.truncate(least);
            }
            findings.tries = moves.into_iter().zip(tries).collect();
        }
    }

    /// By how many squares more the mover can go than the other side, on average, in tenths; `None` where the tries are too
    /// short.
    pub(super) fn mean_lead(&self, tries: &[Vec<Move>]) -> Option<i64> {
        let ends = tries.iter().flat_map(|line| {
            COUNTED_AFTER.into_iter().filter_map(|moves| self.reached(line.get(..moves)?))
        });
        let open: Vec<Game> = ends.filter(|end| end.outcome().is_none()).collect();
        let lead =
            |end: &Game| signed(choices(end, self.mover())) - signed(choices(end, !self.mover()));
        let sum: i64 = open.iter().map(lead).sum();
        let n = signed(open.len());
        (open.len() >= LEAST_TRIES).then(|| mean_in_tenths(sum, n))
    }

    /// In how many tries the other side takes more corners than the mover.
    pub(super) fn cornered(&self, tries: &[Vec<Move>]) -> Option<i64> {
        let all = corners(self.spec, self.game);
        let is_cornered = |line: &&Vec<Move>| {
            let taken = |from: usize| {
                line.iter().skip(from).step_by(2).filter(|mv| all.contains(mv)).count()
            };
            // Passes are moves, too: the mover plays every other one.
            taken(1) > taken(0)
        };
        (Unit::of(self.spec) == Unit::Corner && !tries.is_empty())
            .then(|| signed(tries.iter().filter(is_cornered).count()))
    }

    /// The corner that the other side takes more often after a move than after the best one, by most, and in how many of the games
    /// after either.
    fn corner_gap(&self, findings: &Findings, mv: Move) -> Option<(Move, [usize; 2])> {
        let games = [mv, findings.best().mv()].map(|mv| findings.tries.get(&mv));
        let [own, best] = [games[0]?, games[1]?];
        let taken = |games: &[Vec<Move>], corner: Move| {
            let is_taken =
                |game: &&Vec<Move>| game.iter().skip(1).step_by(2).any(|&mv| mv == corner);
            games.iter().filter(is_taken).count()
        };
        let gaps = corners(self.spec, self.game)
            .into_iter()
            .map(|corner| (corner, [taken(own, corner), taken(best, corner)]));
        let is_clear = |(_, [own, best]): &(Move, [usize; 2])| *own >= best + CLEAR_GAP;
        gaps.filter(is_clear).max_by_key(|(_, [own, best])| own - best)
    }

    /// " (for example f8, X c1, O g4, X a1)", of the shortest game in which the other side takes a corner.
    pub(super) fn corner_taken(
        &self,
        findings: &Findings,
        mv: Move,
        corner: Move,
    ) -> Option<String> {
        let games = findings.tries.get(&mv)?.iter();
        let taken = games.filter_map(|game| {
            let at = (1..game.len()).step_by(2).find(|&at| game[at] == corner)?;
            Some(&game[..=at])
        });
        let shortest =
            taken.min_by_key(|game| game.len()).filter(|game| game.len() <= MOST_SHOWN)?;
        let story = Story::tell(self.spec, self.game, shortest);
        let moves = self.first_moves(&story, shortest.len());
        Some(format!(" (for example {}, {moves})", self.game.position().show_move(mv)))
    }

    /// To how many squares the mover and the other side can go on average where moves are played on, in tenths; what they are
    /// apart is the lead that is told.
    pub(super) fn mean_choices(&self, findings: &Findings, mv: Move) -> Option<[i64; 2]> {
        let tries = findings.tries.get(&mv)?;
        let lead = self.mean_lead(tries)?;
        let times = tries.iter().flat_map(|line| {
            COUNTED_AFTER.into_iter().filter_map(|moves| self.reached(line.get(..moves)?))
        });
        let open = times.filter(|end| end.outcome().is_none());
        let own: Vec<i64> = open.map(|end| signed(choices(&end, self.mover()))).collect();
        let own = mean_in_tenths(own.iter().sum(), signed(own.len()));
        Some([own, own - lead])
    }

    /// Where the other side takes a corner in the line that is expected, how often it comes out ahead in corners when the moves
    /// are played on: a reader asks whether the best move is worth that.
    pub(super) fn corners_on_average(&self, findings: &Findings, story: &Story) -> String {
        let is_lost =
            story.turns().iter().any(|turn| turn.takes_corner && turn.side != self.mover());
        let number = |line: &Line| findings.judged.number(line.mv(), Count::Cornered);
        let worse: Vec<i64> = Self::worse(findings).filter_map(number).collect();
        let own = number(findings.best()).filter(|_| is_lost && !worse.is_empty());
        let Some(own) = own.filter(|_| !findings.judged.reasons.contains(&Count::Cornered)) else {
            return String::new();
        };
        let n = findings.tries.get(&findings.best().mv()).map_or(0, Vec::len);
        let [m, other] = [self.mover(), !self.mover()].map(names::side);
        let name = self.name(findings.best());
        let more = worse.iter().filter(|&&it| it > own).count();
        let fewer = worse.iter().filter(|&&it| it < own).count();
        let how = match worse.len() {
            all if more == all => "after every worse move in more".to_owned(),
            all if fewer == all => "after every worse move in fewer".to_owned(),
            all if more > fewer => format!("after {more} of the {all} worse moves in more"),
            all if fewer > more => format!("after {fewer} of the {all} worse moves in fewer"),
            _ => "after the worse moves about as often".to_owned(),
        };
        let is_more_choice = |count: &Count| {
            matches!(count, Count::Kept | Count::KeptSafe | Count::Lead | Count::MeanLead)
        };
        let price = if fewer <= more {
            String::new()
        } else if findings.judged.reasons.iter().any(is_more_choice) {
            format!(
                " That is what {name} costs; what {m} gets for it is more to choose from, as told above."
            )
        } else {
            format!(" That is what {name} costs.")
        };
        format!(
            " When the engine played on {n} times from each move, {other} got more corners than {m} in {own} of these games \
             after {name}, {how}.{price}"
        )
    }

    /// What was tried, for the reason that speaks of it.
    pub(super) fn tries_words(&self, findings: &Findings) -> Option<String> {
        let is_told = |count| findings.judged.reasons.contains(&count);
        let n = findings.tries.get(&findings.best().mv())?.len();
        let m = names::side(self.mover());
        if !is_told(Count::MeanLead) && !is_told(Count::Cornered) {
            return None;
        }
        let last = COUNTED_AFTER[COUNTED_AFTER.len() - 1];
        let counted = if is_told(Count::MeanLead) {
            format!(
                ", and counted at {m}'s turns within {last} moves to how many squares each side could go: whoever could go to more was ahead"
            )
        } else {
            String::new()
        };
        Some(format!(
            "{PLAYED_ON} {n} times, now with one and now with another of the moves that look about as good to it{counted}. "
        ))
    }

    /// What comes of the best moves on average.
    pub(super) fn tried_best(
        &self,
        findings: &Findings,
        count: Count,
        [after, list]: [&str; 2],
        range: Range,
    ) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        if count == Count::Won {
            let n = findings.ends.get(&findings.best().mv()).map_or(0, |ends| ends.games);
            return format!(
                "From each move the engine played {n} quick games to the end, with mistakes of both sides. {after} {m} won {} % of \
                 them{list}.",
                range.at_least()
            );
        }
        if count == Count::Cornered {
            let n = findings.tries.get(&findings.best().mv()).map_or(0, Vec::len);
            return format!(
                "{after} {other} got more corners than {m} within {LENGTH} moves in {} of the {n} games{list}.",
                range.few()
            );
        }
        format!(
            "On average {m} was {} {}{list}.",
            range.least_ahead(),
            after.replacen("After", "after", 1)
        )
    }

    /// The same of others.
    pub(super) fn tried_others(count: Count, range: Range, others: &str) -> String {
        if count == Count::Won {
            return format!(" After {others} {range} %.");
        }
        if count == Count::Cornered {
            return format!(" After {others} it did in {range} of them.");
        }
        format!(" After {others} it was {}.", range.ahead(""))
    }

    /// That by the averages a worse move looks better than the best one, where these are told.
    pub(super) fn better_on_average(findings: &Findings, line: &Line) -> Option<String> {
        let lead = |mv: Move| findings.judged.number(mv, Count::MeanLead);
        let [own, best] = [lead(line.mv())?, lead(findings.best().mv())?];
        let is_told = findings.judged.reasons.contains(&Count::MeanLead) && own > best;
        is_told.then(|| "on average it even looks better".to_owned())
    }

    /// The same against one move, as half a sentence.
    pub(super) fn tried_against(
        &self,
        findings: &Findings,
        mv: Move,
        count: Count,
        [own, better]: [i64; 2],
    ) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let (best, n) =
            (self.name(findings.best()), findings.tries.values().next().map_or(0, Vec::len));
        let [own, better] = [own, better].map(Range::one);
        if count == Count::Won {
            return format!("{m} won {own} % of the quick games then, after {best} {better} %");
        }
        if count == Count::Cornered {
            let corner = self.corner_gap(findings, mv).map(|(corner, [own, better])| {
                let example = self.corner_taken(findings, mv, corner).unwrap_or_default();
                let corner = self.game.position().show_move(corner);
                format!("; it took {corner} in {own} of them, after {best} in {better}{example}")
            });
            return format!(
                "in {own} of {n} games that the engine played on {other} got more corners than {m}, after {best} in {better}{}",
                corner.unwrap_or_default()
            );
        }
        // How that was found stands with the reason for all.
        if findings.judged.reasons.contains(&count) {
            let each = [mv, findings.best().mv()].map(|mv| self.mean_choices(findings, mv));
            let [own_each, best_each] = each.map(|each| {
                each.map_or_else(String::new, |[own, theirs]| {
                    format!(" ({} against {})", tenths(own), tenths(theirs))
                })
            });
            let [own, better] = [own.ahead(" squares"), better.ahead("")];
            return format!(
                "on average {m} was {own} then{own_each}, after {best} {better}{best_each}"
            );
        }
        format!(
            "in {n} games that the engine played on {m} could go to {} squares than {other} on average, after {best} to {}",
            own.mean_lead(),
            better.mean_lead()
        )
    }

    /// The same for the last sentence.
    pub(super) fn tried_in_short(
        &self,
        count: Count,
        [own, theirs]: [Range; 2],
        [best, others]: [&str; 2],
    ) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        if count == Count::Won {
            return format!(
                "{m} won {own} % of the quick games after {best}, after {others} {theirs} %"
            );
        }
        if count == Count::Cornered {
            return format!(
                "{other} got more corners than {m} in {} of the games that the engine played on, after {others} in {theirs}",
                own.few()
            );
        }
        if own == Range::one(0) {
            return format!(
                "when the engine plays on, {m} has as many squares to go to as {other} on average, after {others} {}",
                theirs.mean_lead()
            );
        }
        let only = if own.is_negative() { "only " } else { "" };
        format!(
            "when the engine plays on, {m} has {only}{} squares to go to than {other} on average, after {others} {}",
            own.least_mean_lead(),
            theirs.mean_lead()
        )
    }
}

/// Rounded to the nearest tenth.
fn mean_in_tenths(sum: i64, n: i64) -> i64 {
    (20 * sum + n).div_euclid(2 * n)
}
