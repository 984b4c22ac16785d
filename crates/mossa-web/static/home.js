// The first page: what is pasted is opened as a board.
import { post } from "./server.js";

const form = document.getElementById("paste-form");
const reply = document.getElementById("paste-answer");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const found = await post("/api/paste", { text: document.getElementById("paste-text").value });
    const query = new URLSearchParams({ spec: found.spec, moves: found.moves });
    if (found.start) query.set("start", found.start);
    location.assign(`/board?${query}`);
  } catch (error) {
    reply.textContent = error.message;
  }
});
