//! Othello: what a line does with corners that are left alone or given away, by what the engine finds
//! instead; and by how much rivals of the best move win.

use mossa_engines::Engine;
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Exact, Game, GameResult, Move, Side, Value, View, values};
use mossa_search::{Aim, Line, Task};

use super::{contenders, discs::corners, firm::Unit, outlook::final_count};
use crate::explain::{DiscFacts, Findings, Request, Story, names, until};

/// How much of the time may be spent when rivals are measured, and when a line is explained.
const MARGINS_PART: f64 = 0.68;
const ASIDES_PART: f64 = 0.96;

/// So many positions are looked at for each: to prove it, and else to get an opinion.
const NODES_A_MARGIN: u64 = 2_500_000;
const NODES_A_PROOF: u64 = 300_000;
const NODES_AN_OPINION: u64 = 40_000;

/// So many rivals of the best move are measured, and so many of those whose result is not known, either.
const MOST_MEASURED: usize = 6;
const MOST_PROVEN: usize = 2;

/// With no more empty squares than this the rest of a line is made exact.
const MOST_EXACT: usize = 14;

/// So many moves of a line get a word about corners, and so many other moves are tried for each.
const MOST_ASIDES: usize = 6;
const MOST_TRIED: usize = 12;

/// Opinions that differ by less are called equal, as in the table.
const ABOUT: f64 = contenders::CLEARLY / 100.0;

/// A move that is worse by so much of a chance is called much worse.
const MUCH: f64 = 0.2;

/// A move that was not played, what it is worth to its side, and the answer to it.
struct Tried {
    mv: Move,
    value: Value,
    answer: Option<Move>,
}

