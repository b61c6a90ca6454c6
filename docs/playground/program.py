"""Run a visitor's program in the browser, as Python would run it as a script."""

from __future__ import annotations

import errno
import linecache
import sys
import traceback
from types import ModuleType

NAME = "program.py"
ADVICE = (
    "This needs an installation of astarlib. Compiled engines, processes, threads, memory limits and other packages "
    "don't run in the browser."
)


def run(code: str) -> bool:
    """Run a program, print its traceback if it fails, and return True if it didn't."""
    module = sys.modules["__main__"] = ModuleType("__main__")  # Dataclasses and pickle look up names there.
    linecache.cache[NAME] = (len(code), None, code.splitlines(keepends=True), NAME)  # for the lines in a traceback
    try:
        exec(compile(code, NAME, "exec", dont_inherit=True), vars(module))  # noqa: S102  # the visitor's own program
    except SystemExit as end:
        return end.code in {None, 0}
    except BaseException as error:  # noqa: BLE001  # KeyboardInterrupt, too, may be raised by the program itself.
        shown = error.__traceback__ and error.__traceback__.tb_next  # without this function
        print(*traceback.format_exception(error.with_traceback(shown)), sep="", end="", file=sys.stderr)  # noqa: T201
        if needs_installation(error):
            print("", ADVICE, sep="\n", file=sys.stderr)  # noqa: T201
        return False
    return True


def needs_installation(error: BaseException | None) -> bool:
    """Return True if the browser lacks something that an error, or an error before it, is about."""
    while error is not None:
        match error:
            case ImportError(name=name) if name is None or name.partition(".")[0] != "astarlib":
                return True
            case OSError(errno=errno.ENOSYS | errno.ENOTSUP) | RuntimeError(args=("can't start new thread",)):
                return True
        error = error.__cause__ or error.__context__
    return False
