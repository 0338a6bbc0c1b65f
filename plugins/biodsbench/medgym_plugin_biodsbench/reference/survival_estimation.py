"""Kaplan-Meier curves and what is read from them."""

from __future__ import annotations

import pandas as pd
from lifelines import KaplanMeierFitter
from lifelines.utils import restricted_mean_survival_time

from medgym_plugin_biodsbench.reference.tables import Answer, Subset, Tables, known, survival


def _fit(frame: pd.DataFrame) -> KaplanMeierFitter:
    return KaplanMeierFitter().fit(frame["time"], frame["event"])


def survival_curve(tables: Tables, prefix: str, horizon: float, subset: Subset) -> Answer:
    """The steps of a curve."""
    frame = survival(tables, prefix, subset)
    fit = _fit(frame)
    steps = fit.event_table.assign(survival=fit.survival_function_["KM_estimate"]).reset_index()
    steps = steps[(steps["observed"] > 0) & (steps["event_at"] <= horizon)]
    return {
        "patients": len(frame),
        "events": int(frame["event"].sum()),
        "steps": [
            [step.event_at, int(step.at_risk), int(step.observed), step.survival]
            for step in steps.itertuples()
        ],
    }


def survival_groups(tables: Tables, prefix: str, column: str, month: float, subset: Subset) -> Answer:
    """Medians and survival at a month, by group."""
    rows = []
    for value, frame in survival(tables, prefix, subset).groupby(column):
        fit = _fit(frame)
        median = known(fit.median_survival_time_)
        rows.append([value, len(frame), int(frame["event"].sum()), median, float(fit.predict(month))])
    return {"groups": rows}


def follow_up(tables: Tables, prefix: str, subset: Subset) -> Answer:
    """Median follow-up by the reverse curve."""
    frame = survival(tables, prefix, subset)
    reverse = frame.assign(event=1 - frame["event"])
    return {
        "patients": len(frame),
        "events": int(frame["event"].sum()),
        "follow_up": known(_fit(reverse).median_survival_time_),
        "median": known(_fit(frame).median_survival_time_),
    }


def restricted_mean(
    tables: Tables, prefix: str, column: str, first: str, second: str, month: float
) -> Answer:
    """Restricted means of two groups."""
    frame = survival(tables, prefix)
    groups = [frame[frame[column] == value] for value in (first, second)]
    means = [float(restricted_mean_survival_time(_fit(group), t=month)) for group in groups]
    return {
        "first": len(groups[0]),
        "second": len(groups[1]),
        "mean_first": means[0],
        "mean_second": means[1],
        "difference": means[0] - means[1],
    }
