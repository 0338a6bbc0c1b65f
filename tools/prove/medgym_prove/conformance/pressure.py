"""A box whose code takes all it can get: memory in every form, files, processors."""

from __future__ import annotations

from pathlib import Path

from medgym_prove.conformance.behaviour import ask, behaviour, require, run, usable
from medgym_prove.conformance.bench import LIMITS, Bench, token
from medgym_prove.conformance.privileges import CALLS
from medgym_prove.conformance.witness import busy, first_sighting, until
from medgym_sandbox.spec import Guarantee, Reason

_MANY = 10_000
"""More files than a folder of the bench's size should take."""
_SHARED = 1000
"""Less than other programs of the same user may usually have: 1024 descriptors."""
_CORES = 0.1
"""Few, since without a limit, too, a loaded machine gives a box little."""
_FORMS = {
    "heap": "kept = [bytearray(b'x' * 2**20) for _ in range(most)]",
    "shared mapping": "m = mmap.mmap(-1, most * 2**20)\nfor page in range(0, len(m), 4096): m[page] = 1",
    "anonymous files": """
for _ in range(most // 8):
    kept.append(os.memfd_create('m'))
    os.write(kept[-1], bytes(2**23))
""",
    "allocated files": """
for _ in range(most):  # of no process, so that the largest process is none of the agent's
    kept.append(os.memfd_create('m'))
    os.posix_fallocate(kept[-1], 0, 2**20)
""",
    "pipes": """
kept = [os.pipe() for _ in range(240)]
for _, write in kept:
    os.set_blocking(write, False)
    try: fcntl.fcntl(write, 1031, 2**20); os.write(write, bytes(2**20))
    except OSError: pass
""",
    "tables of pages": """
for _ in range(most // 12):
    m = mmap.mmap(-1, 2**32, flags=mmap.MAP_PRIVATE | 0x4000)
    for page in range(0, 2**32, 2**21): m[page]
    kept.append(m)
""",
    "children": """
for _ in range(16):
    if os.fork() == 0:
        mine = bytearray(b'x' * (most // 16 * 2**20)); time.sleep(1); os._exit(0)
time.sleep(1)
""",
    "segments": """
libc.shmat.restype = ctypes.c_void_p
for _ in range(most // 4):
    at = libc.shmat(libc.shmget(0, 2**22, 0o1600), None, 0)
    if at in (None, 2**64 - 1): raise OSError('no segment')
    ctypes.memset(at, 1, 2**22)
""",
    "message queues": """
text = (ctypes.c_char * 8200)(1)
for _ in range(most * 8):
    queue = libc.msgget(0, 0o1600)
    if queue < 0 or libc.msgsnd(queue, text, 8000, 0o4000): raise OSError('no queue')
""",
    "queues of files": "for i in range(64): open(f'/dev/mqueue/{i}', 'w').close()",
    "files": """
for folder in ('.', '/tmp', '/dev/shm'):
    try:
        for i in range(most // 4):
            with open(f'{folder}/large{i}', 'wb') as f: f.write(bytes(2**22))
    except OSError: pass
""",
    "names": f"""
for folder in ('.', '/tmp', '/dev/shm'):
    try:
        for i in range({_MANY}): os.symlink('x' * 120, f'{{folder}}/name{{i}}' + 'x' * 200)
    except OSError: pass
""",
    "attributes": """
for i in range(20000):
    with open('/dev/shm/attributes', 'a'): os.setxattr('/dev/shm/attributes', f'user.{i}', bytes(4000))
""",
    "heap of a full box": "kept = [bytearray(b'x' * 2**20) for _ in range(most)]",
}
"""Ways to fill memory, in this order: what the last ones fill stays filled."""


@behaviour(Guarantee.WORKER_SAFE)
def memory_runs_out_for_agent_code_alone(bench: Bench) -> None:
    """Whatever form memory is taken in, the program ends at most; soon the box has room again."""
    modest = f"kept = b'x' * {LIMITS.memory_mb * 2**18}"
    start = f"{CALLS}import fcntl, mmap, time\nmost, kept = {LIMITS.memory_mb * 2}, []\n"
    with bench.box() as box:
        for name, form in _FORMS.items():
            outcome = run(box, start + form)
            require(outcome.reason is not Reason.BOX_DIED, f"{name}: {outcome.stderr}")
            require(until(lambda: run(box, modest).ok), f"after {name} little is left")


@behaviour(Guarantee.WORKER_SAFE)
def standing_with_the_memory_killer_stays(bench: Bench) -> None:
    """Agent code cannot have others killed for its memory: neither it nor a child changes its score."""
    source = """
import os, subprocess, sys
write = '''
done = []
for name in ('oom_score_adj', 'oom_adj'):
    for score in (0, -1000, 999):
        try:
            with open(f'/proc/self/{name}', 'w') as stream: stream.write(str(score))
            done.append([name, score])
        except OSError: pass
'''
exec(write)
child = subprocess.run([sys.executable, '-c', write + 'print(done)'], capture_output=True, text=True)
answer = [done, child.stdout]
"""
    done = ask(bench.shared(), source)
    require(done == [[], "[]\n"], f"by itself and by a child: {done}")


