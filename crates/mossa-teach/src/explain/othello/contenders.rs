//! Othello: which moves ask for a word beside the best one, and how much less they are worth.

use mossa_kernel::{GameResult, Move, Value, values};
use mossa_search::Line;

use super::firm::Unit;
use crate::explain::{DiscFacts, Findings, Request, Story, names, result};

/// So many rivals are told: the next best move, and the most tempting ones.
pub(super) const MOST_TOLD: usize = 3;

/// Of few moves each gets a word.
const FEW: usize = 3;

/// Percentages that are nearer to each other than this are called equal.
pub(super) const CLEARLY: f64 = 6.0;

/// A worse move is much worse from so many percent, or so many discs, on.
const MUCH_LESS_PERCENT: f64 = 20.0;
const MUCH_LESS_DISCS: i32 = 8;

/// What a disc that ends as the other side's makes in the difference, and how that is told.
const ONE_DISC: i32 = 2;
pub(super) const COUNTED: &str =
    "that is one disc that changes sides, and only counting to the end shows it";

/// A move that somebody may ask about: its place in the list, and what speaks for it.
pub(super) struct Rival {
    pub(super) index: usize,
    pub(super) charm: Option<String>,
    /// How many beginners would pick it: each classic player is one, and whoever turns most discs.
    pub(super) n_asked: usize,
}

/// A move behind the best one, and what it does.
pub(super) struct Candidate {
    pub(super) index: usize,
    pub(super) facts: DiscFacts,
    is_behind: bool,
}

impl Findings {
    /// Whether counts tell a proven ending.
    pub(super) fn tells_by_counts(&self) -> bool {
        self.is_proven && !self.judged.best.is_empty()
    }

    /// Whether nothing is left to find out about the best move: how the game ends after it, and that no
    /// other move does better.
    pub(super) fn is_counted(&self) -> bool {
        let tells = |exact: &mossa_kernel::Exact| {
            exact.margin.is_some() || exact.result == GameResult::Draw
        };
        let is_known = |line: &Line| matches!(&line.value, Value::Exact(exact) if tells(exact));
        self.proven().is_some_and(|exact| tells(&exact))
            && (self.is_settled || self.lines.iter().all(is_known))
    }

    /// By how much every move loses at least, where that is known.
    pub(super) fn least_loss(&self) -> Option<i32> {
        let exact = self.proven().filter(|exact| exact.result == GameResult::Loss)?;
        exact.margin.filter(|_| self.is_counted()).map(i32::abs)
    }

    /// Whether a move is proven to end with the same difference of discs as the best one.
    pub(in crate::explain) fn ends_alike(&self, line: &Line) -> bool {
        let best = &self.best().value;
        let is_known = match &line.value {
            Value::Exact(exact) => exact.margin.is_some() || exact.result == GameResult::Draw,
            Value::Estimate(_) => false,
        };
        is_known && values::is_same(&line.value, best)
    }

    /// Whether a move is worse than the best one, or by the numbers that are shown clearly looks so.
    pub(super) fn is_behind(&self, line: &Line) -> bool {
        match (&self.best().value, &line.value) {
            // Of two losses, or wins, the size of the first of which is not known, neither is behind.
            (Value::Exact(best), Value::Exact(exact))
                if best.result == exact.result
                    && best.margin.is_none()
                    && best.result != GameResult::Draw =>
            {
                false
            }
            // What is proven to lose is behind what may not.
            (Value::Estimate(_), Value::Exact(exact)) if exact.result == GameResult::Loss => true,
            (Value::Estimate(_), _) => {
                // Before the moves are judged, the numbers that are shown tell.
                let good = &self.lines[..self.judged.n_good];
                if good.is_empty() {
                    self.is_clearly_less(line)
                } else {
                    good.iter().all(|it| it.mv() != line.mv())
                }
            }
            _ => self.is_worse(line),
        }
    }

    /// Whether a move is clearly worth less by the numbers that are shown.
    pub(super) fn is_clearly_less(&self, line: &Line) -> bool {
        shown_percent(&self.best().value) - shown_percent(&line.value) >= CLEARLY
    }

    /// Whether it is not known how a move compares to a proven best one.
    pub(super) fn is_open(&self, line: &Line) -> bool {
        self.is_proven && !self.is_behind(line) && !self.ends_alike(line)
    }

