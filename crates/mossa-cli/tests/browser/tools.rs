//! Large boards, files, clocks, help, words: what stands around a game.

use crate::{
    ENTER, ESCAPE,
    harness::{Browser, Outcome, Server, scenario},
    people::begin,
};

/// How wide a part of the board is seen.
const SEEN: &str = "document.querySelector('#board svg').getAttribute('viewBox')";

#[test]
fn a_large_board_is_zoomed_and_moved() {
    scenario(async || {
        let (server, browser) = (Server::start(), Browser::open(1200, 1000).await?);
        browser.visit(&server, "/board?spec=mnk:200,200,5").await?;
        let whole = browser.ask(SEEN).await?;
        for _ in 0..8 {
            browser.press("+").await?;
        }
        let near = browser.ask(SEEN).await?;
        assert!(width(&near) < 0.5 * width(&whole), "{near} of {whole}");
        // To the right with the mouse: what was at the left comes to be seen.
        let board = browser.wait_for("#board svg").await?;
        let drag = browser.driver.action_chain();
        drag.move_to_element_center(&board)
            .click_and_hold()
            .move_by_offset(90, 40)
            .release()
            .perform()
            .await?;
        browser.until(&format!("{SEEN} !== {near:?}")).await?;
        browser.until("!(new URLSearchParams(location.search).get('moves'))").await?;
        let moved = browser.ask(SEEN).await?;
        assert!((width(&moved) - width(&near)).abs() < 0.01, "{moved}, {near}");
        // A click where there is no element for each cell.
        board_click(&browser, 0.5, 0.5).await?;
        browser
            .until("/^[a-z]+[0-9]+$/.test(new URLSearchParams(location.search).get('moves'))")
            .await?;
        assert_eq!(browser.ask(SEEN).await?, moved, "who looks near goes on looking near");
        for (at, moves) in [(0.45, 2), (0.55, 3), (0.6, 4)] {
            board_click(&browser, at, 0.4).await?;
            browser.until(&format!("new URLSearchParams(location.search).get('moves').split(' ').length === {moves}")).await?;
        }
        // The same cell again is refused, and the game is as it was.
        board_click(&browser, 0.6, 0.4).await?;
        browser.until("document.getElementById('answer').textContent.includes('illegal')").await?;
        browser
            .until("new URLSearchParams(location.search).get('moves').split(' ').length === 4")
            .await?;
        let bytes = "performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/api/view')).at(-2).decodedBodySize";
        let bytes: f64 = browser.ask(bytes).await?.parse().expect("a number");
        assert!(bytes > 0.0 && bytes < 30_000.0, "a move takes {bytes} bytes");
        browser.press("0").await?;
        browser.until(&format!("{SEEN} === {whole:?}")).await?;
        browser.close().await
    });
}

fn width(view_box: &str) -> f64 {
    view_box.split(' ').nth(2).and_then(|width| width.parse().ok()).expect("a view box")
}

/// Clicks somewhere on the board, in parts of its sides.
async fn board_click(browser: &Browser, across: f64, down: f64) -> Outcome {
    let script = format!(
        "const svg = document.querySelector('#board svg');
         const box = svg.getBoundingClientRect();
         svg.dispatchEvent(new MouseEvent('click', {{ bubbles: true,
           clientX: box.left + box.width * {across}, clientY: box.top + box.height * {down} }}));"
    );
    browser.driver.execute(script, vec![]).await?;
    Ok(())
}

#[test]
fn pictures_are_saved() {
    scenario(async || {
        let (server, browser) = (Server::start(), Browser::open(1200, 1000).await?);
        browser.visit(&server, "/board?spec=othello&moves=f5+d6").await?;
        browser
            .ask(
                "(() => {
                   const make = URL.createObjectURL.bind(URL);
                   let last = null;
                   URL.createObjectURL = (blob) => { last = blob; return make(blob); };
                   HTMLAnchorElement.prototype.click = function () {
                     window.saved = `${this.download} ${last.type} ${last.size}`;
                   };
                 })()",
            )
            .await?;
        browser.click("[data-do=png]").await?;
        browser.until("/^position.png image.png [0-9]{4,}$/.test(window.saved)").await?;
        for (id, kind, words) in
            [("export-svg", "image/svg+xml", "<svg"), ("export-text", "text/plain", "mossa game 1")]
        {
            browser
                .ask(&format!(
                    "(window.got = '', fetch(document.getElementById('{id}').href)
                        .then(async (answer) => {{ window.got = answer.headers.get('content-type') + await answer.text(); }}), 0)"
                ))
                .await?;
            browser
                .until(&format!(
                    "window.got.startsWith({kind:?}) && window.got.includes({words:?})"
                ))
                .await?;
        }
        browser.close().await
    });
}

