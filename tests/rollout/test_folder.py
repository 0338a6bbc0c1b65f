from __future__ import annotations

import fcntl
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from medgym_core.errors import ConfigError
from medgym_core.rollout import folder, start
from medgym_core.rollout.config import RunConfig

CONFIG = RunConfig(task=("toy",))
MANIFEST = folder.Manifest(
    core="0.1.0", families={"toy": folder.Pinned(version="1", build="b" * 64, root=Path("/builds/toy"))}
)

WORKER = """
import sys, time
from pathlib import Path
from medgym_core.rollout.folder import join_workers
join_workers(Path(sys.argv[1]))
print("joined", flush=True)
time.sleep(float(sys.argv[2]))
"""


def test_runs_begun_in_one_second_have_folders_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("time.gmtime", lambda: time.struct_time((2104, 5, 6, 7, 8, 9, 1, 127, 0)))
    found = []
    for _ in range(3):
        found.append(folder.unused(["toy", "other"]))
        folder.create(found[-1], CONFIG, MANIFEST)
    first = "21040506T070809Z-toy-other"
    assert [run.name for run in found] == [first, f"{first}-2", f"{first}-3"]


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    folder.create(tmp_path / "run", CONFIG, MANIFEST)
    assert folder.load(tmp_path / "run") == (CONFIG, MANIFEST)


def test_a_run_is_not_overwritten(tmp_path: Path) -> None:
    folder.create(tmp_path, CONFIG, MANIFEST)
    with pytest.raises(ConfigError, match="holds a run already; continue it with --resume"):
        folder.create(tmp_path, CONFIG, MANIFEST)


def test_a_folder_that_cannot_be_made_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match="choose another --out"):
        folder.create(tmp_path / "file" / "run", CONFIG, MANIFEST)


def test_a_trial_leaves_nothing(tmp_path: Path) -> None:
    folder.refuse_unusable(tmp_path / "runs" / "first")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_refused_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr("medgym_core.rollout.driver.prepare", None)
    with pytest.raises(ConfigError, match="choose another --out"):
        start(CONFIG, tmp_path / "file" / "run", "", Console(quiet=True))


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"not the folder of a run \(no config.json\)"):
        folder.load(tmp_path)
    folder.create(tmp_path, CONFIG, MANIFEST)
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ConfigError, match="another version"):
        folder.load(tmp_path)


def test_a_run_has_one_driver_at_a_time(tmp_path: Path) -> None:
    with (
        folder.drive(tmp_path, print),
        pytest.raises(ConfigError, match="is driving"),
        folder.drive(tmp_path, print),
    ):
        pass
    with folder.drive(tmp_path, print):
        pass


@pytest.mark.slow
def test_a_driver_waits_for_earlier_workers(tmp_path: Path) -> None:
    announced: list[str] = []
    with subprocess.Popen([sys.executable, "-c", WORKER, tmp_path, "0.5"], stdout=subprocess.PIPE) as worker:
        assert worker.stdout is not None
        worker.stdout.readline()
        with folder.drive(tmp_path, announced.append):
            assert worker.wait(timeout=120) == 0
    assert announced == ["waiting for workers of an earlier driver to end"]


def test_workers_may_join_while_the_driver_drives(tmp_path: Path) -> None:
    with folder.drive(tmp_path, print), (tmp_path / "workers.lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)


@pytest.mark.parametrize("name", ["config.json", "manifest.json"])
def test_a_damaged_file_is_not_taken_for_another_version_s(tmp_path: Path, name: str) -> None:
    folder.create(tmp_path, CONFIG, MANIFEST)
    (tmp_path / name).write_text('{"task": [')
    with pytest.raises(ConfigError, match=rf"{name} is damaged \(Invalid JSON.*copy of the run"):
        folder.load(tmp_path)
