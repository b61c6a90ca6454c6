import pytest

pytest.importorskip("numba")
quick_compiler = pytest.importorskip("astarlib.compiled.codegen.quick_compiler", reason="another version of numba")


@pytest.fixture(autouse=True)
def kernels_are_written_directly(monkeypatch):
    """Fail if numba has to read a kernel, which takes seconds."""

    def fail(dispatcher, arguments):
        raise AssertionError(f"numba reads the kernel {dispatcher} for {arguments}")

    monkeypatch.setattr(quick_compiler, "make_template", fail)
