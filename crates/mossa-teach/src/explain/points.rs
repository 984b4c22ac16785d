//! Othello: what each of several good moves is good for at once, beside the worse ones.

use super::{
    DiscFacts, Findings, Request, Story, cause::Little, discs::turned_to, firm::Unit,
    judged::reason, names,
};
use mossa_engines::othello::Counted;

/// At most so many moves get a word each.
const MOST_MOVES: usize = 4;

/// A count speaks for a move where it is better than all worse ones but one in so many.
const EXCEPT: usize = 5;

/// What a move may be good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Good {
    /// It leaves little of something.
    Left(Little),
    /// Its own side has many moves after the answer.
    Kept,
}

/// How little of something a move leaves, or how much it keeps, and which of the worse moves do no worse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) what: Good,
    pub(super) count: usize,
    pub(super) except: Vec<usize>,
}

impl Request<'_> {
    /// What the best move and those that look as good are good for, each by itself.
    /// Something of the kind may have been told of the best move, and what the other side wants.
    pub(super) fn points(
        &self,
        findings: &Findings,
        best: &Story,
        [is_best_told, is_wish_told]: [bool; 2],
    ) -> Option<String> {
        let rivals = self.told_rivals(findings, best).into_iter().map(|rival| rival.index);
        let rivals: Vec<usize> = rivals.collect();
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
                    let point = self.point(findings, index, &rivals)?;
                    reason = if reason.is_empty() { why(point.what) } else { reason };
                    Some(self.point_words(findings, &point))
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

    /// In which count a move is better than nearly all worse ones, the next best and some rivals among them.
    pub(super) fn point(
        &self,
        findings: &Findings,
        index: usize,
        rivals: &[usize],
    ) -> Option<Point> {
        let worse: Vec<usize> = findings.behind().map(|(index, _)| index).collect();
        let point = |what| {
            let count = self.count_of(findings, index, what)?;
            let is_beaten = |it: usize| match self.count_of(findings, it, what) {
                Some(n) if what == Good::Kept => n < count,
                Some(n) => n > count,
                None => false,
            };
            let except = worse.iter().copied().filter(|&it| !is_beaten(it)).collect();
            Some(Point { what, count, except })
        };
        let safe = Good::Left(Little::Safe);
        let kinds = [Good::Left(Little::Moves), Good::Kept, safe, Good::Left(Little::Open)];
        let kinds =
            kinds.into_iter().filter(|&it| it != safe || Unit::of(self.spec) == Unit::Corner);
        // What also speaks for a move that is asked about is no reason.
        let is_asked = |it: &usize| worse.first() == Some(it) || rivals.contains(it);
        let is_much = |it: &Point| {
            it.except.len() * EXCEPT <= worse.len()
                && it.except.len() < worse.len()
                && !it.except.iter().any(is_asked)
        };
        let points: Vec<Point> = kinds.filter_map(point).filter(is_much).collect();
        // Of two that beat as many, the first.
        points.into_iter().min_by_key(|it| it.except.len())
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

    fn point_words(&self, findings: &Findings, point: &Point) -> String {
        let &Point { what, count, .. } = point;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let except = point.except.iter().map(|&index| self.name(&findings.lines[index]));
        let than = match (point.except.len(), findings.behind().count()) {
            (0, 1) => "the worse move".to_owned(),
            (0, _) => "every worse move".to_owned(),
            _ => format!("every worse move except {}", names::list(except, "and")),
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
