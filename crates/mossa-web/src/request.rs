//! Which position a request is about.

use mossa_games::GameSpec;
use mossa_kernel::Game;
use serde::Deserialize;

use crate::refusal::Refusal;

/// The longest list of moves, in bytes: a full board of 200 x 200 needs less.
pub const LONGEST_MOVES: usize = 256 << 10;

/// A position: rules, where it began, and what was played since.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Where {
    /// The game.
    #[serde(default)]
    pub spec: String,
    /// A diagram of the start, where it is not the usual one.
    #[serde(default)]
    pub start: String,
    /// The moves.
    #[serde(default)]
    pub moves: String,
}

/// A request's position, set up and played through.
#[derive(Clone)]
pub struct Place {
    /// The rules.
    pub spec: GameSpec,
    /// The diagram it began with, if not the usual start.
    pub start: Option<String>,
    /// The game.
    pub game: Game,
}

impl Where {
    /// Sets the position up and plays the moves.
    pub fn place(&self) -> Result<Place, Refusal> {
        if self.moves.len() > LONGEST_MOVES || self.start.len() > LONGEST_MOVES {
            return Err(Refusal::bad("the list of moves is too long", "leave some out"));
        }
        let spec: GameSpec = self.spec.parse()?;
        let mut game = spec.start();
        let start = self.start.trim();
        if !start.is_empty() {
            game.set_up(start)?;
        }
        game.play_text(&self.moves)?;
        let start = (!start.is_empty()).then(|| start.to_owned());
        Ok(Place { spec, start, game })
    }
}

impl Place {
    /// The moves played, by name.
    pub fn moves(&self) -> Vec<String> {
        let position = self.game.position();
        self.game.history().iter().map(|&mv| position.show_move(mv)).collect()
    }

    /// The same game after its first moves; `None` if there were not so many.
    pub fn before(&self, moves: usize) -> Option<Self> {
        let mut game = self.spec.start();
        if let Some(start) = &self.start {
            game.set_up(start).ok()?;
        }
        for &mv in self.game.history().get(..moves)? {
            game.play(mv).ok()?;
        }
        Some(Self { game, ..self.clone() })
    }

    /// How many cells the board has, or heaps: what drawing it costs.
    pub fn size(&self) -> usize {
        size(&self.game)
    }
}

/// How large a board is.
pub fn size(game: &Game) -> usize {
    match game.position().view() {
        mossa_kernel::View::Board(board) => board.cells.len(),
        mossa_kernel::View::Heaps(heaps) => heaps.len(),
    }
}