    /// The places of the moves that are as good as the best one or about so, itself first.
    pub(super) fn peers(&self) -> Vec<usize> {
        let is_peer = |index: &usize| {
            let line = &self.lines[*index];
            *index == 0 || !self.is_behind(line) && !self.is_open(line)
        };
        (0..self.lines.len()).filter(is_peer).collect()
    }

    /// The moves that are behind the best one, or may be, with their places in the list.
    pub(super) fn behind(&self) -> impl Iterator<Item = (usize, &Line)> {
        let lines = self.lines.iter().enumerate().skip(1);
        lines.filter(|(index, line)| {
            (self.is_behind(line) || self.is_open(line)) && !self.are_twins(0, *index)
        })
    }

    /// Which of those the other side answers with a move.
    pub(super) fn answered_with(&self, replies: &[Option<Story>], answer: Move) -> Vec<usize> {
        let is_answered = |(index, line): &(usize, &Line)| {
            let reply = replies.get(*index).and_then(Option::as_ref);
            reply.map_or(&line.moves[..], |reply| &reply.moves).get(1) == Some(&answer)
        };
        self.behind().filter(is_answered).map(|(index, _)| index).collect()
    }

    /// Whether a move that is worse is much worse: another result, many discs, or many percent.
    fn is_far_behind(&self, line: &Line) -> bool {
        match (&self.best().value, &line.value) {
            (Value::Exact(best), Value::Exact(exact)) => {
                let margins = best.margin.zip(exact.margin);
                let is_far = margins.is_some_and(|(best, own)| best - own >= MUCH_LESS_DISCS);
                best.result != exact.result || is_far
            }
            (best, value) => shown_percent(best) - shown_percent(value) >= MUCH_LESS_PERCENT,
        }
    }
}

