"""Pattern databases over compiled domains: right distances, the same in Python, and never a table of something else."""

import math
import os
import pickle
import runpy
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from helpers.agreement import both
from helpers.data import depth_counts
from helpers.sampling import few, slow
from helpers.saving import keep_own_tables
from hypothesis import given
from hypothesis import strategies as st

import astarlib
from astarlib import compiled, with_heuristic
from astarlib.checking import check_heuristic
from astarlib.compiled import CompiledDomain, DomainProblem, PatternDatabase, StateFields, check_domain
from astarlib.errors import (
    InvalidCostError,
    MissingCapabilityError,
    PatternDatabaseError,
    ProblemMethodError,
)
from astarlib.events import TableProgress
from astarlib.heuristics import Abstraction, MaxOf, SumOf
from astarlib.heuristics import PatternDatabase as InPython
from astarlib.problems.pancake import PancakeProblem

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@cache
def example(name):
    """The names in an example of the documentation."""
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))


# --- random problems: two wheels, which each action turns -------------------------------------------------------------

SIZE, MOVES = 5, 3
PERMUTATIONS = st.permutations(range(SIZE))
wheels = StateFields(left=3, right=3)
wide_wheels = StateFields(pad=63, left=3, right=3)  # a state of two words


class Wheels(NamedTuple):
    """What the moves do to each wheel, and back, and what they cost."""

    left: np.ndarray
    right: np.ndarray
    left_back: np.ndarray
    right_back: np.ndarray
    costs: np.ndarray
    goals: np.ndarray


def domain_functions(fields):
    def count(tables, state, aux):
        return MOVES

    def apply(tables, state, aux, i):
        turned = fields.set_left(state, tables.left[i, fields.get_left(state)])
        return fields.set_right(turned, tables.right[i, fields.get_right(state)]), 0, tables.costs[i]

    def apply_back(tables, state, aux, i):
        turned = fields.set_left(state, tables.left_back[i, fields.get_left(state)])
        return fields.set_right(turned, tables.right_back[i, fields.get_right(state)]), 0, tables.costs[i]

    def is_goal(tables, state, aux):
        return tables.goals[fields.get_left(state), fields.get_right(state)]

    def only_left(tables, state):
        return fields.set_right(state, 0)

    def only_right(tables, state):
        return fields.set_left(state, 0)

    return {
        "domain": {"successor_count": count, "apply": apply, "predecessor_count": count, "apply_back": apply_back,
                   "is_goal": is_goal},
        "mappings": (only_left, only_right),
    }  # fmt: skip


FUNCTIONS = {fields: domain_functions(fields) for fields in (wheels, wide_wheels)}


SMALL, LARGE, FLOATS = st.integers(0, 3), st.integers(0, 400), st.sampled_from([0.0, 0.5, 2.25])


def state_of(fields, left, right):
    return fields(left=left, right=right) if fields is wheels else fields(pad=7, left=left, right=right)


# Each combination of a layout and a type of costs is compiled on its own, which takes seconds.
KINDS = {"one word": (wheels, SMALL), "large costs": (wheels, LARGE), "two words and floats": (wide_wheels, FLOATS)}
OF_EACH_KIND = pytest.mark.parametrize("kind", few(KINDS, 1))


@st.composite
def problems(draw, kind):
    fields, kind = KINDS[kind]
    left, right = (np.array(draw(st.lists(PERMUTATIONS, min_size=MOVES, max_size=MOVES))) for _ in range(2))
    cells = st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))
    goals = draw(st.sets(cells, min_size=1, max_size=3))
    return wheels_problem(fields, left, right, draw(st.lists(kind, min_size=MOVES, max_size=MOVES)), goals, draw(cells))


