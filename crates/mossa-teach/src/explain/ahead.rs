//! Othello: what can be counted in the lines that the engine expects after two moves, where that tells them
//! apart.

use mossa_kernel::{Game, Move, Side};

use super::{Findings, Request, Story, discs::choices, firm, names, outlook::FEW, parting::MUCH};

/// Lines are compared after at most so many moves: as many as can be shown.
const MOST_FOLLOWED: usize = 8;

/// A comparison after fewer moves than this says no more than the moves themselves.
const LEAST_FOLLOWED: usize = 3;

/// The lines that are compared: that of the best move, and those of all moves behind it, best first.
pub(super) struct Field<'f> {
    best: &'f Story,
    behind: Vec<Story>,
}

/// What is counted in a line, the mover's first.
type Count = fn(&Request<'_>, &Story, usize) -> Option<[usize; 2]>;

impl<'f> Field<'f> {
    pub(super) fn new(request: &Request<'_>, findings: &Findings, best: &'f Story) -> Self {
        let behind = findings.lines.iter().skip(1).filter(|line| findings.is_behind(line));
        let told = behind.map(|line| Story::tell(request.spec, request.game, &line.moves));
        Self { best, behind: told.collect() }
    }

    /// Two counts, after a worse move and after the best one, where the lead in them speaks for the best
    /// one. A count is no reason where a move that is worse still shares it: every move behind the best
    /// must have less of a lead than that, and those between the two no less than the worse one.
    pub(super) fn tells(
        &self,
        request: &Request<'_>,
        reply: &Story,
        count: Count,
        length: usize,
    ) -> Option<[[usize; 2]; 2]> {
        let lead = |[own, theirs]: [usize; 2]| own.cast_signed() - theirs.cast_signed();
        let (worse, better) = (count(request, reply, length)?, count(request, self.best, length)?);
        let is_apart = lead(worse) + MUCH.cast_signed() <= lead(better);
        let mut is_between = true;
        let fits = |story: &Story| {
            is_between &= story.moves.first() != reply.moves.first();
            let Some(known) = count(request, story, length) else { return true };
            lead(known) < lead(better) && (!is_between || lead(known) >= lead(worse))
        };
        (is_apart && self.behind.iter().all(fits)).then_some([worse, better])
    }
}

impl Request<'_> {
    /// What the lines after a worse move and after the best one differ in, as far as it can be counted.
    pub(super) fn ahead(&self, name: &str, field: &Field<'_>, reply: &Story) -> Option<String> {
        let most = MOST_FOLLOWED.min(reply.moves.len()).min(field.best.moves.len());
        let lengths = || (LEAST_FOLLOWED..=most).rev();
        let told = |count: Count| {
            lengths().find_map(|length| Some((length, field.tells(self, reply, count, length)?)))
        };
        if let Some((length, counts)) = told(firm_after) {
            return Some(self.compared(
                name,
                reply,
                length,
                counts,
                "that can never be turned again",
            ));
        }
        if let Some((length, counts)) = told(choices_after) {
            let text = self.compared(name, reply, length, counts, "to choose from");
            return Some(format!("{text} {FEW}"));
        }
        let (length, [worse, better]) = told(choices_in_turn)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        Some(format!(
            " The engine expects {} next. Added up over the turns until then, {m} has {} to choose from and \
             {other} {}; after {name} and as many moves it is {} and {}. {FEW}",
            self.told_line(reply, length - 1),
            names::counted(worse[0] as u64, "move"),
            worse[1],
            better[0],
            better[1]
        ))
    }

    /// Two counts after so many moves of two lines.
    fn compared(
        &self,
        name: &str,
        reply: &Story,
        length: usize,
        [worse, better]: [[usize; 2]; 2],
        what: &str,
    ) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let thing = if what.starts_with("that") { "disc" } else { "move" };
        format!(
            " The engine expects {} next; then {m} has {} {what} and {other} {}. After {name} and as many moves \
             {m} has {} and {other} {}.",
            self.told_line(reply, length - 1),
            names::counted(worse[0] as u64, thing),
            worse[1],
            better[0],
            better[1]
        )
    }

    /// The line that the engine expects after a worse move, where nothing in it tells why it is worse.
    pub(super) fn untold(&self, reply: &Story) -> String {
        let length = MOST_FOLLOWED.min(reply.moves.len());
        let line = if length > 2 {
            format!(" The engine expects {} next.", self.told_line(reply, length - 1))
        } else {
            String::new()
        };
        format!(
            "{line} Nothing that can be counted so far shows clearly why that is worse (corners, discs that can \
             never be turned again, moves to choose from): it is what the engine finds when it looks \
             further ahead."
        )
    }
}

/// The counts of both sides, the mover's first.
fn of_mover(request: &Request<'_>, [x, o]: [usize; 2]) -> [usize; 2] {
    if request.mover() == Side::First { [x, o] } else { [o, x] }
}

fn reached(request: &Request<'_>, story: &Story, length: usize) -> Option<Game> {
    request.reached(story.moves.get(..length)?)
}

/// Discs that can never be turned again after so many moves.
pub(super) fn firm_after(
    request: &Request<'_>,
    story: &Story,
    length: usize,
) -> Option<[usize; 2]> {
    let game = reached(request, story, length)?;
    Some(of_mover(request, firm::counts(request.spec, &game)))
}

/// Moves to choose from after so many moves, for each side as if it were its turn.
pub(super) fn choices_after(
    request: &Request<'_>,
    story: &Story,
    length: usize,
) -> Option<[usize; 2]> {
    let game = reached(request, story, length).filter(|game| game.outcome().is_none())?;
    Some(of_mover(request, Side::BOTH.map(|side| choices(&game, side))))
}

/// Moves to choose from, added up over each side's turns between the first move and so many.
pub(super) fn choices_in_turn(
    request: &Request<'_>,
    story: &Story,
    length: usize,
) -> Option<[usize; 2]> {
    let moves = story.moves.get(..length)?;
    let mut game = request.game.clone();
    let mut counts = [0, 0];
    for (index, &mv) in moves.iter().enumerate() {
        let own = usize::from(game.position().side_to_move() != request.mover());
        if index > 0 {
            let legal = game.position().moves();
            counts[own] += legal.iter().filter(|&&mv| mv != Move::PASS).count();
        }
        game.play(mv).ok()?;
    }
    Some(counts)
}
