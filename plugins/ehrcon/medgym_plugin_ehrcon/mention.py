"""From annotations to mentions: where in its note each stands, and what it claims."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from medgym_plugin_ehrcon.claim import COLUMNS, ROLES, Claim, Mention, Role
from medgym_plugin_ehrcon.period import Frame, style_of, window
from medgym_plugin_ehrcon.release import Annotation, Check, Note
from medgym_plugin_ehrcon.section import DRUG_TABLES, outside_the_stay

Synonyms = Mapping[str, frozenset[str]]
"""Term, in lower case, to what it may be called in the database, in lower case."""
PRESSURES = ("systolic", "diastolic")
"""What the two numbers of a blood pressure are; a term with one of these before it names the part."""


class RefusalError(Exception):
    """An annotation that makes no task; the text says why, without a value."""


class _Stated:
    """What an annotation's checks state of one value: the same in every table that they look in."""

    def __init__(self, check: Check) -> None:
        by_role: dict[Role, str] = {}
        self.names: set[str] = set()
        for column, text in check.facts.items():
            role = COLUMNS.get(column)
            if role == "item":
                self.names.add(tidy(text))
            elif role is not None:
                by_role.setdefault(role, text.strip())
        self.value, self.unit, self.time = (by_role.get(role) for role in ROLES[1:])


def tidy(text: str) -> str:
    """A name as it is compared: lower case, single blanks."""
    return " ".join(text.lower().split())


def parts(annotation: Annotation) -> dict[str, list[_Stated]]:
    """The terms that an annotation checks, each with what its checks state.

    Checks of one value are alternatives, for an item may be in several tables. Two values are two checks that
    must both hold, in the order of the data: systolic and diastolic.
    """
    groups: defaultdict[str | None, list[_Stated]] = defaultdict(list)
    for check in annotation.checks:
        stated = _Stated(check)
        groups[stated.value].append(stated)
    entity = tidy(annotation.entity)
    if len(groups) == 1:
        return {entity: next(iter(groups.values()))}
    if len(groups) > len(PRESSURES):
        raise RefusalError("more than two values")
    return {f"{part} {entity}": group for part, group in zip(PRESSURES, groups.values(), strict=False)}


def mention(annotation: Annotation, note: Note, base: int, synonyms: Synonyms) -> Mention:
    """The mention of an annotation.

    Args:
        annotation: of the note.
        note: the note.
        base: number of the first line in the annotations, 0 or 1.
        synonyms: names of every term that :func:`parts` gives.

    Raises:
        RefusalError: if it is no mention of the two types that are asked for, or cannot be found or read.
    """
    if annotation.entity_type not in (1, 2):
        raise RefusalError("a string value, which the benchmark leaves out")
    stated = parts(annotation)
    first = next(iter(stated.values()))[0]
    values = [group[0].value for group in stated.values()]
    if (annotation.entity_type == 1) != all(value is not None for value in values):
        raise RefusalError("a value where there should be none, or none where there should be one")
    line = annotation.position - base
    lines = note.lines
    place = locate(lines[line], annotation.entity, values, first.unit) if 0 <= line < len(lines) else None
    if place is None:
        raise RefusalError("not found on its line")
    drug = all(check.table in DRUG_TABLES for check in annotation.checks)
    if drug and outside_the_stay(lines, line, place):
        raise RefusalError("a drug of home or discharge, which no table of the stay holds")
    return Mention(
        row_id=note.row_id,
        subject_id=note.subject_id,
        hadm_id=note.hadm_id,
        category=note.category,
        line=line + 1,
        character=place[0] + 1,
        text=lines[line][slice(*place)],
        entity=annotation.entity,
        entity_type=2 if annotation.entity_type == 2 else 1,
        style=style_of(first.time),
        table=annotation.checks[0].table,
        claims=tuple(_claim(synonyms[term], group[0], note.frame) for term, group in stated.items()),
        columns=_labelled(annotation.checks),
    )


