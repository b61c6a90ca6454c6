"""What compiled engines need of a problem and of the installation."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

from astarlib.capabilities import require_capability
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import MissingCapabilityError
from astarlib.problem import Problem, S


def require_numba() -> None:
    """ImportError, which names the extra, where numba is not installed."""
    if "numba" not in sys.modules and importlib.util.find_spec("numba") is None:
        raise ImportError("compiled engines need numba: pip install 'astarlib[compiled]'")


def domain_of(problem: Problem[S, Any], asked_by: str) -> CompiledDomain[S]:
    """The domain of a problem, for an engine or something else of that name.

    Raises
    ------
    MissingCapabilityError
        When it has none, or it is overruled by a method of a more derived class; names engine, class and method.
    ImportError
        Where numba is not installed.
    """
    require_numba()
    domain = require_capability(problem, "compiled_domain", asked_by)()
    if not isinstance(domain, CompiledDomain):
        raise MissingCapabilityError(f"{type(problem).__name__}.compiled_domain() gave {domain!r}, no CompiledDomain")
    return domain