@behaviour(Guarantee.WORKER_SAFE)
def nothing_is_kept_in_the_kernel(bench: Bench) -> None:
    """Segments, semaphores, queues, keys and other memory that outlives a program cannot be had."""
    source = f"""{CALLS}
name = ctypes.create_string_buffer(b'conformance')
at = ctypes.addressof(name)
calls = {{
    'segment': ((29, 194), 0, 4096, 0o1600), 'semaphores': ((64, 190), 0, 1, 0o1600),
    'messages': ((68, 186), 0, 0o1600), 'queue': ((240, 180), at, 0o102, 0o600, 0),
    'key': ((248, 217), at, at, at, 4, -3), 'secret memory': ((447, 447), 0),
    'huge pages': ((319, 279), at, 4), 'requests': ((206, 0), 8, at),
}}
answer = [kind for kind, (number, *rest) in calls.items() if call(number, *rest) == 'done']
try:
    open('/dev/mqueue/conformance', 'w').close()
    answer.append('queue by name')
except OSError:
    pass
"""
    with bench.box() as box:
        done = ask(box, source)
    require(done == [], f"had: {done}")


@behaviour(Guarantee.WORKER_SAFE)
def what_users_share_is_left_to_others(bench: Bench) -> None:
    """Of what the kernel counts for all programs of a user a box takes less than others may have."""
    source = f"""{CALLS}
import socket
counts, timer = {{'descriptors on their way': 0, 'timers': 0}}, ctypes.c_int()
here, there = socket.socketpair()
here.setblocking(False)
try:
    while counts['descriptors on their way'] < {_SHARED}:
        socket.send_fds(here, [b'.'], [here.fileno()] * 50)
        counts['descriptors on their way'] += 50
except OSError:
    pass
while counts['timers'] < {_SHARED} and call((222, 107), 1, 0, ctypes.addressof(timer)) == 'done':
    counts['timers'] += 1
answer = counts
"""
    with bench.box() as box:
        counts = ask(box, source)
    require(max(counts.values()) < _SHARED, f"taken: {counts}")


@behaviour(Guarantee.WORKER_SAFE)
def addresses_are_random(bench: Bench) -> None:
    """Programs lie at other addresses each time they start, and cannot ask for the same."""
    source = f"""{CALLS}
import subprocess, sys
fixed = call((135, 92), 0x40000) == 'done'
show = [sys.executable, '-c', 'print(id([]))']
answer = [fixed, len({{subprocess.run(show, capture_output=True).stdout for _ in range(3)}})]
"""
    seen = ask(bench.shared(), source)
    require(seen == [False, 3], f"[may be fixed, layouts of three]: {seen}")


@behaviour(Guarantee.DISK_LIMIT)
def files_are_counted(bench: Bench) -> None:
    """No writable folder takes empty files without end: they take the kernel's memory."""
    source = f"""
import os, shutil, tempfile
answer = {{}}
for folder in sorted({{'.', tempfile.gettempdir(), '/tmp', '/dev/shm', '/var/tmp', '/run'}}):
    below, count = os.path.join(folder, 'conformance-many'), 0
    try:
        os.mkdir(below)
        while count < {_MANY}:
            os.close(os.open(f'{{below}}/{{count}}', os.O_CREAT | os.O_WRONLY))
            count += 1
    except OSError:
        pass
    shutil.rmtree(below, ignore_errors=True)
    answer[folder] = count
"""
    with bench.box() as box:
        counts = ask(box, source)
    require(all(count < _MANY for count in counts.values()), f"files made: {counts}")


@behaviour(Guarantee.MEMORY_LIMIT)
def swap_does_not_widen_memory(bench: Bench) -> None:
    """The box's control group allows it no swap beyond its memory."""
    text = token()
    with bench.box() as box, busy(box, text):
        allowed = {path.name: path.read_text().strip() for path in _groups(first_sighting(text))}
    memory = str(LIMITS.memory_mb * 2**20)
    swapless = allowed.get("memory.swap.max") == "0" or allowed.get("memory.memsw.limit_in_bytes") == memory
    require(swapless, f"with a limit of {memory}: {allowed}")


def _groups(pid: int) -> list[Path]:
    """Files that limit the memory of the groups that a process is in."""
    roots = [Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/memory")]
    places = [line.split(":", 2)[2] for line in Path(f"/proc/{pid}/cgroup").read_text().splitlines()]
    names = ("memory.max", "memory.swap.max", "memory.limit_in_bytes", "memory.memsw.limit_in_bytes")
    paths = (root / place.lstrip("/") / name for root in roots for place in places for name in names)
    return [path for path in paths if path.exists() and path.parent not in roots]


@behaviour(Guarantee.CPU_LIMIT)
def processors_are_shared_out(bench: Bench) -> None:
    """Four busy processes get the box's share of processor time together, however long they wait for it."""
    source = """
import os, time
started = time.monotonic()
for _ in range(4):
    if os.fork() == 0:
        while time.monotonic() - started < 2: pass
        os._exit(0)
for _ in range(4): os.wait()
used = os.times()
answer = (used.children_user + used.children_system) / (time.monotonic() - started)
"""
    with bench.box(limits=LIMITS.model_copy(update={"cpus": _CORES})) as box:
        cores = ask(box, source)
        require(cores < 1.5 * _CORES, f"{cores:.2f} cores with a limit of {_CORES}")
        usable(box)
