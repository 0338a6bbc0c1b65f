"""Files go in and out of the work directory; what is not a plain file does not."""

from __future__ import annotations

from medgym_prove.conformance.behaviour import Broken, ask, behaviour, broken, require, run
from medgym_prove.conformance.bench import Bench, token
from medgym_sandbox.backend import FileRefused, Sandbox
from medgym_sandbox.spec import Guarantee

_CAP = 100_000


def _refused(box: Sandbox, path: str, *reasons: str) -> None:
    try:
        data = box.read(path, _CAP)
    except FileRefused as refusal:
        require(not reasons or refusal.args[0] in reasons, f"{path}: refused as {refusal.args[0]}")
    else:
        raise Broken(f"{path} was read: {len(data)} bytes")


def _not_written(box: Sandbox, path: str, *reasons: str) -> None:
    try:
        box.write(path, b"new")
    except FileRefused as refusal:
        require(refusal.args[0] in reasons, f"{path}: refused as {refusal.args[0]}")
    else:
        raise Broken(f"{path} was written")


@behaviour(Guarantee.FILES)
def bytes_round_trip(bench: Bench) -> None:
    """Empty, binary and large files come back byte for byte."""
    box = bench.shared()
    for name, data in {"empty": b"", "binary": bytes(range(256)) * 16, "large": b"\x00x" * 2**20}.items():
        box.write(name, data)
        require(box.read(name, 2**22) == data, f"{name}: other bytes came back")


@behaviour(Guarantee.FILES)
def programs_see_written_files(bench: Bench) -> None:
    """Programs own what was written and may change it; folders are made."""
    box = bench.shared()
    box.write("made/here/ñ.txt", b"one")
    require(ask(box, "answer = open('made/here/ñ.txt').read()") == "one", "it holds something else")
    run(box, "open('made/here/ñ.txt', 'a').write(' two')")
    require(box.read("made/here/ñ.txt", _CAP) == b"one two", "the change did not arrive")


@behaviour(Guarantee.FILES)
def writing_replaces(bench: Bench) -> None:
    """Writing again replaces the whole content."""
    bench.shared().write("again", b"a long first text")
    bench.shared().write("again", b"short")
    require(bench.shared().read("again", _CAP) == b"short", "something of the first remained")


@behaviour(Guarantee.FILES)
def reading_is_capped(bench: Bench) -> None:
    """A file over the cap is refused, one at the cap is not; a sparse one counts in full."""
    box = bench.shared()
    run(box, f"open('over', 'wb').write(b'x' * {_CAP + 1})\nopen('at', 'wb').write(b'x' * {_CAP})")
    run(box, f"f = open('sparse', 'wb'); f.seek({_CAP} * 100); f.write(b'x')")
    _refused(box, "over", "too_large")
    _refused(box, "sparse", "too_large")
    require(len(box.read("at", _CAP)) == _CAP, "a file at the cap was cut")


@behaviour(Guarantee.FILES)
def missing_files_are_refused(bench: Bench) -> None:
    """A file that is not there is refused as missing."""
    _refused(bench.shared(), "no-such-file", "missing")


@behaviour(Guarantee.FILES)
def links_are_not_followed(bench: Bench) -> None:
    """Neither a symbolic link, nor one in a parent folder, nor a hard link is read."""
    box, text = bench.shared(), token()
    run(
        box,
        f"""
import os
os.makedirs('real', exist_ok=True)
open('real/file', 'w').write({text!r})
os.symlink('real/file', 'link')
os.symlink('real', 'linked')
os.symlink('/etc', 'outside')
os.link('real/file', 'hard')
""",
    )
    for path in ("link", "linked/file", "outside/passwd"):
        _refused(box, path, "not_regular", "denied")
    _refused(box, "hard", "not_regular", "denied", "missing")


