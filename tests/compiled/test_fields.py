"""A domain with fields is a complete problem: one definition for Python and for compiled code."""

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest
from helpers import frogs
from helpers.sampling import slow
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

import astarlib
from astarlib import Limits, Search, compiled, explore
from astarlib.checking import check_problem
from astarlib.compiled import CompiledDomain, DomainProblem, StateFields, check_domain
from astarlib.compiled.codegen.fingerprints import fingerprint
from astarlib.observers.recorder import Recorder

LAYOUTS = st.dictionaries(
    st.sampled_from("abcdefgh"),
    st.integers(1, 63) | st.tuples(st.integers(1, 6), st.integers(1, 20)),  # at most 2 words each, 8 together
    min_size=1,
    max_size=4,
)
NEAR_GOAL = (7, 7, 7, 7, 2, 7, 7, 31, 2, 2, 2, 2, 2)
FARTHER = (7, 7, 2, 7, 7, 2, 31, 7, 2, 7, 2, 2, 2)


def values_of(layout):
    """Draw a value of each field."""
    each = {
        name: st.tuples(*[st.integers(0, 2 ** size[1] - 1)] * size[0])
        if isinstance(size, tuple)
        else st.integers(0, 2**size - 1)
        for name, size in layout.items()
    }
    return st.fixed_dictionaries(each).map(lambda values: {name: values[name] for name in layout})


# --- in Python --------------------------------------------------------------------------------------------------------


@pytest.mark.costly
@given(st.data())
def test_packing_keeps_every_value(data):
    layout = data.draw(LAYOUTS)
    fields, values = StateFields(**layout), data.draw(values_of(layout))
    packed = fields.pack(*values.values())
    words = packed if isinstance(packed, tuple) else (packed,)
    assert fields.words == len(words)
    assert all(0 <= word < 2**64 for word in words)
    assert values == fields.unpack(packed)._asdict() == fields(**values)._asdict()
    for name, value in values.items():
        get = getattr(fields, f"get_{name}")
        assert value == (tuple(get(packed, i) for i in range(len(value))) if isinstance(value, tuple) else get(packed))


@pytest.mark.costly
@given(st.data())
def test_setting_a_field_changes_no_other(data):
    layout = data.draw(LAYOUTS)
    fields, values = StateFields(**layout), data.draw(values_of(layout))
    packed, other = fields.pack(*values.values()), data.draw(values_of(layout))
    for name in layout:
        change = getattr(fields, f"set_{name}")
        if isinstance(other[name], tuple):
            for i, value in enumerate(other[name]):
                packed = change(packed, i, value)
        else:
            packed = change(packed, other[name])
        values[name] = other[name]
        assert fields(**values) == fields.unpack(packed)


@pytest.mark.costly
@given(LAYOUTS)
def test_fields_and_their_states_can_be_copied(layout):
    fields = StateFields(**layout)
    assert fields == copy.deepcopy(fields) == pickle.loads(pickle.dumps(fields)) == eval(repr(fields))
    assert hash(fields) == hash(copy.copy(fields))
    state = fields.unpack(0 if fields.words == 1 else (0,) * fields.words)
    again = pickle.loads(pickle.dumps(state))
    assert state == again == copy.deepcopy(state)
    assert type(state) is type(again)
    assert repr(state) == repr(again)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda f: f(a=16, b=0, c=(0, 0)), "field a must be 0 to 15, not 16"),
        (lambda f: f(a=-1, b=0, c=(0, 0)), "field a must be 0 to 15, not -1"),
        (lambda f: f.pack(0, 8, (0, 0)), "field b must be 0 to 7, not 8"),
        (lambda f: f.set_b(0, 8), "field b must be 0 to 7, not 8"),
        (lambda f: f.set_c(0, 1, 4), "field c must be 0 to 3, not 4"),
        (lambda f: f(a=0, b=0, c=(0, 4)), r"field c\[1\] must be 0 to 3, not 4"),
        (lambda f: f(a=0, b=0, c=(0,)), "field c must have 2 items, not 1"),
    ],
)
def test_a_value_out_of_range_is_named(call, says):
    with pytest.raises(ValueError, match=says):
        call(StateFields(a=4, b=3, c=(2, 2)))


def test_a_wrong_type_index_or_name_is_named():
    fields = StateFields(a=4, c=(2, 2))
    for call, says in [
        (lambda: fields(a=1.5, c=(0, 0)), "field a must be a whole number, not 1.5"),
        (lambda: fields(a=1, c=3), "field c must be a list of 2 whole numbers, not 3"),
        (lambda: fields.get_c(0, 0.5), "the index of field c must be a whole number, not 0.5"),
        (lambda: fields(a=1), "missing 1 required positional argument: 'c'"),
    ]:
        with pytest.raises(TypeError, match=says):
            call()
    with pytest.raises(IndexError, match="the index of field c must be 0 to 1, not 2"):
        fields.get_c(0, 2)
    with pytest.raises(AttributeError, match=r"has no get_d; it has pack, get_a, set_a, get_c, set_c and unpack"):
        fields.get_d(0)


