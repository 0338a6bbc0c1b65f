"""Ray's own processes, killed under `medgym run`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

RUN = "run --task npowerai --limit 4 --sandbox process --backend ray --jobs 2 --json --out"


def test_json_is_alone_on_standard_output_when_a_worker_is_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "medgym_core.cli", *RUN.split(), str(tmp_path / "run")]
    driver = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    os.kill(playing(driver.pid), signal.SIGKILL)
    out, err = driver.communicate(timeout=600)
    assert "(raylet)" in err  # Ray tells that the worker died
    report = json.loads(out)
    assert (report["missing"], report["statuses"]) == (0, {"success": 4})


def playing(driver: int) -> int:
    """The first worker below ``driver`` that plays an episode."""
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        for pid in descendants(driver):
            with suppress(FileNotFoundError, ProcessLookupError):
                if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"ray::perform_in_worker"):
                    return pid
        time.sleep(0.01)
    raise AssertionError("no worker plays")


def descendants(pid: int) -> Iterator[int]:
    for children in Path("/proc").glob(f"{pid}/task/*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):
            for child in map(int, children.read_text().split()):
                yield child
                yield from descendants(child)
