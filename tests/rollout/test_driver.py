from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from medgym_core.cli.main import main
from medgym_core.journal import Journal, read_index

from ..journal.disk import small_disk

FakeRun = Callable[..., "subprocess.Popen[str]"]
JOBS = 2
"""Episodes at once, by default."""
HANG_S = 600
"""What takes so long, on however busy a machine, never ends."""


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    with process:
        try:
            out, err = process.communicate(timeout=HANG_S)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    return process.returncode, out, err


def wait_for_plays(run: Path, count: int) -> None:
    deadline = time.monotonic() + HANG_S
    while time.monotonic() < deadline:
        if (run / "plays").exists() and len((run / "plays").read_text().splitlines()) >= count:
            return
        time.sleep(0.01)
    raise AssertionError("nothing is being played")


def wait_for_workers(run: Path, count: int) -> None:
    """Until so many workers play: Ctrl-C ends one that still starts, and its episode is played again."""
    deadline = time.monotonic() + HANG_S
    while time.monotonic() < deadline:
        if len({line.split()[2] for line in (run / "plays").read_text().splitlines()}) >= count:
            return
        time.sleep(0.01)
    raise AssertionError("too few workers play")


def tasks(run: Path) -> list[str]:
    return sorted(episode.key.task for episode in Journal(run).episodes())


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_every_episode_is_recorded_once(fake_run: FakeRun, tmp_path: Path, backend: str) -> None:
    code, out, err = finish(fake_run(backend))
    assert (code, out) == (0, "0\n"), err
    assert tasks(tmp_path / "run") == [f"toy/test/{index}" for index in range(6)]


def test_resume_plays_what_is_missing_and_nothing_else(fake_run: FakeRun, tmp_path: Path) -> None:
    finish(fake_run(tasks=3))
    finish(fake_run(tasks=5))
    code, out, _ = finish(fake_run(tasks=5))
    assert (code, out) == (0, "0\n")
    assert len((tmp_path / "run" / "plays").read_text().splitlines()) == 2 * 5


def test_resume_plays_errors_again_and_keeps_both_attempts(fake_run: FakeRun, tmp_path: Path) -> None:
    _, out, _ = finish(fake_run(tasks=2, status="agent_error"))
    assert out == "2\n"
    _, out, _ = finish(fake_run(tasks=2, status="success"))
    assert out == "0\n"
    index, journal = read_index(tmp_path / "run")
    assert [entry.attempt for entry in index] == [1, 1]
    assert len(list(journal.frames())) == 4