def wheels_problem(fields, left, right, lengths, goals, start):
    lengths, is_goal = np.array(lengths), np.zeros((SIZE, SIZE), bool)
    for goal in goals:
        is_goal[goal] = True
    tables = Wheels(left, right, np.argsort(left), np.argsort(right), lengths, is_goal)
    domain = CompiledDomain(
        fields=fields, **FUNCTIONS[fields]["domain"], tables=tables, max_successors=MOVES,
        costs=int if lengths.dtype.kind == "i" else float,
    )  # fmt: skip
    return DomainProblem(
        domain, state_of(fields, *start), goal_states=[state_of(fields, *goal) for goal in sorted(goals)]
    )


def all_states(problem):
    fields = problem.compiled_domain().fields
    return [state_of(fields, left, right) for left in range(SIZE) for right in range(SIZE)]


def mapping_in_python(problem, which):
    other = "left" if which == 1 else "right"
    return lambda state: state._replace(**{other: 0})


LIMITS_OF_TABLES = st.sampled_from([math.inf, math.inf, 0, 1, 2.5, 300])


@pytest.mark.costly
@OF_EACH_KIND
@given(st.data(), LIMITS_OF_TABLES)
def test_the_distances_are_those_of_the_database_in_python(kind, data, most):
    problem = data.draw(problems(kind))
    which = int(problem.compiled_domain().fields is wide_wheels)
    mapping = FUNCTIONS[problem.compiled_domain().fields]["mappings"][which]
    built = PatternDatabase.build(problem, mapping, max_distance=most, cache=False)
    expected = InPython.build(problem, Abstraction(mapping_in_python(problem, which)), max_distance=most)
    assert (built.beyond, len(built)) == (expected.beyond, len(expected.distances))
    assert sum(built.layers.values()) == len(built)
    assert sorted(built.layers) == sorted(set(expected.distances.values()))
    h, expected_h = built.bind(problem), expected.bind(problem)
    for state in all_states(problem):
        assert h(state) == expected_h(state)


@st.composite
def guided_problems(draw, kind):
    """A problem whose attribute is the maximum of a database and a sum of two databases.

    The two are of costs that add up to the costs of the problem, so their sum is admissible.
    """
    problem = draw(problems(kind))
    domain, mappings = problem.compiled_domain(), FUNCTIONS[KINDS[kind][0]]["mappings"]
    if kind == "one word":
        mappings = mappings[:1] * 2  # Each abstraction is compiled on its own, too.
    first, halves = domain.tables.costs // 2, []
    for costs, mapping in zip((first, domain.tables.costs - first), mappings, strict=True):
        own = replace(domain, tables=domain.tables._replace(costs=costs))
        part = DomainProblem(own, problem.initial_state, goal_states=problem.goal_states())
        halves.append(PatternDatabase.build(part, mapping, cache=False))
    left = PatternDatabase.build(problem, mappings[0], cache=False)
    return DomainProblem(
        domain, problem.initial_state, goal_states=problem.goal_states(), heuristic=MaxOf(left, SumOf(*halves))
    )


@pytest.mark.costly
@OF_EACH_KIND
@given(st.data())
def test_compiled_heuristics_have_the_values_of_those_in_python(kind, data):
    assert check_domain(data.draw(guided_problems(kind)), states=30) > 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@given(st.data())
def test_compiled_searches_expand_the_same_states_as_those_in_python(kind, data):
    guided = data.draw(guided_problems(kind))
    compiled_one, python = both(compiled.AStar(), guided)
    assert python == compiled_one
    assert python[3] == astarlib.Dijkstra().search(guided).lower_bound


# --- known numbers ----------------------------------------------------------------------------------------------------


def whole_state(tables, state):
    """Leave nothing out."""
    return state


@pytest.mark.slow
def test_the_distances_of_all_cubes():
    database = PatternDatabase.build(example("compiled_cube")["problem"], whole_state, cache=False)
    assert database.layers == depth_counts("rubik222_depth_counts.csv", metric="htm")
    assert len(database) == 3_674_160
    assert database.nbytes < 13 * len(database)


