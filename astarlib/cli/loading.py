"""Objects of the user: ``module:attribute``, imported from the current folder or an installed package."""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path
from typing import Any, Final

from astarlib.cli.errors import ProblemError, UsageError, did_you_mean
from astarlib.errors import format_error

_PACKAGE: Final = Path(__file__).resolve().parents[1]


def load_object(given: str, folder: Path, *, kind: str, example: str) -> Any:  # Any: a user's object
    """Return the object that ``module:attribute`` names, a module in ``folder``. ``kind`` and ``example`` are for
    messages.
    Raise UsageError if there is no such module or attribute, and ProblemError if importing the module fails.
    """
    module, _, attribute = given.partition(":")
    if module.endswith(".py"):
        default = example.partition(":")[2]
        raise UsageError(f"{given!r} names a file; name the module: {Path(module).stem}:{attribute or default}")
    if not all(name.isidentifier() for name in [*module.split("."), *attribute.split(".")]):
        raise UsageError(f"{given!r} isn't {kind}; write module:attribute, for example {example}")
    return _attribute(_module(module, folder), attribute, given)


def _module(name: str, folder: Path) -> Any:
    here = str(folder)
    if here not in sys.path[:1]:
        sys.path.insert(0, here)
    importlib.invalidate_caches()
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            modules = sorted(path.stem for path in folder.glob("*.py"))
            raise UsageError(
                f"there is no module {error.name!r}, neither in this folder nor installed{did_you_mean(name, modules)}"
            ) from error
        raise ProblemError(f"importing {name!r} failed: {error}{place_of(error)}") from error
    except SyntaxError as error:
        where = f"{Path(error.filename or name).name}, line {error.lineno}"
        raise ProblemError(f"importing {name!r} failed: {error.msg} ({where})") from error
    except SystemExit as error:
        raise ProblemError(
            f"importing {name!r} ended the program; put the code that it runs below if __name__ == '__main__'"
        ) from error
    except Exception as error:
        raise ProblemError(f"importing {name!r} failed: {format_error(error)}{place_of(error)}") from error


def _attribute(module: Any, path: str, given: str) -> Any:
    found = module
    for name in path.split("."):
        if not hasattr(found, name):
            known = [known for known in vars(found) if not known.startswith("_")] if hasattr(found, "__dict__") else []
            owner = f"module {module.__name__!r}" if found is module else f"{given!r}: {found!r}"
            raise UsageError(f"{owner} has no {name!r}{did_you_mean(name, known)}")
        found = getattr(found, name)
    return found


def place_of(error: BaseException) -> str:
    """Return the place where the user's code failed, as `` (mine.py, line 12, in heuristic)``, or ""."""
    import traceback

    places = []
    seen: BaseException | None = error
    while seen is not None:
        frames = traceback.extract_tb(seen.__traceback__)
        places += [frame for frame in frames if _is_user_code(frame.filename)]
        seen = seen.__cause__ or seen.__context__
    if len(places) == 0:
        return ""
    return f" ({Path(places[-1].filename).name}, line {places[-1].lineno}, in {places[-1].name})"


def _is_user_code(filename: str) -> bool:
    if filename.startswith("<"):
        return False
    path = Path(filename).resolve()
    return (
        _PACKAGE not in path.parents and path.name != "astarlib" and not path.is_relative_to(Path(ast.__file__).parent)
    )
