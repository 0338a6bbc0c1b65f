"""The files of the ontology, as Athena gives them out, and codes as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from medgym_plugin_ehrshot.ontology import ANCESTOR, CONCEPT
from medgym_plugin_ehrshot.synthetic.hierarchy import Node, nodes

Codes = NDArray[np.int64]
"""Numbers of codes, in the order of :func:`hierarchy.nodes`."""
_FIRST_CONCEPT = 2_000_000_001
"""OMOP leaves numbers from here on to those who invent concepts."""


@cache
def numbers() -> dict[str, int]:
    """Every code to its number, its place in :func:`hierarchy.nodes` from 0."""
    return {node.code: place for place, node in enumerate(nodes())}


def coded(name: Callable[..., str], *ranges: Iterable[object]) -> Codes:
    """Numbers of the codes ``name(one, other, ...)`` for all of the ranges, shaped as these are long."""
    lists = [list(values) for values in ranges]
    found = np.empty([len(values) for values in lists], dtype=np.int64)
    for place in np.ndindex(*found.shape):
        found[place] = numbers()[name(*(values[at] for values, at in zip(lists, place, strict=True)))]
    return found


def vocabulary_files() -> Iterator[tuple[str, list[tuple[str | int, ...]]]]:
    """Names and rows of the files, with headers."""
    concepts: list[tuple[str | int, ...]] = [
        (
            *("concept_id", "concept_name", "domain_id", "vocabulary_id", "concept_class_id"),
            *("standard_concept", "concept_code", "valid_start_date", "valid_end_date", "invalid_reason"),
        )
    ]
    for place, node in enumerate(nodes()):
        vocabulary, _, own = node.code.partition("/")
        about = (_FIRST_CONCEPT + place, node.name, "Invented", vocabulary, "Invented")
        concepts.append((*about, "S", own, 19700101, 20991231, ""))
    yield CONCEPT, concepts
    yield (
        ANCESTOR,
        [
            (
                *("ancestor_concept_id", "descendant_concept_id"),
                *("min_levels_of_separation", "max_levels_of_separation"),
            ),
            *_pairs(),
        ],
    )


def _pairs() -> Iterator[tuple[int, int, int, int]]:
    """Every ancestor and descendant, and how far they are apart."""
    places, every = numbers(), nodes()
    for place, node in enumerate(every):
        level, above = 0, node
        while True:
            yield _FIRST_CONCEPT + places[above.code], _FIRST_CONCEPT + place, level, level
            if not above.above:
                break
            level, above = level + 1, _of(every, places, above.above)


def _of(every: tuple[Node, ...], places: dict[str, int], code: str) -> Node:
    return every[places[code]]