QUARTERS = np.array([0, 2, 3, 5, 6, 8])


@pytest.mark.costly
def test_the_distances_of_cubes_in_the_first_quarter_turns():
    cube = example("compiled_cube")
    turn = cube["turn"]

    def six(tables, state, aux):
        return 6

    def quarter(tables, state, aux, i):
        return turn(tables, state, aux, QUARTERS[i])

    domain = replace(cube["domain"], successor_count=six, apply=quarter, max_successors=6)
    problem = DomainProblem(domain, cube["SOLVED"], goal_states=[cube["SOLVED"]])
    database = PatternDatabase.build(problem, whole_state, max_distance=7, cache=False)
    known = depth_counts("rubik222_depth_counts.csv", metric="qtm")
    assert database.layers == {depth: known[depth] for depth in range(8)}
    assert database.beyond == 8


@pytest.mark.costly
def test_the_distances_of_all_rings_of_nine_tokens():
    names = runpy.run_path(str(EXAMPLES / "compiled_top_spin.py"))
    source = (EXAMPLES / "compiled_top_spin.py").read_text(encoding="utf-8").partition("problem = ")[0]
    exec(compile(source.replace("TOKENS = 12", "TOKENS = 9"), "top_spin", "exec"), names)
    problem = DomainProblem(names["domain"], names["SORTED"], goal_states=[names["SORTED"]])
    database = PatternDatabase.build(problem, whole_state, cache=False)
    assert database.layers == depth_counts("topspin_depth_counts.csv", n=9, k=4)


def large_pancakes(tables, stack):
    """Keep the pancakes from size 5 on."""
    for at in range(8):
        if stack >> np.uint64(4 * at) & np.uint64(15) < 4:
            stack &= ~(np.uint64(15) << np.uint64(4 * at))
    return stack


@pytest.mark.costly
def test_the_distances_of_all_stacks_of_eight_pancakes():
    problem = PancakeProblem("5 8 3 1 6 2 7 4")
    whole = PatternDatabase.build(problem, whole_state, cache=False)
    assert whole.layers == depth_counts("pancake_depth_counts.csv", n=8)
    optimum = astarlib.AStar().search(problem).cost
    guided = with_heuristic(problem, whole)
    one, other = astarlib.AStar().search(guided), compiled.AStar().search(guided)
    assert (one.cost, one.statistics.expanded) == (other.cost, other.statistics.expanded)
    assert one.cost == optimum
    assert astarlib.IDAStar().search(guided).statistics.expanded == optimum


@pytest.mark.costly
def test_the_maximum_of_the_gap_and_a_table_of_large_pancakes():
    problem = PancakeProblem("5 8 3 1 6 2 7 4")
    large = PatternDatabase.build(problem, large_pancakes, cache=False)
    assert len(large) == 8 * 7 * 6 * 5
    guided = with_heuristic(problem, MaxOf(problem.heuristic, large))
    one, other = astarlib.AStar().search(guided), compiled.AStar().search(guided)
    assert (one.cost, one.statistics.expanded) == (other.cost, other.statistics.expanded)
    assert one.cost == astarlib.AStar().search(problem).cost


@pytest.mark.slow
def test_top_spin_with_two_tables():
    names = example("compiled_top_spin")
    problem = names["problem"]
    first, last = (PatternDatabase.build(problem, names[name], cache=False) for name in ("first_seven", "last_six"))
    assert (len(first), len(last)) == (332_640, 55_440)
    guided = with_heuristic(problem, MaxOf(first, last))
    one, other = astarlib.AStar().search(guided), compiled.AStar().search(guided)
    assert (one.cost, one.statistics.expanded) == (9, other.statistics.expanded)


# --- numbers in a ring, with a tag that never changes -----------------------------------------------------------------

RING, TAGS = 256, 2**13
ring = StateFields(number=8, tag=13)


