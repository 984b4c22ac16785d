//! Whole games, by mouse and by keyboard, and what the engine shows.

use crate::{
    ENTER, RIGHT,
    harness::{Browser, Outcome, Server, scenario},
};

#[test]
fn every_family_is_played_with_the_mouse() {
    scenario(async || {
        let (server, browser) = (Server::start(), Browser::open(1200, 1000).await?);
        for (spec, moves, end) in [
            ("tictactoe", "a1 a2 b1 b2 c1", "X (first player) wins"),
            ("connect4", "1 2 1 2 1 2 1", "X (first player) wins"),
            ("sticks", "2 2 2 2 2 1", "O (second player) wins"),
        ] {
            browser.visit(&server, &format!("/board?spec={spec}")).await?;
            let mut played = String::new();
            for mv in moves.split(' ') {
                browser.play(mv).await?;
                played += if played.is_empty() { "" } else { " " };
                played += mv;
                browser.until_moves(&played).await?;
            }
            browser.until_status(end).await?;
        }
        whole_othello_game(&server, &browser).await?;
        browser.close().await
    });
}

/// Always the first move that can be clicked, and a pass where there is none.
async fn whole_othello_game(server: &Server, browser: &Browser) -> Outcome {
    browser.visit(server, "/board?spec=othello:4x4").await?;
    for number in 1..=20 {
        if browser.ask("document.getElementById('status').textContent").await?.contains("wins") {
            break;
        }
        if browser.ask("document.getElementById('pass').hidden").await? == "false" {
            browser.click("#pass").await?;
        } else {
            let mv = browser.ask("document.querySelector('#board .hit').dataset.move").await?;
            browser.play(&mv).await?;
        }
        let count = "(new URLSearchParams(location.search).get('moves') || '').split(' ').length";
        browser.until(&format!("{count} === {number}")).await?;
    }
    browser.until("/wins|draw/.test(document.getElementById('status').textContent)").await?;
    browser.until("document.querySelector('#seat-top .count').textContent !== ''").await
}

#[test]
fn every_family_is_played_with_the_keyboard() {
    scenario(async || {
        let (server, browser) = (Server::start(), Browser::open(1200, 1000).await?);
        for (spec, moves, end) in [
            ("tictactoe", "a1 a2 b1 b2 c1", "X (first player) wins"),
            ("connect4", "1 2 1 2 1 2 1", "X (first player) wins"),
            ("othello:4x4", "b1 a1", "X to move"),
            ("sticks", "2 2 2 2 2 1", "O (second player) wins"),
        ] {
            browser.visit(&server, &format!("/board?spec={spec}")).await?;
            let mut played = String::new();
            for mv in moves.split(' ') {
                browser.press("m").await?;
                browser.wait_for("#entry-text").await?.send_keys(format!("{mv}{ENTER}")).await?;
                played += if played.is_empty() { "" } else { " " };
                played += mv;
                browser.until_moves(&played).await?;
                // Out of the field, to the board's keys.
                browser.ask("document.activeElement.blur()").await?;
            }
            browser.until_status(end).await?;
        }
        // From cell to cell with the arrows, and enter.
        browser.visit(&server, "/board?spec=tictactoe").await?;
        browser.ask("document.querySelector('#board .hit[tabindex=\"0\"]').focus()").await?;
        browser.until("document.activeElement.dataset.move === 'b2'").await?;
        browser.press(RIGHT).await?;
        browser.until("document.activeElement.dataset.move === 'c2'").await?;
        browser.press(ENTER).await?;
        browser.until_moves("c2").await?;
        browser.close().await
    });
}

#[test]
fn values_appear_and_change() {
    scenario(async || {
        let (server, browser) = (Server::start(), Browser::open(1200, 1000).await?);
        // What is known of these games is to be seen on the page.
        browser.visit(&server, "/board?spec=tictactoe").await?;
        browser.press("l").await?;
        let draws = "document.querySelectorAll('#board .badge[data-move]').length === 9 && \
                     [...document.querySelectorAll('#board .badge[data-move] text')].every((label) => label.textContent === 'D')";
        browser.until(draws).await?;
        browser.visit(&server, "/board?spec=sticks:11,2").await?;
        let best = "document.querySelector('#engine-lines .line')?.textContent.startsWith('2')";
        browser.until(best).await?;
        browser.visit(&server, "/board?spec=connect4").await?;
        let center = "document.querySelector('#engine-lines li')?.textContent.startsWith('W41') && \
                      document.querySelector('#engine-lines .line').textContent.startsWith('4')";
        browser.until(center).await?;
        browser.visit(&server, "/board?spec=othello:4x4").await?;
        browser
            .until(
                "document.querySelector('#engine-lines .value.exact')?.textContent.includes('−')",
            )
            .await?;
        let before = browser.ask("document.querySelector('#engine-lines').textContent").await?;
        browser.press(" ").await?;
        browser.until("new URLSearchParams(location.search).get('moves').length === 2").await?;
        browser.until(&format!("document.querySelector('#engine-lines').textContent !== {before:?} && \
                                document.querySelector('#engine-lines .value.exact')?.textContent.includes('+')")).await?;
        browser
            .until("document.getElementById('gauge').getAttribute('aria-valuetext') === 'O wins'")
            .await?;
        browser.close().await
    });
}
