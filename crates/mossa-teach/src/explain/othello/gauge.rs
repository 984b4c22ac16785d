//! Othello: what can be counted on one board after a move, right away or a few moves later, and whether that sets a
//! worse move apart from the best one.

use mossa_kernel::{Game, Move, View, values};
use mossa_search::Line;

use super::{discs::choices, firm::Unit};
use crate::explain::{DiscFacts, Findings, Request, Story};

/// After so many moves of two lines their boards may be compared, the nearest first: later ones convince nobody.
const LATER: [usize; 4] = [2, 3, 4, 5];

/// Where nothing else tells, after so many.
const LAST: [usize; 3] = [6, 7, 8];

/// The same of boards that are drawn, where the mover can go to so many squares more than the other side.
const DRAWN: [usize; 3] = [6, 8, 10];
const DRAWN_LEAD: i64 = 5;

/// So many moves, or squares of both sides together, are clearly more, and so many a little.
const CLEARLY: [i64; 2] = [3, 2];
const CLEARLY_BOTH: [i64; 2] = [4, 3];

/// Where there are no more than so many, each one counts.
const FEW: usize = 5;

/// Safe moves are counted where somebody has no more than so many.
const FEW_SAFE: usize = 4;

/// Chances that are no more percent apart than this, as they are shown, are the same.
const SAME_PERCENT: f64 = 1.0;

/// What is more percent behind the best move comes close to it for no other reason than that its neighbors do.
const MOST_BEHIND: f64 = 10.0;

/// A move of which nothing plain can be told against it comes close to the best one if it is no more percent behind; where
/// all moves do, no more than the second.
const MOST_CLOSE: f64 = 15.0;
const CLOSE_ENOUGH: f64 = 8.0;

/// So much of a chance is given for a move that does nothing odd to a corner.
const PLAIN_PERCENT: f64 = 4.0;

/// Nobody believes a count in which so many of the next worse moves do better than the best one.
const NEXT_WORSE: usize = 5;
const DOUBTED_BY: usize = 2;

/// Nor one in which a move that is so many percent better does no better than the worse one.
const MUCH_BETTER: f64 = 10.0;

/// A move that leaves so many moves fewer than any other leaves fewest.
const NARROWEST: usize = 2;

/// Something to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explain) enum Gauge {
    /// The moves that a move leaves the other side.
    Replies,
    /// The moves that the mover has at least, whatever the answer.
    Least,
    /// The moves that the mover has after the answer.
    Own,
    /// Those after the answer that open no corner to the other side.
    OwnSafe,
    /// Those that a move leaves the other side, and that open no corner to the mover.
    SafeReplies,
    /// The mover's discs beside an empty square after a move: what the other side may turn.
    Outside,
    /// The squares to which both sides can go after so many moves of the line.
    Later(usize),
}

/// How much more one count must be than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Margin {
    Clear,
    Slight,
}

/// What was counted for the mover, of which it is good to have much, and for the other side, none where that is not
/// asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) own: usize,
    pub(super) theirs: usize,
}

impl Gauge {
    /// After how many moves of a line it is counted.
    pub(super) fn moment(self) -> usize {
        match self {
            Self::Replies | Self::SafeReplies | Self::Outside => 1,
            Self::Least | Self::Own | Self::OwnSafe => 2,
            Self::Later(played) => played,
        }
    }

    /// All of them, the plainest first.
    fn all() -> impl Iterator<Item = Self> {
        let first = [Self::Replies, Self::Least, Self::Own, Self::OwnSafe, Self::SafeReplies];
        first.into_iter().chain(LATER.map(Self::Later)).chain([Self::Outside])
    }

