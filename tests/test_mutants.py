"""The changes that .ci/mutants.py makes."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

pytestmark = pytest.mark.quick

SPEC = spec_from_file_location("mutants", Path(__file__).resolve().parents[1] / ".ci" / "mutants.py")
sys.modules["mutants"] = SCRIPT = module_from_spec(SPEC)
SPEC.loader.exec_module(SCRIPT)

SOURCE = '''"""A module."""
SIZE: int | None = 3
def f(x: int = 0) -> int | None:
    """Return "é"."""
    if not x and é < 2:
        raise ValueError("1 + 1" + str(x))
    while f(x):
        break
    return x
'''
CHANGES = """
:2: : 3  ->  (4)
:3: : 0  ->  (1)
:5: f: not x  ->  (x)
:5: f: not x and é < 2  ->  (not (not x and é < 2))
:5: f: not x and é < 2  ->  (not x or é < 2)
:5: f: é < 2  ->  (é <= 2)
:5: f: 2  ->  (3)
:6: f: raise ValueError("1 + 1" + str(x))  ->  pass
:7: f: f(x)  ->  (not f(x))
:8: f: break  ->  continue
:9: f: return x  ->  return None
"""


def test_mutants_change_code_but_no_types_texts_and_messages():
    source = SOURCE.encode()
    found = [mutant.described(source) for mutant in SCRIPT.mutants_of("", source)]
    assert sorted(found) == sorted(CHANGES.strip().splitlines())
