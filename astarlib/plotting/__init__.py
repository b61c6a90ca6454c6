"""Plots of searches, heuristics and comparisons, and animated solutions. Plots and GIFs need the extra ``plot``."""

from astarlib.plotting.comparison import Measure, plot_comparison
from astarlib.plotting.expansions import plot_expansions
from astarlib.plotting.gif import save_solution_gif
from astarlib.plotting.grid import plot_grid
from astarlib.plotting.heuristic_quality import plot_heuristic_quality
from astarlib.plotting.html import save_solution_html
from astarlib.plotting.layers import plot_layers
from astarlib.plotting.record import Expansions
from astarlib.plotting.solutions import plot_solutions
from astarlib.plotting.true_distances import true_distances

__all__ = [
    "Expansions",
    "Measure",
    "plot_comparison",
    "plot_expansions",
    "plot_grid",
    "plot_heuristic_quality",
    "plot_layers",
    "plot_solutions",
    "save_solution_gif",
    "save_solution_html",
    "true_distances",
]
