"""Packages that look installed: a module, and the metadata that declares its entry points."""


def install(folder, package, entry_points, **modules):
    """Write a package into a folder on ``sys.path``. Each entry point is a name and its ``module:attribute``."""
    metadata = folder / f"{package}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = [f"{name} = {target}" for name, target in entry_points.items()]
    (metadata / "entry_points.txt").write_text("\n".join(["[astarlib.engines]", *lines]) + "\n")
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)


ENGINE = """
from dataclasses import dataclass
from fractions import Fraction

from astarlib.engines import AStar


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Slow(AStar):
    factor: float = 2
    ratio: Fraction = Fraction(1, 2)
    sizes: tuple[int, ...] = (5, 3, 1)
    bound: int | None = None
    label: str = "x"
"""
