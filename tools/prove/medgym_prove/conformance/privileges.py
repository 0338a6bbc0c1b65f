"""What agent code may do to the worker, the kernel and its own rights."""

from __future__ import annotations

from medgym_prove.conformance.behaviour import ask, behaviour, require, run, usable
from medgym_prove.conformance.bench import Bench, token
from medgym_prove.conformance.witness import busy, first_sighting, user
from medgym_sandbox.spec import Guarantee, Reason
from medgym_sandbox.worker import frame

CALLS = """
import ctypes, errno, os, platform
libc = ctypes.CDLL(None, use_errno=True)
column = {'x86_64': 0, 'aarch64': 1}[platform.machine()]

def call(number, *arguments):
    ctypes.set_errno(0)
    if number[column] is None: return 'ENOSYS'
    result = libc.syscall(ctypes.c_long(number[column]), *(ctypes.c_long(a) for a in arguments))
    return errno.errorcode.get(ctypes.get_errno(), 'failed') if result < 0 else 'done'
"""
_DANGEROUS = {
    "mount": ((165, 40), (0, 0, 0, 0, 0)),
    "umount": ((166, 39), (0, 0)),
    "pivot_root": ((155, 41), (0, 0)),
    "chroot": ((161, 51), (0,)),
    "new user namespace": ((272, 97), (0x10000000,)),
    "new mount namespace": ((272, 97), (0x00020000,)),
    "setns": ((308, 268), (-1, 0)),
    "bpf": ((321, 280), (0, 0, 0)),
    "perf_event_open": ((298, 241), (0, 0, -1, -1, 0)),
    "userfaultfd": ((323, 282), (1,)),
    "keyctl": ((250, 219), (0, -3, 0)),
    "add_key": ((248, 217), (0, 0, 0, 0, -3)),
    "ptrace": ((101, 117), (0, 0, 0, 0)),
    "io_uring_setup": ((425, 425), (1, 0)),
    "open_by_handle_at": ((304, 265), (-1, 0, 0)),
    "statmount": ((457, 457), (0, 0, 0, 0)),
    "listmount": ((458, 458), (0, 0, 0, 0)),
    "kexec_load": ((246, 104), (0, 0, 0, 0)),
    "init_module": ((175, 105), (0, 0, 0)),
    "process_vm_readv": ((310, 270), (1, 0, 0, 0, 0, 0)),
}
_ON_WORKER = """
worker = os.getppid()
done = []

def attempt(name, call):
    try:
        call()
        done.append(name)
    except (OSError, ValueError):
        pass
"""


@behaviour(Guarantee.WORKER_SAFE)
def signals_do_not_reach_the_worker(bench: Bench) -> None:
    """No signal ends, stops or disturbs the worker."""
    source = """
import os, signal, time
for number in (1, 2, 3, 6, 10, 11, 12, 13, 14, 15, 17, 19, 20, 21, 22, 9, *range(34, 65)):
    try:
        os.kill(os.getppid(), number)
    except OSError:
        pass
time.sleep(0.1)
answer = 1
"""
    with bench.box() as box:
        require(run(box, source).ok, "the program did not end well")
        box.ping()
        usable(box)


@behaviour(Guarantee.WORKER_SAFE)
def killing_everyone_spares_the_worker(bench: Bench) -> None:
    """Signalling every process at once ends the program at most. Tried only where that means this box."""
    source = """
import os
try:
    if os.getppid() in (0, 1): os.kill(-1, 9)
    else: os.killpg(0, 9)
except ProcessLookupError:
    pass
"""
    with bench.box() as box:
        outcome = run(box, source)
        require(outcome.reason in (Reason.COMPLETED, Reason.KILLED), outcome)
        usable(box)


@behaviour(Guarantee.WORKER_SAFE)
def worker_cannot_be_traced(bench: Bench) -> None:
    """The worker's memory, descriptors and variables cannot be read or written, nor can it be traced."""
    source = f"""{CALLS}{_ON_WORKER}
for name in ('mem', 'environ', 'maps', 'syscall', 'stack'):
    attempt(name, lambda: open(f'/proc/{{worker}}/{{name}}', 'rb').read(1))
attempt('write mem', lambda: open(f'/proc/{{worker}}/mem', 'r+b').close())
attempt('descriptors', lambda: os.listdir(f'/proc/{{worker}}/fd'))
attempt('working folder', lambda: os.listdir(f'/proc/{{worker}}/cwd/'))
for request in (16, 0x4206):
    if call((101, 117), request, worker, 0, 0) == 'done': done.append(f'ptrace {{request}}')
pidfd = libc.syscall(434, worker, 0)
if pidfd >= 0 and call((438, 438), pidfd, 3, 0) == 'done': done.append('pidfd_getfd')
answer = done
"""
    with bench.box() as box:
        done = ask(box, source)
        require(done == [], f"done: {done}")
        usable(box)


