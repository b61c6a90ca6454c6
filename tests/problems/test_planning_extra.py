"""Planning tasks without the library unified-planning."""

import sys

import pytest

from astarlib.cli import main
from astarlib.problems.planning import PlanningProblem
from astarlib.unified_planning import register

DOMAIN = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))"
TASK = "(define (problem t) (:domain d) (:init) (:goal (p)))"


@pytest.fixture(autouse=True)
def without_the_library(monkeypatch):
    for name in [each for each in sys.modules if each.partition(".")[0] == "unified_planning"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "unified_planning", None)


def test_without_unified_planning_the_error_names_the_extra():
    for call in (lambda: PlanningProblem.from_text(DOMAIN, TASK), register):
        with pytest.raises(ImportError, match=r"need unified-planning: run pip install '\.\[planning\]'"):
            call()


def test_the_command_line_names_the_extra_in_one_line(capsys):
    assert main(["solve", "pddl", DOMAIN, TASK]) == 2
    assert "planning tasks need unified-planning: run pip install '.[planning]'" in capsys.readouterr().err


def test_wrong_text_is_an_error_of_the_text_with_or_without_the_library(capsys):
    assert main(["solve", "pddl", DOMAIN[:-1], TASK]) == 2
    assert "the domain, line 1: this parenthesis is never closed" in capsys.readouterr().err
