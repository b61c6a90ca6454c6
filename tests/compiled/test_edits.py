"""After an edit, old compiled code isn't used."""

import dataclasses
import functools
import types

import numpy as np
import pytest
from helpers.rows import RowProblem
from helpers.sampling import costly_first, slow
from numba import njit

from astarlib import Limits, SearchProblem
from astarlib.compiled import AStar, CompiledDomain, IDAStar
from astarlib.compiled.codegen.fingerprints import UnknownDependencyError, are_current, fingerprint, lookups_of
from astarlib.compiled.codegen.specialize import compile_functions, specialize
from astarlib.compiled.codegen.tables import TableLayout
from astarlib.compiled.kernels import all_successors, best_first, bidirectional, edges, expansion, int_costs, nodes
from astarlib.problems.npuzzle import NPuzzle


class Line(SearchProblem):
    """0, 1, 2, … with steps of 1 and 2 to a goal; the compiled functions define costs, h and goal."""

    def __init__(self, functions):
        super().__init__(0)
        self.functions = functions

    def actions(self, state):
        return [0, 1]

    def result(self, state, action):
        return state + 1 + action

    def cost(self, state, action, next_state):
        return plain(self.functions["apply"])(None, 0, 0, action)[2]

    def heuristic(self, state):
        return plain(self.functions["heuristic"])(None, state, 0)

    def is_goal(self, state):
        return plain(self.functions["is_goal"])(None, state, 0)

    def compiled_domain(self):
        return CompiledDomain(encode=lambda n: (n, 0), decode=lambda n, _: n, max_successors=2, **self.functions)


def plain(function):
    return getattr(function, "py_func", function)


SOURCE = """
def successor_count(tables, state, aux):
    return 2
def apply(tables, state, aux, i):
    return state + 1 + i, 0, {cost}
def heuristic(tables, state, aux):
    return {h} if state < {goal} else 0
def is_goal(tables, state, aux):
    return state == {goal}
"""


def functions(cost=1, goal=10, h=0):
    names = {}
    exec(SOURCE.format(cost=cost, goal=goal, h=h), names)
    return {name: names[name] for name in ("successor_count", "apply", "heuristic", "is_goal")}


def test_engines_share_code_between_domains_that_differ_only_in_what_they_do_not_call():
    one = RowProblem({0: [(1, 1)]}, 1).compiled_domain()
    others = {
        name: dataclasses.replace(one, **{name: lambda *_: 0})
        for name in ("backward_heuristic", "owner", "is_goal", "heuristic")
    }

    def names_that_change_nothing(*modules):
        code = specialize(one, modules, ("search",)).search
        return {name for name, domain in others.items() if specialize(domain, modules, ("search",)).search is code}

    assert {"backward_heuristic", "owner"} == names_that_change_nothing(
        int_costs, nodes, edges, expansion, all_successors, best_first
    )
    assert {"owner", "is_goal"} == names_that_change_nothing(int_costs, nodes, edges, bidirectional)


def assert_solved_as_it_is(engine, problem):
    result = engine.search(problem)
    result.verify(problem)
    return result


@pytest.mark.parametrize("engine", costly_first([AStar(), IDAStar()]), ids=repr)
@pytest.mark.parametrize(("edit", "cost"), costly_first([({"cost": 7}, 35), ({"goal": 6}, 3), ({"h": 1}, 5)]))
def test_code_that_is_replaced_in_place_is_compiled_again(engine, edit, cost):
    """A notebook that reloads a module gives the old functions the new code."""
    domain = functions()
    assert 5 == assert_solved_as_it_is(engine, Line(domain)).cost
    for name, function in functions(**edit).items():
        domain[name].__code__ = function.__code__
    result = assert_solved_as_it_is(engine, Line(domain))
    assert (cost, edit.get("h", 0)) == (result.cost, engine.start(Line(domain)).lower_bound)
    for name, function in functions().items():
        domain[name].__code__ = function.__code__
    assert 5 == assert_solved_as_it_is(engine, Line(domain)).cost


