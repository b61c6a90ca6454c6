"""Paths on grids: obstacles, terrain, hexagons, three dimensions, and the maps of the Moving AI Lab."""

from __future__ import annotations

from astarlib.problems.grid.cells import Cell, Cells
from astarlib.problems.grid.grid import Grid
from astarlib.problems.grid.heuristics import Euclidean, Manhattan, Octile
from astarlib.problems.grid.jump_points import JumpPointProblem
from astarlib.problems.grid.jump_rules import Jump, JumpPoint
from astarlib.problems.grid.lattices import HexProblem, TorusProblem, Voxel, VoxelProblem, hex_cells
from astarlib.problems.grid.moving_ai import Scenario, read_map, read_scenarios
from astarlib.problems.grid.problem import GridProblem
from astarlib.problems.grid.steps import DIAGONAL, CornerRule

__all__ = [
    "DIAGONAL",
    "Cell",
    "Cells",
    "CornerRule",
    "Euclidean",
    "Grid",
    "GridProblem",
    "HexProblem",
    "Jump",
    "JumpPoint",
    "JumpPointProblem",
    "Manhattan",
    "Octile",
    "Scenario",
    "TorusProblem",
    "Voxel",
    "VoxelProblem",
    "hex_cells",
    "read_map",
    "read_scenarios",
]
