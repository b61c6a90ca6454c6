"""The code blocks of the pages, checked by pyright as in an editor with a copy of them, and by mypy --strict."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.fences import REPOSITORY, fences

PYRIGHT = shutil.which("pyright", path=str(Path(sys.executable).parent)) or shutil.which("pyright")
EXAMPLE = re.compile(r'^--8<-- "docs/examples/(\w+)\.py(?::\w+)?"$', re.MULTILINE)
UNTYPED = {
    'Cannot access attribute "search" for class "KeyboardInterrupt"': "a search adds the attribute to the interrupt",
    'Cannot access attribute "source" for class "Jugs"': "compile_problem returns a subclass with this attribute",
    'Type "Guarantee" is not assignable to declared type "property"': "an attribute of a class replaces the property",
}
"""The messages of pyright that pages may have, with the reasons."""
LOOSER = {
    "--allow-untyped-defs": "most readers write no annotations, and short examples show what a method does",
    "--allow-untyped-calls": "so programs call functions without annotations",
    "--allow-redefinition": "the cells of a notebook use a name such as `problem` again",
    "--implicit-reexport": "an included example is a star import here",
    "--disable-error-code=import-untyped": "networkx's types are a package of their own",
}
"""The options of mypy that make --strict less strict, with the reasons."""
UNTYPED_FOR_MYPY = {
    'no attribute "search"': "a search adds the attribute to the interrupt",
    'no attribute "source"': "compile_problem returns a subclass with this attribute",
    'no attribute "event_types"': "a function that observes has this attribute",
    'dict[str, object]"; expected "Mapping[str, Problem': "mypy has no common type for problems with other states",
    'type "object"; expected "Problem': "so it doesn't know the type of one of them",
    "Non-overlapping equality check (left operand type: \"Literal['hut']": "mypy takes the start as the type",
}
"""The messages of mypy that pages may have, with the reasons."""


def programs() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each program: the blocks of one session of a page, one after the other."""
    for page in [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]:
        sessions: dict[str, list[str]] = {}
        for block in fences(page):
            if block.language == "python":
                lines = sessions.setdefault(block.options.get("session", page.stem), [])
                text = EXAMPLE.sub(r"from docs.examples.\1 import *", block.text)
                lines += [line for line in text.splitlines() if line not in lines or not line.startswith("from ")]
        for session, lines in sessions.items():
            name = "_".join((*page.relative_to(REPOSITORY).with_suffix("").parts, session)).replace("-", "_")
            yield name, "\n".join(lines) + "\n"


@pytest.fixture
def sources(tmp_path: Path) -> dict[str, str]:
    """Write each program into a file of its own."""
    sources = dict(programs())
    assert len(sources) > 100
    (tmp_path / "blocks").mkdir()
    for name, text in sources.items():
        (tmp_path / "blocks" / f"{name}.py").write_text(text, encoding="utf-8")
    return sources


@pytest.mark.slow
@pytest.mark.skipif(PYRIGHT is None, reason="only developers have pyright")
def test_the_blocks_of_each_page_have_no_wrong_types(sources: dict[str, str], tmp_path: Path) -> None:
    settings = {"include": ["blocks"], "typeCheckingMode": "basic", "extraPaths": [str(REPOSITORY)]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [str(PYRIGHT), "--project", str(tmp_path), "--pythonpath", sys.executable, "--outputjson"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    found = json.loads(run.stdout)
    assert found["summary"]["filesAnalyzed"] == len(sources)
    wrong = [each for each in found["generalDiagnostics"] if each["severity"] == "error"]
    unknown = [each for each in wrong if not any(text in each["message"] for text in UNTYPED)]
    assert [] == [
        (Path(each["file"]).stem, sources[Path(each["file"]).stem].splitlines()[each["range"]["start"]["line"]],
         each["message"]) for each in unknown
    ]  # fmt: skip
    assert all(any(text in each["message"] for each in wrong) for text in UNTYPED), "remove the message from UNTYPED"


@pytest.mark.slow
def test_the_blocks_of_each_page_are_right_for_mypy_in_strict_mode(sources: dict[str, str], tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="only developers have mypy")
    command = [
        sys.executable, "-m", "mypy", "--strict", *LOOSER, "--config-file=", "--explicit-package-bases",
        "--follow-imports=silent", "--hide-error-context", f"--cache-dir={tmp_path / 'cache'}", "blocks",
    ]  # fmt: skip
    path = {**os.environ, "MYPYPATH": str(REPOSITORY)}
    run = subprocess.run(command, cwd=tmp_path, env=path, capture_output=True, text=True, check=False)
    assert f"checked {len(sources)} source files" in run.stdout, run.stdout + run.stderr
    wrong = [line for line in run.stdout.splitlines() if ": error: " in line]
    assert [] == [line for line in wrong if not any(text in line for text in UNTYPED_FOR_MYPY)]
    assert all(any(text in line for line in wrong) for text in UNTYPED_FOR_MYPY), "remove it from UNTYPED_FOR_MYPY"