def two_ways(tables, state, aux):
    return 2


def step(tables, state, aux, i):
    return ring.set_number(state, (ring.get_number(state) + (1 if i == 0 else RING - 1)) % RING), 0, 1


def is_zero(tables, state, aux):
    return ring.get_number(state) == 0


RING_DOMAIN = CompiledDomain(
    fields=ring, successor_count=two_ways, apply=step, is_goal=is_zero, max_successors=2, undirected=True
)
LANDING = 120


def ring_problem(start, **options):
    return DomainProblem(RING_DOMAIN, ring(start, 0), **options)


PROBLEM = ring_problem(5, goal_states=[ring(0, 0)])


def jumps(tables, state):
    """Map 80 to another number, and hide nothing else: the distance of 80 is too large then."""
    return ring.set_number(state, LANDING) if ring.get_number(state) == 80 else state


def jumps_database(tags=1, **options):
    goals = [ring(0, tag) for tag in range(tags)]
    return PatternDatabase.build(ring_problem(5, goal_states=goals), jumps, cache=False, **options)


@pytest.mark.costly
def test_the_attribute_heuristic_of_a_domain_problem_is_a_database_or_a_function():
    problem, database = ring_problem(4), jumps_database()
    one = ring_problem(4, actions=["up", "down"], heuristic=database)
    assert astarlib.AStar().search(one).actions == ("down",) * 4
    assert one.heuristic(ring(0, 0)) == 0
    other = ring_problem(4, heuristic=lambda state: 0)
    assert astarlib.AStar().search(other).cost == 4
    with pytest.raises(MissingCapabilityError, match="overrides the heuristic"):
        compiled.AStar().start(other)
    with pytest.raises(MissingCapabilityError, match=r"can't evaluate <function .*, a part of MaxOf"):
        compiled.AStar().start(with_heuristic(problem, MaxOf(database, lambda state: 0)))


@pytest.mark.costly
def test_compiled_ida_star_with_a_database_expands_the_same_states_as_in_python():
    problem = ring_problem(40, heuristic=jumps_database())
    compiled_one, python = both(compiled.IDAStar(), problem, counts=False)
    assert python == compiled_one
    assert python[2].cost == 40


@pytest.mark.costly
def test_all_of_many_goals_have_the_distance_0():
    assert jumps_database(TAGS, max_distance=1).layers == {0: TAGS, 1: 2 * TAGS}


@pytest.mark.costly
def test_an_abstraction_that_does_not_keep_a_step_is_found():
    with pytest.raises(PatternDatabaseError, match=r"doesn't keep the step|isn't what"):
        PatternDatabase.build(ring_problem(80, goal_states=[ring(0, 0)]), jumps, cache=False)
    database = jumps_database()
    assert not check_heuristic(ring_problem(5, heuristic=database)).consistent
    with pytest.raises(PatternDatabaseError, match="doesn't keep the step"):
        ring_problem(85, heuristic=database)


def test_an_abstraction_that_changes_after_the_build_is_refused(monkeypatch):
    database = jumps_database()
    monkeypatch.setitem(globals(), "LANDING", 31)
    with pytest.raises(PatternDatabaseError, match="jumps, or a value that it refers to, isn't what it was when"):
        ring_problem(5, heuristic=database)


def test_databases_can_be_pickled():
    database, problem = jumps_database(), ring_problem(5)
    again = pickle.loads(pickle.dumps(database))
    assert again.layers == database.layers
    guided = pickle.loads(pickle.dumps(with_heuristic(problem, again)))
    assert guided.compiled_domain().heuristic is not None
    assert astarlib.AStar().search(guided).cost == 5


# --- the cache --------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path, monkeypatch):
    keep_own_tables(tmp_path, monkeypatch)
    return tmp_path


def tables_in(folder):
    return sorted(folder.glob("patterns-*.npy"))


