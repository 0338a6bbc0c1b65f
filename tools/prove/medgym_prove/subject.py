"""The subject of a validation: a plugin's source, its family, and builds of its synthetic data."""

from __future__ import annotations

import difflib
import hashlib
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from medgym_core import plugins, registry
from medgym_core.builds.making import ensure_build
from medgym_core.errors import ConfigError, PluginError
from medgym_core.errors.advice import farewell, install, is_gone
from medgym_core.registry.certificate import CERTIFICATE
from medgym_core.registry.difficulty import DIFFICULTY
from medgym_core.source import Build, Progress, Source, silent
from medgym_prove.digest import decides, decisive, digest, judge_digest, source_files
from medgym_prove.ladder.table import TEMPLATES
from medgym_prove.reach import reached

if TYPE_CHECKING:
    from medgym_core.family import TaskFamily


class UnloadableError(PluginError):
    """The family cannot be loaded; what needs it cannot be examined."""


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
    """Called with what is being done."""
    jobs: int = 2
    """Episodes at once; checks at once where they play none."""
    _building: Lock = field(default_factory=Lock, init=False, repr=False)

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
            UnloadableError: if it cannot be imported or provides no family of that name.
        """
        if self.unloadable:
            raise UnloadableError(self.unloadable)
        return self._provided[self.name]

    @cached_property
    def unloadable(self) -> str:
        """Why the family cannot be loaded, and what helps; empty if it can."""
        try:
            provided = self._provided
        except PluginError as error:
            return str(error)
        module = self.entry_points[self.name]
        return "" if self.name in provided else f"{module} provides {sorted(provided)}, not {self.name!r}"

    @cached_property
    def _provided(self) -> Mapping[str, TaskFamily]:
        if str(self.folder) not in sys.path:
            sys.path.insert(0, str(self.folder))
        project = self.project.get("project", {}).get("name", self.folder.name)
        return plugins.collect("medgym_task_families", self.entry_points[self.name], project)

    def build(self, seed: int = 0) -> Build:
        """The build of the synthetic source of ``seed`` by this very source, made unless it stands."""
        home = self.home / "validations" / self.identity[:24]
        with self._building:
            return ensure_build(self.family, Source.synthetic(seed, self.scale), home, self.progress)

    @cached_property
    def sandboxes(self) -> tuple[str, ...]:
        """Backends that can start boxes here, the strongest first."""
        from medgym_core.env.choose import PREFERENCE

        return tuple(name for name in PREFERENCE if plugins.sandbox(name).probe().ok)

    @cached_property
    def files(self) -> tuple[Path, ...]:
        """Every file of the source but what is measured of it, sorted."""
        modules = (module.partition(":")[0] for module in self.entry_points.values())
        packages = [self.folder / module.replace(".", "/") for module in modules]
        measured = {package / name for package in packages for name in (CERTIFICATE, DIFFICULTY, TEMPLATES)}
        return tuple(path for path in source_files(self.folder) if path not in measured)

    @cached_property
    def digest(self) -> str:
        """SHA-256 over names and bytes of the source, hex."""
        return digest({path.relative_to(self.folder).as_posix(): path for path in self.files})

    @cached_property
    def deciding(self) -> str:
        """SHA-256 over what of the source can decide a task or a verdict, hex; certificates are about it."""
        named = {path.relative_to(self.folder).as_posix(): path for path in self.files}
        return digest({name: path for name, path in named.items() if decides(name)}, decisive)

    @cached_property
    def libraries(self) -> str:
        """SHA-256 over what can decide in the modules of libraries that the plugin reaches, hex."""
        return digest(reached(self.package), decisive)

    @cached_property
    def identity(self) -> str:
        """SHA-256 over all that builds and findings come from, hex: plugin, libraries and what judges."""
        return hashlib.sha256(f"{self.digest} {self.libraries} {judge_digest()}".encode()).hexdigest()


def subject_of(target: str, home: Path, **settings: Any) -> Subject:
    """The subject named by a path, or by the name of an installed family.

    Raises:
        ConfigError: if it is neither, or the installed family has no source folder.
        PluginError: if the installed family's folder is gone.
    """
    path = Path(target)
    if (path / "pyproject.toml").is_file():
        return Subject(folder=path.resolve(), home=home, **settings)
    if path.is_dir():
        raise ConfigError(f"{path} holds no pyproject.toml; give the folder of a plugin")
    return Subject(folder=_source_of(_installed(target)), home=home, **settings)


def _installed(name: str) -> Path:
    """The package of an installed family; nothing of it is imported, since it may be broken."""
    installed = {item.name: item for item in plugins.installed()}
    if name not in installed:
        if package := registry.package_of(name):
            raise ConfigError(f"task family {name!r} is not installed; run `{install(package)}`")
        close = difflib.get_close_matches(name, {*installed, *registry.load().families}, n=1)
        hint = f"did you mean {close[0]!r}?" if close else "see `medgym list`"
        raise ConfigError(f"there is no folder and no installed family {name!r}; {hint}")
    item = installed[name]
    if is_gone(item.module):
        raise PluginError(f"{name} is provided by {item.distribution}, and {farewell(item.distribution)}")
    spec = find_spec(item.module.partition(".")[0])
    assert spec is not None
    return Path(spec.origin or (spec.submodule_search_locations or [""])[0])


def _source_of(module: Path) -> Path:
    folders = (folder for folder in module.resolve().parents if (folder / "pyproject.toml").is_file())
    found = next(folders, None)
    if found is None:
        raise ConfigError(
            f"{module} is installed without its source; give the plugin's source folder, or install it with "
            f"`pip install -e FOLDER`"
        )
    return found
