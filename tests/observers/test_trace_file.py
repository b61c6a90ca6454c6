"""A file is read as it was written, or refused. It never takes too much memory, and its content never runs."""

import json
import math
import tracemalloc
import zlib
from array import array
from contextlib import nullcontext
from dataclasses import replace

import pytest
from helpers.graphs import KNOT, Explicit, cases, forms
from helpers.recording import recorded
from helpers.sampling import in_turn, variant
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, Limits
from astarlib.errors import TraceError
from astarlib.observers.recorder import Trace
from astarlib.problems.graph import romania
from astarlib.problems.grid import TorusProblem
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.sudoku import IrregularSudoku
from astarlib.recording import trace_file

PUZZLE = NPuzzle("8 1 7 / 4 5 6 / 2 0 3")


TRACES = {
    "board": recorded(PUZZLE, max_rendered=50),
    "thinned": recorded(PUZZLE, max_nodes=100),
    "map": recorded(romania()),
    "torus": recorded(TorusProblem("..#\n...", (0, 0), (1, 1))),
    "grid": recorded(IrregularSudoku.classic(".3..4......22.1.")),
    "unsolvable": recorded(NPuzzle("2 1 / 3 0")),
    "unfinished": recorded(PUZZLE, limits=Limits(expanded=5)),
}
KNOTTED = recorded(Explicit(KNOT), AStar())
SMALL = trace_file.pack(recorded(NPuzzle("1 2 / 0 3")))


def parts(content):
    title, header, seal, body = content.split(b"\n", 3)
    return title, json.loads(header), seal, body


def sealed(header, body):
    """A file whose checksum fits."""
    line = json.dumps(header).encode()
    return b"\n".join((b"astarlib trace 2", line, trace_file._checksum(line, body), body))


def load(content, folder, **options):
    (folder / "x.astrace").write_bytes(content)
    return Trace.load(folder / "x.astrace", **options)


@pytest.mark.parametrize("name", TRACES)
def test_a_trace_comes_back_as_it_was_written(name, tmp_path):
    TRACES[name].save(tmp_path / "x.astrace")
    loaded = Trace.load(tmp_path / "x.astrace")
    assert TRACES[name] == loaded
    assert list(map(repr, TRACES[name].nodes())) == list(map(repr, loaded.nodes()))


def test_an_older_file_of_a_map_does_not_wrap(tmp_path):
    assert TRACES["torus"].info.wraps
    _, header, _, body = parts(trace_file.pack(TRACES["map"]))
    del header["info"]["wraps"]
    assert TRACES["map"] == load(sealed(header, body), tmp_path)


@pytest.mark.costly
@given(cases(), forms)
def test_any_trace_comes_back_as_it_was_written(tmp_path_factory, case, form):
    graph, engine = case
    trace = recorded(form(graph), engine)
    assert trace == load(trace_file.pack(trace), tmp_path_factory.mktemp("trace"))


@pytest.mark.parametrize("text", ["\ud800", "\x00", "snow ☃", "</script><script>"])
def test_any_text_comes_back_as_it_was_written(text, tmp_path):
    trace = replace(TRACES["board"], texts=(text,) * len(TRACES["board"].texts))
    assert trace == load(trace_file.pack(trace), tmp_path)


def test_two_traces_that_differ_in_anything_are_not_equal():
    one = TRACES["board"]
    columns = {**one.columns, "h": array("i", [*one.columns["h"][:-1], 99])}
    assert one != replace(one, columns=columns)
    assert one != replace(one, info=replace(one.info, engine="Dijkstra()"))
    assert one != "a trace"


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.sampled_from(["", "inf", "I", "d", "json", "box", "a" * 300]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "nodes", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.data())
def test_a_forged_header_is_refused_or_makes_a_trace_that_can_be_read_through(tmp_path_factory, data):
    _, header, _, body = parts(SMALL)
    place = data.draw(st.sampled_from(["info", "columns", "entry"]))
    if place == "info":
        header["info"][data.draw(st.sampled_from(sorted(header["info"])))] = data.draw(JSON)
    elif place == "columns":
        header["columns"] = data.draw(JSON)
    else:
        entry = data.draw(st.sampled_from(header["columns"]))
        entry[data.draw(st.sampled_from(sorted(entry)))] = data.draw(JSON)
    read_through(sealed(header, body), tmp_path_factory.mktemp("trace"))


