//! What theory says about a position and each of its moves: who wins, and in how many plies.

use super::{
    endings::Endings, lengths::Lengths, limits::Limits, nimbers::Nimbers, repeats::Period,
    rules::Rules,
};

/// The theory of one game of sticks; what it computes it keeps.
#[derive(Clone, Debug)]
pub(super) struct Theory {
    pub(super) rules: Rules,
    nimbers: Nimbers,
    lengths: Lengths,
    endings: Option<Endings>,
    limits: Limits,
}

/// A proven result for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// Whether the side to move wins.
    pub(super) wins: bool,
    /// In how many plies, if the winner hurries and the loser delays.
    pub(super) plies: u64,
    /// Whether it may be fewer.
    pub(super) at_most: bool,
}

impl Verdict {
    /// What a move is worth that leads to a position with this verdict.
    fn before(self) -> Self {
        Self { wins: !self.wins, plies: self.plies + 1, ..self }
    }
}

/// A legal move and what it is worth to the side that plays it, if that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Judged {
    /// The heap, from 0.
    pub(super) heap: usize,
    /// How many sticks are taken.
    pub(super) take: u32,
    /// Its worth.
    pub(super) verdict: Option<Verdict>,
    /// No game after this move can end sooner than in so many plies, the move included.
    pub(super) at_least: u64,
}

impl Judged {
    /// Greater for better moves: the fastest wins first, then moves about which nothing is known,
    /// then losses, the longest first. Where nothing is known large takes come first, for they lead
    /// to ground that is known.
    pub(super) fn rank(&self) -> (u8, i128) {
        match self.verdict {
            Some(Verdict { wins: true, plies, .. }) => (2, -i128::from(plies)),
            None => (1, self.take.into()),
            Some(Verdict { plies, .. }) => (0, plies.into()),
        }
    }
}

/// So many live heaps or fewer make it worthwhile to know how long one heap alone lasts: a single
/// move may leave just one.
const FEW: usize = 2;

/// Most sets of takes repeat before so many times their largest.
const PATTERN_EXTENT: u32 = 32;

impl Theory {
    pub(super) fn new(rules: Rules, limits: Limits) -> Self {
        let nimbers = Nimbers::new(&rules, limits);
        let lengths = Lengths::new(&rules, limits);
        Self { rules, nimbers, lengths, endings: None, limits }
    }

    /// Computes what is needed to judge these heaps of sticks and what they can lead to, as far as
    /// the limits and `go_on` allow. `go_on` is asked now and then, with how many positions were
    /// looked at since.
    pub(super) fn prepare(&mut self, sticks: &[u32], go_on: &mut dyn FnMut(u64) -> bool) {
        let mut heaps = self.bundles(sticks);
        let live = heaps.iter().filter(|&&heap| heap >= self.rules.least()).count();
        let largest = heaps.iter().copied().max().unwrap_or(0);
        self.nimbers.reach(largest, go_on);
        if live <= FEW {
            self.lengths.reach(largest, go_on);
        }
        heaps.sort_unstable();
        if live > 1 && !self.endings.as_ref().is_some_and(|endings| endings.has(&heaps)) {
            self.endings = Endings::new(&self.rules, &heaps, self.limits, go_on);
        }
    }

    /// Computes numbers even beyond what these heaps of sticks need, as long as it takes little, to
    /// find out how they repeat.
    pub(super) fn look_for_pattern(&mut self, sticks: &[u32]) {
        let largest = self.bundles(sticks).into_iter().max().unwrap_or(0);
        self.nimbers.reach(largest.max(PATTERN_EXTENT * self.rules.most()), &mut |_| true);
    }

    /// What these heaps are worth to the side to move, if it is known.
    pub(super) fn verdict(&self, sticks: &[u32]) -> Option<Verdict> {
        Survey::new(self, self.bundles(sticks)).verdict()
    }

    /// Judges all legal moves, in the order of the rules.
    pub(super) fn judge(&self, sticks: &[u32]) -> Vec<Judged> {
        let survey = Survey::new(self, self.bundles(sticks));
        let n_moves = survey.heaps.iter().map(|&heap| self.rules.n_takes(heap)).sum();
        let mut judged = Vec::with_capacity(n_moves);
        let mut after = survey.clone();
        for (heap, &bundles) in survey.heaps.iter().enumerate() {
            self.rules.each_take(bundles, |take| {
                let (verdict, at_least) = match bundles.checked_sub(take) {
                    // An overshoot loses at once.
                    None => (Some(Verdict { wins: false, plies: 1, at_most: false }), 1),
                    Some(left) => {
                        after.change(heap, left);
                        (after.verdict().map(Verdict::before), after.shortest + 1)
                    }
                };
                judged.push(Judged { heap, take: take * self.rules.bundle, verdict, at_least });
            });
            after.change(heap, bundles);
        }
        judged
    }

