//! Othello: the reasons in one sentence, for whoever is asked why the best move is right.

use mossa_kernel::GameResult;

use super::{Findings, Request, Story, contrast::Contrast, firm::Unit, freedom::AT_ONCE, names};

/// How the sentence begins.
pub(super) const IN_SHORT: &str = "In short:";

/// At most so many moves are named, the best of them first.
const MOST_NAMED: usize = 3;

/// A chance that is no better than this is called lost.
const LOST: f64 = 0.15;

/// The worse moves by what goes wrong after them, by their places in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Kinds {
    /// The other side gets a corner.
    pub(super) corner: Vec<usize>,
    /// The mover must pass or runs out of safe moves.
    pub(super) short: Vec<usize>,
    /// The mover has less to choose from.
    pub(super) choice: Vec<usize>,
    /// The other side has more moves at once.
    pub(super) wide: Vec<usize>,
    /// Proven to lose, and not to win.
    pub(super) lost: Vec<usize>,
    pub(super) drawn: Vec<usize>,
    /// Fewer quick games are won.
    pub(super) tried: Vec<usize>,
    /// Nothing can be told.
    pub(super) untold: Vec<usize>,
}

impl Request<'_> {
    /// What goes wrong after each of the worse moves.
    pub(super) fn kinds(&self, findings: &Findings, best: &Story) -> Kinds {
        let mut kinds = Kinds::default();
        for (index, _) in findings.behind() {
            let is_less = || findings.freedom.as_ref()?.less(index);
            let kind = match self.contrast(findings, best, index) {
                // Where the best move costs a corner as soon, another one does not tell the two apart in short.
                Some(Contrast::Sooner(at))
                    if self.corner_cost(best).is_some_and(|cost| cost <= at)
                        && is_less().is_some() =>
                {
                    &mut kinds.choice
                }
                Some(Contrast::Wide(_)) => &mut kinds.wide,
                Some(
                    Contrast::Corner(_)
                    | Contrast::Given(_)
                    | Contrast::Sooner(_)
                    | Contrast::Risk(_),
                ) => &mut kinds.corner,
                Some(Contrast::Short(_)) => &mut kinds.short,
                Some(Contrast::Choice(_)) => &mut kinds.choice,
                Some(Contrast::Proven(exact)) if exact.result == GameResult::Loss => {
                    &mut kinds.lost
                }
                Some(Contrast::Proven(_)) => &mut kinds.drawn,
                Some(Contrast::Tried) => &mut kinds.tried,
                None => &mut kinds.untold,
            };
            kind.push(index);
        }
        kinds
    }

    /// Why the best move is right, where nothing is proven.
    pub(super) fn gist(&self, findings: &Findings, best: &Story) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let name = self.name(findings.best());
        let Kinds { corner, short, choice, wide, lost, drawn, tried, untold } =
            self.kinds(findings, best);
        let named = |moves: &[usize]| self.some_named(findings, moves);
        let mut reasons = Vec::new();
        if best.turns().first().is_some_and(|turn| turn.takes_corner) {
            reasons.push("it takes a corner for good".to_owned());
        }
        if let Some(denied) = self.denied_corners(findings) {
            let corner = Unit::of(self.spec).the(&denied);
            reasons.push(format!("it keeps {other} from {corner} for now"));
        }
        if !choice.is_empty() {
            let is_now = findings.freedom.as_ref().is_some_and(|it| it.span == AT_ONCE);
            let leaves = if is_now {
                format!("it leaves {other} fewer moves to choose from than")
            } else {
                format!(
                    "over the next moves it leaves {m} more to choose from, compared with {other}, than"
                )
            };
            let does = if choice.len() == 1 { "does" } else { "do" };
            reasons.push(format!("{leaves} {} {does}", named(&choice)));
        }
        if !wide.is_empty() {
            let does = if wide.len() == 1 { "does" } else { "do" };
            reasons.push(format!(
                "it leaves {other} fewer moves at first than {} {does}",
                named(&wide)
            ));
        }
        if !corner.is_empty() {
            let help = if corner.len() == 1 { "helps" } else { "help" };
            reasons.push(format!("{} {help} {other} to a corner", named(&corner)));
        }
        if !short.is_empty() {
            reasons.push(format!("after {} {m} runs out of harmless moves", named(&short)));
        }
        for (moves, how) in [(&lost, "to lose"), (&drawn, "not to win")] {
            if !moves.is_empty() {
                let is = if moves.len() == 1 { "is" } else { "are" };
                reasons.push(format!("{} {is} proven {how}", named(moves)));
            }
        }
        if !tried.is_empty() {
            reasons.push(format!(
                "when it is played on to the end, {m} wins less often after {}",
                named(&tried)
            ));
        }
        let is_bad = crate::chance(&findings.best().value) <= LOST;
        let is = if is_bad {
            format!("{m} stands badly whatever it plays, and {name} is the best try")
        } else {
            format!("{name} is right")
        };
        let peers = self.peers_words(findings);
        let further = match untold.len() {
            0 => String::new(),
            1 => format!(" Why {} is worse shows only further ahead.", named(&untold)),
            _ => format!(" Why {} are worse shows only further ahead.", named(&untold)),
        };
        if reasons.is_empty() {
            return format!(
                "{IN_SHORT} {is}, but the board does not show why; the engine sees it further ahead.{peers}"
            );
        }
        let reasons = reasons.join("; ");
        // What is wrong with few moves is no reason for the best one.
        if 2 * untold.len() > findings.behind().count() {
            return format!(
                "{IN_SHORT} no simple reason tells {name} from {}: the engine sees the difference further \
                 ahead. Clear is only that {reasons}.{peers}",
                named(&untold)
            );
        }
        format!("{IN_SHORT} {is} because {reasons}.{further}{peers}")
    }

    /// Which moves are about as good, and which of them in another way: with less to choose from.
    fn peers_words(&self, findings: &Findings) -> String {
        let less = |index: &usize| {
            findings.freedom.as_ref().is_some_and(|freedom| freedom.less(*index).is_some())
        };
        let peers = findings.peers().into_iter().skip(1);
        let (other, alike): (Vec<usize>, Vec<usize>) = peers.partition(less);
        let are = |moves: &[usize], how: &str| {
            let verb = if moves.len() == 1 { "is" } else { "are" };
            match moves.len() {
                0 => String::new(),
                _ => format!(" {} {verb} about as good{how}.", self.some_named(findings, moves)),
            }
        };
        let way = ", in a way that this count does not show";
        format!("{}{}", are(&alike, ""), are(&other, way))
    }

    /// The first of some moves, and how many more there are.
    fn some_named(&self, findings: &Findings, moves: &[usize]) -> String {
        let most = if moves.len() == MOST_NAMED + 1 { MOST_NAMED + 1 } else { MOST_NAMED };
        let shown = moves.iter().take(most).map(|&index| self.name(&findings.lines[index]));
        let more = moves.len().saturating_sub(most);
        let more = (more > 0).then(|| format!("{more} other moves"));
        names::list(shown.chain(more), "and")
    }
}
