//! Othello: which moves are as good as the best one, or where nothing is proven about as good, and the fewest counts that
//! tell all others from them.
//!
//! A count is a reason against a worse move only if it speaks for *all* of the best ones beside that move. So whatever is
//! said can be checked move by move, and nothing that is held against one move holds for one that is recommended.

use std::collections::{HashMap, HashSet};

use mossa_kernel::{Move, View, values};
use mossa_search::Line;

use super::counts::{Count, Counts};
use crate::explain::{Findings, Request};

/// Chances are compared by the mean of what the engine sees, the logarithm of their odds, and what a person does, who hardly
/// minds whether a game is lost with 3 % or with 1: what is nearer to the best move than this cannot be called worse,
const LEAST_BEHIND: f64 = 0.18;

/// what is further behind than this cannot be called as good;
const MOST_BEHIND: f64 = 0.33;

/// but for what quick games to the end bear out: there a move may be further behind, if no more games of a hundred fewer are won.
const MOST_BORNE_OUT: f64 = 0.6;
const ALIKE_GAMES: i64 = 8;

/// And between two moves that are nearer to each other than this no line is drawn, unless it is far behind the best.
const LEAST_GAP: f64 = 0.05;
const CLEARLY_BEHIND: f64 = 0.3;
const LEAST_PERCENTS: f64 = 2.0;

/// What is further behind than this is not told by one more or less of many.
const FAR: f64 = 0.5;

/// In the middle of the scale the logarithm of the odds changes by so much with the chance.
const ODDS_BY_CHANCE: f64 = 4.0;

/// Chances beyond these are as good as certain.
const SURE: [f64; 2] = [0.005, 0.995];

/// A count that tells a single move from the best ones must differ by so much.
const CLEAR_LACK: i64 = 2;
const CLEAR_MEAN_LACK: i64 = 10;
const CLEAR_GAMES: i64 = 15;

/// So many counts are told.
const MOST_COUNTS: u32 = 3;

/// Moves that are as good as the first one by so many percent are never called worse, and may be told first instead, if more
/// can be said for them.
const SAME_PERCENT: f64 = 1.0;

/// A count supports a reason that tells so many of so many worse moves apart, and by which no more than one of so many looks
/// better than the best.
const SUPPORTING: [usize; 2] = [3, 4];
const ONE_CONTRARY_OF: usize = 8;

/// In a proven ending with fewer empty squares than this discs count, not moves; these are the counts that tell something then,
/// and of so many worse moves one may be left without any.
const LEAST_EMPTY: usize = 6;
const ENDING: [Count; 5] =
    [Count::Coming, Count::Replies, Count::SafeReplies, Count::KeptSafe, Count::Kept];
const MOST_LEFT: usize = 4;

/// What it costs a reader that a move is left without a reason, that one more is called as good and by how much it is
/// behind, that what is told speaks for the best move and not for that one, or against that one, too, that corners are told as well, and that the best
/// move gives one or stands beside one.
const EFFORT_UNTOLD: f64 = 1.0;
const EFFORT_A_PEER: f64 = 0.2;
const EFFORT_BEHIND: f64 = 1.5;
const EFFORT_APART: f64 = 1.0;
const EFFORT_BESIDE: f64 = 0.2;
const EFFORT_CORNERS: f64 = 0.6;
const EFFORT_RISKY: f64 = 1.0;

/// What it costs that a worse move is better by a count than all of the best ones, and that one which is told apart by
/// something that is hard to see leaves the other side fewer moves at first; that it is told apart by a single one of many.
const EFFORT_CONTRARY: f64 = 0.5;
const EFFORT_UNLIKELY: f64 = 0.4;
const EFFORT_THIN: f64 = 0.08;

/// What differs by less than this is as hard to take in.
const ALIKE: f64 = 0.15;

/// One more or less of so many is a thin difference.
const SEVERAL: i64 = 5;

/// So many thin differences tell nothing in a proven ending.
const MOST_THIN: usize = 2;

/// What is counted after each move.
#[derive(Clone, Debug, Default)]
struct Counted {
    of: HashMap<Move, Counts>,
    /// The moves that are far behind the best one.
    far: HashSet<Move>,
}

impl Counted {
    fn number(&self, mv: Move, count: Count) -> Option<i64> {
        self.of.get(&mv)?.number(count)
    }

