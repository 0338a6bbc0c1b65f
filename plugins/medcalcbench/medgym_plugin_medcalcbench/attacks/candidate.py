"""What in a note could be a parameter's value, and what stands around it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from medgym_plugin_medcalcbench.notes.spelled import MONTHS, NUMBER, one_of, statements
from medgym_plugin_medcalcbench.notes.table import table
from medgym_plugin_medcalcbench.parameter import (
    Age,
    Choice,
    Day,
    Dose,
    Doses,
    Flag,
    Measurement,
    Parameter,
    Quantity,
)

REACH = 5
"""Words on either side that are looked at."""
HEAD = 3
"""Lines at the top that are the note's head."""
DATE = r"\d{4}-\d\d-\d\d|\d{1,2} [A-Z][a-z]{2,8} \d{4}|[A-Z][a-z]{2,8} \d{1,2}, \d{4}"
_WORD = re.compile(rf"{DATE}|[^\W\d_]+|\d[\d.,:]*|[^\w\s]")


class Candidate(NamedTuple):
    """A value that a note may mean."""

    value: Any
    """As the formula takes it."""
    features: tuple[str, ...]
    """What surrounds it."""


class _Place(NamedTuple):
    statement: int
    start: int
    end: int
    value: Any
    unit: str


@lru_cache(maxsize=64)
def _parts(note: str) -> tuple[list[str], list[str]]:
    """Statements, and the section of each."""
    headings = {
        text for kinds in table()["frames"]["sections"].values() for texts in kinds.values() for text in texts
    }
    said, sections, section = [], [], "head"
    for one in statements(note):
        section = one if one in headings else section
        said.append(one)
        sections.append(section)
    return said, sections


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _WORD.findall(text))


def candidates(parameter: Parameter, note: str, question: str) -> list[Candidate]:
    """Every value that could be the parameter's, in the note's order."""
    said, _ = _parts(note)
    places = [place for number, text in enumerate(said) for place in _places(parameter, number, text)]
    if isinstance(parameter, Day):
        places += [
            _Place(-1, hit.start(), hit.end(), _day(hit[0]), "") for hit in re.finditer(DATE, question)
        ]
    ranked = sorted(range(len(places)), key=lambda one: _order(places[one].value))
    return [
        Candidate(place.value, (*_around(place, note, question), *_standing(number, ranked, len(places))))
        for number, place in enumerate(places)
    ]


def mentions(parameter: Flag, note: str, question: str) -> Iterator[tuple[str, ...]]:
    """What surrounds each mention of a finding."""
    entry = table()["findings"][parameter.name]
    words = [*entry["phrases"], *entry.get("topic", ()), *entry["near"]]
    named = re.compile(rf"(?<!\w){one_of(words)}(?!\w)", re.IGNORECASE)
    for number, text in enumerate(_parts(note)[0]):
        for hit in named.finditer(text):
            yield (f"said {hit[0].lower()}", *_around(_Place(number, *hit.span(), None, ""), note, question))


def _standing(number: int, ranked: Sequence[int], count: int) -> list[str]:
    rank, last = ranked.index(number), count - 1
    return [
        f"of {min(count, 9)}",
        f"place {number} of {count}",
        f"from the end {last - number}",
        f"rank {rank} of {count}",
        *(["the middle one"] if 0 < rank < last else []),
    ]


def _around(place: _Place, note: str, question: str) -> list[str]:
    said, sections = _parts(note)
    text = said[place.statement] if place.statement >= 0 else question
    section = sections[place.statement] if place.statement >= 0 else "question"
    before, after = _words(text[: place.start])[-REACH:], _words(text[place.end :])[:REACH]
    features = [f"in {section}", f"unit {place.unit}"]
    features += [f"L {word}" for word in before] + [f"R {word}" for word in after]
    features += [f"L{i} {word}" for i, word in enumerate(reversed(before))]
    features += [f"R{i} {word}" for i, word in enumerate(after)]
    features += [f"LL {' '.join(before[-2:])}", f"RR {' '.join(after[:2])}", f"RRR {' '.join(after[:3])}"]
    features += [f"only {len(_words(text)) // 8}"]
    return [*features, *_linked(after or before, place, note, question)]


def _linked(near: Sequence[str], place: _Place, note: str, question: str) -> Iterator[str]:
    """Whether the words nearest by stand in head or question too, and by what they stand elsewhere."""
    said = _parts(note)[0]
    head = [_words(line) for line in note.splitlines()[:HEAD]]
    for word in near[:REACH]:
        if word[0].isdigit():
            yield from (f"line {number} has it" for number, line in enumerate(head) if word in line)
            if word in _words(question):
                yield "the question has it"
    pair = near[:3]
    for number, text in enumerate(said):
        words = _words(text)
        if number != place.statement and set(pair) <= set(words) and len(pair) > 1:
            yield from (f"elsewhere {word}" for word in words[:30] if not word[0].isdigit())
            yield from ("elsewhere as asked" for word in words[:30] if word in _words(question)[-6:])


