"""Tests of the lists that name tests: entries in conftest.py, noxfile.py and mutants.py."""

import re
from pathlib import Path

import pytest
from helpers.sampling import in_turn

pytestmark = pytest.mark.quick

ROOT = Path(__file__).resolve().parents[1]


def named_tests():
    for name in ("noxfile.py", "tests/conftest.py", ".ci/mutants.py"):
        yield from re.findall(r'"(tests/[^"]+)"', (ROOT / name).read_text(encoding="utf-8"))


@in_turn("entry", sorted(set(named_tests())))
def test_every_entry_of_a_list_of_tests_names_a_test(entry):
    file, _, name = entry.partition("::")
    assert (ROOT / file).exists()
    if name:
        assert f"def {name.partition('[')[0]}" in (ROOT / file).read_text(encoding="utf-8")
