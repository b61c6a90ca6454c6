"""A saved search is written completely or not at all, and resumes as if it had never stopped."""

import json
import os
import pickle
import subprocess
import sys
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from helpers.graphs import Explicit, Graph, outcome
from helpers.saving import BOARD, GOAL, PUZZLE, SMALL

import astarlib
from astarlib import (
    RBFS,
    ARAStar,
    AStar,
    Dijkstra,
    FunctionProblem,
    IDAStar,
    Limits,
    Search,
    Status,
    WeightedAStar,
    checkpoint,
)
from astarlib.engines import header
from astarlib.errors import CheckpointError
from astarlib.events import Started

# --- writing ----------------------------------------------------------------------------------------------------------


class Lock:
    """A state that cannot be pickled."""

    def __reduce__(self):
        raise TypeError("cannot pickle a Lock")


@pytest.mark.parametrize("state", [lambda: 0, Lock()], ids=["function", "lock"])
def test_a_search_with_states_that_cannot_be_pickled_says_so_and_writes_nothing(tmp_path, state):
    search = AStar().start(FunctionProblem(state, successors=lambda _: [], is_goal=lambda _: False))
    with pytest.raises(CheckpointError, match=r"can.t be pickled"):
        search.save(tmp_path / "search")
    assert [] == list(tmp_path.iterdir())
    assert Status.UNSOLVABLE is search.run().status


def test_saving_into_a_folder_that_is_not_there_is_an_error_of_the_system(tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        AStar().start(PUZZLE).save(tmp_path / "nowhere" / "search")


def test_a_checkpoint_may_be_written_over_itself_while_the_search_continues(tmp_path):
    search = AStar().start(PUZZLE)
    while search.run(Limits(expanded=300)).status is Status.LIMIT:
        search.save(tmp_path / "search")
    assert outcome(search.run()) == outcome(Search.load(tmp_path / "search", PUZZLE).run())


def test_the_head_of_a_checkpoint_can_be_read_by_people(saved):
    first, second, third = saved.read_bytes().split(b"\n")[:3]
    assert b"astarlib checkpoint 4" == first
    said = json.loads(second)
    assert ("AStar()", 200, None) == (said["engine"]["repr"], said["expanded"], said["metadata"])
    assert said["problem"].endswith("NPuzzle")
    assert 200 < said["stored"] < 600
    assert third.startswith(b"sha256 ")


@pytest.mark.parametrize("kind", [str, os.fspath, Path])
def test_a_checkpoint_may_be_named_by_text_or_path(saved, kind):
    assert 200 == Search.load(kind(saved), PUZZLE).statistics.expanded


# --- what is kept -----------------------------------------------------------------------------------------------------


def test_the_seconds_continue_from_those_saved(saved):
    resumed = Search.load(saved, PUZZLE)
    before = resumed.statistics.seconds
    assert before > 0
    assert resumed.run().statistics.seconds > before


def test_a_resumed_search_informs_its_observer(saved):
    events = []
    Search.load(saved, PUZZLE, observer=events.append).run(Limits(expanded=1))
    assert isinstance(events[0], Started)
    assert events[0].resumed


@pytest.mark.parametrize("engine", [AStar(), Dijkstra()], ids=repr)
def test_a_solved_or_unsolvable_search_is_saved_as_such(tmp_path, engine):
    for goals in (frozenset({3}), frozenset()):
        problem = Explicit(Graph(SMALL.edges, goals, SMALL.h))
        search = engine.start(problem)
        expected = search.run()
        search.save(tmp_path / "search")
        assert outcome(expected) == outcome(Search.load(tmp_path / "search", problem).run())


@pytest.mark.parametrize("engine", [AStar(), IDAStar(), RBFS()], ids=repr)
def test_a_solved_search_has_the_same_lower_bound_from_disk(tmp_path, engine):
    problem = Explicit(Graph(((0, 1, 1), (0, 2, 1)), frozenset({1}), (0, 5, 6)))  # an h that is not admissible
    search = engine.start(problem)
    search.run()
    search.save(tmp_path / "search")
    assert search.lower_bound == Search.load(tmp_path / "search", problem).lower_bound


def test_a_chain_of_100_000_parents_is_saved_loaded_and_walked(tmp_path):
    chain = FunctionProblem(0, successors=lambda n: [("next", n + 1, 1)], is_goal=lambda n: n == 100_000)
    search = Dijkstra().start(chain)
    search.run(Limits(expanded=99_999))
    search.save(tmp_path / "long")
    resumed = Search.load(tmp_path / "long", chain)
    result = resumed.run()
    assert 100_000 == result.cost == len(result.actions) == resumed.path_to(100_000).cost
    assert result == pickle.loads(pickle.dumps(result))


SCRIPT = """
import sys
from astarlib import Search
from astarlib.problems.npuzzle import NPuzzle
result = Search.load(sys.argv[1], NPuzzle(sys.argv[2], goal=sys.argv[3])).run()
print(result.cost, " ".join(result.actions), result.statistics.expanded, result.statistics.generated)
"""


def test_another_process_finishes_the_search_as_this_one_would(saved):
    command = [sys.executable, "-c", SCRIPT, str(saved), BOARD, GOAL]
    home = {**os.environ, "PYTHONPATH": str(Path(astarlib.__file__).parents[1])}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=home)
    whole = AStar().search(PUZZLE)
    expected = [whole.cost, *whole.actions, whole.statistics.expanded, whole.statistics.generated]
    assert [str(value) for value in expected] == done.stdout.split()


