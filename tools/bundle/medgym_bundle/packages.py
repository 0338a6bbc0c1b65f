"""Wheels for a bundle: of what is installed here, in the versions that are installed here."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import tomllib
from collections.abc import Iterable, Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions
from pathlib import Path
from urllib.parse import unquote, urlsplit

from medgym_core.errors import ConfigError

CORE = "medgym-core"


def fetch_environment(
    pip: Sequence[str], providers: Iterable[str], extras: Sequence[str], out: Path
) -> tuple[str, ...]:
    """Put wheels of the core, of the distributions ``providers`` and of all they need into ``out``.

    What is installed from a source folder is built from that folder; the rest comes from the index that pip
    is configured with, in the versions installed here. ``pip`` is its command; each of
    ``extras`` counts for who has it.

    Returns:
        ``name==version`` of each, pip itself among them.

    Raises:
        ConfigError: with pip's last words, if one cannot be had.
    """
    installed = _reached([CORE, *providers])
    sources = {name: folder for name, dist in installed.items() if (folder := _source(dist))}
    roots = dict.fromkeys([CORE, *map(normal, providers), *sources])
    wanted = [
        _requirement(installed[name], sources.get(name), extras)
        for name in roots  # the core first: pip looks for it in the index until it has seen one with extras
    ]
    versions = {normal(dist.name): dist.version for dist in distributions()}
    with tempfile.TemporaryDirectory() as scratch:
        constraints = Path(scratch) / "constraints.txt"
        lines = (f"{name}=={version}\n" for name, version in versions.items() if name not in sources)
        constraints.write_text("".join(sorted(lines)), encoding="utf-8")
        _fetch(pip, [*wanted, "pip", "--constraint", str(constraints)], out)
    return tuple(sorted("==".join(wheel.name.split("-")[:2]) for wheel in out.glob("*.whl")))


def fetch_boxes(pip: Sequence[str], requirements: Path, out: Path) -> None:
    """Put wheels of what boxes need into ``out``; errors as in :func:`fetch_environment`."""
    _fetch(pip, ["--requirement", str(requirements.absolute())], out)


def normal(name: str) -> str:
    """The name of a distribution in one spelling."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _requirement(installed: Distribution, source: Path | None, extras: Sequence[str]) -> str:
    own = installed.metadata.get_all("Provides-Extra") or ()
    chosen = f"[{','.join(found)}]" if (found := [extra for extra in extras if extra in own]) else ""
    return f"{source}{chosen}" if source else f"{normal(installed.name)}{chosen}=={installed.version}"


def _fetch(pip: Sequence[str], wanted: Sequence[str], out: Path) -> None:
    # Not in the caller's folder, which may lie in a project with settings of its own.
    command = [*pip, "wheel", "--quiet", "--wheel-dir", str(out.absolute()), *wanted]
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = "; ".join(done.stderr.strip().splitlines()[-3:])
        raise ConfigError(
            f"wheels for the bundle could not be fetched: {last}. This needs a package index (PIP_INDEX_URL, "
            f"PIP_FIND_LINKS and pip's own configuration count)"
        )


def _reached(names: Iterable[str]) -> dict[str, Distribution]:
    """The installed distributions among ``names`` and what they require, by normal name."""
    found: dict[str, Distribution] = {}
    waiting = list(names)
    while waiting:
        name = normal(waiting.pop())
        if name in found:
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:  # what an extra would need
            continue
        required = (re.match(r"[\w.-]+", text) for text in _required(found[name]))
        waiting += [match[0] for match in required if match]
    return found


def _required(installed: Distribution) -> Iterable[str]:
    """What a distribution requires; a source folder may have changed since it was installed."""
    source = _source(installed)
    if source and (project := source / "pyproject.toml").is_file():
        content = tomllib.loads(project.read_text(encoding="utf-8")).get("project", {})
        if "dependencies" in content:
            return list(content["dependencies"])
    return installed.requires or ()


def _source(installed: Distribution) -> Path | None:
    """The folder that a distribution was installed from, if it was one."""
    origin = json.loads(installed.read_text("direct_url.json") or "{}")
    return Path(unquote(urlsplit(origin["url"]).path)) if "dir_info" in origin else None
