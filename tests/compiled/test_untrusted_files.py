"""With any numbers in a checkpoint, no kernel accesses memory outside its arrays."""

import hashlib
import io
import json
import pickle
import shutil
import zipfile
from random import Random

import numpy as np
import pytest
from helpers.agreement import told
from helpers.rows import RowProblem, both_ways, random_rows, streets
from helpers.sampling import few, slow
from hypothesis import given
from hypothesis import strategies as st

from astarlib import CycleCheck, Limits, Search, Status, TieBreak, distributed
from astarlib.checkpoint import _FORMAT
from astarlib.compiled import (
    ARAStar,
    AStar,
    BAEStar,
    BeamSearch,
    BidirectionalDijkstra,
    Dijkstra,
    Disk,
    FocalSearch,
    GreedyBestFirst,
    IDAStar,
    WeightedAStar,
)
from astarlib.compiled.kernels import codes
from astarlib.compiled.kernels.codes import BOUND, BOUND_BEFORE_PRUNING, MAX_F_EXPANDED
from astarlib.compiled.runtime.storage import ROOT
from astarlib.compiled.scale import disk_search
from astarlib.errors import CheckpointError, InvalidProblemError
from astarlib.problems.npuzzle import NPuzzle

BOARD, CITY = NPuzzle("8 6 7 / 2 5 4 / 3 0 1"), streets(20, 2)
ENGINES = [
    AStar(),
    GreedyBestFirst(),
    BeamSearch(width=10),
    IDAStar(),
    IDAStar(cycle_check=CycleCheck.PARENT),
    ARAStar(),
    FocalSearch(),
    AStar(threads=2),
    BidirectionalDijkstra(),
    BAEStar(),
]
LIMITS = Limits(expanded=300, cost=25)


def saved(engine, path, problem=BOARD, limits=LIMITS):
    """Save an unfinished search and return the header and the arrays."""
    search = engine.start(problem)
    search.run(limits)
    search.save(path)
    return read(path)


def read(path):
    header, body = _FORMAT.read(path)
    with np.load(io.BytesIO(body)) as members:
        return header, Arrays(members)


def write(path, header, arrays):
    packed = io.BytesIO()
    np.savez(packed, **arrays)
    _FORMAT.write_by(path, header, lambda body: body.write(packed.getbuffer()))


class Arrays(dict):
    """The arrays of a file. Hypothesis doesn't have to print them."""

    def __repr__(self):
        return "arrays"


def is_refused_or_works(path, problem=BOARD):
    """Return True if the file is refused. Otherwise, run and inspect the loaded search."""
    try:
        search = Search.load(path, problem)
    except CheckpointError:
        return True
    try:
        result = search.run(Limits(expanded=1_000))
    except InvalidProblemError:  # BAE* compares the h of the file, and a proof that ends shows a lack of edges.
        return True
    assert isinstance(result.status, Status)
    assert result.lower_bound >= 0
    assert len(list(search.states())) > 0
    list(search.frontier())
    return False


TWO_SIDED = BidirectionalDijkstra(), BAEStar()
SLOW = GreedyBestFirst(), IDAStar(cycle_check=CycleCheck.PARENT), BAEStar()


@pytest.fixture(scope="module", params=[slow(each) if each in SLOW else each for each in ENGINES], ids=repr)
def checkpoint(request, tmp_path_factory):
    problem = BOARD if type(request.param) in {AStar, IDAStar} and request.param.threads == 1 else CITY
    return *saved(request.param, tmp_path_factory.mktemp("saved") / "search", problem), problem


@pytest.mark.costly
@given(data=st.data())
def test_any_number_in_any_array_is_refused_or_does_no_harm(checkpoint, tmp_path_factory, data):
    header, arrays, problem = checkpoint
    name = data.draw(st.sampled_from(sorted(name for name, array in arrays.items() if array.size > 0)))
    array = arrays[name].copy()
    at = data.draw(st.integers(0, array.size - 1))
    if array.dtype.kind == "f":
        array[at] = data.draw(st.floats(allow_nan=True, allow_infinity=True))
    elif array.dtype.kind == "b":
        array[at] = not array[at]
    else:
        bounds = np.iinfo(array.dtype)
        near = st.integers(-2, 600).filter(lambda number: bounds.min <= number <= bounds.max)
        array[at] = data.draw(near | st.integers(int(bounds.min), int(bounds.max)))
    path = tmp_path_factory.mktemp("crafted") / "search"
    write(path, header, {**arrays, name: array})
    is_refused_or_works(path, problem)


