import pickle
import subprocess
import sys
from collections import Counter

import pytest
from helpers.references import FORWARD
from helpers.sampling import few

from astarlib import AStar
from astarlib.problems.sudoku import IrregularSudoku, example, examples

SMALL = [each for each in examples() if each.size <= 7]


def test_there_are_66_examples_each_with_an_id_of_its_own():
    assert len({each.id for each in examples()}) == 66


def test_sizes_go_from_4_to_9_in_order():
    sizes = [each.size for each in examples()]
    assert ({4, 5, 6, 7, 8, 9}, sorted(sizes)) == (set(sizes), sizes)


@pytest.mark.parametrize("each", few(examples(), 12), ids=lambda each: each.id)
def test_the_stated_solution_is_the_only_one_and_a_search_finds_it(each):
    result = AStar().search(each.problem)
    assert each.solution == each.problem.grid(result.states[-1])
    assert each.size**2 - each.clues == result.cost
    assert each.problem.count_solutions() == 1


@pytest.mark.parametrize("engine", [engine() for engine in FORWARD.values()], ids=FORWARD)
def test_every_engine_finds_the_stated_solutions(engine):
    for each in SMALL[::6]:
        assert each.solution == each.problem.grid(engine.search(each.problem).states[-1]), each.id


def test_the_stated_solutions_keep_all_rules_and_clues():
    for each in examples():
        check_rules_and_clues(each)


def check_rules_and_clues(each):
    flat = [symbol for row in each.solution for symbol in row]
    once = Counter()
    for cell, (symbol, label) in enumerate(zip(flat, each.regions, strict=True)):
        row, column = divmod(cell, each.size)
        once.update([("row", row, symbol), ("column", column, symbol), ("region", label, symbol)])
    assert (3 * each.size**2, {1}) == (len(once), set(once.values()))
    assert all(clue in (".", str(symbol)) for clue, symbol in zip(each.cells, flat, strict=True))
    assert each.clues == each.size**2 - each.cells.count(".")


@pytest.mark.parametrize(
    "each", few((each for each in SMALL if int(each.id[1:3]) % 2 == 0), 5), ids=lambda each: each.id
)
def test_no_clue_of_an_even_example_can_be_left_out(each):
    for place, clue in enumerate(each.cells):
        if clue != ".":
            fewer = each.cells[:place] + "." + each.cells[place + 1 :]
            assert IrregularSudoku.from_text(fewer, each.regions).count_solutions() == 2


def test_an_example_is_found_by_its_id():
    assert ("G26_7x7", 7) == (example("G26_7x7").id, example("G26_7x7").size)


def test_examples_are_values():
    each = example("G26_7x7")
    assert each.problem.size == 7  # made, and kept in the instance, before it is pickled
    assert (each, hash(each)) == (pickle.loads(pickle.dumps(each)), hash(example("G26_7x7")))


def test_the_file_of_examples_is_read_when_it_is_asked_for():
    program = (
        "import csv, sys; made = []; read = csv.DictReader\n"
        "csv.DictReader = lambda lines: made.append(1) or read(lines)\n"
        "from astarlib.problems.sudoku import example; before = len(made); example('G01_4x4'); example('G02_4x4')\n"
        "sys.exit(f'{before} {len(made)}')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == "0 1"
