"""The code blocks of the pages, checked by pyright as an editor checks a reader's copy of them."""

import json
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
"""The messages that pages may have, with the reasons."""


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


@pytest.mark.slow
@pytest.mark.skipif(PYRIGHT is None, reason="only developers have pyright")
def test_the_blocks_of_each_page_have_no_wrong_types(tmp_path: Path) -> None:
    sources = dict(programs())
    assert len(sources) > 100
    (tmp_path / "blocks").mkdir()
    for name, text in sources.items():
        (tmp_path / "blocks" / f"{name}.py").write_text(text, encoding="utf-8")
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
