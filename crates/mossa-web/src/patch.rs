//! What has changed in a picture since another one. A full board of 200 x 200 is large, a move on it is
//! small: only the move is sent.
//!
//! Pictures are taken apart at each `<`. The page holds the old picture and follows the steps.

use serde::Serialize;

/// Smaller pictures are sent whole.
const SMALLEST: usize = 24 << 10;

/// One step from the old picture to the new one.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Step {
    /// So many parts stay as they are, or if less than 0, are left out.
    Go(isize),
    /// A new part.
    New(String),
    /// The next part keeps so much of its beginning and of its end, counted as JavaScript does.
    Edit(usize, usize, String),
}

/// How a page that has the old picture gets the new one; `None` where it is sent as it is.
pub fn patch(old: &str, new: &str) -> Option<Vec<Step>> {
    (new.len() > SMALLEST).then(|| steps(old, new))
}

fn steps(old: &str, new: &str) -> Vec<Step> {
    let [old, new] = [old, new].map(|picture| picture.split('<').collect::<Vec<_>>());
    let before = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let rest = old[before..].iter().rev().zip(new[before..].iter().rev());
    let after = rest.take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[before..old.len() - after], &new[before..new.len() - after]);
    let mut steps = Vec::new();
    go(&mut steps, before.cast_signed());
    if old.len() == new.len() {
        for (old, new) in old.iter().zip(new) {
            if old == new {
                go(&mut steps, 1);
            } else {
                steps.push(edit(old, new));
            }
        }
    } else {
        go(&mut steps, -old.len().cast_signed());
        steps.extend(new.iter().map(|&part| Step::New(part.to_owned())));
    }
    go(&mut steps, after.cast_signed());
    steps
}

/// Goes on, in as few steps as possible.
fn go(steps: &mut Vec<Step>, parts: isize) {
    match steps.last_mut() {
        Some(Step::Go(before)) if (*before > 0) == (parts > 0) => *before += parts,
        _ if parts == 0 => {}
        _ => steps.push(Step::Go(parts)),
    }
}

/// What is the same at both ends stays.
fn edit(old: &str, new: &str) -> Step {
    let same = |(old, new): &(char, char)| old == new;
    let before: String = old.chars().zip(new.chars()).take_while(same).map(|pair| pair.0).collect();
    let (old, new) = (&old[before.len()..], &new[before.len()..]);
    let after = old.chars().rev().zip(new.chars().rev()).take_while(same).map(|pair| pair.0);
    let after: String = after.collect();
    let length = |text: &str| text.encode_utf16().count();
    Step::Edit(length(&before), length(&after), new[..new.len() - after.len()].to_owned())
}

#[cfg(test)]
mod tests {
    use mossa_draw::{Options, Overlay, board};
    use mossa_games::GameSpec;
    use proptest::prelude::*;

    use super::*;

    /// As the page does it.
    fn apply(old: &str, steps: &[Step]) -> String {
        let parts: Vec<&str> = old.split('<').collect();
        let (mut at, mut new) = (0, Vec::new());
        for step in steps {
            match step {
                Step::Go(count) => {
                    let to = at + count.unsigned_abs();
                    if *count > 0 {
                        new.extend(parts[at..to].iter().map(|&part| part.to_owned()));
                    }
                    at = to;
                }
                Step::New(part) => new.push(part.clone()),
                Step::Edit(before, after, middle) => {
                    let part: Vec<u16> = parts[at].encode_utf16().collect();
                    let text = |units: &[u16]| String::from_utf16(units).unwrap();
                    let end = text(&part[part.len() - after..]);
                    new.push(text(&part[..*before]) + middle + &end);
                    at += 1;
                }
            }
        }
        assert_eq!(at, parts.len(), "all of the old picture was looked at");
        new.join("<")
    }

    proptest! {
        #[test]
        fn whoever_follows_the_steps_has_the_new_picture(old in "[a-c<é🙂]{0,20}", new in "[a-c<é🙂]{0,20}") {
            prop_assert_eq!(apply(&old, &steps(&old, &new)), new);
        }
    }

    #[test]
    fn a_move_on_a_large_board_is_small() {
        let spec: GameSpec = "mnk:200,200,200".parse().unwrap();
        let mut game = spec.start();
        for number in 0..10_000_u32 {
            game.play(mossa_kernel::Move(number * 7 % 40_000)).unwrap();
        }
        let draw = |game: &mossa_kernel::Game| {
            let overlay = Overlay::of_game(&spec, game);
            board(&spec, game.position(), &overlay, &Options::page("x"))
        };
        let old = draw(&game);
        game.play(mossa_kernel::Move(39_999)).unwrap();
        let new = draw(&game);
        let steps = patch(&old, &new).unwrap();
        assert_eq!(apply(&old, &steps), new);
        let size = serde_json::to_string(&steps).unwrap().len();
        assert!(new.len() > 100_000 && size < 2_000, "{size} of {} bytes", new.len());
    }
}
