"""Planning tasks without the library unified-planning."""

import sys

import pytest

from astarlib import AStar
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


def test_what_needs_unified_planning_is_an_error_that_names_the_extra():
    problem = PlanningProblem.from_text(DOMAIN, TASK)
    result = AStar().search(problem)
    for call in (lambda: problem.task, lambda: problem.plan(result), register):
        with pytest.raises(ImportError, match=r"need unified-planning: run pip install '\.\[planning\]'"):
            call()


def test_tasks_in_pddl_need_no_library(capsys):
    assert main(["solve", "pddl", DOMAIN, TASK]) == 0
    assert capsys.readouterr().out.startswith("(a)\n")
