import ast
import dataclasses
import functools
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from wrong_input.surface import callables

from astarlib.searching.algorithm import Algorithm
from astarlib.searching.journal import Journal

CONTRACT = re.compile(
    "actions|result|cost|is_goal|heuristic|heuristic_change|successors|predecessors|goal_states|compiled_domain|"
    "format_.+|draw_.+|state_position|.+_representation|bind|goals_in|edges_back_in|algorithm|f"
)
"""Methods that users override and engines call: one sentence suffices, because the contract is on the base class."""

EXTENSION = (Algorithm, Journal)
"""What authors of engines subclass. The guide "Write an engine" explains the members with an example."""

INTERNAL = {
    "checking.contract.backwards.goals_are_goals": "one law of `check_problem`",
    "cli.main": "the entry point of the command line; its help is the reference",
    "problems.graph.problem.GraphProblem.copy_with_heuristic": "users call `with_heuristic`",
    "problems.grid.grid.Grid.costs_of_entering": "tables for the compiled domain; not for users",
    "problems.grid.problem.GridProblem.copy_with_heuristic": "users call `with_heuristic`",
    "problems.npuzzle.puzzle.NPuzzle.copy_with_heuristic": "users call `with_heuristic`",
}
"""Small public helpers, with the reason why one sentence suffices."""

VALUES = {
    "batch.result.BatchResult": "`solve_many` yields it",
    "capabilities.ResolvedProblem": "`resolve_problem` returns it",
    "checking.certifying.Certificate": "`certify` returns it",
    "checking.conformance.suite.ConformanceReport": "`check_engine` returns it",
    "checking.findings.Fault": "a part of a report",
    "checking.heuristic_report.HeuristicReport": "`check_heuristic` returns it",
    "checking.heuristic_report.Inconsistency": "a part of a report",
    "checking.heuristic_report.Overestimate": "a part of a report",
    "checking.instrumented.Counts": "a part of an `InstrumentedProblem`",
    "checking.report.Report": "`check_problem` returns it",
    "comparing.row.ComparisonRow": "a part of a `ComparisonTable`",
    "comparing.table.ComparisonTable": "`compare` returns it",
    "engines.exploring.Explored": "`explore` returns it",
    "engines.exploring.Layers": "`explore` returns it",
    "heuristics.pattern_database.PatternDatabase": "`PatternDatabase.build` returns it",
    "observers.trace.Trace": "`Recorder.trace` and `Trace.load` return it",
    "problems.grid.moving_ai.Scenario": "`read_scenarios` returns it",
    "problems.npuzzle.instances.Instance": "a part of an `InstanceSet`",
    "problems.npuzzle.instances.InstanceSet": "`korf` is one",
    "problems.sudoku.shipped.Example": "`example` returns it",
    "recording.trace_data.TraceInfo": "a part of a `Trace`",
    "result.Path": "a part of a `SearchResult`",
    "result.SearchResult": "`Engine.search` returns it",
    "result.Solution": "a part of a `SearchResult`",
    "result.Statistics": "a part of a `SearchResult`",
    "search.Search": "`Engine.start` returns it",
    "searching.algorithm.Counters": "a part of an `Algorithm`",
    "simpleai.node.SearchNode": "the searches of `astarlib.simpleai` return it",
}
"""Classes that the library constructs and users read, with their source: their fields must be documented, no more.

All named tuples belong to them too.
"""

NO_EXAMPLE = {
    "engines.engine.Engine": 'abstract: the guide "Write an engine" shows a subclass',
    "engines.best_first.BestFirst": 'abstract: the guide "Write an engine" shows a subclass',
}
"""Constructors without an Examples section, with the reason."""


def name_of(call: Callable[..., Any]) -> str:
    return f"{call.__module__.removeprefix('astarlib.')}.{call.__qualname__}"


def is_value(call: Callable[..., Any]) -> bool:
    return isinstance(call, type) and (hasattr(call, "_fields") or name_of(call) in VALUES)


def is_exempt(call: Callable[..., Any]) -> bool:
    if name_of(call) in INTERNAL:
        return True
    if isinstance(call, type):
        return issubclass(call, EXTENSION)
    *classes, name = call.__qualname__.split(".")
    if not classes:
        return False
    owner = functools.reduce(getattr, classes, sys.modules[call.__module__])
    return CONTRACT.fullmatch(name) is not None or issubclass(owner, EXTENSION)


def section(call: Callable[..., Any], names: str) -> str | None:
    """Return the text of the first of the sections, or None if the docstring has none of them."""
    text = inspect.cleandoc(call.__doc__ or "")
    found = re.search(rf"^(?:{names})\n---+\n(.*?)(?=^[A-Z][\w ]+\n---|\Z)", text, re.MULTILINE | re.DOTALL)
    return None if found is None else found[1]


def described(call: Callable[..., Any], names: str) -> set[str]:
    """Return the names that a section such as Parameters describes; ``a, b:`` describes two."""
    lines = re.findall(r"^([*\w, ]+?) ?:", section(call, names) or "", re.MULTILINE)
    return {name.strip(" *") for line in lines for name in line.split(",")}


def parameters_of(call: Callable[..., Any]) -> list[str]:
    return [name for name in inspect.signature(call).parameters if name not in {"self", "cls"}]


def returns_something(call: Callable[..., Any]) -> bool:
    return not isinstance(call, type) and inspect.signature(call).return_annotation not in {None, "None"}


