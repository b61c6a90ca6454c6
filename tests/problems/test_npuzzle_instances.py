import math
import pickle
import subprocess
import sys

import pytest
from helpers.data import table_rows
from helpers.sampling import slow

from astarlib import AStar, BreadthFirst, Status
from astarlib.problems.npuzzle import LinearConflict, Manhattan
from astarlib.problems.npuzzle.instances import KORF_100, KORF_FELNER_50, NAMED_BOARDS, InstanceSet

SETS = pytest.mark.parametrize("instances", [KORF_100, KORF_FELNER_50, NAMED_BOARDS], ids=repr)


def start_h(name):
    """Manhattan, and linear conflict where it is known, of the starts, by id, as computed by another program."""
    return {int(row["id"]): row for row in table_rows(name)}


# --- what they are ----------------------------------------------------------------------------------------------------


def test_there_are_korfs_100_and_korf_and_felners_50():
    assert (list(range(1, 101)), list(range(1, 51))) == ([i.id for i in KORF_100], [i.id for i in KORF_FELNER_50])


def test_the_optima_are_those_published():
    assert 5305 == sum(instance.optimum for instance in KORF_100)
    assert 5039 == sum(instance.optimum for instance in KORF_FELNER_50)


@SETS
def test_a_set_is_as_long_as_it_says_and_no_board_is_in_it_twice(instances):
    assert len(instances) == len({(instance.board, instance.goal) for instance in instances})


@pytest.mark.parametrize(("instances", "size"), [(KORF_100, 16), (KORF_FELNER_50, 25)])
def test_the_goal_of_the_literature_has_the_blank_first(instances, size):
    assert {tuple(range(size))} == {instance.goal for instance in instances}


@SETS
def test_just_those_with_a_finite_optimum_are_solvable(instances):
    for instance in instances:
        assert (instance.optimum < math.inf) == instance.problem().is_solvable()


@pytest.mark.parametrize(("instances", "table"), [(KORF_100, "korf_1985_h.csv"), (KORF_FELNER_50, "korf_2002_h.csv")])
@pytest.mark.parametrize(("heuristic", "column"), [(Manhattan(), "md"), (LinearConflict(), "lc")])
def test_the_start_h_of_each_is_what_another_program_computed(instances, table, heuristic, column):
    expected = {number: int(row[column]) for number, row in start_h(table).items()}
    assert expected == {each.id: each.problem(heuristic=heuristic).heuristic(each.board) for each in instances}


@pytest.mark.parametrize(
    "instance",
    [
        slow(each) if each.optimum == math.inf else each  # That they can't be solved, their parity shows, too.
        for each in NAMED_BOARDS if not each.id.startswith("hard")
    ],
    ids=lambda instance: instance.id,
)  # fmt: skip
def test_the_named_boards_that_can_be_searched_in_a_moment_have_the_stated_optimum(instance):
    result = AStar().search(instance.problem(heuristic=LinearConflict()))
    assert instance.optimum == result.lower_bound
    assert (instance.optimum == math.inf) == (result.status is Status.UNSOLVABLE)


def test_a_board_named_hard_takes_as_many_moves_as_its_name_says():
    assert {f"hard-{i.optimum}" for i in NAMED_BOARDS if i.optimum > 25} - {"hard-inf"} == {
        i.id for i in NAMED_BOARDS if i.id.startswith("hard")
    }


# --- how they are reached ---------------------------------------------------------------------------------------------


@SETS
def test_every_instance_is_found_by_its_id_and_by_its_place(instances):
    for place, instance in enumerate(instances):
        assert instance is instances.by_id(instance.id) is instances[place]
    assert (instances[0], instances[1]) == instances[:2]
    assert list(instances)[-1] is instances[-1]


def test_the_problem_of_an_instance_has_its_board_its_goal_and_the_heuristic():
    easy = NAMED_BOARDS.by_id("notebook-easy")
    problem = easy.problem(heuristic=lambda state: 7)
    assert (easy.board, easy.goal, 7) == (problem.initial_state, problem.goal, problem.heuristic(easy.board))
    assert 2 == BreadthFirst().search(easy.problem()).cost


def test_instances_are_values():
    instance = KORF_100.by_id(79)
    assert (instance, hash(instance)) == (pickle.loads(pickle.dumps(instance)), hash(KORF_100[78]))


# --- how they are read ------------------------------------------------------------------------------------------------


def test_a_file_is_read_once_and_only_when_one_of_its_instances_is_asked_for():
    program = (
        "import csv, sys; read = []; reader = csv.DictReader\n"
        "csv.DictReader = lambda *given, **named: read.append(1) or reader(*given, **named)\n"
        "from astarlib.problems.npuzzle.instances import KORF_100\n"
        "before = (len(KORF_100), repr(KORF_100), len(read)); KORF_100[0]; KORF_100.by_id(2)\n"
        "sys.exit(f'{before[2]} {len(read)}')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "0 1" == done.stderr.strip()


@pytest.mark.parametrize(
    ("rows", "named"),
    [
        ("1,1,1 0 2 3\n2,2,1 2 2 0", "at id '2': tile 2 occurs twice"),
        ("1,1,1 0 2 3\n2,2,1 2 0 3", r"at id '2': no shortest solution of \(1, 2, 0, 3\) has 2 moves"),
        ("1,1,1 0 2 3\n2,1,1 2 0 3", r"at id '2': no shortest solution of \(1, 2, 0, 3\) has 1 moves"),
        ("1,inf,1 0 2 3\n2,3,3 1 2 0", "at id '1': no shortest solution"),
        ("1,one,1 0 2 3", "at id '1'.*'one'"),
        ("1,1", "at id '1': the board is empty"),
        ("1,1,1 0 2 3", "it has 1 of 2 instances"),
        ("1,1,1 0 2 3\n1,1,1 0 2 3", "it has 1 of 2 instances"),
    ],
)
def test_a_damaged_file_is_refused_with_the_place_named(tmp_path, monkeypatch, rows, named):
    (tmp_path / "boards.csv").write_text(f"# a comment\nid,optimum,board\n{rows}\n")
    monkeypatch.setattr("importlib.resources.files", lambda package: tmp_path)
    with pytest.raises(ValueError, match=f"boards.csv is damaged.*{named}"):
        InstanceSet("a test", "boards.csv", 2, int)[0]
