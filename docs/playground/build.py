"""Build the playground, and put it into the site: a hook of mkdocs, and a script (``python build.py FOLDER``).

npm installs pyodide, the code editor and esbuild as ``package-lock.json`` pins them. Without npm or its registry, the
site is built without the playground, and its page says so.
"""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

SOURCE: Final = Path(__file__).resolve().parent
ROOT: Final = SOURCE.parents[1]
WORK: Final = ROOT / "build" / "playground"
COPIED: Final = ("app.html", "start.js", "playground.css")
PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
MAX_BYTES: Final = 16 * 10**6
"""The most that a visitor loads."""

_log: Final = logging.getLogger("mkdocs.plugins.playground")
_left_out: list[str] = []
"""The reason why the site is built without the playground, if it is."""


class UnavailableError(Exception):
    """The playground can't be built on this machine. The text is the reason."""


def build(target: Path) -> None:
    """Write the playground into a new folder.

    Raises
    ------
    UnavailableError
        If npm isn't installed, or its registry doesn't answer.
    """
    modules = _node_modules()
    target.mkdir(parents=True)
    for name in COPIED:
        shutil.copy(SOURCE / name, target)
    (target / "pyodide").mkdir()
    for name in PYODIDE:
        shutil.copy(modules / "pyodide" / name, target / "pyodide")
    wheels = _wheels(target)
    bundled = _bundle(modules, target, [wheel.name for wheel in wheels])
    _copy_licenses(target / "licenses", modules, bundled, wheels)
    loaded = sum(path.stat().st_size for path in target.rglob("*") if path.is_file() and path.parent.name != "licenses")
    if loaded > MAX_BYTES:
        raise RuntimeError(f"the playground loads {loaded:,} bytes; expected at most {MAX_BYTES:,}")
    page = target / "app.html"
    size = f'<span id="size">{loaded / 10**6:.0f} MB</span>'
    page.write_text(page.read_text(encoding="utf-8").replace('<span id="size"></span>', size), encoding="utf-8")


def _node_modules() -> Path:
    """Install the packages of ``package-lock.json``, unless they are installed, and return their folder."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise UnavailableError("npm wasn't installed")
    WORK.mkdir(parents=True, exist_ok=True)
    lock, installed = SOURCE / "package-lock.json", WORK / "installed-lock.json"
    if not installed.exists() or installed.read_bytes() != lock.read_bytes():
        for path in (lock, SOURCE / "package.json"):
            shutil.copy(path, WORK)
        try:
            _run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1"], WORK)
        except RuntimeError as error:
            _check_registry(npm, error)
            raise
        shutil.copy(lock, installed)
    return WORK / "node_modules"


def _check_registry(npm: str, error: RuntimeError) -> None:
    """Raise UnavailableError if an error of npm has the reason that its registry doesn't answer."""
    try:
        _run([npm, "ping", "--fetch-retries=0"], WORK)
    except RuntimeError:
        raise UnavailableError("the registry of npm didn't answer") from error


def _wheels(target: Path) -> list[Path]:
    """Write the wheels of astarlib and of what it needs, and return their paths."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    pinned = ["--require-hashes", "--only-binary", ":all:", "--requirement", str(SOURCE / "requirements.txt")]
    _run([*pip, "download", "--quiet", "--no-deps", "--dest", str(target), *pinned], WORK)
    _run([*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", str(target), str(ROOT)], WORK)
    return sorted(target.glob("*.whl"))


def _bundle(modules: Path, target: Path, wheels: list[str]) -> set[str]:
    """Write the page's scripts, and return the names of the packages that they contain."""
    with tempfile.TemporaryDirectory() as folder:
        facts = Path(folder, "facts.json")
        _run(
            ["node", str(modules / "esbuild" / "bin" / "esbuild"), "playground.js", "worker.js", "--bundle", "--minify",
             "--format=esm", "--target=es2022", "--charset=utf8", "--loader:.py=text", "--legal-comments=none",
             "--log-level=warning", "--external:./pyodide/pyodide.mjs", f"--define:WHEELS={json.dumps(wheels)}",
             f"--outdir={target}", f"--metafile={facts}"],
            SOURCE, {"NODE_PATH": str(modules)},
        )  # fmt: skip
        inputs = json.loads(facts.read_text(encoding="utf-8"))["inputs"]
    inside = (path.rpartition("node_modules/")[2].split("/") for path in inputs if "node_modules/" in path)
    return {"/".join(parts[:2]) if parts[0].startswith("@") else parts[0] for parts in inside}


def _copy_licenses(target: Path, modules: Path, bundled: Iterable[str], wheels: Iterable[Path]) -> None:
    """Write the licenses of everything in the playground. Python has the license of typing-extensions."""
    shutil.copytree(SOURCE / "licenses", target)
    for name in bundled:
        shutil.copy(modules / name / "LICENSE", target / f"{name.replace('/', '-').lstrip('@')}.txt")
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            [license_file] = [name for name in archive.namelist() if name.endswith("dist-info/licenses/LICENSE")]
            (target / f"{wheel.name.partition('-')[0]}.txt").write_bytes(archive.read(license_file))


def _run(command: list[str], folder: Path, variables: dict[str, str] | None = None) -> None:
    done = subprocess.run(  # noqa: S603  # fixed programs
        command, cwd=folder, env=os.environ | (variables or {}), capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} failed with exit code {done.returncode}:\n{done.stdout}{done.stderr}")


# --- hooks of mkdocs --------------------------------------------------------------------------------------------------


def on_startup(**_: object) -> None:
    """Build the playground once, also for a server that builds the site again after each change."""
    shutil.rmtree(WORK / "site", ignore_errors=True)
    try:
        build(WORK / "site")
    except UnavailableError as reason:
        _left_out[:] = [str(reason)]
        _log.info("The site is built without the playground: %s", reason)


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:  # Any: mkdocs' own
    """Replace the frame of the playground with a note if the playground isn't built."""
    if page.file.src_uri != "playground/index.md" or len(_left_out) == 0:
        return markdown
    title = "This copy of the documentation has no playground"
    note = f'!!! note "{title}"\n\n    When it was built, {_left_out[0]}.'
    return re.sub(r"<iframe.*</iframe>", note, re.sub(r"^.*\(app\.html\).*$", "", markdown, flags=re.MULTILINE))


def on_post_build(config: Any, **_: object) -> None:  # Any: mkdocs' own
    """Copy the playground into the site."""
    if len(_left_out) == 0:
        shutil.copytree(WORK / "site", Path(config["site_dir"], "playground"), dirs_exist_ok=True)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
