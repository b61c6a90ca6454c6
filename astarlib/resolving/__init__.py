"""How engines and other code see a problem: which of its methods they call, and how it shows its states."""

from typing import Any

from astarlib.problem import install_html
from astarlib.resolving.resolved_problem import ResolvedProblem, truth

__all__ = ["ResolvedProblem", "truth"]


def _html_of(problem: Any) -> str:  # Any: a problem, perhaps without an initial state
    from astarlib.resolving.presentation import html_of  # only needed in a notebook

    return html_of(problem)


install_html(_html_of)
