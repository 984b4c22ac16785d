//! Games with others: a bot, another person, another tab, a server that crashes.

use crate::harness::{Browser, Outcome, Server, scenario};

/// Begins a game from the form beside the board.
pub async fn begin(browser: &Browser, first: &str, second: &str) -> Outcome {
    for (name, player) in [("first", first), ("second", second)] {
        let script =
            format!("document.querySelector('#play-form select[name={name}]').value = {player:?}");
        browser.ask(&script).await?;
    }
    browser.click("#play-form .main").await?;
    browser.until("location.pathname.startsWith('/game/') && document.documentElement.dataset.ready === 'yes'").await
}

#[test]
fn a_bot_answers() {
    scenario(async || {
        let (server, browser) = (Server::start(), Browser::open(1200, 1000).await?);
        browser.visit(&server, "/board?spec=connect4").await?;
        begin(&browser, "person", "greedy").await?;
        browser.play("4").await?;
        let two =
            "(new URLSearchParams(location.search).get('moves') || '').split(' ').length === 2";
        browser.until(two).await?;
        browser.click("[data-do=back]").await?;
        browser.until_moves("").await?;
        browser.play("1").await?;
        browser.until(two).await?;
        browser.click("#resign").await?;
        browser.until_status("O (second player) wins, the other side resigned").await?;
        // The finished game is kept.
        for _ in 0..100 {
            browser.visit(&server, "/archive").await?;
            if browser.ask("document.querySelectorAll('tbody tr').length").await? == "1" {
                break;
            }
        }
        browser.until("document.querySelector('tbody tr')?.textContent.includes('resign')").await?;
        browser.close().await
    });
}

#[test]
fn two_people_play_by_link() {
    scenario(async || {
        let (server, x) = (Server::start(), Browser::open(1200, 1000).await?);
        x.visit(&server, "/board?spec=tictactoe").await?;
        begin(&x, "person", "person").await?;
        // The link is shown where it cannot be copied.
        x.ask("Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } })").await?;
        x.click("#invite").await?;
        x.until("Boolean(window.copied)").await?;
        let link = x.ask("new URL(window.copied).pathname + new URL(window.copied).search").await?;
        let o = Browser::open(1200, 1000).await?;
        o.visit(&server, &link).await?;
        o.until("!location.search.includes('key=')").await?;
        x.play("a1").await?;
        o.until_moves("a1").await?;
        // X cannot move for O.
        x.until_moves("a1").await?;
        x.play("c3").await?;
        x.until("document.getElementById('answer').textContent.includes('turn')").await?;
        for (who, other, mv, all) in [
            (&o, &x, "a2", "a1 a2"),
            (&x, &o, "b1", "a1 a2 b1"),
            (&o, &x, "b2", "a1 a2 b1 b2"),
            (&x, &o, "c1", "a1 a2 b1 b2 c1"),
        ] {
            who.play(mv).await?;
            other.until_moves(all).await?;
        }
        o.until_status("X (first player) wins").await?;
        o.close().await?;
        x.close().await
    });
}

#[test]
fn two_tabs_stay_in_step() {
    scenario(async || {
        let (server, browser) = (Server::start(), Browser::open(1200, 1000).await?);
        browser.visit(&server, "/board?spec=gomoku").await?;
        begin(&browser, "person", "person").await?;
        let here = browser.ask("location.pathname").await?;
        let first = browser.driver.window().await?;
        let second = browser.driver.new_tab().await?;
        browser.driver.switch_to_window(second.clone()).await?;
        browser.visit(&server, &here).await?;
        browser.play("h8").await?;
        browser.until_moves("h8").await?;
        browser.driver.switch_to_window(first).await?;
        browser.until_moves("h8").await?;
        browser.play("i9").await?;
        browser.driver.switch_to_window(second).await?;
        browser.until_moves("h8 i9").await?;
        browser.close().await
    });
}

#[test]
fn a_game_goes_on_after_a_crash_of_the_server() {
    scenario(async || {
        let (mut server, browser) = (Server::start(), Browser::open(1200, 1000).await?);
        browser.visit(&server, "/board?spec=connect4").await?;
        begin(&browser, "person", "person").await?;
        browser.play("4").await?;
        browser.until_moves("4").await?;
        server.crash_and_restart();
        browser.until("!document.getElementById('status').classList.contains('lost')").await?;
        browser.play("3").await?;
        browser.until_moves("4 3").await?;
        browser.close().await
    });
}