    /// Whether by a count all of the best moves are better than another.
    fn is_worse(&self, best: &[Move], mv: Move, count: Count) -> bool {
        let merit = |mv: Move| self.of.get(&mv)?.merit(count);
        let best: Option<Vec<i64>> = best.iter().map(|&mv| merit(mv)).collect();
        let least = best.and_then(|best| best.into_iter().min());
        let lack = |least| count.least_lack(least, self.far.contains(&mv));
        least.zip(merit(mv)).is_some_and(|(least, own)| own + lack(least) <= least)
    }

    /// Whether by a count a move is better than all of the best ones.
    fn is_better(&self, best: &[Move], mv: Move, count: Count) -> bool {
        let merit = |mv: Move| self.of.get(&mv)?.merit(count);
        let most = best.iter().filter_map(|&mv| merit(mv)).max();
        most.zip(merit(mv)).is_some_and(|(most, own)| own > most)
    }

    /// What it costs a reader to believe that a count tells some moves from the best ones.
    #[expect(clippy::cast_precision_loss, reason = "a position has a few moves")]
    fn doubt(&self, best: &[Move], others: &[Move], count: Count) -> f64 {
        let number = |of: &dyn Fn(Move) -> bool| others.iter().filter(|&&mv| of(mv)).count() as f64;
        let contrary = number(&|mv| self.is_better(best, mv, count));
        let unlikely = match count {
            Count::Touching | Count::Opened => number(&|mv| {
                self.is_worse(best, mv, count) && self.is_better(best, mv, Count::Replies)
            }),
            _ => 0.0,
        };
        let thin = number(&|mv| self.is_thin(best, mv, count));
        EFFORT_CONTRARY * contrary + EFFORT_UNLIKELY * unlikely + EFFORT_THIN * thin
    }

    /// Whether a move is told from the best ones by a single one of many.
    fn is_thin(&self, best: &[Move], mv: Move, count: Count) -> bool {
        let merit = |mv: Move| self.of.get(&mv)?.merit(count);
        let least = best.iter().filter_map(|&mv| merit(mv)).min();
        let is_one = least.zip(merit(mv)).is_some_and(|(least, own)| own == least - 1);
        is_one
            && count != Count::CornersLater
            && !count.is_tried()
            && self.number(mv, count).is_some_and(|own| own >= SEVERAL)
    }

    /// The corner that a worse move gives or endangers, and no best one does.
    fn corner_reason(&self, best: &[Move], mv: Move) -> Option<Count> {
        [Count::Given, Count::Taken, Count::Beside]
            .into_iter()
            .find(|&count| self.is_worse(best, mv, count))
    }
}

/// The best moves, and what sets the others apart.
#[derive(Clone, Debug, Default)]
pub(in crate::explain) struct Judged {
    /// The best move and those that are about as good and for which the same speaks; empty where nobody looked.
    pub(super) best: Vec<Move>,
    /// How many are about as good, these at the head of the list.
    pub(super) n_good: usize,
    /// All moves, the best ones first.
    ranked: Vec<Move>,
    /// What sets others apart, first what does so from most.
    pub(super) reasons: Vec<Count>,
    counted: Counted,
}

impl Judged {
    /// What is counted after a move.
    pub(super) fn counts(&self, mv: Move) -> Option<&Counts> {
        self.counted.of.get(&mv)
    }

    /// A number of it.
    pub(super) fn number(&self, mv: Move, count: Count) -> Option<i64> {
        self.counted.number(mv, count)
    }

    /// Whether by a count all of the best moves are better than another.
    pub(super) fn is_worse(&self, mv: Move, count: Count) -> bool {
        self.counted.is_worse(&self.best, mv, count)
    }

    /// Whether by a count another move is better than all of the best ones.
    pub(super) fn is_better(&self, mv: Move, count: Count) -> bool {
        self.counted.is_better(&self.best, mv, count)
    }

    /// Whether a number is at least one worse than those of all best moves, which among others of its kind is told with them.
    pub(super) fn is_less(&self, mv: Move, count: Count) -> bool {
        let is_counted = self.number(mv, count).is_some();
        self.is_worse(mv, count) || !count.is_tried() && is_counted && self.lack(mv, count) > 0
    }

