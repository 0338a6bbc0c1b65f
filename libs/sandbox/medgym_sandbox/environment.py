"""The Python environment of boxes that have no image: a package folder made once from exact pins."""

from __future__ import annotations

import fcntl
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from medgym_sandbox.errors import SandboxError
from medgym_sandbox.spec import BoxEnvironment
from medgym_sandbox.wheels import BUNDLED, pip

_PINS = "requirements.txt"
BOXED = "/opt/env"
"""Where a box with a file tree of its own has its environment."""


@dataclass(frozen=True)
class Interpreter:
    """A Python interpreter for boxes."""

    root: Path
    """The virtual environment's folder."""
    digest: str
    """Identity of the package list and the Python version."""

    @property
    def python(self) -> Path:
        """The executable."""
        return self.root / "bin" / "python"

    @property
    def base(self) -> Path:
        """Installation that the environment stands on."""
        return Path(sys.base_prefix)


def ensure_interpreter(environment: BoxEnvironment, home: Path) -> Interpreter:
    """The interpreter for ``environment`` below ``home``, made now unless it stands already.

    Raises:
        SandboxError: if the packages cannot be installed.
    """
    found = os.stat(environment.recipe / _PINS)
    interpreter = _interpreter(environment, home, (found.st_mtime_ns, found.st_size, found.st_ino))
    if os.path.exists(finished := f"{interpreter.root}/finished"):
        return interpreter
    interpreter.root.parent.mkdir(parents=True, exist_ok=True)
    with interpreter.root.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(finished):
            shutil.rmtree(interpreter.root, ignore_errors=True)
            _install(interpreter, environment)
            Path(finished).touch()
    return interpreter


def pins(environment: BoxEnvironment) -> tuple[str, ...]:
    """The locked package list, ``name==version`` each."""
    lines = (environment.recipe / _PINS).read_text().splitlines()
    return tuple(text for line in lines if (text := line.split("#")[0].strip()))


@lru_cache(16)
def _interpreter(environment: BoxEnvironment, home: Path, version: tuple[int, ...]) -> Interpreter:
    """Where it is to stand; ``version`` tells the package list from what it was before."""
    digest = _digest(environment)
    return Interpreter(home / "environments" / digest[:24], digest)


def _digest(environment: BoxEnvironment) -> str:
    identity = "\n".join((BOXED, platform.python_version(), *sorted(pins(environment))))
    return hashlib.sha256(identity.encode()).hexdigest()


def _install(interpreter: Interpreter, environment: BoxEnvironment) -> None:
    requirements = environment.recipe.absolute() / _PINS
    with tempfile.TemporaryDirectory() as scratch:
        said = _last_words(_creation(interpreter.root.absolute()))
        if pins(environment) and not said:
            for way in _ways(interpreter.root.absolute(), Path(scratch)):
                if not (said := _last_words([*way, "-r", str(requirements)])):
                    said = _last_words(_compilation(interpreter))
                    break
    if said:
        raise SandboxError(
            f"the box environment of {requirements} could not be made: {said}. It needs a package index "
            f"once; `pip download -r {requirements}` on a connected machine and PIP_FIND_LINKS help, or a "
            f"bundle that holds the family (`medgym bundle create`)"
        )


def _creation(root: Path) -> list[str]:
    """The command that makes an empty environment."""
    if uv := shutil.which("uv"):
        return [uv, "venv", "--quiet", "--python", sys.executable, str(root)]
    return [sys.executable, "-m", "venv", "--without-pip", str(root)]


def _compilation(interpreter: Interpreter) -> list[str]:
    """The command that compiles what is installed; bytecode remembers where its source lies, in a box."""
    library = interpreter.root / "lib"
    moved = ["-s", str(interpreter.root), "-p", BOXED, str(library)]
    return [str(interpreter.python), "-m", "compileall", "-qq", "-j", "0", *moved]


def _ways(root: Path, scratch: Path) -> Iterator[list[str]]:
    """Commands that may install packages into it: from the wheels of a bundle first, if one is here."""
    python = str(root / "bin" / "python")
    if uv := shutil.which("uv"):
        install = [uv, "pip", "install", "--quiet", "--python", python, *_told_to_pip()]
    else:
        install = [*pip(scratch), "--python", python, "install", "--quiet", "--no-compile"]
    if BUNDLED.is_dir():
        yield [*install, "--no-index", "--find-links", str(BUNDLED)]
    yield install


def _told_to_pip() -> list[str]:
    """Where packages lie by the variables of pip, which uv does not read."""
    places = os.environ.get("PIP_FIND_LINKS", "").split()
    known = (place for place in places if "://" in place or Path(place).exists())
    links = [word for place in known for word in ("--find-links", place)]
    alone = os.environ.get("PIP_NO_INDEX", "").lower() in {"1", "true", "yes", "on"}
    return [*links, "--no-index"] if alone else links


def _last_words(command: Sequence[str]) -> str:
    """What ``command`` said at last, if it failed."""
    # Not in the caller's folder: uv would apply the constraints of a project there or above.
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False)
    last = "; ".join((done.stderr or done.stdout).strip().splitlines()[-3:])
    return (last or f"exit code {done.returncode}") if done.returncode else ""
