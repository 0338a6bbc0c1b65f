"""Workers that wait for their orders: nobody's until then, and gone with their template."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_sandbox import kernel, template
from medgym_sandbox.process import Process
from medgym_sandbox.spec import BoxSpec, Execution

DRIVER = """
import sys, time
from pathlib import Path
from medgym_sandbox.process import Process
from medgym_sandbox.spec import BoxEnvironment, BoxSpec
Process().start(BoxSpec(environment=BoxEnvironment(Path(sys.argv[1])), home=Path(sys.argv[2]))).close()
print(flush=True)
time.sleep(600)
"""


def children(pid: int) -> list[int]:
    """The youngest last, without those that have ended."""
    with contextlib.suppress(OSError):
        found = sorted(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))
        return [child for child in found if " Z " not in Path(f"/proc/{child}/stat").read_text()]
    return []


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def forked() -> list[int]:
    """The workers of the template that was used last."""
    started = template._shared[-1][1]._process.pid
    return children(children(started)[0] if kernel.namespaces() else started)


def waiting(boxes: int = 0) -> int:
    """The worker of the next box, beside those of so many that are open."""
    until(lambda: len(forked()) == boxes + 1)
    return forked()[-1]


def holds(pid: int) -> list[str]:
    """What is open there that could be a box's; its own is the door where its order is handed in."""
    links = []
    for name in os.listdir(f"/proc/{pid}/fd"):
        with contextlib.suppress(FileNotFoundError):  # closed meanwhile
            links.append(os.readlink(f"/proc/{pid}/fd/{name}"))
    return [link for link in links if "socket:" in link or "memfd:" in link or "cgroup" in link]


def test_what_waits_holds_nothing_of_the_box_before_it(spec: BoxSpec) -> None:
    with Process().start(spec):
        until(lambda: len(holds(waiting(boxes=1))) == 1)
    until(lambda: len(holds(waiting())) == 1)


def test_what_waits_is_gone_with_its_template(spec: BoxSpec) -> None:
    Process().start(spec).close()
    one = waiting()
    template._shared[-1][1].close()
    until(lambda: not Path(f"/proc/{one}").exists())


def test_what_died_while_it_waited_is_replaced(spec: BoxSpec) -> None:
    Process().start(spec).close()
    os.kill(one := waiting(), signal.SIGKILL)
    until(lambda: one not in forked())
    with Process().start(spec) as box:
        assert box.run(Execution(source="print(1)")).stdout == "1\n"


@pytest.mark.slow
def test_what_waits_is_gone_with_a_killed_driver(spec: BoxSpec) -> None:
    command = [sys.executable, "-c", DRIVER, str(spec.environment.recipe), str(spec.home)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as driver:
        assert driver.stdout is not None
        driver.stdout.readline()
        family = children(driver.pid)
        for one in family:  # it grows
            family += children(one)
        driver.kill()
    until(lambda: not any(Path(f"/proc/{one}").exists() for one in family))
