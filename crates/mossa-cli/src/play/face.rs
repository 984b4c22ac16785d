//! How a game is shown and how a person is asked: in a terminal, or through a pipe.

use std::io::{self, BufRead, Write};

use rustyline::{
    Config, Editor, Helper, Highlighter, Hinter, Validator, completion::Completer,
    error::ReadlineError, history::MemHistory,
};

use super::{order, session::Session};
use crate::{
    draw::{self, Room},
    failure::Failure,
};

/// What came of asking.
pub enum Answer {
    /// A line.
    Line(String),
    /// Nothing more will come.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// A way to show a game and to ask a person.
pub trait Face {
    /// Draws the board.
    fn board(&mut self, session: &Session) -> Result<(), Failure>;
    /// Move number `number`, counted from 1, was made.
    fn moved(&mut self, session: &Session, number: usize) -> Result<(), Failure>;
    /// A bot begins to think.
    fn thinking(&mut self, session: &Session) -> Result<(), Failure>;
    /// The game is over.
    fn result(&mut self, session: &Session) -> Result<(), Failure>;
    /// Nobody has anything more to say.
    fn leave(&mut self, session: &Session) -> Result<(), Failure>;
    /// Whether a person may still say something after the end.
    fn lingers(&self, session: &Session) -> bool;
    /// Asks for a line.
    fn ask(&mut self, session: &Session) -> Result<Answer, Failure>;
    /// Says something that was asked for.
    fn say(&mut self, text: &str) -> Result<(), Failure>;
    /// Explains what was wrong.
    fn complain(&mut self, failure: &Failure) -> Result<(), Failure>;
    /// Passes on a line that a player explains itself with.
    fn aside(&mut self, line: &str);
    /// Repeats what a player remarked about its move, where drawing the board has wiped it away.
    fn remark(&mut self, _remark: &str) {}
    /// How many characters a line has.
    fn width(&self) -> usize;
}

/// For scripts: one line a move on standard output, complaints on standard error.
pub struct Pipe<W> {
    pub out: W,
}

impl<W: Write> Face for Pipe<W> {
    fn board(&mut self, _session: &Session) -> Result<(), Failure> {
        Ok(())
    }

    fn moved(&mut self, session: &Session, number: usize) -> Result<(), Failure> {
        let game = session.game();
        let to_move = game.position().side_to_move();
        let moves_since = game.history().len() - number;
        let mover = if moves_since.is_multiple_of(2) { !to_move } else { to_move };
        let name = game.position().show_move(game.history()[number - 1]);
        writeln!(self.out, "{number} {} {name}", mover.letter())?;
        Ok(self.out.flush()?)
    }

    fn thinking(&mut self, _session: &Session) -> Result<(), Failure> {
        Ok(())
    }

    fn result(&mut self, session: &Session) -> Result<(), Failure> {
        if let Some(outcome) = session.outcome() {
            let winner = outcome.winner.map_or("draw".to_owned(), |side| side.to_string());
            writeln!(self.out, "result {winner} {}", outcome.reason.name())?;
        }
        Ok(self.out.flush()?)
    }

    fn leave(&mut self, session: &Session) -> Result<(), Failure> {
        if session.outcome().is_none() {
            writeln!(self.out, "result unfinished")?;
        }
        Ok(self.out.flush()?)
    }

    fn lingers(&self, _session: &Session) -> bool {
        false
    }

    fn ask(&mut self, _session: &Session) -> Result<Answer, Failure> {
        let mut line = String::new();
        match io::stdin().lock().read_line(&mut line) {
            Ok(0) => Ok(Answer::End),
            Ok(_) => Ok(Answer::Line(line)),
            Err(error) => Err(Failure::Outside(format!("cannot read the input: {error}"))),
        }
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.out, "{text}")?;
        Ok(self.out.flush()?)
    }

    fn complain(&mut self, failure: &Failure) -> Result<(), Failure> {
        Ok(write!(anstream::stderr(), "{failure}")?)
    }

    fn aside(&mut self, line: &str) {
        // What cannot be said on the side does not stop the game.
        let _ = writeln!(anstream::stderr(), "{line}");
    }

    fn width(&self) -> usize {
        80
    }
}

/// For people: the board stays at the top of the screen, talk goes below it.
pub struct Terminal {
    editor: Editor<Words, MemHistory>,
}

/// Completes our words.
#[derive(Helper, Highlighter, Hinter, Validator)]
struct Words;

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        _position: usize,
        _context: &rustyline::Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let words = order::WORDS.iter().map(|(word, _)| *word);
        Ok((0, words.filter(|word| word.starts_with(line)).map(str::to_owned).collect()))
    }
}

impl Terminal {
    pub fn new() -> Result<Self, Failure> {
        let config = Config::builder().auto_add_history(true).build();
        let editor = Editor::with_history(config, MemHistory::new());
        let mut editor = editor.map_err(|error| Failure::Outside(error.to_string()))?;
        editor.set_helper(Some(Words));
        Ok(Self { editor })
    }

    fn write(text: &str) -> Result<(), Failure> {
        let mut out = anstream::stdout();
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    }
}

impl Face for Terminal {
    fn board(&mut self, session: &Session) -> Result<(), Failure> {
        /// Clears the screen and goes to its top.
        const CLEAR: &str = "\x1b[2J\x1b[H";
        let [first, second] = session.seats.each_ref().map(super::Seat::name);
        let outcome = session.outcome();
        let drawing = draw::game(&session.spec, session.game(), outcome, Room::measure());
        Self::write(&format!("{CLEAR}{first} against {second}\n\n{drawing}"))
    }

    fn moved(&mut self, session: &Session, _number: usize) -> Result<(), Failure> {
        self.board(session)
    }

    fn thinking(&mut self, session: &Session) -> Result<(), Failure> {
        Self::write(&format!("{} is thinking …\n", session.seat().name()))
    }

    fn result(&mut self, session: &Session) -> Result<(), Failure> {
        self.board(session)?;
        let winner = session.outcome().and_then(|outcome| outcome.winner);
        match winner.map(|side| session.seats[side.index()].name()) {
            Some(winner) => self.say(&format!("{winner} wins.")),
            None => self.say("Nobody wins."),
        }
    }

    fn leave(&mut self, _session: &Session) -> Result<(), Failure> {
        Ok(())
    }

    fn lingers(&self, session: &Session) -> bool {
        session.seats.iter().any(super::Seat::is_human)
    }

    fn ask(&mut self, session: &Session) -> Result<Answer, Failure> {
        let prompt = if session.outcome().is_some() {
            "undo, save or quit> ".to_owned()
        } else {
            format!("{}> ", session.game().position().side_to_move().letter())
        };
        match self.editor.readline(&prompt) {
            Ok(line) => Ok(Answer::Line(line)),
            Err(ReadlineError::Eof) => Ok(Answer::End),
            Err(ReadlineError::Interrupted) => Ok(Answer::Interrupted),
            Err(error) => Err(Failure::Outside(format!("cannot read the input: {error}"))),
        }
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        let lines = textwrap::wrap(text, self.width());
        Self::write(&format!("{}\n", lines.join("\n")))
    }

    fn complain(&mut self, failure: &Failure) -> Result<(), Failure> {
        self.say(failure.to_string().trim_end())
    }

    fn aside(&mut self, line: &str) {
        // What cannot be said on the side does not stop the game.
        let _ = Self::write(&format!("{line}\n"));
    }

    fn remark(&mut self, remark: &str) {
        self.aside(remark);
    }

    fn width(&self) -> usize {
        Room::measure().columns().unwrap_or(80)
    }
}
