import functools
import itertools
import pickle
import sys

import numpy as np
import pytest
from helpers.sampling import costly_first, few, slow
from helpers.saving import keep_own_tables
from helpers.whole_spaces import puzzle_space
from hypothesis import given
from hypothesis import strategies as st

from astarlib import CycleCheck, IDAStar, with_heuristic
from astarlib.errors import PatternDatabaseError
from astarlib.events import TableProgress
from astarlib.problems.npuzzle import (
    PARTITION_8,
    PARTITION_35,
    PARTITION_78,
    PARTITION_555,
    PARTITION_663,
    PARTITION_6666,
    AdditivePatternDatabase,
    Manhattan,
    NPuzzle,
    Partition,
    cache_folder,
    lookups,
    pattern_files,
)
from astarlib.problems.npuzzle.instances import KORF_100, NAMED_BOARDS
from astarlib.problems.npuzzle.lookups import table_of_group, tables_of
from astarlib.problems.npuzzle.pattern_tables import UNREACHED, distances

EIGHT, EIGHT_BLANK_FIRST = (1, 2, 3, 4, 5, 6, 7, 8, 0), tuple(range(9))
FIFTEEN = tuple(range(16))
PAIRS = Partition("a a b b / c c d .")
SPACES = [
    ((3, 3), EIGHT_BLANK_FIRST, PARTITION_35),
    slow(((3, 3), EIGHT, PARTITION_35)),
    slow(((3, 3), (1, 2, 3, 8, 0, 4, 7, 6, 5), Partition("a a a / b . b / c c c"))),
    slow(((3, 3), EIGHT, Partition("a - b / a - b / a - ."))),
    ((2, 4), (1, 2, 3, 4, 5, 6, 7, 0), PAIRS),
    slow(((2, 4), tuple(range(8)), PAIRS)),
    ((2, 4), tuple(range(8)), Partition(". a a a / b b b b")),
    ((4, 2), (1, 2, 3, 0, 4, 5, 6, 7), Partition("a b / a . / a b / a b")),
]
EASIEST = [79, 12, 42, 55, 97, 19, 94, 47, 93, 9]  # of Korf's, by his counts


def fewest_own_moves(shape, group, blank):
    """For each placement of a group the fewest moves of its tiles: cell by cell, from the definition."""
    rows, columns = shape
    beside = {
        (row, column): [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        for row in range(rows)
        for column in range(columns)
    }
    found, layer = {}, {(tuple(divmod(cell, columns) for cell in group), divmod(blank, columns))}
    moves = 0
    while len(layer) > 0:
        stack, after = list(layer), set()
        while len(stack) > 0:  # moves of other tiles cost nothing
            tiles, here = stack.pop()
            if (tiles, here) in found:
                continue
            found[tiles, here] = moves
            for there in beside[here]:
                if there in tiles:
                    after.add((tuple(here if tile == there else tile for tile in tiles), there))
                elif there in beside:
                    stack.append((tiles, there))
        layer, moves = after, moves + 1
    least = {}
    for (tiles, _), count in found.items():
        cells = tuple(row * columns + column for row, column in tiles)
        least[cells] = min(count, least.get(cells, count))
    return least


def nothing(*_):
    pass


# --- tables -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "group", "blank"),
    [((3, 3), (1, 2, 4), 0), ((3, 3), (0, 4, 7), 8), ((2, 4), (0, 1, 5, 6), 7), ((2, 3), (0, 1, 2, 3, 4), 5)],
)
def test_a_table_has_the_fewest_moves_of_its_own_tiles_for_every_placement(shape, group, blank):
    cells, table = shape[0] * shape[1], distances(shape, group, blank, nothing)
    expected = np.full(cells ** len(group), UNREACHED)
    for placement, moves in fewest_own_moves(shape, group, blank).items():
        expected[sum(cell * cells**tile for tile, cell in enumerate(placement))] = moves
    assert expected.tolist() == table.tolist()


def test_a_table_may_be_of_a_board_of_more_than_16_cells():
    table = distances((2, 10), (18,), 19, nothing)
    assert [abs(18 - cell) if cell > 9 else 1 + abs(8 - cell) for cell in range(20)] == table.tolist()


# --- the heuristic over whole spaces ----------------------------------------------------------------------------------


