import ast
import importlib
import re
import sys
from collections import defaultdict
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from fences import REPOSITORY, commands, fences, printed_by, run_command

import astarlib

DOCS = REPOSITORY / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
PUBLIC_MODULES = [
    "astarlib",
    "astarlib.capabilities",
    "astarlib.checking",
    "astarlib.checkpoint",
    "astarlib.comparing",
    "astarlib.drawing",
    "astarlib.engines",
    "astarlib.errors",
    "astarlib.events",
    "astarlib.heuristics",
    "astarlib.observers",
    "astarlib.observers.recorder",
    "astarlib.plotting",
    "astarlib.problems.graph",
    "astarlib.problems.grid",
    "astarlib.problems.hanoi",
    "astarlib.problems.missionaries",
    "astarlib.problems.npuzzle",
    "astarlib.problems.npuzzle.instances",
    "astarlib.problems.pancake",
    "astarlib.problems.sudoku",
    "astarlib.problems.water_jugs",
    "astarlib.search",
    "astarlib.simpleai",
    "astarlib.viewer",
]
NOT_FOR_USERS = {
    "__version__",
    "Powers",
    "resolve",
    "state_texter",
    "action_texter",
    "drawer",
    "map_of",
    "edges_of",
    "edges_back_of",
    "goal_states_of",
    "state_key_of",
    "bound_heuristic_of",
    "brief",
    "change_of",
    "payload_of",
    "teller",
    "Pause",
}


def public_names(module_name: str) -> set[str]:
    """``__all__``, or else what the module defines itself, without what the rest of the library alone uses."""
    module = importlib.import_module(module_name)
    listed = getattr(module, "__all__", None)
    if listed is None:
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        listed = [node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    return {name for name in listed if not name.startswith("_") and name not in NOT_FOR_USERS}


def with_snippets(text: str) -> str:
    """The text with the files that it includes."""
    return re.sub(r'--8<-- "(.*)"', lambda include: (REPOSITORY / include[1]).read_text(encoding="utf-8"), text)


def documented() -> set[int]:
    """What the reference pages show: objects that a ``:::`` names, and members of modules that it names."""
    shown: set[int] = set()
    for page in (DOCS / "reference").glob("*.md"):
        for path in re.findall(r"^::: ([\w.]+)$", page.read_text(encoding="utf-8"), re.MULTILINE):
            holder, _, name = path.rpartition(".")
            item = getattr(importlib.import_module(holder), name)
            shown.add(id(item))
            if isinstance(item, type(astarlib)):
                shown |= {id(member) for member in vars(item).values()}
    return shown


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_python_blocks_of_the_documentation_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "documentation", ModuleType("documentation"))  # dataclasses look for theirs
    sessions: dict[str, dict[str, Any]] = defaultdict(lambda: {"__name__": "documentation"})
    for block in fences(page):
        if block.language == "python":
            printed = printed_by(with_snippets(block.text), sessions[block.options.get("session", page.stem)])
            assert printed == "" or "exec" in block.options, f"line {block.line}"
            assert printed != "" or {"result", "html"}.isdisjoint(block.options), f"line {block.line}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_commands_of_the_documentation_run(page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.path", list(sys.path))
    for block in fences(page):
        if block.language == "console":
            monkeypatch.chdir(REPOSITORY)
            script = block.text.replace('"$(mktemp -d)"', str(tmp_path))
            codes = [run_command(arguments)[0] for arguments in commands(script)]
            assert int(block.options.get("returncode", 0)) == codes[-1], f"line {block.line}"


@pytest.mark.parametrize("module_name", PUBLIC_MODULES)
def test_every_public_name_is_in_the_reference(module_name: str) -> None:
    module = importlib.import_module(module_name)
    shown = documented()
    assert set() == {name for name in public_names(module_name) if id(getattr(module, name)) not in shown}


def test_the_citation_and_the_changelog_tell_the_version() -> None:
    citation = (REPOSITORY / "CITATION.cff").read_text(encoding="utf-8")
    changelog = (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\nversion: {astarlib.__version__}\n" in citation
    assert f"\n## [{astarlib.__version__}]" in changelog
