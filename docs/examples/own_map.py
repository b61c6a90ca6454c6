"""A path on a map of your own: an island with a road, a forest, a swamp and water."""

# --8<-- [start:problem]
from __future__ import annotations

from math import inf

from astarlib import AStar, Limits, explore
from astarlib.problems.grid import Grid, GridProblem

MAP = """
~~~~~~~~~~~~~~~~~~~~~~~~~~~~
~~~..........~~~~~~~~~~~~~~~
~~....TTTTTT....~~~~~~~~~~~~
~....TTTTTTTT......~~~~~~~~~
~..TTTTTTTTTTT..........~~~~
~..TTTTTTTT==========.....~~
~...TTTTTT.=sssssss.=......~
~~...TT....=ssssssss=......~
~~~........=ssssssss=.....~~
~~~~.===========sss......~~~
~~~~....TTTT...=sss.....~~~~
~~~~~..TTTTTT..====....~~~~~
~~~~~~~..TTT.........~~~~~~~
~~~~~~~~~~~~~~~~~~~~~~~~~~~~
"""
MINUTES = {"=": 1, ".": 2, "T": 4, "s": 7, "~": inf}
"""The time to enter a cell: road, grass, forest (trees), swamp and water."""

island = Grid(MAP.strip(), terrain=MINUTES)
walk = GridProblem(island, start=(4, 4), goal=(22, 8), connectivity=8)
# --8<-- [end:problem]

if __name__ == "__main__":
    # --8<-- [start:use]
    result = AStar().search(walk)
    print(f"{result.cost:.1f} minutes, optimal: {result.is_optimal}")
    print(island.text(result.states))
    # --8<-- [end:use]

    # --8<-- [start:explore]
    near = explore(walk, limits=Limits(cost=20))
    farthest = max(near, key=lambda cell: cell[0])
    print(f"{len(near)} cells can be reached within 20 minutes")
    print(f"farthest east: {farthest}, after {near.cost(farthest):.1f} minutes")
    # --8<-- [end:explore]