def test_the_docs_say_that_a_checkpoint_is_trusted_input():
    assert "trusted input" in Search.load.__doc__
    assert "trusted input" in checkpoint.__doc__


@pytest.mark.parametrize(
    "engine",
    [
        WeightedAStar(weight=Fraction(3, 2)),
        WeightedAStar(weight=Decimal("1.5")),
        ARAStar(weights=(3, Fraction(3, 2), 1)),
    ],
    ids=repr,
)
def test_an_engine_is_made_again_from_the_header_with_its_parameters(engine, tmp_path):
    engine.start(PUZZLE).save(tmp_path / "search")
    assert engine == Search.load(tmp_path / "search", PUZZLE).engine


@pytest.mark.parametrize("place", ["os:system", "astarlib.limits:nothing", "astarlib.limits:LimitKind"])
def test_a_parameter_in_a_file_can_only_be_a_dataclass_of_the_library(place):
    with pytest.raises(LookupError):
        header._from_json({"value": [place, []]}, None)


def test_an_algorithm_without_files_of_its_own_says_so():
    with pytest.raises(NotImplementedError, match="keeps no files"):
        Dijkstra().start(PUZZLE)._algorithm.save_files("search")


def test_an_engine_whose_parameters_no_file_can_hold_has_to_be_given(tmp_path):
    engine = Peculiar(parameter=frozenset())
    engine.start(PUZZLE).save(tmp_path / "search")
    with pytest.raises(CheckpointError, match=r"names no known engine.*pass the engine"):
        Search.load(tmp_path / "search", PUZZLE)
    assert engine is Search.load(tmp_path / "search", PUZZLE, engine=engine).engine


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Peculiar(AStar):
    parameter: frozenset = frozenset({1})


def test_a_class_of_the_program_itself_has_the_name_of_its_file(tmp_path):
    """A search that a program saves is loaded by another one, which imports the class."""
    (tmp_path / "slide.py").write_text(
        "from astarlib import AStar, Limits, SearchProblem\n"
        "class Count(SearchProblem):\n"
        "    def actions(self, state):\n"
        "        return [1, 2]\n"
        "    def result(self, state, action):\n"
        "        return state + action\n"
        "    def is_goal(self, state):\n"
        "        return state == 50\n"
        "if __name__ == '__main__':\n"
        "    search = AStar().start(Count(0))\n"
        "    search.run(Limits(expanded=10))\n"
        "    search.save('saved')\n"
    )
    (tmp_path / "resume.py").write_text(
        "from slide import Count\nfrom astarlib import Search\nprint(Search.load('saved', Count(0)).run().cost)\n"
    )
    outputs = [
        subprocess.run([sys.executable, name], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
        for name in ("slide.py", "resume.py")
    ]
    assert ["", "25\n"] == outputs


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"there is no such folder: .*nowhere"):
        AStar().start(PUZZLE).save(tmp_path / "nowhere" / "search")
