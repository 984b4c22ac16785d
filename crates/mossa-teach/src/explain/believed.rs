//! Othello: the reasons where nothing is proven: what the best move does on the board, what comes of it, and what is
//! wrong with the next best move and the most tempting one, in the same terms.

use mossa_kernel::Move;

use super::{
    DiscFacts, Findings, Request, Story,
    contenders::{Rival, less},
    contrast::Contrast,
    firm::Unit,
    freedom::{AT_ONCE, Lead},
    harm::Harm,
    kept::LEAST_MORE,
    names,
    quick::QUICK,
};

impl Request<'_> {
    /// The best move, what is wrong with others, and all of it in one sentence.
    pub(super) fn believed(&self, findings: &Findings, best: &Story) -> Vec<String> {
        let told = self.told_rivals(findings, best);
        let mut texts = vec![self.best_words(findings, best, &told)];
        texts.extend(told.iter().map(|rival| self.why_not_believed(findings, best, rival)));
        texts.push(self.gist(findings, best));
        texts
    }

    /// Which move is best, what it does, the answer to it, and what comes of both.
    fn best_words(&self, findings: &Findings, best: &Story, told: &[Rival]) -> String {
        let peers = findings.peers();
        let named = peers.iter().skip(1).map(|&index| self.name(&findings.lines[index]));
        let named: Vec<String> = named.collect();
        let look = if named.len() == 1 { "looks" } else { "look" };
        let lead = match named.len() {
            0 => format!("{}.", self.lead_words(findings)),
            _ => format!(
                "{} is one of the best moves; {} {look} about as good to the engine.",
                self.name(findings.best()),
                names::list(named, "and")
            ),
        };
        let now = self
            .corner_now(findings, best)
            .or_else(|| self.kept_words(findings, best, told))
            .or_else(|| self.kept_words(findings, best, &told[..told.len().min(1)]));
        let other = names::side(!self.mover());
        let answer = match best.moves.get(1) {
            Some(&Move::PASS) | None => String::new(),
            Some(&mv) => format!(
                "The engine expects {other} to answer {}. ",
                self.game.position().show_move(mv)
            ),
        };
        let choice = self.choice_words(findings);
        let is_later = findings.freedom.as_ref().is_some_and(|it| it.span > AT_ONCE);
        let answer = if choice.is_some() && is_later { answer } else { String::new() };
        let events = self.events_words(findings, best, told).filter(|_| best.moves.len() > 2);
        let parts = [
            Some(lead),
            now.map(|now| now.replacen("It ", &format!("{} ", self.name(findings.best())), 1)),
            choice.map(|choice| format!("{answer}{choice}")).or_else(|| self.tried_words(findings)),
            events,
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Who takes corners in the best line and must pass. What the other side gets there is no praise, but the price of the
    /// move, which others may have to pay as well.
    fn events_words(&self, findings: &Findings, best: &Story, told: &[Rival]) -> Option<String> {
        if self.corner_cost(best).is_none() {
            return self.events(best).map(|events| format!("In the line below {events}."));
        }
        let (other, one) = (names::side(!self.mover()), Unit::of(self.spec).one());
        let first = self.corner_cost(best)? + 1;
        let theirs = self.events_of(best, !self.mover())?;
        let own = self.events_of(best, self.mover());
        let own = own.map_or_else(String::new, |own| format!(" {own}."));
        let named = told.iter().map(|rival| self.name(&findings.lines[rival.index]));
        let cost = if self.all_pay(findings, best, told) {
            format!("; after {} {other} gets {one} no later", names::list(named, "and"))
        } else {
            String::new()
        };
        let name = self.name(findings.best());
        Some(format!(
            "{name} has its price: in the line below {theirs} (first with move {first}){cost}.{own}"
        ))
    }

    /// With which move of a line, counted from 0, the other side takes its first corner.
    pub(super) fn corner_cost(&self, story: &Story) -> Option<usize> {
        story.turns().iter().position(|turn| turn.takes_corner && turn.side != self.mover())
    }

    /// Whether the other side gets a corner no later in the lines after all moves that get a word.
    pub(super) fn all_pay(&self, findings: &Findings, best: &Story, told: &[Rival]) -> bool {
        let Some(late) = self.corner_cost(best) else { return false };
        let pays = |rival: &Rival| {
            let cost = self.corner_cost(&self.line_after(findings, rival.index));
            cost.is_some_and(|at| at <= late)
        };
        !told.is_empty() && told.iter().all(pays)
    }

    /// What the best move does to a corner, or that it leaves the other side without a move.
    fn corner_now(&self, findings: &Findings, best: &Story) -> Option<String> {
        let facts = DiscFacts::new(self.spec, self.game, findings.best().mv())?;
        self.moves_again(findings, &facts).or_else(|| self.corner_deed(findings, &facts, best))
    }

    /// By how much the mover has more to choose from along the best line, where that tells it from other moves.
    fn choice_words(&self, findings: &Findings) -> Option<String> {
        let freedom = findings.freedom.as_ref()?;
        let lead = (*freedom.leads.first()?)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let n_less = findings.behind().filter(|(index, _)| freedom.less(*index).is_some()).count();
        let than = match findings.behind().count() {
            1 => "the worse move".to_owned(),
            n if n == n_less => format!("all {n} worse moves"),
            n => format!("{n_less} of the {n} worse moves"),
        };
        Some(if freedom.span == AT_ONCE {
            let (name, left) = (self.name(findings.best()), lead.0.abs() / 10);
            format!(
                "{name} leaves {other} only {left} moves to choose from, clearly fewer than {than}."
            )
        } else {
            format!(
                "Over the next {} moves {m} then has on average {}, which is clearly better than after {than} (column \
                 \"choice\" below).",
                freedom.span,
                lead.words(other)
            )
        })
    }

    /// How often quick games are won after the best move, where nothing can be counted on the board.
    fn tried_words(&self, findings: &Findings) -> Option<String> {
        let [own, most] = self.won_most(findings).filter(|_| findings.freedom.is_none())?;
        let m = names::side(self.mover());
        Some(format!(
            "No count of moves tells it apart; but in {QUICK} {m} wins {own} % after it, and at most {most} % after any of the \
             worse moves that were tried."
        ))
    }

    /// What is wrong with a move.
    fn why_not_believed(&self, findings: &Findings, best: &Story, rival: &Rival) -> String {
        let line = &findings.lines[rival.index];
        let name = self.name(line);
        let reason = self.reason_against(findings, best, rival.index);
        match &rival.charm {
            Some(charm) => format!("Why not {name}? It {charm}, but {reason}"),
            None => format!("Why not {name}? {}", sentence(&reason)),
        }
    }

    /// The same without the question.
    fn reason_against(&self, findings: &Findings, best: &Story, index: usize) -> String {
        let reply = self.line_after(findings, index);
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let name = self.name(findings.best());
        let unit = Unit::of(self.spec);
        let show = |mv: Move| self.game.position().show_move(mv);
        match self.contrast(findings, best, index) {
            Some(Contrast::Corner(1)) => format!(
                "{other} answers {} and takes {}, which {other} does not get in the line after {name}.",
                show(reply.moves[1]),
                unit.one()
            ),
            Some(Contrast::Corner(at)) => format!(
                "{} {other} takes {}, which {other} does not get in the line after {name}.",
                self.expected(&reply, at),
                unit.the(&[show(reply.moves[at])])
            ),
            Some(Contrast::Given(corner)) => {
                let late = self.late_words(findings, best, corner);
                format!("it lets {other} take {} at once{late}.", unit.the(&[show(corner)]))
            }
            Some(Contrast::Sooner(at)) => {
                let corner = reply.moves[at];
                let late = if self.taken_at(best, corner).is_some() {
                    self.late_words(findings, best, corner)
                } else {
                    format!(", which {other} does not get in the line after {name}")
                };
                let goes_on = match at {
                    1 => format!("{other} answers {}:", show(corner)),
                    at => self.expected(&reply, at),
                };
                format!("{goes_on} {other} takes {}{late}.", unit.the(&[show(corner)]))
            }
            Some(Contrast::Risk(corner)) => self.risk_beside(findings, &reply, corner),
            Some(Contrast::Short(Harm::Short(at, better))) => format!(
                "{} {m} has no safe move left; after {name} and as many moves {m} has {better}.",
                self.expected(&reply, at)
            ),
            Some(Contrast::Short(harm)) => format!(
                "{} {m} has no move and must pass, so {other} moves twice in a row.",
                self.expected(&reply, harm.index())
            ),
            Some(Contrast::Choice(leads)) => self.choice_beside(findings, [best, &reply], leads),
            Some(Contrast::Wide([worse, better])) => {
                let opened = self.opened_beside(best, &reply);
                let opened = opened.map_or_else(String::new, |opened| {
                    let cells: Vec<u32> = opened.iter().map(|mv| mv.0).collect();
                    format!("; it opens {}, closed after {name}", self.squares(&cells))
                });
                format!(
                    "it leaves {other} {worse} moves, {} more than {name}{opened}.",
                    worse - better
                )
            }
            Some(Contrast::Proven(_)) => {
                format!("it {}; that is proven.", less(findings, &findings.lines[index]))
            }
            Some(Contrast::Tried) => self.tried_beside(findings, index),
            None => format!(
                "nothing that can be counted on the board in the next moves shows that it is worse than {name}: the \
                 engine finds it further ahead."
            ),
        }
    }

    /// The moves of a line between the first and another, as the beginning of a sentence.
    pub(super) fn expected(&self, reply: &Story, next: usize) -> String {
        let shown = reply.moves.iter().zip(reply.turns()).take(next).skip(1);
        let shown = shown.map(|(&mv, turn)| {
            format!("{} {}", names::side(turn.side), self.game.position().show_move(mv))
        });
        format!("it may go on {}; then", shown.collect::<Vec<_>>().join(", "))
    }

    /// What a worse move opens, what its answer leaves, and how much there is to choose from later.
    fn choice_beside(
        &self,
        findings: &Findings,
        [best, reply]: [&Story; 2],
        [worse, better]: [Lead; 2],
    ) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let name = self.name(findings.best());
        let named_opened = self.opened_beside(best, reply).map(|opened| {
            let cells: Vec<u32> = opened.iter().map(|mv| mv.0).collect();
            self.squares(&cells)
        });
        let opened = named_opened.as_ref().map_or_else(String::new, |named| {
            format!("it opens {named} to {other}, closed after {name}; ")
        });
        let answer = match reply.moves.get(1) {
            Some(&mv) if mv != Move::PASS => {
                format!("{other} answers {}", self.game.position().show_move(mv))
            }
            _ => format!("{other} must pass"),
        };
        let span = findings.freedom.as_ref().map_or(0, |freedom| freedom.span);
        let left = [reply, best].map(|story| story.turns().get(1).map_or(0, |turn| turn.replies));
        let leaves = if left[0] + LEAST_MORE <= left[1] {
            format!(
                ", which leaves {m} only {} ({} after {name} and the answer to it)",
                names::counted(left[0] as u64, "move"),
                left[1]
            )
        } else {
            String::new()
        };
        if span == AT_ONCE {
            let more = (better.0 - worse.0) / 10;
            return format!(
                "it leaves {other} {} moves to choose from, {more} more than {name}{}.",
                worse.0.abs() / 10,
                named_opened.map_or_else(String::new, |named| {
                    format!("; only then {other} can go to {named}")
                })
            );
        }
        format!(
            "{opened}{answer}{leaves}. Over the next {span} moves {m} has on average {}, after {name} {}.",
            worse.words(other),
            better.short()
        )
    }
}

/// A half sentence as a sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}
