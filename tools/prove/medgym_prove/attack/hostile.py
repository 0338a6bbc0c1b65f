"""Code that tries to break whatever runs, grades or records it. Text for a box: it is never run on the host.

Every snippet is over in a moment and stands alone; :func:`hostile` mixes them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from random import Random

_BLOCKS = {
    # The work directory and what stands in it.
    "lock": "os.chmod('.', {mode})",
    "lock_all": "for name in os.listdir('.'): os.chmod(name, {mode})",
    "lock_tmp": "os.chmod(os.environ['TMPDIR'], 0)",
    "wipe": "for name in os.listdir('.'): (shutil.rmtree if os.path.isdir(name) else os.remove)(name)",
    "leave": "os.mkdir('gone'); os.chdir('gone'); os.rmdir('../gone')",
    "rename_work": "here = os.getcwd(); os.rename(here, here + '-gone')",
    "folder": "move({file!r}); os.makedirs({file!r} + '/full')",
    "locked_folder": "move({file!r}); os.makedirs({file!r} + '/full'); os.chmod({file!r}, 0)",
    "link": "move({file!r}); os.symlink({target!r}, {file!r})",
    "hard_link": "move({file!r}); open('other', 'w').close(); os.link('other', {file!r})",
    "fifo": "move({file!r}); os.mkfifo({file!r})",
    "socket_file": "move({file!r}); socket.socket(socket.AF_UNIX).bind({file!r})",
    "unwritable": "move({file!r}); open({file!r}, 'w').close(); os.chmod({file!r}, 0)",
    "sparse": "move({file!r}); open({file!r}, 'w').truncate(1 << 40)",
    "deep": "for _ in range(300): os.mkdir('d'); os.chdir('d')",
    "names": "for name in (b'\\xff', b'a\\nb', b'\\xed\\xa0\\x80', b'x' * 255): open(name, 'w').close()",
    "many_files": "for n in range(2000): open(f'n{{n}}', 'w').close()",
    "fill": "f = open('big', 'wb')\nfor _ in range(20): f.write(b'x' * (1 << 20))",
    "attributes": "os.setxattr('.', 'user.x', b'y'); os.chown('.', 0, 0)",
    # Descriptors, and what is written to them.
    "write_all": "for fd in range({low}, 64): tried(os.write, fd, {frame!r})",
    "close_all": "os.closerange({low}, 64)",
    "shuffle": "for fd in range(3, 64): tried(os.dup2, fd, {low})",
    "block": "for fd in range(64): tried(os.set_blocking, fd, {flag})",
    "signal_me": "for fd in range(64): tried(fcntl.fcntl, fd, fcntl.F_SETFL, 0x2000)",
    "grow_pipes": "for fd in range(64): tried(fcntl.fcntl, fd, 1031, {size})",
    "endless_fds": "kept = [os.open('/dev/null', 0) for _ in range(5000)]",
    "forge": "forged({report})",
    "forge_and_go": "forged({report}); os._exit({code})",
    "flood": "sys.stdout.write('x' * 3_000_000); sys.stderr.write('\\0' * 3_000_000)",
    "bytes": "os.write(1, bytes(range(256)) * 100); os.write(2, b'\\xed\\xa0\\x80' * 1000)",
    # How it ends.
    "raise_half": "raise ValueError(chr(0xD800))",
    "raise_named": "raise type(chr(0xDFFF) * 3000, (Exception,), dict(__module__=chr(0xD800)))(chr(0xD800))",
    "raise_unprintable": "raise type('E', (Exception,), dict(__str__=lambda self: 1 / 0))",
    "raise_group": "raise ExceptionGroup(chr(0xD800), [KeyError(chr(0xD800))])",
    "key": "{{chr(0xD800): 1}}[chr(0xD801)]",
    "attribute": "getattr(type(chr(0xD800), (), {{chr(0xD801): 1}})(), chr(0xD802))",
    "exit": "sys.exit({leaving})",
    "leave_at_once": "os._exit({code})",
    "kill_self": "os.kill(os.getpid(), {signal})",
    "kill_parent": "os.getppid() > 1 and os.kill(os.getppid(), {signal})",
    "kill_group": "os.killpg(0, {signal})",
    "crash": "ctypes.string_at(1)",
    "exec": "os.execv('/bin/sh', ['sh', '-c', {command!r}])",
    "recursion": "f = lambda: f()\nf()",
    "at_exit": "atexit.register(os._exit, {code}); atexit.register(lambda: 1 / 0)",
    # Answers.
    "half": "answer = {{'a': chr(0xD800), chr(0xDFFF): [chr(0xD800)] * 100}}",
    "nested": "answer = []\nfor _ in range({depth}): answer = [answer]",
    "cyclic": "answer = []; answer.append(answer)",
    "long_number": "sys.set_int_max_str_digits(0); answer = 10 ** 20_000",
    "not_finite": "answer = [float('nan'), float('inf'), -0.0]",
    "strange": "answer = type('S', (str,), dict(__len__=lambda s: -1, encode=lambda *a: 1 / 0))('x')",
    "large": "answer = 'x' * 3_000_000",
    # Processes, threads, memory, limits.
    "daemon": "os.fork() or (os.setsid(), os.fork() or time.sleep(30))",
    "forks": "for _ in range(20): os.fork() or time.sleep(30)",
    "threads": "for _ in range(50): threading.Thread(target=time.sleep, args=(30,), daemon=True).start()",
    "deaf": "for n in range(1, 65): tried(signal.signal, n, signal.SIG_IGN)",
    "alarm": "signal.setitimer(signal.ITIMER_REAL, 0.01); time.sleep(0.05)",
    "limits": "for n in range(16): tried(resource.setrlimit, n, ({size}, {size}))",
    "memory": "x = bytearray(1 << 29)",
    "shared_memory": "x = mmap.mmap(-1, 1 << 27); x.write(b'x' * (1 << 27))",
    "proc": "for path in glob.glob('/proc/self/*') + glob.glob(f'/proc/{{os.getppid()}}/*'): write(path)",
    "undumpable": "ctypes.CDLL(None).prctl(4, 0)",
    # The interpreter.
    "no_builtins": "vars(builtins).clear()",
    "no_modules": "sys.modules.clear()",
    "no_streams": "sys.stdout = sys.stderr = None; del sys.__stdout__",
    "patched_json": "json.dumps = lambda *a, **k: {text}; json.JSONEncoder.encode = json.dumps",
    "patched_os": "os.write = os._exit = lambda *a: None",
    "traced": "sys.settrace(lambda *a: 1 / 0)",
    "shallow": "sys.setrecursionlimit(30)",
    "warped": "time.monotonic = lambda: -1e308; time.time = None",
    # Services.
    "garbage": "send({port}, os.urandom(300))",
    "request": "send({port}, {request!r})",
    "pipeline": "send({port}, http('GET', '/large') * 3000, read=False)",
    "unfinished": "kept = [send({port}, http('PUT', '/', b'x', 8_000_000), False) for _ in range(30)]",
    "half_closed": "send({port}, http('GET', {path!r})[:-2], end=True)",
    "post": "send({port}, http('POST', {path!r}, {body!r}))",
}
_PRELUDE = """\
import atexit, builtins, ctypes, fcntl, glob, json, mmap, os, resource
import shutil, signal, socket, sys, threading, time
def tried(action, *arguments):
    try:
        return action(*arguments)
    except Exception:
        pass
