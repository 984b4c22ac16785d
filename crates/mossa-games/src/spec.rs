//! Reading specs: what went wrong, and numbers without surprises.

use std::{ops::RangeInclusive, str::FromStr};

use mossa_kernel::{Game, Position, Visit, excerpt, nearest};

use crate::{Family, GameSpec};

/// What is wrong with the parameters of a spec: half a sentence that says where, what was found
/// and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem(pub String);

impl Problem {
    /// A problem described by `text`.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// A spec that names no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bad game `{spec}`: {problem}")]
pub struct SpecError {
    /// The spec, cut to a readable length.
    pub spec: String,
    /// What is wrong with it.
    pub problem: String,
    /// What to write instead.
    pub hint: String,
}

/// Reads a whole number in ASCII digits within `range`; `name` is what the number means.
///
/// # Errors
/// Says which number is wrong and what it may be.
pub fn read_number(text: &str, name: &str, range: RangeInclusive<u32>) -> Result<u32, Problem> {
    let (low, high) = (range.start(), range.end());
    if text.is_empty() {
        return Err(Problem(format!("{name} is missing; it is a number from {low} to {high}")));
    }
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Problem(format!(
            "{name} is `{}`; it is a number from {low} to {high}, in digits 0-9",
            excerpt(text)
        )));
    }
    // Only digits are left, so what does not parse is too large.
    match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(Problem(format!("{name} is {}; it must be {low} to {high}", excerpt(text)))),
    }
}

/// Reads the two numbers of a size such as `8x8`: rows, then columns.
///
/// # Errors
/// Says which number is missing or wrong.
pub fn read_size(
    text: &str,
    names: [&str; 2],
    sides: RangeInclusive<u32>,
) -> Result<[u32; 2], Problem> {
    let (rows, columns) = text.split_once('x').ok_or_else(|| {
        Problem(format!("the size is `{}`; it is written as rows x columns", excerpt(text)))
    })?;
    Ok([
        read_number(rows.trim(), names[0], sides.clone())?,
        read_number(columns.trim(), names[1], sides)?,
    ])
}

/// Cuts `M,N,K` into parameters without blanks around them.
pub fn split_parameters(text: &str) -> Vec<&str> {
    if text.trim().is_empty() { Vec::new() } else { text.split(',').map(str::trim).collect() }
}

/// Reads the three numbers of a board with lines: rows, columns and the length of a line.
///
/// # Errors
/// Says which number is missing or wrong.
pub fn read_line_game(
    parameters: &[&str],
    names: [&str; 3],
    largest_side: u32,
) -> Result<[u32; 3], Problem> {
    let [rows, columns, run] = *parameters else {
        let [rows, columns, run] = names;
        return Err(Problem(format!(
            "expected three numbers, {rows}, {columns} and {run}, not {}",
            parameters.len()
        )));
    };
    let rows = read_number(rows, names[0], 1..=largest_side)?;
    let columns = read_number(columns, names[1], 1..=largest_side)?;
    let run = read_number(run, names[2], 1..=rows.max(columns))?;
    Ok([rows, columns, run])
}

impl GameSpec {
    /// A game at its start.
    pub fn start(&self) -> Game {
        struct Start;
        impl Visit for Start {
            type Out = Game;
            fn visit<P: Position>(self, start: P) -> Game {
                Game::new(start)
            }
        }
        self.visit(Start)
    }
}

impl FromStr for GameSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let spec = text.trim().to_lowercase().replace("misère", "misere");
        let refuse =
            |problem: String, hint: String| SpecError { spec: excerpt(text), problem, hint };
        let presets = Self::FAMILIES.iter().flat_map(|family| family.presets);
        if let Some(preset) = presets.clone().find(|preset| preset.name == spec) {
            return Ok(preset.spec.parse().expect("presets are tested"));
        }
        let (name, parameters) = spec.split_once(':').unwrap_or((&spec, ""));
        let (name, parameters) = (name.trim(), parameters.trim());
        match Self::parse_parameters(name, parameters) {
            Some(Ok(game)) => Ok(game),
            Some(Err(Problem(problem))) => Err(refuse(problem, forms_of(name))),
            None if presets.clone().any(|preset| preset.name == name) => {
                Err(refuse(format!("`{name}` takes no parameters"), forms_of_preset(name)))
            }
            None => Err(refuse(unknown(name), suggest(name))),
        }
    }
}