impl Request<'_> {
    /// Which moves want an answer to be told.
    pub(in crate::explain) fn tempting(&self, findings: &Findings) -> Vec<bool> {
        let mut rivals = self.rivals(findings);
        rivals.truncate(MOST_TOLD);
        let is_rival = |index| rivals.iter().any(|rival| rival.index == index);
        (0..findings.lines.len()).map(|index| findings.is_proven && is_rival(index)).collect()
    }

    /// The next best of the moves that are worse than the best one, or may be.
    pub(super) fn runner_up(findings: &Findings) -> Option<&Line> {
        let mut others = findings.lines.iter().enumerate().skip(1);
        let is_next = |(index, line): &(usize, &Line)| {
            let is_other = findings.is_behind(line) || findings.is_open(line);
            is_other && !findings.are_twins(0, *index)
        };
        others.find(is_next).map(|(_, line)| line)
    }

    /// Moves that somebody may ask about: the next best, and those that look good, with what speaks for
    /// them.
    pub(super) fn rivals(&self, findings: &Findings) -> Vec<Rival> {
        let Some(best) = DiscFacts::new(self.spec, self.game, findings.best().mv()) else {
            return Vec::new();
        };
        let candidates = self.candidates(findings);
        let worse: Vec<&Candidate> = candidates.iter().filter(|it| it.is_behind).collect();
        let corner = worse.iter().find(|it| it.facts.takes_corner).copied();
        let opener = worse.iter().find(|it| opens(&it.facts) && !opens(&best)).copied();
        // What hands over a corner tempts less, and the table says so.
        let greedy = worse
            .iter()
            .max_by_key(|it| (it.facts.gives.is_empty(), it.facts.turned, usize::MAX - it.index));
        let greedy = greedy.filter(|it| it.facts.turned > best.turned).copied();
        let narrow = worse.iter().min_by_key(|it| (it.facts.replies, it.index));
        let narrow = narrow.filter(|it| it.facts.replies < best.replies).copied();
        // Where the best move gives a corner away, everybody asks for one that does not.
        let mut keepers = candidates.iter().filter(|it| {
            let open = |facts: &DiscFacts| facts.gives.len() + facts.leaves.len();
            open(&best) > 0 && open(&it.facts) == 0
        });
        let (keeper, second) = (keepers.next(), keepers.next());
        let trap = self.trap(findings, &best, &worse);
        // The move that changes the result matters most.
        let known = result(&findings.best().value);
        let changer = worse.iter().find(|it| result(&findings.lines[it.index].value) != known);
        let beginners = self.beginners(findings, &candidates);
        let asked: Vec<usize> = beginners.iter().map(|it| it.index).collect();
        let changer = changer.copied().into_iter();
        // Whoever compares moves asks for the next best one.
        let next = worse.first().copied().or(candidates.first());
        let order = [keeper, opener, greedy, trap, second, narrow];
        let order = order.into_iter().flatten();
        let all = candidates.iter().filter(|_| candidates.len() <= FEW);
        let all = changer.chain(next).chain(corner).chain(beginners).chain(order).chain(all);
        let mut rivals = self.once(findings, &best, &asked, all);
        // Of what is known to be worse more can be told.
        rivals.sort_by_key(|rival| findings.is_open(&findings.lines[rival.index]));
        rivals
    }

    /// Candidates as rivals, none twice.
    pub(super) fn once<'c>(
        &self,
        findings: &Findings,
        best: &DiscFacts,
        asked: &[usize],
        candidates: impl Iterator<Item = &'c Candidate>,
    ) -> Vec<Rival> {
        let mut rivals: Vec<Rival> = Vec::new();
        for it in candidates {
            let is_told = |rival: &Rival| {
                rival.index == it.index || findings.are_twins(rival.index, it.index)
            };
            if !rivals.iter().any(is_told) {
                let n_asked = asked.iter().filter(|&&index| index == it.index).count();
                let charm = self.charm(best, &it.facts);
                rivals.push(Rival { index: it.index, charm, n_asked });
            }
        }
        rivals
    }

    /// The moves that are worse than the best one or may be, of mirror images the first.
    pub(super) fn candidates(&self, findings: &Findings) -> Vec<Candidate> {
        let lines = findings.lines.iter().enumerate().skip(1);
        lines
            .filter(|(index, _)| (0..*index).all(|before| !findings.are_twins(before, *index)))
            .filter_map(|(index, line)| {
                let is_behind = findings.is_behind(line);
                let facts = DiscFacts::new(self.spec, self.game, line.mv())?;
                (is_behind || findings.is_open(line)).then_some(Candidate {
                    index,
                    facts,
                    is_behind,
                })
            })
            .collect()
    }

    /// The worst of the moves that are much worse and look good, or at least harmless.
    fn trap<'c>(
        &self,
        findings: &Findings,
        best: &DiscFacts,
        worse: &[&'c Candidate],
    ) -> Option<&'c Candidate> {
        let looks_good = |facts: &DiscFacts| {
            let is_plain = facts.gives.is_empty() && facts.beside.is_none();
            self.charm(best, facts).is_some() || is_plain
        };
        let is_trap = |it: &&&Candidate| {
            findings.is_far_behind(&findings.lines[it.index]) && looks_good(&it.facts)
        };
        worse.iter().rfind(is_trap).copied()
    }

    /// What speaks for a move beside the best one, at first sight.
    pub(super) fn charm_of(&self, findings: &Findings, line: &Line) -> Option<String> {
        let facts = |mv| DiscFacts::new(self.spec, self.game, mv);
        self.charm(&facts(findings.best().mv())?, &facts(line.mv())?)
    }

    fn charm(&self, best: &DiscFacts, facts: &DiscFacts) -> Option<String> {
        let other = names::side(!self.mover());
        let unit = Unit::of(self.spec);
        let corner =
            (facts.takes_corner && !best.takes_corner).then(|| format!("takes {}", unit.one()));
        let open = |facts: &DiscFacts| facts.gives.len() + facts.leaves.len();
        let keeps = (open(best) > 0 && open(facts) == 0)
            .then(|| format!("lets {other} take no {}", unit.name()));
        let opened = (opens(facts) && !opens(best))
            .then(|| format!("opens {} for {}", unit.the(&facts.aims), names::side(self.mover())));
        let turned = (facts.turned > best.turned)
            .then(|| format!("turns more discs ({} against {})", facts.turned, best.turned));
        let moves = (facts.replies < best.replies).then(|| match facts.replies {
            0 => format!("leaves {other} without a move"),
            replies => {
                format!("leaves {other} fewer moves at first ({replies} against {})", best.replies)
            }
        });
        let charms: Vec<String> =
            [corner, keeps, opened, turned, moves].into_iter().flatten().collect();
        (!charms.is_empty()).then(|| names::list(charms, "and"))
    }

    /// That the best move alone keeps the other side from a corner, at least at once.
    fn only_guard(&self, findings: &Findings) -> Option<String> {
        let denied = |line: &Line| {
            DiscFacts::new(self.spec, self.game, line.mv())
                .map_or_else(Vec::new, |facts| facts.denies)
        };
        let (best, others) = findings.lines.split_first()?;
        let kept = denied(best);
        let is_only = !kept.is_empty() && others.iter().all(|line| denied(line).is_empty());
        is_only.then(|| {
            let (name, other) = (self.name(best), names::side(!self.mover()));
            let corner = Unit::of(self.spec).the(&kept);
            format!("only {name} keeps {other} from {corner} for now")
        })
    }

    /// Which moves are nearly as good as the best, where that is no more than an opinion.
    pub(super) fn near_equals(&self, findings: &Findings) -> Option<String> {
        if findings.is_proven {
            return None;
        }
        let close =
            findings.lines.iter().enumerate().skip(1).filter(|(index, line)| {
                !findings.is_behind(line) && !findings.are_twins(0, *index)
            });
        let close: Vec<String> = close.map(|(_, line)| self.name(line)).collect();
        if close.len() > 1 && close.len() + 1 == findings.lines.len() {
            let known = self.only_guard(findings).or_else(|| self.advice(findings));
            let known = known.unwrap_or_else(|| "no clear difference is known".to_owned());
            return Some(format!(
                "All moves look about equally good to the engine, which would play {}; {known}.",
                self.name(findings.best())
            ));
        }
        (!close.is_empty()).then(|| {
            let look = if close.len() == 1 { "looks" } else { "look" };
            format!("{} {look} about as good to it.", names::list(close, "and"))
        })
    }
}