    /// By how much a move is worse than all of the best ones by a count.
    fn lack(&self, mv: Move, count: Count) -> i64 {
        let merit = |mv: Move| self.counts(mv).and_then(|counts| counts.merit(count)).unwrap_or(0);
        let least = self.best.iter().map(|&mv| merit(mv)).min().unwrap_or(0);
        least - merit(mv)
    }

    /// The first count of a board that tells a move from the best ones, and clearly so.
    pub(super) fn lone_reason(&self, mv: Move) -> Option<Count> {
        // A corner that is lost later counts whatever comes of others.
        let later = Some(Count::CornersLater).filter(|&count| self.is_worse(mv, count));
        self.clear_reasons(mv).find(|count| !count.is_tried()).or(later)
    }

    /// The same of what is tried.
    pub(super) fn lone_tried(&self, mv: Move) -> Option<Count> {
        self.clear_reasons(mv).find(|count| count.is_tried())
    }

    /// Whether no move that is worth more is as bad by a count.
    fn is_credible(&self, mv: Move, count: Count) -> bool {
        let lack = self.lack(mv, count);
        let mut above = self.ranked.iter().take_while(|&&it| it != mv).skip(self.n_good);
        above.all(|&it| self.lack(it, count) < lack)
    }

    /// Whether a move is worse than the best ones by the least that a count can tell.
    pub(super) fn is_nearly(&self, mv: Move, count: Count) -> bool {
        self.lack(mv, count) < CLEAR_LACK
    }

    /// What tells a move from the best ones beside the main reason, and clearly so.
    pub(super) fn second_reason(&self, mv: Move) -> Option<Count> {
        self.clear_reasons(mv).find(|count| self.reasons.first() != Some(count))
    }

    fn clear_reasons(&self, mv: Move) -> impl Iterator<Item = Count> {
        let counts = Count::ALL.into_iter().filter(|count| !count.is_corner());
        counts.filter(move |&count| {
            self.is_worse(mv, count)
                && self.lack(mv, count) >= clear_lack(count)
                && self.is_credible(mv, count)
        })
    }

    /// Whether every one of some moves is worse than all of the best ones by one of the reasons.
    pub(super) fn tells_all(&self, moves: &[Move]) -> bool {
        let is_told = |&mv: &Move| self.reasons.iter().any(|&count| self.is_worse(mv, count));
        moves.iter().all(is_told)
    }

    /// What is told against a move: a corner before all.
    pub(super) fn reason(&self, mv: Move) -> Option<Count> {
        let told = || self.reasons.iter().copied().find(|&count| self.is_worse(mv, count));
        self.counted.corner_reason(&self.best, mv).or_else(told)
    }

    /// The same, but not one by which the move is hardly worse if another one that is told is clear.
    pub(super) fn clearest_reason(&self, mv: Move) -> Option<Count> {
        let reason = self.reason(mv)?;
        let is_clear = |count: Count| self.lack(mv, count) >= clear_lack(count);
        if reason.is_corner() || is_clear(reason) {
            return Some(reason);
        }
        let told = self.reasons.iter().copied().filter(|&count| self.is_worse(mv, count));
        Some(told.into_iter().find(|&count| is_clear(count)).unwrap_or(reason))
    }
}

/// By how much a count that tells a single move must differ.
fn clear_lack(count: Count) -> i64 {
    match count {
        Count::Won => CLEAR_GAMES,
        count if count.is_tried() => CLEAR_MEAN_LACK,
        _ => CLEAR_LACK,
    }
}

/// A way to tell the best moves from others.
struct Plainest {
    effort: f64,
    /// Which move is told first, and how many are called best.
    first: usize,
    n: usize,
    /// For how many of these the reasons speak: all, or the first one only.
    praised: usize,
    reasons: Vec<Count>,
    /// How good the first one is by the main reason.
    main: Option<i64>,
}

impl Plainest {
    /// Whether it is easier to take in; of moves told in the same way the one comes first that has most of what is praised.
    fn is_plainer(&self, than: &Self) -> bool {
        let of = |it: &Self| (it.n, it.praised);
        let is_alike = of(self) == of(than) && self.reasons == than.reasons;
        if is_alike && (self.effort - than.effort).abs() < ALIKE && self.main != than.main {
            return self.main > than.main;
        }
        self.effort + f64::EPSILON < than.effort
    }
}

