"""F01: no place that the template marked EDIT is left as it was."""

from __future__ import annotations

import re

from medgym_prove.check import Check, Evidence
from medgym_prove.subject import Subject

MARK = re.compile(r"\bEDIT:")
"""How the template marks a place to edit."""
_SHOWN = 20


def _examine(subject: Subject) -> Evidence:
    left = []
    for path in subject.files:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        where = path.relative_to(subject.folder).as_posix()
        left += [
            f"{where}, line {number}: {line.strip()}"
            for number, line in enumerate(lines, 1)
            if MARK.search(line)
        ]
    more = [f"{len(left) - _SHOWN} more places are marked"] if len(left) > _SHOWN else []
    return Evidence(examined=len(subject.files), problems=(*left[:_SHOWN], *more))


F01 = Check(
    id="F01",
    tier=4,
    title="no place that the template marked EDIT is left",
    hint="Do what each mark says, or decide that what stands there is right, and delete the comment.",
    examine=_examine,
)
