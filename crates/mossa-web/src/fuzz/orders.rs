//! Orders in any sequence: a game stays a game, and everybody sees the same one.

use axum::{
    body::{Body, BodyDataStream},
    http::{Request, StatusCode, header},
};
use futures_util::StreamExt;
use mossa_games::GameSpec;
use proptest::{prelude::*, sample::Index};
use serde_json::{Value, json};

use super::{ADDRESS, PATIENCE, RUNTIME, app, ask, cases, game, nuisance, order, panics, played};
use crate::{Shared, request::Where, routes::routes};

/// Whose key an order carries.
#[derive(Clone, Debug)]
enum Key {
    First,
    Second,
    Strange(String),
}

/// Which move is asked for.
#[derive(Clone, Debug)]
enum Wanted {
    Legal(Index),
    Strange(String),
}

/// What is ordered.
#[derive(Clone, Debug)]
enum Order {
    Play {
        key: Key,
        wanted: Wanted,
        after: Option<Value>,
    },
    Back(Key),
    Resign(Key),
    /// To another table, or to one that is not there.
    Elsewhere(String),
    /// A third tab that looks and leaves.
    Look,
}

fn key() -> impl Strategy<Value = Key> {
    prop_oneof![4 => Just(Key::First), 4 => Just(Key::Second), 1 => nuisance().prop_map(Key::Strange)]
}

fn orders() -> impl Strategy<Value = Vec<Order>> {
    let wanted = prop_oneof![6 => any::<Index>().prop_map(Wanted::Legal), 1 => nuisance().prop_map(Wanted::Strange)];
    let after = prop_oneof![
        8 => Just(None),
        1 => any::<u64>().prop_map(|number| Some(json!(number))),
        1 => (0..4_u64).prop_map(|number| Some(json!(number))),
        1 => any::<f64>().prop_map(|number| Some(json!(number))),
        1 => nuisance().prop_map(|text| Some(json!(text))),
    ];
    let play =
        (key(), wanted, after).prop_map(|(key, wanted, after)| Order::Play { key, wanted, after });
    let one = prop_oneof![
        12 => play,
        3 => key().prop_map(Order::Back),
        1 => key().prop_map(Order::Resign),
        1 => nuisance().prop_map(Order::Elsewhere),
        1 => Just(Order::Look),
    ];
    prop::collection::vec(one, 1..25)
}

/// A page that watches a game.
struct Tab {
    stream: BodyDataStream,
    state: Value,
}

impl Tab {
    async fn open(app: &Shared, id: &str) -> Self {
        use tower::ServiceExt;
        let mut request = Request::get(format!("/api/games/{id}/events"))
            .header(header::HOST, ADDRESS.to_string())
            .body(Body::empty())
            .unwrap();
        request.extensions_mut().insert(axum::extract::ConnectInfo(ADDRESS));
        let response = routes(app.clone()).oneshot(request).await.unwrap();
        let mut tab = Self { stream: response.into_body().into_data_stream(), state: Value::Null };
        tab.read().await;
        tab
    }

    async fn read(&mut self) {
        let event = tokio::time::timeout(PATIENCE, self.stream.next()).await;
        let event = event.expect("an event comes").expect("the stream goes on").unwrap();
        let text = String::from_utf8(event.to_vec()).unwrap();
        if let Some(data) = text.lines().find_map(|line| line.strip_prefix("data: ")) {
            let mut news: Value = serde_json::from_str(data).unwrap();
            // A stream tells only what is new.
            let from = news["from"].as_u64().unwrap() as usize;
            let mut moves = self.state["moves"].as_array().cloned().unwrap_or_default();
            moves.truncate(from);
            assert_eq!(moves.len(), from, "nothing is left out that was never told");
            moves.extend(news["moves"].as_array().unwrap().iter().cloned());
            news["moves"] = Value::Array(moves);
            news["from"] = json!(0);
            self.state = news;
        }
    }

    /// Reads until it has heard of this change.
    async fn catch_up(&mut self, version: u64) {
        while self.state["version"].as_u64().unwrap() < version {
            self.read().await;
        }
    }
}

/// A table and two tabs that watch it.
struct Scene {
    app: Shared,
    path: String,
    keys: [String; 2],
    tabs: [Tab; 2],
    state: Value,
}

impl Scene {
    async fn new(spec: &str, moves: &str, seats: [&str; 2]) -> Self {
        let app = app(None);
        let new = json!({"spec": spec, "moves": moves, "first": seats[0], "second": seats[1]});
        let made = order(&app, "/api/games", &new).await;
        assert_eq!(made.status, StatusCode::OK, "{}", made.text());
        let made = made.json();
        let id = made["id"].as_str().unwrap();
        let keys = [0, 1].map(|side: usize| made["keys"][side].as_str().unwrap().to_owned());
        let tabs = [Tab::open(&app, id).await, Tab::open(&app, id).await];
        let path = format!("/api/games/{id}");
        let mut scene = Self { app, path, keys, tabs, state: Value::Null };
        scene.settle().await;
        scene
    }

    fn key(&self, key: &Key) -> String {
        match key {
            Key::First => self.keys[0].clone(),
            Key::Second => self.keys[1].clone(),
            Key::Strange(text) => text.clone(),
        }
    }

    fn moves(&self) -> Vec<String> {
        let moves = self.state["moves"].as_array().unwrap();
        moves.iter().map(|mv| mv.as_str().unwrap().to_owned()).collect()
    }

    /// Waits until no bot thinks, and looks.
    async fn settle(&mut self) {
        loop {
            self.state = ask(&self.app, &self.path).await.json();
            let is_bots = self.state["over"].is_null()
                && self.state["seats"][usize::from(self.state["to_move"] == "second")]["person"]
                    == json!(false);
            if self.state["thinking"] == json!(false) && !is_bots {
                return;
            }
            let version = self.state["version"].as_u64().unwrap();
            self.tabs[0].catch_up(version + 1).await;
        }
    }

