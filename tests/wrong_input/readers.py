"""All readers of texts and files, with valid texts."""

from argparse import ArgumentTypeError
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from wrong_input.general_calls import ABSTRACTION, DATABASE, PANCAKES, PUZZLE
from wrong_input.surface import place_of

from astarlib import AStar, Limits, Search
from astarlib.checkpoint import read_metadata
from astarlib.cli import argument_types
from astarlib.cli.errors import UsageError
from astarlib.cli.problems import graph, grid, puzzles
from astarlib.errors import CheckpointError, PatternDatabaseError, TraceError
from astarlib.heuristics import PatternDatabase
from astarlib.observers.recorder import Recorder, Trace
from astarlib.problems.graph import read_dimacs
from astarlib.problems.grid import Grid, read_map, read_scenarios
from astarlib.problems.npuzzle import PARTITION_35 as GROUPS
from astarlib.problems.npuzzle import AdditivePatternDatabase, Hamming, NPuzzle, Partition
from astarlib.problems.pancake import PancakeProblem
from astarlib.problems.planning import PlanningProblem
from astarlib.problems.sudoku import IrregularSudoku

EIGHT = "1 2 3 / 4 5 6 / 7 8 0"

PDDL_DOMAIN = """(define (domain d) (:requirements :adl) (:types t - object) (:predicates (p ?x - t) (q ?x ?y - t))
 (:functions (total-cost) (f ?x - t)) (:action a :parameters (?x ?y - t)
  :precondition (and (p ?x) (or (q ?x ?y) (exists (?z - t) (q ?y ?z))) (not (= ?x ?y)) (imply (p ?y) (q ?x ?x)))
  :effect (and (p ?y) (not (q ?x ?y)) (forall (?z - t) (when (p ?z) (q ?z ?x))) (increase (total-cost) (f ?x)))))"""
PDDL_TASK = """(define (problem t) (:domain d) (:objects a b - t) (:init (p a) (q a b) (= (f a) 2) (= (f b) 2.5))
 (:goal (forall (?x - t) (p ?x))) (:metric minimize (total-cost)))"""


class Reader(NamedTuple):
    """A reader of texts, the error with which it refuses a text, and valid texts."""

    place: str
    read: Callable[[str], Any]
    error: type[Exception]
    texts: tuple[str, ...]
    long: Callable[[int], str] | None = None
    """A text of about that many parts that is read to its end, whether it is taken or not."""


class FileReader(NamedTuple):
    """A reader of files, with the same fields but with bytes as valid content."""

    place: str
    read: Callable[[Path], Any]
    error: type[Exception]
    contents: Callable[[Path], tuple[bytes, ...]]
    long: Callable[[int], bytes] | None = None


@cache
def _saved(folder: Path) -> tuple[bytes, ...]:
    search = AStar().start(PUZZLE)
    search.run(Limits(expanded=1))
    search.save(folder / "saved")
    return ((folder / "saved").read_bytes(),)


@cache
def _saved_database(folder: Path) -> tuple[bytes, ...]:
    DATABASE.save(folder / "saved")
    return ((folder / "saved").read_bytes(),)


@cache
def _saved_trace(folder: Path) -> tuple[bytes, ...]:
    recorder = Recorder()
    AStar().search(PUZZLE, observer=recorder)
    recorder.trace.save(folder / "saved")
    return ((folder / "saved").read_bytes(),)


def _row_of_numbers(count: int) -> str:
    return " ".join(map(str, range(count)))


MAP = b"type octile\nheight 2\nwidth 3\nmap\n..@\n.T.\n"
SCENARIOS = b"version 1\n0\tsmall map.map\t3\t2\t0\t0\t2\t1\t2.41421356\n1 small.map 3 2 0 0 2 1 2.4\n"
ARCS = b"c a comment\np sp 3 2\na 1 2 5\na 2 3 1\n"
STATE = "1 2 3\n4 5 6\n7 8 0\n"

