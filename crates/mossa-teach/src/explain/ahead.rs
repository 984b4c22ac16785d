//! Othello: how many moves both sides have to choose from some moves later in the lines that the engine expects, and the
//! board there.

use mossa_games::squares;
use mossa_kernel::{Game, Move, View};
use mossa_search::Line;

use super::{
    Block, Findings, Request, Section, Story,
    balance::{TURN, at_best, lead},
    cause::{Little, range},
    discs::{choices, legal},
    names,
    outlook::FEW,
};

/// Balances that differ by less tell nothing of one move, or of several; smaller ones are told where there are no larger.
const LEAST_BEHIND: i64 = 3;
const LEAST_AHEAD: i64 = 2;

/// After so many moves lines are compared: a shorter one says little, and a longer one convinces nobody.
const MOMENTS: [usize; 4] = [4, 6, 8, 10];

/// After so many where nothing is told earlier.
const LATE: usize = 12;

/// After so many moves the first one is answered.
const ANSWERED: usize = 2;

/// So many moves fewer are clearly fewer.
const LEAST_FREER: usize = 2;

/// At most so many moves are named.
const MOST_NAMED: usize = 5;

/// What a sentence says that speaks of a board which is to be drawn.
const SIGN: &str = "(drawn below)";

/// How a sentence begins that compares boards some moves later.
pub(super) const LEADS: &str = "It leads to a better balance of choice";

/// How it begins where the best move does worse at first.
const LEADS_LATER: &str = "At first it leaves the other side more moves than others do, but it leads to a better balance \
                           of choice";

/// A moment at which the best line is ahead of most worse ones in moves to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    /// How many moves have been played.
    pub(super) played: usize,
    /// The moves of the mover, and of the other side.
    pub(super) choice: [usize; 2],
    /// The same after worse moves, by their places in the list, where the balance is clearly worse.
    pub(super) worse: Vec<(usize, [usize; 2])>,
}

