"""Control groups: made, swept and entered below folders of this user alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from medgym_sandbox import cgroup, lease
from medgym_sandbox.boundary import mishap


@pytest.fixture
def parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cgroup, "_parents", lambda: (tmp_path,))
    monkeypatch.setattr(cgroup, "_REMOVAL_S", 0.05)
    mishap._warn.cache_clear()
    monkeypatch.setattr(lease, "is_orphan", lambda name: name.startswith("orphan"))
    return tmp_path


@pytest.mark.skipif(os.getuid() != 0, reason="only root can play another user")
def test_a_sweep_leaves_the_groups_of_others(parent: Path) -> None:
    foreign = parent / "orphan-foreign"
    foreign.mkdir()
    os.chown(foreign, 65_534, 65_534)
    assert cgroup.sweep() == 0
    assert foreign.is_dir()


def test_a_sweep_never_raises(parent: Path, caplog: pytest.LogCaptureFixture) -> None:
    (parent / "orphan-that-stays").mkdir()
    (parent / "orphan-that-stays" / "cgroup.procs").write_text("")
    assert cgroup.sweep() == 0
    assert "removing" in caplog.text


@pytest.mark.skipif(os.getuid() != 0, reason="only root can play another user")
def test_no_group_is_made_in_a_folder_of_someone_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroup, "ROOT", tmp_path)
    monkeypatch.setattr(cgroup, "is_v2", lambda: False)
    for name in cgroup._V1:
        (tmp_path / name / lease.PREFIX).mkdir(parents=True)
    assert cgroup._parents.__wrapped__()
    os.chown(tmp_path / "pids" / lease.PREFIX, 65_534, 65_534)
    assert cgroup._parents.__wrapped__() == ()
