//! A server, a browser and words for what people do with it.

use std::{
    env,
    io::{BufRead, BufReader},
    mem::ManuallyDrop,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, Instant},
};

use serde_json::json;
use thirtyfour::prelude::*;

use crate::PATIENCE;

/// A window of the browser is no narrower; a phone is.
const NARROWEST: u32 = 500;

pub type Outcome = WebDriverResult<()>;

/// A program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The first line of a program's output that holds a word, from there on.
fn read_until(child: &mut Child, word: &str) -> String {
    let output = child.stdout.take().expect("it was started with a pipe");
    let mut lines = BufReader::new(output).lines();
    let line = lines.find_map(|line| line.ok().filter(|line| line.contains(word)));
    // Whoever stops reading may stop the program.
    std::thread::spawn(move || lines.for_each(drop));
    line.expect("it says where it is")
}

/// A workbench of its own, with a folder of its own.
pub struct Server {
    running: Option<Running>,
    pub address: String,
    folder: PathBuf,
}

impl Server {
    pub fn start() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("mossa-browser-{}-{number}", std::process::id()));
        let (running, address) = run("127.0.0.1:0", &folder);
        Self { running: Some(running), address, folder }
    }

    /// Lets bots play a match into the same folder.
    pub fn play_match(&self, arguments: &[&str]) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mossa"));
        command.arg("match").args(arguments).arg("--data").arg(&self.folder);
        let status = command.stdout(Stdio::null()).status().expect("the program runs");
        assert!(status.success(), "{arguments:?}");
    }

    /// Ends it without a word, as a crash would, and starts it again at the same place.
    pub fn crash_and_restart(&mut self) {
        self.running = None;
        std::thread::sleep(Duration::from_millis(500));
        let place = self.address.trim_start_matches("http://").trim_end_matches('/').to_owned();
        self.running = Some(run(&place, &self.folder).0);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.running = None;
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn run(place: &str, folder: &Path) -> (Running, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mossa"))
        .args(["--bind", place, "--data"])
        .arg(folder)
        .stdout(Stdio::piped())
        .spawn()
        .expect("mossa can be started");
    let line = read_until(&mut child, "http://");
    let address = line.split_whitespace().last().expect("an address").to_owned();
    (Running(child), address)
}

/// A browser, driven from outside.
pub struct Browser {
    /// Never dropped: to say goodbye it would wait for an answer, and a failed test has no time for that.
    pub driver: ManuallyDrop<WebDriver>,
    _running: Running,
}

impl Browser {
    pub async fn open(width: u32, height: u32) -> WebDriverResult<Self> {
        let mut child = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver can be started");
        let line = read_until(&mut child, "successfully on port ");
        let port: u16 = line
            .split("on port ")
            .nth(1)
            .and_then(|rest| rest.trim_end_matches('.').parse().ok())
            .expect("a port");
        let running = Running(child);
        let mut options = DesiredCapabilities::chrome();
        options.set_headless()?;
        options.set_no_sandbox()?;
        options.set_disable_gpu()?;
        options.set_disable_dev_shm_usage()?;
        options.add_arg("--hide-scrollbars")?;
        options.add_arg(&format!("--window-size={width},{height}"))?;
        if width < NARROWEST {
            let screen = json!({ "width": width, "height": height, "pixelRatio": 2.0 });
            options
                .add_experimental_option("mobileEmulation", json!({ "deviceMetrics": screen }))?;
        }
        let driver = WebDriver::new(format!("http://127.0.0.1:{port}"), options).await?;
        Ok(Self { driver: ManuallyDrop::new(driver), _running: running })
    }

    /// Opens a page and waits until its scripts have begun.
    pub async fn visit(&self, server: &Server, path: &str) -> Outcome {
        let address = server.address.trim_end_matches('/');
        self.driver.goto(format!("{address}{path}")).await?;
        if path.starts_with("/board") || path.starts_with("/game") {
            self.wait_for("html[data-ready=yes]").await?;
        }
        Ok(())
    }

    /// The first element that a selector finds, as soon as it is there.
    pub async fn wait_for(&self, selector: &str) -> WebDriverResult<WebElement> {
        self.driver.query(By::Css(selector)).wait(PATIENCE, Duration::from_millis(30)).first().await
    }

    /// Clicks on an element as soon as it is there and nothing covers its middle.
    ///
    /// Found and clicked in one script: the browser's own click looks first and clicks later, and hits
    /// something else when an answer of the engine moves the page in between.
    pub async fn click(&self, selector: &str) -> Outcome {
        let script = format!(
            "(() => {{
               const wanted = document.querySelector({selector:?});
               if (!wanted) return false;
               wanted.scrollIntoView({{ block: 'center', behavior: 'instant' }});
               const box = wanted.getBoundingClientRect();
               const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
               if (!hit || !wanted.contains(hit)) return false;
               wanted.click();
               return true;
             }})()"
        );
        self.until(&script).await
    }

    /// What a script answers.
    pub async fn ask(&self, script: &str) -> WebDriverResult<String> {
        let answer = self.driver.execute(format!("return String({script})"), vec![]).await?;
        answer.convert()
    }

    /// Waits until a script answers `true`.
    pub async fn until(&self, script: &str) -> Outcome {
        let begun = Instant::now();
        while self.ask(script).await? != "true" {
            if begun.elapsed() > PATIENCE {
                let status = self.ask("document.getElementById('status')?.textContent").await?;
                let answer = self.ask("document.getElementById('answer')?.textContent").await?;
                let at = self.ask("location.href").await?;
                panic!("this never came: {script}\nstatus: {status}\nanswer: {answer}\nat {at}");
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        Ok(())
    }

    /// Waits until the line below the board says something.
    pub async fn until_status(&self, words: &str) -> Outcome {
        let script = format!("document.getElementById('status').textContent.includes({words:?})");
        self.until(&script).await
    }

    /// Waits until the address holds these moves.
    pub async fn until_moves(&self, moves: &str) -> Outcome {
        let script = format!("new URLSearchParams(location.search).get('moves') === {moves:?}");
        self.until(&script).await
    }

    /// Clicks on the cell of a move.
    pub async fn play(&self, mv: &str) -> Outcome {
        self.wait_for(&format!("#board .hit[data-move='{mv}']")).await?;
        // A click in the middle of the cell, wherever its group begins.
        self.driver
            .execute(
                format!(
                    "const cell = document.querySelector(\"#board .hit[data-move='{mv}']\");
                     const box = cell.querySelector('rect').getBoundingClientRect();
                     const at = {{ bubbles: true, clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }};
                     document.elementFromPoint(at.clientX, at.clientY)?.closest('[data-move]')?.dispatchEvent(new MouseEvent('click', at))
                       ?? cell.dispatchEvent(new MouseEvent('click', at));"
                ),
                vec![],
            )
            .await?;
        Ok(())
    }

    /// Presses a key where no field has the focus.
    pub async fn press(&self, key: &str) -> Outcome {
        self.driver.action_chain().send_keys(key).perform().await
    }

    pub async fn close(self) -> Outcome {
        WebDriver::clone(&self.driver).quit().await
    }
}

/// Runs a scenario, if there is a browser to run it in.
pub fn scenario<F: Future<Output = Outcome>>(run: impl FnOnce() -> F) {
    if env::var_os("MOSSA_BROWSER").is_none() {
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime can be made");
    runtime.block_on(run()).expect("the browser does as it is told");
}
