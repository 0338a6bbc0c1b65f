"""What went wrong in code of ours or of a plugin, and was answered without ending anything."""

from __future__ import annotations

import contextlib
import logging
import traceback
from collections.abc import Iterator
from functools import cache

_log = logging.getLogger("medgym")


def note(what: str, error: BaseException) -> None:
    """Warn once that ``what`` failed: the kind of ``error`` and where, not its text, which may hold data."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "unknown place"
    _warn(what, type(error).__name__, place)


@contextlib.contextmanager
def noted(what: str) -> Iterator[None]:
    """Note what fails within this context, and go on after it."""
    try:
        yield
    except Exception as error:
        note(what, error)


@cache
def _warn(what: str, kind: str, place: str) -> None:
    _log.warning("%s failed: %s at %s", what, kind, place)
