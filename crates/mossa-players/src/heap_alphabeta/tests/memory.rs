//! What is remembered from move to move.

use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use super::{
    super::{
        HeapAlphabetaPlayer,
        table::{Bound, Entry, Table},
    },
    twin::{Remembering, Twin, best_of},
    *,
};

#[test]
fn a_foreseen_position_is_answered_at_once_and_then_forgotten() {
    let spec = "mnk:7,7,5";
    let mut player = player("heap-alphabeta", spec);
    let mut game = at(spec, "......./......./..OX.../...X.../...O.../......./.......");
    let choice = choose(&mut *player, &game);
    assert!(choice.nodes > 0 && choice.line.len() == 4, "{choice:?}");
    for &mv in &choice.line[..2] {
        game.play(mv).unwrap();
    }
    let remembered = choose(&mut *player, &game);
    assert_eq!(remembered.mv, choice.line[2], "as the line went on");
    assert_eq!(remembered.nodes, 0, "nothing was looked at");
    assert_eq!(remembered.value, choice.value, "the same line, the same number");
    assert_eq!(remembered.candidates, [(remembered.mv, choice.value.unwrap())]);
    let again = choose(&mut *player, &game);
    assert!(again.nodes > 0, "it is thought about now");
    let fresh = choose(&mut *super::player("heap-alphabeta", spec), &game);
    assert_eq!(again.candidates, fresh.candidates, "entries of the shorter search do not count");
}

#[test]
fn the_root_itself_is_not_remembered() {
    let spec = "mnk:6,6,4";
    let mut player = player("heap-alphabeta", spec);
    let game = at(spec, "....../..X.../...O../....../....../......");
    let [first, second] = [(); 2].map(|()| choose(&mut *player, &game));
    assert_eq!((first.mv, first.candidates), (second.mv, second.candidates));
    assert!(second.nodes > 0 && second.nodes < first.nodes, "the same horizon: entries count");
}

#[test]
fn an_entry_of_another_position_with_the_same_key_is_not_played() {
    let game = at("mnk:3,3,3", "XO./.../...");
    let GameSpec::Mnk(spec) = "mnk:3,3,3".parse().unwrap() else { panic!("an m,n,k-game") };
    let mut player = HeapAlphabetaPlayer { spec, depth: 4, width: 10, table: Table::new(100) };
    let entry = Entry { score: 0, bound: Bound::Exact, best: Move(0), horizon: 6 };
    player.table.insert(game.position().key(), entry);
    let choice = choose(&mut player, &game);
    assert!(game.position().is_legal(choice.mv) && choice.nodes > 0, "{choice:?}");
}

/// Plays a game against random replies, most of them foreseen, beside the twin; returns how often
/// the memory answered.
fn play_beside_twin(spec: &str, name: &str, twin: &mut Remembering, seed: u64) -> u32 {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut player = player(name, spec);
    let mut game = start(spec);
    play_randomly(&mut game, &mut random);
    let mut remembered = 0;
    while game.outcome().is_none() {
        let choice = choose(&mut *player, &game);
        let (expected, is_remembered) = twin.decide(&Twin::new(spec, &game));
        let shown = format!("{spec} {} {name}", game.position().diagram());
        assert_eq!(numbers(&choice), expected, "{shown}");
        assert_eq!(choice.mv, best_of(&expected).0, "{shown}");
        assert_eq!(choice.nodes == 0, is_remembered, "{shown}");
        remembered += u32::from(is_remembered);
        game.play(choice.mv).unwrap();
        if game.outcome().is_none() {
            match choice.line.get(1) {
                Some(&reply) if random.random_bool(0.4) => game.play(reply).unwrap(),
                _ => play_randomly(&mut game, &mut random),
            }
        }
    }
    remembered
}

#[test]
fn whole_games_are_those_of_the_remembering_twin() {
    let mut remembered = 0;
    for (seed, spec) in
        ["mnk:3,3,3", "mnk:4,4,3", "mnk:5,5,4", "mnk:6,6,5", "mnk:2,9,4", "mnk:7,7,5"]
            .into_iter()
            .cycle()
            .take(90)
            .enumerate()
    {
        let (depth, width) = (1 + seed as u32 % 5, 2 + seed % 3);
        let most = [1, 7, 40, 100_000][seed % 4];
        let name = format!("heap-alphabeta:depth={depth},width={width},table={most}");
        let mut twin = Remembering::new(width, depth, most);
        remembered += play_beside_twin(spec, &name, &mut twin, seed as u64);
    }
    assert!(remembered > 50, "{remembered} answers from memory are too few to tell");
}
