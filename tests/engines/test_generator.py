"""Engines whose loop is a generator, with `check_engine` as the judge."""

import copy
import heapq
import itertools
import math
import pickle
from collections import deque
from dataclasses import dataclass
from random import Random
from typing import ClassVar

import pytest
from helpers.sampling import slow

from astarlib import AStar, BreadthFirst, FunctionProblem, Limits, Search, Status
from astarlib.checking import check_engine
from astarlib.checking.conformance import suite
from astarlib.engines import GeneratorEngine
from astarlib.errors import InvalidCostError, InvalidHeuristicError, InvalidProblemError
from astarlib.problems.graph import romania
from astarlib.problems.npuzzle import NPuzzle
from astarlib.searching import Guarantee, HeuristicRequirement, Solutions
from docs.examples.climbing import Climbing

EIGHT = NPuzzle("1 2 3 / 4 0 6 / 7 5 8")
FAR = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")


class Breadth(GeneratorEngine):
    uses_heuristic = False
    guarantee = Guarantee(factor=1, equal_costs=True, lower_bound_requires=HeuristicRequirement.NOTHING)

    def steps(self, problem, root):
        queue, seen = deque([root]), {root.key}
        while queue:
            for child in (yield queue.popleft()):
                if child.key not in seen:
                    seen.add(child.key)
                    queue.append(child)


@dataclass(frozen=True)
class Best(GeneratorEngine):
    weight: float = 1

    @property
    def guarantee(self):
        return Guarantee(factor=self.weight, requires=HeuristicRequirement.ADMISSIBLE)

    def steps(self, problem, root):
        number = itertools.count()
        heap, best = [(0, next(number), root)], {root.key: root.g}
        while heap:
            node = heapq.heappop(heap)[2]
            if node.g > best[node.key]:
                continue
            for child in (yield node):
                if child.g < best.get(child.key, math.inf):
                    best[child.key] = child.g
                    heapq.heappush(heap, (child.g + self.weight * child.h, next(number), child))


class Improving(GeneratorEngine):
    guarantee = Guarantee(factor=1, requires=HeuristicRequirement.ADMISSIBLE, solutions=Solutions.IMPROVING)

    def steps(self, problem, root):
        stack, best = [root], {root.key: root.g}
        while stack:
            node = stack.pop()
            if node.g > best[node.key]:
                continue
            for child in (yield node):
                if child.g < best.get(child.key, math.inf):
                    best[child.key] = child.g
                    stack.append(child)


@dataclass(frozen=True)
class Walk(GeneratorEngine):
    seed: int = 0

    def steps(self, problem, root):
        random, node = Random(self.seed), root
        while True:
            node = random.choice((yield node) or [root])


class Stubborn(GeneratorEngine):
    """Fails ``failures`` times after three steps, by an error that has nothing to do with the problem."""

    failures: ClassVar = [KeyboardInterrupt, RuntimeError]

    def steps(self, problem, root):
        node = root
        for number in itertools.count():
            successors = yield node
            if number == 3 and len(self.failures) > 0:
                raise self.failures.pop()
            node = successors[-1]


@pytest.mark.costly
@pytest.mark.parametrize(("count", "expanded"), [slow((40, 2000)), (6, 100)])
@pytest.mark.parametrize("engine", [Breadth(), Best(), Best(2), Improving(), Walk(), Climbing()], ids=repr)
def test_engines_of_a_few_lines_keep_every_law(engine, count, expanded, monkeypatch):
    monkeypatch.setattr(suite, "_GRAPHS", count)
    assert check_engine(engine, expanded=expanded).problems == count


@pytest.mark.costly
def test_the_results_are_those_of_the_built_in_engines():
    assert AStar().search(FAR).cost == Best().search(FAR).cost
    assert Best(1).search(FAR).is_optimal
    assert Best(2).search(FAR).suboptimality_bound <= 2
    assert BreadthFirst().search(EIGHT).cost == Breadth().search(EIGHT).cost
    assert Improving().search(romania("Arad", "Bucharest")).cost == 418


def test_the_end_of_a_generator_proves_what_the_guarantee_says():
    island = FunctionProblem(0, successors=lambda _: [("loop", 0, 1)], is_goal=lambda _: False)
    assert Status.UNSOLVABLE is Breadth().search(island).status
    once = type("Once", (GeneratorEngine,), {"steps": lambda self, problem, root: iter_once(root)})
    given_up = once().search(island)
    assert (Status.GAVE_UP, 1) == (given_up.status, given_up.statistics.peak_frontier)
    dead_end = FunctionProblem(0, successors=lambda _: [], is_goal=lambda _: False, heuristic=lambda _: math.inf)
    assert Status.UNSOLVABLE is once().search(dead_end).status


def iter_once(root):
    yield root


def test_an_error_in_the_generator_loses_nothing():
    search = Stubborn().start(FAR)
    for kind in (RuntimeError, KeyboardInterrupt):
        with pytest.raises(kind):
            search.run(Limits(expanded=6))
        assert 3 == search.statistics.expanded
    assert 9 == search.run(Limits(expanded=6)).statistics.expanded
    assert Stubborn().search(FAR, Limits(expanded=9)).nearest == search.result.nearest


@pytest.mark.parametrize("copied", [copy.copy, lambda search: pickle.loads(pickle.dumps(search))])
def test_a_copy_repeats_the_steps_and_goes_on(copied):
    search = Climbing(seed=2).start(FAR)
    search.run(Limits(expanded=100))
    assert copied(search).run() == search.run()


def test_a_search_is_saved_and_resumed(tmp_path):
    search = Climbing(seed=2).start(FAR)
    search.run(Limits(expanded=100))
    search.save(tmp_path / "search")
    assert Search.load(tmp_path / "search", FAR).run() == search.run()


def test_a_wrong_problem_is_named_with_state_and_action():
    def problem(**changes):
        parts = {"successors": lambda state: [("go", state + 1, 1)], "is_goal": lambda state: state == 9}
        return FunctionProblem(0, **{**parts, **changes})

    with pytest.raises(InvalidCostError, match=r"cost\(.*-1"):
        Best().search(problem(successors=lambda state: [("go", state + 1, -1)]))
    with pytest.raises(InvalidHeuristicError, match=r"heuristic\(1\) returned nan"):
        Best().search(problem(heuristic=lambda state: math.nan if state == 1 else 0))
    with pytest.raises(InvalidProblemError, match="is_goal"):
        Best().search(problem(is_goal=lambda state: None))


def test_a_node_shows_its_state_and_its_path():
    seen = []

    class Looking(GeneratorEngine):
        def steps(self, problem, root):
            seen.extend([root, *(yield root)])

    Looking().search(romania("Arad", "Bucharest"))
    root, child = seen[:2]
    assert (root.state, root.key, root.g, root.parent) == ("Arad", "Arad", 0, None)
    assert (child.parent, child.f) == (root, child.g + child.h)
    assert repr(root) == f"<SearchNode of 'Arad': g = 0, h = {root.h!r}>"
    assert root != child
    assert len({root, child}) == 2


def test_a_generator_that_yields_something_else_is_refused():
    class Wrong(GeneratorEngine):
        def steps(self, problem, root):
            yield root.state

    with pytest.raises(TypeError, match="yielded 'Arad'; expected a node: the root, or one of the successors"):
        Wrong().search(romania("Arad", "Bucharest"))
