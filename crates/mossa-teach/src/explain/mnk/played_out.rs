//! m,n,k-games, where nothing is proven: games played on to the end from the preferred move and from others that a player
//! would ask about, and what came of them.

use mossa_games::GameSpec;
use mossa_kernel::{Move, values};
use mossa_search::Line;

use super::prospects::count_word;
use crate::explain::{Facts, Findings, Request, Story, names, stones::Stones, verdict};

/// So many games are played from each move: on large boards they are long.
const GAMES: u32 = 120;

/// So many other moves are followed that far, those first of which the board tells nothing.
const MOST_PLAYED_OUT: usize = 2;

/// What is said of the games where they are first told of.
const MISTAKES: &str = ", with mistakes of both sides,";

/// Says once how the games were played.
pub(in crate::explain) fn tell_mistakes_once(texts: &mut [String]) {
    let mut is_told = false;
    for text in texts {
        let from = match text.find(MISTAKES) {
            Some(at) if !is_told => at + MISTAKES.len(),
            _ => 0,
        };
        is_told |= from > 0;
        let rest = text.split_off(from).replace(MISTAKES, "");
        text.push_str(&rest);
    }
}

impl Request<'_> {
    /// Plays games to the end from these moves.
    pub(in crate::explain) fn play_out_lines(
        &mut self,
        findings: &mut Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) {
        let stones = Stones::new(self.spec, self.game).filter(|_| findings.proven().is_none());
        let (GameSpec::Mnk(_), Some(stones)) = (self.spec, stones) else { return };
        let best = findings.best();
        let facts = Facts::new(&stones, best.mv(), self.mover());
        if values::is_exact(&best.value) || facts.is_none_or(|facts| facts.is_forced()) {
            return;
        }
        let mut rivals = self.asked_about(&stones, findings);
        rivals.sort_by_cached_key(|rival| {
            let line = &findings.lines[rival.index];
            let own = Story::tell(self.spec, self.game, &line.moves);
            let reply = replies.get(rival.index).and_then(Option::as_ref).unwrap_or(&own);
            !self.objections(&stones, findings, rival, story, reply).is_empty()
        });
        let rivals = rivals.iter().take(MOST_PLAYED_OUT);
        let rivals = rivals.map(|rival| findings.lines[rival.index].mv());
        let moves: Vec<Move> = [best.mv()].into_iter().chain(rivals).collect();
        let (lead, _) = verdict::lead(&best.value, self.mover());
        if moves.len() > 1 || lead.abs() > verdict::EVEN {
            self.play_games(findings, moves, GAMES);
        }
    }

    /// That fewer games were won after a move, in a sentence.
    pub(super) fn won_less(&self, findings: &Findings, line: &Line) -> Option<String> {
        Some(format!("{}.", names::sentence(&self.ends_against(findings, line)?)))
    }

    /// That the games tell no difference between a move and the best one, or speak for the other.
    pub(super) fn won_alike(&self, findings: &Findings, line: &Line) -> Option<String> {
        let [best, own] =
            [findings.best().mv(), line.mv()].map(|mv| findings.ends.get(&mv).copied());
        let (best, own) = best.zip(own)?;
        let m = names::side(self.mover());
        match () {
            () if best.is_clearly_more(own) => None,
            () if own.is_clearly_more(best) => Some(format!(
                "In {} quick games from each to the end, with mistakes of both sides, it even did better: {m} won {} \
                 after it and {} after {}.",
                own.games,
                own.won,
                best.won,
                self.name(findings.best())
            )),
            () => Some(format!(
                "In {} quick games from each to the end, with mistakes of both sides, {m} did about as well after \
                 either.",
                own.games
            )),
        }
    }

    /// Whether the games that were played from the best move bear out who looks better.
    pub(super) fn borne_out(&self, findings: &Findings) -> Option<String> {
        let best = findings.best();
        let ends = findings.ends.get(&best.mv())?;
        let (lead, ahead) = verdict::lead(&best.value, self.mover());
        if lead.abs() <= verdict::EVEN {
            return None;
        }
        let lost = ends.games - ends.won - ends.drawn;
        let [own, theirs] = if ahead == self.mover() { [ends.won, lost] } else { [lost, ends.won] };
        let [a, b] = [ahead, !ahead].map(names::side);
        let but = if own > theirs { "And" } else { "But" };
        let drawn = match ends.drawn {
            0 => String::new(),
            1 => "; 1 was drawn".to_owned(),
            drawn => format!("; {drawn} were drawn"),
        };
        let doubt =
            if own > theirs { "" } else { ": the belief may be wrong, or the lead hard to keep" };
        Some(format!(
            "{but} of {} quick games from {}{MISTAKES} {a} won {} and {b} {}{drawn}{doubt}.",
            ends.games,
            self.name(best),
            count_word(own),
            count_word(theirs)
        ))
    }
}
