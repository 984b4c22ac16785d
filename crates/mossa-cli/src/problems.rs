//! Files of positions with known answers, in the forms in which they are passed around.
//!
//! - Connect X: `MOVES SCORE`, each column a digit, or numbers parted by commas (some files count the
//!   columns from 0, which makes ten of them one digit wide), the score as `solve` tells it;
//! - Othello: the board in one word, the side to move, then `MOVE:SCORE;` for each move (OBF);
//! - m,n,k: a table whose fields are parted by tabs: number, source, number there, side to move, moves,
//!   in how many plies the side to move wins, and how.
//!
//! Empty lines and those that begin with `#` are skipped. Each line says by itself what it is.

use mossa_games::GameSpec;
use mossa_kernel::{Exact, Game, GameResult, MoveError, Value, View, excerpt};

use crate::{failure::Failure, json};

/// A position whose value is known.
pub struct Problem {
    /// Its line in the file, counted from 1.
    pub line: usize,
    /// The line up to the answer.
    pub text: String,
    /// The position.
    pub game: Game,
    /// The answer.
    pub answer: Answer,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The score of Connect X.
    Score(i32),
    /// By how much the side to move wins.
    Margin(i32),
    /// The side to move wins.
    Win,
}

impl Answer {
    /// Whether this is what was found.
    pub fn is(self, value: &Value, spec: &GameSpec, game: &Game) -> bool {
        let Value::Exact(exact) = *value else { return false };
        match self {
            Self::Score(score) => {
                !exact.at_most && json::connect_score(exact, spec, game) == Some(score)
            }
            Self::Margin(margin) => match exact {
                Exact { result: GameResult::Draw, .. } => margin == 0,
                Exact { margin: found, .. } => found == Some(margin),
            },
            Self::Win => exact.result == GameResult::Win,
        }
    }

    /// For people.
    pub fn show(self) -> String {
        match self {
            Self::Score(score) => format!("score {score}"),
            Self::Margin(0) => "draw".to_owned(),
            Self::Margin(margin) => {
                format!("{} by {}", if margin > 0 { "win" } else { "loss" }, margin.abs())
            }
            Self::Win => "win".to_owned(),
        }
    }
}

/// Reads a file. `first_column` is how the first column of Connect X is called: 0 or 1.
pub fn read(text: &str, spec: &GameSpec, first_column: u8) -> Result<Vec<Problem>, Failure> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let problems: Result<Vec<Problem>, Failure> = lines
        .map(|(number, line)| {
            let problem = read_line(line, spec, first_column);
            let (game, answer, text) = problem.map_err(|problem| refuse(number, &problem))?;
            if let Some(outcome) = game.outcome() {
                return Err(refuse(number, &format!("the game is over: {outcome}")));
            }
            Ok(Problem { line: number, text, game, answer })
        })
        .collect();
    let problems = problems?;
    if problems.is_empty() {
        return Err(refuse(1, "there is none"));
    }
    Ok(problems)
}

fn refuse(line: usize, problem: &str) -> Failure {
    Failure::input(
        format!("bad position, line {line}: {problem}"),
        "`mossa help suite` tells what such a file looks like",
    )
}

/// The position, the answer and the text without it; or what is wrong.
type Read = Result<(Game, Answer, String), String>;

fn read_line(line: &str, spec: &GameSpec, first_column: u8) -> Read {
    match spec {
        _ if line.contains('\t') => read_table_row(line, spec),
        GameSpec::Connect(_) => read_connect(line, spec, first_column),
        GameSpec::Othello(_) => read_board(line, spec),
        _ => Err(format!("of {spec} only tables with tabs are read")),
    }
}

/// `44435 -2`.
fn read_connect(line: &str, spec: &GameSpec, first_column: u8) -> Read {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [moves, score] = words[..] else {
        return Err(format!("expected moves and a score, not {} words", words.len()));
    };
    let score = score.parse().map_err(|_| format!("`{}` is no score", excerpt(score)))?;
    let mut game = spec.start();
    let parted: Vec<&str> = if moves.contains(',') {
        moves.split(',').collect()
    } else {
        moves.split("").filter(|digit| !digit.is_empty()).collect()
    };
    for name in parted {
        play_column(&mut game, name, first_column)?;
    }
    Ok((game, Answer::Score(score), moves.to_owned()))
}