/// Whether a move ends one disc worse than the best one, and with the same result: too little for a reason.
pub(super) fn is_one_disc_less(findings: &Findings, line: &Line) -> bool {
    match (&findings.best().value, &line.value) {
        (Value::Exact(best), Value::Exact(own)) => {
            let margins = best.margin.zip(own.margin);
            let is_one = margins.is_some_and(|(best, own)| best - own == ONE_DISC);
            best.result == own.result && is_one
        }
        _ => false,
    }
}

/// Whether a move opens a corner for its own side and none for the other.
pub(super) fn opens(facts: &DiscFacts) -> bool {
    !facts.aims.is_empty() && facts.gives.is_empty()
}

/// The percentage that is shown for a value.
fn shown_percent(value: &Value) -> f64 {
    (100.0 * crate::chance(value)).round()
}

/// How much less a move is worth than the best one, or what is not known of that, as half a sentence
/// whose subject is the move.
pub(super) fn less(findings: &Findings, line: &Line) -> String {
    let is_open = findings.is_open(line);
    match (&line.value, &findings.best().value) {
        (Value::Exact(exact), _) => match (exact.result, exact.margin.map(i32::abs)) {
            (GameResult::Win, Some(margin)) if is_open => format!("wins by {margin}"),
            (GameResult::Win, Some(margin)) => format!("wins by only {margin}"),
            (GameResult::Loss, Some(margin)) => format!("loses by {margin}"),
            (GameResult::Draw, _) => "only draws".to_owned(),
            (GameResult::Win, None) if is_open => "wins, too; by how much is not known".to_owned(),
            (GameResult::Win, None) => "wins by less".to_owned(),
            (GameResult::Loss, None) if is_open => match findings.least_loss() {
                Some(least) => format!("loses, too, by {least} or more"),
                None => "loses, too; by how much is not known".to_owned(),
            },
            (GameResult::Loss, None) if findings.is_proven => "loses".to_owned(),
            (GameResult::Loss, None) => "is proven to lose".to_owned(),
        },
        (value @ Value::Estimate(_), Value::Exact(best)) => {
            let (keeps, draws) = match best.result {
                GameResult::Draw => ("draws", true),
                _ => ("wins", false),
            };
            let belief = crate::chance(value);
            let opinion = if draws {
                String::new()
            } else if belief > 0.5 {
                format!(", though the engine believes so ({})", names::value(value))
            } else {
                format!(", and the engine doubts it ({})", names::value(value))
            };
            format!("is not proven to {}{opinion}", keeps.trim_end_matches('s'))
        }
        _ if findings.is_first_impression() => "the engine likes it less".to_owned(),
        (value, _) => format!("the engine likes it less ({})", names::value(value)),
    }
}

/// The moves of a list whose result is not known.
pub(super) fn unproven(findings: &Findings) -> Vec<&Line> {
    findings.lines.iter().filter(|line| result(&line.value).is_none()).collect()
}