impl Request<'_> {
    /// Finds out by how much moves win or lose of which only the result is known.
    pub(in crate::explain) fn measure(&mut self, findings: &mut Findings) {
        let GameSpec::Othello(_) = self.spec else { return };
        let Some(best) = findings.proven().filter(|exact| exact.margin.is_some()) else { return };
        let budget = patience(self.spec, self.game, self.budget, MARGINS_PART);
        let wanted = findings.lines.iter().enumerate().skip(1).filter(|(_, line)| {
            matches!(line.value, Value::Exact(exact) if exact.margin.is_none() && exact.result == best.result)
                && best.result != GameResult::Draw
        });
        let wanted = wanted.map(|(index, _)| index).take(MOST_MEASURED);
        let open = findings.lines.iter().enumerate().skip(1);
        let open = open.filter(|(_, line)| !values::is_exact(&line.value)).take(MOST_PROVEN);
        let wanted: Vec<usize> = wanted.chain(open.map(|(index, _)| index)).collect();
        let most = self.budget.nodes.map_or(NODES_A_MARGIN, |nodes| nodes.min(NODES_A_MARGIN));
        let budget = Budget { nodes: Some(most), ..budget };
        for index in wanted {
            if budget.is_spent(0) {
                break;
            }
            let mv = findings.lines[index].mv();
            let mut after = self.game.clone();
            if after.play(mv).is_err() || after.outcome().is_some() {
                continue;
            }
            let task = Task { budget: &budget, aim: Aim::Solve, lines: 1, threads: self.threads };
            let Ok(report) = self.engine.think(&after, &task, &mut |_| {}) else { continue };
            let Some(found) = report.best().filter(|best| report.is_settled && best.is_settled())
            else {
                continue;
            };
            let line = &mut findings.lines[index];
            line.value = values::of_move(&found.value);
            line.moves = [&[mv], &found.moves[..]].concat();
        }
        findings.share_between_twins();
        findings.put_largest_first();
        findings.sort();
        self.prefer_keeping_corners(findings);
    }

    /// Of moves that are proven to end alike, one is told that gives no corner away.
    fn prefer_keeping_corners(&self, findings: &mut Findings) {
        let takes = DiscFacts::new(self.spec, self.game, findings.best().mv())
            .is_some_and(|facts| facts.takes_corner);
        if takes || Unit::of(self.spec) != Unit::Corner {
            return;
        }
        let alike = |index: &usize| findings.ends_alike(&findings.lines[*index]);
        let mut alike = (0..findings.lines.len()).filter(alike);
        let plain = alike.find(|&index| self.is_plain(findings, index));
        findings.put_first(plain.unwrap_or(0));
    }

    /// Makes the end of a line exact where only its winner is known: there both sides play right.
    pub(in crate::explain) fn make_exact(&mut self, findings: &Findings, story: &mut Story) {
        let GameSpec::Othello(_) = self.spec else { return };
        if !findings.is_proven || findings.is_counted() {
            return;
        }
        let budget = patience(self.spec, self.game, self.budget, MARGINS_PART);
        let budget = Budget { nodes: Some(NODES_A_PROOF), ..budget };
        let mut game = self.game.clone();
        for (index, mv) in story.moves.clone().into_iter().enumerate() {
            let View::Board(board) = game.position().view() else { return };
            let empty = board.cells.iter().filter(|cell| cell.is_none()).count();
            if index > 0 && empty <= MOST_EXACT && !budget.is_spent(0) {
                let task =
                    Task { budget: &budget, aim: Aim::Solve, lines: 1, threads: self.threads };
                let report = self.engine.think(&game, &task, &mut |_| {}).ok();
                let best = report.filter(|report| report.is_settled).and_then(|report| {
                    report.best().filter(|best| best.is_settled()).map(|best| best.moves.clone())
                });
                if let Some(rest) = best {
                    let moves = [&story.moves[..index], &rest].concat();
                    *story = Story::tell(self.spec, self.game, &moves);
                    story.go_on(self.spec, self.engine, &budget);
                    return;
                }
            }
            if game.play(mv).is_err() || game.outcome().is_some() {
                return;
            }
        }
    }

    /// Says of the moves of a line that leave a corner alone, or give one away, why.
    pub(in crate::explain) fn annotate(&mut self, findings: &Findings, story: &mut Story) {
        let GameSpec::Othello(_) = self.spec else { return };
        if Unit::of(self.spec) != Unit::Corner {
            return;
        }
        let (spec, threads) = (self.spec, self.threads);
        let budget = patience(spec, self.game, self.budget, ASIDES_PART);
        let is_proven = findings.is_proven;
        let engine = &mut *self.engine;
        let mut judge =
            Judge { spec, engine, threads, budget: &budget, is_proven, end: None, known: &[] };
        let mut game = self.game.clone();
        let (mut told, mut left) = (Vec::new(), MOST_ASIDES);
        for (index, mv) in story.moves.clone().into_iter().enumerate() {
            let side = game.position().side_to_move();
            judge.end = final_count(story, side).map(|(margin, ..)| margin);
            judge.known = if index == 0 { &findings.lines } else { &[] };
            let turn = &story.turns()[index];
            let spared: Vec<Move> = turn.spares.clone();
            let is_new = spared.iter().any(|&corner| !told.contains(&(side, corner)));
            let note = if left == 0 || turn.takes_corner || turn.is_pass {
                None
            } else if !spared.is_empty() && is_new {
                told.extend(spared.iter().map(|&corner| (side, corner)));
                judge.spared(&game, mv, &spared)
            } else if !turn.gives.is_empty() {
                judge.given(&game, mv)
            } else {
                None
            };
            if index > 0 && !is_proven && matches!(note, Some(Note::Mistake)) {
                // What comes after a mistake is not how the game goes on.
                *story = Story::tell(spec, self.game, &story.moves[..index]).with_notes(story);
                return;
            }
            let note = note.and_then(Note::words);
            left -= usize::from(note.is_some());
            story.note(index, note);
            if game.play(mv).is_err() {
                break;
            }
        }
    }
}

/// The time until a part of it is spent; little games are looked at whatever the clock says.
fn patience<'b>(spec: &GameSpec, game: &Game, budget: &Budget<'b>, part: f64) -> Budget<'b> {
    if crate::is_tiny(spec, game) {
        Budget { time: None, clock: None, ..*budget }
    } else {
        until(budget, part)
    }
}

/// Who finds out what another move would have led to.
struct Judge<'j, 'b> {
    spec: &'j GameSpec,
    engine: &'j mut dyn Engine,
    threads: usize,
    budget: &'j Budget<'b>,
    /// Whether the line is proven: then nothing is said that is not.
    is_proven: bool,
    /// By how much the side to move wins at the end of the line, where that is told.
    end: Option<i32>,
    /// What is known of the moves already, and stands elsewhere.
    known: &'j [Line],
}

/// What there is to say about a move of a line.
enum Note {
    Words(String),
    /// Another move is proven to be better.
    Mistake,
}

