//! Othello: the reasons where nothing is proven: what the best move does on the board, what comes of it within a few
//! moves, and what is wrong with the moves that somebody would ask about.

use mossa_kernel::{Move, View};
use mossa_search::Line;

use super::{
    contenders::Rival,
    contrast::Contrast,
    discs::legal,
    firm::Unit,
    gauge::{Count, Gauge, Margin},
};
use crate::explain::{DiscFacts, Findings, Request, Story, names};

/// What happens in a line later than this convinces nobody.
pub(super) const SOON: usize = 6;

/// A corner that the other side takes later than this is no price of the best move: much can happen before.
const PRICE_SOON: usize = 10;

/// And one that is taken later than this need not be told.
const TOLD_SOON: usize = 16;

/// At most so many squares are named.
const MOST_NAMED: usize = 6;

/// So many more worse moves get a number.
const MOST_OTHERS: usize = 4;

/// A quiet move turns no more discs than this.
const MOST_QUIET: usize = 3;

impl Request<'_> {
    /// The best move, what is wrong with others, and all of it in one sentence.
    pub(super) fn believed(&self, findings: &Findings, best: &Story) -> Vec<String> {
        let told = self.told_rivals(findings);
        let mut texts = vec![self.best_words(findings, best, &told)];
        texts.extend(self.why_not_believed_all(findings, best, &told));
        texts.extend(self.others_words(findings, best, &told));
        texts.push(self.gist(findings, best));
        texts
    }

    /// Which move is best, what it does at once, and what comes of it soon.
    fn best_words(&self, findings: &Findings, best: &Story, told: &[Rival]) -> String {
        let name = self.name(findings.best());
        let lead = self.peers_words(findings);
        let gauge = findings.gauge.or_else(|| self.first_count(findings, best, told));
        let main = gauge.and_then(|gauge| self.main_words(findings, best, gauge));
        let first = &told[..told.len().min(1)];
        let now = self.corner_now(findings, best);
        let now = now.or_else(|| self.taken_away(findings, &best.moves, &[]));
        let now = now.or_else(|| self.wanted_words(findings, told));
        let is_told = main.is_some() && gauge == Some(Gauge::Replies);
        // What holds beside one other move only is told where nothing else is.
        let kept = || {
            let all = self.kept_words(findings, best, told);
            all.or_else(|| self.kept_words(findings, best, first).filter(|_| main.is_none()))
        };
        let now = now.or_else(|| if is_told { None } else { kept() });
        // Or else what it does at once, where that is little.
        let now = now.or_else(|| if is_told { None } else { self.quiet_words(best) });
        let now = now.or_else(|| {
            let (closed, opened) = self.changes(best);
            (!is_told && closed.len() >= opened.len()).then(|| self.opens_words(best))
        });
        let now = now.map(|now| now.replacen("It ", &format!("{name} "), 1));
        // Which answer is expected need not be said twice.
        let is_expected = now.as_ref().is_some_and(|now| now.ends_with(" instead."));
        let again = format!("After {name} the engine expects ");
        let main = main.map(|main| match main.split_once("; then ") {
            Some((answer, rest)) if is_expected && answer.starts_with(&again) => {
                format!("After that {rest}")
            }
            _ => main,
        });
        let waits = self.corner_stays(findings);
        let alike = gauge.filter(|_| main.is_some());
        let alike = alike.and_then(|gauge| self.peers_alike(findings, told, gauge));
        let many = gauge.filter(|_| main.is_some());
        let many = many.and_then(|gauge| self.many_replies(findings, best, told, gauge));
        let threat = self.threat_soon(best);
        let risk = self.own_risk(best);
        let soon = self.corners_soon(best);
        let parts = [Some(lead), now, waits, main, alike, many, threat, risk, soon];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// The first count that is told against one of the moves that get a word.
    fn first_count(&self, findings: &Findings, best: &Story, told: &[Rival]) -> Option<Gauge> {
        told.iter().find_map(|rival| match self.contrast(findings, best, rival.index)? {
            Contrast::Count(gauge) => Some(gauge),
            _ => None,
        })
    }

    /// The other worse moves of which the main count can be told as well, by their places in the list.
    pub(super) fn others_apart(
        &self,
        findings: &Findings,
        best: &Story,
        told: &[Rival],
        gauge: Gauge,
    ) -> Vec<usize> {
        let is_other = |index: &usize| {
            told.iter()
                .all(|rival| rival.index != *index && !findings.are_twins(rival.index, *index))
        };
        let others = findings.behind().filter(|(_, line)| !findings.is_glance(line));
        let others = others.map(|(index, _)| index).filter(is_other);
        others
            .filter(|&index| self.corner_against(findings, best, index).is_none())
            .filter(|&index| self.apart(findings, index, gauge, Margin::Slight).is_some())
            .take(MOST_OTHERS)
            .collect()
    }

    /// The same in words; how many moves are left at once stands in the table.
    fn others_words(&self, findings: &Findings, best: &Story, told: &[Rival]) -> Option<String> {
        let gauge = findings.gauge.or_else(|| self.first_count(findings, best, told))?;
        if let Gauge::Later(_) = gauge {
            return self.others_later(findings, best, told, gauge);
        }
        let is_told = matches!(gauge, Gauge::Least | Gauge::Own | Gauge::OwnSafe);
        let others = self.others_apart(findings, best, told, gauge);
        let count = |&index: &usize| {
            let line = &findings.lines[index];
            let own = self.count(&line.moves, gauge)?.own;
            Some(format!("{own} after {}", self.name(line)))
        };
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let what = if gauge == Gauge::OwnSafe { "safe moves" } else { "moves" };
        let how = if gauge == Gauge::Least { "can leave" } else { "leave" };
        let counts: Vec<String> = others.iter().filter_map(count).collect();
        (is_told && !counts.is_empty()).then(|| {
            format!(
                "Other moves {how} {m} fewer {what} after {other}'s answer, too: {}.",
                names::list(counts, "and")
            )
        })
    }

    /// The same of boards some moves later.
    fn others_later(
        &self,
        findings: &Findings,
        best: &Story,
        told: &[Rival],
        gauge: Gauge,
    ) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let others = self.others_apart(findings, best, told, gauge);
        let counts = others.iter().filter_map(|&index| {
            let line = &findings.lines[index];
            let Count { own, theirs } = self.count(&line.moves, gauge)?;
            Some([self.name(line), own.to_string(), theirs.to_string()])
        });
        let counts: Vec<[String; 3]> = counts.collect();
        let [first, own, theirs] = counts.first()?;
        let rest = counts.iter().skip(1);
        let rest = rest.map(|[name, own, theirs]| format!(", after {name} to {own} and {theirs}"));
        let better = self.count(&best.moves, gauge)?;
        Some(format!(
            "After {first} {m} can go to {own} squares and {other} to {theirs} by then{}; after {} to {} and {}.",
            rest.collect::<String>(),
            self.name(findings.best()),
            better.own,
            better.theirs
        ))
    }

    /// What the best move does to a corner, or that it leaves the other side without a move.
    fn corner_now(&self, findings: &Findings, best: &Story) -> Option<String> {
        let facts = DiscFacts::new(self.spec, self.game, findings.best().mv())?;
        self.moves_again(findings, &facts).or_else(|| self.corner_deed(findings, &facts, best))
    }

    /// What can be counted after the best move, and is worse after most others.
    fn main_words(&self, findings: &Findings, best: &Story, gauge: Gauge) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let name = self.name(findings.best());
        let Count { own, theirs } = self.count(&best.moves, gauge)?;
        let moves = |n: usize| names::counted(n as u64, "move");
        let safe = |n: usize| names::counted(n as u64, "safe move");
        let show = |mv: Move| self.game.position().show_move(mv);
        let answer = || best.moves.get(1).map_or_else(String::new, |&mv| show(mv));
        Some(match gauge {
            Gauge::Replies => format!(
                "{name} leaves {other} {}{} to choose from{}. {}",
                if theirs < legal(self.game, !self.mover()).len() { "only " } else { "" },
                moves(theirs),
                self.more_after_others(findings, theirs),
                self.opens_words(best)
            ),
            Gauge::SafeReplies => format!(
                "{name} leaves {other} only {}{}.",
                safe(theirs),
                self.listed(&best.turns().first()?.safe)
            ),
            Gauge::Outside => format!(
                "After {name} only {theirs} of {m}'s discs touch an empty square. {other} can only go to empty squares \
                 beside discs of {m}'s, so the fewer there are, the fewer moves {other} finds."
            ),
            Gauge::Least => format!(
                "After {name} {m} has at least {} to choose from, whatever {other} answers.",
                moves(own)
            ),
            Gauge::Own => format!(
                "After {name} the engine expects {other} to answer {}; then {m} has {} to choose from{}.",
                answer(),
                moves(own),
                self.gained_words(best)
            ),
            Gauge::OwnSafe => format!(
                "After {name} the engine expects {other} to answer {}; then {m} has {}{}.",
                answer(),
                safe(own),
                self.listed(&best.turns().get(1)?.safe)
            ),
            Gauge::Later(played) if played > SOON => format!(
                "On the board drawn below, {played} moves on, {m} can go to {}, {other} only to {theirs}.",
                names::counted(own as u64, "square")
            ),
            Gauge::Later(played) => format!(
                "After {name} it may go on {}: then {m} can go to {}, {other} to {theirs}{}.",
                self.first_moves(best, played),
                names::counted(own as u64, "square"),
                if findings.gauge == Some(gauge) { " (drawn below)" } else { "" }
            ),
        })
    }

    /// The squares to which the mover cannot go now, and can after the best move and the answer.
    pub(super) fn gained(&self, best: &Story) -> Vec<u32> {
        let now = legal(self.game, self.mover());
        let later = self.open_after(best, 2, self.mover());
        later.into_iter().filter(|mv| !now.contains(mv)).map(|mv| mv.0).collect()
    }

    fn gained_words(&self, best: &Story) -> String {
        match &self.gained(best)[..] {
            [] => String::new(),
            many if many.len() > MOST_NAMED => format!(", {} of them new", many.len()),
            few => format!(", {} for the first time", self.squares(few)),
        }
    }

    /// How many moves the worse moves leave, where all leave more than the best one.
    fn more_after_others(&self, findings: &Findings, theirs: usize) -> String {
        let left = |line: &Line| self.count(&line.moves, Gauge::Replies);
        let counts = findings.behind().filter_map(|(_, line)| left(line)).map(|it| it.theirs);
        let counts: Vec<usize> = counts.collect();
        let more = counts.iter().filter(|&&n| n > theirs).count();
        let (low, high) = (counts.iter().min().unwrap_or(&0), counts.iter().max().unwrap_or(&0));
        match counts.len() {
            0 | 1 => String::new(),
            n if n == more && low == high => format!("; the worse moves leave {low}"),
            n if n == more => format!("; the worse moves leave {low} to {high}"),
            n if 2 * more > n => format!(", fewer than {more} of the {n} worse moves leave"),
            _ => String::new(),
        }
    }

    /// The squares that the best move closes to the other side, and those that it opens.
    pub(super) fn changes(&self, best: &Story) -> (Vec<Move>, Vec<Move>) {
        let before = legal(self.game, !self.mover());
        let after = best.moves.first().and_then(|&mv| self.reached(&[mv]));
        let after = after.map_or_else(Vec::new, |game| legal(&game, !self.mover()));
        let only = |these: &[Move], those: &[Move]| -> Vec<Move> {
            these.iter().copied().filter(|mv| !those.contains(mv)).collect()
        };
        (only(&before, &after), only(&after, &before))
    }

    /// The same in words.
    fn opens_words(&self, best: &Story) -> String {
        let other = names::side(!self.mover());
        let n_open = legal(self.game, !self.mover()).len();
        let (mut closed, opened) = self.changes(best);
        // What the answer opens again is not closed for long.
        let later = self.open_after(best, 2, !self.mover());
        if closed.iter().any(|mv| later.contains(mv)) {
            closed.clear();
        }
        let squares = |moves: &[Move]| {
            let cells: Vec<u32> = moves.iter().map(|mv| mv.0).collect();
            match moves.len() {
                n if n > MOST_NAMED => format!("{n} squares"),
                _ => self.squares(&cells),
            }
        };
        let opens = match opened.len() {
            0 => "opens no new one".to_owned(),
            1 | 2 => format!("opens only {}", squares(&opened)),
            _ => format!("opens {}", squares(&opened)),
        };
        match (closed.len(), opened.len()) {
            (0, 0) => format!("It opens no new square to {other}."),
            (0, _) => format!("It {opens} to {other}."),
            _ => format!(
                "Of the {n_open} squares open to {other} now it closes {}, and {opens}.",
                squares(&closed)
            ),
        }
    }

    /// That the best move turns few discs, all of them inside.
    fn quiet_words(&self, best: &Story) -> Option<String> {
        let View::Board(before) = self.game.position().view() else { return None };
        let after = self.reached(best.moves.get(..1)?)?;
        let View::Board(board) = after.position().view() else { return None };
        let is_turned = |cell: &u32| {
            before.cells[*cell as usize] == Some(!self.mover())
                && board.cells[*cell as usize] == Some(self.mover())
        };
        let turned: Vec<u32> = (0..board.cells.len() as u32).filter(is_turned).collect();
        let outside = self.outside(&after);
        let is_quiet = turned.len() <= MOST_QUIET && turned.iter().all(|it| !outside.contains(it));
        let (them, lie) = if turned.len() == 1 { ("it", "lies") } else { ("them", "lie") };
        is_quiet.then(|| {
            format!(
                "It turns only {}, which {lie} inside: no empty square touches {them}, so that {} cannot go beside {them}.",
                self.squares(&turned),
                names::side(!self.mover())
            )
        })
    }

    /// A few moves by name, in brackets.
    pub(super) fn listed(&self, moves: &[Move]) -> String {
        if moves.is_empty() || moves.len() > MOST_NAMED {
            return String::new();
        }
        let named = moves.iter().map(|&mv| self.game.position().show_move(mv));
        format!(" ({})", names::list(named, "and"))
    }

    /// The moves of a line after the first one, with who plays them.
    pub(super) fn first_moves(&self, line: &Story, played: usize) -> String {
        let shown = line.moves.iter().zip(line.turns()).take(played).skip(1);
        let shown = shown.map(|(&mv, turn)| {
            format!("{} {}", names::side(turn.side), self.game.position().show_move(mv))
        });
        shown.collect::<Vec<_>>().join(", ")
    }

    /// Whether the other side can take a corner whatever the mover plays.
    fn is_always_open(&self, corner: Move) -> bool {
        let is_open = |mv: Move| {
            let after = self.reached(&[mv]);
            after.is_some_and(|after| legal(&after, !self.mover()).contains(&corner))
        };
        self.game.position().moves().into_iter().all(is_open)
    }

    /// Who takes which corner within the next moves of the best line.
    fn corners_soon(&self, best: &Story) -> Option<String> {
        let all = best.moves.iter().zip(best.turns()).enumerate().skip(1);
        // A late corner is told as the price, and not as a reason.
        let taken: Vec<_> =
            all.filter(|(index, (_, turn))| turn.takes_corner && *index < TOLD_SOON).collect();
        // With it those that pay for it.
        let is_lost = taken.iter().any(|(_, (_, turn))| turn.side != self.mover());
        let most = if is_lost { TOLD_SOON } else { SOON };
        let soon: Vec<_> = taken.into_iter().filter(|(index, _)| *index < most).collect();
        let unit = Unit::of(self.spec);
        let parts = soon.iter().map(|(index, (mv, turn))| {
            let corner = unit.the(&[self.game.position().show_move(**mv)]);
            format!("{} takes {corner} with move {}", names::side(turn.side), index + 1)
        });
        let parts: Vec<String> = parts.collect();
        let is_price = soon.iter().all(|(_, (_, turn))| turn.side != self.mover());
        let is_late = soon.iter().all(|(index, _)| *index >= PRICE_SOON);
        let is_open = soon.iter().all(|(_, (mv, _))| self.is_always_open(**mv));
        let (m, taken) = (names::side(self.mover()), names::list(parts, "and"));
        match (soon.len(), is_price, is_open) {
            (0, ..) => None,
            (_, true, true) => {
                Some(format!("In the line below {taken}; no move of {m}'s prevents that."))
            }
            (_, true, false) if is_late => Some(format!("Late in the line below {taken}.")),
            (_, true, false) => Some(format!("That has its price: in the line below {taken}.")),
            (_, false, _) => Some(format!("In the line below {taken}.")),
        }
    }
}
