"""The names of simpleai over our engines, for any script."""

import contextlib
import importlib
import warnings
from types import ModuleType

import pytest
import simpleai.search as theirs
import simpleai.search.viewers as their_viewers

from astarlib import simpleai
from astarlib.errors import InvalidProblemError
from astarlib.simpleai import SearchNode, SearchProblem, traditional, viewers

pytestmark = pytest.mark.quick

ALL = [
    simpleai.astar, simpleai.greedy, simpleai.uniform_cost, simpleai.breadth_first, simpleai.depth_first,
    simpleai.iterative_limited_depth_first,
]  # fmt: skip
EVERY = pytest.mark.parametrize("search", ALL, ids=lambda search: search.__name__)


class Corridor(SearchProblem):
    """Walk from 0 to ``last``, by steps of 1 or 2 that cost 1 or 3; the states are made by ``shape``."""

    def __init__(self, last=4, shape=int):
        self.last, self.shape, self.asked = last, shape, 0
        super().__init__(shape(0))

    def actions(self, state):
        self.asked += 1
        return ["step", "jump"] if self.number(state) < self.last else []

    def result(self, state, action):
        return self.shape(self.number(state) + (1 if action == "step" else 2))

    def cost(self, state, action, state2):
        return 1 if action == "step" else 3

    def is_goal(self, state):
        return self.number(state) == self.last

    def number(self, state):
        while not isinstance(state, int):
            state = next(iter(state.values() if isinstance(state, dict) else state))
        return state


# --- nodes ------------------------------------------------------------------------------------------------------------


def test_a_node_leads_back_to_the_initial_state():
    node = simpleai.uniform_cost(Corridor())
    way = []
    while node:
        way.append((node.state, node.action, node.cost, node.depth))
        node = node.parent
    assert [(4, "step", 4, 4), (3, "step", 3, 3), (2, "step", 2, 2), (1, "step", 1, 1), (0, None, 0, 0)] == way


def test_the_path_of_an_inner_node_ends_there():
    assert [(None, 0), ("step", 1)] == simpleai.uniform_cost(Corridor(2)).parent.path()


def test_nodes_of_equal_states_are_equal():
    cheap, short = simpleai.uniform_cost(Corridor()), simpleai.breadth_first(Corridor())
    assert cheap.cost != short.cost
    assert cheap == short
    assert cheap != cheap.parent
    assert cheap != 4


def test_a_node_of_a_problem_without_representations_is_shown_by_str():
    class Plain:
        initial_state = 0
        actions = cost = heuristic = result = is_goal = None

    node = SearchNode(Plain(), ((None, 0), ("up", 1)), (0, 1), 1)
    assert ("1", "up", "Node <1>") == (node.state_representation(), node.action_representation(), repr(node))


# --- what holds of every search ---------------------------------------------------------------------------------------


@EVERY
@pytest.mark.parametrize("remembering", [False, True])
def test_no_solution_is_none_and_the_search_ends(search, remembering):
    class Circle(Corridor):
        def result(self, state, action):
            return (state + 1) % 3

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert search(Circle(), remembering) is None


@EVERY
@pytest.mark.parametrize(
    "shape",
    [lambda n: [n], lambda n: {n}, lambda n: {"at": n}, lambda n: [[n], {"at": [n]}], lambda n: ([n],)],
    ids=["list", "set", "dict", "nested", "tuple of lists"],
)
def test_states_may_be_what_has_no_hash(search, shape):
    problem = Corridor(3, shape)
    node = search(problem)
    assert shape(3) == node.state
    assert problem is node.problem


@EVERY
def test_states_that_nobody_can_hash_are_refused_by_name(search):
    class Unhashable(int):
        __hash__ = None

    with pytest.raises(InvalidProblemError, match="hash"):
        search(Corridor(3, Unhashable))


@EVERY
def test_what_the_search_asks_is_asked_of_the_problem_itself(search):
    problem = Corridor()
    search(problem)
    assert problem.asked > 0