impl Findings {
    /// How far a move is behind the one with the best chance, whichever is told first.
    fn distance_behind(&self, line: &Line) -> f64 {
        let chance = |line: &Line| crate::chance(&line.value).clamp(SURE[0], SURE[1]);
        let odds = |chance: f64| (chance / (1.0 - chance)).ln();
        let best = self.lines.iter().map(chance).fold(SURE[0], f64::max);
        let own = chance(line);
        let (by_odds, by_chance) = (odds(best) - odds(own), ODDS_BY_CHANCE * (best - own));
        (by_odds * by_chance).sqrt().copysign(by_odds)
    }

    /// Whether games to the end are won about as often after a move as after the one with the best chance.
    fn is_borne_out(&self, line: &Line) -> bool {
        let chance = |line: &&Line| crate::chance(&line.value);
        let best = self.lines.iter().max_by(|a, b| chance(a).total_cmp(&chance(b)));
        let won = |line: &Line| self.ends.get(&line.mv()).map(|ends| ends.won_of_hundred());
        let [own, best] = [Some(line), best].map(|line| line.and_then(won));
        own.zip(best).is_some_and(|(own, best)| own + ALIKE_GAMES >= best)
    }

    /// How many moves may be called the best: below the last of them there is a step.
    fn ways_to_part(&self) -> Vec<usize> {
        let lines = &self.lines;
        let is_same = |line: &Line| self.percent_behind(line) <= SAME_PERCENT;
        let is_close = |line: &&Line| {
            let most = if self.is_borne_out(line) { MOST_BORNE_OUT } else { MOST_BEHIND };
            (self.distance_behind(line) <= most || is_same(line))
                && !values::is_exact(&line.value)
                && !self.is_glance(line)
        };
        let all = 1 + lines[1..].iter().take_while(is_close).count();
        let is_step = |&n: &usize| {
            // Not all can be called as good where some are clearly behind.
            let last = &lines[n - 1];
            if n == lines.len() {
                return self.distance_behind(last) < CLEARLY_BEHIND || is_same(last);
            }
            let Some(next) = lines.get(n).filter(is_close) else { return true };
            // Nobody sees why of two moves with the same number one is among the best.
            if self.percent_behind(next) <= self.percent_behind(last) {
                return false;
            }
            let percents = self.percent_behind(next) - self.percent_behind(last);
            let [last, next] = [last, next].map(|line| self.distance_behind(line));
            let is_clear =
                next - last >= LEAST_GAP || next >= CLEARLY_BEHIND && percents >= LEAST_PERCENTS;
            next >= LEAST_BEHIND && is_clear && !is_same(&lines[n])
        };
        (1..=all).filter(is_step).collect()
    }
}

