"""What one execution of an agent's code leaves behind, as the reference implementation sees it."""

from __future__ import annotations

from typing import NamedTuple


class Output(NamedTuple):
    """Printed text and a file; a failed or timed-out execution is graded like any other."""

    text: str = ""
    """Standard output, then standard error."""
    exit_code: int = 0
    """0 where the program ran to its end."""
    file: str | None = None
    """Text of the prediction file that is there when it ends, if any."""
    folder: str = ""
    """Where that file lies."""
