//! Sticks: take sticks from heaps in turn; the last one decides. Nim and all subtraction games.
//!
//! The classic form, one heap and 1 to R at a time, allows taking more than are left, and that
//! loses at once. All other forms allow only what is there; who cannot move loses, or wins in
//! misère games.

use std::{fmt, ops::RangeInclusive, sync::Arc};

use mossa_kernel::{Visit, excerpt};

use crate::{
    Family, Form, Labels, Problem, Rules,
    spec::{read_number, split_parameters},
};

mod heaps;
mod numbering;
#[cfg(test)]
mod reference;

use heaps::Heaps;
pub use numbering::Numbering;

/// How many sticks a heap may have at the start.
const STICKS: RangeInclusive<u32> = 1..=1_000_000_000;

/// How many may be taken at once: it bounds the number of moves.
const TAKE: RangeInclusive<u32> = 1..=10_000;

/// How many heaps there may be.
const MOST_HEAPS: usize = 64;

/// The heaps at the start and what may be taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    heaps: Vec<u32>,
    takes: Takes,
    misere: bool,
}

/// What may be taken at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Takes {
    /// Any number.
    Any,
    /// One up to so many.
    UpTo(u32),
    /// One of these, in ascending order.
    OneOf(Arc<[u32]>),
}

impl Spec {
    /// The most that can be taken at once, where any number from one up to it can be taken from
    /// the only heap; `None` for games of other forms.
    pub fn single_heap_limit(&self) -> Option<u32> {
        match (&self.heaps[..], &self.takes) {
            ([_], Takes::UpTo(limit)) => Some(*limit),
            _ => None,
        }
    }

    /// Whether whoever cannot move wins.
    pub fn is_misere(&self) -> bool {
        self.misere
    }

    /// What each heap has at the start; no heap is ever larger than the largest of them.
    pub fn heaps(&self) -> &[u32] {
        &self.heaps
    }

    /// What may be taken at once.
    pub fn takes(&self) -> &Takes {
        &self.takes
    }

    /// What a move's number means.
    pub fn numbering(&self) -> Numbering {
        Numbering::new(self)
    }

    /// Whether taking more than are left is a legal blunder, one that loses at once.
    pub fn may_overshoot(&self) -> bool {
        matches!(self.takes, Takes::UpTo(_)) && self.heaps.len() == 1 && !self.misere
    }
}

impl Rules for Spec {
    const FAMILY: Family = Family {
        name: "sticks",
        summary: "Take sticks in turn; whoever cannot move loses (misère: wins), so the last stick \
                  decides.",
        forms: &[
            Form {
                pattern: "sticks:S,R",
                help: "S sticks (1 to 1000000000), 1 to R of them at a time (R 1 to 10000); \
                       taking more than are left is legal and loses at once",
                example: "sticks:11,2",
            },
            Form {
                pattern: "sticks:S,R,misere",
                help: "whoever takes the last stick loses; only what is there can be taken",
                example: "sticks:21,3,misere",
            },
            Form {
                pattern: "sticks:S,take=A/B/…",
                help: "only the numbers named may be taken; `,misere` may follow",
                example: "sticks:21,take=1/3/4",
            },
            Form {
                pattern: "sticks:A+B+…",
                help: "up to 64 heaps, any number from one of them at a time (Nim); `,R` or \
                       `,take=…` limit it, `,misere` may follow",
                example: "sticks:1+3+5+7,misere",
            },
        ],
        labels: Labels::None,
        notation: "how many are taken; with several heaps the heap's number first: 2:3 takes three \
                   from heap 2",
        presets: &[],
    };

    fn parse(parameters: &str) -> Result<Self, Problem> {
        let mut parameters = split_parameters(parameters);
        if parameters.is_empty() {
            parameters = vec!["11", "2"];
        }
        let misere = parameters.last() == Some(&"misere") && parameters.pop().is_some();
        let (heaps, takes) = match parameters[..] {
            [heaps] => (read_heaps(heaps)?, Takes::Any),
            [heaps, takes] => (read_heaps(heaps)?, read_takes(takes)?),
            [] => return Err(Problem::new("the number of sticks is missing")),
            [_, _, extra, ..] => {
                return Err(Problem::new(format!(
                    "only `misere` can follow, not `{}`",
                    excerpt(extra)
                )));
            }
        };
        if takes == Takes::Any {
            check_any(&heaps)?;
        }
        Ok(Self { heaps, takes, misere })
    }

    fn visit<V: Visit>(&self, action: V) -> V::Out {
        match self.heaps.len() {
            1 => action.visit(Heaps::<1>::new(self)),
            2..=4 => action.visit(Heaps::<4>::new(self)),
            5..=16 => action.visit(Heaps::<16>::new(self)),
            _ => action.visit(Heaps::<MOST_HEAPS>::new(self)),
        }
    }
}

fn read_heaps(text: &str) -> Result<Vec<u32>, Problem> {
    let heaps: Vec<&str> = text.split('+').map(str::trim).collect();
    if heaps.len() > MOST_HEAPS {
        return Err(Problem::new(format!(
            "there are {} heaps; at most {MOST_HEAPS} are allowed",
            heaps.len()
        )));
    }
    let name = if heaps.len() == 1 { "S (sticks)" } else { "a heap" };
    heaps.into_iter().map(|heap| read_number(heap, name, STICKS)).collect()
}

fn read_takes(text: &str) -> Result<Takes, Problem> {
    let Some(list) = text.strip_prefix("take=") else {
        return read_number(text, "R (taken at once)", TAKE).map(Takes::UpTo);
    };
    let mut takes: Vec<u32> = list
        .split('/')
        .map(|take| read_number(take.trim(), "a number in take=", TAKE))
        .collect::<Result<_, _>>()?;
    takes.sort_unstable();
    takes.dedup();
    Ok(Takes::OneOf(takes.into()))
}

