//! Othello: quiet moves, which turn discs that lie inside, and loud ones, which turn discs on the outside.

use mossa_games::GameSpec;

use super::{
    DiscFacts, Findings, Request, Story,
    cause::{Little, range},
    discs::touched,
    names,
};

/// Counts of empty squares that differ by less convince nobody, where they speak for the best move or against another.
const LEAST_QUIET: usize = 2;
const LEAST_LOUD: usize = 3;

/// At most so many moves are named.
const MOST_NAMED: usize = 5;

/// Why few empty squares beside turned discs are good.
pub(super) const OUTSIDE: &str = "One can go only where discs of the other side are touched: the more empty squares \
                                  touch one's discs, the more moves the other side may get.";

impl Request<'_> {
    /// That the best move turns discs that lie inside, where most worse ones do not.
    pub(super) fn quiet_reason(&self, findings: &Findings) -> Option<String> {
        let (n, louder) = self.louder(findings)?;
        let named = louder.iter().map(|&(index, _)| self.name(&findings.lines[index]));
        let others = match louder.len() {
            n if n <= MOST_NAMED => names::list(named, "and"),
            n => format!("{n} of the other moves"),
        };
        let squares = match n {
            0 => "no empty square touches".to_owned(),
            1 => "only 1 empty square touches".to_owned(),
            n => format!("only {n} empty squares touch"),
        };
        Some(format!(
            "It is a quiet move: {squares} what it turns, {} touch what {others} would turn. {OUTSIDE}",
            range(&louder)
        ))
    }

    /// How many empty squares touch the discs that the best move turns, and which worse moves turn discs with more, and
    /// with how many, where those are most of them.
    pub(super) fn louder(&self, findings: &Findings) -> Option<(usize, Vec<(usize, usize)>)> {
        let n = touched(self.game, findings.best().mv()).filter(|_| flips_all(self.spec))?;
        let behind: Vec<usize> = findings.behind().map(|(index, _)| index).collect();
        let louder = behind.iter().filter_map(|&index| {
            let more = touched(self.game, findings.lines[index].mv())?;
            (more >= n + LEAST_QUIET && self.is_louder(findings, index)).then_some((index, more))
        });
        let louder: Vec<(usize, usize)> = louder.collect();
        (2 * louder.len() > behind.len()).then_some((n, louder))
    }

    /// Whether a move leaves the other side no fewer moves than the best one: a quiet move that leaves more of them than
    /// a loud one is no lesson.
    fn is_louder(&self, findings: &Findings, index: usize) -> bool {
        let replies = |index: usize| self.little(findings.lines[index].mv(), Little::Moves);
        replies(index) >= replies(0)
    }

    /// That a worse move turns discs on the outside.
    pub(super) fn loud_words(&self, findings: &Findings, reply: &Story) -> Option<String> {
        let first = *reply.moves.first()?;
        let index = findings.lines.iter().position(|line| line.mv() == first)?;
        let words = self.outside_words(findings, reply)?;
        self.is_louder(findings, index).then(|| format!("{words}. {OUTSIDE}"))
    }

    /// The same of a move that leaves fewer moves at first.
    pub(super) fn loud_later(&self, findings: &Findings, reply: &Story) -> Option<String> {
        let other = names::side(!self.mover());
        let words = self.outside_words(findings, reply)?;
        Some(format!("{words}. There {other} may get moves later."))
    }

    fn outside_words(&self, findings: &Findings, reply: &Story) -> Option<String> {
        let first = *reply.moves.first()?;
        let facts = DiscFacts::new(self.spec, self.game, first)?;
        let (n, more) = touched(self.game, findings.best().mv()).zip(touched(self.game, first))?;
        let is_clear = more >= n + LEAST_LOUD || n == 0 && more >= LEAST_QUIET;
        let (discs, them) = if facts.turned == 1 { ("a disc", "it") } else { ("discs", "them") };
        let few = match n {
            0 => "none touches".to_owned(),
            1 => "only 1 touches".to_owned(),
            n => format!("only {n} touch"),
        };
        (flips_all(self.spec) && is_clear).then(|| {
            format!(
                " It turns {discs} on the outside: {more} empty squares touch {them}, {few} what {} turns",
                self.name(findings.best())
            )
        })
    }
}

/// Whether discs are turned along all lines.
pub(super) fn flips_all(spec: &GameSpec) -> bool {
    matches!(spec, GameSpec::Othello(othello) if othello.lines_flipped() == [true; 3])
}
