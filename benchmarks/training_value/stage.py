"""Stages of a study: each is done once, and what it found is kept with what it cost."""

from __future__ import annotations

import hashlib
import json
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

Work = Callable[[Path], Mapping[str, Any]]
"""Does a stage in a folder that is not there yet; returns what it found."""


class Study:
    """A folder of stages: ``NAME/`` holds what a stage made, ``results/NAME.json`` what it found."""

    def __init__(self, folder: Path) -> None:
        """Makes the folder, or goes on with it."""
        self.folder = folder
        self._results = folder / "results"
        self._results.mkdir(parents=True, exist_ok=True)

    def stage(self, name: str, settings: Mapping[str, Any], work: Work) -> dict[str, Any]:
        """What ``work`` finds; it is done unless it was done before by the same ``settings``.

        ``work`` is given a folder that is not there yet. An unfinished one of an earlier try is removed.

        Raises:
            ValueError: if the stage was done by other settings; another study folder is for them.
        """
        path, made = self._results / f"{name}.json", self.folder / name
        if path.is_file():
            return _finished(path, settings)
        shutil.rmtree(made, ignore_errors=True)
        print(f"{name} ...", flush=True)
        began, cpu = time.monotonic(), _cpu_s()
        found = work(made)
        result = {
            "stage": name,
            "command": _command(),
            "settings": dict(settings),
            "found": dict(found),
            "digest": digest(made) if made.exists() else "",
            "wall_s": round(time.monotonic() - began, 1),
            "cpu_s": round(_cpu_s() - cpu, 1),
        }
        path.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
        print(f"{name}: {result['wall_s']:.0f} s, {result['cpu_s']:.0f} s of a core", flush=True)
        return result

    def results(self) -> dict[str, dict[str, Any]]:
        """Every finished stage by its name."""
        return {
            path.stem: json.loads(path.read_text(encoding="utf-8"))
            for path in sorted(self._results.glob("*.json"))
        }


def digest(folder: Path) -> str:
    """SHA-256 of a folder's files and their names; of a run, of its journal alone."""
    journal = folder / "journal"
    root = journal if journal.is_dir() else folder
    whole = hashlib.sha256()
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        with path.open("rb") as file:
            content = hashlib.file_digest(file, "sha256").hexdigest()
        whole.update(f"{path.relative_to(root)} {content}\n".encode())
    return whole.hexdigest()


def _finished(path: Path, settings: Mapping[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if result["settings"] != json.loads(json.dumps(dict(settings))):
        raise ValueError(f"{path} was made by other settings: {result['settings']}")
    return result


def _command() -> str:
    """How this was called; of absolute paths the last part."""
    words = (Path(word).name if Path(word).is_absolute() else word for word in sys.argv[1:])
    return shlex.join(["python", "-m", "benchmarks.training_value", *words])


def _cpu_s() -> float:
    """Seconds of a core that this process and its finished children have used."""
    import resource

    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)
