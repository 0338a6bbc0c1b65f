"""Names of diagnoses and treatments, from the paths that eICU files them under: steps B and C."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]


def usual_names(batches: Iterable[pa.RecordBatch], column: str) -> dict[str, str]:
    """Each path that is kept, with the name that it gives.

    A name is made of parts three and four; where parts one and two differ between paths of one name, only
    the most frequent are kept (among equals the alphabetically first). Paths of fewer than three parts go.
    """
    counts: Counter[str] = Counter()
    for batch in batches:
        for found in pc.value_counts(batch[column].drop_null()).to_pylist():
            counts[found["values"]] += found["counts"]
    places: Counter[tuple[tuple[str, ...], tuple[str, ...]]] = Counter()
    for path, count in counts.items():
        places[_split(path)] += count
    usual: dict[tuple[str, ...], tuple[str, ...]] = {}
    for place, name in sorted(places, key=lambda key: (-places[key], "|".join(key[0]))):
        usual.setdefault(name, place)
    split = {path: _split(path) for path in counts}
    return {path: " - ".join(name) for path, (place, name) in split.items() if name and usual[name] == place}


def renamed(
    batches: Iterable[pa.RecordBatch], column: str, to: str, names: Mapping[str, str]
) -> Iterable[pa.RecordBatch]:
    """The rows whose text in ``column`` is a key of ``names``, with the value as column ``to`` instead."""
    known, values = pa.array(names, pa.string()), pa.array(names.values(), pa.string())
    for batch in batches:
        named = values.take(pc.index_in(batch[column], value_set=known, skip_nulls=True))
        at = batch.schema.get_field_index(column)
        yield batch.set_column(at, to, named).filter(named.is_valid())


def _split(path: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    parts = tuple(path.split("|"))
    return parts[:2], parts[2:4]
