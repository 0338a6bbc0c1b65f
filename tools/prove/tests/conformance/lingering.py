"""A backend whose boxes outlive their driver: a child of it holds the stream to the worker; none sweeps."""

from __future__ import annotations

import subprocess

from medgym_core.sandbox import reaper
from medgym_core.sandbox.bubblewrap import Bubblewrap
from medgym_core.sandbox.running import Running

HELD_S = 8


class Lingering(Bubblewrap):
    """Bubblewrap, started carelessly."""

    def start(self, spec):
        original = Running.__init__

        def held(running, *args, **options):
            original(running, *args, **options)
            descriptor = running.stream.fileno()
            subprocess.Popen(["sleep", str(HELD_S)], pass_fds=[descriptor], start_new_session=True)

        Running.__init__ = held
        reaper.employ = lambda backend: None
        try:
            return super().start(spec)
        finally:
            Running.__init__ = original
