import json

import pytest

MAP = "...#. / .#.#. / .#..."
MOVING_AI = "type octile\nheight 3\nwidth 3\nmap\n...\n.@.\n...\n"


def report_of(done):
    assert done.code == 0
    return json.loads(done.out)


def test_a_grid_is_shown_with_the_way_on_it(run):
    done = run("solve", "grid", "--map", MAP, "--start", "0,2", "--goal", "4,0")
    assert done.code == 0
    assert done.out.startswith("***#B\n*#*#*\nA#***\n\n10 steps, optimal\nAStar() with manhattan: ")


def test_a_path_leads_to_the_nearest_of_several_goals(run):
    done = run("solve", "grid", "--map", MAP, "--start", "0,2", "--goal", "4,0", "--goal", "2,1", "--quiet")
    assert done.out.startswith("5 steps, optimal\n")
    done = run("solve", "graph", "A", "D", "B", "--edges", "A B 4 / A C 1 / C B 2 / B D 5")
    assert done.out.startswith("0  A\n1  C\n3  B\n\n2 edges, cost 3, optimal\n")
    done = run("solve", "graph", "1", "3", "2", "--edges", "p sp 3 2\na 1 2 7\na 2 3 1", "--quiet")
    assert done.out.startswith("1 edge, cost 7, optimal\n")


def test_a_large_grid_is_reported_step_by_step(run):
    rows = ["." * 101, "#" * 100 + ".", "." * 101]
    done = run("solve", "grid", "--map", "\n".join(rows), "--start", "98,0", "--goal", "99,2", "--connectivity", "8")
    assert done.out.startswith("from 98,0 to 99,2: 2 east, 2 south, 1 west\n\n5 steps, optimal\nAStar() with octile: ")


def test_quiet_leaves_the_map_out(run):
    done = run("solve", "grid", "--map", MAP, "--start", "0,2", "--goal", "4,0", "--quiet")
    assert done.out.startswith("10 steps, optimal\n")


def test_a_map_may_come_from_a_file_of_the_moving_ai_lab_or_from_standard_input(run, tmp_path):
    (tmp_path / "small.map").write_text(MOVING_AI)
    ends = ("--start", "0,0", "--goal", "2,2", "--connectivity", "8", "--json")
    for given, stdin in ((tmp_path / "small.map", None), ("-", MOVING_AI), ("-", "...\n.#.\n...\n")):
        report = report_of(run("solve", "grid", "--map", given, *ends, stdin=stdin))
        assert (4, "octile") == (report["cost"], report["heuristic"])
        assert [[0, 0], [2, 2]] == [report["states"][0], report["states"][-1]]


def test_corner_rule_terrain_and_heuristic_reach_the_grid(run):
    words = ("solve", "grid", "--start", "0,0", "--goal", "1,1", "--json", "--map")
    cut = report_of(run(*words, ".#\n..", "--connectivity", "8", "--corner-rule", "one-free"))
    assert ["southeast"] == cut["actions"]
    assert 2 == report_of(run(*words, ".#\n..", "--connectivity", "8"))["cost"]
    terrain = report_of(run(*words, ".~\n#.", "--terrain", "~=5", "--terrain", ".=0.5", "--heuristic", "euclidean"))
    assert (5.5, "euclidean") == (terrain["cost"], terrain["heuristic"])


def test_edges_wrap_around_on_demand(run):
    words = ("grid", "--map", "...... / ...... / ......", "--start", "0,0", "--goal", "5,2", "--wrap")
    assert run("solve", *words).out.startswith("A....*\n......\n.....B\n\n2 steps, optimal\nAStar() with manhattan: ")
    assert 2**0.5 == pytest.approx(report_of(run("solve", *words, "--connectivity", "8", "--json"))["cost"])
    assert {2} == {row["cost"] for row in report_of(run("compare", *words, "--format", "json"))["rows"]}
    for command, option in (("solve", "--heuristic"), ("compare", "--heuristics")):
        done = run(command, *words, option, "euclidean")  # It would overestimate.
        assert done.code == 2
        assert "--wrap has an h of its own" in done.err


def test_grids_are_compared_with_several_heuristics(run):
    done = run(
        "compare", "grid", "--map", MAP, "--start", "0,2", "--goal", "4,0", "--connectivity", "8",
        "--engines", "astar,dijkstra", "--heuristics", "octile,euclidean", "--format", "json",
    )  # fmt: skip
    rows = json.loads(done.out)["rows"]
    assert {"octile", "euclidean"} <= {row["heuristic"] for row in rows}


def test_a_way_by_road_is_reported_city_by_city_with_the_kilometers_so_far(run):
    done = run("solve", "romania", "Arad", "Bucharest")
    assert done.out.startswith(
        "    0 km  Arad\n  140 km  Sibiu\n  220 km  Rimnicu\n  317 km  Pitesti\n  418 km  Bucharest\n\n"
        "4 roads, cost 418, optimal\nAStar() with straight-line: expanded 5, "
    )


def test_a_way_in_a_graph_is_reported_node_by_node_with_the_cost_so_far(run):
    done = run("solve", "graph", "A", "D", "--edges", "A B 4 / A C 0.1 / C B 0.2 / B D 5", "--engine", "dijkstra")
    assert done.out.startswith("  0  A\n0.1  C\n0.3  B\n5.3  D\n\n3 edges, cost 5.3, optimal\n")