@pytest.mark.parametrize("change", ["shorter", "other type", "missing", *map(slow, ("longer", "empty", "two rows"))])
def test_arrays_of_another_length_or_type_are_refused(checkpoint, tmp_path, change):
    header, arrays, problem = checkpoint
    for name, array in arrays.items():
        if array.size == 0 or (
            change in {"shorter", "longer", "empty"} and name.endswith(("parked", "max_cost", "iteration"))
        ):
            continue
        changed = {
            "shorter": array[:-1], "longer": np.concatenate([array, array[:1]]), "empty": array[:0],
            "other type": array.astype(np.complex128), "two rows": np.stack([array, array]), "missing": None,
        }[change]  # fmt: skip
        others = {key: value for key, value in arrays.items() if key != name}
        write(tmp_path / "search", header, others if changed is None else {**others, name: changed})
        assert is_refused_or_works(tmp_path / "search", problem), name


def test_a_cycle_of_parents_is_refused(tmp_path):
    """With edges of cost 0, g doesn't show that no state is its own ancestor."""
    edges = {0: [(1, 0)], 1: [(2, 0)], 2: [(1, 0), (3, 0), (4, 5)], 3: [(1, 0)]}
    problem = RowProblem(edges, 4)
    header, arrays = saved(AStar(), tmp_path / "search", problem, Limits(expanded=3))
    assert not is_refused_or_works(tmp_path / "search", problem)
    parents = arrays["nodes_1"].copy()
    parents[2] = 3  # state 1 from state 2, which comes from state 1
    write(tmp_path / "search", header, {**arrays, "nodes_1": parents})
    with pytest.raises(CheckpointError, match="no edge of the problem"):
        Search.load(tmp_path / "search", problem)


@pytest.mark.parametrize("engine", [AStar(), BidirectionalDijkstra()], ids=repr)
@pytest.mark.parametrize("floats", [False, slow(True)])
def test_a_state_that_the_problem_does_not_have_is_refused(tmp_path, engine, floats):
    """The functions of a domain use parts of a state as indices of their tables."""
    problem = both_ways(Random(3), count=60, floats=floats)
    header, arrays = saved(engine, tmp_path / "search", problem, Limits(expanded=8))
    for state in (2**40, 2**64 - 1, 61):
        states = arrays["nodes_0"].copy()
        states[-1] = state
        write(tmp_path / "search", header, {**arrays, "nodes_0": states})
        with pytest.raises(CheckpointError, match="no edge of the problem"):
            Search.load(tmp_path / "search", problem)


@pytest.mark.parametrize("part", ["box_states", "nodes_0"])
def test_a_state_of_a_shard_that_the_problem_does_not_have_is_refused(tmp_path, part):
    edges, _ = random_rows(Random(3), count=60)
    problem = RowProblem(edges, 59)
    header, arrays = saved(AStar(threads=2), tmp_path / "search", problem, Limits(expanded=20))
    for shard in "01":
        states = arrays[f"{shard}_{part}"].copy()
        assert len(states) > 1
        for state in (2**40, 2**64 - 1, 61):
            states[-1] = state
            write(tmp_path / "search", header, {**arrays, f"{shard}_{part}": states})
            with pytest.raises(CheckpointError, match="no edge of the problem"):
                Search.load(tmp_path / "search", problem)


@pytest.mark.parametrize(("part", "at", "flipped"), [("nodes_1", -1, 1 << 31), ("box_rests", 0, 1 << 63)])
def test_a_parent_in_a_shard_that_is_no_node_is_refused(tmp_path, part, at, flipped):
    header, arrays = saved(AStar(threads=2), tmp_path / "search", CITY, Limits(expanded=20))
    for shard in "01":
        numbers = arrays[f"{shard}_{part}"].copy()
        numbers[at] ^= numbers.dtype.type(flipped)
        write(tmp_path / "search", header, {**arrays, f"{shard}_{part}": numbers})
        with pytest.raises(CheckpointError, match=r"parents (of messages )?to be nodes"):
            Search.load(tmp_path / "search", CITY)