@behaviour(Guarantee.WORKER_SAFE)
def worker_cannot_be_limited(bench: Bench) -> None:
    """The worker's limits, priority, processors and standing with the memory killer cannot be changed."""
    source = f"""import resource
{CALLS}{_ON_WORKER}
attempt('prlimit', lambda: resource.prlimit(worker, resource.RLIMIT_NOFILE, (0, 0)))
attempt('affinity', lambda: os.sched_setaffinity(worker, {{0}}))
attempt('scheduler', lambda: os.sched_setscheduler(worker, os.SCHED_IDLE, os.sched_param(0)))
attempt('priority', lambda: os.setpriority(os.PRIO_PROCESS, worker, 19))
for kind in (os.PRIO_PGRP, os.PRIO_USER):
    attempt(f'priority of {{kind}}', lambda: os.setpriority(kind, os.getpgid(worker) if kind == 1 else 0, 19))
attempt('oom score', lambda: os.close(os.open(f'/proc/{{worker}}/oom_score_adj', os.O_WRONLY)))
if call((251, 30), 1, worker, 3 << 13) == 'done': done.append('io priority')
answer = done
"""
    with bench.box() as box:
        done = ask(box, source)
        require(done == [], f"done: {done}")
        usable(box)


@behaviour(Guarantee.WORKER_SAFE)
def results_cannot_be_forged(bench: Bench) -> None:
    """Frames written to every descriptor in sight change no result."""
    forged = frame.pack(
        frame.RESULT, 1, b'{"exit_code": 0, "duration_s": 0, "oom_kills": 0, "dropped": [0, 0]}'
    )
    source = f"""
import os
for descriptor in range(256):
    for channel in range(8):
        try:
            os.write(descriptor, {forged[:1]!r} + channel.to_bytes(4, 'big') + {forged[5:]!r})
        except OSError:
            break
os._exit(7)
"""
    with bench.box() as box:
        outcome = run(box, source)
        require((outcome.exit_code, outcome.answer) == (7, None), outcome)
        usable(box)


@behaviour(Guarantee.WORKER_SAFE)
def no_stream_is_inherited(bench: Bench) -> None:
    """Agent code holds no socket, and no descriptor but its own four."""
    source = """
import os, stat
kinds = {}
for descriptor in range(1024):
    try:
        kinds[descriptor] = stat.S_IFMT(os.fstat(descriptor).st_mode)
    except OSError:
        pass
answer = [len(kinds), any(stat.S_ISSOCK(kind) or stat.S_ISDIR(kind) for kind in kinds.values())]
"""
    with bench.box() as box:
        count, telling = ask(box, source)
    require(count <= 4 and not telling, f"{count} descriptors; a socket or folder among them: {telling}")


@behaviour(Guarantee.WORKER_SAFE)
def no_privilege_is_left(bench: Bench) -> None:
    """Agent code has no capability, cannot gain any, and runs behind a system call filter."""
    source = f"""{CALLS}
import struct
header, data = struct.pack('II', 0x20080522, 0), ctypes.create_string_buffer(24)
libc.capget(header, data)
try:
    os.setuid(0)
except OSError:
    pass
after = ctypes.create_string_buffer(24)
libc.capget(header, after)
zero = bytes(24)
answer = [data.raw == zero, after.raw == zero, libc.prctl(39, 0, 0, 0, 0), libc.prctl(21, 0, 0, 0, 0)]
"""
    seen = ask(bench.shared(), source)
    require(seen == [True, True, 1, 2], f"[no capability, none after setuid, no-new-privs, filter]: {seen}")


@behaviour(Guarantee.WORKER_SAFE)
def dangerous_calls_are_refused(bench: Bench) -> None:
    """System calls that no analysis needs are refused before their arguments are looked at."""
    source = f"{CALLS}\nanswer = {{name: call(*[n], *a) for name, (n, a) in {_DANGEROUS!r}.items()}}"
    seen = ask(bench.shared(), source)
    passed = {name: result for name, result in seen.items() if result not in ("EPERM", "ENOSYS", "EACCES")}
    require(passed == {}, f"not refused: {passed}")


@behaviour(Guarantee.UID_SPLIT)
def worker_has_another_uid(bench: Bench) -> None:
    """The worker's uid differs from that of agent code, which is not root."""
    text = token()
    with bench.box() as box, busy(box, text) as (worker, _):
        theirs, ours = user(worker), user(first_sighting(text))
    require(ours not in (0, theirs), f"the worker's is {theirs}, that of agent code {ours}")
