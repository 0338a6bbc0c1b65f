"""Published labels against those that the labellers find in the events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from medgym_core import DataCheck, Progress
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


def compare(raw: Path, progress: Progress) -> DataCheck:
    """Recompute the labels of a copy and count, for each target, where they differ.

    Raises:
        DataError: if a file is missing or damaged.
    """
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
    rows = tuple(
        _row(name, tallies[name], published[name] is not None, reading.computable) for name in TARGETS
    )
    differing = sum(tally.counts.total() - tally.counts["equal"] for tally in tallies.values())
    remarks = tuple(remark for tally in tallies.values() for remark in tally.remarks)
    if "chexpert" not in reading.computable:
        remarks += ("chexpert: the copy holds no reports, so that its labels cannot be computed",)
    return DataCheck(
        summary=f"{differing:,} labels differ; published labels are graded where there are any",
        columns=COLUMNS,
        rows=rows,
        remarks=remarks,
    )


def _row(name: str, tally: _Tally, is_published: bool, computable: Sequence[str]) -> tuple[str | int, ...]:
    graded = "published" if is_published else "computed" if name in computable else "none"
    return (name, tally.published, tally.computed, *(tally.counts[key] for key in COLUMNS[3:7]), graded)
