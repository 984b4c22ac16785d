//! Connect X: what is said of a proven position, and in which order: first what decides, then the rest.

use mossa_kernel::{Exact, GameResult, Side, values};
use mossa_search::Line;

use super::{apart::thrown_away, hanging};
use crate::explain::{Findings, Request, Story, facts::Facts, names, stones::Stones};

impl Request<'_> {
    /// Why a position is won, lost or even where that is proven and the side to move cannot win at once.
    pub(in crate::explain) fn dropped(
        &self,
        stones: &Stones,
        findings: &Findings,
        exact: &Exact,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Vec<String> {
        let mover = self.mover();
        match exact.result {
            GameResult::Draw => self.why_even(stones, findings, story, replies),
            GameResult::Loss => {
                let mut texts = self.choice(findings);
                let at_once = self.lost_at_once(stones, findings, exact);
                match at_once {
                    Some(at_once) => texts.push(at_once),
                    None => {
                        texts.extend(self.how_won(stones, findings, exact, story, !mover));
                    }
                }
                texts.extend(hanging::of_start(stones, story));
                texts
            }
            GameResult::Win => {
                let mut texts = self.opening(stones, findings, story, replies);
                texts.extend(self.how_won(stones, findings, exact, story, mover));
                texts.extend(self.wrong(stones, findings, story, replies));
                texts.extend(self.choice(findings));
                texts.extend(self.natural_mistake(stones, findings, replies));
                texts.extend(hanging::of_start(stones, story));
                texts
            }
        }
    }

    /// What the other side completes right after the best move, where that is one line.
    fn lost_at_once(&self, stones: &Stones, findings: &Findings, exact: &Exact) -> Option<String> {
        let best = findings.best();
        let facts = Facts::new(stones, best.mv(), self.mover())?;
        let is_new = exact.plies == Some(2) && stones.wins(!self.mover()).len() < 2;
        let is_told = is_new && !facts.allows.is_empty();
        is_told.then(|| format!("{} {}.", self.title(best), facts.words(stones)))
    }

    fn why_even(
        &self,
        stones: &Stones,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Vec<String> {
        let (mut lead, mut choice) = (Vec::new(), self.choice(findings));
        // Where all moves are as good, that is the reason.
        if findings.is_all_drawn() {
            std::mem::swap(&mut lead, &mut choice);
        }
        let apart = self.apart(stones, findings, story, replies);
        let asks = apart.is_none() && self.chosen_freely(stones, findings).is_some();
        let worse = thrown_away(findings, replies);
        let in_time = self.in_time(stones, story, &worse).filter(|_| asks);
        let first = apart.into_iter().chain(self.deed_with_lines(stones, findings)).collect();
        let wrong = self.wrong(stones, findings, story, replies).into_iter().chain(in_time);
        let wrong = wrong.chain(self.natural_mistake(stones, findings, replies)).collect();
        let cells = [hanging::of_draw(stones, story), hanging::of_start(stones, story)].concat();
        [lead, first, choice, wrong, cells, self.draw(stones, story)].concat()
    }

    /// What the best move does that wins.
    fn opening(
        &self,
        stones: &Stones,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Vec<String> {
        let Some(apart) = self.apart(stones, findings, story, replies) else {
            return self.beginning(stones, findings, story, self.mover());
        };
        let deed = self.deed_with_lines(stones, findings).filter(|_| story.uses_first_move());
        [apart].into_iter().chain(deed).collect()
    }

    /// What is wrong with worse moves, where a winning cell decides after them and nothing else is at stake.
    fn wrong(
        &self,
        stones: &Stones,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Option<String> {
        self.chosen_freely(stones, findings)?;
        self.waiting(stones, story, &thrown_away(findings, replies))
    }

    /// What the best move does, where it does something at once, and which lines a double threat that it prepares is
    /// about.
    fn deed_with_lines(&self, stones: &Stones, findings: &Findings) -> Option<String> {
        let deed = self.deed(stones, findings)?;
        let facts = Facts::new(stones, findings.best().mv(), self.mover())?;
        let [fork] = facts.forks[..] else { return Some(deed) };
        let made = stones.with(facts.cell, self.mover()).with(fork, self.mover());
        let lines = names::threatened(&made, &made.wins(self.mover()));
        let is_prepared = facts.prepares_fork();
        Some(if is_prepared { format!("{deed} That would threaten {lines}.") } else { deed })
    }

    /// How the winner wins in the line that is told.
    fn how_won(
        &self,
        stones: &Stones,
        findings: &Findings,
        exact: &Exact,
        story: &Story,
        winner: Side,
    ) -> Vec<String> {
        let mut texts = Vec::new();
        // Where two lines can be completed, all is said.
        if stones.wins(winner).len() < 2 {
            texts.extend(self.win(stones, findings, story, winner));
            texts.extend(one_of_many(story, winner));
        }
        texts.extend(Self::pace(story, exact, winner));
        texts
    }

    /// Which moves of a lost position hold out longest.
    pub(in crate::explain) fn longest(&self, findings: &Findings) -> Option<String> {
        let best = findings.best();
        let exact = findings.proven().filter(|exact| !exact.at_most)?;
        exact.plies?;
        let is_as_long = |line: &&Line| values::is_same(&line.value, &best.value);
        let all = findings.lines.len();
        let long: Vec<&Line> = findings.lines.iter().filter(is_as_long).collect();
        let is_all_known = findings.lines.iter().all(Line::is_settled);
        let name = self.title(best);
        let rest = names::list(long.iter().skip(1).map(|line| self.name(line)), "and");
        Some(match long.len() {
            _ if !is_all_known => format!("No move holds out longer than {}.", self.name(best)),
            count if count == all => "None holds out longer than the others.".to_owned(),
            1 => format!("{name} is shown because it holds out longest."),
            2 => format!("{name} is shown because it holds out longest; {rest} holds out as long."),
            _ => format!("{name} is shown because it holds out longest; {rest} hold out as long."),
        })
    }
}

/// That a line is one of many, where it is long: its winning cells need not come up in others.
fn one_of_many(story: &Story, winner: Side) -> Option<String> {
    /// A double threat, after a move and its answer.
    const SHORT: usize = 5;
    let loser = names::side(!winner);
    (story.moves.len() > SHORT).then(|| {
        format!(
            "This is one line of many: that {loser} loses is proven for all of its moves, but after others it \
             may lose in another way."
        )
    })
}