impl Note {
    fn words(self) -> Option<String> {
        match self {
            Self::Words(words) => Some(words),
            Self::Mistake => None,
        }
    }
}

impl Judge<'_, '_> {
    /// Why corners that could be taken are not.
    fn spared(&mut self, game: &Game, played: Move, corners: &[Move]) -> Option<Note> {
        let value = self.worth(game, played)?.value;
        let tried = self.best_of(game, corners)?;
        let side = game.position().side_to_move();
        let show = |mv| game.position().show_move(mv);
        let corner = show(tried.mv);
        let waits = waits(game, played, tried.mv);
        let other = names::side(!side);
        let wait =
            if waits { format!("; {other} cannot take {corner} for now") } else { String::new() };
        let known = compared(&tried.value, &value, self.end).unwrap_or(Compared::Worse(None));
        Some(Note::Words(match known {
            Compared::Mistake => return Some(Note::Mistake),
            // "Worse" without by how much tells nothing.
            Compared::Worse(None) => {
                let can_wait = stays_open(game, played, tried.mv);
                return can_wait.then(|| {
                    Note::Words(format!(
                        "{corner} can wait: {other} can neither take it nor close it for now"
                    ))
                });
            }
            Compared::Worse(Some(how)) => {
                let answer = tried.answer.filter(|&answer| answer != Move::PASS);
                let answer = answer.map_or_else(String::new, |answer| {
                    format!("; {other} would answer {}", show(answer))
                });
                format!("{corner} at once {how}{answer}{wait}")
            }
            Compared::Same(how) => format!("{corner} at once {how}{wait}"),
        }))
    }

    /// Why a corner is given away.
    fn given(&mut self, game: &Game, played: Move) -> Option<Note> {
        let moves = game.position().moves();
        let gives = |mv: &Move| {
            DiscFacts::new(self.spec, game, *mv).is_some_and(|facts| !facts.gives.is_empty())
        };
        let (giving, keeping): (Vec<Move>, Vec<Move>) = moves.into_iter().partition(gives);
        let s = names::side(game.position().side_to_move());
        if keeping.is_empty() {
            return Some(Note::Words(if giving.len() == 1 {
                format!("{s} has no other move")
            } else {
                format!("Each of {s}'s {} moves opens a corner to the other side", giving.len())
            }));
        }
        if keeping.len() > MOST_TRIED {
            return None;
        }
        let value = self.worth(game, played)?.value;
        let tried = self.best_of(game, &keeping)?;
        let name = game.position().show_move(tried.mv);
        let is_corner = corners(self.spec, game).contains(&tried.mv);
        let lead = match keeping.len() {
            _ if is_corner => format!("Taking {name}"),
            1 => format!("{name}, the only move that opens no corner,"),
            _ => format!("{name}, the best move that opens no corner,"),
        };
        Some(match compared(&tried.value, &value, self.end)? {
            Compared::Mistake => Note::Mistake,
            Compared::Worse(how) => Note::Words(format!("{lead} {}", how?)),
            Compared::Same(how) => Note::Words(format!("{lead} {how}")),
        })
    }

    /// The best of some moves, where all of them could be judged.
    fn best_of(&mut self, game: &Game, moves: &[Move]) -> Option<Tried> {
        let tried = moves.iter().map(|&mv| self.worth(game, mv));
        let tried: Option<Vec<Tried>> = tried.collect();
        let mut best: Option<Tried> = None;
        for tried in tried? {
            if best
                .as_ref()
                .is_none_or(|best| values::rank(&tried.value) > values::rank(&best.value))
            {
                best = Some(tried);
            }
        }
        best
    }

    /// What a move is worth to its side: proven where that is quick.
    fn worth(&mut self, game: &Game, mv: Move) -> Option<Tried> {
        let side = game.position().side_to_move();
        let mut after = game.clone();
        after.play(mv).ok()?;
        if let Some(outcome) = after.outcome() {
            return Some(Tried { mv, value: values::of_last_move(outcome, side), answer: None });
        }
        if let Some(line) = self.known.iter().find(|line| line.mv() == mv) {
            return Some(Tried { mv, value: line.value, answer: line.moves.get(1).copied() });
        }
        if self.budget.is_spent(0) {
            return None;
        }
        let proof = crate::may_be_proven(self.spec, &after)
            .then(|| self.think(&after, Aim::Solve, NODES_A_PROOF))
            .flatten()
            .filter(Line::is_settled);
        let best = match proof {
            Some(proof) => proof,
            None if self.is_proven => return None,
            None => self.think(&after, Aim::Play, NODES_AN_OPINION)?,
        };
        Some(Tried { mv, value: values::of_move(&best.value), answer: Some(best.mv()) })
    }

