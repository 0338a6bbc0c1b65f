"""A template: an interpreter with the heavy imports done, of which each box's worker is a fork.

It never runs agent code, and it learns of a box no more than descriptors: what a worker is to be comes over
the worker's own stream. So the memory that workers inherit holds nothing of other boxes; they share but
read-only pages of imported libraries.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import socket
import struct
import sys
from collections.abc import Callable, Mapping
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from . import frame, jail, kills, lifeline, main, namespaces, pages, seccomp
from .pipes import read_exactly, write_all

FORK, REAP = b"f", b"r"
SECTIONS = ("jail", "view")
"""Parts of a worker's configuration of which an order says no more than what differs."""
_MOST = 8
"""Most descriptors of one order."""
_UNBORN = 71
"""Exit code of a worker whose stream ended before its order came."""
_EXIT_CODE, _LENGTH = struct.Struct("!i"), struct.Struct("!I")


class _Unborn(NamedTuple):
    """A worker before its order, made ready as far as all boxes of the template are alike."""

    handle: int
    """Its pidfd; none in itself."""
    door: socket.socket
    """Where the descriptors of its order are handed in."""


def run(config: Mapping[str, Any]) -> tuple[dict[str, Any], int]:
    """Fork a worker for each order on the packet socket ``config["template"]``, until that ends.

    Orders are packets of one byte with descriptors: ``FORK`` with a worker's stream, its log and the
    entrances of its control groups, answered by its pidfd, or by none where it has died or could not be
    forked, and ``REAP`` with the pidfd of a worker that has ended, answered by its exit code as ``!i``. The
    first packet it sends is ``{"missing": {...}}``. With ``config["namespaces"]`` each worker is the first
    process of a namespace below the template's.

    Each worker is forked before its order comes, from the template as all are, and is nobody's until then.

    Returns only in the workers, so that none has a frame of the template below it: with the worker's
    configuration and its stream.
    """
    control = socket.socket(fileno=config["template"])
    nursery = namespaces.Nursery() if config["namespaces"] else None
    missing, usual = _warm(config["usual"], control.fileno())
    control.send(json.dumps({"missing": missing}).encode())
    while True:
        unborn = None
        with contextlib.suppress(OSError):
            unborn = _conceive(nursery)
        if unborn and not unborn.handle:
            control.close()
            return _become_worker(usual, partial(_handed_in, unborn.door))
        _serve(control, unborn)


def _conceive(nursery: namespaces.Nursery | None) -> _Unborn:
    """Fork a worker; returns there as well."""
    door, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if (pid := nursery.fork() if nursery else os.fork()) == 0:
        door.close()
        return _Unborn(0, theirs)
    theirs.close()
    return _Unborn(os.pidfd_open(pid), door)


def _handed_in(door: socket.socket) -> list[int]:
    """The descriptors of an order; none if it never comes."""
    with door:
        return socket.recv_fds(door, 1, _MOST)[1]


def _serve(control: socket.socket, unborn: _Unborn | None) -> None:
    """Take orders until one is for a worker. Nothing that comes with an order is left here then."""
    order = REAP
    while order == REAP:
        order, descriptors, _, _ = socket.recv_fds(control, 1, _MOST)
        if order == REAP:
            control.send(_EXIT_CODE.pack(_reap(*descriptors)))
        elif not order:
            os._exit(0)
        else:
            handles = _hand_in(unborn, descriptors) if unborn else []
            socket.send_fds(control, [FORK], handles)
            descriptors += handles
        for descriptor in descriptors:
            os.close(descriptor)


def _hand_in(unborn: _Unborn, descriptors: list[int]) -> list[int]:
    """Give a worker its order; returns its pidfd, or nothing where it has died while it waited."""
    try:
        with unborn.door:
            socket.send_fds(unborn.door, [FORK], descriptors)
    except OSError:
        _reap(unborn.handle)
        os.close(unborn.handle)
        return []
    return [unborn.handle]


