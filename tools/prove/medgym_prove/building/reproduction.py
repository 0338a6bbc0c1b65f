"""B01: a build made again, elsewhere and under other settings, has the same bytes, on another day, too."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from medgym_core.source import Build
from medgym_prove.building import rebuild
from medgym_prove.check import Check, Evidence
from medgym_prove.subject import Subject

_ZONES = {"XYZ-13:45": timedelta(hours=13.75), "XYZ+11:45": timedelta(hours=-11.75)}
"""Time zones, of which at any moment one at least is on another day than any third."""
_SHOWN = 10


def elsewhere(now: datetime) -> dict[str, str]:
    """Variables of another day than that of ``now``, a locale of ASCII alone, and another order of sets."""
    utc = now.astimezone(UTC)
    zone = next(zone for zone, ahead in _ZONES.items() if (utc + ahead).date() != now.date())
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    return {
        "TZ": zone,
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONHASHSEED": seed,
    }


def _examine(subject: Subject) -> Evidence:
    first, there = _contents(subject.build().root), elsewhere(datetime.now().astimezone())
    with tempfile.TemporaryDirectory(prefix="medgym-rebuild-") as home:
        started = time.perf_counter()
        done = _again(subject, Path(home), there)
        seconds = time.perf_counter() - started
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            return Evidence(
                examined=1, problems=(f"the second build fails under {_assignments(there)}: {last}",)
            )
        second = _contents(Path(done.stdout.strip().splitlines()[-1]))
    problems = tuple(_differences(first, second, _assignments(there)))
    return Evidence(
        examined=len(first),
        problems=problems,
        figures={"files": len(first)},
        measured={"seconds": round(seconds, 2), "content": _digest(first), **_sizes(subject.build())},
    )


def _again(subject: Subject, home: Path, there: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    scale = [str(subject.scale)] if subject.scale else []
    command = [sys.executable, "-m", rebuild.__name__, str(subject.folder), str(home), *scale]
    environment = {**os.environ, **there}
    return subprocess.run(command, env=environment, cwd=home, capture_output=True, text=True, check=False)


def _contents(root: Path) -> dict[str, str]:
    """Path to SHA-256 of every file of both halves; gold is stored on first access and no part of a build."""
    found = {}
    for half in ("public", "private"):
        for path in sorted((root / half).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.is_file() and not name.startswith("private/gold/"):
                with path.open("rb") as stream:
                    found[name] = hashlib.file_digest(stream, "sha256").hexdigest()
    return found


def _differences(first: dict[str, str], second: dict[str, str], there: str) -> Iterator[str]:
    differ = sorted(name for name in {*first, *second} if first.get(name) != second.get(name))
    for name in differ[:_SHOWN]:
        if name in first and name in second:
            yield f"{name} has other bytes when it is built again under {there}"
        else:
            yield f"{name} is made in one of two builds only"
    if len(differ) > _SHOWN:
        yield f"{len(differ) - _SHOWN} more files differ"


def _digest(contents: dict[str, str]) -> str:
    """One SHA-256 for all files, by which two builds are compared that never meet."""
    return hashlib.sha256(repr(sorted(contents.items())).encode()).hexdigest()


def _assignments(there: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in there.items())


def _sizes(build: Build) -> dict[str, int]:
    halves = {"public_bytes": build.public, "private_bytes": build.private}
    return {
        name: sum(path.stat().st_size for path in half.rglob("*") if path.is_file())
        for name, half in halves.items()
    }


B01 = Check(
    id="B01",
    level=1,
    title="a second build has the same bytes, in another time zone, locale and hash seed",
    hint="Seed every draw from the arguments; sort sets and folder listings before using them; say "
    "encoding='utf-8' and newline; write no clock, path or host name.",
    examine=_examine,
)
