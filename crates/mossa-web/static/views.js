// Positions as the server shows them. What was shown before is kept, and of a large picture only what has
// changed is asked for.
import { get, repaint, where } from "./server.js";

/** So many characters of pictures are kept. */
const MOST_KEPT = 20e6;

/** Pictures larger than this are not sent again for each move. */
const LARGE = 24e3;

const name = (moves) => moves.join(" ");

export class Views {
  /** `first` is on the page already; as the browser writes it down it is not what the server wrote. */
  constructor(spec, start, first) {
    this.spec = spec;
    this.start = start;
    this.kept = new Map([[name(first.moves), first]]);
    this.size = 0;
  }

  /** The position after some moves; `game` is the one that is being played here, if any. */
  async of(moves, extras, game) {
    const isPlain = Object.keys(extras).length === 0;
    const known = this.kept.get(name(moves));
    if (isPlain && known) return known;
    const base = this.before(moves);
    const answer = await this.ask(moves, base ? { ...extras, since: base.count } : extras, game);
    if (answer.patch) answer.svg = repaint(base.svg, answer.patch);
    answer.patch = null;
    if (isPlain) this.keep(moves, answer);
    return answer;
  }

  /** A large picture of the position before, which need not be sent again. */
  before(moves) {
    const count = moves.length - 1;
    const known = count < 0 ? null : this.kept.get(name(moves.slice(0, count)));
    return known?.drawn && known.svg.length > LARGE ? { count, svg: known.svg } : null;
  }

  keep(moves, answer) {
    answer.drawn = true;
    this.size += answer.svg.length;
    if (this.size > MOST_KEPT) {
      this.kept.clear();
      this.size = answer.svg.length;
    }
    this.kept.set(name(moves), answer);
  }

  async ask(moves, extras, game) {
    if (isOf(game, moves)) {
      try {
        // The server knows the moves of a game, however many there are.
        const values = { ...extras, length: moves.length, turn: game.turn };
        return await get(`/api/games/${game.id}/view`, values);
      } catch (error) {
        // The game has gone on, or is gone: then the moves say it all.
        if (![404, 409].includes(error.status)) throw error;
      }
    }
    return get("/api/view", { ...where(this.spec, this.start, moves), ...extras });
  }
}

/** Whether a game begins with these moves. */
function isOf(game, moves) {
  return game && moves.length <= game.moves.length && moves.every((move, index) => move === game.moves[index]);
}