fn unknown(name: &str) -> String {
    if name.is_empty() {
        "the name of a game is missing".to_owned()
    } else {
        format!("there is no game called `{}`", excerpt(name))
    }
}

/// An example of each form of a family.
fn forms_of(family: &str) -> String {
    let forms = GameSpec::FAMILIES.iter().filter(|known| known.name == family);
    let forms = forms.flat_map(|family| family.forms);
    let examples: Vec<String> = forms.map(|form| format!("`{}`", form.example)).collect();
    format!("write it as in {}; `mossa games` explains", examples.join(" or "))
}

fn forms_of_preset(name: &str) -> String {
    let has_preset = |family: &&Family| family.presets.iter().any(|preset| preset.name == name);
    GameSpec::FAMILIES.iter().find(has_preset).map_or_else(String::new, |f| forms_of(f.name))
}

fn suggest(name: &str) -> String {
    let known = GameSpec::FAMILIES
        .iter()
        .flat_map(|family| [family.name].into_iter().chain(family.presets.iter().map(|p| p.name)));
    match nearest(name, known) {
        Some(best) => format!("did you mean `{best}`? `mossa games` lists all games"),
        None => "`mossa games` lists all games".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_name_in_the_list_is_a_game() {
        for family in GameSpec::FAMILIES {
            for form in family.forms {
                let game: GameSpec = form.example.parse().unwrap();
                assert_eq!(game.family(), family, "{}", form.example);
                assert!(form.pattern.starts_with(family.name), "{}", form.pattern);
            }
            for preset in family.presets {
                let game: GameSpec = preset.name.parse().unwrap();
                assert_eq!(game.to_string(), preset.spec, "presets name canonical specs");
            }
        }
    }

    #[test]
    fn canonical_forms() {
        for (text, canonical) in [
            (" TicTacToe ", "mnk:3,3,3"),
            ("gomoku", "mnk:15,15,5"),
            ("connect4", "connect:6,7,4"),
            ("mnk: 3, 4 ,3", "mnk:3,4,3"),
            ("mnk:019,19,05,exact", "mnk:19,19,5,exact"),
            ("othello", "othello:8x8"),
            ("othello:8x8,dirs=dvh", "othello:8x8"),
            ("othello:6X4,dirs=VH", "othello:6x4,dirs=hv"),
            ("sticks", "sticks:11,2"),
            ("sticks:21,take=4/1/4,misere", "sticks:21,take=1/4,misere"),
            ("sticks:1+3+5,3", "sticks:1+3+5,3"),
        ] {
            assert_eq!(text.parse::<GameSpec>().unwrap().to_string(), canonical, "{text}");
        }
    }

    #[test]
    fn a_list_is_played_as_a_whole_or_not_at_all() {
        let mut game = "tictactoe".parse::<GameSpec>().unwrap().start();
        game.play_text("a1").unwrap();
        for list in ["b1 zz", "b1 b1", "b1a2b2a3c3"] {
            assert!(game.play_text(list).is_err(), "{list}");
            assert_eq!(game.history().len(), 1, "{list}");
        }
    }

    /// Texts that look like specs, and often are.
    fn nearly_a_spec() -> impl Strategy<Value = String> {
        let families = GameSpec::FAMILIES.iter().map(|family| family.name);
        let name = prop::sample::select(families.chain(["gomoku", "", "x"]).collect::<Vec<_>>());
        let parameter = prop_oneof![
            "[0-9]{0,4}",
            "[0-9]{1,2}x[0-9]{1,2}",
            "[0-9+]{0,12}",
            "take=[0-9/]{0,9}",
            "dirs=[hvdx]{0,4}",
            Just("exact".to_owned()),
            Just("misere".to_owned()),
        ];
        let parameters = prop::collection::vec(parameter, 0..5);
        (name, parameters).prop_map(|(name, list)| format!("{name}:{}", list.join(",")))
    }

    proptest! {
        #[test]
        fn any_text_is_a_game_or_refused(text in "\\PC*") {
            let _ = text.parse::<GameSpec>();
        }

        #[test]
        fn what_is_accepted_prints_back(text in nearly_a_spec()) {
            match text.parse::<GameSpec>() {
                Ok(game) => {
                    prop_assert_eq!(game.to_string().parse(), Ok(game.clone()));
                    let _ = game.start().position().moves();
                }
                Err(refusal) => prop_assert!(!refusal.problem.is_empty() && !refusal.hint.is_empty()),
            }
        }
    }
}
