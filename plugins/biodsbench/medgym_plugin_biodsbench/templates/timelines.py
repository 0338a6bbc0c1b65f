"""Courses of treatment and events over time."""

from __future__ import annotations

from random import Random

from medgym_plugin_biodsbench import drawing as draw
from medgym_plugin_biodsbench.study import Study
from medgym_plugin_biodsbench.template import Parameters, Template, count, name, number, table

CATEGORY = "timelines"
COURSES = (
    "A course is a row of data_timeline_treatment, from START_DATE to STOP_DATE in days; rows lacking "
    "either, or whose patient "
    "has no row in data_clinical_patient, are left out."
)


def _top(study: Study, rng: Random) -> Parameters:
    draw.need(study, treatment="AGENT")
    return {"top": rng.randint(3, 6), "subset": draw.subset(study, rng, "patient")}


def _days(study: Study, rng: Random) -> Parameters:
    draw.need(study, treatment="START_DATE")
    return {"subset": draw.subset(study, rng, "patient")}


def _state(study: Study, rng: Random) -> Parameters:
    draw.need(study, treatment="START_DATE", status="STATUS")
    states = list(draw.values(study.tables["status"], "STATUS"))
    return {
        "state": draw.choice(rng, [one for one in states if one != "Diagnosis"]),
        "subset": draw.subset(study, rng, "patient"),
    }


TEMPLATES = (
    Template(
        "course_lengths", CATEGORY, "patient",
        (
            "Which {top} agents were given in most courses, and for how long?",
            "For the {top} most used agents give courses, patients and median length of a course.",
        ),
        {
            "courses": count("courses of any agent", "courses"),
            "agents": table(
                "agent, courses, patients, median days of a course; most courses first, ties by agent in "
                "ascending code-point "
                "order",
                agent="text", courses="count", patients="count", median_days="number",
            ),
        },
        (COURSES, "A course lasts STOP_DATE - START_DATE days; rows without an agent are left out too."),
        _top,
    ),
    Template(
        "swimmer", CATEGORY, "patient",
        (
            "Give the segments of a swimmer plot of the {top} patients who were treated over the longest "
            "span.",
            "Which segments does a swimmer plot of the {top} patients with the longest span of treatment "
            "draw?",
        ),
        {
            "patients": count("patients with any course", "patients"),
            "segments": table(
                "PATIENT_ID, agent, start day, stop day of each course; patients by span, longest first, "
                "ties by PATIENT_ID in "
                "ascending code-point order; within a patient by start day, then stop day, then agent",
                patient="text", agent="text", start="count", stop="count",
            ),
        },
        (COURSES, "A patient's span is from the first start to the last stop; rows without an agent are "
            "left out too."),
        _top,
    ),
    Template(
        "days_on_treatment", CATEGORY, "patient",
        (
            "How many days was each patient under treatment?",
            "Describe the days a patient spent on any treatment.",
        ),
        {
            "patients": count("patients with any course", "patients"),
            "total": count("days on treatment of them all", "days"),
            "median": number("median days of a patient", "days"),
            "top_patient": name("PATIENT_ID with the most days; of several the first in ascending "
            "code-point order"),
            "top_days": count("that patient's days", "days"),
        },
        (COURSES, "The stop day does not count; days on which several courses run count once."),
        _days,
    ),
    Template(
        "time_to_state", CATEGORY, "patient",
        (
            "How long after the first treatment was '{state}' first recorded?",
            "Measure the days from a patient's first course to the first status '{state}' after it.",
        ),
        {
            "patients": count("patients with such a status after the first start", "patients"),
            "without": count("patients with a course and no such status after it", "patients"),
            "median": number("median days between the two", "days"),
            "mean": number("mean days between the two", "days"),
        },
        (
            COURSES,
            "The status is a row of data_timeline_status with that STATUS and a START_DATE later than the "
            "start of the patient's "
            "first course (the smallest START_DATE); days are the difference of the two START_DATEs.",
        ),
        _state,
    ),
)  # fmt: skip
