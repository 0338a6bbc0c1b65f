"""What docs/trackers.md says to type, typed as it stands where the trackers' libraries are."""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
from importlib.metadata import metadata
from pathlib import Path

import pytest

from medgym_testing.trainers import WHY

from ..docs.pages import ROOT, commands

LINES = [line.text for line in commands(ROOT / "docs" / "trackers.md") if line.kind == "trackers"]
INSTALLS = [line for line in LINES if line.startswith("pip ")]


def test_the_extras_are_there() -> None:
    listed = re.findall(r"medgym-track\[([a-z,]+)\]", "\n".join(INSTALLS))
    asked = {extra for extras in listed for extra in extras.split(",")}
    assert asked == set(metadata("medgym-track").get_all("Provides-Extra") or ())


@pytest.mark.slow
def test_the_lines_work(tmp_path: Path) -> None:
    for library in ("mlflow", "tensorboard", "wandb"):
        pytest.importorskip(library, reason=f"{library} is {WHY}")
    variables = {
        **os.environ,
        **{"PATH": f"{sysconfig.get_path('scripts')}:{os.environ['PATH']}", "HOME": str(tmp_path)},
        **{"MEDGYM_HOME": str(tmp_path / "home"), "MEDGYM_RUN_SANDBOX": "process"},
    }
    script = "\n".join(line for line in LINES if line not in INSTALLS)
    done = subprocess.run(
        ["bash", "-ec", script], cwd=tmp_path, env=variables, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "stopped listening" not in done.stderr
    for pattern in ("logged/tensorboard", "texts/tensorboard", "*/wandb/offline-run-*"):
        assert len(list((tmp_path / "runs").glob(pattern))) == 1
