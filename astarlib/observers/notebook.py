"""An output of a notebook cell that can be replaced. IPython is imported only in a notebook."""

from __future__ import annotations

import sys
from typing import Any


def is_notebook() -> bool:
    """Return True if this process runs the cells of a notebook."""
    ipython: Any = sys.modules.get("IPython")  # Any: IPython isn't installed where types are checked.
    shell = None if ipython is None else ipython.get_ipython()
    return getattr(shell, "kernel", None) is not None


class NotebookOutput:
    """An output of a notebook cell. IPython updates it, so that no package for widgets is needed."""

    def __init__(self) -> None:
        self._handle: Any = None  # Any: IPython isn't installed where types are checked.

    @property
    def is_shown(self) -> bool:
        """True if there is an output to replace."""
        return self._handle is not None

    def show(self, content: dict[str, str]) -> None:
        """Show a content, by its MIME types, instead of the last one."""
        if self._handle is not None:
            self._handle.update(content, raw=True)
            return
        # IPython is always installed in a notebook, and needed only there.
        from IPython.display import display  # type: ignore[import-not-found, unused-ignore]

        self._handle = display(content, raw=True, display_id=True)

    def end(self) -> None:
        """Leave the output as it is. The next content gets an output of its own."""
        self._handle = None
