"""A member that is ``async`` is an error that says what to write, for each member and each way to define it."""

import asyncio
import functools

import pytest
from helpers.sampling import variant

from astarlib import AStar, Dijkstra, FunctionProblem, IDAStar, SearchProblem, compare, explore
from astarlib.checking import check_problem
from astarlib.derived import with_goals, with_heuristic, with_starts
from astarlib.errors import InvalidProblemError
from astarlib.problems.graph import GraphProblem
from astarlib.resolving.resolved_problem import _ASYNC_ERRORS, resolve_problem

pytestmark = pytest.mark.filterwarnings("error")  # "was never awaited" is one.
MEMBERS = sorted(_ASYNC_ERRORS)
SAYS = r"async.*can't wait for an async method.*heuristic_batch.*asyncio\.run.*Use a slow heuristic"


async def wrong(*arguments):
    return 1


async def wrong_generator(*arguments):
    yield 1


class Callable:
    async def __call__(self, *arguments):
        return 1


WAYS = {
    "method": lambda: wrong,
    "generator": lambda: wrong_generator,
    "property": lambda: property(wrong),
    "cached": lambda: functools.cached_property(wrong),
    "static": lambda: staticmethod(wrong),
    "class": lambda: classmethod(wrong),
    "memoized": lambda: functools.lru_cache(wrong),
    "partial": lambda: functools.partial(wrong, 1),
    "object": Callable,
}


class Line(SearchProblem):
    def __init__(self):
        super().__init__(0)

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return state + action

    def is_goal(self, state):
        return state == 5


def with_member(name, member):
    return type("Line", (Line,), {name: member})


@pytest.mark.parametrize("name", MEMBERS)
def test_every_async_member_is_an_error_however_it_is_defined(name):
    for way, member in WAYS.items():
        with variant(way):
            kind = with_member(name, member())
            with pytest.raises(_ASYNC_ERRORS[name], match=f"{name} of Line is {SAYS}"):
                AStar().search(kind.__new__(kind) if name == "initial_state" else kind())


@pytest.mark.parametrize("name", [name for name in MEMBERS if name != "initial_state"])
def test_an_async_member_of_an_instance_is_an_error_after_instances_without_it(name):
    assert AStar().search(Line()).cost == 3
    problem = Line()
    setattr(problem, name, wrong)
    with pytest.raises(_ASYNC_ERRORS[name], match=f"{name} of Line is {SAYS}"):
        AStar().search(problem)


@pytest.mark.parametrize("name", ["result", "is_goal", "predecessors"])
def test_every_use_of_a_problem_refuses_it(name):
    problem = with_member(name, wrong)()
    uses = [
        AStar().start, Dijkstra().search, IDAStar().search, explore,
        lambda given: compare({"line": given}, [AStar()]),
        lambda given: AStar().search(with_heuristic(given, lambda state: 0)),
        lambda given: AStar().search(with_goals(given, [3])),
        lambda given: AStar().search(with_starts(given, [0, 1])),
        AStar().search(Line()).verify,
    ]  # fmt: skip
    for number, use in enumerate(uses):
        with variant(number), pytest.raises(InvalidProblemError, match=SAYS):
            use(problem)
    report = check_problem(problem)
    assert not report.ok
    assert "can't wait for an async method" in str(report)


@pytest.mark.parametrize(
    "name",
    ["successors", "is_goal", "heuristic", "state_key", "predecessors", "backward_heuristic", "heuristic_batch",
     "resources", "steps_to_go"],
)  # fmt: skip
def test_an_async_function_of_a_function_problem_is_named(name):
    members = {"successors": lambda n: [("on", n + 1, 1)], "is_goal": lambda n: n == 3, name: wrong}
    with pytest.raises(_ASYNC_ERRORS[name], match=f"{name} of FunctionProblem is {SAYS}"):
        AStar().search(FunctionProblem(0, **members))


def test_an_async_heuristic_of_a_graph_or_of_a_derived_problem_is_an_error():
    graph = {0: {1: 1}, 1: {2: 1}}
    for problem in (GraphProblem(graph, 0, 2, heuristic=wrong), with_heuristic(Line(), wrong)):
        with pytest.raises(InvalidProblemError, match=SAYS):
            AStar().search(problem)


@pytest.mark.parametrize("name", ["actions", "result", "cost", "heuristic", "is_goal", "successors"])
def test_a_coroutine_from_a_plain_method_is_an_error_with_the_same_remedy(name):
    made = []

    def later(self, *arguments):
        made.append(wrong())
        return made[-1]

    problem = with_member(name, later)()
    if name == "result":
        problem.heuristic = lambda state: 5 - state
    with pytest.raises(InvalidProblemError, match=r"can't wait for an async method.*Use a slow heuristic"):
        AStar().search(problem)
    for each in made:
        each.close()


def test_helper_methods_may_be_async_and_wrappers_may_wait():
    def waiting(function):
        @functools.wraps(function)
        def call(*arguments):
            return asyncio.run(function(*arguments))

        return call

    class Asking(Line):
        async def ask(self, state):
            return 0

        @waiting
        async def heuristic(self, state):
            return await self.ask(state)

    assert AStar().search(Asking()).cost == 3


def test_a_class_that_replaces_an_async_member_is_accepted():
    assert resolve_problem(type("Fixed", (with_member("result", wrong),), {"result": Line.result})()).result(1, 2) == 3
