"""From raw files to a build: generated tasks, or a user's copy of the published ones.

Raw layout of generated tasks: ``tasks.json`` with ``salt``, a text from which all cases are drawn, and
``tasks``, the number of tasks of each split. A copy of the published tasks is read by ``published``.

Build layout: ``private/tasks.json``, the same; ``public/formats.json``, what request_info tells; packages to
repair as ``repair`` says. The split ``reworded`` asks for tasks of ``test`` in other words. Cases and
gold are computed from the salt when a task is opened, and once for every task when the build is made.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from medgym_core import Build, DataError, Progress
from medgym_plugin_biocoder import oracle, published, repair, rewording
from medgym_plugin_biocoder.cell import NOVEL, Cell, cell_at
from medgym_plugin_biocoder.problems.held_out import HELD_OUT
from medgym_raw import unpacked

FILE = "tasks.json"
"""The raw file, and the build's."""
FORMATS = "formats.json"
"""Notes on formats and notations, in the package and in the public half."""
SIZES = {"train": 981, "test": 157, NOVEL: 8 * len(HELD_OUT), **repair.SIZES}
"""Tasks of the default synthetic source: as many as published, eight of each held-out problem, all bugs."""


class Tasks(BaseModel):
    """How many tasks there are, and the salt of their cases."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    salt: str = Field(min_length=16)
    """Never shown."""
    tasks: Mapping[str, Annotated[int, Field(ge=0)]]
    """Split to number of tasks."""


def synthesise(out: Path, seed: int, scale: int | None, progress: Progress) -> None:
    """Write the raw file; ``scale`` counts tasks of train and test, in the default's proportion."""
    salt = hashlib.sha256(f"biocoder/{seed}".encode()).hexdigest()
    tasks = Tasks(salt=salt, tasks=SIZES if scale is None else _sizes(scale))
    (out / FILE).write_text(tasks.model_dump_json(indent=1) + "\n", encoding="utf-8")


def _sizes(scale: int) -> dict[str, int]:
    """Split to tasks; every held-out problem and package is asked about at least once."""
    share = scale / (SIZES["train"] + SIZES["test"])
    test = max(1, round(share * SIZES["test"]))
    least = {NOVEL: len(HELD_OUT), **repair.LEAST}
    extra = {split: min(SIZES[split], max(few, round(share * SIZES[split]))) for split, few in least.items()}
    return {"train": scale - test, "test": test, **extra}


def build(raw: Path, out: Build, progress: Progress) -> None:
    """Check every task of a raw file, and store it; or read a copy of the published tasks.

    Raises:
        DataError: if the file is missing or broken, or a task can be passed by a body that computes nothing
            or by a training task's reference.
    """
    shutil.copyfile(Path(__file__).parent / FORMATS, out.public / FORMATS)
    with unpacked(raw, out.root.parent) as folder:
        if published.find(folder):
            published.build(folder, out, progress)
            return
    tasks = read(raw / FILE)
    (out.private / FILE).write_text(tasks.model_dump_json(indent=1) + "\n", encoding="utf-8")
    for split, size in tasks.tasks.items():
        for index in range(0 if split in repair.SPLITS else size):
            progress(f"proving {split} tasks", index / size)
            oracle.gold(cell_at(split, index), tasks.salt)
    _refuse_twins(tasks, progress)
    repair.build(tasks.tasks, tasks.salt, out, progress)


def _refuse_twins(tasks: Tasks, progress: Progress) -> None:
    """No training task's reference may pass a test task: whoever remembers it would be right."""
    train, test = (
        [cell_at(split, n) for n in range(tasks.tasks.get(split, 0))] for split in ("train", "test")
    )
    for index, cell in enumerate(test):
        progress("comparing test tasks with training tasks", index / len(test))
        if other := oracle.twin(cell, tasks.salt, train):
            raise DataError(
                f"the reference of the training cell {other.key} passes the test task {index} ({cell.key}, "
                f"{cell.variant}); let the problem's `draw` tell their parameters apart"
            )


def read(path: Path) -> Tasks:
    """The raw file.

    Raises:
        DataError: if it is missing or not as described above.
    """
    if not path.is_file():
        remarks = published.remarks(path.parent)
        seen = f" ({'; '.join(remarks[:3])})" if remarks else ""
        raise DataError(
            f"there is no {path}, and no file of published rows{seen}; give the folder that has one"
        )
    try:
        return Tasks.model_validate_json(path.read_text(encoding="utf-8"))
    except ValidationError as error:
        raise DataError(f"{path}: {error}; it has `salt`, 16 characters or more, and `tasks`") from error


def size(build: Build, split: str) -> int:
    """Number of generated tasks of a split."""
    path = build.private / FILE
    if split == rewording.SPLIT:
        return len(rewording.plan(size(build, "test")))
    return _stored(path).tasks.get(split, 0) if path.is_file() else 0


def salt(build: Build) -> str:
    """What the cases of a build are drawn with."""
    return _stored(build.private / FILE).salt


def cell(build: Build, split: str, index: int) -> Cell:
    """What a task is about.

    Raises:
        DataError: if the split has no such task.
    """
    place = checked(build, split, index)
    return cell_at("test", restated(build, index)[0]) if split == rewording.SPLIT else cell_at(split, place)


def restated(build: Build, index: int) -> tuple[int, str]:
    """Which task of the test the reworded one at ``index`` restates, and in which voice."""
    task, _, voice = rewording.plan(size(build, "test"))[index]
    return task, voice


def checked(build: Build, split: str, index: int) -> int:
    """``index``, if the split has such a task.

    Raises:
        DataError: if not.
    """
    if not 0 <= index < (number := size(build, split)):
        raise DataError(f"there is no task {index} in {split}; tasks run from 0 to {number - 1}")
    return index


@lru_cache(maxsize=4)
def _stored(path: Path) -> Tasks:
    """The tasks of a finished build, which never change."""
    return read(path)
