"""Backends that break a promise by what they are, and what is weakened with two of them."""

from __future__ import annotations

import pytest

from medgym_sandbox import shell, template
from medgym_sandbox.box import Box
from medgym_sandbox.bubblewrap import Bubblewrap
from medgym_sandbox.process import Process
from medgym_sandbox.spec import BoxSpec

from .weakness import source


class Roomy(Bubblewrap):
    """Gives more disk than it was asked for."""

    def start(self, spec: BoxSpec) -> Box:
        limits = spec.limits.model_copy(update={"workspace_mb": spec.limits.workspace_mb * 8})
        return super().start(spec.model_copy(update={"limits": limits}))


class Generous(Bubblewrap):
    """Mounts the folder around what it was asked for as well."""

    def start(self, spec: BoxSpec) -> Box:
        around = {path.parent for path in spec.mounts.values()}
        with pytest.MonkeyPatch.context() as patch:
            binds = [*shell.library_binds(), *(("--ro-bind", str(path), "/data") for path in around)]
            patch.setattr(shell, "library_binds", lambda: binds)
            return super().start(spec)


class Talkative(Process):
    """Tells its template of each box."""

    def start(self, spec: BoxSpec) -> Box:
        template.FORK = b"f" + " ".join(spec.mounts).encode()
        return super().start(spec)


def listening(patch: pytest.MonkeyPatch) -> None:
    """A template that hears of each box, and remembers."""
    patch.setattr(template, "FORK", template.FORK)
    heard = "vars(main).setdefault('heard', [])"
    hear = f"recv_fds(control, 9999, _MOST)\n        {heard}.append(order)\n        order = order[:1]\n"
    source("template", "recv_fds(control, 1, _MOST)\n", hear)(patch)


class Shared(Bubblewrap):
    """Gives a box away a second time instead of a copy."""

    latest: Box

    def start(self, spec: BoxSpec) -> Box:
        if not spec.content:
            self.latest = super().start(spec)
        return self.latest


def shared(patch: pytest.MonkeyPatch) -> None:
    """The backend itself is weak."""
