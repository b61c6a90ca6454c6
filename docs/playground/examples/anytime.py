# An anytime engine: a first solution soon, then cheaper ones, until the last is proved optimal.
from astarlib import ARAStar, Limits
from astarlib.problems.npuzzle import NPuzzle

search = ARAStar().start(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))

# Try Limits(expanded=1_000): the search then stops with the best solution so far.
for result in search.solutions(Limits(expanded=50_000)):
    print(
        f"{result.cost} moves after {result.statistics.expanded:,} expansions, "
        f"at most {result.suboptimality_bound:.2f} times the optimum"
    )
print(search.run(Limits(expanded=0)).summary())
