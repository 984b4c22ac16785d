// Talking to the server: every refusal comes back as an Error with words for people.

async function answer(response) {
  let body = null;
  try { body = await response.json(); } catch { /* not JSON */ }
  if (response.ok && body !== null) return body;
  const error = new Error(body?.error ? `${body.error}; ${body.hint}` : `the server says ${response.status}`);
  error.status = response.status;
  throw error;
}

async function send(url, options) {
  let response;
  try {
    response = await fetch(url, options);
  } catch {
    const error = new Error("the server cannot be reached");
    error.status = 0;
    throw error;
  }
  return answer(response);
}

/** Asks for JSON. */
export function get(path, values, signal) {
  return send(`${path}?${new URLSearchParams(values)}`, { headers: { accept: "application/json" }, signal });
}

/** Sends JSON. */
export function post(path, body) {
  return send(path, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
  });
}

/** Which position: what goes into every address. */
export function where(spec, start, moves) {
  const values = { spec, moves: moves.join(" ") };
  if (start) values.start = start;
  return values;
}

/** Listens to a stream until it is closed. `handlers` has a function for each kind of event. */
export function listen(path, values, handlers) {
  const query = values ? `?${new URLSearchParams(values)}` : "";
  const source = new EventSource(path + query);
  for (const [kind, handle] of Object.entries(handlers)) {
    if (kind === "open" || kind === "error") source.addEventListener(kind, () => handle(source));
    else source.addEventListener(kind, (event) => handle(JSON.parse(event.data), source));
  }
  return source;
}

/** The new picture: the old one, changed as the server says (see `patch.rs`). */
export function repaint(old, steps) {
  const parts = old.split("<");
  const fresh = [];
  let at = 0;
  for (const step of steps) {
    if (typeof step === "string") fresh.push(step);
    else if (Array.isArray(step)) {
      const [before, after, middle] = step;
      const part = parts[at];
      fresh.push(part.slice(0, before) + middle + part.slice(part.length - after));
      at += 1;
    } else {
      if (step > 0) for (const part of parts.slice(at, at + step)) fresh.push(part);
      at += Math.abs(step);
    }
  }
  return fresh.join("<");
}

/** How a game stands, with all moves, for a page that knows some of them. */
export function complete(state, known) {
  return { ...state, from: 0, moves: [...known.slice(0, state.from), ...state.moves] };
}
