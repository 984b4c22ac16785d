//! Connect X: what the best move does that the worse ones do not, by how these are answered.

use std::collections::BTreeMap;

use mossa_kernel::{GameResult, Move, Side};
use mossa_search::Line;

use super::columns;
use crate::explain::{
    Findings, Request, Story,
    facts::Facts,
    names,
    refute::{both_threats, spoils, takes, there},
    result,
    stones::Stones,
    story::{Decision, Step},
};

/// So many lines are named that a stone breaks.
const MOST_BROKEN: usize = 2;

/// So many other moves are named that stop a double threat, too.
const MOST_RIVALS: usize = 3;

/// How a stone keeps the other side from a double threat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Remedy {
    /// It takes the cell from which both lines would be threatened.
    Takes,
    /// It stands on one of the two lines, this one.
    Breaks(Vec<u32>),
    /// It threatens to win at once.
    Threatens,
}

/// Lines with which the other side wins, each with the moves after which it completes it, and those after which it
/// needs it for a double threat.
pub(super) type Broken = BTreeMap<Vec<u32>, [Vec<Move>; 2]>;

impl Request<'_> {
    /// What the best move does against the answers to worse moves, where it is proven to be better and had not to
    /// stop a line.
    pub(in crate::explain) fn apart(
        &self,
        stones: &Stones,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Option<String> {
        let facts = self.chosen_freely(stones, findings)?;
        let worse = thrown_away(findings, replies);
        if let Some(text) = self.kept_from_fork(stones, findings, &worse) {
            return Some(text);
        }
        let broken = self.broken(&worse, |line| line.contains(&facts.cell));
        let own = self.own_line(story, facts.cell);
        let taken = self.taken(stones, findings, &worse, own.as_deref(), broken.is_empty());
        let title = self.title(findings.best());
        let subject = if taken.is_some() { format!("{title} also") } else { title };
        let blocking = self.blocking(stones, &subject, &broken);
        let texts: Vec<String> = taken.into_iter().chain(blocking).collect();
        (!texts.is_empty()).then(|| texts.join(" "))
    }

    /// What the best move does, where nobody can complete a line at once and it does not decide by itself.
    pub(super) fn chosen_freely(&self, stones: &Stones, findings: &Findings) -> Option<Facts> {
        let is_kept = findings.proven().is_some_and(|exact| exact.result != GameResult::Loss);
        let is_calm = [self.mover(), !self.mover()].map(|side| stones.wins(side).is_empty());
        let facts = Facts::new(stones, findings.best().mv(), self.mover())?;
        (is_kept && is_calm == [true, true] && !facts.is_double()).then_some(facts)
    }

    /// Where most worse moves are answered by one double threat: what it is, and how the best move and others that
    /// are as good stop it.
    fn kept_from_fork(
        &self,
        stones: &Stones,
        findings: &Findings,
        worse: &[&Story],
    ) -> Option<String> {
        let other = !self.mover();
        let (fork, moves) = common_fork(worse, other)?;
        let best = findings.best();
        let remedy = remedy(stones, best.mv(), fork)?;
        let rivals = findings.lines[1..].iter().filter(|line| is_as_good(line, best));
        let rivals = rivals.filter(|_| remedy != Remedy::Threatens);
        let rivals = rivals.filter_map(|line| match self::remedy(stones, line.mv(), fork)? {
            Remedy::Threatens => None,
            remedy => Some(format!("so does {}, which {}", self.name(line), remedy.words(fork))),
        });
        let rivals = rivals.take(MOST_RIVALS);
        let told: Vec<String> = [remedy.words(fork)].into_iter().chain(rivals).collect();
        let verb = if remedy == Remedy::Threatens { "comes first" } else { "stops that" };
        Some(format!(
            "After {} {} answers {} and {}. {} {verb}: it {}.",
            columns(&moves),
            names::side(other),
            names::played(self.spec, self.game, stones.move_at(fork.facts.cell)),
            both_threats(fork),
            self.title(best),
            told.join("; "),
        ))
    }

    /// The line with which the mover wins in the end, where it runs through a cell.
    fn own_line(&self, story: &Story, cell: u32) -> Option<Vec<u32>> {
        let lines = story.deciding_lines(self.mover()).into_iter();
        lines.map(<[u32]>::to_vec).find(|line| line.contains(&cell))
    }

    /// The lines with which the other side wins after worse moves, of each story the first that `is_wanted`.
    pub(super) fn broken(&self, worse: &[&Story], is_wanted: impl Fn(&[u32]) -> bool) -> Broken {
        let mut broken = Broken::new();
        for story in worse {
            let is_fork = matches!(story.decision(!self.mover()), Some(Decision::Fork(..)));
            let lines = story.deciding_lines(!self.mover()).into_iter();
            if let Some(line) = lines.into_iter().find(|line| is_wanted(line)) {
                let moves = broken.entry(line.to_vec()).or_default();
                moves[usize::from(is_fork)].push(story.moves[0]);
            }
        }
        broken
    }

    /// "Column 6 blocks the row ..., with which X wins after columns 4 and 1."
    fn blocking(&self, stones: &Stones, subject: &str, broken: &Broken) -> Option<String> {
        let told = first_of(broken).into_iter().map(|(line, moves)| {
            format!("{}, {}", names::line(stones, line), self.use_of_line(moves))
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| format!("{subject} blocks {}.", told.join(", and ")))
    }

    /// "with which X wins after columns 4 and 1".
    fn use_of_line(&self, [completed, threatened]: &[Vec<Move>; 2]) -> String {
        let other = names::side(!self.mover());
        let wins = (!completed.is_empty())
            .then(|| format!("with which {other} wins after {}", columns(completed)));
        let needs = (!threatened.is_empty()).then(|| {
            let after = columns(threatened);
            format!("which {other} needs for the double threat that wins after {after}")
        });
        wins.into_iter().chain(needs).collect::<Vec<String>>().join(" and ")
    }

    /// Where the best move is in the way of none of the lines that win after worse moves: when the mover gets a stone
    /// on them in the line that is told, which nobody wins.
    pub(super) fn in_time(
        &self,
        stones: &Stones,
        story: &Story,
        worse: &[&Story],
    ) -> Option<String> {
        let is_won = story.end.outcome().is_some_and(|outcome| outcome.winner.is_some());
        if !story.is_over() || is_won {
            return None;
        }
        let blocks = |line: &[u32]| {
            let mut steps = story.steps().iter();
            steps.position(|it| it.side == self.mover() && line.contains(&it.facts.cell))
        };
        let broken = self.broken(worse, |line| blocks(line).is_some());
        let told = first_of(&broken).into_iter().filter_map(|(line, moves)| {
            let index = blocks(line)?;
            let name = names::played(self.spec, self.game, story.moves[index]);
            let (line, uses) = (names::line(stones, line), self.use_of_line(moves));
            Some(format!("with move {}, {name}, {line}, {uses}", index + 1))
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| {
            let m = names::side(self.mover());
            format!("What {m} is in time to block in the line below: {}.", told.join("; and "))
        })
    }

    /// That the other side takes the cell as soon as it can, and what it is for where no line of the other side's
    /// tells it.
    fn taken(
        &self,
        stones: &Stones,
        findings: &Findings,
        worse: &[&Story],
        own: Option<&[u32]>,
        tells_use: bool,
    ) -> Option<String> {
        let cell = stones.cell_of(findings.best().mv())?;
        let takers: Vec<Move> =
            worse.iter().filter(|story| takes(story, cell)).map(|story| story.moves[0]).collect();
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let title = self.title(findings.best());
        let after = columns(&takers);
        let is_wanted = 2 * takers.len() > worse.len();
        if let Some(line) = own {
            let line = names::line(stones, line);
            let lead = format!("{title} takes a cell of {line}, which {m} needs in the line below");
            return Some(match takers.len() {
                0 => format!("{lead}."),
                _ => {
                    format!("{lead}. After {after} {other} takes this cell at once and blocks it.")
                }
            });
        }
        let lead = format!(
            "{title} takes a cell that {other} wants: after {after} {other} plays there at once."
        );
        match (is_wanted, tells_use) {
            (false, _) => None,
            (true, false) => Some(lead),
            (true, true) => Some(format!("{lead} There {}.", there(stones, cell, self.mover()))),
        }
    }
}

impl Remedy {
    /// What the stone does, as half a sentence.
    fn words(&self, fork: &Step) -> String {
        match self {
            Self::Takes => "takes this cell itself".to_owned(),
            Self::Breaks(line) => format!("stands on {}", names::line(&fork.before, line)),
            Self::Threatens => "threatens to win at once".to_owned(),
        }
    }
}

/// The moves that throw something away, and how they are answered, where that is known.
pub(super) fn thrown_away<'s>(findings: &Findings, replies: &'s [Option<Story>]) -> Vec<&'s Story> {
    let proven = findings.proven().map(|exact| exact.result);
    let told = findings.lines.iter().zip(replies).filter(|(line, _)| spoils(line, proven));
    told.filter_map(|(_, reply)| reply.as_ref()).collect()
}