def bodies(call: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """Yield the functions that run when the callable is called: for a class, those that construct an instance."""
    if not isinstance(call, type):
        yield inspect.unwrap(getattr(call, "__func__", call))
        return
    for name in ("__new__", "__init__", "__post_init__"):
        function = getattr(call, name, None)
        if inspect.isfunction(function) and function.__code__.co_filename == inspect.getfile(call):
            yield function


def raises(call: Callable[..., Any]) -> bool:
    """Return True if the function's own code has a ``raise``; functions that it defines don't count."""

    def has_raise(node: ast.AST) -> bool:
        inner = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef
        return isinstance(node, ast.Raise) or any(
            has_raise(child) for child in ast.iter_child_nodes(node) if not isinstance(child, inner)
        )

    return any(has_raise(ast.parse(textwrap.dedent(inspect.getsource(body))).body[0]) for body in bodies(call))


@functools.cache
def documented_attributes(kind: type) -> set[str]:
    """Return the attributes of the class itself that a string follows, or that its docstring describes."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(tree, ast.ClassDef)
    followed = {
        line.target.id
        for line, after in zip(tree.body, tree.body[1:], strict=False)
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
        and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str)
    }  # fmt: skip
    properties = {name for name, each in vars(kind).items() if isinstance(each, property) and each.__doc__}
    return followed | described(kind, "Attributes") | described(kind, "Parameters") | properties


def fields_of(kind: Any) -> list[str]:
    """Return the public fields of a dataclass or named tuple, or the public attributes that ``__init__`` sets."""
    if dataclasses.is_dataclass(kind):
        names = [field.name for field in dataclasses.fields(kind)]
    elif hasattr(kind, "_fields"):
        names = list(kind._fields)
    else:
        names = [
            node.attr
            for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(kind.__init__))))
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        ]
    return [name for name in names if not name.startswith("_")]


def missing(call: Callable[..., Any]) -> Iterator[str]:
    """Yield what the docstring of one callable lacks."""
    if not call.__doc__:
        yield "a docstring"
    elif is_exempt(call):
        return
    elif is_value(call):
        assert isinstance(call, type)
        ours = [kind for kind in call.__mro__ if kind.__module__.startswith("astarlib")]
        known = set().union(*(documented_attributes(kind) for kind in ours))
        yield from (f"the attribute {name}" for name in fields_of(call) if name not in known)
    else:
        known = described(call, "Parameters")
        yield from (f"the parameter {name}" for name in parameters_of(call) if name not in known)
        if returns_something(call) and section(call, "Returns|Yields") is None:
            yield "Returns"
        if raises(call) and section(call, "Raises") is None:
            yield "Raises"
        if section(call, "Examples") is None and name_of(call) not in NO_EXAMPLE:
            yield "Examples"


def all_callables() -> dict[str, Callable[..., Any]]:
    """Return the public callables, each once, under their names."""
    return {name_of(call): call for call in callables()}


def test_the_docstring_of_every_public_callable_is_complete() -> None:
    lines = [f"{name}: missing {what}" for name, call in sorted(all_callables().items()) for what in missing(call)]
    assert not lines, "\n" + "\n".join(lines)


def test_every_exemption_is_of_a_public_callable() -> None:
    assert set() == (INTERNAL.keys() | VALUES.keys() | NO_EXAMPLE.keys()) - all_callables().keys()


def test_no_section_is_empty() -> None:
    names = ("Parameters", "Attributes", "Returns", "Yields", "Raises", "See Also", "Notes", "Examples")
    empty = {(name, each) for name, call in all_callables().items() for each in names if section(call, each) == ""}
    assert set() == empty


class Sample:
    """Sample docstrings.

    Parameters
    ----------
    size:
        A number.
    """

    def __init__(self, size: int, color: str) -> None:
        if size < 0:
            raise ValueError(color)

    def bare(self, size: int) -> int:
        """Return a number."""
        raise NotImplementedError

    def inner(self) -> None:
        """Define a function that raises.

        Examples
        --------
        >>> None
        """

        def fail() -> None:
            raise ValueError

        self.fail = fail

    def none(self): ...


@pytest.mark.parametrize(
    ("call", "lacks"),
    [
        (Sample, ["the parameter color", "Raises", "Examples"]),
        (Sample.bare, ["the parameter size", "Returns", "Raises", "Examples"]),
        (Sample.inner, []),
        (Sample.none, ["a docstring"]),
    ],
)
def test_what_is_missing_is_found(call: Callable[..., Any], lacks: list[str]) -> None:
    assert lacks == list(missing(call))


TOP_CALLS = {
    "engines.astar.AStar": "Parameters Raises Examples",
    "engines.weighted_astar.WeightedAStar": "Parameters Raises Examples",
    "engines.dijkstra.Dijkstra": "Parameters Raises Examples",
    "engines.engine.Engine.search": "Parameters Returns Raises Notes Examples",
    "engines.engine.Engine.start": "Parameters Returns Raises Notes Examples",
    "search.Search.run": "Parameters Returns Raises Notes Examples",
    "comparing.running.compare": "Parameters Returns Raises Notes Examples",
    "checking.problem_check.check_problem": "Parameters Returns Raises Notes Examples",
    "checking.heuristic_check.check_heuristic": "Parameters Returns Raises Examples",
    "limits.Limits": "Parameters Raises Examples",
    "result.SearchResult": "Attributes Raises Examples",
    "problem.SearchProblem": "Parameters Raises Examples",
    "problems.graph.problem.GraphProblem": "Parameters Attributes Raises Notes Examples",
    "problems.grid.problem.GridProblem": "Parameters Attributes Raises Notes References Examples",
    "problems.npuzzle.puzzle.NPuzzle": "Parameters Attributes Raises Notes References Examples",
}
"""The sections of the most used calls. The pages of engines also show their complexity and their publications."""


@pytest.mark.parametrize("name", TOP_CALLS)
def test_the_most_used_calls_are_documented_in_full(name: str) -> None:
    call = all_callables()[name]
    for each in (*TOP_CALLS[name].split(), "See Also"):
        assert section(call, each), each
