// The board page: one tree of moves, one place in it, and what is shown there. Where the page is
// about a game being played, the server holds its moves, and this page follows.
import { showExplanation } from "./explain.js";
import { copy, savePng } from "./files.js";
import { listenToKeys } from "./keyboard.js";
import { loadKeys, saveKeys, takeKeyFromAddress } from "./keys.js";
import { element, showEngine, showGauge, showMoves, showReview, showStrip } from "./panels.js";
import { Picture } from "./picture.js";
import { showSeats } from "./seats.js";
import { complete, get, listen, post, repaint, where } from "./server.js";
import { Tree } from "./tree.js";
import { Views } from "./views.js";

const $ = (id) => document.getElementById(id);
const begin = JSON.parse($("start").textContent);
const { spec, start } = begin.view;

begin.view.moves ??= [];
const LONGEST_ADDRESS = 24_000;
let tree = new Tree(begin.view.moves);
let current = tree.root.end;
let view = begin.view;
let game = begin.game;
let flipped = false;
let analysis = null;
let found = null;
let grades = null;
let explaining = null;
let clockAt = performance.now();
begin.view.svg = $("board").innerHTML;
const views = new Views(spec, start, begin.view);
const picture = new Picture($("board"), (move) => play(move));

// ---- keys of seats: who holds one may move for that side ----

const keys = () => (game ? loadKeys(game.id) : {});
const keyToMove = () => keys()[game.to_move] ?? "";
const anyKey = () => keys().first ?? keys().second ?? "";
const ownSide = () => {
  if (!game) return null;
  const [first, second] = game.seats.map((seat) => seat.person);
  if (first && !second) return "first";
  if (second && !first) return "second";
  if (keys().second && !keys().first) return "second";
  return null;
};

// ---- saying things ----

function say(text) {
  $("answer").textContent = text;
}

function announce(text) {
  if ($("status").textContent !== text) $("status").textContent = text;
}

// ---- the position ----

function address() {
  const query = String(new URLSearchParams(where(spec, start, current.path())));
  if (!game) return `/board?${query}`;
  // The server knows the moves of a game; a very long one would be too much for an address.
  return query.length > LONGEST_ADDRESS ? `/game/${game.id}` : `/game/${game.id}?${query}`;
}

function viewOf(node) {
  const extras = {};
  if ($("overlay").value) extras.player = $("overlay").value;
  if ($("threats").checked) extras.threats = "on";
  return views.of(node.path(), extras, game);
}

/** Goes to a position; `false` if it cannot be shown. */
async function show(node) {
  current = node;
  stopAnalysis();
  stopExplaining();
  try {
    const next = await viewOf(node);
    if (node !== current) return true;
    view = next;
    render();
    startAnalysis();
    return true;
  } catch (error) {
    say(error.message);
    return false;
  }
}

function render() {
  picture.show(view.svg, view.flips);
  $("zoom").hidden = !picture.isLarge;
  $("board").classList.toggle("flipped", flipped && view.family !== "connect");
  history.replaceState(null, "", address());
  announce(statusText());
  $("pass").hidden = !view.passes;
  showMoves(tree, current, grades, (node) => show(node));
  showStrip(view.strip);
  renderSeats();
  for (const [id, format] of [["export-text", "text"], ["export-svg", "svg"]]) {
    $(id).href = `/export?${new URLSearchParams({ ...where(spec, start, current.path()), format })}`;
  }
}

function statusText() {
  if (game && atTip() && game.over) return game.over.text;
  if (game && atTip() && game.thinking) return `${sideLetter(game.to_move)} thinks …`;
  return view.opinion ? `${view.status}; ${$("overlay").value} ${view.opinion}` : view.status;
}

const sideLetter = (side) => (side === "first" ? "X" : "O");
const atTip = () => game && current.path().join(" ") === game.moves.join(" ");

function renderSeats() {
  showSeats({ game, view, flipped, keys: keys(), passed: performance.now() - clockAt });
  const playing = game && !game.over;
  $("resign").hidden = !(playing && anyKey());
  const people = game?.seats.every((seat) => seat.person);
  $("invite").hidden = !(playing && people && keys().first && keys().second);
}

setInterval(() => {
  if (game?.clocks?.running) renderSeats();
}, 200);

// ---- moves ----

async function play(move) {
  if (game && !game.over && atTip()) return playHere(move);
  if (view.over) return say("the game is over");
  // Where there are very many moves only the server knows them all.
  if (!view.many && !view.legal.includes(move)) return say(`${move} is not possible here`);
  grades = null;
  const before = current;
  const isNew = !before.children.some((child) => child.move === move);
  const node = tree.add(before, move);
  if (await show(node)) return say("");
  if (isNew) tree.remove(node);
  if (current === node) current = before;
  return startAnalysis();
}

