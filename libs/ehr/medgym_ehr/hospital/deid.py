"""Whether a build de-identifies by shuffling values over patients, as EHRSQL's authors did.

It is off for synthetic sources and for a user's own copy, since it breaks every bond between a patient and
what happened to them. It is on where published questions are to be compared: where their files lie in the
source.
A user asks for it with an empty file ``deid`` beside the raw files.
"""

from __future__ import annotations

from pathlib import Path

from medgym_raw import files

FILE = "deid"
"""A file of this name beside the raw files asks for it."""


def wanted(raw: Path, published: bool) -> bool:
    """Whether the build of a source shuffles; ``published`` tells whether published questions lie in it."""
    return published or any(path.name == FILE for path in files(raw))
