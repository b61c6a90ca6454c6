import pickle

import pytest
from helpers.data import table_rows
from helpers.sampling import slow
from helpers.whole_spaces import puzzle_space
from hypothesis import given
from hypothesis import strategies as st

from astarlib import CycleCheck, IDAStar
from astarlib.events import LowerBoundRaised
from astarlib.problems.npuzzle import LinearConflict, Manhattan, NPuzzle, WalkingDistance, walking_distance
from astarlib.problems.npuzzle.instances import KORF_100

SPACES = [
    ((1, 2, 3, 0), (2, 2)),
    ((3, 0, 1, 5, 2, 4), (2, 3)),
    ((0, 1, 2, 3, 4, 5), (3, 2)),
    ((1, 2, 3, 4, 5, 6, 7, 0), (2, 4)),
    slow(((0, 1, 2, 3, 4, 5, 6, 7), (2, 4))),
    ((1, 2, 3, 4, 0, 5, 6, 7), (4, 2)),
    slow(((1, 2, 3, 4, 5, 6, 7, 8, 0), (3, 3))),
    slow(((0, 1, 2, 3, 4, 5, 6, 7, 8), (3, 3))),
    slow(((1, 2, 3, 8, 0, 4, 7, 6, 5), (3, 3))),
]

small_puzzles = st.tuples(st.integers(2, 3), st.integers(2, 3)).flatmap(
    lambda shape: st.builds(
        lambda tiles, goal: NPuzzle(tiles, goal, shape=shape),
        st.permutations(range(shape[0] * shape[1])),
        st.permutations(range(shape[0] * shape[1])),
    )
)


@pytest.fixture
def cache_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path))
    return tmp_path


def korfs_table():
    return {int(row["id"]): row for row in table_rows("korf_1985_walking_distance.csv")}


def fewest_walks(lines, goal_lines):
    """Return the minimum number of moves to an adjacent line, from the definition. A line is the sorted goals in it."""
    goal = tuple(tuple(sorted(goal_lines[tile] for tile in line)) for line in goal_lines.lines)
    start = tuple(tuple(sorted(goal_lines[tile] for tile in line)) for line in lines)
    known, layer, walks = {start}, [start], 0
    while goal not in known:
        onward = []
        for state in layer:
            blank = next(at for at, line in enumerate(state) if -1 in line)
            for beside in (blank - 1, blank + 1):
                for tile in state[beside] if 0 <= beside < len(state) else ():
                    after = list(map(list, state))
                    after[beside].remove(tile)
                    after[beside].append(-1)
                    after[blank].remove(-1)
                    after[blank].append(tile)
                    onward.append(tuple(tuple(sorted(line)) for line in after))
        layer = list(set(onward) - known)
        known.update(layer)
        walks += 1
    return walks


class GoalLines(dict):
    """The line for which each tile is bound, -1 for the blank."""

    def __init__(self, lines):
        super().__init__({tile: at if tile != 0 else -1 for at, line in enumerate(lines) for tile in line})
        self.lines = lines


def rows_of(board, shape):
    return [board[start : start + shape[1]] for start in range(0, len(board), shape[1])]


def columns_of(board, shape):
    return [board[column :: shape[1]] for column in range(shape[1])]


@given(small_puzzles)
def test_walking_distance_adds_the_fewest_walks_between_rows_and_between_columns(puzzle):
    expected = sum(
        fewest_walks(lines(puzzle.initial_state, puzzle.shape), GoalLines(lines(puzzle.goal, puzzle.shape)))
        for lines in (rows_of, columns_of)
    )
    assert expected == WalkingDistance().bind(puzzle)(puzzle.initial_state)


@pytest.mark.parametrize(("goal", "shape"), SPACES, ids=str)
def test_walking_distance_is_admissible_consistent_never_below_manhattan_and_zero_just_at_the_goal(goal, shape):
    _, depths, edges = puzzle_space(goal, shape)
    puzzle = NPuzzle(goal, goal, shape=shape)
    estimate, manhattan = WalkingDistance().bind(puzzle), Manhattan().bind(puzzle)
    h = {state: estimate(state) for state in depths}
    assert [goal] == [state for state in depths if h[state] == 0]
    assert not [state for state in depths if h[state] < manhattan(state)]
    assert not [state for state, depth in depths.items() if h[state] > depth]
    # Every edge has its reverse, so that h may not fall by more than 1 is that it may not rise by more than 1.
    assert not [state for state in edges if {abs(h[after] - h[state]) for after in edges[state]} != {1}]


