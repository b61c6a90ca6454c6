"""Searches by astarlib, in the form that its users write."""

from __future__ import annotations

import io
from collections.abc import Callable, Hashable
from random import Random
from typing import Any, Final

from astarlib import AStar, CycleCheck, IDAStar, Limits, SearchProblem, SearchResult, TieBreak
from astarlib.events import Finished, Progress, Started
from astarlib.problem import Heuristic
from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import LinearConflict, Manhattan, NPuzzle
from benchmarks.programs.inline import Puzzle
from benchmarks.programs.instances import KORF_79, TILES, Board, grid_512
from benchmarks.programs.repeated import Run, repeated

_HEURISTICS: Final[dict[str, Heuristic]] = {"Manhattan": Manhattan(), "LinearConflict": LinearConflict()}


def answer(result: SearchResult[Any, Any]) -> dict[str, Any]:
    """Return the cost and counts that must agree."""
    counters = result.statistics
    return {
        "cost": result.cost,
        "expanded": counters.expanded,
        "generated": counters.generated,
        "stored": counters.stored,
    }


def problem_of(name: str) -> SearchProblem[Any, Any]:
    """Return one of the instances as a problem."""
    if name == "grid":
        given = grid_512()
        return GridProblem(given.rows, given.start, given.goal)
    return NPuzzle(*TILES[name][:2])


def search(name: str, times: int = 1, tie_break: str = "LOW_H") -> Run:
    """Run A*."""
    problem, engine = problem_of(name), AStar(tie_break=TieBreak[tie_break])
    return repeated(lambda: answer(engine.search(problem)), times)


class Line(SearchProblem[int, int]):
    """Ten steps from 0 to 10."""

    def __init__(self) -> None:
        super().__init__(0)

    def actions(self, state: int) -> list[int]:
        return [1]

    def result(self, state: int, action: int) -> int:
        return state + action

    def heuristic(self, state: int) -> int:
        return 10 - state

    def is_goal(self, state: int) -> bool:
        return state == 10


def fixed_cost(kind: str) -> Run:
    """Run A* on ten expansions without limits, with limits that must be polled, or only start it."""
    problem, engine = Line(), AStar()
    polled = Limits(seconds=60, memory=2**40)

    def run() -> dict[str, Any]:
        if kind == "start":
            engine.start(problem)
            return {}
        return answer(engine.search(problem, limits=polled if kind == "polled" else Limits()))

    return repeated(run, 1_000)


def puzzle_of_floats() -> Run:
    """Return the 15-puzzle with random weights in the heuristic, so that almost every f is a different float."""
    problem = NPuzzle(KORF_79.start, KORF_79.goal, heuristic=Puzzle(KORF_79, Random(1)).h)
    return lambda: answer(AStar().search(problem))


# --- how a problem defines its edges ----------------------------------------------------------------------------------


class ByActions(NPuzzle):
    """The N-puzzle defined by ``actions`` and ``result``. Every step costs 1."""

    successors = None  # type: ignore[assignment]  # None removes a capability.


class ByCosts(ByActions):
    """The N-puzzle defined by ``actions``, ``result`` and ``cost``."""

    def cost(self, state: Board, action: str, next_state: Board, /) -> float:
        return 1


def edges(form: str) -> Run:
    """Run A* on the 15-puzzle with one of three classes that define the same edges."""
    classes: dict[str, type[NPuzzle]] = {"successors": NPuzzle, "actions": ByActions, "costs": ByCosts}
    problem = classes[form](KORF_79.start, KORF_79.goal)
    return lambda: answer(AStar().search(problem))


# --- incremental heuristics -------------------------------------------------------------------------------------------


def deepening(heuristic: str, form: str) -> Run:
    """Run IDA* on the 15-puzzle, with h computed from the state or from the previous h."""
    value = _HEURISTICS[heuristic]
    problem = NPuzzle(KORF_79.start, KORF_79.goal, heuristic=value)
    if form == "anew":
        problem = NPuzzle(KORF_79.start, KORF_79.goal, heuristic=_without_change(value.bind(problem)))
    engine = IDAStar(cycle_check=CycleCheck.PARENT)

    def run() -> dict[str, Any]:
        found = answer(engine.search(problem))
        del found["stored"]  # IDA* only stores its path.
        return found

    return run


def estimates(heuristic: str, form: str) -> Run:
    """Measure h along a random walk of 100,000 moves, computed from the state or by changes, in seconds per state."""
    problem = NPuzzle(KORF_79.start, KORF_79.goal, heuristic=_HEURISTICS[heuristic])
    random, state, walk = Random(1), problem.initial_state, []
    for _ in range(100_000):
        action, next_state, _ = random.choice(problem.successors(state))
        walk.append((state, action, next_state))
        state = next_state
    estimate, change = problem.heuristic, problem.heuristic_change or _no_change

    def anew() -> dict[str, Any]:
        for _, _, after in walk:
            h = estimate(after)
        return {"h": h}

    def by_changes() -> dict[str, Any]:
        h = estimate(walk[0][0])
        for before, move, after in walk:
            h += change(before, move, after)
        return {"h": h}

    return _per_state(anew if form == "anew" else by_changes, len(walk))


def _no_change(state: Board, action: str, next_state: Board) -> float:
    raise LookupError("the heuristic has no changes")


def _per_state(run: Run, states: int) -> Run:
    whole = repeated(run, 3)

    def one() -> dict[str, Any]:
        found = whole()
        return {**found, "seconds": found["seconds"] / states}

    return one


def _without_change(estimate: Any) -> Callable[[Any], float]:  # Any: for mypy, a callable has no __call__
    call: Callable[[Any], float] = estimate.__call__  # Its bound method has no attribute ``change``.
    return call


# --- observers --------------------------------------------------------------------------------------------------------


class _Nothing:
    event_types: frozenset[Hashable] = frozenset()

    def __call__(self, event: object) -> None:
        raise AssertionError("it wants nothing")


class _Signs:
    event_types = frozenset((Started, Progress, Finished))

    def __call__(self, event: object) -> None:
        pass


def _ignore(event: object) -> None:
    """Receive every event and do nothing."""


def observed(observer: str) -> Run:
    """Run A* on the 15-puzzle with one of several observers."""
    problem = problem_of("15-puzzle")
    makers: dict[str, Callable[[], Any]] = {
        "none": lambda: None,
        "nothing": _Nothing,
        "progress": _Signs,
        "bar": _bar,
        "all": lambda: _ignore,
    }
    watching = makers[observer]()
    return lambda: answer(AStar().search(problem, observer=watching))


def _bar() -> Any:
    from rich.console import Console  # an extra

    from astarlib.observers import ProgressBar

    return ProgressBar(console=Console(file=io.StringIO(), force_terminal=True, width=120))
