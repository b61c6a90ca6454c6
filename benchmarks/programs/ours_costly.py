"""8-puzzles whose heuristic is a network, or a service that takes long to answer: one state at a time, or many."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from astarlib import AStar, BatchWeightedAStar, BeamSearch, with_heuristic
from astarlib.engines.engine import Engine
from astarlib.problems.npuzzle import NPuzzle
from docs.examples.neural_puzzle import NeuralPuzzle, all_boards, train

DISTRIBUTIONS = ("numpy",)
ENGINES: dict[str, Engine] = {
    "A*": AStar(),
    "batches of 10": BatchWeightedAStar(batch=10),
    "batches of 100": BatchWeightedAStar(batch=100),
    "beam of 100": BeamSearch(width=100, complete=False),
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
        counts = [result.statistics for result in results]
        figures = {
            "cost": sum(result.cost for result in results),
            "states": sum(each.evaluated for each in counts),
            "calls": sum(each.heuristic_calls for each in counts),
        }
        return {"solved": len(results), "seconds": seconds, "figures": figures}

    return run
