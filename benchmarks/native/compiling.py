"""Compile the sources in this folder to executables."""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
from pathlib import Path

from benchmarks.harness.case import NotAvailable

_FOLDER = Path(__file__).resolve().parent
_BUILT = _FOLDER / "build"
_FLAGS = ("-std=c++20", "-O3", "-march=native")


def compiler() -> list[str]:
    """Return ``$CXX`` if it's set, else ``g++`` or ``clang++``; raise NotAvailable if there is none."""
    chosen = shlex.split(os.environ.get("CXX", ""))
    if len(chosen) > 0:
        if shutil.which(chosen[0]) is None:
            raise NotAvailable(f"$CXX is {chosen[0]!r}, which is not found")
        return chosen
    for name in ("g++", "clang++"):
        if shutil.which(name) is not None:
            return [name]
    raise NotAvailable("there is no C++ compiler: neither $CXX nor g++ nor clang++")


def executable(name: str) -> str:
    """Return the path of the executable of ``name.cpp``, and compile it first if the compiler or a source changed.

    Raises
    ------
    NotAvailable
        If there is no compiler or it fails. The message has the first line of its output.
    """
    command = [*compiler(), *_FLAGS]
    made_of = hashlib.sha256(repr([shutil.which(command[0]), *command[1:]]).encode())
    for source in (_FOLDER / f"{name}.cpp", *sorted(_FOLDER.glob("*.hpp"))):
        made_of.update(source.read_bytes())
    path = _BUILT / f"{name}-{made_of.hexdigest()[:16]}"
    if not path.exists():
        _BUILT.mkdir(exist_ok=True)
        unfinished = path.with_name(f"{path.name}.{os.getpid()}")
        _compile([*command, "-o", str(unfinished), str(_FOLDER / f"{name}.cpp")])
        unfinished.replace(path)
    return str(path)


def _compile(command: list[str]) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
    except subprocess.CalledProcessError as error:
        said = [line for line in error.stderr.splitlines() if "error" in line] or [f"exit code {error.returncode}"]
        raise NotAvailable(f"{command[0]} fails: {said[0]}") from None
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotAvailable(f"{command[0]} fails: {error}") from None