@pytest.mark.costly
@pytest.mark.parametrize(("shape", "goal", "partition"), SPACES, ids=str)
def test_a_database_is_admissible_and_if_it_has_all_tiles_never_below_manhattan_and_zero_just_at_the_goal(
    shape, goal, partition
):
    puzzle, (_, depths, edges) = NPuzzle(goal, goal, shape=shape), puzzle_space(goal, shape)
    estimate, manhattan = AdditivePatternDatabase.build(shape, goal, partition).bind(puzzle), Manhattan().bind(puzzle)
    h = {state: estimate(state) for state in depths}
    assert not [state for state, depth in depths.items() if h[state] > depth]
    if sum(map(len, partition.groups)) == len(goal) - 1:
        assert not [state for state in h if h[state] < manhattan(state)]
        assert [goal] == [state for state in h if h[state] == 0]
    if partition == PARTITION_35:
        assert max(h[state] - h[after] for state in depths for after in edges[state]) > 1, "it may be inconsistent"


@pytest.mark.parametrize(
    ("goal", "shape", "partition"),
    [
        (tuple(range(8)), (2, 4), Partition(". a a a / a a a a")),
        *(slow((goal, (3, 3), PARTITION_8)) for goal in (EIGHT_BLANK_FIRST, EIGHT, (1, 2, 0, 3, 4, 5, 6, 7, 8))),
    ],
    ids=str,
)
def test_a_database_of_all_tiles_is_exact(goal, shape, partition):
    estimate = AdditivePatternDatabase.build(shape, goal, partition).bind(NPuzzle(goal, goal, shape=shape))
    assert puzzle_space(goal, shape).depths == {state: estimate(state) for state in puzzle_space(goal, shape).depths}


LAYOUTS = [". a a / b a b / b b b", ". a a / b a b / c c c", ". a b / c a b / c - -"]