/// How a move keeps the other side from a double threat; `None` where it does not, or does so in another way.
pub(super) fn remedy(stones: &Stones, mv: Move, fork: &Step) -> Option<Remedy> {
    let facts = Facts::new(stones, mv, !fork.side)?;
    if facts.cell == fork.facts.cell {
        return Some(Remedy::Takes);
    }
    let mut lines = lines(fork).into_iter().map(|(_, line)| line);
    let after = stones.with(facts.cell, facts.side);
    let answer = Facts::new(&after, after.move_at(fork.facts.cell), fork.side)?;
    if let Some(line) = lines.find(|line| line.contains(&facts.cell)) {
        // Another line may be threatened in its place.
        let is_single = answer.threatens.len() < 2 && answer.stacked.is_none();
        return is_single.then_some(Remedy::Breaks(line));
    }
    let threat = facts.threatens.first().filter(|_| facts.allows.is_empty())?;
    (threat.cell != fork.facts.cell).then_some(Remedy::Threatens)
}

/// The lines that come up most often.
fn first_of(broken: &Broken) -> Vec<(&Vec<u32>, &[Vec<Move>; 2])> {
    let mut lines: Vec<_> = broken.iter().collect();
    lines.sort_by_key(|(_, [completed, threatened])| {
        std::cmp::Reverse(completed.len() + threatened.len())
    });
    lines.truncate(MOST_BROKEN);
    lines
}

