"""The conformance suite. All built-in engines pass it, and you can run it on your own engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from inspect import isfunction
from random import Random
from types import MappingProxyType
from typing import Any, Final

from astarlib._support.html_card import text_card
from astarlib._support.integers import check_int
from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.numbers import counted
from astarlib.checking.conformance import laws_of_results, laws_of_searches
from astarlib.checking.conformance.case import Case
from astarlib.checking.conformance.ground_truth import ground_truth_of
from astarlib.checking.conformance.random_graphs import RandomGraph
from astarlib.engines.engine import Engine
from astarlib.errors import BrokenLaw, ConformanceError, MissingCapabilityError
from astarlib.problem import Problem
from astarlib.searching.guarantee import Guarantee

LAWS: Final[tuple[Callable[[Case], None], ...]] = tuple(
    law
    for module in (laws_of_results, laws_of_searches)
    for name, law in vars(module).items()
    if isfunction(law) and law.__module__ == module.__name__ and not name.startswith("_")
)
"""The public functions of the two modules, in the order of their definitions."""
_WATCHED: Final[Mapping[Callable[[Case], None], str]] = MappingProxyType(
    {
        laws_of_results.the_statistics_are_what_the_problem_was_asked: "there are no calls to count",
        laws_of_results.the_events_are_what_the_statistics_count: "it doesn't send events of single expansions",
        laws_of_searches.an_interrupt_within_an_expansion_loses_nothing: "there is no call to interrupt",
    }
)
"""The laws that apply only to engines that call the problem's own methods, each with the reason."""
_UNMET: Final = (laws_of_results.a_heuristic_that_breaks_the_requirement_leads_to_a_correct_answer_or_an_error,)
"""The law for problems whose heuristic doesn't meet the requirement of the guarantee."""
_GRAPHS: Final = 40
_MAX_GRAPHS: Final = 25 * _GRAPHS
_ENOUGH: Final = 20_000  # An engine that needs more expansions on a graph of nine nodes never ends.


@dataclass(frozen=True, slots=True)
class ConformanceReport:
    """A report of what :func:`check_engine` has tested.

    Attributes
    ----------
    engine, guarantee:
        The engine's repr, and the guarantee that was tested.
    laws:
        The laws that the engine keeps, in words.
    problems:
        The number of problems that the laws were tested on.
    refused:
        The number of problems left out because they lack a capability that the engine requires.
    unmet:
        The number of further problems whose heuristic doesn't meet the requirement of the guarantee. On these, the
        engine only has to give a correct answer or raise InvalidHeuristicError.
    not_applicable:
        The laws that can't be tested on the engine, as pairs of law and reason. These laws observe the calls of a
        problem's methods, and a compiled engine calls a ``compiled_domain`` instead.
    """

    engine: str
    guarantee: Guarantee
    laws: tuple[str, ...]
    problems: int
    refused: int
    unmet: int = 0
    not_applicable: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        refused = f" ({self.refused} left out for a missing capability)" if self.refused > 0 else ""
        unmet = f"On {self.unmet} more, h isn't {self.guarantee.requires.value}, but the answers are correct."
        return "\n".join(
            [
                f"{self.engine} satisfies these laws on {counted(self.problems, 'problem')}{refused}.",
                *([unmet] if self.unmet > 0 else []),
                f"Its guarantee: {self.guarantee.describe()}",
                *(f"- {law}" for law in self.laws),
                *(f"- not applicable: {law}; {reason}" for law, reason in self.not_applicable),
            ]
        )

    def _repr_html_(self) -> str:
        """Return the card that notebooks show."""
        title, *lines = str(self).split("\n")
        return text_card(title, lines)


