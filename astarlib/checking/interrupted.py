"""The exception of an interrupted check, with the report on the findings so far."""

from __future__ import annotations

from astarlib.checking.findings import Findings
from astarlib.checking.report import Report
from astarlib.checking.space import Space


class CheckInterrupted(KeyboardInterrupt):  # It isn't an error: the user pressed Ctrl-C.
    """A KeyboardInterrupt during a check, with the ``report`` so far. It proves nothing, and a note says why."""

    def __init__(self, report: Report) -> None:
        super().__init__("the check was interrupted")
        self.report: Report = report


def settle(findings: Findings, space: Space | None) -> None:
    """Prepare the findings of an interrupted check for its report."""
    findings.notes["the check was interrupted, so the report is incomplete"] = None
    if space is not None:
        space.settle()
