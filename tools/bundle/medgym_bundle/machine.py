"""For what machine a bundle's packages are made."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass

_LEGACY = {"manylinux1": 5, "manylinux2010": 12, "manylinux2014": 17}


@dataclass(frozen=True)
class Machine:
    """What compiled packages depend on."""

    python: str
    """Interpreter and its version, such as ``cpython 3.11``."""
    platform: str
    """Operating system and processor, such as ``linux x86_64``."""
    glibc: int
    """Minor version of the C library 2.x that is needed, or is here; 0 for none."""

    def misfit(self, here: Machine) -> str | None:
        """Why what is made for this machine does not run ``here``, with the fix, if it does not."""
        if here.python != self.python:
            return (
                f"it is made for {self.python} and this is {here.python}; run it with that interpreter, or "
                f"create one with {here.python} on the connected machine"
            )
        if here.platform != self.platform:
            return f"it is made for {self.platform} and this is {here.platform}; create one on such a machine"
        if here.glibc < self.glibc:
            found = f"glibc 2.{here.glibc}" if here.glibc else "no glibc"
            return f"its packages need glibc 2.{self.glibc} and here is {found}; use a newer system"
        return None


def this_machine() -> Machine:
    """The machine that this runs on."""
    library, version = platform.libc_ver()
    return Machine(
        python=f"{sys.implementation.name} {sys.version_info.major}.{sys.version_info.minor}",
        platform=f"{platform.system().lower()} {platform.machine()}",
        glibc=int(version.split(".")[1]) if library == "glibc" else 0,
    )


def glibc_of(wheels: Iterable[str], here: Machine) -> int:
    """The C library that all of these wheels run on, by their file names.

    One that was compiled ``here``, for no older system, needs what is here.
    """
    return max((min(map(lambda tag: _glibc(tag, here), _tags(wheel))) for wheel in wheels), default=0)


def _tags(wheel: str) -> list[str]:
    return wheel.removesuffix(".whl").rpartition("-")[2].split(".")


def _glibc(tag: str, here: Machine) -> int:
    if tag == "any":
        return 0
    if modern := re.match(r"manylinux_2_(\d+)_", tag):
        return int(modern[1])
    return _LEGACY.get(tag.partition("_")[0], here.glibc)