async function playHere(move) {
  if (!game.seats[game.to_move === "first" ? 0 : 1].person) return say("it is not your turn");
  try {
    const known = game.moves;
    const state = await post(`/api/games/${game.id}/move`, {
      key: keyToMove(), move, after: known.length,
    });
    follow(complete(state, known));
    say("");
  } catch (error) {
    say(error.message);
  }
}

/** Takes in how a game stands. */
function follow(state) {
  if (game && state.run === game.run && state.version < game.version) return;
  const wasAtTip = !game || atTip() || game.moves.length === 0;
  game = state;
  clockAt = performance.now();
  const tip = tree.follow(state.moves, true);
  if (wasAtTip && tip !== current) show(tip);
  else {
    announce(statusText());
    renderSeats();
    showMoves(tree, current, grades, (node) => show(node));
  }
}

function watchGame() {
  if (!game) return;
  // What this stream has told so far: it tells only what is new.
  let heard = [];
  listen(`/api/games/${game.id}/events`, null, {
    message: (news) => {
      const state = complete(news, heard);
      heard = state.moves;
      $("status").classList.remove("lost");
      follow(state);
    },
    error: () => { $("status").classList.add("lost"); announce("reconnecting …"); },
    open: () => announce(statusText()),
  });
}

// ---- the engine ----

function stopAnalysis() {
  analysis?.close();
  analysis = null;
  found = null;
}

function startAnalysis() {
  stopAnalysis();
  const on = $("engine-on").checked;
  $("engine-body").hidden = !on;
  $("gauge").hidden = !on;
  if (!on || document.hidden) return;
  $("engine-lines").replaceChildren();
  if (view.over) {
    $("engine-numbers").textContent = view.over.text;
    const chance = { first: 1, second: 0 }[view.over.winner] ?? 0.5;
    showGauge(chance, true);
    return;
  }
  $("engine-numbers").textContent = "waiting …";
  const node = current;
  let shown = null;
  analysis = listen("/api/analysis", where(spec, start, node.path()), {
    message: (answer, source) => {
      if (node !== current) return;
      answer.svg ??= repaint(shown, answer.patch);
      shown = answer.svg;
      found = answer;
      showEngine(answer, play);
      if (!$("overlay").value) picture.show(answer.svg, view.flips);
      if (answer.done) source.close();
    },
    busy: (_, source) => {
      source.close();
      $("engine-numbers").textContent = "The server is busy; try again in a few seconds.";
    },
    error: (source) => {
      source.close();
      if (!found) $("engine-numbers").textContent = "The engine cannot be reached.";
    },
  });
}

async function playBest() {
  if (!$("engine-on").checked) {
    $("engine-on").checked = true;
    startAnalysis();
  }
  for (let tries = 0; tries < 40 && !found; tries += 1) {
    await new Promise((wake) => setTimeout(wake, 50));
  }
  const best = found?.moves[0]?.move;
  if (best) play(best);
}

// ---- words ----

function stopExplaining() {
  explaining?.abort();
  explaining = null;
  $("explanation").replaceChildren(element("p", "faint", "Who is better, why, and what each move does, in words."));
}

async function explain() {
  stopExplaining();
  const own = new AbortController();
  explaining = own;
  $("explanation").replaceChildren(element("p", "faint", "Thinking about it …"));
  try {
    const answer = await get("/api/explain", where(spec, start, current.path()), own.signal);
    if (explaining === own) showExplanation(answer);
  } catch (error) {
    if (explaining === own) $("explanation").replaceChildren(element("p", "", error.message));
  }
}

// ---- review ----

function review() {
  const moves = (game && game.over ? tree.follow(game.moves) : tree.root.end).path();
  const box = $("review");
  box.replaceChildren(element("p", "faint", "Looking at every position …"));
  listen("/api/review", where(spec, start, moves), {
    progress: ({ done, all }) => {
      box.replaceChildren(element("p", "faint", `${done} of ${all} moves`));
    },
    review: (answer, source) => {
      source.close();
      grades = answer.moves.map((move) => move.grade);
      showReview(answer, (number) => show(tree.follow(moves.slice(0, number))));
      showMoves(tree, current, grades, (node) => show(node));
    },
    busy: (_, source) => {
      source.close();
      box.replaceChildren(element("p", "", "The server is busy; try again in a few seconds."));
    },
    error: (source) => {
      source.close();
      if (!grades) box.replaceChildren(element("p", "", "There is nothing to review yet."));
    },
  });
}

