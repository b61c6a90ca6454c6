"""Random methods in the Python that `compile_problem` translates, for tests that compare generated code with Python.

A program has typed variables, so most of its operations are defined. Statements are nested, and later ones read what
earlier ones assigned.
"""

from __future__ import annotations

import re
from random import Random
from re import Match

_EXPRESSIONS: dict[str, tuple[str, ...]] = {
    "int": (
        "<int> + <int>", "<int> - <int>", "<int> * 3", "<int> // 3", "<int> % 5", "abs(<int>)", "min(<int>, <int>)",
        "len(<ints>)",
        "sum(<ints>)", "<ints>.count(<int>)", "len(<pairs>)", "len(<set>)", "sum(<set>)", "max(<set>, default=4)",
        "len(<text>)",
        "<text>.count('a')", "<text>.find('b')", "<int> if <bool> else <int>", "<pair>[0]", "<pair>[-1]",
        "<table>.get(<int>, <int>)",
        "sum(a * b for a, b in <pairs>)", "sum(1 for k in <ints> if k != <int>)",
        "next((k for k in <ints> if k > <int>), <int>)",
        "int(str(<int> % 100))", "ord((<text> + 'z')[0])", "self.grid[<int> % 2, <int> % 3] + 0", "<int> or <int>",
        "<int> and <int>",
        "min([*<ints>, 7])", "max(<ints>, default=-1)", "helper(<int>)", "self.help(<int>, <ints>)",
        "(<ints> or [1])[0]", "s", "<int> ^ 5",
        "len(<dict>)", "<dict>.get(<int>, 0)", "sorted(<ints>)[len(<ints>) // 2] if <ints> else 0", "len(<tuple>)",
        "sum(<tuple>)",
    ),
    "bool": (
        "<int> == <int>", "<int> < <int>", "<ints> == <ints>", "<pair> == <pair>", "<pair> < <pair>",
        "<set> == <set>", "<set> <= <set>",
        "<int> in <set>", "<int> in <ints>", "<text> == <text>", "<text> < <text>", "'a' in <text>",
        "<text> in <text>", "not <bool>",
        "<bool> and <bool>", "<bool> or <int> > 2", "any(k % 2 for k in <ints>)", "all(k for k in <set>)",
        "<int> in <table>", "<pair> in <pairs>",
        "<text>.startswith('a')", "<set>.isdisjoint(<set>)", "<tuple> == <tuple>", "<tuple> < <tuple>",
        "<int> in self.frozen", "<maybe> is None",
        "<maybe> == <int>", "<dict> == <dict>", "0 <= <int> < 9", "<text>.isdigit()", "bool(<ints>)", "<set> >= {2}",
    ),
    "ints": (
        "[<int>, <int>]", "[k + <int> for k in <ints>]", "[k for k in <ints> if <bool>]", "<ints> + [<int>]",
        "<ints>[1:]", "<ints>[::-1]",
        "sorted(<ints>)", "sorted(<set>)", "list(<tuple>)", "list(range(<int> % 5))", "[a for a, _ in <pairs>]",
        "list(reversed(<ints>))",
        "[k * j for k in <ints> for j in (1, 2)]", "list(map(abs, <ints>))", "self.items[:2]", "[*<ints>, *<ints>]",
        "<ints>[:<int>]",
        "list(filter(None, <ints>))", "[i - k for i, k in enumerate(<ints>)]", "<ints> * 2",
    ),
    "tuple": (
        "tuple(<ints>)", "(*<tuple>, <int>)", "<tuple>[1:]", "<tuple> + (<int>,)",
        "tuple(k for k in <tuple> if k != <int>)", "tuple(sorted(<set>))",
        "<tuple>[:-1]", "()", "(<int>,) * (<int> % 3)", "<tuple> if <bool> else <tuple>",
    ),
    "pair": (
        "(<int>, <int>)", "divmod(<int>, 3)", "(<pair>[1], <int>)", "min(<pair>, <pair>)",
        "max(<pairs>, default=(0, 1))",
    ),
    "pairs": (
        "[<pair>, <pair>]", "list(zip(<ints>, <ints>))", "list(enumerate(<ints>))", "[(<int>, k) for k in <ints>]",
        "<pairs>[:1]",
        "sorted(<pairs>)", "sorted(<dict>.items())",
    ),
    "set": (
        "frozenset({<int>, <int>})", "frozenset(<ints>)", "<set> | <set>", "<set> & <set>", "<set> - {<int>}",
        "<set> ^ <set>", "self.frozen",
        "frozenset(k + 1 for k in <set>)", "<set> | {<int>}", "<set>.union(<ints>)", "<set> if <bool> else <set>",
    ),
    "text": (
        "'ab'", "'a' + <text>", "<text>[1:]", "<text>[::-1]", "str(<int>)", "f'{s}-{s % 3}'",
        "str(<int>) + '-' + <text>", "''.join(sorted(<text>))", "<text>.upper()",
        "<text>.replace('a', 'ba')", "<text> * 2", "<text>.strip('a')", "'-'.join(str(k) for k in <ints>)",
        "<text>[:2]", "<text> if <bool> else 'b'",
        "self.names[<int> % 2]", "''.join([c for c in <text> if c != 'a'])", "<text>.split('b')[0]",
    ),
    "dict": ("{<int>: <int>, 7: 1}", "{k: k * 2 for k in <ints>}", "dict(<pairs>)"),
    "table": ("self.table",),
    "maybe": ("<int> if <bool> else None", "<dict>.get(<int>)", "self.table.get(<int>)", "None if <bool> else <int>"),
}  # fmt: skip
"""Expressions of each type, with the types of their parts."""
_LEAVES = {
    "int": ("0", "1", "2", "7", "s % 4", "s"), "bool": ("s > 1", "s == 50_000"),
    "ints": ("[1, s % 3, 2]", "[]", "self.items"),
    "tuple": ("(2, s % 3)", "()", "self.tuple"), "pair": ("(1, s % 3)",), "pairs": ("[(1, s % 2), (0, 3)]",),
    "set": ("frozenset({2, s % 3})", "self.frozen", "frozenset()"), "text": ("'ab'", "str(s % 7)", "''"),
    "dict": ("{1: s % 3}",),
    "table": ("self.table",), "maybe": ("None", "s % 3"),
}  # fmt: skip
_PART = re.compile(f"<({'|'.join(_EXPRESSIONS)})>")
_VARIABLES = ("int", "bool", "ints", "tuple", "pair", "pairs", "set", "text", "dict", "maybe")


