//! Why a game of lines is won, lost or even.

use std::cmp::Ordering;

use mossa_kernel::{Exact, GameResult, Side};

use super::{
    Findings, Request, Story,
    facts::Facts,
    names, quiet,
    stones::Stones,
    story::{Decision, Step},
    verdict,
};
use crate::explain::connect::{hanging, parity};
use crate::explain::mnk::{
    beside::{closed_line, shuts},
    blocks,
    played_out::tell_mistakes_once,
    prospects::define_groups,
    standing,
    threatened::{self, Menace},
};

/// With less than such a chance a move is only a try.
const HOPELESS: f64 = 0.1;

impl Request<'_> {
    /// Games of lines: what is threatened, and how the winner wins.
    pub(super) fn lines(
        &self,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Vec<String> {
        let Some(stones) = Stones::new(self.spec, self.game) else { return Vec::new() };
        let mover = self.mover();
        let mut texts = self.alarm(&stones, findings.lines.len());
        if stones.wins(mover).is_empty() {
            match findings.proven() {
                Some(exact) if stones.falls() => {
                    texts.extend(self.dropped(&stones, findings, &exact, story, replies));
                    return texts;
                }
                Some(Exact { result: GameResult::Draw, .. }) => {
                    texts.extend(self.drawn(&stones, findings, story, replies));
                    return with_rule(&stones, texts);
                }
                Some(exact) => {
                    let winner = if exact.result == GameResult::Win { mover } else { !mover };
                    // Where two lines can be completed, all is said.
                    if stones.wins(winner).len() < 2 {
                        let cause = self.answer_to_menace(&stones, findings, story);
                        let cause = cause.filter(|_| winner == mover && !opens_with_fork(story));
                        match cause {
                            Some(cause) => texts.push(cause),
                            None => texts.extend(self.beginning(&stones, findings, story, winner)),
                        }
                        if winner != mover {
                            texts.extend(self.menaced(&stones, findings, story, replies));
                        }
                        texts.extend(self.win(&stones, findings, story, winner));
                    }
                    texts.extend(Self::pace(story, &exact, winner));
                }
                None => texts.extend(self.belief(stones.clone(), findings, story, replies)),
            }
        }
        texts.extend(self.common(findings, replies));
        texts.extend(self.choice(findings));
        if findings.proven().is_some_and(|exact| exact.result != GameResult::Loss) {
            texts.extend(self.natural_mistake(&stones, findings, replies));
        }
        with_rule(&stones, texts)
    }

    /// m,n,k: why a draw: which moves keep it, what the best one does, and how each side is held.
    fn drawn(
        &self,
        stones: &Stones,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Vec<String> {
        let choice = self.choice(findings);
        let is_free = findings.is_all_drawn();
        let mut texts = if is_free { choice.clone() } else { Vec::new() };
        if let Some(cause) = self.answer_to_menace(stones, findings, story).filter(|_| !is_free) {
            texts.push(cause);
        } else {
            texts.extend(self.deed(stones, findings));
            texts.extend(self.common(findings, replies));
        }
        if !is_free {
            texts.extend(choice);
        }
        let mistake = self.natural_mistake(stones, findings, replies);
        texts.extend(mistake.or_else(|| self.example_loss(stones, findings, replies)));
        texts.extend(self.draw(stones, story));
        texts
    }

    /// What the winner has, and what the best move does where it is the winner's.
    pub(super) fn beginning(
        &self,
        stones: &Stones,
        findings: &Findings,
        story: &Story,
        winner: Side,
    ) -> Vec<String> {
        let is_used = |_: &String| story.uses_first_move();
        let deed = self.deed(stones, findings).filter(is_used).or_else(|| {
            let made = story.makes(0)?;
            Some(format!("{} {made}.", self.title(findings.best())))
        });
        let deed = deed.filter(|_| winner == self.mover() && !opens_with_fork(story));
        standing::assets(stones, story, winner).into_iter().chain(deed).collect()
    }

    /// What the best move does, where it does something at once and had not to.
    pub(super) fn deed(&self, stones: &Stones, findings: &Findings) -> Option<String> {
        let best = findings.best();
        let facts = Facts::new(stones, best.mv(), self.mover())?;
        let tells = !facts.is_quiet() && stones.wins(!self.mover()).is_empty();
        (tells && findings.lines.len() > 1).then(|| {
            let loud = quiet::loud(stones, &facts, &self.title(best));
            let blocked = blocks::told(stones, &facts, self.mover());
            // What it takes from the other side is told already.
            let is_new = shuts(stones, facts.cell, self.mover()) && facts.spoils.is_empty();
            let closed = closed_line(stones, facts.cell, self.mover()).filter(|_| is_new);
            let closed = closed.map(|closed| format!("It also {closed}."));
            [loud].into_iter().chain(blocked).chain(closed).collect::<Vec<String>>().join(" ")
        })
    }

    /// Where the line below is not as long as the shortest win, whose doing that is.
    pub(super) fn pace(story: &Story, exact: &Exact, winner: Side) -> Option<String> {
        let plies = exact.plies.filter(|_| !exact.at_most)? as usize;
        let told = story.moves.len();
        story.end.outcome()?;
        let (w, loser) = (names::side(winner), names::side(!winner));
        match told.cmp(&plies) {
            Ordering::Equal => None,
            Ordering::Less => Some(format!(
                "The line below ends after {told} moves already: {loser} does not hold out as long as \
                 possible in it."
            )),
            Ordering::Greater => {
                Some(format!("The line below takes {told} moves: {w} does not hurry in it."))
            }
        }
    }

    /// Lines that either side could complete at once.
    fn alarm(&self, stones: &Stones, n_moves: usize) -> Vec<String> {
        let mover = self.mover();
        let (m, other) = (names::side(mover), names::side(!mover));
        if let Some(win) = stones.wins(mover).first() {
            let (cell, line) = (names::cell(stones, win.cell), names::line(stones, &win.line));
            let mut texts = vec![format!("{m} plays {cell} and completes {line}.")];
            let long = stones.open_cells().filter_map(|cell| {
                let length = stones.too_long(cell, mover)?;
                stones.completed_by(cell, mover).is_none().then_some((cell, length))
            });
            texts.extend(long.map(|(cell, length)| {
                let (cell, run) = (names::cell(stones, cell), stones.run());
                format!(
                    "Not {cell}: that would make {length} in a row, and only exactly {run} count."
                )
            }));
            return texts;
        }
        let dangers = stones.wins(!mover);
        let cells: Vec<u32> = dangers.iter().map(|win| win.cell).collect();
        match &dangers[..] {
            [] => Vec::new(),
            [danger] if n_moves == 1 => vec![format!(
                "{other} threatens to complete {}; the only move stops that.",
                names::completion(stones, danger),
            )],
            [danger] => vec![format!(
                "{other} threatens to complete {}. {m} cannot win at once, so {m} must play there: \
                 every other move loses right away.",
                names::completion(stones, danger),
            )],
            _ => vec![format!(
                "{other} can win at {}. {m} can stop only one of them, and cannot win first.",
                names::cells(stones, &cells)
            )],
        }
    }

    /// What speaks for the move that the engine prefers, where nothing is proven.
    fn belief(
        &self,
        mut stones: Stones,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Vec<String> {
        let best = findings.best();
        let mover = self.mover();
        let (m, other) = (names::side(mover), names::side(!mover));
        let mut texts = Vec::new();
        let could = |stones: &mut Stones, side: Side| {
            let forks = stones.forks(side);
            let cells = names::list(forks.iter().map(|&fork| names::cell(stones, fork)), "or");
            (!forks.is_empty()).then(|| format!("make a double threat at {cells}"))
        };
        let (own, theirs) = (could(&mut stones, mover), could(&mut stones, !mover));
        if let Some(own) = own {
            texts.push(format!("{m} can {own}."));
        }
        let cause = self.answer_to_menace(&stones, findings, story);
        let is_told = cause.is_some();
        if let Some(cause) = cause {
            texts.push(cause);
        } else if let Some(menace) = Menace::new(&stones, !mover) {
            texts.push(menace.words(&stones, false));
        } else if let Some(theirs) = theirs {
            texts.push(format!("If {m} does nothing about it, {other} can {theirs}."));
        }
        texts.extend(parity::of_position(&stones));
        texts.extend(hanging::expected(&stones, story));
        let Some(facts) = Facts::new(&stones, best.mv(), mover) else { return texts };
        let (lead, ahead) = verdict::lead(&best.value, mover);
        if texts.is_empty() && lead.abs() > verdict::EVEN {
            texts.extend(parity::last_word(&stones, mover, ahead));
        }
        texts.extend(self.last_try(findings).filter(|_| !stones.falls()));
        if facts.is_quiet() {
            texts.extend(self.quiet_choice(&stones, findings, story));
        } else {
            texts.extend(self.loud_equals(&stones, findings).filter(|_| !stones.falls()));
            if !is_told {
                texts.push(format!(
                    "The engine prefers {}, which {}.",
                    self.name(best),
                    facts.words(&stones)
                ));
                texts.extend(blocks::told(&stones, &facts, mover));
                let closed = closed_line(&stones, facts.cell, mover);
                let closed = closed.filter(|_| facts.spoils.is_empty() && !facts.is_forced());
                texts.extend(closed.map(|closed| format!("It also {closed}.")));
                texts.extend(self.tempo(story));
            }
        }
        texts.extend(self.columns_played_out(findings));
        if !facts.is_forced() {
            if !stones.falls() {
                // How many moves lose to what is threatened is told.
                texts.extend(self.known_losses(findings).filter(|_| !is_told));
                texts.extend(self.natural_loss(&stones, findings, replies));
            }
            texts.extend(self.nearly_twins(&stones, findings));
            texts.extend(self.why_not_these(&stones, findings, story, replies));
        }
        if !stones.falls() {
            texts.extend(self.why_ahead(findings, story));
            define_groups(&mut texts, stones.run());
            tell_mistakes_once(&mut texts);
        }
        texts
    }

    /// m,n,k: what a move gains that prepares a double threat which is taken away at once.
    fn tempo(&self, story: &Story) -> Option<String> {
        let [first, answer, next, ..] = story.steps() else { return None };
        let is_spent = first.facts.prepares_fork() && answer.facts.threatens.is_empty();
        let is_told = is_spent && !answer.facts.spoils.is_empty() && !first.before.falls();
        let [m, other] = [self.mover(), !self.mover()].map(names::side);
        is_told.then(|| {
            format!(
                "So {other} has to answer it, in the line below with {}, and {m} is to move again: {}, which {}.",
                names::cell(&first.before, answer.facts.cell),
                names::cell(&first.before, next.facts.cell),
                next.facts.words(&next.before).replace("; ", " and ")
            )
        })
    }

    /// Where the best move looks close to lost, that it is no more than a try.
    fn last_try(&self, findings: &Findings) -> Option<String> {
        let best = findings.best();
        (crate::chance(&best.value) < HOPELESS).then(|| {
            format!(
                "No move that was looked at gives {} more than {}: {} is only a try.",
                names::side(self.mover()),
                names::value(&best.value),
                self.name(best)
            )
        })
    }

    /// Why nobody wins: which lines are still open, and with which moves they are closed.
    pub(super) fn draw(&self, stones: &Stones, story: &Story) -> Vec<String> {
        if let Some(plans) = self.plans(stones, story) {
            return plans;
        }
        let run = stones.run();
        let [x, o] = Side::BOTH.map(|side| stones.begun(side, 0) as u64);
        let hopes = [x > 0, o > 0];
        if hopes == [false, false] {
            // Where only the exact length counts, a line may be open and useless.
            let has_room = Side::BOTH.into_iter().any(|side| stones.has_hope(side));
            let too_long = if has_room { " or would become too long" } else { "" };
            return vec![format!(
                "Nobody can complete {run} in a row any more: every line has stones of both sides{too_long}."
            )];
        }
        let open = match hopes {
            [true, false] => format!(
                "Only X could still complete a line: {} without a stone of O's.",
                are_left(x)
            ),
            [false, true] => format!(
                "Only O could still complete a line: {} without a stone of X's.",
                are_left(o)
            ),
            _ => format!(
                "Lines of {run} that hold no stone of the other side, and so can still be completed: X \
                 has {x}, O has {o}."
            ),
        };
        let closed = if stones.falls() {
            hanging::last_closings(story)
        } else {
            self.closings(stones, story)
        };
        let closed = closed.unwrap_or_default();
        vec![format!(
            "{open} Every way the game can go was looked at: they can always be closed in time.{closed}"
        )]
    }

    /// Which moves of a drawn line close the lines that are open.
    fn closings(&self, stones: &Stones, story: &Story) -> Option<String> {
        let last = story.last_stones()?;
        if Side::BOTH.into_iter().any(|side| last.has_hope(side)) {
            return None;
        }
        let mut before = Side::BOTH.map(|side| stones.begun(side, 0));
        let mut closings = Vec::new();
        for (step, &mv) in story.steps().iter().zip(&story.moves) {
            let after = step.after();
            let now = Side::BOTH.map(|side| after.begun(side, 0));
            let victim = !step.side;
            let index = usize::from(victim == Side::Second);
            if before[index] > now[index] {
                let name = names::played(self.spec, self.game, mv);
                closings.push(format!(
                    "{name} closes {} of {}'s",
                    before[index] - now[index],
                    names::side(victim)
                ));
            }
            before = now;
        }
        Some(format!(" In the line below {}.", names::list(closings, "and")))
    }

    /// How the winner wins.
    pub(super) fn win(
        &self,
        stones: &Stones,
        findings: &Findings,
        story: &Story,
        winner: Side,
    ) -> Vec<String> {
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
        if let Some(forced) = story.forced_from(winner) {
            // Of other moves than the one below it does not follow.
            let is_one_way = forced.is_all && winner != self.mover() && !stones.falls();
            texts.push(if is_one_way {
                format!(
                    "In the line below each move of {w}'s threatens to win at once, so {loser} has no choice \
                     but to answer there."
                )
            } else if forced.is_all {
                format!(
                    "Each move of {w}'s threatens to win at once, so {loser} has no choice but to \
                     answer there."
                )
            } else {
                format!(
                    "From move {} of the line below on, each move of {w}'s threatens to win at \
                     once, so {loser} has no choice but to answer there.",
                    forced.number
                )
            });
        }
        if let Some(Decision::Fork(fork, number)) = story.decision(winner) {
            let cell = names::cell(&fork.before, fork.facts.cell);
            // Other moves that are as good make a point of their own.
            let is_only = stones.falls() || findings.equally_soon().count() == 1;
            let point = match number {
                1 if is_only => format!("The point is {cell}"),
                1 => format!("One way is {cell}"),
                number => format!("The point of the line below is move {number}, {cell}"),
            };
            texts.push(format!("{point}: it {}.", fork.facts.words(&fork.before)));
            texts.extend(story.pressed_until(number, winner).map(|number| {
                format!(
                    "Each of the {number} moves of {w}'s before it makes a threat or prepares a double threat, which \
                     {loser} must answer; so {w} collects stones for the last one, and {loser} never gets to a plan \
                     of its own."
                )
            }));
        }
        texts.extend(threatened::too_late(stones, story, winner));
        texts.extend(self.births(story, winner));
        texts.extend(story.prevention.clone());
        if texts.is_empty() {
            texts.push(format!("The line below shows how {w} wins."));
        }
        texts
    }

    /// With which moves the winner got the cells that decide in the end.
    fn births(&self, story: &Story, winner: Side) -> Vec<String> {
        let Some(Decision::Fork(fork, number)) = story.decision(winner) else { return Vec::new() };
        let w = names::side(winner);
        let wins = fork.facts.threatens.iter().chain(&fork.facts.stacked);
        let mut wins: Vec<_> = wins.map(|win| (story.born(win.cell, winner), win)).collect();
        wins.sort_by_key(|(born, _)| *born);
        let place = |cell: u32| names::place(&fork.before, cell);
        let old: Vec<String> =
            wins.iter().filter(|(born, _)| *born == 0).map(|(_, win)| place(win.cell)).collect();
        let (verb, cells) =
            if old.len() == 1 { ("is", "a winning cell") } else { ("are", "winning cells") };
        let old = (!old.is_empty())
            .then(|| format!("{} {verb} {cells} of {w}'s already now.", names::list(old, "and")));
        // What the first move does is told before.
        let is_told = |first: &Step| first.side == winner && !first.facts.is_forced();
        let told = usize::from(story.steps().first().is_some_and(is_told));
        let later = wins.iter().filter(|(born, _)| *born > told && *born < number);
        let later = later.map(|&(born, win)| {
            let mv = names::played(self.spec, self.game, story.moves[born - 1]);
            format!("{w} gets the winning cell {} with move {born}, {mv}.", place(win.cell))
        });
        old.into_iter().chain(later).map(|text| names::title(&text)).collect()
    }
}

/// The texts, and before them what is counted where that is not plain.
fn with_rule(stones: &Stones, texts: Vec<String>) -> Vec<String> {
    exact_rule(stones, &texts).into_iter().chain(texts).collect()
}

/// What is counted where longer rows do not win and lines are counted.
fn exact_rule(stones: &Stones, texts: &[String]) -> Option<String> {
    let counts = texts.iter().any(|text| {
        ["lines", "Lines", "still become"].iter().any(|counted| text.contains(counted))
    });
    let run = stones.run();
    (stones.is_exact() && counts).then(|| {
        format!(
            "Here exactly {run} in a row win. Longer rows do not, and a line that would become longer is not \
             counted below."
        )
    })
}

/// Whether the line begins with a double threat.
fn opens_with_fork(story: &Story) -> bool {
    story.steps().first().is_some_and(|step| step.facts.is_double())
}

/// "one line is left", "3 lines are left".
fn are_left(count: u64) -> String {
    match count {
        1 => "one line is left".to_owned(),
        count => format!("{count} lines are left"),
    }
}
