"""What the files of one admission record, and the facts that a writer of its notes knows from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]

from medgym_ehr.mimic3.synthetic.chart import CUFF, DAILY_WEIGHT, ROUTINE
from medgym_ehr.synthetic.files import Rows
from medgym_patient import LABS
from medgym_patient.note import Fact, Kind
from medgym_plugin_ehrcon.mention import tidy
from medgym_plugin_ehrcon.rule import Record
from medgym_plugin_ehrcon.synthetic.naming import (
    concepts_of,
    drugs_by_name,
    labels,
    labs_by_item,
    names_of,
    terms_of,
    titles_of,
)

EVER = (datetime.min, datetime.max)
Row = Mapping[str, Any]
_DECIMALS = dict(zip(LABS.names, LABS.numbers("decimals").astype(int).tolist(), strict=True))


_COLUMNS = {
    "LABEVENTS": ("ITEMID", "CHARTTIME", "VALUENUM", "VALUEUOM", "FLAG"),
    "CHARTEVENTS": ("ITEMID", "CHARTTIME", "VALUENUM", "VALUEUOM"),
    "OUTPUTEVENTS": ("ITEMID", "CHARTTIME", "VALUE", "VALUEUOM"),
    "INPUTEVENTS_CV": ("ITEMID", "CHARTTIME", "AMOUNT", "AMOUNTUOM"),
    "INPUTEVENTS_MV": ("ITEMID", "STARTTIME", "ENDTIME", "AMOUNT", "AMOUNTUOM", "RATE", "RATEUOM"),
    "PRESCRIPTIONS": ("DRUG", "STARTDATE", "ENDDATE", "DOSE_VAL_RX", "DOSE_UNIT_RX"),
    "MICROBIOLOGYEVENTS": ("CHARTTIME", "CHARTDATE", "SPEC_TYPE_DESC", "ORG_NAME"),
    "DIAGNOSES_ICD": ("ICD9_CODE",),
    "PROCEDURES_ICD": ("ICD9_CODE",),
}
"""What is read of each file."""


@dataclass(frozen=True)
class Entry:
    """A record with the table that holds it, and the fact that it shows, if notes speak of such."""

    table: str
    column: str
    """What names the item: ``label``, ``drug``, ``org_name``, ..."""
    record: Record
    fact: Fact | None = None


def rows_of(rows: Rows, columns: Sequence[str], person: int, hadm_id: int) -> Iterator[Row]:
    """Some columns of the rows of one admission of a person."""
    first, last = np.searchsorted(rows.patient, [person, person + 1])
    own = np.asarray(rows.columns["HADM_ID"][first:last]) == hadm_id
    places = first + np.flatnonzero(own)
    values = [pa.array(rows.columns[name].take(places), from_pandas=True).to_pylist() for name in columns]
    for row in zip(*values, strict=True):
        yield dict(zip(columns, row, strict=True))


def entries(
    files: Mapping[str, Rows], person: int, hadm_id: int, admitted: datetime, done: Mapping[str, float]
) -> list[Entry]:
    """All that the nine event tables record of an admission.

    Args:
        files: by name.
        person: number in the files' part.
        hadm_id: the admission.
        admitted: when it began.
        done: concept of each procedure to its minute, which no table holds.
    """
    reader = _Reader(admitted, done)
    return [
        entry
        for name, read in reader.readers.items()
        for row in rows_of(files[name], _COLUMNS[name], person, hadm_id)
        for entry in read(row)
    ]


class _Reader:
    """Reads the rows of one admission."""

    def __init__(self, admitted: datetime, done: Mapping[str, float]) -> None:
        self._admitted, self._done = admitted, done
        self.readers = {
            "LABEVENTS": self._lab,
            "CHARTEVENTS": self._vital,
            "OUTPUTEVENTS": self._output,
            "INPUTEVENTS_CV": self._intake,
            "INPUTEVENTS_MV": self._infusion,
            "PRESCRIPTIONS": self._order,
            "MICROBIOLOGYEVENTS": self._culture,
            "DIAGNOSES_ICD": self._diagnosis,
            "PROCEDURES_ICD": self._procedure,
        }

    def _minute(self, when: datetime) -> float:
        return max((when - self._admitted).total_seconds() / 60, 0.0)

    def _measured(
        self, table: str, row: Row, value: str, kind: Kind, concept: str | None, places: int
    ) -> Iterator[Entry]:
        """A value at one time."""
        unit = (row[f"{value}UOM"] if value == "AMOUNT" else row["VALUEUOM"]) or ""
        number, when = row[value], row["CHARTTIME"]
        record = Record(labels()[row["ITEMID"]], number, unit.strip(), when, when)
        fact = None
        if concept and number is not None and number >= 0:
            names = () if kind in ("lab", "vital") else names_of(record.name)
            fact = Fact(kind, concept, self._minute(when), number, unit.strip(), places, names=names)
        yield Entry(table, "label", record, fact)

    def _lab(self, row: Row) -> Iterator[Entry]:
        concept = labs_by_item().get(row["ITEMID"])
        places = _DECIMALS[concept] if concept else 0
        for entry in self._measured("labevents", row, "VALUENUM", "lab", concept, places):
            odd = row["FLAG"] == "abnormal"
            if entry.fact and odd:
                yield Entry(entry.table, entry.column, entry.record, replace(entry.fact, abnormal=True))
            else:
                yield entry

    def _vital(self, row: Row) -> Iterator[Entry]:
        concept = _VITALS.get(row["ITEMID"])
        places = 1 if concept in ("temperature", "weight") else 0
        yield from self._measured("chartevents", row, "VALUENUM", "vital", concept, places)

    def _output(self, row: Row) -> Iterator[Entry]:
        places = int(row["VALUE"] is not None and row["VALUE"] % 1 > 0)
        yield from self._measured("outputevents", row, "VALUE", "output", "urine", places)

    def _intake(self, row: Row) -> Iterator[Entry]:
        places = int(row["AMOUNT"] is not None and row["AMOUNT"] % 1 > 0)
        yield from self._measured("inputevents_cv", row, "AMOUNT", "intake", "crystalloid", places)

    def _infusion(self, row: Row) -> Iterator[Entry]:
        start, stop = row["STARTTIME"], row["ENDTIME"]
        name = labels()[row["ITEMID"]]
        for column in ("AMOUNT", "RATE"):
            value, unit = row[column], row[f"{column}UOM"]
            text = f"{value:.10g}"
            places = len(text.partition(".")[2])
            fact = Fact(
                "intake", "crystalloid", self._minute(start), value, unit, places, names=names_of(name)
            )
            yield Entry("inputevents_mv", column.lower(), Record(name, value, unit, start, stop), fact)

    def _order(self, row: Row) -> Iterator[Entry]:
        name, start = tidy(row["DRUG"]), row["STARTDATE"]
        stop = row["ENDDATE"] or start
        text = row["DOSE_VAL_RX"] or ""
        value = float(text) if text.replace(".", "", 1).isdigit() else 0.0
        unit = (row["DOSE_UNIT_RX"] or "").strip().lower()
        record = Record(name, value, unit, start, stop)
        concept = drugs_by_name().get(name)
        fact = None
        if concept and value > 0 and unit:
            places = len(f"{value:.10g}".partition(".")[2])
            shown = row["DOSE_UNIT_RX"].strip()
            begin = self._minute(start)
            last = self._minute(stop) + 24 * 60 - 1
            fact = Fact("order", concept, begin, value, shown, places, last, names=names_of(name))
        yield Entry("prescriptions", "drug", record, fact)

    def _culture(self, row: Row) -> Iterator[Entry]:
        when = row["CHARTTIME"] or row["CHARTDATE"]
        specimen = tidy(row["SPEC_TYPE_DESC"])
        fact = Fact("culture", specimen, self._minute(when), names=names_of(specimen))
        yield Entry("microbiologyevents", "spec_type_desc", Record(specimen, None, None, when, when), fact)
        if row["ORG_NAME"]:
            grown = tidy(row["ORG_NAME"])
            fact = Fact("organism", grown, self._minute(when), source=specimen, names=names_of(grown))
            yield Entry("microbiologyevents", "org_name", Record(grown, None, None, when, when), fact)

    def _diagnosis(self, row: Row) -> Iterator[Entry]:
        yield from self._coded("diagnosis", row)

    def _procedure(self, row: Row) -> Iterator[Entry]:
        yield from self._coded("procedure", row)

    def _coded(self, kind: Kind, row: Row) -> Iterator[Entry]:
        titles = titles_of(kind).get(row["ICD9_CODE"])
        if titles is None:
            return
        short, long = titles
        concept = concepts_of(kind).get(row["ICD9_CODE"], short)
        known = terms_of().get(short)
        minute = self._done.get(concept, 0.0)
        fact = Fact(kind, concept, minute, names=known or (long,))
        table = {"diagnosis": "diagnoses_icd", "procedure": "procedures_icd"}[kind]
        yield Entry(table, "short_title", Record(short, None, None, *EVER), fact if known else None)
        yield Entry(table, "long_title", Record(long, None, None, *EVER), None if known else fact)


_VITALS = {item: name for items in (ROUTINE, CUFF) for name, item in items.items()} | {DAILY_WEIGHT: "weight"}
