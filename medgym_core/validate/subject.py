"""The subject of a validation: a plugin's source, its family, and builds of its synthetic data."""

from __future__ import annotations

import hashlib
import importlib
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from medgym_core import plugins
from medgym_core.errors import ConfigError, PluginError
from medgym_core.rollout.choose import PREFERENCE
from medgym_core.source import Build, Progress, Source, ensure_build, silent

if TYPE_CHECKING:
    from medgym_core.family import TaskFamily

_NOT_SOURCE = {"__pycache__", ".git", ".venv", ".mypy_cache", ".ruff_cache", ".pytest_cache", "dist"}


@dataclass
class Subject:
    """What is validated; everything beyond the source is made when first asked for."""

    folder: Path
    """The plugin's source: holds ``pyproject.toml``."""
    home: Path
    """Where builds lie."""
    scale: int | None = None
    """Size of the synthetic builds; None takes the family's default."""
    progress: Progress = field(default=silent)
    """Told what is being done."""
    jobs: int = 2
    """Episodes at once."""

    @cached_property
    def project(self) -> Mapping[str, Any]:
        """``pyproject.toml``, parsed."""
        return tomllib.loads((self.folder / "pyproject.toml").read_text(encoding="utf-8"))

    @cached_property
    def entry_points(self) -> Mapping[str, str]:
        """Entry points of the group ``medgym``: name to module."""
        found: Mapping[str, str] = self.project.get("project", {}).get("entry-points", {}).get("medgym", {})
        return found

    @cached_property
    def name(self) -> str:
        """Name of the family: that of the entry point.

        Raises:
            ConfigError: if the project has none, or more than one.
        """
        if len(self.entry_points) != 1:
            raise ConfigError(
                f"{self.folder / 'pyproject.toml'} has {len(self.entry_points)} entry points in the group "
                f'medgym; a family has exactly one, [project.entry-points.medgym] NAME = "MODULE"'
            )
        return next(iter(self.entry_points))

    @cached_property
    def package(self) -> Path:
        """Folder of the package that the entry point names."""
        return self.folder / self.entry_points[self.name].partition(":")[0].replace(".", "/")

    @cached_property
    def family(self) -> TaskFamily:
        """The family, imported from the source.

        Raises:
            PluginError: if it cannot be imported or provides no family of that name.
        """
        if str(self.folder) not in sys.path:
            sys.path.insert(0, str(self.folder))
        module = self.entry_points[self.name]
        try:
            provided = importlib.import_module(module).medgym_task_families()
        except Exception as error:
            raise PluginError(
                f"{module} of {self.folder} cannot be loaded: {error!r}; install it with "
                f"`pip install -e {self.folder}`"
            ) from error
        if self.name not in provided:
            raise PluginError(f"{module} provides {sorted(provided)}, not {self.name!r}")
        family: TaskFamily = provided[self.name]
        return family

    def build(self, seed: int = 0) -> Build:
        """The build of the synthetic source of ``seed`` by this very source, made unless it stands."""
        home = self.home / "validations" / self.digest[:24]
        return ensure_build(self.family, Source.synthetic(seed, self.scale), home, self.progress)

    @cached_property
    def sandboxes(self) -> tuple[str, ...]:
        """Backends that can start boxes here, the strongest first."""
        return tuple(name for name in PREFERENCE if plugins.sandbox(name).probe().ok)

    @cached_property
    def files(self) -> tuple[Path, ...]:
        """Every file of the source, sorted."""
        return tuple(
            path
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and not _NOT_SOURCE & set(path.relative_to(self.folder).parts)
        )

    @cached_property
    def digest(self) -> str:
        """SHA-256 over names and bytes of the source, hex."""
        total = hashlib.sha256()
        for path in self.files:
            total.update(f"{path.relative_to(self.folder)}\0{path.stat().st_size}\0".encode())
            total.update(path.read_bytes())
        return total.hexdigest()


def subject_of(target: str, home: Path, **settings: Any) -> Subject:
    """The subject named by a path, or by the name of an installed family.

    Raises:
        ConfigError: if it is neither, or the installed family has no source folder.
    """
    path = Path(target)
    if (path / "pyproject.toml").is_file():
        return Subject(folder=path.resolve(), home=home, **settings)
    if path.is_dir():
        raise ConfigError(f"{path} holds no pyproject.toml; give the folder of a plugin")
    installed = {item.name: item.module for item in plugins.installed()}
    if target not in installed:
        raise ConfigError(f"there is no folder and no installed family {target!r}; see `medgym list`")
    module = importlib.import_module(installed[target].partition(":")[0])
    folder = _source_of(Path(str(module.__file__)))
    return Subject(folder=folder, home=home, **settings)


def _source_of(module: Path) -> Path:
    folders = (folder for folder in module.resolve().parents if (folder / "pyproject.toml").is_file())
    found = next(folders, None)
    if found is None:
        raise ConfigError(
            f"{module} is installed without its source; give the plugin's source folder, or install it with "
            f"`pip install -e FOLDER`"
        )
    return found
