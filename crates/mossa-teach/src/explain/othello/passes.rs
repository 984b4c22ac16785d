//! Othello: who must pass more often in one line than in another.

use mossa_kernel::{Side, Value};

use super::{
    harm,
    outlook::{LEAST_LEFT, final_count},
    parting::MUCH,
};
use crate::explain::{Findings, Request, Story, names};

/// Passes that are told of this many lines are told once, as a reason for the best move.
const LEAST_LINES: usize = 2;

impl Request<'_> {
    /// That the other side must pass after the best move, where it need not in any line that is told beside it.
    pub(super) fn passes_reason(
        &self,
        findings: &Findings,
        best: &Story,
        replies: &[Option<Story>],
    ) -> Option<String> {
        let told = self.told_rivals(findings);
        // What happens when hardly anything is left to play is no reason for a move now.
        first_pass(best, !self.mover()).filter(|&at| at + LEAST_LEFT <= best.moves.len())?;
        let spared = told.iter().filter_map(|rival| {
            let reply = self.counted_line(findings, replies, rival.index)?;
            passes_more(!self.mover(), reply, best).map(|counts| (rival.index, counts))
        });
        let spared: Vec<(usize, [usize; 2])> = spared.collect();
        let [_, passes] = spared.first()?.1;
        let named = spared.iter().map(|&(index, _)| self.name(&findings.lines[index]));
        let most = spared.iter().map(|(_, [few, _])| *few).max()?;
        let other = names::side(!self.mover());
        let rest = if most == 0 { "never has to" } else { "has to less often" };
        (spared.len() >= LEAST_LINES && spared.len() == told.len()).then(|| {
            format!(
                "After {} {} must pass {} in the line below, {}; after {} {other} {rest}.",
                self.name(findings.best()),
                names::side(!self.mover()),
                times(passes),
                again(passes, self.mover()),
                names::list(named, "or")
            )
        })
    }

    /// The line after a move, where it is known that it is the best play of both sides: others prove nothing.
    fn counted_line<'s>(
        &self,
        findings: &Findings,
        replies: &'s [Option<Story>],
        index: usize,
    ) -> Option<&'s Story> {
        let Value::Exact(exact) = findings.lines[index].value else { return None };
        let reply = replies.get(index)?.as_ref()?;
        let (margin, ..) = final_count(reply, self.mover())?;
        (exact.margin == Some(margin)).then_some(reply)
    }

    /// The moves beside the best one after which the mover must pass more often, by their places, with how often after the best
    /// one and after them, where these are all of those that are told.
    pub(super) fn spared(
        &self,
        findings: &Findings,
        best: &Story,
        replies: &[Option<Story>],
    ) -> Option<Vec<(usize, [usize; 2])>> {
        let told = self.told_rivals(findings);
        let passing = told.iter().filter_map(|rival| {
            let reply = self.counted_line(findings, replies, rival.index)?;
            passes_more(self.mover(), best, reply).map(|counts| (rival.index, counts))
        });
        let passing: Vec<(usize, [usize; 2])> = passing.collect();
        (passing.len() >= LEAST_LINES && passing.len() == told.len()).then_some(passing)
    }

    /// The same in words.
    pub(super) fn spared_reason(
        &self,
        findings: &Findings,
        best: &Story,
        replies: &[Option<Story>],
    ) -> Option<String> {
        let passing = self.spared(findings, best, replies)?;
        let [few, _] = passing.first()?.1;
        let counts = || passing.iter().map(|(_, [_, many])| *many);
        let (least, most) = (counts().min()?, counts().max()?);
        let named = passing.iter().map(|&(index, _)| self.name(&findings.lines[index]));
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let few = if few == 0 { "never has to pass".to_owned() } else { must_pass(few) };
        let more = if least < most { " or more" } else { "" };
        let again = if most == 1 { "so that" } else { "and each time" };
        Some(format!(
            "After {} {m} {few} in the line below; after {} {m} must pass {}{more}, {again} {other} moves again.",
            self.name(findings.best()),
            names::list(named, "or"),
            times(least)
        ))
    }

    /// Where somebody must pass more often in a line, or less often, than in the best one, with the moves that lead there.
    pub(super) fn passes_beside(
        &self,
        findings: &Findings,
        [best, reply]: [&Story; 2],
    ) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let (name, rival) = (self.name(findings.best()), self.first_name(reply));
        if let Some([few, many]) = passes_more(self.mover(), best, reply) {
            let in_all =
                if many > 1 { format!(", and {} in all", times(many)) } else { String::new() };
            return Some(format!(
                " {} {m} must pass{in_all}, {}; after {name} {m} {}.",
                self.goes_on(reply, first_pass(reply, self.mover())?),
                again(many, !self.mover()),
                must_pass(few)
            ));
        }
        let [few, many] = passes_more(!self.mover(), reply, best)?;
        let first = if many > 1 { "first " } else { "" };
        Some(format!(
            " After {name} {other} must pass {} ({first}with move {} of the line below), {}; after {rival} {other} {}.",
            times(many),
            first_pass(best, !self.mover())? + 1,
            again(many, self.mover()),
            must_pass(few)
        ))
    }
}

/// With which move of a line a side first passes, counted from 0.
pub(super) fn first_pass(story: &Story, side: Side) -> Option<usize> {
    story.turns().iter().position(|turn| turn.is_pass && turn.side == side)
}

/// How often a side must pass in the first of two lines and in the second, where the latter is more.
pub(super) fn passes_more(side: Side, few: &Story, many: &Story) -> Option<[usize; 2]> {
    let [few, many] = [few, many].map(|story| harm::passes(story, story.moves.len(), side));
    // What happens about as often is no reason.
    (many > few && (few == 0 || many >= few + MUCH)).then_some([few, many])
}

fn times(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

/// What so many passes bring the side that need not.
fn again(passes: usize, side: Side) -> String {
    match passes {
        1 => format!("so {} moves twice in a row", names::side(side)),
        _ => format!("and each time {} moves again", names::side(side)),
    }
}

/// "never has to", "must pass once".
fn must_pass(count: usize) -> String {
    match count {
        0 => "never has to".to_owned(),
        count => format!("must pass {}", times(count)),
    }
}
