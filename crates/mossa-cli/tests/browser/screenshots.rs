//! Pictures of every page, to be looked at: `cargo xtask screenshots`.

use std::{
    env,
    path::{Path, PathBuf},
    time::Duration,
};

use crate::harness::{Browser, Outcome, Server, scenario};

/// The folder to put them in; without it there are none.
const FOLDER: &str = "MOSSA_SCREENSHOTS";

/// What is opened, and what the picture is called.
const PAGES: [(&str, &str); 9] = [
    ("home", "/"),
    ("connect4", "/board?spec=connect4&moves=4+4+4+3+5"),
    ("gomoku", "/board?spec=gomoku&moves=h8+i9+h9+h10+g7+i7+j8"),
    ("tictactoe", "/board?spec=tictactoe&moves=a1+b1"),
    ("othello", "/board?spec=othello&moves=f5+d6+c3+d3+c4+f4+f6"),
    ("sticks", "/board?spec=sticks:21,3&moves=2"),
    ("archive", "/archive"),
    ("ranking", "/ranking"),
    ("problem", "/board?spec=chess"),
];

/// Matches whose games fill the archive and the ranking, each with how many.
const MATCHES: [(&str, &str, &str, &str); 4] = [
    ("connect4", "engine:level=5", "engine:level=3", "6"),
    ("connect4", "engine:level=5", "deepening-alphabeta", "6"),
    ("othello", "weighted-minimax", "greedy", "4"),
    ("tictactoe", "engine", "mcts", "4"),
];

#[test]
fn every_page_is_photographed() {
    let Some(folder) = env::var_os(FOLDER).map(PathBuf::from) else { return };
    scenario(async || {
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let server = Server::start();
        for (spec, first, second, games) in MATCHES {
            server.play_match(&[spec, first, second, "--games", games, "--nodes", "500"]);
        }
        for (size, width, height) in [("desktop", 1440, 960), ("phone", 390, 844)] {
            let browser = Browser::open(width, height).await?;
            photograph(&server, &browser, size, &folder).await?;
            browser.close().await?;
        }
        Ok(())
    });
}

async fn photograph(server: &Server, browser: &Browser, size: &str, folder: &Path) -> Outcome {
    for theme in ["light", "dark"] {
        browser.visit(server, "/archive").await?;
        browser.ask(&format!("localStorage.setItem('mossa-theme', {theme:?})")).await?;
        browser.ask("localStorage.setItem('mossa-engine', 'on')").await?;
        for (name, page) in PAGES {
            if name == "problem" {
                // It has no scripts that could begin.
                let address = server.address.trim_end_matches('/');
                browser.driver.goto(format!("{address}{page}")).await?;
            } else {
                browser.visit(server, page).await?;
            }
            // Until the engine has looked a little deeper.
            tokio::time::sleep(Duration::from_millis(1_500)).await;
            if name == "connect4" {
                browser.click("[data-do=review]").await?;
                browser.wait_for("#review .graph svg").await?;
            }
            if ["tictactoe", "othello"].contains(&name) {
                browser.click("[data-do=explain]").await?;
                browser.wait_for(".explanation .words").await?;
            }
            browser.driver.screenshot(&folder.join(format!("{name}-{size}-{theme}.png"))).await?;
        }
    }
    Ok(())
}
