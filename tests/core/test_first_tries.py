"""Calls that a newcomer tries first: each works, or its error says what to write."""

import math
import re

import networkx as nx
import numpy as np
import pytest

from astarlib import (
    ENGINES,
    AStar,
    Dijkstra,
    GeneratorEngine,
    Limits,
    Search,
    SearchProblem,
    Status,
    compiled,
    explore,
    optimal_paths,
    with_heuristic,
)
from astarlib.checking import check_heuristic, check_problem
from astarlib.comparing import compare
from astarlib.drawing import Drawing, Map
from astarlib.errors import InvalidProblemError, ProblemMethodError
from astarlib.observers.recorder import Recorder
from astarlib.plotting.scenes import scene_of
from astarlib.problem import FunctionProblem
from astarlib.problems.graph import Graph, GraphProblem, edge_keys
from astarlib.problems.grid import Grid, GridProblem
from astarlib.resolving.presentation import DRAWINGS, action_texter, drawer, map_of, state_texter

pytestmark = pytest.mark.quick


class Walk(SearchProblem):
    def actions(self, state):
        return [1]

    def result(self, state, action):
        return state + action

    def is_goal(self, state):
        return state == 3


class Shown(Walk):
    def format_state(self, state):
        raise KeyError(state)

    def format_action(self, action):
        return 5

    def draw_state(self, state):
        return state.picture

    def draw_map(self):
        return "a map"

    def state_position(self, state):
        return None


class OldEngine(GeneratorEngine):
    def steps(self, root):
        yield root


class Index:
    """An index of pandas isn't a sequence."""

    ndim = 1

    def tolist(self):
        return ["a", "b"]


WALK = Walk(0)
RESULT = AStar().search(WALK)
ROADS = nx.MultiDiGraph([("a", "b", "toll", {"length": 3}), ("a", "b", "free", {"length": 5})])
TRIES = [
    (lambda: AStar().search(ROADS), r"write GraphProblem\(graph, start, goal\)"),
    (lambda: AStar().search(Graph({"a": ["b"]})), r"write GraphProblem\(graph, start, goal\)"),
    (lambda: AStar().search({"a": ["b"]}), r"write GraphProblem\(graph, start, goal\)"),
    (lambda: AStar().search(Grid("...")), r"write GridProblem\(grid, start, goal\)"),
    (lambda: AStar().search(lambda state: []), r"write FunctionProblem\(start, successors"),
    (lambda: optimal_paths(RESULT), "not a SearchResult; pass the problem"),
    (lambda: AStar().search(WALK, 0, 3), "a start and a goal belong to the problem"),
    (lambda: AStar().search(WALK, max_expanded=3), r"limits=Limits\(expanded=3\)"),
    (lambda: AStar().search(WALK, limit=3), r"limits=Limits\(expanded=3\)"),
    (lambda: AStar().search(WALK, timeout=3), r"limits=Limits\(seconds=3\)"),
    (lambda: AStar().start(WALK).run(expanded=5), r"run\(Limits\(expanded=\.\.\.\)\)\. Its .* are: limits$"),
    (lambda: AStar().search(WALK, observer=Recorder), r"write Recorder\(\)"),
    (lambda: Search.load("file", Walk), r"not the class Walk; write Walk\("),
    (lambda: with_heuristic(abs, WALK), "arguments are swapped"),
    (lambda: compare([WALK], ["astr"]), "no engine 'astr'; did you mean 'astar'"),
    (lambda: compare([WALK], "astar"), "engines must be a list or a mapping, even for a single engine"),
    (lambda: compare(AStar(), WALK), "arguments of compare are swapped"),
    (lambda: compare(AStar(), [WALK]), "arguments of compare are swapped"),
    (lambda: compare([AStar()], WALK), "arguments of compare are swapped"),
    (lambda: compare({"a": AStar()}, {"w": WALK}), "arguments of compare are swapped"),
    (lambda: explore(ROADS), r"write GraphProblem\(graph, start, goal\)"),
    (lambda: explore({"a": {"b": 1}}), r"write GraphProblem\(graph, start, goal\)"),
    (lambda: explore(Grid("..")), r"write GridProblem\(grid, start, goal\)"),
    (lambda: explore(Walk), "class Walk"),
    (lambda: explore([1]), "expected a problem"),
    (lambda: explore(None), "None"),
    (lambda: compiled.explore({"a": {"b": 1}}), r"write GraphProblem\(graph, start, goal\)"),
    (lambda: OldEngine().search(WALK), r"OldEngine.steps .* write def steps\(self, problem, root\)"),
    (lambda: Limits(memory="2G"), r"write 2 \* 2\*\*30"),
    (lambda: Limits(memory="1.5 GiB"), r"write 1.5 \* 2\*\*30"),
    (lambda: Limits(disk="500MB"), r"write 500 \* 2\*\*20"),
    (lambda: Limits(memory="all"), r"for 2 GiB, write 2 \* 2\*\*30"),
    (lambda: compare([AStar()], [WALK]), "arguments of compare are swapped"),
    (lambda: check_problem(WALK, limits=Limits()), "'limits'; write states=... or seconds=..."),
    (lambda: check_heuristic(WALK, limits=Limits()), "'limits'; write states=... or seconds=..."),
    (lambda: RESULT.expanded, "write result.statistics.expanded"),
    (lambda: RESULT.time, "write result.statistics.seconds"),
    (lambda: len(RESULT), r"write len\(result.actions\)"),
    (lambda: RESULT.status == "SOLVED", "write Status.SOLVED"),
    (lambda: Limits(memory=2), r"less than 1 MiB; .* memory=2 \* 2\*\*30"),
    (lambda: GraphProblem(iter([]), "a", "b"), "an iterator can be read only once"),
    (lambda: GraphProblem({}, source="a", target="b"), "'source'; write start"),
    (lambda: GridProblem("..", (0, 0), (1, 0), diagonal=True), "'diagonal'; write connectivity=8"),
    (lambda: FunctionProblem(0, goal=3), "'goal'; write is_goal=lambda state: state == goal"),
    (lambda: Grid("...").text(RESULT), r"write text\(result.states\)"),
    (lambda: edge_keys(ROADS, ["a", "b"]), "missing .*'weight'"),
]