    /// The number of a heap of sticks (see [`Nimbers`]), if it is known.
    pub(super) fn number(&self, sticks: u32) -> Option<u32> {
        self.nimbers.of(sticks / self.rules.bundle)
    }

    /// Whether a lone heap of so many bundles is lost for the side to move, if it is known.
    pub(super) fn is_lost(&self, bundles: u32) -> Option<bool> {
        let number = self.nimbers.of(bundles)?;
        Some(number == u32::from(self.rules.is_misere))
    }

    /// From where on and after how many bundles numbers repeat, if that is proven.
    pub(super) fn period(&self) -> Option<Period> {
        self.nimbers.period()
    }

    fn bundles(&self, sticks: &[u32]) -> Vec<u32> {
        sticks.iter().map(|heap| heap / self.rules.bundle).collect()
    }
}

/// A position with what can be told of its heaps one by one.
#[derive(Clone, Debug)]
struct Survey<'t> {
    theory: &'t Theory,
    heaps: Vec<u32>,
    numbers: Vec<Option<u32>>,
    /// The xor of the known numbers.
    xor: u32,
    /// How many numbers are 2 or more.
    large: usize,
    /// How many are not known.
    unknown: usize,
    /// How many heaps something can be taken from.
    live: usize,
    /// How many plies the game lasts at most and at least, whoever wins.
    longest: u64,
    shortest: u64,
}

impl<'t> Survey<'t> {
    fn new(theory: &'t Theory, heaps: Vec<u32>) -> Self {
        let n_heaps = heaps.len();
        let mut survey = Self {
            theory,
            heaps: vec![0; n_heaps],
            numbers: vec![Some(0); n_heaps],
            xor: 0,
            large: 0,
            unknown: 0,
            live: 0,
            longest: 0,
            shortest: 0,
        };
        for (heap, bundles) in heaps.into_iter().enumerate() {
            survey.change(heap, bundles);
        }
        survey
    }

    /// Gives a heap another size.
    fn change(&mut self, heap: usize, bundles: u32) {
        let rules = &self.theory.rules;
        let is_live = |bundles: u32| bundles >= rules.least();
        let longest = |bundles: u32| u64::from(bundles / rules.least());
        // Once less than the least take is left, no more moves are possible there.
        let shortest = |bundles: u32| {
            u64::from((bundles + 1).saturating_sub(rules.least()).div_ceil(rules.most()))
        };
        let old = std::mem::replace(&mut self.heaps[heap], bundles);
        self.live = self.live + usize::from(is_live(bundles)) - usize::from(is_live(old));
        self.longest = self.longest + longest(bundles) - longest(old);
        self.shortest = self.shortest + shortest(bundles) - shortest(old);

        let number = self.theory.nimbers.of(bundles);
        let old = std::mem::replace(&mut self.numbers[heap], number);
        self.xor ^= number.unwrap_or(0) ^ old.unwrap_or(0);
        let is_large = |number: Option<u32>| usize::from(number.is_some_and(|number| number >= 2));
        self.large = self.large + is_large(number) - is_large(old);
        self.unknown = self.unknown + usize::from(number.is_none()) - usize::from(old.is_none());
    }

    fn verdict(&self) -> Option<Verdict> {
        if self.unknown > 0 {
            return None;
        }
        let is_misere = self.theory.rules.is_misere;
        let wins = if is_misere && self.large == 0 { self.xor != 1 } else { self.xor != 0 };
        // The last move is the winner's, or in misère games the loser's: this tells odd from even.
        let parity = u64::from(wins != is_misere);
        if let Some(plies) = self.length() {
            debug_assert_eq!(plies % 2, parity, "{self:?}");
            return Some(Verdict { wins, plies, at_most: false });
        }
        let plies = self.longest - u64::from(self.longest % 2 != parity);
        let at_least = self.shortest + u64::from(self.shortest % 2 != parity);
        Some(Verdict { wins, plies, at_most: plies != at_least })
    }

    /// How long the game lasts exactly, if it is known.
    fn length(&self) -> Option<u64> {
        match self.live {
            0 => return Some(0),
            1 => {
                let alone = self.heaps.iter().find(|&&heap| heap >= self.theory.rules.least())?;
                if let Some(plies) = self.theory.lengths.of(*alone) {
                    return Some(plies);
                }
            }
            _ => {}
        }
        let endings = self.theory.endings.as_ref()?;
        let mut sorted = self.heaps.clone();
        sorted.sort_unstable();
        endings.has(&sorted).then(|| endings.of(&sorted))
    }
}
