"""The Python interpreters that run programs: our own, or one of an environment with other libraries."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

from benchmarks.harness.case import NotAvailable

ROOT = Path(__file__).resolve().parents[2]
_FOLDER = Path(__file__).resolve().parents[1] / ".environments"


def python_of(environment: str) -> str:
    """Return the interpreter of an environment. For ``"ours"``, it's the current one."""
    if environment == "ours":
        return sys.executable
    folder = _FOLDER / environment
    return str(folder / "Scripts" / "python.exe" if os.name == "nt" else folder / "bin" / "python")


def make_environment(name: str, requirements: Sequence[str], seconds: float = 600) -> str:
    """Install the missing requirements in an environment, and return its interpreter.

    Raises
    ------
    NotAvailable
        If they can't be installed. The message has the last line of pip's output.
    """
    note = _FOLDER / name / "requirements.txt"
    wanted = "".join(f"{requirement}\n" for requirement in requirements)
    if note.exists() and note.read_text(encoding="utf-8") == wanted:
        return python_of(name)
    try:
        venv.create(note.parent, clear=True, with_pip=True)
        command = [python_of(name), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *requirements]
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL)
    except subprocess.CalledProcessError as error:
        said = str(error.stderr or error.stdout or "pip printed nothing").strip().splitlines()
        raise NotAvailable(f"the environment {name!r} can't be created: {said[-1] if said else error}") from None
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotAvailable(f"the environment {name!r} can't be created: {error}") from None
    note.write_text(wanted, encoding="utf-8")
    return python_of(name)