impl Request<'_> {
    /// The moves of the mover and of the other side after so many moves of a line, each counted as if it were that
    /// side's turn.
    pub(super) fn choice_at(&self, moves: &[Move], played: usize) -> Option<[usize; 2]> {
        let game = self.reached(moves.get(..played)?)?;
        let is_open = game.outcome().is_none();
        is_open.then(|| [self.mover(), !self.mover()].map(|side| choices(&game, side)))
    }

    /// The moment at which the most worse lines are clearly behind, the next best among them where there is one.
    pub(super) fn moment(&self, findings: &Findings, best: &Story) -> Option<Moment> {
        let next = findings.behind().map(|(index, _)| index).next();
        let apart = |moments: &[usize], least: i64, is_next: bool| {
            let moments = moments.iter().rev();
            let moments =
                moments.filter_map(|&played| self.moment_at(findings, best, played, least));
            let has_next = |moment: &Moment| moment.worse.first().map(|(index, _)| *index) == next;
            // Of moments that tell as much, the first.
            moments.filter(|it| !is_next || has_next(it)).max_by_key(|moment| moment.worse.len())
        };
        apart(&MOMENTS, LEAST_BEHIND, true)
            .or_else(|| apart(&MOMENTS, LEAST_AHEAD, true))
            .or_else(|| apart(&[LATE], LEAST_BEHIND, true))
            .or_else(|| apart(&MOMENTS, LEAST_BEHIND, false))
            .or_else(|| apart(&MOMENTS, LEAST_AHEAD, false))
    }

    /// The same after so many moves, where most worse lines are behind by so much.
    fn moment_at(
        &self,
        findings: &Findings,
        best: &Story,
        played: usize,
        least: i64,
    ) -> Option<Moment> {
        let choice = self.choice_at(&best.moves, played)?;
        let behind: Vec<usize> = findings.behind().map(|(index, _)| index).collect();
        let worse = behind.iter().filter_map(|&index| {
            let own = self.choice_at(&findings.lines[index].moves, played)?;
            (lead(own) + least <= lead(choice)).then_some((index, own))
        });
        let worse: Vec<(usize, [usize; 2])> = worse.collect();
        (2 * worse.len() > behind.len()).then_some(Moment { played, choice, worse })
    }

    /// The same in words.
    pub(super) fn ahead_reason(&self, findings: &Findings, best: &Story) -> Option<String> {
        let Moment { played, choice: [own, theirs], worse } = self.moment(findings, best)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let named = worse.iter().map(|(index, _)| self.name(&findings.lines[*index]));
        let others = match worse.len() {
            n if n == findings.behind().count() && n > 1 => "every worse move".to_owned(),
            n if n <= MOST_NAMED => names::list(named, "and"),
            n => format!("{n} of the worse moves"),
        };
        let most = worse.iter().map(|(_, choice)| lead(*choice)).max()?;
        let left = |line: &Line| self.little(line.mv(), Little::Moves);
        let is_more = |(_, line): (usize, &Line)| left(line) < left(findings.best());
        let leads = if findings.behind().all(is_more) { LEADS_LATER } else { LEADS };
        Some(format!(
            "{leads}: after move {played} of the line below {SIGN} {m} can go to {}, {other} to \
             {theirs} {TURN}; after {others} and as many moves {m} would have {} {other}. {FEW}",
            names::counted(own as u64, "square"),
            at_best(most)
        ))
    }

    /// Where the line of a worse move is clearly behind: after as many moves as the best line is told, or else first.
    pub(super) fn falls_behind(
        &self,
        findings: &Findings,
        [best, reply]: [&Story; 2],
    ) -> Option<usize> {
        let gap = |played: usize| {
            let [best, own] = [best, reply].map(|story| self.choice_at(&story.moves, played));
            best.zip(own).map_or(0, |(best, own)| lead(best) - lead(own))
        };
        let told = self.moment(findings, best).map(|moment| moment.played);
        let told = told.filter(|&played| gap(played) >= LEAST_AHEAD);
        let first = |least: i64| MOMENTS.into_iter().find(|&played| gap(played) >= least);
        told.or_else(|| first(LEAST_BEHIND)).or_else(|| first(LEAST_AHEAD))
    }

    /// The same in words.
    pub(super) fn ahead_beside(
        &self,
        findings: &Findings,
        [best, reply]: [&Story; 2],
    ) -> Option<String> {
        let played = self.falls_behind(findings, [best, reply])?;
        let [worse, better] = [reply, best].map(|story| self.choice_at(&story.moves, played));
        let ([own, theirs], [best_own, best_theirs]) = worse.zip(better)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        Some(format!(
            " {} {m} can go to {}, {other} to {theirs} {TURN}; after {} and as many moves to {best_own} \
             and {best_theirs}.",
            self.goes_on(reply, played),
            names::counted(own as u64, "square"),
            self.name(findings.best())
        ))
    }

    /// How many moves the mover has after the answer to a move, and the worse moves after whose answers it has clearly
    /// fewer, with how many, where those are most of them and the next best is among them.
    pub(super) fn freer(
        &self,
        findings: &Findings,
        best: &Story,
    ) -> Option<(usize, Vec<(usize, usize)>)> {
        let own = self.choice_at(&best.moves, ANSWERED)?[0];
        let behind: Vec<usize> = findings.behind().map(|(index, _)| index).collect();
        let fewer = behind.iter().filter_map(|&index| {
            let left = self.choice_at(&findings.lines[index].moves, ANSWERED)?[0];
            (left + LEAST_FREER <= own).then_some((index, left))
        });
        let fewer: Vec<(usize, usize)> = fewer.collect();
        let is_next = fewer.first().map(|(index, _)| *index) == behind.first().copied();
        (is_next && 2 * fewer.len() > behind.len()).then_some((own, fewer))
    }

    /// The same in words.
    pub(super) fn freer_reason(&self, findings: &Findings, best: &Story) -> Option<String> {
        let (own, fewer) = self.freer(findings, best).filter(|(_, fewer)| !fewer.is_empty())?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let named = fewer.iter().map(|&(index, _)| self.name(&findings.lines[index]));
        let others = match fewer.len() {
            n if n <= MOST_NAMED => names::list(named, "and"),
            n => format!("{n} of the other moves"),
        };
        Some(format!(
            "After {} and the answer that the engine expects, {}, {m} has {own} moves to choose from; after {others} \
             and {other}'s answer only {}. {FEW}",
            self.name(findings.best()),
            self.game.position().show_move(*best.moves.get(1)?),
            range(&fewer)
        ))
    }

    /// The board of which the reasons speak, with the squares to which the sides can go.
    pub(super) fn board_later(
        &self,
        findings: &Findings,
        story: &Story,
        why: &Section,
    ) -> Vec<Block> {
        let moment = self.moment(findings, story).filter(|_| why.speaks_of(SIGN));
        let Some(moment) = moment else { return Vec::new() };
        let Some(game) = self.reached(&story.moves[..moment.played]) else { return Vec::new() };
        let head = format!(
            "The board after move {} (x: only X can go there, o: only O, +: both):",
            moment.played
        );
        vec![Block::Text(head), Block::Lines(drawing(&game))]
    }
}

/// A board row by row, with the squares to which one side or both can go.
fn drawing(game: &Game) -> Vec<String> {
    let View::Board(board) = game.position().view() else { return Vec::new() };
    let [x, o] = mossa_kernel::Side::BOTH.map(|side| legal(game, side));
    let cell = |at: u32| match board.cells[at as usize] {
        Some(side) => names::side(side),
        None => match [&x, &o].map(|moves| moves.contains(&Move(at))) {
            [true, true] => '+',
            [true, false] => 'x',
            [false, true] => 'o',
            [false, false] => '.',
        },
    };
    let width = board.rows.to_string().len();
    let row = |row: u32| {
        let cells =
            (0..board.columns).map(|column| format!(" {}", cell(row * board.columns + column)));
        format!("{:<width$} {}", row + 1, cells.collect::<String>())
    };
    let letters = (0..board.columns).map(|column| {
        let name = squares::name(column, board.columns);
        format!(" {}", name.trim_end_matches('1'))
    });
    let head = format!("{:<width$} {}", "", letters.collect::<String>());
    [head].into_iter().chain((0..board.rows).map(row)).collect()
}
