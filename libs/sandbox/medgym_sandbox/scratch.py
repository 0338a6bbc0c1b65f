"""Scratch folders of boxes on the host: made in a private place, removed whatever was left in them."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from medgym_sandbox import lease
from medgym_sandbox.boundary import mishap

_FOLDER = os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def parent() -> Path:
    """A folder of this user alone in the temporary folder, the same for all drivers.

    Where someone else has taken its name, it is one of this process's own, which is swept like a box's.
    """
    place = f"{tempfile.gettempdir()}/{lease.PREFIX}-{os.getuid()}"
    try:
        found = os.lstat(place)
    except FileNotFoundError:
        with contextlib.suppress(FileExistsError):
            os.mkdir(place, 0o700)
        found = os.lstat(place)
    return Path(place) if _private(found) else _substitute(os.getpid())


def new() -> Path:
    """A new scratch folder."""
    folder = parent() / lease.new_name()
    folder.mkdir(mode=0o700)
    return folder


def sweep() -> int:
    """Remove the scratch folders of dead drivers of this user; returns how many."""
    removed = 0
    with mishap.noted("sweeping scratch folders"):
        for place in (Path(tempfile.gettempdir()), parent()):
            for folder in filter(lambda found: lease.is_orphan(found.name), list(_folders(place))):
                remove_tree(folder)
                removed += not os.path.lexists(folder)
    return removed


def remove_tree(root: Path) -> None:
    """Remove a folder of this user with all that is in it, however deep, unreadable or oddly named.

    No link is followed. What the kernel does not let us remove is noted and stays.
    """
    with mishap.noted(f"removing {root}"), _opened(root.parent) as above:
        _unlock(above, root.name)
        with _opened(root.name, above) as folder:
            _empty(folder)
        os.rmdir(root.name, dir_fd=above)


@cache
def _substitute(pid: int) -> Path:
    """``pid`` keeps a forked child from sharing it."""
    place = Path(tempfile.gettempdir()) / lease.new_name()
    place.mkdir(mode=0o700)
    return place


def _private(found: os.stat_result) -> bool:
    return _own_folder(found) and not found.st_mode & 0o077


def _own_folder(found: os.stat_result) -> bool:
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()


def _folders(place: Path) -> Iterator[Path]:
    """The folders of this user in ``place``: no links, nothing of anyone else."""
    with mishap.noted(f"looking into {place}"):
        for entry in os.scandir(place):
            with contextlib.suppress(FileNotFoundError):
                if _own_folder(entry.stat(follow_symlinks=False)):
                    yield place / entry.name


@contextlib.contextmanager
def _opened(path: Path | str, above: int | None = None) -> Iterator[int]:
    descriptor = os.open(path, os.O_RDONLY | _FOLDER, dir_fd=above)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _unlock(above: int, name: str) -> None:
    """Give a folder its permissions back, by a descriptor that needs none."""
    descriptor = os.open(name, os.O_PATH | _FOLDER, dir_fd=above)
    try:
        os.chmod(f"/proc/self/fd/{descriptor}", 0o700)
    finally:
        os.close(descriptor)


def _empty(root: int) -> None:
    """Remove what is in a folder.

    Folders in folders are moved up into ``root``, so that two descriptors do for any depth; none is moved
    twice.

    Raises:
        OSError: the last reason why something stays, when all else is removed.
    """
    prefix, moved, looked = secrets.token_hex(8), 0, -1

    def dissolve(name: str) -> None:
        with _opened(name, root) as folder:
            _repeat(folder, lambda below: move_up(folder, below))
        os.rmdir(name, dir_fd=root)

    def move_up(folder: int, name: str) -> None:
        nonlocal moved
        os.rename(name, f"{prefix}-{moved}", src_dir_fd=folder, dst_dir_fd=root)
        moved += 1

    while True:
        try:
            return _repeat(root, dissolve)
        except OSError:
            if looked == moved:
                raise
            looked = moved


def _repeat(folder: int, handle: Callable[[str], None]) -> None:
    """Unlink the files of ``folder`` and handle its folders, unlocked, in passes while one gets on."""
    refusal: OSError | None = None
    got_on = True
    while got_on:
        got_on, refusal = False, None
        with os.scandir(folder) as entries:
            for entry in entries:
                try:
                    _deal_with(folder, entry, handle)
                    got_on = True
                except OSError as error:
                    refusal = error
    if refusal:
        raise refusal


def _deal_with(folder: int, entry: os.DirEntry[str], handle: Callable[[str], None]) -> None:
    if entry.is_dir(follow_symlinks=False):
        _unlock(folder, entry.name)
        handle(entry.name)
    else:
        os.unlink(entry.name, dir_fd=folder)