@pytest.mark.costly
@pytest.mark.parametrize(("layout", "max_sparse"), few(itertools.product(LAYOUTS, [0, 1_000, 2**26]), 3))
def test_the_value_is_the_larger_sum_of_fewest_own_moves_in_any_layout_of_the_tables(
    layout, max_sparse, tmp_path, monkeypatch
):
    if max_sparse < 2**26:
        pytest.importorskip("numba")
    keep_own_tables(tmp_path, monkeypatch)
    monkeypatch.setattr(lookups, "_MAX_SPARSE", max_sparse)
    partition = Partition(layout)
    estimate = AdditivePatternDatabase.build((3, 3), range(9), partition).bind(NPuzzle(range(9), range(9)))
    mirrored = [tuple(sorted(cell % 3 * 3 + cell // 3 for cell in group)) for group in partition.groups]
    views = [[(group, moves_of(group)) for group in groups] for groups in (partition.groups, mirrored)]
    for state in itertools.islice(puzzle_space(EIGHT_BLANK_FIRST, (3, 3)).depths, 0, None, 1_000):
        expected = [sum(least[tuple(map(state.index, group))] for group, least in view) for view in views]
        assert max(expected) == estimate(state)


@functools.cache
def moves_of(group):
    return fewest_own_moves((3, 3), group, 0)


# --- views of the board -----------------------------------------------------------------------------------------------


def transposed(state, goal=FIFTEEN):
    """The board mirrored at the diagonal, its tiles renamed so that the goal stays the goal."""
    cells = [cell % 4 * 4 + cell // 4 for cell in range(16)]
    return tuple(goal[cells[goal.index(state[cells[cell]])]] for cell in range(16))


def test_a_board_and_its_reflection_are_worth_the_same():
    estimate = AdditivePatternDatabase.build((4, 4), FIFTEEN, PARTITION_555).bind(NPuzzle(FIFTEEN, FIFTEEN))
    boards = [instance.board for instance in KORF_100]
    assert [estimate(board) for board in boards] == [estimate(transposed(board)) for board in boards]


def one_view(board, partition):
    """The sum over the groups for a goal of 0 1 2 ... in order, without any reflection."""
    total = 0
    for group in partition.groups:
        table, turn = table_of_group((4, 4), group, 0)
        cells = {turn[tile]: turn[board.index(tile)] for tile in group}
        total += pattern_files.entries_of(table)[sum(cells[home] * 16**i for i, home in enumerate(table.group))]
    return total


@pytest.mark.parametrize("partition", [PARTITION_555, Partition(". a a b / a a b b / c c b b / d d d d")], ids=repr)
def test_the_larger_of_the_board_and_its_reflection_is_taken(partition):
    estimate = AdditivePatternDatabase.build((4, 4), FIFTEEN, partition).bind(NPuzzle(FIFTEEN, FIFTEEN))
    both = [(one_view(item.board, partition), one_view(transposed(item.board), partition)) for item in KORF_100]
    assert any(here < mirrored for here, mirrored in both)
    assert any(here > mirrored for here, mirrored in both)
    assert list(map(max, both)) == [estimate(instance.board) for instance in KORF_100]


@pytest.mark.costly
def test_goals_with_the_blank_in_another_corner_share_the_tables(tmp_path, monkeypatch):
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path))
    board = KORF_100[0].board
    flips = [
        lambda row, column: (row, column),
        lambda row, column: (row, 3 - column),
        lambda row, column: (3 - row, column),
        lambda row, column: (3 - row, 3 - column),
    ]
    values = set()
    for flip in flips:
        cells = [4 * row + column for row, column in itertools.starmap(flip, itertools.product(range(4), repeat=2))]
        goal, start = (tuple(boards[cell] for cell in cells) for boards in (FIFTEEN, board))
        database = AdditivePatternDatabase.build((4, 4), goal, PARTITION_555)
        values.add(NPuzzle(start, goal, heuristic=database).heuristic(start))
    assert values == {47}
    assert len(list(tmp_path.glob("*.npy"))) == 3


def test_groups_that_are_rotations_of_each_other_share_a_table():
    assert [table.size for table in tables_of(PARTITION_6666)] == [127_512_000] * 2
    assert len(tables_of(Partition("a a b b / a . - b / c - - d / c c d d"))) == 1


@given(st.permutations(range(9)), st.permutations(range(1, 9)))
def test_the_names_of_the_tiles_do_not_matter(board, names):
    name = dict(zip(range(1, 9), names, strict=True)) | {0: 0}
    renamed = tuple(name[tile] for tile in board)
    goal = tuple(name[tile] for tile in EIGHT)
    one = AdditivePatternDatabase.build((3, 3), EIGHT, PARTITION_35).bind(NPuzzle(board, EIGHT))
    other = AdditivePatternDatabase.build((3, 3), goal, PARTITION_35).bind(NPuzzle(renamed, goal))
    assert one(tuple(board)) == other(renamed)


# --- boards of the literature -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", few(EASIEST, 4))
def test_korfs_easiest_boards_are_solved_optimally(number):
    instance = KORF_100.by_id(number)
    database = AdditivePatternDatabase.build((4, 4), instance.goal, PARTITION_555)
    result = IDAStar(cycle_check=CycleCheck.PARENT).search(instance.problem(heuristic=database))
    assert (instance.optimum, 1) == (result.cost, result.suboptimality_bound)


@pytest.mark.parametrize(
    ("name", "optimum"), costly_first([("hard-52", 52), ("hard-55", 55), ("hard-56", 56), ("hard-57", 57)])
)
def test_the_hard_boards_are_solved_optimally(name, optimum):
    instance = NAMED_BOARDS.by_id(name)
    database = AdditivePatternDatabase.build((4, 4), instance.goal, PARTITION_555)
    result = IDAStar(cycle_check=CycleCheck.PARENT).search(instance.problem(heuristic=database))
    assert (optimum, 1) == (result.cost, result.suboptimality_bound)


def test_it_never_overestimates_korfs_boards():
    database = AdditivePatternDatabase.build((4, 4), FIFTEEN, PARTITION_555)
    estimate, manhattan = database.bind(KORF_100[0].problem()), Manhattan().bind(KORF_100[0].problem())
    assert all(manhattan(item.board) <= estimate(item.board) <= item.optimum for item in KORF_100)


# --- a value ----------------------------------------------------------------------------------------------------------


def test_databases_are_values():
    one, other = (AdditivePatternDatabase((3, 3), goal, PARTITION_35) for goal in (EIGHT, "0 1 2 / 3 4 5 / 6 7 8"))
    twin = AdditivePatternDatabase((3, 3), "1 2 3 4 5 6 7 8 0", Partition(". x x / y x y / y y y"))
    assert (one, hash(one), repr(one)) == (twin, hash(twin), repr(twin))
    assert one != other
    with pytest.raises((AttributeError, TypeError)):
        one.goal = EIGHT_BLANK_FIRST


def test_a_pickle_has_what_it_was_built_for_and_no_tables():
    database = AdditivePatternDatabase.build((4, 4), FIFTEEN, PARTITION_555)
    puzzle = KORF_100[0].problem(heuristic=database)
    bound = database.bind(puzzle)
    for item in (database, bound, puzzle):
        assert len(pickle.dumps(item)) < 5_000
    assert database == pickle.loads(pickle.dumps(database))
    assert bound(puzzle.initial_state) == pickle.loads(pickle.dumps(bound))(puzzle.initial_state)


@pytest.mark.parametrize(
    "problem", [NPuzzle(EIGHT, EIGHT_BLANK_FIRST), NPuzzle(range(8), (*range(1, 8), 0), shape=(2, 4))]
)
def test_a_puzzle_with_another_goal_or_shape_is_refused(problem):
    database = AdditivePatternDatabase((3, 3), EIGHT, PARTITION_35)
    with pytest.raises(PatternDatabaseError, match="built for the goal"):
        database.bind(problem)
    with pytest.raises(PatternDatabaseError, match="built for the goal"):
        with_heuristic(problem, database)


def test_a_problem_of_another_kind_is_refused_by_name():
    with pytest.raises(TypeError, match=r"AdditivePatternDatabase.* needs .*object doesn't have them"):
        AdditivePatternDatabase((3, 3), EIGHT, PARTITION_35).bind(object())


# --- partitions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("partition", "sizes"),
    [
        (PARTITION_35, [3, 5]),
        (PARTITION_8, [8]),
        (PARTITION_555, [5, 5, 5]),
        (PARTITION_663, [6, 6, 3]),
        (PARTITION_78, [7, 8]),
        (PARTITION_6666, [6, 6, 6, 6]),
    ],
)
def test_the_presets_hold_every_tile_once_in_groups_of_their_sizes(partition, sizes):
    cells = partition.shape[0] * partition.shape[1]
    assert list(range(1, cells)) == sorted(itertools.chain.from_iterable(partition.groups))
    assert sizes == [len(group) for group in partition.groups]
    assert partition.blank == 0


@pytest.mark.parametrize(
    ("layout", "words"),
    [
        ("", "at least 2 rows"),
        (". a", "at least 2 rows"),
        (". / a", "at least 2 cells"),
        (". a / b", "equally long"),
        ("a a / b b", "once, not 0 times"),
        (". . / b b", "once, not 2 times"),
        (". aa / b b", "'aa' isn't a group"),
        (". ! / b b", "'!' isn't a group"),
        (". - / - -", "has no group"),
    ],
)
def test_a_wrong_layout_is_refused_with_what_is_wrong(layout, words):
    with pytest.raises(ValueError, match=words):
        Partition(layout)


def test_a_partition_of_another_shape_or_with_its_blank_elsewhere_is_refused():
    with pytest.raises(ValueError, match="for boards of 4 x 4, not 3 x 3"):
        AdditivePatternDatabase((3, 3), EIGHT, PARTITION_555)
    with pytest.raises(ValueError, match="row 2, column 2"):
        AdditivePatternDatabase((3, 3), "1 2 3 / 4 0 5 / 6 7 8", PARTITION_35)


def test_a_table_that_is_too_large_is_refused_with_its_bytes():
    halves = Partition(". a a a a / a a a a a / b b a a a / b b b b b / b b b b b")
    with pytest.raises(ValueError, match="12 tiles of 5 x 5 cells has 2,490,952,020,480,000 bytes; the maximum"):
        AdditivePatternDatabase((5, 5), range(25), halves)
    with pytest.raises(ValueError, match="the maximum is 64 cells"):
        AdditivePatternDatabase((5, 13), range(65), Partition(" / ".join([". a" + " -" * 11] + ["- " * 13] * 4)))


@pytest.mark.parametrize("partition", [PARTITION_78, PARTITION_6666])
def test_partitions_of_large_groups_are_accepted(partition):
    rows, columns = partition.shape
    assert AdditivePatternDatabase(partition.shape, range(rows * columns), partition).partition == partition


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def cache_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path / "tables"))
    return tmp_path / "tables"


