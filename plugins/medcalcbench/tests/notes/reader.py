"""Reading a synthetic note back into a calculator's inputs, by the statement forms that it was written with.

The second program, by which notes are held to state what they are made of. A note is a list of statements;
one counts if it is, as a whole, of a counting form of a parameter. Denied, ruled out, earlier, later, planned
and relatives' findings are of other forms, so that they are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from medgym_plugin_medcalcbench.notes.spelled import MONTHS, NUMBER, date_spellings, one_of, statements

Table = Mapping[str, Any]
"""What ``table.py`` makes: the forms, and every calculator's parameters."""

DATE = r"(?:\d{4}-\d\d-\d\d|\d{1,2} [A-Za-z]{3,9} \d{4}|[A-Za-z]{3,9} \d{1,2}, \d{4})"
SLOTS = {"past": DATE, "future": DATE, "year": r"\d{4}", "article": "an?", "hyphen": r"\d+-(?:year|month)"}


def parse_date(text: str) -> date:
    """The day that one of :func:`date_spellings` stands for."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return date.fromisoformat(text)
    (month,) = re.findall(r"[A-Za-z]+", text)
    figures = sorted((int(figure) for figure in re.findall(r"\d+", text)), reverse=True)
    number = next(i for i, name in enumerate(MONTHS, 1) if name[:3].lower() == month[:3].lower())
    return date(figures[0], number, figures[1])


def spelling_pattern(spelling: str, names: bool = False) -> str:
    """Pattern of a spelling such as ``{feet} ft {inches} in``; its numbers are groups if ``names``."""
    parts = re.split(r"\{(\w+)\}", spelling)
    opening = (f"(?P<{part}>" if names else "(?:" for part in parts[1::2])
    numbers = iter(f"{start}{NUMBER})" for start in opening)
    return "".join(re.escape(part) if i % 2 == 0 else next(numbers) for i, part in enumerate(parts))


def value_pattern(units: Mapping[str, Sequence[str]]) -> str:
    """Pattern of a value in any spelling of any of ``units``."""
    return "(?:" + "|".join(spelling_pattern(text) for texts in units.values() for text in texts) + ")"


def parse_value(units: Mapping[str, Sequence[str]], text: str) -> tuple[dict[str, float], str]:
    """The numbers by name, and the unit."""
    for unit, spellings in units.items():
        for spelling in spellings:
            if found := re.fullmatch(spelling_pattern(spelling, names=True), text, re.IGNORECASE):
                return {name: float(n.replace(",", "")) for name, n in found.groupdict().items()}, unit
    raise ValueError(f"no value with a unit: {text!r}")


class Reader:
    """Reads one note."""

    def __init__(self, table: Table, note: str) -> None:
        """Part ``note`` into statements and find its key date."""
        self.table = table
        self.frames = table["frames"]
        self.statements = statements(note)
        keys = {frame for head in self.frames["head"].values() if "key" in head for frame in head["key"]}
        self.key = parse_date(self.only(self.matches(sorted(keys), key=f"(?P<V>{DATE})"), "key date")["V"])

    def pattern(self, frame: str, slots: Mapping[str, str]) -> str:
        """The frame as a pattern; ``slots`` are the parameter's own."""
        known = {"key": one_of(date_spellings(self.key))} if "key" not in slots else {}
        parts = re.split(r"\{(\w+)\}", frame)
        for i in range(1, len(parts), 2):
            name = parts[i].rstrip("0123456789")
            words = [word for words in self.frames["slots"].get(name, {}).values() for word in words]
            parts[i] = slots.get(name) or known.get(name) or SLOTS.get(name) or one_of(words)
        return "".join(re.escape(part) if i % 2 == 0 else part for i, part in enumerate(parts))

    def matches(self, frames: Sequence[str], **slots: str) -> list[dict[str, str]]:
        """The groups of every statement that is of one of the frames, in the note's order."""
        found = []
        patterns = [re.compile(self.pattern(frame, slots), re.IGNORECASE) for frame in frames]
        for statement in self.statements:
            hits = (pattern.fullmatch(statement) for pattern in patterns)
            if hit := next((hit for hit in hits if hit), None):
                found.append(hit.groupdict())
        return found

    def only(self, found: Sequence[dict[str, str]], what: str) -> dict[str, str]:
        """The one statement found.

        Raises:
            ValueError: if there is none, or several.
        """
        if len(found) != 1:
            raise ValueError(f"{len(found)} statements give {what}, not one")
        return found[0]

    def quantity(self, name: str, units: Sequence[str]) -> tuple[dict[str, float], str] | None:
        """A quantity's numbers and unit; None if the note does not state it."""
        entry = self.table["quantities"][name]
        own = entry.get("units", {})
        spelled = {unit: own.get(unit) or self.table["units"][unit] for unit in units}
        value = value_pattern(spelled)
        forms = self.frames[entry.get("frames", "quantity")]
        frames = forms["alone"] + forms["series"] + forms.get("kin series", [])
        found = self.matches(frames, term=one_of(entry["terms"]), V=f"(?P<V>{value})", other=value)
        return parse_value(spelled, self.only(found, name)["V"]) if found else None

    def measurement(self, name: str, units: Sequence[str]) -> tuple[float, str] | None:
        """A quantity as number and unit."""
        if name in ("sbp", "dbp"):
            pair = self.quantity("blood_pressure", ["pressures"])
            return pair and (pair[0]["n" if name == "sbp" else "dbp"], "mmHg")
        if name == "age":
            return self.age()
        if not (read := self.quantity(name, units)):
            return None
        numbers, unit = read
        return numbers.get("n", numbers.get("feet", 0) * 12 + numbers.get("inches", 0)), unit

    def identity(self) -> dict[str, str]:
        """The sentence that says who the patient is: person, and age as ``67-year`` or ``67 years``."""
        people = [
            word for ages in self.frames["people"].values() for words in ages.values() for word in words
        ]
        ages = value_pattern({unit: self.table["units"][unit] for unit in ("years", "months")})
        found = self.matches(
            self.frames["identity"]["present"],
            person=f"(?P<person>{one_of(people)})",
            age=f"(?P<age>{ages})",
            hyphen=rf"(?P<age>{SLOTS['hyphen']})",
        )
        return self.only(found, "identity")

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

    def finding(self, name: str) -> bool:
        """Whether a counting statement gives the finding."""
        entry = self.table["findings"][name]
        frames = self.frames["finding"][entry["kind"]]["present"]
        return bool(self.matches(frames, phrase=one_of(entry["phrases"])))

    def choice(self, name: str) -> str | None:
        """The option stated; None if the note states none."""
        entry = self.table["choices"][name]
        frames = self.frames["choice"][entry["kind"]]["present"]
        phrases = {phrase.lower(): option for option, said in entry["options"].items() for phrase in said}
        found = self.matches(frames, phrase=f"(?P<V>{one_of(list(phrases))})")
        return phrases[self.only(found, name)["V"].lower()] if found else None

    def drug(self, text: str) -> str:
        """The drug that a spelling names."""
        drugs = {spelling.lower(): drug for drug, said in self.table["drugs"].items() for spelling in said}
        return str(drugs[text.lower()])

    def drugs(self) -> str:
        """Pattern of every drug's spellings."""
        return f"(?P<drug>{one_of([text for said in self.table['drugs'].values() for text in said])})"

    def doses(self) -> list[list[Any]]:
        """The drugs taken, in the note's order: drug, amount, unit, doses a day."""
        forms = self.frames["doses"]
        often = {text.lower(): int(n) for n, texts in forms["frequencies"].items() for text in texts}
        often |= {text.lower(): 1 for text in forms["patch"]}
        amount = f"(?P<amount>{value_pattern(forms['units'])})"
        dose = f"{self.drugs()} {amount} (?P<often>{one_of(list(often))})"
        doses = []
        for found in self.matches(forms["present"], dose=dose):
            numbers, unit = parse_value(forms["units"], found["amount"])
            doses.append([self.drug(found["drug"]), numbers["n"], unit, often[found["often"].lower()]])
        return doses

    def last_period(self) -> str:
        """First day of the last menstrual period."""
        found = self.matches(self.frames["last_period"]["present"], V=f"(?P<V>{DATE})", other=DATE)
        return parse_date(self.only(found, "last_period")["V"]).isoformat()

    def target(self) -> str:
        """The corticosteroid to convert to."""
        found = self.matches(self.frames["target_steroid"]["present"], drug=self.drugs())
        return self.drug(self.only(found, "target_steroid")["drug"])

    def parameter(self, name: str, units: Sequence[str]) -> Any:
        """One parameter; None if the note does not state it."""
        special = {
            "sex": self.sex,
            "last_period": self.last_period,
            "today": self.key.isoformat,
            "target_steroid": self.target,
            "steroid": self.doses,
            "opioids": self.doses,
        }
        if name in special:
            return special[name]()
        if name in self.table["findings"]:
            return self.finding(name)
        if name in self.table["choices"]:
            return self.choice(name)
        return self.measurement(name, units) if units else None


def read_note(table: Table, calculator: str, note: str) -> dict[str, Any]:
    """The inputs of the calculator of that key, as the note states them.

    Quantities are ``(number, unit)``, findings booleans, choices texts, days ``YYYY-MM-DD``, drugs lists of
    ``[drug, amount, unit, per_day]``.

    Raises:
        ValueError: if the note does not state an input that has no default, or states one twice.
    """
    reader = Reader(table, note)
    inputs = {}
    for name, (units, missing) in table["calculators"][calculator].items():
        value = reader.parameter(name, units)
        if value is None:
            value = tuple(missing) if isinstance(missing, list) else missing
        if value is None:
            raise ValueError(f"the note does not state {name}")
        inputs[name] = value
    return inputs