def take_turns(config: Mapping[str, Any], source: int, sink: int) -> dict[str, Any]:
    """Fork one worker after the other, each of which has the stream for itself while it lives.

    For where a template has one stream and no socket. A byte on ``source`` asks for a worker; a frame GONE on
    ``sink`` says that it ended in order, and where it did not, the template ends as it did. The first frame
    is READY with ``{"missing": {...}, "refused": "..."}``: why it can fork none, empty if it can.
    Templates and workers are root in a user namespace alone; outside they are the user ``config["root"]``.

    Returns only in the workers, with the worker's configuration.
    """
    kills.counted()  # while its counter is in sight
    nursery, refused = None, ""
    try:
        nursery = namespaces.Nursery({0: config["root"], config["agent"]: config["agent"]})
        if (trial := nursery.fork()) == 0:
            namespaces.furnish(config["trial"])
            os._exit(0)
        refused = "" if os.waitpid(trial, 0)[1] == 0 else "a fork cannot be furnished"
    except OSError as error:
        refused = str(error)
    missing, usual = _warm(config["usual"], source)
    facts = {"missing": missing, "refused": refused}
    write_all(sink, frame.pack(frame.READY, 0, json.dumps(facts).encode()))
    while nursery:
        if (pid := nursery.fork()) == 0:
            return _become_worker(usual, lambda: [source, 2] if os.read(source, 1) else [])[0]
        status = os.waitpid(pid, 0)[1]
        if os.waitstatus_to_exitcode(status) == _UNBORN:
            break
        if status:
            namespaces.end_as(status)
        os.set_blocking(sink, True)
        write_all(sink, frame.pack(frame.GONE, 0))
    os._exit(0)


def _warm(config: Mapping[str, Any], stream: int) -> tuple[dict[str, str], dict[str, Any]]:
    """Do what no worker shall have to do again.

    Returns what cannot be imported, with the reason, and what is left of a worker's ``config``.
    """
    with lifeline.watched(stream):
        missing = main.import_all(config["preload"])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.clear()
    os.environ.update(config["environment"])
    if "tempfile" in sys.modules:
        vars(sys.modules["tempfile"])["tempdir"] = None  # it remembers the template's
    for settings in product((True, False), repeat=3):
        seccomp.program(*settings)  # remembered
    if (trial := os.fork()) == 0:
        os._exit(0)
    os.waitpid(trial, 0)  # at a fork, libraries of linear algebra end their threads, until they compute again
    view, usual = config["view"], {**config, "preload": ()}
    if view is not None and not view["user"]:  # each new user namespace has all capabilities
        jail.bound_privileges(config["jail"]["keep_capabilities"])
        usual["bounded"] = True
    del usual["environment"]
    gc.collect()
    gc.freeze()
    pages.gather()
    return missing, usual


def _reap(worker: int) -> int:
    """Exit code of the worker with that pidfd, negative for a signal; waits for its end."""
    ended = os.waitid(os.P_PIDFD, worker, os.WEXITED)
    assert ended is not None
    return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status


def _become_worker(usual: Mapping[str, Any], order: Callable[[], list[int]]) -> tuple[dict[str, Any], int]:
    """Go to a view of its own, take the ``order``, and learn what makes the box another than is ``usual``."""
    failure = None
    try:
        os.setsid()
        if usual["view"]:
            namespaces.seclude()
    except OSError as error:
        failure = error
    if not (descriptors := order()):
        os._exit(_UNBORN)
    stream, log, *doors = descriptors
    try:
        if log != 2:
            os.dup2(log, 2)
            os.close(log)
        if failure:
            raise failure
        config = _received(usual, stream)
        config["jail"]["group"] = doors
        if config["view"]:
            namespaces.equip(config["view"])
    except OSError:  # reported to the driver through the log
        sys.excepthook(*sys.exc_info())
        os._exit(70)
    return config, stream


def _received(usual: Mapping[str, Any], stream: int) -> dict[str, Any]:
    """The ``usual`` configuration, but for what is given; the process exits where the stream ends instead."""
    try:
        (length,) = _LENGTH.unpack(read_exactly(stream, _LENGTH.size))
        given: dict[str, Any] = json.loads(read_exactly(stream, length))
    except EOFError:
        os._exit(0)
    given |= {name: {**usual[name], **given[name]} for name in SECTIONS if usual[name] and given.get(name)}
    return {**usual, **given}
