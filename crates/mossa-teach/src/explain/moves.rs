//! What each move is worth and does.

use mossa_games::GameSpec;
use mossa_kernel::{Exact, GameResult, Value, values};
use mossa_search::Line;

use super::{
    Block, DiscFacts, Facts, Findings, Request, Section, Stones, Story, names, refute::spoils,
    result,
};

/// Rows of the table; of many moves only so many.
pub(super) const MOST_MOVES: usize = 9;

/// So many moves that keep the result are named.
const MOST_NAMED: usize = 4;

/// What an answer that ends far away is.
const ONE_LINE_EACH: &str = "How it goes on after an answer is told by one line of many; what each move is worth \
                             is proven for all of them.";

/// What a move is worth in a drawn position of which nothing more is proven.
const DRAW_OR_LOSS: &str = "draw or loss";

/// What is said of a value behind which there is no close look.
pub(super) const GLANCE: &str = ", at a glance";

impl Request<'_> {
    /// How many moves are as good as the best, and what is wrong with the others.
    pub(super) fn choice(&self, findings: &Findings) -> Vec<String> {
        let lines = &findings.lines;
        if lines.len() < 2 {
            return vec!["There is no choice: only one move is possible.".to_owned()];
        }
        let Some(exact) = findings.proven() else { return Vec::new() };
        let same: Vec<&Line> =
            lines.iter().filter(|line| result(&line.value) == Some(exact.result)).collect();
        let unproven = lines.iter().filter(|line| result(&line.value).is_none()).count();
        let (m, all) = (names::side(self.mover()), lines.len());
        let keep = match exact.result {
            GameResult::Win => ["wins", "win"],
            GameResult::Draw => ["keeps the draw", "keep the draw"],
            GameResult::Loss => {
                let falls = matches!(self.spec, GameSpec::Connect(_));
                let longest = self.longest(findings).filter(|_| falls);
                let longest = longest.map_or_else(String::new, |text| format!(" {text}"));
                return vec![every_move_loses(all, exact.at_most) + &longest];
            }
        };
        let keep = keep[usize::from(same.len() > 1)];
        // Of moves that are proven to be as good nobody should look for a difference.
        let is_told = matches!(self.spec, GameSpec::Mnk(_)) && exact.result == GameResult::Draw;
        let example = self.name(findings.best());
        let any = |same: usize| match same {
            2.. if is_told => format!(": any of them will do, {example} is only an example"),
            _ => String::new(),
        };
        let joined = |same: usize| match any(same) {
            any if any.is_empty() => ",".to_owned(),
            any => any + ";",
        };
        // Beside a move that ends the game nobody asks for others.
        if exact.result == GameResult::Win && exact.plies == Some(1) {
            return Vec::new();
        }
        if let Some(text) = self.soon(findings, &same, unproven) {
            return vec![text];
        }
        if unproven > 0 {
            let lost = all - same.len() - unproven;
            let lost = match lost {
                0 => String::new(),
                1 => " One other does not.".to_owned(),
                lost => format!(" {lost} others do not."),
            };
            let named = names::list(same.iter().map(|line| self.name(line)), "and");
            let any = any(same.len());
            return vec![format!(
                "Of {m}'s {all} moves {named} {keep}{any}.{lost} Whether {} {}, too, is not proven.",
                match unproven {
                    1 => "1 more".to_owned(),
                    unproven if unproven + same.len() == all => format!("the other {unproven}"),
                    unproven => format!("{unproven} more"),
                },
                match (exact.result, unproven) {
                    (GameResult::Win, 1) => "wins",
                    (GameResult::Win, _) => "win",
                    (_, 1) => "keeps it",
                    _ => "keep it",
                }
            )];
        }
        let mut texts = vec![match same.len() {
            1 => format!("Of {m}'s {all} moves only {} {keep}.", self.name(same[0])),
            2 if all == 2 => format!("Both moves {keep}."),
            same if same == all && exact.result == GameResult::Draw => {
                format!(
                    "All {all} moves {keep}. That is proven, so play what you like; {} is only an example.",
                    self.name(findings.best())
                )
            }
            same if same == all => format!("All {all} moves {keep}."),
            same if same + 1 == all => {
                format!("{same} of {m}'s {all} moves {keep}{} the other does not.", joined(same))
            }
            same => {
                let lost =
                    self.lost_otherwise(all - same).filter(|_| exact.result == GameResult::Draw);
                let others = lost.unwrap_or_else(|| "the others do not".to_owned());
                format!("{same} of {m}'s {all} moves {keep}{} {others}.", joined(same))
            }
        }];
        texts[0] += &self.keepers(&same, all).unwrap_or_default();
        // In Othello the best move is told to be best before.
        if !matches!(self.spec, GameSpec::Othello(_)) {
            texts.extend(self.quickest(&same, &exact));
        }
        texts
    }

    /// Connect X: which moves keep the result where some do not, and that one of them is only shown. Where some win
    /// sooner, these are told.
    fn keepers(&self, same: &[&Line], all: usize) -> Option<String> {
        let falls = matches!(self.spec, GameSpec::Connect(_));
        let [best, rest @ ..] = same else { return None };
        let is_few = (1..MOST_NAMED).contains(&rest.len()) && same.len() < all;
        let is_alike = rest.iter().all(|line| values::is_same(&line.value, &best.value));
        let how = match result(&best.value)? {
            GameResult::Win => "win equally soon",
            GameResult::Draw | GameResult::Loss => "equally good",
        };
        (falls && is_few && is_alike).then(|| {
            let named = names::list(same.iter().map(|line| self.name(line)), "and");
            format!(
                " They are {named}, and {how}; {} is only the one that is shown.",
                self.name(best)
            )
        })
    }

    /// Whether the moves at the head of the list are all that make two threats at once, and so all that win in three.
    fn knows_all_forks(&self, findings: &Findings) -> bool {
        let Some(stones) = Stones::new(self.spec, self.game) else { return false };
        let is_fork = |cell: &u32| {
            let after = stones.with(*cell, self.mover());
            after.wins(self.mover()).len() > 1 && after.wins(!self.mover()).is_empty()
        };
        let is_near = findings.proven().is_some_and(|exact| exact.plies == Some(3));
        is_near && findings.equally_soon().count() == stones.open_cells().filter(is_fork).count()
    }

    /// m,n,k: which moves win soonest, where that is soon and others win later or are not proven.
    fn soon(&self, findings: &Findings, winning: &[&Line], unproven: usize) -> Option<String> {
        let is_soon = matches!(self.spec, GameSpec::Mnk(_)) && findings.wins_soon();
        let exact = findings.proven().filter(|_| is_soon)?;
        let rest = || {
            let named = names::list(winning.iter().map(|line| self.name(line)), "and");
            let verb = if winning.len() > 1 { "win" } else { "wins" };
            format!("{named} {verb}; of no other move that is known.")
        };
        self.quickest(winning, &exact).or_else(|| (unproven > 0).then(rest))
    }

    /// Which of several moves that win does so soonest or by most.
    fn quickest(&self, winning: &[&Line], exact: &Exact) -> Option<String> {
        let best = Value::Exact(*exact);
        let quickest = winning.iter().filter(|line| values::is_same(&line.value, &best));
        let quickest: Vec<String> = quickest.map(|line| self.name(line)).collect();
        let differ = exact.result == GameResult::Win && quickest.len() < winning.len();
        let how = if exact.margin.is_some() { "by most" } else { "soonest" };
        let verb = if quickest.len() > 1 { "win" } else { "wins" };
        differ.then(|| {
            let any = match (self.spec, quickest.len()) {
                (GameSpec::Mnk(_), 2..) => ": any of them will do",
                _ => "",
            };
            let named = names::title(&names::list(quickest, "and"));
            format!("{named} {verb} {how}{any}.")
        })
    }

    /// A table of the moves: what each is worth and does.
    pub(super) fn moves(
        &self,
        findings: &Findings,
        story: &Story,
        replies: &[Option<Story>],
    ) -> Section {
        let rows = self.rows(findings, story, replies);
        let falls = matches!(self.spec, GameSpec::Connect(_));
        let worth = format!("worth to {}", names::side(self.mover()));
        let heads = self.count_heads(findings).into_iter().chain(self.weighed_heads(findings));
        let heads = heads.chain(self.played_head(findings));
        let first = ["move".to_owned(), worth].into_iter();
        let header: Vec<String> = first.chain(heads).chain(["what it does".to_owned()]).collect();
        let told: Vec<usize> = rows.iter().flat_map(|row| row.moves.clone()).collect();
        let (left, n_rows) = (findings.lines.len() - told.len(), rows.len());
        let shown = rows.into_iter().enumerate().map(|(number, row)| {
            let is_rest = left == 0 && number + 1 == n_rows && number > 0;
            let name = self.names(findings, &row, is_rest);
            let twins = match row.moves.len() {
                2 if row.is_mirrored => " (the other is its mirror image)",
                _ if row.is_mirrored => " (the others are its mirror images)",
                _ => "",
            };
            let words = format!("{}{twins}", row.words);
            [name, row.worth].into_iter().chain(row.counts).chain([words]).collect()
        });
        let shown: Vec<Vec<String>> = shown.collect();
        let is_told_by_line = |row: &Vec<String>| row[row.len() - 1].contains(" in the end ");
        let is_all_proven = findings.lines.iter().all(|line| values::is_exact(&line.value));
        let by_line = is_all_proven && falls && shown.iter().any(is_told_by_line);
        let mut blocks = vec![Block::Table { header, rows: shown }];
        blocks.extend(by_line.then(|| Block::Text(ONE_LINE_EACH.to_owned())));
        blocks.extend(self.weighed_legend(findings).map(Block::Text));
        let is_line = !matches!(self.spec, GameSpec::Othello(_));
        blocks.extend(half_known(&blocks).map(|text| Block::Text(text.to_owned())));
        blocks.extend(if is_line && wins_at_once(findings) && left > 0 {
            Some(Block::Text("No other move wins at once.".to_owned()))
        } else if let Some(text) = self.forced_rest(left) {
            Some(Block::Text(text))
        } else if matches!(self.spec, GameSpec::Mnk(_)) && findings.wins_soon() && left > 0 {
            let soon = if self.knows_all_forks(findings) { "as soon" } else { "sooner" };
            Some(Block::Text(format!(
                "No other move wins {soon}: {}.",
                left_words(findings, &told)
            )))
        } else {
            self.rest(findings, &told).map(Block::Text)
        });
        Section { title: "The moves", blocks }
    }

    /// What there is to say about moves that are not told where only one move does not lose at once.
    fn forced_rest(&self, left: usize) -> Option<String> {
        let stones = Stones::new(self.spec, self.game).filter(|_| left > 0)?;
        let (mover, other) = (self.mover(), names::side(!self.mover()));
        let dangers = stones.wins(!mover);
        let is_forced = stones.wins(mover).is_empty() && dangers.len() == 1 && !stones.falls();
        let danger = dangers.first().filter(|_| is_forced)?;
        let at = names::cell(&stones, danger.cell);
        Some(match left {
            1 => format!("The other move loses at once: {other} wins at {at}."),
            left => format!("The other {left} moves lose at once: {other} wins at {at}."),
        })
    }

    /// What a move does, and for one that throws something away how it is answered; `None` where that
    /// would have to be told and is not known.
    pub(super) fn describe(
        &self,
        stones: Option<&Stones>,
        line: &Line,
        reply: Option<&Story>,
        best: Option<GameResult>,
        tells_safe: bool,
    ) -> Option<String> {
        let Some(stones) = stones else {
            let facts = DiscFacts::new(self.spec, self.game, line.mv())?;
            return Some(if tells_safe { facts.words_with_safe() } else { facts.words() });
        };
        let facts = Facts::new(stones, line.mv(), self.mover())?;
        let words = facts.words(stones);
        if !spoils(line, best) || !facts.allows.is_empty() {
            let is_held = facts.prepares_fork() && best == Some(GameResult::Draw);
            let held = reply.filter(|_| is_held).and_then(|reply| self.held(reply));
            return Some(held.map_or(words.clone(), |held| format!("{words}; but {held}")));
        }
        let refutation = self.refutation(line, reply?);
        Some(if facts.is_quiet() { refutation } else { format!("{words}; but {refutation}") })
    }

    /// What a move is worth beside the best one.
    pub(super) fn worth(findings: &Findings, line: &Line) -> String {
        let proven = findings.proven().map(|exact| exact.result);
        match (&line.value, proven) {
            (Value::Estimate(_), Some(GameResult::Win)) => "not proven".to_owned(),
            (Value::Estimate(_), Some(GameResult::Draw)) => DRAW_OR_LOSS.to_owned(),
            (Value::Exact(Exact { plies: None, margin: None, .. }), Some(GameResult::Loss)) => {
                let is_best = line.mv() == findings.best().mv();
                if is_best { "loses" } else { "loses too" }.to_owned()
            }
            (value, None) if findings.is_glance(line) => {
                format!("{}{GLANCE}", names::value(value))
            }
            (value, _) => names::value(value),
        }
    }

    /// What there is to say about moves that are not told one by one.
    fn rest(&self, findings: &Findings, told: &[usize]) -> Option<String> {
        let lines = findings.lines.iter().enumerate();
        let left: Vec<&Line> =
            lines.filter(|(index, _)| !told.contains(index)).map(|(_, line)| line).collect();
        let all = names::counted(left.len() as u64, "move");
        if left.is_empty() {
            return None;
        }
        let is_lost = |line: &&&Line| result(&line.value) == Some(GameResult::Loss);
        let lost = left.iter().filter(is_lost).count();
        if findings.proven().is_none() && lost < left.len() {
            let others = if left.len() == 1 {
                "the other move".to_owned()
            } else {
                format!("the other {all}")
            };
            // Rivals that the reasons speak of are in the table even if better moves are not.
            let first_left = (0..findings.lines.len()).find(|index| !told.contains(index))?;
            let is_cut = told.iter().any(|&index| index > first_left);
            return Some(match findings.lines[..first_left].last() {
                Some(line) if is_cut => format!(
                    "The engine gives {others} no more than {} has ({}).",
                    self.game.position().show_move(line.mv()),
                    Self::worth(findings, line)
                ),
                _ => format!("The engine likes {others} no better than these."),
            });
        }
        let count = |wanted: Option<GameResult>| {
            left.iter().filter(|line| result(&line.value) == wanted).count()
        };
        let kinds = [
            (Some(GameResult::Win), "wins", "win"),
            (Some(GameResult::Draw), "draws", "draw"),
            (Some(GameResult::Loss), "loses", "lose"),
            (None, "is not proven", "are not proven"),
        ];
        let kinds: Vec<(usize, &str)> = kinds
            .map(|(wanted, one, many)| (count(wanted), one, many))
            .into_iter()
            .filter(|(count, ..)| *count > 0)
            .map(|(count, one, many)| (count, if count == 1 { one } else { many }))
            .collect();
        Some(match (&kinds[..], left.len()) {
            (_, 1) => {
                format!(
                    "One more move is not in the table; its worth: {}.",
                    Self::worth(findings, left[0])
                )
            }
            ([(_, verb)], _) => format!("The other {all} {verb}."),
            _ => {
                let counts = kinds.into_iter().map(|(count, verb)| format!("{count} {verb}"));
                format!("Of the other {all} {}.", names::list(counts, "and"))
            }
        })
    }
}

