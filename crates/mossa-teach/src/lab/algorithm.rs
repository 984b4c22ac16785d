//! The algorithms by name: a ladder of seven, each with one idea more, and any mix of the ideas.

use std::{fmt, str::FromStr};

/// The search that an algorithm starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// Looks at every move.
    Minimax,
    /// Leaves out what cannot matter any more.
    AlphaBeta,
    /// Expects the first move to be the best, and only checks that of the others.
    Pvs,
    /// Plays games at random.
    Mcts,
}

/// An algorithm: a search and the ideas added to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Algorithm {
    /// The search.
    pub base: Base,
    /// Whether moves that were good elsewhere come first.
    pub has_ordering: bool,
    /// Whether positions that were seen before are remembered.
    pub has_table: bool,
    /// Whether it looks one move ahead first, then two, and so on.
    pub has_deepening: bool,
}

/// A rung of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// What people type; a leading `+` may be left out.
    pub name: &'static str,
    /// The idea in a sentence.
    pub help: &'static str,
    /// What it stands for.
    pub algorithm: Algorithm,
}

const PLAIN: Algorithm = Algorithm {
    base: Base::AlphaBeta,
    has_ordering: false,
    has_table: false,
    has_deepening: false,
};
const ORDERING: Algorithm = Algorithm { has_ordering: true, ..PLAIN };
const TABLE: Algorithm = Algorithm { has_table: true, ..ORDERING };
const DEEPENING: Algorithm = Algorithm { has_deepening: true, ..TABLE };

/// The ladder: each search has all the ideas of those before it.
pub const LADDER: &[Rung] = &[
    Rung {
        name: "minimax",
        help: "looks at every move of every position",
        algorithm: Algorithm { base: Base::Minimax, ..PLAIN },
    },
    Rung {
        name: "alphabeta",
        help: "stops at a position once a reply shows that nobody would go there",
        algorithm: PLAIN,
    },
    Rung {
        name: "+ordering",
        help: "alphabeta that tries moves first that ended the search elsewhere",
        algorithm: ORDERING,
    },
    Rung {
        name: "+table",
        help: "the same, and remembers positions that it has seen before",
        algorithm: TABLE,
    },
    Rung {
        name: "+deepening",
        help: "the same, one move ahead first, then two, and so on, each time with the best move of \
               the last time first",
        algorithm: DEEPENING,
    },
    Rung {
        name: "pvs",
        help: "the same, and only checks of the moves behind the first that they are not better",
        algorithm: Algorithm { base: Base::Pvs, ..DEEPENING },
    },
    Rung {
        name: "mcts",
        help: "Monte-Carlo tree search: plays games at random, most where it went well so far",
        algorithm: Algorithm { base: Base::Mcts, ..PLAIN },
    },
];

/// A name that no algorithm has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no algorithm `{name}`")]
pub struct UnknownAlgorithm {
    /// The name, cut to a readable length.
    pub name: String,
}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    /// Reads a rung's name, or a mix such as `alphabeta+table`.
    fn from_str(text: &str) -> Result<Self, UnknownAlgorithm> {
        let name = text.trim();
        let bare = |name: &str| name.trim_start_matches('+').to_ascii_lowercase();
        if let Some(rung) = LADDER.iter().find(|rung| bare(rung.name) == bare(name)) {
            return Ok(rung.algorithm);
        }
        read_mix(name).ok_or_else(|| UnknownAlgorithm { name: mossa_kernel::excerpt(name) })
    }
}

fn read_mix(text: &str) -> Option<Algorithm> {
    let mut words = text.split('+').map(str::trim);
    let base = match words.next()?.to_ascii_lowercase().as_str() {
        "minimax" => Base::Minimax,
        "alphabeta" => Base::AlphaBeta,
        "pvs" => Base::Pvs,
        _ => return None,
    };
    let mut algorithm = Algorithm { base, ..PLAIN };
    for word in words {
        match word.to_ascii_lowercase().as_str() {
            "ordering" => algorithm.has_ordering = true,
            "table" => algorithm.has_table = true,
            "deepening" => algorithm.has_deepening = true,
            _ => return None,
        }
    }
    Some(algorithm)
}

impl fmt::Display for Algorithm {
    /// The name of the rung, or the mix.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rung) = LADDER.iter().find(|rung| rung.algorithm == *self) {
            return f.write_str(rung.name);
        }
        f.write_str(match self.base {
            Base::Minimax => "minimax",
            Base::AlphaBeta => "alphabeta",
            Base::Pvs => "pvs",
            Base::Mcts => "mcts",
        })?;
        let ideas = [
            (self.has_ordering, "+ordering"),
            (self.has_table, "+table"),
            (self.has_deepening, "+deepening"),
        ];
        ideas.iter().filter(|idea| idea.0).try_for_each(|idea| f.write_str(idea.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_printed_back() {
        for rung in LADDER {
            assert_eq!(rung.name.parse(), Ok(rung.algorithm));
            assert_eq!(rung.name.trim_start_matches('+').parse(), Ok(rung.algorithm));
            assert_eq!(rung.algorithm.to_string(), rung.name);
        }
        let mix: Algorithm = " Minimax+Table ".parse().unwrap();
        assert_eq!(mix, Algorithm { base: Base::Minimax, has_table: true, ..PLAIN });
        assert_eq!(mix.to_string(), "minimax+table");
        assert_eq!("alphabeta+ordering".parse(), Ok(ORDERING));
    }

    #[test]
    fn other_names_are_refused() {
        for name in ["", "+", "alpha", "mcts+table", "minimax+", "minimax+speed", "table+ordering"]
        {
            assert!(name.parse::<Algorithm>().is_err(), "{name}");
        }
    }
}
