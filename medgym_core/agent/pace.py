"""Keeping an endpoint's limits: a meter of what was sent, and a valve on how much is under way at once."""

from __future__ import annotations

import fcntl
import hashlib
import os
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from medgym_core.agent.contract import Pace

_DUE = struct.Struct("d")


class Meter:
    """At most so much a minute, whoever on this machine sends it: threads, worker processes, other runs.

    The file holds the time at which all that was charged will have been allowed (the virtual scheduling form
    of the generic cell rate algorithm, ITU-T I.371), under a lock held for microseconds; nobody polls it.
    """

    def __init__(self, file: Path, per_minute: float, clock: Callable[[], float] = time.time) -> None:
        """``file`` keeps the standing; it and its folder are made where they are missing."""
        self._file, self._per_second, self._clock = file, per_minute / 60.0, clock

    def charge(self, amount: float) -> float:
        """Enter ``amount``; returns how many seconds from now all that was charged before it is allowed."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            held = os.pread(descriptor, _DUE.size, 0)
            now = self._clock()
            due = max(now, _DUE.unpack(held)[0] if len(held) == _DUE.size else now)
            os.pwrite(descriptor, _DUE.pack(due + amount / self._per_second), 0)
            return due - now
        finally:
            os.close(descriptor)


class Valve:
    """How many requests are under way at once: halved when the endpoint is overloaded, else ever more.

    Additive increase and multiplicative decrease (Chiu and Jain 1989, Computer Networks and ISDN Systems 17,
    1-14): one more after as many successes as are allowed at once. Safe to use from several threads.
    """

    def __init__(self, at_once: int | None = None) -> None:
        """Lets ``at_once`` pass at first; None: as many as callers start."""
        self.limit: float | None = at_once
        """Requests allowed at once; None: any number, as long as nothing was ever refused."""
        self._under_way = 0
        self._free = threading.Condition()

    @contextmanager
    def passage(self) -> Iterator[None]:
        """Wait for room, then hold it."""
        with self._free:
            self._free.wait_for(lambda: self.limit is None or self._under_way < max(1, int(self.limit)))
            self._under_way += 1
        try:
            yield
        finally:
            with self._free:
                self._under_way -= 1
                self._free.notify_all()

    def overloaded(self) -> None:
        """The endpoint refused a request for its load."""
        with self._free:
            self.limit = max(1.0, (self._under_way if self.limit is None else self.limit) / 2)

    def served(self) -> None:
        """The endpoint served a request."""
        with self._free:
            if self.limit is not None:
                self.limit += 1 / self.limit
                self._free.notify_all()


class Throttle:
    """The pace of requests to one endpoint. Safe to use from several threads."""

    def __init__(self, pace: Pace, folder: Path, endpoint: str) -> None:
        """``folder`` keeps standings; ``endpoint`` tells them apart, such as by URL and model."""
        name = hashlib.sha256(endpoint.encode()).hexdigest()[:16]
        requests, tokens = pace.requests_per_minute, pace.tokens_per_minute
        self._requests = Meter(folder / f"{name}.requests", requests) if requests else None
        self._tokens = Meter(folder / f"{name}.tokens", tokens) if tokens else None
        self._valve = Valve(pace.at_once)

    @contextmanager
    def request(self) -> Iterator[None]:
        """Wait until one more request may be sent, then hold its place."""
        with self._valve.passage():
            for meter, amount in ((self._tokens, 0.0), (self._requests, 1.0)):
                if meter:
                    time.sleep(meter.charge(amount))
            yield

    def served(self, tokens: int) -> None:
        """A request was served, and cost ``tokens``: known only now, they delay the next."""
        if self._tokens:
            self._tokens.charge(tokens)
        self._valve.served()

    def overloaded(self) -> None:
        """The endpoint refused a request for its load."""
        self._valve.overloaded()
