//! Variations, addresses, pasting, review, small screens.

use std::{path::PathBuf, process::Command};

use crate::{
    DOWN, LEFT, UP,
    harness::{Browser, Outcome, Server, scenario},
};

#[test]
fn variations_grow_and_go() {
    scenario(async || {
        let (server, browser) = (Server::start(), Browser::open(1200, 1000).await?);
        browser.visit(&server, "/board?spec=connect4&moves=4+4+3").await?;
        browser.click("[data-do=previous]").await?;
        browser.until_moves("4 4").await?;
        browser.play("5").await?;
        browser.until_moves("4 4 5").await?;
        browser
            .until("document.querySelector('#moves .variation').textContent.includes('5')")
            .await?;
        browser.click("[data-do=promote]").await?;
        browser
            .until("document.querySelector('#moves .variation').textContent.includes('3')")
            .await?;
        browser.press(LEFT).await?;
        browser.until_moves("4 4").await?;
        browser.press(UP).await?;
        browser.until_moves("").await?;
        browser.press(DOWN).await?;
        browser.until_moves("4 4 5").await?;
        browser.click("[data-do=delete]").await?;
        browser.until_moves("4 4").await?;
        browser.until("!document.querySelector('#moves .variation')").await?;
        browser.close().await
    });
}

#[test]
fn addresses_and_pasted_texts_open_positions() {
    scenario(async || {
        let (server, browser) = (Server::start(), Browser::open(1200, 1000).await?);
        browser.visit(&server, "/board?spec=othello&moves=f5+d6").await?;
        browser.play("c3").await?;
        browser.until_moves("f5 d6 c3").await?;
        let shared = browser.ask("location.pathname + location.search").await?;
        let other = Browser::open(1200, 1000).await?;
        other.visit(&server, &shared).await?;
        other.until_moves("f5 d6 c3").await?;
        other.until_status("O to move").await?;
        other.wait_for("#paste-text").await?.send_keys("connect4 44435").await?;
        other.click("#paste-form button").await?;
        other.until_moves("4 4 4 3 5").await?;
        other.until("document.title.startsWith('Connect Four')").await?;
        other.wait_for("#paste-text").await?.send_keys("what is this").await?;
        other.click("#paste-form button").await?;
        other.until("document.getElementById('answer').textContent !== ''").await?;
        other.close().await?;
        browser.close().await
    });
}

#[test]
fn a_game_is_reviewed() {
    scenario(async || {
        let (server, browser) = (Server::start(), Browser::open(1200, 1000).await?);
        browser.visit(&server, "/board?spec=tictactoe&moves=a1+b1+b2+c3+a2").await?;
        browser.click("[data-do=review]").await?;
        browser.wait_for("#review .mistakes .blunder").await?;
        browser.wait_for("#review .graph svg").await?;
        browser.click("#review .mistakes .blunder button").await?;
        browser.until_moves("a1").await?;
        browser.wait_for("#moves .move.blunder").await?;
        browser.close().await
    });
}

/// The pages there are.
const PAGES: [&str; 7] = [
    "/",
    "/board?spec=connect4&moves=4443",
    "/board?spec=gomoku&moves=h8+i9",
    "/board?spec=othello",
    "/board?spec=sticks:21,3",
    "/archive",
    "/ranking",
];

#[test]
fn a_phone_shows_all_of_it() {
    scenario(async || {
        let (server, browser) = (Server::start(), Browser::open(360, 780).await?);
        for page in PAGES {
            browser.visit(&server, page).await?;
            assert_eq!(browser.ask("window.innerWidth").await?, "360", "{page}");
            assert_eq!(browser.ask("document.documentElement.scrollWidth").await?, "360", "{page}");
        }
        browser.visit(&server, "/board?spec=connect4").await?;
        browser.play("4").await?;
        browser.until_moves("4").await?;
        browser.close().await
    });
}

#[test]
fn nothing_serious_stands_in_anybodys_way() {
    scenario(async || {
        let axe = axe_core();
        let (server, browser) = (Server::start(), Browser::open(1200, 1000).await?);
        for page in PAGES {
            browser.visit(&server, page).await?;
            check(&browser, &axe, page).await?;
        }
        browser.close().await
    });
}

async fn check(browser: &Browser, axe: &str, page: &str) -> Outcome {
    browser.driver.execute(axe.to_owned(), vec![]).await?;
    let script = "const done = arguments[arguments.length - 1];
        axe.run(document).then((found) => done(found.violations
          .filter((violation) => ['serious', 'critical'].includes(violation.impact))
          .map((violation) => violation.id + ': ' + violation.nodes.map((node) => node.html.slice(0, 120)).join(' | '))
          .join('\\n')));";
    let found: String = browser.driver.execute_async(script, vec![]).await?.convert()?;
    assert_eq!(found, "", "{page}");
    Ok(())
}

/// The accessibility checker, fetched once.
fn axe_core() -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("axe");
    let file = folder.join("node_modules/axe-core/axe.min.js");
    if !file.exists() {
        std::fs::create_dir_all(&folder).expect("a folder for tests can be made");
        let npm = Command::new("npm")
            .args(["install", "--no-save", "--no-audit", "--no-fund", "--prefix"])
            .arg(&folder)
            .arg("axe-core@4")
            .output()
            .expect("npm can be started");
        assert!(npm.status.success(), "{}", String::from_utf8_lossy(&npm.stderr));
    }
    std::fs::read_to_string(file).expect("npm has fetched it")
}
