//! Othello: what is wrong with the next best move and with moves that look good.

use mossa_kernel::{Move, View};

use super::{
    DiscFacts, Findings, Request, Story,
    access::other_goes_to,
    asides::stays_open,
    contenders::{Rival, less},
    discs,
    firm::Unit,
    harm::Harm,
    names,
    quick::QUICK,
};

/// What goes wrong within so many moves is seen at a glance.
const SOON: usize = 6;

/// A corner is worth a longer line.
const CORNER_SOON: usize = 10;

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
        let mut rivals = self.told_rivals(findings, story);
        let has_reason = |rival: &Rival| {
            let reply = Story::tell(self.spec, self.game, &findings.lines[rival.index].moves);
            findings.is_proven || self.outlook_beside(findings, story, &reply).is_some()
        };
        // That nothing can be told of a move is told only where nothing is of any.
        if rivals.iter().any(has_reason) {
            rivals.retain(|rival| rival.n_asked > 0 || has_reason(rival));
        }
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
            let against = self.with_answer(findings, [story, reply], cost);
            let unlike = self.unlike_words(findings, line).unwrap_or_default();
            let against = format!("{unlike}{against}");
            // Where nothing can be told, and nobody would ask, nothing is.
            if against.is_empty() && rival.n_asked == 0 && !told.is_empty() {
                continue;
            }
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
        // What is played after the best move as well is no reason.
        let is_usual = best.moves.get(1) == Some(&answer) && !turn.takes_corner;
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

    /// What happens soon after a worse move and not after the best one.
    pub(super) fn shown_beside(&self, name: &str, best: &Story, reply: &Story) -> Option<String> {
        let length = best.moves.len().min(reply.moves.len());
        let takes = |story: &Story| story.turns().get(1).is_some_and(|turn| turn.takes_corner);
        let is_late = reply.moves.get(1).is_some_and(|&mv| other_goes_to(&best.moves, mv));
        let is_taken = takes(reply) && !takes(best) && !self.brings_corners(best, reply, length);
        let is_taken = is_taken && !is_late;
        self.harm_words(name, best, reply)
            .or_else(|| is_taken.then(String::new))
            .or_else(|| self.narrow_words(name, best, reply))
    }

    /// What tells a worse move from the best one: what happens soon, at once, or often in quick games.
    pub(super) fn outlook_beside(
        &self,
        findings: &Findings,
        best: &Story,
        reply: &Story,
    ) -> Option<String> {
        if let Some(risk) = self.risk_words(findings, [best, reply]) {
            return Some(risk);
        }
        let name = self.name(findings.best());
        let is_far = reply.moves.first().is_some_and(|first| {
            findings.lines.iter().any(|line| line.mv() == *first && findings.is_far(line))
        });
        let shown = self.shown_beside(&name, best, reply);
        let tried = self.tried_beside(findings, reply);
        // Where the answer takes a square, squares have been told.
        let is_taken = self.is_square_taken(best, reply);
        let given = || self.gives_squares(findings, [best, reply]).filter(|_| !is_taken);
        // A single square convinces nobody where nothing else speaks against a move.
        let opened = || {
            let opened = self.opens_square(findings, [best, reply]).filter(|_| !is_taken)?;
            let loud = self.loud_later(findings, reply).filter(|_| tried.is_none());
            Some(opened + &loud.unwrap_or_default())
        };
        let at_once = || {
            self.first_look(best, reply)
                .or_else(given)
                .or_else(|| self.at_once(&name, [best, reply]))
                .or_else(|| self.loud_words(findings, reply))
                .or_else(opened)
                .or_else(|| self.balance_beside(findings, reply))
                .or_else(|| self.kept_words(&name, best, reply))
        };
        if shown.is_some() && self.is_soon(best, reply) {
            return shown;
        }
        // One thing on the board now, which may be told with the answer, and what comes of it.
        let plain = if is_taken && tried.is_some() { None } else { at_once() };
        // What is won in quick games convinces more than what can be counted later.
        let is_enough = self.agreeing(findings).is_some() && (plain.is_some() || is_taken);
        let counted = || self.ahead_beside(findings, [best, reply]).filter(|_| !is_enough);
        let later = tried.or_else(counted);
        if plain.is_some() || later.is_some() || is_taken {
            let told: String = [plain, later].into_iter().flatten().collect();
            return Some(self.with_wait(findings, [best, reply], told));
        }
        // A long line convinces nobody where little is at stake.
        shown
            .filter(|_| is_far)
            .or_else(|| self.edge_look(findings, reply))
            .or_else(|| self.loud_later(findings, reply).filter(|_| is_far))
    }

    /// Whether what goes wrong after a worse move does so within a few moves.
    fn is_soon(&self, best: &Story, reply: &Story) -> bool {
        match self.harm(best, reply) {
            Some(harm @ Harm::Corner(_)) => harm.index() <= CORNER_SOON,
            Some(harm) => harm.index() <= SOON,
            None => self.narrow(best, reply).is_none_or(|narrow| narrow.played <= SOON),
        }
    }

    /// Whether the answer to a worse move goes to the square of the best one, or to one that the best move closes.
    fn is_square_taken(&self, best: &Story, reply: &Story) -> bool {
        reply.moves.get(1) == best.moves.first() || self.only_answer(best, reply).is_some()
    }

    /// The line that the engine expects after a worse move, where nothing in it tells why it is worse.
    pub(super) fn untold(&self, findings: &Findings, best: &Story, reply: &Story) -> String {
        let length = best.moves.len().min(reply.moves.len());
        if length > 2 && self.brings_corners(best, reply, length) {
            return format!(
                " The engine expects {} next, which even brings {} more corners; that it is worse all the same \
                 cannot be counted on the board so far.",
                self.told_line(reply, length - 1),
                names::side(self.mover())
            );
        }
        let is_tried = reply.moves.first().is_some_and(|first| {
            let mut tried = findings.trials.iter();
            tried.any(|(index, _)| findings.lines[*index].mv() == *first)
        });
        let quick = if is_tried { format!(", nor {QUICK},") } else { String::new() };
        format!(
            " Nothing that can be counted in the next {length} moves{quick} shows why that is worse: the engine finds it \
             further ahead."
        )
    }

    /// The empty corner beside which a move stands on the edge.
    fn corner_beside(&self, mv: Move) -> Option<String> {
        let View::Board(board) = self.game.position().view() else { return None };
        let place = |mv: Move| (mv.0 / board.columns, mv.0 % board.columns);
        let is_beside = |corner: &Move| {
            let (at, corner) = (place(mv), place(*corner));
            at.0.abs_diff(corner.0) + at.1.abs_diff(corner.1) == 1
        };
        let empty = |corner: &Move| board.cells[corner.0 as usize].is_none();
        let corners = discs::corners(self.spec, self.game).into_iter();
        let mut near = corners.filter(|_| mv != Move::PASS && Unit::of(self.spec) == Unit::Corner);
        near.find(|corner| empty(corner) && is_beside(corner))
            .map(|corner| self.game.position().show_move(corner))
    }

    /// That a worse move stands on the edge beside an empty corner, and the best one does not.
    fn edge_look(&self, findings: &Findings, reply: &Story) -> Option<String> {
        let corner = self.corner_beside(*reply.moves.first()?)?;
        let other = names::side(!self.mover());
        self.corner_beside(findings.best().mv()).is_none().then(|| {
            format!(
                " {} stands on the edge beside the empty corner {corner}, which helps {other} to get there.",
                self.first_name(reply)
            )
        })
    }

    /// What sets two moves apart at once, where the other side gets no such corner in the line after the best one.
    pub(super) fn first_look(&self, line: &Story, reply: &Story) -> Option<String> {
        let other = names::side(!self.mover());
        let facts = |mv| DiscFacts::new(self.spec, self.game, mv);
        let best = line.moves.first().and_then(|&mv| facts(mv))?;
        let rival = reply.moves.first().and_then(|&mv| facts(mv))?;
        let is_lost = |corner: &String| {
            let taken = line.moves.iter().skip(1).step_by(2);
            taken.into_iter().any(|&mv| self.game.position().show_move(mv) == *corner)
        };
        // What the mover plays later in the best line as well cannot be wrong for that.
        let is_played =
            line.moves.iter().skip(2).step_by(2).any(|mv| reply.moves.first() == Some(mv));
        let is_apart = best.beside.is_none() && !is_played;
        let beside = rival.beside.filter(|corner| is_apart && !is_lost(corner));
        if let Some(corner) = beside {
            return Some(format!(
                " {} stands {} beside the empty corner {corner}, which helps {other} to get there.",
                self.first_name(reply),
                rival.beside_how
            ));
        }
        if !rival.gives.iter().all(is_lost) && best.gives.is_empty() {
            let given = Unit::of(self.spec).the(&rival.gives);
            return Some(format!(" {} lets {other} take {given}.", self.first_name(reply)));
        }
        None
    }
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
