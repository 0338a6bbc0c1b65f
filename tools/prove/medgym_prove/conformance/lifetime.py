"""How boxes end: with a reason, without a trace, and with their driver."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator

from medgym_core.errors import SandboxError
from medgym_prove.conformance import driver
from medgym_prove.conformance.behaviour import behaviour, broken, require, run
from medgym_prove.conformance.bench import Bench, token
from medgym_prove.conformance.witness import (
    busy,
    first_sighting,
    parent,
    running,
    traces,
    until,
    vanished,
)
from medgym_sandbox.backend import Sandbox
from medgym_sandbox.spec import BoxEnvironment, Guarantee, Reason


def _error_of(box: Sandbox) -> str:
    """The text with which a dead box answers."""
    try:
        box.ping()
    except SandboxError as error:
        return str(error)
    broken("the box still answers")


@behaviour(Guarantee.DEATH_REASON)
def a_worker_killed_at_work_is_reported(bench: Bench) -> None:
    """A box whose worker is killed during an execution reports it as our failure, and stays dead.

    Where agent code can signal the worker, that is not proved, and the box is reported to have died.
    """
    with bench.box() as box:
        with busy(box, token()) as (worker, outcome):
            os.kill(worker, signal.SIGKILL)
            try:
                result = outcome.result()
                require(Guarantee.WORKER_SAFE not in bench.backend.guarantees(), result)
                require(result.reason is Reason.BOX_DIED and bool(result.stderr), result)
                return
            except SandboxError as error:
                require("killed" in str(error), error)
        require("closed" in _error_of(box), _error_of(box))


@behaviour(Guarantee.DEATH_REASON)
def a_worker_killed_at_rest_is_reported(bench: Bench) -> None:
    """A box whose worker is killed between executions says so when next asked."""
    text = token()
    with bench.box() as box:
        with busy(box, text) as (worker, _):
            pass
        os.kill(worker, signal.SIGKILL)
        until(lambda: not running(worker))
        message = _error_of(box)
        require("died" in message and bool(message.partition("died")[2].strip(" :")), message)
        require("killed" in message or Guarantee.WORKER_SAFE not in bench.backend.guarantees(), message)


@behaviour(Guarantee.DEATH_REASON)
def a_box_that_cannot_start_is_reported(bench: Bench) -> None:
    """A module to preload that is not in the environment is named."""
    environment = BoxEnvironment(bench.environment.recipe, ("no_such_module",))
    try:
        with bench.box(environment=environment):
            broken("the box started")
    except SandboxError as error:
        require("no_such_module" in str(error), error)


@behaviour(Guarantee.CLEAN_CLOSE)
def closing_ends_the_worker(bench: Bench) -> None:
    """After closing, the worker's process is gone; closing again is harmless; the box refuses work."""
    with bench.box() as box, busy(box, token()) as (worker, _):
        pass
    require(until(lambda: not running(worker), 1.0), "the worker runs on")
    box.close()
    try:
        run(box, "")
    except SandboxError as error:
        require("closed" in str(error), error)
    else:
        broken("a closed box executes")


@behaviour(Guarantee.CLEAN_CLOSE)
def closing_leaves_no_trace(bench: Bench) -> None:
    """After closing, no folder or control group of the box is left, whatever the program left in it."""
    with _driving(bench, "close", token()) as process:
        require(process.stdout is not None and process.stdout.readline() == b"closed\n", "the driver failed")
        left = traces(process.pid)
        require(not left, f"left: {left}")


@behaviour(Guarantee.DIES_WITH_DRIVER)
def busy_boxes_die_with_their_driver(bench: Bench) -> None:
    """When the driver is killed, a box at work is gone within 5 s."""
    text = token()
    with _driving(bench, "busy", text) as process:
        worker = parent(first_sighting(text))
        process.kill()
        require(vanished(text) and until(lambda: not running(worker)), "it runs on")


@behaviour(Guarantee.DIES_WITH_DRIVER)
def idle_boxes_die_with_their_driver(bench: Bench) -> None:
    """When the driver is killed, a box at rest is gone within 5 s."""
    with _driving(bench, "idle", token()) as process:
        said = process.stdout.readline() if process.stdout else b""
        require(bool(said), "the driver did not start its box")
        worker = int(said)
        process.kill()
        require(until(lambda: not running(worker)), "it runs on")


@behaviour(Guarantee.DIES_WITH_DRIVER)
def sweeping_removes_every_trace(bench: Bench) -> None:
    """What a killed driver left behind, the next sweep removes; one more finds nothing of it."""
    text = token()
    with _driving(bench, "busy", text) as process:
        first_sighting(text)
        process.kill()
        process.wait()
    require(vanished(text), "the box runs on")
    bench.backend.sweep()
    left = traces(process.pid)
    require(not left, f"left: {left}")
    require(until(lambda: bench.backend.sweep() == 0), "every sweep finds something")


@contextlib.contextmanager
def _driving(bench: Bench, how: driver.How, text: str) -> Iterator[subprocess.Popen[bytes]]:
    """A driver in a process of its own, which starts a box and holds it."""
    command = [sys.executable, "-c", f"from {driver.__name__} import main; main()"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as process:
        try:
            assert process.stdin is not None
            process.stdin.write(pickle.dumps((bench.backend, bench.spec(), how, text)))
            process.stdin.flush()
            yield process
        finally:
            process.kill()