def move(path):
    if os.path.lexists(path):
        os.rename(path, f'{path}-{time.monotonic_ns()}')
def write(path):
    tried(lambda: os.write(os.open(path, os.O_WRONLY | os.O_NONBLOCK), b'1000'))
def forged(facts):
    frame = sys._getframe()
    while frame := frame.f_back:
        if callable(report := frame.f_locals.get('report')):
            report(facts)
def http(method, path, body=b'', size=None):
    size = len(body) if size is None else size
    return f'{method} {path} HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: {size}\\r\\n\\r\\n'.encode() + body
def send(port, data, read=True, end=False):
    peer = socket.create_connection(('127.0.0.1', port), 1)
    peer.settimeout(0.2)
    tried(peer.sendall, data)
    end and peer.shutdown(socket.SHUT_WR)
    while read and tried(peer.recv, 65536):
        pass
    return peer
"""
_LIES = (
    "dict(jail_failed='x', unconfined='x', refused='x')",
    "dict(answer='[' * 100_000, answer_error=chr(0xD800) * 9000)",
    "dict(answer='x' * 400_000)",
    "dict(failure='x' * 400_000)",
    "dict(failure=dict.fromkeys(('type', 'message', 'line', 'text', 'names', 'variables'), 'x' * 90_000))",
    "dict(failure=dict(type=chr(0xD800), line=10 ** 30, names={chr(0xD800): [chr(0xDFFF)]}, variables=[]))",
    "dict(failure=dict(type='MemoryError', line=-1, column=1e308))",
)
_FRAME = b"\x06\0\0\0\x01\0\0\0\x02{}"
_CHOICES: dict[str, Sequence[object]] = {
    "mode": (0, 0o100, 0o200, 0o300, 0o400, 0o500, 0o7777),
    "file": ("notes.txt", "submission.py", "solution.py", "predictions.csv", "data", "answer.json"),
    "target": (".", "notes.txt", "/etc/passwd", "/dev/zero", "nowhere", "/proc/self/mem"),
    "low": (0, 1, 3),
    "frame": (
        b'{"jail_failed": "x"}',
        b'{"answer": "[]"}',
        _FRAME,
        b"\xff" * 5000,
        b"\x09\0\0\0\0\0\0\0\0" * 50,
    ),
    "flag": (True, False),
    "size": (0, 1, 4096, 1 << 20),
    "report": _LIES,
    "code": (0, 1, 70, 137, 255),
    "leaving": ("None", "0", "256", "-1", "chr(0xD800)", "2 ** 70", "[]", "''"),
    "signal": (2, 3, 6, 9, 11, 15, 25, 31),
    "command": ("kill -9 $$", "exec 0<&- 1>&- 2>&-; chmod 000 .", "head -c 3000000 /dev/zero", "chmod 0 . *"),
    "depth": (20, 40, 500, 5000),
    "text": ("'['", "'[' * 200_000", "chr(0xD800) * 10", "None", "b'x'", "1 / 0"),
    "path": ("/", "/beds", "/fhir", "/fhir/Observation"),
    "body": (b"{", b"[" * 100_000, b'{"a": "\\ud800"}', b'"\xed\xa0\x80"', b"1" * 5000, b"NaN", b"\xff"),
    "request": (
        b"CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"GET /%00%ff%ed%a0%80 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET http:///// HTTP/1.1\r\nHost: \xff\r\nConnection: close\r\n\r\n",
        b"PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\nzz\r\n",
        b"GET /fhir/Observation?date=ge0001-01-01T00:00:00%2B14:00 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /fhir/Observation?date=9999-12-31T23:59:59-14:00 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /fhir/Patient?_count=99999999999999999999&birthdate=eb HTTP/1.1\r\nHost: x\r\n\r\n",
    ),
}
_COMMANDS = (
    "chmod 000 .",
    "rm -rf ./* ./.??*",
    "mv notes.txt away; mkdir -p notes.txt/x",
    "ln -sfn / notes.txt; ln -s . loop",
    "kill -9 $$",
    "kill -{signal} $PPID",
    "exec 0<&- 1>&- 2>&- 3>&-; sleep 0",
    "printf '\\355\\240\\200\\377\\000'",
    "head -c 3000000 /dev/zero",
    "(sleep 30 &) ; nohup sleep 30 & exit {code}",
    "ulimit -f 0; echo x > y; ulimit -n 0; cat y",
    "cat notes.txt > /proc/$PPID/oom_score_adj; exit {code}",
)
_QUERIES = (
    "SELECT char(55296)",
    "SELECT x'FF', cast(x'EDA080' AS text)",
    "SELECT 9e999, -9e999, 1 / 0",
    "SELECT hex(zeroblob(3000000))",
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 100000) SELECT * FROM c",
    "ATTACH '/etc/passwd' AS other",
    "PRAGMA writable_schema = 1",
    "SELECT " + "(" * 2000 + "1" + ")" * 2000,
    "SELECT no_such_column FROM sqlite_master",
    "SELECT load_extension('x')",
    "",
    "\0",
)


def hostile(draw: Random, ports: Sequence[int] = (), most: int = 4) -> str:
    """A Python program of one to ``most`` snippets; those about services need ``ports`` to go to."""
    choices = {**_CHOICES, "port": ports}
    usable = [block for block in _BLOCKS.values() if ports or "{port}" not in block]
    *tries, last = draw.sample(usable, draw.randint(1, most))
    parts = [_filled(block, draw, choices) for block in (*tries, last)]
    guarded = [f"try:\n{textwrap.indent(part, '    ')}\nexcept BaseException: pass" for part in parts[:-1]]
    return "\n".join([_PRELUDE, *guarded, parts[-1]])


def hostile_command(draw: Random) -> str:
    """A command line."""
    return _filled(draw.choice(_COMMANDS), draw, _CHOICES)


def hostile_query(draw: Random) -> str:
    """A text that may be SQL."""
    return draw.choice(_QUERIES)


def _filled(text: str, draw: Random, choices: dict[str, Sequence[object]]) -> str:
    picked = {name: draw.choice(values) for name, values in choices.items() if values and f"{{{name}" in text}
    return text.format(**picked)
