"""Who invented patients are, and others who are easily taken for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from random import Random
from typing import Any, NamedTuple

from medgym_plugin_medagentbench import clock
from medgym_plugin_medagentbench.ledger import split_of

GIVEN = {
    "female": (
        *("Alba", "Brienne", "Celestine", "Dunja", "Eluned", "Fenna", "Ginevra", "Hedda", "Ilse", "Jorunn"),
        *(
            "Katka",
            "Liesel",
            "Maëlle",
            "Nurit",
            "Odalys",
            "Petronella",
            "Quirina",
            "Renée",
            "Sunniva",
            "Tove",
        ),
    ),
    "male": (
        *("Aldo", "Bertil", "Cormac", "Dragan", "Eamon", "Fritjof", "Gaspar", "Henk", "Ivo", "Joaquín"),
        *("Kasper", "Lorcan", "Matthias", "Nils", "Ottokar", "Piet", "Quentin", "Rurik", "Søren", "Tibor"),
    ),
}
"""First names."""
FAMILY = (
    *("Ashgrovel", "Brackenwell", "Copperdyke", "Dunmarrow", "Ellerquist", "Fennimoor", "Gallowhurst"),
    *("Hollowmere", "Inglebrook", "Jarrowby", "Kestrelmann", "Larkenfeld", "Mossingham", "Nettleforth"),
    *("O'Quillan", "Pennywhistle", "Quarrington", "Rushmallow", "Skyrme-Vane", "Thistlewood"),
)
"""Invented family names."""
CITIES = ("Example Falls", "Sampleton", "Fictown", "Testbridge")
_BIRTHDAYS = ((11, 13), (11, 14), (2, 29))
"""Today, tomorrow, and the day that most years lack."""


class Person(NamedTuple):
    """An invented patient."""

    mrn: str
    given: tuple[str, ...]
    family: str
    gender: str
    born: date

    def resource(self, rng: Random) -> dict[str, Any]:
        """The Patient."""
        return {
            "resourceType": "Patient",
            "id": self.mrn,
            "identifier": [{"use": "usual", "type": _MEDICAL_RECORD, "value": self.mrn}],
            "name": [{"use": "official", "family": self.family, "given": list(self.given)}],
            "telecom": [{"system": "phone", "value": f"555-01{rng.randint(0, 99):02d}", "use": "home"}],
            "gender": self.gender,
            "birthDate": self.born.isoformat(),
            "address": [
                {
                    "line": [f"{rng.randint(1, 99)} Invented Lane"],
                    "city": rng.choice(CITIES),
                    "state": "CA",
                    "country": "US",
                }
            ],
        }


_MEDICAL_RECORD = {"coding": [{"system": "http://terminology.hl7.org/CodeSystem/v2-0203", "code": "MR"}]}


def numbers(rng: Random) -> Iterator[str]:
    """Medical record numbers, none twice."""
    seen: set[str] = set()
    while True:
        mrn = f"S{rng.randint(10**6, 10**7 - 1)}"
        if mrn not in seen:
            seen.add(mrn)
            yield mrn


def charted(count: int, mrns: Iterator[str]) -> list[str]:
    """The numbers of patients with charts, of whom every fifth belongs to the test split."""
    test = max(1, round(count / 5))
    wanted = {"test": test, "train": count - test}
    found: list[str] = []
    while len(found) < count:
        mrn = next(mrns)
        if wanted[split_of(mrn)]:
            wanted[split_of(mrn)] -= 1
            found.append(mrn)
    return found


def patients(mrns: Sequence[str], female: Sequence[bool], ages: Sequence[float], rng: Random) -> list[Person]:
    """Patients of these sexes and ages in years; no two of one name."""
    found: list[Person] = []
    taken: set[tuple[str, str]] = set()
    for mrn, woman, age in zip(mrns, female, ages, strict=True):
        gender = "female" if woman else "male"
        while (name := (rng.choice(GIVEN[gender]), rng.choice(FAMILY))) in taken:
            pass
        taken.add(name)
        middle = (f"{rng.choice('ABCDEFG')}.",) if rng.random() < 0.25 else ()
        found.append(Person(mrn, (name[0], *middle), name[1], gender, _birth(age, rng)))
    return found


def namesakes(person: Person, mrns: Iterator[str], rng: Random) -> Iterator[Person]:
    """Others with the same name and another birth date, or the same birth date and a longer name.

    They are of the person's split, so that any of them may be sought in the person's stead.
    """
    own = (mrn for mrn in mrns if split_of(mrn) == split_of(person.mrn))
    slips = near(person.born)
    for born in rng.sample(slips, rng.randint(1, len(slips))):
        yield person._replace(mrn=next(own), given=person.given[:1], born=born)
    if rng.random() < 0.4:
        yield person._replace(mrn=next(own), family=f"{person.family}son")
    if rng.random() < 0.2:
        yield person._replace(mrn=next(own), given=(f"{person.given[0]}-Jo",))


def near(born: date) -> list[date]:
    """Days that are easily taken for another by a slip of the pen."""
    slips = [born + timedelta(days=step) for step in (-10, -1, 1, 10, 100, 365, 3652)]
    if born.day <= 12 and born.day != born.month:
        slips.append(born.replace(month=born.day, day=born.month))
    return sorted(set(slips))


def _birth(age: float, rng: Random) -> date:
    year = clock.NOW.year - round(age)
    if rng.random() < 0.25:
        month, day = rng.choice(_BIRTHDAYS)
        leap = year - year % 4 if (month, day) == (2, 29) else year
        return date(leap, month, day)
    return date(year, 1, 1) + timedelta(days=rng.randrange(365))