@pytest.mark.parametrize(("call", "says"), TRIES, ids=[says for _, says in TRIES])
def test_a_wrong_first_try_says_what_to_write(call, says):
    with pytest.raises((TypeError, ValueError, AttributeError, InvalidProblemError), match=says):
        call()


def test_the_checker_takes_a_heuristic():
    assert check_heuristic(Walk(0), lambda state: abs(3 - state) + 1, states=20, samples=0).admissible is False


def test_a_comparison_takes_names_of_engines():
    by_name = compare([WALK], ["astar", Dijkstra()])
    assert [(row.engine, row.cost) for row in by_name] == [("AStar()", 3), ("Dijkstra()", 3)]
    assert [row.engine for row in compare([WALK], {"mine": "astar"})] == ["mine"]


def test_a_goal_against_the_direction_of_the_edges_is_named():
    one_way = GraphProblem([("a", "b", 1), ("c", "b", 1), ("d", "d", 1)], "a", "c")
    why = "no path leads from 'a' to 'c', which would be reachable if edges lead both ways (directed=False)"
    assert why == one_way.why_unsolvable() == with_heuristic(one_way, lambda node: 0).why_unsolvable()
    for engine in (AStar(), Dijkstra()):
        result = engine.search(one_way)
        assert (result.reason, why in result.summary()) == (why, True)
    assert None is one_way.between("a", "b").why_unsolvable() is one_way.between("a", "d").why_unsolvable()
    assert AStar().search(one_way).statistics.expanded == 2


def test_a_graph_without_the_attribute_of_the_cost_says_so():
    graph = nx.Graph([("a", "b", {"km": 7})])
    says = "no edge has 'weight' (only 'km'): unit costs"
    assert says in repr(Graph(graph))
    assert says in repr(GraphProblem(graph, "a", "b"))
    assert "weight" not in repr(Graph(graph, weight="km")) + repr(Graph(graph, weight=None))


def test_a_status_is_equal_to_its_text():
    assert RESULT.status == "solved" != Status.LIMIT
    assert RESULT.status in ("solved", "limit")
    assert {"solved": 1}[RESULT.status] == 1
    assert len({*Status}) == 4


def test_the_keys_of_edges_follow_the_weight_of_the_problem():
    problem = GraphProblem(ROADS, "a", "b", weight="length")
    assert ["toll"] == edge_keys(ROADS, AStar().search(problem).states, weight="length")


