//! Othello: what is wrong with the next best move and with moves that look good.

use mossa_kernel::{GameResult, Move, Side, Value};
use mossa_search::Line;

use super::{
    DiscFacts, Findings, Request, Story,
    discs::choices,
    firm::{self, Unit},
    names,
    outlook::FEW,
    parting::{MUCH, trails},
    result,
};

/// Where nothing is proven, lines are compared after so many moves, or if that tells nothing, after so
/// many.
const MOST_FOLLOWED: usize = 8;

const MOST_LOOKED_AHEAD: usize = 16;

/// So many rivals are told.
const MOST_RIVALS: usize = 3;

impl Request<'_> {
    /// Which moves want an answer to be told.
    pub(super) fn tempting(&self, findings: &Findings) -> Vec<bool> {
        let rivals = self.rivals(findings);
        let is_rival = |index| rivals.iter().any(|(rival, _)| *rival == index);
        (0..findings.lines.len()).map(|index| findings.is_proven && is_rival(index)).collect()
    }

    /// The next best of the moves that are worse than the best one.
    pub(super) fn runner_up(findings: &Findings) -> Option<&Line> {
        findings.lines.iter().skip(1).find(|line| is_behind(findings, line))
    }

    /// Moves that are worse than the best one: the next best, and those that look better, with what
    /// speaks for them.
    fn rivals(&self, findings: &Findings) -> Vec<(usize, Option<String>)> {
        let known = |line: &Line| DiscFacts::new(self.spec, self.game, line.mv());
        let Some(best) = known(findings.best()) else { return Vec::new() };
        let other = names::side(!self.mover());
        let lines = findings.lines.iter().enumerate().filter(|(_, line)| is_behind(findings, line));
        let worse: Vec<(usize, DiscFacts)> =
            lines.filter_map(|(index, line)| Some((index, known(line)?))).collect();
        let corner = worse.iter().find(|(_, facts)| facts.takes_corner && !best.takes_corner);
        let greedy = worse.iter().max_by_key(|(index, facts)| (facts.turned, usize::MAX - index));
        let greedy = greedy.filter(|(_, facts)| facts.turned > best.turned);
        let narrow = worse.iter().min_by_key(|(index, facts)| (facts.replies, *index));
        let narrow = narrow.filter(|(_, facts)| facts.replies < best.replies);
        // Worst of all is a move that looks good and changes who wins.
        let is_spoiled =
            |index: usize| result(&findings.lines[index].value) != result(&findings.best().value);
        let spoiler = worse.iter().filter(|(index, facts)| {
            let looks_good = facts.replies < best.replies || facts.turned > best.turned;
            findings.is_proven && is_spoiled(*index) && looks_good
        });
        let spoiler = spoiler.min_by_key(|(index, facts)| (facts.replies, *index));
        let charm = |facts: &DiscFacts| {
            let corner = (facts.takes_corner && !best.takes_corner)
                .then(|| format!("takes {}", Unit::of(self.spec).one()));
            let turned = (facts.turned > best.turned)
                .then(|| format!("turns more discs ({} against {})", facts.turned, best.turned));
            let moves = (facts.replies < best.replies).then(|| match facts.replies {
                0 => format!("leaves {other} without a move"),
                replies => {
                    format!("leaves {other} fewer moves ({replies} against {})", best.replies)
                }
            });
            let charms: Vec<String> = [corner, turned, moves].into_iter().flatten().collect();
            (!charms.is_empty()).then(|| names::list(charms, "and"))
        };
        let mut rivals: Vec<(usize, Option<String>)> = Vec::new();
        for (index, facts) in [worse.first(), corner, spoiler, narrow, greedy].into_iter().flatten()
        {
            let is_known = rivals.iter().any(|(rival, _)| findings.are_twins(*rival, *index));
            if !is_known && rivals.iter().all(|(rival, _)| rival != index) {
                rivals.push((*index, charm(facts)));
            }
        }
        rivals.truncate(MOST_RIVALS);
        rivals.sort_by_key(|(index, _)| *index);
        rivals
    }

    /// Which moves are nearly as good as the best, where that is no more than an opinion.
    pub(super) fn near_equals(&self, findings: &Findings) -> Option<String> {
        if findings.is_proven {
            return None;
        }
        let close =
            findings.lines.iter().enumerate().skip(1).filter(|(index, line)| {
                !is_behind(findings, line) && !findings.are_twins(0, *index)
            });
        let close: Vec<String> = close.map(|(_, line)| self.name(line)).collect();
        if close.len() > 1 && close.len() + 1 == findings.lines.len() {
            return Some(
                "All moves look about equal to the engine; no clear difference is known."
                    .to_owned(),
            );
        }
        (!close.is_empty()).then(|| {
            let look = if close.len() == 1 { "looks" } else { "look" };
            format!(
                "{} {look} about as good to the engine; no clear difference is known.",
                names::list(close, "and")
            )
        })
    }

    /// What is wrong with the next best move and with moves that look good.
    pub(super) fn why_not(
        &self,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Vec<String> {
        let other = names::side(!self.mover());
        let rivals = self.rivals(findings).into_iter();
        rivals
            .map(|(index, charm)| {
                let line = &findings.lines[index];
                let told = Story::tell(self.spec, self.game, &line.moves);
                let reply = replies.get(index).and_then(Option::as_ref).unwrap_or(&told);
                let worth = less(findings, line);
                let name = self.name(line);
                let answer = match reply.moves.get(1) {
                    None => String::new(),
                    Some(&Move::PASS) => format!(" {other} must pass."),
                    Some(&answer) => {
                        let takes = reply.turns().get(1).is_some_and(|turn| turn.takes_corner);
                        let takes = if takes {
                            format!(" and takes {}", Unit::of(self.spec).one())
                        } else {
                            String::new()
                        };
                        format!(
                            " {other} answers {}{takes}.",
                            self.game.position().show_move(answer)
                        )
                    }
                };
                let cost = self.cost(findings, story, reply);
                match charm {
                    Some(charm) => {
                        format!("Why not {name}? It {charm}, but {worth}.{answer}{cost}")
                    }
                    None => format!("Why not {name}? {}.{answer}{cost}", sentence(&worth)),
                }
            })
            .collect()
    }

    /// How two lines that the engine expects differ after as many moves, or else the moves at once.
    pub(super) fn outlook_beside(
        &self,
        findings: &Findings,
        best: &Story,
        reply: &Story,
    ) -> String {
        let name = self.name(findings.best());
        let common = reply.moves.len().min(best.moves.len());
        let lengths = [MOST_FOLLOWED.min(common), MOST_LOOKED_AHEAD.min(common)];
        let told = lengths.into_iter().filter(|&length| length > 2);
        let mut told = told.filter_map(|length| self.after(&name, length, best, reply));
        told.next().unwrap_or_else(|| self.first_look(findings, reply))
    }

    /// How two lines differ after so many moves, where that speaks for the best one.
    fn after(&self, name: &str, length: usize, best: &Story, reply: &Story) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let both = [reply, best];
        let ends = both.map(|story| Story::tell(self.spec, self.game, &story.moves[..length]).end);
        let firm = [0, 1].map(|index| {
            let [x, o] = firm::counts(self.spec, &ends[index]);
            if self.mover() == Side::First { [x, o] } else { [o, x] }
        });
        let moves = [0, 1]
            .map(|index| [self.mover(), !self.mover()].map(|side| choices(&ends[index], side)));
        let corners = both.map(|story| {
            [self.mover(), !self.mover()].map(|side| {
                let turns = story.turns().iter().take(length);
                turns.filter(|turn| turn.takes_corner && turn.side == side).count()
            })
        });
        let unit = Unit::of(self.spec).one();
        if trails(corners[0], corners[1], 1) {
            if corners[1][1] == 0 && reply.turns()[1].takes_corner {
                return Some(format!(
                    " After {name} {other} gets none within {length} moves, as the engine expects them."
                ));
            } else if corners[1][1] == 0 && corners[0][1] > 0 {
                return Some(format!(
                    " {other} gets {unit} within {length} moves, as the engine expects them; after {name} \
                     {other} gets none."
                ));
            } else if corners[0][0] == 0 && corners[1][0] > 0 {
                return Some(format!(
                    " {m} gets no {} within {length} moves, as the engine expects them; after {name} {m} \
                     gets one.",
                    Unit::of(self.spec).name()
                ));
            }
        }
        if trails(firm[0], firm[1], MUCH) {
            return Some(format!(
                " {length} moves on, as the engine expects them, {m} has {} that can never be turned again and \
                 {other} {}; after {name} {} and {}.",
                names::counted(firm[0][0] as u64, "disc"),
                firm[0][1],
                firm[1][0],
                firm[1][1]
            ));
        }
        if trails(moves[0], moves[1], MUCH) {
            return Some(format!(
                " {length} moves on, as the engine expects them, {m} has {} to choose from and {other} {}; \
                 after {name} {} and {}. {FEW}",
                names::counted(moves[0][0] as u64, "move"),
                moves[0][1],
                moves[1][0],
                moves[1][1]
            ));
        }
        None
    }

    /// What sets two moves apart at once.
    fn first_look(&self, findings: &Findings, reply: &Story) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let name = self.name(findings.best());
        let facts = |mv| DiscFacts::new(self.spec, self.game, mv);
        let rival = reply.moves.first().and_then(|&mv| facts(mv));
        let (Some(best), Some(rival)) = (facts(findings.best().mv()), rival) else {
            return String::new();
        };
        if let (Some(corner), None) = (&rival.beside, &best.beside) {
            return format!(
                " It stands right beside the empty corner {corner}, which helps {other} to get there."
            );
        }
        if !rival.gives.is_empty() && best.gives.is_empty() {
            let given = Unit::of(self.spec).the(&rival.gives);
            return format!(" It lets {other} take {given}.");
        }
        if rival.replies >= best.replies + MUCH {
            return format!(
                " It leaves {other} {} to choose from, {name} only {}. {FEW}",
                names::counted(rival.replies as u64, "move"),
                best.replies
            );
        }
        if rival.exposed >= best.exposed + MUCH {
            return format!(
                " After it {} of {m}'s discs border on an empty square, after {name} only {}: {other} finds \
                 more to turn.",
                rival.exposed, best.exposed
            );
        }
        " Nothing that can be counted shows why: it is what the engine sees when it looks ahead."
            .to_owned()
    }
}