def with_variable(wrap):
    """Return a domain whose cost is a variable of an enclosing function, and a function that sets it."""
    cost = 1

    @wrap
    def apply(tables, state, aux, i):
        return state + 1 + i, 0, cost

    def set_cost(value):
        nonlocal cost
        cost = value

    return {**functions(), "apply": apply}, set_cost


def compiled_costs(domain):
    """The costs of both edges, from the compiled function alone, which compiles sooner than an engine."""
    apply = compile_functions(Line(domain).compiled_domain()).apply
    return [apply(TableLayout(()).address, np.uint64(0), 0, i)[2] for i in (0, 1)]


@pytest.mark.parametrize("wrap", [plain, njit], ids=["plain", "njit"])
def test_variables_of_enclosing_functions_are_those_of_now(wrap):
    domain, set_cost = with_variable(wrap)
    for cost in (1, 7, 1):
        set_cost(cost)
        assert [cost, cost] == compiled_costs(domain)


CALLEE = """
@wrap
def cost_of(i):
    return COST
def apply(tables, state, aux, i):
    return state + 1 + i, 0, cost_of(i)
"""


@pytest.mark.parametrize("wrap", [plain, njit], ids=["plain", "njit"])
def test_globals_of_functions_that_are_called_are_those_of_now(wrap):
    names = {"wrap": wrap, "COST": 1}
    exec(CALLEE, names)
    for cost in (1, 7, 1):
        names["COST"] = cost
        assert [cost, cost] == compiled_costs({**functions(), "apply": names["apply"]})


HELPERS = """
def double(number):
    return FACTOR * number
def cost_of(i):
    return double(i) + extra(1)
def make(extra):
    def apply(tables, state, aux, i):
        return state + 1 + i, 0, cost_of(i) + extra(i)
    return apply
"""


@pytest.mark.costly
def test_functions_that_are_called_need_no_decorator_and_may_change():
    """Functions call others, which are globals or variables of an enclosing function, and so on."""
    names = {"FACTOR": 2, "extra": lambda number: number}
    exec(HELPERS, names)
    domain = {**functions(), "apply": names["make"](lambda i: 3 * i)}
    assert [1, 6] == compiled_costs(domain)
    names["double"] = lambda number: 0 * number - 1
    assert [0, 3] == compiled_costs(domain)


@pytest.mark.costly
@pytest.mark.parametrize("engine", [AStar(), slow(IDAStar())], ids=repr)
def test_a_search_that_was_started_before_an_edit_continues_with_the_old_code(engine):
    domain, set_cost = with_variable(plain)
    search = engine.start(Line(domain))
    search.run(Limits(expanded=2))
    set_cost(7)
    assert [7, 7] == compiled_costs(domain)
    set_cost(1)
    assert 5 == search.run().cost


def test_all_that_a_function_depends_on_is_noted_even_where_something_cannot_be_inspected():
    class Opaque:
        pass

    names = {"thing": Opaque(), "limit": 3}
    exec("def f(a):\n    return thing, limit\n", names)
    seen = []
    with pytest.raises(UnknownDependencyError, match="can't be inspected"):
        fingerprint(names["f"], seen=seen)
    assert are_current(lookups_of(seen))
    names["limit"] = 4
    assert not are_current(lookups_of(seen))


def test_a_deleted_variable_is_a_change():
    def outer():
        value = 3

        def f():
            return value

        return f, value

    function, _ = outer()
    seen = []
    fingerprint(function, seen=seen)
    assert are_current(lookups_of(seen))
    del function.__closure__[0].cell_contents
    assert not are_current(lookups_of(seen))
    assert isinstance(function, types.FunctionType)


def test_only_functions_of_users_have_dependencies_to_compare():
    seen = []
    domain = NPuzzle("1 2 3 / 4 5 6 / 0 7 8").compiled_domain()
    fingerprint(*filter(None, domain.functions.values()), seen=seen)
    assert seen == []
    names = {"factor": 2, "heuristic": domain.heuristic, "wraps": functools.wraps}
    exec("@wraps(heuristic)\ndef f(*state):\n    return factor * heuristic(*state)\n", names)
    fingerprint(names["f"], seen=seen)
    assert are_current(lookups_of(seen))
    names["factor"] = 3
    assert not are_current(lookups_of(seen))
