"""The public callables and the parameters that can get a wrong value."""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Protocol

from helpers.ray_modules import NEED_RAY

import astarlib

PAGES = Path(__file__).parents[2] / "docs" / "reference"


@cache
def parameters() -> frozenset[str]:
    """All of them, as ``module.Class.method(parameter)``, under the names of those who define them."""
    return frozenset(
        place_of(call, each.name)
        for call in callables()
        for each in inspect.signature(call).parameters.values()
        if each.name not in {"self", "cls"}
    )


def place_of(call, parameter: str) -> str:
    """The name of one place."""
    return f"{call.__module__.removeprefix('astarlib.')}.{call.__qualname__}({parameter})"


def texts_of(call) -> dict[str, str]:
    """Return what the docstring says about each parameter."""
    lines = re.split(r"^(\w[\w, ]*):.*\n", inspect.getdoc(call) or "", flags=re.MULTILINE)
    return {name: text for names, text in zip(lines[1::2], lines[2::2], strict=True) for name in names.split(", ")}


def callables() -> Iterator:
    """The public functions, and of each class the constructor and the methods that are ours."""
    for thing in _public():
        if not isinstance(thing, type):
            yield thing
        elif not issubclass(thing, BaseException | Enum) and Protocol not in thing.__bases__:
            yield thing
            methods = inspect.getmembers(thing, lambda each: inspect.isfunction(each) or inspect.ismethod(each))
            yield from (each for name, each in methods if not name.startswith("_") and _is_ours(each))


def _public() -> list:
    """Return the names of a module in ``__all__`` or on a reference page, each once."""
    names = [each.name for each in pkgutil.walk_packages(astarlib.__path__, "astarlib.")]
    # networkx calls the functions of its backend, and their own tests compare their errors with networkx's.
    backend = "astarlib.networkx_backend.interface"
    left_out = {"astarlib.__main__", backend, *(f"astarlib.distributed.{name}" for name in NEED_RAY)}
    left_out.add("astarlib.unified_planning._planner")  # It needs unified-planning.
    modules = [astarlib, *(importlib.import_module(name) for name in names if name not in left_out)]
    things = [getattr(module, name) for module in modules for name in getattr(module, "__all__", ())]
    pages = [page.read_text(encoding="utf-8") for page in PAGES.glob("*.md")]
    things += [_named(name) for page in pages for name in re.findall(r"^::: ([\w.]+)$", page, re.MULTILINE)]
    callables = [thing for thing in things if isinstance(thing, type) or inspect.isfunction(thing)]
    return list({id(thing): thing for thing in callables if _is_ours(thing)}.values())


def _named(path: str):
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module), name)


def _is_ours(thing) -> bool:
    return (getattr(thing, "__module__", None) or "").startswith("astarlib")