/// "of the 7 that are not in the table 3 win later and 4 are not proven".
fn left_words(findings: &Findings, told: &[usize]) -> String {
    let lines = findings.lines.iter().enumerate();
    let left = lines.filter(|(index, _)| !told.contains(index)).map(|(_, line)| line);
    let left: Vec<Option<GameResult>> = left.map(|line| result(&line.value)).collect();
    let kinds = [
        (Some(GameResult::Win), ["wins later", "win later"]),
        (Some(GameResult::Draw), ["draws", "draw"]),
        (Some(GameResult::Loss), ["loses", "lose"]),
        (None, ["is of unknown worth", "are of unknown worth"]),
    ];
    let told = kinds.into_iter().filter_map(|(wanted, verbs)| {
        let count = left.iter().filter(|it| **it == wanted).count();
        let verb = verbs[usize::from(count != 1)];
        (count > 0).then_some((count, verb))
    });
    let told: Vec<(usize, &str)> = told.collect();
    match told[..] {
        [(1, verb)] => format!("the one that is not in the table {verb}"),
        [(count, verb)] => format!("the {count} that are not in the table {verb}"),
        _ => {
            let counts = told.into_iter().map(|(count, verb)| format!("{count} {verb}"));
            format!(
                "of the {} that are not in the table {}",
                left.len(),
                names::list(counts, "and")
            )
        }
    }
}

/// What a worth means of which only a part is proven, where the table names it.
fn half_known(blocks: &[Block]) -> Option<&'static str> {
    let Block::Table { rows, .. } = blocks.first()? else { return None };
    let is_named = rows.iter().any(|row| row.get(1).is_some_and(|worth| worth == DRAW_OR_LOSS));
    is_named.then_some(
        "Draw or loss: it is proven that nobody can force a win here, so the move does not win; whether it keeps the draw \
         is not proven.",
    )
}

/// Whether a move wins that ends the game.
pub(super) fn wins_at_once(findings: &Findings) -> bool {
    let best = findings.proven();
    best.is_some_and(|exact| exact.result == GameResult::Win && exact.plies == Some(1))
}

fn every_move_loses(all: usize, at_most: bool) -> String {
    let lose = match all {
        2 => "Both moves lose.".to_owned(),
        all => format!("All {all} moves lose."),
    };
    if at_most { format!("{lose} Which of them holds out longest is not proven.") } else { lose }
}
