"""Groups of stays, by what is known of them: conditions, reasons, events, complications, limits of labs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from operator import gt, lt

import numpy as np

from medgym_patient.concept import table
from medgym_patient.concept.table import Table
from medgym_patient.formulary import DRUGS
from medgym_patient.key import Flags, Floats, Indices, Keys, fold, uniform
from medgym_patient.laboratory.bench import LABS
from medgym_patient.person import ALLERGENS, People
from medgym_patient.reason import REASONS
from medgym_patient.record import Doses, Labs, Latent, Settings, Stays

COMPLICATIONS = table("complication")
"""What comes to some of a group and is not simulated by the hour; of a person for life, or of one stay."""
_CONDITIONS = table("condition")
_LIMIT = re.compile(r"(\w+)([<>])([\d.]+)")
_ALLERGIES = {
    "penicillin_allergy": "penicillins",
    "sulfonamide_allergy": "sulfonamides",
    "codeine_allergy": "codeine",
}


class Groups:
    """Who of the stays belongs to a group.

    A group is written as alternatives separated by ``;``, each of terms joined by ``&``, ``!`` before one
    negates it: ``pneumonia&age>65;sepsis&!female``. A term is a condition, a reason, an event of the stay, or
    a limit of ``age`` (years), ``days`` (length), ``weight`` (kg), ``bmi``, or of a lab: ``sodium<130`` asks
    whether the lowest was below, ``glucose>300`` whether the highest was above; where it was not drawn it is
    neither.
    """

    def __init__(self, people: People, stays: Stays, labs: Labs, events: Mapping[str, Flags]) -> None:
        """Of these stays; ``events`` are groups by name, one flag a stay."""
        self._people, self._stays, self._labs = people, stays, labs
        self._known = dict(events)
        self._numbers: dict[tuple[str, bool], Floats] = {}

    def of(self, text: str) -> Flags:
        """One flag a stay; a name that is none of these is a KeyError."""
        every = [np.all([self._term(term) for term in each.split("&")], axis=0) for each in text.split(";")]
        return np.asarray(np.any(every, axis=0))

    def add(self, name: str, flags: Flags) -> None:
        """Names a group."""
        self._known[name] = flags

    def number(self, name: str, highest: bool) -> Floats:
        """A number of each stay; of a lab its highest or lowest value, NaN where it was not drawn."""
        key = (name, highest)
        if key not in self._numbers:
            self._numbers[key] = self._measured(name, highest)
        return self._numbers[key]

    def _measured(self, name: str, highest: bool) -> Floats:
        stays = self._stays
        if name == "bmi":
            return stays.weight / (self._people.height[stays.person] / 100) ** 2
        plain = {"age": stays.age, "days": stays.minutes / 1440, "weight": stays.weight}
        return plain[name] if name in plain else extreme(self._labs, name, len(stays.age), highest)

    def _term(self, term: str) -> Flags:
        name = term.removeprefix("!")
        if name not in self._known:
            self._known[name] = self._found(name)
        found = self._known[name]
        return ~found if term[0] == "!" else found

    def _found(self, name: str) -> Flags:
        if limit := _LIMIT.fullmatch(name):
            above = limit[2] == ">"
            found: Flags = (gt if above else lt)(self.number(limit[1], above), float(limit[3]))
            return found
        if name in REASONS.index:
            return np.asarray(self._stays.reason == REASONS.index[name])
        return self._people.has(name)[self._stays.person]


def extreme(labs: Labs, name: str, size: int, highest: bool) -> Floats:
    """The highest (lowest) value of a lab in each stay, NaN if it was never drawn."""
    rows = labs.lab == LABS.index[name]
    found = np.full(size, -np.inf if highest else np.inf)
    (np.maximum if highest else np.minimum).at(found, labs.stay[rows], labs.value[rows])
    return np.where(np.isfinite(found), found, np.nan)


def ventilated_hours(doses: Doses, settings: Settings, stays: Stays) -> Floats:
    """Hours of invasive ventilation: under sedation in adults.

    By charted settings every four hours in newborns.
    """
    size = len(stays.age)
    sedated = np.bincount(doses.stay[doses.drug == DRUGS.index["sedation"]], minlength=size)
    charted = np.bincount(settings.stay[settings.invasive], minlength=size) * 4
    return np.where(stays.age < 1, charted, sedated).astype(np.float64)


def warfarin_users(people: People) -> Flags:
    """Who takes warfarin at home, one flag a person: half of those with fibrillation or old thrombosis."""
    wants = people.has("atrial_fibrillation") | people.has("old_thrombosis")
    return np.asarray(wants & (uniform(people.key, "warfarin") < 0.5))


def group(
    people: People,
    latent: Latent,
    stays: Stays,
    labs: Labs,
    doses: Doses,
    settings: Settings,
    treated: Flags,
) -> Groups:
    """The groups of whole stays; ``treated`` are those who had antibiotics against an infection."""
    groups = Groups(people, stays, labs, _events(people, stays, doses, settings) | {"treated": treated})
    for name, share, keeper, among in COMPLICATIONS.rows:
        key = people.key[stays.person] if keeper == "person" else latent.key
        groups.add(name, groups.of(among) & (uniform(key, f"complication {name}") < float(share)))
    return groups


def _events(people: People, stays: Stays, doses: Doses, settings: Settings) -> dict[str, Flags]:
    hours = ventilated_hours(doses, settings, stays)
    pressors = [DRUGS.index[name] for name in ("norepinephrine", "phenylephrine", "vasopressin")]
    female, adult = people.female[stays.person], stays.age > 1
    return {
        "female": female,
        "male": ~female,
        "adult": adult,
        "newborn": ~adult,
        "died": stays.died,
        "infected": REASONS.numbers("burden")[stays.reason] >= 0.7,
        "operated": np.array([kind == "elective" for kind in REASONS.texts("kind")])[stays.reason],
        "ventilated": hours > 4,
        "ventilated_long": hours >= 96,
        "pressors": np.bincount(doses.stay[np.isin(doses.drug, pressors)], minlength=len(hours)) > 2,
        "warfarin_user": warfarin_users(people)[stays.person],
        **{
            name: people.allergies[list(ALLERGENS).index(allergen)][stays.person]
            for name, allergen in _ALLERGIES.items()
        },
    }


def specify(concepts: Table, concept: Indices, stay: Indices, key: Keys, groups: Groups) -> Indices:
    """Rows of ``concepts`` with some general ones replaced by a more specific one.

    A concept whose ``general`` is another replaces it in the share of those ``among`` whom it stands.

    Args:
        concepts: The table.
        concept: Rows of it, one an assignment.
        stay: Of each assignment.
        key: One an assignment: of the person where a condition lasts, else of the stay.
        groups: Of the stays.
    """
    found = concept.copy()
    general, among, share = concepts.texts("general"), concepts.texts("among"), concepts.numbers("share")
    for name in dict.fromkeys(text for text in general if text):
        rows = np.flatnonzero(concept == concepts.index[name])
        kinds = [row for row, text in enumerate(general) if text == name and share[row]]
        luck = uniform(fold(key[rows], "specific"), name)
        taken = np.zeros(len(rows), dtype=bool)
        edge = np.zeros(len(rows))
        for row in kinds:
            edge = edge + share[row] * (groups.of(among[row])[stay[rows]] if among[row] else 1.0)
            chosen = ~taken & (luck < edge)
            found[rows[chosen]] = row
            taken |= chosen
    return found
