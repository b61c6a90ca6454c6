import pytest

pytest.importorskip("numba")


@pytest.fixture(autouse=True)
def modules_are_written_directly(monkeypatch):
    """Fail if numba has to read a module of astarlib, which takes seconds."""
    from astarlib.compiled.codegen import numba_parts

    read = numba_parts.text_of_module

    def check(module, entry, arguments):
        assert not module.__name__.startswith("astarlib"), f"numba reads {module.__name__}.{entry}"
        return read(module, entry, arguments)

    monkeypatch.setattr(numba_parts, "text_of_module", check)
