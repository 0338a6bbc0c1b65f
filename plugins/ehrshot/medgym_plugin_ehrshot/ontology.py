"""Ancestors of codes, from the vocabulary files that OHDSI's Athena gives out.

Read are ``ontology/CONCEPT.csv`` and ``ontology/CONCEPT_ANCESTOR.csv`` (tab separated; all levels), a block
at a time, and kept is what concerns codes that occur. Without them a code has no ancestor but itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
from pyarrow import csv

from medgym_core import DataError

FOLDER = "ontology"
"""Where the vocabulary files lie in a copy of the data."""
CONCEPT, ANCESTOR = "CONCEPT.csv", "CONCEPT_ANCESTOR.csv"
_BLOCK_BYTES = 16 * 2**20


@dataclass(frozen=True)
class Ontology:
    """What is known of the codes that occur."""

    ancestors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Code to its ancestors, itself included, sorted."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Code or ancestor to what it is called."""

    def of(self, code: str) -> tuple[str, ...]:
        """The ancestors of a code, itself included."""
        return self.ancestors.get(code, (code,))

    def descendants(self, roots: Collection[str]) -> frozenset[str]:
        """The roots, and all codes that occur and have one of them as ancestor."""
        found = {code for code, ancestors in self.ancestors.items() if not roots.isdisjoint(ancestors)}  # type: ignore[attr-defined]
        return frozenset(found | set(roots))


def read_ontology(raw: Path, codes: Collection[str]) -> Ontology:
    """The ancestors of ``codes``, by the vocabulary files below ``raw`` if there are any.

    Raises:
        DataError: if only one of the files is there, or they are damaged.
    """
    folder = raw / FOLDER
    present = [name for name in (CONCEPT, ANCESTOR) if (folder / name).is_file()]
    if not present:
        return Ontology()
    if len(present) == 1:
        raise DataError(
            f"{folder} holds {present[0]} alone; copy {CONCEPT} and {ANCESTOR} of one download there"
        )
    wanted = pa.array(sorted(codes))
    own = {row["concept_id"]: row["code"] for row in _concepts(folder / CONCEPT, "code", wanted)}
    pairs = list(_ancestor_pairs(folder / ANCESTOR, pa.array(sorted(own), pa.int64())))
    above = pa.array(sorted({ancestor for ancestor, _ in pairs} | own.keys()), pa.int64())
    known = {row["concept_id"]: row for row in _concepts(folder / CONCEPT, "concept_id", above)}
    ancestors: dict[str, set[str]] = {code: {code} for code in own.values()}
    for ancestor, descendant in pairs:
        if ancestor in known:
            ancestors[own[descendant]].add(known[ancestor]["code"])
    return Ontology(
        {code: tuple(sorted(found)) for code, found in sorted(ancestors.items())},
        {row["code"]: row["concept_name"] for row in known.values()},
    )


def _concepts(path: Path, column: str, wanted: Any) -> Iterator[dict[str, Any]]:
    types = {"concept_id": pa.int64()} | dict.fromkeys(
        ("concept_name", "vocabulary_id", "concept_code"), pa.string()
    )
    for batch in _batches(path, types):
        code = pc.binary_join_element_wise(batch["vocabulary_id"], batch["concept_code"], "/")
        table = pa.table(
            {"concept_id": batch["concept_id"], "code": code, "concept_name": batch["concept_name"]}
        )
        yield from table.filter(pc.is_in(table[column], value_set=wanted)).to_pylist()


def _ancestor_pairs(path: Path, descendants: Any) -> Iterator[tuple[int, int]]:
    types = dict.fromkeys(("ancestor_concept_id", "descendant_concept_id"), pa.int64())
    for batch in _batches(path, types):
        found = batch.filter(pc.is_in(batch["descendant_concept_id"], value_set=descendants))
        yield from zip(found.column(0).to_pylist(), found.column(1).to_pylist(), strict=True)


def _batches(path: Path, types: Mapping[str, Any]) -> Iterator[Any]:
    """Batches of the named columns of a tab separated file whose quotes mean nothing."""
    try:
        yield from csv.open_csv(
            path,
            csv.ReadOptions(block_size=_BLOCK_BYTES),
            csv.ParseOptions(delimiter="\t", quote_char=False),
            csv.ConvertOptions(column_types=types, include_columns=list(types)),
        )
    except (pa.ArrowInvalid, pa.ArrowKeyError, UnicodeDecodeError) as error:
        raise DataError(f"{path} is no vocabulary file of Athena ({error}); download it again") from None
