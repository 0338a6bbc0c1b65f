"""Laboratory values over time."""

from __future__ import annotations

import numpy as np
import pandas as pd

from medgym_plugin_biodsbench.reference.tables import Answer, Subset, Tables, numbers, patients


def _results(tables: Tables, test: str, subset: Subset) -> pd.DataFrame:
    """A row for each patient and day, with the highest value."""
    frame = tables["timeline_lab_test"]
    frame = frame[(frame["TEST"] == test) & frame["PATIENT_ID"].isin(patients(tables, subset).index)]
    frame = frame.assign(day=numbers(frame["START_DATE"]), value=numbers(frame["RESULT"]))
    frame = frame.dropna(subset=["day", "value"])
    return frame.groupby(["PATIENT_ID", "day"])["value"].max().reset_index()


def marker_nadir(tables: Tables, test: str, fall: int, subset: Subset) -> Answer:
    """Change from baseline to the lowest value."""
    frame = _results(tables, test, subset)
    before = frame[frame["day"] <= 0].sort_values("day").groupby("PATIENT_ID")["value"].last()
    lowest = frame[frame["day"] > 0].groupby("PATIENT_ID")["value"].min()
    change = (100 * (lowest - before) / before).dropna().sort_index()
    return {
        "patients": len(change),
        "median": change.median(),
        "responders": int((change <= -fall).sum()),
        "best": change.idxmin(),
    }


def doubling_time(tables: Tables, test: str, after: int, top: int, subset: Subset) -> Answer:
    """Doubling times of rising values."""
    frame = _results(tables, test, subset)
    frame = frame[frame["day"] >= after]
    slopes: dict[str, float] = {}
    for patient, own in frame.groupby("PATIENT_ID"):
        if len(own) >= 3:
            slopes[patient] = np.polyfit(own["day"], np.log2(own["value"]), 1)[0]
    rising = {patient: 1 / slope for patient, slope in slopes.items() if slope > 0}
    days = pd.Series(rising, dtype=float).rename_axis("patient").reset_index(name="days")
    days = days.sort_values(["days", "patient"])
    return {
        "patients": len(slopes),
        "rising": len(days),
        "median": days["days"].median(),
        "shortest": days.head(top).values.tolist(),
    }


def marker_before_progression(tables: Tables, test: str, window: int, subset: Subset) -> Answer:
    """The last value before the first progression."""
    status = tables["timeline_status"]
    status = status.assign(progressed=numbers(status["START_DATE"]))[status["STATUS"] == "Progression"]
    status = status[status["PATIENT_ID"].isin(patients(tables, subset).index)]
    first = status.groupby("PATIENT_ID")["progressed"].min().dropna()
    frame = _results(tables, test, subset).join(first, on="PATIENT_ID", how="inner")
    frame["before"] = frame["progressed"] - frame["day"]
    frame = frame[frame["before"].between(0, window)].sort_values("day").groupby("PATIENT_ID").last()
    return {
        "progressed": len(first),
        "patients": len(frame),
        "median": frame["value"].median(),
        "days": frame["before"].median(),
    }
