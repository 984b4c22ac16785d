//! Why a game of lines is won, lost or even.

use std::cmp::Ordering;

use mossa_kernel::{Exact, GameResult, Move, Side};

use super::{
    Findings, Request, Story, facts::Facts, findings::MOST_CLOSE_LOOKS, names, parity,
    stones::Stones, story::Decision,
};

/// So many moves that look equal are many.
const MANY: usize = 3;

impl Request<'_> {
    /// Games of lines: what is threatened, and how the winner wins.
    pub(super) fn lines(&self, findings: &Findings, story: &Story) -> Vec<String> {
        let Some(stones) = Stones::new(self.spec, self.game) else { return Vec::new() };
        let mover = self.mover();
        let mut texts = self.alarm(&stones);
        if stones.wins(mover).is_empty() {
            match findings.proven() {
                Some(Exact { result: GameResult::Draw, .. }) => texts.extend(Self::draw(&stones)),
                Some(exact) => {
                    let winner = if exact.result == GameResult::Win { mover } else { !mover };
                    // Where two lines can be completed, all is said.
                    if stones.wins(winner).len() < 2 {
                        texts.extend(Self::win(&stones, story, winner));
                    }
                    texts.extend(Self::pace(story, &exact, winner));
                }
                None => texts.extend(self.belief(stones.clone(), findings)),
            }
        }
        texts.extend(self.choice(findings));
        texts
    }

    /// Where the line below is not as long as the shortest win, whose doing that is.
    fn pace(story: &Story, exact: &Exact, winner: Side) -> Option<String> {
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
    fn belief(&self, mut stones: Stones, findings: &Findings) -> Vec<String> {
        let best = findings.best();
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
        let Some(facts) = Facts::new(&stones, best.mv(), mover) else { return texts };
        let equals = about_equal(findings);
        if texts.is_empty() && facts.is_quiet() && equals >= MANY {
            let equals = match equals {
                equals if equals == findings.lines.len() => format!("all {equals}"),
                MOST_CLOSE_LOOKS.. => "many".to_owned(),
                equals => equals.to_string(),
            };
            texts.push(format!(
                "Nothing is threatened yet, and {equals} moves look about equal to the engine."
            ));
            texts.extend(Self::middle(&stones, mover));
        } else {
            texts.push(format!(
                "The engine prefers {}, which {}.",
                self.name(best),
                facts.words(&stones)
            ));
        }
        texts
    }

    /// Why the middle of a board is good.
    fn middle(stones: &Stones, side: Side) -> Option<String> {
        let (rows, columns) = (stones.rows(), stones.columns());
        let middle = if stones.falls() { columns / 2 } else { rows / 2 * columns + columns / 2 };
        let (center, corner) = (stones.cell_of(Move(middle))?, stones.cell_of(Move(0))?);
        let [inside, outside] = [center, corner].map(|cell| stones.open_lines(cell, side).0);
        (inside > outside).then(|| {
            format!(
                "What speaks for the middle: through {} run {}, through {} only {outside}.",
                names::cell(stones, center),
                names::counted(inside as u64, "open line"),
                names::cell(stones, corner)
            )
        })
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
        if let Some(forced) = story.forced_from(winner) {
            texts.push(if forced.is_all {
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
            let number = if number == 1 { String::new() } else { format!("move {number}, ") };
            texts.push(format!(
                "The point is {number}{}: it {}.",
                names::cell(&fork.before, fork.facts.cell),
                fork.facts.words(&fork.before)
            ));
        }
        if texts.is_empty() {
            texts.push(format!("The line below shows how {w} wins."));
        }
        texts
    }
}

/// How many of the moves that the engine had a closer look at are nearly as good as the best, that one
/// included.
fn about_equal(findings: &Findings) -> usize {
    let close = findings.lines.iter().take(MOST_CLOSE_LOOKS);
    close.filter(|line| !findings.is_worse(line)).count()
}