#[test]
fn a_clock_runs_out() {
    scenario(async || {
        let (server, browser) = (Server::start(), Browser::open(1200, 1000).await?);
        browser.visit(&server, "/board?spec=connect4").await?;
        browser
            .ask("(document.querySelector('#play-form select[name=clock] option').value = '2,0')")
            .await?;
        begin(&browser, "person", "person").await?;
        browser.play("4").await?;
        browser.until_moves("4").await?;
        let left = "Number(document.querySelector('#seat-top .clock').textContent)";
        browser.until(&format!("{left} > 0 && {left} < 2")).await?;
        browser.until_status("X (first player) wins").await?;
        browser.until_status("took too long").await?;
        browser.until("document.getElementById('resign').hidden").await?;
        browser.close().await
    });
}

#[test]
fn keys_are_explained_and_boards_are_flipped() {
    scenario(async || {
        let (server, browser) = (Server::start(), Browser::open(1200, 1000).await?);
        browser.visit(&server, "/board?spec=gomoku&moves=h8").await?;
        browser.press("?").await?;
        browser.until("document.getElementById('help').open").await?;
        // Keys do nothing behind it.
        browser.press("f").await?;
        browser.press(ESCAPE).await?;
        browser.until("!document.getElementById('help').open").await?;
        let top = "document.querySelector('#seat-top .name').textContent.trim()";
        browser
            .until(&format!(
                "{top} === 'O, white' && !document.getElementById('board').classList.contains('flipped')"
            ))
            .await?;
        let place = "JSON.stringify(document.querySelector(\"#board .hit[data-move='a1'] rect\").getBoundingClientRect())";
        let before = browser.ask(place).await?;
        browser.press("f").await?;
        browser.until(&format!("{top} === 'X, black' && {place} !== {before:?}")).await?;
        browser.play("a1").await?;
        browser.until_moves("h8 a1").await?;
        browser.click("[data-do=flip]").await?;
        browser.until(&format!("{top} === 'O, white'")).await?;
        browser.close().await
    });
}

#[test]
fn a_position_is_explained_and_a_stored_game_is_looked_at() {
    scenario(async || {
        let (server, browser) = (Server::start(), Browser::open(1200, 1000).await?);
        browser.visit(&server, "/board?spec=tictactoe&moves=a1+b1").await?;
        browser.press("e").await?;
        browser.wait_for("#explanation h3").await?;
        browser
            .until("document.getElementById('explanation').textContent.includes('wins')")
            .await?;
        browser.play("b2").await?;
        browser.until("!document.querySelector('#explanation h3')").await?;
        // A game against a bot that learns, from the first move to the archive.
        browser.visit(&server, "/board?spec=mnk:2,2,2").await?;
        browser.click("#play-form input[name=learn]").await?;
        begin(&browser, "person", "engine:level=3").await?;
        browser
            .until("document.querySelector('#seat-top .name').textContent.includes('experience=')")
            .await?;
        browser.play("a1").await?;
        browser
            .until("new URLSearchParams(location.search).get('moves').split(' ').length === 2")
            .await?;
        let mv = browser.ask("document.querySelector('#board .hit').dataset.move").await?;
        browser.play(&mv).await?;
        browser.until_status("X (first player) wins").await?;
        for _ in 0..100 {
            browser.visit(&server, "/archive").await?;
            if browser.ask("document.querySelectorAll('tbody tr').length").await? == "1" {
                break;
            }
        }
        browser.wait_for("tbody a[href$='do=review']").await?.send_keys(ENTER).await?;
        browser.wait_for("#review .graph svg").await?;
        browser
            .until("document.querySelector('.about').textContent.includes('experience=')")
            .await?;
        browser.close().await
    });
}
