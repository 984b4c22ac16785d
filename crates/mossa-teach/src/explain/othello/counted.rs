//! Othello: what is counted after moves, in words: of the best ones, of others beside them, and against one of them.

use std::fmt;

use mossa_kernel::Move;
use mossa_search::Line;

use super::{
    counts::{Count, Worst},
    discs::{choices, corners, legal, reachable},
    firm::Unit,
};
use crate::explain::{Findings, Request, names};

/// More squares than this are not named.
const MOST_NAMED: usize = 4;

/// The least and the greatest of some numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    least: i64,
    most: i64,
}

impl Range {
    pub(super) fn one(number: i64) -> Self {
        Self { least: number, most: number }
    }

    pub(super) fn of(numbers: impl Iterator<Item = i64>) -> Self {
        let all: Vec<i64> = numbers.collect();
        let [least, most] = [all.iter().min(), all.iter().max()].map(|it| it.map_or(0, |&n| n));
        Self { least, most }
    }

    fn things(self, one: &str, many: &str) -> String {
        if self == Self::one(1) { format!("1 {one}") } else { format!("{self} {many}") }
    }

    /// The least of them alone.
    fn lowest(self) -> Self {
        Self::one(self.least)
    }

    /// "7 moves".
    pub(super) fn moves(self) -> String {
        self.things("move", "moves")
    }

    fn safe_moves(self) -> String {
        self.things("safe move", "safe moves")
    }

    /// "at least 2 more squares than X", of what is left at the worst.
    fn least_lead(self, other: char) -> String {
        let least = Self::one(self.least);
        match self.least {
            0.. => format!("at least {}", least.lead(other)),
            _ => format!("no more than {}", least.lead(other)),
        }
    }

    /// "5", or "at least 5" of some.
    pub(super) fn at_least(self) -> String {
        let least = self.least;
        if least == self.most { least.to_string() } else { format!("at least {least}") }
    }

    /// "only 2", or the range.
    pub(super) fn few(self) -> String {
        if self.most == 0 { "none".to_owned() } else { format!("only {self}") }
    }

    /// "0.3 to 1.2 squares ahead", of tenths.
    pub(super) fn ahead(self, unit: &str) -> String {
        match (self.least, self.most) {
            (0, 0) => "level".to_owned(),
            (_, ..=0) => format!("{}{unit} behind", self.tenths()),
            (0.., _) => format!("{}{unit} ahead", self.tenths()),
            _ => format!("at most {}{unit} ahead", tenths(self.most)),
        }
    }

    /// The same of the best moves: no less than the least of them.
    pub(super) fn least_ahead(self) -> String {
        if self == Self::one(0) {
            return "level".to_owned();
        }
        let how = match (self.least == self.most, self.least) {
            (true, 0..) => "",
            (true, _) => "only ",
            (false, 0..) => "at least ",
            (false, _) => "no more than ",
        };
        format!("{how}{}", Self::one(self.least).ahead(" squares"))
    }

    /// "0.3 to 1.2 more", of tenths.
    pub(super) fn mean_lead(self) -> String {
        match (self.least, self.most) {
            (0, 0) => "as many".to_owned(),
            (_, ..=0) => format!("{} fewer", self.tenths()),
            (0.., _) => format!("{} more", self.tenths()),
            _ => format!("at most {} more", tenths(self.most)),
        }
    }

    /// The same of the best moves, some of which are ahead and some behind.
    pub(super) fn least_mean_lead(self) -> String {
        if self.least < 0 && self.most > 0 {
            return format!("at worst {} fewer", tenths(self.least));
        }
        self.mean_lead()
    }

    pub(super) fn is_negative(self) -> bool {
        self.most < 0
    }

    fn tenths(self) -> String {
        match [self.least, self.most].map(i64::abs) {
            [least, most] if least == most => tenths(least),
            [least, most] => format!("{} to {}", tenths(least.min(most)), tenths(least.max(most))),
        }
    }