def build(mapping=jumps, problem=PROBLEM, **options):
    """Build a database. Return it, and whether a search was run for it."""
    events = []
    database = PatternDatabase.build(problem, mapping, observer=events.append, **options)
    return database, len(events) > 0


def test_a_table_is_stored_and_loaded(folder):
    (first, was_built), (again, is_built) = build(), build()
    assert (was_built, is_built) == (True, False)
    assert first.layers == again.layers
    assert (first.beyond, len(first), first.nbytes) == (again.beyond, len(again), again.nbytes)
    assert all((path.stat().st_mode & 0o077) == 0 for path in tables_in(folder))
    assert astarlib.AStar().search(with_heuristic(PROBLEM, again)).cost == 5
    assert len(tables_in(folder)) == 1
    build(cache=False)
    assert len(tables_in(folder)) == 1


@pytest.mark.parametrize("damage", ["cut short", "changed"])
def test_a_damaged_table_is_built_again(folder, damage):
    first, _ = build()
    [path] = tables_in(folder)
    content = path.read_bytes()
    path.write_bytes(content[:-100] if damage == "cut short" else content[:-1] + bytes([content[-1] ^ 1]))
    again, is_built = build()
    assert is_built
    assert first.layers == again.layers
    assert path.read_bytes() == content


@pytest.mark.costly
@pytest.mark.parametrize("count", [3, slow(4)])  # The other one takes a compilation.
def test_another_abstraction_goal_limit_or_domain_has_another_table(count, folder):
    build()
    other, goals = ring(3, 0), PROBLEM.goal_states()
    word = np.uint64(ring.pack(*other))
    at_other = replace(RING_DOMAIN, is_goal=lambda tables, state, aux: state == word)

    def step_in_two(tables, state, aux, i):
        next_state, next_aux, _ = step(tables, state, aux, i)
        return next_state, next_aux, 2

    by_two = replace(RING_DOMAIN, apply=step_in_two, undirected=False)
    others = [
        lambda: build(max_distance=3),
        lambda: build(problem=DomainProblem(at_other, other, goal_states=[other])),
        lambda: build(whole_state),
        lambda: build(problem=DomainProblem(by_two, other, goal_states=goals), symmetric=True),
    ]
    assert all(make()[1] for make in others[:count])
    assert len(tables_in(folder)) == 1 + count
    assert not build(problem=ring_problem(7, goal_states=goals))[1]


SCRIPT = """
import runpy
from astarlib import IDAStar, compiled, with_heuristic
names = runpy.run_path({path!r})
events = []
database = compiled.PatternDatabase.build(names["problem"], names["first_seven"], observer=events.append)
print(len(database), len(events) > 0, IDAStar().search(with_heuristic(names["problem"], database)).cost)
"""


@pytest.mark.slow
def test_a_second_process_loads_the_table(folder):
    script = SCRIPT.format(path=str(EXAMPLES / "compiled_top_spin.py"))
    for built in ("True", "False"):
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, timeout=900, env={**os.environ}, check=True
        )
        assert done.stdout.split() == ["332640", built, "9"]


def test_an_interrupt_while_building_leaves_no_table(folder):
    def interrupt(event):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        PatternDatabase.build(PROBLEM, jumps, observer=interrupt)
    assert tables_in(folder) == []
    assert build()[1]


def test_progress_begins_with_0_and_ends_with_the_number_of_states():
    events = []
    database = PatternDatabase.build(PROBLEM, jumps, observer=events.append, cache=False)
    assert {type(event) for event in events} == {TableProgress}
    assert (events[0].done, events[-1].done, events[-1].total) == (0, len(database), len(database))
    assert all(one.done <= other.done for one, other in pairwise(events))


# --- wrong input ------------------------------------------------------------------------------------------------------


def test_a_lack_of_memory_is_an_error_with_the_number_of_bytes(folder):
    with pytest.raises(MemoryError, match=r"needs more than 1 bytes? of memory: \d+ abstract states were found"):
        PatternDatabase.build(PROBLEM, jumps, memory=1)
    assert tables_in(folder) == []


