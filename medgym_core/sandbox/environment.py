"""The Python environment of boxes that have no image: a package folder made once from exact pins."""

from __future__ import annotations

import fcntl
import hashlib
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from medgym_core.errors import SandboxError
from medgym_core.family import BoxEnvironment


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
    interpreter = Interpreter(_root(environment, home), _digest(environment))
    finished = interpreter.root / "finished"
    if finished.exists():
        return interpreter
    interpreter.root.parent.mkdir(parents=True, exist_ok=True)
    with interpreter.root.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not finished.exists():
            shutil.rmtree(interpreter.root, ignore_errors=True)
            _install(interpreter, environment)
            finished.touch()
    return interpreter


def pins(environment: BoxEnvironment) -> tuple[str, ...]:
    """The locked package list, ``name==version`` each."""
    lines = (environment.recipe / "requirements.txt").read_text().splitlines()
    return tuple(text for line in lines if (text := line.split("#")[0].strip()))


def _root(environment: BoxEnvironment, home: Path) -> Path:
    return home / "environments" / _digest(environment)[:24]


def _digest(environment: BoxEnvironment) -> str:
    identity = "\n".join((platform.python_version(), *sorted(pins(environment))))
    return hashlib.sha256(identity.encode()).hexdigest()


def _install(interpreter: Interpreter, environment: BoxEnvironment) -> None:
    requirements = environment.recipe.absolute() / "requirements.txt"
    root, wanted = interpreter.root.absolute(), pins(environment)
    if uv := shutil.which("uv"):
        commands = [[uv, "venv", "--quiet", "--python", sys.executable, str(root)]]
        install = [
            uv,
            "pip",
            "install",
            "--quiet",
            "--compile-bytecode",
            "--python",
            str(root / "bin" / "python"),
        ]
    else:
        commands = [[sys.executable, "-m", "venv", str(root)]]
        install = [str(root / "bin" / "python"), "-m", "pip", "install", "--quiet", "--compile"]
    if wanted:
        commands.append([*install, "-r", str(requirements)])
    for command in commands:
        # Not in the caller's folder: uv would apply the constraints of a project there or above.
        done = subprocess.run(command, cwd=root.anchor, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            last = "; ".join((done.stderr or done.stdout).strip().splitlines()[-3:])
            raise SandboxError(
                f"the box environment of {requirements} could not be made: {last}. It needs a package index "
                f"once; `pip download -r {requirements}` on a connected machine and PIP_FIND_LINKS help"
            )
