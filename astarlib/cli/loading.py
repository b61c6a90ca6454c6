"""Objects of the user: ``file.py:attribute``, or ``module:attribute`` of this folder or an installed package."""

from __future__ import annotations

import ast
import atexit
import gc
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.cli.errors import ProblemError, UsageError, did_you_mean, quote
from astarlib.errors import format_error

_PACKAGE: Final = Path(__file__).resolve().parents[1]
_SUFFIX: Final = ".py"
_MAX_NAMES: Final = 9  # Objects of a module that a message lists.


def load_object(given: str, folder: Path, *, kind: str, example: str) -> Any:  # Any: a user's object
    """Return the object that ``file.py:attribute`` or ``module:attribute`` names. A module may be in ``folder``, and
    the path of a file is relative to it. ``kind`` and ``example`` are for messages.
    Raise UsageError if there is no such file, module or attribute, and ProblemError if importing it fails.
    """
    collect_at_exit()
    name, _, attribute = (given, "", "") if _is_python(given) else given.rpartition(":")
    if _is_path(name, folder):
        module, noun = _file_module(name, attribute, folder), "file"
    elif all(part.isidentifier() for part in name.split(".")):
        module, noun = _module(name, folder), "module"
    else:
        form = "write module:attribute or file.py:attribute"
        raise UsageError(f"{quote(given)} isn't {kind}; {form}, for example {example}{_hint(name, attribute, folder)}")
    if attribute == "":
        names = [f"{name}:{each}" for each in _objects(module, kind)]
        found = (
            f"name {kind} in it: {', '.join(names[:_MAX_NAMES])}" if len(names) > 0 else f"it doesn't contain {kind}"
        )
        raise UsageError(f"{quote(name)} is a {noun}; {found}")
    return _attribute(module, attribute, given, f"{noun} {quote(name)}")


def collect_at_exit() -> None:
    """Let the garbage collector search when Python exits: it may have to close files of a user's or a package's code.
    Without such code, `astarlib.cli.entry` prevents this search.
    """
    atexit.unregister(gc.freeze)


def _is_python(name: str) -> bool:
    return name.lower().endswith(_SUFFIX)


def _is_path(name: str, folder: Path) -> bool:
    """Return True if ``name`` is the path of a file, and not the name of a module."""
    is_other_file = "." in name and file_type(folder / name) == "file"
    return (_is_python(name) or "/" in name or "\\" in name or is_other_file) and f"{_SUFFIX}:" not in name.lower()


def file_type(path: Path) -> str:
    """Return ``file``, ``folder``, or nothing for another path or a text that can't be a path."""
    try:
        return "folder" if path.is_dir() else "file" if path.is_file() else ""
    except (OSError, ValueError):
        return ""


def _path(name: str, folder: Path) -> Path:
    try:
        return folder / Path(name).expanduser()
    except (RuntimeError, ValueError):  # There is no such user.
        return folder / name


def _hint(name: str, attribute: str, folder: Path) -> str:
    """Return ``; did you mean X?`` if ``name`` is the name of a Python file without its suffix, else nothing."""
    file = f"{name}{_SUFFIX}"
    return f"; did you mean {f'{file}:{attribute}'!r}?" if file_type(_path(file, folder)) == "file" else ""


def _file_module(name: str, attribute: str, folder: Path) -> ModuleType:
    """Return the module that a Python file contains."""
    path = _path(name, folder)
    kind = file_type(path)
    if kind == "folder":
        raise UsageError(f"{quote(name)} is a folder; name a Python file in it")
    if not _is_python(name):
        hint = _hint(name, attribute, folder)
        raise UsageError(f"{quote(name)} isn't a Python file; its name must end in {_SUFFIX}{hint}")
    if kind != "file":
        if file_type(path.parent) != "folder":
            raise UsageError(f"there is no folder {quote(str(path.parent))} for the file {quote(path.name)}")
        files = sorted(file.name for file in path.parent.glob(f"*{_SUFFIX}"))
        hint = did_you_mean(path.name, files, name.removesuffix(path.name))
        raise UsageError(f"there is no file {quote(path.name)} in the folder {quote(str(path.parent))}{hint}")
    with _import_errors(name):
        return _load(path.resolve(), path.stem)


