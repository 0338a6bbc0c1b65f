"""Deadlines, leftovers, and bombs of processes, memory and disk."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

from medgym_prove.conformance.behaviour import ask, behaviour, broken, require, run, usable
from medgym_prove.conformance.bench import LIMITS, Bench, token
from medgym_prove.conformance.witness import (
    busy,
    first_sighting,
    lingering,
    running,
    sightings,
    vanished,
)
from medgym_sandbox.backend import FileRefused
from medgym_sandbox.spec import Execution, Guarantee, Reason

_FORKED = """
import os, signal, subprocess, sys, time
command = [sys.executable, '-I', '-c', 'import time; time.sleep(600)', {token!r}]
{how}
"""
_FILL = """
import os, tempfile

def fill(folder, most):
    written, names = 0, []
    try:
        while written < most:
            names.append(os.path.join(folder, f'fill{len(names)}'))
            with open(names[-1], 'wb', buffering=0) as stream:
                for _ in range(8):
                    stream.write(bytes(2**20))
                    written += 2**20
    except OSError:
        pass
    for name in names:
        try:
            os.unlink(name)
        except OSError:
            pass
    return written // 2**20
"""


@behaviour(Guarantee.TIMEOUT)
def deadlines_hold(bench: Bench) -> None:
    """A loop without end is stopped at the deadline, and the box goes on."""
    started = time.monotonic()
    outcome = run(bench.shared(), "while True: pass", timeout_s=0.5)
    require(outcome.reason is Reason.TIMEOUT and outcome.exit_code is None, outcome)
    require(time.monotonic() - started < 10, "the answer came late")
    usable(bench.shared())


@behaviour(Guarantee.TIMEOUT)
def deadlines_take_the_whole_tree(bench: Bench) -> None:
    """At the deadline children die too, whatever session they are in and whatever they ignore."""
    text = token()
    how = "subprocess.Popen(command)\nsubprocess.Popen(command, start_new_session=True)\ntime.sleep(600)"
    outcome = run(bench.shared(), _FORKED.format(token=text, how=how), timeout_s=1.0)
    require(outcome.reason is Reason.TIMEOUT, outcome)
    require(vanished(text, 0.5), f"{len(sightings(text))} processes live on")


@behaviour(Guarantee.TIMEOUT)
def stubborn_programs_are_killed(bench: Bench) -> None:
    """Ignoring or stopping oneself does not outlast the deadline."""
    ignoring = """
import signal
for number in set(signal.Signals) - {9, 19}: signal.signal(number, signal.SIG_IGN)
while True: pass
"""
    for source in (ignoring, "import os; os.kill(os.getpid(), 19)"):
        require(run(bench.shared(), source, timeout_s=0.5).reason is Reason.TIMEOUT, source)


@behaviour(Guarantee.REAP)
def background_children_end(bench: Bench) -> None:
    """A child left in the background does not outlive its execution."""
    _leaves_nothing(bench, "subprocess.Popen(command)")


@behaviour(Guarantee.REAP)
def session_leaders_end(bench: Bench) -> None:
    """A child in a session of its own does not outlive its execution."""
    _leaves_nothing(bench, "subprocess.Popen(command, start_new_session=True)")


@behaviour(Guarantee.REAP)
def daemons_end(bench: Bench) -> None:
    """A daemon of the double-fork kind does not outlive its execution."""
    how = """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0: os.execv(command[0], command)
    os._exit(0)
os.wait()
"""
    _leaves_nothing(bench, how)


@behaviour(Guarantee.REAP)
def held_output_delays_nothing(bench: Bench) -> None:
    """A background child that holds the output open does not hold up the result."""
    started = time.monotonic()
    outcome = bench.shared().run(Execution(language="shell", source="sleep 30 & echo done", timeout_s=60))
    require(outcome.stdout == "done\n" and time.monotonic() - started < 15, outcome)


def _leaves_nothing(bench: Bench, how: str) -> None:
    text = token()
    outcome = run(bench.shared(), _FORKED.format(token=text, how=f"{how}\ntime.sleep(0.3)"))
    require(outcome.ok, outcome)
    require(vanished(text, 0.5), "it lives on")


@behaviour(Guarantee.REAP)
def children_are_seen_while_they_run(bench: Bench) -> None:
    """The suite's own eyes: a running child is visible on this host, so that its absence means something."""
    with bench.box() as box, busy(box, token()) as (worker, _):
        require(running(worker), "no worker is visible")


@behaviour(Guarantee.PROCESS_LIMIT)
def fork_bombs_are_contained(bench: Bench) -> None:
    """Forking stops at the limit, and the box goes on."""
    most = LIMITS.pids * 5
    source = f"""
import os, time
count = 0
try:
    while count < {most}:
        if os.fork() == 0:
            time.sleep(20)
            os._exit(0)
        count += 1
except OSError:
    pass
answer = count
"""
    with bench.box() as box:
        count = ask(box, source)
        require(
            LIMITS.pids // 2 <= count <= LIMITS.pids + 2, f"{count} children with a limit of {LIMITS.pids}"
        )
        usable(box)


