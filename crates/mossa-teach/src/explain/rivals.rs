//! Othello: what is wrong with the next best move and with moves that look good.

use mossa_kernel::{Game, GameResult, Move, Side, Value};
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

/// Where nothing is proven, lines are compared after so many moves: as many as can be shown.
const MOST_FOLLOWED: usize = 8;

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
        let rivals = self.rivals(findings);
        let told = |index: usize| Story::tell(self.spec, self.game, &findings.lines[index].moves);
        let stories: Vec<Story> = rivals.iter().map(|(index, _)| told(*index)).collect();
        let fair = self.fair(story, &stories);
        let rivals = rivals.into_iter().zip(fair);
        rivals
            .zip(&stories)
            .map(|(((index, charm), fair), told)| {
                let line = &findings.lines[index];
                let reply = replies.get(index).and_then(Option::as_ref).unwrap_or(told);
                let worth = less(findings, line);
                let name = self.name(line);
                let answer = self.answered(reply);
                let cost = self.cost(findings, story, reply, fair);
                match charm {
                    Some(charm) => {
                        format!("Why not {name}? It {charm}, but {worth}.{answer}{cost}")
                    }
                    None => format!("Why not {name}? {}.{answer}{cost}", sentence(&worth)),
                }
            })
            .collect()
    }

    /// How the other side answers the first move of a line.
    fn answered(&self, reply: &Story) -> String {
        let other = names::side(!self.mover());
        match reply.moves.get(1) {
            None => String::new(),
            Some(&Move::PASS) => format!(" {other} must pass."),
            Some(&answer) => {
                let takes = reply.turns().get(1).is_some_and(|turn| turn.takes_corner);
                let takes = if takes {
                    format!(" and takes {}", Unit::of(self.spec).one())
                } else {
                    String::new()
                };
                format!(" {other} answers {}{takes}.", self.game.position().show_move(answer))
            }
        }
    }

    /// How two lines that the engine expects differ after a few moves, or else the moves at once.
    pub(super) fn outlook_beside(
        &self,
        findings: &Findings,
        best: &Story,
        reply: &Story,
        fair: Fair,
    ) -> String {
        let name = self.name(findings.best());
        self.harm_words(&name, best, reply)
            .or_else(|| self.after(&name, best, reply, fair))
            .or_else(|| self.first_look(findings, reply))
            .or_else(|| self.second_look(&name, best, reply, fair))
            .unwrap_or_else(|| {
                " Nothing that can be counted shows why: it is what the engine sees when it looks ahead."
                    .to_owned()
            })
    }

    /// For each of some worse moves, best first, which counts of moves to choose from do not put it before one
    /// that the engine likes better.
    fn fair(&self, best: &Story, rivals: &[Story]) -> Vec<Fair> {
        let lead = |reply: &Story| {
            let end = self.followed(reply, followed(best, reply));
            let [own, theirs] =
                [self.mover(), !self.mover()].map(|side| choices(&end, side).cast_signed());
            own - theirs
        };
        let leads: Vec<isize> = rivals.iter().map(lead).collect();
        let answered: Vec<Option<usize>> =
            rivals.iter().map(|reply| self.choices_answered(reply)).collect();
        let is_least = |index: usize| leads[..index].iter().all(|&lead| lead >= leads[index]);
        let is_fewest = |index: usize| answered[..index].iter().all(|&it| it >= answered[index]);
        (0..rivals.len())
            .map(|index| Fair { later: is_least(index), answered: is_fewest(index) })
            .collect()
    }

    /// How many moves the mover has after the answer to its first move in a line.
    fn choices_answered(&self, story: &Story) -> Option<usize> {
        let is_answered = story.moves.len() > 1 && story.turns()[1].side != self.mover();
        is_answered.then(|| choices(&self.followed(story, 2), self.mover()))
    }

    /// What sets two moves apart after the answers that the engine expects.
    fn second_look(&self, name: &str, best: &Story, reply: &Story, fair: Fair) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let first = self.followed(best, 1);
        let answer = reply.moves.get(1).filter(|&&mv| mv != Move::PASS)?;
        let is_turn = first.outcome().is_none() && first.position().side_to_move() != self.mover();
        if is_turn && !first.position().is_legal(*answer) {
            let answer = self.game.position().show_move(*answer);
            let gain = self.gain_of_answer(best, reply);
            return Some(format!(" After {name} {other} cannot play {answer}.{gain}"));
        }
        let [worse, better] = [reply, best].map(|story| self.choices_answered(story));
        let (worse, better) = (worse?, better?);
        (fair.answered && worse + MUCH <= better).then(|| {
            format!(
                " Then {m} has {} to choose from; after {name} and its answer {} it is {better}. {FEW}",
                names::counted(worse as u64, "move"),
                self.game.position().show_move(best.moves[1])
            )
        })
    }

    /// What the answer to a worse move gains beside the answer to the best one, as far as moves to
    /// choose from show it.
    fn gain_of_answer(&self, best: &Story, reply: &Story) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let show = |story: &Story| self.game.position().show_move(story.moves[1]);
        match [reply, best].map(|story| self.choices_answered(story)) {
            [Some(worse), Some(better)] if worse < better => format!(
                " {} leaves {m} {}, {other}'s answer {} to the best move leaves {better}. {FEW}",
                show(reply),
                names::counted(worse as u64, "move"),
                show(best)
            ),
            _ => " What it is good for shows only later: the engine looked ahead, and nothing that can \
                 be counted now tells."
                .to_owned(),
        }
    }

    /// The game after so many moves of a line.
    fn followed(&self, story: &Story, length: usize) -> Game {
        Story::tell(self.spec, self.game, &story.moves[..length]).end
    }

    /// How two lines differ after a few moves, where that speaks for the best one.
    fn after(&self, name: &str, best: &Story, reply: &Story, fair: Fair) -> Option<String> {
        let length = Some(followed(best, reply)).filter(|&length| length > 2)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let ends = [reply, best].map(|story| self.followed(story, length));
        let firm = [0, 1].map(|index| {
            let [x, o] = firm::counts(self.spec, &ends[index]);
            if self.mover() == Side::First { [x, o] } else { [o, x] }
        });
        let moves = [0, 1]
            .map(|index| [self.mover(), !self.mover()].map(|side| choices(&ends[index], side)));
        let on = format!("The engine expects {} next; then", self.told_line(reply, length - 1));
        if trails(firm[0], firm[1], MUCH) {
            return Some(format!(
                " {on} {m} has {} that can never be turned again and {other} {}; after {name} and as many \
                 moves {} and {}.",
                names::counted(firm[0][0] as u64, "disc"),
                firm[0][1],
                firm[1][0],
                firm[1][1]
            ));
        }
        if fair.later && trails(moves[0], moves[1], MUCH) {
            return Some(format!(
                " {on} {m} has {} to choose from and {other} {}; after {name} and as many moves {} and {}. {FEW}",
                names::counted(moves[0][0] as u64, "move"),
                moves[0][1],
                moves[1][0],
                moves[1][1]
            ));
        }
        None
    }

    /// What sets two moves apart at once.
    fn first_look(&self, findings: &Findings, reply: &Story) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let name = self.name(findings.best());
        let facts = |mv| DiscFacts::new(self.spec, self.game, mv);
        let rival = reply.moves.first().and_then(|&mv| facts(mv));
        let (Some(best), Some(rival)) = (facts(findings.best().mv()), rival) else {
            return None;
        };
        if let (Some(corner), None) = (&rival.beside, &best.beside) {
            return Some(format!(
                " It stands right beside the empty corner {corner}, which helps {other} to get there."
            ));
        }
        if !rival.gives.is_empty() && best.gives.is_empty() {
            let given = Unit::of(self.spec).the(&rival.gives);
            return Some(format!(" It lets {other} take {given}."));
        }
        if rival.replies >= best.replies + MUCH {
            return Some(format!(
                " It leaves {other} {} to choose from, {name} only {}. {FEW}",
                names::counted(rival.replies as u64, "move"),
                best.replies
            ));
        }
        if rival.exposed >= best.exposed + MUCH {
            return Some(format!(
                " After it {} of {m}'s discs border on an empty square, after {name} only {}: {other} finds \
                 more to turn.",
                rival.exposed, best.exposed
            ));
        }
        None
    }
}

/// Whether counts of moves to choose from agree with the engine's order, so that they may be told as a reason
/// against a move: those at the end of the lines that are shown, and those after the first answer.
#[derive(Clone, Copy)]
pub(super) struct Fair {
    later: bool,
    answered: bool,
}

/// After how many moves two lines are compared.
fn followed(best: &Story, reply: &Story) -> usize {
    MOST_FOLLOWED.min(reply.moves.len()).min(best.moves.len())
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
