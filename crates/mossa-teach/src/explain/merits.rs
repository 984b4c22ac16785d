//! Othello: what speaks for the best move beside the others, at once.

use mossa_kernel::{GameResult, Move};
use mossa_search::Line;

use super::{
    DiscFacts, Findings, Request, discs::corners, firm::Unit, names, outlook::FEW, parting::MUCH,
};

/// With more empty squares than this, moves that are left count more than discs.
const ENDING: usize = 16;

impl Request<'_> {
    /// What speaks for the best move beside the next best one, and what speaks against it.
    pub(super) fn merits(&self, findings: &Findings, empty: usize) -> Vec<String> {
        let best = findings.best();
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let Some(facts) = DiscFacts::new(self.spec, self.game, best.mv()) else {
            return Vec::new();
        };
        let lead = self.lead_words(findings);
        let mut texts = vec![format!("{lead}: it {}.", facts.words())];
        texts.extend(self.sure_corner(best, &facts));
        let known = |mv| DiscFacts::new(self.spec, self.game, mv);
        let runner_up = Self::runner_up(findings);
        let Some((line, rival)) = runner_up.and_then(|line| Some((line, known(line.mv())?))) else {
            return texts;
        };
        let others: Vec<DiscFacts> =
            findings.lines[1..].iter().filter_map(|line| known(line.mv())).collect();
        let open = |facts: &DiscFacts| facts.gives.len() + facts.leaves.len();
        let unit = Unit::of(self.spec);
        let n_open = others.iter().filter(|facts| open(facts) > 0).count();
        if open(&facts) > 0 && n_open == others.len() && unit == Unit::Corner {
            texts.push(format!("After every move of {m}'s {other} can take a corner."));
        } else if open(&facts) == 0 && open(&rival) > 0 {
            texts.push(format!(
                "After it {other} can take no {} on the next move; {} would let {other} do so.",
                unit.name(),
                counted_of(n_open, others.len())
            ));
        } else if !facts.gives.is_empty() && rival.gives.is_empty() {
            let is_behind = findings.is_behind(line);
            let all_lose = findings.proven().is_some_and(|exact| exact.result == GameResult::Loss);
            let but = match (is_behind, all_lose) {
                (true, _) => "see below why the other moves are worse all the same",
                (false, true) => "but moves that give none lose, too: see below",
                (false, false) => "the engine prefers it all the same",
            };
            texts.push(format!(
                "It gives {other} {}, against the rule of thumb; {but}.",
                unit.one()
            ));
        }
        let named = [best, line].map(|line| self.name(line));
        let counted = self.count_merits(&facts, &rival, named, &others, empty);
        if counted.is_empty() && empty > ENDING && !findings.is_proven {
            texts.extend(self.stands_out(findings));
        }
        texts.extend(counted);
        texts
    }

    /// Which corner a move opens that the other side can do nothing about.
    fn sure_corner(&self, line: &Line, facts: &DiscFacts) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let after = self.reached(&[line.mv()])?;
        let replies = after.position().moves();
        let is_sure = |corner: &Move| {
            replies.iter().all(|&reply| {
                self.reached(&[line.mv(), reply])
                    .is_some_and(|game| game.position().is_legal(*corner))
            })
        };
        let opened = corners(self.spec, self.game)
            .into_iter()
            .map(|mv| (mv, self.game.position().show_move(mv)));
        let opened = opened.filter(|(_, name)| facts.aims.contains(name));
        let (_, corner) = opened.into_iter().find(|(corner, _)| is_sure(corner))?;
        Some(format!("No answer of {other}'s keeps {m} from the corner {corner}."))
    }

    /// Where the best move leaves fewer moves than every other one, or many more than the next best.
    fn count_merits(
        &self,
        facts: &DiscFacts,
        rival: &DiscFacts,
        [name, next]: [String; 2],
        others: &[DiscFacts],
        empty: usize,
    ) -> Vec<String> {
        let other = names::side(!self.mover());
        let mut texts = Vec::new();
        // A count is no reason where another move shares it.
        let least =
            |count: fn(&DiscFacts) -> usize| others.iter().all(|known| count(facts) < count(known));
        let every = if others.len() == 1 { "The other move" } else { "Every other move" };
        if Unit::of(self.spec) == Unit::Corner
            && facts.safe < facts.replies
            && least(|facts| facts.safe)
        {
            texts.push(format!(
                "{every} leaves {other} more safe moves: {name} {}, {next} {}. {FEW}",
                none_or(facts.safe),
                rival.safe
            ));
        } else if empty > ENDING && least(|facts| facts.replies) {
            texts.push(format!("{every} leaves {other} more moves. {FEW}"));
        } else if empty > ENDING && facts.replies >= rival.replies + MUCH {
            texts.push(format!(
                "It leaves {other} more moves than {next} does ({} against {}), against the rule of thumb to leave \
                 the other side few.",
                facts.replies, rival.replies
            ));
        }
        texts
    }
}

/// "none", "2".
fn none_or(count: usize) -> String {
    if count == 0 { "none".to_owned() } else { count.to_string() }
}

/// "one of the 3 others", "all others".
fn counted_of(count: usize, all: usize) -> String {
    match (count, all) {
        (1, 1) => "the other move".to_owned(),
        (count, all) if count == all => format!("each of the other {all}"),
        (count, all) => format!("{count} of the other {all}"),
    }
}
