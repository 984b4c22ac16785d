//! Othello: what each of several good moves is good for at once, beside the worse ones.

use super::{
    DiscFacts, Findings, Request, cause::Little, discs::turned_to, firm::Unit, judged::reason,
    names,
};
use mossa_engines::othello::Counted;

/// At most so many moves get a word each.
const MOST_MOVES: usize = 4;

/// A count speaks for a move where it is better than so many in so many of the worse moves; the second is enough where
/// nothing else speaks for the best move.
const SHARES: [(usize, usize); 2] = [(2, 3), (1, 2)];

/// What a move may be good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Good {
    /// It leaves little of something.
    Left(Little),
    /// Its own side has many moves after the answer.
    Kept,
}

/// How little of something a move leaves, or how much it keeps, and how many of the worse moves do worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) what: Good,
    pub(super) count: usize,
    pub(super) beats: usize,
}

impl Request<'_> {
    /// What the best move and those that look as good are good for, each by itself.
    /// Something of the kind may have been told of the best move, and what the other side wants.
    pub(super) fn points(&self, findings: &Findings, is_told: [bool; 2]) -> Option<String> {
        SHARES.into_iter().find_map(|share| self.points_by(findings, is_told, share))
    }

    fn points_by(
        &self,
        findings: &Findings,
        [is_best_told, is_wish_told]: [bool; 2],
        share: (usize, usize),
    ) -> Option<String> {
        let peers = findings.peers();
        let told = if peers.len() > MOST_MOVES { &peers[..1] } else { &peers[..] };
        let other = names::side(!self.mover());
        let (mut parts, mut silent) = (Vec::<(String, Vec<String>)>::new(), Vec::new());
        let mut reason = "";
        for &index in told {
            let name = self.name(&findings.lines[index]);
            let is_told = is_wish_told && self.thwarts(findings, findings.lines[index].mv());
            let deed = self.plain_deed(findings, index).filter(|_| index > 0 || !is_best_told);
            let words = if is_told && index > 0 {
                Some(if findings.wish == Some(findings.lines[index].mv()) {
                    "takes that square itself".to_owned()
                } else {
                    format!("keeps {other} from it as well")
                })
            } else {
                deed.or_else(|| {
                    let point = self.point(findings, index, share)?;
                    reason = if reason.is_empty() { why(point.what) } else { reason };
                    Some(self.point_words(findings, point))
                })
            };
            match words {
                None => silent.push(name),
                // What the same can be said of stands together.
                Some(words) => match parts.iter_mut().find(|(known, _)| *known == words) {
                    Some((_, names)) => names.push(name),
                    None => parts.push((words, vec![name])),
                },
            }
        }
        if is_best_told {
            silent.retain(|name| *name != self.name(findings.best()));
        }
        if parts.is_empty() || silent.first() == Some(&self.name(findings.best())) {
            return None;
        }
        let silent = match silent.len() {
            0 => String::new(),
            _ => format!(
                " Of {} nothing of the kind can be counted at once.",
                names::list(silent, "and")
            ),
        };
        let parts = parts.into_iter().map(|(words, names)| match &names[..] {
            _ if peers.len() == 1 => format!("It {words}"),
            [name] => format!("{name} {words}"),
            // "leaves" becomes "leave".
            _ => format!("{} {}", names::list(names, "and"), words.replacen("s ", " ", 1)),
        });
        let parts: Vec<String> = parts.collect();
        Some(format!("{}.{silent} {reason}", parts.join("; ")).trim_end().to_owned())
    }

    /// Something that a move does at once and that needs no count, as half a sentence.
    fn plain_deed(&self, findings: &Findings, index: usize) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let mv = findings.lines[index].mv();
        let facts = DiscFacts::new(self.spec, self.game, mv)?;
        let unit = Unit::of(self.spec);
        let thwarts = || {
            let is_news = findings.behind().any(|(_, line)| !self.thwarts(findings, line.mv()));
            let wish = findings.wish.filter(|_| is_news && self.thwarts(findings, mv))?;
            let gain = self.gain(&turned_to(self.game, !self.mover())?, wish)?;
            let wanted = self.game.position().show_move(wish);
            Some(if wish == mv {
                format!("takes the square that {other} wants, to {gain}")
            } else {
                format!("keeps {other} from {wanted}, which would {gain}")
            })
        };
        if facts.takes_corner {
            Some(format!("takes {}", unit.one()))
        } else if !facts.aims.is_empty() && facts.gives.is_empty() {
            Some(format!("opens {} for {m}", unit.the(&facts.aims)))
        } else {
            thwarts()
        }
    }

    /// In which count a move is better than most of the worse ones.
    pub(super) fn point(
        &self,
        findings: &Findings,
        index: usize,
        (some, all): (usize, usize),
    ) -> Option<Point> {
        let worse: Vec<usize> = findings.behind().map(|(index, _)| index).collect();
        let point = |what| {
            let count = self.count_of(findings, index, what)?;
            let is_beaten = |&&it: &&usize| match self.count_of(findings, it, what) {
                Some(n) if what == Good::Kept => n < count,
                Some(n) => n > count,
                None => false,
            };
            Some(Point { what, count, beats: worse.iter().filter(is_beaten).count() })
        };
        let safe = Good::Left(Little::Safe);
        let kinds = [Good::Left(Little::Moves), Good::Kept, safe, Good::Left(Little::Open)];
        let kinds =
            kinds.into_iter().filter(|&it| it != safe || Unit::of(self.spec) == Unit::Corner);
        let is_much = |it: &Point| it.beats > 0 && it.beats * all >= worse.len() * some;
        let points: Vec<Point> = kinds.filter_map(point).filter(is_much).collect();
        // Of two that beat as many, the first.
        points.into_iter().rev().max_by_key(|it| it.beats)
    }

    /// What is counted for a move, by its place in the list.
    pub(super) fn count_of(&self, findings: &Findings, index: usize, what: Good) -> Option<usize> {
        let line = &findings.lines[index];
        match what {
            Good::Left(what) => self.little(line.mv(), what),
            Good::Kept => {
                let answer = *line.moves.get(1)?;
                let facts = DiscFacts::new(self.spec, &self.reached(&[line.mv()])?, answer)?;
                (!facts.ends).then_some(facts.replies)
            }
        }
    }

    fn point_words(&self, findings: &Findings, Point { what, count, beats }: Point) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let n_worse = findings.behind().count();
        let than = match (beats, n_worse) {
            (1, 1) => "the worse move".to_owned(),
            (beats, all) if beats == all => "every worse move".to_owned(),
            (beats, all) => format!("{beats} of the {all} worse moves"),
        };
        let moves = names::counted(count as u64, "move");
        match what {
            Good::Kept => format!("keeps {m} {moves} after {other}'s answer, more than {than}"),
            Good::Left(Little::Moves) => format!("leaves {other} {moves}, fewer than {than}"),
            Good::Left(Little::Safe) => format!(
                "leaves {other} {}, fewer than {than}",
                names::counted(count as u64, "safe move")
            ),
            Good::Left(Little::Open) => format!(
                "leaves {count} of {m}'s discs open to {other}, beside an empty square, fewer than {than}"
            ),
        }
    }
}

/// Why it is good.
fn why(what: Good) -> &'static str {
    reason(match what {
        Good::Left(Little::Open) => Counted::Frontier,
        Good::Left(Little::Safe | Little::Moves) | Good::Kept => Counted::Moves,
    })
}
