"""The tasks of a build: which patient, which template, which words."""

from __future__ import annotations

import json
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from datetime import date
from functools import lru_cache
from itertools import count, islice, zip_longest
from pathlib import Path
from random import Random
from typing import NamedTuple

from medgym_core import DataError
from medgym_plugin_medagentbench import wording
from medgym_plugin_medagentbench.chart import Charts, Person
from medgym_plugin_medagentbench.ledger import split_of
from medgym_plugin_medagentbench.novel import ERRANDS, NOVEL
from medgym_plugin_medagentbench.template import TEMPLATES, Outcome, UnclearError

FIND = "find-patient"
"""The template that seeks a patient by name."""
FILE = "tasks.json"
"""Where a build keeps its tasks, in its private half."""
ABSENT = 3
"""Every so manieth question for a patient is for one who is not there."""
CHARTED = 4
"""Every so manieth who is sought by name and birth date has a chart, where another of the name has none."""
NOTHING, RARE, APART = "absent", 25, 3
"""The branch in which nothing is found; one of so many tasks of a template is of it, so that saying so earns
no more than chance; and so many places later than in the template before."""


class Case(NamedTuple):
    """One task."""

    template: str
    """Name of its template."""
    patient: str
    """Whom it is about, also where a similar name is sought that nobody has; empty if nobody is known."""
    facts: Mapping[str, str]
    """What the question says."""
    question: str
    """All that is asked."""
    published: bool = False
    """Whether the benchmark's authors worded it."""

    def outcome(self, charts: Charts) -> Outcome:
        """What is right."""
        return ERRANDS[self.template].outcome(charts, self.facts)


Cases = Mapping[str, Sequence[Case]]
"""Tasks by split."""


def write(folder: Path, cases: Cases) -> None:
    """Keep the tasks."""
    kept = {split: [case._asdict() for case in some] for split, some in cases.items()}
    (folder / FILE).write_text(json.dumps(kept, indent=1), encoding="utf-8")


@lru_cache(maxsize=4)
def read(folder: Path) -> Cases:
    """The tasks that were kept in a folder which no longer changes."""
    kept = json.loads((folder / FILE).read_text(encoding="utf-8"))
    return {split: [Case(**case) for case in some] for split, some in kept.items()}


def case_of(cases: Cases, split: str, index: int) -> Case:
    """One task.

    Raises:
        DataError: if there is none.
    """
    some = cases.get(split, ())
    if not 0 <= index < len(some):
        raise DataError(f"there is no task {index} in {split}, which has {len(some)}")
    return some[index]


def generated(
    charts: Charts, sizes: Mapping[str, int], excluded: Iterable[str]
) -> Iterator[tuple[str, Case]]:
    """Tasks with their splits: the templates in turn, each over its branches in turn.

    Args:
        charts: whom they are about: patients who have any test result; sought are their namesakes, too.
        sizes: the most tasks of each split.
        excluded: patients of whom there are published tasks.
    """
    for split, size in sizes.items():
        cases = _turns(TEMPLATES, charts, split, set(excluded))
        yield from ((split, case) for case in islice(cases, size))


def novel(charts: Charts, size: int, excluded: Iterable[str]) -> Iterator[Case]:
    """At most ``size`` tasks of the templates that no other split has, for patients of the test."""
    return islice(_turns(NOVEL, charts, "test", set(excluded)), size)


def _turns(names: Iterable[str], charts: Charts, split: str, published: Set[str]) -> Iterator[Case]:
    """The tasks of some templates in turn, for the patients of a split."""
    known = sorted(charts.tested() - published)
    people = [charts.people[mrn] for mrn in known if split_of(mrn) == split]
    decks = []
    for place, name in enumerate(names):
        asked = Random(f"medagentbench/{name}").sample(people, len(people))
        if name == FIND:
            asked = list(_namesakes(asked, charts, published))
        decks.append(_deck(name, asked, charts, APART * place))
    return (case for turn in zip_longest(*decks) for case in turn if case)


