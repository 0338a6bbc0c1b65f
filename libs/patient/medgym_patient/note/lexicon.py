"""What clinicians call the concepts of the model: in a block of results, in short, and in full."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from medgym_patient.coding import DIAGNOSES
from medgym_patient.concept import table
from medgym_patient.concept.table import Table
from medgym_patient.formulary import DRUGS

_SPECIFIC = re.compile(
    r"\s*\(.*?\)|(?<=\w)\s+\d[\d.]*%?.*$|(\s+(HCl|Sodium|Na|Hydrobromide|Potassium|Tartrate|Sulfate|Acetate|Calcium))+$"
)
"""Strengths, brands and salts in labels of drugs."""


@dataclass(frozen=True)
class Names:
    """The names of one concept; every tuple has one at least."""

    block: str
    """In a block of results or a list."""
    short: tuple[str, ...]
    long: tuple[str, ...]

    def of(self, register: int) -> tuple[str, ...]:
        """Names for a writer: 0 short ones, 1 all, 2 long ones."""
        return (self.short, (*self.short, *self.long), self.long)[register]


@cache
def names_of(kind: str, concept: str) -> Names:
    """What a concept is called; those that the lexicon lacks by the words of their name."""
    return _lexicon().get((kind, concept)) or _plain(kind, concept)


@cache
def _lexicon() -> dict[tuple[str, str], Names]:
    return dict(_rows())


def _rows() -> Iterator[tuple[tuple[str, str], Names]]:
    lexicon = Table.parse(files(__package__).joinpath("lexicon.csv").read_text(encoding="utf-8"))
    for kind, concept, block, short, long in lexicon.rows:
        if kind == "order":
            generic = drug_name(concept)
            yield (kind, concept), Names(generic, tuple(short.split(";")), (generic,))
        else:
            yield (kind, concept), Names(block, tuple(short.split(";")), tuple(long.split(";")))


def _plain(kind: str, concept: str) -> Names:
    if kind == "order":
        name = drug_name(concept)
    elif kind == "organism":
        genus, *rest = concept.split("_")
        name = " ".join([genus.capitalize(), *rest])
    else:
        name = concept.replace("_", " ")
    general = DIAGNOSES.texts("general")[DIAGNOSES.index[concept]] if kind == "diagnosis" else ""
    if kind == "diagnosis" and (kind, general) not in _lexicon() and concept in table("condition").index:
        return names_of("condition", concept)
    return Names(name, (name,), (name,))


def drug_name(concept: str) -> str:
    """The generic name of a drug, in lower case, as in running text; unknown concepts by their words."""
    if concept not in DRUGS.index:
        return concept.replace("_", " ")
    label = DRUGS.texts("label")[DRUGS.index[concept]]
    return _SPECIFIC.sub("", label).strip().lower() or label.lower()
