"""How a note says when something was."""

from __future__ import annotations

import random

from medgym_patient.note.case import Case

_DAY = 24 * 60


def date_of(rng: random.Random, case: Case, minute: float) -> str:
    """A date as a de-identified note shows it, with or, of a stay within one year, without its year."""
    when = case.at(minute)
    full, short = f"[**{when:%Y-%m-%d}**]", f"[**{when.month}-{when.day}**]"
    within_a_year = case.admitted.year == case.at(case.minutes).year
    return rng.choice((full, full, short)) if within_a_year else full


def stamp(rng: random.Random, case: Case, minute: float) -> str:
    """A date with the time of day, as it heads a block of results."""
    when = case.at(minute)
    return f"{date_of(rng, case, minute)} {rng.choice((f'{when:%H:%M}', f'{when:%I:%M%p}'))}"


def told(rng: random.Random, case: Case, minute: float, now: float) -> str:
    """When something was, in running text written at ``now``: exactly, by day, in words, or not at all.

    Without a time the day of a daily note or the one before it is meant, or any of a finished stay.
    """
    ended = now >= case.minutes
    recent = not ended and case.day(now) - case.day(minute) <= 1
    ways = [
        f"on {stamp(rng, case, minute)}",
        f"on {date_of(rng, case, minute)}",
        _hospital_day(rng, case, minute),
    ]
    if case.day(minute) == 1:
        ways += ["on admission"] * 2
    if ended and case.day(case.minutes) - case.day(minute) <= 1:
        ways += ["at discharge", "on the day of discharge"]
    if not ended and case.day(now) - case.day(minute) == 1:
        ways += ["yesterday"] * 2
    if recent and case.day(now) == case.day(minute):
        ways += [_today(case, minute)]
    if ended or recent:
        ways += ["", ""]
    return rng.choice(ways)


def _hospital_day(rng: random.Random, case: Case, minute: float) -> str:
    day = case.day(minute)
    return rng.choice((f"on HD#{day}", f"on hospital day {day}", f"on HD #{day}"))


def _today(case: Case, minute: float) -> str:
    hour = case.at(minute).hour
    return (
        "overnight"
        if hour < 6
        else "this morning"
        if hour < 12
        else "this afternoon"
        if hour < 18
        else "this evening"
    )
