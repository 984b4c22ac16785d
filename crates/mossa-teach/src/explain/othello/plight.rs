//! Othello: why a side stands badly or well whatever is played, in what can be counted on one board, and which moves
//! give a corner where all look alike.

use mossa_kernel::{Game, Side, View};
use mossa_search::Line;

use super::{
    discs::{choices, corners, legal, turned_to},
    firm::{self, Unit},
    merits::LOST,
};
use crate::explain::{DiscFacts, Findings, Request, Story, names};

/// So many discs that can never be turned again, or moves, are clearly more.
const MORE: usize = 3;

/// At most so many moves are named.
const MOST_NAMED: usize = 4;

/// What one side has more of than the other, the side ahead first, after so many moves of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plight {
    Corners([usize; 2]),
    Firm([usize; 2]),
    Moves([usize; 2]),
    /// Moves that open no corner to the other side.
    Safe(usize, [usize; 2]),
}

impl Request<'_> {
    /// The side that stands clearly better whatever is played, where nothing is proven.
    pub(super) fn far_ahead(&self, findings: &Findings) -> Option<Side> {
        let chance = crate::chance(&findings.best().value);
        let is_alike = !findings.is_proven && findings.behind().next().is_none();
        match chance {
            chance if is_alike && chance <= LOST => Some(!self.mover()),
            chance if is_alike && chance >= 1.0 - LOST => Some(self.mover()),
            _ => None,
        }
    }

    /// What it has more of: now if there is such a thing, or else safe moves on the next board of the line.
    pub(super) fn plight(&self, findings: &Findings, story: &Story) -> Vec<Plight> {
        let Some(ahead) = self.far_ahead(findings) else { return Vec::new() };
        let both = |count: &dyn Fn(Side) -> usize| [ahead, !ahead].map(count);
        let View::Board(board) = self.game.position().view() else { return Vec::new() };
        let all = corners(self.spec, self.game);
        let held = |side| {
            let own = all.iter().filter(|mv| board.cells[mv.0 as usize] == Some(side));
            own.count()
        };
        let firm = firm::counts(self.spec, self.game);
        let is_more = |[own, theirs]: [usize; 2], more: usize| own >= theirs + more;
        let held = Some(both(&held)).filter(|&it| is_more(it, 1)).map(Plight::Corners);
        let firm = both(&|side| firm[side.index()]);
        let firm = Some(firm).filter(|&it| is_more(it, MORE)).map(Plight::Firm);
        let moves = both(&|side| choices(self.game, side));
        let moves = Some(moves).filter(|&it| is_more(it, MORE)).map(Plight::Moves);
        let safe = (0..=story.moves.len()).find_map(|played| {
            let game = self.reached(&story.moves[..played])?;
            let safe = both(&|side| self.n_safe(&game, side));
            // Whose turn it is not may wait.
            let is_turn = game.outcome().is_none() && game.position().side_to_move() != ahead;
            let is_told = is_turn && is_more(safe, MORE);
            is_told.then_some(Plight::Safe(played, safe))
        });
        let safe = safe.filter(|_| moves.is_none() && Unit::of(self.spec) == Unit::Corner);
        [held, firm, moves, safe].into_iter().flatten().collect()
    }

    /// How many moves a side has, if it is its turn, that open no corner to the other.
    fn n_safe(&self, game: &Game, side: Side) -> usize {
        let Some(turn) = turned_to(game, side) else { return 0 };
        let facts = legal(&turn, side);
        let facts = facts.into_iter().filter_map(|mv| DiscFacts::new(self.spec, &turn, mv));
        facts.filter(|facts| facts.gives.is_empty()).count()
    }

    /// The same in words, as half sentences.
    pub(super) fn plight_words(&self, findings: &Findings, story: &Story) -> Option<String> {
        let ahead = self.far_ahead(findings)?;
        let (a, b) = (names::side(ahead), names::side(!ahead));
        let unit = Unit::of(self.spec);
        let words = self.plight(findings, story).into_iter().map(|plight| match plight {
            Plight::Corners([own, theirs]) => {
                format!("{a} holds {}, {b} {}", unit.counted(own), none_or(theirs))
            }
            Plight::Firm([own, theirs]) => format!(
                "{a} has {own} discs that can never be turned again ({}), {b} {}",
                self.squares(&self.firm_cells(self.game, ahead)),
                none_or(theirs)
            ),
            Plight::Moves([own, theirs]) => format!(
                "now {a} can go to {}, {b} only to {theirs} (whoever's turn it is)",
                names::counted(own as u64, "square")
            ),
            Plight::Safe(played, [own, theirs]) => {
                let when = match played {
                    0 => "now".to_owned(),
                    played => format!("after move {played} of the line below"),
                };
                let left = match theirs {
                    0 => "no move left that opens".to_owned(),
                    1 => "only 1 move left that opens".to_owned(),
                    theirs => format!("only {theirs} moves left that open"),
                };
                format!(
                    "{when} {b} has {left} no corner to {a}; in {b}'s place {a} would have {own}"
                )
            }
        });
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| words.join("; "))
    }

    /// The same in a few words.
    pub(super) fn plight_gist(&self, findings: &Findings, story: &Story) -> Option<String> {
        let ahead = self.far_ahead(findings)?;
        let (a, b) = (names::side(ahead), names::side(!ahead));
        let words = self.plight(findings, story).into_iter().map(|plight| match plight {
            Plight::Corners(_) => format!("{a} has more {}s", Unit::of(self.spec).name()),
            Plight::Firm(_) => format!("{a} has more discs that can never be turned again"),
            Plight::Moves(_) => format!("{a} has more moves to choose from"),
            Plight::Safe(0, _) => format!("{b} has few harmless moves"),
            Plight::Safe(..) => format!("{b} runs short of harmless moves"),
        });
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| names::list(words, "and"))
    }

    /// The moves that let the other side take a corner, where all look alike and the best one lets it take none.
    pub(super) fn to_avoid<'f>(&self, findings: &'f Findings) -> Vec<&'f Line> {
        let facts = |line: &Line| DiscFacts::new(self.spec, self.game, line.mv());
        let is_clean = facts(findings.best())
            .is_some_and(|facts| facts.gives.is_empty() && facts.leaves.is_empty());
        let gives = |line: &&Line| facts(line).is_some_and(|facts| !facts.gives.is_empty());
        let is_told = is_clean && !findings.is_proven && Unit::of(self.spec) == Unit::Corner;
        findings.lines.iter().skip(1).filter(|_| is_told).filter(gives).collect()
    }

    /// What there is to be said for the best move where all look about as good: that it takes a corner, or what
    /// others give away.
    pub(super) fn advice(&self, findings: &Findings) -> Option<String> {
        let facts = DiscFacts::new(self.spec, self.game, findings.best().mv())?;
        let (name, other) = (self.name(findings.best()), names::side(!self.mover()));
        let taken = facts.takes_corner.then(|| {
            let corner = Unit::of(self.spec).one();
            let moves = match facts.replies {
                0 => "without a move".to_owned(),
                1 => "only 1 move".to_owned(),
                replies => format!("{replies} moves"),
            };
            format!("{name} takes {corner} and leaves {other} {moves}")
        });
        taken.or_else(|| self.avoid_words(findings))
    }

    /// "e8 lets X take no corner at once, and g1 and g2 do".
    fn avoid_words(&self, findings: &Findings) -> Option<String> {
        let avoided = self.to_avoid(findings);
        let named = match avoided.len() {
            0 => return None,
            n if n > MOST_NAMED => format!("{n} others"),
            _ => names::list(avoided.iter().map(|line| self.name(line)), "and"),
        };
        let does = if avoided.len() == 1 { "does" } else { "do" };
        let (name, other) = (self.name(findings.best()), names::side(!self.mover()));
        Some(format!("{name} lets {other} take no corner at once, and {named} {does}"))
    }
}

fn none_or(count: usize) -> String {
    if count == 0 { "none".to_owned() } else { format!("only {count}") }
}