def changed_bound(arrays, bound):
    """Yield copies of the arrays, each with another bound."""
    for name in [name for name in arrays if name.endswith("values")]:
        for at in (MAX_F_EXPANDED, BOUND_BEFORE_PRUNING, BOUND):
            values = arrays[name].copy()
            if at < len(values) and values[at] not in {bound, -np.inf}:
                values[at] = bound
                yield {**arrays, name: values}
    if "barrier" in arrays:
        barrier = json.loads(arrays["barrier"].tobytes())
        barrier[3] = bound
        yield {**arrays, "barrier": np.frombuffer(json.dumps(barrier).encode(), np.uint8)}


@pytest.mark.parametrize("engine", [*ENGINES, Dijkstra()], ids=repr)
@pytest.mark.parametrize("bound", [-1, -(2**63)])
def test_a_bound_below_0_is_refused(tmp_path, engine, bound):
    edges, _ = random_rows(Random(3), count=60)
    problem = RowProblem(edges, 59)
    header, arrays = saved(engine, tmp_path / "search", problem, Limits(expanded=20))
    wrong = list(changed_bound(arrays, bound))
    assert len(wrong) > 0
    for each in wrong:
        write(tmp_path / "search", header, each)
        with pytest.raises(CheckpointError, match="contradicts itself"):
            Search.load(tmp_path / "search", problem)


def test_a_bound_above_all_states_is_refused(tmp_path):
    header, arrays = saved(AStar(), tmp_path / "search")
    values = arrays["values"].copy()
    values[MAX_F_EXPANDED] = 10**6
    write(tmp_path / "search", header, {**arrays, "values": values})
    with pytest.raises(CheckpointError, match="expected expanded states with an f of at most"):
        Search.load(tmp_path / "search", BOARD)


def test_a_frontier_that_lacks_an_open_state_is_refused(tmp_path):
    header, arrays = saved(AStar(), tmp_path / "search")
    write(tmp_path / "search", header, {**arrays, "order": arrays["order"][1:]})
    with pytest.raises(CheckpointError, match="every open node in the frontier"):
        Search.load(tmp_path / "search", BOARD)


def test_counters_that_contradict_the_nodes_are_refused(tmp_path):
    header, arrays = saved(AStar(), tmp_path / "search")
    for code, number, expected in (
        (codes.GOAL, ROOT, "an open goal"),
        (codes.EXPANDING, ROOT, "an open node in expansion"),
        (codes.EXPANDED, 299, "as many expansions as closed nodes"),
        (codes.DEAD_ENDS, 1, "0 dead ends"),
        (codes.REOPENED, 10**6, "fewer reopened states than nodes"),
        (codes.NEAREST, 0, "the nearest state to be a node"),
        (codes.PARKED, 10**6, "room for all parked nodes"),
    ):
        counters = arrays["counters"].copy()
        counters[code] = number
        write(tmp_path / "search", header, {**arrays, "counters": counters})
        with pytest.raises(CheckpointError, match=expected):
            Search.load(tmp_path / "search", BOARD)


def rewritten(path, *, header=None, body=None):
    """Replace the header or body of a file, and its checksum."""
    title, old_header, _, old_body = path.read_bytes().split(b"\n", 3)
    header, body = old_header if header is None else header, old_body if body is None else body
    checksum = b"sha256 " + hashlib.sha256(header + body).hexdigest().encode()
    path.write_bytes(b"\n".join((title, header, checksum, body)))


def test_an_array_that_would_take_more_memory_than_the_file_has_is_refused(tmp_path):
    saved(AStar(), tmp_path / "search")
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("nodes_0.npy", bytes(2**24))
    rewritten(tmp_path / "search", body=bomb.getvalue())
    with pytest.raises(CheckpointError, match="compressed"):
        Search.load(tmp_path / "search", BOARD)


@pytest.mark.parametrize("header", [b"[1]", b"null", b"{", b'"text"', b"[" * 100_000, b"{}"])
def test_an_invalid_header_is_refused(tmp_path, header):
    saved(AStar(), tmp_path / "search")
    rewritten(tmp_path / "search", header=header)
    with pytest.raises(CheckpointError):
        Search.load(tmp_path / "search", BOARD)


@pytest.mark.parametrize("body", [b"", b"PK", b"\x80\x05.", b"\x93NUMPY\x01\x00", bytes(1_000)])
def test_a_body_that_is_not_an_archive_is_refused(tmp_path, body):
    saved(AStar(), tmp_path / "search")
    rewritten(tmp_path / "search", body=body)
    with pytest.raises(CheckpointError, match="can't be read"):
        Search.load(tmp_path / "search", BOARD)


