"""Which intakes and outputs are kept, and how they are called: the first half of step H."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

_VOLUMES = r"(intake|output) \(ml\)"
_DIRECTIONS = ("intake", "output")


def volume_labels(batches: Iterable[pa.RecordBatch]) -> dict[str, str]:
    """Each label that is anywhere filed under a volume, without its last word where that is a direction.

    Totals have no other word, and go.
    """
    labels: set[str] = set()
    for batch in batches:
        volumes = batch["celllabel"].filter(pc.match_substring_regex(batch["cellpath"], pattern=_VOLUMES))
        labels.update(volumes.drop_null().unique().to_pylist())
    named = {label: _name(label) for label in labels}
    return {label: name for label, name in named.items() if name}


def _name(label: str) -> str:
    for direction in _DIRECTIONS:
        words = label.split()
        if words[-1:] == [direction]:
            label = " ".join(words[:-1])
    return label