// ---- what the buttons and keys do ----

const deeds = {
  first: () => show(tree.root),
  previous: () => current.parent && show(current.parent),
  next: () => current.next && show(current.next),
  last: () => show(current.end),
  back: async () => {
    if (game && !game.over && anyKey()) {
      try {
        const before = game.moves;
        const lastMover = game.to_move === "first" ? "second" : "first";
        const key = keys()[lastMover] ?? anyKey();
        const state = await post(`/api/games/${game.id}/back`, { key });
        game = { ...game, moves: before };
        current = tree.follow(before);
        follow(state);
        if (!atTip()) show(tree.follow(state.moves));
      } catch (error) { say(error.message); }
    } else if (current.parent) {
      show(tree.remove(current));
    }
  },
  pass: () => play("pass"),
  resign: async () => {
    try { follow(await post(`/api/games/${game.id}/resign`, { key: keyToMove() || anyKey() })); render(); }
    catch (error) { say(error.message); }
  },
  flip: () => { flipped = !flipped; $("board").classList.toggle("flipped", flipped && view.family !== "connect"); renderSeats(); },
  help: () => $("help").showModal(),
  best: playBest,
  promote: () => { tree.promote(current); render(); },
  delete: () => show(tree.remove(current)),
  review,
  explain,
  share: () => copy(new URL(`/board?${new URLSearchParams(where(spec, start, current.path()))}`, location).href, "The address of this position was copied.", say),
  invite: () => {
    const { second, ...own } = keys();
    const query = new URLSearchParams({ key: second, side: "second" });
    copy(new URL(`/game/${game.id}?${query}`, location).href, "Send this link to the other player, who plays O.", say);
    saveKeys(game.id, own);
    renderSeats();
  },
  engine: () => $("engine-on").click(),
  type: () => $("entry-text").focus(),
  nearer: () => picture.zoom(0.8),
  farther: () => picture.zoom(1.25),
  whole: () => picture.fit(),
  png: () => savePng($("export-svg").href, say),
};

document.addEventListener("click", (event) => {
  const deed = event.target.closest("[data-do]")?.dataset.do;
  if (deed) deeds[deed]();
});

listenToKeys(deeds);

$("entry").addEventListener("submit", (event) => {
  event.preventDefault();
  const move = $("entry-text").value.trim().toLowerCase();
  $("entry-text").value = "";
  if (move) play(move);
});

$("engine-on").addEventListener("change", () => {
  try { localStorage.setItem("mossa-engine", $("engine-on").checked ? "on" : ""); } catch { /* private mode */ }
  if (!$("engine-on").checked) { stopAnalysis(); picture.show(view.svg, view.flips); }
  startAnalysis();
});

for (const id of ["overlay", "threats"]) $(id).addEventListener("change", () => show(current));
$("threats-label").hidden = !["mnk", "connect"].includes(begin.view.family);

document.addEventListener("visibilitychange", () => {
  // A page that nobody sees needs no engine.
  if (document.hidden) stopAnalysis();
  else if ($("engine-on").checked && !found?.done) startAnalysis();
});

$("play-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const values = Object.fromEntries(new FormData(event.target));
  const clock = values.clock ? values.clock.split(",").map(Number) : null;
  try {
    const state = await post("/api/games", {
      ...where(spec, start, current.path()), first: values.first, second: values.second, clock, learn: Boolean(values.learn),
    });
    saveKeys(state.id, { first: state.keys[0], second: state.keys[1] });
    location.assign(`/game/${state.id}`);
  } catch (error) {
    say(error.message);
  }
});

$("paste-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const answer = await post("/api/paste", { text: $("paste-text").value, spec });
    const query = new URLSearchParams({ spec: answer.spec, moves: answer.moves });
    if (answer.start) query.set("start", answer.start);
    location.assign(`/board?${query}`);
  } catch (error) {
    say(error.message);
  }
});

// ---- begin ----

if (game) takeKeyFromAddress(game.id);
const todo = new URLSearchParams(location.search).get("do");
if (game && game.seats.every((seat) => seat.person) && keys().second && !keys().first) flipped = true;
if (ownSide() === "second") flipped = true;
try { $("engine-on").checked = !game && localStorage.getItem("mossa-engine") === "on"; } catch { /* private mode */ }
const second = document.querySelector('#play-form select[name="second"]');
if (second.querySelector('option[value="engine:level=3"]')) second.value = "engine:level=3";
render();
startAnalysis();
watchGame();
if (["review", "explain"].includes(todo)) deeds[todo]();
document.documentElement.dataset.ready = "yes";
