"""A saved pattern database is loaded unchanged, or not at all."""

import json

import pytest
from helpers.stacks import large_ones, small_ones

from astarlib import AStar, SearchProblem
from astarlib.errors import PatternDatabaseError
from astarlib.heuristics import Abstraction, PatternDatabase
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.pancake import PancakeProblem

STACK = "3 1 2 5 4"
PROBLEM = PancakeProblem(STACK)


def large_or_first(stack):
    """At the goal like ``large_ones``, elsewhere not always."""
    return large_ones(stack) if stack[0] != 5 else stack


ABSTRACTION = Abstraction(large_ones)


@pytest.fixture
def saved(tmp_path):
    PatternDatabase.build(PROBLEM, ABSTRACTION).save(tmp_path / "large.pdb")
    return tmp_path / "large.pdb"


class OtherClass(PancakeProblem):
    pass


def same_name(name, method):
    """A class that calls itself what PancakeProblem calls itself, but differs in one method."""
    other = type("PancakeProblem", (PancakeProblem,), {name: method})
    other.__module__, other.__qualname__ = PancakeProblem.__module__, PancakeProblem.__qualname__
    return other(STACK)


def with_other_flips(self, state):
    return [(count, before, 1) for count, before, _ in self.successors(state) if count > 2]


def with_dearer_flips(self, state):
    return [(count, before, 2) for count, before, _ in self.successors(state)]


# --- as it was --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("max_distance", [2, 99])
def test_a_saved_database_is_loaded_as_it_was(tmp_path, max_distance):
    database = PatternDatabase.build(PROBLEM, ABSTRACTION, max_distance=max_distance)
    database.save(tmp_path / "large.pdb")
    assert database == PatternDatabase.load(tmp_path / "large.pdb", PROBLEM, ABSTRACTION)


def test_a_saved_database_serves_the_same_problem_from_another_start(saved):
    other = PancakeProblem("5 4 2 1 3")
    h = PatternDatabase.load(saved, other, ABSTRACTION).bind(other)
    assert PatternDatabase.build(other, ABSTRACTION).bind(other)(other.initial_state) == h(other.initial_state)


def test_the_header_of_the_file_can_be_read_by_people(saved):
    title, header, _ = saved.read_bytes().split(b"\n", 2)
    assert b"astarlib pattern-database 1" == title
    expected = {"problem": "astarlib.problems.pancake.PancakeProblem", "abstract states": 20, "exhaustive": True}
    assert expected == json.loads(header)


class Own(SearchProblem):
    """A state that cannot be pickled."""

    def actions(self, state):
        return []

    def result(self, state, action):
        return state

    def is_goal(self, state):
        return True


def test_what_cannot_be_pickled_is_not_saved_and_the_old_file_stays(saved):
    before = saved.read_bytes()
    state = lambda: None  # noqa: E731  # It can't be pickled.
    database = PatternDatabase.build(Own(state), Abstraction(id, goal_states=[state], symmetric=True))
    with pytest.raises(PatternDatabaseError, match="can't be saved"):
        database.save(saved)
    assert before == saved.read_bytes()
    assert [saved] == list(saved.parent.iterdir())


# --- another problem --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("problem", "abstraction", "said"),
    [
        (OtherClass(STACK), ABSTRACTION, "OtherClass"),
        (NPuzzle("1 2 / 3 0"), ABSTRACTION, "NPuzzle"),
        (PancakeProblem("3 1 2"), ABSTRACTION, "abstract goal"),
        (PROBLEM, Abstraction(small_ones), "the abstract state of"),
        (PROBLEM, Abstraction(large_or_first), "the abstract state of"),
        (PROBLEM, Abstraction(lambda stack: {}[stack]), "KeyError"),
        (PROBLEM, Abstraction(large_ones, predecessors=lambda _: []), "edges into the abstract state"),
        (same_name("predecessors", with_other_flips), ABSTRACTION, "edges into the abstract state"),
        (same_name("predecessors", with_dearer_flips), ABSTRACTION, "edges into the abstract state"),
        (same_name("goal_states", lambda self: [self.goal, self.goal[::-1]]), ABSTRACTION, "only in the problem"),
    ],
    ids=range(10),
)
def test_a_file_for_another_problem_or_abstraction_is_refused_with_what_differs(saved, problem, abstraction, said):
    with pytest.raises(PatternDatabaseError, match=rf"large\.pdb was built for another .*{said}"):
        PatternDatabase.load(saved, problem, abstraction)


def test_a_loaded_database_is_tried_on_the_steps_of_the_problem(saved):
    cheap = same_name("successors", lambda self, state: [(5, state[::-1], 0.5)])
    cheap.predecessors = PROBLEM.predecessors
    with pytest.raises(PatternDatabaseError, match="doesn't keep the step 5"):
        PatternDatabase.load(saved, cheap, ABSTRACTION)


# --- damage -----------------------------------------------------------------------------------------------------------


def test_a_checkpoint_is_not_a_pattern_database(tmp_path):
    AStar().start(PROBLEM).save(tmp_path / "search")
    with pytest.raises(PatternDatabaseError, match=r"search isn.t an astarlib pattern-database"):
        PatternDatabase.load(tmp_path / "search", PROBLEM, ABSTRACTION)
