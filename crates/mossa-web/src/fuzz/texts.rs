//! Pasted texts and addresses: what is meant is understood, all else is refused with words.

use mossa_games::{Played, Record};
use mossa_kernel::Game;
use proptest::{prelude::*, sample::Index};
use serde_json::Value;

use super::{Change, cases, change, game, nuisance, played};
use crate::{
    paste::recognize,
    request::{Place, Where},
};

/// The longest refusal.
const LONGEST_WORDS: usize = 2_000;

/// Ways to write a game down.
#[derive(Clone, Copy, Debug)]
enum Form {
    Moves,
    Commas,
    Transcript,
    WithSpec,
    Record,
    Address,
    Diagram,
}

const FORMS: [Form; 7] = [
    Form::Moves,
    Form::Commas,
    Form::Transcript,
    Form::WithSpec,
    Form::Record,
    Form::Address,
    Form::Diagram,
];

impl Form {
    fn write(self, spec: &str, game: &Game) -> String {
        let place = Place { spec: spec.parse().unwrap(), start: None, game: game.clone() };
        let moves = place.moves();
        match self {
            Self::Moves => moves.join(" "),
            Self::Commas => moves.join(","),
            // Sticks have no compact form: 12 is a number.
            Self::Transcript => moves.join(if spec.starts_with("sticks") { "\n" } else { "" }),
            Self::WithSpec => format!("{spec} {}", moves.join(" ")),
            Self::Record => record(&place).to_string(),
            Self::Address => format!(
                "http://127.0.0.1:8080/board?spec={}&moves={}#x",
                encode(spec),
                encode(&moves.join(" "))
            ),
            Self::Diagram => game.position().diagram(),
        }
    }
}

fn record(place: &Place) -> Record {
    let moves = place.game.history().iter();
    Record {
        spec: place.spec.clone(),
        start: place.start.clone(),
        players: [String::new(), String::new()],
        outcome: place.game.outcome(),
        moves: moves.map(|&mv| Played { mv, milliseconds: None, value: None }).collect(),
    }
}

/// A value of an address.
pub fn encode(text: &str) -> String {
    text.bytes().fold(String::new(), |done, byte| done + &format!("%{byte:02X}"))
}

/// Opens what was recognized, as the page does.
fn open(found: &Value) -> Place {
    let text = |name: &str| found[name].as_str().unwrap().to_owned();
    Where { spec: text("spec"), start: text("start"), moves: text("moves") }.place().unwrap()
}

/// Whatever a text is taken for is a legal game, and written down again it is the same one.
fn check(text: &str, here: &str) -> Result<Option<Place>, TestCaseError> {
    let found = match recognize(text, here) {
        Ok(found) => serde_json::to_value(found).unwrap(),
        Err(refusal) => {
            let words = refusal.words();
            prop_assert!(words.len() < LONGEST_WORDS, "{} bytes: {words}", words.len());
            prop_assert!(!words.starts_with(';') && !words.contains("; ."), "{words}");
            return Ok(None);
        }
    };
    let place = open(&found);
    let diagram = place.game.position().diagram();
    let written = record(&place).to_string();
    let address = format!(
        "/board?spec={}&start={}&moves={}",
        encode(&place.spec.to_string()),
        encode(place.start.as_deref().unwrap_or_default()),
        encode(&place.moves().join(" "))
    );
    for again in [&written, &address] {
        let reread = recognize(again, "");
        prop_assert!(reread.is_ok(), "{text:?} as {again:?}: {reread:?}");
        let reread = serde_json::to_value(reread.unwrap()).unwrap();
        let reopened = open(&reread);
        prop_assert_eq!(&reread["spec"], &found["spec"]);
        prop_assert_eq!(&reread["moves"], &found["moves"]);
        prop_assert_eq!(reopened.game.position().diagram(), &diagram[..], "{}", again);
    }
    Ok(Some(place))
}

