"""Ctrl-C during `Engine.search`: the error has the search, which can be continued and saved."""

import signal
import subprocess
import sys
from dataclasses import dataclass

import pytest

from astarlib import ENGINES, AStar, Limits, Search
from astarlib.engines import Engine
from astarlib.errors import InvalidProblemError, ProblemMethodError
from astarlib.events import Progress
from astarlib.problems.npuzzle import NPuzzle

pytestmark = pytest.mark.quick

PUZZLE = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")


class Interrupting(NPuzzle):
    """A puzzle whose goal test is interrupted once, at call number 50."""

    calls = 0

    def is_goal(self, state):
        self.calls += 1
        if self.calls == 50:
            raise KeyboardInterrupt
        return super().is_goal(state)


def interrupted(engine: Engine) -> tuple[KeyboardInterrupt, Search]:
    with pytest.raises(KeyboardInterrupt) as caught:
        engine.search(Interrupting("8 6 7 / 2 5 4 / 3 0 1"))
    return caught.value, caught.value.search


@pytest.mark.parametrize("name", ["astar", "greedy", "ida-star", "beam"])
def test_an_interrupted_search_can_be_continued(name):
    engine = ENGINES[name]()
    error, search = interrupted(engine)
    assert type(error) is KeyboardInterrupt
    result = search.run()
    assert result.actions == engine.search(PUZZLE).actions
    assert result.statistics.expanded == engine.search(PUZZLE).statistics.expanded


def test_the_error_says_what_to_call():
    error, search = interrupted(AStar())
    done = f"the search was interrupted after {search.statistics.expanded:,} expansions, and nothing is lost"
    assert [f"{done}; error.search.run() continues it, and error.search.save(path) saves it"] == error.__notes__


def test_an_interrupted_search_can_be_saved(tmp_path):
    _, search = interrupted(AStar())
    search.save(tmp_path / "search")
    assert 31 == Search.load(tmp_path / "search", search.problem).run().cost


def test_an_interrupt_of_an_observer_has_the_search_too():
    def interrupt(event):
        raise KeyboardInterrupt

    interrupt.event_types = {Progress}
    with pytest.raises(KeyboardInterrupt) as caught:
        AStar().search(NPuzzle("0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"), observer=interrupt)
    assert 0 < caught.value.search.run(Limits(expanded=1)).statistics.expanded


def test_an_error_in_the_problem_has_the_search_too():
    class Failing(NPuzzle):
        fails = True

        def is_goal(self, state):
            if self.fails and state != self.initial_state:
                raise RuntimeError("the sensor failed")
            return super().is_goal(state)

    with pytest.raises(ProblemMethodError) as caught:
        AStar().search(Failing("8 6 7 / 2 5 4 / 3 0 1"))
    search = caught.value.search
    search.problem.fails = False
    assert 31 == search.run().cost


def test_an_error_that_refuses_attributes_is_raised_as_it_is():
    @dataclass(frozen=True)
    class Frozen(Exception):  # noqa: N818  # a user's name
        code: int

    def observe(event):
        raise Frozen(7)

    with pytest.raises(Frozen) as caught:
        AStar().search(PUZZLE, observer=observe)
    assert isinstance(vars(caught.value)["search"], Search)


def test_an_error_before_the_search_has_none():
    with pytest.raises(InvalidProblemError) as caught:
        AStar().search(5)
    assert not hasattr(caught.value, "search")


@pytest.mark.skipif(sys.platform == "win32", reason="a process can't send itself Ctrl-C")
def test_a_program_that_is_interrupted_ends_as_after_any_other_ctrl_c():
    program = """
import os, signal
from astarlib import AStar
from astarlib.problems.npuzzle import NPuzzle
class Puzzle(NPuzzle):
    def is_goal(self, state):
        os.kill(os.getpid(), signal.SIGINT)
        return False
signal.signal(signal.SIGINT, signal.default_int_handler)
AStar().search(Puzzle("8 6 7 / 2 5 4 / 3 0 1"))
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert -signal.SIGINT == ended.returncode
    assert ended.stderr.rstrip().endswith("error.search.save(path) saves it")
