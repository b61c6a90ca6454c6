"""Prepare docstrings for the reference.

Roles such as ``:class:`Manhattan``` become links, and the star in A* is escaped. The docstring of an engine gets what
its attributes state: formula, guarantee, requirements, complexity and reference.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

from astarlib import compiled
from astarlib.engines import ENGINES, Engine

_ENGINES = {f"{kind.__module__}.{kind.__qualname__}": kind for kind in (*ENGINES.values(), *compiled.ENGINES.values())}
_SECTION = re.compile(r"^(?:Parameters|Returns|Yields|Raises|See Also|Notes|Examples)\n-+$", re.MULTILINE)
_STAR = re.compile(r"\bA\*(?!\*)")
_ROLE = re.compile(r":(?:class|func|meth|attr|exc|mod):`(~?)([\w.]+)`")


class Docstrings(griffe.Extension):
    """Rewrite every docstring of a package after griffe has loaded it."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Rewrite the docstrings of the package."""
        _rewrite(pkg)


def _rewrite(item: griffe.Object) -> None:
    if item.docstring is not None:
        if item.path in _ENGINES:
            item.docstring.value = _with_statements(item.docstring.value, _ENGINES[item.path])
        item.docstring.value = _STAR.sub(r"A\\*", _ROLE.sub(_link, item.docstring.value))
    if isinstance(item, griffe.Class) and any(str(base) == "NamedTuple" for base in item.bases):
        _list_fields(item)
    for member in item.members.values():
        if isinstance(member, griffe.Object):  # an alias is rewritten where it is defined
            _rewrite(member)


def _with_statements(text: str, kind: type[Engine]) -> str:
    """Return an engine's docstring with the statements of its attributes before its first section."""
    parts = {
        "Order of expansion": f"{kind.formula}.",
        "Guarantee (default parameters)": kind().guarantee.describe(),
        "Requires": ", ".join(f"`{name}`" for name in sorted(kind.requires)) + "." if len(kind.requires) > 0 else "",
        "Complexity": kind.complexity,
        "Reference": kind.reference,
    }
    stated = "\n\n".join(f"**{name}**: {statement}" for name, statement in parts.items() if statement != "")
    section = _SECTION.search(text)
    at = len(text) if section is None else section.start()
    return f"{text[:at].rstrip()}\n\n{stated}\n\n{text[at:]}"


def _list_fields(named_tuple: griffe.Class) -> None:
    """Show the fields as a signature and, if they have docstrings, as a list, instead of a heading for some of them."""
    fields = list(named_tuple.attributes.values())
    parameters = ", ".join(f"{field.name}: {field.annotation}" for field in fields)
    lines = ["", "", "```python", f"{named_tuple.name}({parameters})", "```"]
    documented = [field for field in fields if field.docstring is not None]
    if len(documented) > 0:
        lines += ["", "Attributes", "----------"]
    for field in documented:
        lines += [f"{field.name} : {field.annotation}", f"    {' '.join(field.docstring.value.split())}"]
        field.docstring = None
    if named_tuple.docstring is not None:
        named_tuple.docstring.value += "\n".join(lines)


def _link(role: re.Match[str]) -> str:
    tilde, name = role.groups()
    shown = name.rpartition(".")[2] if tilde == "~" else name
    return f"[`{shown}`][{name}]"
