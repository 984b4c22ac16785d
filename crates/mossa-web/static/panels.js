// What stands beside the board: the engine's lines, the moves, the review, the strip of sticks.

/** Makes an element with a class and text. */
export function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** How many a second, in a few characters. */
function short(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  if (number >= 1e3) return `${(number / 1e3).toFixed(0)} k`;
  return String(Math.round(number));
}

/** What the engine knows so far. */
export function showEngine(found, play) {
  const numbers = document.getElementById("engine-numbers");
  const speed = found.ms > 5 ? `, ${short((found.nodes / found.ms) * 1000)}/s` : "";
  const state = found.done ? "" : " …";
  numbers.textContent = `depth ${found.depth}, ${short(found.nodes)} positions${speed}${state}`;
  const lines = document.getElementById("engine-lines");
  lines.replaceChildren(...found.moves.filter((entry) => entry.line).map((entry) => {
    const row = element("li");
    const value = element("span", `value ${entry.tone} ${entry.exact ? "exact" : "estimate"}`, entry.text);
    value.title = entry.exact ? "proven" : "estimated";
    const button = element("button", "line", entry.line.join(" "));
    button.type = "button";
    button.setAttribute("aria-label", `Play ${entry.move}, worth ${entry.text}, ${entry.exact ? "proven" : "estimated"}`);
    button.addEventListener("click", () => play(entry.move));
    row.append(value, button);
    return row;
  }));
  showGauge(found.gauge, found.proven);
}

/** The chance of the first player. */
export function showGauge(chance, proven) {
  const gauge = document.getElementById("gauge");
  gauge.hidden = false;
  const percent = Math.round(100 * chance);
  gauge.setAttribute("aria-valuenow", String(percent));
  const words = proven ? ["O wins", "draw", "X wins"][Math.round(2 * chance)] : `${percent} % for X`;
  gauge.setAttribute("aria-valuetext", words);
  gauge.title = words;
  gauge.classList.toggle("proven", proven);
  gauge.style.setProperty("--part", String(chance));
}

/** The moves with their variations; `go` is called with a node. */
export function showMoves(tree, current, marks, go) {
  const box = document.getElementById("moves");
  const parts = [];
  const write = (node, into, fresh) => {
    let begins = fresh;
    for (let at = node; at; at = at.next) {
      const { ply } = at;
      if (ply % 2 === 1 || begins) {
        into.push(element("span", "number", ply % 2 === 1 ? `${(ply + 1) / 2}.` : `${ply / 2}…`));
      }
      begins = false;
      const button = element("button", at === current ? "move here" : "move", at.move);
      button.type = "button";
      button.tabIndex = -1;
      if (at === current) button.setAttribute("aria-current", "step");
      const mark = at.isMain ? marks?.[ply - 1] : null;
      if (mark && mark !== "best" && mark !== "good") {
        button.classList.add(mark);
        button.append(element("sup", "", { inaccuracy: "?!", mistake: "?", blunder: "??" }[mark]));
        button.title = mark;
      }
      button.addEventListener("click", () => go(at));
      into.push(button);
      const others = at.parent.children[0] === at ? at.parent.children.slice(1) : [];
      for (const other of others) {
        const branch = element("div", "variation");
        const inside = [];
        write(other, inside, true);
        branch.append(...inside);
        into.push(branch);
        begins = true;
      }
    }
  };
  if (tree.root.next) write(tree.root.next, parts, true);
  else parts.push(element("p", "faint", "No moves yet."));
  box.replaceChildren(...parts);
  const here = box.querySelector(".here");
  if (here) {
    const top = here.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 30) box.scrollTop = top - 40;
  }
}

/** The mistakes of the game and its graph; `go` is called with a number of moves. */
export function showReview(found, go) {
  const box = document.getElementById("review");
  const graph = element("div", "graph");
  const parsed = new DOMParser().parseFromString(found.chart, "image/svg+xml");
  graph.append(document.importNode(parsed.documentElement, true));
  graph.addEventListener("click", (event) => {
    let best = null;
    let least = Infinity;
    for (const point of graph.querySelectorAll(".point")) {
      const box_ = point.getBoundingClientRect();
      const distance = Math.abs(box_.left + box_.width / 2 - event.clientX);
      if (distance < least) { least = distance; best = point; }
    }
    if (best) go(Number(best.dataset.x));
  });
  const table = element("table", "sides");
  const head = element("tr");
  for (const title of ["", "?!", "?", "??", "lost per move"]) head.append(element("th", "", title));
  table.append(head);
  found.sides.forEach((side, index) => {
    const row = element("tr");
    const lost = side.lost === null ? "n/a" : `${(100 * side.lost).toFixed(1)} %`;
    for (const cell of [index ? "O" : "X", side.inaccuracies, side.mistakes, side.blunders, lost]) {
      row.append(element("td", "", String(cell)));
    }
    table.append(row);
  });
  const list = element("ol", "mistakes");
  found.moves.forEach((move, index) => {
    if (!move.sentence) return;
    const item = element("li", move.grade);
    item.append(element("p", "", move.sentence));
    const again = element("button", "small quiet", "Try again from here");
    again.type = "button";
    again.addEventListener("click", () => go(index));
    item.append(again);
    list.append(item);
  });
  const none = list.childElementCount === 0 ? [element("p", "faint", "No mistakes were found.")] : [];
  box.replaceChildren(graph, table, list, ...none);
}

/** As many columns as fit, a multiple of the period: then lost counts stand below each other. */
function columnsFor(lost, width) {
  const fit = Math.max(1, Math.floor((width + 4) / 36));
  const repeats = (period) => lost.every((is, count) => count < period || is === lost[count - period]);
  for (let period = 2; period <= fit; period += 1) {
    if (repeats(period)) return fit - (fit % period);
  }
  return fit;
}

/** Sticks: which counts are lost, and why. */
export function showStrip(strip) {
  const box = document.getElementById("strip");
  box.hidden = !strip;
  if (!strip) return;
  const cells = strip.lost.map((lost, count) => {
    const cell = element("li", lost ? "lost" : "won", String(count));
    if (count === strip.here) cell.classList.add("here");
    cell.title = `with ${count} the side to move ${lost ? "loses" : "wins"}`;
    return cell;
  });
  const list = element("ol", "counts");
  list.setAttribute("aria-label", "Counts: who must move there wins or loses");
  list.append(...cells);
  list.style.setProperty("--columns", String(columnsFor(strip.lost, box.clientWidth)));
  const why = strip.why.map((line) => element("p", "", line));
  const legend = element("p", "faint", "Blue: whoever must move wins. Orange, underlined: whoever must move loses.");
  box.replaceChildren(...(cells.length ? [list, legend] : []), ...why);
}
