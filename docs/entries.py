"""The entries of the reference, which ``:::`` lines on its pages name, and the texts of their docstrings."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

REFERENCE: Final = Path(__file__).parent / "reference"

_STAR = re.compile(r"\bA\*(?!\*)")
_ROLE = re.compile(r":(?:class|func|meth|attr|exc|mod):`(~?)([\w.]+)`")


def entries(page: str = "**/*.md") -> list[str]:
    """Return the paths of the entries on a page of the reference, or on all pages."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(REFERENCE.glob(page)))
    return [path for text in texts for path in re.findall(r"^::: ([\w.]+)$", text, re.MULTILINE)]


def as_markdown(text: str, *, links: bool = True) -> str:
    """Return a docstring, or a part of one, with its roles as links or else as code, and the star in A* escaped."""
    return _STAR.sub(r"A\\*", _ROLE.sub(_link if links else _code, text))


def first_sentence(docstring: str) -> str:
    """Return the first sentence of a docstring as Markdown for the cell of a table."""
    paragraph = " ".join(docstring.partition("\n\n")[0].split())
    end = re.search(r"(?<=[a-z0-9)`]\.) ", paragraph)  # An initial, as in "R. Korf", ends no sentence.
    return as_markdown(paragraph if end is None else paragraph[: end.start()], links=False).replace("|", r"\|")


def docstring_of(path: str) -> str | None:
    """Return the docstring of a class, function or constant, read from the source because a constant has no other."""
    module, _, name = path.rpartition(".")
    statements = _statements(module)
    for statement, following in zip(statements, [*statements[1:], None], strict=True):
        match statement:
            case ast.ClassDef(name=defined) | ast.FunctionDef(name=defined) if defined == name:
                if any(ast.unparse(each) == "overload" for each in statement.decorator_list):
                    continue  # The docstring is that of the implementation, which comes last.
                return ast.get_docstring(statement)
            case ast.ImportFrom(module=str() as origin) if name in {each.name for each in statement.names}:
                return docstring_of(f"{origin}.{name}")
            case ast.AnnAssign(target=target) | ast.Assign(targets=[target]) if ast.unparse(target) == name:
                is_documented = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
                return inspect.cleandoc(following.value.value) if is_documented else None
    raise LookupError(f"{module} doesn't define or import {name}")


@cache
def _statements(module: str) -> list[ast.stmt]:
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise LookupError(f"there is no module {module}")
    body = ast.parse(Path(spec.origin).read_text(encoding="utf-8")).body
    lazy = (each.body for each in body if isinstance(each, ast.If) and ast.unparse(each.test) == "TYPE_CHECKING")
    return [*body, *chain.from_iterable(lazy)]


def _link(role: re.Match[str]) -> str:
    return f"[{_code(role)}][{role[2]}]"


def _code(role: re.Match[str]) -> str:
    tilde, name = role.groups()
    return f"`{name.rpartition('.')[2] if tilde == '~' else name}`"
