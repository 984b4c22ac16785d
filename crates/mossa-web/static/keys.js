// The keys of seats: whoever holds one may move for that side. The browser keeps them.

const name = (id) => `mossa-keys-${id}`;

export function loadKeys(id) {
  try { return JSON.parse(localStorage.getItem(name(id))) ?? {}; } catch { return {}; }
}

export function saveKeys(id, keys) {
  try { localStorage.setItem(name(id), JSON.stringify(keys)); } catch { /* private mode */ }
}

/** Keeps a key that came with the address. */
export function takeKeyFromAddress(id) {
  const query = new URLSearchParams(location.search);
  if (!query.has("key")) return;
  const side = query.get("side") === "first" ? "first" : "second";
  saveKeys(id, { ...loadKeys(id), [side]: query.get("key") });
}
