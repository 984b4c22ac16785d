"""Solves positions of connect4 with BitBully and tells how long each took.

Reads a line of columns, counted from 1 and without blanks, and answers with one line of JSON:
{"score", "nodes", "cpu_seconds"}; so on until the input ends. The score is the one of the public
test sets, which is BitBully's own.

Each position gets a cleared table, no opening book, and one thread. What is not BitBully's work is
not counted: clearing the table, which takes a thousand times as long as an easy position; the first
call after that, which a clearing that swept all caches makes slow; and what it costs to read the
clock and to call from Python, which is measured every time and taken off.

    python bitbully_peer.py
"""

import json
import sys
import time

from bitbully import bitbully_core

# The mover has three in a row and wins at once: a search that hardly looks at anything.
EASY = [0, 1, 0, 1, 0, 1]


def board_of(columns):
    """A board on which these columns, counted from 0, were played."""
    board = bitbully_core.BoardCore()
    if not board.play(columns):
        raise ValueError(f"BitBully refuses the moves {columns}")
    return board


def solve(solver, board, easy):
    """Solves a position and returns what is to be printed."""
    solver.resetTranspositionTable()
    solver.mtdf(easy, 0)
    solver.resetNodeCounter()
    clock = time.process_time_ns
    # Both intervals hold one reading of the clock and one call; a first, slow one goes unused.
    clock()
    solver.isBookLoaded()
    before = clock()
    solver.isBookLoaded()
    start = clock()
    score = solver.mtdf(board, 0)
    end = clock()
    overhead = start - before
    cpu_seconds = max(end - start - overhead, 0) / 1e9
    return {"score": score, "nodes": solver.getNodeCounter(), "cpu_seconds": cpu_seconds}


def main():
    """Answers until the input ends."""
    # Without a path it has no opening book.
    solver = bitbully_core.BitBullyCore()
    easy = board_of(EASY)
    for line in sys.stdin:
        board = board_of([int(digit) - 1 for digit in line.strip()])
        print(json.dumps(solve(solver, board, easy)), flush=True)


if __name__ == "__main__":
    main()
