"""Each message states what was wrong, where, and what was expected."""

import math
import re
import sys
import warnings
from decimal import Decimal

import pytest
from helpers.graphs import Explicit, Graph
from helpers.sampling import in_turn

from astarlib import AStar, FunctionProblem, IDAStar, Limits, Search, SearchProblem
from astarlib._support import memory
from astarlib.errors import CheckpointError, InvalidCostError, InvalidProblemError, NoSolutionError, ProblemStateError
from astarlib.problems.npuzzle import NPuzzle

pytestmark = pytest.mark.quick


class Valid(SearchProblem):
    """One step from 0: what it is, and what is said of it, are given."""

    def __init__(self, edge=("on", 1, 1), h=(1, 0), *, start=0, goal=None):
        super().__init__(start)
        self.edge, self.h, self.goal = edge, h, goal

    def actions(self, state):
        return [self.edge[0]] if state == self.initial_state else []

    def result(self, state, action):
        return self.edge[1]

    def cost(self, state, action, next_state):
        return self.edge[2]

    def heuristic(self, state):
        return self.h[state != self.initial_state]

    def is_goal(self, state):
        return state == self.goal


class Whole(Valid):
    def successors(self, state):
        return [self.edge] if state == self.initial_state else []


class Changing(Valid):
    def heuristic_change(self, state, action, next_state):
        return self.h[1] - self.h[0]


class Keyed(Valid):
    def state_key(self, state):
        return state if state == 0 else [state]


def failing(method, error):
    """Return the problem ``Valid`` with one method that raises an error."""

    def fail(self, *arguments):
        raise error

    return type("Failing", (Keyed if method == "state_key" else Valid,), {method: fail})()


NO_COST = "expected a finite number >= 0."
NO_H = "expected a number >= 0 (inf marks a dead end)."
NO_SUM = "and their sum isn't finite; use a larger unit for costs and heuristic"
NO_CHANGE = "expected a change that makes the next state's h a number >= 0 (inf marks a dead end)."
NO_EDGE = "expected (action, next_state, cost)"
HASHABLE = "Use hashable states such as tuples and frozensets, or define state_key(state) to return a hashable value"
LIST = "can't be stored (unhashable type: 'list'); it comes from"
FORGOTTEN = " Did you forget `return`?"
HUGE = 1.5e308
NOT_AN_H = [math.nan, -1, -math.inf, None, "3", Decimal("NaN"), 1j, [2]]


def hint(value):
    return FORGOTTEN if value is None else ""


@in_turn("problem, said, blamed", [
        *((form(("on", 1, cost)), f"cost(0, 'on', 1) returned {cost!r}; {NO_COST}{hint(cost)}", (0, "on", cost))
          for cost in (*NOT_AN_H, math.inf) for form in (Valid, Whole)),
        *((Valid(h=(1, h)), f"heuristic(1) returned {h!r}; {NO_H}{hint(h)}", (1, "on", h)) for h in NOT_AN_H),
        *((Valid(h=(h, 0)), f"heuristic(0) returned {h!r}; {NO_H}{hint(h)}", (0, None, h)) for h in NOT_AN_H),
        (Valid(("on", 1, HUGE), (7, HUGE)), f"cost(0, 'on', 1) returned {HUGE} at g = 0 and h = {HUGE}, {NO_SUM}",
         (0, "on", HUGE)),
        *((form(("on", state, 1)), f"the state {state!r} {says} action 'on' in state 0. {HASHABLE}", (0, "on", state))
          for state, says in (([1], LIST), ({"at": 4}, LIST.replace("list", "dict")), ((4, []), LIST))
          for form in (Valid, Whole)),
        (Valid(start=[0]), f"the state [0] {LIST} the initial state. {HASHABLE}", ([0], None, [0])),
        (Keyed(), f"its state_key [1] {LIST} action 'on' in state 0. {HASHABLE}", (0, "on", 1)),
        (Keyed(start=2), f"its state_key [2] {LIST} the initial state. {HASHABLE}", (2, None, 2)),
        *((Whole(edge), f"successors(0) returned the edge {edge!r}; {NO_EDGE}", (0, None, edge))
          for edge in (("on", 1), ("on", 1, 1, 1), 4, None)),
    ])  # fmt: skip
def test_what_is_wrong_with_a_problem_is_said_in_full(problem, said, blamed):
    for engine in (AStar(), IDAStar()):
        search = engine.start(problem) if blamed[1] is not None or isinstance(problem, Whole) else None
        for _ in range(2):  # The second run raises the same, so nothing got through in the meantime.
            with pytest.raises(InvalidProblemError) as caught:
                engine.start(problem) if search is None else search.run()
            assert said == str(caught.value)
            assert blamed == (caught.value.state, caught.value.action, caught.value.value)
            assert isinstance(caught.value.__cause__, Exception) or blamed[1] is None


def test_a_state_that_is_a_set_cannot_be_stored():
    with pytest.raises(ProblemStateError, match=r"the state \{4\} can't be stored .* action 'on' in state 0"):
        AStar().search(Valid(("on", {4}, 1)))


