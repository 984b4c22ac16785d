//! Why a position is won, lost or even, and what each move does, for somebody who knows no theory.
//!
//! | file | what |
//! |---|---|
//! | `findings` | what the engine says of every move, and what of it is proven |
//! | `clarity` | which of several moves that win as soon is told |
//! | `verdict` | who wins, in a sentence |
//! | `why` | the reason, in games of lines |
//! | `quick_games` | games played on to the end from some moves |
//! | `quiet` | what speaks for a move that threatens nothing |
//! | `moves`, `rows` | what each move is worth and does |
//! | `refute` | how a move that throws something away is answered |
//! | `stones`, `forks`, `facts` | games of lines: what a stone completes, stops, allows, threatens |
//! | `instead` | why other answers that look as good fail |
//! | `calling` | one name for one line |
//! | `story`, `telling` | how the game goes on, move by move |
//! | `classics` | what each classic player would do |
//! | `glossary` | words that need an explanation |
//! | `names` | cells, lines and lists in words |
//! | `mnk`, `connect`, `othello` | what belongs to one family |
//!
//! Nothing is printed or drawn here: sentences, tables and marked cells go to whoever asked.

mod calling;
#[cfg(test)]
mod claims_tests;
mod clarity;
mod classics;
mod connect;
pub(crate) mod facts;
#[cfg(test)]
mod facts_tests;
mod findings;
mod forks;
mod glossary;
mod instead;
mod mnk;
mod moves;
pub(crate) mod names;
mod othello;
mod quick_games;
#[cfg(test)]
mod quick_games_tests;
mod quiet;
mod refine;
mod refute;
mod rows;
pub(crate) mod stones;
mod story;
mod telling;
#[cfg(test)]
mod tests;
mod verdict;
mod why;

use mossa_engines::{Engine, sticks};
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, GameResult, Move, PlayerError, Side, Value, values};
use mossa_search::Line;
use serde::Serialize;

use self::{
    facts::Facts, findings::Findings, othello::discs::DiscFacts, stones::Stones, story::Story,
};
pub use classics::{Opinion, opinions};

/// How much of the time may be spent when the line is complete.
const LINE_PART: f64 = 0.7;

/// An explanation of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// What to read one after the other.
    pub sections: Vec<Section>,
    /// What to mark on the board.
    pub marks: Vec<Mark>,
    /// The line that the story tells, to be numbered on the board.
    pub line: Vec<Move>,
    /// What the position is worth; `None` where the game is over.
    pub value: Option<Value>,
    /// What each move is worth, best first.
    pub values: Vec<(Move, Value)>,
}

impl Explanation {
    /// The first sentences: who wins.
    pub fn headline(&self) -> Option<&str> {
        match self.sections.first()?.blocks.first()? {
            Block::Text(text) => Some(text),
            Block::Lines(_) | Block::Table { .. } => None,
        }
    }
}

/// A part with a title.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Section {
    /// What it is about.
    pub title: &'static str,
    /// What it says.
    pub blocks: Vec<Block>,
}

impl Section {
    /// Whether some words stand in its sentences.
    fn speaks_of(&self, words: &str) -> bool {
        self.blocks.iter().any(|block| matches!(block, Block::Text(text) if text.contains(words)))
    }
}

/// Something to read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Block {
    /// Sentences, without line breaks.
    Text(String),
    /// Lines whose columns stand below each other.
    Lines(Vec<String>),
    /// A table.
    Table {
        /// The heads of the columns.
        header: Vec<String>,
        /// The rows.
        rows: Vec<Vec<String>>,
    },
}

/// A cell that the words are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The cell, by its number row by row from the top left.
    pub cell: u32,
    /// What it is.
    pub kind: MarkKind,
}

/// What a marked cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// The best move, or one of them.
    Best,
    /// The side to move would complete a line there.
    Win,
    /// The other side would complete a line there.
    Danger,
}

/// What is to be explained, and with what.
pub struct Request<'r> {
    /// The rules.
    pub spec: &'r GameSpec,
    /// The position.
    pub game: &'r Game,
    /// Who finds out.
    pub engine: &'r mut dyn Engine,
    /// How many threads may think.
    pub threads: usize,
    /// How long.
    pub budget: &'r Budget<'r>,
}

