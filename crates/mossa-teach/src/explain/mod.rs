//! Why a position is won, lost or even, and what each move does, for somebody who knows no theory.
//!
//! | file | what |
//! |---|---|
//! | `verdict` | who wins, in a sentence |
//! | `stones`, `facts` | games of lines: what a stone completes, stops, allows, threatens |
//! | `parity` | Connect X: who runs out of harmless moves |
//! | `discs` | Othello: corners, and moves that are left |
//! | `story` | how the game goes on, move by move |
//! | `classics` | what each classic player would do |
//! | `names` | cells, lines and lists in words |
//!
//! Nothing is printed or drawn here: sentences, tables and marked cells go to whoever asked.

mod classics;
mod discs;
pub(crate) mod facts;
pub(crate) mod names;
mod parity;
pub(crate) mod stones;
mod story;
#[cfg(test)]
mod tests;
mod verdict;

use mossa_engines::{Analysis, Engine, sticks};
use mossa_games::GameSpec;
use mossa_kernel::{Budget, Exact, Game, GameResult, Move, PlayerError, Side, Value, values};
use mossa_search::{Aim, Line, Report, Task};

use self::{
    discs::DiscFacts,
    facts::Facts,
    stones::Stones,
    story::{Decision, Story},
};
pub use classics::{Opinion, opinions};

/// Moves that are told one by one; of many more only so many.
const MOST_MOVES: usize = 9;

/// A reply to a bad move is told move by move up to this length.
const MOST_REPLIES: usize = 8;

/// How much of the time may be spent when the proof ends, then the analysis, then the line, then the replies to bad
/// moves; what is left is for the classics.
const PROOF_PART: f64 = 0.4;
const ANALYSIS_PART: f64 = 0.6;
const LINE_PART: f64 = 0.7;
const REPLIES_PART: f64 = 0.85;

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
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// What it is about.
    pub title: &'static str,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// Something to read.
