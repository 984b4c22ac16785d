//! Othello: why a position is won, lost or even, and what speaks for the best move.

use mossa_games::GameSpec;
use mossa_kernel::{BoardView, Game, GameResult, Move, Side, View};
use mossa_search::Line;

use super::{
    access::{IN_HAND, NO_MOVE},
    balance::TURN,
    believed::IN_SHORT,
    discs::{choices, corners},
    firm::{self, Firm, Unit},
};
use crate::explain::{DiscFacts, Findings, Request, Story, glossary, names, verdict};

/// So many discs at once that can never be turned again are worth a word.
const JUMP: usize = 6;

/// At most so many moves are named that are as good as the best one.
const MOST_EQUAL: usize = 3;

/// A lead in discs that can never be turned again is worth a word from here on.
const LEAST_FIRM: usize = 3;

/// A lead in moves to choose from says something from here on.
const MUCH_CHOICE: usize = 4;

/// That a line is decided is worth a word where at least so many moves come after it.
pub(super) const LEAST_LEFT: usize = 4;

/// A side that is behind by so many discs and stands better makes a beginner wonder.
const MANY_DISCS: usize = 4;

/// Why few moves are bad to have, and corners are good: said once, and before all, where one of them is used.
pub(super) const FEW: &str = "(few moves are bad to have)";
const RESTING: [&str; 2] = [FEW, IN_HAND];

