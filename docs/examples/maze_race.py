"""Draw A* and greedy best-first search in the same maze, as an animated SVG.

``python -m docs.examples.maze_race`` writes the picture of the README and the home page.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Final

from astarlib import AStar, GreedyBestFirst
from astarlib.plotting import Expansions
from astarlib.problems.grid import GridProblem
from astarlib.result import SearchResult

PICTURE: Final = Path(__file__).parents[1] / "diagrams" / "maze-race.svg"
WIDTH, HEIGHT = 39, 31
SECONDS = 14
FILLED = 70
"""The percentage of the time at which the last cell is filled. The rest shows the end."""
TICKS = 100

Cell = tuple[int, int]


def maze(seed: int, loops: float = 0.25) -> str:
    """Return a maze of corridors, with a share of the walls between them removed."""
    random, free = Random(seed), {(1, 1)}
    path = [(1, 1)]
    while len(path) > 0:
        x, y = path[-1]
        steps = [(dx, dy) for dx, dy in ((2, 0), (-2, 0), (0, 2), (0, -2)) if _is_new((x + dx, y + dy), free)]
        if len(steps) == 0:
            path.pop()
            continue
        dx, dy = random.choice(steps)
        free |= {(x + dx // 2, y + dy // 2), (x + dx, y + dy)}
        path.append((x + dx, y + dy))
    cells = [(x, y) for y in range(1, HEIGHT - 1) for x in range(1, WIDTH - 1)]
    between = [(x, y) for x, y in cells if (x, y) not in free and (x + y) % 2 == 1]
    free |= set(random.sample(between, int(loops * len(between))))
    return "\n".join("".join(".#"[(x, y) not in free] for x in range(WIDTH)) for y in range(HEIGHT))


def _is_new(cell: Cell, free: set[Cell]) -> bool:
    return 0 < cell[0] < WIDTH - 1 and 0 < cell[1] < HEIGHT - 1 and cell not in free


def race() -> str:
    """Return the picture."""
    problem = GridProblem(maze(0), (1, 1), (WIDTH - 2, HEIGHT - 2), connectivity=4)
    engines = {"A*": AStar(), "Greedy best-first": GreedyBestFirst()}
    orders = {name: Expansions() for name in engines}
    results = {name: engine.search(problem, observer=orders[name]) for name, engine in engines.items()}
    longest = max(map(len, orders.values()))
    gap = WIDTH + 3
    panels = [
        f'<g transform="translate({number * gap} 0)">\n{_panel(name, results[name], orders[name], longest)}</g>\n'
        for number, name in enumerate(engines)
    ]
    says = " ".join(
        f"{name} expands {len(orders[name])} cells and finds a path of {result.cost:g} steps."
        for name, result in results.items()
    )
    view = f"0 0 {gap + WIDTH} {HEIGHT + 6.6}"
    return (
        f'<svg class="race" xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="810" role="img" '
        f'aria-label="Two searches in the same maze. {says}">\n<style>\n{_style()}</style>\n{"".join(panels)}</svg>\n'
    )


def _panel(name: str, result: SearchResult[Cell, str], order: Expansions, longest: int) -> str:
    """Return one search: its expanded cells appear in order, and then its path."""
    kind = "astar" if name == "A*" else "greedy"
    walls = ((x, y) for y, row in enumerate(maze(0).split("\n")) for x, cell in enumerate(row) if cell == "#")
    parts = [f'<path class="wall" d="{_squares(walls)}"/>']
    end = 0
    for tick in range(TICKS):
        expanded = order.states[tick * longest // TICKS : (tick + 1) * longest // TICKS]
        if len(expanded) > 0:
            parts.append(f'<path class="{kind} step at{tick}" d="{_squares(expanded)}"/>')
            end = tick
    centers = [(x + 0.5, y + 0.5) for x, y in result.states]
    line = " ".join(f"{x:g},{y:g}" for x, y in centers)
    parts.append(f'<polyline class="path show at{end}" points="{line}"/>')
    for place, (x, y) in (("start", centers[0]), ("goal", centers[-1])):
        parts.append(f'<circle class="{place}" cx="{x:g}" cy="{y:g}" r=".75"/>')
    proof = ", optimal" if result.is_optimal else ""
    says = f"{len(order)} expanded, {result.cost:g} steps{proof}"
    parts.append(f'<text class="name" x="0" y="{HEIGHT + 2.8}">{name}</text>')
    parts.append(f'<text class="show at{end}" x="0" y="{HEIGHT + 5.7}">{says}</text>')
    return "\n".join(parts) + "\n"


def _squares(cells: Iterable[Cell]) -> str:
    return "".join(f"M{x} {y}h1v1h-1z" for x, y in cells)


def _style() -> str:
    """Return the style. Without animation, the picture shows the end of both searches."""
    times = "".join(
        f"@keyframes race{tick}{{0%{{opacity:0}}{FILLED * (tick + 1) / TICKS:.3g}%,to{{opacity:1}}}}"
        f".race .at{tick}{{animation-name:race{tick}}}\n"
        for tick in range(TICKS)
    )
    return (
        ".race{color:#1f2328;--astar:#56b4e9;--greedy:#e69f00;font:2.3px system-ui,sans-serif}\n"
        "@media(prefers-color-scheme:dark){.race{color:#e6edf3;--astar:#0072b2;--greedy:#a65f00}}\n"
        ".race text{fill:currentColor}.race .name{font-weight:700;font-size:2.5px}.race .wall{fill:#7d8590}\n"
        ".race .astar{fill:var(--astar);stroke:var(--astar)}.race .greedy{fill:var(--greedy);stroke:var(--greedy)}\n"
        ".race .step{stroke-width:.06}\n"
        ".race .path{fill:none;stroke:currentColor;stroke-width:.45;stroke-linejoin:round;stroke-linecap:round}\n"
        ".race .start{fill:currentColor}.race .goal{fill:#d55e00;stroke:currentColor;stroke-width:.3}\n"
        "@media(prefers-reduced-motion:no-preference){\n"
        f".race .step,.race .show{{animation:{SECONDS}s step-end infinite}}\n{times}"
        ".race:hover .step,.race:hover .show{animation-play-state:paused}}\n"
    )


if __name__ == "__main__":
    PICTURE.write_text(race(), encoding="utf-8", newline="\n")
