"""Tests of the lists that name tests: entries in conftest.py, pyproject.toml and noxfile.py."""

import re
import tomllib
from pathlib import Path

import pytest
from helpers.sampling import in_turn

pytestmark = pytest.mark.quick

ROOT = Path(__file__).resolve().parents[1]


def named_tests():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    options = settings["tool"]["mutmut"]["pytest_add_cli_args"]
    yield from (option.partition("=")[2] for option in options if option.startswith(("--ignore=", "--deselect=")))
    for name in ("noxfile.py", "tests/conftest.py"):
        yield from re.findall(r'"(tests/[^"]+)"', (ROOT / name).read_text(encoding="utf-8"))


@in_turn("entry", sorted(set(named_tests())))
def test_every_entry_of_a_list_of_tests_names_a_test(entry):
    file, _, name = entry.partition("::")
    assert (ROOT / file).exists()
    if name:
        assert f"def {name.partition('[')[0]}" in (ROOT / file).read_text(encoding="utf-8")
