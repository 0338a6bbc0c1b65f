"""The event tables: steps B to E and G to J of the build."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from medgym_ehr.ehrsql.numbering import renumbered
from medgym_ehr.eicu.ehrsql.cohort import Cohort
from medgym_ehr.eicu.ehrsql.fluid import volume_labels
from medgym_ehr.eicu.ehrsql.path import renamed, usual_names
from medgym_ehr.raw.reading import RawFolder

Batches = Iterable[pa.RecordBatch]


def diagnoses(raw: RawFolder, cohort: Cohort) -> pa.Table:
    """diagnosis: B."""
    names = usual_names(raw.batches("diagnosis"), "diagnosisstring")
    return _shuffled(
        raw,
        cohort,
        "diagnosis",
        lambda batches: renamed(batches, "diagnosisstring", "diagnosisname", names),
        ["diagnosisname", "icd9code"],
        {"diagnosistime": "diagnosisoffset"},
    )


def treatments(raw: RawFolder, cohort: Cohort) -> pa.Table:
    """treatment: C."""
    names = usual_names(raw.batches("treatment"), "treatmentstring")
    return _shuffled(
        raw,
        cohort,
        "treatment",
        lambda batches: renamed(batches, "treatmentstring", "treatmentname", names),
        ["treatmentname"],
        {"treatmenttime": "treatmentoffset"},
    )


def labs(raw: RawFolder, cohort: Cohort) -> pa.Table:
    """lab: D."""
    values = ["labname", "labresult"]
    return _shuffled(raw, cohort, "lab", _given(*values), values, {"labresulttime": "labresultoffset"})


def medications(raw: RawFolder, cohort: Cohort) -> pa.Table:
    """medication: E."""
    values = ["drugname", "dosage", "routeadmin"]
    times = {"drugstarttime": "drugstartoffset", "drugstoptime": "drugstopoffset"}
    return _shuffled(raw, cohort, "medication", _ordered(_given(*values)), values, times)


def allergies(raw: RawFolder, cohort: Cohort) -> pa.Table:
    """allergy: G."""
    values, times = ["allergyname", "drugname"], {"allergytime": "allergyoffset"}
    return _shuffled(raw, cohort, "allergy", _given("allergyname"), values, times)


def fluids(raw: RawFolder, cohort: Cohort) -> pa.Table:
    """intakeoutput: H."""
    labels = volume_labels(raw.batches("intakeOutput"))
    values = ["celllabel", "cellpath", "cellvaluenumeric"]
    given = _given(*values)
    return _shuffled(
        raw,
        cohort,
        "intakeOutput",
        lambda batches: renamed(given(batches), "celllabel", "celllabel", labels),
        values,
        {"intakeoutputtime": "intakeoutputoffset"},
    )


def cultures(raw: RawFolder, cohort: Cohort) -> pa.Table:
    """microlab: I."""
    values, times = ["culturesite", "organism"], {"culturetakentime": "culturetakenoffset"}
    return _shuffled(raw, cohort, "microLab", _given(*values), values, times)


def vitals(raw: RawFolder, cohort: Cohort) -> pa.Table:
    """vitalperiodic: J."""
    own = (batch.filter(cohort.has_stay(batch)) for batch in raw.batches("vitalPeriodic"))
    rows = pa.Table.from_batches(own).sort_by("vitalperiodicid")
    rows = cohort.timed(rows, "observationtime", "observationoffset")
    return renumbered(rows.filter(pc.field("observationtime").is_valid()), "vitalperiodicid")


def _shuffled(
    raw: RawFolder,
    cohort: Cohort,
    name: str,
    eligible: Callable[[Batches], Batches],
    columns: Sequence[str],
    times: dict[str, str],
) -> pa.Table:
    """The cohort's rows of a file: values shuffled over all eligible rows, and with times, the first known.

    Args:
        raw: the files.
        cohort: the stays.
        name: the file, whose first column is its key.
        eligible: picks and prepares rows, to which ``columns`` belong.
        columns: what is shuffled.
        times: column of the database to that of the file.
    """

    def read() -> Batches:
        return eligible(batch.filter(cohort.is_published(batch)) for batch in raw.batches(name))

    key = next(iter(raw.layout.files[name].columns))
    rows = cohort.shuffling.shuffled(read, cohort.has_stay, columns, name.lower(), key)
    for time, offset in times.items():
        rows = cohort.timed(rows, time, offset)
    return renumbered(rows.filter(pc.field(next(iter(times))).is_valid()), key)


def _given(*columns: str) -> Callable[[Batches], Batches]:
    """Keeps the rows in which none of ``columns`` is null."""

    def keep(batches: Batches) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield batch.filter(reduce(pc.and_, (batch[column].is_valid() for column in columns)))

    return keep


def _ordered(keep: Callable[[Batches], Batches]) -> Callable[[Batches], Batches]:
    """Keeps the rows that ``keep`` keeps and whose order was not cancelled."""
    return lambda batches: (
        batch.filter(pc.equal(batch["drugordercancelled"], "no")) for batch in keep(batches)
    )
