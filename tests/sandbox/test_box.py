"""The host end of a box, whatever its worker does."""

from __future__ import annotations

import logging

import pytest

from medgym_core.errors import SandboxError
from medgym_core.sandbox.box import Box, Death


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

    box = Box(Stream(), level="toy", digest="", autopsy=lambda: Death(False, ""), dispose=dispose)
    with caplog.at_level(logging.WARNING):
        box.close()
        box.close()
    assert caplog.text.count(str(error)) == 1
    assert "bad descriptor" in caplog.text
