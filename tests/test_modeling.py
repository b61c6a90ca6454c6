"""The models of docs/guide/modeling.md: what they print, and their costs and heuristics, compared with brute force."""

import re
from functools import cache
from itertools import combinations, pairwise, permutations, product
from math import dist, inf

import networkx as nx
import pytest
from helpers.fences import REPOSITORY, fences, printed_by

from astarlib import Dijkstra, FunctionProblem
from astarlib.checking import check_heuristic, check_problem
from astarlib.errors import InvalidCostError
from astarlib.problems.graph import GraphProblem

PAGE = REPOSITORY / "docs" / "guide" / "modeling.md"
MODELS = {block.options["session"]: block for block in fences(PAGE)}
PRINTED = {
    "river": "7 crossings: goat farmer cabbage goat wolf farmer goat\n",
    "bridge": "17 minutes: Ann+Bob Ann Cy+Dee Bob Ann+Bob\n",
    "lights": "5 presses: (2, 2) (2, 0) (0, 0) (1, 1) (0, 2)\n",
    "frogs": (
        "15 moves: FFF_TTT FF_FTTT FFTF_TT FFTFT_T FFT_TFT F_TFTFT _FTFTFT TF_FTFT TFTF_FT TFTFTF_ TFTFT_F TFT_TFF "
        "T_TFTFF TT_FTFF TTTF_FF TTT_FFF\n"
    ),
    "sokoban": "9 steps: up right up left left down right down left\n",
    "facts": (
        "hall to kitchen, take in kitchen, kitchen to hall, hall to garage, drop in garage, garage to hall, "
        "hall to kitchen\n"
    ),
    "cover": "3 teams: A D E\n",
    "timetable": "at the Fair after 60 minutes: ('Home', 0) ('Mill', 15) ('Port', 48) ('Fair', 60)\n",
    "battery": "105 minutes: Bo Cork charge Dale\n",
    "turns": "11 east east east east south south south south\n",
    "any": "4 steps to (0, 3)\n",
    "all": (
        "20 steps: west west west south south south north east east south east east east east east north west north "
        "north east\n"
    ),
    "robots": (
        "6 steps\n(0, 0) (1, 0) (1, 0) (2, 0) (3, 0) (4, 0) (4, 0)\n(4, 0) (3, 0) (2, 0) (2, 1) (2, 0) (1, 0) (0, 0)\n"
    ),
    "obstacles": (
        "leaves at 0, reaches (1, 0) at 1\nleaves at 2, reaches (2, 0) at 3\nleaves at 5, reaches (3, 0) at 6\n"
        "leaves at 6, reaches (4, 0) at 7\n"
    ),
    "criteria": "1 toll and 80 minutes: A B C D E\n",
    "pareto": "35 minutes, 2 tolls: A C D E\n80 minutes, 1 tolls: A B C D E\n99 minutes, 0 tolls: A E\n",
    "budget": "at most 3: 35 minutes: A C D E\nat most 2: 50 minutes: A C E\nat most 1: 99 minutes: A E\n",
    "maximize": "17 points: top ridge bowl trees hut valley\n",
    "bottleneck": "6 is the steepest part: hut ridge lake pass peak\n",
    "torus": "west west west west south south\n",
    "hexagons": ("9 steps: (-3, 0) (-2, 0) (-1, 0) (-1, 1) (-1, 2) (-1, 3) (0, 3) (1, 2) (2, 1) (3, 0)\n"),
}
PROBLEMS = {
    "river": lambda names: names["River"](names["ALL"]),
    "bridge": lambda names: names["Bridge"]((frozenset(names["MINUTES"]), True)),
    "lights": lambda names: names["LightsOut"](frozenset(names["LIGHTS"])),
    "frogs": lambda names: names["Frogs"]("FFF_TTT"),
    "sokoban": lambda names: names["Sokoban"]((names["worker"], names["boxes"])),
    "cover": lambda names: names["Cover"](frozenset({1, 2, 3, 4, 5, 6})),
    "timetable": lambda names: names["Journey"]("Home", 0, "Fair"),
    "battery": lambda names: names["Drive"]("Ayr", 90, "Dale"),
    "robots": lambda names: names["Robots"](((0, 0), (4, 0)), ((4, 0), (0, 0))),
    "maximize": lambda names: GraphProblem(names["losses"], "top", "valley"),
    "torus": lambda names: names["torus"],
    "hexagons": lambda names: names["island"],
}
"""How to make the problem of a model whose name isn't ``problem``."""
ENDS = [(0, 3), (7, 0), (7, 3), (2, 2)]


@cache
def run(model):
    """Return what a model prints, and its names."""
    names = {"__name__": model}
    return printed_by(MODELS[model].text, names), names


def names_of(model):
    return run(model)[1]


