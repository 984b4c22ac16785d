// The board page: one tree of moves, one place in it, and what is shown there. Where the page is
// about a game being played, the server holds its moves, and this page follows.
import { element, showEngine, showGauge, showMoves, showReview, showStrip } from "./panels.js";
import { Picture } from "./picture.js";
import { get, listen, post, where } from "./server.js";
import { Tree } from "./tree.js";

const $ = (id) => document.getElementById(id);
const begin = JSON.parse($("start").textContent);
const { spec, start } = begin.view;

let tree = new Tree(begin.view.moves);
let current = tree.root.end;
let view = begin.view;
let game = begin.game;
let flipped = false;
let analysis = null;
let found = null;
let grades = null;
let clockAt = performance.now();
const views = new Map([[begin.view.moves.join(" "), begin.view]]);
const picture = new Picture($("board"), (move) => play(move));

// ---- keys of seats: who holds one may move for that side ----

const keyName = (id) => `mossa-keys-${id}`;

function loadKeys(id) {
  try { return JSON.parse(localStorage.getItem(keyName(id))) ?? {}; } catch { return {}; }
}

function saveKeys(id, keys) {
  try { localStorage.setItem(keyName(id), JSON.stringify(keys)); } catch { /* private mode */ }
}

function takeKeyFromAddress() {
  const query = new URLSearchParams(location.search);
  if (!game || !query.has("key")) return;
  const side = query.get("side") === "first" ? "first" : "second";
  saveKeys(game.id, { ...loadKeys(game.id), [side]: query.get("key") });
}

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
  const query = new URLSearchParams(where(spec, start, current.path()));
  const path = game ? `/game/${game.id}` : "/board";
  return `${path}?${query}`;
}

async function viewOf(node) {
  const moves = node.path();
  const name = moves.join(" ");
  const extras = {};
  if ($("overlay").value) extras.player = $("overlay").value;
  if ($("threats").checked) extras.threats = "on";
  const plain = Object.keys(extras).length === 0;
  if (plain && views.has(name)) return views.get(name);
  const answer = await get("/api/view", { ...where(spec, start, moves), ...extras });
  if (plain) {
    if (views.size > 500) views.clear();
    views.set(name, answer);
  }
  return answer;
}

async function show(node) {
  current = node;
  stopAnalysis();
  try {
    const next = await viewOf(node);
    if (node !== current) return;
    view = next;
    render();
    startAnalysis();
  } catch (error) {
    say(error.message);
  }
}

function render() {
  picture.show(view.svg, view.flips);
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
  const sides = flipped ? ["first", "second"] : ["second", "first"];
  ["seat-top", "seat-bottom"].forEach((id, place) => {
    const side = sides[place];
    const index = side === "first" ? 0 : 1;
    const seat = $(id);
    seat.className = `seat ${side}${view.to_move === side && !view.over ? " turn" : ""}`;
    seat.querySelector(".name").textContent = seatName(index);
    seat.querySelector(".count").textContent = view.discs ? String(view.discs[index]) : "";
    seat.querySelector(".clock").textContent = clockText(index);
  });
  const playing = game && !game.over;
  $("resign").hidden = !(playing && anyKey());
  const people = game?.seats.every((seat) => seat.person);
  $("invite").hidden = !(playing && people && keys().first && keys().second);
}

function seatName(index) {
  const letter = index ? "O" : "X";
  if (!game) return letter;
  const seat = game.seats[index];
  if (!seat.person) return `${letter}  ${seat.name}`;
  const side = index ? "second" : "first";
  return `${letter}  ${keys()[side] ? "you" : "a person"}`;
}

function clockText(index) {
  if (!game?.clocks) return "";
  let left = game.clocks.left[index];
  const turn = (game.to_move === "first" ? 0 : 1) === index;
  if (turn && game.clocks.running) left = Math.max(0, left - (performance.now() - clockAt));
  const seconds = Math.ceil(left / 1000);
  return left < 10_000
    ? (left / 1000).toFixed(1)
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

setInterval(() => {
  if (game?.clocks?.running) renderSeats();
}, 200);

// ---- moves ----

async function play(move) {
  if (game && !game.over && atTip()) return playHere(move);
  if (view.over) return say("the game is over");
  if (!view.legal.includes(move)) return say(`${move} is not possible here`);
  grades = null;
  return show(tree.add(current, move));
}

async function playHere(move) {
  if (!game.seats[game.to_move === "first" ? 0 : 1].person) return say("it is not your turn");
  try {
    follow(await post(`/api/games/${game.id}/move`, {
      key: keyToMove(), move, after: game.moves.length,
    }));
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
  listen(`/api/games/${game.id}/events`, null, {
    message: (state) => { $("status").classList.remove("lost"); follow(state); },
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
  analysis = listen("/api/analysis", where(spec, start, node.path()), {
    message: (answer, source) => {
      if (node !== current) return;
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

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say(text);
  }
}

async function savePng() {
  const answer = await fetch($("export-svg").href);
  const address_ = URL.createObjectURL(await answer.blob());
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = "position.png";
      link.click();
      URL.revokeObjectURL(link.href);
    });
    URL.revokeObjectURL(address_);
  };
  image.src = address_;
}

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
  share: () => copy(new URL(`/board?${new URLSearchParams(where(spec, start, current.path()))}`, location).href, "The address of this position was copied."),
  invite: () => {
    const { second, ...own } = keys();
    const query = new URLSearchParams({ key: second, side: "second" });
    copy(new URL(`/game/${game.id}?${query}`, location).href, "Send this link to the other player, who plays O.");
    saveKeys(game.id, own);
    renderSeats();
  },
  png: savePng,
};

document.addEventListener("click", (event) => {
  const deed = event.target.closest("[data-do]")?.dataset.do;
  if (deed) deeds[deed]();
});

const KEYS = {
  ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "first", ArrowDown: "last",
  f: "flip", " ": "best", "?": "help", z: "back",
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  if (target.closest("input, textarea, select, dialog")) return;
  if (event.key === " " && target.closest("button, a, summary")) return;
  if (event.key === "l") { $("engine-on").click(); return; }
  if (event.key === "m") { event.preventDefault(); $("entry-text").focus(); return; }
  if (event.key === "+" || event.key === "=") { picture.zoom(0.8); return; }
  if (event.key === "-") { picture.zoom(1.25); return; }
  if (event.key === "0") { picture.fit(); return; }
  const deed = KEYS[event.key];
  if (!deed) return;
  event.preventDefault();
  deeds[deed]();
});

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
      ...where(spec, start, current.path()), first: values.first, second: values.second, clock,
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

takeKeyFromAddress();
if (game && game.seats.every((seat) => seat.person) && keys().second && !keys().first) flipped = true;
if (ownSide() === "second") flipped = true;
try { $("engine-on").checked = !game && localStorage.getItem("mossa-engine") === "on"; } catch { /* private mode */ }
const second = document.querySelector('#play-form select[name="second"]');
if (second.querySelector('option[value="engine:level=3"]')) second.value = "engine:level=3";
render();
startAnalysis();
watchGame();
document.documentElement.dataset.ready = "yes";
