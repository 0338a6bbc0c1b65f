"""Why a program of a published row failed, as a sentence for the owner of the data."""

from __future__ import annotations

import re

from medgym_plugin_biocoder.published.execution import LIMITS, End

_RAISED = re.compile(r"^([A-Za-z_][\w.]*)(?:: (.*))?$")
_ABSENT = re.compile(r"No module named '([\w.]+)'")
_LENGTH = 160
"""Characters of a message that are told."""


def of(end: End) -> str:
    """The sentence, or nothing if the program ended well."""
    if end.late:
        return f"it ran longer than {LIMITS.action_s:g} s"
    if end.code < 0:
        return f"it was killed by signal {-end.code}, as when its memory is used up"
    if not end.code:
        return ""
    kind, message = _raised(end.stderr)
    if absent := _ABSENT.search(message):
        return f"it needs the package {absent[1].partition('.')[0]}, which the boxes lack"
    if not kind:
        return f"it ended with the exit code {end.code}"
    return f"it raised {kind}" + (f" ({message[:_LENGTH]})" if message else "")


def _raised(complaint: str) -> tuple[str, str]:
    """Class and message of the exception that ended it, whatever was said after its traceback."""
    _, mark, told = complaint.rpartition("Traceback (most recent call last):")
    for line in told.splitlines() if mark else complaint.splitlines()[::-1]:
        found = _RAISED.match(line)
        if found and (mark or found[1].endswith(("Error", "Exception", "Interrupt", "Warning"))):
            return found[1].rpartition(".")[2], (found[2] or "").strip()
    return "", ""
