"""The memory of a template in large pages, so that a fork has fewer of them to take over."""

from __future__ import annotations

import ctypes

from . import libc

_LARGE = 1 << 21
_COLLAPSE = 25


def gather() -> None:
    """Have the kernel (Linux 6.1) put what this process has allocated into large pages; it may refuse.

    What a fork writes to is copied in small pages all the same.
    """
    with open("/proc/self/maps") as maps:
        areas = [line.split() for line in maps]
    for limits, rights, _, _, inode, *name in areas:
        if rights == "rw-p" and inode == "0" and name != ["[stack]"]:
            start, end = (int(limit, 16) for limit in limits.split("-"))
            for place in range(-(-start // _LARGE) * _LARGE, end - _LARGE + 1, _LARGE):
                libc.library.madvise(*map(ctypes.c_size_t, (place, _LARGE)), _COLLAPSE)
