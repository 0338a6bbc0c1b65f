"""Crossings: questions that the data cannot answer, worded as those that it can.

A question with an answer is put to another patient, or to another time, for whom nothing of the kind is
recorded, though something would be but for one of its conditions; seldom it names a patient whom the data
does not know, or a drug that came into use later; or it asks for one thing, such as when a diagnosis was
made, and several fit. Its template, phrases and form of answer are those of answered questions, so that
nothing but the data tells it from them. Rather than what happened at another time, it asks for what is
missing among others of its kind, so that it does not do to look whether the patient was there.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice

from medgym_core import SetOf, Table
from medgym_ehr.ledger import Half
from medgym_ehr.questions.answers import UnfitError, nothing, read
from medgym_ehr.questions.candidate import Candidate
from medgym_ehr.questions.dialect import Dialect
from medgym_ehr.questions.facts import Value, keyed
from medgym_ehr.questions.nearness import Nearness, nearness, seen
from medgym_ehr.questions.period import CALENDAR, Period, fit
from medgym_ehr.questions.planner import Planner
from medgym_ehr.questions.query import Query
from medgym_ehr.questions.template import Question, Template
from medgym_ehr.questions.unanswerable import TAG, mentions
from medgym_ehr.questions.worth import alike

TRIES, VAIN = 60, 15
"""So many candidates of a template are crossed, or so many in vain: a count, for one, always answers."""
OTHERS = 12
"""So many others are tried to cross one with."""
STRANGERS, LATERS = 24, 6
"""One question in so many names a patient, or a drug, that the data does not know."""
ABSENT = 16
"""One of so many others may ask about a time at which its patient was not in hospital."""
LATER: Mapping[str, tuple[str, ...]] = {
    "drug": (
        *("semaglutide", "tirzepatide", "empagliflozin", "dapagliflozin", "canagliflozin", "sacubitril"),
        *("vericiguat", "finerenone", "evolocumab", "alirocumab", "inclisiran", "bempedoic acid", "edoxaban"),
        *("andexanet alfa", "remdesivir", "nirmatrelvir", "molnupiravir", "baloxavir", "sofosbuvir"),
        *("ledipasvir", "glecaprevir", "dolutegravir", "bictegravir", "lenacapavir", "pembrolizumab"),
        *("nivolumab", "atezolizumab", "durvalumab", "osimertinib", "ibrutinib", "venetoclax", "palbociclib"),
        *("olaparib", "tisagenlecleucel", "dupilumab", "secukinumab", "risankizumab", "upadacitinib"),
        *("ocrelizumab", "lecanemab", "erenumab", "suvorexant", "brexanolone", "esketamine", "cariprazine"),
        *("romosozumab", "burosumab", "nusinersen", "emicizumab", "plazomicin", "cefiderocol"),
        *("omadacycline", "ceftolozane", "letermovir", "angiotensin ii", "remimazolam", "sugammadex"),
        *("patiromer", "roxadustat"),
    )
}
"""Place to names that came into use only after the years in which the sources were recorded."""
KEY = "crossed"
"""Other candidates than those of other splits come first by it."""
ONLY = """\
WITH found(value) AS (
{sql}
)
SELECT CASE WHEN count(DISTINCT value) = 1 THEN max(value) END FROM found"""
"""What a query finds if it is one thing; else null."""
SEVERAL, SOUGHT = 2, 24
"""So many questions of a template, at most, ask for one of several; sought among so many candidates."""


class Crossing:
    """Crosses the candidates of one template until the data cannot answer them."""

    def __init__(self, planner: Planner, template: Template, half: Half) -> None:
        """Nothing is asked yet."""
        self._planner, self._template, self._half = planner, template, half
        self._asked: set[str] = set()

    def questions(self, count: int) -> list[Question]:
        """At most ``count`` questions; none of a template that has an answer whoever is asked about."""
        return list(islice(self._questions(), count))

    def _questions(self) -> Iterator[Question]:
        """One of several first, which few templates can ask for, then whatever is crossed to find nothing."""
        candidates = islice(self._planner.candidates(self._template, self._half, KEY), TRIES)
        known = sorted(candidates, key=_draw)
        asked = chain(islice(self._of_several(known[:SOUGHT]), SEVERAL), self._of_nothing(known))
        return (question.model_copy(update={"tags": (TAG, *question.tags)}) for question in asked)

    def _of_several(self, candidates: Iterable[Candidate]) -> Iterator[Question]:
        """Candidates that ask for one thing where several fit, whichever way they are read."""
        for candidate in candidates:
            queries = (candidate.query(), *candidate.other_readings())
            if (
                self._is_new(candidate)
                and all(map(self._finds_several, queries))
                and candidate.holds(self._planner.connection)
            ):
                question = self._asked_of(candidate)
                yield question.model_copy(update={"sql": ONLY.format(sql=question.sql.strip())})

    def _of_nothing(self, known: Sequence[Candidate]) -> Iterator[Question]:
        """What candidates are crossed to that the data says nothing of."""
        vain = 0
        for place, candidate in enumerate(known):
            others = [*known[place + 1 :], *known[:place]][:OTHERS]
            if found := self._crossed(candidate, others):
                yield self._asked_of(found)
            elif (vain := vain + 1) == VAIN:
                return

    def _crossed(self, candidate: Candidate, others: Sequence[Candidate]) -> Candidate | None:
        """A candidate crossed in the way that is drawn for it, or in one that there is."""
        draw = _draw(candidate)
        strange = self._of_a_stranger(candidate) if draw % STRANGERS == 0 else ()
        later = self._of_later(candidate) if draw // STRANGERS % LATERS == 0 else ()
        least = Nearness.ABSENT if draw // STRANGERS // LATERS % ABSENT == 0 else Nearness.THERE
        moved = [
            *_of_another(candidate, others),
            *_about_another_item(candidate, others),
            *_at_another_time(candidate, others),
            *self._while_there(candidate),
        ]
        return (
            next(filter(self._is_unknown, chain(strange, later)), None)
            or self._nearest(sorted(moved, key=_draw), least)
            or next(filter(self._is_unknown, self._of_later(candidate)), None)
        )

    def _nearest(self, moved: Iterable[Candidate], least: Nearness) -> Candidate | None:
        """The nearest of those that the data says nothing of, the first of equally near ones."""
        nearest: dict[Nearness, Candidate] = {}
        for candidate in filter(self._is_unknown, moved):
            near = nearness(candidate, self._planner.connection)
            nearest.setdefault(near, candidate)
            if near == max(Nearness):
                break
        near = max(nearest, default=least)
        return nearest.get(near) if near >= least else None

    def _asked_of(self, candidate: Candidate) -> Question:
        self._asked.add(candidate.key)
        return candidate.question(None, _draw(candidate))

    def _of_a_stranger(self, candidate: Candidate) -> Iterator[Candidate]:
        if "patient" in candidate.slots:
            known = strangers(self._planner.connection, self._planner.dialect, self._half)
            if known:
                yield _about(candidate, "patient", known[keyed(candidate.key) % len(known)])

    def _while_there(self, candidate: Candidate) -> Iterator[Candidate]:
        """The same in another period in which the patient was seen."""
        if candidate.period.tag not in CALENDAR:
            return
        times = seen(candidate, self._planner.connection)
        for at in sorted(times, key=lambda at: keyed(f"{candidate.key}{at}"))[:OTHERS]:
            period = fit(candidate.period.tag, at, candidate.dialect.now, keyed(at))
            if period and _moved(candidate.period, period):
                yield replace(candidate, period=period)

    def _of_later(self, candidate: Candidate) -> Iterator[Candidate]:
        for place in LATER.keys() & candidate.slots.keys():
            if names := unheard(self._planner.connection, self._planner.dialect, self._half, place):
                yield _about(candidate, place, names[keyed(candidate.key) % len(names)])

    def _is_unknown(self, crossed: Candidate) -> bool:
        return self._is_new(crossed) and self._finds_nothing(crossed)

    def _is_new(self, crossed: Candidate) -> bool:
        return crossed.key not in self._asked and crossed.is_over() and crossed.owned_by(self._half)

    def _finds_nothing(self, crossed: Candidate) -> bool:
        queries = (crossed.query(), *crossed.other_readings())
        return all(nothing(query.run(self._planner.connection).fetchall()) for query in queries)

    def _finds_several(self, query: Query) -> bool:
        """Whether a query for one thing finds others that could not be taken for it."""
        kind = self._template.answer
        if isinstance(kind, SetOf | Table):
            return False
        try:
            found = [read(kind, [row]) for row in query.run(self._planner.connection)]
        except UnfitError:
            return False
        return not all(alike(found[0], other) for other in found[1:])


def crossed(planner: Planner, template: Template, half: Half, count: int) -> list[Question]:
    """At most ``count`` questions of a template that the data cannot answer."""
    return Crossing(planner, template, half).questions(count)


@lru_cache(maxsize=4)
def strangers(connection: sqlite3.Connection, dialect: Dialect, half: Half) -> Sequence[Value]:
    """Numbers of patients whom the data does not know, of one half."""
    rows = connection.execute(dialect.strangers).fetchall() if dialect.strangers else ()
    return [number for (number,) in rows if dialect.owns(half, "patient", number)]


@lru_cache(maxsize=4)
def unheard(connection: sqlite3.Connection, dialect: Dialect, half: Half, place: str) -> Sequence[str]:
    """Names of later years of one half that are part of no text of the data."""
    names = (name for name in LATER[place] if dialect.owns(half, place, name))
    return [name for name in names if not any(mentions(connection, (name,)))]


def _draw(candidate: Candidate) -> int:
    return keyed(f"{KEY}/{candidate.key}")


def _of_another(candidate: Candidate, others: Iterable[Candidate]) -> Iterator[Candidate]:
    """The same of another patient, who may have no such event or visit."""
    if "patient" in candidate.slots:
        for other in others:
            yield _about(candidate, "patient", other.fact["patient"])


def _about_another_item(candidate: Candidate, others: Iterable[Candidate]) -> Iterator[Candidate]:
    """The same of another item, such as a drug, which the patient may not have had."""
    items = candidate.fact.keys() & candidate.slots.keys() - {"patient"}
    for other in others if items else ():
        yield replace(candidate, fact=candidate.fact | {item: other.fact[item] for item in items})


def _at_another_time(candidate: Candidate, others: Iterable[Candidate]) -> Iterator[Candidate]:
    """The same in another period, in which there may have been nothing of the kind."""
    for other in others:
        if _moved(candidate.period, other.period):
            yield replace(candidate, period=other.period)
        if _moved(candidate.period2, other.period2):
            yield replace(candidate, period2=other.period2)


def _about(candidate: Candidate, place: str, value: Value) -> Candidate:
    return replace(candidate, fact=candidate.fact | {place: value})


def _moved(period: Period, other: Period) -> bool:
    return period.tag in CALENDAR and period.tag == other.tag and period.value != other.value