@behaviour(Guarantee.FILES)
def special_files_are_not_read(bench: Bench) -> None:
    """A pipe, a socket and a folder are refused, and none of them blocks."""
    box = bench.shared()
    run(box, "import os\nos.mkfifo('fifo')\nos.mkdir('dir')")
    run(box, "import socket\nsocket.socket(socket.AF_UNIX).bind('sock')")
    for path in ("fifo", "dir"):
        _refused(box, path, "not_regular", "denied")
    _refused(box, "sock", "not_regular", "denied", "missing")


@behaviour(Guarantee.FILES)
def devices_are_not_read(bench: Bench) -> None:
    """A link to a device is refused and does not block."""
    run(bench.shared(), "import os\nfor name in ('zero', 'null', 'stdin'): os.symlink('/dev/' + name, name)")
    for path in ("zero", "null", "stdin"):
        _refused(bench.shared(), path, "not_regular", "denied")


@behaviour(Guarantee.FILES)
def paths_stay_below(bench: Bench) -> None:
    """Absolute paths and paths with ``..`` are refused."""
    for path in ("/etc/passwd", "../../etc/passwd", "a/../../b", ".."):
        _refused(bench.shared(), path, "denied", "not_regular", "missing")


@behaviour(Guarantee.FILES)
def writing_follows_no_link(bench: Bench) -> None:
    """Writing through a symbolic link, or below one, is refused and leaves the target alone."""
    box = bench.shared()
    run(
        box,
        "import os\nopen('kept', 'w').write('kept')\nos.symlink('kept', 'way')\nos.symlink('/tmp', 'far')",
    )
    for path in ("way", "far/planted"):
        try:
            box.write(path, b"changed")
        except FileRefused:
            continue
        broken(f"{path} was written")
    require(box.read("kept", _CAP) == b"kept", "the target changed")


@behaviour(Guarantee.FILES)
def unreadable_files_are_refused(bench: Bench) -> None:
    """A file that its owner may not read is not read, one that he may not write is not written."""
    box = bench.shared()
    made = ask(
        box,
        """
import os
for name, mode in (('closed', 0o200), ('fixed', 0o400)):
    os.write(os.open(name, os.O_CREAT | os.O_WRONLY, mode), b'old')
answer = [oct(os.stat(name).st_mode & 0o777) for name in ('closed', 'fixed')]
""",
    )
    require(made == ["0o200", "0o400"], f"modes: {made}")
    _refused(box, "closed", "denied")
    _not_written(box, "fixed", "denied")
    require(box.read("fixed", _CAP) == b"old", "it was written")


@behaviour(Guarantee.FILES)
def folders_are_no_targets(bench: Bench) -> None:
    """Nothing is written to a folder or below a file."""
    box = bench.shared()
    run(box, "import os\nos.mkdir('target')\nopen('plain', 'w').close()")
    _not_written(box, "target", "not_regular")
    _not_written(box, "plain/below", "not_regular")
    _refused(box, "plain/below", "not_regular", "missing")


@behaviour(Guarantee.FILES)
def names_may_be_odd(bench: Bench) -> None:
    """Names with spaces, quotes, newlines and bytes that are no UTF-8 are names like others."""
    box = bench.shared()
    names = [" two words ", "line\nbreak", "quo'te\"", "-rf", "tab\there", "*", "caf\udce9", "a" * 200]
    for name in names:
        box.write(f"odd/{name}", name.encode("utf-8", "surrogateescape"))
        data = box.read(f"odd/{name}", _CAP)
        require(data == name.encode("utf-8", "surrogateescape"), f"{name!a}: other bytes came back")
    listed = ask(box, "import os\nanswer = sorted(name.hex() for name in os.listdir(b'odd'))")
    expected = sorted(name.encode("utf-8", "surrogateescape").hex() for name in names)
    require(listed == expected, f"listed: {listed}")


@behaviour(Guarantee.FILES)
def mounts_are_found(bench: Bench) -> None:
    """Mounted files and folders are below ``data/``."""
    require(ask(bench.shared(), "answer = open('data/folder/part.txt').read()") == "part\n", "they are not")
