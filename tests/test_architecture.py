"""ARCHITECTURE.md agrees with the code: the map, and the files and functions that it names."""

import re
import subprocess
import sys

import pytest
from helpers.fences import REPOSITORY

pytestmark = pytest.mark.quick

TEXT = (REPOSITORY / "ARCHITECTURE.md").read_text(encoding="utf-8")


@pytest.mark.costly
def test_the_map_is_the_one_that_the_code_has():
    script = [sys.executable, str(REPOSITORY / ".ci" / "structure_check.py"), str(REPOSITORY), "--map"]
    drawn = subprocess.run(script, capture_output=True, text=True, check=True).stdout
    assert f"```mermaid\n{drawn}```" in TEXT, "run python .ci/structure_check.py . --map"


def test_a_package_beyond_its_budget_or_without_one_is_named(tmp_path):
    package = tmp_path / "astarlib"
    (package / "compiled" / "plain").mkdir(parents=True)
    (package / "engines").mkdir()
    code = '"""A docstring\nof two lines."""\n\n# A comment.\nONE = 1\nTWO = (\n    2,\n)  # fmt: skip\n'
    for folder in ("", "engines", "compiled", "compiled/plain"):
        (package / folder / "__init__.py").write_text(code)
    budgets = "root = 4\nengines = 3\ncompiled = 4\nsearching = 4\n"
    (tmp_path / "pyproject.toml").write_text(f"[tool.astarlib.budgets]\n{budgets}")
    script = [sys.executable, str(REPOSITORY / ".ci" / "structure_check.py"), str(tmp_path)]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert [line.split(":")[0] for line in done.stdout.splitlines()[:3]] == [
        "engines has 4 lines of code, and its budget is 3",
        "the budget of searching in pyproject.toml is for a package that doesn't exist",
        "compiled.plain has no budget in pyproject.toml; it has 4 lines of code",
    ]


def test_the_steps_of_one_search_name_files_and_functions_that_exist():
    route = TEXT[TEXT.index("## Follow one search") : TEXT.index("## Import rules")]
    steps = re.findall(r"`(astarlib/[\w/]+\.py)`\s+\(`(\w+)`\)", route)
    assert len(steps) >= 12
    for path, name in steps:
        source = (REPOSITORY / path).read_text(encoding="utf-8")
        assert re.search(rf"^ *(def|class) {name}\b", source, re.MULTILINE), (path, name)


def test_the_order_of_imports_is_the_one_that_is_checked():
    checked = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    layers = re.search(r"^layers = \[\n(.*?)^\]", checked, re.MULTILINE | re.DOTALL)
    assert layers is not None
    names = re.findall(r'"(.*)"', layers[1].replace("astarlib.", ""))
    assert "```text\n" + "\n".join(names) + "\n```" in TEXT
