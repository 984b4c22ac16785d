//! Othello: why a position is won, lost or even, and what is wrong with moves that look good.

use mossa_kernel::{BoardView, Game, GameResult, Move, Side, Value, View};
use mossa_search::Line;

use super::{
    DiscFacts, Findings, Request, Story,
    discs::{choices, corners},
    names, verdict,
};

/// With more empty squares than this, moves that are left count more than discs.
const ENDING: usize = 16;

/// Where nothing is proven, lines are compared after at most so many moves.
const MOST_FOLLOWED: usize = 8;

/// So many moves that look good are told.
const MOST_TEMPTING: usize = 3;

/// Why few moves are bad to have.
const FEW: &str = "Few moves are bad to have: when the safe ones are used up, the next one must \
                   let the other side into a corner, and a corner disc can never be turned.";

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
        let mut texts = vec![counts(self.game, &board, empty)];
        let n_moves = findings.lines.len();
        let is_one = (1..n_moves).all(|index| findings.are_twins(0, index));
        if self.game.position().moves() == [Move::PASS] {
            texts.push(format!("{} has no move and must pass.", names::side(self.mover())));
        } else if n_moves > 1 && is_one {
            texts.push("All moves are mirror images of each other: none is better.".to_owned());
        } else {
            texts.extend(self.merits(findings, empty));
        }
        texts.extend(self.prospect(findings, story));
        texts.extend(self.temptations(findings, story, replies));
        texts.extend(self.choice(findings));
        if empty > ENDING && !texts.iter().any(|text| text.contains(FEW)) {
            texts.push(FEW.to_owned());
        }
        texts
    }

    /// What speaks for the best move beside the others.
    fn merits(&self, findings: &Findings, empty: usize) -> Vec<String> {
        let best = findings.best();
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let Some(facts) = DiscFacts::new(self.spec, self.game, best.mv()) else {
            return Vec::new();
        };
        let lead = if findings.is_proven { "Best is" } else { "The engine prefers" };
        let mut texts = vec![format!("{lead} {}: it {}.", self.name(best), facts.words())];
        let others = findings.lines[1..].iter();
        let others: Vec<DiscFacts> =
            others.filter_map(|line| DiscFacts::new(self.spec, self.game, line.mv())).collect();
        if facts.takes_corner {
            texts.push(
                "From a corner on, discs along the edge can be held for good, too.".to_owned(),
            );
        }
        let open = |facts: &DiscFacts| facts.gives.len() + facts.leaves.len();
        let worse = others.iter().filter(|facts| open(facts) > 0).count();
        if open(&facts) == 0 && worse > 0 {
            texts.push(format!(
                "After it {other} can take no corner; {} would let {other} do so.",
                counted_of(worse, others.len())
            ));
        }
        let beside = others.iter().filter(|facts| facts.beside.is_some()).count();
        if facts.beside.is_none() && beside > 0 {
            texts.push(format!(
                "{} of the other moves {} right beside an empty corner: a disc there helps {other} to get into \
                 the corner.",
                beside,
                if beside == 1 { "stands" } else { "stand" }
            ));
        }
        let most = others.iter().map(|facts| facts.replies).max().unwrap_or(0);
        let is_fewest = others.iter().all(|known| facts.replies <= known.replies);
        if empty > ENDING && is_fewest && facts.replies < most {
            texts.push(format!(
                "No other move leaves {other} fewer moves; one of them leaves {most}. {FEW}"
            ));
        }
        let most = others.iter().map(|facts| facts.exposed).max().unwrap_or(0);
        let is_least = others.iter().all(|known| facts.exposed <= known.exposed);
        if empty > ENDING && is_least && facts.exposed < most {
            texts.push(format!(
                "After it {} of {m}'s discs border on an empty square, after others up to {most}. The \
                 fewer do, the less {other} finds to turn: {other} can only play next to a disc of {m}'s.",
                facts.exposed
            ));
        }
        if texts.len() == 1 && !findings.is_proven {
            texts.extend(self.close(findings));
        }
        texts
    }

    /// Which moves are nearly as good, where nothing sets the best one apart.
    fn close(&self, findings: &Findings) -> Option<String> {
        let close = findings.lines.iter().filter(|line| !findings.is_worse(line));
        let close: Vec<String> = close.map(|line| self.name(line)).collect();
        (close.len() > 1).then(|| {
            format!(
                "Nothing is decided here: {} look about equal to the engine.",
                names::list(close, "and")
            )
        })
    }

    /// What the best play leads to.
    fn prospect(&self, findings: &Findings, story: &Story) -> Option<String> {
        let events = events(story, self.game);
        if findings.is_proven {
            let exact = findings.proven()?;
            let (margin, x, o) = final_count(story, self.mover())?;
            let is_counted = exact.margin.map_or(exact.result == GameResult::Draw, |_| true);
            return if is_counted && exact.margin.unwrap_or(0) == margin {
                Some(format!(
                    "All ways the game can go on were counted. If both sides play right, it ends with {x} \
                     discs for X and {o} for O. In the line below {events}."
                ))
            } else {
                Some(format!(
                    "Who wins is proven, by how much is not. In the line below {events}, and it ends with {x} \
                     for X and {o} for O."
                ))
            };
        }
        if story.moves.len() < 3 || story.end.outcome().is_some() {
            return None;
        }
        let [x, o] = Side::BOTH.map(|side| choices(&story.end, side));
        let (lead, ahead) = verdict::lead(&findings.best().value, self.mover());
        // What speaks against the engine's opinion is no reason for it.
        let is_freer = match ahead {
            Side::First => x > o,
            Side::Second => o > x,
        };
        let freer = if is_freer && lead.abs() > verdict::EVEN {
            format!(
                "; at its end X would have {} to choose from and O {o}, so {} can choose more freely",
                names::counted(x as u64, "move"),
                names::side(ahead)
            )
        } else {
            String::new()
        };
        Some(format!("In the line below, which the engine expects, {events}{freer}."))
    }

    /// Which moves want an answer to be told: those that look good and are worse.
    pub(super) fn tempting(&self, findings: &Findings) -> Vec<bool> {
        let charms = self.charms(findings);
        let is_charming = |index| charms.iter().any(|(charming, _)| *charming == index);
        (0..findings.lines.len()).map(|index| findings.is_proven && is_charming(index)).collect()
    }

    /// Moves that are worse than the best one and look better, and in what.
    fn charms(&self, findings: &Findings) -> Vec<(usize, String)> {
        let known = |line: &Line| DiscFacts::new(self.spec, self.game, line.mv());
        let Some(best) = known(findings.best()) else { return Vec::new() };
        let other = names::side(!self.mover());
        let lines = findings.lines.iter().enumerate().filter(|(_, line)| findings.is_worse(line));
        let worse: Vec<(usize, DiscFacts)> =
            lines.filter_map(|(index, line)| Some((index, known(line)?))).collect();
        let corner = worse.iter().find(|(_, facts)| facts.takes_corner && !best.takes_corner);
        let greedy = worse.iter().max_by_key(|(index, facts)| (facts.turned, usize::MAX - index));
        let greedy = greedy.filter(|(_, facts)| facts.turned > best.turned);
        let narrow = worse.iter().min_by_key(|(index, facts)| (facts.replies, *index));
        let narrow = narrow.filter(|(_, facts)| facts.replies < best.replies);
        let mut charms: Vec<(usize, String)> = Vec::new();
        let mut add = |found: Option<&(usize, DiscFacts)>, charm: &dyn Fn(&DiscFacts) -> String| {
            if let Some((index, facts)) = found
                && charms.iter().all(|(known, _)| known != index)
            {
                charms.push((*index, charm(facts)));
            }
        };
        add(corner, &|_| "takes a corner".to_owned());
        add(greedy, &|facts| format!("turns more discs, {} against {}", facts.turned, best.turned));
        add(narrow, &|facts| match facts.replies {
            0 => format!("leaves {other} without a move"),
            replies => format!("leaves {other} fewer moves, {replies} against {}", best.replies),
        });
        if charms.is_empty() {
            charms.extend(worse.first().map(|(index, _)| (*index, "is the next best".to_owned())));
        }
        charms.truncate(MOST_TEMPTING);
        charms
    }

    /// What is wrong with moves that look good.
    fn temptations(
        &self,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Vec<String> {
        let other = names::side(!self.mover());
        let charms = self.charms(findings).into_iter();
        charms
            .map(|(index, charm)| {
                let line = &findings.lines[index];
                let told = Story::tell(self.spec, self.game, &line.moves);
                let reply = replies.get(index).and_then(Option::as_ref).unwrap_or(&told);
                let worth = less(findings, line);
                let facts = DiscFacts::new(self.spec, self.game, line.mv());
                let beside = facts.and_then(|facts| facts.beside).map(|corner| {
                    format!(" It stands right beside the empty corner {corner}, which helps {other} to get there.")
                });
                let beside = beside.unwrap_or_default();
                let cost = self.cost(findings, story, reply);
                format!("Why not {}? It {charm}, but {worth}.{beside}{cost}", self.name(line))
            })
            .collect()
    }

    /// What the answer to a worse move leads to.
    fn cost(&self, findings: &Findings, best: &Story, reply: &Story) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let show = |mv| self.game.position().show_move(mv);
        let (Some(&answer), Some(facts)) = (reply.moves.get(1), reply.turns().get(1)) else {
            return String::new();
        };
        let answered = if facts.is_pass {
            format!(" {other} must pass")
        } else {
            format!(" {other} answers {}, which {}", show(answer), facts.words())
        };
        let events = events(reply, self.game);
        if let Some((_, x, o)) = final_count(reply, self.mover()) {
            return format!("{answered}. Then {events}, and it ends with {x} for X and {o} for O.");
        }
        let length = reply.moves.len().min(best.moves.len()).min(MOST_FOLLOWED);
        if findings.is_proven || length < 3 {
            return format!("{answered}.");
        }
        let [worse, better] = [reply, best].map(|story| {
            let end = Story::tell(self.spec, self.game, &story.moves[..length]).end;
            [self.mover(), !self.mover()].map(|side| choices(&end, side))
        });
        let lead = |[own, theirs]: [usize; 2]| own.cast_signed() - theirs.cast_signed();
        // What speaks for the worse move is no reason against it.
        if lead(worse) >= lead(better) {
            return format!("{answered}.");
        }
        format!(
            "{answered}. {length} moves on, as the engine expects them, {m} would have {} to choose from and \
             {other} {}; after {} it would be {} and {}.",
            names::counted(worse[0] as u64, "move"),
            worse[1],
            self.name(findings.best()),
            better[0],
            better[1]
        )
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

/// How the position looks to somebody who counts.
fn counts(game: &Game, board: &BoardView, empty: usize) -> String {
    let corners = corners(game);
    let held = |side| corners.iter().filter(|mv| board.cells[mv.0 as usize] == Some(side)).count();
    let some_held = Side::BOTH.into_iter().any(|side| held(side) > 0);
    let [x, o] = Side::BOTH.map(|side| {
        let discs = names::counted(board.count(side) as u64, "disc");
        let corners = names::counted(held(side) as u64, "corner");
        let corners = if some_held { format!(" and {corners}") } else { String::new() };
        format!("{} has {discs}{corners}", names::side(side))
    });
    format!("{x}, {o}; {} left.", names::counted(empty as u64, "square"))
}

/// How a line ends: by how much `mover` wins, and the discs of both sides.
fn final_count(story: &Story, mover: Side) -> Option<(i32, usize, usize)> {
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

/// Who takes which corners in a line, and who must pass.
fn events(story: &Story, game: &Game) -> String {
    let mut parts = Vec::new();
    for side in Side::BOTH {
        let s = names::side(side);
        let turns = story.turns().iter().zip(&story.moves).filter(|(turn, _)| turn.side == side);
        let turns: Vec<_> = turns.collect();
        let taken = turns.iter().filter(|(turn, _)| turn.takes_corner);
        let taken: Vec<String> = taken.map(|(_, mv)| game.position().show_move(**mv)).collect();
        let passes = turns.iter().filter(|(turn, _)| turn.is_pass).count();
        let corners = match taken.len() {
            0 => None,
            1 => Some(format!("takes the corner {}", taken[0])),
            _ => Some(format!("takes the corners {}", names::list(taken, "and"))),
        };
        let passes = match passes {
            0 => None,
            1 => Some("must pass once".to_owned()),
            passes => Some(format!("must pass {passes} times")),
        };
        let both: Vec<String> = corners.into_iter().chain(passes).collect();
        if !both.is_empty() {
            parts.push(format!("{s} {}", both.join(" and ")));
        }
    }
    match parts.len() {
        0 => "nobody takes a corner and nobody must pass".to_owned(),
        _ => parts.join(", "),
    }
}

/// How much less a move is worth than the best one.
fn less(findings: &Findings, line: &Line) -> String {
    match (&line.value, &findings.best().value) {
        (Value::Exact(exact), _) => match (exact.result, exact.margin.map(i32::abs)) {
            (GameResult::Win, Some(margin)) => format!("wins by only {margin}"),
            (GameResult::Loss, Some(margin)) => format!("loses by {margin}"),
            (GameResult::Draw, _) => "only draws".to_owned(),
            (GameResult::Win, None) => "wins by less".to_owned(),
            (GameResult::Loss, None) => "loses".to_owned(),
        },
        _ if findings.is_first_impression() => "the engine likes it less".to_owned(),
        (value, best) => format!(
            "the engine likes it less ({} against {})",
            names::value(value),
            names::value(best)
        ),
    }
}
