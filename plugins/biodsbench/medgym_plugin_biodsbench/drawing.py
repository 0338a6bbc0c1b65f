"""What may be drawn from a study: columns, values, genes and times on which a question is worth asking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from random import Random
from typing import TypeVar

from medgym_plugin_biodsbench.second import cohort
from medgym_plugin_biodsbench.study import Row, Study, number
from medgym_plugin_biodsbench.template import Parameters, UnfitError

T = TypeVar("T")
_NO_FEATURE = ("_MONTHS", "_STATUS", "_ID", "_PERCENTAGE", "_RESPONSE")
LEAST = 8
"""Patients or samples that a group needs."""
MOST = 8
"""Values that a column of categories has at most."""


def choice(rng: Random, options: Sequence[T]) -> T:
    """One of the options.

    Raises:
        UnfitError: if there is none.
    """
    if not options:
        raise UnfitError
    return rng.choice(options)


def sample(rng: Random, options: Sequence[T], size: int) -> list[T]:
    """Different options.

    Raises:
        UnfitError: if there are too few.
    """
    if len(options) < size:
        raise UnfitError
    return rng.sample(options, size)


def need(study: Study, **columns: str) -> None:
    """Raises :class:`UnfitError` unless the tables are there, with their columns (blank-separated)."""
    for table, wanted in columns.items():
        rows = study.tables.get(table)
        if rows is None or not set(wanted.split()) <= rows[0].keys():
            raise UnfitError


def values(rows: Sequence[Row], column: str) -> dict[str, int]:
    """Value to rows, of values that enough rows have; sorted."""
    found = Counter(row[column] for row in rows if row[column] is not None)
    return {str(value): found[value] for value in sorted(map(str, found)) if found[value] >= LEAST}


def categories(study: Study, table: str, least: int = 2) -> list[str]:
    """Columns that sort rows into a few groups, each large enough."""
    rows = study.tables[table]
    found = []
    for column in rows[0]:
        distinct = {row[column] for row in rows} - {None}
        feature = not column.endswith(_NO_FEATURE) or column == "SMOKING_STATUS"
        if feature and least <= len(distinct) <= MOST and len(values(rows, column)) == len(distinct):
            found.append(column)
    return found


def category(study: Study, rng: Random, table: str, least: int = 2) -> str:
    """One of :func:`categories`.

    Raises:
        UnfitError: if there is none.
    """
    return choice(rng, categories(study, table, least))


def binary(study: Study, rng: Random, table: str) -> tuple[str, str, str]:
    """A column and two of its values."""
    column = category(study, rng, table)
    first, second = sample(rng, list(values(study.tables[table], column)), 2)
    return column, first, second


def numerics(study: Study, table: str = "patient") -> list[str]:
    """Columns of numbers with many values."""
    rows = study.tables[table]
    found = []
    for column in rows[0]:
        there = [number(row[column]) for row in rows if row[column] is not None]
        feature = not column.endswith(_NO_FEATURE)
        if feature and len({one for one in there if one is not None}) >= 12 and None not in there:
            found.append(column)
    return found


def numeric(study: Study, rng: Random, table: str = "patient") -> str:
    """One of :func:`numerics`.

    Raises:
        UnfitError: if there is none.
    """
    return choice(rng, numerics(study, table))


def subset(study: Study, rng: Random, unit: str, never: Collection[str] = ()) -> Parameters | None:
    """A restriction to a good part of the patients or samples; None in one draw of four."""
    tables = ["patient"] if unit == "patient" else ["patient", "sample"]
    options = [
        {"table": table, "column": column, "value": value}
        for table in tables
        for column in categories(study, table)
        if column not in never
        for value, size in values(study.tables[table], column).items()
        if size >= len(study.tables[table]) / 4
    ]
    return rng.choice(options) if options and rng.random() < 0.75 else None


def genes(study: Study, least: int = LEAST) -> list[str]:
    """Genes with a non-silent mutation in enough samples, most frequent first."""
    need(study, mutations="HGVSp_Short")
    found = cohort.mutated_samples(study, cohort.samples(study, None))
    many = sorted(found, key=lambda gene: (-len(found[gene]), gene))
    return [gene for gene in many if len(found[gene]) >= least]


def gene(study: Study, rng: Random) -> str:
    """A gene of those most often mutated."""
    return choice(rng, genes(study)[:15])


def endpoints(study: Study) -> list[str]:
    """Prefixes of survival columns with events enough."""
    columns = study.tables["patient"][0]
    prefixes = [column.removesuffix("_MONTHS") for column in columns if column.endswith("_MONTHS")]
    return [prefix for prefix in prefixes if f"{prefix}_STATUS" in columns and _events(study, prefix) >= 15]


def _events(study: Study, prefix: str) -> int:
    return sum(event for _, event in cohort.survival(study, prefix, None).values())


def endpoint(study: Study, rng: Random) -> str:
    """One of :func:`endpoints`.

    Raises:
        UnfitError: if there is none.
    """
    return choice(rng, endpoints(study))
