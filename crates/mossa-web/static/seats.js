// Who sits at the board: names, whose turn it is, counts and clocks.

/** Shows both seats; `passed` is how many milliseconds ago the clocks were told. */
export function showSeats({ game, view, flipped, keys, passed }) {
  const sides = flipped ? ["first", "second"] : ["second", "first"];
  ["seat-top", "seat-bottom"].forEach((id, place) => {
    const side = sides[place];
    const index = side === "first" ? 0 : 1;
    const seat = document.getElementById(id);
    seat.className = `seat ${side}${view.to_move === side && !view.over && !game?.over ? " turn" : ""}`;
    seat.querySelector(".name").textContent = seatName(game, index, keys);
    seat.querySelector(".count").textContent = view.discs ? String(view.discs[index]) : "";
    seat.querySelector(".clock").textContent = clockText(game, index, passed);
  });
}

function seatName(game, index, keys) {
  const letter = `${index ? "O" : "X"}${color(index)}`;
  if (!game) return letter;
  const seat = game.seats[index];
  if (!seat.person) return `${letter}  ${seat.name}`;
  return `${letter}  ${keys[index ? "second" : "first"] ? "you" : "a person"}`;
}

/** What the stones of a side look like, where that is not their letter. */
function color(index) {
  const look = document.querySelector("#board svg")?.classList;
  if (look?.contains("frame")) return index ? ", red" : ", yellow";
  return look?.contains("stones") || look?.contains("felt") ? [", black", ", white"][index] : "";
}

function clockText(game, index, passed) {
  if (!game?.clocks) return "";
  let left = game.clocks.left[index];
  const turn = (game.to_move === "first" ? 0 : 1) === index;
  if (turn && game.clocks.running) left = Math.max(0, left - passed);
  const seconds = Math.ceil(left / 1000);
  return left < 10_000
    ? (left / 1000).toFixed(1)
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
