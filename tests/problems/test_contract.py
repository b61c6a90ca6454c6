"""Every problem keeps the contract of problems, its heuristic is admissible and consistent, and it can be pickled."""

import pickle

import pytest
from helpers.references import REFERENCES

from astarlib import AStar
from astarlib.checking import check_heuristic, check_problem
from astarlib.problems.graph import Graph, GraphProblem
from astarlib.problems.grid import GridProblem
from astarlib.problems.hanoi import TowersOfHanoi
from astarlib.problems.missionaries import MissionariesAndCannibals
from astarlib.problems.npuzzle import Euclidean, Manhattan, NPuzzle, WalkingDistance
from astarlib.problems.pancake import PancakeProblem
from astarlib.problems.water_jugs import WaterJugs

BOARD = "1 4 2 / 5 0 3"
CROSSINGS = [(4, 4, 3), (5, 5, 3), (4, 2, 2), (0, 3, 2), (3, 0, 1), (1, 1, 1), (1, 0, 1), (6, 6, 4), (2, 2, 3)]
PROBLEMS = [
    *REFERENCES.values(),
    *(TowersOfHanoi(disks=disks, pegs=pegs) for pegs, disks in [(3, 4), (4, 3), (5, 2)]),
    *(MissionariesAndCannibals(some, others, boat=boat) for some, others, boat in CROSSINGS),
    *(PancakeProblem(stack) for stack in ("1", "2 1", "3 5 1 2 4")),
    *(NPuzzle(BOARD, goal="0 1 2 / 3 4 5", heuristic=each) for each in (Manhattan(), Euclidean(), WalkingDistance())),
    NPuzzle("3 1 / 2 4 / 5 0", goal="1 2 / 0 3 / 4 5"),
    *(WaterJugs(capacities, 1) for capacities in [(3,), (2, 5, 4), (7, 3)]),
    GridProblem("..# / .5. / ...", (0, 0), (2, 1), connectivity=8),
    GraphProblem(Graph.from_arrays([0, 1, 2, 2], [1, 2, 3, 0], [4, 0, 6, 1.5], directed=False), 0, 3),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: repr(problem)[:60])
def test_a_problem_keeps_its_contract_and_a_pickle_of_it_is_the_same_problem(problem):
    contract, heuristic = check_problem(problem, states=1000, samples=50), check_heuristic(problem, states=1000)
    assert contract.ok, str(contract)
    assert (True, True, True) == (heuristic.ok, heuristic.admissible, heuristic.consistent), str(heuristic)
    again = pickle.loads(pickle.dumps(problem))
    assert AStar().search(problem).solution == AStar().search(again).solution
    assert repr(problem) == repr(again)