impl Request<'_> {
    /// Explains.
    ///
    /// # Errors
    /// Refuses a game that the engine was not made for.
    pub fn explain(mut self) -> Result<Explanation, PlayerError> {
        if self.game.outcome().is_some() {
            return Ok(finished(self.game));
        }
        let mut findings = self.find_out()?;
        self.look_at_same_purpose(&mut findings);
        self.resist(&mut findings);
        self.clarify(&mut findings);
        self.measure(&mut findings);
        self.find_wish(&mut findings);
        self.look_further(&mut findings);
        let mut story = self.story(&findings);
        self.make_exact(&findings, &mut story);
        self.find_prevention(&findings, &mut story);
        let replies = self.replies(&findings);
        self.play_out_lines(&mut findings, &story, &replies);
        self.play_out_columns(&mut findings);
        self.weigh(&mut findings);
        self.annotate(&findings, &mut story);
        self.prefer_plain_merit(&mut findings, &story, &replies);
        let why = self.why(&findings, &story, &replies)?;
        findings.tells_safe = why.speaks_of(" safe move");
        let played = self.played_lines(&findings, &why, &replies);
        let mut sections = vec![self.verdict(&findings, &story), why];
        if let GameSpec::Sticks(_) = self.spec {
            // Theory has said it all; so long a line would say less.
        } else {
            sections.push(self.moves(&findings, &story, &replies));
            let mut blocks = story.blocks(self.game);
            blocks.extend(self.line_end(&findings, &story).map(Block::Text));
            sections.push(Section { title: "How it goes on", blocks });
        }
        sections.extend(played);
        if let GameSpec::Mnk(_) = self.spec {
            mnk::repeats::shorten(&mut sections);
        }
        glossary::explain(&mut sections, matches!(self.spec, GameSpec::Mnk(_)));
        sections.extend(self.classics(&findings));
        let marks = self.marks(&findings);
        let values = findings.lines.iter().map(|line| (line.mv(), line.value)).collect();
        let value = Some(findings.value());
        Ok(Explanation { sections, marks, line: story.moves, value, values })
    }

    /// Where all is lost at once, a move that stops something at least comes first.
    fn resist(&self, findings: &mut Findings) {
        let is_lost = findings
            .proven()
            .is_some_and(|exact| exact.result == GameResult::Loss && exact.plies == Some(2));
        if let (Some(stones), true) = (Stones::new(self.spec, self.game), is_lost) {
            let mover = self.mover();
            findings.prefer(|line| {
                Facts::new(&stones, line.mv(), mover).is_some_and(|facts| facts.is_forced())
            });
        }
    }

    /// The best line, to the end of the game where that is known.
    fn story(&mut self, findings: &Findings) -> Story {
        let budget = until(self.budget, LINE_PART);
        let mut story = Story::tell(self.spec, self.game, &findings.best().moves);
        if findings.is_proven && !matches!(self.spec, GameSpec::Sticks(_)) {
            story.go_on(self.spec, self.engine, &budget);
        }
        if !findings.is_proven {
            story.drop_offers(self.spec, othello::LEAST_TOLD);
        }
        if let GameSpec::Mnk(_) = self.spec {
            story.settle(self.spec, self.game, self.engine, &budget);
        }
        story
    }

    fn mover(&self) -> Side {
        self.game.position().side_to_move()
    }

    /// The game after some moves.
    fn reached(&self, moves: &[Move]) -> Option<Game> {
        let mut game = self.game.clone();
        for &mv in moves {
            game.play(mv).ok()?;
        }
        Some(game)
    }

    /// A move in a sentence.
    fn name(&self, line: &Line) -> String {
        names::played(self.spec, self.game, line.mv())
    }

    fn verdict(&self, findings: &Findings, story: &Story) -> Section {
        let told = story.moves.len().max(findings.best().moves.len());
        let mut words = verdict::words(findings, self.mover(), &self.name(findings.best()), told);
        words += story.counts_empty().unwrap_or("");
        Section { title: "Who wins", blocks: vec![Block::Text(words)] }
    }

    fn why(
        &self,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Result<Section, PlayerError> {
        let blocks = match self.spec {
            GameSpec::Sticks(spec) => {
                let m = names::side(self.mover());
                let who = Block::Text(format!("You are {m}, the side to move."));
                let told = sticks::explain(spec, self.game)?.paragraphs.into_iter();
                let told = told.map(|paragraph| match paragraph {
                    sticks::Paragraph::Text(text) => Block::Text(text),
                    sticks::Paragraph::Table(lines) => Block::Lines(lines),
                });
                [who].into_iter().chain(told).collect()
            }
            GameSpec::Othello(_) => {
                let told = self.discs(findings, story, replies).into_iter().map(Block::Text);
                let mut blocks: Vec<Block> = told.collect();
                // The last sentence sums up what the boards show, too.
                let at = blocks.len().saturating_sub(1);
                blocks.splice(at..at, self.later_boards(findings));
                blocks
            }
            GameSpec::Mnk(_) | GameSpec::Connect(_) => {
                self.lines(findings, story, replies).into_iter().map(Block::Text).collect()
            }
        };
        Ok(Section { title: "Why", blocks })
    }

    fn classics(&self, findings: &Findings) -> Option<Section> {
        // Othello has asked them before.
        let known = &findings.opinions;
        let asked = if known.is_empty() { self.ask_classics() } else { Vec::new() };
        let opinions = if known.is_empty() { &asked } else { known };
        // The same words as in the table of moves.
        let judge = |mv: Move| {
            let line = findings.lines.iter().find(|line| line.mv() == mv)?;
            Some(Self::worth(findings, line))
        };
        (!opinions.is_empty()).then(|| Section {
            title: "What the classic players would do",
            blocks: classics::blocks(self.spec, self.game, opinions, judge),
        })
    }

    /// What the classic players would do, in a fair share of the time that is left.
    fn ask_classics(&self) -> Vec<Opinion> {
        let left = self.budget.time_to_use().map(|time| {
            let kinds = mossa_players::PLAYERS.iter().filter(|kind| kind.is_classic()).count();
            time.saturating_sub((self.budget.elapsed)()) / kinds.max(1) as u32
        });
        let budget = Budget { time: left, clock: None, ..*self.budget };
        opinions(self.spec, self.game, &budget)
    }

    /// The cells to mark: where lines could be completed, and the best moves.
    fn marks(&self, findings: &Findings) -> Vec<Mark> {
        let stones = Stones::new(self.spec, self.game);
        let mark = |kind| move |cell| Mark { cell, kind };
        let mut marks = Vec::new();
        let is_best = |line: &&Line| {
            let best = findings.best();
            let is_same = match self.spec {
                GameSpec::Othello(_) => findings.ends_alike(line),
                _ => {
                    values::is_same(&line.value, &best.value)
                        && values::tells_beside(&line.value, &best.value)
                }
            };
            line.mv() == best.mv() || is_same
        };
        let mut best: Vec<Move> = findings.lines.iter().filter(is_best).map(Line::mv).collect();
        // A mark on every move would say nothing.
        if best.len() == findings.lines.len() && best.len() > 1 {
            best.clear();
        }
        let best = best.into_iter();
        if let Some(stones) = &stones {
            let cells = |side| {
                let wins = stones.wins(side).into_iter().chain(stones.later_wins(side));
                wins.map(|win| win.cell)
            };
            marks.extend(cells(self.mover()).map(mark(MarkKind::Win)));
            marks.extend(cells(!self.mover()).map(mark(MarkKind::Danger)));
            marks.extend(best.filter_map(|mv| stones.cell_of(mv)).map(mark(MarkKind::Best)));
        } else if let GameSpec::Othello(_) = self.spec {
            marks.extend(best.filter(|&mv| mv != Move::PASS).map(|mv| mark(MarkKind::Best)(mv.0)));
        }
        marks
    }
}