@behaviour(Guarantee.PROCESS_LIMIT)
def thread_bombs_are_contained(bench: Bench) -> None:
    """Threads count as processes do."""
    source = f"""
import os, threading
release, count = threading.Event(), 0
try:
    while count < {LIMITS.pids * 5}:
        threading.Thread(target=release.wait, daemon=True).start()
        count += 1
except RuntimeError:
    pass
answer = count
release.set()
"""
    with bench.box() as box:
        count = ask(box, source)
        require(count <= LIMITS.pids + 2, f"{count} threads with a limit of {LIMITS.pids}")
        usable(box)


@behaviour(Guarantee.PROCESS_LIMIT)
def processes_are_counted_apart(bench: Bench) -> None:
    """The processes of one box do not count against the limit of another."""
    text, most = token(), LIMITS.pids * 3 // 4
    crowd = f"""
import os, time
for answer in range({most}):
    if os.fork() == 0:
        time.sleep(600)
        os._exit(0)
"""
    with bench.box() as first, bench.box() as second, ThreadPoolExecutor(1) as pool:
        outcome = pool.submit(run, first, f"{crowd}\n{lingering(text)}", timeout_s=60.0)
        held = first_sighting(text)
        try:
            require(run(second, crowd).ok, "the second box could not fork while the first held its processes")
        finally:
            os.kill(held, signal.SIGKILL)
        require(outcome.result().reason is Reason.KILLED, outcome.result())


@behaviour(Guarantee.MEMORY_LIMIT)
def memory_bombs_are_named(bench: Bench) -> None:
    """One process over the limit is killed, with memory as the reason, and the box goes on."""
    source = f"kept = [bytearray(b'x' * 2**20) for _ in range({LIMITS.memory_mb} * 2)]"
    with bench.box() as box:
        outcome = run(box, source)
        require(outcome.reason is Reason.MEMORY, outcome)
        require(run(box, "1 / 0").reason is Reason.ERROR, "the next failure counts as memory too")
        usable(box)


@behaviour(Guarantee.MEMORY_LIMIT)
def memory_is_shared_by_the_tree(bench: Bench) -> None:
    """Many children are held to one limit together."""
    children = 8
    share = LIMITS.memory_mb * 2 // children
    source = f"""
import os, sys, time
children = []
for _ in range({children}):
    pid = os.fork()
    if pid == 0:
        kept = bytearray(b'x' * ({share} * 2**20))
        time.sleep(3)
        os._exit(0)
    children.append(pid)
sys.exit(sum(os.waitpid(pid, 0)[1] != 0 for pid in children))
"""
    with bench.box() as box:
        outcome = run(box, source)
        require(outcome.reason in (Reason.MEMORY, Reason.BOX_DIED), outcome)


@behaviour(Guarantee.DISK_LIMIT)
def work_directory_fills_up(bench: Bench) -> None:
    """Writing many files stops at the limit, and the box goes on once they are gone."""
    with bench.box() as box:
        written = ask(box, f"{_FILL}\nanswer = fill('.', {LIMITS.workspace_mb * 4} * 2**20)")
        require(written <= LIMITS.workspace_mb, f"{written} MiB of {LIMITS.workspace_mb} were written")
        box.write("after", b"room again")
        usable(box)


@behaviour(Guarantee.DISK_LIMIT)
def one_large_file_stops(bench: Bench) -> None:
    """A single file over the limit is cut off."""
    source = f"f = open('large', 'wb')\nfor _ in range({LIMITS.workspace_mb * 2}): f.write(bytes(2**20))"
    with bench.box() as box:
        require(run(box, source).reason is Reason.ERROR, "it was written in full")
        usable(box)


@behaviour(Guarantee.DISK_LIMIT)
def no_other_folder_is_boundless(bench: Bench) -> None:
    """Every other writable folder is bounded as well."""
    folders = "{tempfile.gettempdir(), '/tmp', '/dev/shm', '/var/tmp', '/run', '/dev', '/run/lock'}"
    source = f"{_FILL}\nanswer = {{f: fill(f, {LIMITS.memory_mb // 2} * 2**20) for f in sorted({folders})}}"
    with bench.box() as box:
        written = ask(box, source)
        require(all(size < LIMITS.memory_mb // 2 for size in written.values()), f"MiB written: {written}")
        usable(box)


@behaviour(Guarantee.DISK_LIMIT)
def many_small_files_are_survived(bench: Bench) -> None:
    """Twenty thousand empty files do not end the box."""
    source = """
import os
os.mkdir('many')
try:
    for i in range(20000): open(f'many/{i}', 'w').close()
except OSError:
    pass
"""
    with bench.box() as box:
        run(box, source)
        usable(box)


@behaviour(Guarantee.DISK_LIMIT)
def files_that_do_not_fit_are_refused(bench: Bench) -> None:
    """Writing more than there is room for from outside is refused as well."""
    half = bytes(LIMITS.workspace_mb * 2**19)
    with bench.box() as box:
        box.write("first", half)
        box.write("small", b"")
        try:
            box.write("second", half + half[: 2**20])
        except FileRefused as refusal:
            require(refusal.args[0] == "no_space", refusal)
        else:
            broken("it was written")