/// Without a limit the heaps must be small, for they bound the number of moves.
fn check_any(heaps: &[u32]) -> Result<(), Problem> {
    if heaps.len() == 1 {
        return Err(Problem::new("how many may be taken at once is missing"));
    }
    match heaps.iter().find(|heap| !TAKE.contains(heap)) {
        None => Ok(()),
        Some(heap) => Err(Problem::new(format!(
            "a heap has {heap}; more than {} need a limit on what is taken at once",
            TAKE.end()
        ))),
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heaps: Vec<String> = self.heaps.iter().map(u32::to_string).collect();
        f.write_str(&heaps.join("+"))?;
        match &self.takes {
            Takes::Any => {}
            Takes::UpTo(limit) => write!(f, ",{limit}")?,
            Takes::OneOf(takes) => {
                let takes: Vec<String> = takes.iter().map(u32::to_string).collect();
                write!(f, ",take={}", takes.join("/"))?;
            }
        }
        if self.misere { f.write_str(",misere") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use mossa_kernel::{Position, perft, suite};
    use proptest::prelude::*;

    use super::{reference::Reference, *};
    use crate::GameSpec;

    fn check(spec: &Spec, choices: &[u16]) {
        spec.visit(suite::BesideTwin { twin: Reference::new(spec), choices });
    }

    fn any_takes() -> impl Strategy<Value = Takes> {
        prop_oneof![
            Just(Takes::Any),
            (1..8_u32).prop_map(Takes::UpTo),
            prop::collection::btree_set(1..9_u32, 1..5)
                .prop_map(|takes| Takes::OneOf(takes.into_iter().collect())),
        ]
    }

    fn any_spec() -> impl Strategy<Value = Spec> {
        let heaps = prop_oneof![
            prop::collection::vec(1..30_u32, 1..6),
            prop::collection::vec(1..6_u32, 1..65),
        ];
        (heaps, any_takes(), any::<bool>())
            .prop_map(|(heaps, takes, misere)| Spec { heaps, takes, misere })
            .prop_filter("one heap needs a limit", |spec| {
                spec.heaps.len() > 1 || spec.takes != Takes::Any
            })
    }

    proptest! {
        #[test]
        fn all_forms_keep_the_rules(
            spec in any_spec(),
            choices in prop::collection::vec(any::<u16>(), 0..60),
        ) {
            check(&spec, &choices);
        }

        #[test]
        fn specs_print_back(spec in any_spec()) {
            prop_assert_eq!(Spec::parse(&spec.to_string()), Ok(spec));
        }

        #[test]
        fn heaps_may_change_places(heaps in prop::collection::vec(1..9_u32, 2..9), by in 0..9_usize) {
            let key = |heaps: Vec<u32>| {
                let spec = Spec { heaps, takes: Takes::Any, misere: false };
                GameSpec::Sticks(spec).start().position().canonical_key()
            };
            let mut turned = heaps.clone();
            turned.rotate_left(by % heaps.len());
            prop_assert_eq!(key(heaps), key(turned));
        }
    }

    fn game(spec: &str) -> mossa_kernel::Game {
        spec.parse::<GameSpec>().unwrap().start()
    }

    /// Who won by which rule after a list of moves.
    fn result(spec: &str, moves: &str) -> String {
        let mut game = game(spec);
        game.play_text(moves).unwrap();
        let outcome = game.outcome().unwrap();
        format!("{} {}", outcome.winner.unwrap(), outcome.reason.name())
    }

    #[test]
    fn each_ending_has_its_rule() {
        assert_eq!(result("sticks:11,2", "2 2 1 2 1 2 1"), "first last");
        assert_eq!(result("sticks:2,3", "3"), "second overshoot");
        assert_eq!(result("sticks:3,3,misere", "3"), "second last");
        assert_eq!(result("sticks:6,take=4/5", "4"), "first stuck");
        assert_eq!(result("sticks:6,take=4/5,misere", "4"), "second stuck");
        assert_eq!(result("sticks:1+2", "1:1 2:2"), "second last");
        assert_eq!(result("sticks:3,take=4", ""), "second stuck");
    }

    #[test]
    fn keys_tell_positions_apart() {
        for parameters in ["11,2", "3+3+3", "1+3+5+7,misere", "40,take=2/7", "2+2+2+2+2+2+2"] {
            Spec::parse(parameters).unwrap().visit(suite::Keys);
        }
    }

    #[test]
    fn a_billion_sticks_are_no_burden() {
        let mut game = game("sticks:1000000000,10000");
        game.play_text("10000 1 9999").unwrap();
        assert_eq!(game.position().diagram(), "999980000 O");
        assert_eq!(game.position().moves().len(), 10_000);
    }

    #[test]
    fn known_counts() {
        struct Perft;
        impl Visit for Perft {
            type Out = u64;
            fn visit<P: Position>(self, start: P) -> u64 {
                perft(&start, 20)
            }
        }
        // Ways to write 11 as an ordered sum of ones and twos, and the ways that end in an overshoot.
        let exact = 144;
        let overshoots = 89;
        assert_eq!(Spec::parse("11,2").unwrap().visit(Perft), exact + overshoots);
        assert_eq!(Spec::parse("11,2,misere").unwrap().visit(Perft), exact);
    }

    #[test]
    fn random_moves_are_uniform() {
        for spec in ["11,2", "1+3+5+7,misere", "9,take=2/3/8/10", "5+6+7+8+9,take=1/6"] {
            Spec::parse(spec).unwrap().visit(suite::UniformThroughout);
        }
    }
}