/// The cells where `side` could complete a line, now or when stones lie below; none in games without
/// lines.
pub fn completions(spec: &GameSpec, game: &Game, side: Side) -> Vec<u32> {
    let Some(stones) = Stones::new(spec, game) else { return Vec::new() };
    let wins = stones.wins(side).into_iter().chain(stones.later_wins(side));
    wins.map(|win| win.cell).collect()
}

/// What a move does, as half a sentence; `None` in games where there is no more to say than its
/// value.
pub(crate) fn move_words(spec: &GameSpec, game: &Game, mv: Move) -> Option<String> {
    if let GameSpec::Othello(_) = spec {
        return DiscFacts::new(spec, game, mv).map(|facts| facts.words());
    }
    let stones = Stones::new(spec, game)?;
    let facts = Facts::new(&stones, mv, game.position().side_to_move())?;
    Some(facts.words(&stones))
}

/// The proven result that a value stands for.
fn result(value: &Value) -> Option<GameResult> {
    match value {
        Value::Exact(exact) => Some(exact.result),
        Value::Estimate(_) => None,
    }
}

/// The budget until a part of its time is spent.
fn until<'b>(budget: &Budget<'b>, part: f64) -> Budget<'b> {
    Budget { time: budget.time_to_use().map(|time| time.mul_f64(part)), clock: None, ..*budget }
}

/// What there is to say about a game that is over.
fn finished(game: &Game) -> Explanation {
    let outcome = game.outcome().map(|outcome| outcome.to_string()).unwrap_or_default();
    let text = format!("The game is over: {outcome}.");
    let section = Section { title: "Who wins", blocks: vec![Block::Text(text)] };
    Explanation {
        sections: vec![section],
        marks: Vec::new(),
        line: Vec::new(),
        value: None,
        values: Vec::new(),
    }
}
