"""One line for an error of numba: the user's function and line, what numba found there, and what to write instead."""

from __future__ import annotations

import dis
import linecache
import re
import sys
from functools import cache
from pathlib import Path
from types import CodeType, TracebackType
from typing import Any, Final, NamedTuple

from astarlib.compiled_domain import CompiledDomain, python_function

_TAG: Final = re.compile(r"_([0-9a-f]{16}|\d+-not-stored)$")
"""The end that `specialize` adds to names of functions."""
_FLOATS: Final = (
    "np.uint64 and signed numbers together can give a float: convert one of them, as in state + np.uint64(1) or "
    "np.int64(state), and divide with //"
)
_ADVICE: Final = (
    (r"Untyped global name '(\w+)':.*<class 'function'>", r"\1 can't call itself; use a loop"),
    (r"Unknown attribute '(\w+)' of type Module", r"import the function itself, as in `from module import \1`"),
    (r"Untyped global name '(\w+)'", r"put \1 into tables, or make it a number, a tuple of numbers or an array"),
    (r"name '?(\w+)'? is not defined", r"define \1 before the search, or correct its name"),
    (r"it makes a list|list|dict", "use tuples of numbers, or an array in tables"),
    (r"float", _FLOATS),
    (r"(?i)cannot unify", "give the variable or result the same type everywhere, for example np.int64(0)"),
    (r"Unknown attribute", "check the name; tables has attributes only if it's a NamedTuple"),
)
_OTHERWISE: Final = "use numbers, tuples of numbers, arrays of tables, loops, conditions and functions of your own"


def compile_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions that numba raises when it can't compile a function: none before it's imported."""
    if "numba.core.errors" not in sys.modules:
        return ()
    from numba.core.errors import NumbaError, UnsupportedBytecodeError

    return NumbaError, UnsupportedBytecodeError


@cache
def _skipped() -> tuple[Path, ...]:
    """Return the folders whose code isn't the user's."""
    import numba

    return Path(__file__).parents[1], Path(numba.__file__).parent


class _Place(NamedTuple):
    """A line of a user's function."""

    file: str
    line: int
    function: str = ""

    def __str__(self) -> str:
        text = linecache.getline(self.file, self.line).strip()
        quoted = f", `{text}`" if text else ""
        name = f"{self.function}, " if self.function else ""
        return f"{name}line {self.line} of {Path(self.file).name}{quoted}"


def compile_error_text(error: Exception, domain: CompiledDomain[Any] | None) -> str:
    """Return one line of numba's ``error``: where compilation failed, why, and what to write instead."""
    text = re.sub(r"\x1b\[\d*m", "", str(error))
    from astarlib.compiled.codegen.intrinsics import MESSAGE_MARK  # It takes long to import.

    ours = re.search(f"{MESSAGE_MARK}(.*)", text)
    reason = _reason(text) if ours is None else ours[1].strip()
    place = _place_in(text) or _place_in_traceback(error.__traceback__) or _place_of_return(reason, domain)
    if ours is None:
        reason = f"{reason.rstrip('.')}. In compiled code, {_advice(reason)}"
    return reason if place is None else f"{place}: {reason}"


def _advice(reason: str) -> str:
    """Return what to write instead."""
    for pattern, advice in _ADVICE:
        found = re.search(pattern, reason)
        if found is not None:
            return found.expand(advice)
    return _OTHERWISE


def _reason(text: str) -> str:
    """Return in one line what numba found."""
    if "NRT required" in text:
        return "it makes a list, an array or another object; expected numbers and tuples of numbers"
    missing = re.search(r"No implementation of function .*?>>> ([^\n]*)", text, re.DOTALL)
    if missing is not None:
        call = re.sub(r"Literal\[(\w+)\]\([^)]*\)", r"\1", missing[1])
        return f"no function fits {call}"
    lines = [line.strip() for line in text.splitlines()]
    found = next((line for line in lines if line != "" and not line.startswith("Failed in ")), "no reason given")
    return found.removesuffix(" Raised from None").rstrip(".")


def _place_in(text: str) -> _Place | None:
    """Return the innermost line of a user's function that numba's text names."""
    for found in re.finditer(r'File "([^"]+)", line (\d+):|During: [^\n]* at (\S+) \((\d+)\)', text):
        file, line = found[1] or found[3], int(found[2] or found[4])
        path = Path(file).absolute().resolve()
        if file.startswith("<astarlib") or any(path.is_relative_to(folder) for folder in _skipped()):
            continue
        function = re.search(r"resolving callee type: type\(CPUDispatcher\(<function (\S+) at", text[found.end() :])
        name = "" if function is None else _TAG.sub("", function[1])
        return _Place(file if file.startswith("<") else str(path), line, name)
    return None


def _place_in_traceback(traceback: TracebackType | None) -> _Place | None:
    """Return the line that numba was reading when it met an instruction that it doesn't support."""
    code, line = None, None
    while traceback is not None:
        names = traceback.tb_frame.f_locals
        code = getattr(getattr(names.get("func_id"), "func", None), "__code__", code)
        line = getattr(names.get("inst"), "lineno", line)
        traceback = traceback.tb_next
    if code is None:
        return None
    return _Place(code.co_filename, line if isinstance(line, int) else code.co_firstlineno, code.co_name)


def _place_of_return(reason: str, domain: CompiledDomain[Any] | None) -> _Place | None:
    """Return the line on which a function of the domain returns the value that the reason is about."""
    name = re.match(r"(?:the )?(\w+) returned", reason)
    function = None if name is None else getattr(domain, name[1], None)
    if function is None:
        return None
    plain = python_function(function)
    code: CodeType | None = getattr(python_function(getattr(plain, "__wrapped__", plain)), "__code__", None)
    if code is None:
        return None
    returns = {line for line in _lines_of_returns(code) if line is not None}
    return _Place(code.co_filename, returns.pop() if len(returns) == 1 else code.co_firstlineno, code.co_name)


def _lines_of_returns(code: CodeType) -> list[int | None]:
    lines: list[int | None] = []
    line: int | None = None
    for instruction in dis.get_instructions(code):
        positions = instruction.positions
        line = line if positions is None or positions.lineno is None else positions.lineno
        if instruction.opname.startswith("RETURN_"):
            lines.append(line)
    return lines
