"""What things are called: in the database, in the patient model, and in notes."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from medgym_ehr.mimic3.synthetic.vocabulary import terms
from medgym_patient.concept import table
from medgym_patient.note import Fact
from medgym_patient.note import names_of as lexical
from medgym_plugin_ehrcon.mention import tidy
from medgym_plugin_ehrcon.terms import shipped_terms


@cache
def terms_of() -> dict[str, tuple[str, ...]]:
    """Name in the database to the terms that notes use for it."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for term, name in shipped_terms():
        found[tidy(name)].append(term)
    return {name: tuple(own) for name, own in found.items()}


def names_of(name: str) -> tuple[str, ...]:
    """What notes call something of the database: a known term, or its own name."""
    return terms_of().get(name, (name,))


@cache
def names_by_term() -> dict[str, tuple[str, ...]]:
    """Term of notes, in lower case, to the names in the database that it stands for."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for term, name in shipped_terms():
        found[tidy(term)].append(tidy(name))
    return {term: tuple(own) for term, own in found.items()}


def allnames(fact: Fact) -> tuple[str, ...]:
    """All that a note may call a fact."""
    own = lexical(fact.kind, fact.concept)
    return fact.names or (own.block, *own.short, *own.long)


@cache
def labels() -> dict[int, str]:
    """Item number to label, as the database has it."""
    kinds = ("lab", "finding", "vital", "charted", "intake", "output", "unlinked")
    return {
        int(item): tidy(label)
        for kind in kinds
        for item, label in zip(terms(kind).columns["itemid"], terms(kind).columns["label"], strict=True)
    }


@cache
def labs_by_item() -> dict[int, str]:
    """Item number to the lab of the model."""
    mapping = terms("as_lab").columns
    return {int(item): concept for concept, item in zip(mapping["concept"], mapping["term"], strict=True)}


@cache
def drugs_by_name() -> dict[str, str]:
    """Name of a drug to its concept."""
    mapping = terms("as_drug").columns
    return {tidy(name): concept for concept, name in zip(mapping["concept"], mapping["term"], strict=True)}


@cache
def titles_of(kind: str) -> dict[str, tuple[str, str]]:
    """Code to short and long title."""
    columns = terms(kind).columns
    titles = zip(columns["code"], columns["short"], columns["long"], strict=True)
    return {code: (tidy(short), tidy(long)) for code, short, long in titles}


@cache
def concepts_of(kind: str) -> dict[str, str]:
    """Code to concept: the one that is coded so, or else the first that may be."""
    mapping, own = terms(f"as_{kind}").columns, table(kind)
    first = dict(zip(reversed(mapping["term"]), reversed(mapping["concept"]), strict=True))
    return first | dict(zip(own.texts("icd9"), own.names, strict=True))
