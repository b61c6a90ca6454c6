"""Makes Markdown of our docstrings: links of roles such as ``:class:`Manhattan```, and stars of the star in A*."""

from __future__ import annotations

import re
from typing import Any

import griffe

_STAR = re.compile(r"\bA\*(?!\*)")
_ROLE = re.compile(r":(?:class|func|meth|attr|exc|mod):`(~?)([\w.]+)`")


class Docstrings(griffe.Extension):
    """Rewrites every docstring of a package once it is loaded."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Rewrite them."""
        _rewrite(pkg)


def _rewrite(item: griffe.Object) -> None:
    if item.docstring is not None:
        item.docstring.value = _STAR.sub(r"A\\*", _ROLE.sub(_link, item.docstring.value))
    if isinstance(item, griffe.Class) and any(str(base) == "NamedTuple" for base in item.bases):
        _list_fields(item)
    for member in item.members.values():
        if isinstance(member, griffe.Object):  # an alias is met where it is defined
            _rewrite(member)


def _list_fields(named_tuple: griffe.Class) -> None:
    """The fields as a signature and, where they have docstrings, a list; instead of a heading for some of them."""
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