def test_astar_is_optimal_where_the_heuristic_is_admissible_but_not_consistent():
    roads = {"S": {"A": 1, "B": 3}, "A": {"B": 1}, "B": {"G": 3}, "G": {}}

    def roads_of(base):
        class Roads(base):
            def actions(self, state):
                return list(roads[state])

            def result(self, state, action):
                return action

            def cost(self, state, action, state2):
                return roads[state][action]

            def heuristic(self, state):
                return 4 if state == "A" else 0

            def is_goal(self, state):
                return state == "G"

        return Roads(initial_state="S")

    assert 5 == simpleai.astar(roads_of(SearchProblem), graph_search=True).cost
    assert 6 == theirs.astar(roads_of(theirs.SearchProblem), graph_search=True).cost


def test_a_problem_that_still_inherits_from_simpleai_is_solved_too():
    class Steps(theirs.SearchProblem):
        def actions(self, state):
            return [1, 2]

        def result(self, state, action):
            return state + action

        def is_goal(self, state):
            return state == 5

    assert 3 == simpleai.breadth_first(Steps(initial_state=0)).depth


def test_iterative_deepening_gives_none_where_theirs_would_continue_forever():
    class NoWay(Corridor):
        def actions(self, state):
            return []

    assert simpleai.iterative_limited_depth_first(NoWay()) is None


@pytest.mark.parametrize(("limit", "depth"), [(0, None), (1, None), (2, 2), (3, 2), (9, 2)])
def test_a_depth_limit_counts_actions_whatever_they_cost(limit, depth):
    node = simpleai.limited_depth_first(Corridor(4), limit)
    assert depth == (None if node is None else node.depth)
    assert node is None or 6 == node.cost


def test_a_depth_limit_serves_states_without_a_hash():
    assert [3] == simpleai.limited_depth_first(Corridor(3, lambda n: [n]), depth_limit=5).state


def test_a_wrong_depth_limit_is_refused():
    with pytest.raises(ValueError, match="at least 0"):
        simpleai.limited_depth_first(Corridor(), -1)


# --- problems ---------------------------------------------------------------------------------------------------------


def test_a_problem_may_set_its_initial_state_by_itself():
    class Late(Corridor):
        def __init__(self):
            SearchProblem.__init__(self)
            assert self.initial_state is None
            self.initial_state, self.last, self.shape, self.asked = 1, 2, int, 0

    assert [(None, 1), ("step", 2)] == simpleai.astar(Late()).path()


def test_the_defaults_are_those_of_simpleai():
    names = ("cost", "heuristic", "state_representation", "action_representation")
    given = {"cost": (3, "a", 4), "heuristic": (3,), "state_representation": ("x",), "action_representation": ("a",)}
    expected = theirs.SearchProblem()
    assert [getattr(expected, name)(*given[name]) for name in names] == [
        getattr(Corridor(), name)(*given[name]) if name != "cost" else SearchProblem.cost(Corridor(), *given[name])
        for name in names
    ]


def test_the_command_line_shows_the_representations():
    class Valid(Corridor):
        def state_representation(self, state):
            return f"at {state}"

        def action_representation(self, action):
            return action.upper()

    assert ("at 3", "STEP") == (Valid().format_state(3), Valid().format_action("step"))


# --- warnings ---------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _forgotten():
    traditional._warn_once.cache_clear()


@EVERY
def test_a_viewer_is_warned_of_at_the_place_of_the_call(search):
    with pytest.warns(UserWarning, match="viewer= has no effect.*observer") as told:
        search(Corridor(), viewer=object())
    assert [__file__] == [each.filename for each in told]


@pytest.mark.parametrize("arguments", [{}, {"depth_limit": 5}], ids=["iterative", "limited"])
def test_remembering_is_warned_of_where_it_is_not_done(arguments):
    search = simpleai.limited_depth_first if arguments else simpleai.iterative_limited_depth_first
    with pytest.warns(UserWarning, match="graph_search=True has no effect here.*breadth_first") as told:
        search(Corridor(), graph_search=True, **arguments)
    assert [__file__] == [each.filename for each in told]


