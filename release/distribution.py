"""The distributions of this repository: where their projects lie, and what these say."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
CORE = "medgym-core"
FAMILY = "medgym-plugin-"
"""What names of distributions of families begin with."""


class ReleaseError(Exception):
    """What keeps distributions from being released; the message says where it stands."""


@dataclass(frozen=True)
class Distribution:
    """One project of the workspace."""

    folder: Path
    """Holds ``pyproject.toml``."""

    @cached_property
    def table(self) -> Mapping[str, Any]:
        """``pyproject.toml``, parsed."""
        return tomllib.loads(self.path.read_text(encoding="utf-8"))

    @property
    def path(self) -> Path:
        """The project file."""
        return self.folder / "pyproject.toml"

    @property
    def name(self) -> str:
        """Name under which it is installed."""
        return str(self.table["project"]["name"])

    @property
    def version(self) -> str:
        """Version of the next release, or of the last."""
        return str(self.table["project"]["version"])

    @property
    def family(self) -> str | None:
        """The family that it provides; None for what belongs to the core's own releases."""
        return self.name.removeprefix(FAMILY) if self.name.startswith(FAMILY) else None

    @property
    def stem(self) -> str:
        """What names of its files begin with: ``NAME-VERSION``, in the form of file names."""
        return f"{self.name.replace('-', '_')}-{self.version}"

    @property
    def packages(self) -> tuple[str, ...]:
        """Import packages in its wheel."""
        wheel = self.table["tool"]["hatch"]["build"]["targets"]["wheel"]
        return tuple(map(str, wheel.get("packages", ())))

    @property
    def verbs(self) -> tuple[tuple[str, ...], ...]:
        """Commands that it adds to ``medgym``, each as it is typed."""
        points = self.table["project"].get("entry-points", {}).get("medgym", {})
        found = (name for name, target in points.items() if target.endswith(":medgym_commands"))
        return tuple(tuple(name.split(".")) for name in found)


def distributions(root: Path = ROOT) -> tuple[Distribution, ...]:
    """All projects of the workspace, the core first."""
    members = Distribution(root).table["tool"]["uv"]["workspace"]["members"]
    found = sorted(path.parent for member in members for path in root.glob(f"{member}/pyproject.toml"))
    return tuple(map(Distribution, (root, *found)))
