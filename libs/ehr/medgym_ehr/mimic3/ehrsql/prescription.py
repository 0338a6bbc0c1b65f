"""Which prescriptions are eligible, and their doses: the first half of step F."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

_GIVEN = ("HADM_ID", "DRUG", "STARTDATE", "ENDDATE", "DOSE_VAL_RX", "DOSE_UNIT_RX", "ROUTE")


def dosed(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Complete rows whose DOSE_VAL_RX, its commas removed, is a whole number; it becomes that number."""
    for batch in batches:
        dose = pc.replace_substring(batch["DOSE_VAL_RX"], pattern=",", replacement="")
        whole = pc.match_substring_regex(dose, pattern="^[0-9]+$")
        plain = pc.replace_substring_regex(dose, pattern="^0+([0-9])", replacement=r"\1")
        at = batch.schema.get_field_index("DOSE_VAL_RX")
        for column in _GIVEN:
            whole = pc.and_(whole, batch[column].is_valid())
        yield batch.set_column(at, "DOSE_VAL_RX", plain).filter(whole)


def usual_units(batches: Iterable[pa.RecordBatch]) -> dict[str, str]:
    """Each drug's most frequent DOSE_UNIT_RX; among equals the alphabetically first."""
    counts: Counter[tuple[str, str]] = Counter()
    for batch in batches:
        pairs = pa.Table.from_batches([batch]).group_by(["DRUG", "DOSE_UNIT_RX"])
        for pair in pairs.aggregate([([], "count_all")]).to_pylist():
            counts[pair["DRUG"], pair["DOSE_UNIT_RX"]] += pair["count_all"]
    usual: dict[str, str] = {}
    for drug, unit in sorted(counts, key=lambda pair: (-counts[pair], pair[1])):
        usual.setdefault(drug, unit)
    return usual


def in_usual_units(batches: Iterable[pa.RecordBatch], units: Mapping[str, str]) -> Iterator[pa.RecordBatch]:
    """The rows that are in their drug's usual unit."""
    drugs, unit = pa.array(units, pa.string()), pa.array(units.values(), pa.string())
    for batch in batches:
        usual = unit.take(pc.index_in(batch["DRUG"], value_set=drugs))
        yield batch.filter(pc.equal(batch["DOSE_UNIT_RX"], usual))
