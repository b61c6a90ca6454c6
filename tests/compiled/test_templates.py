"""A kernel is read once for all domains."""

import dataclasses
import os
from typing import NamedTuple

import numba
import numpy as np
import pytest
from helpers.rows import RowProblem

from astarlib.compiled.codegen import linking, specialize, tables
from astarlib.compiled.codegen.code_cache import TemplateCache
from astarlib.compiled.codegen.intrinsics import make_tables_at
from astarlib.compiled.codegen.tables import TableLayout, layout_of, numba_type_of
from astarlib.compiled.kernels import description, int_costs


def described(at):
    """Return (successors, listed successors, goal, h) of state 0 of a domain that no other test has compiled."""
    domain = RowProblem({0: [(1, 1), (2, 5)]}, 0).compiled_domain()
    domain = dataclasses.replace(domain, heuristic=lambda tables, state, aux: 7 + at, next_heuristic=None)
    layout, costs = TableLayout(domain.tables), np.zeros(8, np.int64)
    kernels = specialize.specialize(domain, (int_costs, description), ("describe",))
    return kernels.describe(layout.address, np.uint64(0), np.zeros(8, np.uint64), costs, np.zeros(8, np.uint64), costs)


@pytest.mark.costly
def test_a_kernel_is_read_once_for_all_domains_and_in_all_processes(tmp_path, monkeypatch):
    names, make = [], linking.make_template

    def noting(text, name, result):
        names.append(name.rpartition(".")[2])
        return make(text, name, result)

    monkeypatch.setattr(linking, "make_template", noting)
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path))
    specialize._templates.cache_clear()  # Other tests may have been the first.
    assert [(2, -1, True, 7), (2, -1, True, 8)] == [described(0), described(1)]
    specialize._templates.cache_clear()  # Another process has only the files.
    assert (2, -1, True, 9) == described(2)
    assert ["describe"] == names


def test_a_template_that_is_damaged_or_of_another_kernel_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path))
    TemplateCache("versions", "kernel").save("key", "template")
    [path] = (path for path in tmp_path.rglob("*") if path.is_file())
    whole = path.read_bytes()

    def loaded(versions="versions", kernel="kernel", key="key"):
        return TemplateCache(versions, kernel).load(key)

    assert "template" == loaded()
    assert [None] * 3 == [loaded(versions="others"), loaded(kernel="other"), loaded(key="other")]
    for at in range(0, len(whole), 5):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 8]) + whole[at + 1 :])
        assert loaded() is None, at
        path.write_bytes(whole[:at])
        assert loaded() is None, at
    path.write_bytes(whole)
    path.rename(path.parent / "other")
    path.write_bytes((path.parent / "other").read_bytes().replace(b"key", b"yek"))
    assert loaded() is None
    if os.name == "posix":
        path.write_bytes(whole)
        path.chmod(0o666)
        assert loaded() is None


class Named(NamedTuple):
    """Tables with names."""

    weight: float
    words: np.ndarray


@pytest.mark.parametrize(
    "given",
    [
        (),
        (True, np.False_, 3, -(2**63), np.uint64(2**64 - 1), np.int8(-5), np.uint16(65_535)),
        (1.5, -0.0, float("inf"), np.float32(0.1)),
        (np.arange(4), np.arange(4, dtype=np.uint8), np.zeros(0), np.array([True, False])),
        (np.arange(6).reshape(2, 3), np.asfortranarray(np.arange(6.0).reshape(2, 3)), np.arange(24).reshape(2, 3, 4)),
        (np.arange(9)[::-2], np.arange(20).reshape(4, 5)[1:3, ::2], np.arange(3).astype(np.float32)),
        (2, (3, np.arange(3)), 4),
        Named(2.5, np.arange(3)),
    ],
    ids=lambda given: ",".join(type(table).__name__ for table in given) or "none",
)
def test_kernels_rebuild_tables_of_every_kind_from_their_layout(given):
    layout = TableLayout(given)
    tables_at = make_tables_at(numba_type_of(layout.kinds))

    @numba.njit
    def rebuilt(address):
        return tables_at(address)

    def check(expected, found):
        if isinstance(expected, tuple):
            assert getattr(expected, "_fields", ()) == getattr(found, "_fields", ())
            assert len(expected) == len(found)
            for pair in zip(expected, found, strict=True):
                check(*pair)
        elif isinstance(expected, np.ndarray):
            assert (expected.dtype, expected.shape) == (found.dtype, found.shape)
            assert expected.tolist() == found.tolist()
        else:
            assert str(expected) == str(found) or expected == found

    check(given, rebuilt(layout.address))


def test_searches_share_the_layout_of_tables_as_long_as_all_arrays_exist():
    one, other = np.arange(3), np.arange(4)
    layout = layout_of((one, 5, other))
    assert layout is layout_of((one, 5, other))
    different = [(one, 6, other), (other, 5, one), (one, 5), Named._make((one, 5)), (one, 5, other.copy())]
    different.append((one, (5, other)))
    assert len(different) == len({id(found) for found in map(layout_of, different) if found is not layout})
    before = len(tables._layouts)
    del other, different
    assert len(tables._layouts) < before
    assert layout is not layout_of((one, 5, np.arange(4)))


@pytest.mark.parametrize("table", ["text", None, [1], 1j, np.complex128(1j)], ids=repr)
def test_tables_that_kernels_cannot_read_are_refused(table):
    with pytest.raises(TypeError, match="tables must have arrays and numbers, not "):
        TableLayout((1, table))


@pytest.mark.parametrize("number", [2**64, -(2**63) - 1])
def test_tables_with_numbers_of_more_than_64_bits_are_refused(number):
    with pytest.raises(ValueError, match=f"tables has the number {number}, but its numbers have at most 64 bits"):
        layout_of((1, number))