fn form() -> impl Strategy<Value = Form> {
    prop::sample::select(&FORMS[..])
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn what_is_meant_is_understood((spec, choices) in played(), form in form(), dress in 0..6_usize) {
        let game = game(spec, &choices);
        let plain = form.write(spec, &game);
        let text = match dress {
            0 => plain,
            1 => format!("\u{feff}{plain}"),
            2 => plain.replace('\n', "\r\n"),
            3 => format!("\r\n\t  {plain}  \r\n\r\n"),
            4 => format!("\u{feff}\u{feff} {}\r", plain.replace('\n', "\r\n")),
            _ => plain.replace('\n', "\n\n"),
        };
        let place = check(&text, spec)?;
        let place = place.ok_or_else(|| TestCaseError::fail(format!("{text:?}: {:?}", recognize(&text, spec))))?;
        prop_assert_eq!(place.game.position().diagram(), game.position().diagram(), "{}", text);
    }

    #[test]
    fn what_is_changed_is_understood_or_refused(
        (spec, choices) in played(),
        form in form(),
        changes in prop::collection::vec(change(), 1..4),
        is_here in any::<bool>(),
    ) {
        let text = form.write(spec, &game(spec, &choices));
        let text = changes.iter().fold(text, |text, change: &Change| change.of(&text));
        check(&text, if is_here { spec } else { "" })?;
    }

    #[test]
    fn rubbish_is_understood_or_refused(text in nuisance(), here in nuisance()) {
        check(&text, &here)?;
    }

    #[test]
    fn addresses_are_opened_or_refused(
        (spec, choices) in played(),
        changes in prop::collection::vec((0..3_usize, change()), 0..4),
        at in any::<Index>(),
    ) {
        let played = game(spec, &choices);
        let names = Form::Moves.write(spec, &played);
        // A part of the moves, from a start that a diagram shows.
        let cut = at.index(choices.len());
        let begun = game(spec, &choices[..cut]);
        let start = if cut % 2 == 0 { String::new() } else { begun.position().diagram() };
        let rest = names.split(' ').skip(if start.is_empty() { 0 } else { begun.history().len() });
        let mut parts = [spec.to_owned(), start, rest.collect::<Vec<_>>().join(" ")];
        for (which, change) in &changes {
            parts[*which] = change.of(&parts[*which]);
        }
        let [spec, start, moves] = parts;
        let found = Where { spec: spec.clone(), start: start.clone(), moves: moves.clone() }.place();
        if changes.is_empty() {
            let found = found.map_err(|refusal| TestCaseError::fail(refusal.words()))?;
            prop_assert_eq!(found.game.position().diagram(), played.position().diagram());
        } else if let Ok(place) = found {
            let again = Where {
                spec: place.spec.to_string(),
                start: place.start.clone().unwrap_or_default(),
                moves: place.moves().join(" "),
            };
            let again = again.place().map_err(|refusal| TestCaseError::fail(refusal.words()))?;
            prop_assert_eq!(again.game.position().diagram(), place.game.position().diagram());
            prop_assert_eq!(again.game.history(), place.game.history());
        }
    }
}

/// A megabyte of anything is answered.
#[test]
fn very_long_texts_end() {
    const MEGABYTE: usize = 1 << 20;
    let parts = [
        "4",
        "a1 ",
        "a1",
        "X.O/",
        "/",
        "\n",
        "1+",
        " ",
        "mossa game 1\n",
        "1 a1\n",
        "🙂",
        "１",
        "?spec=connect4&moves=4",
        "/board?",
        "X",
        ".",
        "X\n",
        "\u{feff}",
        "pass ",
        "-",
        "1,",
        "sticks ",
        "tictactoe a1 ",
    ];
    for part in parts {
        let long = part.repeat(MEGABYTE / part.len());
        for (text, here) in [
            (long.clone(), ""),
            (long.clone(), "mnk:200,200,5"),
            (format!("connect4 {long}"), ""),
            (format!("mossa game 1\nspec: connect4\n{long}"), ""),
            (format!("/board?spec=gomoku&moves={long}"), ""),
            (long[..long.floor_char_boundary(200 << 10)].to_owned(), "othello:26x26"),
        ] {
            if let Err(refusal) = recognize(&text, here) {
                let words = refusal.words();
                assert!(words.len() < LONGEST_WORDS, "{part:?}: {} bytes of words", words.len());
            }
        }
    }
}