impl Request<'_> {
    /// Finds out which moves are about as good as the best one, and what sets the others apart; of moves that are as good to
    /// a percent the one comes first for which that is plainest.
    pub(super) fn judge(&self, findings: &mut Findings) {
        let lines = findings.lines.iter();
        let counted = lines.filter_map(|line| {
            let counts = self.counts_of(&line.moves)?;
            let tries = findings.tries.get(&line.mv());
            let lead = tries.and_then(|it| self.mean_lead(it));
            let cornered = tries.and_then(|it| self.cornered(it));
            let won = findings.ends.get(&line.mv()).map(|ends| ends.won_of_hundred());
            Some((line.mv(), counts.tried([lead, cornered, won])))
        });
        let far = findings.lines.iter().filter(|line| findings.distance_behind(line) >= FAR);
        let counted = Counted { of: counted.collect(), far: far.map(Line::mv).collect() };
        let is_same = |line: &Line| {
            findings.percent_behind(line).abs() <= SAME_PERCENT
                && !values::is_exact(&line.value)
                && !findings.is_glance(line)
        };
        let same = findings.lines.iter().take_while(|line| is_same(line)).count();
        // Where all are as good, nothing is to be set apart, and the engine's own choice stays first.
        let same = if same == findings.lines.len() { 1 } else { same };
        let mut plainest: Option<Plainest> = None;
        for first in 0..same.max(1) {
            findings.put_first(first);
            let ways = findings.ways_to_part().into_iter();
            for (n, praised) in ways.flat_map(|n| [(n, n), (n, 1)]) {
                let (effort, reasons) = plainest_reasons(findings, &counted, n, praised);
                let main = reasons
                    .first()
                    .and_then(|&count| counted.of.get(&findings.best().mv())?.merit(count));
                let plain = Plainest { effort, first, n, praised, reasons, main };
                if plainest.as_ref().is_none_or(|known| plain.is_plainer(known)) {
                    plainest = Some(plain);
                }
            }
            findings.put_back(first);
        }
        let Some(Plainest { first, n, praised, reasons, .. }) = plainest else { return };
        findings.put_first(first);
        let ranked: Vec<Move> = findings.lines.iter().map(Line::mv).collect();
        let best = ranked[..praised].to_vec();
        let reasons = supported(&counted, &best, &ranked[n..], reasons);
        // Moves that are as good by chances only, and worse by the reasons, come next.
        let is_told = |line: &Line| {
            let is_less = findings.percent_behind(line) > SAME_PERCENT;
            let mv = line.mv();
            is_less
                && (reasons.iter().any(|&count| counted.is_worse(&best, mv, count))
                    || counted.corner_reason(&best, mv).is_some())
        };
        let is_alone = praised == 1 && findings.lines[1..n].iter().all(is_told);
        let n_good = if is_alone { 1 } else { n };
        findings.judged = Judged { best, n_good, ranked, reasons, counted };
    }

    /// The same in a proven ending, where it is known which moves are as good; only where counts tell nearly all others from
    /// these, the next best among them.
    pub(super) fn judge_proven(&self, findings: &mut Findings) {
        let n = findings.lines.iter().take_while(|line| findings.ends_alike(line)).count();
        let worse = &findings.lines[n.min(findings.lines.len())..];
        let is_known = findings.is_counted() && worse.iter().all(|line| findings.is_behind(line));
        let View::Board(board) = self.game.position().view() else { return };
        let empty = board.cells.iter().filter(|cell| cell.is_none()).count();
        if n == 0 || worse.is_empty() || !is_known || empty < LEAST_EMPTY {
            return;
        }
        let all = findings.lines.iter();
        let of = all.filter_map(|line| Some((line.mv(), self.counts(line.mv())?))).collect();
        let counted = Counted { of, far: HashSet::new() };
        let best: Vec<Move> = findings.lines[..n].iter().map(Line::mv).collect();
        if best.iter().any(|mv| !counted.of.contains_key(mv)) {
            return;
        }
        let worse: Vec<Move> = worse.iter().map(Line::mv).collect();
        let (_, reasons) = fewest(&counted, &best, &worse, |count| ENDING.contains(&count));
        // Where several moves are told apart by one of many only, what the lines come to says more.
        let is_thin = |mv: &Move| {
            let told = reasons.iter().find(|&&count| counted.is_worse(&best, *mv, count));
            told.is_some_and(|&count| counted.is_thin(&best, *mv, count))
        };
        if worse.iter().filter(|mv| is_thin(mv)).count() >= MOST_THIN {
            return;
        }
        let ranked = findings.lines.iter().map(Line::mv).collect();
        let judged = Judged { best, n_good: n, ranked, reasons, counted };
        let untold = worse.iter().filter(|&&mv| judged.reason(mv).is_none()).count();
        if untold * MOST_LEFT <= worse.len() && judged.reason(worse[0]).is_some() {
            findings.judged = judged;
        }
    }
}

/// A single reason with what supports it: what can be seen on the board beside what comes of it on average, and that beside what
/// can be seen, where these tell most worse moves apart as well.
fn supported(
    counted: &Counted,
    best: &[Move],
    worse: &[Move],
    mut reasons: Vec<Count>,
) -> Vec<Count> {
    let &[only] = &reasons[..] else { return reasons };
    let plain = worse.iter().filter(|&&mv| counted.corner_reason(best, mv).is_none());
    let plain: Vec<Move> = plain.copied().collect();
    let supports = |&count: &Count| {
        let told = plain.iter().filter(|&&mv| counted.is_worse(best, mv, count)).count();
        let contrary = worse.iter().filter(|&&mv| counted.is_better(best, mv, count)).count();
        told * SUPPORTING[1] >= plain.len() * SUPPORTING[0]
            && told > 1
            && contrary * ONE_CONTRARY_OF <= worse.len()
    };
    if only.is_tried() {
        let seen = Count::ALL.into_iter().filter(|count| count.is_seen());
        reasons.splice(0..0, seen.into_iter().find(supports));
    } else {
        reasons.extend([Count::MeanLead, Count::Won].into_iter().find(supports));
    }
    reasons
}

