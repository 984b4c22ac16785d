//! The slow twin of the theory: counting from the end, over the rules of the game itself, and what
//! the theory says compared with it.

use std::collections::HashMap;

use mossa_games::{Rules as _, sticks::Spec};
use mossa_kernel::{Move, Position, Side, View, Visit};
use proptest::prelude::*;

use super::{
    limits::Limits,
    rules::Rules,
    theory::{Judged, Theory, Verdict},
};
use crate::Options;

/// Who wins and in how many plies, for the side to move.
pub(super) type Truth = (bool, u64);

/// The truth about positions, by their heaps.
pub(super) struct Truths(HashMap<Vec<i32>, Truth>);

/// Finds the truth about all positions of a game up to the start.
pub(super) struct FindTruths;

impl Visit for FindTruths {
    type Out = Truths;

    fn visit<P: Position>(self, start: P) -> Truths {
        let mut truths = Truths(HashMap::new());
        let View::Heaps(largest) = start.view() else { unreachable!() };
        let mut heaps = vec![0; largest.len()];
        loop {
            let view = View::Heaps(heaps.clone());
            truths.find(&start.set_up(&view, Some(Side::First)).unwrap());
            let Some(next) = (0..heaps.len()).find(|&heap| heaps[heap] < largest[heap]) else {
                return truths;
            };
            heaps[..next].fill(0);
            heaps[next] += 1;
        }
    }
}

impl Truths {
    fn find<P: Position>(&mut self, position: &P) -> Truth {
        let View::Heaps(heaps) = position.view() else { unreachable!() };
        if let Some(&truth) = self.0.get(&heaps) {
            return truth;
        }
        let truth = if let Some(outcome) = position.outcome() {
            (outcome.winner == Some(position.side_to_move()), 0)
        } else {
            let mut after = Vec::new();
            position.each_move(|mv| {
                let mut next = position.clone();
                next.play(mv);
                after.push(self.find(&next));
            });
            let soonest = after.iter().filter(|(wins, _)| !wins).map(|(_, plies)| plies).min();
            let latest = after.iter().map(|(_, plies)| plies).max().unwrap();
            (soonest.is_some(), soonest.unwrap_or(latest) + 1)
        };
        self.0.insert(heaps, truth);
        truth
    }

    pub(super) fn of(&self, heaps: &[i32]) -> Truth {
        self.0[heaps]
    }

    /// The positions that are not over, with nothing below zero.
    pub(super) fn positions(&self) -> impl Iterator<Item = Vec<u32>> {
        self.0
            .keys()
            .filter_map(|heaps| heaps.iter().map(|&heap| u32::try_from(heap).ok()).collect())
    }
}

pub(super) fn spec(parameters: &str) -> Spec {
    Spec::parse(parameters).unwrap()
}

fn theory(spec: &Spec, limits: Limits) -> Theory {
    Theory::new(Rules::new(spec), limits)
}

fn default_limits() -> Limits {
    Limits::new(Options::default())
}

/// The numbers whose bits are set, 1 for the lowest, as `take=`.
fn takes(bits: u32) -> String {
    let takes = (1..=32).filter(|take| bits >> (take - 1) & 1 == 1);
    takes.map(|take: u32| take.to_string()).collect::<Vec<_>>().join("/")
}

/// Compares the theory with the truth on a position and on all its moves, in order.
fn compare(theory: &Theory, spec: &Spec, truths: &Truths, heaps: &[u32], context: &str) {
    let signed = |heaps: &[u32]| heaps.iter().map(|&heap| heap.cast_signed()).collect::<Vec<_>>();
    let check = |verdict: Option<Verdict>, truth: Truth| {
        let Verdict { wins, plies, at_most } = verdict.expect("small positions are known");
        assert_eq!((wins, plies, at_most), (truth.0, truth.1, false), "{context}: {heaps:?}");
    };
    check(theory.verdict(heaps), truths.of(&signed(heaps)));
    if heaps.iter().all(|&heap| heap == 0) {
        return;
    }
    for Judged { heap, take, verdict, at_least } in theory.judge(heaps) {
        let mut after = signed(heaps);
        after[heap] -= take.cast_signed();
        let (wins, plies) = truths.of(&after);
        check(verdict, (!wins, plies + 1));
        assert!(at_least <= plies + 1, "{context}: {heaps:?}");
    }
    let moves: Vec<Move> = theory
        .judge(heaps)
        .iter()
        .map(|judged| spec.numbering().encode(judged.heap as u32, judged.take))
        .collect();
    assert_eq!(moves, spec.visit(MovesOf(heaps)), "{context}: {heaps:?}");
}

/// The legal moves of a position, in order.
struct MovesOf<'h>(&'h [u32]);

impl Visit for MovesOf<'_> {
    type Out = Vec<Move>;

    fn visit<P: Position>(self, start: P) -> Vec<Move> {
        let view = View::Heaps(self.0.iter().map(|&heap| heap.cast_signed()).collect());
        let position = start.set_up(&view, Some(Side::First)).unwrap();
        let mut moves = Vec::new();
        if position.outcome().is_none() {
            position.each_move(|mv| moves.push(mv));
        }
        moves
    }
}