def _load(file: Path, stem: str) -> ModuleType:
    """Return the module of a file. It's named after the file, so that other processes can import it, too.
    If that is the name of another module, such as ``random``, the module gets a new name and its folder is searched
    last, because imports of the other module must not find the file.
    """
    wanted = stem.replace(".", "_")
    name = next(name for name in (wanted, *(f"{wanted}_{number}" for number in range(2, 100))) if _is_free(name, file))
    folder = str(file.parent)
    if name == wanted:
        _search_first(folder)
    elif folder not in sys.path:
        sys.path.append(folder)
    if name in sys.modules:
        return sys.modules[name]
    loader = SourceFileLoader(name, str(file))
    spec = ModuleSpec(name, loader, origin=str(file))
    spec.has_location = True
    module = sys.modules[name] = module_from_spec(spec)
    try:
        loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


def _is_free(name: str, file: Path) -> bool:
    """Return True if no module has this name, or only the module of ``file``."""
    if name in sys.modules:
        origin = getattr(sys.modules[name], "__file__", None) or ""
    else:
        spec = find_spec(name)
        origin = None if spec is None else spec.origin
    return origin is None or Path(origin).resolve() == file


def _search_first(folder: str) -> None:
    """Let imports search a folder first, as those of ``python FILE`` search the folder of the file."""
    if folder not in sys.path[:1]:
        sys.path.insert(0, folder)
    importlib.invalidate_caches()


def _module(name: str, folder: Path) -> ModuleType:
    _search_first(str(folder))
    with _import_errors(name):
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{name}.".startswith(f"{error.name}."):
                raise
            modules = sorted(path.stem for path in folder.glob(f"*{_SUFFIX}"))
            raise UsageError(
                f"there is no module {error.name!r}, neither in this folder nor installed{did_you_mean(name, modules)}"
            ) from error
    if hasattr(module, "__path__") and getattr(module, "__file__", None) is None:
        raise UsageError(f"{quote(name)} is a folder; name a Python file in it")
    return module


@contextmanager
def _import_errors(name: str) -> Iterator[None]:
    """Turn an error of the code of a module into a ProblemError that shows the line."""
    try:
        yield
    except UsageError:
        raise
    except SyntaxError as error:
        line = "" if error.lineno is None else f", line {error.lineno}"
        where = f"{Path(error.filename or name).name}{line}"
        raise ProblemError(f"importing {quote(name)} failed: {error.msg} ({where})") from error
    except SystemExit as error:
        raise ProblemError(
            f"importing {quote(name)} ended the program; put the code that it runs below if __name__ == '__main__'"
        ) from error
    except Exception as error:
        raise_if_from_handler(error)
        raise ProblemError(f"importing {quote(name)} failed: {format_error(error)}{place_of(error)}") from error


def _objects(module: ModuleType, kind: str) -> Iterator[str]:
    """Yield the public names of the objects of this kind in a module, without the classes that it imports."""
    from astarlib.engines import Engine

    for name, value in list(vars(module).items()):
        is_class, is_own = isinstance(value, type), getattr(value, "__module__", None) == module.__name__
        match kind:
            case "a problem":
                fits = hasattr(value, "is_goal") and (is_own or not is_class)
            case "an engine":
                fits = is_own and is_class and issubclass(value, Engine)
            case _:
                fits = is_own and not is_class and callable(value)
        if fits and not name.startswith("_"):
            yield name


def _attribute(module: ModuleType, path: str, given: str, owner: str) -> Any:
    found: Any = module
    for name in path.split("."):
        if not hasattr(found, name):
            known = [known for known in vars(found) if not known.startswith("_")] if hasattr(found, "__dict__") else []
            where = owner if found is module else f"{given!r}: {found!r}"
            raise UsageError(f"{where} has no {name!r}{did_you_mean(name, known)}")
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
