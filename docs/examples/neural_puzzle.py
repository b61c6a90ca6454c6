"""N-puzzles whose heuristic is a small neural network, in numpy alone."""

from __future__ import annotations

# --8<-- [start:imports]
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from astarlib import compiled, explore
from astarlib.problems import npuzzle
from astarlib.problems.npuzzle import AdditivePatternDatabase, NPuzzle, State

Array = NDArray[np.float64]
# --8<-- [end:imports]


# --8<-- [start:network]
class Network:
    """Estimates the number of moves to the goal, with two hidden layers."""

    def __init__(self, cells: int, seed: int, width: int = 64) -> None:
        random = np.random.default_rng(seed)
        sizes = [(cells**2, width), (width, width), (width, 1)]
        self.weights = [random.normal(0, (2 / rows) ** 0.5, (rows, columns)) for rows, columns in sizes]
        self.biases = [np.zeros(columns) for _, columns in sizes]

    def layers(self, boards: Array) -> list[Array]:
        """Return the input and the output of each layer. The input has a 1 for each pair of a cell and its tile."""
        count, cells = boards.shape
        inputs = np.zeros((count, cells**2))
        inputs[np.arange(count)[:, None], np.arange(cells) * cells + boards.astype(int)] = 1
        found = [inputs]
        for weight, bias in zip(self.weights[:-1], self.biases[:-1], strict=True):
            found.append(np.maximum(found[-1] @ weight + bias, 0))
        return [*found, found[-1] @ self.weights[-1] + self.biases[-1]]

    def __call__(self, boards: Array) -> Array:
        """Return the estimate for each board."""
        return self.layers(boards)[-1][:, 0]


# --8<-- [end:network]
# --8<-- [start:training]
def all_boards() -> tuple[Array, Array]:
    """Return every 8-puzzle that can reach the goal, and its number of moves. Every move can be undone."""
    explored = explore(NPuzzle("1 2 3 / 4 5 6 / 7 8 0"))
    return np.array(list(explored)), np.array([explored.cost(board) for board in explored], dtype=float)


def train(boards: Array, moves: Array, *, seed: int = 0, rounds: int = 15, size: int = 200) -> Network:
    """Return a network that was trained with Adam to give each board its number of moves."""
    random, network = np.random.default_rng(seed), Network(boards.shape[1], seed)
    network.biases[-1] += moves.mean()
    parameters = [*network.weights, *network.biases]
    mean, square = [np.zeros_like(each) for each in parameters], [np.zeros_like(each) for each in parameters]
    steps = rounds * (len(boards) // size)
    for step in range(steps):
        chosen = random.integers(0, len(boards), size)
        first, second, third, output = network.layers(boards[chosen])
        of_output = (output - moves[chosen, None]) / size
        of_third = (of_output @ network.weights[2].T) * (third > 0)
        of_second = (of_third @ network.weights[1].T) * (second > 0)
        errors = [of_second, of_third, of_output]
        inputs = [first, second, third]
        gradients = [each.T @ error for each, error in zip(inputs, errors, strict=True)]
        gradients += [error.sum(axis=0) for error in errors]
        rate = 0.003 * (1 - step / steps)
        for number, gradient in enumerate(gradients):
            mean[number] += 0.1 * (gradient - mean[number])
            square[number] += 0.001 * (gradient**2 - square[number])
            size_of_step = mean[number] / (1 - 0.9 ** (step + 1))
            scale = np.sqrt(square[number] / (1 - 0.999 ** (step + 1))) + 1e-8
            parameters[number] -= rate * size_of_step / scale
    return network


# --8<-- [end:training]
# --8<-- [start:puzzle]
class NeuralPuzzle(NPuzzle):
    """An N-puzzle with the estimates of a network, less ``margin``."""

    def __init__(self, board: str | State, network: Network, margin: float = 0, goal: State | None = None) -> None:
        super().__init__(board, goal)
        self.network, self.margin = network, margin

    def heuristic_batch(self, states: Sequence[State]) -> Array:
        boards = np.array(states)
        h = np.maximum(self.network(boards) - self.margin, 0)
        h[(boards == self.goal).all(axis=1)] = 0
        return h

    def heuristic(self, state: State) -> float:
        return float(self.heuristic_batch([state])[0])


# --8<-- [end:puzzle]
# --8<-- [start:larger]
def solved_boards(count: int) -> tuple[Array, Array]:
    """Solve random 15-puzzles. Return all boards on the shortest paths, and their numbers of moves to the goal."""
    goal = tuple(range(16))
    tables = AdditivePatternDatabase.build((4, 4), goal, npuzzle.PARTITION_663)
    boards: list[State] = []
    moves: list[int] = []
    for seed in range(count):
        path = compiled.IDAStar().search(NPuzzle.random((4, 4), seed=seed, goal=goal, heuristic=tables)).states
        boards += path
        moves += reversed(range(len(path)))
    return np.array(boards, dtype=float), np.array(moves, dtype=float)


# --8<-- [end:larger]