/// Compares all positions of a game with the truth.
fn compare_all(parameters: &str, prepare_for: &[u32]) {
    let spec = spec(parameters);
    let truths = spec.visit(FindTruths);
    let mut theory = theory(&spec, default_limits());
    theory.prepare(prepare_for, &mut |_| true);
    for heaps in truths.positions() {
        compare(&theory, &spec, &truths, &heaps, parameters);
    }
}

#[test]
fn one_heap_with_any_takes_up_to_nine() {
    for bits in 1..512 {
        for misere in ["", ",misere"] {
            let parameters = format!("120,take={}{misere}", takes(bits));
            compare_all(&parameters, &[120]);
            // For so many sticks the tables are folded to their periods: they must say the same.
            compare_all(&parameters, &[1_000_000_000]);
        }
    }
}

#[test]
fn one_heap_with_one_up_to_nine() {
    for limit in 1..=9 {
        for misere in ["", ",misere"] {
            compare_all(&format!("60,{limit}{misere}"), &[60]);
        }
    }
}

#[test]
fn three_heaps_with_any_takes_up_to_five() {
    for bits in 1..32 {
        for misere in ["", ",misere"] {
            compare_all(&format!("12+12+12,take={}{misere}", takes(bits)), &[12, 12, 12]);
        }
    }
}

#[test]
fn nim_and_limited_nim() {
    for form in ["9+9+9", "2+5+9", "1+3+5+7", "9+9+9,3", "12+5,4", "2+2+2+2+2+2", "30+1+1,take=4/7"]
    {
        for misere in ["", ",misere"] {
            let parameters = format!("{form}{misere}");
            compare_all(&parameters, spec(&parameters).heaps());
        }
    }
}

#[test]
fn where_lengths_are_not_computed_they_are_bounded() {
    let mut n_exact = 0;
    for form in ["6+6+6", "9+8,take=2/3", "1+1+1+1", "8+8+8,take=3/5/6", "5+1+9,3"] {
        for misere in ["", ",misere"] {
            let spec = spec(&format!("{form}{misere}"));
            let truths = spec.visit(FindTruths);
            let mut theory = theory(&spec, default_limits());
            // With just one heap alive no table of endings is made.
            let mut alone = vec![0; spec.heaps().len()];
            alone[0] = 9;
            theory.prepare(&alone, &mut |_| true);
            for heaps in truths.positions() {
                let signed: Vec<i32> = heaps.iter().map(|&heap| heap.cast_signed()).collect();
                let (wins, plies) = truths.of(&signed);
                let verdict = theory.verdict(&heaps).unwrap();
                assert_eq!(verdict.wins, wins, "{form}{misere} {heaps:?}");
                assert!(verdict.plies >= plies, "{form}{misere} {heaps:?}");
                assert!(verdict.at_most || verdict.plies == plies, "{form}{misere} {heaps:?}");
                n_exact += usize::from(!verdict.at_most && heaps.iter().all(|&heap| heap > 0));
            }
        }
    }
    assert!(n_exact > 0, "1+1+1+1 lasts four plies whatever is played");
}

#[test]
fn unknown_is_said_where_the_table_ends() {
    const TAKES: &str = "take=1/7/19/30";
    let truth = spec(&format!("400,{TAKES}")).visit(FindTruths);
    let spec = spec(&format!("1000000000,{TAKES}"));
    // The limits end both tables at 40 entries, long before they repeat.
    let mut theory = theory(&spec, Limits { table_bytes: 40, work: u64::MAX });
    theory.prepare(&[1_000_000_000], &mut |_| true);
    let verdict = |sticks: u32| theory.verdict(&[sticks]);
    assert!((0..40).all(|sticks| verdict(sticks).is_some()));
    assert!((40..400).all(|sticks| verdict(sticks).is_none()));
    assert!(verdict(1_000_000_000).is_none());
    // Lengths take four bytes each, so beyond ten they are only bounded.
    for sticks in 0..40 {
        let (wins, plies) = truth.of(&[sticks]);
        let verdict = verdict(sticks.cast_unsigned()).unwrap();
        assert_eq!(verdict.wins, wins);
        assert_eq!(verdict.at_most, sticks >= 10 && verdict.plies != plies, "{sticks}");
        assert!(verdict.plies >= plies);
    }
    // Just beyond the end some moves lead to known ground, and what they are worth is right.
    let known =
        theory.judge(&[50]).into_iter().filter_map(|judged| judged.verdict.zip(Some(judged)));
    let known: Vec<_> = known.collect();
    assert_eq!(known.len(), 2, "taking 19 or 30");
    for (verdict, judged) in known {
        let (wins, _) = truth.of(&[50 - judged.take.cast_signed()]);
        assert_eq!(verdict.wins, !wins);
    }
}

/// How many entries are computed for a heap.
fn entries(parameters: &str, heaps: &[u32]) -> (Theory, u64) {
    let mut theory = theory(&spec(parameters), default_limits());
    let mut computed = 0;
    theory.prepare(heaps, &mut |more| {
        computed += more;
        true
    });
    (theory, computed)
}

