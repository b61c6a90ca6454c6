import ast
import dataclasses
import functools
import importlib
import inspect
import pkgutil
import re
import sys
import textwrap
import types
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from helpers.ray_modules import NEED_RAY
from wrong_input.surface import callables

import astarlib
from astarlib.searching.algorithm import Algorithm
from astarlib.searching.journal import Journal

CONTRACT = re.compile(
    "actions|result|cost|is_goal|heuristic|heuristic_change|successors|predecessors|goal_states|compiled_domain|resources|"
    "state_key|steps_to_go|format_.+|draw_.+|state_position|.+_representation|bind|goals_in|edges_back_in|algorithm|f"
)
"""Methods that users override and engines call: one sentence suffices, because the contract is on the base class."""

EXTENSION = (Algorithm, Journal)
"""What authors of engines subclass. The guide "Write an engine" explains the members with an example."""

INTERNAL = {
    "checking.contract.backwards.goals_are_goals": "one law of `check_problem`",
    "cli.main": "the entry point of the command line; its help is the reference",
    "problems.graph.graph.Graph.checked_node": "the constructors of problems call it",
    "problems.graph.graph.Graph.edges_from": "engines call it",
    "problems.graph.graph.Graph.edges_into": "engines call it",
    "problems.graph.graph.Graph.note_on_weights": "a part of the repr of problems",
    "problems.graph.graph.Graph.number": "compiled engines call it",
    "problems.graph.graph.Graph.numbered_states": "`Landmarks` calls it",
    "problems.graph.graph.Graph.rows": "compiled engines call it",
    "problems.graph.problem.GraphProblem.copy_with_goals": "users call `with_goals`",
    "problems.graph.problem.GraphProblem.copy_with_heuristic": "users call `with_heuristic`",
    "problems.graph.problem.GraphProblem.numbered_states": "`Landmarks` calls it",
    "problems.grid.grid.Grid.costs_of_entering": "tables for the compiled domain; not for users",
    "problems.grid.problem.GridProblem.copy_with_goals": "users call `with_goals`",
    "problems.grid.problem.GridProblem.copy_with_heuristic": "users call `with_heuristic`",
    "problems.grid.problem.GridProblem.numbered_states": "`Landmarks` calls it",
    "problems.npuzzle.puzzle.NPuzzle.copy_with_heuristic": "users call `with_heuristic`",
    "problems.strips.problem.StripsProblem.copy_with_heuristic": "users call `with_heuristic`",
}
"""Small public helpers, with the reason why one sentence suffices."""

VALUES = {
    "batch.result.BatchResult": "`solve_many` yields it",
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
    "engines.path_graph.OptimalPaths": "`optimal_paths` returns it",
    "heuristics.pattern_database.PatternDatabase": "`PatternDatabase.build` returns it",
    "observers.trace.Trace": "`Recorder.trace` and `Trace.load` return it",
    "problems.grid.moving_ai.Scenario": "`read_scenarios` returns it",
    "problems.npuzzle.instances.Instance": "a part of an `InstanceSet`",
    "problems.npuzzle.instances.InstanceSet": "`korf` is one",
    "problems.sudoku.shipped.Example": "`example` returns it",
    "recording.trace_data.TraceInfo": "a part of a `Trace`",
    "resolving.resolved_problem.ResolvedProblem": "`resolve_problem` returns it",
    "result.Path": "a part of a `SearchResult`",
    "result.SearchResult": "`Engine.search` returns it",
    "result.Solution": "a part of a `SearchResult`",
    "result.Statistics": "a part of a `SearchResult`",
    "search.Search": "`Engine.start` returns it",
    "searching.algorithm.Counters": "a part of an `Algorithm`",
    "simpleai.models.SearchNode": "the searches of `astarlib.simpleai` return it",
}
"""Classes that the library constructs and users read, with their source: their fields must be documented, no more.

All named tuples belong to them too.
"""

NO_EXAMPLE = {
    "compiled.pattern_database.PatternDatabase.build": "the example of the class calls it",
    "engines.engine.Engine": 'abstract: the guide "Write an engine" shows a subclass',
    "engines.best_first.BestFirst": 'abstract: the guide "Write an engine" shows a subclass',
}
"""Calls without an Examples section, with the reason."""


def name_of(call: Callable[..., Any]) -> str:
    return f"{call.__module__.removeprefix('astarlib.')}.{call.__qualname__}"


def is_value(call: Callable[..., Any]) -> bool:
    return isinstance(call, type) and (hasattr(call, "_fields") or name_of(call) in VALUES)


def is_exempt(call: Callable[..., Any]) -> bool:
    if name_of(call) in INTERNAL:
        return True
    if isinstance(call, type):
        return issubclass(call, EXTENSION)
    owner = owner_of(call)
    return owner is not object and (CONTRACT.fullmatch(call.__name__) is not None or issubclass(owner, EXTENSION))


