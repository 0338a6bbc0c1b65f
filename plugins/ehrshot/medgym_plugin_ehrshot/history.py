"""Records of the patients of a bucket, and their events as numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
from numpy.typing import NDArray

from medgym_core import DataError
from medgym_plugin_ehrshot.concept import BIRTH, DEATHS, INPATIENT, VISIT_PARTS, VISITS, codes_of
from medgym_plugin_ehrshot.event import FILE, seconds
from medgym_plugin_ehrshot.ontology import Ontology
from medgym_plugin_ehrshot.record import Record, Report, Result, Stay


@dataclass(frozen=True)
class History:
    """All that the data hold of one patient."""

    patient: int
    """Number of the patient."""
    record: Record
    """What labels are made of."""
    birth: int | None
    """Birth, seconds since 1970-01-01."""
    starts: NDArray[np.int64]
    """Start of every event, in order, seconds since 1970-01-01."""
    codes: NDArray[np.int64]
    """Code of every event, as its place among the sorted codes that occur."""


@dataclass
class _Draft:
    stays: list[Stay] = field(default_factory=list)
    intensive: list[int] = field(default_factory=list)
    diagnoses: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    results: defaultdict[str, list[Result]] = field(default_factory=lambda: defaultdict(list))
    birth: int | None = None
    death: int | None = None

    def visit(self, stay: Stay, is_whole: bool) -> None:
        """Add a stay in hospital, or in intensive care, unless it takes no time."""
        if stay.end > stay.start and is_whole:
            self.stays.append(stay)
        elif stay.end > stay.start:
            self.intensive.append(stay.start)


class Historian:
    """Makes histories of events."""

    def __init__(
        self, codes: Iterable[str], ontology: Ontology, reports: Mapping[int, Iterable[Report]]
    ) -> None:
        """``codes`` are all that occur; ``reports`` are those on chest radiographs, by patient."""
        self._codes = pa.array(sorted(codes))
        targets, intensive = codes_of(ontology)
        self._about: defaultdict[str, list[str]] = defaultdict(list)
        for target, codes in targets.items():
            for code in codes:
                self._about[code].append(target)
        self._intensive = intensive
        self._relevant = pa.array(sorted({*self._about, *intensive, BIRTH, INPATIENT}))
        self._reports = reports

    def histories(self, events: Any) -> Iterator[History]:
        """The patients of a bucket, in the order of their numbers.

        Raises:
            DataError: if a visit has no end, or ends before it starts.
        """
        if not events.num_rows:
            return
        patients, starts = events["patient_id"].to_numpy(), seconds(events["start"])
        codes = (
            pc.index_in(events["code"].combine_chunks(), value_set=self._codes).to_numpy().astype(np.int64)
        )
        drafts = self._drafts(events)
        firsts = np.flatnonzero(np.r_[True, patients[1:] != patients[:-1]])
        for first, stop in zip(firsts, [*firsts[1:], len(patients)], strict=True):
            patient, times = int(patients[first]), starts[first:stop]
            draft = drafts.get(patient, _Draft())
            record = Record(
                first=int(times[0]),
                last=int(times[-1]),
                stays=draft.stays,
                intensive=draft.intensive,
                diagnoses=draft.diagnoses,
                results=draft.results,
                reports=sorted(self._reports.get(patient, ())),
                death=draft.death,
            )
            yield History(patient, record, draft.birth, times, codes[first:stop])

    def _drafts(self, events: Any) -> dict[int, _Draft]:
        is_named = pc.is_in(events["code"], value_set=self._relevant)
        relevant = events.filter(pc.or_kleene(is_named, pc.equal(events["omop_table"], DEATHS)))
        drafts: defaultdict[int, _Draft] = defaultdict(_Draft)
        starts, ends = seconds(relevant["start"]), seconds(relevant["end"])
        columns = (
            relevant[name].to_pylist() for name in ("patient_id", "code", "value", "unit", "omop_table")
        )
        for start, end, patient, code, value, unit, table in zip(starts, ends, *columns, strict=True):
            draft, time = drafts[patient], int(start)
            if (code == INPATIENT and table == VISITS) or (code in self._intensive and table == VISIT_PARTS):
                if end < start:
                    raise DataError(
                        f"{FILE}: {code} of patient {patient} at {np.datetime64(time, 's')} has no end, or "
                        "an earlier one; download the file again"
                    )
                draft.visit(Stay(time, int(end)), code == INPATIENT)
            elif code == BIRTH and draft.birth is None:
                draft.birth = time
            elif table == DEATHS and draft.death is None:
                draft.death = time
            for target in self._about.get(code, ()):
                if target.startswith("new_"):
                    draft.diagnoses[target].append(time)
                elif value:
                    draft.results[target].append(Result(time, value, unit or ""))
        return drafts