def problem_of(model):
    names = names_of(model)
    return PROBLEMS[model](names) if model in PROBLEMS else names["problem"]


def cost_of(model):
    return Dijkstra().search(problem_of(model)).cost


def cells_of(problem):
    """Return the graph of the free cells of a grid with four neighbors."""
    grid = problem.grid
    graph = nx.grid_2d_graph(grid.width, grid.height)
    graph.remove_nodes_from([cell for cell in list(graph) if not grid.is_free(cell)])
    return graph


def test_every_model_is_a_program_of_at_most_40_lines_that_prints_a_result() -> None:
    assert list(PRINTED) == list(MODELS)
    for model, block in MODELS.items():
        assert {"exec", "source", "result", "session"} == set(block.options), model
        assert 5 <= sum(line.strip() != "" for line in block.text.splitlines()) <= 40, model


def test_every_section_is_in_the_table_at_the_top() -> None:
    text = PAGE.read_text(encoding="utf-8")
    top, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    titles = [section.partition("\n")[0] for section in sections]
    anchors = [re.sub(r"[^\w ]", "", title.lower()).replace(" ", "-") for title in titles]
    assert anchors == re.findall(r"\]\(#([\w-]+)\)", top)


@pytest.mark.parametrize("model", MODELS)
def test_a_model_prints_what_is_known_and_its_heuristic_is_admissible(model: str) -> None:
    printed, names = run(model)
    assert printed == PRINTED[model]
    problem = problem_of(model)
    states = 200 if model == "obstacles" else 10_000  # Time has no end.
    assert check_problem(problem, states=states).faults == ()
    report = check_heuristic(problem, states=states)
    assert (True, True, model != "obstacles") == (report.admissible, report.consistent, report.proved)
    if "result" in names:
        names["result"].verify(problem)
        assert names["result"].cost == cost_of(model)
        assert names["result"].suboptimality_bound == 1


def test_three_teams_are_the_fewest_that_have_every_skill() -> None:
    teams = names_of("cover")["TEAMS"]
    every = set().union(*teams.values())
    sizes = [n for n in range(len(teams) + 1) for chosen in combinations(teams, n)
             if every == set().union(*map(teams.get, chosen))]  # fmt: skip
    assert min(sizes) == cost_of("cover")


def test_the_timetable_arrives_as_early_as_a_scan_of_all_rides() -> None:
    earliest = {"Home": 0}
    for at, to, departure, arrival in sorted(names_of("timetable")["RIDES"], key=lambda ride: ride[2]):
        if earliest.get(at, inf) <= departure:
            earliest[to] = min(arrival, earliest.get(to, inf))
    assert earliest["Fair"] == cost_of("timetable")


def test_the_drive_is_as_fast_as_the_best_of_all_drives() -> None:
    names = names_of("battery")

    def fastest(place, charge):
        if place == "Dale":
            return 0
        drives = [
            minutes + fastest(other, charge - percent)
            for other, (minutes, percent) in names["ROADS"][place].items() if percent <= charge
        ]  # fmt: skip
        if place in names["MINUTES"] and charge < 100:
            drives.append(names["MINUTES"][place] + fastest(place, 100))
        return min(drives, default=inf)

    assert fastest("Ayr", 90) == cost_of("battery")
    relaxed = nx.DiGraph([(at, to, {"weight": road[0]}) for at, roads in names["ROADS"].items()
                          for to, road in roads.items()])  # fmt: skip
    assert nx.dijkstra_path_length(relaxed, "Ayr", "Dale") < cost_of("battery")  # The battery matters.


def test_turns_cost_as_much_as_on_the_best_of_all_paths() -> None:
    names = names_of("turns")
    costs = []
    for path in nx.all_simple_paths(cells_of(names["hall"]), (0, 0), (4, 4)):
        steps = [(x - i, y - j) for (i, j), (x, y) in pairwise(path)]
        costs.append(len(steps) + names["TURN"] * sum(one != other for one, other in pairwise(steps)))
    assert min(costs) == cost_of("turns")


def test_the_nearest_of_several_goals_is_found() -> None:
    names = names_of("any")
    far = nx.shortest_path_length(cells_of(names["problem"]), (3, 2))
    assert min(far[cell] for cell in names["exits"]) == cost_of("any")


def test_all_goals_are_visited_in_the_best_order() -> None:
    problem = problem_of("all")
    far = dict(nx.all_pairs_shortest_path_length(cells_of(problem.map)))
    assert cost_of("all") == min(
        sum(far[one][other] for one, other in pairwise([(3, 0), *order])) for order in permutations(ENDS)
    )


