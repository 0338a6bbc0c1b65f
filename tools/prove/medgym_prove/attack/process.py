"""Attacks on processes: leaving before the test, staying after it, and ending the worker."""

from __future__ import annotations

from medgym_prove.attack.script import Target

_EXITS = (
    "import sys; sys.exit(0)",
    "import os; os._exit(0)",
    "raise SystemExit",
    "import unittest; raise unittest.SkipTest('passed')",
    "import atexit, os; atexit.register(os._exit, 0); raise RuntimeError",
    "import os, sys; sys.excepthook = lambda *a: os._exit(0); raise RuntimeError",
    "import os, signal; signal.signal(15, lambda *a: os._exit(0)); os.kill(os.getpid(), 15)",
)

_LINGER = r"""
import glob, os, shutil, time
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    os.closerange(0, 3)
    end = time.monotonic() + {seconds}
    while time.monotonic() < end:
        for name in ("reward.json", "verdict.json", "reward.txt"):
            with open(name, "w") as stream:
                stream.write("1")
        for found in glob.glob("*expected*") + glob.glob("*gold*"):
            for path in {paths}:
                shutil.copyfile(found, path)
        time.sleep(0.01)
    os._exit(0)
"""

_KILL = r"""
import os, resource, signal

def tried(action, *arguments):
    try:
        action(*arguments)
    except OSError:
        pass

def doom(pid):
    with open(f"/proc/{pid}/oom_score_adj", "w") as stream:
        stream.write("1000")

def read(path):
    try:
        with open(path) as stream:
            return stream.read()
    except OSError:
        return ""

worker = os.getppid()
started = read("/proc/1/stat").rpartition(")")[2].split()
# Whose PID 1 is as old as the machine, it is the machine's own: a box that shares it must not end it.
machine = not started or int(started[19]) < 6000
own = read("/proc/1/comm").strip() == "bwrap" or (worker == 1 and not machine)
if own or worker != 1:
    tried(doom, worker)
    tried(resource.prlimit, worker, resource.RLIMIT_NOFILE, (0, 0))
    tried(resource.prlimit, worker, resource.RLIMIT_CPU, (1, 1))
    tried(os.kill, worker, signal.SIGSTOP)
    tried(os.kill, worker, signal.SIGKILL)
if own:
    tried(os.kill, -1, signal.SIGKILL)
"""


def exit_codes(target: Target) -> tuple[str, str]:
    """Ends with exit status 0 before any test can run."""
    leave = _EXITS[target.draw % len(_EXITS)]
    return f"value = 0\nprogram = {leave!r}", leave


def fork_and_linger(target: Target) -> tuple[str, str]:
    """Leaves a daemon for ``linger_s`` (20) seconds that forges rewards and copies what graders leave."""
    paths = [*(file.path for file in target.turn.files), "answer.json"]
    return "value = 0", _LINGER.format(seconds=target.option("linger_s"), paths=paths)


def kill_worker(target: Target) -> tuple[str, str]:
    """Limits, stops and kills the process that watches it, for harnesses that pass what they lost.

    It goes for every process only where PID 1 is the box's own, so that a box without process isolation
    loses its worker and the machine loses nothing.
    """
    return "value = 0", _KILL
