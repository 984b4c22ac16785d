//! Othello: what becomes of moves when the engine plays on for both sides to the end of the game. That is one way of
//! many, and it is told only where it points the same way as what the moves are worth.

use mossa_kernel::{Move, Side, View};
use mossa_search::Line;

use super::{
    Block, Findings, Request, Section, Story,
    firm::Unit,
    harm, names,
    outlook::{LEAST_LEFT, final_count},
    parting::trails,
    verdict,
};

/// Results that are nearer to each other than so many discs tell nothing, and without corners than so many.
const LEAST_APART: i32 = 6;
const FAR_APART: i32 = 16;

/// Whoever has so few safe moves is short of them.
const FEW_SAFE: usize = 2;

/// With more empty squares than this a game is too long to be played out.
const MOST_EMPTY: usize = 60;

/// What sentences about such lines begin with, and what the lines themselves are called.
pub(super) const PLAYED_ON: &str = "Played on to the end";

/// What a sentence says that speaks of moves that stand nowhere else.
const SIGNS: [&str; 3] = [PLAYED_ON, "of that line", "The line that the engine finds after it"];

/// What such lines are worth.
const ONE_OF_MANY: &str =
    "The engine played both sides here. Only games that agree with its belief are shown: no proof.";

impl Findings {
    /// A move, by its place in the list, with all that follows to the end of the game, where that is known.
    fn played_on(&self, index: usize) -> Option<&[Move]> {
        let known = self.played.iter().find(|(place, _)| *place == index);
        known.map(|(_, moves)| &moves[..])
    }
}

