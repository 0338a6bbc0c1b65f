"""What agent code left in its folders as one archive, and an archive made what a new box's folders hold.

An archive is a sequence of entries, each a JSON array behind its length, a file's bytes after its entry. A
folder's entries come between that which enters it and that which leaves it, in order of their names, so equal
folders give equal bytes. Both ways go down folder by folder, so that any depth will do, and follow no link.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import struct
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from .pipes import write_all

_LENGTH = struct.Struct("!I")
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_CHUNK = 1 << 20
_ENTER, _LEAVE, _FILE, _HARD, _LINK, _NODE = "enter", "leave", "file", "hard", "link", "node"
_NODES = (stat.S_IFIFO, stat.S_IFSOCK)


class _TooLargeError(Exception):
    """The archive would exceed its limit."""


def pack(folders: Sequence[str], max_bytes: int, report: Callable[[dict[str, Any]], None]) -> int:
    """Write an archive of ``folders`` to standard output; returns the exit code."""
    packing = _Packing(max_bytes)
    try:
        for number, folder in enumerate(folders):
            os.chdir(folder)
            packing.walk(number)
    except _TooLargeError:
        report({"refused": "too_large"})
    except OSError:
        report({"refused": "denied"})
    finally:
        packing.leave_all()
    return 0


def unpack(folders: Sequence[str], archive: memoryview) -> int:
    """Make ``folders``, which hold nothing, hold what ``archive`` does; returns the exit code.

    Raises:
        OSError: if the file system refuses.
    """
    unpacking, place = _Unpacking(folders), 0
    while place < len(archive):
        (length,) = _LENGTH.unpack_from(archive, place)
        place += _LENGTH.size
        stated = json.loads(bytes(archive[place : place + length]))
        place += length
        place += unpacking.take(stated, archive[place:])
    return 0


class _Level(NamedTuple):
    """A folder that is being packed."""

    name: str
    found: os.stat_result
    rest: Iterator[str]
    """Names in it that are still to be packed."""


class _Packing:
    """An archive on its way out."""

    def __init__(self, max_bytes: int) -> None:
        self._left = max_bytes
        self._names: dict[tuple[int, int], list[Any]] = {}
        self._levels: list[_Level] = []

    def walk(self, number: int) -> None:
        """Pack the working directory, which is folder ``number``, with all below it."""
        self._enter(number, ".", os.lstat("."))
        while self._levels:
            name = next(self._levels[-1].rest, None)
            if name is None:
                self._entry(_LEAVE)
                self._leave()
                continue
            found = os.lstat(name)
            if stat.S_ISDIR(found.st_mode):
                _open_up(name, found)
                os.chdir(name)
                self._enter(name, name, found)
            else:
                self._leaf(number, name, found)

    def leave_all(self) -> None:
        """Give every folder that is still entered its mode back."""
        while self._levels:
            self._leave()

    def _enter(self, stated: str | int, name: str, found: os.stat_result) -> None:
        self._levels.append(_Level(name, found, iter(sorted(os.listdir(".")))))
        own = found.st_uid == os.geteuid()  # the time of the worker's folders is not ours to set
        self._entry(_ENTER, stated, _mode(found) if own else None, found.st_mtime_ns if own else None)

    def _leave(self) -> None:
        level = self._levels.pop()
        if self._levels:
            os.chdir("..")
            _close_again(level.name, level.found)

    def _leaf(self, number: int, name: str, found: os.stat_result) -> None:
        kind, key = stat.S_IFMT(found.st_mode), (found.st_dev, found.st_ino)
        if key in self._names:
            self._entry(_HARD, name, *self._names[key])
            return
        if found.st_nlink > 1:
            self._names[key] = [number, [*(level.name for level in self._levels[1:]), name]]
        if kind == stat.S_IFREG:
            self._file(name, found)
        elif kind == stat.S_IFLNK:
            self._entry(_LINK, name, os.readlink(name), found.st_mtime_ns)
        elif kind in _NODES:
            self._entry(_NODE, name, found.st_mode, found.st_mtime_ns)

    def _file(self, name: str, found: os.stat_result) -> None:
        """A file's parts that hold something; what its owner cannot read is left out."""
        _open_up(name, found)
        try:
            source = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOATIME)
        except PermissionError:
            source = -1
        _close_again(name, found)
        parts = list(_parts(source, found.st_size)) if source >= 0 else []
        self._entry(_FILE, name, _mode(found), found.st_mtime_ns, found.st_size, parts)
        for start, length in parts:
            self._take(length)
            _send(source, start, length)
        if source >= 0:
            os.close(source)

    def _entry(self, *stated: object) -> None:
        text = json.dumps(stated).encode()
        self._take(len(text) + _LENGTH.size)
        write_all(1, _LENGTH.pack(len(text)) + text)

    def _take(self, count: int) -> None:
        self._left -= count
        if self._left < 0:
            raise _TooLargeError


