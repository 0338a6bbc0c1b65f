"""Packages fetched on the host: with its pip, its index settings and its certificates."""

from __future__ import annotations

import importlib.util
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

from medgym_sandbox.errors import SandboxError

BUNDLED = Path(sys.prefix) / "bundle" / "wheels"
"""The wheels that medgym was installed from, if a bundle brought it to a machine without an index."""
_NEWEST_GLIBC_MINOR = 36
"""Debian bookworm has glibc 2.36; wheels made for a newer one would not load on it."""


def fetch(requirements: Path, python: str, machine: str, folder: Path) -> None:
    """Put a wheel of every package that ``requirements`` needs into ``folder``.

    Where ``python`` (such as ``3.11``) and ``machine`` (such as ``x86_64``) are the host's own, packages
    without a wheel are built; otherwise every package must have one.

    Raises:
        SandboxError: with pip's last words, if one cannot be had.
    """
    native = (python, machine) == (".".join(platform.python_version_tuple()[:2]), platform.machine())
    wanted = ["--quiet", "--requirement", str(requirements)]
    if native:
        command = ["wheel", "--wheel-dir", str(folder), *wanted]
    else:
        command = ["download", "--dest", str(folder), *wanted, *_foreign(python, machine)]
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run([*pip(Path(scratch)), *command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = "; ".join(done.stderr.strip().splitlines()[-3:])
        raise SandboxError(
            f"the packages of {requirements} could not be fetched for Python {python} on {machine}: {last}. "
            "This needs a package index once (PIP_INDEX_URL, PIP_FIND_LINKS and pip's own configuration "
            "count); `medgym image build NAME --inside` lets pip run inside the build instead"
        )


def pip(scratch: Path) -> list[str]:
    """The command of a pip: this interpreter's, or that of a fresh environment in ``scratch``.

    Raises:
        SandboxError: with the fix, if there is none.
    """
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    made = subprocess.run([sys.executable, "-m", "venv", str(scratch)], capture_output=True, check=False)
    if made.returncode != 0:
        raise SandboxError(
            f"{sys.executable} has neither pip nor ensurepip; install one (Debian: "
            "`sudo apt-get install python3-venv`)"
        )
    return [str(scratch / "bin" / "python"), "-m", "pip"]


def _foreign(python: str, machine: str) -> list[str]:
    """Options by which pip picks wheels for another interpreter; pip itself infers no older glibc."""
    tags = [f"manylinux_2_{minor}_{machine}" for minor in range(_NEWEST_GLIBC_MINOR, 4, -1)]
    tags += [f"manylinux2014_{machine}", f"manylinux2010_{machine}", f"manylinux1_{machine}"]
    platforms = [f"--platform={tag}" for tag in (*tags, f"linux_{machine}")]
    return ["--only-binary=:all:", "--implementation=cp", f"--python-version={python}", *platforms]
