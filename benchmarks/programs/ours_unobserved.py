"""The generic loop with everything that serves observers cut out: what an observer costs that is not there.

It is made of the source of the loop itself, so that it stays the same loop.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any

from astarlib import AStar
from astarlib.searching import best_first
from benchmarks.programs.ours import answer, problem_of
from benchmarks.programs.repeated import Run

_NAMES = ("log", "journal")


class _Cut(ast.NodeTransformer):
    """Takes out each ``if`` that asks for one of the names, and each assignment that makes or asks for one."""

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


def _deaf() -> type[BestFirstSearch[Any, Any]]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(BestFirstSearch._advance)))
    cut = _Cut()
    cut.visit(tree)
    if cut.cuts == 0 or _tells(tree):
        raise LookupError(f"the loop serves observers in another way than by the names {_NAMES}: {cut.cuts} cuts")
    names = dict(vars(best_first))
    exec(compile(ast.fix_missing_locations(tree), best_first.__file__, "exec"), names)
    return type("Deaf", (BestFirstSearch,), {"_advance": names["_advance"]})


def search(name: str) -> Run:
    """A*, which nobody can watch."""
    problem, deaf = problem_of(name), _deaf()
    return lambda: answer(deaf(AStar(), problem, None).run())
