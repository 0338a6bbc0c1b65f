"""Building every distribution, and looking at what was built."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from release.artifact import problems, read
from release.distribution import Distribution, ReleaseError, distributions
from release.process import run
from release.version import bounds, misfits


def build(root: Path, out: Path) -> None:
    """Put a source distribution of every project into ``out``, and the wheel that is built from it alone.

    Raises:
        ReleaseError: if one cannot be built, or ``out`` holds something already.
    """
    if out.is_dir() and any(out.iterdir()):
        raise ReleaseError(f"{out} is not empty; give another folder with --out")
    command = ("uv", "build", "--quiet", "--all-packages", "--no-create-gitignore")
    run(*command, "--out-dir", out.absolute(), cwd=root)


def check(root: Path, out: Path) -> list[str]:
    """What is wrong with the distributions in ``out``, built from ``root``; empty if nothing is."""
    all_ = distributions(root)
    found = [*misfits(root)]
    licence, asked = (root / "LICENSE").read_bytes(), bounds(all_)
    for one in all_:
        built = [path for path in files(one, out.absolute()) if path.is_file()]
        if len(built) < 2:
            found.append(f"{one.name}: {one.stem} is not built as a wheel and a source distribution")
            continue
        found += [problem for path in built for problem in problems(read(path), one, asked, licence)]
        found += _by_tools(one, built)
    return found


def keep(kept: Sequence[Distribution], out: Path) -> None:
    """Remove from ``out`` the files of all distributions but those ``kept``."""
    wanted = {path for one in kept for path in files(one, out)}
    for path in out.iterdir():
        if path not in wanted:
            path.unlink()


def files(of: Distribution, out: Path) -> tuple[Path, Path]:
    """The wheel and the source distribution of a project in ``out``."""
    return out / f"{of.stem}-py3-none-any.whl", out / f"{of.stem}.tar.gz"


def _by_tools(of: Distribution, built: Sequence[Path]) -> Iterator[str]:
    """What the field's own checks find; what they shall not look for stands in the project file."""
    contents = ("check_wheel_contents", "--config", of.path, "--toplevel", ",".join(of.packages))
    for command in (("twine", "check", "--strict", *built), (*contents, built[0])):
        try:
            run(sys.executable, "-m", *command, cwd=built[0].parent)
        except ReleaseError as error:
            yield str(error)