def check_engine(
    engine: Engine,
    *,
    guarantee: Guarantee | None = None,
    problems: Iterable[Problem[Any, Any]] | None = None,
    seed: int = 0,
    expanded: int = 2000,
    states: int = 20_000,
) -> ConformanceReport:
    """Test an engine against its guarantee and against the laws that every engine has to keep.

    The laws are about solutions and proofs, limits, slices, copies, checkpoints, interrupts, events, statistics and
    values. Each law is tested on 40 small random graphs, or on problems of your own. Random graphs can have cycles,
    loops, parallel edges, dead ends and costs of 0. If the heuristic of a problem doesn't meet the requirement of the
    guarantee, the engine may raise InvalidHeuristicError, and a solution may cost more.

    A compiled engine is tested only on graphs that have a compiled domain, those without fractions as costs. Laws that
    observe the calls of a problem's methods can't be tested on it. The report lists them as ``not_applicable``.

    Parameters
    ----------
    engine:
        The engine, with its parameters.
    guarantee:
        The guarantee to test. None (the default) means the one that the engine states.
    problems:
        The problems to test the engine on. Each is explored completely first, to find the optimum. None (the default)
        means random graphs.
    seed:
        The seed of the random graphs, at least 0 (default: 0).
    expanded:
        The number of expansions after which a search is stopped, at least 1 (default: 2000). It applies to searches on
        given problems, and to engines that aren't complete.
    states:
        The largest number of states that a given problem may have, at least 1 (default: 20,000).

    Returns
    -------
    ConformanceReport
        The laws that the engine keeps, and the number of problems that they were tested on.

    Raises
    ------
    ConformanceError
        If the engine breaks laws. It's an AssertionError. The message and the attribute ``broken`` have all broken
        laws, each with a problem, the most basic law first.
    ValueError, TypeError
        If a given problem has more states, or a parameter is out of range or has the wrong type.

    Examples
    --------
    >>> from astarlib import GreedyBestFirst
    >>> check_engine(GreedyBestFirst()).problems
    40
    """
    guarantee = _guarantee_to_test(engine, guarantee)
    if problems is not None and not isinstance(problems, Iterable):
        raise TypeError(f"problems must be an iterable, even for a single problem, not {problems!r}")
    check_int(seed, "seed", minimum=0)
    check_int(expanded, "expanded", minimum=1)
    check_int(states, "states", minimum=1)
    given = problems is not None
    number = refused = unmet = 0
    left_out: dict[str, str] = {}
    broken: dict[str, tuple[BrokenLaw, Exception]] = {}
    for problem in _graphs(seed) if problems is None else problems:
        truth = ground_truth_of(problem, states)
        has_to_end = guarantee.complete and not given
        case = Case(engine, guarantee, problem, truth, _ENOUGH if has_to_end else expanded, has_to_end)
        try:
            case.start()
        except MissingCapabilityError:
            refused += 1
        else:
            if case.meets_requirement:
                left_out.update(_check(case, LAWS, broken))
                number += 1
            else:
                _check(case, _UNMET, broken)
                unmet += 1
        if not given and (number == _GRAPHS or len(broken) == len(LAWS)):
            break
    if len(broken) > 0:
        raise _error(engine, broken)
    if number + unmet == 0:
        raise ValueError(
            f"no problem to test {engine!r} on; {counted(refused, 'problem')} left out for a missing capability"
        )
    laws = tuple(law for law in map(_words, LAWS) if law not in left_out)
    return ConformanceReport(repr(engine), guarantee, laws, number, refused, unmet, tuple(left_out.items()))


def _guarantee_to_test(engine: Engine, guarantee: Guarantee | None) -> Guarantee:
    if not isinstance(engine, Engine):
        raise TypeError(f"engine must be an engine such as AStar(), not {engine!r}")
    guarantee = engine.guarantee if guarantee is None else guarantee
    if not isinstance(guarantee, Guarantee):
        raise TypeError(f"guarantee must be a Guarantee, for instance Guarantee(factor=1), not {guarantee!r}")
    return guarantee


def _graphs(seed: int) -> Iterator[RandomGraph]:
    """Yield random graphs, enough to find 40 suitable ones unless the engine refuses nearly all."""
    random = Random(seed)
    return (RandomGraph(random.randrange(10**6)) for _ in range(_MAX_GRAPHS))


def _check(
    case: Case, laws: Iterable[Callable[[Case], None]], broken: dict[str, tuple[BrokenLaw, Exception]]
) -> dict[str, str]:
    """Test the laws that apply and aren't broken yet, and return those that don't apply with the reasons.
    Add laws that the engine breaks to ``broken``, with the errors.
    """
    watched = {} if case.can_be_watched else _WATCHED
    left_out = {law: f"the engine calls a compiled domain, so {reason}" for law, reason in watched.items()}
    if not case.engine.guarantee.exact_limits:
        left_out[laws_of_searches.a_limit_on_expansions_is_exact] = "the engine's guarantee has exact_limits=False"
    for law in laws:
        if law in left_out or _words(law) in broken:
            continue
        try:
            law(case)
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001  # An engine can raise anything.
            raise_if_from_handler(error)
            reason = str(error) if type(error) is AssertionError else f"{type(error).__name__}: {error}"
            broken[_words(law)] = BrokenLaw(_words(law), case.problem, reason), error
    return {_words(law): reason for law, reason in left_out.items()}


def _error(engine: Engine, broken: Mapping[str, tuple[BrokenLaw, Exception]]) -> ConformanceError:
    """Return the error that reports all broken laws."""
    order = [name for name in map(_words, LAWS) if name in broken]
    laws = tuple(broken[name][0] for name in order)
    lines: dict[tuple[str, str], list[str]] = {}  # The laws that fail in the same way are on one line.
    for each in laws:
        lines.setdefault((repr(each.problem), each.reason), []).append(each.law)
    texts = [f"- {law}{_further(len(others))}, on {on}: {reason}" for (on, reason), (law, *others) in lines.items()]
    title = f"{engine!r} breaks {counted(len(laws), 'law')}:"
    error = ConformanceError("\n".join([title, *texts]), broken=laws)
    error.__cause__ = broken[order[0]][1]
    return error


def _further(count: int) -> str:
    return f" (and {counted(count, 'more law')} for the same reason)" if count > 0 else ""


def _words(law: object) -> str:
    return str(getattr(law, "__name__", law)).replace("_", " ")
