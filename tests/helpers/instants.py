"""The instants of a search at which CPython may run a signal handler, and what can be done at them."""

import dis
import gc
import inspect
import sys
from functools import partial
from pathlib import Path

import astarlib

CALLS = {opcode for name, opcode in dis.opmap.items() if name.startswith(("CALL", "PRECALL"))}


class Tracer:
    """Raises ``error`` at the ``number``-th instant at which CPython may run a signal handler.

    That is at the start of a function, after a call, and at a jump backwards. Only functions of these files count;
    ``left`` is above 0 if there were not so many instants.
    """

    def __init__(self, files, number, error=KeyboardInterrupt):
        self.files, self.left, self.error = files, number, error
        self.last, self.place = {}, None

    def __call__(self, frame, event, _):
        if frame.f_code.co_filename not in self.files:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "call":
            self.last[frame], self.place = None, (frame.f_code, None)
            if not frame.f_code.co_flags & inspect.CO_GENERATOR:  # which may just be being closed: no instant
                self.instant()
        elif event == "opcode":
            last, now, code = self.last.get(frame), frame.f_lasti, frame.f_code.co_code
            if last is not None and (
                now < last or (code[last] in CALLS and not self.is_halfway(code[last], code[now]))
            ):
                self.place = frame.f_code, now
                self.instant()
            self.last[frame] = now
        elif event == "return":
            self.last.pop(frame, None)
        return self

    @staticmethod
    def is_halfway(last, now):
        """Return True if a call of Python 3.11 is between its PRECALL and its CALL."""
        return dis.opname[last] == "PRECALL" and dis.opname[now] == "CALL"

    def instant(self):
        self.left -= 1
        if self.left == 0:
            raise self.error


class Visitor(Tracer):
    """Calls ``visit()`` at every instant, or at one in so many, and lets the search go on."""

    def __init__(self, files, visit, one_in=1):
        super().__init__(files, number=0)
        self.visit, self.one_in, self.instants = visit, one_in, 0

    def instant(self):
        self.instants += 1
        if self.instants % self.one_in == 0:
            self.visit()


class Survey(Tracer):
    """Notes the instants at each place of the code, and lets the search go on."""

    def __init__(self, files):
        super().__init__(files, number=0)
        self.instants, self.places = 0, {}

    def instant(self):
        self.instants += 1
        self.places.setdefault(self.place, []).append(self.instants)

    def sample(self, known):
        """Return one instant of each place that isn't known: an early one of some places, a late one of others."""
        new = [found for place, found in self.places.items() if place not in known]
        return sorted(found[at % len(found)] for at, found in enumerate(new))


_ROOT = Path(astarlib.__file__).parent
_FOLDERS = (_ROOT / folder for folder in ("searching", "resolving"))
LIBRARY = {str(path) for path in (*(path for folder in _FOLDERS for path in folder.glob("*.py")), _ROOT / "search.py")}
LibraryTracer, LibraryVisitor = partial(Tracer, LIBRARY), partial(Visitor, LIBRARY)
LibrarySurvey = partial(Survey, LIBRARY)


def run_traced(search, limits, tracer):
    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        return search.run(limits)
    finally:
        sys.settrace(before)
        assert gc.isenabled()
        assert gc.get_freeze_count() == 0
