"""Wrong inputs of recordings, of the pages that show them, and of drawings."""

import math

from wrong_input.row import wrong

from astarlib import AStar
from astarlib.drawing import Box, Drawing, Label, Map, Paint
from astarlib.observers.recorder import Recorder, Trace
from astarlib.problems.graph import GraphProblem
from astarlib.problems.npuzzle import NPuzzle
from astarlib.viewer import frame, page, write_page

RECORDER = Recorder()
AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), observer=RECORDER)
TRACE = RECORDER.trace
NO_TRACE = (TypeError, "expected a Trace, or a tuple of two, not ")
FIELD = Drawing(1, 1, ())

RECORDINGS = [
    *(wrong(ValueError, "max_nodes must be at least 2, not", Recorder, "max_nodes", max_nodes=count)
      for count in (1, -math.inf, math.nan)),
    wrong(ValueError, "max_rendered must be at least 0, not -1", Recorder, "max_rendered", max_rendered=-1),
    wrong(OSError, "missing", TRACE.save, "path", "missing/x.astrace"),
    wrong(OSError, "missing", Trace.load, "path", "missing.astrace"),
    *(wrong(IndexError, f"there is no node {number}; expected a number from 0 to 4", TRACE.node, "number", number)
      for number in (-1, 5)),
]  # fmt: skip

PAGES = [
    *(wrong(*NO_TRACE, call, "watched", watched)
      for call in (page, frame) for watched in ((), (TRACE, 5), (TRACE, TRACE, TRACE))),
    wrong(OSError, "missing", TRACE.to_html, "path", "missing/x.html"),
    wrong(OSError, "missing", write_page, "path", "missing/x.html", TRACE),
]  # fmt: skip

DRAWINGS = [
    wrong(ValueError, "width must be finite and above 0; its size is 0 x 1", Drawing, "width", 0, 1, ()),
    wrong(ValueError, "height must be finite and above 0; its size is 1 x inf", Drawing, "height", 1, math.inf, ()),
    wrong(TypeError, "must be a Box, Line, Dot or Label, not 5", Drawing, "shapes", 1, 1, (5,)),
    wrong(ValueError, "x of Box.* must be finite", Drawing, "shapes", 1, 1, (Box(math.nan, 0, 1, 1),)),
    wrong(TypeError, "paint of Box.* must be a Paint", Drawing, "shapes", 1, 1, (Box(0, 0, 1, 1, "red"),)),
    wrong(TypeError, "text of Label.* must be a str", Drawing, "shapes", 1, 1, (Label(0, 0, 1, 5, Paint.INK),)),
    *(wrong(ValueError, "the mark of a map must be finite and above 0, not", Map, "mark", FIELD, mark)
      for mark in (0, math.inf, math.nan)),
    wrong(ValueError, "a path needs at least one place", Map(FIELD).with_path, "places", []),
    wrong(ValueError, "x of Line.* must be finite", Map(FIELD).with_path, "places", [(math.inf, 0), (1, 1)]),
    wrong(ValueError, "the node 'A' has no place; places needs an", GraphProblem, "places", [("A", "B")], "A", "B",
          places={}),
]  # fmt: skip

ROWS = RECORDINGS + PAGES + DRAWINGS
