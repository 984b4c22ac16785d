//! The numbers behind a match: how strong, how sure, and when to stop.
//!
//! Three questions, from the nearest to the widest:
//!
//! * Who is better in one match, and by how much? A [`Tally`] counts results, as single games
//!   ([`Trinomial`]) or as pairs with sides swapped ([`Pentanomial`]), and gives [`Tally::elo`],
//!   [`Tally::normalized_elo`] and [`Tally::likelihood_of_superiority`].
//! * May the match end? [`Sprt`] weighs two hypotheses after every result.
//! * Who is how strong in a whole field? [`rate`] fits one rating to every player, and
//!   [`rating_errors`] says how far each may be off.
//!
//! What cannot be said is `None`, or an error that says why; no function returns NaN or an
//! infinity. This crate knows no game: it does no I/O, reads no clock and never prints.

mod elo;
mod likelihood;
mod ratings;
mod sprt;
mod tally;

pub use elo::{EloEstimate, elo_of_score, score_of_elo};
pub use ratings::{
    Anchor, RatedGame, RatingError, RatingErrors, RatingSettings, Ratings, Repeated, rate,
    rate_repeated, rating_errors, rating_errors_repeated,
};
pub use sprt::{EloModel, ErrorRates, Hypotheses, Sprt, SprtError, Verdict};
pub use tally::{Pentanomial, Score, Tally, Trinomial};