TEXTS = [
    Reader(place_of(NPuzzle, "tiles"), lambda text: NPuzzle(text, heuristic=Hamming()), ValueError,
           (EIGHT, "1 2 0 3", "1,2,3\n4,5,.\n"), _row_of_numbers),
    Reader(place_of(NPuzzle, "goal"), lambda text: NPuzzle(EIGHT, text), ValueError, (EIGHT, STATE)),
    Reader(place_of(NPuzzle.random, "goal"), lambda text: NPuzzle.random((3, 3), seed=1, goal=text), ValueError,
           (EIGHT,)),
    Reader(place_of(NPuzzle.scrambled, "goal"), lambda text: NPuzzle.scrambled((3, 3), 9, seed=1, goal=text),
           ValueError, (EIGHT,)),
    *(Reader(place_of(call, "goal"), lambda text: AdditivePatternDatabase((3, 3), text, GROUPS), ValueError, (EIGHT,))
      for call in (AdditivePatternDatabase, AdditivePatternDatabase.build)),
    Reader(place_of(Partition, "layout"), Partition, ValueError, (GROUPS.layout, ". 1 1 / 2 1 2 / - 2 2"),
           lambda count: " ".join("ab" * count) + " /"),
    Reader(place_of(PancakeProblem, "stack"), PancakeProblem, ValueError, ("3 1 2", "2,1"),
           lambda count: " ".join(map(str, range(1, count + 1)))),
    Reader(place_of(IrregularSudoku.from_text, "cells"), lambda text: IrregularSudoku.from_text(text, "aab/acb/ccb"),
           ValueError, ("0-0-0 / 0-2-0 / 1-0-0", "030/000/100", ".3....1.."), lambda count: "0-1\n" * count),
    Reader(place_of(IrregularSudoku.from_text, "regions"), lambda text: IrregularSudoku.from_text("0" * 9, text),
           ValueError, ("a-a-b / a-c-b / c-c-b", "aab/acb/ccb"), lambda count: "a b\n" * count),
    Reader(place_of(IrregularSudoku.classic, "cells"), IrregularSudoku.classic, ValueError, ("1000/0000/0000/0000",)),
    Reader(place_of(Grid, "cells"), Grid, ValueError, ("..# / .5.", "...\n.#.\n", "GS@OTW"),
           lambda count: ".#5\n" * count),
    Reader(place_of(PlanningProblem.from_text, "domain"), lambda text: PlanningProblem.from_text(text, PDDL_TASK),
           ValueError, (PDDL_DOMAIN,), lambda count: PDDL_DOMAIN[:-1] + "(:action a)" * count + ")"),
    Reader(place_of(PlanningProblem.from_text, "task"), lambda text: PlanningProblem.from_text(PDDL_DOMAIN, text),
           ValueError, (PDDL_TASK,), lambda count: PDDL_TASK.replace("(p a)", "(p a)" * count)),
    # --- of the command line --------------------------------------------------------------------------------------
    Reader("--edges", graph._edges, UsageError, ("A B 4 / A C 1 / C B", "1 2 0.5 # a road\n2 3\n"),
           lambda count: "A B 1\n" * count),
    Reader("--start", grid._cell, ArgumentTypeError, ("0,0", " 3 , 4 ")),
    Reader("--terrain", grid._terrain, ArgumentTypeError, ("~=5", "~=0.5", "~=inf")),
    Reader("--start of jugs", puzzles._volumes, ArgumentTypeError, ("0,3",)),
    Reader("count", argument_types.count, ArgumentTypeError, ("7", "1_000")),
    Reader("interval", argument_types.interval, ArgumentTypeError, ("7",)),
    Reader("seconds", argument_types.seconds, ArgumentTypeError, ("7", "0.5", "1e3", "inf")),
    Reader("weight", argument_types.weight, ArgumentTypeError, ("7", "1.5")),
    Reader("weights", argument_types.weights, ArgumentTypeError, ("7,1.5",)),
    Reader("size", argument_types.size, ArgumentTypeError, ("500M", "1.5GiB", ".5kb")),
    Reader("shape", argument_types.shape, ArgumentTypeError, ("3x4", "100000x100000")),
    Reader("names", argument_types.some_of(["astar", "greedy"], "x"), ArgumentTypeError, ("astar,greedy", "astar")),
]  # fmt: skip

FILES = [
    FileReader(place_of(read_map, "path"), read_map, ValueError, lambda _: (MAP, MAP.replace(b"\n", b"\r\n")),
               lambda count: b"type octile\nheight %d\nwidth 3\nmap\n" % count + b"..@\n" * count),
    FileReader(place_of(read_scenarios, "path"), read_scenarios, ValueError, lambda _: (SCENARIOS,),
               lambda count: b"version 1\n" + b"1 small.map 3 2 0 0 2 1 2.4\n" * count),
    FileReader(place_of(read_dimacs, "path"), read_dimacs, ValueError, lambda _: (ARCS,),
               lambda count: b"p sp 3 %d\n" % count + b"a 1 2 5\n" * count),
    FileReader(place_of(Search.load, "path"), lambda path: Search.load(path, PUZZLE), CheckpointError, _saved),
    FileReader(place_of(read_metadata, "path"), read_metadata, CheckpointError, _saved),
    FileReader(place_of(PatternDatabase.load, "path"), lambda path: PatternDatabase.load(path, PANCAKES, ABSTRACTION),
               PatternDatabaseError, _saved_database),
    FileReader(place_of(Trace.load, "path"), Trace.load, TraceError, _saved_trace),
]  # fmt: skip
