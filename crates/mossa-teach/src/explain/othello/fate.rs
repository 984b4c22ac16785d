//! Othello: what becomes of the mover after a move of which it is not known whether it is worse than the
//! best one.

use std::mem::discriminant;

use mossa_games::GameSpec;
use mossa_kernel::{Side, View};
use mossa_search::Line;

use super::{
    firm::{self, Unit},
    harm::{Harm, MOST_SHOWN},
    outlook::{ended, final_count},
};
use crate::explain::{DiscFacts, Findings, Request, Story, names};

/// What first goes wrong for the mover in a line, and with which move, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blow {
    /// The other side takes a corner.
    Corner(usize),
    /// The mover must pass.
    Pass(usize),
    /// The mover has no safe move.
    Short(usize),
}

impl Request<'_> {
    /// The first thing that goes wrong for the mover after the answer to its move.
    pub(super) fn first_blow(&self, reply: &Story) -> Option<Blow> {
        let turns = reply.turns().iter().enumerate().take(MOST_SHOWN).skip(2);
        turns.into_iter().find_map(|(index, turn)| {
            let is_own = turn.side == self.mover();
            if !is_own && turn.takes_corner {
                Some(Blow::Corner(index))
            } else if is_own && turn.is_pass {
                Some(Blow::Pass(index))
            } else if is_own && Unit::of(self.spec) == Unit::Corner {
                (self.safe_moves(reply, index) == Some(0)).then_some(Blow::Short(index))
            } else {
                None
            }
        })
    }

    /// Whether the same kind of thing goes wrong first after the best move.
    fn is_same_blow(&self, best: &Story, blow: &Blow) -> bool {
        let after_best = self.first_blow(best);
        after_best.is_some_and(|it| discriminant(&it) == discriminant(blow))
    }

    /// What becomes of the mover in a line: what goes wrong first that does not after the best move, and from where on
    /// it is decided.
    pub(super) fn fate(&self, best: &Story, reply: &Story) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let lost = final_count(reply, self.mover()).is_some_and(|(margin, ..)| margin < 0);
        let is_taken = reply.turns().get(1).is_some_and(|turn| turn.takes_corner);
        // What the answer itself does is told with it.
        let blow = self.first_blow(reply).filter(|_| lost && !is_taken);
        let blow = blow.filter(|blow| !self.is_same_blow(best, blow));
        let blow = blow.map_or_else(String::new, |blow| match blow {
            Blow::Corner(index) => format!(
                " {} {other} takes {}.",
                self.goes_on(reply, index),
                Unit::of(self.spec).the(&[self.game.position().show_move(reply.moves[index])])
            ),
            Blow::Pass(index) => format!(
                " {} {m} has no move and must pass, so {other} moves twice in a row.",
                self.goes_on(reply, index)
            ),
            Blow::Short(index) => format!(
                " {} every move of {m}'s lets {other} into a corner.",
                self.goes_on(reply, index)
            ),
        });
        let decided = self.decided(reply, !self.mover()).filter(|_| lost).unwrap_or_default();
        format!("{blow}{decided}")
    }

    /// How a line ends of which it is not known whether it is the best play.
    pub(super) fn unsure_end(&self, findings: &Findings, reply: &Story) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let Some((margin, ..)) = final_count(reply, self.mover()) else { return String::new() };
        let ended = ended(reply).unwrap_or_default();
        let still =
            if margin > 0 { format!(", which {m} wins all the same") } else { String::new() };
        match findings.least_loss() {
            Some(least) if margin > -least => format!(
                " The line that the engine finds after it ends with {ended}, but {other} can play better in it: a loss by \
                 {least} or more is proven."
            ),
            _ => format!(
                " The line that the engine finds after it ends with {ended}{still}; whether that is the best play of \
                 both sides is not known."
            ),
        }
    }

    /// From which move of a line on `winner` has more than half of the board for good.
    fn decided(&self, story: &Story, winner: Side) -> Option<String> {
        let (number, own, all) = self.majority(story, winner)?;
        let discs = names::counted(own as u64, "disc");
        Some(format!(
            " After {} {} has {discs} that can never be turned again, more than half of the {all} squares.",
            names::counted(number as u64, "move"),
            names::side(winner),
        ))
    }

    /// After how many moves of a line, before its last, `winner` has more than half of the board for good,
    /// how many discs these are, and of how many squares.
    pub(super) fn majority(&self, story: &Story, winner: Side) -> Option<(usize, usize, usize)> {
        let View::Board(board) = self.game.position().view() else { return None };
        let all = board.cells.len();
        let mut game = self.game.clone();
        for (index, &mv) in story.moves.iter().enumerate() {
            game.play(mv).ok()?;
            let [x, o] = firm::counts(self.spec, &game);
            let own = if winner == Side::First { x } else { o };
            if 2 * own > all && index + 1 < story.moves.len() {
                return Some((index + 1, own, all));
            }
        }
        None
    }

    /// What comes later of a worse move whose own words tell nothing against it, for the table.
    pub(in crate::explain) fn comes_to(
        &self,
        findings: &Findings,
        best: &Story,
        line: &Line,
    ) -> Option<String> {
        let facts = DiscFacts::new(self.spec, self.game, line.mv())
            .filter(|_| matches!(self.spec, GameSpec::Othello(_)) && findings.is_behind(line))?;
        if !facts.gives.is_empty() || facts.beside.is_some() {
            return None;
        }
        let reply = Story::tell(self.spec, self.game, &line.moves);
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let Some(harm) = self.harm(best, &reply) else {
            let is_over = best.end.outcome().is_some() && reply.end.outcome().is_some();
            let turning = self.turning_point(best, &reply).filter(|_| is_over)?;
            return Some(format!(
                "; in the end {other} has {}, which {m} has after {}",
                self.squares(&turning.squares),
                self.name(findings.best())
            ));
        };
        // What the best line comes to as well, only later, is nothing to hold against another.
        let loses_one =
            best.turns().iter().any(|turn| turn.takes_corner && turn.side != self.mover());
        Some(match harm {
            Harm::Corner(_) if loses_one && !findings.is_proven => return None,
            // What the mover could have kept is no harm of that move.
            Harm::Corner(index)
                if !findings.is_proven && self.could_be_kept(&reply.moves, index) =>
            {
                return None;
            }
            Harm::Corner(index) => {
                let corner = self.game.position().show_move(reply.moves[index]);
                let corner = Unit::of(self.spec).the(&[corner]);
                format!("; some moves later {other} takes {corner}")
            }
            Harm::Pass(_) => format!("; some moves later {m} must pass"),
            Harm::Short(..) => format!("; some moves later {m} has no safe move left"),
        })
    }
}
