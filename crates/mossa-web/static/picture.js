// The board: clicks, touches, keys and what shows when a cell is pointed at. The picture itself comes
// from the server.

const LARGE = 20;

export class Picture {
  /** `play` is called with the name of a move. */
  constructor(element, play) {
    this.element = element;
    this.play = play;
    this.flips = {};
    this.box = null;
    this.drag = null;
    this.fingers = new Map();
    element.addEventListener("click", (event) => this.click(event));
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("pointerover", (event) => this.point(event.target));
    element.addEventListener("focusin", (event) => this.point(event.target));
    element.addEventListener("pointerleave", () => this.point(null));
    element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    element.addEventListener("pointerdown", (event) => this.begin(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      element.addEventListener(end, (event) => this.end(event));
    }
  }

  get svg() {
    return this.element.querySelector("svg");
  }

  get hits() {
    return this.element.querySelector(".hits");
  }

  /** Shows a picture, with the cell that had the focus still having it. */
  show(text, flips) {
    const focused = this.element.contains(document.activeElement)
      ? document.activeElement.dataset.move
      : null;
    const box = this.svg && this.box ? this.box : null;
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    const fresh = document.importNode(parsed.documentElement, true);
    this.element.replaceChildren(fresh);
    this.flips = flips ?? this.flips;
    this.whole = fresh.viewBox.baseVal ? fresh.getAttribute("viewBox").split(" ").map(Number) : null;
    this.box = null;
    this.element.classList.toggle("large", this.isLarge);
    this.element.classList.remove("near");
    if (box && this.whole) this.look(box);
    this.rove(focused);
  }

  /** One cell only is reached by tab; the arrows go on from there. */
  rove(focused) {
    const cells = [...this.element.querySelectorAll(".hit[data-move]")];
    for (const cell of cells) cell.setAttribute("tabindex", "-1");
    const again = focused && cells.find((cell) => cell.dataset.move === focused);
    const first = again || cells[Math.floor(cells.length / 2)];
    first?.setAttribute("tabindex", "0");
    if (focused) (again || first || this.element).focus({ preventScroll: true });
  }

  click(event) {
    if (this.dragged) { this.dragged = false; return; }
    const cell = event.target.closest("[data-move]");
    if (cell) this.play(cell.dataset.move);
    else this.clickByMeasure(event);
  }

  /** Boards with very many moves have no element for each: the cell is told by where it is. */
  clickByMeasure(event) {
    const { hits } = this;
    if (!hits || hits.childElementCount > 0) return;
    const at = this.locate(event);
    const { x, y, cell, rows, columns } = hits.dataset;
    const column = Math.floor((at.x - x) / cell);
    const row = Math.floor((at.y - y) / cell);
    if (row < 0 || column < 0 || row >= rows || column >= columns) return;
    const frame = this.svg.classList.contains("frame");
    this.play(frame ? String(column + 1) : `${letters(column)}${row + 1}`);
  }

  locate(event) {
    const matrix = this.svg.getScreenCTM().inverse();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  }

  key(event) {
    const cell = event.target.closest("[data-move]");
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.play(cell.dataset.move);
      return;
    }
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(cell, way);
  }

  /** Goes to the nearest cell in a direction. */
  step(from, [right, down]) {
    const middle = (cell) => {
      const box = cell.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const cell of this.element.querySelectorAll(".hit[data-move]")) {
      const [cx, cy] = middle(cell);
      const along = (cx - x) * right + (cy - y) * down;
      const aside = Math.abs((cx - x) * down) + Math.abs((cy - y) * right);
      if (along > 1 && along + 3 * aside < least) {
        least = along + 3 * aside;
        best = cell;
      }
    }
    if (!best) return;
    from.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus();
  }

  /** Shows which discs a move would turn. */
  point(target) {
    this.element.querySelectorAll(".turning").forEach((ring) => ring.remove());
    const move = target?.closest?.("[data-move]")?.dataset.move;
    const turned = move && this.flips[move];
    if (!turned || !this.hits) return;
    const { x, y, cell, columns } = this.hits.dataset;
    for (const number of turned) {
      const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      ring.setAttribute("class", "turning");
      ring.setAttribute("cx", Number(x) + (number % columns + 0.5) * cell);
      ring.setAttribute("cy", Number(y) + (Math.floor(number / columns) + 0.5) * cell);
      ring.setAttribute("r", cell * 0.2);
      this.svg.append(ring);
    }
  }

  get isLarge() {
    return Number(this.hits?.dataset.columns ?? 0) > LARGE || Number(this.hits?.dataset.rows ?? 0) > LARGE;
  }

  wheel(event) {
    if (!this.isLarge && !event.ctrlKey) return;
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 0.8 : 1.25, this.locate(event));
  }

  /** Shows a part of the board: smaller than 1 comes nearer. */
  zoom(factor, at) {
    if (!this.whole) return;
    const [, , width, height] = this.whole;
    const [x, y, w, h] = this.box ?? this.whole;
    const scale = Math.min(Math.max(w * factor, width / 25), width) / w;
    const point = at ?? { x: x + w / 2, y: y + h / 2 };
    this.look([point.x - (point.x - x) * scale, point.y - (point.y - y) * scale, w * scale, h * scale]);
    if (scale * w >= width) this.look([0, 0, width, height]);
  }

  /** The whole board. */
  fit() {
    if (this.whole) this.look(this.whole);
  }

  look(box) {
    const [, , width, height] = this.whole;
    const x = Math.min(Math.max(box[0], 0), width - box[2]);
    const y = Math.min(Math.max(box[1], 0), height - box[3]);
    this.box = box[2] >= width ? null : [x, y, box[2], box[3]];
    this.element.classList.toggle("near", Boolean(this.box));
    this.svg.setAttribute("viewBox", (this.box ?? this.whole).join(" "));
  }

  begin(event) {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.dragged = false;
    this.pinched = this.spread();
    this.drag = this.box && this.fingers.size === 1 ? { x: event.clientX, y: event.clientY, box: this.box } : null;
  }

  end(event) {
    this.fingers.delete(event.pointerId);
    this.drag = null;
  }

  /** How far apart two fingers are, and what is between them. */
  spread() {
    if (this.fingers.size !== 2) return null;
    const [a, b] = [...this.fingers.values()];
    return { distance: Math.hypot(a.x - b.x, a.y - b.y), clientX: (a.x + b.x) / 2, clientY: (a.y + b.y) / 2 };
  }

  move(event) {
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const spread = this.spread();
    if (spread && this.pinched && this.isLarge) {
      this.dragged = true;
      if (spread.distance > 0) this.zoom(this.pinched.distance / spread.distance, this.locate(spread));
      this.pinched = spread;
      return;
    }
    if (!this.drag || !this.box) return;
    // A board that is turned around is moved the other way.
    const way = this.element.classList.contains("flipped") ? -1 : 1;
    const scale = (way * this.box[2]) / this.svg.getBoundingClientRect().width;
    const [dx, dy] = [event.clientX - this.drag.x, event.clientY - this.drag.y];
    if (Math.abs(dx) + Math.abs(dy) > 6) this.dragged = true;
    const [x, y, w, h] = this.drag.box;
    this.look([x - dx * scale, y - dy * scale, w, h]);
  }
}

/** The letters of a column, counted from 0. */
function letters(column) {
  let text = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  }
  return text;
}
