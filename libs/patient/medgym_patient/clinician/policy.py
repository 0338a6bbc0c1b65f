"""An hour's care from the chart."""

from __future__ import annotations

import numpy as np

from medgym_patient.care import Care
from medgym_patient.clinician.chart import Chart
from medgym_patient.clinician.luck import Luck, hourly
from medgym_patient.clinician.metabolism import balance
from medgym_patient.clinician.monitoring import monitor
from medgym_patient.clinician.remedy import relieve
from medgym_patient.clinician.respiration import ventilate
from medgym_patient.clinician.resuscitation import resuscitate
from medgym_patient.key import Flags, Keys, fold
from medgym_patient.site import Site


def decide(chart: Chart, before: Care, site: Site, key: Keys) -> Care:
    """What a clinician of the site does in this hour, from the chart and the care of the hour before.

    Args:
        chart: What is known.
        before: The last hour's care, so that infusions go on and are titrated.
        site: Its habits and formulary.
        key: One a stay; the hour is folded in.
    """
    luck = hourly(fold(key, chart.hour))
    care = Care.none(len(chart.hour))
    care.intensive = _place(chart, before, site, luck)
    ventilate(chart, before, care, site, luck)
    resuscitate(chart, before, care, site, luck)
    balance(chart, before, care, site)
    relieve(chart, before, care, site, luck)
    monitor(chart, before, care, site, luck)
    return care


def _place(chart: Chart, before: Care, site: Site, luck: Luck) -> Flags:
    """Intensive care from the start or within two days for the site's shares, else for bad vital signs.

    And out by day once stable for long enough after the reason's usual time.
    """
    direct = chart.habit("direct") < site.number("intensive") * 0.86
    day = (chart.clock > 9) & (chart.clock < 20)
    calm = (chart.stable > 9) & (chart.intensive > chart.intensive_least)
    leaves = before.intensive & calm & (luck["leaves"] < np.where(day, 0.22, 0.02))
    bad = (
        (chart.vital("mean_pressure") < 58)
        | (chart.vital("saturation") < 84)
        | (chart.vital("motor") < 5)
        | (chart.vital("heart_rate") > 142)
    )
    back = bad & (luck["back"] < 0.35) & ~chart.body.newborn
    late = chart.hour == (4 + 44 * chart.habit("late")).astype(np.int64)
    late &= chart.habit("direct") < site.number("moved")
    start = np.where(chart.hour == 0, direct, (late & ~direct & (chart.intensive == 0)) | back)
    return np.where(before.intensive & (chart.hour > 0), ~leaves, start).astype(bool)
