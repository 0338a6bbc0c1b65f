"""Reading a note back into a calculator's inputs at the time that a question asks for.

The second program, by which notes are held to state what they are made of. It finds the patient's chart,
works out when each entry was made (many are given by their distance to another one), reads every statement by
the forms that notes are written in, and takes of each parameter what the last entry says that counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from medgym_plugin_medcalcbench.notes.spelled import one_of, statements

from .parsing import DATE, TIME, parse_date, parse_time, parse_value, pattern, value_pattern

Table = Mapping[str, Any]
"""What ``table.py`` makes: the forms, and every calculator's parameters."""

ALONE = "no unit"
"""Of a number that stands alone where there are several units."""
DISTANCE = r"(?:(?P<h>\d+) h)? ?(?:(?P<min>\d+) min)? (?P<way>after|before) the (?P<anchor>.+)"


class UnclearError(ValueError):
    """An entry that counts leaves open what it says; says what."""


class Entry(NamedTuple):
    """An entry of the note."""

    time: datetime
    chart: str
    made: bool


class Reader:
    """Reads one note."""

    def __init__(self, table: Table, note: str) -> None:
        """Part ``note`` into statements, find the patient's chart and place every entry in time."""
        self.table, self.frames = table, table["frames"]
        self.statements = statements(note)
        (self.chart,) = re.findall(r"^Patient: .* \(synthetic\), chart (\d+)$", note, re.MULTILINE)
        self.entries = dict(self._entries())
        self.label = one_of(list(self.entries)) if self.entries else r"(?!)"

    def _entries(self) -> Iterator[tuple[str, Entry]]:
        forms = self.frames["entries"]
        remarks = {text: True for text in forms["made"]} | {text: False for text in forms["idle"]}
        slots = {
            "label": f"(?P<label>{one_of(self.frames['labels']['ward'])})",
            "time": rf"(?P<time>{TIME}|[\d hmin]+ (?:after|before) the [^,(]+?)",
            "chart": r"(?P<chart>\d{4})",
            "remark": f"(?P<remark>{one_of(list(remarks))})",
        }
        found = {hit["label"]: hit for hit in self.matches(forms["frames"], **slots)}

        def when(label: str) -> datetime:
            text = found[label]["time"]
            if re.fullmatch(TIME, text):
                return parse_time(text)
            far = re.fullmatch(DISTANCE, text)
            assert far, text
            distance = timedelta(hours=int(far["h"] or 0), minutes=int(far["min"] or 0))
            return when(far["anchor"]) + (distance if far["way"] == "after" else -distance)

        for label, hit in found.items():
            yield label, Entry(when(label), hit["chart"], remarks[hit["remark"]])

    def matches(self, frames: Sequence[str], **slots: str) -> list[dict[str, str]]:
        """The groups of every statement that is of one of the frames, in the note's order."""
        found = []
        patterns = [re.compile(pattern(frame, slots), re.IGNORECASE) for frame in frames]
        for statement in self.statements:
            hits = (one.fullmatch(statement) for one in patterns)
            if hit := next((hit for hit in hits if hit), None):
                found.append(hit.groupdict())
        return found

    def last(self, said: Sequence[tuple[str, Any]], asked: datetime, what: str) -> Any:
        """Of values with their entries' labels the one that counts; None if none does.

        Raises:
            UnclearError: if an entry says two things.
        """
        known = [
            (self.entries[label].time, value)
            for label, value in said
            if self.entries[label].made
            and self.entries[label].chart == self.chart
            and self.entries[label].time <= asked
        ]
        if not known:
            return None
        time = max(time for time, _ in known)
        values = [value for when, value in known if when == time]
        if any(value != values[0] for value in values):
            raise UnclearError(f"{what} is stated twice: {values}")
        return values[0]

    def labelled(self, frames: Sequence[str], **slots: str) -> list[dict[str, str]]:
        """The groups of statements of entries, that say one of the frames; ``at`` is the entry."""
        at = f"(?P<at>{self.label})"
        whole = [
            pattern(form, {"label": at, "what": f"(?:{pattern(frame, slots)})"})
            for form in self.frames["said"]
            for frame in frames
        ]
        found = []
        for statement in self.statements:
            hits = (re.fullmatch(one, statement, re.IGNORECASE) for one in whole)
            found += [hit.groupdict() for hit in hits if hit][:1]
        return found

    def quantity(self, name: str, units: Sequence[str]) -> list[tuple[str, tuple[dict[str, float], str]]]:
        """A quantity's numbers and unit, by entry."""
        entry, forms = self.table["quantities"][name], self.frames["quantity"]
        own = entry.get("units", {})
        spelled = {unit: own.get(unit) or self.table["units"][unit] for unit in units}
        spelled |= {ALONE: ["{n}"]} if len(units) > 1 else {}
        term, value, at = one_of(entry["terms"]), value_pattern(spelled), f"(?P<at>{self.label})"
        slots = {"term": term, "V": f"(?P<V>{value})", "label": at}
        found = [(hit["at"], hit["V"]) for hit in self.matches(forms["one"], **slots)]
        for form in forms["series"]["piece"]:
            piece = pattern(form, {"V": value, "label": self.label})
            series = f"(?P<series>{piece}(?:, {piece})*)"
            for hit in self.matches(forms["series"]["frame"], term=term, series=series):
                pieces = re.finditer(pattern(form, slots), hit["series"], re.IGNORECASE)
                found += [(one["at"], one["V"]) for one in pieces]
        return [(at, parse_value(spelled, text)) for at, text in dict.fromkeys(found)]

    def measurement(self, name: str, units: Sequence[str], asked: datetime) -> tuple[float, str] | None:
        """A quantity as number and unit."""
        if name in ("sbp", "dbp"):
            pair = self.last(self.quantity("blood_pressure", ["pressures"]), asked, name)
            return pair and (pair[0]["n" if name == "sbp" else "dbp"], "mmHg")
        read = self.last(self.quantity(name, units), asked, name)
        if read is None:
            return None
        numbers, unit = read
        if unit == ALONE:
            raise UnclearError(f"{name} is stated without a unit")
        return numbers.get("n", numbers.get("feet", 0) * 12 + numbers.get("inches", 0)), unit

    def identity(self) -> dict[str, str]:
        """Who has the patient's chart: person, and age as ``67-year`` or ``67 years``."""
        people = self.frames["people"]
        words = one_of([word for ages in people.values() for said in ages.values() for word in said])
        ages = value_pattern({unit: self.table["units"][unit] for unit in ("years", "months")})
        found = self.matches(
            self.frames["identity"],
            chart=self.chart,
            article="an?",
            person=f"(?P<person>{words})",
            age=f"(?P<age>{ages})",
            hyphen=r"(?P<age>\d+-(?:year|month))",
        )
        (mine,) = found
        return mine

    def age(self) -> tuple[float, str]:
        """The patient's age."""
        text = self.identity()["age"]
        return float(re.findall(r"\d+", text)[0]), "months" if "month" in text else "years"

    def sex(self) -> str:
        """The patient's sex."""
        person = self.identity()["person"].lower()
        (sex,) = (
            sex for sex, ages in self.frames["people"].items() for words in ages.values() if person in words
        )
        return str(sex)

    def finding(self, name: str, asked: datetime) -> bool | None:
        """Whether the entry that counts gives the finding; None if there is none."""
        entry, forms = self.table["findings"][name], self.frames["finding"]
        present = self.labelled(["{phrase}"], phrase=one_of(entry["phrases"]))
        absent = self.labelled(forms["absent"], topic=one_of(entry.get("topic", entry["phrases"])))
        absent += self.labelled(["{near}"], near=one_of(entry["near"])) if entry["near"] else []
        said = [(hit["at"], True) for hit in present] + [(hit["at"], False) for hit in absent]
        found = self.last(said, asked, name)
        return None if found is None else bool(found)

    def choice(self, name: str, asked: datetime) -> str | None:
        """The option that counts; None if there is none."""
        entry = self.table["choices"][name]
        phrases = {phrase.lower(): option for option, said in entry["options"].items() for phrase in said}
        found = self.labelled(["{V}"], V=f"(?P<V>{one_of(list(phrases))})")
        said = [(hit["at"], phrases[hit["V"].lower()]) for hit in found]
        return self.last(said, asked, name)  # type: ignore[no-any-return]

    def drug(self, text: str) -> str:
        """The drug that a spelling names."""
        drugs = {spelling.lower(): drug for drug, said in self.table["drugs"].items() for spelling in said}
        return str(drugs[text.lower()])

    def drugs(self, name: str) -> str:
        """Pattern of every drug's spellings."""
        return f"(?P<{name}>{one_of([text for said in self.table['drugs'].values() for text in said])})"

    def doses(self, asked: datetime) -> list[list[Any]] | None:
        """The drugs taken, in the note's order: drug, amount, unit, doses a day."""
        forms = self.frames["doses"]
        often = {text.lower(): int(n) for n, texts in forms["frequencies"].items() for text in texts}
        often |= {text.lower(): 1 for text in forms["patch"]}
        amount = value_pattern(forms["units"])
        one = rf"{self.drugs('drug')} (?P<amount>{amount}) (?P<often>{one_of(list(often))})"
        said = []
        for hit in self.labelled(forms["present"], dose=r"(?P<doses>.+)"):
            doses = []
            for text in hit["doses"].split(" + "):
                found = re.fullmatch(one, text, re.IGNORECASE)
                assert found, text
                numbers, unit = parse_value(forms["units"], found["amount"])
                doses.append([self.drug(found["drug"]), numbers["n"], unit, often[found["often"].lower()]])
            said.append((hit["at"], doses))
        return self.last(said, asked, "drugs")  # type: ignore[no-any-return]

    def last_period(self, asked: datetime) -> str | None:
        """First day of the last menstrual period."""
        found = self.labelled(self.frames["last_period"], V=f"(?P<V>{DATE})")
        said = [(hit["at"], parse_date(hit["V"]).isoformat()) for hit in found]
        return self.last(said, asked, "last period")  # type: ignore[no-any-return]

    def target(self, asked: datetime) -> str | None:
        """The corticosteroid to convert to."""
        found = self.labelled(self.frames["target_steroid"], drug=self.drugs("drug"))
        said = [(hit["at"], self.drug(hit["drug"])) for hit in found]
        return self.last(said, asked, "target")  # type: ignore[no-any-return]

    def parameter(self, name: str, units: Sequence[str], asked: datetime) -> Any:
        """One parameter; None if no entry that counts states it."""
        if name == "today":
            return asked.date().isoformat()
        if name in ("sex", "age"):
            return self.sex() if name == "sex" else self.age()
        special = {"last_period": self.last_period, "target_steroid": self.target}
        special |= {"steroid": self.doses, "opioids": self.doses}
        if name in special:
            return special[name](asked)
        if name in self.table["findings"]:
            return self.finding(name, asked)
        if name in self.table["choices"]:
            return self.choice(name, asked)
        return self.measurement(name, units, asked) if units else None


def lacking(table: Table, calculator: str, note: str, asked: datetime) -> list[str]:
    """The parameters without a value or a meaning of silence at a time."""
    reader, found = Reader(table, note), table["calculators"][calculator]

    def is_open(name: str, units: Sequence[str]) -> bool:
        try:
            return reader.parameter(name, units, asked) is None
        except UnclearError:
            return True

    return [name for name, (units, missing) in found.items() if missing is None and is_open(name, units)]


def read_note(table: Table, calculator: str, note: str, asked: datetime) -> dict[str, Any]:
    """The inputs of the calculator of that key, as the note states them at a time.

    Quantities are ``(number, unit)``, findings booleans, choices texts, days ``YYYY-MM-DD``, drugs lists of
    ``[drug, amount, unit, per_day]``.

    Raises:
        ValueError: if the note does not state an input that has no default, or states one in two ways.
    """
    reader = Reader(table, note)
    inputs = {}
    for name, (units, missing) in table["calculators"][calculator].items():
        value = reader.parameter(name, units, asked)
        if value is None:
            value = tuple(missing) if isinstance(missing, list) else missing
        if value is None:
            raise ValueError(f"the note does not state {name}")
        inputs[name] = value
    return inputs