def test_a_second_driver_is_refused_by_name(fake_run: FakeRun, tmp_path: Path) -> None:
    first = fake_run(tasks=1000, pause_s=0.5)
    wait_for_plays(tmp_path / "run", 1)
    code, _, err = finish(fake_run())
    assert code != 0
    assert f"process {first.pid} is driving" in err
    first.send_signal(signal.SIGTERM)
    assert finish(first)[0] == 128 + signal.SIGTERM


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["threads", "processes"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_lets_what_is_in_flight_finish(
    fake_run: FakeRun, tmp_path: Path, backend: str, number: signal.Signals
) -> None:
    process = fake_run(backend, tasks=50, pause_s=0.3)
    wait_for_plays(tmp_path / "run", 3)
    wait_for_workers(tmp_path / "run", 2 if backend == "processes" else 1)
    os.killpg(process.pid, number) if number is signal.SIGINT else process.send_signal(number)
    code, out, err = finish(process)
    assert code == 128 + number
    assert "letting the episodes in flight finish" in err
    begun = [line for line in (tmp_path / "run" / "plays").read_text().splitlines() if line[0] == "b"]
    assert len(tasks(tmp_path / "run")) == len(begun) == 50 - int(out)


def test_a_second_signal_ends_at_once_and_the_journal_is_whole(fake_run: FakeRun, tmp_path: Path) -> None:
    process = fake_run(pause_s=30)
    wait_for_plays(tmp_path / "run", 2)
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    process.stderr.readline()
    process.send_signal(signal.SIGINT)
    code, _, err = finish(process)
    assert code == 130
    assert f"medgym run --resume {tmp_path / 'run'}" in err
    assert tasks(tmp_path / "run") == []
    for verb in (["report", "run"], ["runs", "list", "."], ["card", "run"], ["show", "run"]):
        result = CliRunner().invoke(main, [*verb[:-1], str(tmp_path / verb[-1])])
        assert not isinstance(result.exception, Exception), result.exception
        assert "damaged" not in result.output


@pytest.mark.parametrize(
    ("backend", "kills"), [("threads", 4), ("processes", 2), pytest.param("ray", 1, marks=pytest.mark.slow)]
)
def test_kill_and_resume_lose_and_double_nothing(
    fake_run: FakeRun, tmp_path: Path, backend: str, kills: int
) -> None:
    run, source = tmp_path / "run", random.Random(0)
    for kill in range(kills):
        process = fake_run(backend, tasks=40, pause_s=0.03)
        wait_for_plays(run, lines(run) + 1 if kill else 1)
        time.sleep(source.uniform(0, 0.2))
        process.kill()
        process.communicate()
    code, out, err = finish(fake_run(backend, tasks=40, pause_s=0.0))
    assert (code, out) == (0, "0\n"), err
    assert tasks(run) == sorted(f"toy/test/{index}" for index in range(40))
    assert never_twice_at_once(run)


def lines(run: Path) -> int:
    return len((run / "plays").read_text().splitlines())


def never_twice_at_once(run: Path) -> bool:
    """Whether no episode begins in one process while another still plays it to its end."""
    open_: dict[str, str] = {}
    for line in (run / "plays").read_text().splitlines():
        what, task, pid, _ = line.split()
        if what == "begin":
            open_[task] = pid
        elif open_[task] != pid:
            return False
    return True


@pytest.mark.slow
def test_workers_end_with_their_driver(fake_run: FakeRun, tmp_path: Path) -> None:
    process = fake_run("processes", pause_s=60)
    wait_for_plays(tmp_path / "run", 2)
    workers = [int(line.split()[2]) for line in (tmp_path / "run" / "plays").read_text().splitlines()]
    process.kill()
    process.communicate()
    deadline = time.monotonic() + HANG_S
    while any(map(alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert process.pid not in workers
    assert not any(map(alive, workers))


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("backend", ["processes", pytest.param("ray", marks=pytest.mark.slow)])
def test_a_killed_worker_costs_no_episode(fake_run: FakeRun, tmp_path: Path, backend: str) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "kill-worker-once").touch()
    code, out, err = finish(fake_run(backend, pause_s=0.05))
    assert (code, out) == (0, "0\n"), err
    assert not (tmp_path / "run" / "kill-worker-once").exists()
    assert tasks(tmp_path / "run") == [f"toy/test/{index}" for index in range(6)]


@pytest.mark.parametrize("backend", ["processes", pytest.param("ray", marks=pytest.mark.slow)])
def test_workers_that_keep_dying_end_the_run(fake_run: FakeRun, tmp_path: Path, backend: str) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "kill-worker-always").touch()
    code, _, err = finish(fake_run(backend, tasks=2))
    assert code != 0
    assert "SandboxError: worker processes were killed 3 times in a row" in err


def test_a_used_up_budget_begins_nothing_new_and_resume_goes_on(fake_run: FakeRun, tmp_path: Path) -> None:
    code, out, err = finish(fake_run(jobs=1, pause_s=0.05, hours="1e-5"))
    assert code == 0
    assert int(out) > 0
    assert "the budget of 1e-05 hours is used up" in err
    assert finish(fake_run())[1] == "0\n"


def test_a_full_disk_ends_the_run_and_resume_loses_and_doubles_nothing(
    fake_run: FakeRun, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "run" / "journal") as journal:
        (journal / "ballast").write_bytes(bytes(230 * 1024))
        code, _, err = finish(fake_run(tasks=100))
        recorded = tasks(tmp_path / "run")
        assert (code, 0 < len(recorded) < 100) == (1, True), err
        assert re.search(r"DataError: .*free some space, then continue with `medgym run --resume", err)
        (journal / "ballast").unlink()
        assert finish(fake_run(tasks=100))[:2] == (0, "0\n")
        assert tasks(tmp_path / "run") == sorted(f"toy/test/{index}" for index in range(100))
    assert len((tmp_path / "run" / "plays").read_text().splitlines()) <= 2 * (100 + JOBS)