def _namesakes(people: Sequence[Person], charts: Charts, excluded: Set[str]) -> Iterator[Person]:
    """Every fourth of ``people``; for the others, where there is one, another of their name and split.

    These have no chart, so that having one does not show who is sought.
    """
    named: defaultdict[tuple[tuple[str, str], str], list[Person]] = defaultdict(list)
    for mrn in sorted(charts.people.keys() - charts.tested() - excluded):
        named[charts.people[mrn].name, split_of(mrn)].append(charts.people[mrn])
    for place, person in enumerate(people):
        others = named[person.name, split_of(person.mrn)] if place % CHARTED else []
        yield Random(f"medagentbench/namesake/{person.mrn}").choice(others or [person])


def _deck(name: str, people: Sequence[Person], charts: Charts, first: int) -> list[Case]:
    """The tasks of a template for as many patients as there are, in turn; see :func:`_dealt`."""
    branches: defaultdict[str, list[Case]] = defaultdict(list)
    for number, person in enumerate(people):
        facts = _facts(name, person, charts, number)
        if facts is None:
            continue
        question = wording.question(name, facts, Random(f"medagentbench/{name}/{person.mrn}"))
        case = Case(name, person.mrn, facts, question)
        try:
            branches[case.outcome(charts).branch].append(case)
        except UnclearError:
            continue
    return list(_dealt(branches, first))


def _dealt(branches: Mapping[str, list[Case]], first: int) -> Iterator[Case]:
    """Those where something is found, the branches in turn; from place ``first`` on each 25th where not."""
    nothing = deque(branches.get(NOTHING, ()))
    found = [branches[branch] for branch in sorted(branches) if branch != NOTHING]
    turns = (case for turn in zip_longest(*found) for case in turn if case)
    for place in count():
        rare = nothing and place % RARE == first % RARE
        case = nothing.popleft() if rare else next(turns, None)
        if case is None:
            return
        yield case


def _facts(name: str, person: Person, charts: Charts, number: int) -> dict[str, str] | None:
    """What a question about a patient says; None where it cannot be asked."""
    if name != FIND:
        return {"mrn": person.mrn} | wording.drawn(name, Random(f"medagentbench/{person.mrn}/{name}"))
    if person.birth is None or not person.given or not person.family:
        return None
    facts = {"given": person.given, "family": person.family, "born": person.born}
    return _absent(facts, person.birth, charts, number) if number % ABSENT == ABSENT - 1 else facts


def _absent(facts: dict[str, str], born: date, charts: Charts, number: int) -> dict[str, str]:
    """The name with a birth date that nobody of it has, or with another's family name."""
    if number // ABSENT % 3 == 0:
        other = sorted(charts.people)[number % len(charts.people)]
        facts = facts | {"family": charts.people[other].family or facts["family"]}
    taken = {person.born for person in charts.people.values() if person.family == facts["family"]}
    days = (date.fromordinal(born.toordinal() + step).isoformat() for step in range(1, len(taken) + 2))
    return facts | {"born": next(day for day in days if day not in taken)}


def chance(cases: Sequence[Case], charts: Charts) -> float:
    """What is passed of all tasks by constant answers, one for each template, or by finding nothing anywhere.

    Either creates nothing. A constant that is right only once was chosen with that task's gold in hand, and
    counts as nothing; who finds nothing is granted the number of what is on record.
    """
    right: defaultdict[str, Counter[str]] = defaultdict(Counter)
    nothing = 0
    for case in cases:
        outcome = case.outcome(charts)
        if not outcome.orders:
            right[case.template][json.dumps(outcome.answer)] += 1
            nothing += outcome.branch == NOTHING
    best = [answers.most_common(1)[0][1] for answers in right.values()]
    return max(nothing, sum(times for times in best if times > 1)) / len(cases)
