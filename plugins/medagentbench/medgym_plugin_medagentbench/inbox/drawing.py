"""Invented sessions: people of the patient model, and a shift's messages about them.

Two messages or more are about a patient of an earlier one, so that what is right there depends on what was
done here: a drug that was stopped is asked for again, a test that was requested once more, a second drug of a
class, a result that comes back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from medgym_core import Progress
from medgym_plugin_medagentbench import clock
from medgym_plugin_medagentbench.inbox import planting
from medgym_plugin_medagentbench.inbox.order import Dose
from medgym_plugin_medagentbench.inbox.planting import PLANTS, Subject
from medgym_plugin_medagentbench.inbox.session import FOLDER, SOURCE, Message, Session, line
from medgym_plugin_medagentbench.inbox.template import TEMPLATES
from medgym_plugin_medagentbench.ledger import split_of
from medgym_plugin_medagentbench.synthetic.history import Histories
from medgym_plugin_medagentbench.synthetic.hospital import Admission, open_hospital
from medgym_plugin_medagentbench.synthetic.person import numbers, patients
from medgym_plugin_medagentbench.template import UnclearError

SIZES = {"inbox-train": 48, "inbox-test": 20, "inbox-ood": 16}
"""Sessions of the default source."""
PEOPLE, FEWEST, MOST = 5, 6, 10
"""Patients of a session, and its fewest and most messages."""
THREADS = (
    ("result-potassium", "refill-spironolactone"),
    ("result-potassium", "result-potassium"),
    ("new-ibuprofen", "new-naproxen"),
    ("new-atorvastatin", "new-rosuvastatin"),
    ("new-omeprazole", "new-pantoprazole"),
    ("retest-tsh", "retest-tsh"),
    ("retest-a1c", "retest-a1c"),
    ("screen-fit", "screen-fit"),
    ("result-ferritin", "result-ferritin"),
    ("result-sodium", "result-sodium"),
)
"""Templates of two messages on one patient."""
NOVEL_THREADS = (
    ("add-oxycodone", "add-morphine"),
    ("add-tramadol", "add-oxycodone"),
    ("refill-apixaban", "start-enoxaparin"),
    ("refill-apixaban", "refill-apixaban"),
    ("screen-aorta", "screen-aorta"),
)
"""The same, of templates that no training split has."""
ATTEMPTS = 400
"""Draws of a session, of which most leave something open."""

Resource = dict[str, Any]


def write(raw: Path, seed: int, share: float, progress: Progress) -> None:
    """Write the sessions of a raw folder: ``share`` of the default number, two at least of each split."""
    sizes = {split: max(2, round(size * share)) for split, size in SIZES.items()}
    (raw / FOLDER).mkdir()
    sessions = draw(seed, sizes, progress)
    text = "".join(f"{line(session)}\n" for session in sessions)
    (raw / FOLDER / SOURCE).write_text(text, encoding="utf-8", newline="\n")


def draw(seed: int, sizes: dict[str, int], progress: Progress) -> Iterator[Session]:
    """So many sessions of each split."""
    rng = Random(f"medagentbench/inbox/{seed}")
    hospital = open_hospital(
        (seed + 7919) % 2**64, [Admission("absent", "normal")] * PEOPLE * sum(sizes.values())
    )
    histories, issued, first = Histories(hospital), numbers(rng), 0
    for split, size in sizes.items():
        half = "train" if split == "inbox-train" else "test"
        deck = _Deck(split, rng)
        for number in range(size):
            progress(f"invented messages of {split}", number / size)
            mrns = [next(each for each in issued if split_of(each) == half) for _ in range(PEOPLE)]
            rows = slice(first, first + PEOPLE)
            people = patients(mrns, hospital.people.female[rows].tolist(), hospital.age[rows].tolist(), rng)
            charts = []
            for place, person in enumerate(people):
                subject = Subject(
                    person.mrn,
                    clock.age(person.born),
                    person.gender == "female",
                    round(rng.uniform(44, 118), 1),
                )
                own = _chart(histories, first + place, subject, rng)
                charts.append((subject, [person.resource(rng), *own]))
            first += PEOPLE
            dealt = deck.take(FEWEST + number % (MOST - FEWEST + 1))
            subjects = [who for who, _ in charts]
            yield _session(split, charts, [_eligible(one, dealt, subjects, rng) for one in dealt], rng)


class _Deck:
    """Templates of a split, dealt in turn."""

    def __init__(self, split: str, rng: Random) -> None:
        self._novel, self._rng, self._left = split == "inbox-ood", rng, [""] * 0
        self._threads = NOVEL_THREADS if self._novel else THREADS
        self._turn = 0

    def take(self, count: int) -> list[tuple[str, int]]:
        """Templates and the places of their patients: one thread for six messages, two from eight on."""
        dealt = []
        for patient in range(2 if count >= 8 else 1):
            first, second = self._threads[self._turn % len(self._threads)]
            self._turn += 1
            dealt += [(first, patient), (second, patient)]
        rest = [(self._next(), self._rng.randrange(PEOPLE)) for _ in range(count - len(dealt))]
        places = sorted(self._rng.sample(range(count), len(dealt)))
        order: list[tuple[str, int]] = [("", 0)] * count
        for place, one in zip(places, _interleaved(dealt), strict=True):
            order[place] = one
        left = iter(rest)
        return [one if one[0] else next(left) for one in order]

    def _next(self) -> str:
        if not self._left:
            self._left = [name for name, each in TEMPLATES.items() if each.novel == self._novel]
            self._rng.shuffle(self._left)
        return self._left.pop()


def _eligible(
    one: tuple[str, int], dealt: Sequence[tuple[str, int]], people: Sequence[Subject], rng: Random
) -> tuple[str, int]:
    """A screening is mostly asked for somebody of the right age and sex, if there is anybody."""
    name, rule = one[0], TEMPLATES[one[0]].parameters
    if (
        TEMPLATES[name].form != "screening"
        or [other for other, _ in dealt].count(name) > 1
        or rng.random() < 0.2
    ):
        return one
    sexes = {"": (True, False), "female": (True,), "male": (False,)}[rule["sex"]]
    fit = [place for place, who in enumerate(people) if rule["least"] <= who.age <= rule["most"]]
    fit = [place for place in fit if people[place].female in sexes]
    return (name, rng.choice(fit)) if fit else one


def _interleaved(dealt: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """First messages of all threads before the second ones."""
    return [*dealt[::2], *dealt[1::2]]


def _chart(histories: Histories, row: int, who: Subject, rng: Random) -> list[Resource]:
    """What is on record of a person besides what messages are about."""
    found = [each for each in histories.of(row, who.mrn, rng) if each["resourceType"] != "MedicationRequest"]
    weights = [planting.lab(who, "WT", who.weight, planting.ago(rng, 1, 90))]
    weights.append(
        planting.lab(who, "WT", round(who.weight + rng.uniform(2, 9), 1), planting.ago(rng, 100, 400))
    )
    for code, low, high in (
        ("CR", 0.6, 1.3),
        ("K", 3.6, 5.0),
        ("A1C", 5, 8),
        ("NA", 136, 144),
        ("ALB", 3.5, 4.6),
    ):
        for _ in range(rng.randint(1, 4)):
            value = round(rng.uniform(low, high), 1)
            weights.append(planting.lab(who, code, value, planting.ago(rng, 310, 1500)))
    home = rng.sample(("amlodipine", "allopurinol", "cetirizine", "folic-acid"), rng.randint(0, 3))
    doses = [Dose(rng.choice((5, 10)), "daily") for _ in home]
    return [
        *found,
        *weights,
        *(planting.taken(who, *one, planting.ago(rng, 30, 500)) for one in zip(home, doses, strict=True)),
    ]


def _session(
    split: str,
    charts: Sequence[tuple[Subject, list[Resource]]],
    dealt: Sequence[tuple[str, int]],
    rng: Random,
) -> Session:
    for _ in range(ATTEMPTS):
        session = _drawn(split, charts, dealt, rng)
        try:
            session.rights()
        except UnclearError:
            continue
        return session
    raise RuntimeError(f"no session of {[name for name, _ in dealt]} is clear")


def _drawn(
    split: str,
    charts: Sequence[tuple[Subject, list[Resource]]],
    dealt: Sequence[tuple[str, int]],
    rng: Random,
) -> Session:
    held = [each for _, own in charts for each in own]
    messages, seen = [], set()
    for name, place in dealt:
        template, who = TEMPLATES[name], charts[place][0]
        plant = PLANTS[template.form](who, template.parameters, rng)
        again = (name, place) in seen and template.form in ("retest", "screening", "criteria", "smokers_only")
        late = rng.random() < 0.5 or (name, place) in seen
        if again:
            plant = plant._replace(before=[], decisive=[])
        seen.add((name, place))
        held += plant.before + ([] if late else plant.decisive)
        arrivals = plant.decisive if late else []
        text = template.text(who.mrn, plant.facts, rng)
        reply = f"r-{rng.getrandbits(48):012x}"
        messages.append(Message(name, who.mrn, plant.facts, text, reply, arrivals))
    return Session(split, _numbered(held, rng), [_arriving(each, rng) for each in messages])


def _numbered(resources: Sequence[Resource], rng: Random) -> list[Resource]:
    """In no order, under numbers of no order; patients have theirs."""
    ids = rng.sample(range(10**5, 10**6), len(resources))
    found = [
        {"resourceType": each["resourceType"], "id": str(number)} | each
        for each, number in zip(resources, ids, strict=True)
    ]
    rng.shuffle(found)
    return found


def _arriving(message: Message, rng: Random) -> Message:
    named = [{**each, "id": f"a-{rng.getrandbits(40):010x}"} for each in message.arrivals]
    return message._replace(arrivals=named)
