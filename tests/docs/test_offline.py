"""docs/offline.md, literally: a bundle is created, and installed and used where there is no network."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from medgym_sandbox.bubblewrap import Bubblewrap

from .pages import blocks

ROOT_ONLY = [] if os.getuid() == 0 else ["--map-root-user"]
UNSHARE = ["unshare", *ROOT_ONLY, "--net", "--"]
CONNECT = "import socket; socket.create_connection(('1.1.1.1', 443), 5)"


def isolates() -> bool:
    return bool(shutil.which("unshare")) and subprocess.run([*UNSHARE, "true"], check=False).returncode == 0


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not isolates(), reason="this machine makes no network namespace (unshare --net)"),
]


def commands(side: str) -> str:
    """What the page says to type on one side."""
    return "\n".join(block.text for block in blocks("sh", side) if block.page == "docs/offline.md")


@dataclass(frozen=True)
class Enclave:
    """A shell on a machine without a network: a bare Python, an empty home, nothing of this project."""

    folder: Path

    def sh(self, script: str) -> subprocess.CompletedProcess[str]:
        """Run ``script``; its standard output and error come back."""
        variables = {"HOME": str(self.folder / "home"), "PATH": f"{self.folder}/bin:/usr/bin:/bin"}
        return subprocess.run(
            [*UNSHARE, "bash", "-ec", script],
            cwd=self.folder,
            env=variables,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="module")
def enclave(tmp_path_factory: pytest.TempPathFactory) -> Enclave:
    """The bundle, carried over."""
    folder = tmp_path_factory.mktemp("offline")
    variables = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    variables["MEDGYM_HOME"] = str(folder / "elsewhere")
    subprocess.run(["bash", "-ec", commands("connected")], cwd=folder, env=variables, check=True)
    (folder / "home").mkdir()
    (folder / "bin").mkdir()
    base = getattr(sys, "_base_executable", sys.executable)
    (folder / "bin" / "python3").write_text(f'#!/bin/sh\nexec {base} "$@"\n')
    (folder / "bin" / "python3").chmod(0o755)
    return Enclave(folder)


@pytest.fixture(scope="module")
def played(enclave: Enclave) -> subprocess.CompletedProcess[str]:
    """What the page says to type there, done."""
    return enclave.sh(commands("offline"))


def test_nothing_but_a_bare_python_is_there(enclave: Enclave) -> None:
    done = enclave.sh(f'python3 -c "{CONNECT}"')
    assert done.returncode
    assert "Network is unreachable" in done.stderr
    assert enclave.sh("command -v uv || command -v medgym").returncode
    assert "No module named" in enclave.sh("python3 -c 'import medgym_core'").stderr
    assert enclave.sh("tail -n +3 /proc/net/dev | cut -d: -f1").stdout.split() == ["lo"]


def test_the_page_leads_to_a_finished_run(enclave: Enclave, played: subprocess.CompletedProcess[str]) -> None:
    assert played.returncode == 0, played.stdout + played.stderr
    (report,) = json.loads(enclave.sh("medgym/bin/medgym report runs/first --json").stdout)["runs"]
    assert (report["success_rate"], report["episodes"]) == (1.0, 2)


def test_what_ran_is_what_was_installed(enclave: Enclave, played: subprocess.CompletedProcess[str]) -> None:
    said = enclave.sh("medgym/bin/python -c 'import medgym_core; print(medgym_core.__file__)'").stdout
    assert Path(said).is_relative_to(enclave.folder / "medgym")
    assert "No broken requirements" in enclave.sh("medgym/bin/python -m pip check").stdout


@pytest.mark.slow
@pytest.mark.bubblewrap
def test_bubblewrap_works_there_too(enclave: Enclave, played: subprocess.CompletedProcess[str]) -> None:
    if not Bubblewrap().probe().ok:
        pytest.skip("bubblewrap makes no box here")
    run = "medgym/bin/medgym run --task npowerai --limit 2 --sandbox bubblewrap --out runs/second --json"
    done = enclave.sh(run)
    assert done.returncode == 0, done.stderr
    (report,) = json.loads(enclave.sh("medgym/bin/medgym report runs/second --json").stdout)["runs"]
    assert (report["success_rate"], report["episodes"]) == (1.0, 2)
