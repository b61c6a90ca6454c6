"""The library unified-planning: how it's loaded, and which of its features a task may use."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from importlib import import_module
from typing import Any, Final

from astarlib._support.interrupts import raise_if_from_handler

SUPPORTED: Final = frozenset({
    "ACTION_BASED", "FLAT_TYPING", "HIERARCHICAL_TYPING",
    "NEGATIVE_CONDITIONS", "DISJUNCTIVE_CONDITIONS", "EQUALITIES", "EXISTENTIAL_CONDITIONS", "UNIVERSAL_CONDITIONS",
    "CONDITIONAL_EFFECTS", "FORALL_EFFECTS", "OBJECT_FLUENTS",
    "STATIC_FLUENTS_IN_BOOLEAN_ASSIGNMENTS", "FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
    "ACTIONS_COST", "PLAN_LENGTH",
    "STATIC_FLUENTS_IN_ACTIONS_COST", "INT_NUMBERS_IN_ACTIONS_COST", "REAL_NUMBERS_IN_ACTIONS_COST",
})  # fmt: skip
"""The features of unified-planning's ``ProblemKind``."""
_GROUPS: Final = {
    "durative actions": ("CONTINUOUS_TIME", "DISCRETE_TIME", "INTERMEDIATE_", "TIMED_", "DURATION_", "MAKESPAN",
                         "SELF_OVERLAPPING", "EXTERNAL_", "INT_TYPE_D", "REAL_TYPE_D", "STATIC_FLUENTS_IN_DUR",
                         "FLUENTS_IN_DUR", "TEMPORAL_"),
    "processes and events": ("PROCESSES", "EVENTS", "INCREASE_CONTINUOUS", "DECREASE_CONTINUOUS", "NON_LINEAR"),
    "numeric fluents": ("INT_FLUENTS", "REAL_FLUENTS", "NUMERIC_FLUENTS", "SIMPLE_NUMERIC", "GENERAL_NUMERIC",
                        "INCREASE_EFFECTS", "DECREASE_EFFECTS", "FLUENTS_IN_NUMERIC", "STATIC_FLUENTS_IN_NUMERIC",
                        "BOUNDED_TYPES", "CONTINUOUS_NUMBERS", "DISCRETE_NUMBERS", "UNDEFINED_INITIAL_NUMERIC",
                        "FINAL_VALUE"),
    "costs that change": ("FLUENTS_IN_ACTIONS_COST",),
    "soft goals": ("OVERSUBSCRIPTION", "INT_NUMBERS_IN_OVER", "REAL_NUMBERS_IN_OVER"),
    "constraints on trajectories": ("TRAJECTORY_CONSTRAINTS", "STATE_INVARIANTS"),
    "numbers and truth values as parameters": ("BOOL_", "BOUNDED_INT_", "UNBOUNDED_INT_", "REAL_ACTION_"),
    "hierarchical tasks": ("HIERARCHICAL", "METHOD_", "TASK_", "INITIAL_TASK_"),
    "scheduling": ("SCHEDULING",),
    "several agents": ("ACTION_BASED_MULTI_AGENT", "AGENT_"),
    "sensing actions": ("CONTINGENT",),
    "an initial state that is unknown": ("UNDEFINED_INITIAL_SYMBOLIC",),
}  # fmt: skip
"""The words for unsupported features, with the beginnings of their names."""


def unified_planning(module: str) -> Any:  # Any: the library has no types
    """Return a module of unified-planning. Raise ImportError, which names the extra, if it isn't installed."""
    try:
        return import_module(f"unified_planning.{module}")
    except ImportError as error:
        raise_if_from_handler(error)
        raise ImportError(
            "planning tasks need unified-planning: run pip install '.[planning]' in a checkout of astarlib"
        ) from error


def read_task(domain: str, task: str) -> Any:  # Any: the library has no types
    """Return the task of two PDDL texts, as unified-planning reads them. Raise ValueError if it can't."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # The reader uses old names of pyparsing.
        try:
            return unified_planning("io").PDDLReader().parse_problem_string(domain, task)
        except ImportError:
            raise
        except Exception as error:  # The reader raises errors of many kinds.
            raise_if_from_handler(error)
            raise ValueError(f"unified-planning can't read the task: {str(error).partition(chr(10))[0]}") from error


def unsupported(features: Iterable[str]) -> list[str]:
    """Return the words for the features that a PlanningProblem can't have."""
    found = dict[str, None]()
    for feature in sorted({*features} - SUPPORTED):
        words = (group for group, starts in _GROUPS.items() if feature.startswith(starts))
        found[next(words, feature.lower().replace("_", " "))] = None
    return list(found)
