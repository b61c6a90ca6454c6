import math
import re

import pytest

from astarlib import AStar
from astarlib.problems.grid import CornerRule, Grid, GridProblem, Scenario, read_map, read_scenarios

pytestmark = pytest.mark.quick

MAP = """\
type octile
height 5
width 7
map
.......
.@@TT..
.@G.S..
.@@@@O.
.......
"""
ROWS = MAP.splitlines()[4:]
SCENARIOS = (
    "version 1\n"
    "1\tsmall map.map\t7\t5\t2\t2\t5\t4\t7\n"
    "2\tsmall map.map\t7\t5\t0\t2\t4\t2\t10\n"
    "2\tsmall map.map\t7\t5\t0\t0\t6\t3\t8.41421\n"
)  # fmt: skip
QUERIES = (
    Scenario(1, "small map.map", 7, 5, (2, 2), (5, 4), 7),
    Scenario(2, "small map.map", 7, 5, (0, 2), (4, 2), 10),
    Scenario(2, "small map.map", 7, 5, (0, 0), (6, 3), 8.41421),
)


@pytest.fixture
def written(tmp_path):
    """Writes a text to a file and gives its path."""

    def write(text):
        path = tmp_path / "file"
        path.write_bytes(text.encode())
        return path

    return write


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=repr)
def test_a_map_is_the_grid_of_its_rows(written, ends):
    grid = read_map(written(MAP.replace("\n", ends)))
    assert Grid(ROWS) == grid
    assert (7, 5) == (grid.width, grid.height)
    assert grid.is_free((4, 2))
    assert not grid.is_free((4, 1))


@pytest.mark.parametrize("version", ["version 1", "version 1.0"])
def test_scenarios_are_the_lines_of_their_file(written, version):
    assert QUERIES == read_scenarios(written(SCENARIOS.replace("version 1", version)))


def test_scenarios_may_be_separated_by_blanks(written):
    text = SCENARIOS.replace("small map", "small").replace("\t", " ")
    assert [query.goal for query in QUERIES] == [query.goal for query in read_scenarios(written(text))]


@pytest.mark.parametrize(
    ("old", "new"),
    [("height 5\nwidth 7", "width 7\nheight 5"), ("type octile", "type tile")],
    ids=["width first", "type tile"],
)
def test_the_header_of_a_map_may_have_another_order_and_type(written, old, new):
    assert Grid(ROWS) == read_map(written(MAP.replace(old, new)))


def test_a_scenario_file_needs_no_version(written):
    assert QUERIES == read_scenarios(written(SCENARIOS.removeprefix("version 1\n")))


@pytest.mark.parametrize(("written_as", "optimum"), [("-1", None), ("0", math.inf), ("8.41421", 8.41421)])
def test_an_optimum_may_be_unknown_or_show_that_there_is_no_path(written, written_as, optimum):
    query = read_scenarios(written(SCENARIOS.replace("8.41421", written_as)))[-1]
    assert (optimum, 2) == (query.optimum, query.bucket)


def test_an_optimum_of_0_from_a_cell_to_itself_is_a_length(written):
    assert 0 == read_scenarios(written("1\tmap\t7\t5\t2\t2\t2\t2\t0"))[0].optimum


def test_a_bucket_may_be_unknown(written):
    assert -1 == read_scenarios(written(SCENARIOS.replace("1\tsmall", "-1\tsmall")))[0].bucket


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: str(query.goal))
def test_the_optimum_of_a_query_is_found_with_no_corner_cut(written, query):
    problem = GridProblem(read_map(written(MAP)), query.start, query.goal, connectivity=8)
    assert math.isclose(query.optimum, AStar().search(problem).cost, rel_tol=1e-5)


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: str(query.goal))
def test_cutting_corners_would_be_shorter(written, query):
    problem = GridProblem(
        read_map(written(MAP)), query.start, query.goal, connectivity=8, corner_rule=CornerRule.ONE_FREE
    )
    assert AStar().search(problem).cost < query.optimum - 0.1


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        (
            "type octile",
            "type hex",
            "line 1 is 'type hex'; a Moving AI map begins with the lines type octile, height H",
        ),
        ("height 5", "height five", "line 2 is 'height five'"),
        ("width 7", "breadth 7", "line 3 is 'breadth 7'"),
        ("width 7", "height 7", "line 3 is 'height 7'"),
        ("map\n", "", "line 4 is"),
        ("height 5", "height 6", "the map has 5 rows but its header says height 6; it may be cut short"),
        (".@@TT..", ".@@TT.", "row 1 of the map has width 6, but the header says width 7"),
        (".@G.S..", ".@G.x..", "cell (4, 2) is 'x'"),
        (MAP, "", "line 1 is ''"),
    ],
)
def test_a_wrong_map_is_refused_with_the_line_or_the_cell(written, old, new, named):
    with pytest.raises(ValueError, match=re.escape(named)):
        read_map(written(MAP.replace(old, new)))


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        (
            "version 1",
            "version 2",
            "line 1 is 'version 2'; a Moving AI scenario file begins with 'version 1' or a query",
        ),
        (SCENARIOS, "", "line 1 is ''"),
        ("\t8.41421", "", "line 4 is '2\\tsmall map"),
        ("8.41421", "long", "line 4 is"),
        ("8.41421", "-2", "line 4 is"),
        ("1\tsmall", "-2\tsmall", "line 2 is"),
    ],
)
def test_a_wrong_scenario_file_is_refused_with_the_line(written, old, new, named):
    with pytest.raises(ValueError, match=re.escape(named)):
        read_scenarios(written(SCENARIOS.replace(old, new)))


def test_a_missing_file_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_map(tmp_path / "missing.map")


def test_a_map_can_have_terrain_of_its_own(tmp_path):
    (tmp_path / "a.map").write_text("type octile\nheight 1\nwidth 3\nmap\n.b.\n")
    assert read_map(tmp_path / "a.map", terrain={"b": 3}).cost((1, 0)) == 3