class Writer:
    """A random method. The same seed gives the same text."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._known: dict[str, list[str]] = {}
        self._changed: set[str] = set()
        self._count = 0

    def text(self) -> str:
        """Return the body of a method that returns what it has computed."""
        lines = [line for _ in range(self._random.randint(2, 6)) for line in self._statement(2)]
        names = [name for names in self._known.values() for name in names]
        chosen = self._random.sample(names, min(len(names), 4)) or ["s"]
        return "\n".join([*lines, f"return ({', '.join(chosen)},)"])

    def _expression(self, kind: str, depth: int) -> str:
        known = self._known.get(kind, ())
        if known and self._random.random() < 0.35:
            return self._random.choice(known)
        if depth == 0:
            return self._random.choice(_LEAVES[kind])
        pattern = self._random.choice(_EXPRESSIONS[kind])

        def part(found: Match[str]) -> str:
            inner = self._expression(found[1], depth - 1)
            return f"({inner})" if " " in inner else inner

        return _PART.sub(part, pattern)

    def _variable(self, kind: str) -> str:
        self._count += 1
        return f"v{self._count}_{kind}"

    def _assign(self) -> list[str]:
        kind = self._random.choice(_VARIABLES)
        value, known = self._expression(kind, 2), self._known.setdefault(kind, [])
        if known and self._random.random() < 0.3:
            return [f"{self._random.choice(known)} = {value}"]
        name = self._variable(kind)
        known.append(name)
        return [f"{name} = {value}"]

    def _statement(self, depth: int) -> list[str]:
        choice = self._random.random()
        if depth == 0 or choice < 0.55:
            return self._assign()
        before = {kind: list(names) for kind, names in self._known.items()}
        if choice < 0.75:
            lines = [f"if {self._expression('bool', 2)}:", *self._block(depth)]
            self._known = {kind: list(names) for kind, names in before.items()}
            if self._random.random() < 0.5:
                lines += ["else:", *self._block(depth)]
        elif choice < 0.9:
            name = self._variable("int")
            source = self._random.choice(["range(3)", self._expression("ints", 1), self._expression("tuple", 1)])
            lines = [f"for {name} in {source}:"]
            self._known.setdefault("int", []).append(name)
            lines += self._block(depth)
            if self._random.random() < 0.3:
                end = self._random.choice(["break", "continue"])
                lines += [f"    if {self._expression('bool', 1)}:", f"        {end}"]
        else:
            name = self._variable("ints")
            added = self._expression("int", 1)
            lines = [f"{name} = [1]", f"for k in range({self._random.randint(1, 3)}):", f"    {name}.append({added})"]
            lines += [f"    if len({name}) > 2:", f"        {name}.pop(0)"]
            before.setdefault("ints", []).append(name)
        self._known = before
        return lines

    def _block(self, depth: int) -> list[str]:
        inner = [line for _ in range(self._random.randint(1, 2)) for line in self._statement(depth - 1)]
        return [f"    {line}" for line in inner]