def locate(line: str, entity: str, values: Sequence[str | None], unit: str | None) -> tuple[int, int] | None:
    """Start and end of a mention on its line: the shortest stretch from the entity to its value and unit."""
    text, term = line.lower(), entity.lower()
    spans = []
    for start in _starts(text, term):
        end = start + len(term)
        if _in_word(text, start - 1) or _in_word(text, end):
            continue
        found = _number_end(text, end, [value.lower() for value in values if value is not None])
        if found is not None:
            spans.append((start, _unit_end(text, found, unit) if unit and found > end else found))
    return min(spans, key=lambda span: span[1] - span[0], default=None)


def _in_word(text: str, place: int) -> bool:
    return 0 <= place < len(text) and (text[place].isalnum() or text[place] == "_")


def _number_end(text: str, start: int, numbers: Sequence[str]) -> int | None:
    """Where ``numbers`` with slashes between them first end, from ``start``; None if they are not there."""
    if not numbers:
        return start
    begin = text.find(numbers[0], start)
    while begin >= 0:
        end: int | None = begin + len(numbers[0])
        for number in numbers[1:]:
            end = _after_slash(text, end, number)
            if end is None:
                break
        whole = begin == start or not (_in_word(text, begin - 1) or text[begin - 1] == ".")
        if end is not None and whole and not _goes_on(text, end):
            return end
        begin = text.find(numbers[0], begin + 1)
    return None


def _goes_on(text: str, end: int) -> bool:
    """Whether a number has more digits, or letters, behind ``end``."""
    return _in_word(text, end) or (text[end : end + 1] == "." and text[end + 1 : end + 2].isdigit())


def _after_slash(text: str, place: int | None, number: str) -> int | None:
    if place is None:
        return None
    rest = text[place:].lstrip()
    after = rest[1:].lstrip()
    if not rest.startswith("/") or not after.startswith(number):
        return None
    return len(text) - len(after) + len(number)


def _unit_end(text: str, place: int, unit: str) -> int:
    """Where the unit behind a number ends, or the number if it has another or none."""
    rest = text[place:].lstrip()
    end = len(text) - len(rest) + len(unit)
    return end if rest.startswith(unit.lower()) and not _in_word(text, end) else place


def first_line(annotations: Iterable[Annotation], notes: Mapping[int, Note]) -> int:
    """Whether the annotations count lines from 0 or from 1: whichever finds more of the entities."""
    found = {1: 0, 0: 0}
    for annotation in annotations:
        lines = notes[annotation.row_id].lines if annotation.row_id in notes else []
        for base in found:
            at = annotation.position - base
            found[base] += 0 <= at < len(lines) and annotation.entity.lower() in lines[at].lower()
    return max(found, key=lambda base: found[base])


def _starts(text: str, term: str) -> Iterator[int]:
    """Where a term begins; both in lower case."""
    place = text.find(term)
    while place >= 0:
        yield place
        place = text.find(term, place + 1)


def _claim(names: frozenset[str], stated: _Stated, frame: Frame) -> Claim:
    try:
        start, end = window(stated.time, frame)
        value = None if stated.value is None else float(stated.value)
    except ValueError as error:
        raise RefusalError("a value or time that cannot be read") from error
    return Claim(names=tuple(sorted(names)), value=value, unit=stated.unit or None, start=start, end=end)


def _labelled(checks: Iterable[Check]) -> tuple[Role, ...]:
    """What the label calls inconsistent; of alternatives the one that agrees best counts."""
    groups: defaultdict[str | None, list[set[Role]]] = defaultdict(list)
    for check in checks:
        if not COLUMNS.keys() >= set(check.wrong):
            raise RefusalError("a label that names no known column")
        groups[_Stated(check).value].append({COLUMNS[column] for column in check.wrong})
    wrong = set().union(*(min(group, key=len) for group in groups.values()))
    return tuple(role for role in ROLES if role in wrong)