#[test]
fn a_billion_sticks_need_few_entries() {
    const BILLION: u32 = 1_000_000_000;
    for (takes, most) in [
        ("1/3/4", 100),
        ("2/5", 100),
        ("1/2/3", 0),
        ("4/8/12", 0),
        ("10000", 0),
        ("1/9999/10000", 200_000),
        ("5000/7001", 100_000),
        ("3/10000", 150_000),
    ] {
        for misere in ["", ",misere"] {
            let (theory, computed) =
                entries(&format!("{BILLION},take={takes}{misere}"), &[BILLION]);
            assert!(computed <= most, "{takes}{misere}: {computed} entries");
            let period = theory.period().expect("proven").length as u32 * theory.rules.bundle;
            for sticks in BILLION - 50..=BILLION {
                let verdict = theory.verdict(&[sticks]).expect("known");
                let earlier = theory.verdict(&[sticks - 12 * period]).expect("known");
                assert_eq!(verdict.wins, earlier.wins, "{takes}{misere}: {sticks}");
                let by_moves = theory
                    .judge(&[sticks])
                    .iter()
                    .any(|judged| judged.verdict.is_some_and(|verdict| verdict.wins));
                assert_eq!(verdict.wins, by_moves, "{takes}{misere}: {sticks}");
                assert!(!verdict.at_most, "{takes}{misere}");
            }
        }
    }
}

#[test]
fn known_numbers_and_periods() {
    let (theory, _) = entries("1000000000+1,take=1/3/4", &[1_000_000_000, 1]);
    let numbers: Vec<_> = (0..14).map(|sticks| theory.number(sticks).unwrap()).collect();
    assert_eq!(numbers, [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2]);
    let period = theory.period().unwrap();
    assert_eq!((period.start, period.length), (0, 7));
    // 1000000000 = 142857142 x 7 + 6.
    assert_eq!(theory.number(1_000_000_000), Some(2));
    // Three takes whose numbers repeat only after a start.
    let (theory, _) = entries("1000000000+1,take=2/4/7", &[1_000_000_000, 1]);
    let numbers: Vec<_> = (0..17).map(|sticks| theory.number(sticks).unwrap()).collect();
    assert_eq!(numbers, [0, 0, 1, 1, 2, 2, 0, 3, 1, 0, 2, 1, 0, 2, 1, 0, 2]);
    let period = theory.period().unwrap();
    assert_eq!((period.start, period.length), (8, 3));
}

#[test]
fn lengths_that_never_grow_evenly_are_bounded() {
    const BILLION: u32 = 1_000_000_000;
    compare_all("400,take=3/9/11", &[400]);
    let (theory, _) = entries("1000000000,take=3/9/11", &[BILLION]);
    let verdict = theory.verdict(&[BILLION]).expect("who wins is known");
    assert!(verdict.at_most);
    assert!(verdict.plies <= u64::from(BILLION / 3));
}

#[test]
fn dense_takes_agree_with_plain_counting() {
    // More takes than words of 64 bits: they are marked by words. Odd and even ones mixed.
    let takes: Vec<u32> = (1..=150).filter(|take| take % 3 != 1 || take % 7 == 2).collect();
    for misere in ["", ",misere"] {
        compare_all(&format!("700,take={}{misere}", join(&takes)), &[700]);
    }
    compare_numbers(&takes, 300, 300);
}

fn join(takes: &[u32]) -> String {
    takes.iter().map(u32::to_string).collect::<Vec<_>>().join("/")
}

/// Compares the numbers of heaps up to `most` with those found one by one, in a table made for heaps
/// of so many sticks.
fn compare_numbers(takes: &[u32], made_for: u32, most: u32) {
    let parameters = format!("{made_for}+{made_for},take={}", join(takes));
    let (theory, _) = entries(&parameters, &[made_for, made_for]);
    let mut numbers: Vec<u32> = Vec::new();
    for sticks in 0..=most {
        let left = takes.iter().filter_map(|&take| sticks.checked_sub(take));
        let options: Vec<u32> = left.map(|left| numbers[left as usize]).collect();
        let number = (0..=takes.len() as u32).find(|number| !options.contains(number)).unwrap();
        assert_eq!(theory.number(sticks), Some(number), "{parameters}: {sticks}");
        numbers.push(number);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_takes_agree_beyond_their_period(
        takes in prop::collection::btree_set(1..30_u32, 2..6),
        misere: bool,
    ) {
        let takes: Vec<u32> = takes.into_iter().collect();
        compare_numbers(&takes, 1_000_000_000, 2000);
        let misere = if misere { ",misere" } else { "" };
        let parameters = format!("1500,take={}{misere}", join(&takes));
        let spec = spec(&parameters);
        let truths = spec.visit(FindTruths);
        let mut theory = theory(&spec, default_limits());
        theory.prepare(&[1_000_000_000], &mut |_| true);
        for heaps in truths.positions() {
            compare(&theory, &spec, &truths, &heaps, &parameters);
        }
    }
}
