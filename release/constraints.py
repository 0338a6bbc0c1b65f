"""The exact versions for development and CI: a list in ``pyproject.toml`` that names no index host."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from packaging.requirements import Requirement

from release.distribution import ReleaseError
from release.process import run

_LIST = re.compile(r"^constraint-dependencies = \[\n.*?^\]\n", re.MULTILINE | re.DOTALL)
_COPIED = ("pyproject.toml", "plugins/*/pyproject.toml", "libs/*/pyproject.toml", "tools/*/pyproject.toml")
_EXPORT = (
    "--all-packages",
    "--all-groups",
    "--no-hashes",
    "--no-emit-workspace",
    "--no-annotate",
    "--no-header",
)


def renew(root: Path, keep: bool = False) -> bool:
    """Write the newest versions that fit together into the project file of ``root``; whether it changed.

    Args:
        root: the repository.
        keep: leave the versions that are there, and add those of what is new.

    Raises:
        ReleaseError: if nothing fits together, or an address would be written.
    """
    path = root / "pyproject.toml"
    before = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch)
        _copy(root, copy)
        if not keep:
            (copy / "pyproject.toml").write_text(replaced(before, ()), encoding="utf-8")
        run("uv", "lock", "--quiet", cwd=copy)
        exported = run("uv", "export", "--quiet", "--frozen", *_EXPORT, cwd=copy)
    after = replaced(before, pins(exported))
    path.write_text(after, encoding="utf-8")
    return after != before


def pins(exported: str) -> list[str]:
    """Exact versions of an export of uv, one a line, sorted.

    Raises:
        ReleaseError: at a line that is anything else, such as an option or an address.
    """
    found = [line.strip() for line in exported.splitlines() if line.strip()]
    for line in found:
        if not re.match(r"[a-z0-9]", line) or Requirement(line).url or "://" in line:
            raise ReleaseError(f"{line!r} is no exact version of a package")
    return sorted(found)


def replaced(text: str, pins: Iterable[str]) -> str:
    """A project file with other constraints.

    Raises:
        ReleaseError: if it has no list of them.
    """
    lines = "".join(f'  "{pin}",\n' for pin in pins)
    text, count = _LIST.subn(lambda _: f"constraint-dependencies = [\n{lines}]\n", text)
    if count != 1:
        raise ReleaseError(f"there are {count} lists of constraint-dependencies; there is one")
    return text


def _copy(root: Path, copy: Path) -> None:
    """What a resolution reads, without the lock file of the last one."""
    for path in (path for pattern in _COPIED for path in root.glob(pattern)):
        target = copy / path.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