@pytest.mark.costly
def test_korfs_boards_have_the_values_that_another_program_found():
    estimate = WalkingDistance().bind(KORF_100[0].problem())
    assert {number: int(row["wd"]) for number, row in korfs_table().items()} == {
        instance.id: estimate(instance.board) for instance in KORF_100
    }


def test_the_maximum_with_linear_conflict_is_what_another_program_found():
    walking, conflict = (heuristic.bind(KORF_100[0].problem()) for heuristic in (WalkingDistance(), LinearConflict()))
    both = {instance.id: (walking(instance.board), conflict(instance.board)) for instance in KORF_100}
    assert any(one < other for one, other in both.values())
    assert any(one > other for one, other in both.values())
    assert {number: int(row["max"]) for number, row in korfs_table().items()} == {
        number: max(pair) for number, pair in both.items()
    }


@pytest.mark.costly
@pytest.mark.parametrize("number", [79, slow(42)])
def test_ida_star_generates_as_many_nodes_as_another_program(number):
    raised = []

    def observe(event):
        raised.append(event)

    observe.event_types = {LowerBoundRaised}
    instance = KORF_100.by_id(number)
    engine = IDAStar(cycle_check=CycleCheck.PARENT)
    result = engine.search(instance.problem(heuristic=WalkingDistance()), observer=observe)
    assert instance.optimum == result.cost
    assert int(korfs_table()[number]["generated_before_last"]) == raised[-1].generated


@pytest.mark.costly
def test_the_table_of_the_15_puzzle_has_24964_entries():
    assert sum(map(len, walking_distance._counts_by_distance(4, 4, 0))) == 24_964


@pytest.mark.parametrize(("lines", "width"), [(2, 3), (3, 2), (3, 3), (3, 4), (4, 3), slow((4, 4)), slow((4, 5))])
@pytest.mark.parametrize("blank", [0, 1])
def test_the_size_that_is_named_is_the_size_of_the_table(lines, width, blank):
    size = sum(map(len, walking_distance._counts_by_distance(lines, width, blank)))
    assert f"{size:,}" == walking_distance._entries(lines, width)


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        ((5, 5), "for 5 x 5 would have 65,650,495 entries for the rows and 65,650,495 for"),
        ((4, 5), "4 x 5 would have 107,712 entries for the rows"),
        ((30, 2), "30 x 2 would have more than 367,560 entries for the rows"),
    ],
)
def test_larger_boards_are_refused_with_the_size_they_would_need(shape, words):
    cells = shape[0] * shape[1]
    with pytest.raises(ValueError, match=words):
        NPuzzle(range(cells), shape=shape, heuristic=WalkingDistance())


def test_walking_distance_is_a_value():
    twin = pickle.loads(pickle.dumps(WalkingDistance()))
    assert (WalkingDistance(), hash(WalkingDistance()), "WalkingDistance()") == (twin, hash(twin), repr(twin))
    with pytest.raises((AttributeError, TypeError)):
        twin.weight = 2


def test_a_bound_walking_distance_is_pickled_without_its_tables():
    puzzle = NPuzzle.random((4, 3), seed=1)
    bound = WalkingDistance().bind(puzzle)
    pickled = pickle.dumps(bound)
    assert len(pickled) < 1_000
    assert bound(puzzle.initial_state) == pickle.loads(pickled)(puzzle.initial_state)


def test_tables_are_made_once_and_found_by_the_next_process(cache_of_its_own, monkeypatch):
    puzzle = NPuzzle.random((3, 4), seed=1)
    expected = WalkingDistance().bind(puzzle)(puzzle.initial_state)
    walking_distance._table.cache_clear()
    monkeypatch.delattr(walking_distance, "_counts_by_distance")
    assert expected == WalkingDistance().bind(puzzle)(puzzle.initial_state)
    assert len(list(cache_of_its_own.glob("*.seal.json"))) == 2


def test_a_damaged_table_is_refused_and_made_again(cache_of_its_own):
    puzzle = NPuzzle.random((3, 4), seed=1)
    WalkingDistance().bind(puzzle)
    tables = {path: path.read_bytes() for path in cache_of_its_own.iterdir()}
    for path in tables:
        path.write_bytes(path.read_bytes().replace(b"1", b"2"))
    walking_distance._table.cache_clear()
    WalkingDistance().bind(puzzle)
    assert tables == {path: path.read_bytes() for path in cache_of_its_own.iterdir()}
