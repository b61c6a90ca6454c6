"""The examples of heuristics that take long: a service and a pool of processes."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from astarlib import AStar, BatchWeightedAStar, BeamSearch, FunctionProblem, Limits
from astarlib.errors import AstarlibError, InvalidHeuristicError
from astarlib.problems.npuzzle import NPuzzle
from docs.examples.costly_heuristic import ProcessPuzzle, ServicePuzzle

BOARD = "1 2 0 / 4 8 3 / 7 6 5"
ENGINES = [AStar(), BatchWeightedAStar(batch=20), BeamSearch(width=20, complete=False)]


def service(fails):
    """Return a service that gives the Manhattan distance, a list of its largest loads, and its number of requests."""
    estimate, numbers, now, most = NPuzzle(BOARD).heuristic, count(1), [0], [0]

    async def ask(state):
        now[0] += 1
        most[0] = max(most[0], now[0])
        await asyncio.sleep(0)
        now[0] -= 1
        if fails(next(numbers)):
            raise ConnectionError("busy")
        return estimate(state)

    return ask, most, numbers


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_a_service_that_fails_at_times_gives_the_same_result(engine):
    ask, most, numbers = service(lambda number: number % 5 == 0)
    puzzle = ServicePuzzle(BOARD, ask, at_once=3)
    assert engine.search(puzzle).solution == engine.search(NPuzzle(BOARD)).solution
    assert most[0] <= 3
    assert puzzle.calls == next(numbers) - 1


def test_a_search_continues_after_the_service_failed_for_good():
    is_down = [False]
    ask, _, _ = service(lambda number: is_down[0])
    search = BeamSearch(width=20, complete=False).start(ServicePuzzle(BOARD, ask, tries=1))
    search.run(Limits(expanded=5))
    is_down[0] = True
    with pytest.raises((ConnectionError, AstarlibError)) as caught:
        search.run()
    assert "busy" in f"{caught.value} {caught.value.__cause__}"
    is_down[0] = False
    assert search.run().solution == BeamSearch(width=20, complete=False).search(NPuzzle(BOARD)).solution


def test_a_pool_evaluates_each_layer():
    with ThreadPoolExecutor(2) as pool:  # A pool of processes has the same methods.
        assert BeamSearch(width=20).search(ProcessPuzzle(BOARD, pool)).cost == AStar().search(NPuzzle(BOARD)).cost


@pytest.mark.parametrize("name", ["heuristic", "heuristic_batch"])
@pytest.mark.filterwarnings("error")
def test_an_async_heuristic_is_an_error_with_a_remedy(name):
    async def wrong(state):
        return 0

    members = {"heuristic": lambda n: 0, name: wrong}
    problem = FunctionProblem(0, successors=lambda n: [("on", n + 1, 1)], is_goal=lambda n: n == 3, **members)
    for engine in ENGINES:
        with pytest.raises(InvalidHeuristicError, match=r"asyncio\.run"):
            engine.search(problem)