/// Drops a stone into a column as the file calls it; what is wrong is told in the same terms.
fn play_column(game: &mut Game, name: &str, first: u8) -> Result<(), String> {
    let View::Board(board) = game.position().view() else {
        return Err("the game has no columns".to_owned());
    };
    let (first, columns) = (u32::from(first), board.columns);
    let column = name.parse::<u32>().ok().and_then(|number| number.checked_sub(first));
    let Some(column) = column.filter(|&column| column < columns) else {
        let other = 1 - first;
        return Err(format!(
            "move {}, `{}`, is no column; they count from {first} to {} unless `--columns-from {other}` \
             is given",
            game.history().len() + 1,
            excerpt(name),
            columns - 1 + first,
        ));
    };
    game.play_text(&(column + 1).to_string()).map_err(|error| match error {
        // It would tell the column as we count them.
        MoveError::Illegal { number, reason, .. } => {
            format!("move {number}, `{name}`, is illegal: {reason}")
        }
        error @ MoveError::Unreadable { .. } => error.to_string(),
    })
}

/// `--XO…-- X; G8:+18; H1:+12;`: the best of the scores is the answer.
fn read_board(line: &str, spec: &GameSpec) -> Read {
    let (position, rest) = line.split_once(';').ok_or("expected a board, a side and `;`")?;
    let mut game = spec.start();
    game.set_up(position.trim()).map_err(|error| error.to_string())?;
    let cells = match game.position().view() {
        View::Board(board) => board.rows * board.columns,
        View::Heaps(_) => 0,
    };
    let scores = rest.split('%').next().unwrap_or_default().split(';').map(str::trim);
    let mut best = None;
    for entry in scores.filter(|entry| !entry.is_empty()) {
        let score = entry.split_once(':').and_then(|(_, score)| score.trim().parse::<i32>().ok());
        let score = score.ok_or_else(|| format!("`{}` is no `MOVE:SCORE`", excerpt(entry)))?;
        // Scores beyond the board stand for moves that nobody looked at.
        best = best.max(Some(score).filter(|score| score.unsigned_abs() <= cells));
    }
    let best = best.ok_or("no move has a score")?;
    Ok((game, Answer::Margin(best), position.trim().to_owned()))
}

