"""The checks as assertions, for pytest and other test frameworks."""

from __future__ import annotations

from astarlib.checking.heuristic_check import check_heuristic
from astarlib.checking.problem_check import check_problem
from astarlib.problem import Problem


def assert_problem_ok(
    problem: Problem, *, states: int = 10_000, samples: int = 1_000, seed: int = 0, seconds: float = 10
) -> None:
    """Raise AssertionError if a problem breaks its contract or can't be tested.

    Parameters
    ----------
    problem, states, samples, seed, seconds:
        As for :func:`check_problem`: by default 10,000 states, 1,000 samples, and 10 seconds.

    Raises
    ------
    AssertionError
        If the report has a fault, or no state could be tested. The message is the report.
    ValueError, TypeError, CheckInterrupted
        As in :func:`check_problem`.

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
    """Raise AssertionError if the heuristic overestimates, isn't a number or can't be tested.

    Parameters
    ----------
    problem, states, samples, seed, seconds:
        As for :func:`check_heuristic`: by default 50,000 states, 5,000 samples, and 10 seconds.

    Raises
    ------
    AssertionError
        If a state contradicts that the heuristic is admissible, the problem has another fault, or nothing could be
        compared. The message is the report.
    ValueError, TypeError, CheckInterrupted
        As in :func:`check_heuristic`.

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
    """Raise AssertionError if the heuristic isn't admissible and consistent, or can't be tested.

    A heuristic is consistent if it falls along no edge by more than the edge's cost.

    Parameters
    ----------
    problem, states, samples, seed, seconds:
        As for :func:`check_heuristic`: by default 50,000 states, 5,000 samples, and 10 seconds.

    Raises
    ------
    AssertionError
        If a state or an edge contradicts that the heuristic is admissible and consistent, the problem has another
        fault, or nothing could be compared. The message is the report.
    ValueError, TypeError, CheckInterrupted
        As in :func:`check_heuristic`.

    Examples
    --------
    >>> from astarlib.problems.hanoi import TowersOfHanoi
    >>> assert_consistent(TowersOfHanoi(disks=3))
    """
    report = check_heuristic(problem, states=states, samples=samples, seed=seed, seconds=seconds)
    if not (report.ok and report.admissible and report.consistent):
        raise AssertionError(str(report))