def built_and_forgotten(monkeypatch):
    """The database as another process would find it."""
    monkeypatch.setattr(pattern_files, "_MAPPED", {})
    database = AdditivePatternDatabase.build((3, 3), EIGHT, PARTITION_35)
    monkeypatch.setattr(pattern_files, "_MAPPED", {})
    return database


def refuse_to_make(*_):
    raise AssertionError("a table was made")


def test_tables_are_made_once_and_found_by_the_next_process(cache_of_its_own, monkeypatch):
    database = built_and_forgotten(monkeypatch)
    expected = database.bind(NPuzzle(EIGHT, EIGHT))(EIGHT_BLANK_FIRST)
    monkeypatch.setattr(pattern_files, "_MAPPED", {})
    monkeypatch.setattr("astarlib.problems.npuzzle.pattern_tables.distances", refuse_to_make)
    assert expected == database.bind(NPuzzle(EIGHT, EIGHT))(EIGHT_BLANK_FIRST)
    assert cache_of_its_own == cache_folder()


def cut(path):
    path.write_bytes(path.read_bytes()[:-1])


def flipped(path):
    content = bytearray(path.read_bytes())
    content[-7] ^= 1
    path.write_bytes(content)


def emptied(path):
    path.write_bytes(b"")


def exchanged(path):
    other = next(table for table in path.parent.glob("*.npy") if table != path)
    for ending in ("", ".seal.json"):
        path.with_name(path.name + ending).write_bytes(other.with_name(other.name + ending).read_bytes())