    /// Whether the second of two counts is better for the mover.
    pub(super) fn is_better(self, worse: Count, better: Count, margin: Margin) -> bool {
        let slight = usize::from(margin == Margin::Slight);
        let gap = better.lead() - worse.lead();
        match self {
            Self::Replies => {
                gap >= CLEARLY[usize::from(better.theirs <= FEW || margin == Margin::Slight)]
            }
            Self::Least | Self::Own => {
                gap >= CLEARLY[usize::from(worse.own <= FEW || margin == Margin::Slight)]
            }
            Self::OwnSafe => gap >= CLEARLY[1] && worse.own <= FEW_SAFE,
            Self::Outside => gap >= CLEARLY[slight],
            Self::SafeReplies => gap >= CLEARLY[1] && better.theirs <= FEW_SAFE,
            // What one side has more of is no reason where it has fewer of the other.
            Self::Later(_) => {
                let is_one_way = better.own >= worse.own && better.theirs <= worse.theirs;
                gap >= CLEARLY_BOTH[slight] && (is_one_way || gap >= CLEARLY_BOTH[0] + 2)
            }
        }
    }
}

impl Count {
    pub(super) fn lead(self) -> i64 {
        super::balance::lead([self.own, self.theirs])
    }
}

impl Request<'_> {
    /// What there is to count after the first moves of a line; `None` where it is too short, or the game is over.
    pub(super) fn count(&self, line: &[Move], gauge: Gauge) -> Option<Count> {
        let after = |played: usize| {
            let game = self.reached(line.get(..played)?)?;
            game.outcome().is_none().then_some(game)
        };
        let is_answered = || line.get(1).is_some_and(|&mv| mv != Move::PASS);
        let is_corner = Unit::of(self.spec) == Unit::Corner;
        Some(match gauge {
            Gauge::Replies => Count { own: 0, theirs: choices(&after(1)?, !self.mover()) },
            Gauge::Least => Count { own: self.worst_answer(*line.first()?)?.1, theirs: 0 },
            Gauge::Own if is_answered() => {
                Count { own: choices(&after(2)?, self.mover()), theirs: 0 }
            }
            Gauge::OwnSafe if is_answered() && is_corner => {
                let answer = DiscFacts::new(self.spec, &after(1)?, *line.get(1)?)?;
                Count { own: answer.safe.len(), theirs: 0 }
            }
            Gauge::SafeReplies if is_corner => {
                let facts = DiscFacts::new(self.spec, self.game, *line.first()?)?;
                Count { own: 0, theirs: facts.safe.len() }
            }
            Gauge::Outside => Count { own: 0, theirs: self.outside(&after(1)?).len() },
            Gauge::Later(played) => {
                let [own, theirs] = self.choice_at(line, played)?;
                Count { own, theirs }
            }
            _ => return None,
        })
    }

    /// The answer to a move that leaves the mover fewest moves, and how many; `None` where the other side must pass.
    pub(super) fn worst_answer(&self, mv: Move) -> Option<(Move, usize)> {
        let after = self.reached(&[mv]).filter(|after| after.outcome().is_none())?;
        let answers = after.position().moves().into_iter().filter(|&answer| answer != Move::PASS);
        let left = answers.filter_map(|answer| {
            let after = self.reached(&[mv, answer])?;
            Some((answer, choices(&after, self.mover())))
        });
        left.min_by_key(|(_, own)| *own)
    }

    /// The mover's discs that touch an empty square.
    pub(super) fn outside(&self, game: &Game) -> Vec<u32> {
        let View::Board(board) = game.position().view() else { return Vec::new() };
        let [rows, columns] = [board.rows, board.columns].map(i64::from);
        let cell_at = |row: i64, column: i64| {
            let is_on = (0..rows).contains(&row) && (0..columns).contains(&column);
            usize::try_from(row * columns + column).ok().filter(|_| is_on)
        };
        let is_empty = |row: i64, column: i64| {
            cell_at(row, column).is_some_and(|cell| board.cells[cell].is_none())
        };
        let touches = |cell: &u32| {
            let (row, column) = (i64::from(*cell) / columns, i64::from(*cell) % columns);
            (-1..=1).any(|down| (-1..=1).any(|right| is_empty(row + down, column + right)))
        };
        let own = (0..board.cells.len() as u32)
            .filter(|&cell| board.cells[cell as usize] == Some(self.mover()));
        own.filter(touches).collect()
    }

    /// What is counted after a worse move and after the best one, where the second is better.
    pub(super) fn apart(
        &self,
        findings: &Findings,
        index: usize,
        gauge: Gauge,
        margin: Margin,
    ) -> Option<[Count; 2]> {
        let counts = self.counts(findings, index, gauge)?;
        let is_better = gauge.is_better(counts[0], counts[1], margin);
        let is_idle = gauge == Gauge::Outside && !self.is_borne_out(findings, index);
        let is_doubtful = self.is_doubtful(findings, index, gauge);
        (is_better && !is_idle && !is_doubtful && !self.is_undone(findings, index, gauge))
            .then_some(counts)
    }

    /// Whether a reader can object to a count: that the table shows better ones for moves that are worse, or as bad ones for
    /// moves that are much better or about as good as the best one; or that the mover takes a corner before.
    fn is_doubtful(&self, findings: &Findings, index: usize, gauge: Gauge) -> bool {
        let count = |line: &Line, gauge: Gauge| self.count(&line.moves, gauge).map(Count::lead);
        let (best, worse) = (findings.best(), &findings.lines[index]);
        let is_as_bad =
            |line: &Line| count(line, gauge).is_some_and(|lead| Some(lead) <= count(worse, gauge));
        let peers = findings.peers().into_iter().skip(1).map(|peer| &findings.lines[peer]);
        let mut equal = peers.filter(|peer| !findings.is_clearly_less(peer));
        if equal.any(|peer| peer.mv() != worse.mv() && is_as_bad(peer)) {
            return true;
        }
        match gauge {
            Gauge::Replies | Gauge::SafeReplies | Gauge::Outside => {
                let shown = if gauge == Gauge::Outside { Gauge::Replies } else { gauge };
                let next = findings.behind().map(|(_, line)| line).take(NEXT_WORSE);
                let doubts = next.filter(|line| count(line, shown) > count(best, shown));
                let is_better = |line: &&Line| {
                    let less = findings.percent_behind(worse) - findings.percent_behind(line);
                    less >= MUCH_BETTER
                };
                let mut better = findings.lines.iter().filter(is_better);
                doubts.count() >= DOUBTED_BY || better.any(is_as_bad)
            }
            Gauge::Later(played) => {
                let won = |line: &Line| {
                    let story = Story::tell(self.spec, self.game, &line.moves);
                    super::harm::corners(&story, played, self.mover())
                };
                won(worse) > won(best)
            }
            Gauge::Least | Gauge::Own | Gauge::OwnSafe => false,
        }
    }

    /// What is counted after a worse move and after the best one.
    pub(super) fn counts(
        &self,
        findings: &Findings,
        index: usize,
        gauge: Gauge,
    ) -> Option<[Count; 2]> {
        let [worse, best] = [index, 0].map(|index| self.count(&findings.lines[index].moves, gauge));
        worse.zip(best).map(|(worse, best)| [worse, best])
    }

    /// Whether fewer discs beside empty squares leave the other side fewer moves, too.
    fn is_borne_out(&self, findings: &Findings, index: usize) -> bool {
        let counts = self.counts(findings, index, Gauge::Replies);
        counts.is_some_and(|[worse, better]| better.theirs < worse.theirs)
    }

    /// Whether the moves that both sides have right after the two moves speak as much for the worse one.
    fn is_undone(&self, findings: &Findings, index: usize, gauge: Gauge) -> bool {
        let own = match gauge {
            Gauge::Least => Gauge::Least,
            Gauge::Replies | Gauge::Own | Gauge::Outside => Gauge::Own,
            _ => return false,
        };
        let lead = |index: usize| {
            let line = &findings.lines[index].moves;
            let count = |gauge: Gauge| self.count(line, gauge).map_or(0, Count::lead);
            count(Gauge::Replies) + count(own)
        };
        let is_known = |index: usize| self.count(&findings.lines[index].moves, own).is_some();
        [index, 0].into_iter().all(is_known) && lead(index) >= lead(0)
    }

    /// The plainest count that sets a worse move apart, the one that does so from most others before all.
    pub(super) fn count_against(
        &self,
        findings: &Findings,
        index: usize,
        margin: Margin,
    ) -> Option<Gauge> {
        let mut gauges = findings.gauge.into_iter().chain(Gauge::all());
        gauges.find(|&gauge| self.apart(findings, index, gauge, margin).is_some())
    }

    /// The same of boards that are further away, where nothing nearer tells.
    pub(super) fn last_count_against(&self, findings: &Findings, index: usize) -> Option<Gauge> {
        let mut later = LAST.map(Gauge::Later).into_iter();
        later.find(|&gauge| self.apart(findings, index, gauge, Margin::Clear).is_some())
    }

    /// The count that tells most others apart, where it says the same of this one, if only a little, whatever else speaks for
    /// it.
    pub(super) fn main_count_against(&self, findings: &Findings, index: usize) -> Option<Gauge> {
        let gauge = findings.gauge?;
        let [worse, better] = self.counts(findings, index, gauge)?;
        let is_told = gauge != Gauge::Outside || self.is_borne_out(findings, index);
        let is_doubtful = self.is_doubtful(findings, index, gauge);
        (is_told && !is_doubtful && gauge.is_better(worse, better, Margin::Slight)).then_some(gauge)
    }

    /// The count that sets most worse moves that lose no corner apart from the best one, and those first of which somebody
    /// will ask; `None` where it does not do so from most of these.
    fn main_gauge(&self, findings: &Findings) -> Option<Gauge> {
        let best = self.line_after(findings, 0);
        let asked = self.asked(findings);
        let is_left = |index: &usize| self.corner_against(findings, &best, *index).is_none();
        let behind: Vec<usize> =
            findings.behind().map(|(index, _)| index).filter(is_left).collect();
        let asked: Vec<usize> = asked.into_iter().filter(is_left).collect();
        let told = |gauge: Gauge, of: &[usize]| -> usize {
            let is_apart =
                |index: &&usize| self.apart(findings, **index, gauge, Margin::Clear).is_some();
            of.iter().filter(is_apart).count()
        };
        let worth = |gauge: Gauge| {
            let against = behind.iter().filter(|&&index| self.is_against(findings, index, gauge));
            let both = 3 * told(gauge, &asked) + told(gauge, &behind);
            // What holds in one line only convinces less.
            let weight = if matches!(gauge, Gauge::Later(_) | Gauge::Own) { 2 } else { 3 };
            (weight * both).saturating_sub(6 * against.count())
        };
        // What anybody can see at once comes before all.
        if self.is_narrowest(findings) && told(Gauge::Replies, &asked) > 0 {
            return Some(Gauge::Replies);
        }
        let most = |gauges: Vec<Gauge>| {
            // Of those that tell as much, the first.
            let main = gauges.into_iter().rev().max_by_key(|&gauge| worth(gauge))?;
            let is_much = 2 * told(main, &asked) >= asked.len().max(1);
            (is_much && worth(main) > 0).then_some(main)
        };
        let near = Gauge::all().filter(|&gauge| gauge != Gauge::Outside).collect();
        let is_clear = |gauge: &Gauge| {
            let count = self.count(&findings.lines[0].moves, *gauge);
            count.is_some_and(|count| count.lead() >= DRAWN_LEAD)
        };
        let drawn = || DRAWN.map(Gauge::Later).into_iter().filter(is_clear).collect();
        most(near).or_else(|| most(drawn())).or_else(|| most(vec![Gauge::Outside]))
    }

    /// Whether the best move leaves the other side fewer moves than any other, and clearly so.
    fn is_narrowest(&self, findings: &Findings) -> bool {
        let left = |line: &Line| self.count(&line.moves, Gauge::Replies).map(|it| it.theirs);
        let best = left(findings.best());
        let mut others = findings.lines.iter().skip(1);
        best.is_some_and(|best| {
            others.all(|line| left(line).is_none_or(|left| left >= best + NARROWEST))
        })
    }

    /// Whether a count speaks for a worse move.
    fn is_against(&self, findings: &Findings, index: usize, gauge: Gauge) -> bool {
        let [own, best] = [index, 0].map(|index| self.count(&findings.lines[index].moves, gauge));
        own.zip(best).is_some_and(|(own, best)| gauge.is_better(best, own, Margin::Clear))
    }

    /// Where the best move gives a corner away or stands beside one, and another that does not is as good, that one is told.
    fn prefer_plain(&self, findings: &mut Findings) {
        let is_plain = |index: &usize| {
            let line = &findings.lines[*index];
            let is_near = findings.percent_behind(line).abs() <= PLAIN_PERCENT;
            is_near && !findings.is_glance(line) && self.is_plain(findings, *index)
        };
        let is_corner = Unit::of(self.spec) == Unit::Corner;
        let takes = DiscFacts::new(self.spec, self.game, findings.best().mv())
            .is_some_and(|facts| facts.takes_corner);
        // A corner is the plainest reason of all.
        let takes_one = |index: &usize| {
            let line = &findings.lines[*index];
            let is_same = findings.percent_behind(line).abs() <= SAME_PERCENT;
            let facts = DiscFacts::new(self.spec, self.game, line.mv());
            is_same && !findings.is_glance(line) && facts.is_some_and(|facts| facts.takes_corner)
        };
        let all = 0..findings.lines.len();
        let first = all.clone().find(takes_one).or_else(|| all.clone().find(is_plain));
        let first = first.filter(|_| is_corner && !takes);
        findings.put_first(first.unwrap_or(0));
    }

    /// Where moves are as good as the best one to a percent, and only of another it can be counted why, that one is told.
    pub(super) fn prefer_countable(&self, findings: &mut Findings) {
        self.prefer_plain(findings);
        self.find_gauge(findings);
        let is_same = |index: &usize| {
            let line = &findings.lines[*index];
            findings.percent_behind(line).abs() <= SAME_PERCENT && !findings.is_glance(line)
        };
        let same: Vec<usize> = (1..findings.lines.len()).filter(is_same).collect();
        let takes = DiscFacts::new(self.spec, self.game, findings.best().mv())
            .is_some_and(|facts| facts.takes_corner);
        for index in same {
            if findings.gauge.is_some() || takes {
                return;
            }
            findings.put_first(index);
            self.find_gauge(findings);
            if findings.gauge.is_none() {
                findings.put_back(index);
                self.find_gauge(findings);
            }
        }
    }

    /// Neighbors are treated alike: what is worth a percent less than a move that is about as good is so, too, unless it
    /// costs a corner.
    fn close_ranks(&self, findings: &mut Findings, best: &Story) {
        let behind = |index: usize| findings.percent_behind(&findings.lines[index]);
        let peers = findings.peers().into_iter().map(behind);
        let mut last = peers.fold(0.0, f64::max);
        let mut near = Vec::new();
        for (index, line) in findings.behind() {
            let less = findings.percent_behind(line);
            let is_near = less <= (last + SAME_PERCENT).min(MOST_BEHIND);
            if values::is_exact(&line.value) || !is_near {
                continue;
            }
            if self.corner_against(findings, best, index).is_some() {
                break;
            }
            last = last.max(less);
            near.push(line.mv());
        }
        findings.equals.extend(near);
    }

    /// Finds out which moves are as good as the best one for all that can be told, and what sets the others apart.
    pub(super) fn find_gauge(&self, findings: &mut Findings) {
        findings.equals.clear();
        let best = self.line_after(findings, 0);
        let behind: Vec<(usize, &Line)> = findings.behind().collect();
        let equals = |most: f64| -> Vec<Move> {
            let is_equal = |(index, line): &&(usize, &Line)| {
                let contrast = self.contrast(findings, &best, *index);
                findings.percent_behind(line) <= most
                    && !values::is_exact(&line.value)
                    && contrast.is_none_or(|contrast| contrast.is_weak())
            };
            // None of them is better than a move that something is told against.
            behind.iter().take_while(is_equal).map(|(_, line)| line.mv()).collect()
        };
        // Where all moves come close, those that come closest do.
        let all = equals(MOST_CLOSE);
        let is_rest = all.len() < behind.len();
        findings.equals = if is_rest { all } else { equals(CLOSE_ENOUGH) };
        self.close_ranks(findings, &best);
        findings.gauge = self.main_gauge(findings);
    }
}
