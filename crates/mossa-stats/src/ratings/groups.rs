//! Which players can be compared: those whom games connect.

use super::games::Games;

/// The group of each player, named by the smallest number in it.
pub(super) fn groups(players: usize, games: &Games) -> Vec<usize> {
    let mut parents: Vec<usize> = (0..players).collect();
    for (first, second, _) in games.iter() {
        let roots = [root(&mut parents, first), root(&mut parents, second)];
        parents[roots[0].max(roots[1])] = roots[0].min(roots[1]);
    }
    (0..players).map(|player| root(&mut parents, player)).collect()
}

/// The name of a player's group so far; the way there is halved for the next one who asks.
fn root(parents: &mut [usize], mut player: usize) -> usize {
    while parents[player] != player {
        parents[player] = parents[parents[player]];
        player = parents[player];
    }
    player
}
