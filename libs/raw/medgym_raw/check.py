"""What ``medgym data check`` says, in one form for every family that has published rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from medgym_core import Build, DataCheck, DataError, Source, TaskFamily

COLUMNS = ("what", "rows", "agree", "disagree", "left out", "note")
"""Titles of the table."""
Verdict = Literal["agree", "disagree", "left out"]
"""A row is a task; what is published is not what was computed; it cannot be read, run or graded."""


def check_of(
    verdicts: Iterable[tuple[str, Verdict]],
    remarks: Iterable[str] = (),
    notes: Mapping[str, str] | None = None,
) -> DataCheck:
    """The table of published rows.

    Args:
        verdicts: of each row, of what kind it is and what became of it.
        remarks: a line for each row that is no task, and each file that is not read.
        notes: kind to what is said of it.

    Raises:
        DataError: if there is no row.
    """
    counts: dict[str, Counter[Verdict]] = {}
    for kind, verdict in verdicts:
        counts.setdefault(kind, Counter())[verdict] += 1
    if not counts:
        raise DataError(
            "the copy holds no published rows; give a folder that has them, as the family's page says"
        )
    rows = tuple(
        (
            kind,
            found.total(),
            found["agree"],
            found["disagree"],
            found["left out"],
            (notes or {}).get(kind, ""),
        )
        for kind, found in counts.items()
    )
    total: Counter[Verdict] = sum(counts.values(), Counter())
    summary = (
        f"{total.total()} rows: {total['agree']} agree, {total['disagree']} disagree, "
        f"{total['left out']} left out"
    )
    return DataCheck(summary=summary, columns=COLUMNS, rows=rows, remarks=tuple(remarks))


@contextmanager
def checking(family: TaskFamily, raw: Path, home: Path) -> Iterator[Build]:
    """An empty build of ``raw`` below ``home``, gone afterwards: what a build finds is what is checked."""
    above = home / "builds"
    above.mkdir(parents=True, exist_ok=True, mode=0o700)
    with TemporaryDirectory(dir=above, prefix=".checking-") as scratch:
        tier = family.tier_of(raw)
        build = Build(
            family=family.name,
            version=family.version,
            digest="0" * 64,
            tier=tier,
            source=Source.user(raw, tier),
            root=Path(scratch) / "build",
        )
        build.public.mkdir(parents=True)
        build.private.mkdir(mode=0o700)
        yield build