def test_an_index_of_another_library_names_the_nodes():
    for nodes in (Index(), np.array(["a", "b"])):
        assert ["a", "b"] == list(Graph.from_arrays([0], [1], nodes=nodes))


def test_a_text_that_fails_is_named_and_replaced():
    for make, value, name, shown in ((state_texter, 2, "format_state", "2"), (action_texter, 1, "format_action", "1")):
        text = make(Shown(0))
        with pytest.warns(UserWarning, match=rf"Shown.{name}\({value}\)"):
            assert shown == text(value)


def test_a_drawing_that_fails_is_named():
    problem = Shown(0)
    with pytest.raises(ProblemMethodError, match=r"Shown.draw_state\(2\) raised AttributeError"):
        drawer(problem)(2)
    with pytest.raises(ProblemMethodError, match=r"Shown.draw_map\(\) returned 'a map'; expected a Map"):
        map_of(problem)


class Drawn(Walk):
    """A walk on a map, of which one method returns or raises ``wrong``."""

    def __init__(self, name, wrong):
        super().__init__(0)
        right = {"draw_state": Drawing(1, 1, ()), "draw_map": Map(Drawing(1, 1, ())), "state_position": (0.5, 0.5)}

        def broken(*state):
            if isinstance(wrong, Exception):
                raise wrong
            return wrong

        for each, value in right.items():
            setattr(self, each, broken if each == name else lambda *state, value=value: value)


def recorded(problem):
    recorder = Recorder()
    AStar().search(problem, observer=recorder)
    return recorder


WRONG = [
    *((name, value) for name in DRAWINGS for value in (None, "ab", KeyError(1))),
    ("state_position", (1, 2, 3)),
    ("state_position", (math.nan, 1)),
    ("state_position", ("a", "b")),
    ("draw_state", Map(Drawing(1, 1, ()))),
    ("draw_map", Drawing(1, 1, ())),
]
SHOWS = {
    "_repr_html_": (lambda problem: problem._repr_html_(), {"draw_state"}),
    "result": (lambda problem: AStar().search(problem)._repr_html_(), {"draw_map", "state_position"}),
    "trace": (lambda problem: recorded(problem).trace, {*DRAWINGS}),
    "animate": (lambda problem: scene_of(problem, AStar().search(problem)), {*DRAWINGS}),
}


@pytest.mark.parametrize(("name", "wrong"), WRONG, ids=repr)
def test_each_wrong_drawing_is_named_and_left_out(name, wrong):
    for show, calls in SHOWS.values():
        if name in calls:
            problem = Drawn(name, wrong)
            if name != "draw_state":
                del problem.draw_state
            else:
                del problem.draw_map
            with pytest.warns(UserWarning, match=rf"Drawn\.{name}\("):
                show(problem)
    fault = next(each for each in check_problem(Drawn(name, wrong), states=9, samples=0).faults)
    assert fault.promise == name


def test_right_drawings_have_no_faults():
    assert check_problem(Drawn("", None), states=9, samples=0).checks["draw_map"] == 1


def test_a_problem_without_a_start_is_shown():
    assert "without an initial state" in Walk.__new__(Walk)._repr_html_()


def test_unhashable_states_have_the_same_message_in_compiled_engines():
    problem = FunctionProblem([0], successors=lambda s: [("on", [s[0] + 1], 1)], is_goal=lambda s: s == [3])
    says = []
    for engine in (AStar(), compiled.AStar()):
        with pytest.raises(InvalidProblemError) as caught:
            engine.search(problem)
        says.append(str(caught.value))
    assert says[0] == says[1]
    assert re.search("hashable", says[0])


def test_a_class_that_a_program_makes_from_text_is_searched_and_checked():
    names = {"SearchProblem": SearchProblem}
    text = """
class Count(SearchProblem):
    def actions(self, state):
        return [1, 2][: 9 - state]

    def result(self, state, action):
        return state + action

    def heuristic(self, state):
        return (9 - state) / 2

    def is_goal(self, state):
        return state == 9
"""
    exec(text, names)  # There is no __name__, so the module of the methods is None.
    problem = names["Count"](0)
    for name in ("astar", "weighted-astar", "greedy", "dijkstra", "ida-star", "k-best", "beam", "lpa-star"):
        assert ENGINES[name]().search(problem).status is Status.SOLVED
    assert check_problem(problem).ok
    assert check_heuristic(problem).admissible
