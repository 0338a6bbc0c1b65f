"""What ehrshot and mimic-extract have in common: labels by subject, and a file that sets its own length."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

Labels = Iterable[tuple[str, int]]
"""Subject and label of every row that was asked about, in the file's order."""


def accuracy(labels: Labels, file: str, key: str) -> float | None:
    """Share of the *submitted* rows that are right; None where the file has not the columns or no row.

    Of a subject with several rows only the last label counts, for all its predictions. A prediction that is
    not written as an integer is wrong.
    """
    known = dict(labels)
    rows = csv.DictReader(io.StringIO(file))
    if not {key, "prediction"} <= set(rows.fieldnames or ()):
        return None
    hits = [row[key] in known and _integer(row["prediction"]) == known[row[key]] for row in rows]
    return sum(hits) / len(hits) if hits else None


def _integer(text: str | None) -> int | None:
    try:
        return int(text or "")
    except ValueError:
        return None
