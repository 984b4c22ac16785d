// What a position is about, in words.
import { element } from "./panels.js";

function table({ header, rows }) {
  const made = element("table", "words-table");
  const head = element("tr");
  for (const title of header) {
    const cell = element("th", "", title);
    cell.scope = "col";
    head.append(cell);
  }
  made.append(element("thead"), element("tbody"));
  made.tHead.append(head);
  for (const row of rows) {
    const line = element("tr");
    for (const text of row) line.append(element("td", "", text));
    made.tBodies[0].append(line);
  }
  const box = element("div", "words-scroll");
  box.tabIndex = 0;
  box.append(made);
  return box;
}

function block(part) {
  if (part.text !== undefined) return element("p", "", part.text);
  if (part.lines !== undefined) {
    const lines = element("pre", "words-scroll", part.lines.join("\n"));
    lines.tabIndex = 0;
    return lines;
  }
  return table(part.table);
}

/** Shows an explanation. */
export function showExplanation(found) {
  const sections = found.sections.map((section) => {
    const made = element("section", "words");
    made.append(element("h3", "", section.title), ...section.blocks.map(block));
    return made;
  });
  document.getElementById("explanation").replaceChildren(...sections);
}
