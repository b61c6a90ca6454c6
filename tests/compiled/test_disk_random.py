"""On random domains, a search on disk with tiny memory gives the cost and the bound of the search in memory."""

import math
import tempfile
from pathlib import Path

import pytest
from helpers.rows import RowProblem, distances
from hypothesis import event, given
from hypothesis import strategies as st

from astarlib import Limits, Status, compiled, explore
from astarlib.compiled import Disk
from astarlib.compiled.scale import disk_search

COUNT = 16
MEMORY = 5000
"""With the sizes below, a range holds about a dozen states and the buffer as many successors."""
NODES = st.integers(0, COUNT - 1)


@st.composite
def problems(draw):
    """Edges that are directed and cost 0 or more, or go both ways and cost 1, and an admissible h of any kind."""
    undirected = draw(st.booleans())
    costs = st.just(1) if undirected else st.sampled_from([0, 0, 1, 1, 2, 5])
    edges = {node: [] for node in range(COUNT)}
    for tail, head, cost in draw(st.lists(st.tuples(NODES, NODES, costs), max_size=3 * COUNT)):
        ends = [(tail, head), (head, tail)] if undirected else [(tail, head)]
        if all(len(edges[one]) < 7 for one, _ in ends):
            for one, other in ends:
                edges[one].append((other, cost))
    edges[COUNT - 1] += [(COUNT - 1, 1)]  # So that each problem has as many nodes.
    goals = draw(st.sets(NODES, min_size=1, max_size=3))
    far = distances(edges, goals, COUNT)
    hs = [math.inf if each == math.inf else draw(st.integers(0, each)) for each in far]
    if draw(st.booleans()):
        hs = [0 if each == math.inf else each // 2 for each in far]
    return RowProblem(edges, min(goals), goals=list(goals), hs=hs, compiled={"undirected": undirected})


@pytest.fixture(autouse=True, scope="module")
def tiny():
    """Let a range hold a few states, so that small problems have several ranges, runs and manifests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(disk_search, "_MIN_RECORDS", 8)
        patch.setattr(disk_search, "_MAX_RANGE", 8)
        patch.setattr(disk_search, "_BETWEEN_MANIFESTS", 4)
        patch.setattr(disk_search, "_WORK", 1)
        yield


@pytest.mark.costly
@pytest.mark.parametrize("engine", [compiled.AStar, compiled.Dijkstra])
@given(problem=problems())
def test_cost_and_bound_are_those_in_memory(engine, problem):
    expected = engine().search(problem)
    event(expected.status.name)
    with tempfile.TemporaryDirectory() as folder:
        result = engine(storage=Disk(Path(folder) / "search", memory=MEMORY)).search(problem)
    assert (expected.status, expected.lower_bound) == (result.status, result.lower_bound)
    if result.status is Status.SOLVED:
        assert expected.cost == result.cost
        result.verify(problem)


@pytest.mark.costly
@given(problem=problems(), limit=st.sampled_from([math.inf, 0, 3]))
def test_layers_are_those_in_memory(problem, limit):
    limits = Limits(cost=limit)
    expected = compiled.explore(problem, limits=limits)
    with tempfile.TemporaryDirectory() as folder:
        found = explore(problem, limits=limits, storage=Disk(Path(folder) / "space", memory=MEMORY))
    assert dict(expected.layers) == dict(zip(found.costs, found.layers, strict=True))
    assert len(expected) == len(found)


@pytest.mark.costly
@given(problem=problems(), stops=st.lists(st.integers(0, 5), max_size=5))
def test_a_search_that_is_stopped_anywhere_ends_with_the_same_result(problem, stops):
    def told(result):
        counts = result.statistics
        solution = result.solution and result.solution.states
        return result.status, result.lower_bound, solution, counts.expanded, counts.generated, counts.stored

    with tempfile.TemporaryDirectory() as folder:
        expected = compiled.AStar(storage=Disk(Path(folder) / "one", memory=MEMORY)).search(problem)
        with compiled.AStar(storage=Disk(Path(folder) / "other", memory=MEMORY)).start(problem) as search:
            for stop in stops:
                assert search.run(Limits(expanded=stop)).lower_bound <= expected.lower_bound
            assert told(expected) == told(search.run())