def test_costs_without_a_finite_sum_are_wrong_on_the_way_to_a_dead_end_too():
    edges = ((0, 1, HUGE), (1, 2, HUGE))
    with pytest.raises(InvalidCostError) as caught:
        AStar().search(Explicit(Graph(edges, frozenset(), (0, 0, math.inf))))
    assert f"cost(1, 1, 2) returned {HUGE} at g = {HUGE} and h = inf, {NO_SUM}" == str(caught.value)


def test_what_is_wrong_with_a_change_of_h_is_said_in_full():
    with pytest.raises(InvalidProblemError) as caught:
        IDAStar().search(Changing(h=(1, -1)))
    assert f"heuristic_change(0, 'on', 1) returned -2 at h = 1; {NO_CHANGE}" == str(caught.value)
    assert (0, "on", -2) == (caught.value.state, caught.value.action, caught.value.value)


@in_turn(
    "method, call, blamed",
    [
        ("actions", "actions(0)", (0, None)),
        ("result", "result(0, 'on')", (0, "on")),
        ("cost", "cost(0, 'on', 1)", (0, "on")),
        ("is_goal", "is_goal(0)", (0, None)),
        ("heuristic", "heuristic(0)", (0, None)),
        ("successors", "successors(0)", (0, None)),
        ("state_key", "state_key(0)", (0, None)),
    ],
)
@in_turn("engine", [AStar(), IDAStar()])
def test_what_a_method_raises_is_said_with_its_arguments(engine, method, call, blamed):
    for error in (KeyError("lost"), ValueError("wrong"), RecursionError("deep"), StopIteration("end")):
        with pytest.raises(InvalidProblemError) as caught:
            engine.search(failing(method, error))
        assert f"{call} raised {type(error).__name__}: {error}" == str(caught.value)
        assert blamed == (caught.value.state, caught.value.action)
        assert error is caught.value.value
        assert isinstance(caught.value.__cause__, type(error) | RuntimeError)  # A generator can't raise StopIteration.


@pytest.mark.parametrize("error", [MemoryError(), KeyboardInterrupt(), SystemExit(3)], ids=repr)
@pytest.mark.parametrize("method", ["actions", "result", "cost", "heuristic", "is_goal"])
def test_what_is_not_the_problems_fault_comes_through_untouched(method, error):
    with pytest.raises(type(error)) as caught:
        AStar().search(failing(method, error))
    assert error is caught.value


class Two(SearchProblem):
    """A right edge and then one of negative cost."""

    h: float = 0

    def actions(self, state):
        return ["right", "wrong"] if state == 0 else []

    def result(self, state, action):
        return 1 + (action == "wrong")

    def cost(self, state, action, next_state):
        return {("right", 1): 0, ("wrong", 2): -1}[action, next_state]

    def heuristic(self, state):
        return self.h if state == 1 else 1

    def is_goal(self, state):
        return False


class TwoWhole(Two):
    def successors(self, state):
        return [("right", 1, 0), ("wrong", 2, -1)]


class TwoChanging(Two):
    def heuristic_change(self, state, action, next_state):
        return {"right": self.h - 1, "wrong": 0}[action]


@in_turn("form", [Two, TwoWhole, TwoChanging])
@in_turn("h", [0, -1e-10, math.inf])
@in_turn("engine", [AStar(), IDAStar()])
def test_a_right_edge_is_not_accused_of_what_is_wrong_with_the_next(engine, form, h):
    problem = form(0)
    problem.h = max(h, 0) if form is not TwoChanging or isinstance(engine, AStar) else h
    with pytest.raises(InvalidCostError) as caught:
        engine.search(problem)
    assert f"cost(0, 'wrong', 2) returned -1; {NO_COST}" == str(caught.value)


def test_the_error_of_a_state_without_a_hash_is_kept_at_the_start_too():
    with pytest.raises(InvalidProblemError) as caught:
        AStar().start(Valid(start=[0]))
    assert isinstance(caught.value.__cause__, TypeError)


def test_a_long_value_is_shortened_in_its_middle():
    for length, shown in ((198, "x" * 198), (199, "x" * 119 + " … " + "x" * 59)):
        with pytest.raises(KeyError) as caught:
            AStar().start(Valid()).path_to("x" * length)
        assert caught.value.args[0].replace("'", "") == f"state {shown} isnt stored"


def test_a_value_that_cannot_be_shown_is_named_by_its_class():
    class Shy:
        def __repr__(self):
            raise OSError

    shy = Shy()
    with pytest.raises(KeyError) as caught:
        AStar().start(Valid()).path_to(shy)
    assert f"state {object.__repr__(shy)} isn't stored" == caught.value.args[0]


