"""N-puzzles whose heuristic is a network, or a service that takes long to answer: one state at a time, or many."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # Threads of small products only wait, but use CPU time.

import numpy as np

from astarlib import AStar, BatchWeightedAStar, BeamSearch, SearchResult, with_heuristic
from astarlib.engines.engine import Engine
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.npuzzle.instances import KORF_100
from docs.examples.neural_puzzle import NeuralPuzzle, all_boards, solved_boards, train

DISTRIBUTIONS = ("numpy",)
ENGINES: dict[str, Engine] = {
    "A*": AStar(),
    "batches of 10": BatchWeightedAStar(batch=10),
    "batches of 100": BatchWeightedAStar(batch=100),
    "batches of 100, weight 2": BatchWeightedAStar(batch=100, weight=2),
    "beam of 100": BeamSearch(width=100, complete=False),
    "beam of 1,000": BeamSearch(width=1000, complete=False),
}


class RemotePuzzle(NPuzzle):
    """An 8-puzzle that asks a simulated service: 2 ms for each call, and 20 us for each of its states."""

    def heuristic_batch(self, states: Sequence[Any]) -> list[float]:
        time.sleep(0.002 + 0.00002 * len(states))
        return [super(RemotePuzzle, self).heuristic(state) for state in states]

    def heuristic(self, state: Any) -> float:
        return self.heuristic_batch([state])[0]


def search(kind: str, engine: str, count: int, alone: bool) -> Callable[[], dict[str, Any]]:
    """Solve some boards. With ``alone``, the engine asks for one state at a time."""
    boards, moves = all_boards()
    chosen = np.random.default_rng(1).permutation(len(boards))
    network = train(boards[chosen[:20_000]], moves[chosen[:20_000]]) if kind == "network" else None
    tests = [tuple(map(int, board)) for board in boards[chosen[20_000 : 20_000 + count]]]
    problems = [RemotePuzzle(board) if network is None else NeuralPuzzle(board, network) for board in tests]
    asked = [with_heuristic(problem, problem.heuristic) if alone else problem for problem in problems]

    def run() -> dict[str, Any]:
        begin = time.perf_counter()
        results = [ENGINES[engine].search(problem) for problem in asked]
        seconds = time.perf_counter() - begin
        return {"solved": len(results), "seconds": seconds, "figures": counts(results)}

    return run


def fifteen(engine: str, count: int, examples: int) -> Callable[[], dict[str, Any]]:
    """Solve some of Korf's 15-puzzles with a network that learned from ``examples`` solved boards, or with the
    Manhattan distance if there are none.
    """
    instances = KORF_100[:: 100 // count]
    problems = [instance.problem() for instance in instances]
    training = {}
    if examples > 0:
        begin = time.process_time()
        boards, moves = solved_boards(examples)
        solved = time.process_time()
        network = train(boards, moves)
        training = {"seconds for examples": solved - begin, "seconds of training": time.process_time() - solved}
        problems = [NeuralPuzzle(instance.board, network, goal=instance.goal) for instance in instances]

    def run() -> dict[str, Any]:
        results = [ENGINES[engine].search(problem) for problem in problems]
        expanded = sum(result.statistics.expanded for result in results)
        return {"solved": len(results), "figures": {**counts(results), "expanded": expanded, **training}}

    return run


def counts(results: Sequence[SearchResult[Any, Any]]) -> dict[str, float]:
    """Return the sums of the costs, and of the states and calls of the heuristic."""
    statistics = [result.statistics for result in results]
    return {
        "cost": sum(result.cost for result in results),
        "states": sum(each.evaluated for each in statistics),
        "calls": sum(each.heuristic_calls for each in statistics),
    }