    async fn obey(&self, wanted: &Order) -> StatusCode {
        let (what, body) = match wanted {
            Order::Play { key, wanted, after } => {
                let mv = match wanted {
                    Wanted::Strange(text) => text.clone(),
                    Wanted::Legal(choice) => self.legal(*choice),
                };
                let mut body = json!({"key": self.key(key), "move": mv});
                if let Some(after) = after {
                    body["after"] = after.clone();
                }
                ("/move", body)
            }
            Order::Back(key) => ("/back", json!({"key": self.key(key)})),
            Order::Resign(key) => ("/resign", json!({"key": self.key(key)})),
            Order::Elsewhere(name) => {
                let path = format!("/api/games/{}/resign", super::texts::encode(name));
                return order(&self.app, &path, &json!({"key": self.keys[0]})).await.status;
            }
            Order::Look => {
                let id = self.state["id"].as_str().unwrap();
                drop(Tab::open(&self.app, id).await);
                return StatusCode::CONFLICT;
            }
        };
        order(&self.app, &format!("{}{what}", self.path), &body).await.status
    }

    /// The name of a move that is legal now; any where there is none.
    fn legal(&self, choice: Index) -> String {
        let moves = self.moves().join(" ");
        let spec = self.state["spec"].as_str().unwrap().to_owned();
        let place = Where { spec, start: String::new(), moves }.place().unwrap();
        let legal = place.game.position().moves();
        if legal.is_empty() {
            "a1".to_owned()
        } else {
            place.game.position().show_move(legal[choice.index(legal.len())])
        }
    }

    /// Both tabs know what the server knows, and that is a game.
    async fn check(&mut self) -> Result<(), TestCaseError> {
        let version = self.state["version"].as_u64().unwrap();
        for tab in &mut self.tabs {
            tab.catch_up(version).await;
            prop_assert_eq!(&tab.state, &self.state);
        }
        let spec: GameSpec = self.state["spec"].as_str().unwrap().parse().unwrap();
        let mut game = spec.start();
        for name in self.moves() {
            let mv = game.position().read_move(&name);
            prop_assert!(mv.is_ok(), "{name}");
            let played = game.play(mv.unwrap());
            prop_assert!(played.is_ok(), "{name}: {played:?}");
        }
        let over = &self.state["over"];
        prop_assert_eq!(
            self.state["to_move"].as_str(),
            Some(game.position().side_to_move().name())
        );
        prop_assert!(game.outcome().is_none() || !over.is_null());
        prop_assert!(over.is_null() || over["reason"] != "crash", "{over}");
        Ok(())
    }
}

/// What two people may do, told apart from how it is done.
fn expected(scene: &Scene, wanted: &Order) -> Option<Vec<String>> {
    let (moves, over) = (scene.moves(), !scene.state["over"].is_null());
    let side = |key: &Key| match key {
        Key::First => Some("first"),
        Key::Second => Some("second"),
        Key::Strange(_) => None,
    };
    let to_move = scene.state["to_move"].as_str();
    match wanted {
        Order::Play { key, wanted: Wanted::Legal(choice), after: None }
            if !over && side(key) == to_move =>
        {
            Some([moves, vec![scene.legal(*choice)]].concat())
        }
        Order::Play { wanted: Wanted::Legal(_), after: None, .. } => Some(moves),
        // A strange text may be a move, and a number the right one.
        Order::Play { .. } => None,
        Order::Back(key)
            if !over && side(key).is_some() && side(key) != to_move && !moves.is_empty() =>
        {
            Some(moves[..moves.len() - 1].to_vec())
        }
        _ => Some(moves),
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn two_people_do_as_they_like((spec, choices) in played(), cut in any::<Index>(), orders in orders()) {
        let before = panics();
        RUNTIME.block_on(async {
            let begun = game(spec, &choices[..cut.index(choices.len())]);
            let names: Vec<String> = begun.history().iter().map(|&mv| begun.position().show_move(mv)).collect();
            let mut scene = Scene::new(spec, &names.join(" "), ["person", "person"]).await;
            for order in &orders {
                let expected = expected(&scene, order);
                let known = scene.state.clone();
                let status = scene.obey(order).await;
                scene.settle().await;
                scene.check().await?;
                if let Some(expected) = expected {
                    prop_assert_eq!(scene.moves(), expected, "{:?}: {}", order, status);
                }
                if status != StatusCode::OK {
                    prop_assert!(status.is_client_error(), "{order:?}: {status}");
                    prop_assert_eq!(&scene.state, &known);
                }
            }
            Ok(())
        })?;
        prop_assert_eq!(panics(), before);
    }

    #[test]
    fn bots_do_not_mind((spec, _) in played(), bot in prop::sample::select(vec!["random", "greedy"]), is_first in any::<bool>(), orders in orders(), patience in any::<u64>()) {
        let before = panics();
        RUNTIME.block_on(async {
            let seats = if is_first { [bot, "person"] } else { ["person", bot] };
            let mut scene = Scene::new(spec, "", seats).await;
            for (number, order) in orders.iter().enumerate() {
                let status = scene.obey(order).await;
                prop_assert!(status == StatusCode::OK || status.is_client_error(), "{order:?}: {status}");
                // Some orders come while the bot thinks.
                if patience >> (number % 64) & 1 == 0 {
                    scene.settle().await;
                    scene.check().await?;
                }
            }
            scene.settle().await;
            scene.check().await
        })?;
        prop_assert_eq!(panics(), before);
    }
}