    /// "2 to 3 more squares than X", of some at least "at most 3 more".
    pub(super) fn lead(self, other: char) -> String {
        let Self { least, most } = self;
        let [few, many] = [least.abs().min(most.abs()), least.abs().max(most.abs())];
        let both = Self { least: few, most: many };
        let squares = if both == Self::one(1) { "square" } else { "squares" };
        match (least, most) {
            (0, 0) => format!("as many squares as {other}"),
            (0.., _) => format!("{both} more {squares} than {other}"),
            (_, ..=0) => format!("{both} fewer {squares} than {other}"),
            _ => format!("at most {}", Self::one(most).lead(other)),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.least == self.most {
            return write!(f, "{}", self.least);
        }
        write!(f, "{} to {}", self.least, self.most)
    }
}

impl Request<'_> {
    /// What a count says of the best moves.
    pub(super) fn best_count(&self, findings: &Findings, count: Count) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let (after, n, list) = self.best_numbers(findings, count);
        let name = self.name(findings.best());
        let them = match findings.judged.best.len() {
            1 => name.as_str(),
            2 => "either of them",
            _ => "any of these",
        };
        let sound = self.sound();
        match count {
            Count::Replies => {
                let after_best = self.reached(&[findings.best().mv()]);
                let replies = after_best.map(|after| legal(&after, !self.mover()).into_iter());
                let named = replies.and_then(|replies| self.named_few(replies));
                let named = named.filter(|_| findings.judged.best.len() == 1);
                let named = named.map_or_else(String::new, |named| format!(": {named}"));
                let safe = findings.judged.number(findings.best().mv(), Count::SafeReplies);
                let few = safe.filter(|safe| 2 * safe <= n.most && findings.judged.best.len() == 1);
                let safe =
                    few.map_or_else(String::new, |safe| format!(", only {safe} of them safe"));
                format!(
                    "{after} {other} has only {n}{list} to choose from{named}{safe}.",
                    n = n.moves()
                )
            }
            Count::SafeReplies => {
                format!("{after} {other} has only {n}{list}.", n = n.safe_moves())
            }
            Count::Kept => format!(
                "Whatever {other} answers to {them}{sound}, {m} then has at least {n}{list} to choose from.",
                n = Range::one(n.least).moves()
            ),
            Count::KeptSafe => format!(
                "Whatever {other} answers to {them}{sound}, {m} then has at least {n}{list}.",
                n = Range::one(n.least).safe_moves()
            ),
            Count::Coming => {
                format!("Whatever {other} answers to {them}, {m} can then take a corner.")
            }
            Count::Opened if n == Range::one(0) => format!(
                "{after} {other} gets no new move: it can go nowhere where it could not go before."
            ),
            Count::Opened => {
                let opened = self.named_new(findings.best().mv());
                let named = opened.filter(|_| findings.judged.best.len() == 1);
                let named = named.map_or_else(String::new, |named| format!(", {named}"));
                let each = || {
                    let all = findings.judged.best.iter().map(|&mv| {
                        Some(format!(
                            "{} after {}",
                            self.named_new(mv)?,
                            self.game.position().show_move(mv)
                        ))
                    });
                    all.collect::<Option<Vec<_>>>()
                };
                let each = each().filter(|each| each.len() == 2);
                let list = each.map_or(list, |each| format!(" ({})", each.join(", ")));
                format!(
                    "{after} {other} gets only {n}{named}{list}. Where {other} could go before it mostly still can; each new square is one \
                     more move that {other} has in hand for later.",
                    n = n.things("new move", "new moves")
                )
            }
            Count::Touching => format!(
                "{other} can only go to empty squares beside discs of {m}'s, so the fewer of these touch an empty square, the \
                 less {other} finds to do later on. {after} only {n} of {m}'s discs do{list}."
            ),
            Count::Lead => format!(
                "Compare to how many squares each side can go. Whatever {other} answers to {them}{sound}, {m} can then go to {}{list}.",
                n.least_lead(other)
            ),
            Count::MeanLead | Count::Cornered | Count::Won => {
                self.tried_best(findings, count, [&after, &list], n)
            }
            Count::CornersLater | Count::Taken | Count::Given | Count::Beside => String::new(),
        }
    }

    /// Which answers are counted where the worst one is told.
    fn sound(&self) -> String {
        if Unit::of(self.spec) == Unit::Corner {
            format!(" without opening a corner to {}", names::side(self.mover()))
        } else {
            String::new()
        }
    }

    /// "After h3", the number or its range, and where they differ each move's own in brackets.
    fn best_numbers(&self, findings: &Findings, count: Count) -> (String, Range, String) {
        let best = &findings.judged.best;
        let number = |mv: &Move| findings.judged.number(*mv, count).unwrap_or(0);
        let range = Range::of(best.iter().map(number));
        let show = |mv: &Move| self.game.position().show_move(*mv);
        if best.len() == 1 {
            return (format!("After {}", self.name(findings.best())), range, String::new());
        }
        let told = |mv: &Move| told_number(count, number(mv));
        let each = best.iter().map(|mv| format!("{} {}", show(mv), told(mv)));
        let is_one = best.iter().all(|mv| number(mv) == number(&best[0]));
        let list = if is_one { String::new() } else { format!(" ({})", names::list(each, "and")) };
        (
            if best.len() == 2 { "After either" } else { "After any of these" }.to_owned(),
            range,
            list,
        )
    }

    /// What the same count says of others.
    pub(super) fn others_count(
        &self,
        findings: &Findings,
        count: Count,
        lines: &[&Line],
        others: &str,
    ) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let number = |line: &&Line| findings.judged.number(line.mv(), count).unwrap_or(0);
        let range = Range::of(lines.iter().map(number));
        let example = lines.first().and_then(|line| self.example(findings, line, count));
        let example = example.map_or_else(String::new, |it| format!(" (after {it})"));
        match count {
            Count::Replies => format!(" After {others} {other} has more: {range}."),
            Count::SafeReplies => format!(" After {others} {other} has more of them: {range}."),
            Count::Kept | Count::KeptSafe => {
                format!(
                    " After {others} {other} has an answer that leaves {m} fewer: {range}{example}."
                )
            }
            Count::Coming => {
                format!(" After {others} {other} has an answer that prevents it{example}.")
            }
            Count::Opened => {
                let best = findings.judged.number(findings.best().mv(), count);
                let more = if best == Some(0) { "some" } else { "more of them" };
                format!(" After {others} it gets {more}: {range}.")
            }
            Count::Touching => {
                format!(
                    " After {others} more of them do: {range}.{}",
                    self.more_at_first(findings, lines)
                )
            }
            Count::Lead => format!(
                " After {others} {other} has an answer after which {m} can go to {}{example}.",
                range.lead(other)
            ),
            Count::MeanLead | Count::Cornered | Count::Won => {
                Self::tried_others(count, range, others)
            }
            Count::CornersLater => self.corners_later(findings, lines),
            Count::Taken | Count::Given | Count::Beside => String::new(),
        }
    }

    /// That the best move leaves the other side more moves at first than some others do, which a reader may hold against it.
    fn more_at_first(&self, findings: &Findings, others: &[&Line]) -> String {
        let replies = |mv: Move| findings.judged.number(mv, Count::Replies);
        let best = replies(findings.best().mv());
        let least = others.iter().filter_map(|line| replies(line.mv())).min();
        match best.zip(least) {
            Some((best, least)) if least < best => format!(
                " That {} leaves {other} {best} moves at first, where some worse moves leave fewer, down to {least}, counts less to the engine than what {other} finds later.",
                self.name(findings.best()),
                other = names::side(!self.mover())
            ),
            _ => String::new(),
        }
    }

    /// The worst answer to a move and what it leaves.
    fn example(&self, findings: &Findings, line: &Line, count: Count) -> Option<String> {
        let Worst { answer, number } = findings.judged.counts(line.mv())?.worst(count)?;
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let (name, reply) = (self.name(line), self.game.position().show_move(answer?));
        let end = self.reached(&[line.mv(), answer?])?;
        Some(match count {
            Count::Lead => {
                let [own, theirs] = [self.mover(), !self.mover()].map(|side| choices(&end, side));
                format!("{name}, for example, {reply}: {m} can go to {own}, {other} to {theirs}")
            }
            Count::Coming => format!("{name}, for example, {reply}"),
            _ => format!("{name}, for example, {reply} leaves {m} {number}"),
        })
    }

    /// The counts that the table of moves tells in columns of their own: those that do not stand in or among the words.
    fn columns(findings: &Findings) -> impl Iterator<Item = Count> {
        let is_new = |count: &Count| {
            !matches!(count, Count::Replies | Count::SafeReplies | Count::CornersLater)
        };
        findings.judged.reasons.iter().copied().filter(is_new)
    }

    /// What stands above them.
    pub(in crate::explain) fn count_heads(&self, findings: &Findings) -> Vec<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let head = |count| match count {
            Count::Kept => format!("{m} keeps"),
            Count::KeptSafe => format!("{m} keeps safe"),
            Count::Opened => format!("new for {other}"),
            Count::Touching => "touching".to_owned(),
            Count::Lead => format!("{m}'s lead"),
            Count::MeanLead => format!("{m}'s lead on average"),
            Count::Cornered => format!("{other} ahead in corners"),
            Count::Won => format!("quick games won by {m}"),
            _ => "sure corner".to_owned(),
        };
        Self::columns(findings).map(head).collect()
    }

    /// What stands in them for one move.
    pub(in crate::explain) fn count_cells(findings: &Findings, line: &Line) -> Vec<String> {
        let cell = |count| match findings.judged.number(line.mv(), count) {
            Some(number) if count == Count::Lead && number != 0 => {
                format!("{number:+}")
            }
            Some(number) if count == Count::MeanLead => told_number(count, number),
            Some(number) if count == Count::Cornered => {
                let n = findings.tries.get(&line.mv()).map_or(0, Vec::len);
                format!("{number} of {n}")
            }
            Some(number) if count == Count::Won => format!("{number} %"),
            Some(number) if count == Count::Coming => {
                ["no", "yes"][usize::from(number > 0)].to_owned()
            }
            Some(number) => number.to_string(),
            None => String::new(),
        };
        Self::columns(findings).map(cell).collect()
    }

    /// A count against one move, as half a sentence.
    pub(super) fn reason_against(
        &self,
        findings: &Findings,
        line: &Line,
        count: Count,
    ) -> Option<String> {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let best = self.name(findings.best());
        let [own, better] = [line.mv(), findings.best().mv()]
            .map(|mv| findings.judged.number(mv, count).unwrap_or(0));
        let answer = || {
            let worst = findings.judged.counts(line.mv())?.worst(count)?;
            Some(self.game.position().show_move(worst.answer?))
        };
        let told = match count {
            Count::Replies => {
                let more = self.named_more(findings, line).unwrap_or_default();
                format!("{other} has {} then{more}, after {best} {better}", Range::one(own).moves())
            }
            Count::SafeReplies => {
                format!("{other} has {} then, after {best} {better}", Range::one(own).safe_moves())
            }
            Count::Kept => format!(
                "{other} can answer {} and leave {m} {}; after {best} {m} has at least {better}",
                answer()?,
                Range::one(own).moves()
            ),
            Count::KeptSafe => format!(
                "{other} can answer {} and leave {m} {}; after {best} {m} has at least {better}",
                answer()?,
                Range::one(own).safe_moves()
            ),
            Count::Coming => {
                format!("{other} can answer {}, and {m} can take no corner then", answer()?)
            }
            Count::Opened => {
                let named = self.named_new(line.mv());
                let named = named.map_or_else(String::new, |named| format!(" ({named})"));
                format!(
                    "{other} gets {}{named} then, after {best} {better}",
                    Range::one(own).things("new move", "new moves")
                )
            }
            Count::Touching => {
                let is_told = findings.judged.reasons.contains(&count);
                let why = if is_told {
                    String::new()
                } else {
                    format!(" (beside such discs {other} finds its moves)")
                };
                format!(
                    "{own} of {m}'s discs touch an empty square then{why}, after {best} {better}"
                )
            }
            Count::Lead => format!(
                "{other} can answer {}, and {m} can go to {} then",
                answer()?,
                Range::one(own).lead(other)
            ),
            Count::MeanLead | Count::Cornered | Count::Won => {
                self.tried_against(findings, line.mv(), count, [own, better])
            }
            Count::CornersLater => self.corners_later_against(findings, line),
            Count::Taken | Count::Given | Count::Beside => return None,
        };
        let threat = self.threat_after(findings, line, count).unwrap_or_default();
        Some(told + &threat)
    }

    /// ", and O can take the corner a8 next", where the answer that is counted prepares that, and the one to the best move does not.
    fn threat_after(&self, findings: &Findings, line: &Line, count: Count) -> Option<String> {
        if !matches!(count, Count::Kept | Count::KeptSafe | Count::Lead)
            || Unit::of(self.spec) != Unit::Corner
        {
            return None;
        }
        let all = corners(self.spec, self.game);
        let threatened = |mv: Move| {
            let answer = findings.judged.counts(mv)?.worst(count)?.answer?;
            Some(reachable(&self.reached(&[mv, answer])?, &all, !self.mover()))
        };
        let known = threatened(findings.best().mv())?;
        let new = threatened(line.mv())?.into_iter().find(|corner| !known.contains(corner))?;
        let corner = self.game.position().show_move(new);
        Some(format!(", and {} threatens to take the corner {corner}", names::side(!self.mover())))
    }

    /// The squares to which the other side can go after a move and could not before, where these are few.
    fn named_new(&self, mv: Move) -> Option<String> {
        let before = legal(self.game, !self.mover());
        let after = legal(&self.reached(&[mv])?, !self.mover());
        self.named_few(after.into_iter().filter(|mv| !before.contains(mv)))
    }

    /// ", d1 and f1 among them", of what the other side has after a worse move and not after the best one.
    fn named_more(&self, findings: &Findings, line: &Line) -> Option<String> {
        let best = legal(&self.reached(&[findings.best().mv()])?, !self.mover());
        let worse = legal(&self.reached(&[line.mv()])?, !self.mover());
        // Where squares are exchanged, their names say little.
        let is_more = best.iter().all(|mv| worse.contains(mv));
        let more = worse.into_iter().filter(|mv| is_more && !best.contains(mv));
        Some(format!(", {} among them", self.named_few(more)?))
    }

    /// The names of squares, unless there are many.
    fn named_few(&self, squares: impl Iterator<Item = Move>) -> Option<String> {
        let named: Vec<String> = squares.map(|mv| self.game.position().show_move(mv)).collect();
        (1..=MOST_NAMED).contains(&named.len()).then(|| names::list(named, "and"))
    }

    /// A count in a few words, for the last sentence.
    pub(super) fn count_in_short(&self, findings: &Findings, count: Count) -> String {
        let (m, other) = (names::side(self.mover()), names::side(!self.mover()));
        let number = |mv: Move| findings.judged.number(mv, count).unwrap_or(0);
        let is_of_all = self.speaks_for_all(findings);
        let own = if is_of_all {
            Range::of(findings.judged.best.iter().map(|&mv| number(mv)))
        } else {
            Range::one(number(findings.best().mv()))
        };
        let [leaves, gives] =
            if is_of_all { ["they leave", "they give"] } else { ["it leaves", "it gives"] };
        let apart: Vec<&Line> = Self::worse(findings)
            .filter(|line| findings.judged.is_less(line.mv(), count))
            .collect();
        let theirs = Range::of(apart.iter().map(|line| number(line.mv())));
        let others = self.others(findings, &apart);
        let sound = self.sound();
        match count {
            Count::Replies => format!("{leaves} {other} only {}, {others} {theirs}", own.moves()),
            Count::SafeReplies => {
                format!("{leaves} {other} only {}, {others} {theirs}", own.safe_moves())
            }
            Count::Kept => {
                format!(
                    "{m} keeps at least {} whatever {other} answers{sound}, after {others} {other} can leave it only {theirs}",
                    own.lowest().moves()
                )
            }
            Count::KeptSafe => {
                format!(
                    "{m} keeps at least {} whatever {other} answers{sound}, after {others} {other} can leave it only {theirs}",
                    own.lowest().safe_moves()
                )
            }
            Count::Coming => {
                format!(
                    "{m} can take a corner next whatever {other} answers, and not after {others}"
                )
            }
            Count::Opened if own == Range::one(0) => {
                format!("{gives} {other} no new move, {others} {theirs}")
            }
            Count::Opened => format!(
                "{gives} {other} only {}, {others} {theirs}",
                own.things("new move", "new moves")
            ),
            Count::Touching => {
                format!("only {own} of {m}'s discs touch an empty square, after {others} {theirs}")
            }
            Count::Lead => format!(
                "whatever {other} answers{sound}, {m} can go to {}, after {others} to {}",
                own.least_lead(other),
                theirs.lead(other)
            ),
            Count::MeanLead | Count::Cornered | Count::Won => {
                let best = if is_of_all { "them" } else { "it" };
                self.tried_in_short(count, [own, theirs], [best, &others])
            }
            Count::CornersLater => self.corners_in_short(findings, &apart),
            Count::Taken | Count::Given | Count::Beside => String::new(),
        }
    }
}

/// Tenths of a number, without its sign.
pub(super) fn tenths(number: i64) -> String {
    format!("{}.{}", number.abs() / 10, number.abs() % 10)
}

/// A number of a count; averages have a sign and a tenth.
fn told_number(count: Count, number: i64) -> String {
    match (count, number) {
        (Count::MeanLead, 0) => tenths(0),
        (Count::MeanLead, ..0) => format!("-{}", tenths(number)),
        (Count::MeanLead, _) => format!("+{}", tenths(number)),
        _ => number.to_string(),
    }
}