/// Whether a move is worse than the best one, or by the numbers that are shown clearly looks so.
fn is_behind(findings: &Findings, line: &Line) -> bool {
    /// Percentages that are nearer to each other than this are called equal.
    const CLEARLY: f64 = 5.0;
    match (&findings.best().value, &line.value) {
        (best @ Value::Estimate(_), value) => {
            let percent = |value| (100.0 * crate::chance(value)).round();
            percent(best) - percent(value) >= CLEARLY
        }
        _ => findings.is_worse(line),
    }
}

/// A half sentence about a move as a sentence.
fn sentence(worth: &str) -> String {
    if worth.starts_with("the engine") {
        format!("T{}", &worth[1..])
    } else {
        format!("It {worth}")
    }
}

/// How much less a move is worth than the best one.
fn less(findings: &Findings, line: &Line) -> String {
    match (&line.value, &findings.best().value) {
        (Value::Exact(exact), _) => match (exact.result, exact.margin.map(i32::abs)) {
            (GameResult::Win, Some(margin)) => format!("wins by only {margin}"),
            (GameResult::Loss, Some(margin)) => format!("loses by {margin}"),
            (GameResult::Draw, _) => "only draws".to_owned(),
            (GameResult::Win, None) => "wins by less".to_owned(),
            (GameResult::Loss, None) => "loses".to_owned(),
        },
        _ if findings.is_first_impression() => "the engine likes it less".to_owned(),
        (value, best) => format!(
            "the engine likes it less ({} against {})",
            names::value(value),
            names::value(best)
        ),
    }
}
