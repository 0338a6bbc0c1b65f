"""What a killed driver's boxes leave is swept away without another run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from medgym_prove.conformance.witness import PATIENCE_S, running, traces, until
from medgym_sandbox.spec import BoxEnvironment

DRIVER = """
import sys, time
from pathlib import Path
from medgym_core import BoxEnvironment, BoxSpec, plugins
from medgym_sandbox import kernel, reaper
name, recipe, home, namespaces = sys.argv[1:]
if namespaces == "none":
    kernel.namespaces = lambda: False
box = plugins.sandbox(name).start(BoxSpec(environment=BoxEnvironment(Path(recipe)), home=Path(home)))
print(reaper._employed[0]._process.pid, flush=True)
time.sleep(600)
"""
CASES = [
    pytest.param("docker", "", marks=pytest.mark.docker),
    pytest.param("bubblewrap", "", marks=pytest.mark.bubblewrap),
    ("process", ""),
    ("process", "none"),
]


def containers(pid: int) -> list[str]:
    from medgym_sandbox import engine

    names = [name for entry in engine.client().containers(all=True) for name in entry["Names"] or ()]
    return [name for name in names if f"-{pid}-" in name]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "namespaces"), CASES)
def test_nothing_is_left_of_a_killed_driver(
    name: str,
    namespaces: str,
    bare_environment: BoxEnvironment,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    if name == "docker":
        request.getfixturevalue("docker_engine")
    command = [sys.executable, "-c", DRIVER, name, str(bare_environment.recipe), str(tmp_path), namespaces]

    def left() -> list[str]:
        return traces(driver.pid) + (containers(driver.pid) if name == "docker" else [])

    with subprocess.Popen(command, stdout=subprocess.PIPE) as driver:
        assert driver.stdout is not None
        sweeper = int(driver.stdout.readline())
        assert left() or name == "process", "there is nothing to remove"
        driver.kill()
        driver.wait()
    assert until(lambda: not left(), PATIENCE_S), left()
    assert until(lambda: not running(sweeper), PATIENCE_S)


def test_a_driver_that_ends_by_itself_dismisses_it(bare_environment: BoxEnvironment, tmp_path: Path) -> None:
    ending = DRIVER.replace("time.sleep(600)", "box.close()")
    command = [sys.executable, "-c", ending, "process", str(bare_environment.recipe), str(tmp_path), ""]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert not running(int(done.stdout))


@pytest.mark.slow
def test_a_forked_child_does_not_keep_it_waiting() -> None:
    script = """
import os, sys, time
from medgym_sandbox import reaper
from medgym_sandbox.process import Process
reaper.employ(Process)
print(reaper._employed[0]._process.pid, flush=True)
if os.fork() == 0:
    sys.stdout.close()
    os.close(1)
    time.sleep(60)
os.kill(os.getpid(), 9)
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as driver:
        assert driver.stdout is not None
        sweeper = int(driver.stdout.readline())
    assert until(lambda: not running(sweeper), PATIENCE_S)


def test_one_serves_all_backends() -> None:
    script = """
from medgym_sandbox import reaper
from medgym_sandbox.bubblewrap import Bubblewrap
from medgym_sandbox.process import Process
for backend in (Process, Bubblewrap, Process):
    reaper.employ(backend)
print(len(reaper._employed), len(reaper._employed[0]._employers))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "2"]
