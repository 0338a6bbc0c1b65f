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

from . import lifeline, main, namespaces, seccomp
from .pipes import read_exactly

FORK, REAP = b"f", b"r"
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
    with lifeline.watched(control.fileno()):
        missing = main.import_all(config["preload"])
    for settings in product((True, False), repeat=3):
        seccomp.program(*settings)  # remembered, so that no worker makes it anew
    gc.collect()
    gc.freeze()
    control.send(json.dumps({"missing": missing}).encode())
    while True:
        order, descriptors, _, _ = socket.recv_fds(control, 1, _MOST)
        if not order:
            os._exit(0)
        if order == REAP:
            control.send(_EXIT_CODE.pack(_reap(*descriptors)))
        elif (pid := nursery.fork() if nursery else os.fork()) == 0:
            control.close()
            return _become_worker(*descriptors)
        else:
            descriptors.append(os.pidfd_open(pid))
            socket.send_fds(control, [FORK], descriptors[-1:])
        for descriptor in descriptors:
            os.close(descriptor)


def _reap(worker: int) -> int:
    """Exit code of the worker with that pidfd, negative for a signal; waits for its end."""
    ended = os.waitid(os.P_PIDFD, worker, os.WEXITED)
    assert ended is not None
    return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status


def _become_worker(stream: int, log: int, *doors: int) -> tuple[dict[str, Any], int]:
    """Take the configuration, and go to a view of its own."""
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.dup2(log, 2)
        os.close(log)
        config = _receive(stream)
        config["jail"]["group"] = [*doors]
        if config["view"]:
            namespaces.furnish(config["view"])
    except OSError:  # told to the driver through the log
        sys.excepthook(*sys.exc_info())
        os._exit(70)
    if "tempfile" in sys.modules:
        vars(sys.modules["tempfile"])["tempdir"] = None  # it remembers the template's
    return config, stream


def _receive(stream: int) -> dict[str, Any]:
    """A JSON object behind its length; the process exits where the stream ends instead."""
    try:
        (length,) = _LENGTH.unpack(read_exactly(stream, _LENGTH.size))
        received: dict[str, Any] = json.loads(read_exactly(stream, length))
    except EOFError:
        os._exit(0)
    return received
