//! The decisions as the specification says them, found by playing moves and looking at the game.

use mossa_games::GameSpec;
use mossa_kernel::{Game, GameResult, Move, Side, Value, View};

use crate::windows::{shown, twin::AllWindows};

type Decision = (Move, Vec<(Move, Value)>);

pub(super) fn decide(spec: &GameSpec, game: &Game) -> Decision {
    match spec {
        GameSpec::Mnk(rules) => {
            lines(game, &AllWindows::new(rules.rows(), rules.columns(), rules.run()))
        }
        GameSpec::Connect(rules) => {
            lines(game, &AllWindows::new(rules.rows(), rules.columns(), rules.run()))
        }
        GameSpec::Othello(_) => othello(game),
        GameSpec::Sticks(_) => sticks(game),
    }
}

fn legal(game: &Game) -> Vec<Move> {
    let mut moves = game.position().moves();
    moves.sort();
    moves
}

fn after(game: &Game, mv: Move) -> Game {
    let mut after = game.clone();
    after.play(mv).unwrap();
    after
}

fn winner(game: &Game) -> Option<Side> {
    game.outcome().and_then(|outcome| outcome.winner)
}

/// Whether the opponent could win with a move if the mover did something else that changes nothing.
fn is_threat(game: &Game, mv: Move) -> bool {
    let elsewhere = legal(game).into_iter().filter(|&other| other != mv);
    let mut going_on = elsewhere.map(|other| after(game, other)).filter(|g| g.outcome().is_none());
    let opponent = !game.position().side_to_move();
    going_on.next().is_some_and(|game| winner(&after(&game, mv)) == Some(opponent))
}

fn lines(game: &Game, windows: &AllWindows) -> Decision {
    let me = game.position().side_to_move();
    let moves = legal(game);
    let wins: Vec<Move> =
        moves.iter().copied().filter(|&mv| winner(&after(game, mv)) == Some(me)).collect();
    let threats: Vec<Move> = moves.iter().copied().filter(|&mv| is_threat(game, mv)).collect();
    let score = |mv: Move| {
        let View::Board(board) = after(game, mv).position().view() else { unreachable!() };
        windows.value(&board, me)
    };
    let value = |mv: Move| {
        if wins.contains(&mv) {
            Value::exact(GameResult::Win, Some(1))
        } else if threats.iter().any(|&threat| threat != mv) {
            Value::exact(GameResult::Loss, Some(2))
        } else if after(game, mv).outcome().is_some() {
            Value::exact(GameResult::Draw, None)
        } else {
            shown(score(mv))
        }
    };
    let best = moves.iter().copied().map(score).max().unwrap();
    let first_best = moves.iter().copied().find(|&mv| score(mv) == best).unwrap();
    let chosen = wins.first().or(threats.first()).copied().unwrap_or(first_best);
    (chosen, moves.iter().map(|&mv| (mv, value(mv))).collect())
}

fn othello(game: &Game) -> Decision {
    let letter = game.position().side_to_move().letter();
    let discs = |mv: Move| {
        let diagram = after(game, mv).position().diagram();
        let board = diagram.split(' ').next().unwrap();
        board.matches(letter).count()
    };
    let moves = legal(game);
    let most = moves.iter().copied().map(discs).max().unwrap();
    let chosen = moves.iter().copied().find(|&mv| discs(mv) == most).unwrap();
    (chosen, moves.iter().map(|&mv| (mv, Value::score(f64::from(discs(mv) as u32)))).collect())
}

fn sticks(game: &Game) -> Decision {
    let me = game.position().side_to_move();
    let value = |mv: Move| {
        let after_mine = after(game, mv);
        match winner(&after_mine) {
            Some(side) if side == me => Value::exact(GameResult::Win, Some(1)),
            Some(_) => Value::exact(GameResult::Loss, Some(1)),
            None if legal(&after_mine)
                .iter()
                .any(|&reply| winner(&after(&after_mine, reply)) == Some(!me)) =>
            {
                Value::exact(GameResult::Loss, Some(2))
            }
            None => Value::score(0.0),
        }
    };
    let numbers: Vec<(Move, Value)> = legal(game).into_iter().map(|mv| (mv, value(mv))).collect();
    let find = |wanted| numbers.iter().find(|(_, value)| *value == wanted).map(|(mv, _)| *mv);
    let win = find(Value::exact(GameResult::Win, Some(1)));
    (win.or(find(Value::score(0.0))).unwrap_or(numbers[0].0), numbers)
}
