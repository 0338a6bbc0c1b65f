"""What a newcomer has: a home, a virtual environment with pip and uv, and a repository to clone."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

from .pages import ROOT


def once(place: Path, make: Callable[[Path], object]) -> Path:
    """``place`` with what ``make`` leaves there, made by whichever process comes first."""
    with place.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        finished = place.with_suffix(".finished")
        if not finished.exists():
            place.mkdir()
            make(place)
            finished.touch()
    return place


def repository(folder: Path) -> None:
    """A repository with one commit, of the project as it lies here."""
    listing = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listing, check=True, capture_output=True, text=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    ada = ("-c", "user.name=Ada Example", "-c", "user.email=ada@example.org")
    for command in (["init", "--initial-branch=main"], ["add", "--all"], ["commit", "--message", "All"]):
        subprocess.run(["git", "-C", str(folder), *ada, *command], check=True, capture_output=True)


def packages(clone: Path, repository: Path) -> None:
    """Ask the index for what `uv sync` asks it for in a clone, and again with one more plugin."""
    new = [f"{sysconfig.get_path('scripts')}/medgym", "new-task", "--name", "bed-days", "--author", "Ada"]
    for command in (["git", "clone", "--quiet", str(repository), "."], ["uv", "lock"], new, ["uv", "lock"]):
        subprocess.run(command, check=True, cwd=clone, stdin=subprocess.DEVNULL, capture_output=True)


def tools(venv: Path) -> None:
    """A virtual environment with pip and uv, and wheels of what builds a plugin."""
    pip = str(venv / "bin" / "pip")
    subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    for command in (
        ["install", "uv"],
        ["download", "--dest", str(venv / "wheels"), "hatchling", "editables"],
    ):
        subprocess.run([pip, *command], check=True, capture_output=True)


def environment(venv: Path, tools: Path) -> Path:
    """A virtual environment of one's own, in which the tools and all that is installed here are installed."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    (site,) = venv.glob("lib/python*/site-packages")
    folders = (sysconfig.get_path("purelib"), *map(str, tools.glob("lib/python*/site-packages")))
    (site / "here.pth").write_text("".join(f"import site; site.addsitedir({path!r})\n" for path in folders))
    for script in (Path(sysconfig.get_path("scripts")) / "medgym", tools / "bin" / "pip"):
        _, body = script.read_text().split("\n", 1)
        (venv / "bin" / script.name).write_text(f"#!{venv}/bin/python\n{body}")
        (venv / "bin" / script.name).chmod(0o755)
    return venv


def move_in(person: Path, shared: Path) -> None:
    """A home with a name for git, and the packages for boxes and the builds of a ``shared`` one.

    A box takes packages from the home that its build resolves to, so both must be of the same.
    """
    (person / ".gitconfig").write_text("[user]\n\tname = Ada Example\n\temail = ada@example.org\n")
    (person / ".medgym").mkdir()
    for name in ("environments", "builds"):
        (shared / name).mkdir(parents=True, exist_ok=True, mode=0o700)
        (person / ".medgym" / name).symlink_to(shared / name)


def variables(person: Path, tools: Path, repository: Path) -> dict[str, str]:
    """What is set for someone whose home is ``person``; of the caller's nothing but where tools are."""
    cache = subprocess.run(["uv", "cache", "dir"], check=True, capture_output=True, text=True).stdout
    return {
        "PATH": os.pathsep.join((str(tools / "bin"), sysconfig.get_path("scripts"), os.environ["PATH"])),
        "HOME": str(person),
        "LANG": "C.UTF-8",
        "COLUMNS": "120",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{repository}.insteadOf",
        "GIT_CONFIG_VALUE_0": "https://github.com/medgym/medgym",
        # The weakest isolation is the quickest; sandboxes have tests of their own.
        "MEDGYM_RUN_SANDBOX": "process",
        "DOCKER_HOST": f"unix://{person}/none.sock",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(tools / "wheels"),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "UV_OFFLINE": "1",
        # `uv run` takes what is installed here; `uv sync` is typed too, and works.
        "UV_NO_SYNC": "1",
        "UV_CACHE_DIR": cache.strip(),
    }
