"""Folders in memory, and what is left of /proc, in boxes with a file tree of their own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_sandbox import kernel, root
from medgym_sandbox.limits import Limits

INODE_MB = 1 / 1024


@given(st.integers(64, 2**16), st.integers(1, 2**16))
def test_full_folders_leave_the_worker_room(memory_mb: int, workspace_mb: int) -> None:
    folders = root.folders(Limits(memory_mb=memory_mb, workspace_mb=workspace_mb))
    options = [dict(word.split("=") for word in root.bounds(size).split(",")) for size in folders.values()]
    held = sum(float(o["size"].rstrip("m")) + int(o["nr_inodes"]) * INODE_MB for o in options)
    assert held <= 0.71 * memory_mb
    assert folders[root.WORK] <= workspace_mb
    assert all(folders.values())


@pytest.mark.parametrize(("version", "expected"), [(0, False), (1, False), (2, True), (7, True)])
def test_landlock_is_used_from_its_second_version_on(
    version: int, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "landlock_abi", lambda: version)
    assert root.landlocked() is expected


def test_no_rule_reaches_into_proc_beyond_the_figures() -> None:
    reach = root.reach()
    assert {"/proc", "/sys"} <= set(reach["hidden"])
    below = [path for path in (*reach["readable"], *reach["writable"]) if path.startswith("/proc")]
    assert below == ["/proc/meminfo", "/proc/cpuinfo", "/proc/stat"]