@given(st.data())
def test_forged_columns_are_refused_or_make_a_trace_that_can_be_read_through(tmp_path_factory, data):
    trace = TRACES[data.draw(st.sampled_from(["map", "grid"]))]
    name = data.draw(st.sampled_from(sorted(trace.columns)))
    column = array(trace.columns[name].typecode, trace.columns[name])
    largest = min(2 ** (8 * column.itemsize) - 1, 2**31 - 1)
    for _ in range(data.draw(st.integers(1, 3))):
        if len(column) > 0 and data.draw(st.booleans()):
            column[data.draw(st.integers(0, len(column) - 1))] = data.draw(st.sampled_from([0, 1, 5, 1000, largest]))
        else:
            column.append(data.draw(st.sampled_from([0, 3])))
    forged = replace(trace, columns={**trace.columns, name: column})
    read_through(trace_file.pack(forged), tmp_path_factory.mktemp("trace"))


def read_through(content, folder):
    try:
        trace = load(content, folder)
    except TraceError:
        return
    for node in trace.nodes():
        assert node.parent is None or node.parent < node.number
    assert all(trace.text(node) is None or isinstance(trace.text(node), str) for node in range(len(trace)))
    assert len(trace.path) == len([trace.node(node) for node in trace.path])


FIELDS = {  # wrong values, and right ones as close as possible
    "engine": ([None], [""]),
    "choice": (["none"], ["lifo"]),
    "began_at": ([-1, 2.5, True, "0"], [0, 1]),
    "sampling_interval": ([0], [1]),
    "cost": (["2"], [None, 2.5]),
    "lower_bound": ([None, "-inf"], ["inf", 0.5]),
    "statistics": ([[], {"expanded": "2"}], [{}, {"expanded": 2.5}]),
    "actions": ([[], "ab", [*"abc", 5]], [[*"abcde"]]),
    "size": ([None, [1], [1, 0], [0, 1], [1, 2, 3], "ab"], [[1, 0.5]]),
    "shapes": ([[[]], [["disk", 0]], [["dot"]], [["dot", "0", 0, 0, "ink"]], 5], []),
    "mark": (["inf", None, float("nan")], [-0.5]),
    "wraps": ([0, None], [True]),
    "progress": ([[[1, 2, 3]], [[1, 2, 3, None]], [5]], [[[1, 2, 3, "inf"]]]),
    "solutions": ([[[1]], [[-1, 2]], [[1, "inf"]], [[1.5, 2]], [5]], [[[0, 2.5]]]),
}


def test_each_field_of_the_header_has_a_right_kind_of_value(tmp_path):
    for name, (wrong, right) in FIELDS.items():
        _, header, _, body = parts(SMALL)
        for value in right:
            header["info"][name] = value
            load(sealed(header, body), tmp_path)
        for value in wrong:
            header["info"][name] = value
            with variant(name, value), pytest.raises(TraceError, match=f"invalid {name}|{name} contradicts|JSON"):
                load(sealed(header, body), tmp_path)


@in_turn(
    "name, change",
    [
        ("name", lambda size: 5), ("type", lambda size: "b"), ("nodes", lambda size: "3"), ("nodes", lambda size: -1),
        ("size", lambda size: -1), ("size", float), ("size", lambda size: size - 1), ("nodes", lambda size: size + 1),
    ],
)  # fmt: skip
def test_a_wrong_entry_of_a_column_is_refused(tmp_path, name, change):
    _, header, _, body = parts(SMALL)
    header["columns"][0][name] = change(header["columns"][0][name])
    with pytest.raises(TraceError, match=r"column|the header states another size"):
        load(sealed(header, body), tmp_path)


def test_bytes_after_a_column_are_refused(tmp_path):
    _, header, _, body = parts(SMALL)
    header["columns"][-1]["size"] += 1
    with pytest.raises(TraceError, match="another length for column 'texts'"):
        load(sealed(header, body + b"x"), tmp_path)