def unsealed(path):
    path.with_name(path.name + ".seal.json").unlink()


def wrongly_sealed(path):
    path.with_name(path.name + ".seal.json").write_text("{")


def deeply_sealed(path):
    path.with_name(path.name + ".seal.json").write_text("[" * 100_000)


@pytest.mark.parametrize("damage", [cut, flipped, emptied, exchanged, unsealed, wrongly_sealed, deeply_sealed])
def test_a_damaged_or_mismatched_table_is_refused_and_made_again(cache_of_its_own, monkeypatch, damage):
    database = built_and_forgotten(monkeypatch)
    tables = {path: path.read_bytes() for path in cache_of_its_own.iterdir()}
    assert len(tables) == 4
    damage(max(cache_of_its_own.glob("*.npy"), key=lambda path: path.stat().st_size))
    database.bind(NPuzzle(EIGHT, EIGHT))
    assert tables == {path: path.read_bytes() for path in cache_of_its_own.iterdir()}


def test_a_failure_while_a_table_is_made_leaves_nothing_behind(cache_of_its_own, monkeypatch):
    def fail(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        AdditivePatternDatabase.build((3, 3), EIGHT, PARTITION_35, observer=fail)
    assert [] == list(cache_of_its_own.iterdir())


def test_a_folder_that_cannot_be_written_is_named_with_the_way_out(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path / "file"))
    with pytest.raises(OSError, match=r"can.t store the table npuzzle-3x3.*file.*set ASTARLIB_CACHE"):
        AdditivePatternDatabase.build((3, 3), EIGHT, PARTITION_35)


def test_the_file_is_an_npy_file_of_bytes(cache_of_its_own):
    AdditivePatternDatabase.build((3, 3), EIGHT, PARTITION_35)
    shapes = sorted(np.load(path).shape for path in cache_of_its_own.glob("*.npy"))
    assert [(9**3,), (9**5,)] == shapes


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {"ASTARLIB_CACHE": "/a/b"}, "/a/b"),
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/astarlib"),
        ("linux", {"HOME": "/h"}, "/h/.cache/astarlib"),
        ("darwin", {"HOME": "/h"}, "/h/Library/Caches/astarlib"),
        ("win32", {"LOCALAPPDATA": "/l"}, "/l/astarlib"),
    ],
)
def test_tables_are_kept_where_the_system_keeps_caches(monkeypatch, platform, variables, folder):
    monkeypatch.setattr(sys, "platform", platform)
    for name in ("ASTARLIB_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert folder == cache_folder().as_posix()


def test_without_numba_large_tables_are_refused_with_the_extra(cache_of_its_own, monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"518,918,400 bytes needs numba: run pip install '\.\[compiled\]'"):
        AdditivePatternDatabase.build((4, 4), FIFTEEN, PARTITION_78)
    assert not cache_of_its_own.exists() or list(cache_of_its_own.iterdir()) == []


def test_without_numpy_the_extra_is_named(cache_of_its_own, monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError, match=r"pip install '\.\[heuristics\]'"):
        AdditivePatternDatabase.build((3, 3), EIGHT, PARTITION_35)


@pytest.mark.parametrize(
    ("shape", "groups", "totals"),
    [((3, 3), PARTITION_35, [15120, 504]), ((3, 2), Partition(". a / a a / a a"), [360])],
)  # fmt: skip
def test_the_progress_of_each_table_goes_from_nothing_to_all_placements(cache_of_its_own, shape, groups, totals):
    events = []
    AdditivePatternDatabase.build(shape, range(shape[0] * shape[1]), groups, observer=events.append)
    assert {TableProgress} == set(map(type, events))
    for number, total in enumerate(totals, 1):
        table = [event for event in events if event.name == f"pattern database, table {number} of {len(totals)}"]
        done = [event.done for event in table]
        assert [0, total] == [done[0], done[-1]]
        assert sorted(done) == done
        assert {total} == {event.total for event in table}
