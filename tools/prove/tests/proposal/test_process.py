from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from medgym_prove.proposal import process

from .checkout import propose

OUT = "import os; print(sorted(os.environ))"


def test_secrets_stay_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    monkeypatch.setenv("MEDGYM_API_KEY", "secret")
    given = process.variables(process.KEPT, HOME=str(tmp_path))
    (done,) = process.run([[sys.executable, "-c", OUT]], [given], [tmp_path])
    assert b"HOME" in done.out
    assert b"TOKEN" not in done.out
    assert b"KEY" not in done.out


def test_failures_tell_their_last_lines(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "raise SystemExit('first\\nlast')"]
    (done,) = process.run([command], [process.variables(process.KEPT)], [tmp_path])
    assert (done.code, done.error) == (1, "first; last")


@pytest.mark.skipif(not process.offline(), reason="no network namespace can be made here")
def test_there_is_no_network(tmp_path: Path) -> None:
    code = "import socket\nprint(socket.socket(type=socket.SOCK_DGRAM).connect_ex(('192.0.2.1', 80)))"
    command = [*process.offline(), sys.executable, "-c", code]
    (done,) = process.run([command], [process.variables(process.KEPT)], [tmp_path])
    assert done.out.strip() == b"101"  # ENETUNREACH


def test_what_a_command_leaves_running_is_ended(tmp_path: Path) -> None:
    code = "import subprocess; print(subprocess.Popen(['sleep', '600']).pid)"
    (done,) = process.run([[sys.executable, "-c", code]], [process.variables(process.KEPT)], [tmp_path])
    assert ended(int(done.out))


def ended(pid: int) -> bool:
    """Whether a process ends within some seconds; one that nobody waited for counts as ended."""
    for _ in range(100):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_nothing_is_left_when_interrupted(whole: Path, tmp_path: Path, number: signal.Signals) -> None:
    propose(whole)
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    command = [sys.executable, "-m", "medgym_core.cli", "validate", "--pr", "origin/main"]
    variables = {**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": str(Path(process.__file__).parents[2])}
    with subprocess.Popen(command, cwd=whole, env=variables, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        assert any("installing" in line for line in iter(running.stderr.readline, ""))
        running.send_signal(number)
        assert running.wait(30) == 128 + number
    assert list(temporary.iterdir()) == []