#[derive(Clone, Debug, PartialEq)]
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
        let report = self.analyze()?;
        let Some(best) = report.best().cloned() else { return Err(PlayerError::GameOver) };
        let story = self.story(&best);
        let replies = self.replies(&report);
        let mut sections = vec![self.verdict(&best), self.why(&report, &story)?];
        if let GameSpec::Sticks(_) = self.spec {
            // Theory has said it all; so long a line would say less.
        } else {
            sections.push(self.moves(&report, &replies));
            sections
                .push(Section { title: "How it goes on", blocks: vec![story.table(self.game)] });
        }
        sections.extend(self.classics(&report));
        let marks = self.marks(&report);
        let values = report.lines.iter().map(|line| (line.mv(), line.value)).collect();
        Ok(Explanation { sections, marks, line: story.moves, value: Some(best.value), values })
    }

    /// What the position is worth, proven if that is quick, and then every move.
    fn analyze(&mut self) -> Result<Report, PlayerError> {
        let (game, threads) = (self.game, self.threads);
        let part = if crate::may_be_proven(self.spec, game) { PROOF_PART } else { 0.0 };
        let budget = until(self.budget, part);
        let task = Task { budget: &budget, aim: Aim::Solve, lines: 1, threads };
        let proof = self.engine.think(game, &task, &mut |_| {})?;
        let budget = until(self.budget, ANALYSIS_PART);
        let analysis = Analysis { engine: self.engine, game, threads, lines: None };
        let mut report = analysis.run(&budget, &mut |_| {})?;
        if let Some(best) = proof.best().filter(|_| proof.is_settled && !report.is_settled) {
            report.lines.retain(|line| line.mv() != best.mv());
            report.lines.insert(0, best.clone());
        }
        Ok(report)
    }

    /// The best line, to the end of the game where that is known.
    fn story(&mut self, best: &Line) -> Story {
        let budget = until(self.budget, LINE_PART);
        let is_decided = matches!(
            best.value,
            Value::Exact(Exact { result: GameResult::Win | GameResult::Loss, .. })
        );
        let is_long = matches!(self.spec, GameSpec::Sticks(_));
        let mut story = Story::tell(self.spec, self.game, &best.moves);
        if is_decided && !is_long {
            story.go_on(self.spec, self.engine, &budget);
        }
        story
    }

    /// How moves that are told one by one and lose are answered, to the end.
    fn replies(&mut self, report: &Report) -> Vec<Option<Story>> {
        let budget = until(self.budget, REPLIES_PART);
        let shown = report.lines.iter().take(MOST_MOVES);
        shown
            .map(|line| {
                let loses = result(&line.value) == Some(GameResult::Loss);
                let is_long = matches!(self.spec, GameSpec::Sticks(_) | GameSpec::Othello(_));
                (loses && !is_long).then(|| {
                    let mut story = Story::tell(self.spec, self.game, &line.moves);
                    story.go_on(self.spec, self.engine, &budget);
                    story
                })
            })
            .collect()
    }

    fn mover(&self) -> Side {
        self.game.position().side_to_move()
    }

    fn verdict(&self, best: &Line) -> Section {
        let words = verdict::words(&best.value, self.mover(), best.depth);
        Section { title: "Who wins", blocks: vec![Block::Text(words)] }
    }

    fn why(&self, report: &Report, story: &Story) -> Result<Section, PlayerError> {
        let blocks = match self.spec {
            GameSpec::Sticks(spec) => {
                let m = names::side(self.mover());
                let who = Block::Text(format!("You are {m} here, who is to move."));
                let told = sticks::explain(spec, self.game)?.paragraphs.into_iter();
                let told = told.map(|paragraph| match paragraph {
                    sticks::Paragraph::Text(text) => Block::Text(text),
                    sticks::Paragraph::Table(lines) => Block::Lines(lines),
                });
                [who].into_iter().chain(told).collect()
            }
            GameSpec::Othello(_) => {
                let mut texts = discs::balance(self.game);
                texts.extend(discs::preference(self.game, report));
                texts.extend(self.choice(report));
                texts.into_iter().map(Block::Text).collect()
            }
            GameSpec::Mnk(_) | GameSpec::Connect(_) => {
                self.lines(report, story).into_iter().map(Block::Text).collect()
            }
        };
        Ok(Section { title: "Why", blocks })
    }

    /// Games of lines: what is threatened, and how the winner wins.
    fn lines(&self, report: &Report, story: &Story) -> Vec<String> {
        let Some(stones) = Stones::new(self.spec, self.game) else { return Vec::new() };
        let (mover, best) = (self.mover(), &report.lines[0]);
        let mut texts = self.alarm(&stones);
        if stones.wins(mover).is_empty() {
            match best.value {
                Value::Exact(Exact { result: GameResult::Draw, .. }) => {
                    texts.extend(Self::draw(&stones));
                }
                Value::Exact(Exact { result, .. }) => {
                    let winner = if result == GameResult::Win { mover } else { !mover };
                    texts.extend(Self::win(&stones, story, winner));
                }
                Value::Estimate(_) => texts.extend(self.belief(stones.clone(), best)),
            }
        }
        texts.extend(self.choice(report));
        texts
    }

    /// Lines that either side could complete at once.
    fn alarm(&self, stones: &Stones) -> Vec<String> {
        let mover = self.mover();
        let (m, other) = (names::side(mover), names::side(!mover));
        if let Some(win) = stones.wins(mover).first() {
            let (cell, line) = (names::cell(stones, win.cell), names::line(stones, &win.line));
            return vec![format!("{m} plays {cell} and completes {line}.")];
        }
        let dangers = stones.wins(!mover);
        let cells: Vec<u32> = dangers.iter().map(|win| win.cell).collect();
        match &dangers[..] {
            [] => Vec::new(),
            [danger] => vec![format!(
                "{other} threatens to complete {} at {}. {m} cannot win at once, so {m} must play \
                 there: every other move loses right away.",
                names::line(stones, &danger.line),
                names::cell(stones, danger.cell)
            )],
            _ => vec![format!(
                "{other} can win at {}. {m} can stop only one of them, and cannot win first.",
                names::cells(stones, &cells)
            )],
        }
    }

    /// What speaks for the move that the engine prefers, where nothing is proven.
    fn belief(&self, mut stones: Stones, best: &Line) -> Vec<String> {
        let mover = self.mover();
        let (m, other) = (names::side(mover), names::side(!mover));
        let mut texts = Vec::new();
        let could = |stones: &mut Stones, side: Side| {
            let forks = stones.forks(side);
            let cells = names::list(forks.iter().map(|&fork| names::cell(stones, fork)), "or");
            (!forks.is_empty()).then(|| format!("make two threats at once at {cells}"))
        };
        let (own, theirs) = (could(&mut stones, mover), could(&mut stones, !mover));
        if let Some(own) = own {
            texts.push(format!("{m} can {own}."));
        }
        if let Some(theirs) = theirs {
            texts.push(format!("If {m} does nothing about it, {other} can {theirs}."));
        }
        texts.extend(parity::of_position(&stones));
        if let Some(facts) = Facts::new(&stones, best.mv(), mover) {
            texts.push(format!(
                "The engine prefers {}, which {}.",
                self.game.position().show_move(best.mv()),
                facts.words(&stones)
            ));
        }
        texts
    }

    fn draw(stones: &Stones) -> Vec<String> {
        let [x, o] = Side::BOTH.map(|side| stones.has_hope(side));
        let run = stones.run();
        vec![match (x, o) {
            (false, false) => format!(
                "Nobody can complete {run} in a row any more: every line has stones of both sides."
            ),
            (true, false) => {
                "Only X could still complete a line, and O can stop every attempt.".to_owned()
            }
            (false, true) => {
                "Only O could still complete a line, and X can stop every attempt.".to_owned()
            }
            (true, true) => {
                "Both sides could still complete lines, but each can stop all attempts of \
                 the other: every way the game can go was looked at."
                    .to_owned()
            }
        }]
    }

    /// How the winner wins.
    fn win(stones: &Stones, story: &Story, winner: Side) -> Vec<String> {
        let (w, loser) = (names::side(winner), names::side(!winner));
        if story.end.outcome().is_none() {
            return vec![format!(
                "The win is proven, but the whole line is too long to be told here; below is how it \
                 begins. {}",
                parity::of_position(stones).join(" ")
            )];
        }
        if let Some(texts) = parity::of_story(stones, story, winner) {
            return texts;
        }
        let mut texts = Vec::new();
        let forced = story.forced_from(winner);
        let n_moves = story.moves.len();
        if forced + 1 < n_moves && n_moves > 3 {
            texts.push(if forced <= 1 {
                format!(
                    "Each move of {w}'s threatens to win at once, so {loser} has no choice but to \
                     answer there."
                )
            } else {
                format!(
                    "From move {} of the line below on, each move of {w}'s threatens to win at \
                     once, so {loser} has no choice but to answer there.",
                    forced + 1
                )
            });
        }
        if let Some(Decision::Fork(fork, _)) = story.decision(winner) {
            texts.push(format!(
                "The point is {}: it {}.",
                names::cell(&fork.before, fork.facts.cell),
                fork.facts.words(&fork.before)
            ));
        }
        if texts.is_empty() {
            texts.push(format!("The line below shows how {w} wins."));
        }
        texts
    }

    /// How many moves are as good as the best, and what is wrong with the others.
    fn choice(&self, report: &Report) -> Vec<String> {
        let lines = &report.lines;
        let (Some(best), true) = (lines.first(), lines.len() > 1) else {
            return vec!["There is only one move.".to_owned()];
        };
        let Value::Exact(exact) = best.value else { return Vec::new() };
        let same = lines.iter().filter(|line| result(&line.value) == Some(exact.result)).count();
        let margins = lines.iter().filter(|line| values::is_same(&line.value, &best.value));
        let (m, all) = (names::side(self.mover()), lines.len());
        let unproven = lines.iter().filter(|line| result(&line.value).is_none()).count();
        if unproven > 0 {
            return vec![format!(
                "Of {m}'s {all} moves {} is proven to be right; what {unproven} of the others are \
                 worth is only estimated.",
                self.game.position().show_move(best.mv())
            )];
        }
        let keeping = match exact.result {
            GameResult::Win => "win",
            GameResult::Draw => "keep the draw",
            GameResult::Loss => return Vec::new(),
        };
        let mut texts = vec![match same {
            1 => format!(
                "Of {m}'s {all} moves only {} {}.",
                self.game.position().show_move(best.mv()),
                if keeping == "win" { "wins" } else { "keeps the draw" }
            ),
            same if same == all => format!("All {all} moves {keeping}."),
            same => format!("{same} of {m}'s {all} moves {keeping}, the others do not."),
        }];
        let quickest: Vec<String> =
            margins.map(|line| self.game.position().show_move(line.mv())).collect();
        if exact.result == GameResult::Win && quickest.len() < same && same > 1 {
            let how = if exact.margin.is_some() { "by most" } else { "soonest" };
            texts.push(format!("{} wins {how}.", names::list(quickest, "or")));
        }
        texts
    }

    /// A table of the moves: what each is worth and does.
    fn moves(&self, report: &Report, replies: &[Option<Story>]) -> Section {
        let stones = Stones::new(self.spec, self.game);
        let header = ["move", "worth", "what it does"].map(str::to_owned).to_vec();
        let shown = report.lines.iter().take(MOST_MOVES);
        let rows = shown.zip(replies).map(|(line, reply)| {
            let name = self.game.position().show_move(line.mv());
            let words = self.describe(stones.as_ref(), line, reply.as_ref());
            vec![name, names::value(&line.value), words]
        });
        let mut blocks = vec![Block::Table { header, rows: rows.collect() }];
        if report.lines.len() > MOST_MOVES {
            blocks.push(Block::Text(format!(
                "The other {} moves are worth no more.",
                report.lines.len() - MOST_MOVES
            )));
        }
        Section { title: "The moves", blocks }
    }

    /// What a move does, and for a losing one how it is answered.
    fn describe(&self, stones: Option<&Stones>, line: &Line, reply: Option<&Story>) -> String {
        let Some(stones) = stones else {
            return DiscFacts::new(self.game, line.mv())
                .map_or_else(String::new, |facts| facts.words());
        };
        let Some(facts) = Facts::new(stones, line.mv(), self.mover()) else { return String::new() };
        let words = facts.words(stones);
        match reply.filter(|_| facts.allows.is_empty()) {
            Some(reply) => format!("{words}; but {}", self.refutation(reply)),
            None => words,
        }
    }

    /// How the other side answers a losing move.
    fn refutation(&self, reply: &Story) -> String {
        let (m, winner) = (names::side(self.mover()), !self.mover());
        let w = names::side(winner);
        let show = |&mv: &Move| self.game.position().show_move(mv);
        let moves = |range: &[Move]| range.iter().map(show).collect::<Vec<_>>().join(" ");
        match reply.decision(winner) {
            Some(Decision::Fork(_, length)) if length <= MOST_REPLIES => {
                format!("after {} {w} threatens in two places", moves(&reply.moves[1..length]))
            }
            Some(Decision::Zugzwang(cell)) => {
                let stones = Stones::new(self.spec, self.game);
                let place = stones.map_or_else(String::new, |stones| names::place(&stones, cell));
                format!("in the end {m} must play below {place}, where {w} wins")
            }
            _ => match reply.moves.get(1) {
                Some(answer) => format!("{w} answers {} and wins in the end", show(answer)),
                None => format!("{w} wins in the end"),
            },
        }
    }

    fn classics(&self, report: &Report) -> Option<Section> {
        let left = self.budget.time_to_use().map(|time| {
            let kinds = mossa_players::PLAYERS.iter().filter(|kind| kind.is_classic()).count();
            time.saturating_sub((self.budget.elapsed)()) / kinds.max(1) as u32
        });
        let budget = Budget { time: left, clock: None, ..*self.budget };
        let opinions = opinions(self.spec, self.game, &budget);
        let judge =
            |mv: Move| report.lines.iter().find(|line| line.mv() == mv).map(|line| line.value);
        (!opinions.is_empty()).then(|| Section {
            title: "What the classic players would do",
            blocks: vec![classics::table(self.game, &opinions, judge)],
        })
    }

    /// The cells to mark: where lines could be completed, and the best moves.
    fn marks(&self, report: &Report) -> Vec<Mark> {
        let stones = Stones::new(self.spec, self.game);
        let mark = |kind| move |cell| Mark { cell, kind };
        let mut marks = Vec::new();
        let is_best = |line: &&Line| {
            let best = &report.lines[0];
            line.mv() == best.mv() || values::is_same(&line.value, &best.value)
        };
        let best = report.lines.iter().filter(is_best).map(Line::mv);
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
        return DiscFacts::new(game, mv).map(|facts| facts.words());
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
