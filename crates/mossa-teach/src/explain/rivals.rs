//! Othello: what is wrong with the next best move and with moves that look good.

use mossa_kernel::Move;

use super::{
    DiscFacts, Findings, Request, Story, contenders::less, firm::Unit, names, outlook::FEW,
    parting::MUCH,
};

/// At most so many moves are shown of a line in which nothing tells why it is worse.
const MOST_FOLLOWED: usize = 8;

impl Request<'_> {
    /// What is wrong with the next best move and with moves that look good.
    pub(super) fn why_not(
        &self,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Vec<String> {
        let rivals = self.rivals(findings).into_iter();
        let mut told: Vec<(String, String)> = Vec::new();
        for rival in rivals {
            let line = &findings.lines[rival.index];
            let pure = || Story::tell(self.spec, self.game, &line.moves);
            let reply = replies.get(rival.index).and_then(Option::as_ref);
            let own = if reply.is_none() { Some(pure()) } else { None };
            let Some(reply) = reply.or(own.as_ref()) else { continue };
            let (worth, name) = (less(findings, line), self.name(line));
            let answer = self.answered(reply);
            let cost = if findings.is_open(line) {
                self.fate(reply)
            } else {
                self.cost(findings, story, reply)
            };
            let text = match rival.charm {
                Some(charm) => format!("It {charm}, but {worth}.{answer}{cost}"),
                None => format!("{}.{answer}{cost}", sentence(&worth)),
            };
            // What is the same word by word need not be read again.
            match told.iter_mut().find(|(_, known)| *known == text) {
                Some((names, _)) => names.extend([" or ", &name]),
                None => told.push((name, text)),
            }
        }
        told.into_iter().map(|(names, text)| format!("Why not {names}? {text}")).collect()
    }

    /// How the other side answers the first move of a line, and what that is good for at once.
    fn answered(&self, reply: &Story) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let unit = Unit::of(self.spec);
        let Some(&answer) = reply.moves.get(1) else { return String::new() };
        if answer == Move::PASS {
            return format!(" {other} must pass, and {m} moves again.");
        }
        let [first, turn] = [&reply.turns()[0], &reply.turns()[1]];
        let name = self.game.position().show_move(answer);
        let good_for = if turn.takes_corner {
            format!(" and takes {}", unit.one())
        } else if !turn.aims.is_empty() {
            format!(", which opens {} for {other}", unit.the(&turn.aims))
        } else if !turn.denies.is_empty() {
            format!(", which keeps {m} from {}", unit.the(&turn.denies))
        } else {
            String::new()
        };
        // Whoever reads that a corner is given away expects it to be taken.
        let waits = if first.gives.is_empty() || turn.takes_corner {
            format!(" {other} answers {name}")
        } else {
            let given = unit.the(&first.gives);
            // A corner runs away only where the mover may take it or close it.
            let is_safe =
                |corner: &String| !turn.gives.contains(corner) && !turn.leaves.contains(corner);
            let why = if first.gives.iter().all(is_safe) {
                format!(", since {m} cannot get there at once")
            } else {
                String::new()
            };
            format!(" {other} could take {given}, but need not hurry{why}: {other} answers {name}")
        };
        format!("{waits}{good_for}.")
    }

    /// How two lines that the engine expects differ after a few moves, or else the moves at once.
    pub(super) fn outlook_beside(
        &self,
        findings: &Findings,
        best: &Story,
        reply: &Story,
    ) -> String {
        let name = self.name(findings.best());
        self.harm_words(&name, best, reply)
            .or_else(|| self.at_once(&name, best, reply))
            .or_else(|| self.judged(&name, best, reply))
            .or_else(|| self.first_look(findings, reply))
            .unwrap_or_else(|| self.untold(reply))
    }

    /// The line that the engine expects after a worse move, where nothing in it tells why it is worse.
    fn untold(&self, reply: &Story) -> String {
        let length = MOST_FOLLOWED.min(reply.moves.len());
        let line = if length > 2 {
            format!(" The engine expects {} next.", self.told_line(reply, length - 1))
        } else {
            String::new()
        };
        format!(
            "{line} Why that is worse cannot be counted on the board so far: the engine finds it further ahead."
        )
    }

    /// What the moves behind the best one do.
    pub(super) fn facts_behind(&self, findings: &Findings) -> Vec<DiscFacts> {
        let others = findings.lines.iter().skip(1);
        let behind = others.filter(|line| findings.is_behind(line) || findings.is_open(line));
        behind.filter_map(|line| DiscFacts::new(self.spec, self.game, line.mv())).collect()
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
                " It stands {} beside the empty corner {corner}, which helps {other} to get there.",
                rival.beside_how
            ));
        }
        if !rival.gives.is_empty() && best.gives.is_empty() {
            let given = Unit::of(self.spec).the(&rival.gives);
            return Some(format!(" It lets {other} take {given}."));
        }
        // A count is no reason where another worse move shares it.
        let behind = self.facts_behind(findings);
        let is_apart = |count: fn(&DiscFacts) -> usize| {
            let all_more = behind.iter().all(|facts| count(facts) > count(&best));
            all_more && count(&rival) >= count(&best) + MUCH
        };
        if is_apart(|facts| facts.replies) {
            return Some(format!(
                " It leaves {other} {} to choose from, {name} only {}. {FEW}",
                names::counted(rival.replies as u64, "move"),
                best.replies
            ));
        }
        is_apart(|facts| facts.exposed).then(|| {
            format!(
                " After it {} of {m}'s discs border on an empty square, after {name} only {}: {other} finds \
                 more to turn.",
                rival.exposed, best.exposed
            )
        })
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
