"""The folder of a run: its configuration, its locks, its journal.

::

    RUN/config.json     the resolved configuration, without keys; `--config` reads it again
    RUN/manifest.json   what it was resolved against: versions and builds
    RUN/driver.lock     held by the one driver, with its process number inside
    RUN/workers.lock    shared by worker processes; a resuming driver waits until none is left
    RUN/journal/ blobs/ the record
    RUN/partial/        steps of episodes in flight
"""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, count
from pathlib import Path

from pydantic import Field, ValidationError

from medgym_core.errors import ConfigError
from medgym_core.files import replace_file
from medgym_core.rollout.config import RunConfig
from medgym_sandbox.boundary.frozen import Frozen


class Pinned(Frozen):
    """One family as a run uses it."""

    version: str
    """Family version."""
    build: str
    """Digest of the build."""
    root: Path
    """Folder of the build."""
    tasks: int | None = None
    """How many of its tasks the run plays; None in manifests from before this was noted."""


class Manifest(Frozen):
    """What a configuration was resolved against; resume refuses anything else."""

    core: str
    """Version of medgym-core."""
    families: dict[str, Pinned] = Field(min_length=1)
    """Family name to what was used."""


def unused(tasks: Sequence[str]) -> Path:
    """A new folder below ``runs/``: time to the second, tasks, and a number where that is taken."""
    first = f"{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}-{'-'.join(tasks)}"
    names = chain([first], (f"{first}-{number}" for number in count(2)))
    return next(run for run in map(Path("runs").joinpath, names) if not run.exists())


def refuse_unusable(run: Path) -> None:
    """Refuse a folder in which no run can be begun; nothing is left of the trial.

    Raises:
        ConfigError: if it holds a run already, or cannot be made.
    """
    if (run / "config.json").exists():
        raise ConfigError(
            f"{run} holds a run already; continue it with --resume {run}, or choose another --out"
        )
    missing = [folder for folder in (run, *run.parents) if not folder.exists()]
    try:
        run.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unmakable(run, error) from error
    finally:
        for folder in missing:
            with suppress(OSError):
                folder.rmdir()


def create(run: Path, config: RunConfig, manifest: Manifest) -> None:
    """Make the folder ``run``.

    Raises:
        ConfigError: if it holds a run already, or cannot be made.
    """
    refuse_unusable(run)
    try:
        (run / "journal").mkdir(parents=True, exist_ok=True)
        replace_file(run / "manifest.json", manifest.model_dump_json(indent=2).encode())
        replace_file(run / "config.json", config.model_dump_json(indent=2).encode())
    except OSError as error:
        raise _unmakable(run, error) from error


def _unmakable(run: Path, error: OSError) -> ConfigError:
    return ConfigError(f"cannot make {run}: {error.strerror}; choose another --out")


def load(run: Path) -> tuple[RunConfig, Manifest]:
    """The saved configuration of ``run`` and what it was resolved against.

    Raises:
        ConfigError: if ``run`` is not the folder of a run, a file is damaged, or another version made it.
    """
    try:
        config = RunConfig.model_validate_json((run / "config.json").read_bytes())
        return config, Manifest.model_validate_json((run / "manifest.json").read_bytes())
    except FileNotFoundError as error:
        raise ConfigError(f"{run} is not the folder of a run (no {Path(error.filename).name})") from error
    except ValidationError as error:
        raise _unreadable(run, error) from error


def _unreadable(run: Path, error: ValidationError) -> ConfigError:
    fault = error.errors()[0]
    if fault["type"] == "json_invalid":
        file = "config.json" if error.title == RunConfig.__name__ else "manifest.json"
        return ConfigError(
            f"{run / file} is damaged ({fault['msg']}); put it back from a copy of the run; meanwhile "
            f"`medgym report {run}` reads the episodes without it"
        )
    return ConfigError(f"{run} was made by another version of medgym-core ({fault['msg']}); use that version")


def driven(run: Path) -> bool:
    """Whether a process drives ``run`` now."""
    try:
        descriptor = os.open(run / "driver.lock", os.O_RDWR)
    except OSError:
        return False
    try:
        return not _try_lock(descriptor)
    finally:
        os.close(descriptor)


def retag(run: Path, tags: Mapping[str, str]) -> dict[str, str]:
    """Record ``tags`` with ``run``, beside those that it has; an empty text takes a tag away. Returns all.

    Raises:
        ConfigError: if ``run`` is not the folder of a run.
    """
    config, _ = load(run)
    kept = {name: text for name, text in {**config.tags, **tags}.items() if text}
    changed = config.model_copy(update={"tags": kept})
    replace_file(run / "config.json", changed.model_dump_json(indent=2).encode())
    return kept


def delete(run: Path) -> None:
    """Delete ``run`` with all that it recorded.

    Raises:
        ConfigError: if it is not the folder of a run, or a process drives it.
    """
    load(run)
    with drive(run, lambda _: None):
        (run / "config.json").unlink()  # first, so that what a kill leaves is no run
        shutil.rmtree(run)


@contextmanager
def drive(run: Path, announce: Callable[[str], None]) -> Iterator[None]:
    """Be the one driver of ``run``, once no worker of an earlier driver is left.

    Raises:
        ConfigError: if another process drives it.
    """
    driver = os.open(run / "driver.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not _try_lock(driver):
            pid = os.read(driver, 32).decode() or "unknown"
            raise ConfigError(
                f"process {pid} is driving {run} now; wait for it, or stop it with `kill {pid}`"
            )
        os.ftruncate(driver, 0)
        os.pwrite(driver, str(os.getpid()).encode(), 0)
        _outlast_workers(run, announce)
        yield
    finally:
        os.close(driver)


def join_workers(run: Path) -> None:
    """Mark this process as a worker of ``run`` for as long as it lives."""
    descriptor = os.open(run / "workers.lock", os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(descriptor, fcntl.LOCK_SH)  # never closed: the kernel lets go when the process ends


def _outlast_workers(run: Path, announce: Callable[[str], None]) -> None:
    descriptor = os.open(run / "workers.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not _try_lock(descriptor):
            announce("waiting for workers of an earlier driver to end")
            fcntl.flock(descriptor, fcntl.LOCK_EX)
    finally:
        os.close(descriptor)


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
