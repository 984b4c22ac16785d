//! What a person can say during a game.

/// Something typed at the prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// A move, or something that should have been one.
    Move(String),
    /// Draw the board again.
    Board,
    /// Take back.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Suggest a move.
    Hint,
    /// Tell what the opponent thinks of each move.
    Numbers,
    /// Write the game to a file.
    Save(Option<String>),
    /// Give up.
    Resign,
    /// List what can be said.
    Help,
    /// Leave.
    Quit,
}

/// The words, with what they do; `save` takes a file's name.
pub const WORDS: [(&str, &str); 9] = [
    ("board", "draw the board again"),
    ("undo", "take back your last move, and the answer to it"),
    ("redo", "play again what was taken back"),
    ("hint", "suggest a move"),
    ("numbers", "what the opponent thinks of each of your moves"),
    ("save", "write the game to a file: save NAME"),
    ("resign", "give up"),
    ("help", "this list"),
    ("quit", "leave"),
];

impl Order {
    /// Reads a line. Whatever is no word of ours is taken for a move.
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let name = rest.trim();
        match word.to_ascii_lowercase().as_str() {
            "" | "board" => Self::Board,
            "undo" | "u" => Self::Undo,
            "redo" | "r" => Self::Redo,
            "hint" => Self::Hint,
            "numbers" => Self::Numbers,
            "save" => Self::Save((!name.is_empty()).then(|| name.to_owned())),
            "resign" => Self::Resign,
            "help" | "?" => Self::Help,
            "quit" | "exit" | "q" => Self::Quit,
            _ => Self::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_understood() {
        for (word, _) in WORDS {
            assert_ne!(Order::parse(word), Order::Move(word.to_owned()), "{word}");
            assert_eq!(Order::parse(word), Order::parse(&format!("  {} ", word.to_uppercase())));
        }
        assert_eq!(Order::parse("save my game"), Order::Save(Some("my game".to_owned())));
        assert_eq!(Order::parse("h8 i9"), Order::Move("h8 i9".to_owned()));
    }
}
