"""A lack of memory, expected or not, stops a search, which keeps its results and can continue."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.sampling import slow

import astarlib

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is limited and measured as Linux does")

ENDLESS = """
import json, resource, sys
from dataclasses import replace
from astarlib import ENGINES, Limits
from astarlib.problems.npuzzle import NPuzzle

class Endless(NPuzzle):
    def is_goal(self, state):
        return False

engine, problem = ENGINES[sys.argv[1]](), Endless("14 12 7 15 4 13 1 2 10 9 3 6 11 8 0 5")
search = engine.start(problem)

def outcome(result):
    return replace(result, statistics=replace(result.statistics, seconds=0))

def kilobytes(name):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(name))
"""

# At the limit, print the peak memory, then whether the search continues as if it hadn't stopped.
STOPPED = (
    ENDLESS
    + """
result = search.run(Limits(memory=int(sys.argv[2])))
peak = 1024 * kilobytes("VmHWM")
search._algorithm._check()
expanded = result.statistics.expanded + 500
again = search.run(Limits(expanded=500))
del search
same = len(sys.argv) == 3 or outcome(engine.search(problem, limits=Limits(expanded=expanded))) == outcome(again)
print(json.dumps([result.limit.name, peak, same]))
"""
)

# Run it with slowly growing memory limits, inspect it without memory, then continue with all memory.
REFUSED = (
    ENDLESS
    + """
seen, before = [], resource.getrlimit(resource.RLIMIT_AS)
held = 1024 * kilobytes("VmSize")
for more in range(85, 110, 12):
    resource.setrlimit(resource.RLIMIT_AS, (held + more * 2**20, before[1]))
    try:
        search.run()
    except MemoryError:
        pass
    statistics, bound, nearest = search.statistics, search.lower_bound, search.nearest
    way = None if nearest is None else search.path_to(nearest.states[-1])
    seen.append([statistics.expanded, bound, None if nearest is None else [nearest.h, nearest.cost, way.cost]])
resource.setrlimit(resource.RLIMIT_AS, before)
again = search.run(Limits(expanded=500))
search._algorithm._check()
whole = engine.search(problem, limits=Limits(expanded=again.statistics.expanded))
print(json.dumps([seen, outcome(whole) == outcome(again)]))
"""
)


def run_script(script, *words):
    home = {**os.environ, "PYTHONPATH": str(Path(astarlib.__file__).parents[1])}
    command = [sys.executable, "-c", script, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=home)
    assert "" == done.stderr, done.stderr
    return json.loads(done.stdout)


@pytest.mark.costly
@pytest.mark.parametrize("name", ["astar", slow("depth-first")])
def test_a_limit_of_memory_is_kept_to_within_a_tenth_and_the_search_continues(name):
    limit, peak, same = run_script(STOPPED, name, 64 * 2**20, "and compare")
    assert "MEMORY" == limit
    assert peak == pytest.approx(64 * 2**20, rel=0.1)
    assert same


@pytest.mark.slow
def test_a_limit_of_300_megabytes_is_kept_to_within_a_tenth():
    limit, peak, _ = run_script(STOPPED, "dijkstra", 300 * 2**20)
    assert "MEMORY" == limit
    assert peak == pytest.approx(300 * 2**20, rel=0.1)


@pytest.mark.costly
@pytest.mark.parametrize("name", ["astar", slow("greedy"), slow("dijkstra")])
def test_a_search_without_free_memory_can_be_inspected_and_continues_when_there_is_more(name):
    seen, same = run_script(REFUSED, name)
    expanded = [counter for counter, _, _ in seen]
    assert expanded == sorted(expanded)
    assert 0 < expanded[0] < expanded[-1]
    assert all(bound <= 57 for _, bound, _ in seen)  # the optimum, were the goal one
    if name != "dijkstra":
        assert all(nearest[1] == nearest[2] for _, _, nearest in seen)
    assert same
