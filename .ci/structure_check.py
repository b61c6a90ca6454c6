#!/usr/bin/env python3
"""Check the import structure of astarlib, including imports inside functions and by string.

    python .ci/structure_check.py [ROOT] [--map]

The script prints import cycles, broken rules, unexpected modules at the package's root, packages that are larger than
their budgets in pyproject.toml, and sizes. The exit code is 1 if there is any of the first four. Imports under
TYPE_CHECKING don't count. With --map, the script prints the picture of the packages in ARCHITECTURE.md instead.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

CONTRACTS = ("problem", "capabilities", "compiled_domain", "drawing", "errors", "events", "limits", "result")
ROOT_MODULES = {*CONTRACTS, "verification", "checkpoint", "search", "__init__", "__main__"}
SHOWN = 6  # imports that are listed for each broken rule
NO_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER,
}  # fmt: skip


class Rule(NamedTuple):
    """Modules, and what they may not import: prefixes below astarlib."""

    text: str
    modules: tuple[str, ...]
    forbidden: tuple[str, ...]


RULES = [
    Rule(
        "contracts know no engine, compiler, search or HTML",
        CONTRACTS,
        ("compiled", "engines", "searching", "search", "viewer", "observers"),
    ),
    Rule(
        "_support knows nothing of search",
        ("_support",),
        (
            "engines", "searching", "search", "compiled", "problems", "observers", "viewer", "checking", "cli",
            "heuristics",
        ),
    ),
    Rule("an algorithm imports neither Search nor an engine", ("searching",), ("search", "engines", "compiled")),
    Rule("an observer sees events only", ("observers",), ("engines", "searching", "compiled", "search")),
    Rule("recorded data does not know its page", ("recording",), ("viewer", "observers")),
    Rule("a heuristic imports no engine", ("heuristics",), ("engines", "compiled.engines", "checking")),
    Rule("a picture knows no puzzle and no checker", ("plotting",), ("problems", "checking")),
    Rule("the laws know no engine", ("checking.conformance",), ("engines", "compiled")),
]  # fmt: skip
BASE_CLASS = "engines.engine"  # any module may import it


def main() -> int:
    """Print what is wrong, and return the exit code."""
    package = Path(*(each for each in sys.argv[1:2] if each != "--map")) / "astarlib"
    paths = {_module(path, package): path for path in sorted(package.rglob("*.py"))}
    graph = {name: set(_imports(name, path, paths)) - {name} for name, path in paths.items()}
    if "--map" in sys.argv:
        print(package_map(graph))
        return 0
    cycles = _cycles(graph)
    for cycle in cycles:
        print(f"cycle of {len(cycle)}: {', '.join(cycle)}")
    broken = 0
    for rule in RULES:
        found = list(_violations(rule, graph))
        if len(found) > 0:
            broken += 1
            more = f"; {len(found) - SHOWN} more" if len(found) > SHOWN else ""
            print(f"broken: {rule.text}: {'; '.join(found[:SHOWN])}{more}")
    files = (name for name, path in paths.items() if "." not in name and path.name != "__init__.py")
    strange = sorted(set(files) - ROOT_MODULES)
    if len(strange) > 0:
        print(f"modules at the root that are not expected there: {', '.join(strange)}")
    budgets = tomllib.loads((package.parent / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["astarlib"][
        "budgets"
    ]
    excesses = list(over_budget(budgets, code_of_packages(paths)))
    for excess in excesses:
        print(excess)
    lines = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in paths.items()}
    largest = max(lines, key=lines.__getitem__)
    print(f"{len(paths)} files, {sum(lines.values())} lines; largest {largest} {lines[largest]}")
    print(
        f"{len(cycles)} cycles, {broken} of {len(RULES)} rules broken, {len(strange)} strange modules at the root, "
        f"{len(excesses)} packages over their budgets"
    )
    return 1 if len(cycles) + broken + len(strange) + len(excesses) > 0 else 0


def over_budget(budgets: Mapping[str, int], lines: Mapping[str, int]) -> Iterator[str]:
    """Yield what is wrong with the budgets of packages, or with the lines of code that the packages have."""
    for name, budget in budgets.items():
        if name not in lines:
            yield f"the budget of {name} in pyproject.toml is for a package that doesn't exist"
        elif lines[name] > budget:
            yield (
                f"{name} has {lines[name]} lines of code, and its budget is {budget}: remove code, or raise the budget "
                "in pyproject.toml and give the reason in the commit"
            )
    for name in sorted(lines.keys() - budgets.keys()):
        yield f"{name} has no budget in pyproject.toml; it has {lines[name]} lines of code"


def code_of_packages(paths: Mapping[str, Path]) -> Counter[str]:
    """Return the lines of code of each package. The packages in `compiled` count on their own, and so does the root."""
    found: Counter[str] = Counter()
    for name, path in paths.items():
        parts = name.split(".") if path.name == "__init__.py" and name != "__init__" else name.split(".")[:-1]
        found[".".join(parts[: 2 if parts[:1] == ["compiled"] else 1]) or "root"] += _code_lines(path)
    return found


def _code_lines(path: Path) -> int:
    """Return the number of lines that have code, and not only a comment or a docstring."""
    text = path.read_text(encoding="utf-8")
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    code = {line for each in tokens if each.type not in NO_CODE for line in range(each.start[0], each.end[0] + 1)}
    texts: Iterable[ast.Constant] = (
        node.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    )
    return len(code.difference(*(range(each.lineno, (each.end_lineno or each.lineno) + 1) for each in texts)))


def package_map(graph: Mapping[str, set[str]]) -> str:
    """Return the packages and the modules at the root as a flowchart of Mermaid. An arrow is an import. It's left out
    if a longer way of arrows leads to the same package.
    """
    rooms: dict[str, set[str]] = {}
    for name, targets in graph.items():
        room = _room(name)
        rooms.setdefault(room, set()).update({_room(each) for each in targets} - {room})
    for name in ("__init__", "__main__", "_support"):  # The first hands names on; everything may use the last.
        rooms.pop(name, None)
    rooms = {name: targets & rooms.keys() for name, targets in rooms.items()}
    below = {name: _reached(name, rooms) for name in rooms}
    lines = [
        f"    {name} --> {target}"
        for name in sorted(rooms)
        for target in sorted(rooms[name])
        if not any(target in below[other] for other in rooms[name] - {target})
    ]
    return "\n".join(["flowchart TD", *lines])


def _room(name: str) -> str:
    """Return the package of a module. The files at the root are two: what a problem is, and what a result is."""
    first = name.partition(".")[0]
    if first in {"problem", "capabilities", "compiled_domain", "drawing", "errors"}:
        return "problem"
    return "result" if first in {*CONTRACTS, "verification", "checkpoint"} else first


def _reached(name: str, rooms: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    pending = [name]
    while pending:
        new = rooms[pending.pop()] - found
        found |= new
        pending += new
    return found


def _module(path: Path, package: Path) -> str:
    """Return a module's name below astarlib."""
    parts = path.relative_to(package).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def _imports(name: str, path: Path, paths: Mapping[str, Path]) -> Iterator[str]:
    """Yield the modules that a file imports when it runs."""
    inside = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    left: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while len(left) > 0:
        node = left.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        left.extend(ast.iter_child_nodes(node))
        for target in _targets(node, inside):
            known = target
            while known != "" and known not in paths:
                known = known.rpartition(".")[0]
            yield known or "__init__"