/// The counts that set most moves apart from the first `praised` of the `n` best with the least to take in, and how much that
/// is.
fn plainest_reasons(
    findings: &Findings,
    counted: &Counted,
    n: usize,
    praised: usize,
) -> (f64, Vec<Count>) {
    let best: Vec<Move> = findings.lines[..praised].iter().map(Line::mv).collect();
    // What is proven to lose needs no other reason.
    let worse = findings.lines[n..].iter().filter(|line| !values::is_exact(&line.value));
    let worse: Vec<Move> = worse.map(Line::mv).collect();
    let (effort, reasons) = fewest(counted, &best, &worse, |_| true);
    let is_cornered = worse.iter().any(|&mv| counted.corner_reason(&best, mv).is_some());
    // Nobody believes in a move that gives a corner, beside another one that does not.
    let is_risky = [Count::Given, Count::Beside].into_iter().any(|count| {
        best.iter().any(|&mv| counted.number(mv, count).is_some_and(|number| number > 0))
    });
    let peer = |line: &Line| {
        let behind = findings.distance_behind(line).abs();
        EFFORT_A_PEER + if findings.is_borne_out(line) { 0.0 } else { EFFORT_BEHIND * behind }
    };
    // What tells the first move from its peers as well speaks for it all the more, unless worse moves are better by it than they.
    let is_apart = |line: &&Line| {
        let merit = |mv: Move| counted.of.get(&mv)?.merit(*reasons.first()?);
        let is_between = || worse.iter().all(|&mv| merit(mv) < merit(line.mv()));
        reasons.iter().all(|&count| !counted.is_worse(&best, line.mv(), count)) || !is_between()
    };
    let n_apart = findings.lines[praised..n].iter().filter(is_apart).count();
    let told = |at: usize| if at < n_apart { EFFORT_APART } else { EFFORT_BESIDE };
    let apart: f64 = (0..n - praised).map(told).sum();
    let all = effort
        + apart
        + findings.lines[1..n].iter().map(peer).sum::<f64>()
        + if is_cornered { EFFORT_CORNERS } else { 0.0 }
        + if is_risky { EFFORT_RISKY } else { 0.0 };
    (all, reasons)
}

/// The counts that set most of the worse moves apart from the best ones with the least to take in, and how much that is.
fn fewest(
    counted: &Counted,
    best: &[Move],
    worse: &[Move],
    is_allowed: impl Fn(Count) -> bool,
) -> (f64, Vec<Count>) {
    let plain: Vec<Move> =
        worse.iter().copied().filter(|&mv| counted.corner_reason(best, mv).is_none()).collect();
    // Whoever takes a corner now is not told that there will be one to take.
    let takes = best.iter().any(|&mv| counted.number(mv, Count::Taken) == Some(1));
    let is_told = |count: &Count| !(count.is_corner() || takes && *count == Count::Coming);
    let counts = Count::ALL.into_iter().filter(is_told).filter(|&count| is_allowed(count));
    // Which of the plain moves each count sets apart.
    let against = counts.map(|count| {
        let is_worse = |&mv: &Move| counted.is_worse(best, mv, count);
        let told: Vec<bool> = plain.iter().map(is_worse).collect();
        (count, told, count.effort() + counted.doubt(best, &plain, count))
    });
    let against: Vec<(Count, Vec<bool>, f64)> =
        against.filter(|(_, told, _)| told.contains(&true)).collect();
    let chosen = |set: u32| against.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1);
    let effort = |set: u32| {
        let is_left = |&at: &usize| chosen(set).all(|(_, (_, told, _))| !told[at]);
        let left: f64 = (0..plain.len()).filter(is_left).map(|_| EFFORT_UNTOLD).sum();
        let told: f64 = chosen(set).map(|(_, (_, _, effort))| effort).sum();
        told + left
    };
    let sets = (0..1_u32 << against.len()).filter(|set| set.count_ones() <= MOST_COUNTS);
    let set = sets.min_by(|&a, &b| effort(a).total_cmp(&effort(b))).unwrap_or(0);
    let mut reasons: Vec<&(Count, Vec<bool>, f64)> = chosen(set).map(|(_, it)| it).collect();
    // Corners convince everybody.
    reasons.sort_by_key(|(count, told, _)| {
        (*count != Count::CornersLater, told.iter().filter(|told| !**told).count())
    });
    (effort(set), reasons.into_iter().map(|(count, ..)| *count).collect())
}
