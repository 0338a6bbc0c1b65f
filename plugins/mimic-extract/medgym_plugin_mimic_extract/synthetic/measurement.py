"""What is measured of invented stays: panels of variables, the oftener the more ill the patient."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from medgym_plugin_mimic_extract.synthetic.course import Course
from medgym_plugin_mimic_extract.variable import variables

EQUIPPED = {"central line": 0.35, "pulmonary artery": 0.14}
"""Panel to the share of stays that have what it needs; the ventilator's needs ventilation."""
VENTILATED = 0.19
"""Share of hours on a ventilator, by which the panel's rate is scaled."""
TYPICAL = (0.3, 0.35, 0.3)
"""Mean severity, lung and circulation of an hour; the more ill stay longer."""
VENTILATED_LUNG = 1.6
"""How much worse lungs are on a ventilator."""
REPEATED = {"vital sign": 0.35, "glucose": 0.15}
"""Panel to the mean number of further measurements in the same hour."""
CONSTANT = 0.75
"""Part of a variable's deviation that is the patient's own and stays the same."""


def draw_measurements(rng: np.random.Generator, course: Course) -> NDArray[np.float64]:
    """Counts, means and deviations, shape (hours, variables, 3).

    As published: a count of 0, and no mean, where nothing was measured; no deviation of fewer than two.
    """
    known = variables()
    counts = _counts(rng, course)
    loading = np.array([(one.severity, one.lung, one.circulation) for one in known])
    need = np.column_stack([course.severity, course.lung, course.circulation]) - TYPICAL
    on_ventilator = np.array([one.panel == "ventilator" for one in known])
    explained = need @ loading.T - np.where(on_ventilator, VENTILATED_LUNG * loading[:, 1], 0)
    rest = np.sqrt(1 - (loading**2).sum(axis=1))
    own = rng.standard_normal((course.stay[-1] + 1, len(known)))[course.stay]
    noise = rng.standard_normal(explained.shape)
    score = explained + rest * (CONSTANT * own + np.sqrt(1 - CONSTANT**2) * noise)
    values = np.empty((*explained.shape, 3))
    values[:, :, 0] = counts
    values[:, :, 1] = np.where(counts > 0, _values(score), np.nan)
    spread = np.array([one.sd for one in known]) * 0.15 * np.abs(rng.standard_normal(explained.shape))
    values[:, :, 2] = np.where(counts > 1, spread, np.nan)
    return values.round(4)


def _values(score: NDArray[np.float64]) -> NDArray[np.float64]:
    """Standard scores as values in each variable's unit."""
    known = variables()
    mean, sd, low, high = (np.array([one[place] for one in known]) for place in (2, 3, 4, 5))
    variance = np.log1p((sd / mean) ** 2)
    skewed = np.array([one.shape == "skewed" for one in known])
    lognormal = np.exp(np.log(mean) - variance / 2 + np.sqrt(variance) * np.minimum(score, 6))
    return np.clip(np.where(skewed, lognormal, mean + sd * score), low, high)


def _counts(rng: np.random.Generator, course: Course) -> NDArray[np.int64]:
    """How often each variable was measured in each hour."""
    known = variables()
    counts = np.zeros((len(course.stay), len(known)), np.int64)
    attention = np.exp(0.02 * course.severity)
    for panel in dict.fromkeys(one.panel for one in known):
        members = [place for place, one in enumerate(known) if one.panel == panel]
        rates = np.array([1 - known[place].missing_percent / 100 for place in members])
        equipped, share = _equipped(rng, course, panel)
        taken = equipped & (rng.random(len(course.stay)) < rates.max() / share * attention)
        found = taken[:, None] & (rng.random((len(taken), len(members))) < rates / rates.max())
        counts[:, members] = found * (1 + rng.poisson(REPEATED.get(panel, 0.03), found.shape))
    return counts


def _equipped(rng: np.random.Generator, course: Course, panel: str) -> tuple[NDArray[np.bool_], float]:
    """Which hours the panel can be taken in, and their expected share."""
    if panel == "ventilator":
        return course.interventions[:, 0] == 1, VENTILATED
    share = EQUIPPED.get(panel, 1.0)
    return (rng.random(course.stay[-1] + 1) < share)[course.stay], share
