//! Othello: the reasons in one sentence, for whoever is asked why the best move is right.

use std::{cmp::Ordering, mem::discriminant};

use mossa_kernel::GameResult;

use super::{
    contrast::Contrast,
    firm::Unit,
    gauge::{Count, Gauge},
};
use crate::explain::{Findings, Request, Story, moves::MOST_MOVES, names};

/// How the sentence begins.
pub(super) const IN_SHORT: &str = "In short:";

/// At most so many moves are named, the best of them first.
const MOST_NAMED: usize = 3;

/// A chance that is no better than this is called lost.
const LOST: f64 = 0.15;

/// A worse move that somebody will ask about, by its place in the list, and what sets it apart.
type Told = (usize, Option<Contrast>);

impl Request<'_> {
    /// Why the best move is right, where nothing is proven.
    pub(super) fn gist(&self, findings: &Findings, best: &Story) -> String {
        let (m, name) = (names::side(self.mover()), self.name(findings.best()));
        let asked = self.asked(findings).into_iter();
        let told = asked.map(|index| (index, self.contrast(findings, best, index)));
        let told: Vec<Told> = told.collect();
        let reasons = self.reasons_in_short(findings, best, &told);
        let costly = self.costly_in_short(findings, best, &told);
        let is_bad = crate::chance(&findings.best().value) <= LOST;
        let is = if is_bad {
            format!("{m} stands badly whatever it plays, and {name} is the best try")
        } else {
            format!("{name} is right")
        };
        let untold = told.iter().filter(|(_, it)| it.is_none()).map(|(index, _)| *index);
        let untold: Vec<usize> = untold.collect();
        let rest = self.called(findings, &untold, "worse for no plain reason");
        if reasons.is_empty() && findings.peers().len() > 1 {
            let but = match costly.len() {
                0 => String::new(),
                _ => format!("; {}", costly.join("; ")),
            };
            let choice = match self.leaves_fewest(findings) {
                Some(left) => {
                    let other = names::side(!self.mover());
                    format!("leaves {other} fewest moves ({left})")
                }
                None => "is the engine's choice".to_owned(),
            };
            let others = if is_bad {
                format!("but {m} stands badly whatever it plays")
            } else {
                "and the moves that come close are no mistakes".to_owned()
            };
            return format!("{IN_SHORT} {name} {choice}, {others}{but}.{rest}");
        }
        let reasons = [reasons, costly].concat();
        let why = match reasons.len() {
            0 => ", but for no plain reason".to_owned(),
            _ => format!(" because {}", reasons.join("; ")),
        };
        format!("{IN_SHORT} {is}{why}.{rest}")
    }

    /// Corners that the best move brings or keeps, and one count.
    fn reasons_in_short(&self, findings: &Findings, best: &Story, told: &[Told]) -> Vec<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let unit = Unit::of(self.spec);
        let is_only = self.other_corner(findings).is_none();
        let takes = best.turns().first().is_some_and(|turn| turn.takes_corner);
        let takes = (takes && is_only).then(|| format!("it takes {} for good", unit.one()));
        let denied = self.denied_corners(findings);
        let denied = if self.is_only_clean(findings) {
            Some(format!("it is the only move that lets {other} take no corner at once"))
        } else {
            denied.map(|it| format!("it keeps {other} from {} for now", unit.the(&it)))
        };
        let is_missed = |(_, it): &Told| matches!(it, Some(Contrast::Missed(_)));
        let won = self.corner_won(best).filter(|_| told.iter().any(is_missed)).map(|at| {
            let corner = self.game.position().show_move(best.moves[at]);
            format!("it brings {m} {} in the line that the engine expects", unit.the(&[corner]))
        });
        // Beside the next best move if that can be, or else by what sets most others apart.
        let counted = |is: &dyn Fn(usize, Gauge) -> bool| {
            told.iter().find_map(|(index, it)| match it {
                Some(Contrast::Count(gauge)) if is(*index, *gauge) => Some((*index, *gauge)),
                _ => None,
            })
        };
        let next = told.first().map(|(index, _)| *index);
        // A board some moves later is told only where it is drawn.
        let is_drawn =
            |gauge: Gauge| findings.gauge == Some(gauge) || !matches!(gauge, Gauge::Later(_));
        let against_next = counted(&|index, gauge| Some(index) == next && is_drawn(gauge));
        let most = counted(&|_, gauge| findings.gauge == Some(gauge));
        // What is told first of the best move is told here as well, unless the next best move says the same.
        let is_other = |(_, gauge): &(usize, Gauge)| {
            let known = against_next.map(|(_, known)| discriminant(&known));
            known.is_some_and(|known| known != discriminant(gauge))
        };
        let first = most.filter(is_other);
        let main = against_next
            .or(most)
            .or_else(|| counted(&|_, gauge| is_drawn(gauge)).or_else(|| counted(&|_, _| true)));
        let [first, main] = [first, main]
            .map(|it| it.and_then(|(index, gauge)| self.gauge_gist(findings, gauge, index)));
        let asked: Vec<usize> = told.iter().map(|(index, _)| *index).collect();
        let wanted = self.wish_in_short(findings, best, &asked);
        let fewest = self.leaves_fewest(findings).filter(|_| findings.peers().len() > 1);
        let fewest = fewest.filter(|_| first.is_none() && main.is_none());
        let fewest = fewest.map(|left| {
            format!("of the moves that come close it leaves {other} fewest moves ({left})")
        });
        let beside = told.first().and_then(|it| self.next_gist(findings, it));
        [takes, denied, won, wanted, first, main, fewest, beside].into_iter().flatten().collect()
    }

    /// That the other side wants a square, and does not get it.
    fn wish_in_short(&self, findings: &Findings, best: &Story, told: &[usize]) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        if self.taken_away(findings, &best.moves, &[]).is_none() {
            let wanted = self.square_wanted(findings, told)?;
            let range = wanted.range();
            return Some(format!(
                "both sides want that square: {other} would go there itself and leave {m} {range} moves"
            ));
        }
        let wish = findings.wish.filter(|_| self.denies_wish(findings, &best.moves))?;
        let square = self.game.position().show_move(wish);
        Some(if wish == findings.best().mv() {
            format!("it takes the square that {other} wants")
        } else {
            format!("it keeps {other} from {square}, where {other} wants to go")
        })
    }

    /// Which moves cost a corner, or put one in danger.
    fn costly_in_short(&self, findings: &Findings, best: &Story, told: &[Told]) -> Vec<String> {
        let other = names::side(!self.mover());
        let unit = Unit::of(self.spec);
        let is_denied = self.denied_corners(findings).is_some();
        let is_corner = |(index, it): &&Told| match it {
            Some(Contrast::Corner(_)) => true,
            // What is kept from the other side is told so.
            Some(Contrast::Given(_)) => {
                let left = self.corner_left(findings, findings.lines[*index].mv());
                !is_denied || left.is_none()
            }
            _ => false,
        };
        // Where nobody asks for a move that costs a corner, others that do are told.
        let others: Vec<Told> = findings
            .behind()
            .filter(|(index, _)| *index < MOST_MOVES)
            .map(|(index, _)| (index, self.corner_against(findings, best, index)))
            .filter(|(_, it)| !matches!(it, Some(Contrast::Corner(at)) if *at > 1))
            .collect();
        let is_any = |(_, it): &Told| {
            matches!(
                it,
                Some(
                    Contrast::Corner(_)
                        | Contrast::Given(_)
                        | Contrast::Beside(_)
                        | Contrast::Edge(_)
                )
            )
        };
        let costly = if told.iter().any(is_any) { told } else { &others };
        let lost: Vec<usize> = costly.iter().filter(is_corner).map(|(index, _)| *index).collect();
        let lost = (!lost.is_empty()).then(|| {
            let help = if lost.len() == 1 { "helps" } else { "help" };
            format!("{} {help} {other} to {}", self.some_named(findings, &lost), unit.one())
        });
        let is_risk = |(_, it): &&Told| matches!(it, Some(Contrast::Beside(_) | Contrast::Edge(_)));
        let risks: Vec<usize> = costly.iter().filter(is_risk).map(|(index, _)| *index).collect();
        let risks = (!risks.is_empty()).then(|| {
            let verb = if risks.len() == 1 { "puts" } else { "put" };
            format!("{} {verb} {} in danger", self.some_named(findings, &risks), unit.one())
        });
        [lost, risks].into_iter().flatten().collect()
    }

    /// What is wrong with the next best move, where that is neither a corner nor a count.
    fn next_gist(&self, findings: &Findings, (index, contrast): &Told) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let rival = self.name(&findings.lines[*index]);
        Some(match contrast.as_ref()? {
            Contrast::Corner(_)
            | Contrast::Given(_)
            | Contrast::Beside(_)
            | Contrast::Edge(_)
            | Contrast::Missed(_)
            | Contrast::Count(_) => return None,
            Contrast::Waits => format!("{rival} can wait, since {other} cannot go there"),
            Contrast::Short(_) => format!("after {rival} {m} runs out of harmless moves"),
            Contrast::Answer | Contrast::Closed => {
                let answer = findings.lines[*index].moves.get(1)?;
                let answer = self.game.position().show_move(*answer);
                format!("it does not allow {other} {answer}, the answer to {rival}")
            }
            Contrast::Opens => format!("{rival} opens more new squares to {other}"),
            Contrast::Taken => format!("{other} would go there itself after {rival}"),
            Contrast::Late(late) => return self.late_gist(findings, *index, *late),
            Contrast::Proven(exact) => {
                let how = if exact.result == GameResult::Loss { "to lose" } else { "not to win" };
                format!("{rival} is proven {how}")
            }
        })
    }

    /// " c6 and f3 are worse for no plain reason."
    fn called(&self, findings: &Findings, moves: &[usize], how: &str) -> String {
        let verb = if moves.len() == 1 { "is" } else { "are" };
        match moves.len() {
            0 => String::new(),
            _ => format!(" {} {verb} {how}.", self.some_named(findings, moves)),
        }
    }

    /// What a count says for the best move beside a worse one.
    fn gauge_gist(&self, findings: &Findings, gauge: Gauge, index: usize) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let [worse, better] = self.counts(findings, index, gauge)?;
        let rival = self.name(&findings.lines[index]);
        let moves = |n: usize| names::counted(n as u64, "move");
        let safe = |n: usize| names::counted(n as u64, "safe move");
        Some(match gauge {
            Gauge::Replies => format!(
                "it leaves {other} less choice: {}, after {rival} {}",
                moves(better.theirs),
                worse.theirs
            ),
            Gauge::SafeReplies => format!(
                "it leaves {other} fewer harmless moves: {}, after {rival} {}",
                safe(better.theirs),
                worse.theirs
            ),
            Gauge::Outside => format!(
                "it leaves fewer discs open to attack: {} of {m}'s touch an empty square, after {rival} {}",
                better.theirs, worse.theirs
            ),
            Gauge::Least => format!(
                "it keeps more choice for {m}: whatever {other} answers {m} has at least {}, after {rival} perhaps only {}",
                moves(better.own),
                worse.own
            ),
            Gauge::Own => format!(
                "it keeps more choice for {m}: after {other}'s answer {m} has {}, after {rival} only {}",
                moves(better.own),
                worse.own
            ),
            Gauge::OwnSafe => format!(
                "it keeps more harmless moves for {m}: after {other}'s answer {m} has {}, after {rival} {}",
                safe(better.own),
                worse.own
            ),
            Gauge::Later(played) => format!(
                "it {}: {played} moves on {m} can go to {} and {other} to {}, after {rival} {m} to {} \
                 and {other} to {}",
                choice_words([m, other], worse, better),
                names::counted(better.own as u64, "square"),
                better.theirs,
                worse.own,
                worse.theirs
            ),
        })
    }

    /// The first of some moves, and how many more there are.
    fn some_named(&self, findings: &Findings, moves: &[usize]) -> String {
        let most = if moves.len() == MOST_NAMED + 1 { MOST_NAMED + 1 } else { MOST_NAMED };
        let shown = moves.iter().take(most).map(|&index| self.name(&findings.lines[index]));
        let more = moves.len().saturating_sub(most);
        let more = (more > 0).then(|| format!("{more} other moves"));
        names::list(shown.chain(more), "and")
    }
}

/// What two sides have more or less of after the best move than after a worse one, where there is more of it in all.
pub(super) fn choice_words([m, other]: [char; 2], worse: Count, better: Count) -> String {
    match (better.own.cmp(&worse.own), better.theirs.cmp(&worse.theirs)) {
        (Ordering::Greater, Ordering::Less) => {
            format!("brings {m} more choice and leaves {other} less")
        }
        (Ordering::Greater, Ordering::Equal) => format!("brings {m} more choice"),
        (Ordering::Greater, Ordering::Greater) => {
            format!("brings {m} more choice compared with {other}")
        }
        _ => format!("leaves {other} less choice"),
    }
}
