//! What a family of games says about itself, and the macro behind the list of families.

use std::{
    fmt::{Debug, Display},
    hash::Hash,
};

use mossa_kernel::Visit;

use crate::Problem;

/// The rules of one game of a family: what a spec's parameters mean. Displayed, it gives back the
/// parameters in canonical form, so that parsing them again yields an equal value.
pub trait Rules: Clone + Debug + Display + Eq + Hash + Send + Sync + 'static {
    /// What help pages say about the family.
    const FAMILY: Family;

    /// Reads the parameters, the part of a spec behind the colon.
    ///
    /// # Errors
    /// Says which parameter is wrong, and what was expected.
    fn parse(parameters: &str) -> Result<Self, Problem>;

    /// Calls `action` with the start position, on the fastest board there is for these rules.
    fn visit<V: Visit>(&self, action: V) -> V::Out;
}

/// A family of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// The word before the colon of a spec.
    pub name: &'static str,
    /// The rules in a sentence or two.
    pub summary: &'static str,
    /// The ways to write a spec.
    pub forms: &'static [Form],
    /// How a drawing names the parts of a board.
    pub labels: Labels,
    /// How a move is written.
    pub notation: &'static str,
    /// Names for specs that are used often.
    pub presets: &'static [Preset],
}

/// How a drawing names the parts of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// Letters for columns and numbers for rows. A move is a square, its number that of the cell:
    /// where not every free square is legal, drawings mark those that are.
    Squares,
    /// Numbers for columns. A move is a column.
    Columns,
    /// Nothing: there is no board, or moves are something else.
    None,
}

/// One way to write a spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The pattern, as in `mnk:M,N,K`.
    pub pattern: &'static str,
    /// What its parameters mean and may be.
    pub help: &'static str,
    /// A spec of this form that can be played.
    pub example: &'static str,
}

/// A name for a spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// What people type.
    pub name: &'static str,
    /// What it stands for.
    pub spec: &'static str,
}

/// Declares the modules of the families, and derives from their list the type [`GameSpec`].
///
/// Each line is `module => Variant`; the module contains a type `Spec` that implements [`Rules`].
macro_rules! games {
    ($($module:ident => $variant:ident),+ $(,)?) => {
        $(pub mod $module;)+

        /// Any game that Mossa knows: the type behind `connect:6,7,4`.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum GameSpec {
            $(
                #[doc = concat!("A game of the family `", stringify!($module), "`.")]
                $variant($module::Spec),
            )+
        }

        impl GameSpec {
            /// All families, in the order of the list.
            pub const FAMILIES: &[$crate::Family] =
                &[$(<$module::Spec as $crate::Rules>::FAMILY),+];

            /// The family this game belongs to.
            pub fn family(&self) -> &'static $crate::Family {
                let index = match self { $(Self::$variant(_) => Index::$variant as usize),+ };
                &Self::FAMILIES[index]
            }

            /// Calls `action` with the start position, on the fastest board for these rules.
            pub fn visit<V: mossa_kernel::Visit>(&self, action: V) -> V::Out {
                match self { $(Self::$variant(rules) => $crate::Rules::visit(rules, action)),+ }
            }

            fn parse_parameters(
                family: &str,
                parameters: &str,
            ) -> Option<Result<Self, $crate::Problem>> {
                $(
                    if family == <$module::Spec as $crate::Rules>::FAMILY.name {
                        let rules = <$module::Spec as $crate::Rules>::parse(parameters);
                        return Some(rules.map(Self::$variant));
                    }
                )+
                None
            }
        }

        impl std::fmt::Display for GameSpec {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self { $(Self::$variant(rules) => write!(f, "{}:{rules}", self.family().name)),+ }
            }
        }

        enum Index { $($variant),+ }
    };
}
pub(crate) use games;
