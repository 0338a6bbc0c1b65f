"""Why a published row is no task."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818 - a finding about a row, not an error of the program
    """A row cannot be made a sound task; ``str`` of it is the reason, in words for the owner of the data."""
