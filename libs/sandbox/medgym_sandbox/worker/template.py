"""A template: an interpreter with the heavy imports done, of which each box's worker is a fork.

It never runs agent code, and it learns of a box no more than descriptors: what a worker is to be comes over
the worker's own stream. So the memory that workers inherit holds nothing of other boxes; they share but
read-only pages of imported libraries.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import struct
import sys
from collections.abc import Mapping
from itertools import product
from typing import Any

from . import frame, jail, kills, lifeline, main, namespaces, seccomp
from .pipes import read_exactly, write_all

FORK, REAP = b"f", b"r"
SECTIONS = ("jail", "view")
"""Parts of a worker's configuration of which an order says no more than what differs."""
_MOST = 8
"""Most descriptors of one order."""
_EXIT_CODE, _LENGTH = struct.Struct("!i"), struct.Struct("!I")


def run(config: Mapping[str, Any]) -> tuple[dict[str, Any], int]:
    """Fork a worker for each order on the packet socket ``config["template"]``, until that ends.

    Orders are packets of one byte with descriptors: ``FORK`` with a worker's stream, its log and the
    entrances of its control groups, answered by its pidfd, and ``REAP`` with the pidfd of a worker that has
    ended, answered by its exit code as ``!i``. The first packet it sends is ``{"missing": {...}}``. With
    ``config["namespaces"]`` each worker is the first process of a namespace below the template's.

    Returns only in the workers, so that none has a frame of the template below it: with the worker's
    configuration and its stream.
    """
    control = socket.socket(fileno=config["template"])
    nursery = namespaces.Nursery() if config["namespaces"] else None
    missing, usual = _warm(config["usual"], control.fileno())
    control.send(json.dumps({"missing": missing}).encode())
    while True:
        order, descriptors, _, _ = socket.recv_fds(control, 1, _MOST)
        if not order:
            os._exit(0)
        if order == REAP:
            control.send(_EXIT_CODE.pack(_reap(*descriptors)))
        elif (pid := nursery.fork() if nursery else os.fork()) == 0:
            control.close()
            return _become_worker(usual, *descriptors)
        else:
            descriptors.append(os.pidfd_open(pid))
            socket.send_fds(control, [FORK], descriptors[-1:])
        for descriptor in descriptors:
            os.close(descriptor)


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
    while nursery and os.read(source, 1):
        if (pid := nursery.fork()) == 0:
            return _become_worker(usual, source, 2)[0]
        if status := os.waitpid(pid, 0)[1]:
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
    return missing, usual


def _reap(worker: int) -> int:
    """Exit code of the worker with that pidfd, negative for a signal; waits for its end."""
    ended = os.waitid(os.P_PIDFD, worker, os.WEXITED)
    assert ended is not None
    return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status


def _become_worker(
    usual: Mapping[str, Any], stream: int, log: int, *doors: int
) -> tuple[dict[str, Any], int]:
    """Learn in what it differs from the ``usual`` worker, and go to a view of its own."""
    try:
        os.setsid()
        if log != 2:
            os.dup2(log, 2)
            os.close(log)
        config = _received(usual, stream)
        config["jail"]["group"] = [*doors]
        if config["view"]:
            namespaces.furnish(config["view"])
    except OSError:  # told to the driver through the log
        sys.excepthook(*sys.exc_info())
        os._exit(70)
    return config, stream


def _received(usual: Mapping[str, Any], stream: int) -> dict[str, Any]:
    """The ``usual`` configuration, but for what is told; the process exits where the stream ends instead."""
    try:
        (length,) = _LENGTH.unpack(read_exactly(stream, _LENGTH.size))
        told: dict[str, Any] = json.loads(read_exactly(stream, length))
    except EOFError:
        os._exit(0)
    told |= {name: {**usual[name], **told[name]} for name in SECTIONS if usual[name] and told.get(name)}
    return {**usual, **told}