def owner_of(call: Callable[..., Any]) -> Any:
    """Return the class that defines a method, or ``object`` for a function."""
    classes = call.__qualname__.split(".")[:-1]
    return functools.reduce(getattr, classes, sys.modules[call.__module__]) if len(classes) > 0 else object


def inherited(call: Callable[..., Any]) -> Iterator[Any]:
    """Yield the callable, then what it overrides or extends: the base classes, or their methods of the same name."""
    yield call
    if isinstance(call, type):
        yield from (kind for kind in call.__mro__[1:] if kind.__module__.startswith("astarlib"))
    else:
        for kind in owner_of(call).__mro__[1:]:
            if call.__name__ in vars(kind):
                yield getattr(kind, call.__name__)


def docstring(call: Callable[..., Any]) -> str:
    """Return the docstring that ``help`` shows."""
    return next((inspect.cleandoc(each.__doc__) for each in inherited(call) if each.__doc__), "")


def sections(call: Callable[..., Any], names: str) -> Iterator[str]:
    """Yield the texts of the sections with one of the names, in the callable's docstring and in those it inherits."""
    for each in inherited(call):
        text = inspect.cleandoc(each.__doc__ or "")
        found = re.search(rf"^(?:{names})\n---+\n(.*?)(?=^[A-Z][\w ]+\n---|\Z)", text, re.MULTILINE | re.DOTALL)
        if found is not None:
            yield found[1]


def section(call: Callable[..., Any], names: str) -> str | None:
    """Return the text of the first of the sections, or None if no docstring has one of them."""
    return next(sections(call, names), None)


def described(call: Callable[..., Any], names: str) -> set[str]:
    """Return the names that a section such as Parameters describes; ``a, b:`` describes two."""
    lines = [line for text in sections(call, names) for line in re.findall(r"^([*\w, ]+?) ?:", text, re.MULTILINE)]
    return {name.strip(" *") for line in lines for name in line.split(",")}


def parameters_of(call: Callable[..., Any]) -> list[str]:
    return [name for name in inspect.signature(call).parameters if name not in {"self", "cls"}]


def returns_something(call: Callable[..., Any]) -> bool:
    return not isinstance(call, type) and inspect.signature(call).return_annotation not in {None, "None"}


def says_what_it_returns(call: Callable[..., Any]) -> bool:
    """Return True if the first sentence says it, or if it is in a section because the sentence would be too long."""
    return bool(re.match("Return|Yield", docstring(call))) or section(call, "Returns|Yields") is not None


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
    properties = {name for name, each in vars(kind).items() if isinstance(each, property) and inspect.getdoc(each)}
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
    if docstring(call) == "":
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
        if returns_something(call) and not says_what_it_returns(call):
            yield "Returns"
        if raises(call) and section(call, "Raises") is None:
            yield "Raises"
        if section(call, "Examples") is None and name_of(call) not in NO_EXAMPLE:
            yield "Examples"


def all_callables() -> dict[str, Callable[..., Any]]:
    """Return the public callables, each once, under their names."""
    return {name_of(call): call for call in callables()}


@pytest.mark.costly
def test_the_docstring_of_every_public_callable_is_complete() -> None:
    lines = [f"{name}: missing {what}" for name, call in sorted(all_callables().items()) for what in missing(call)]
    assert not lines, "\n" + "\n".join(lines)


def test_every_method_has_or_inherits_a_docstring() -> None:
    left_out = {"astarlib.__main__", *(f"astarlib.distributed.{name}" for name in NEED_RAY)}
    left_out.add("astarlib.unified_planning._planner")  # It needs unified-planning.
    names = {each.name for each in pkgutil.walk_packages(astarlib.__path__, "astarlib.")} - left_out
    kinds = {kind for name in names for kind in vars(importlib.import_module(name)).values() if isinstance(kind, type)}
    methods = {
        (kind, name)
        for kind in kinds
        for name, each in vars(kind).items()
        if kind.__module__ in names and not kind.__name__.startswith("_") and not name.startswith("_")
        and isinstance(each, types.FunctionType | property | classmethod | staticmethod)
    }  # fmt: skip
    # The translator finds a method by the name of a form of Python, such as ``if_statement``, which says what it does.
    named = {(kind, name) for kind, name in methods if name.endswith(("_expression", "_statement"))}
    bare = {
        f"{kind.__module__}.{kind.__qualname__}.{name}"
        for kind, name in methods - named
        if not has_docstring(kind, name)
    }
    assert set() == bare


def has_docstring(kind: type, method: str) -> bool:
    return any(getattr(vars(base).get(method), "__doc__", None) for base in kind.__mro__)


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

    def mute(self, size: int) -> int:
        """Compute a number."""
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
        (Sample.bare, ["the parameter size", "Raises", "Examples"]),
        (Sample.mute, ["the parameter size", "Returns", "Raises", "Examples"]),
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