    fn think(&mut self, game: &Game, aim: Aim, nodes: u64) -> Option<Line> {
        let budget = Budget { nodes: Some(nodes), ..*self.budget };
        let task = Task { budget: &budget, aim, lines: 1, threads: self.threads };
        self.engine.think(game, &task, &mut |_| {}).ok()?.best().cloned()
    }
}

/// Whether the other side cannot take a corner at once after a move.
fn waits(game: &Game, played: Move, corner: Move) -> bool {
    let mut after = game.clone();
    let side: Side = game.position().side_to_move();
    let is_played = after.play(played).is_ok() && after.outcome().is_none();
    is_played && after.position().side_to_move() != side && !after.position().is_legal(corner)
}

/// Whether a side that makes another move can take a corner with its next one, whatever the answer.
pub(super) fn stays_open(game: &Game, played: Move, corner: Move) -> bool {
    let mut after = game.clone();
    if after.play(played).is_err() || after.outcome().is_some() {
        return false;
    }
    let is_open = |&reply: &Move| {
        let mut next = after.clone();
        next.play(reply).is_ok() && next.outcome().is_none() && next.position().is_legal(corner)
    };
    after.position().moves().iter().all(is_open)
}

/// What a move is worth beside the one that is played.
enum Compared {
    /// By how much, where that can be told.
    Worse(Option<String>),
    Same(&'static str),
    /// It is proven to be better.
    Mistake,
}

/// What a value is beside that of the move that is played, in a line with this end; `None` where too little
/// is known.
fn compared(value: &Value, played: &Value, end: Option<i32>) -> Option<Compared> {
    if let (Value::Exact(exact), Value::Exact(known)) = (value, played) {
        return compared_exactly(exact, known, end);
    }
    let ahead = crate::chance(value) - crate::chance(played);
    if ahead.abs() < ABOUT {
        return Some(Compared::Same("looks about as good to the engine"));
    }
    // A short look at a move says nothing against a long one that preferred another.
    if ahead > 0.0 {
        return None;
    }
    Some(Compared::Worse(Some(match played {
        Value::Exact(_) => {
            format!("is not known to be as good (at first sight {})", names::value(value))
        }
        // A short look within a line says how two moves compare; its chances do not fit to those of a long one.
        Value::Estimate(_) if ahead <= -MUCH => "looks much worse to the engine".to_owned(),
        Value::Estimate(_) => "looks worse to the engine".to_owned(),
    })))
}

/// The same of values that are proven. Sizes are told only where the line ends with the size that the move
/// is worth: otherwise somebody errs later, and the numbers beside its moves would not fit together.
fn compared_exactly(exact: &Exact, known: &Exact, end: Option<i32>) -> Option<Compared> {
    let size = |exact: &Exact| match exact.result {
        GameResult::Draw => Some(0),
        _ => exact.margin,
    };
    let is_alike = exact.result == known.result;
    let sizes = size(exact).zip(size(known));
    if is_alike && sizes.is_none() {
        return None;
    }
    let [value, played] = [exact, known].map(|exact| Value::Exact(*exact));
    if is_alike && values::is_same(&value, &played) {
        return Some(Compared::Same("would be as good"));
    }
    if values::rank(&value) > values::rank(&played) {
        return Some(Compared::Mistake);
    }
    let told = sizes
        .filter(|(_, known)| end == Some(*known))
        .map(|(own, known)| [own, known].map(i32::abs));
    Some(Compared::Worse(match (exact.result, told) {
        (GameResult::Draw, _) => Some("would only draw".to_owned()),
        (GameResult::Win, told) => {
            told.map(|[own, known]| format!("would win by only {own} instead of {known}"))
        }
        (GameResult::Loss, told) if is_alike => {
            told.map(|[own, known]| format!("would lose by {own} instead of {known}"))
        }
        (GameResult::Loss, Some([own, _])) => Some(format!("would lose by {own}")),
        (GameResult::Loss, None) => Some("would lose".to_owned()),
    }))
}