def _targets(node: ast.AST, inside: list[str]) -> Iterator[str]:
    """Yield the names below astarlib that one statement or call imports, in a module of the package ``inside``."""
    names: list[str] = []
    match node:
        case ast.ImportFrom(module=module, names=aliases, level=level):
            parts = module.split(".") if module is not None else []
            base = ["astarlib", *inside[: len(inside) - level + 1], *parts] if level > 0 else parts
            names = [".".join([*base, alias.name]) for alias in aliases]
        case ast.Import(names=aliases):
            names = [alias.name for alias in aliases]
        case ast.Call(
            func=ast.Attribute(attr="import_module") | ast.Name(id="import_module"),
            args=[ast.Constant(value=str(text)), *_],
        ):
            names = [text]
    for name in names:
        if name.startswith("astarlib."):
            yield name.removeprefix("astarlib.")


def _violations(rule: Rule, graph: Mapping[str, set[str]]) -> Iterator[str]:
    for name in sorted(graph):
        if _is_below(name, rule.modules):
            for target in sorted(graph[name]):
                if _is_below(target, rule.forbidden) and target != BASE_CLASS:
                    yield f"{name} -> {target}"


def _is_below(name: str, prefixes: tuple[str, ...]) -> bool:
    return any(name == prefix or name.startswith(f"{prefix}.") for prefix in prefixes)


def _cycles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the strongly connected parts of more than one module, by Tarjan's algorithm."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    cycles: list[list[str]] = []

    def connect(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for target in sorted(graph[module]):
            if target not in index:
                connect(target)
                low[module] = min(low[module], low[target])
            elif target in stack:
                low[module] = min(low[module], index[target])
        if low[module] == index[module]:
            start = stack.index(module)
            if len(stack) - start > 1:
                cycles.append(sorted(stack[start:]))
            del stack[start:]

    sys.setrecursionlimit(10_000)
    for module in sorted(graph):
        if module not in index:
            connect(module)
    return cycles


if __name__ == "__main__":
    sys.exit(main())
