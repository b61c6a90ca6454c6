"""The checks as assertions, for pytest and its like."""

from __future__ import annotations

from astarlib.checking.heuristic_check import check_heuristic
from astarlib.checking.problem_check import check_problem
from astarlib.problem import Problem


def assert_problem_ok(
    problem: Problem, *, states: int = 10_000, samples: int = 1_000, seed: int = 0, seconds: float = 10
) -> None:
    """Raise AssertionError, with the report as its message, when a problem breaks its contract, or cannot be tested.

    Parameters
    ----------
    problem, states, samples, seed, seconds:
        As for :func:`check_problem`, which see for its errors.

    Examples
    --------
    >>> from astarlib.problems.hanoi import TowersOfHanoi
    >>> assert_problem_ok(TowersOfHanoi(disks=3))
    """
    report = check_problem(problem, states=states, samples=samples, seed=seed, seconds=seconds)
    if not report.ok or report.states == 0:
        raise AssertionError(str(report))


def assert_admissible(
    problem: Problem, *, states: int = 50_000, samples: int = 5_000, seed: int = 0, seconds: float = 10
) -> None:
    """Raise AssertionError, with the report as its message, when h overestimates, is no number, or cannot be tested.

    Parameters
    ----------
    problem, states, samples, seed, seconds:
        As for :func:`check_heuristic`, which see for its errors.

    Examples
    --------
    >>> from astarlib.problems.hanoi import TowersOfHanoi
    >>> assert_admissible(TowersOfHanoi(disks=3))
    """
    report = check_heuristic(problem, states=states, samples=samples, seed=seed, seconds=seconds)
    if not (report.ok and report.admissible):
        raise AssertionError(str(report))


def assert_consistent(
    problem: Problem, *, states: int = 50_000, samples: int = 5_000, seed: int = 0, seconds: float = 10
) -> None:
    """As :func:`assert_admissible`, and when h falls along an edge by more than that costs.

    Parameters
    ----------
    problem, states, samples, seed, seconds:
        As for :func:`check_heuristic`, which see for its errors.

    Examples
    --------
    >>> from astarlib.problems.hanoi import TowersOfHanoi
    >>> assert_consistent(TowersOfHanoi(disks=3))
    """
    report = check_heuristic(problem, states=states, samples=samples, seed=seed, seconds=seconds)
    if not (report.ok and report.admissible and report.consistent):
        raise AssertionError(str(report))
