"""The host end of a box, whatever its worker does."""

from __future__ import annotations

import logging

import pytest

from medgym_sandbox.boundary import mishap
from medgym_sandbox.box import Box
from medgym_sandbox.death import End
from medgym_sandbox.errors import SandboxError


class Stream:
    """A stream that cannot even be closed."""

    def send(self, data: bytes) -> None:
        raise BrokenPipeError

    def receive(self, timeout_s: float) -> bytes:
        return b""

    def close(self) -> None:
        raise OSError("bad descriptor")


@pytest.mark.parametrize("error", [OSError("disk gone"), SandboxError("engine gone")])
def test_closing_never_raises(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    def dispose() -> None:
        raise error

    mishap._warn.cache_clear()
    box = Box(Stream(), level="toy", digest="", autopsy=lambda kills: End(), dispose=dispose, folders=())
    with caplog.at_level(logging.WARNING):
        box.close()
        box.close()
    assert caplog.text.count(f"removing a toy box failed: {type(error).__name__}") == 1
    assert "closing a box's stream failed: OSError" in caplog.text
