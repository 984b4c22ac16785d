//! Othello: what is wrong with the next best move and with moves that look good.

use mossa_kernel::{Move, Value};
use mossa_search::Line;

use super::{
    access::other_goes_to,
    asides::stays_open,
    contenders::{COUNTED, is_one_disc_less, less},
    discs,
    firm::Unit,
    harm::MOST_SHOWN,
    outlook::ended,
};
use crate::explain::{DiscFacts, Findings, Request, Story, names};

/// " O answers c3." has so many spaces.
const BARE: usize = 3;

/// How a text begins that goes on from the answer to a move.
const GOING_ON: [&str; 4] = [MAY_GO_ON, " Then", " That leaves", " It goes on"];
const MAY_GO_ON: &str = " It may go on";

impl Request<'_> {
    /// What is wrong with the next best move and with moves that look good.
    pub(super) fn why_not(
        &self,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Vec<String> {
        let rivals = self.told_rivals(findings);
        let mut told: Vec<(String, String)> = Vec::new();
        let mut turnings: Vec<String> = Vec::new();
        for rival in rivals {
            let line = &findings.lines[rival.index];
            let pure = Story::tell(self.spec, self.game, &line.moves);
            let reply = replies.get(rival.index).and_then(Option::as_ref).unwrap_or(&pure);
            let (worth, name) = (less(findings, line), self.name(line));
            let cost = if findings.is_open(line) {
                self.open_cost(findings, [story, reply], replies)
            } else {
                self.cost(findings, line, [story, reply], replies)
            };
            let cost = self.without_known(findings, [story, reply], cost, &mut turnings);
            // An answer of which nobody knows whether it is the best proves nothing.
            let against = if findings.is_open(line) {
                cost
            } else {
                let corner = self.lost_corner_words(findings, [story, reply]);
                corner.unwrap_or_else(|| self.with_answer(findings, [story, reply], cost))
            };
            // Where nothing can be told, and nobody would ask, nothing is.
            if against.is_empty() && rival.n_asked == 0 && !told.is_empty() {
                continue;
            }
            let against = match &against[..] {
                _ if is_one_disc_less(findings, line) => format!(" T{}.", &COUNTED[1..]),
                "" => self.count_line(findings, line, reply),
                _ => against,
            };
            let against = match self.told_count(findings, line) {
                Some(_) if rival.charm.is_none() => continue,
                Some(words) => words,
                None => against,
            };
            let waits = self.corner_can_wait(findings, story, line).unwrap_or_default();
            let against = format!("{against}{waits}");
            let text = match rival.charm {
                Some(charm) => format!("It {charm}, but {worth}.{against}"),
                None => format!("{}.{against}", sentence(&worth)),
            };
            // What is the same word by word need not be read again.
            match told.iter_mut().find(|(_, known)| *known == text) {
                Some((names, _)) => names.extend([" or ", &name]),
                None => told.push((name, text)),
            }
        }
        told.into_iter().map(|(names, text)| format!("Why not {names}? {text}")).collect()
    }

    /// What the reasons count against a move in a proven ending, as a sentence.
    fn told_count(&self, findings: &Findings, line: &Line) -> Option<String> {
        let count = findings.judged.reason(line.mv()).filter(|count| !count.is_corner())?;
        let words = self.reason_against(findings, line, count)?;
        Some(format!(" {}.", names::sentence(&words)))
    }

    /// That a corner need not be taken at once: the other side cannot go there after the best move, and the mover gets it later.
    pub(super) fn corner_can_wait(
        &self,
        findings: &Findings,
        best: &Story,
        line: &Line,
    ) -> Option<String> {
        let corner =
            discs::corners(self.spec, self.game).into_iter().find(|&it| it == line.mv())?;
        let mut moves = best.moves.iter().zip(best.turns());
        let at = moves.position(|(&mv, turn)| mv == corner && turn.side == self.mover())?;
        let after = self.reached(&[findings.best().mv()])?;
        let is_safe = discs::reachable(&after, &[corner], !self.mover()).is_empty();
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        (is_safe && at > 0).then(|| {
            format!(
                " {} can wait: {other} cannot go there for now, and {m} takes it with move {} of the line below.",
                self.game.position().show_move(corner),
                at + 1
            )
        })
    }

    /// The line after a worse move to its end, where only the count there tells it from the best one.
    fn count_line(&self, findings: &Findings, line: &Line, reply: &Story) -> String {
        let words = count_words(findings, line);
        let n_moves = reply.moves.len();
        let is_told = !words.is_empty() && (2..=MOST_SHOWN).contains(&n_moves);
        match ended(reply).filter(|_| is_told) {
            Some(ended) => format!(
                " It may go on {}; that ends with {ended}.{words}",
                self.first_moves(reply, n_moves)
            ),
            None => words,
        }
    }

    /// What is told against a move, without squares that end differently and have been told of another.
    fn without_known(
        &self,
        findings: &Findings,
        [best, reply]: [&Story; 2],
        cost: String,
        known: &mut Vec<String>,
    ) -> String {
        let turning = self.turning_words(&self.name(findings.best()), [best, reply]);
        let Some(turning) = turning.filter(|words| cost.contains(words)) else { return cost };
        if known.contains(&turning) {
            return cost.replace(&turning, "");
        }
        known.push(turning);
        cost
    }

    /// What is told against a move, with its answer where that is good for something that can be seen. One of which nothing
    /// is told begins the line that is, or is left out where nothing goes on from it.
    fn with_answer(&self, findings: &Findings, lines: [&Story; 2], cost: String) -> String {
        let answer = self.answered(findings, lines);
        if !is_bare(&answer) {
            return format!("{answer}{cost}");
        }
        let other = names::side(!self.mover());
        let named = lines[1].moves.get(1).map(|&mv| self.game.position().show_move(mv));
        let Some(named) = named else { return cost };
        if cost.contains(&format!("{other}'s answer {named} ")) {
            cost
        } else if cost.contains(MAY_GO_ON) {
            cost.replacen(MAY_GO_ON, &format!("{MAY_GO_ON} {other} {named},"), 1)
        } else if GOING_ON.iter().any(|it| cost.contains(it)) {
            format!("{answer}{cost}")
        } else {
            cost
        }
    }

    /// How the other side answers the first move of a line, and what that is good for at once.
    fn answered(&self, findings: &Findings, [best, reply]: [&Story; 2]) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let unit = Unit::of(self.spec);
        let Some(&answer) = reply.moves.get(1) else { return String::new() };
        if answer == Move::PASS {
            return format!(" {other} must pass, and {m} moves again.");
        }
        let [first, turn] = [&reply.turns()[0], &reply.turns()[1]];
        let name = self.game.position().show_move(answer);
        // What is played after the best move as well is no reason, nor that each side gets one of two squares.
        let is_told = best.moves.get(1) == Some(&answer);
        let is_usual = (is_told || swaps(best, reply)) && !turn.takes_corner;
        let good_for = if is_usual {
            String::new()
        } else if answer == findings.best().mv() {
            let after = self.reached(&reply.moves[..1]);
            let gain = after.and_then(|after| self.news(&after, answer, &best.moves));
            let gain = gain.map_or_else(String::new, |gain| format!(", to {gain}"));
            format!(" and so takes that square itself{gain}")
        } else if let Some(only) = self.only_words(findings, [best, reply]) {
            only
        } else if turn.takes_corner && other_goes_to(&best.moves, answer) {
            // What the best line loses as well, only later, is no reason.
            let late = self.late_words(findings, best, answer);
            format!(" and takes {}{late}", unit.one())
        } else if turn.takes_corner {
            format!(" and takes {}", unit.one())
        } else if !turn.aims.is_empty() && !opens_in(best, turn) {
            format!(", which opens {} for {other}", unit.the(&turn.aims))
        } else if !turn.denies.is_empty() && !other_goes_to(&best.moves, answer) {
            format!(", which keeps {m} from {}", unit.the(&turn.denies))
        } else if turn.aims.is_empty() {
            let gain = self.reached(&reply.moves[..1]).and_then(|game| self.gain(&game, answer));
            gain.map_or_else(String::new, |gain| format!(" to {gain}"))
        } else {
            String::new()
        };
        // Whoever reads that a corner is given away expects it to be taken.
        let waits = if first.gives.is_empty() || turn.takes_corner {
            format!(" {other} answers {name}")
        } else {
            let given = unit.the(&first.gives);
            // A corner runs away only where the mover may take it or close it.
            let after = self.reached(&reply.moves[..1]);
            let mut corners = discs::corners(self.spec, self.game).into_iter();
            let is_given = |mv: &Move| first.gives.contains(&self.game.position().show_move(*mv));
            let is_safe = after.is_some_and(|after| {
                corners.all(|mv| !is_given(&mv) || stays_open(&after, answer, mv))
            });
            let it = if first.gives.len() == 1 { "it" } else { "them" };
            if is_safe {
                format!(
                    " {other} could take {given}, but need not hurry, since {m} can neither take nor close {it} at once: \
                     {other} answers {name}"
                )
            } else {
                format!(" {other} could take {given}, but first answers {name}")
            }
        };
        format!("{waits}{good_for}.")
    }

    /// With which move of the best line the other side goes to a square.
    pub(super) fn late_words(&self, findings: &Findings, best: &Story, square: Move) -> String {
        let at = best.moves.iter().position(|&mv| mv == square);
        at.map_or_else(String::new, |at| {
            let name = self.name(findings.best());
            match at {
                1 => format!(", as it does after {name}, too"),
                _ => format!(
                    ", which after {name} it gets only with move {} of the line below",
                    at + 1
                ),
            }
        })
    }
}