def test_what_means_nothing_is_warned_of_once():
    with pytest.warns(UserWarning, match="viewer") as told:
        assert all(search(Corridor(), viewer=object()) is not None for search in ALL)
    assert 1 == len(told)


@EVERY
def test_what_changes_nothing_is_not_warned_of(search):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        node = search(Corridor(), graph_search=False, viewer=None)
    assert 4 == node.state


# --- viewers, modules and names ---------------------------------------------------------------------------------------


@EVERY
@pytest.mark.parametrize("viewer", [viewers.BaseViewer, their_viewers.BaseViewer])
def test_the_stats_of_a_viewer_are_the_figures_of_the_search(search, viewer):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        watching = viewer()
        search(Corridor(4), viewer=watching)
    assert set(watching.stats) == {"max_fringe_size", "visited_nodes", "iterations"}
    assert 3 <= watching.stats["visited_nodes"] == watching.stats["iterations"]
    assert 0 < watching.stats["max_fringe_size"]


def test_the_stats_of_a_viewer_are_filled_by_a_search_with_a_depth_limit():
    viewer = viewers.BaseViewer()
    assert simpleai.limited_depth_first(Corridor(4), 1, viewer=viewer) is None
    assert 0 < viewer.stats["visited_nodes"]


@pytest.mark.parametrize("name", ["models", "traditional", "viewers"])
def test_the_modules_of_simpleai_can_be_imported(name):
    ours = importlib.import_module(f"astarlib.simpleai.{name}")
    original = importlib.import_module(f"simpleai.search.{name}")
    assert all(hasattr(original, public) for public in ours.__all__)


@pytest.mark.parametrize(
    ("module", "name", "reason"),
    [
        ("astarlib.simpleai", "beam", "local search isn't a part of astarlib; import it from simpleai.search"),
        ("astarlib.simpleai", "CspProblem", "constraint satisfaction isn't a part"),
        ("astarlib.simpleai.models", "CspProblem", "constraint satisfaction isn't a part"),
        ("astarlib.simpleai.viewers", "WebViewer", "to watch a search, use an observer"),
    ],
)
def test_a_name_that_only_simpleai_has_is_refused_with_the_reason(module, name, reason):
    with pytest.raises(ImportError, match=f"{module} has no {name}: {reason}"):
        exec(f"from {module} import {name}")


@pytest.mark.parametrize("module", ["astarlib.simpleai", "astarlib.simpleai.models", "astarlib.simpleai.viewers"])
def test_every_name_of_simpleai_is_here_or_refused_with_a_reason(module):
    original = importlib.import_module(module.replace("astarlib.simpleai", "simpleai.search"))
    names = {name for name, value in vars(original).items() if name[0].isalpha() and not isinstance(value, ModuleType)}
    for name in names - {"mkdtemp", "path", "sleep", "Thread", "Event", "CONSOLE_HELP_TEXT", "print_function"}:
        with contextlib.suppress(ImportError):  # An AttributeError would say nothing.
            getattr(importlib.import_module(module), name)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match=r"module 'astarlib\.simpleai' has no attribute 'nothing'"):
        exec("simpleai.nothing", {"simpleai": simpleai})


@pytest.mark.parametrize("search", [simpleai.astar, simpleai.greedy])
@pytest.mark.parametrize("shape", [int, lambda number: [number]], ids=["hashable", "list"])
def test_a_negative_h_counts_as_0_with_a_warning(search, shape):
    class Optimist(Corridor):
        def heuristic(self, state):
            return self.number(state) - 9

    traditional._warn_once.cache_clear()
    with pytest.warns(UserWarning, match=r"returned -9.*end\)\. simpleai accepts it, so it is used as 0 here") as found:
        node = search(Optimist(4, shape))
    assert [__file__] == [warning.filename for warning in found]
    assert shape(4) == node.state
    assert search is simpleai.greedy or 4 == node.cost


def test_a_wrong_h_that_is_not_negative_is_still_an_error():
    class Wrong(Corridor):
        def heuristic(self, state):
            return float("nan")

    with pytest.raises(InvalidProblemError, match="nan"):
        simpleai.astar(Wrong())