/// The row of a table of wins.
fn read_table_row(line: &str, spec: &GameSpec) -> Read {
    /// Where the moves stand, and in how many plies they win.
    const MOVES: usize = 4;
    const PLIES: usize = 5;
    let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
    let (Some(moves), Some(plies)) = (fields.get(MOVES), fields.get(PLIES)) else {
        return Err(format!("expected at least {} fields, not {}", PLIES + 1, fields.len()));
    };
    plies.parse::<u32>().map_err(|_| format!("`{}` is no number of plies", excerpt(plies)))?;
    let mut game = spec.start();
    game.play_text(moves).map_err(|error| error.to_string())?;
    Ok((game, Answer::Win, fields[0].to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(spec: &str, text: &str, first_column: u8) -> Result<Vec<Problem>, Failure> {
        read(text, &spec.parse().unwrap(), first_column)
    }

    #[test]
    fn each_form_is_read() {
        let read = problems("connect4", "# two\n44435 -2\r\n\n12 3\n", 1).unwrap_or_default();
        assert_eq!((read.len(), read[0].line, read[1].line), (2, 2, 4));
        assert_eq!((read[0].answer, read[0].game.history().len()), (Answer::Score(-2), 5));
        let read = problems("connect:6,10,4", "909 0", 0).unwrap_or_default();
        assert_eq!(read[0].game.history().len(), 3);
        let read = problems("connect:6,12,4", "12,1,12 0", 1).unwrap_or_default();
        assert_eq!(read[0].game.position().moves().len(), 12);
        assert_eq!(read[0].game.history().len(), 3);
        let board = "---------------------------OX------XO---------------------------";
        let text = format!("{board} X; D3:-4; C4:+6; --:-127; % a comment: 3;");
        let read = problems("othello", &text, 1).unwrap_or_default();
        assert_eq!(read[0].answer, Answer::Margin(6));
        let row = "#id\t\nV1\tbook\t7\tB\ta1b1a2b2\t1\ta3\ta3";
        let read = problems("tictactoe", row, 1).unwrap_or_default();
        assert_eq!((read[0].answer, &read[0].text[..]), (Answer::Win, "V1"));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (spec, text, expected) in [
            ("connect4", "44435", "line 1: expected moves and a score, not 1 words"),
            ("connect4", "12 3\n44435 x", "line 2: `x` is no score"),
            ("connect4", "484 3", "line 1: move 2, `8`, is no column; they count from 1 to 7"),
            ("connect4", "0 3", "line 1: move 1, `0`, is no column; they count from 1 to 7"),
            ("connect4", "4x 3", "line 1: move 2, `x`, is no column"),
            ("connect4", "4,,4 3", "line 1: move 2, ``, is no column"),
            ("connect4", "4é 3", "line 1: move 2, `é`, is no column"),
            ("connect4", "1111111 3", "line 1: move 7, `1`, is illegal: "),
            ("connect4", "12121211 3", "line 1: move 8, `1`, is illegal: "),
            ("connect4", "1212121 3", "line 1: the game is over: "),
            ("connect4", "# nothing\n", "line 1: there is none"),
            ("othello", "X; A1:+3;", "line 1: "),
            ("othello", "gibberish", "line 1: expected a board, a side and `;`"),
            ("sticks", "12 3", "line 1: of sticks:11,2 only tables"),
            ("gomoku", "V1\ta\tb", "line 1: expected at least 6 fields, not 3"),
            ("gomoku", "V1\ta\tb\tB\th8\tx", "line 1: `x` is no number of plies"),
        ] {
            let Err(failure) = problems(spec, text, 1) else { panic!("{text} was read") };
            assert!(failure.to_string().contains(expected), "{failure}");
        }
    }

    #[test]
    fn columns_are_called_as_the_file_calls_them() {
        let shown = |moves: &str, first_column| {
            let read = problems("connect4", &format!("{moves} 0"), first_column);
            let read = read.map_err(|failure| failure.to_string())?;
            Ok::<_, String>(read[0].game.position().diagram())
        };
        assert_eq!(shown("0660", 0), shown("1771", 1));
        assert_eq!(shown("0,6,6,0", 0), shown("1771", 1));
        let failure = shown("07", 0).unwrap_err();
        let expected =
            "move 2, `7`, is no column; they count from 0 to 6 unless `--columns-from 1`";
        assert!(failure.contains(expected), "{failure}");
        let failure = shown("0000000", 0).unwrap_err();
        assert!(failure.contains("move 7, `0`, is illegal"), "{failure}");
    }

    #[test]
    fn answers_are_compared_with_what_was_found() {
        let spec: GameSpec = "connect4".parse().unwrap();
        let game = spec.start();
        let value =
            |result, plies, margin| Value::Exact(Exact { result, plies, at_most: false, margin });
        let win = value(GameResult::Win, Some(41), None);
        assert!(Answer::Score(1).is(&win, &spec, &game));
        assert!(!Answer::Score(2).is(&win, &spec, &game));
        assert!(Answer::Win.is(&win, &spec, &game));
        let draw = value(GameResult::Draw, None, None);
        assert!(
            Answer::Score(0).is(&draw, &spec, &game) && Answer::Margin(0).is(&draw, &spec, &game)
        );
        assert!(Answer::Margin(-6).is(&value(GameResult::Loss, None, Some(-6)), &spec, &game));
        assert!(!Answer::Win.is(&Value::score(1e6), &spec, &game), "a belief is no answer");
    }
}