# --- checkpoints ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (Valid(start=7), "its initial state is 0, but that of the given problem is 7"),
        (Valid(h=(1, 0.5)), "h of 1 was 0 and is now 0.5"),
        (Valid(goal=0), "0 was expanded, but is now a goal"),
        (Valid(("on", 2, 1)), "action 'on' led from 0 to 1, but now leads to 2"),
        (Valid(("off", 1, 1)), "action 'on' led from 0 to 1, but no longer exists"),
        (Valid(("on", 1, 3)), "the step from 0 to 1 cost 1 and now costs 3"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)
@pytest.mark.parametrize("engine", [AStar(), IDAStar()], ids=repr)
def test_what_differs_from_the_problem_of_a_checkpoint_is_said_in_full(engine, problem, said, tmp_path):
    search = engine.start(Valid())
    search.run(Limits(expanded=1))
    search.save(tmp_path / "search")
    with pytest.raises(CheckpointError) as caught:
        Search.load(tmp_path / "search", problem)
    assert f"the checkpoint is of another problem: {said}" == str(caught.value)


def test_another_class_than_that_of_a_checkpoint_is_said_with_both(tmp_path):
    AStar().start(Valid()).save(tmp_path / "search")
    with pytest.raises(CheckpointError) as caught:
        Search.load(tmp_path / "search", Whole())
    name = f"{Valid.__module__}.Valid"
    assert (
        f"the checkpoint {tmp_path / 'search'} is of another problem: it was saved with {name}, "
        f"not {name.replace('Valid', 'Whole')}"
    ) == str(caught.value)


# --- limits -----------------------------------------------------------------------------------------------------------


def test_a_limit_of_memory_that_cannot_be_kept_is_refused_with_two_ways_out(monkeypatch):
    monkeypatch.setattr(memory, "_STATM", "/nowhere")
    monkeypatch.setitem(sys.modules, "psutil", None)
    with pytest.raises(NotImplementedError) as caught:
        memory.resident_memory()
    assert (
        "this system doesn't report the memory in use, so a memory limit can't be checked; "
        "install psutil, or limit the stored states instead: Limits(stored=…)"
    ) == str(caught.value)


def test_where_the_memory_runs_out_engines_that_need_less_are_named():
    def successors(state):
        raise MemoryError

    with pytest.raises(NoSolutionError, match=r"compiled\.IDAStar\(\) or compiled\.AStar\(storage=compiled\.Disk\(fol"):
        _ = AStar().search(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"), limits=Limits(memory=2**20)).cost
    with pytest.raises(MemoryError) as raised:
        AStar().search(FunctionProblem(0, successors=successors, is_goal=bool))
    assert re.search(r"compiled\.IDAStar\(\) or .*Disk\(folder\)", raised.value.__notes__[0])


@in_turn(
    "call, words",
    [
        (lambda: AStar.search(NPuzzle("1 2 3 0")), r"AStar needs an instance|AStar\(\)\.search"),
        (lambda: AStar.start(NPuzzle("1 2 3 0")), r"AStar\(\)\.start"),
        (lambda: AStar().search(NPuzzle("1 2 3 0"), seconds=3), r"limits=Limits\(seconds=3\)"),
        (lambda: AStar().start(NPuzzle("1 2 3 0"), limits=Limits(cost=1)), r"run\(Limits\(cost=1\)\)"),
        (lambda: AStar().search(NPuzzle("1 2 3 0"), heuristic=abs), "with_heuristic"),
        (lambda: AStar(heuristic=abs), "with_heuristic"),
        (lambda: Limits(second=3), "did you mean 'seconds'"),
        (lambda: Limits(3), "by name"),
        (lambda: FunctionProblem(0, abs, bool), r"FunctionProblem\(initial_state, successors=\.\.\., is_goal"),
    ],
)
def test_a_wrong_call_says_what_to_write(call, words):
    with pytest.raises(TypeError, match=words):
        call()


def test_methods_of_an_engine_can_be_called_by_its_class():
    assert AStar.search(AStar(), NPuzzle("1 2 0 3")).cost == AStar().search(NPuzzle("1 2 0 3")).cost
    assert "Parameters" in AStar.search.__doc__ == AStar().search.__doc__


def test_a_goal_test_that_returns_an_array_hints_at_all():
    np = pytest.importorskip("numpy")
    problem = FunctionProblem((0, 0), successors=lambda s: [], is_goal=lambda s: np.array(s) == np.array((1, 1)))
    with pytest.raises(InvalidProblemError, match=r"\(a == b\)\.all\(\)"):
        AStar().search(problem)


@pytest.mark.parametrize(
    ("name", "meant"), [("heuristics", "heuristic"), ("heuristick", "heuristic"), ("h", None), ("successor", None)]
)
def test_a_search_warns_of_a_misspelled_heuristic_once(name, meant):
    class Line(SearchProblem):
        def actions(self, state):
            return [1]

        def result(self, state, action):
            return state + action

        def is_goal(self, state):
            return state == 3

    setattr(Line, name, lambda self, state: 3 - state)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        AStar().search(Line(0))
        AStar().search(Line(0))
    assert [f"method {name}" in str(warning.message) for warning in caught] == [True] * (meant is not None)
    assert all(warning.filename == __file__ for warning in caught)
