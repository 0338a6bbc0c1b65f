"""Two fresh environments, each with the base's core and checks, the libraries needed, and the plugin."""

from __future__ import annotations

import hashlib
import shutil
import sys
import tarfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from medgym_core.errors import ConfigError
from medgym_prove.proposal import process
from medgym_prove.proposal.overlay import PLUGINS, Proposal
from medgym_prove.proposal.rules import normal, project_of, providers, requirements

BOXES = """\
import sys
from pathlib import Path
from medgym_core.family import BoxEnvironment
from medgym_sandbox.environment import ensure_interpreter
ensure_interpreter(BoxEnvironment(recipe=Path(sys.argv[1])), Path(sys.argv[2]))
"""


CHECKS = "tools/prove"
"""Folder of the distribution that validates."""


@dataclass(frozen=True)
class Base:
    """What the base branch gives: wheels of its core and checks, of libraries and families built on them."""

    wheels: tuple[str, ...]
    """Paths."""
    constraints: Path
    """Versions that the base is developed with."""


@dataclass(frozen=True)
class Install:
    """One environment, and the folders that belong to it alone."""

    root: Path
    """Holds all of it."""
    name: str
    """Name of the family."""

    @property
    def python(self) -> Path:
        """The environment's interpreter."""
        return self.root / "env" / "bin" / "python"

    @property
    def folder(self) -> Path:
        """The plugin's source."""
        return self.root / PLUGINS / self.name

    @property
    def home(self) -> Path:
        """Where builds lie."""
        return self.root / "home"

    @property
    def work(self) -> Path:
        """An empty work directory."""
        return self.root / "work"

    def variables(self) -> dict[str, str]:
        """What commands that run code of the plugin are given."""
        own = {
            "HOME": str(self.work),
            "TMPDIR": str(self.root / "tmp"),
            "UV_CACHE_DIR": str(self.root / "cache"),
        }
        return process.variables(process.KEPT, **own, PYTHONNOUSERSITE="1", PYTHONDONTWRITEBYTECODE="1")


def prepare_base(proposal: Proposal, scratch: Path) -> Base:
    """Build wheels of the base commit in ``scratch``.

    Raises:
        ConfigError: if the base cannot be built.
    """
    tree, wheels = scratch / "base", scratch / "wheels"
    archive = scratch / "base.tar"
    proposal.repository.git("archive", "--format=tar", f"--output={archive}", proposal.base)
    with tarfile.open(archive) as packed:
        packed.extractall(tree, filter="data")
    archive.unlink()
    known = {folder: project for folder, project in providers(proposal).items() if folder != proposal.folder}
    wanted = _wanted(requirements(_project(proposal)), known)
    builder = _builder(scratch, wheels)
    for folder in wanted:
        what = f"the base's {folder or 'core'} cannot be built"
        _install([[*builder, str(tree / folder)]], scratch, what)
    constraints = scratch / "constraints.txt"
    pins = known[""].get("tool", {}).get("uv", {}).get("constraint-dependencies", ())
    constraints.write_text("".join(f"{pin}\n" for pin in pins), encoding="utf-8")
    return Base(tuple(sorted(map(str, wheels.glob("*.whl")))), constraints)


def make_installs(proposal: Proposal, base: Base, scratch: Path) -> tuple[tuple[Install, ...], list[str]]:
    """Two installs, and what is wrong with how the plugin installs.

    Raises:
        ConfigError: if an environment cannot be made, or a declared dependency is not to be had.
    """
    installs = tuple(Install(scratch / place, proposal.name) for place in ("a", "b"))
    declared = requirements(_project(proposal))
    problems: list[str] = []
    for install in installs:
        _lay(proposal, install)
        _install(
            _environment(install, base, declared),
            install.work,
            "what the plugin declares cannot be installed",
        )
    before = [_listed(install) for install in installs]
    done = process.run(
        [[*process.offline(), *_plugin(install)] for install in installs],
        [install.variables() for install in installs],
        [install.work for install in installs],
    )
    for install, earlier, ended in zip(installs, before, done, strict=True):
        if ended.code:
            problems.append(f"{proposal.folder} cannot be installed: {ended.error}")
        else:
            problems += _strange(install, earlier)
    return installs, list(dict.fromkeys(problems))


def make_boxes(installs: Sequence[Install], package: str) -> None:
    """Make the package folder of the family's boxes, while there still is a network.

    Raises:
        ConfigError: if its packages cannot be installed.
    """
    for install in installs:
        recipe = install.folder / package / "image"
        command = [str(install.python), "-I", "-c", BOXES, str(recipe), str(install.home)]
        _install([command], install.work, "the environment of the boxes cannot be made")


def normal_name(requirement: str) -> str:
    """The distribution that a requirement names."""
    return normal("".join(_until(requirement, " [<>=!~;")))


