"""Mentions of annotations, and those of them whose label is what the label rule finds."""

from __future__ import annotations

import sqlite3
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from medgym_core import Progress
from medgym_plugin_ehrcon.claim import Mention
from medgym_plugin_ehrcon.look import looks
from medgym_plugin_ehrcon.mention import PRESSURES, RefusalError, Synonyms, first_line, mention, parts, tidy
from medgym_plugin_ehrcon.period import Window, window
from medgym_plugin_ehrcon.release import Annotation, Note
from medgym_plugin_ehrcon.rule import AmbiguousClaimError, Record, inconsistent, recorded_names, records
from medgym_plugin_ehrcon.terms import shipped_terms

COMPANY = (1, 4, 10, 16, 24)
"""Limits of the numbers of records of one minute that are alike."""


def agreed_mentions(
    annotations: Sequence[Annotation],
    notes: Iterable[Note],
    synonyms: Synonyms,
    database: Path,
    refused: Counter[str],
    progress: Progress,
) -> list[Mention]:
    """The mentions on which label and rule agree; ``refused`` counts the others, by reason."""
    known = {note.row_id: note for note in notes}
    mentions = _mentions(annotations, known, synonyms, refused)
    usual = {row_id: window(None, note.frame) for row_id, note in known.items()}
    look = {row_id: looks(note) for row_id, note in known.items()}
    agreed = _agreed(mentions, usual, database, refused, progress)
    return [one.model_copy(update={"look": look[one.row_id](one)}) for one in agreed]


def _gathered(pairs: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    gathered: defaultdict[str, set[str]] = defaultdict(set)
    for term, name in pairs:
        gathered[term].add(name)
    return {term: frozenset(names) for term, names in gathered.items()}


def gathered_synonyms(annotations: Iterable[Annotation]) -> Synonyms:
    """The shipped table, the terms themselves, and the names that the annotations look for."""
    pairs = [(tidy(term), tidy(name)) for term, name in shipped_terms()]
    for annotation in annotations:
        try:
            stated = parts(annotation)
        except RefusalError:
            continue
        for term, group in stated.items():
            pairs += [(term, term), *((term, name) for one in group for name in one.names)]
    return _gathered(pairs)


def _mentions(
    annotations: Sequence[Annotation], notes: Mapping[int, Note], synonyms: Synonyms, refused: Counter[str]
) -> list[Mention]:
    """The mentions of all annotations that make one, each place once."""
    base = first_line(annotations, notes)
    places: defaultdict[tuple[int, int, int, str], list[Mention]] = defaultdict(list)
    for annotation in annotations:
        if annotation.row_id not in notes:
            refused["its note is not there"] += 1
            continue
        try:
            found = mention(annotation, notes[annotation.row_id], base, synonyms)
        except RefusalError as refusal:
            refused[str(refusal)] += 1
        else:
            places[found.row_id, found.line, found.character, found.text].append(found)
    for same in places.values():
        if len(same) > 1:
            refused["another annotation of the same words"] += len(same)
    return [same[0] for same in places.values() if len(same) == 1]


def _agreed(
    mentions: Iterable[Mention],
    usual: Mapping[int, Window],
    database: Path,
    refused: Counter[str],
    progress: Progress,
) -> list[Mention]:
    """The mentions whose label is what the rule finds; ``usual`` is when a note means that gives no time."""
    by_admission: defaultdict[int, list[Mention]] = defaultdict(list)
    for one in mentions:
        by_admission[one.hadm_id].append(one)
    agreed: list[Mention] = []
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        for done, (hadm_id, group) in enumerate(by_admission.items()):
            progress("comparing labels with the rule", done / len(by_admission))
            recorded = records(connection, hadm_id)
            begun = Counter(record.start for record in recorded)
            for one in group:
                difference = _difference(one, recorded)
                if difference is None:
                    seen = {
                        "near": _near(one, usual[one.row_id], recorded),
                        "company": bisect(COMPANY, begun[one.claims[0].start]),
                    }
                    agreed.append(one.model_copy(update=seen))
                else:
                    refused[difference] += 1
    return agreed


def _difference(asked: Mention, recorded: Sequence[Record]) -> str | None:
    """How label and rule differ, or None."""
    try:
        found = inconsistent(asked.claims, recorded)
    except AmbiguousClaimError:
        return "two columns explain it equally well"
    if found == asked.columns:
        return None
    if found and asked.columns:
        return "label and rule name other columns"
    return f"the label says {'in' * bool(asked.columns)}consistent, the rule does not"


def _near(asked: Mention, usual: Window, recorded: Sequence[Record]) -> bool:
    """Whether a mention would be consistent if its time were the ``usual`` one of its note."""
    times = dict(zip(("start", "end"), usual, strict=True))
    try:
        return not inconsistent([claim.model_copy(update=times) for claim in asked.claims], recorded)
    except AmbiguousClaimError:
        return False


def alike(database: Path, synonyms: Synonyms) -> Callable[[Mention, str], bool]:
    """Whether another term finds the records that the term of a mention finds, in whatever admission."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        known = recorded_names(connection)

    def same(one: Mention, other: str) -> bool:
        term = tidy(other)
        terms = [term] if len(one.claims) == 1 else [f"{part} {term}" for part in PRESSURES]
        own = [known.intersection(claim.names) for claim in one.claims]
        return synonyms.keys() >= {*terms} and [synonyms[name] & known for name in terms] == own

    return same
