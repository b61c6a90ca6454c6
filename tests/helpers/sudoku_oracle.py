"""The golden sudoku, random small ones, and an oracle that shares nothing with the code under test."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from astarlib.problems.sudoku import Insert, IrregularSudoku

CELLS = "0-0-0-0-1-0 / 0-3-0-0-2-0 / 0-2-0-0-0-0 / 0-0-0-0-5-0 / 0-0-0-1-0-0 / 0-6-5-2-0-0"
REGIONS = "1-1-1-1-1-2 / 3-3-4-1-2-2 / 3-4-4-4-2-2 / 3-3-4-4-2-6 / 3-5-6-6-6-6 / 5-5-5-5-5-6"
SOLVED = "3-5-2-4-1-6 / 5-3-4-6-2-1 / 6-2-1-5-4-3 / 4-1-6-3-5-2 / 2-4-3-1-6-5 / 1-6-5-2-3-4"


def golden():
    return IrregularSudoku.from_text(CELLS, REGIONS)


def latin_squares(size):
    """All of them, as flat tuples; 576 for 4 x 4."""
    squares = [()]
    for _ in range(size):
        squares = [
            (*square, *row)
            for square in squares
            for row in itertools.permutations(range(1, size + 1))
            if all(symbol not in square[column::size] for column, symbol in enumerate(row))
        ]
    return squares


LATIN = {size: latin_squares(size) for size in range(1, 5)}


def all_solutions(cells, labels, size):
    """Every Latin square that agrees with the clues and has no symbol twice in a region."""
    return {
        square
        for square in LATIN[size]
        if all(clue in (0, symbol) for clue, symbol in zip(cells, square, strict=True))
        and len(set(zip(labels, square, strict=True))) == size * size
    }


def cut(flat, size):
    return tuple(tuple(flat[start : start + size]) for start in range(0, len(flat), size))


def units(labels, size):
    rows = [[row * size + column for column in range(size)] for row in range(size)]
    columns = [[row * size + column for row in range(size)] for column in range(size)]
    regions = [[cell for cell in range(size * size) if labels[cell] == label] for label in dict.fromkeys(labels)]
    return rows + columns + regions


def candidate_sets(symbols, labels, size):
    """For each empty cell, the symbols that none of its units holds."""
    everything = units(labels, size)
    return {
        cell: set(range(1, size + 1)) - {symbols[other] for unit in everything if cell in unit for other in unit}
        for cell in range(size * size)
        if symbols[cell] == 0
    }


def expected_inserts(symbols, labels, size):
    """(cell, symbols to write there), or None in a dead end, in the words of the class's docstring."""
    fits = candidate_sets(symbols, labels, size)
    if not fits or not all(fits.values()):
        return None
    if min(map(len, fits.values())) > 1:
        only = {}
        for unit, symbol in itertools.product(units(labels, size), range(1, size + 1)):
            places = [cell for cell in unit if symbol in fits.get(cell, ())]
            if not places and symbol not in [symbols[cell] for cell in unit]:
                return None
            if len(places) == 1:
                only.setdefault(places[0], set()).add(symbol)
        if any(len(several) > 1 for several in only.values()):
            return None
        fits.update(only)
    cell = min(fits, key=lambda cell: (len(fits[cell]), cell))
    return cell, sorted(fits[cell])


@st.composite
def sudokus(draw):
    """(cells, labels, size), both flat: clues of a random Latin square; half of the regions let it be a solution."""
    size = draw(st.integers(1, 4))
    square = draw(st.sampled_from(LATIN[size]))
    if draw(st.booleans()):
        labels = [0] * (size * size)
        for symbol in range(1, size + 1):
            places = [cell for cell in range(size * size) if square[cell] == symbol]
            for cell, label in zip(places, draw(st.permutations(range(size))), strict=True):
                labels[cell] = label
    else:
        labels = draw(st.permutations([cell % size for cell in range(size * size)]))
    shown = draw(st.lists(st.booleans(), min_size=size * size, max_size=size * size))
    cells = [symbol if show else 0 for symbol, show in zip(square, shown, strict=True)]
    return cells, labels, size


def clashes(cells, labels, size):
    return any(
        len(given) != len(set(given))
        for given in ([cells[cell] for cell in unit if cells[cell] > 0] for unit in units(labels, size))
    )


@st.composite
def sound_sudokus(draw):
    cells, labels, size = draw(sudokus().filter(lambda drawn: not clashes(*drawn)))
    return cells, labels, size, IrregularSudoku(cut(cells, size), cut(labels, size))


def play(problem, choose):
    """Along a random play: each state, and the symbols it should hold, kept apart from the state."""
    size = problem.size
    state = problem.initial_state
    symbols = [symbol for row in problem.grid(state) for symbol in row]
    while True:
        yield state, tuple(symbols)
        fits = candidate_sets(symbols, [label for row in problem.regions for label in row], size)
        inserts = [(cell, symbol) for cell in sorted(fits) for symbol in sorted(fits[cell])]
        if not inserts:
            return
        cell, symbol = choose(inserts)
        state = problem.result(state, Insert(cell // size + 1, cell % size + 1, symbol))
        symbols[cell] = symbol


def plays(test):
    """Run ``test(problem, state, symbols, labels)`` on all states of random plays into random empty cells."""

    @given(sound_sudokus() | st.just(("", "", 6, golden())), st.randoms(use_true_random=False))
    def on_random_plays(drawn, random):
        problem = drawn[3]
        labels = [label for row in problem.regions for label in row]
        for state, symbols in play(problem, random.choice):
            test(problem, state, symbols, labels)

    on_random_plays.__name__ = on_random_plays.__qualname__ = test.__name__
    return on_random_plays