@pytest.mark.parametrize(
    "npy",
    [
        b"", b"\x93NUMPY", b"\x93NUMPY\x01\x00\x10\x00{'descr': 'O'   }", b"\x93NUMPY\x09\x00\x02\x00{}",
        b"\x93NUMPY\x01\x00\x50\x00{'descr': '<i8', 'fortran_order': False, 'shape': (2305843009213693952,), }",
    ],
)  # fmt: skip
def test_an_invalid_array_is_refused(tmp_path, npy):
    saved(AStar(), tmp_path / "search")
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        archive.writestr("counters.npy", npy)
    rewritten(tmp_path / "search", body=body.getvalue())
    with pytest.raises(CheckpointError):
        Search.load(tmp_path / "search", BOARD)


@pytest.mark.parametrize(
    "change",
    [
        {"name": "astarlib.compiled.engines:Other"}, {"name": "os:system"}, {"name": "AStar"}, {"name": 3},
        {"parameters": {"weight": 2}}, {"parameters": []}, {"parameters": {"tie_break": {"Enum": "NONE"}}},
        {"parameters": {"reopen": {"a": 1, "b": 2}}}, {"parameters": None}, {"parameters": {"reopen": {"tuple": 1}}},
    ],
    ids=repr,
)  # fmt: skip
def test_an_unknown_engine_is_refused(tmp_path, change):
    header, _ = saved(AStar(), tmp_path / "search")
    rewritten(tmp_path / "search", header=json.dumps({**header, "engine": {**header["engine"], **change}}).encode())
    with pytest.raises(CheckpointError, match="names no known engine"):
        Search.load(tmp_path / "search", BOARD)


@pytest.mark.parametrize(
    "change", [{"seconds": "soon"}, {"seconds": float("nan")}, {"seconds": -1}, {"engine": 3}], ids=repr
)
def test_a_header_with_wrong_values_is_refused(tmp_path, change):
    header, _ = saved(AStar(), tmp_path / "search")
    rewritten(tmp_path / "search", header=json.dumps({**header, **change}).encode())
    with pytest.raises(CheckpointError):
        Search.load(tmp_path / "search", BOARD)


class Unpickled:
    def __reduce__(self):
        return exit, (1,)


@pytest.mark.parametrize("engine", [None, AStar()])
def test_a_file_of_a_compiled_engine_is_never_unpickled(tmp_path, engine):
    header, _ = saved(AStar(), tmp_path / "search")
    header = json.dumps({**header, "payload": "pickle"}).encode()
    rewritten(tmp_path / "search", header=header, body=pickle.dumps(Unpickled()))
    with pytest.raises(CheckpointError, match="writes another kind of payload"):
        Search.load(tmp_path / "search", BOARD, engine=engine)


@pytest.mark.parametrize(
    "engine",
    [*(each for each in ENGINES if each not in TWO_SIDED), WeightedAStar(weight=1.5), AStar(tie_break=TieBreak.FIFO)],
    ids=repr,
)
@pytest.mark.parametrize("seed", few(range(4)))
def test_a_file_that_nobody_has_touched_is_never_refused(tmp_path, engine, seed):
    """The searches reopen states, park states above limits, or find dead ends."""
    edges, hs = random_rows(Random(seed), count=40)
    problem = RowProblem(edges, 39, hs=hs)
    alone, search = engine.start(problem), engine.start(problem)
    for cost in (2, 5, 9, float("inf")):
        for _ in range(3):
            limits = Limits(expanded=11, cost=cost)
            search.save(tmp_path / "search")
            search = Search.load(tmp_path / "search", problem)
            assert told(alone.run(limits)) == told(search.run(limits))


# --- folders ----------------------------------------------------------------------------------------------------------

EDGES, _ = random_rows(Random(3), count=60)
ROWS = RowProblem(EDGES, 59, hs=[min(h, 3) for h in range(59, -1, -1)])
NUMBERS = [-(2**63), -1, 0, 1, 2, 59, 255, 2**16, 2**32 - 1, 2**60, 2**62, 2**63 - 1]
VALUES = [None, -1, 0.5, 2**63, 2**70, float("nan"), float("inf"), "text", [], [1], {}, True]


