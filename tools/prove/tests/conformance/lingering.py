"""A backend whose boxes outlive their driver: a child of it holds their streams; none sweeps."""

from __future__ import annotations

import subprocess

from medgym_sandbox import reaper
from medgym_sandbox.bubblewrap import Bubblewrap
from medgym_sandbox.forked import Forked

HELD_S = 8


class Lingering(Bubblewrap):
    """Bubblewrap, started carelessly."""

    def start(self, spec):
        original = Forked.__init__

        def hold(running, *args, **options):
            original(running, *args, **options)
            held = [running.stream.fileno(), running.template._control.fileno()]
            subprocess.Popen(["sleep", str(HELD_S)], pass_fds=held, start_new_session=True)

        Forked.__init__ = hold
        reaper.employ = lambda backend: None
        try:
            return super().start(spec)
        finally:
            Forked.__init__ = original
