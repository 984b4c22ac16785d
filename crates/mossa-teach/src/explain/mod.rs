//! Why a position is won, lost or even, and what each move does, for somebody who knows no theory.
//!
//! | file | what |
//! |---|---|
//! | `findings` | what the engine says of every move, and what of it is proven |
//! | `proof` | m,n,k: what is proven by pairs of cells |
//! | `clarity` | which of several moves that win as soon is told |
//! | `verdict` | who wins, in a sentence |
//! | `why` | the reason, in games of lines |
//! | `cause` | m,n,k: what the other side threatens, and what the best move does about it |
//! | `quiet` | what speaks for a move that threatens nothing |
//! | `blocks` | m,n,k: which stones take a prepared double threat away |
//! | `uses` | what a quiet move is for in the line that is told |
//! | `beside` | m,n,k: moves that look as good as the preferred one |
//! | `purpose`, `compared` | m,n,k: whose way a move is in, and why not another with the same purpose |
//! | `asked` | m,n,k: which other moves a player would ask about |
//! | `leaves` | m,n,k: how two moves differ on the board at once |
//! | `prospects` | m,n,k: what the engine counts at the end of a line |
//! | `moves`, `rows` | what each move is worth and does |
//! | `refute` | how a move that throws something away is answered |
//! | `natural`, `threatened` | m,n,k: which moves come to mind, and what the winner threatens now |
//! | `course` | m,n,k: a line in one sentence, with what forces what |
//! | `stones`, `forks`, `room`, `facts` | games of lines: what a stone completes, stops, allows, threatens |
//! | `instead` | why other answers that look as good fail |
//! | `draws`, `guard`, `pairs` | m,n,k: how every attack is met |
//! | `holding`, `recipe` | m,n,k: which answers hold a draw, and a line that keeps to them |
//! | `parity`, `hanging` | Connect X: who runs out of harmless moves, what becomes of winning cells |
//! | `doubts` | Connect X: what speaks against a move that sounds good |
//! | `prevent`, `making` | Connect X: why the loser does not take the cells that decide, and how the winner does |
//! | `squeeze` | Connect X: who has no choice left |
//! | `discs`, `firm` | Othello: what a move does, and discs that can never be turned again |
//! | `believed`, `against` | Othello: the reasons where nothing is proven, and what is wrong with worse moves |
//! | `peers` | Othello: the best move beside those that come close to it |
//! | `contrast`, `gauge` | Othello: the one thing that sets a worse move apart, and what can be counted on the board |
//! | `gist`, `sum` | Othello: the reasons in one sentence, believed and proven |
//! | `outlook`, `merits`, `options` | Othello: why it stands so, what speaks for a proven move, what is as good |
//! | `contenders`, `beginners`, `rivals` | Othello: which other moves ask for a word, and why not they |
//! | `parting`, `harm`, `fate` | Othello: where lines part, and what goes wrong in them |
//! | `passes` | Othello: who must pass more often in one line than in another |
//! | `turning` | Othello: squares that end differently in two lines, and the moves that settle it |
//! | `access` | Othello: squares to which a side can go after one move and not after another |
//! | `risks`, `offer`, `cornered` | Othello: moves beside corners, corners that are offered, and forced open |
//! | `ahead` | Othello: the board some moves later |
//! | `plight` | Othello: why a side stands badly or well whatever is played |
//! | `wish`, `cause` | Othello: what the other side wants, and what the best move has and others lack |
//! | `further`, `played` | Othello: lines that are played on, and proven ones in full |
//! | `late` | Othello: what sets a worse move apart only later |
//! | `balance` | Othello: moves of both sides at once |
//! | `regions` | Othello: squares named by what they make up |
//! | `asides` | Othello: why a corner is left alone or given away |
//! | `calling` | one name for one line |
//! | `standing` | m,n,k: what the winner has now |
//! | `story`, `settle`, `telling` | how the game goes on, move by move |
//! | `classics` | what each classic player would do |
//! | `glossary` | words that need an explanation |
//! | `repeats` | m,n,k: what the reasons have told is not told again in the table |
//! | `names` | cells, lines and lists in words |
//!
//! Nothing is printed or drawn here: sentences, tables and marked cells go to whoever asked.

mod access;
#[cfg(test)]
mod access_tests;
mod against;
mod ahead;
mod asides;
mod asked;
mod balance;
mod beginners;
mod believed;
mod beside;
mod blocks;
mod calling;
mod cause;
#[cfg(test)]
mod causes_tests;
#[cfg(test)]
mod claims_tests;
mod clarity;
mod classics;
mod compared;
mod contenders;
mod contrast;
mod cornered;
mod course;
mod discs;
#[cfg(test)]
mod discs_tests;
mod doubts;
mod draws;
pub(crate) mod facts;
#[cfg(test)]
mod facts_tests;
mod fate;
mod findings;
mod firm;
mod forks;
mod further;
mod gauge;
mod gist;
#[cfg(test)]
mod gist_tests;
mod glossary;
mod guard;
mod hanging;
#[cfg(test)]
mod hanging_tests;
mod harm;
mod holding;
mod instead;
mod kept;
mod late;
#[cfg(test)]
mod late_tests;
#[cfg(test)]
mod later_tests;
mod leaves;
mod making;
mod merits;
mod moves;
pub(crate) mod names;
mod natural;
#[cfg(test)]
mod natural_tests;
mod offer;
mod options;
mod outlook;
mod pairs;
mod parity;
mod parting;
mod passes;
mod peers;
#[cfg(test)]
mod plans_tests;
mod played;
mod plight;
mod prevent;
mod proof;
mod prospects;
#[cfg(test)]
mod prospects_tests;
mod purpose;
mod quiet;
mod recipe;
mod refute;
mod regions;
mod remedy;
mod repeats;
mod risks;
#[cfg(test)]
mod risks_tests;
mod rivals;
#[cfg(test)]
mod rivals_tests;
mod room;
mod rows;
mod settle;
mod squeeze;
mod standing;
pub(crate) mod stones;
mod story;
mod sum;
mod telling;
#[cfg(test)]
mod tests;
mod threatened;
mod turning;
mod uses;
#[cfg(test)]
mod uses_tests;
mod verdict;
mod why;
mod wish;

use mossa_engines::{Engine, sticks};
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Game, GameResult, Move, PlayerError, Side, Value, values};
use mossa_search::Line;
use serde::Serialize;

use self::{discs::DiscFacts, facts::Facts, findings::Findings, stones::Stones, story::Story};
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
        self.annotate(&findings, &mut story);
        let why = self.why(&findings, &story, &replies)?;
        findings.tells_safe = why.speaks_of(" safe move");
        let played = self.played_lines(&findings, &why, &replies);
        let played_on = self.lines_played_on(&findings, &why);
        let mut sections = vec![self.verdict(&findings, &story), why];
        if let GameSpec::Sticks(_) = self.spec {
            // Theory has said it all; so long a line would say less.
        } else {
            sections.push(self.moves(&findings, &story, &replies));
            let board = self.board_later(&findings, &story);
            let blocks = story.blocks(self.game).into_iter().chain(board).collect();
            sections.push(Section { title: "How it goes on", blocks });
        }
        sections.extend(played);
        sections.extend(played_on);
        if let GameSpec::Mnk(_) = self.spec {
            repeats::shorten(&mut sections);
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
                self.discs(findings, story, replies).into_iter().map(Block::Text).collect()
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