@pytest.fixture(params=["disk", "shards"])
def folder(request, tmp_path, monkeypatch):
    monkeypatch.setattr("os.fsync", lambda _: None)
    monkeypatch.setattr(disk_search, "_MIN_RECORDS", 8)
    monkeypatch.setattr(disk_search, "_BETWEEN_MANIFESTS", 4)
    path = tmp_path / "search"
    engine = (
        AStar(storage=Disk(path, memory=1 << 14)) if request.param == "disk"
        else distributed.AStar(distributed.Threads(2), batch=3, checkpoint=path, every=0)
    )  # fmt: skip
    with engine.start(ROWS) as search:
        search.run(Limits(expanded=15))
    return path


def with_changed_number(array, random):
    changed = array.copy()
    number = random.choice(NUMBERS)
    if changed.dtype.kind == "f":
        number = random.choice([float("nan"), float("inf"), -1.0, 2.0**62])
    else:
        number %= 1 << 8 * changed.itemsize
    changed[random.randrange(len(changed))] = np.array([number]).astype(changed.dtype)[0]
    return changed


def with_changed_value(array, random):
    """Change one value of the JSON text in an array."""
    values = json.loads(array.tobytes())
    row, key = values, random.randrange(len(values))
    while isinstance(row[key], list) and len(row[key]) > 0 and random.random() < 0.9:
        row = row[key]
        key = random.randrange(len(row))
    row[key] = random.choice(VALUES)
    return np.frombuffer(json.dumps(values).encode(), np.uint8)


@pytest.mark.costly
@pytest.mark.parametrize("count", [40, slow(150)])
def test_any_number_in_a_folder_is_refused_or_does_no_harm(count, folder, tmp_path):
    """The states of a search on disk aren't checked."""
    random, cost, refused = Random(count), AStar().search(ROWS).cost, 0
    for number in range(count):
        crafted = shutil.copytree(folder, tmp_path / f"crafted-{number}")
        path = random.choice([path for path in crafted.iterdir() if path.name.startswith(("manifest", "shard-"))])
        header, arrays = read(path)
        name = random.choice([name for name, array in arrays.items() if len(array) > 0])
        change = with_changed_value if name == "manifest" else with_changed_number
        arrays[name] = change(arrays[name], random)
        write(path, header, arrays)
        try:
            search = Search.load(crafted, ROWS)
        except CheckpointError:
            refused += 1
            continue
        with search:
            assert search.lower_bound <= cost, (path.name, name)
            result = search.run()
        assert (cost, cost) == (result.cost, result.lower_bound), (path.name, name)
        assert min(search.statistics.expanded, search.statistics.generated, search.statistics.stored) >= 0
    assert count / 3 < refused < count


def test_a_state_in_a_folder_of_shards_that_the_problem_does_not_have_is_refused(folder):
    for path in folder.glob("shard-*"):
        header, arrays = read(path)
        states = arrays["nodes_0"].copy()
        states[-1] = 2**40
        write(path, header, {**arrays, "nodes_0": states})
        with pytest.raises(CheckpointError, match="no edge of the problem"):
            Search.load(folder, ROWS)
        write(path, header, arrays)
    with Search.load(folder, ROWS) as search:
        assert search.run().status is Status.SOLVED


def test_no_file_outside_a_folder_is_written_through_a_link_in_it(folder, tmp_path):
    (tmp_path / "outside").write_text("text")
    (folder / "shared").symlink_to(tmp_path / "outside")  # Shards write a file of this name.
    with Search.load(folder, ROWS) as search:
        assert search.run().status is Status.SOLVED
    assert (tmp_path / "outside").read_text() == "text"
    (folder / "lock").unlink()
    (folder / "lock").symlink_to(tmp_path / "new")
    with pytest.raises(OSError, match="can't be used"):
        Search.load(folder, ROWS)
    assert not (tmp_path / "new").exists()


def test_a_link_to_a_list_of_states_is_refused(folder, tmp_path):
    """The search shortens lists and appends to them, so it would change the file to which the link leads."""
    for path in [path for path in folder.iterdir() if path.suffix in {".runs", ".states"}]:
        path.rename(tmp_path / "moved")
        path.symlink_to(tmp_path / "moved")
        with pytest.raises(CheckpointError, match="is a link"):
            Search.load(folder, ROWS)
        path.unlink()
        (tmp_path / "moved").rename(path)
    with Search.load(folder, ROWS) as search:
        assert search.run().status is Status.SOLVED
