"""The bubblewrap command line: a file tree of neutral names, read-only, in namespaces of its own."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from medgym_sandbox import host, relocation, root
from medgym_sandbox.relocation import Mount

UID = 2_000_001
"""User and group of agent code; no host hands it out."""
FILES = {
    "/etc/passwd": f"agent:x:{UID}:{UID}:agent:{root.WORK}:/bin/sh\n",
    "/etc/group": f"agent:x:{UID}:\n",
    "/etc/hosts": "127.0.0.1 localhost sandbox\n::1 localhost\n",
}
"""Files of the tree that are not the host's: path to text."""


class Inherited:
    """Texts as inherited descriptors, for ``--file``; none of them touches the host's file system."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """``texts`` maps paths in the box to what is to be read there."""
        self._texts = texts
        self._open: dict[str, int] = {}

    def __enter__(self) -> dict[str, int]:
        """Path in the box to descriptor."""
        for path, text in self._texts.items():
            self._open[path] = os.memfd_create(Path(path).name)
            os.write(self._open[path], text.encode())
            os.lseek(self._open[path], 0, os.SEEK_SET)
        return self._open

    def __exit__(self, *_: object) -> None:
        """Close them; what was started has its own."""
        for descriptor in self._open.values():
            os.close(descriptor)


def options(
    sizes: Mapping[str, int],
    binds: Iterable[Mount],
    files: Mapping[str, int],
    capabilities: Iterable[str],
    masked: bool = True,
) -> list[str]:
    """The options, up to the command that bwrap shall run.

    ``sizes`` holds folders in memory and their MiB; ``binds`` what is shown beside ``files``, paths of
    inherited descriptors; ``capabilities`` what the command keeps where root starts it. ``masked`` covers
    what tells of the host below ``/proc``.

    Later mounts lie over earlier ones: first empty folders, then the binds.
    """
    empty: list[Mount] = [("--proc", "/proc"), *(_masks() if masked else ()), ("--dev", "/dev")]
    for folder, size_mb in sizes.items():
        empty.append(("--size", str(size_mb * 2**20), "--perms", "1777", "--tmpfs", folder))
    empty.append(("--remount-ro", "/dev"))  # --dev is a writable tmpfs of half the memory
    shown: list[Mount] = [("--perms", "0555", "--file", str(number), path) for path, number in files.items()]
    shown += binds
    flat = [word for mount in (*empty, *_parents(shown), *shown, ("--remount-ro", "/")) for word in mount]
    known = [word for setting in relocation.variables().items() for word in ("--setenv", *setting)]
    return [*namespaces(capabilities), "--clearenv", *known, *flat, "--chdir", root.WORK, "--"]


def splits() -> bool:
    """Whether agent code can have a uid of its own: only root may hand out uids."""
    return os.getuid() == 0


def namespaces(capabilities: Iterable[str]) -> list[str]:
    """Every namespace, and the capabilities that the command keeps where root starts it."""
    shared = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
    shared += ["--hostname", "sandbox", "--as-pid-1", "--cap-drop", "ALL"]
    if not splits():
        return [*shared, "--unshare-user", "--uid", str(UID), "--gid", str(UID)]
    return [*shared, *(word for name in capabilities for word in ("--cap-add", name))]


def library_binds() -> Iterator[Mount]:
    """The system's libraries and programs, read-only, without any host package folder."""
    for path in (*host.LIBRARIES, *host.CONFIGURATION):
        if os.path.islink(path):
            yield ("--symlink", os.readlink(path), path)
        elif os.path.exists(path):
            yield ("--ro-bind", path, path)
    yield from relocation.hidden(Path("/usr"), Path("/usr"))


def _masks() -> Iterator[Mount]:
    """Nothing in place of what tells of the host."""
    for path in map(Path, root.TELLTALES):
        if path.is_dir():
            yield ("--size", "4096", "--perms", "0555", "--tmpfs", str(path))
            yield ("--remount-ro", str(path))
        elif path.exists():
            yield ("--ro-bind", "/dev/null", str(path))


def _parents(mounts: Iterable[Mount]) -> Iterator[Mount]:
    """Folders above the mount points; bwrap would make them for the owner alone."""
    for folder in sorted({parent for mount in mounts for parent in Path(mount[-1]).parents}):
        yield ("--perms", "0755", "--dir", str(folder))