impl Request<'_> {
    /// Why a game of discs stands as it does.
    pub(in crate::explain) fn discs(
        &self,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Vec<String> {
        let View::Board(board) = self.game.position().view() else { return Vec::new() };
        let m = names::side(self.mover());
        let n_moves = findings.lines.len();
        let is_over = story.end.outcome().is_some() && story.moves.len() == 1;
        if n_moves == 1 && is_over {
            return vec![format!("{m} has only one move, and it ends the game.")];
        }
        let mut texts: Vec<String> = firm::rule(self.spec).into_iter().collect();
        if n_moves > 1 && !findings.is_proven && findings.behind().next().is_some() {
            texts.push(principle(Unit::of(self.spec)));
            texts.extend(self.believed(findings, story));
            glossary::explain_at_once(&mut texts, "safe");
            return texts;
        }
        let is_one = (1..n_moves).all(|index| findings.are_twins(0, index));
        if self.game.position().moves() == [Move::PASS] {
            texts.push(format!("{m} has no move and must pass."));
        } else if n_moves == 1 {
            texts.push(format!("{m} has only one move, {}.", self.name(findings.best())));
        } else if is_one {
            texts.push("All moves are mirror images of each other: none is better.".to_owned());
        } else if findings.tells_by_counts() {
            texts.push(principle(Unit::of(self.spec)));
            texts.push(self.leads(findings));
            texts.extend(self.reasons_words(findings));
            texts.extend(self.corners_words(findings));
            texts.extend(
                self.fault(findings, story)
                    .map(|it| it.replacen("It", &self.name(findings.best()), 1)),
            );
        } else {
            texts.push(self.merits(findings, story, replies));
        }
        texts.extend(self.prospect(findings, story));
        texts.extend(self.few_discs(findings, &board, story));
        texts.extend(self.standing(findings, story));
        if n_moves > 1 && !is_one {
            texts.extend(self.why_not(findings, story, replies));
            texts.extend(self.count_of_choices(findings));
            texts.extend(if findings.tells_by_counts() {
                Some(self.in_short(findings))
            } else {
                self.proven_gist(findings, story, replies)
            });
        }
        if n_moves == 1 {
            texts.push(format!("{IN_SHORT} there is nothing to choose."));
        } else if is_one {
            texts.push(format!("{IN_SHORT} it does not matter which of them is played."));
        } else if !findings.is_proven {
            let cause = self.plight_gist(findings, story);
            let cause = cause.map_or_else(String::new, |cause| format!(": {cause}"));
            let says = match self.far_ahead(findings) {
                Some(ahead) if ahead == self.mover() => format!("{m} stands well{cause}"),
                Some(_) => format!("{m} stands badly{cause}"),
                None => "the engine finds no move that is clearly better or worse".to_owned(),
            };
            let avoid = self.advice(findings).unwrap_or_else(|| "any move will do".to_owned());
            texts.push(format!("{IN_SHORT} {says}; {avoid}."));
        }
        for reason in [NO_MOVE, TURN] {
            say_once(&mut texts, reason);
        }
        say_first(&mut texts, Unit::of(self.spec));
        glossary::explain_at_once(&mut texts, "safe");
        texts
    }

    /// What can be counted on the board, or in the line, that points the same way as the value.
    fn standing(&self, findings: &Findings, story: &Story) -> Option<String> {
        let (lead, ahead) = verdict::lead(&findings.best().value, self.mover());
        let is_told = !self.plight(findings, story).is_empty();
        if lead.abs() <= verdict::EVEN || is_told {
            return None;
        }
        // What the other side gets in the line of the best move sounds as if it spoke against that.
        if findings.is_proven && ahead != self.mover() && findings.lines.len() > 1 {
            return None;
        }
        let (a, b) = (names::side(ahead), names::side(!ahead));
        let of = |[x, o]: [usize; 2]| if ahead == Side::First { (x, o) } else { (o, x) };
        let (own, theirs) = of(firm::counts(self.spec, self.game));
        // Of discs inside nobody sees that they stay.
        let edge = self.on_edge(&self.firm_cells(self.game, ahead)).len();
        let now = (own >= theirs + LEAST_FIRM && edge >= LEAST_FIRM).then(|| {
            format!(
                "{a} is ahead in discs that can never be turned again: {a} has {own} of them ({}), {b} has \
                 {theirs}.",
                self.squares(&self.firm_cells(self.game, ahead))
            )
        });
        let jump = self.jump(story, ahead);
        let half = findings.is_proven.then(|| self.half(story, ahead)).flatten();
        if let Some(told) = half.or(now).or(jump) {
            return Some(told);
        }
        if findings.is_proven {
            return None;
        }
        let (own, theirs) = of(firm::counts(self.spec, &story.end));
        if own >= theirs + LEAST_FIRM {
            return Some(format!(
                "At the end of the line below {a} has {} that can never be turned again, {b} has {theirs}.",
                names::counted(own as u64, "disc")
            ));
        }
        let (own, theirs) = of(Side::BOTH.map(|side| choices(self.game, side)));
        (own >= theirs + MUCH_CHOICE).then(|| {
            format!(
                "{a} stands better for its choice: now {a} can go to {}, {b} to {theirs} {TURN}. {FEW}",
                names::counted(own as u64, "square")
            )
        })
    }

    /// The first move of the line with which one side gets many discs for good at once, before it has half of
    /// the board.
    fn jump(&self, story: &Story, ahead: Side) -> Option<String> {
        let a = names::side(ahead);
        let of = |game: &Game| firm::counts(self.spec, game)[ahead.index()];
        let reached = (0..=story.moves.len()).map(|n| self.reached(&story.moves[..n]));
        let counts: Vec<usize> = reached.map(|game| game.as_ref().map_or(0, of)).collect();
        let most = self.majority(story, ahead).map_or(counts.len(), |(number, ..)| number);
        let index = counts.windows(2).take(most - 1).position(|pair| pair[1] >= pair[0] + JUMP)?;
        (story.turns().get(index)?.side == ahead).then(|| {
            format!(
                "With move {} of the line below, {}, {a} goes from {} to {} discs that can never be turned again{}.",
                index + 1,
                self.game.position().show_move(story.moves[index]),
                counts[index],
                counts[index + 1],
                self.reached(&story.moves[..=index])
                    .map_or_else(String::new, |game| self.firm_named(&game, ahead))
            )
        })
    }

    /// From which move of the line on `winner` has more than half of the board for good.
    fn half(&self, story: &Story, winner: Side) -> Option<String> {
        let (number, own, all) = self.majority(story, winner)?;
        // At the end all discs count, which is told already.
        (number + LEAST_LEFT <= story.moves.len()).then(|| format!(
            "After move {number} of the line below {} has {own} discs that can never be turned again: more than \
             half of the {all} squares, so the game is decided there.",
            names::side(winner)
        ))
    }

    /// The moves that are proven to be as good as the best one.
    pub(super) fn as_good(&self, findings: &Findings) -> Option<String> {
        let others = findings.lines[1..].iter();
        let equal: Vec<&Line> = others.filter(|line| findings.ends_alike(line)).collect();
        if !findings.is_proven || equal.is_empty() {
            return None;
        }
        let verb = if equal.len() == 1 { "is" } else { "are" };
        let named = match equal.len() {
            n if n <= MOST_EQUAL => names::list(equal.iter().map(|line| self.name(line)), "and"),
            n if n + 1 == findings.lines.len() => "All other moves".to_owned(),
            n => format!("{n} other moves"),
        };
        // Where the size of the win is a bound, so is that of others.
        let is_bound = !findings.is_counted()
            && findings.proven().is_some_and(|exact| exact.result == GameResult::Win);
        let is_gift = |line: &&Line| {
            let facts = DiscFacts::new(self.spec, self.game, line.mv());
            Unit::of(self.spec) == Unit::Corner && facts.is_some_and(|it| !it.gives.is_empty())
        };
        let gift = equal.iter().copied().find(is_gift).filter(|_| equal.len() <= MOST_EQUAL);
        let left = gift.and_then(|line| self.given_and_left(line)).unwrap_or_default();
        Some(if is_bound {
            format!(
                "{named} {verb} proven to win by at least as many discs as {} is.{left}",
                self.name(findings.best())
            )
        } else {
            format!(
                "{named} {verb} proven to be just as good: the game ends with the same difference.{left}"
            )
        })
    }

    /// What becomes of a corner that a move gives which is as good as the best one.
    fn given_and_left(&self, line: &Line) -> Option<String> {
        let facts = DiscFacts::new(self.spec, self.game, line.mv())?;
        let (name, other) = (self.name(line), names::side(!self.mover()));
        let is_given = |mv: &Move| facts.gives.contains(&self.game.position().show_move(*mv));
        let corner = Unit::of(self.spec).the(&facts.gives);
        let goes = match line.moves.iter().position(is_given) {
            Some(1) => "takes it at once, and has no more of it".to_owned(),
            Some(at) => format!("takes it only with move {} of the line after it", at + 1),
            None => "does not take it in the line after it".to_owned(),
        };
        Some(format!(" {name} gives {corner}, but {other} {goes}."))
    }

    /// What the best play leads to.
    pub(super) fn prospect(&self, findings: &Findings, story: &Story) -> Option<String> {
        let events = self.events(story);
        if findings.is_proven {
            let exact = findings.proven()?;
            let (margin, ..) = final_count(story, self.mover())?;
            let ended = ended(story)?;
            let odd = self.odd_corners(story);
            let line =
                events.map_or(String::new(), |events| format!(" In the line below {events}."));
            let is_told = exact.margin.unwrap_or(0) == margin;
            return Some(match (findings.is_counted(), is_told) {
                (true, true) => {
                    let none = match findings.lines.len() {
                        1 => String::new(),
                        _ => format!("; no move of {}'s does better", names::side(self.mover())),
                    };
                    format!(
                        "If both sides play right, it ends with {ended}{none}. That was counted to the end.{line}{odd}"
                    )
                }
                (true, false) => format!(
                    "The line below ends with {ended}, though not all of its moves are the best.{line}{odd}"
                ),
                _ if exact.margin == Some(margin) => format!(
                    "After {} it ends with {ended} if both sides play right; that was counted to the end. Whether \
                     another move does better is not known.{line}{odd}",
                    self.name(findings.best())
                ),
                _ => format!(
                    "Who wins is proven, by how much is not: the line below is one way to win and ends with \
                     {ended}; the loser may do better.{line}{odd}"
                ),
            });
        }
        // What sets the best move apart is told before.
        let is_told = self.outcornered(findings, story).is_some();
        let events = events.filter(|_| story.moves.len() >= 3 && !is_told)?;
        Some(format!(
            "In the line below, which the engine expects, {events}.{}{}",
            self.corners_outweighed(findings, story),
            self.corners_on_average(findings, story)
        ))
    }

    /// Where the side that stands better gets fewer corners in a line that is not over, what it has for them.
    fn corners_outweighed(&self, findings: &Findings, story: &Story) -> String {
        let (lead, ahead) = verdict::lead(&findings.best().value, self.mover());
        let View::Board(board) = story.end.position().view() else { return String::new() };
        let held = |side| held(self.spec, self.game, &board, side);
        if lead.abs() <= verdict::EVEN || held(!ahead) <= held(ahead) {
            return String::new();
        }
        let (a, b) = (names::side(ahead), names::side(!ahead));
        let unit = Unit::of(self.spec).name();
        let firm = firm::counts(self.spec, &story.end);
        let (own, theirs) = (firm[ahead.index()], firm[(!ahead).index()]);
        if own <= theirs {
            return format!(" {b} has more {unit}s then; that alone does not decide.");
        }
        format!(
            " {b} has more {unit}s then, but only {} that can never be turned again; {a} has {own} of \
             them{}.",
            names::counted(theirs as u64, "disc"),
            self.firm_named(&story.end, ahead)
        )
    }

    /// The discs of a side that can never be turned again, by name those on the edge: of others nobody sees it.
    fn firm_named(&self, game: &Game, side: Side) -> String {
        let all = self.firm_cells(game, side);
        let edge = self.on_edge(&all);
        match edge.len() {
            0 => String::new(),
            n if n == all.len() => format!(": {}", self.squares(&edge)),
            _ => format!(", among them {}", self.squares(&edge)),
        }
    }

    /// Where the loser of a line holds more corners in the end than the winner, how that goes together.
    fn odd_corners(&self, story: &Story) -> String {
        let winner = story.end.outcome().and_then(|outcome| outcome.winner);
        let (Some(winner), View::Board(board)) = (winner, story.end.position().view()) else {
            return String::new();
        };
        let held = |side| held(self.spec, self.game, &board, side);
        let (own, theirs) = (held(winner), held(!winner));
        if theirs <= own {
            return String::new();
        }
        let unit = Unit::of(self.spec).name();
        let loser = names::side(!winner);
        format!(
            " {loser} holds more {unit}s in the end, {theirs} against {own}, and loses all the same: in the end each disc \
             counts one, wherever it stands."
        )
    }

    /// Who takes which corners in a line, and who must pass; `None` where nothing of the kind happens.
    pub(super) fn events(&self, story: &Story) -> Option<String> {
        let parts = Side::BOTH.into_iter().filter_map(|side| self.events_of(story, side));
        let parts: Vec<String> = parts.collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// Which corners a side takes in a line, and whether it must pass.
    pub(super) fn events_of(&self, story: &Story, side: Side) -> Option<String> {
        let s = names::side(side);
        let turns = story.turns().iter().zip(&story.moves);
        let turns: Vec<_> = turns.filter(|(turn, _)| turn.side == side).collect();
        let taken = turns.iter().filter(|(turn, _)| turn.takes_corner);
        let taken: Vec<String> =
            taken.map(|(_, mv)| self.game.position().show_move(**mv)).collect();
        let corners =
            (!taken.is_empty()).then(|| format!("takes {}", Unit::of(self.spec).the(&taken)));
        // The last move may leave a side without one that the line does not show any more.
        let last = story.turns().last();
        let is_left = last.is_some_and(|last| last.side != side && last.replies == 0 && !last.ends);
        let passes = turns.iter().filter(|(turn, _)| turn.is_pass).count();
        let passes = match passes + usize::from(is_left) {
            0 => None,
            1 => {
                Some(format!("must pass once, so that {} moves twice in a row", names::side(!side)))
            }
            passes => Some(format!(
                "must pass {passes} times, and each time {} moves again",
                names::side(!side)
            )),
        };
        let both: Vec<String> = corners.into_iter().chain(passes).collect();
        (!both.is_empty()).then(|| format!("{s} {}", both.join(" and ")))
    }

    /// Where the side that stands better has fewer discs, how many of the other side's it has in the end.
    fn few_discs(&self, findings: &Findings, board: &BoardView, story: &Story) -> Option<String> {
        let (lead, ahead) = verdict::lead(&findings.best().value, self.mover());
        let (a, b) = (names::side(ahead), names::side(!ahead));
        let is_behind = board.count(ahead) + MANY_DISCS <= board.count(!ahead);
        let n_lost = self.changed_hands(story, !ahead)?;
        if lead.abs() <= verdict::EVEN || !is_behind || n_lost < MANY_DISCS {
            return None;
        }
        let says = if ahead == self.mover() {
            format!("That {a} has fewer discs now is no harm")
        } else {
            format!("That {b} has more discs now says little")
        };
        let all = board.count(!ahead);
        Some(format!(
            "{says}: of {b}'s {all} discs {n_lost} are {a}'s at the end of the line below."
        ))
    }

    /// How many of the discs that a side has now are the other side's at the end of a line that ends the game.
    pub(super) fn changed_hands(&self, story: &Story, side: Side) -> Option<usize> {
        story.end.outcome()?;
        let [View::Board(now), View::Board(end)] =
            [self.game, &story.end].map(|game| game.position().view())
        else {
            return None;
        };
        let cells = now.cells.iter().zip(&end.cells);
        Some(cells.filter(|it| *it == (&Some(side), &Some(!side))).count())
    }

    /// The squares of a side's discs that can never be turned again.
    pub(super) fn firm_cells(&self, game: &Game, side: Side) -> Vec<u32> {
        let View::Board(board) = game.position().view() else { return Vec::new() };
        let firm = Firm::new(self.spec, game).map_or_else(Vec::new, |firm| firm.cells());
        let is_own = |cell: &u32| firm[*cell as usize] && board.cells[*cell as usize] == Some(side);
        (0..firm.len() as u32).filter(is_own).collect()
    }
}

/// How many corners `side` has on a board.
fn held(spec: &GameSpec, game: &Game, board: &BoardView, side: Side) -> usize {
    let corners = corners(spec, game).into_iter();
    corners.filter(|mv| board.cells[mv.0 as usize] == Some(side)).count()
}

/// Leaves a sentence only where it comes first.
fn say_once(texts: &mut Vec<String>, sentence: &str) {
    let mut is_said = false;
    for text in texts.iter_mut() {
        let Some(at) = text.find(sentence) else { continue };
        let first = if is_said { 0 } else { at + sentence.len() };
        let rest = text[first..].replace(&format!(" {sentence}"), "").replace(sentence, "");
        text.truncate(first);
        text.push_str(rest.trim_end());
        is_said = true;
    }
    texts.retain(|text| !text.is_empty());
}

/// Says first what many reasons rest on, and leaves it out where they do.
fn say_first(texts: &mut Vec<String>, unit: Unit) {
    let rests = |text: &String| RESTING.iter().any(|part| text.contains(part));
    if texts.iter().any(rests) {
        for text in texts.iter_mut() {
            for part in RESTING {
                *text = text.replace(&format!(" {part}"), "").replace(part, "");
            }
        }
        texts.retain(|text| !text.is_empty());
        texts.insert(0, principle(unit));
    }
}

/// What many reasons rest on.
fn principle(unit: Unit) -> String {
    let one = unit.one();
    format!(
        "What counts: a disc on {one} can never be turned, and whoever has no harmless move left must open {one} to the \
         other side. So it is good to have many moves to choose from, and to leave the other side few."
    )
}

/// How a line ends: by how much `mover` wins, and the discs of both sides.
pub(super) fn final_count(story: &Story, mover: Side) -> Option<(i32, usize, usize)> {
    let outcome = story.end.outcome()?;
    let View::Board(board) = story.end.position().view() else { return None };
    let margin = outcome.margin.map_or(0, i32::from);
    let signed = match outcome.winner {
        None => 0,
        Some(winner) if winner == mover => margin,
        Some(_) => -margin,
    };
    let [x, o] = Side::BOTH.map(|side| board.count(side));
    Some((signed, x, o))
}

/// The discs of both sides at the end of a line, and who gets the squares that stay empty.
pub(super) fn ended(story: &Story) -> Option<String> {
    let winner = story.end.outcome()?.winner;
    let View::Board(board) = story.end.position().view() else { return None };
    let [x, o] = Side::BOTH.map(|side| board.count(side));
    let empty = match (board.cells.len() - x - o, winner) {
        (0, _) | (_, None) => String::new(),
        (1, Some(winner)) => format!(" (the empty square counts for {})", names::side(winner)),
        (empty, Some(winner)) => {
            format!(" (the {empty} empty squares count for {})", names::side(winner))
        }
    };
    Some(format!("{} for X and {o} for O{empty}", names::counted(x as u64, "disc")))
}