@in_turn(
    "traced, name, at, wrong, right",
    [
        (KNOTTED, "parents", 1, 1, 0),
        (KNOTTED, "actions", -1, len(KNOTTED.info.actions), len(KNOTTED.info.actions) - 1),
        (KNOTTED, "order", -1, KNOTTED.expanded + 1, KNOTTED.expanded),
        (KNOTTED, "path", -1, len(KNOTTED), len(KNOTTED) - 1),
        (KNOTTED, "rendered", -1, len(KNOTTED), len(KNOTTED) - 1),
        (KNOTTED, "rendered", 1, 0, 1),
        (KNOTTED, "replacing", 0, len(KNOTTED), len(KNOTTED) - 1),
        (TRACES["grid"], "drawing_starts", 0, 1, 0),
        (TRACES["grid"], "drawing_starts", 1, 10**6, 0),
        (TRACES["grid"], "drawing_starts", -1, 0, len(TRACES["grid"].columns["drawn"])),
        (TRACES["grid"], "drawn", 0, len(TRACES["grid"].info.shapes), len(TRACES["grid"].info.shapes) - 1),
    ],
)
def test_a_number_in_a_column_is_in_its_range(tmp_path, traced, name, at, wrong, right):
    column = array(traced.columns[name].typecode, traced.columns[name])
    for number in (right, wrong):
        column[at] = number
        content = trace_file.pack(replace(traced, columns={**traced.columns, name: column}))
        with pytest.raises(TraceError, match=name) if number == wrong else nullcontext():
            load(content, tmp_path)


@in_turn("changes", [{"h": None}, {"extra": array("I")}, {"h": array("I", KNOTTED.columns["parents"])}])
def test_a_column_that_is_missing_unknown_or_of_another_type_is_refused(tmp_path, changes):
    columns = {name: column for name, column in {**KNOTTED.columns, **changes}.items() if column is not None}
    with pytest.raises(TraceError, match="a column is missing, unknown or of a wrong type"):
        load(trace_file.pack(replace(KNOTTED, columns=columns)), tmp_path)


@pytest.mark.parametrize("name", ["parents", "g", "replaced", "replacing", "replaced_at", "rendered"])
def test_columns_that_belong_together_have_the_same_length(tmp_path, name):
    column = KNOTTED.columns[name][:-1]
    with pytest.raises(TraceError, match="contradicts"):
        load(trace_file.pack(replace(KNOTTED, columns={**KNOTTED.columns, name: column})), tmp_path)


@pytest.mark.costly
def test_no_more_memory_is_taken_than_was_allowed(tmp_path):
    _, header, _, body = parts(SMALL)
    bomb = zlib.compress(bytes(50_000_000), 9)
    entry = header["columns"][0]
    honest = {**entry, "nodes": 12_500_000, "size": len(bomb)}
    lying = {**entry, "nodes": 4, "size": len(bomb)}
    for forged in (honest, lying):
        header["columns"][0] = forged
        (tmp_path / "x.astrace").write_bytes(sealed(header, bomb + body[entry["size"] :]))
        tracemalloc.start()
        try:
            with pytest.raises(TraceError, match=r"max_bytes|another length"):
                Trace.load(tmp_path / "x.astrace", max_bytes=1_000_000)
            assert tracemalloc.get_traced_memory()[1] < 2_000_000
        finally:
            tracemalloc.stop()


def test_a_byte_that_has_changed_is_found(tmp_path):
    for at in range(SMALL.index(b"\n") + 1, len(SMALL), 37):
        with variant(at), pytest.raises(TraceError, match="its checksum doesn't match its content"):
            load(SMALL[:at] + bytes([SMALL[at] ^ 1]) + SMALL[at + 1 :], tmp_path)


def test_a_file_that_is_larger_than_allowed_is_not_read(tmp_path):
    with pytest.raises(TraceError, match="max_bytes=100"):
        load(SMALL, tmp_path, max_bytes=100)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "isn.t an astarlib trace"),
        (b"astarlib checkpoint 1\n", "isn.t an astarlib trace"),
        (SMALL.replace(b"trace 2", b"trace 7", 1), "is a trace of format 7; this version of astarlib reads format 2"),
    ],
)
def test_another_kind_of_file_is_named(content, message, tmp_path):
    with pytest.raises(TraceError, match=message):
        load(content, tmp_path)


def test_a_node_that_is_not_there_is_an_error():
    with pytest.raises(IndexError, match="expected a number from 0 to"):
        TRACES["map"].node(len(TRACES["map"]))


def test_a_bound_without_end_comes_back(tmp_path):
    assert math.inf == load(trace_file.pack(TRACES["unsolvable"]), tmp_path).info.lower_bound
