//! Othello: why a position is won, lost or even, and what speaks for the best move.

use mossa_games::GameSpec;
use mossa_kernel::{BoardView, Game, GameResult, Move, Side, View, values};
use mossa_search::Line;

use super::{
    DiscFacts, Findings, Request, Story,
    discs::{choices, corners},
    firm::{self, Unit},
    names,
    parting::MUCH,
    verdict,
};

/// With more empty squares than this, moves that are left count more than discs.
const ENDING: usize = 16;

/// At most so many moves are named that are as good as the best one.
const MOST_EQUAL: usize = 3;

/// Why few moves are bad to have.
pub(super) const FEW: &str = "Few moves are bad to have: when the harmless ones are used up, the next one \
                              must give something away.";

impl Request<'_> {
    /// Why a game of discs stands as it does.
    pub(super) fn discs(
        &self,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Vec<String> {
        let View::Board(board) = self.game.position().view() else { return Vec::new() };
        let empty = board.cells.iter().filter(|cell| cell.is_none()).count();
        let m = names::side(self.mover());
        let n_moves = findings.lines.len();
        let is_over = story.end.outcome().is_some() && story.moves.len() == 1;
        if n_moves == 1 && is_over {
            return vec![format!("{m} has only one move, and it ends the game.")];
        }
        let mut texts: Vec<String> = firm::rule(self.spec).into_iter().collect();
        texts.push(self.counts(&board, empty));
        texts.extend(self.standing(findings, story));
        let is_one = (1..n_moves).all(|index| findings.are_twins(0, index));
        if self.game.position().moves() == [Move::PASS] {
            texts.push(format!("{m} has no move and must pass."));
        } else if n_moves == 1 {
            texts.push(format!("{m} has only one move, {}.", self.name(findings.best())));
        } else if is_one {
            texts.push("All moves are mirror images of each other: none is better.".to_owned());
        } else {
            texts.extend(self.merits(findings, empty));
            texts.extend(self.near_equals(findings));
        }
        texts.extend(self.prospect(findings, story));
        if n_moves > 1 && !is_one {
            texts.extend(self.why_not(findings, story, replies));
            texts.extend(self.choice(findings));
        }
        say_once(&mut texts, FEW);
        texts
    }

    /// What can be counted on the board, or in the line, that points the same way as the value.
    fn standing(&self, findings: &Findings, story: &Story) -> Option<String> {
        let (lead, ahead) = verdict::lead(&findings.best().value, self.mover());
        if lead.abs() <= verdict::EVEN {
            return None;
        }
        let (a, b) = (names::side(ahead), names::side(!ahead));
        let of = |[x, o]: [usize; 2]| if ahead == Side::First { (x, o) } else { (o, x) };
        let (own, theirs) = of(firm::counts(self.spec, self.game));
        let now = (own > theirs).then(|| {
            format!(
                "{a} is ahead in discs that can never be turned again: {a} has {own} of them, {b} has \
                 {theirs}."
            )
        });
        let half = findings.is_proven.then(|| self.half(story, ahead)).flatten();
        if now.is_some() || half.is_some() {
            return Some(now.into_iter().chain(half).collect::<Vec<_>>().join(" "));
        }
        if findings.is_proven {
            return None;
        }
        let (own, theirs) = of(firm::counts(self.spec, &story.end));
        if own > theirs {
            return Some(format!(
                "At the end of the line below {a} has {} that can never be turned again, {b} has {theirs}.",
                names::counted(own as u64, "disc")
            ));
        }
        let (own, theirs) = of(Side::BOTH.map(|side| choices(self.game, side)));
        if own >= theirs + MUCH {
            return Some(format!(
                "{a} has {} to choose from and {b} {theirs}, each counted as if it were that side's turn. {FEW}",
                names::counted(own as u64, "move")
            ));
        }
        let (own, theirs) = of(Side::BOTH.map(|side| choices(&story.end, side)));
        if own >= theirs + MUCH {
            return Some(format!(
                "At the end of the line below {a} has {} to choose from, {b} has {theirs}. {FEW}",
                names::counted(own as u64, "move")
            ));
        }
        Some(format!(
            "Nothing that can be counted on the board shows why {a} is ahead: neither discs that can never \
             be turned again nor moves to choose from. It is what the engine sees when it looks ahead."
        ))
    }

    /// From which move of the line on `winner` has more than half of the board for good.
    fn half(&self, story: &Story, winner: Side) -> Option<String> {
        let mut game = self.game.clone();
        let View::Board(board) = game.position().view() else { return None };
        for (index, &mv) in story.moves.iter().enumerate() {
            game.play(mv).ok()?;
            let [x, o] = firm::counts(self.spec, &game);
            let own = if winner == Side::First { x } else { o };
            if 2 * own > board.cells.len() && index + 1 < story.moves.len() {
                return Some(format!(
                    "After move {} of the line below {} has {own} discs that can never be turned again: more \
                     than half of the {} squares, so the game is decided there.",
                    index + 1,
                    names::side(winner),
                    board.cells.len()
                ));
            }
        }
        None
    }

    /// The moves that are proven to be as good as the best one, where these are few.
    fn as_good(&self, findings: &Findings) -> Option<String> {
        let best = &findings.best().value;
        let is_equal = |line: &&Line| {
            values::is_same(&line.value, best) && values::tells_beside(&line.value, best)
        };
        let equal: Vec<&Line> = findings.lines[1..].iter().filter(is_equal).collect();
        if !findings.is_proven || equal.is_empty() || equal.len() > MOST_EQUAL {
            return None;
        }
        let verb = if equal.len() == 1 { "is" } else { "are" };
        let names = names::list(equal.iter().map(|line| self.name(line)), "and");
        Some(format!(
            "{names} {verb} proven to be just as good: the game ends with the same difference."
        ))
    }

    /// What speaks for the best move beside the next best one, and what speaks against it.
    fn merits(&self, findings: &Findings, empty: usize) -> Vec<String> {
        let best = findings.best();
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let Some(facts) = DiscFacts::new(self.spec, self.game, best.mv()) else {
            return Vec::new();
        };
        // Where only the winner is known, another move may win or lose by less.
        let is_counted = findings
            .proven()
            .is_some_and(|exact| exact.margin.is_some() || exact.result == GameResult::Draw);
        let lead = if is_counted { "Best is" } else { "The engine prefers" };
        let mut texts = vec![format!("{lead} {}: it {}.", self.name(best), facts.words())];
        texts.extend(self.as_good(findings));
        let known = |mv| DiscFacts::new(self.spec, self.game, mv);
        let Some(rival) = Self::runner_up(findings).and_then(|line| known(line.mv())) else {
            return texts;
        };
        let others: Vec<DiscFacts> =
            findings.lines[1..].iter().filter_map(|line| known(line.mv())).collect();
        let open = |facts: &DiscFacts| facts.gives.len() + facts.leaves.len();
        let unit = Unit::of(self.spec);
        let n_open = others.iter().filter(|facts| open(facts) > 0).count();
        if open(&facts) == 0 && open(&rival) > 0 {
            texts.push(format!(
                "After it {other} can take no {} on the next move; {} would let {other} do so.",
                unit.name(),
                counted_of(n_open, others.len())
            ));
        } else if !facts.gives.is_empty() && rival.gives.is_empty() {
            texts.push(format!(
                "It gives {other} {}, against the rule of thumb; see below why the other moves are worse \
                 all the same.",
                unit.one()
            ));
        }
        let least = |count: fn(&DiscFacts) -> usize| {
            others.iter().all(|known| count(&facts) <= count(known))
                && count(&facts) < count(&rival)
        };
        if unit == Unit::Corner && facts.safe < facts.replies && least(|facts| facts.safe) {
            texts.push(format!(
                "No other move leaves {other} fewer safe moves: {} after it, {} after the next best move. {FEW}",
                facts.safe, rival.safe
            ));
        } else if empty > ENDING && least(|facts| facts.replies) {
            texts.push(format!("No other move leaves {other} fewer moves. {FEW}"));
        } else if empty > ENDING && facts.replies >= rival.replies + MUCH {
            texts.push(format!(
                "It leaves {other} more moves than other moves do, against the rule of thumb to leave the \
                 other side few."
            ));
        }
        let is_less = facts.exposed + MUCH <= rival.exposed;
        if empty > ENDING && is_less && least(|facts| facts.exposed) {
            texts.push(format!(
                "After it {} of {m}'s discs border on an empty square, after the next best move {}. The \
                 fewer do, the less {other} finds to turn: {other} can only play next to a disc of {m}'s.",
                facts.exposed, rival.exposed
            ));
        }
        texts
    }

    /// What the best play leads to.
    fn prospect(&self, findings: &Findings, story: &Story) -> Option<String> {
        let events = self.events(story);
        if findings.is_proven {
            let exact = findings.proven()?;
            let (margin, ..) = final_count(story, self.mover())?;
            let ended = ended(story)?;
            let is_counted = exact.margin.map_or(exact.result == GameResult::Draw, |_| true);
            let odd = self.odd_corners(story);
            let line =
                events.map_or(String::new(), |events| format!(" In the line below {events}."));
            return if is_counted && exact.margin.unwrap_or(0) == margin {
                Some(format!(
                    "All ways the game can go on that matter were counted. If both sides play right, it ends \
                     with {ended}.{line}{odd}"
                ))
            } else {
                Some(format!(
                    "Who wins is proven, by how much is not: the line below is one way to win and ends with \
                     {ended}; the loser may do better.{line}{odd}"
                ))
            };
        }
        let events = events.filter(|_| story.moves.len() >= 3)?;
        Some(format!("In the line below, which the engine expects, {events}."))
    }

    /// Where the loser of a line gets more corners than the winner, how that goes together.
    fn odd_corners(&self, story: &Story) -> String {
        let winner = story.end.outcome().and_then(|outcome| outcome.winner);
        let (Some(winner), View::Board(board)) = (winner, story.end.position().view()) else {
            return String::new();
        };
        let held = |side| held(self.spec, self.game, &board, side);
        let (own, theirs) = (held(winner), held(!winner));
        if theirs <= own {
            return String::new();
        }
        let unit = Unit::of(self.spec).name();
        let loser = names::side(!winner);
        let rest = board.count(!winner) - theirs;
        let rest = match rest {
            0 => "no other disc".to_owned(),
            rest => format!("only {}", names::counted(rest as u64, "other disc")),
        };
        format!(
            " {loser} gets more {unit}s, {theirs} against {own}, and loses all the same: {loser} keeps {rest} \
             beside them, all the others are turned in the end."
        )
    }

    /// Who takes which corners in a line, and who must pass; `None` where nothing of the kind happens.
    fn events(&self, story: &Story) -> Option<String> {
        let mut parts = Vec::new();
        for side in Side::BOTH {
            let s = names::side(side);
            let turns = story.turns().iter().zip(&story.moves);
            let turns: Vec<_> = turns.filter(|(turn, _)| turn.side == side).collect();
            let taken = turns.iter().filter(|(turn, _)| turn.takes_corner);
            let taken: Vec<String> =
                taken.map(|(_, mv)| self.game.position().show_move(**mv)).collect();
            let corners =
                (!taken.is_empty()).then(|| format!("takes {}", Unit::of(self.spec).the(&taken)));
            let passes = match turns.iter().filter(|(turn, _)| turn.is_pass).count() {
                0 => None,
                1 => Some("must pass once".to_owned()),
                passes => Some(format!("must pass {passes} times")),
            };
            let both: Vec<String> = corners.into_iter().chain(passes).collect();
            if !both.is_empty() {
                parts.push(format!("{s} {}", both.join(" and ")));
            }
        }
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// How the position looks to somebody who counts.
    fn counts(&self, board: &BoardView, empty: usize) -> String {
        let held = |side| held(self.spec, self.game, board, side);
        let some_held = Side::BOTH.into_iter().any(|side| held(side) > 0);
        let unit = Unit::of(self.spec);
        let [x, o] = Side::BOTH.map(|side| {
            let discs = names::counted(board.count(side) as u64, "disc");
            let corners = names::counted(held(side) as u64, unit.name());
            let corners = if some_held { format!(" and {corners}") } else { String::new() };
            format!("{} has {discs}{corners}", names::side(side))
        });
        format!("{x}, {o}; {} left.", names::counted(empty as u64, "square"))
    }
}

/// How many corners `side` has on a board.
fn held(spec: &GameSpec, game: &Game, board: &BoardView, side: Side) -> usize {
    let corners = corners(spec, game).into_iter();
    corners.filter(|mv| board.cells[mv.0 as usize] == Some(side)).count()
}

/// Leaves a sentence only where it comes first.
fn say_once(texts: &mut Vec<String>, sentence: &str) {
    let mut is_said = false;
    for text in texts.iter_mut() {
        if !text.contains(sentence) {
            continue;
        }
        if is_said {
            let rest = text.replace(sentence, "");
            *text = String::from(rest.trim_end());
        }
        is_said = true;
    }
    texts.retain(|text| !text.is_empty());
}

/// "one of the 3 others", "all others".
fn counted_of(count: usize, all: usize) -> String {
    match (count, all) {
        (1, 1) => "the other move".to_owned(),
        (count, all) if count == all => format!("each of the other {all}"),
        (count, all) => format!("{count} of the other {all}"),
    }
}

/// How a line ends: by how much `mover` wins, and the discs of both sides.
pub(super) fn final_count(story: &Story, mover: Side) -> Option<(i32, usize, usize)> {
    let outcome = story.end.outcome()?;
    let View::Board(board) = story.end.position().view() else { return None };
    let margin = outcome.margin.map_or(0, i32::from);
    let signed = match outcome.winner {
        None => 0,
        Some(winner) if winner == mover => margin,
        Some(_) => -margin,
    };
    let [x, o] = Side::BOTH.map(|side| board.count(side));
    Some((signed, x, o))
}

/// The discs of both sides at the end of a line, and who gets the squares that stay empty.
pub(super) fn ended(story: &Story) -> Option<String> {
    let winner = story.end.outcome()?.winner;
    let View::Board(board) = story.end.position().view() else { return None };
    let [x, o] = Side::BOTH.map(|side| board.count(side));
    let empty = match (board.cells.len() - x - o, winner) {
        (0, _) | (_, None) => String::new(),
        (1, Some(winner)) => format!(" (the empty square counts for {})", names::side(winner)),
        (empty, Some(winner)) => {
            format!(" (the {empty} empty squares count for {})", names::side(winner))
        }
    };
    Some(format!("{} for X and {o} for O{empty}", names::counted(x as u64, "disc")))
}
