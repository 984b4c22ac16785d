"""Measures uniform random playouts of OpenSpiel in moves per CPU second.

The playouts are those of the C++ class RandomRolloutEvaluator, reached through an MCTSBot that
makes a single simulation, so that next to all of the time is spent in C++. The first simulation
of a search evaluates the root itself, since a node is only descended from once it has been
visited; with one simulation of n roll-outs a search therefore plays n whole games from the first
position. This is checked on every search: the root must have one visit and no children.

The evaluator does not tell how many moves it made. They are counted as games times the mean
length of a game, which is sampled beforehand, outside of the measured time, by playing uniformly
among the legal actions from the same position, until its standard error is small. A forced pass
in othello is an action of OpenSpiel and counts as a move.

Prints one line of JSON for every measurement: {"game", "games", "moves", "cpu_seconds"}.

    python openspiel.py [--seconds SECONDS] [GAME ...]
    python openspiel.py --serve        (reads lines "GAME SECONDS" until the input ends)
"""

import argparse
import functools
import json
import random
import sys
import time

import pyspiel

# Our names of the games, and OpenSpiel's; all parameters are spelt out, defaults may change.
GAMES = {
    "connect4": "connect_four(rows=6,columns=7,x_in_row=4)",
    "tictactoe": "tic_tac_toe",
    "othello": "othello",
    "gomoku": "gomoku(size=15,dims=2,connect=5,wrap=False,anti=False)",
    "sticks": "nim(pile_sizes=1;3;5;7,is_misere=True)",
}

SEED = 1
# Standard error of the mean length, as a part of it, at which the sampling stops.
LENGTH_PRECISION = 0.0015
# CPU time that one search is to take: long beside the cost of a call from Python (some
# microseconds), short beside a round.
SEARCH_SECONDS = 0.02


def mean_length(game, generator):
    """The mean number of moves of a uniformly random game, sampled to LENGTH_PRECISION."""
    games, total, total_of_squares = 0, 0, 0
    while True:
        for _ in range(200):
            state = game.new_initial_state()
            length = 0
            while not state.is_terminal():
                state.apply_action(generator.choice(state.legal_actions()))
                length += 1
            games += 1
            total += length
            total_of_squares += length * length
        mean = total / games
        variance = total_of_squares / games - mean * mean
        if (variance / games) ** 0.5 <= LENGTH_PRECISION * mean:
            return mean


class Playouts:
    """Timed playouts of one game."""

    def __init__(self, name):
        self.name = name
        self.game = pyspiel.load_game(GAMES[name])
        self.root = self.game.new_initial_state()
        self.mean_length = mean_length(self.game, random.Random(SEED))
        self.rollouts = 1
        self.bot = self.make_bot()
        self.calibrate()

    def make_bot(self):
        """A bot whose one simulation plays self.rollouts games."""
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=self.rollouts, seed=SEED)
        return pyspiel.MCTSBot(
            self.game, evaluator, uct_c=2.0, max_simulations=1, max_memory_mb=16,
            solve=False, seed=SEED, verbose=False)

    def calibrate(self):
        """Doubles the roll-outs of a search until it takes SEARCH_SECONDS."""
        while True:
            start = time.process_time()
            self.search()
            if time.process_time() - start >= SEARCH_SECONDS:
                return
            self.rollouts *= 2
            self.bot = self.make_bot()

    def search(self):
        """Plays self.rollouts games from the first position."""
        # Not bot.step(): it would go on to look for the best child, and there is none.
        node = self.bot.mcts_search(self.root)
        if node.explore_count != 1 or node.children:
            raise RuntimeError("the search did not evaluate the root alone")

    def measure(self, seconds):
        """Searches for the given CPU time and returns what is to be printed."""
        games = 0
        start = time.process_time()
        while True:
            self.search()
            games += self.rollouts
            cpu_seconds = time.process_time() - start
            if cpu_seconds >= seconds:
                break
        moves = round(games * self.mean_length)
        return {"game": self.name, "games": games, "moves": moves, "cpu_seconds": cpu_seconds}


@functools.lru_cache(maxsize=None)
def playouts_of(name):
    """The playouts of a game, prepared once."""
    return Playouts(name)


def answer(name, seconds):
    """Measures and prints."""
    print(json.dumps(playouts_of(name).measure(seconds)), flush=True)


def main():
    """Reads the command line and measures what it asks for."""
    parser = argparse.ArgumentParser(description="random playouts of OpenSpiel")
    parser.add_argument("games", metavar="GAME", nargs="*", help=", ".join(GAMES))
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--serve", action="store_true")
    arguments = parser.parse_args()
    if arguments.serve:
        for line in sys.stdin:
            name, seconds = line.split()
            answer(name, float(seconds))
    else:
        for name in arguments.games or GAMES:
            answer(name, arguments.seconds)


if __name__ == "__main__":
    main()
