"""Answers from question text, note text and raw files: a second program, which knows the prompt alone."""

import re
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

DAY = pd.Timedelta(days=1)
TICK = pd.Timedelta(seconds=1)
CLOCK = r"(?:\s+(?:at\s)?(?P<hour>\d\d?):(?P<minute>\d\d)(?P<half>[AP]M)?)?"
DATE = re.compile(r"(?:\b(?P<year>\d{4})-|(?<=\*\*))(?P<month>\d\d?)-(?P<day>\d\d?)(?:\*\*\])?" + CLOCK)
PHRASE = re.compile(
    r"HD ?#(?P<hd>\d+)|hospital day (?P<day>\d+)|admission|discharge|yesterday", re.IGNORECASE
)


@dataclass(frozen=True)
class Asked:
    """What a question asks."""

    note: str
    line: int
    character: int
    text: str


def asked(question: str) -> Asked:
    """The parts of a question; what is quoted is the mention."""
    first, last = question.find('"'), question.rfind('"')
    frame = question[:first] + " " + question[last + 1 :]
    places = [int(re.search(rf"{word}\s+(\d+)", frame, re.IGNORECASE)[1]) for word in ("line", "character")]
    return Asked(re.search(r"note\s+(\d+)", frame, re.IGNORECASE)[1], *places, question[first + 1 : last])


def notes(raw: Path) -> dict[str, pd.Series]:
    """ROW_ID to note of a release."""
    files = sorted((raw / "dataset" / "processed").rglob("*.csv"))
    frame = pd.concat([pd.read_csv(file, dtype=str, keep_default_na=False) for file in files])
    return {row.ROW_ID: row for row in frame.itertuples()}


def answer(question: str, known_notes, recorded, names: dict[str, set[str]]) -> dict[str, object]:
    """Consistent or not, and what is wrong."""
    wrong = judged(asked(question), known_notes, recorded, names)
    return {"consistent": not wrong, "columns": sorted(wrong)}


def judged(what: Asked, known_notes, recorded, names: dict[str, set[str]]) -> set[str]:
    """What is wrong with a mention."""
    here = known_notes[what.note].TEXT.split("\n")[what.line - 1]
    assert here[what.character - 1 :].startswith(what.text), "the mention stands where the question says"
    return claimed(what, _parts(what.text, names), known_notes, recorded, names)


def claimed(what: Asked, parts, known_notes, recorded, names: dict[str, set[str]]) -> set[str]:
    """What is wrong with term, values (None for no value) and unit, as of the place of a mention."""
    note, (term, values, unit) = known_notes[what.note], parts
    first, last = _window(_time(note.TEXT.split("\n"), what), note)
    rows = recorded[int(float(note.HADM_ID))]
    wrong: set[str] = set()
    for number, value in enumerate(values):
        called = names[term if len(values) == 1 else ("systolic ", "diastolic ")[number] + term]
        wrong |= _wrong(rows[rows["name"].isin(called)], value, unit, first, last)
    return wrong


def _wrong(rows: pd.DataFrame, value: float | None, unit: str | None, first, last) -> set[str]:
    """Every subset of conditions is tried; the smallest without which a row is left."""
    if rows.empty:
        return {"item"}
    met = {"time": (rows["start"] <= last) & (rows["end"] >= first)}
    if value is not None:
        met["value"] = (rows["value"] - value).abs() < 1e-9
    if unit is not None:
        met["unit"] = rows["unit"] == unit.lower()
    best: list[set[str]] = []
    for code in range(2 ** len(met)):
        dropped = {name for place, name in enumerate(met) if code >> place & 1}
        left = pd.Series(True, index=rows.index)
        for name in met.keys() - dropped:
            left &= met[name]
        if left.any():
            best.append(dropped)
    size = min(map(len, best))
    smallest = [dropped for dropped in best if len(dropped) == size]
    assert len(smallest) == 1, "only one set is smallest"
    return smallest[0]


def _parts(text: str, names) -> tuple[str, list[float | None], str | None]:
    """Term, values and unit: words are taken from the end until the rest is a term."""
    terms = set(names) | {
        name.split(" ", 1)[1] for name in names if name.startswith(("systolic ", "diastolic "))
    }
    for end in range(len(text), 0, -1):
        if text[:end].lower() in terms and not re.match(r"\w", text[end:]):
            number = re.fullmatch(r"\D*?(\d[\d.]*)(?:/(\d[\d.]*))?\s*(\S.*)?", text[end:].rstrip())
            if number is None:
                return text[:end].lower(), [None], None
            return text[:end].lower(), [float(n) for n in number.groups()[:2] if n], number[3]
    raise AssertionError(f"no term begins {text!r}")


def _time(lines: list[str], what: Asked) -> re.Match[str] | None:
    here = _times(lines[what.line - 1])
    if here:
        earlier = [match for match in here if match.start() < what.character - 1]
        return earlier[-1] if earlier else here[0]
    for line in lines[what.line - 2 :: -1] if what.line > 1 else []:
        if line.rstrip().endswith(":"):
            times = _times(line)
            return times[-1] if times else None
    return None


def _times(line: str) -> list[re.Match[str]]:
    return sorted([*DATE.finditer(line), *PHRASE.finditer(line)], key=lambda match: match.start())


def _window(time: re.Match[str] | None, note) -> tuple[pd.Timestamp, pd.Timestamp]:
    admitted, charted = pd.Timestamp(note.ADMITTIME).normalize(), pd.Timestamp(note.CHARTDATE).normalize()
    if time is None:
        begin = admitted if "discharge" in note.CATEGORY.lower() else charted
        return begin - DAY, charted + DAY + DAY - TICK
    if time.re is DATE:
        return _explicit(time.groupdict(), charted.year)
    number = time["hd"] or time["day"]
    day = admitted + (int(number) - 1) * DAY if number else None
    if day is None:
        day = {"admission": admitted, "discharge": charted, "yesterday": charted - DAY}[time[0].lower()]
    return day - DAY, day + DAY + DAY - TICK


def _explicit(parts: dict[str, str | None], year: int) -> tuple[pd.Timestamp, pd.Timestamp]:
    day = pd.Timestamp(int(parts["year"] or year), int(parts["month"]), int(parts["day"]))
    if parts["hour"] is None:
        return day, day + DAY - TICK
    hour = int(parts["hour"])
    if parts["half"]:
        hour = hour % 12 + (12 if parts["half"] == "PM" else 0)
    minute = day + pd.Timedelta(hours=hour, minutes=int(parts["minute"]))
    return minute, minute + 59 * TICK