/// That only the count at the end tells a worse move from the best one, and by how much.
fn count_words(findings: &Findings, line: &Line) -> String {
    let margin = |line: &Line| match &line.value {
        Value::Exact(exact) => exact.margin,
        Value::Estimate(_) => None,
    };
    let apart = margin(findings.best()).zip(margin(line)).map(|(best, own)| best.abs_diff(own));
    apart.filter(|&apart| apart > 0).map_or_else(String::new, |apart| {
        format!(
            " No single thing on the way shows why; only the count at the end does, which is worse by {}.",
            names::counted(apart, "disc")
        )
    })
}

/// Whether each of two lines begins with the move that the other one is answered with.
pub(super) fn swaps(best: &Story, reply: &Story) -> bool {
    let is_answer = |one: &Story, other: &Story| one.moves.get(1) == other.moves.first();
    is_answer(best, reply) && is_answer(reply, best)
}

/// Whether the same side opens one of the same corners in a line as well.
fn opens_in(line: &Story, turn: &DiscFacts) -> bool {
    let mut turns = line.turns().iter().filter(|it| it.side == turn.side);
    turns.any(|it| it.aims.iter().any(|corner| turn.aims.contains(corner)))
}

/// Whether nothing is told of an answer but its name.
fn is_bare(answer: &str) -> bool {
    answer.matches(' ').count() <= BARE
}

/// A half sentence about a move as a sentence.
fn sentence(worth: &str) -> String {
    if worth.starts_with("the engine") {
        format!("T{}", &worth[1..])
    } else {
        format!("It {worth}")
    }
}