def test_edges_lead_one_way_unless_they_are_undirected(run):
    words = ("solve", "graph", "B", "A", "--edges", "A B")
    assert [11, 0] == [run(*words).code, run(*words, "--undirected").code]


def test_edges_may_come_in_the_format_of_dimacs_or_on_lines_with_comments(run, tmp_path):
    roads = tmp_path / "roads.gr"
    roads.write_text("c two roads\np sp 3 2\na 1 2 5\na 2 3 1\n")
    assert 6 == report_of(run("solve", "graph", "1", "3", "--edges", str(roads), "--json"))["cost"]
    lines = run("solve", "graph", "1", "3", "--edges", "-", "--json", stdin="1 2 5  # a road\n\n2 3 1\n")
    assert 6 == report_of(lines)["cost"]


def test_edges_may_come_from_a_csv_file(run, tmp_path):
    roads = tmp_path / "roads.csv"
    roads.write_text("from,to,km\nKiel,Bonn,10\nBonn,St. Gallen,20\n\n")
    done = run("solve", "graph", "Kiel", "St. Gallen", "--edges", str(roads))
    assert done.out.startswith(" 0  Kiel\n10  Bonn\n30  St. Gallen\n")
    roads.write_text("from;to;km\nKiel;Bonn;far\n")
    assert (
        "the cost of edge 2 must be a number, not 'far'" in run("solve", "graph", "a", "b", "--edges", str(roads)).err
    )


def test_greedy_goes_another_way_through_romania(run):
    report = report_of(run("solve", "romania", "Arad", "Bucharest", "--engine", "greedy", "--json"))
    assert (450, ["Sibiu", "Fagaras", "Bucharest"]) == (report["cost"], report["actions"])


def test_pancakes_are_flipped_one_by_one(run):
    done = run("solve", "pancake", "3", "1", "2")
    assert done.out.startswith(
        f"{'':21}3 1 2\n1. flip the upper 3  2 1 3\n2. flip the upper 2  1 2 3\n\n2 flips, optimal\nAStar() with gap: "
    )
    assert [[3, 1, 2], [2, 1, 3], [1, 2, 3]] == report_of(run("solve", "pancake", "3,1,2", "--json"))["states"]


def test_the_towers_of_hanoi_are_drawn_peg_by_peg(run):
    done = run("solve", "hanoi", "--disks", "1")
    assert done.out.startswith("A | 1\nB |\nC |\n\n1. disk 1 from A to C\nA |\nB |\nC | 1\n\n1 move, optimal\n")
    assert 17 == report_of(run("solve", "hanoi", "--disks", "6", "--pegs", "4", "--json"))["cost"]


def test_jugs_are_reported_with_their_contents(run):
    done = run("solve", "water-jugs", "3", "5", "--target", "5")
    assert done.out.startswith(
        f"{'':15}jug 1: 0 of 3, jug 2: 0 of 5\n1. fill jug 2  jug 1: 0 of 3, jug 2: 5 of 5\n\n1 action, optimal\n"
    )
    assert 1 == report_of(run("solve", "water-jugs", "8", "5", "--target", "3", "--start", "8,0", "--json"))["cost"]


def test_a_volume_that_cannot_be_measured_is_proved_to_be_so(run):
    done = run("solve", "water-jugs", "2", "4", "--target", "3")
    assert 11 == done.code
    assert "no solution, proved by expanding all reachable states" in done.out


def test_missionaries_and_cannibals_cross_as_given(run):
    done = run("solve", "missionaries", "--missionaries", "1", "--cannibals", "1")
    assert done.out.startswith(
        f"{'':38}MC (boat) ~~~~~~\n1. 1 missionary and 1 cannibal cross     ~~~~~~ (boat) MC\n\n1 crossing, optimal\n"
    )
    assert "\n11 crossings, optimal\n" in run("solve", "missionaries").out
    assert 11 == run("solve", "missionaries", "--missionaries", "4", "--cannibals", "4").code


@pytest.mark.parametrize("row", ["...", "..G", "S.G", "111", "..T", ".SG/...", "../.G", "a.G"])
def test_a_map_may_have_few_rows_and_end_like_a_file_name(run, row):
    done = run("solve", "grid", "--map", row, "--start", "0,0", "--goal", "1,0", "--terrain", "a=1")
    assert (done.code, "1 step, optimal" in done.out) == (0, True), done.err


def test_a_name_of_a_file_isnt_a_map(run):
    done = run("solve", "grid", "--map", "map.G", "--start", "0,0", "--goal", "1,0")
    assert (done.code, "there is no file 'map.G' for the map" in done.err) == (2, True)


def test_a_sudoku_in_one_line_may_end_like_a_file_name(run):
    cells = "".join(".ABCDEFG123456789"[(5 * at) % 17 if at < 16 else 0] for at in range(254)) + ".A"
    assert "there is no file" not in run("solve", "sudoku", cells, "--max-expanded", "1").err


def test_a_sudoku_in_boxes(run):
    boxes = " *-----*\n |1.|..|\n |..|1.|\n |--+--|\n |..|..|\n |.2|..|\n *-----*\n"
    done, plain = (run("solve", "sudoku", cells, "--quiet") for cells in (boxes, "1.....1......2.."))
    assert (done.code, done.out.splitlines()[0]) == (0, plain.out.splitlines()[0]), done.err
