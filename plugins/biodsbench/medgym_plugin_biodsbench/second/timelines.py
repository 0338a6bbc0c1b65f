"""Courses of treatment and events over time."""

from __future__ import annotations

from typing import Any, NamedTuple

from medgym_plugin_biodsbench.second import cohort, statistics
from medgym_plugin_biodsbench.second.cohort import Subset
from medgym_plugin_biodsbench.study import Study, number


class Course(NamedTuple):
    """One course, ordered as in a swimmer plot."""

    start: float
    stop: float
    agent: str


def _courses(study: Study, subset: Subset, agent: bool = False) -> dict[str, list[Course]]:
    people = cohort.patients(study, subset)
    found: dict[str, list[Course]] = {}
    for row in study.tables["treatment"]:
        start, stop, patient = number(row["START_DATE"]), number(row["STOP_DATE"]), str(row["PATIENT_ID"])
        given = row["AGENT"] if agent else ""
        if patient in people and start is not None and stop is not None and given is not None:
            found.setdefault(patient, []).append(Course(start, stop, given))
    return found


def course_lengths(study: Study, top: int, subset: Subset) -> dict[str, Any]:
    """The ``top`` agents of most courses, each with its patients and median length in days."""
    found: dict[str, list[tuple[str, float]]] = {}
    for patient, courses in _courses(study, subset, agent=True).items():
        for course in courses:
            found.setdefault(course.agent, []).append((patient, course.stop - course.start))
    first = cohort.ranked({agent: len(own) for agent, own in found.items()}, top)
    rows = []
    for agent, size in first:
        people, days = {patient for patient, _ in found[agent]}, [length for _, length in found[agent]]
        rows.append([agent, size, len(people), statistics.quantile(days, 0.5)])
    return {"courses": sum(map(len, found.values())), "agents": rows}


def swimmer(study: Study, top: int, subset: Subset) -> dict[str, Any]:
    """The segments of a swimmer plot."""
    found = _courses(study, subset, agent=True)
    spans = {
        patient: max(one.stop for one in own) - min(one.start for one in own)
        for patient, own in found.items()
    }
    longest = sorted(spans, key=lambda patient: (-spans[patient], patient))[:top]
    segments = [
        [patient, one.agent, int(one.start), int(one.stop)]
        for patient in longest
        for one in sorted(found[patient])
    ]
    return {"patients": len(found), "segments": segments}


def days_on_treatment(study: Study, subset: Subset) -> dict[str, Any]:
    """Days of each patient under any treatment, those of overlapping courses once."""
    days = {}
    for patient, courses in _courses(study, subset).items():
        total, end = 0.0, float("-inf")
        for course in sorted(courses):
            total += max(0.0, course.stop - max(course.start, end))
            end = max(end, course.stop)
        days[patient] = int(total)
    top = min(days, key=lambda patient: (-days[patient], patient))
    return {
        "patients": len(days),
        "total": sum(days.values()),
        "median": statistics.quantile(list(days.values()), 0.5),
        "top_patient": top,
        "top_days": days[top],
    }


def time_to_state(study: Study, state: str, subset: Subset) -> dict[str, Any]:
    """Days from the first course to a status."""
    first = {patient: min(one.start for one in own) for patient, own in _courses(study, subset).items()}
    waits: dict[str, float] = {}
    for row in study.tables["status"]:
        patient, day = str(row["PATIENT_ID"]), number(row["START_DATE"])
        if row["STATUS"] == state and patient in first and day is not None and day > first[patient]:
            waits[patient] = min(waits.get(patient, float("inf")), day - first[patient])
    days = list(waits.values())
    return {
        "patients": len(days),
        "without": len(first) - len(days),
        "median": statistics.quantile(days, 0.5),
        "mean": statistics.mean(days),
    }
