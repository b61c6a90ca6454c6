"""Compiled engines leave out the same dominated states as those in Python."""

import re
import sys
from dataclasses import replace

import numpy as np
import pytest
from helpers.agreement import at_every_stop, both, in_python, told
from helpers.drives import FIELDS, random_drive, used
from helpers.sampling import costly_first, slow

from astarlib import Limits, Search, SearchProblem, TieBreak, compiled, explore
from astarlib.compiled import AnytimeWeightedAStar, ARAStar, AStar, DomainProblem, check_domain
from astarlib.compiled.codegen.code_cache import CodeFiles
from astarlib.compiled.codegen.specialize import module_kernel
from astarlib.compiled.kernels.interface import ordinal
from astarlib.compiled.runtime import labels
from astarlib.errors import InvalidProblemError, MissingCapabilityError, ProblemMethodError
from astarlib.searching.disk import Disk

ENGINES = [
    AStar(), compiled.Dijkstra(), AStar(reopen=False), slow(compiled.GreedyBestFirst()),
    slow(AnytimeWeightedAStar()), slow(compiled.WeightedAStar(weight=2)), slow(AStar(tie_break=TieBreak.FIFO)),
    slow(ARAStar()), slow(compiled.FocalSearch(weight=1.25)), compiled.BeamSearch(width=4),
    slow(compiled.BeamSearch(width=9, complete=False)),
]  # fmt: skip
PLAN = [Limits(expanded=1), Limits(expanded=13), Limits(cost=4), Limits(generated=60), Limits()]
USING = pytest.mark.parametrize("engine", ENGINES, ids=repr)


@pytest.fixture(params=[1 << 10, 1], ids="room for {} keys".format)
def first_keys(request, monkeypatch):
    """Let arrays grow while a node is expanded."""
    monkeypatch.setattr(labels, "_FIRST_KEYS", request.param)


@pytest.mark.costly
@USING
def test_random_drives_give_the_same_search_at_every_stop(engine, first_keys):
    for seed in range(12):
        for one, other in at_every_stop(engine, random_drive(seed), PLAN):
            assert one == other, seed


@pytest.mark.parametrize("engine", costly_first([AStar(), AStar(reopen=False), ARAStar()]), ids=repr)
def test_random_drives_with_float_costs_give_the_same_search(engine):
    for seed in range(40):
        one, other = both(engine, random_drive(seed, costs=float))
        assert one == other, seed


@pytest.mark.slow
@USING
def test_many_random_drives_give_the_same_search(engine, first_keys):
    for seed in range(300):
        one, other = both(engine, random_drive(seed, charge=40 * (seed % 3), money=30, roads=20 + seed % 40))
        assert one == other, seed


@pytest.mark.costly
@USING
def test_a_saved_search_continues_as_in_python(engine, tmp_path):
    for seed in range(4):
        results = []
        for one in (engine, in_python(engine)):
            search = one.start(random_drive(seed))
            search.run(Limits(expanded=15))
            search.save(tmp_path / f"{seed}")
            results.append(told(Search.load(tmp_path / f"{seed}", random_drive(seed)).run()))
        assert results[0] == results[1], seed


def test_a_search_in_slices_comes_to_the_result_of_one_run():
    search = AStar().start(random_drive(3))
    for expanded in range(200):
        search.run(Limits(expanded=expanded))
    assert told(search.run()) == told(AStar().search(random_drive(3)))


@pytest.mark.costly
def test_most_of_the_expansions_are_saved():
    counts = [
        compiled.Dijkstra().search(random_drive(3, charge=200, money=100, roads=60, resources=each)).statistics.expanded
        for each in (used, None)
    ]
    assert counts[0] < 0.2 * counts[1]


@pytest.mark.costly
def test_exploring_finds_dominated_states():
    with_, without = (random_drive(3, charge=5, money=3, resources=each) for each in (used, None))
    assert set(compiled.explore(with_)) == set(explore(without))