def test_robots_need_as_many_steps_as_in_the_product_of_their_graphs() -> None:
    problem = problem_of("robots")
    cells = cells_of(problem.map)
    steps = [
        *((one, other) for edge in cells.edges for one, other in (edge, edge[::-1])),
        *((cell, cell) for cell in cells),
    ]
    joint = nx.DiGraph()
    for (a, b), (c, d) in product(steps, repeat=2):
        if a != c and b != d and (a, b) != (d, c):
            joint.add_edge((a, c), (b, d))
    assert nx.shortest_path_length(joint, problem.initial_state, problem.goals) == cost_of("robots")


def test_the_first_criterion_decides_and_then_the_second() -> None:
    names = names_of("criteria")
    graph = nx.Graph()
    for one, other, tolls, minutes in names["LINKS"]:
        graph.add_edge(one, other, tolls=tolls, minutes=minutes)
    totals = [
        tuple(nx.path_weight(graph, path, weight) for weight in ("tolls", "minutes"))
        for path in nx.all_simple_paths(graph, "A", "E")
    ]
    assert min(totals) == divmod(cost_of("criteria"), names["BIG"])
    assert min(minutes for _, minutes in totals) < min(totals)[1]  # The criteria conflict.


def test_five_presses_are_the_fewest_that_switch_all_lights_off() -> None:
    names = names_of("lights")
    lit, problem = frozenset(names["LIGHTS"]), problem_of("lights")

    def left_on(presses):
        state = lit
        for light in presses:
            state = problem.result(state, light)
        return state

    sizes = [n for n in range(10) for presses in combinations(sorted(lit), n) if left_on(presses) == frozenset()]
    assert min(sizes) == cost_of("lights")


def test_sokoban_takes_as_many_steps_as_in_the_graph_of_all_places_of_worker_and_boxes() -> None:
    names = names_of("sokoban")
    floor = nx.Graph((u, v) for u, v in combinations(names["FLOOR"], 2) if dist(u, v) == 1)
    levels = nx.DiGraph()
    for worker, other in floor.to_directed().edges:
        behind = (2 * other[0] - worker[0], 2 * other[1] - worker[1])
        for boxes in combinations(sorted(set(floor) - {worker}), 2):
            moved = {behind if box == other else box for box in boxes}
            if len(moved) == 2 and moved <= set(floor):
                levels.add_edge((worker, frozenset(boxes)), (other, frozenset(moved)))
    distances = nx.single_source_shortest_path_length(levels, (names["worker"], names["boxes"]))
    ends = [steps for (_, boxes), steps in distances.items() if boxes == names["TARGETS"]]
    assert min(ends) == cost_of("sokoban")


def test_the_most_points_are_collected() -> None:
    names = names_of("maximize")
    graph = nx.DiGraph()
    for place, edges in names["points"].items():
        graph.add_weighted_edges_from((place, other, gain) for other, gain in edges.items())
    most = max(nx.path_weight(graph, path, "weight") for path in nx.all_simple_paths(graph, "top", "valley"))
    assert most == nx.path_weight(graph, names["result"].states, "weight") == 17
    assert most == nx.dag_longest_path_length(graph)


def test_the_steepest_part_is_the_least_steep() -> None:
    steepness = names_of("bottleneck")["STEEPNESS"]
    graph = nx.DiGraph([(one, other) for one, others in steepness.items() for other in others])
    worst = [
        max(steepness[one][other] for one, other in pairwise(path))
        for path in nx.all_simple_paths(graph, "hut", "peak")
    ]
    assert min(worst) == cost_of("bottleneck")


def test_the_torus_has_the_paths_of_a_periodic_grid() -> None:
    names = names_of("torus")
    graph = nx.grid_2d_graph(names["WIDTH"], names["HEIGHT"], periodic=True)
    graph.remove_nodes_from([(x, y) for x, y in list(graph) if names["MAP"][y][x] == "#"])
    assert nx.shortest_path_length(graph, names["START"], names["GOAL"]) == cost_of("torus")


def test_hexagons_are_neighbors_if_their_centers_are_a_unit_apart() -> None:
    land = names_of("hexagons")["LAND"]
    center = {(q, r): (q + r / 2, r * 3**0.5 / 2) for q, r in land}
    graph = nx.Graph((u, v) for u, v in combinations(land, 2) if abs(dist(center[u], center[v]) - 1) < 1e-9)
    assert nx.shortest_path_length(graph, (-3, 0), (3, 0)) == cost_of("hexagons")


@pytest.mark.parametrize("cost", [-1, (0, 5)])
def test_negative_costs_and_tuples_are_errors_as_the_page_says(cost: object) -> None:
    problem = FunctionProblem("A", successors=lambda _: [("to B", "B", cost)], is_goal=lambda node: node == "B")
    with pytest.raises(InvalidCostError, match="expected a finite number >= 0"):
        Dijkstra().search(problem)
