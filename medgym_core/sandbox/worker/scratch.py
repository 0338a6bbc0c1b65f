"""Folders in memory that bound files as well as bytes, where what started the worker could not make them."""

from __future__ import annotations

from collections.abc import Mapping

from . import libc, namespaces

_NOSUID, _NODEV = 2, 4


def mount(folders: Mapping[str, str]) -> None:
    """Mount a folder in memory over each of these, with options such as ``size=16m,nr_inodes=2048``.

    It stands in a mount namespace of our own; before the worker guards itself, since that may take a user
    namespace.

    Raises:
        OSError: if the kernel refuses.
    """
    namespaces.enter(namespaces.NEWNS)
    for folder, options in folders.items():
        libc.mount("tmpfs", folder, "tmpfs", _NOSUID | _NODEV, options)
