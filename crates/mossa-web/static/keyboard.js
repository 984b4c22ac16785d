// Keys, as on other boards of the web.

const KEYS = {
  ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "first", ArrowDown: "last",
  e: "explain", f: "flip", l: "engine", m: "type", z: "back", " ": "best", "?": "help",
  "+": "nearer", "=": "nearer", "-": "farther", 0: "whole",
};

/** Does what a key stands for, unless somebody writes or a button has the focus. */
export function listenToKeys(deeds) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target.closest("input, textarea, select, dialog")) return;
    if (event.key === " " && target.closest("button, a, summary")) return;
    const deed = KEYS[event.key];
    if (!deed) return;
    event.preventDefault();
    deeds[deed]();
  });
}