/// The double threat with which `side` answers most of some moves at once, and these moves.
fn common_fork<'s>(worse: &[&'s Story], side: Side) -> Option<(&'s Step, Vec<Move>)> {
    let answers = worse.iter().filter_map(|story| match story.decision(side) {
        Some(Decision::Fork(fork, 2)) => Some((fork, story.moves[0])),
        _ => None,
    });
    let answers: Vec<(&Step, Move)> = answers.collect();
    let alike = |fork: &Step| {
        let same = answers.iter().filter(|(it, _)| threatened(it) == threatened(fork));
        same.map(|(_, mv)| *mv).collect::<Vec<Move>>()
    };
    let common = answers.iter().map(|(fork, _)| (*fork, alike(fork)));
    common.filter(|(_, moves)| 2 * moves.len() > worse.len()).max_by_key(|(_, moves)| moves.len())
}

/// The lines of a double threat, with the cells where they are completed.
fn lines(fork: &Step) -> Vec<(u32, Vec<u32>)> {
    let wins = fork.facts.threatens.iter().chain(&fork.facts.stacked);
    wins.map(|win| (win.cell, win.line.clone())).collect()
}

/// Where a double threat is made, and its lines.
fn threatened(fork: &Step) -> (u32, Vec<(u32, Vec<u32>)>) {
    (fork.facts.cell, lines(fork))
}

/// Whether a move keeps the proven result as the best one does.
fn is_as_good(line: &Line, best: &Line) -> bool {
    result(&line.value).is_some() && result(&line.value) == result(&best.value)
}