def test_the_layout_is_a_part_of_the_fingerprint():
    def of(fields):
        def total(state):
            return fields.get_a(state) + 1

        return fingerprint(total)

    assert of(StateFields(a=4, b=4)) == of(StateFields(a=4, b=4))
    assert 3 == len({of(StateFields(a=4, b=4)), of(StateFields(a=4, b=5)), of(StateFields(b=4, a=4))})


# --- compiled ---------------------------------------------------------------------------------------------------------

wide = StateFields(top=63, small=3, row=(15, 7), flag=1)


@njit
def change(state, i, value, number):
    """Use each function of the fields once."""
    changed = wide.set_small(wide.set_row(state, i, value), wide.get_flag(state) + 2)
    changed = wide.set_top(changed, number)
    packed = wide.pack(number, 1, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, value), 1)
    return changed, packed, wide.get_row(changed, i) - wide.get_row(state, 14 - i), wide.get_top(changed) - 1


@pytest.mark.costly
@given(st.data(), st.integers(0, 14))
def test_compiled_functions_return_what_those_in_python_do(data, i):
    values = data.draw(values_of({"top": 63, "small": 3, "row": (15, 7), "flag": 1}))
    value, number = data.draw(st.integers(0, 127)), data.draw(st.integers(0, 2**63 - 1))
    state = wide.pack(*values.values())
    assert change.py_func(state, i, value, number) == change(tuple(map(np.uint64, state)), i, value, number)


@pytest.mark.slow
def test_the_check_of_domains_accepts_a_domain_problem():
    assert 200 == check_domain(frogs.problem(), states=200)


@pytest.mark.slow
def test_the_check_of_problems_accepts_a_domain_problem():
    assert check_problem(frogs.problem(), states=200).ok


@pytest.mark.costly
def test_explored_states_are_the_same():
    problem = frogs.problem(NEAR_GOAL)
    fast, slow = compiled.explore(problem, limits=Limits(cost=6)), explore(problem, limits=Limits(cost=6))
    assert dict(fast.layers) == dict(slow.layers)
    assert 0 == fast.cost(frogs.frogs(0, NEAR_GOAL)) == slow.cost(frogs.frogs(0, NEAR_GOAL))
    assert set(fast) == set(slow)


@pytest.mark.costly
@pytest.mark.parametrize("engine", [astarlib.AStar(), slow(compiled.AStar())], ids=repr)
def test_a_search_can_be_saved_and_loaded(engine, tmp_path):
    problem = frogs.problem(FARTHER)
    search = engine.start(problem)
    search.run(Limits(expanded=5))
    search.save(tmp_path / "search")
    loaded = Search.load(tmp_path / "search", problem)
    assert search.run().actions == loaded.run().actions
    assert search.run().statistics.expanded == loaded.run().statistics.expanded


@pytest.mark.costly
def test_a_search_in_python_can_be_recorded_and_shown(tmp_path):
    recorder = Recorder()
    result = astarlib.AStar().search(frogs.problem(NEAR_GOAL), observer=recorder)
    trace = recorder.trace
    assert repr(result.states[-1]) in {trace.text(node.number) for node in trace.nodes()}
    trace.to_html(tmp_path / "page.html")
    assert (tmp_path / "page.html").stat().st_size > 10_000


def test_a_domain_problem_can_be_copied_and_sent_to_a_process():
    problem = frogs.problem(NEAR_GOAL)
    again = pickle.loads(pickle.dumps(problem))
    assert astarlib.AStar().search(problem).actions == astarlib.AStar().search(again).actions
    nearer = astarlib.with_heuristic(problem, lambda state: 0)
    assert astarlib.AStar().search(nearer).cost == astarlib.AStar().search(problem).cost


def test_a_replaced_table_is_used_by_aux_of():
    def offset(tables, state):
        return tables[0]

    domain = replace(frogs.domain(), aux_of=offset, tables=(3,))
    assert 3 == domain.encode(frogs.frogs(0, frogs.GOAL))[1]
    assert 5 == replace(domain, tables=(5,)).encode(frogs.frogs(0, frogs.GOAL))[1]


def test_a_state_that_is_out_of_range_is_refused():
    with pytest.raises(ValueError, match=r"field stones\[0\] must be 0 to 31, not 32"):
        frogs.problem((32,) * 13)
    with pytest.raises(TypeError, match="expected a state of StateFields"):
        DomainProblem(frogs.domain(), 5)


def test_an_edge_back_without_an_edge_forward_is_an_error():
    def away(tables, state, aux, i):
        return frogs.frogs.set_moves(state, 1), aux, 1

    domain = replace(frogs.domain(), apply_back=away)
    with pytest.raises(ValueError, match=r"edge 0 of apply_back leads from .*, but apply has no such edge"):
        DomainProblem(domain, frogs.frogs(0, frogs.START)).predecessors(frogs.frogs(0, frogs.START))


def test_an_action_that_is_not_legal_is_an_error():
    problem = frogs.problem()
    with pytest.raises(ValueError, match="no edge with action 0 leaves state State"):
        problem.result(problem.initial_state, 0)


def test_a_domain_with_fields_sets_its_words():
    domain = CompiledDomain(fields=wide, successor_count=abs, apply=abs, is_goal=abs, max_successors=1)
    assert 4 == domain.words == wide.words
    assert 4 == replace(domain, max_successors=2).words
