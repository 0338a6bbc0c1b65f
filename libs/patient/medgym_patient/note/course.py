"""The hospital course: by problem what was found, done and given, and how it went."""

from __future__ import annotations

from collections.abc import Iterator

from medgym_patient.note.draft import NOW, capitalised
from medgym_patient.note.fact import Fact
from medgym_patient.note.intent import negative
from medgym_patient.note.problem import Problem, problems_of
from medgym_patient.note.results import series
from medgym_patient.note.teller import Teller

MOST = 8
"""Problems of a course; further ones are left to the lists."""


def course(teller: Teller, most: int = MOST) -> str:
    """A paragraph each problem, numbered or with a heading."""
    parts = []
    for number, (problem, fact) in enumerate(problems_of(teller.case)[:most], 1):
        title = teller.rng.choice(problem.titles)
        heading = f"# {title}:" if teller.style.bullets else f"{number}. {title}:"
        parts.append(f"{heading}\n{teller.paragraph(list(about(teller, problem, fact)))}")
    return ("\n\n" if teller.style.register == 2 else "\n").join(parts)


def about(teller: Teller, problem: Problem, fact: Fact | None) -> Iterator[str]:
    """Sentences on one problem."""
    if fact:
        acute = fact.concept not in teller.case.conditions
        yield teller.sentence("open" if acute else "open_old", p=teller.mention(fact))
    told = [
        *_trends(teller, problem),
        *_treated(teller, problem),
        *_done(teller, problem),
        *_signs(teller, problem),
    ]
    teller.rng.shuffle(told)
    yield from told[: teller.style.sentences]
    if problem.name in ("infection", "pneumonia"):
        yield from cultured(teller, 2)
    if teller.rng.random() < 0.5:
        yield negative(teller, teller.rng.choice(("study", "symptom")))
    if teller.style.register == 2:
        yield teller.sentence("dictated_filler")
    yield teller.sentence("closing")


def cultured(teller: Teller, most: int) -> Iterator[str]:
    """Cultures and what grew in them."""
    case = teller.case
    sent = case.of("culture", until=teller.now)
    for culture in teller.rng.sample(sent, min(most, len(sent))):
        grown = [
            one
            for one in case.of("organism", until=teller.now)
            if (one.minute, one.source) == (culture.minute, culture.concept)
        ]
        old = teller.now - culture.minute > 2 * 24 * 60
        if old and grown:
            slots = {"a": teller.mention(culture), "b": teller.mention(grown[0])}
            yield teller.sentence("grew", t=teller.when(culture.minute), **slots)
        else:
            symbol = "no_growth" if old else "culture"
            yield teller.sentence(symbol, a=teller.mention(culture), t=teller.when(culture.minute))


def labs(teller: Teller, concepts: tuple[str, ...], since: float = 0) -> Iterator[str]:
    """A sentence on one or two labs of one draw, for each of some concepts."""
    for concept in concepts:
        own = [one for one in teller.case.of("lab", concept, teller.now) if one.minute >= since]
        if not own:
            continue
        first = teller.rng.choice(own)
        others = [
            one
            for one in teller.case.of("lab", until=teller.now)
            if one.minute == first.minute and one.concept != concept and one.concept in concepts
        ]
        if others and teller.rng.random() < 0.4:
            pair = {"a": teller.mention(first), "b": teller.mention(teller.rng.choice(others))}
            yield teller.sentence("lab_two", t=teller.when(first.minute), **pair)
        else:
            yield teller.measured("lab_one", first)


def _trends(teller: Teller, problem: Problem) -> Iterator[str]:
    for concept in problem.labs[:3]:
        own = teller.case.of("lab", concept, teller.now)
        if len(own) < 2:
            yield from labs(teller, (concept,))
            continue
        first, last = own[0], own[-1]
        turn = max(own, key=lambda one: abs((one.value or 0) - (first.value or 0)))
        draw = teller.rng.random()
        if draw < 0.25:
            yield capitalised(f"{series(teller, list(dict.fromkeys((first, turn, last))))}.")
        elif draw < 0.55 and turn.value != first.value:
            yield _change(teller, first, turn)
        elif draw < 0.75:
            high = max(own, key=lambda one: one.value or 0)
            yield teller.measured("peak", high)
        else:
            yield from labs(teller, problem.labs[:3])
            return
        if draw > 0.4:
            yield teller.measured("last", last)


def _change(teller: Teller, before: Fact, after: Fact) -> str:
    """From one value to another, each with its time."""
    verb = teller.phrase("rise" if (after.value or 0) > (before.value or 0) else "fall")
    name = teller.name(before)
    first = capitalised(teller.bare(before, name, f"{name} {verb} "))
    times = [teller.when(fact.minute) for fact in (before, after)]
    return f"{first} {times[0]} to {teller.bare(after, name)} {times[1]}".replace("  ", " ").strip() + "."


def _treated(teller: Teller, problem: Problem) -> Iterator[str]:
    given = [fact for fact in teller.case.of("order", until=teller.now) if fact.concept in problem.drugs]
    fresh = [fact for fact in given if not fact.home]
    kept = [fact for fact in given if fact.home]
    if len(fresh) > 1 and abs(fresh[0].minute - fresh[1].minute) < 6 * 60:
        pair = {"a": teller.mention(fresh[0]), "b": teller.mention(fresh[1])}
        yield teller.sentence("treat_two", t=teller.when(fresh[0].minute), **pair)
        fresh = fresh[2:]
    for fact in fresh[:2]:
        yield teller.sentence("treat", a=teller.mention(fact), t=teller.when(fact.minute))
    for fact in kept[:1]:
        yield teller.sentence("home_drug", a=teller.mention(fact))


def _done(teller: Teller, problem: Problem) -> Iterator[str]:
    for fact in teller.case.of("procedure", until=teller.now):
        if fact.concept in problem.procedures:
            yield teller.sentence("done", a=teller.mention(fact), t=teller.when(fact.minute))


def _signs(teller: Teller, problem: Problem) -> Iterator[str]:
    rounds = teller.case.rounds(teller.now)
    for concept in problem.vitals[:2]:
        taken = [minute for minute, signs in rounds.items() if concept in signs]
        if not taken:
            continue
        minute = teller.rng.choice(taken)
        signs = rounds[minute]
        if concept == "systolic" and "diastolic" in signs:
            said = teller.pressure(signs["systolic"], signs["diastolic"], NOW)
            yield teller.sentence("vital_one", a=said, t=teller.when(minute))
        elif concept != "systolic":
            yield teller.measured("vital_one", signs[concept])
