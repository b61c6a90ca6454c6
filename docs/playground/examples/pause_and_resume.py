# A search is a value: run it for a while, look at it, copy it, and run it again.
import copy

from astarlib import AStar, Limits
from astarlib.problems.npuzzle import NPuzzle

search = AStar().start(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
for expansions in (10, 500, 5_000):
    result = search.run(Limits(expanded=expansions))
    print(f"{result.statistics.expanded:,} expanded: no solution has fewer than {result.lower_bound} moves")

print("The nearest state so far has h =", result.nearest.h)
spare = copy.copy(search)  # It continues independently.

print(search.run().summary())
print("The copy still has", f"{spare.statistics.expanded:,} expansions.")
print("After run(), both are equal:", spare.run().actions == search.run().actions)