def _send(source: int, start: int, length: int) -> None:
    os.lseek(source, start, os.SEEK_SET)
    while length > 0:
        chunk = os.read(source, min(length, _CHUNK))
        if not chunk:
            raise OSError(errno.EIO, "the file shrank")
        length -= len(chunk)
        write_all(1, chunk)


def _parts(source: int, size: int) -> Iterator[tuple[int, int]]:
    """Start and length of what a file holds between its holes."""
    end = 0
    while end < size:
        try:
            start = os.lseek(source, end, os.SEEK_DATA)
        except OSError:  # nothing but a hole to the end
            return
        end = os.lseek(source, start, os.SEEK_HOLE)
        yield start, end - start


def _forbidden(found: os.stat_result) -> int:
    """The rights to look into it that its owner has forbidden himself."""
    wanted = 0o500 if stat.S_ISDIR(found.st_mode) else 0o400
    return wanted & ~found.st_mode


def _open_up(name: str, found: os.stat_result) -> None:
    if missing := _forbidden(found):
        os.chmod(name, _mode(found) | missing)


def _close_again(name: str, found: os.stat_result) -> None:
    if _forbidden(found):
        os.chmod(name, _mode(found))


def _mode(found: os.stat_result) -> int:
    return stat.S_IMODE(found.st_mode)


class _Unpacking:
    """Folders on their way in; the working directory is the one that is being filled."""

    def __init__(self, folders: Sequence[str]) -> None:
        self._folders = folders
        self._above: list[list[Any]] = []

    def take(self, entry: list[Any], data: memoryview) -> int:
        """Make what ``entry`` says; returns how much of ``data``, which follows it, was its."""
        kind, *stated = entry
        if kind == _FILE:
            return _make_file(stated, data)
        if kind == _ENTER:
            self._enter(stated)
        elif kind == _LEAVE:
            self._leave()
        elif kind == _HARD:
            self._link(*stated)
        else:
            _make_other(kind, *stated)
        return 0

    def _enter(self, stated: list[Any]) -> None:
        """Go to a folder, made unless it is the box's own; it gets mode and time when it is left."""
        name = stated[0]
        if isinstance(name, int):
            os.chdir(self._folders[name])
        else:
            os.mkdir(name, 0o700)
            os.chdir(name)
        self._above.append(stated)

    def _leave(self) -> None:
        name, mode, changed = self._above.pop()
        if isinstance(name, int):
            name = "."
        else:
            os.chdir("..")
        if mode is not None:
            os.chmod(name, mode)
            os.utime(name, ns=(changed, changed))

    def _link(self, name: str, number: int, path: Sequence[str]) -> None:
        """Make ``name`` here the same file as that at ``path``."""
        folder = os.open(self._folders[number], _FOLDER)
        for part in path[:-1]:
            below = os.open(part, _FOLDER, dir_fd=folder)
            os.close(folder)
            folder = below
        os.link(path[-1], name, src_dir_fd=folder, follow_symlinks=False)
        os.close(folder)


def _make_file(stated: list[Any], data: memoryview) -> int:
    name, mode, changed, size, parts = stated
    target = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    used = 0
    for start, length in parts:
        os.lseek(target, start, os.SEEK_SET)
        write_all(target, data[used : used + length])
        used += length
    os.truncate(target, size)
    os.chmod(target, mode)
    os.utime(target, ns=(changed, changed))
    os.close(target)
    return used


def _make_other(kind: str, name: str, what: Any, changed: int) -> None:
    if kind == _LINK:
        os.symlink(what, name)
    else:
        os.mknod(name, stat.S_IFMT(what) | 0o600)
        os.chmod(name, stat.S_IMODE(what))
    os.utime(name, ns=(changed, changed), follow_symlinks=False)