def makes_float(tables, state):
    return state / 2


def returns_pair(tables, state):
    return state, state


def returns_nothing(tables, state):
    state + np.uint64(1)


def out_of_range(tables, state):
    return ring.set_tag(state, TAGS)


def float_when_compiled(tables, state):
    return state if state == 0 else state * 0.5


@pytest.mark.parametrize(
    ("mapping", "error", "says"),
    [
        (makes_float, PatternDatabaseError, r"makes_float returned .*; expected a whole number"),
        (returns_pair, PatternDatabaseError, r"returns_pair returned \(.*; expected a whole number"),
        (returns_nothing, PatternDatabaseError, "returned None"),
        (out_of_range, PatternDatabaseError, r"raised ValueError .* field tag must be 0 to 8191, not 8192"),
        (float_when_compiled, ProblemMethodError, r"float_when_compiled, line \d+ of test_pattern_databases.py"),
        (lambda state: state, TypeError, r"mapping must take the parameters \(tables, state\), but <lambda> takes"),
        (5, TypeError, "mapping must be a function, not 5"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_wrong_abstraction_is_an_error_that_names_it(mapping, error, says):
    with pytest.raises(error, match=says):
        PatternDatabase.build(PROBLEM, mapping, cache=False)


def test_what_is_missing_is_named():
    one_way = replace(RING_DOMAIN, undirected=False)
    with pytest.raises(MissingCapabilityError, match=r"has no predecessor_count and apply_back; add them, or, .*symm"):
        build(problem=DomainProblem(one_way, ring(5, 0), goal_states=[ring(0, 0)]))
    with pytest.raises(MissingCapabilityError, match=r"needs the goals: pass build\(..., goal_states=\[...\]\), or"):
        build(problem=ring_problem(5))
    with pytest.raises(MissingCapabilityError, match="can't be compiled"):
        build(problem=astarlib.FunctionProblem(Fraction(1, 2), successors=lambda n: [], is_goal=bool))
    with pytest.raises(PatternDatabaseError, match=r"one of goal_states, isn't a goal of the problem"):
        build(problem=ring_problem(5), goal_states=[ring(1, 0)])
    with pytest.raises(PatternDatabaseError, match="has no goal state"):
        build(goal_states=[])


@pytest.mark.costly
def test_a_negative_cost_is_an_error():
    turns = np.array([np.roll(range(SIZE), 1)] * MOVES)
    problem = wheels_problem(wheels, turns, turns, [-1] * MOVES, [(0, 0)], (1, 1))
    with pytest.raises(InvalidCostError, match="the cost is -1"):
        PatternDatabase.build(problem, FUNCTIONS[wheels]["mappings"][0], cache=False)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        (wheels, "the abstraction doesn't keep the step 0"),
        (wide_wheels, r"its states have 1 words .*, and those of the problem have 2"),
    ],
    ids=["same words", "more words"],
)
def test_a_database_of_another_domain_is_refused(fields, says):
    turns = np.array([np.roll(range(SIZE), 1)] * MOVES)
    problem = wheels_problem(fields, turns, turns, [1] * MOVES, [(0, 0)], (1, 1))
    with pytest.raises(PatternDatabaseError, match=says):
        with_heuristic(problem, jumps_database())


@pytest.mark.costly
def test_databases_and_bound_heuristics_can_be_pickled():
    problem = PancakeProblem("3 1 7 5 2 6 4 8")
    database = PatternDatabase.build(problem, whole_state, cache=False)
    again = pickle.loads(pickle.dumps(database))
    assert again.layers == database.layers
    guided = pickle.loads(pickle.dumps(with_heuristic(problem, again)))
    assert compiled.AStar().search(guided).cost == astarlib.AStar().search(problem).cost