impl Request<'_> {
    /// Plays on to the end after the best move and after those that get a word.
    pub(super) fn play_out(&mut self, findings: &mut Findings) {
        let View::Board(board) = self.game.position().view() else { return };
        if board.cells.iter().filter(|cell| cell.is_none()).count() > MOST_EMPTY {
            return;
        }
        let best = Story::tell(self.spec, self.game, &findings.best().moves);
        let rivals = self.believed_rivals(findings, &best).into_iter().map(|rival| rival.index);
        for index in [0].into_iter().chain(rivals) {
            let moves = self.continued(&findings.lines[index].moves, usize::MAX);
            if self.reached(&moves).is_some_and(|end| end.outcome().is_some()) {
                findings.played.push((index, moves));
            }
        }
    }

    /// A move with all that follows to the end of the game, where that is known.
    pub(super) fn played_story(&self, findings: &Findings, index: usize) -> Option<Story> {
        Some(Story::tell(self.spec, self.game, findings.played_on(index)?))
    }

    /// What becomes of a worse move in the end, and of the best one, where that is clearly better.
    pub(super) fn played_beside(&self, findings: &Findings, reply: &Story) -> Option<String> {
        let first = reply.moves.first()?;
        let index = findings.lines.iter().position(|line| line.mv() == *first)?;
        let [best, worse] = [0, index].map(|index| self.played_story(findings, index));
        let (best, worse) = best.zip(worse)?;
        if !self.is_apart(&best, &worse)? || !self.fits(&findings.lines[index], &worse) {
            return None;
        }
        let is_cornered = trails(self.corners_of(&worse), self.corners_of(&best), 1);
        let (mover, other) = (self.mover(), !self.mover());
        let taken = if is_cornered { self.taken_until_end(&worse, other) } else { None };
        // How one of two games ends says nothing without the other, and a line that the engine itself did not expect
        // says nothing for the best move.
        self.fits(findings.best(), &best).then(|| {
            format!(
                " {PLAYED_ON} by the engine for both sides, {}{}; after {} {}.",
                ended_with(&worse, taken, other),
                self.passes_apart(&best, &worse),
                self.name(findings.best()),
                ended_with(&best, None, mover)
            )
        })
    }

    /// Whether the end after a worse move is clearly worse than after the best one.
    pub(super) fn is_apart(&self, best: &Story, worse: &Story) -> Option<bool> {
        let is_cornered = trails(self.corners_of(worse), self.corners_of(best), 1);
        let least = if is_cornered { LEAST_APART } else { FAR_APART };
        Some(self.result_of(best)? - self.result_of(worse)? >= least)
    }

    /// That the mover must pass more often in a worse line than in the best one.
    fn passes_apart(&self, best: &Story, worse: &Story) -> String {
        let passes = |story: &Story| harm::passes(story, story.moves.len(), self.mover());
        let m = names::side(self.mover());
        match passes(worse) {
            n if n <= passes(best) => String::new(),
            1 => format!(", and {m} must pass once"),
            n => format!(", and {m} must pass {n} times"),
        }
    }

    /// How the side that stands better wins in the end.
    pub(super) fn played_standing(&self, findings: &Findings, ahead: Side) -> Option<String> {
        let story = self.played_story(findings, 0)?;
        let (margin, ..) = final_count(&story, ahead)?;
        let [own, theirs] = self.corners_of(&story);
        let is_more = if ahead == self.mover() { own > theirs } else { theirs > own };
        let taken = if is_more { self.taken_until_end(&story, ahead) } else { None };
        let taken = taken.or_else(|| {
            let (number, ..) = self.majority(&story, ahead)?;
            // At the end all discs count.
            (number + LEAST_LEFT <= story.moves.len())
                .then(|| format!("has more than half of the board for good from move {number} on"))
        });
        (margin >= LEAST_APART).then(|| {
            format!(
                "{PLAYED_ON} by the engine for both sides, {}.",
                ended_with(&story, taken, ahead)
            )
        })
    }

    /// By how many discs the mover wins a line that was played out.
    fn result_of(&self, story: &Story) -> Option<i32> {
        final_count(story, self.mover()).map(|(margin, ..)| margin)
    }

    /// Whether the side wins a line that the engine believes to stand better, or draws.
    pub(super) fn fits(&self, line: &Line, story: &Story) -> bool {
        let (lead, _) = verdict::lead(&line.value, self.mover());
        let margin = self.result_of(story).unwrap_or(0);
        lead.abs() <= verdict::EVEN || lead * f64::from(margin) >= 0.0
    }

    /// The same as a reason for the best move, where its side is ahead.
    pub(super) fn played_reason(&self, findings: &Findings) -> Option<String> {
        let (lead, ahead) = verdict::lead(&findings.best().value, self.mover());
        let is_ahead = ahead == self.mover() && lead > verdict::EVEN;
        if is_ahead { self.played_standing(findings, ahead) } else { None }
    }

    /// The corners that the mover and the other side take in a line.
    fn corners_of(&self, story: &Story) -> [usize; 2] {
        [self.mover(), !self.mover()].map(|side| harm::corners(story, story.moves.len(), side))
    }

    /// Which corners a side takes in a line, as half a sentence: how many, with which move the first, and why the other
    /// side let it.
    fn taken_until_end(&self, story: &Story, side: Side) -> Option<String> {
        let is_own = |index: &usize| {
            let turn = &story.turns()[*index];
            turn.takes_corner && turn.side == side
        };
        let taken: Vec<usize> = (0..story.turns().len()).filter(is_own).collect();
        let first = *taken.first()?;
        let corner = self.game.position().show_move(story.moves[first]);
        let unit = Unit::of(self.spec);
        let with = format!("with move {}{}", first + 1, self.forced_open(story, first));
        let theirs = match harm::corners(story, story.moves.len(), !side) {
            0 => String::new(),
            n => format!(" ({} takes {n})", names::side(!side)),
        };
        Some(match taken.len() {
            1 => format!("takes {}{theirs} {with}", unit.the(&[corner])),
            n => format!("takes {}{theirs}, the first, {corner}, {with}", unit.counted(n)),
        })
    }

    /// Where the other side opened a corner because it had hardly a safe move left, that it had so few.
    fn forced_open(&self, story: &Story, taken: usize) -> String {
        let Some((index, safe)) = self.opened_short(story, taken) else { return String::new() };
        let loser = names::side(story.turns()[index].side);
        let left = match safe {
            0 => "no safe move".to_owned(),
            safe => format!("only {}", names::counted(safe as u64, "safe move")),
        };
        format!(" (before move {} {loser} had {left})", index + 1)
    }

    /// With which move, counted from 0, a corner that is taken later was opened for want of safe moves, and how many of
    /// them there were.
    pub(super) fn opened_short(&self, story: &Story, taken: usize) -> Option<(usize, usize)> {
        let corner = self.game.position().show_move(story.moves[taken]);
        let winner = story.turns()[taken].side;
        let opens = |index: &usize| {
            let turn = &story.turns()[*index];
            turn.side != winner && turn.gives.contains(&corner)
        };
        let index = (0..taken).rev().find(opens)?;
        let safe = self.safe_moves(story, index)?;
        let is_told = Unit::of(self.spec) == Unit::Corner && safe <= FEW_SAFE;
        is_told.then_some((index, safe))
    }

    /// The moves of a line, ten by ten.
    fn numbered(&self, story: &Story) -> String {
        let tens = story.moves.chunks(10).enumerate().map(|(ten, moves)| {
            let shown: Vec<String> =
                moves.iter().map(|&mv| self.game.position().show_move(mv)).collect();
            let (first, last) = (10 * ten + 1, 10 * ten + moves.len());
            let span = if first == last { first.to_string() } else { format!("{first}-{last}") };
            format!("{span}: {}", shown.join(" "))
        });
        tens.collect::<Vec<_>>().join("; ")
    }

    /// The lines that the reasons speak of, move by move.
    pub(super) fn played_lines(
        &self,
        findings: &Findings,
        why: &Section,
        replies: &[Option<Story>],
    ) -> Option<Section> {
        let told = || {
            why.blocks.iter().filter_map(|block| match block {
                Block::Text(text) if SIGNS.iter().any(|sign| text.contains(sign)) => Some(text),
                _ => None,
            })
        };
        told().next()?;
        let rows = findings.lines.iter().enumerate().filter_map(|(index, line)| {
            let question = format!("Why not {}?", self.name(line));
            let is_told = index == 0 || told().any(|text| text.starts_with(&question));
            let proven = replies.get(index).and_then(Option::as_ref).filter(|_| findings.is_proven);
            let played = || self.played_story(findings, index).filter(|it| self.fits(line, it));
            let own = if proven.is_none() { played() } else { None };
            let story = proven.or(own.as_ref()).filter(|_| is_told)?;
            let (_, x, o) = final_count(story, self.mover())?;
            Some(vec![self.name(line), format!("X {x}, O {o}"), self.numbered(story)])
        });
        let rows: Vec<Vec<String>> = rows.collect();
        let header = ["after", "ends with", "the moves of both sides"].map(str::to_owned).to_vec();
        let note = (!findings.is_proven).then(|| Block::Text(ONE_OF_MANY.to_owned()));
        let table = Block::Table { header, rows };
        Some(Section { title: PLAYED_ON, blocks: [table].into_iter().chain(note).collect() })
    }
}

/// How a line ends, with what one side takes in it first.
fn ended_with(story: &Story, taken: Option<String>, side: Side) -> String {
    let s = names::side(side);
    let (margin, x, o) = final_count(story, side).unwrap_or_default();
    let (own, theirs) = if side == Side::First { (x, o) } else { (o, x) };
    let other = names::side(!side);
    match (taken, margin) {
        (None, 0) => "it is a draw".to_owned(),
        (None, 1..) => format!("{s} wins {own} to {theirs}"),
        (None, _) => format!("{other} wins {theirs} to {own}"),
        (Some(taken), 0) => format!("{s} {taken}, and draws"),
        (Some(taken), 1..) => format!("{s} {taken}, and wins {own} to {theirs}"),
        (Some(taken), _) => format!("{s} {taken}, though {other} wins {theirs} to {own}"),
    }
}