def _until(text: str, stops: str) -> str:
    return next((text[:at] for at, letter in enumerate(text) if letter in stops), text)


def _project(proposal: Proposal) -> dict[str, Any]:
    where = f"{proposal.folder}/pyproject.toml"
    return project_of(proposal.text("pyproject.toml"), where)


def _wanted(needed: Sequence[str], known: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Folders of the base: core, checks, what these and the plugin need of it, families that need it too.

    Subjects of such a family may come from the same source, so that S10 compares with it.
    """
    libraries = {
        normal(project.get("project", {}).get("name")): folder
        for folder, project in known.items()
        if folder.startswith(("libs/", "tools/"))
    }
    found = ["", CHECKS]
    own = (text for folder in found for text in requirements(known.get(folder, {})))
    open_ = [normal_name(text) for text in (*own, *needed)]
    while open_:
        folder = libraries.get(open_.pop())
        if folder and folder not in found:
            found.append(folder)
            open_ += map(normal_name, requirements(known[folder]))
    names = {name for name, folder in libraries.items() if folder in found}
    kin = [
        folder
        for folder, project in known.items()
        if folder.startswith(f"{PLUGINS}/") and names & set(map(normal_name, requirements(project)))
    ]
    return [*found, *kin]


def _lay(proposal: Proposal, install: Install) -> None:
    """Write the plugin's files, whose paths were found plain."""
    for folder in (install.work, install.root / "tmp", install.home):
        folder.mkdir(parents=True)
    for entry, content in zip(proposal.files, proposal.contents(), strict=True):
        path = install.root / entry.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(int(entry.mode[-3:], 8))


def _builder(scratch: Path, out: Path) -> list[str]:
    """The command that makes a wheel of the folder that follows it."""
    if uv := shutil.which("uv"):
        return [uv, "build", "--quiet", "--wheel", "--out-dir", str(out)]
    tools = scratch / "tools"  # the interpreter that runs this may have no pip
    _install([[sys.executable, "-m", "venv", str(tools)]], scratch, "no environment can be made")
    pip = [str(tools / "bin" / "python"), "-m", "pip"]
    return [*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", str(out)]


def _environment(install: Install, base: Base, declared: Sequence[str]) -> list[list[str]]:
    target, what = str(install.root / "env"), ["-c", str(base.constraints), "--", *base.wheels, *declared]
    if uv := shutil.which("uv"):
        made = [uv, "venv", "--quiet", "--python", sys.executable, target]
        return [made, [uv, "pip", "install", "--quiet", "--python", str(install.python), *what]]
    made = [sys.executable, "-m", "venv", target]
    return [made, [str(install.python), "-m", "pip", "install", "--quiet", *what]]


def _plugin(install: Install) -> list[str]:
    common = ["--quiet", "--no-deps", "--no-build-isolation"]
    if uv := shutil.which("uv"):
        only = ["--offline", "--no-config", "--python", str(install.python)]
        return [uv, "pip", "install", *common, *only, str(install.folder)]
    return [
        str(install.python),
        "-m",
        "pip",
        "install",
        *common,
        "--no-compile",
        "--no-index",
        str(install.folder),
    ]


def _install(commands: Sequence[Sequence[str]], place: Path, failure: str) -> None:
    for command in commands:
        (done,) = process.run([command], [process.variables((*process.KEPT, *process.INDEX))], [place])
        if done.code:
            raise ConfigError(f"{failure}: {done.error}")


def _listed(install: Install) -> dict[str, tuple[int, int, int]]:
    """Every file of the environment with its size, time and number."""
    env = install.root / "env"
    found = {}
    for path in env.rglob("*"):
        if not path.is_dir():
            status = path.lstat()
            found[path.relative_to(env).as_posix()] = (status.st_size, status.st_mtime_ns, status.st_ino)
    return found


def _strange(install: Install, before: Mapping[str, tuple[int, int, int]]) -> list[str]:
    """What installing the plugin changed beside its own package, or made of other bytes than its source."""
    package = f"medgym_plugin_{install.name.replace('-', '_')}"
    after, problems = _listed(install), []
    for path in sorted(path for path in {*before, *after} if before.get(path) != after.get(path)):
        _, site, inside = path.rpartition("site-packages/")
        if not site or inside.split("/")[0] not in (package, *_metadata(inside, package)):
            problems.append(f"installing it changes {path} of the environment")
        elif inside.startswith(f"{package}/") and _hash(install.root / "env" / path) != _hash(
            install.folder / inside
        ):
            problems.append(f"it installs {inside} with other bytes than its source has")
    return problems


def _metadata(inside: str, package: str) -> tuple[str, ...]:
    """The folder of metadata that ``inside`` lies in, if it is the plugin's."""
    first = inside.split("/")[0]
    own = first.endswith(".dist-info") and normal(first.partition("-")[0]) == normal(package)
    return (first,) if own else ()


def _hash(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest() if path.is_file() else b""
