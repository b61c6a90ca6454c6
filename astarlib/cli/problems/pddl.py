"""Planning tasks in PDDL: their arguments, their heuristics by name, and the task that they make."""

from __future__ import annotations

from argparse import Namespace, _ArgumentGroup
from collections.abc import Mapping
from typing import Final

from astarlib.cli.errors import usage_errors
from astarlib.cli.inputs import STDIN
from astarlib.cli.parser import ProblemArguments, Task
from astarlib.problem import Heuristic
from astarlib.problems.strips import FF, HAdd, HMax, LMCut

_HEURISTICS: Final[Mapping[str, Heuristic]] = {"lm-cut": LMCut(), "h-max": HMax(), "h-add": HAdd(), "ff": FF()}


def add_arguments(tasks: _ArgumentGroup) -> None:
    """Add the arguments of ``pddl``."""
    tasks.add_argument("domain", metavar="DOMAIN", help="the domain in PDDL: a file, or its text")
    tasks.add_argument(
        "instance",
        metavar="TASK",
        help="the task in PDDL, which PDDL calls problem: a file, its text, or - for standard input",
    )


def _task(given: Namespace) -> Task:
    from astarlib.problems.planning import PlanningProblem
    from astarlib.problems.planning.pddl import read_pddl

    name = given.heuristic or "lm-cut"
    texts = given.inputs.text_of(given.domain, "domain"), given.inputs.text_of(given.instance, "task")
    files = (given.domain, given.instance)
    names = [
        what if file in {text, STDIN} else file
        for what, text, file in zip(("the domain", "the task"), texts, files, strict=True)
    ]
    with usage_errors():
        problem = PlanningProblem(read_pddl(*texts, names=(names[0], names[1])), heuristic=_HEURISTICS[name])
    return Task(
        problem=problem,
        name="pddl",
        step="action",
        plain=sorted,
        heuristic=name,
        heuristics=_HEURISTICS,
        path_text=problem.plan_text,
    )


PROBLEM: Final = ProblemArguments(
    "a planning task in PDDL",
    "pddl domain.pddl task.pddl",
    add_arguments,
    _task,
    heuristics=tuple(_HEURISTICS),
    default_heuristic="lm-cut",
)
