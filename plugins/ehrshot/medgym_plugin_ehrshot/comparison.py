"""Published labels against those that the labellers find in the events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from medgym_core import DataCheck, Progress
from medgym_plugin_ehrshot.hospital import OTHER
from medgym_plugin_ehrshot.published import read_labels
from medgym_plugin_ehrshot.reading import read
from medgym_plugin_ehrshot.record import Label
from medgym_plugin_ehrshot.target import TARGETS

COLUMNS = (
    "target",
    "published",
    "computed",
    "equal",
    "other value",
    "only published",
    "only computed",
    "graded",
)
_SHOWN = 5
"""Remarks on each target."""


@dataclass
class _Tally:
    published: int = 0
    computed: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    remarks: list[str] = field(default_factory=list)

    def compare(self, patient: int, published: Sequence[Label], computed: Sequence[Label], name: str) -> None:
        """Pair off the labels of one patient: equal ones first, then those of one time."""
        self.published += len(published)
        self.computed += len(computed)
        theirs, ours = Counter(published), Counter(computed)
        self.counts["equal"] += (theirs & ours).total()
        theirs, ours = theirs - ours, ours - theirs
        times, other = (
            Counter(label.time for label in theirs.elements()),
            Counter(label.time for label in ours.elements()),
        )
        self.counts["other value"] += (times & other).total()
        self.counts["only published"] += (times - other).total()
        self.counts["only computed"] += (other - times).total()
        for sign, labels in (("published", theirs), ("computed", ours)):
            for label in sorted(labels.elements())[: _SHOWN - len(self.remarks)]:
                time = datetime.fromtimestamp(label.time, UTC).strftime("%Y-%m-%d %H:%M")
                self.remarks.append(f"{name}: {sign} only: patient {patient}, {time}, value {label.value}")


def compare(raw: Path, other: Path | None, progress: Progress) -> DataCheck:
    """Recompute the labels of a copy, and of another hospital's, and count where they differ, by target.

    Raises:
        DataError: if a file is missing or damaged.
    """
    found = [_compared(raw, "", progress)]
    if other is not None:
        found.append(_compared(other, f"{OTHER}: ", progress))
    return DataCheck(
        summary=f"{sum(count for count, _, _ in found):,} labels differ; published labels are graded where "
        "there are any",
        columns=COLUMNS,
        rows=tuple(row for _, rows, _ in found for row in rows),
        remarks=tuple(remark for _, _, remarks in found for remark in remarks),
    )


def _compared(
    raw: Path, prefix: str, progress: Progress
) -> tuple[int, list[tuple[str | int, ...]], list[str]]:
    """How many labels of one hospital differ, a row of each target, and remarks; ``prefix`` begins them."""
    published = {name: read_labels(raw, name) for name in TARGETS}
    tallies = {name: _Tally() for name in TARGETS}
    with TemporaryDirectory() as scratch:
        reading = read(raw, Path(scratch), progress)
        seen = set()
        for history, computed in reading.labelled():
            seen.add(history.patient)
            for name, found in published.items():
                ours = computed.get(name, [])
                tallies[name].compare(history.patient, (found or {}).get(history.patient, ()), ours, name)
        for name, found in published.items():
            for patient in sorted((found or {}).keys() - seen):
                tallies[name].compare(patient, (found or {})[patient], (), name)
    differing = sum(tally.counts.total() - tally.counts["equal"] for tally in tallies.values())
    remarks = [prefix + remark for tally in tallies.values() for remark in tally.remarks]
    rows = []
    for name, tally in tallies.items():
        graded = (
            "published"
            if published[name] is not None
            else "computed"
            if name in reading.computable
            else "none"
        )
        rows.append(_row(prefix + name, tally, graded))
    if "chexpert" not in reading.computable:
        remarks.append(f"{prefix}chexpert: the copy holds no reports, so that its labels cannot be computed")
    return differing, rows, remarks


def _row(name: str, tally: _Tally, graded: str) -> tuple[str | int, ...]:
    return (name, tally.published, tally.computed, *(tally.counts[key] for key in COLUMNS[3:7]), graded)
