"""Small git repositories: a base branch with the core, and what is proposed to it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from .. import plugins
from ..adversarial.armed import attack

ROOT = Path(__file__).parents[4]
PARTS = (
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "registry.json",
    "medgym_core",
    "libs/reading",
    "libs/sandbox",
    "libs/statistics",
    "templates",
    "tools/prove",
    "tools/testing",
)
FEWER = (
    *("dynamic/chance.py", "dynamic/determinism.py", "dynamic/program_box.py", "dynamic/reference.py"),
    *("dynamic/reset.py", "adversarial/corpus.py"),
)
"""Modules of the base that play two tasks where there would be more."""
_IDENTITY = (
    "-c",
    "user.name=Ada Example",
    "-c",
    "user.email=ada@example.org",
    "-c",
    "core.hooksPath=/dev/null",
)


def git(folder: Path, *arguments: str) -> str:
    """What a git command prints."""
    command = ["git", "-C", str(folder), *_IDENTITY, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def commit(folder: Path, message: str = "A change") -> str:
    """Commit all that lies in the checkout; the name of the commit."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", message)
    return git(folder, "rev-parse", "HEAD")


def tiny(folder: Path) -> Path:
    """A base whose core is a file: enough for what is found without running anything."""
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    (folder / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())
    (folder / "registry.json").write_text('{"families": {"taken": {"package": "medgym-plugin-taken"}}}')
    (folder / "core.py").touch()
    (folder / ".gitignore").write_text("__pycache__/\n")
    commit(folder)
    return folder


def whole(folder: Path) -> Path:
    """A base with the core as it is here, but fewer episodes, and no family."""
    tiny(folder)
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, folder / part)
    for module in FEWER:
        path = folder / "tools" / "prove" / "medgym_prove" / module
        path.write_text(re.sub(r"^TASKS = \d+$", "TASKS = 2", path.read_text(), flags=re.MULTILINE))
    commit(folder)
    return folder


def clone(base: Path, to: Path) -> Path:
    """A checkout of its own of ``base``."""
    git(base, "clone", "--quiet", "--shared", str(base), str(to))
    return to


def propose(checkout: Path) -> Path:
    """Put a good family, with an attack of its author, into a checkout; its folder."""
    folder = plugins.copy(checkout / "plugins")
    attack(folder)
    return folder
