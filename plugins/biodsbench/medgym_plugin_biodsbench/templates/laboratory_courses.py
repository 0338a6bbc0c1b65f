"""Laboratory values over time, of studies that no training question is about."""

from __future__ import annotations

from random import Random

from medgym_plugin_biodsbench import drawing as draw
from medgym_plugin_biodsbench.study import Study
from medgym_plugin_biodsbench.template import Parameters, Template, count, name, number, table

CATEGORY = "laboratory courses"
RESULT = (
    "Results are in data_timeline_lab_test: START_DATE is the day, from 0 on after the start of treatment, "
    "and RESULT the value if it is a number."
)
ONE_A_DAY = "Of several results of a patient on one day the highest counts."


def _tests(study: Study) -> list[str]:
    draw.need(study, lab_test="PATIENT_ID START_DATE TEST RESULT")
    return sorted(draw.values(study.tables["lab_test"], "TEST"))


def _nadir(study: Study, rng: Random) -> Parameters:
    return {
        "test": draw.choice(rng, _tests(study)),
        "fall": rng.choice((25, 30, 50)),
        "subset": draw.subset(study, rng, "patient"),
    }


def _doubling(study: Study, rng: Random) -> Parameters:
    return {
        "test": draw.choice(rng, _tests(study)),
        "after": rng.choice((90, 120, 150, 180)),
        "top": rng.randint(3, 5),
        "subset": draw.subset(study, rng, "patient"),
    }


def _before(study: Study, rng: Random) -> Parameters:
    draw.need(study, status="STATUS START_DATE")
    return {
        "test": draw.choice(rng, _tests(study)),
        "window": rng.choice((45, 60, 90, 120)),
        "subset": draw.subset(study, rng, "patient"),
    }


TEMPLATES = (
    Template(
        "marker_nadir", CATEGORY, "patient",
        (
            "How far does {test} fall from its last value before treatment to its lowest value after?",
            "Give the change of {test} from baseline to nadir, and the patients in whom it falls by {fall} "
            "percent or more.",
        ),
        {
            "patients": count("patients with a baseline and a value after day 0", "patients"),
            "median": number("median change in percent of the baseline, negative for a fall", "percent"),
            "responders": count("patients whose value falls far enough", "patients"),
            "best": name("PATIENT_ID of the largest fall in percent; of several the first by code point"),
        },
        (
            RESULT,
            "The baseline is the latest value on day 0 or before, the nadir the lowest value after day 0.",
            "It falls far enough by {fall} percent or more.",
            ONE_A_DAY,
        ),
        _nadir,
    ),
    Template(
        "doubling_time", CATEGORY, "patient",
        (
            "How fast does {test} double from day {after} on, where it rises?",
            "Estimate the doubling time of {test} of each patient from day {after} on, and give the {top} "
            "shortest.",
        ),
        {
            "patients": count("patients with values on three days or more", "patients"),
            "rising": count("of them, those with a slope above 0", "patients"),
            "median": number("median doubling time of the rising", "days"),
            "shortest": table(
                "PATIENT_ID and doubling time of the shortest, the shortest first",
                patient="text", days="number",
            ),
        },
        (
            RESULT,
            "The slope is that of log2 of the values by least squares on the days; the doubling time is 1 / "
            "slope.",
            ONE_A_DAY,
        ),
        _doubling,
    ),
    Template(
        "marker_before_progression", CATEGORY, "patient",
        (
            "What is the last value of {test} in the {window} days before progression?",
            "Look up for each patient the last {test} within {window} days before the first progression.",
        ),
        {
            "progressed": count("patients with a progression", "patients"),
            "patients": count("of them, those with a value in time", "patients"),
            "median": number("median of their last values"),
            "days": number("median of the days from that value to the progression", "days"),
        },
        (
            RESULT,
            "A progression is a row of data_timeline_status with the STATUS Progression; the first of a "
            "patient counts.",
            "A value is in time on the day of the progression or up to {window} days before it.",
            ONE_A_DAY,
        ),
        _before,
    ),
)  # fmt: skip
