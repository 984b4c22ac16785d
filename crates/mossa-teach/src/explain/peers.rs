//! Othello: what speaks for moves that are about as good as the best one.

use mossa_kernel::Move;

use super::{
    DiscFacts, Findings, Request, cause::Little, discs::touched, firm::Unit, inside::flips_all,
    names,
};

/// Of so many of them it is told.
const MOST_PEERS: usize = 6;

/// What is true of the worse moves must be so of two in so many.
const OTHERS: usize = 3;

/// One thing that speaks for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Merit {
    /// It takes a corner.
    Corner,
    /// It keeps the other side from what that would play if it were its turn.
    Thwarts(Move),
    /// It leaves fewer moves than every worse one.
    Fewest,
    /// It goes where the other side could go after most worse moves.
    Square,
    /// No empty square touches what it turns, as with most worse moves.
    Quiet,
    /// After it its own side would have more moves than after every worse one.
    Own,
}

impl Request<'_> {
    /// What speaks for each of them, as the end of a sentence that names them.
    pub(super) fn peer_merits(&self, findings: &Findings) -> String {
        let peers = findings.peers().into_iter().skip(1);
        let peers = peers.filter(|&index| !findings.are_twins(0, index));
        let mut told: Vec<(Merit, Vec<String>)> = Vec::new();
        let mut untold = Vec::new();
        for index in peers.take(MOST_PEERS) {
            let name = self.name(&findings.lines[index]);
            let Some(merit) = self.merit(findings, index) else {
                untold.push(name);
                continue;
            };
            match told.iter_mut().find(|(known, _)| *known == merit) {
                Some((_, names)) => names.push(name),
                None => told.push((merit, vec![name])),
            }
        }
        if told.is_empty() {
            return if untold.is_empty() { "" } else { ", which shows only further ahead" }
                .to_owned();
        }
        let untold = if untold.is_empty() {
            String::new()
        } else {
            let named = names::list(untold, "and");
            format!("; what speaks for {named} shows only further ahead")
        };
        let told = told.into_iter().map(|(merit, names)| {
            let words = self.merit_words(merit, names.len() > 1);
            format!("{} {words}", names::list(names, "and"))
        });
        let told: Vec<String> = told.collect();
        format!(": {}{untold}", told.join("; "))
    }

    /// What speaks for a move, the plainest thing.
    pub(super) fn merit(&self, findings: &Findings, index: usize) -> Option<Merit> {
        let mv = findings.lines[index].mv();
        let facts = DiscFacts::new(self.spec, self.game, mv)?;
        let behind: Vec<Move> = findings.behind().map(|(_, line)| line.mv()).collect();
        let is_most = |count: usize| count * OTHERS >= behind.len() * (OTHERS - 1);
        let leaves_more =
            |it: &Move| self.little(*it, Little::Moves).is_some_and(|n| n > facts.replies);
        let n_open = behind.iter().filter(|&&it| self.leaves_open(it, mv)).count();
        let is_loud = |it: &&Move| touched(self.game, **it).is_some_and(|n| n > 1);
        let is_quiet = touched(self.game, mv) == Some(0) && flips_all(self.spec);
        let own = |mv: Move| self.choice_after(mv).map(|[own, _]| own);
        if behind.is_empty() {
            None
        } else if facts.takes_corner {
            Some(Merit::Corner)
        } else if let Some(wish) = findings.wish.filter(|_| self.thwarts_alone(findings, index)) {
            Some(Merit::Thwarts(wish))
        } else if behind.iter().all(leaves_more) {
            Some(Merit::Fewest)
        } else if is_most(n_open) {
            Some(Merit::Square)
        } else if is_quiet && is_most(behind.iter().filter(is_loud).count()) {
            Some(Merit::Quiet)
        } else {
            behind.iter().all(|&it| own(it) < own(mv)).then_some(Merit::Own)
        }
    }

    /// Whether a move takes away what the other side wants, and some worse one does not.
    fn thwarts_alone(&self, findings: &Findings, index: usize) -> bool {
        let line = &findings.lines[index];
        let leaves = findings.behind().any(|(_, line)| !self.thwarts(findings, line.mv()));
        self.denies_wish(findings, &line.moves) && leaves && findings.wish != Some(line.mv())
    }

    /// Whether the other side can go to a square right after a move.
    fn leaves_open(&self, mv: Move, square: Move) -> bool {
        self.reached(&[mv]).is_some_and(|after| after.position().is_legal(square))
    }

    fn merit_words(&self, merit: Merit, are_many: bool) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let (verb, rest) = match merit {
            Merit::Corner => ("take", Unit::of(self.spec).one().to_owned()),
            Merit::Thwarts(wish) => {
                let wish = self.game.position().show_move(wish);
                ("keep", format!("{other} from {wish}, where {other} would go if it were its turn"))
            }
            Merit::Own => ("leave", format!("{m} more moves of its own than any worse move")),
            Merit::Fewest => ("leave", format!("{other} fewer moves than any worse move")),
            Merit::Square => {
                ("take", format!("a square where {other} could go after most worse moves"))
            }
            Merit::Quiet => ("turn", "only what no empty square touches".to_owned()),
        };
        let verb = if are_many { verb.to_owned() } else { format!("{verb}s") };
        format!("{verb} {rest}")
    }
}