@pytest.mark.costly
def test_exploring_on_disk_finds_dominated_states(tmp_path):
    with_, without = (random_drive(3, charge=5, money=3, resources=each) for each in (used, None))
    layers = compiled.explore(with_, storage=Disk(tmp_path / "disk"))
    assert len(layers) == len(explore(without))


@pytest.mark.parametrize("engine", [compiled.IDAStar(), AStar(threads=2)], ids=repr)
def test_an_engine_that_does_not_use_resources_says_so(engine):
    assert not engine.uses_resources
    with pytest.raises(UserWarning, match=re.escape(f"{engine!r} doesn't use the resources of DomainProblem")):
        engine.start(random_drive(3))


def test_a_search_on_disk_does_not_use_resources(tmp_path):
    assert not compiled.Dijkstra(storage=Disk(tmp_path / "disk")).uses_resources


class Older(DomainProblem):
    def resources(self, state):
        return state.place, (-state.charge, -state.money)


def test_resources_that_the_domain_does_not_have_are_not_used():
    class Newer(DomainProblem):
        def compiled_domain(self):
            return self._domain

        def resources(self, state):
            return state.place, (-state.charge, -state.money)

    class Newest(Newer):
        def resources(self, state):
            return state, ()

    start = FIELDS(place=0, charge=12, money=8)
    domain = random_drive(3).compiled_domain()
    for problem in (Newest(domain, start), Older(domain, start)):
        with pytest.warns(UserWarning, match=f"compiled_domain of {type(problem).__name__} has no resources, or an"):
            result = AStar().search(problem)
        assert told(result) == told(AStar().search(random_drive(3, resources=None)))
    newer = Newer(domain, start)
    one, other = both(AStar(), newer)
    assert one == other


