// The moves of a game with their variations. The first child of a node is its main line.

export class Node {
  constructor(move, parent) {
    this.move = move;
    this.parent = parent;
    this.children = [];
  }

  /** The moves from the start to here. */
  path() {
    const moves = [];
    for (let node = this; node.parent; node = node.parent) moves.unshift(node.move);
    return moves;
  }

  get ply() {
    let ply = 0;
    for (let node = this; node.parent; node = node.parent) ply += 1;
    return ply;
  }

  get next() {
    return this.children[0] ?? null;
  }

  /** The end of the line that goes on from here. */
  get end() {
    let node = this;
    while (node.next) node = node.next;
    return node;
  }

  get isMain() {
    for (let node = this; node.parent; node = node.parent) {
      if (node.parent.children[0] !== node) return false;
    }
    return true;
  }
}

export class Tree {
  constructor(moves) {
    this.root = new Node(null, null);
    this.follow(moves);
  }

  /** The node after these moves; adds what is missing. With `main` the line becomes the main line. */
  follow(moves, main = false) {
    let node = this.root;
    for (const move of moves) node = this.add(node, move, main);
    return node;
  }

  /** Plays a move after a node: the child that is there already, or a new one. */
  add(node, move, main = false) {
    let child = node.children.find((known) => known.move === move);
    if (!child) {
      child = new Node(move, node);
      node.children.push(child);
    }
    if (main && node.children[0] !== child) {
      node.children = [child, ...node.children.filter((other) => other !== child)];
    }
    return child;
  }

  /** Makes the line through a node the main line. */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) this.add(at.parent, at.move, true);
  }

  /** Removes a node and all that follows; returns where that leaves us. */
  remove(node) {
    if (!node.parent) {
      node.children = [];
      return node;
    }
    const { parent } = node;
    parent.children = parent.children.filter((child) => child !== node);
    return parent;
  }
}
