"""A template: an interpreter with the heavy imports done, of which each box's worker is a fork.

It never runs agent code. Each fork takes its own namespaces, control group, jail and work directory before
it serves, so boxes share nothing but read-only pages of imported libraries.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import sys
from collections.abc import Mapping
from typing import Any

from . import lifeline, main

_PACKET = 1 << 20


def run(config: Mapping[str, Any], descriptor: int) -> None:
    """Fork a worker for each order on the packet socket ``descriptor``, until that ends.

    Orders are JSON packets: ``{"fork": worker configuration, "enter": control group files}`` with the
    worker's stream and log as descriptors, answered by ``{"pid": n}``; and ``{"reap": pid}`` for one that
    has ended, answered by ``{"exit_code": n}``. The first packet it sends is ``{"missing": {...}}``.
    """
    control = socket.socket(fileno=descriptor)
    with lifeline.watched(descriptor):
        missing = main.import_all(config["preload"])
    gc.collect()
    gc.freeze()
    control.send(json.dumps({"missing": missing}).encode())
    while True:
        packet, descriptors, _, _ = socket.recv_fds(control, _PACKET, 2)
        if not packet:
            os._exit(0)
        order = json.loads(packet)
        if "fork" in order:
            reply = {"pid": _fork(control, order, *descriptors)}
        else:
            reply = {"exit_code": os.waitstatus_to_exitcode(os.waitpid(order["reap"], 0)[1])}
        control.send(json.dumps(reply).encode())


def _fork(control: socket.socket, order: Mapping[str, Any], stream: int, log: int) -> int:
    pid = os.fork()
    if pid == 0:
        try:
            control.close()
            _become_worker(order, stream, log)
        except OSError:  # told to the driver through the log
            sys.excepthook(*sys.exc_info())
        finally:
            os._exit(70)
    os.close(stream)
    os.close(log)
    return pid


def _become_worker(order: Mapping[str, Any], stream: int, log: int) -> None:
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(log, 2)
    os.close(log)
    config = dict(order["fork"])
    config["jail"] = {**config["jail"], "group": [os.open(path, os.O_WRONLY) for path in order["enter"]]}
    os.environ.clear()
    os.environ.update(config.pop("environment"))
    if "tempfile" in sys.modules:
        vars(sys.modules["tempfile"])["tempdir"] = None  # it remembers the template's
    main.run(config, stream, stream)
