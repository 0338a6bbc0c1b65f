"""Held-out targets by their definitions: each function reads one label from what a box shows of a record.

They run on the host, where they label what is asked about, and cut out for a reference in the box.
"""

from datetime import datetime, timedelta
from itertools import combinations
from statistics import fmean
from typing import Any

Event = dict[str, Any]
"""``kind``, ``start``, ``end``, ``value`` and ``unit``; a record is a list of them in the order of time."""

UNITS = {
    "creatinine": {"mg/dl": (1, 1), "umol/l": (10, 884)},
    "haemoglobin": {"g/l": (1, 1), "g/dl": (10, 1), "mg/dl": (1, 100)},
}
"""Kind of result to how its unit begins, in lower case, to what values are multiplied and divided by."""
USUAL = {"creatinine": 0.9, "haemoglobin": 130.0}
"""What stands for a result that was never there, in mg/dL and g/L."""


def blood_loss(record: list[Event], time: datetime) -> int | None:
    """Whether a later result of haemoglobin is a fall, see ``falls``.

    Left out are stays with a fall before, and those without a result before or after ``time``.
    """
    known = results_of_stay(record, time, "haemoglobin")
    is_later = [at > time for at, _ in known]
    times = falls(known)
    if all(is_later) or not any(is_later) or any(at <= time for at in times):
        return None
    return int(bool(times))


def complication(record: list[Event], time: datetime) -> int | None:
    """Whether haemoglobin falls or creatinine rises later, or the patient dies until 7 days after the stay.

    The composite is ours. Left out are stays with a fall or rise before, and those without a result of either
    test before ``time``.
    """
    known = {kind: results_of_stay(record, time, kind) for kind in UNITS}
    times = falls(known["haemoglobin"]) | rises(known["creatinine"])
    if any(at <= time for at in times) or any(all(at > time for at, _ in found) for found in known.values()):
        return None
    until = stay_at(record, time)["end"] + timedelta(days=7)
    return int(bool(times) or any(one["kind"] == "death" and one["start"] <= until for one in record))


def higher_haemoglobin(record: list[Event], time: datetime) -> int | None:
    """Whether the mean haemoglobin of the rest of the stay is above that before.

    Left out are stays without a result before or after ``time``.
    """
    known = results_of_stay(record, time, "haemoglobin")
    before, after = ([value for at, value in known if (at > time) is later] for later in (False, True))
    return int(fmean(after) > fmean(before) + 1e-9) if before and after else None


def falls(known: list[tuple[datetime, float]]) -> set[datetime]:
    """Times of results of haemoglobin 15 g/L or more below one of the 48 hours before.

    A fall is what major bleeding is known by (ISTH: Schulman 2005, doi 10.1111/j.1538-7836.2005.01204.x, says
    20 g/L); limit and window are ours.
    """
    return {
        late
        for (early, high), (late, low) in combinations(known, 2)
        if early < late <= early + timedelta(hours=48) and high - low >= 15 - 1e-9
    }


def rises(known: list[tuple[datetime, float]]) -> set[datetime]:
    """Times of results of creatinine that are acute kidney injury.

    That is 0.3 mg/dL or more above one of the 48 hours before, or 1.5 times one of the 7 days before (KDIGO
    2012, Kidney Int Suppl 2:1, without its criterion of urine).
    """
    return {
        late
        for (early, low), (late, high) in combinations(known, 2)
        if (early < late <= early + timedelta(hours=48) and high - low >= 0.3 - 1e-9)
        or (early < late <= early + timedelta(days=7) and high >= 1.5 * low - 1e-9)
    }


def results_of_stay(record: list[Event], time: datetime, kind: str) -> list[tuple[datetime, float]]:
    """Results of a test from the start of the stay to its end."""
    stay = stay_at(record, time)
    return [one for one in results(record, kind) if stay["start"] <= one[0] <= stay["end"]]


def stay_at(record: list[Event], time: datetime) -> Event:
    """The stay that began last."""
    return [one for one in record if one["kind"] == "stay" and one["start"] <= time][-1]


def results(record: list[Event], kind: str) -> list[tuple[datetime, float]]:
    """Times and values of a test, in mg/dL or g/L; without what is no number or in another unit."""
    found = []
    for one in record:
        if one["kind"] == kind:
            unit = (one["unit"] or "").lower()
            factors = [factor for begin, factor in UNITS[kind].items() if unit.startswith(begin)]
            try:
                value = float(one["value"])
            except ValueError:
                continue
            found += [(one["start"], value * times / by) for times, by in factors]
    return found


def summary(record: list[Event], time: datetime) -> list[float]:
    """Facts of what a record holds up to ``time``: stays, days of them, and of each test what it showed.

    That is the number of results, the last, the least and the greatest; and of this stay alone, which has
    lasted some days, the number, the last, the greatest and how far they lie apart.
    """
    stays = [one for one in record if one["kind"] == "stay" and one["start"] <= time]
    days = [(min(stay["end"] or time, time) - stay["start"]) / timedelta(days=1) for stay in stays]
    facts = [len(days), sum(days), (time - stays[0]["start"]) / timedelta(days=1), days[-1]]
    for kind in UNITS:
        known = [(at, value) for at, value in results(record, kind) if at <= time]
        every = [value for _, value in known]
        own = [value for at, value in known if at >= stays[-1]["start"]]
        shown, here = every or [USUAL[kind]], own or [USUAL[kind]]
        facts += [len(every), shown[-1], min(shown), max(shown)]
        facts += [len(own), here[-1], max(here), max(here) - min(here)]
    return facts