@pytest.mark.costly
def test_the_checker_compares_resources():
    assert check_domain(random_drive(3), states=100) == 100
    domain, start = random_drive(3).compiled_domain(), FIELDS(place=0, charge=12, money=8)

    class Other(DomainProblem):
        def resources(self, state):
            return self.keys(state), (-state.charge, -0.5 * state.money - self.wrong)

    for keys, wrong, message in (
        (lambda state: state.place, 1, "resources, the numbers is"),
        (lambda state: state.place // 2, 0, "resources, the key is"),
        (lambda state: state[:2], 0, "resources, the key is"),
    ):
        other = Other(domain, start)
        other.keys, other.wrong = keys, wrong
        with pytest.raises(InvalidProblemError, match=message):
            check_domain(other)
    none = DomainProblem(domain, start)
    none.resources = None
    with pytest.raises(InvalidProblemError, match=r"resources is .* compiled and None in Python"):
        check_domain(none)


def no_number(tables, state, aux):
    """Return NaN if there is little money."""
    money = FIELDS.get_money(state)
    return FIELDS.pack(FIELDS.get_place(state), 0, 0), (np.nan if money < 4 else 1.0 * money,)


@pytest.mark.parametrize("compiled_engine", costly_first([AStar(), compiled.BeamSearch()]), ids=repr)
@pytest.mark.parametrize("money", costly_first([8, 3]))
def test_a_resource_that_is_nan_is_refused_as_in_python(money, compiled_engine):
    errors = []
    for engine in (compiled_engine, in_python(compiled_engine)):
        with pytest.raises(ProblemMethodError, match="not NaN") as error:
            engine.search(random_drive(3, money=money, resources=no_number))
        errors.append(str(error.value))
    assert errors[0] == errors[1]


@pytest.mark.parametrize(
    ("resources", "message"),
    costly_first(
        [
            (
                lambda tables, state, aux: state,
                "resources returned .*; expected a tuple of a key and a tuple of numbers",
            ),
            (lambda tables, state, aux: (state, 3), "resources returned .* after the key; expected a tuple of numbers"),
            (
                lambda tables, state, aux: (0.5, (3,)),
                "resources returned a key of type float64; expected a whole number",
            ),
        ]
    ),
)
def test_resources_of_another_form_are_refused(resources, message):
    problem = random_drive(1)
    problem._domain = replace(problem.compiled_domain(), resources=resources)
    with pytest.raises(ProblemMethodError, match=message):
        AStar().search(problem)


def test_resources_and_labels_exclude_each_other():
    with pytest.raises(TypeError, match="resources needs label_bits=0"):
        random_drive(1, label_bits=2)


@pytest.mark.parametrize("count", costly_first([0, 1, 3]))
def test_any_number_of_resources_gives_the_same_search(count, first_keys):
    def some(tables, state, aux):
        key, (charge, money) = used(tables, state, aux)
        if count == 0:
            return state, ()
        if count == 1:
            return FIELDS.pack(FIELDS.get_place(state), 0, FIELDS.get_money(state)), (charge,)
        return key, (charge, np.uint64(FIELDS.get_charge(state)), money)

    for seed in range(20):
        one, other = both(AStar(), random_drive(seed, resources=some))
        assert one == other, seed


def ordinal_of(number):
    return ordinal(number)


def test_ordinals_are_in_the_order_of_the_numbers():
    numbers = [
        [-(2**63), -5, 0, 3, 2**63 - 1],
        [-np.inf, -1e300, -1.5, -5e-324, 0.0, 5e-324, 1.5, np.inf],
    ]
    call = module_kernel(sys.modules[__name__], "ordinal_of", CodeFiles(None))
    for row in numbers:
        found = [call(number) for number in row]
        assert found == sorted(set(found))
    assert call(-0.0) == call(0.0)


# --- plain problems ---------------------------------------------------------------------------------------------------


class Van(SearchProblem):
    """A state is a place, the charge and the money that are left. Each road costs minutes, charge and money."""

    def __init__(self, roads, charge, money):
        super().__init__((0, charge, money))
        self.roads, self.last = roads, max(road[1] for road in roads)

    def actions(self, state):
        place, charge, money = state
        return [n for n, road in enumerate(self.roads) if road[0] == place and road[3] <= charge and road[4] <= money]

    def result(self, state, action):
        _, head, _, used, paid = self.roads[action]
        return head, state[1] - used, state[2] - paid

    def cost(self, state, action, next_state):
        return self.roads[action][2]

    def is_goal(self, state):
        return state[0] == self.last

    def resources(self, state):
        return ("place", state[0]), (-state[1], -0.5 * state[2])


def random_van(seed, kind=Van):
    tables = random_drive(seed).compiled_domain().tables
    tails = np.searchsorted(tables.starts, np.arange(len(tables.heads)), side="right") - 1
    columns = tails, tables.heads, tables.minutes, tables.charge, tables.money
    return kind([tuple(map(int, road)) for road in zip(*columns, strict=True)], 12, 8)


@pytest.mark.costly
def test_resources_of_a_plain_problem_are_translated():
    for seed in range(2):
        one, other = both(AStar(), random_van(seed))
        assert one == other, seed
    assert "def resources(tables, state, aux)" in compiled.compile_problem(random_van(1)).source


class TextKey(Van):
    def resources(self, state):
        return f"{state[0]}", (-state[1],)


class TextNumber(Van):
    def resources(self, state):
        return state[0], tuple(sorted([-state[1], -state[2]], key=hash))


class LongKey(Van):
    def resources(self, state):
        return (2.5 * state[0], 1.5 * state[0]), (-state[1], -state[2])


class Lengths(Van):
    def resources(self, state):
        return state[0], (-state[1],) if state[0] == 0 else (-state[1], -state[2])


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (
            TextKey,
            "keys near the initial state are str. Instead, return a part of the state as the key",
        ),
        (TextNumber, "TextNumber.resources, line"),
        (LongKey, "its key needs 2 words of 64 bits, and a state only 1. Instead, return a part of the state"),
        (Lengths, "it doesn't always return the same number of resources. Instead, return a tuple of one length"),
    ],
)
def test_resources_that_cannot_be_translated_are_refused(kind, reason):
    with pytest.raises(MissingCapabilityError, match=re.escape(reason)) as error:
        AStar().search(random_van(1, kind))
    assert f"{kind.__name__} can't be compiled: in {kind.__name__}.resources, line " in str(error.value)
