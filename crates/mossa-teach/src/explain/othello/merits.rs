//! Othello: what speaks for the best move beside the others, at once.

use mossa_kernel::{Game, GameResult, Move, View};
use mossa_search::Line;

use super::{
    access::other_goes_to,
    cause::{Cause, Little},
    contenders::is_one_disc_less,
    discs::corners,
    firm::Unit,
    judged::Judged,
};
use crate::explain::{DiscFacts, Findings, Request, Story, names};

/// With more empty squares than this, moves that are left count more than discs.
const ENDING: usize = 16;

/// At most so many reasons are told for the best move.
const MOST_REASONS: usize = 1;

/// A chance that is no better than this is called lost.
pub(super) const LOST: f64 = 0.1;

/// How a reason begins that holds for all moves that are about as good.
const UNLIKE: &str = "Unlike ";

/// What is settled within so many moves of the line is seen to come of the best one.
const SOON: usize = 9;

/// So many more squares of the edge for good are a reason.
const LEAST_FIRM: usize = 2;

/// At most so many moves that are about as good are named with it.
const MOST_NAMED: usize = 3;

impl Request<'_> {
    /// Which move is best, and the plainest reasons for it.
    pub(super) fn merits(
        &self,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> String {
        let [lead, equal] = self.lead_parts(findings);
        let mut reasons = self.told_reasons(findings, story, replies);
        // Behind the names of others, or a reason that speaks of both sides, "it" could be any of them.
        let n_clear = usize::from(equal.is_none());
        let name = self.name(findings.best());
        for reason in reasons.iter_mut().skip(n_clear) {
            if let Some(rest) = reason.strip_prefix("It ") {
                *reason = format!("{name} {rest}");
            } else if let Some(rest) = reason.strip_prefix("After it ") {
                *reason = format!("After {name} {rest}");
            }
        }
        let texts: Vec<String> = lead.into_iter().chain(equal).chain(reasons).collect();
        texts.join(" ")
    }

    /// Which move is best, and which are as good.
    pub(super) fn leads(&self, findings: &Findings) -> String {
        self.lead_parts(findings).into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    fn lead_parts(&self, findings: &Findings) -> [Option<String>; 2] {
        // Where all are equal, that says it.
        let is_equal = findings.behind().next().is_none() && !findings.is_proven;
        let lead = format!("{}.", self.lead_words(findings));
        let lead = Some(lead).filter(|_| !is_equal);
        // Where all moves lose by the same, the lead says so.
        let is_same = findings.lines.iter().all(|line| findings.ends_alike(line));
        let is_said = is_same && findings.least_loss().is_some();
        let equal = self.near_equals(findings).or_else(|| self.as_good(findings));
        [lead, equal.filter(|_| !is_said)]
    }

    /// The plainest reasons for the best move, or else what there is.
    pub(super) fn told_reasons(
        &self,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Vec<String> {
        // Where all moves are about equal, nothing sets one apart.
        if findings.behind().next().is_none() {
            let Some(ahead) = self.far_ahead(findings) else { return Vec::new() };
            let (m, a) = (names::side(self.mover()), names::side(ahead));
            let cause = self.plight_words(findings, story);
            let cause = cause.map_or_else(String::new, |cause| format!(": {cause}"));
            return vec![format!("Whatever {m} plays, the engine expects {a} to win{cause}.")];
        }
        // Where a disc is at stake, no reason weighs as little.
        let mut behind = findings.behind();
        if behind.all(|(_, line)| is_one_disc_less(findings, line)) {
            return self.fault(findings, story).into_iter().collect();
        }
        let mut reasons = self.reasons(findings, story, replies);
        reasons.truncate(MOST_REASONS);
        reasons.extend(self.fault(findings, story));
        reasons
    }

    /// That the best move gives a corner away, where that is proven to be right: it is told after what speaks for it.
    pub(super) fn fault(&self, findings: &Findings, story: &Story) -> Option<String> {
        let facts = DiscFacts::new(self.spec, self.game, findings.best().mv())?;
        let is_fault = findings.is_proven && !facts.takes_corner;
        let is_open = !facts.gives.is_empty() || !facts.leaves.is_empty();
        self.corner_deed(findings, &facts, story).filter(|_| is_fault && is_open)
    }

    /// What the best move of a proven ending does to corners, or that somebody must pass, says more than a count.
    pub(in crate::explain) fn prefer_plain_merit(
        &self,
        findings: &mut Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) {
        if findings.tells_by_counts() && self.has_plain_merit(findings, story, replies) {
            findings.judged = Judged::default();
        }
    }

    fn has_plain_merit(
        &self,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> bool {
        let Some(facts) = DiscFacts::new(self.spec, self.game, findings.best().mv()) else {
            return false;
        };
        // Whoever gives a corner is told so after what speaks for it.
        let is_fault = || self.fault(findings, story).is_some();
        facts.takes_corner
            || self.moves_again(findings, &facts).is_some()
            || self.keeps_out(findings, story)
            || self.cornered_reason(findings, story).is_some()
            || self.firm_reason(findings).is_some()
            || self.outcornered_reason(findings, story).is_some()
            || self.passes_reason(findings, story, replies).is_some()
            || self.spared_reason(findings, story, replies).is_some()
            || self.corner_reason(findings, &facts, story).is_some() && !is_fault()
    }

    /// Corners first, then what the other side wants, then what can be counted.
    fn reasons(
        &self,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Vec<String> {
        let Some(facts) = DiscFacts::new(self.spec, self.game, findings.best().mv()) else {
            return Vec::new();
        };
        let corner = self.corner_reason(findings, &facts, story);
        let corner = corner.filter(|_| self.fault(findings, story).is_none());
        // That the other side would like a corner, too, goes without saying.
        let taken = self.taken_away(findings, &story.moves, replies);
        let taken = taken.filter(|_| !facts.takes_corner);
        let last = self.last_move_reason(findings, story, replies);
        let clean = if corner.is_none() { self.clean_reason(findings) } else { None };
        let cause = self.main_cause(findings);
        let alone = self.moves_again(findings, &facts);
        let passes = self
            .passes_reason(findings, story, replies)
            .or_else(|| self.spared_reason(findings, story, replies))
            .filter(|_| findings.is_proven);
        let cornered = self.cornered_reason(findings, story);
        let better = self.outcornered_reason(findings, story);
        let firm = self.firm_reason(findings);
        let kept = self.keeps_out_reason(findings, story);
        // Whoever takes a corner is told so whatever else there is.
        let (opening, corner) = if facts.takes_corner { (corner, None) } else { (None, corner) };
        let first = [alone, kept, cornered, corner, firm, better, passes, taken, last, clean];
        let mut reasons: Vec<String> = first.into_iter().flatten().collect();
        reasons.extend(cause.map(|cause| self.cause_words(findings, &cause)));
        // At the end moves that are left say less than all that.
        if reasons.is_empty() {
            let cause = self.cause(findings, false);
            reasons.extend(cause.map(|cause| self.cause_words(findings, &cause)));
        }
        let held = self.held_beside(findings, story, replies);
        // Squares inside convince nobody who has another reason.
        let is_told = held.is_some_and(|held| {
            let is_edge = self.on_edge(&held.squares).len() == held.squares.len();
            (is_edge || reasons.is_empty()) && held.number <= SOON
        });
        reasons.extend(self.held_reason(findings, story, replies).filter(|_| is_told));
        if let Some(opening) = opening {
            let next = reasons.first().map_or_else(String::new, |next| format!(" {next}"));
            reasons.insert(0, format!("{opening}{next}"));
        }
        reasons
    }

    /// By what count the best moves stand out at this time of the game.
    pub(super) fn main_cause(&self, findings: &Findings) -> Option<Cause> {
        let View::Board(board) = self.game.position().view() else { return None };
        let empty = board.cells.iter().filter(|cell| cell.is_none()).count();
        self.cause(findings, empty <= ENDING)
    }

    /// That the best move leaves the other side without one, where some worse move does not.
    pub(super) fn moves_again(&self, findings: &Findings, facts: &DiscFacts) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let mut behind = findings.behind();
        let is_told = facts.replies == 0 && !facts.ends && !facts.is_pass;
        let is_apart = behind.any(|(_, line)| self.little(line.mv(), Little::Moves) > Some(0));
        (is_told && is_apart).then(|| {
            format!("It leaves {other} without a move: {other} must pass, and {m} moves again.")
        })
    }

    /// The squares of the edge that the best move gives to the mover for good, where worse moves give it clearly fewer.
    fn firm_reason(&self, findings: &Findings) -> Option<String> {
        let (m, own) = (names::side(self.mover()), self.squares(&self.firm_gain(findings)?));
        Some(format!(
            "It gives {m} {own} on the edge, never to be turned again, and no worse move does anything like it."
        ))
    }

    /// The same squares.
    pub(super) fn firm_gain(&self, findings: &Findings) -> Option<Vec<u32>> {
        let held = |game: &Game| self.on_edge(&self.firm_cells(game, self.mover()));
        let known = held(self.game);
        let gained = |mv: Move| -> Vec<u32> {
            let after = self.reached(&[mv]).map_or_else(Vec::new, |after| held(&after));
            after.into_iter().filter(|cell| !known.contains(cell)).collect()
        };
        let own = gained(findings.best().mv());
        let behind: Vec<usize> =
            findings.behind().map(|(_, line)| gained(line.mv()).len()).collect();
        let most = behind.into_iter().max().unwrap_or(0);
        (own.len() >= most + LEAST_FIRM).then_some(own)
    }

    /// That the best moves keep away from the corners, where most others do not.
    fn clean_reason(&self, findings: &Findings) -> Option<String> {
        let (clean, risky) = self.risky(findings)?;
        let other = names::side(!self.mover());
        let named = risky.iter().map(|&index| self.name(&findings.lines[index]));
        let it = match clean {
            1 => format!(
                "{} neither lets {other} take a corner nor stands",
                self.name(findings.best())
            ),
            2 => format!("neither of the two lets {other} take a corner or stands"),
            n => format!("none of the {n} lets {other} take a corner or stands"),
        };
        Some(format!(
            "{UNLIKE}{}, {it} diagonally beside an empty one, which would help {other} to get there.",
            names::list(named, "and")
        ))
    }

    /// How many moves are best and keep away from corners, and which of the others do not, where those are more than
    /// half of them.
    pub(super) fn risky(&self, findings: &Findings) -> Option<(usize, Vec<usize>)> {
        let others: Vec<usize> = findings.behind().map(|(index, _)| index).collect();
        let is_risky = |index: &usize| self.is_worse_near_corners(findings, *index);
        let risky: Vec<usize> = others.iter().copied().filter(is_risky).collect();
        let is_told = Unit::of(self.spec) == Unit::Corner && 2 * risky.len() > others.len();
        is_told.then_some((findings.peers().len(), risky))
    }

    /// Whether the other side can take a corner at once after every move but the best one.
    pub(super) fn is_only_clean(&self, findings: &Findings) -> bool {
        let is_open = |line: &Line| {
            let facts = DiscFacts::new(self.spec, self.game, line.mv());
            facts.is_some_and(|facts| !facts.gives.is_empty() || !facts.leaves.is_empty())
        };
        let (best, others) = (findings.best(), &findings.lines[1..]);
        let is_choice = !others.is_empty() && Unit::of(self.spec) == Unit::Corner;
        is_choice && !is_open(best) && others.iter().all(is_open)
    }

    /// Corners that the best move closes to the other side, which could take them at once after most worse moves, the
    /// next best among them.
    pub(super) fn denied_corners(&self, findings: &Findings) -> Option<Vec<String>> {
        let facts = |line: &Line| DiscFacts::new(self.spec, self.game, line.mv());
        let mut denied = facts(findings.best())?.denies;
        let worse: Vec<Vec<String>> =
            findings.behind().filter_map(|(_, line)| Some(facts(line)?.leaves)).collect();
        denied.retain(|corner| {
            let left = worse.iter().filter(|left| left.contains(corner)).count();
            2 * left > worse.len() && worse[0].contains(corner)
        });
        let is_told = !denied.is_empty() && Unit::of(self.spec) == Unit::Corner;
        is_told.then_some(denied)
    }

    /// The first of the worse moves that takes a corner.
    pub(super) fn other_corner<'f>(&self, findings: &'f Findings) -> Option<&'f Line> {
        let corners = corners(self.spec, self.game);
        findings.behind().map(|(_, line)| line).find(|line| corners.contains(&line.mv()))
    }

    /// What the best move itself does to a corner.
    pub(super) fn corner_deed(
        &self,
        findings: &Findings,
        facts: &DiscFacts,
        story: &Story,
    ) -> Option<String> {
        if facts.takes_corner {
            let one = Unit::of(self.spec).one();
            let told = self.told_rivals(findings);
            let is_told = |line: &&Line| {
                told.iter().any(|rival| findings.lines[rival.index].mv() == line.mv())
            };
            let other = self.other_corner(findings).filter(is_told);
            let other = other.map_or_else(String::new, |line| {
                format!("; {} does so, too, but is worse: see below", self.name(line))
            });
            return Some(format!("It takes {one}, where a disc can never be turned{other}."));
        }
        if let Some(opened) = self.opened_and_used(findings, facts, story) {
            return Some(opened);
        }
        let other = names::side(!self.mover());
        if self.is_only_clean(findings) {
            return Some(format!(
                "It is the only move after which {other} can take no corner at once."
            ));
        }
        if let Some(denied) = self.denied_corners(findings) {
            return Some(format!(
                "It keeps {other} from {} for now, which {other} could take at once after most worse moves.",
                Unit::of(self.spec).the(&denied)
            ));
        }
        let gives = |line: &Line| {
            let facts = DiscFacts::new(self.spec, self.game, line.mv());
            facts.is_some_and(|facts| facts.gives.len() + facts.leaves.len() > 0)
        };
        let is_apart = gives(findings.best()) && !findings.lines.iter().all(gives);
        if is_apart { self.given_reason(findings, facts, story) } else { None }
    }

    /// What the best move does about corners that others do not.
    fn corner_reason(
        &self,
        findings: &Findings,
        facts: &DiscFacts,
        story: &Story,
    ) -> Option<String> {
        let other = names::side(!self.mover());
        let unit = Unit::of(self.spec);
        if let Some(deed) = self.corner_deed(findings, facts, story) {
            return Some(deed);
        }
        let show = |mv: &Move| self.game.position().show_move(*mv);
        let known = |line: &Line| DiscFacts::new(self.spec, self.game, line.mv());
        let others: Vec<DiscFacts> = findings.lines[1..].iter().filter_map(known).collect();
        let rival = Self::runner_up(findings).and_then(known)?;
        let open = |facts: &DiscFacts| facts.gives.len() + facts.leaves.len();
        let n_open = others.iter().filter(|facts| open(facts) > 0).count();
        if open(facts) == 0 && open(&rival) > 0 {
            let peers = findings.peers();
            let named: Vec<&Line> = peers.iter().map(|&index| &findings.lines[index]).collect();
            // What others that are as good do as well is told at once.
            let all = named.iter().all(|line| known(line).is_some_and(|facts| open(&facts) == 0));
            let (it, n_others) = if all && (2..=MOST_NAMED).contains(&named.len()) {
                let named = named.iter().map(|line| self.name(line));
                (names::list(named, "and"), findings.lines.len() - peers.len())
            } else {
                ("it".to_owned(), others.len())
            };
            // Whoever sees a corner taken below asks what was won.
            let late = corners(self.spec, self.game).into_iter();
            let late = late
                .filter(|&mv| other_goes_to(&story.moves, mv))
                .min_by_key(|&mv| story.moves.iter().position(|&it| it == mv));
            let late = late.map_or_else(String::new, |mv| {
                format!("; in the line below {other} gets {} only later", unit.the(&[show(&mv)]))
            });
            Some(format!(
                "After {it} {other} can take no {} on the next move; {} would let {other} do so{late}.",
                unit.name(),
                counted_of(n_open, n_others)
            ))
        } else {
            None
        }
    }

    /// Why the best move lets the other side take a corner, where another would not.
    fn given_reason(
        &self,
        findings: &Findings,
        facts: &DiscFacts,
        story: &Story,
    ) -> Option<String> {
        let other = names::side(!self.mover());
        let gives_none = |line: &&Line| {
            let facts = DiscFacts::new(self.spec, self.game, line.mv());
            facts.is_some_and(|facts| facts.gives.is_empty() && facts.leaves.is_empty())
        };
        // What is kept only to be lost later is not kept.
        let too = |line: &Line| {
            let mut turns = line.moves.iter().zip(1_u32..);
            let lost = turns.find(|(mv, number)| {
                number % 2 == 0 && facts.gives.contains(&self.game.position().show_move(**mv))
            });
            lost.map_or_else(String::new, |(&mv, _)| {
                let corner = Unit::of(self.spec).the(&[self.game.position().show_move(mv)]);
                format!(": {other} gets {corner} after it, too")
            })
        };
        let all_lose = findings.proven().is_some_and(|exact| exact.result == GameResult::Loss);
        let mut equal = findings.lines[1..].iter().filter(|line| findings.ends_alike(line));
        let mut worse = findings.lines.iter().filter(|line| findings.is_behind(line));
        let but = match (equal.find(gives_none), worse.find(gives_none)) {
            (Some(line), _) => format!("{}, which gives none, ends no better", self.name(line)),
            (None, Some(line)) if findings.is_proven => {
                let name = self.name(line);
                format!("{name} at once, which gives none, is worse all the same{}", too(line))
            }
            _ if all_lose => "moves that give none lose, too".to_owned(),
            _ => "the engine prefers it all the same".to_owned(),
        };
        // In a proven ending the line below shows what comes of it.
        match self.offer_words(findings, story).filter(|_| !findings.is_proven) {
            None if facts.gives.is_empty() => None,
            None => {
                let one = Unit::of(self.spec).one();
                let answer = story.turns().get(1).filter(|turn| !turn.spares.is_empty());
                let spared = answer.and_then(|turn| turn.note.as_ref());
                let spared = spared.map_or_else(String::new, |note| {
                    format!(" {other} leaves it for now: {note}.")
                });
                Some(format!("It gives {other} {one}; {but}.{spared}"))
            }
            words => words,
        }
    }

    /// Which corners the best move opens for its own side, where it takes one of them in the line below: whoever reads that a
    /// corner is open wants to see it taken.
    fn opened_and_used(
        &self,
        findings: &Findings,
        facts: &DiscFacts,
        story: &Story,
    ) -> Option<String> {
        let mut own =
            story.moves.iter().zip(story.turns()).filter(|(_, turn)| turn.side == self.mover());
        let is_used = own.any(|(mv, _)| facts.aims.contains(&self.game.position().show_move(*mv)));
        self.opened_corners(findings.best(), facts).filter(|_| is_used)
    }

    /// The same where nothing is proven, with the move that takes it and the others that open it, too.
    pub(super) fn opened_words(&self, findings: &Findings, story: &Story) -> Option<String> {
        let facts = DiscFacts::new(self.spec, self.game, findings.best().mv())?;
        let opened = self.opened_and_used(findings, &facts, story)?;
        let show = |mv: Move| self.game.position().show_move(mv);
        let at = story.moves.iter().position(|&mv| facts.aims.contains(&show(mv)))?;
        let aims = |line: &&Line| {
            let other = DiscFacts::new(self.spec, self.game, line.mv());
            other.is_some_and(|other| facts.aims.iter().all(|aim| other.aims.contains(aim)))
        };
        let too: Vec<&Line> = findings.lines[1..].iter().filter(aims).collect();
        let too = match too.len() {
            0 => String::new(),
            n if n + 1 == findings.lines.len() => return None,
            n if n > MOST_NAMED => format!("; {n} other moves do so, too"),
            n => {
                let does = if n == 1 { "does" } else { "do" };
                format!(
                    "; {} {does} so, too",
                    names::list(too.iter().map(|it| self.name(it)), "and")
                )
            }
        };
        let opened = opened.trim_end_matches('.').replacen("It", &self.name(findings.best()), 1);
        let (m, corner) = (names::side(self.mover()), show(story.moves[at]));
        Some(format!("{opened}. In the line below {m} takes {corner} with move {}{too}.", at + 1))
    }

    /// Which corners a move opens for its own side, and what the other side can do about that.
    fn opened_corners(&self, line: &Line, facts: &DiscFacts) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let unit = Unit::of(self.spec);
        if facts.aims.is_empty() || !facts.gives.is_empty() {
            return None;
        }
        let show = |mv: &Move| self.game.position().show_move(*mv);
        let opened: Vec<Move> = corners(self.spec, self.game);
        let opened: Vec<Move> =
            opened.into_iter().filter(|mv| facts.aims.contains(&show(mv))).collect();
        let after = self.reached(&[line.mv()])?;
        let open_after = |reply: Move| -> Vec<Move> {
            let game = self.reached(&[line.mv(), reply]);
            let is_open =
                |mv: &&Move| game.as_ref().is_some_and(|game| game.position().is_legal(**mv));
            opened.iter().filter(is_open).copied().collect()
        };
        let left: Vec<Vec<Move>> = after.position().moves().into_iter().map(open_after).collect();
        let sure = opened.iter().find(|mv| left.iter().all(|open| open.contains(mv)));
        let named = unit.the(&facts.aims);
        Some(match sure {
            Some(sure) => {
                format!("No answer of {other}'s keeps {m} from {}.", unit.the(&[show(sure)]))
            }
            None if left.iter().all(|open| !open.is_empty()) => format!(
                "It opens {named} for {m}, and {other} cannot close all of them: {m} gets one."
            ),
            None => format!(
                "It opens {named} for {m}, who gets there next unless {other} spends its move on preventing that."
            ),
        })
    }
}

/// "one of the 3 others", "all others".
fn counted_of(count: usize, all: usize) -> String {
    match (count, all) {
        (1, 1) => "the other move".to_owned(),
        (count, all) if count == all => format!("each of the other {all}"),
        (count, all) => format!("{count} of the other {all}"),
    }
}