def _places(parameter: Parameter, number: int, text: str) -> Iterator[_Place]:
    match parameter:
        case Age():
            yield from _ages(number, text)
        case Quantity():
            yield from _measured(parameter, number, text)
        case Choice():
            yield from _options(parameter, number, text)
        case Day():
            for hit in re.finditer(DATE, text) if re.search("LMP|menstrual", text) else ():
                yield _Place(number, *hit.span(), _day(hit[0]), "")
        case Doses():
            yield from _doses(parameter, number, text)


def _ages(number: int, text: str) -> Iterator[_Place]:
    for hit in re.finditer(r"\b(\d{1,3})[- ](years?|y|months?)\b", text):
        months = hit[2].startswith("month")
        value = int(hit[1]) // 12 if months else int(hit[1])
        yield _Place(number, *hit.span(), value, "months" if months else "years")


def _options(parameter: Choice, number: int, text: str) -> Iterator[_Place]:
    for phrase, option in _phrases(parameter).items():
        for hit in re.finditer(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.IGNORECASE):
            yield _Place(number, *hit.span(), option, "")


def _measured(parameter: Quantity, number: int, text: str) -> Iterator[_Place]:
    name = "blood_pressure" if parameter.name in ("sbp", "dbp") else parameter.name
    if not re.search(rf"(?<!\w){one_of(table()['quantities'][name]['terms'])}(?!\w)", text, re.IGNORECASE):
        return
    if name == "blood_pressure":
        for hit in re.finditer(r"\b(\d{2,3})(?:/| over )(\d{2,3})\b", text):
            value = float(hit[1 if parameter.name == "sbp" else 2])
            yield _Place(number, *hit.span(), value, "mmHg")
        return
    taken: list[tuple[int, int]] = []
    for spelling, unit in _spellings(parameter):
        for hit in re.finditer(rf"(?<![\w.,/:-]){spelling}(?![\w/])", text):
            if not any(start < hit.end() and hit.start() < end for start, end in taken):
                taken.append(hit.span())
                parts = [float(part.replace(",", "")) for part in hit.groups()]
                value = parts[0] if len(parts) == 1 else 12 * parts[0] + parts[1]
                found = parameter.canonical(Measurement(value, unit))
                if unit or (isinstance(found, float) and parameter.low <= found <= parameter.high):
                    yield _Place(number, *hit.span(), found, unit)


@lru_cache(maxsize=128)
def _spellings(parameter: Quantity) -> list[tuple[str, str]]:
    """Patterns of values, the longest first, each with its unit."""
    own: Mapping[str, Sequence[str]] = table()["quantities"][parameter.name].get("units", {})
    found = [
        (text, unit.name)
        for unit in parameter.units
        for text in own.get(unit.name) or table()["units"][unit.name]
    ]
    ordered = sorted(found, key=lambda pair: -len(pair[0]))
    return [
        (f"({NUMBER})".join(re.escape(part) for part in re.split(r"\{\w+\}", text)), unit)
        for text, unit in ordered
    ]


def _doses(parameter: Doses, number: int, text: str) -> Iterator[_Place]:
    forms = table()["frames"]["doses"]
    often = {said: int(n) for n, texts in forms["frequencies"].items() for said in texts}
    often |= dict.fromkeys(forms["patch"], 1)
    for drug, unit in parameter.drugs:
        amounts = "|".join(re.escape(said).replace(r"\{n\}", rf"({NUMBER})") for said in forms["units"][unit])
        names = one_of(table()["drugs"][drug])
        pattern = rf"(?<!\w)(?<!oral )(?<!IV )(?<!PO ){names} (?:{amounts})(?: ({one_of(list(often))}))?"
        for hit in re.finditer(pattern, text, re.IGNORECASE):
            amount = next(float(part.replace(",", "")) for part in hit.groups()[:-1] if part)
            per_day = often.get((hit.groups()[-1] or "").strip(), 1) if parameter.most > 1 else 1
            yield _Place(number, *hit.span(), Dose(drug, amount, unit, per_day), "")


def _phrases(parameter: Choice) -> Mapping[str, str]:
    if parameter.name == "race":
        return {}
    if parameter.name == "sex":
        people = table()["frames"]["people"]
        said = {sex: [word for words in ages.values() for word in words] for sex, ages in people.items()}
    elif parameter.name == "target_steroid":
        said = {option: table()["drugs"][option] for option in parameter.options}
    else:
        said = table()["choices"][parameter.name]["options"]
    return {phrase: option for option, phrases in said.items() for phrase in phrases}


def _day(text: str) -> date:
    if text[:4].isdigit():
        return date.fromisoformat(text)
    month = next(i for i, name in enumerate(MONTHS, 1) if name[:3] in text)
    figures = sorted((int(figure) for figure in re.findall(r"\d+", text)), reverse=True)
    return date(figures[0], month, figures[1])


def _order(value: Any) -> tuple[str, float]:
    return ("", value) if isinstance(value, int | float) else (str(value), 0.0)
