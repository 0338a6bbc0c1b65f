"""Cleaning up after boxes: what cannot be removed is logged and left to the next sweep, never raised."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator

from medgym_core.errors import SandboxError

_log = logging.getLogger(__name__)


@contextlib.contextmanager
def logged(doing: str) -> Iterator[None]:
    """Log what fails within this context as a warning that ``doing`` did not go well."""
    try:
        yield
    except (OSError, SandboxError) as error:
        _log.warning("could not %s: %s", doing, error)
