"""The smoke test: one wheel in an environment that holds nothing else of ours, and what it can do there."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from release.build import files
from release.distribution import CORE, Distribution, ReleaseError, distributions
from release.process import run

_SCALE = re.compile(r"^medgym run --task \S+.* --scale (\d+)", re.MULTILINE)
_SAYS = "import importlib.metadata as m, {packages}; print(m.version({name!r}))"


def smoke(of: Distribution, root: Path, out: Path, scratch: Path) -> None:
    """Install the wheel of ``of`` from ``out`` below ``scratch``, and use it.

    Every distribution is imported; one that needs the core shows the help of ``medgym`` and of the verbs that
    it brings; a family is listed, and its reference plays one task, of data as small as its readme takes for
    a first run.

    Raises:
        ReleaseError: with what was found instead.
    """
    python = _install(of, out, scratch)
    packages = ", ".join(of.packages) or "medgym_core"
    said = run(python, "-I", "-c", _SAYS.format(packages=packages, name=of.name), cwd=scratch).strip()
    if said != of.version:
        raise ReleaseError(f"{of.name}: the installed version is {said}, not {of.version}")
    medgym = python.with_name("medgym")
    for words in _verbs(of, distributions(root)):
        _holds(of, "Usage: medgym", run(medgym, *words, "--help", cwd=scratch))
    if of.family:
        _play(of, of.family, medgym, scratch)


def _install(of: Distribution, out: Path, scratch: Path) -> Path:
    return environment(out, scratch, files(of, out.absolute())[0])


def environment(out: Path, scratch: Path, *what: object) -> Path:
    """The interpreter of a fresh environment with ``what``; what that requires of ours comes from ``out``."""
    python = scratch / "venv" / "bin" / "python"
    pins = scratch / "ours.txt"
    pins.write_text(
        "".join(f"{_name(wheel)} @ {wheel.as_uri()}\n" for wheel in _wheels(out)), encoding="utf-8"
    )
    run("uv", "venv", "--quiet", "--python", sys.executable, scratch / "venv", cwd=scratch)
    install = ("uv", "pip", "install", "--quiet", "--python", python, "--constraint", pins)
    run(*install, *what, cwd=scratch)
    return python


def _wheels(out: Path) -> Iterator[Path]:
    yield from sorted(out.absolute().glob("*.whl"))


def _name(wheel: Path) -> str:
    return str(parse_wheel_filename(wheel.name)[0])


def _verbs(of: Distribution, all_: tuple[Distribution, ...]) -> Iterator[tuple[str, ...]]:
    """``medgym`` itself, and verbs of a distribution and of those that it requires; none without the core."""
    names = {of.name}
    while more := {name for one in all_ if one.name in names for name in _required(one)} - names:
        names |= more
    if CORE in names:
        yield ()
        yield from (words for one in all_ if one.name in names - {CORE} for words in one.verbs)


def _required(of: Distribution) -> Iterator[str]:
    for text in of.table["project"].get("dependencies", ()):
        yield canonicalize_name(Requirement(text).name)


def _play(of: Distribution, family: str, medgym: Path, scratch: Path) -> None:
    _holds(of, family, run(medgym, "list", cwd=scratch))
    where = ("--home", scratch / "home", "--out", scratch / "run")
    what = ("--task", family, "--limit", 1, *_size(of), "--sandbox", "process")
    run(medgym, "run", *what, *where, cwd=scratch)
    (report,) = json.loads(run(medgym, "report", scratch / "run", "--json", cwd=scratch))["runs"]
    if (report["episodes"], report["success_rate"]) != (1, 1.0):
        raise ReleaseError(f"{of.name}: the reference did not solve its one task: {report}")


def _size(of: Distribution) -> tuple[str, ...]:
    """The size of synthetic data that the readme takes for a first run; without one, the default."""
    found = _SCALE.search((of.folder / of.table["project"]["readme"]).read_text(encoding="utf-8"))
    return ("--scale", found[1]) if found else ()


def _holds(of: Distribution, wanted: str, said: str) -> None:
    if wanted not in said:
        raise ReleaseError(f"{of.name}: {wanted!r} is not in what medgym says:\n{said}")
