"""The generic loop without all code for observers, to measure what that code costs without an observer.

It's generated from the source of the loop, so that it stays the same loop.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any

from astarlib import AStar
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Journal, best_first
from astarlib.searching.best_first import BestFirstAlgorithm
from benchmarks.programs.ours import answer, problem_of
from benchmarks.programs.repeated import Run

_NAMES = ("log", "journal")


class _Cut(ast.NodeTransformer):
    """A transformer that removes each ``if`` that reads one of the names, and each assignment with one of them."""

    def __init__(self) -> None:
        self.cuts = 0

    def visit_If(self, node: ast.If) -> ast.AST | None:
        if _tells(node.test):
            self.cuts += 1
            return None
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        return None if _tells(node) else node


def _tells(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Name) and part.id.startswith(_NAMES) for part in ast.walk(node))


def _deaf() -> type[BestFirstAlgorithm[Any, Any]]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(BestFirstAlgorithm.advance)))
    cut = _Cut()
    cut.visit(tree)
    if cut.cuts == 0 or _tells(tree):
        raise LookupError(f"the loop's code for observers no longer uses just the names {_NAMES}: {cut.cuts} cuts")
    names = dict(vars(best_first))
    exec(compile(ast.fix_missing_locations(tree), best_first.__file__, "exec"), names)
    return type("Deaf", (BestFirstAlgorithm,), {"advance": names["advance"]})


def search(name: str) -> Run:
    """Run A* in the loop without observers."""
    problem, deaf = problem_of(name), _deaf()

    class Unwatched(AStar):
        def algorithm(self, problem: ResolvedProblem[S, A], journal: Journal | None) -> Algorithm[S, A]:
            return deaf(problem, journal, self)

    return lambda: answer(Unwatched().search(problem))
