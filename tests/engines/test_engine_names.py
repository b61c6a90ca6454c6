"""Each engine is named once, in the table of the registry. The lists that type checkers read are written from it."""

import shutil
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import astarlib
from astarlib import ENGINES, compiled
from astarlib.engines import Engine
from astarlib.engines.registry import CLASSES, MODULES

pytestmark = pytest.mark.quick

REPOSITORY = Path(__file__).parents[2]
SPEC = spec_from_file_location("engine_names", REPOSITORY / ".ci" / "engine_names.py")
SCRIPT = module_from_spec(SPEC)
SPEC.loader.exec_module(SCRIPT)


def test_every_list_of_engines_has_those_of_the_table():
    assert list(SCRIPT.missing(MODULES)) == [], "run python .ci/engine_names.py"


def test_an_engine_that_only_the_table_has_is_added_to_each_list(tmp_path):
    for file in ("astarlib/__init__.py", "astarlib/engines/__init__.py", SCRIPT.PUBLIC_NAMES):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / file, tmp_path / file)
    new = {"NewSearch": "astarlib.engines.new_search"}
    found = list(SCRIPT.missing(new, tmp_path))
    assert [each.file.as_posix() for each in found] == [
        *["astarlib/__init__.py"] * 2, "tests/data/public_names.txt",
        *["astarlib/engines/__init__.py"] * 2, "tests/data/public_names.txt",
    ]  # fmt: skip
    SCRIPT.add(found, tmp_path)
    assert list(SCRIPT.missing(new, tmp_path)) == []


def test_every_engine_that_needs_no_argument_and_fits_any_number_of_costs_is_in_the_table():
    public = {name for name in astarlib.__all__ if _is_engine(getattr(astarlib, name))}
    assert public - set(CLASSES.values()) == {"BOAStar"}, "BOA* has two costs, so it's no engine of the command line"
    assert {name: kind.__name__ for name, kind in ENGINES.items()} == CLASSES
    assert all(kind is getattr(astarlib, kind.__name__) for kind in ENGINES.values())


def test_the_compiled_engines_are_those_of_the_table_that_have_a_compiled_class():
    public = {name for name in compiled.__all__ if _is_engine(getattr(compiled, name))}
    assert {name: kind.__name__ for name, kind in compiled.ENGINES.items()} == {
        name: kind for name, kind in CLASSES.items() if kind in public
    }
    assert all(kind.__module__ == "astarlib.compiled.engines" for kind in compiled.ENGINES.values())


def _is_engine(value):
    return isinstance(value, type) and issubclass(value, Engine)
