"""Courses of treatment and events over time."""

from __future__ import annotations

import numpy as np
import pandas as pd

from medgym_plugin_biodsbench.reference.tables import Answer, Subset, Tables, numbers, patients


def _courses(tables: Tables, subset: Subset, agent: bool = False) -> pd.DataFrame:
    frame = tables["timeline_treatment"]
    frame = frame.assign(start=numbers(frame["START_DATE"]), stop=numbers(frame["STOP_DATE"]))
    frame = frame[frame["PATIENT_ID"].isin(patients(tables, subset).index)]
    return frame.dropna(subset=["start", "stop"] + ["AGENT"] * agent)


def course_lengths(tables: Tables, top: int, subset: Subset) -> Answer:
    """The agents given most."""
    frame = _courses(tables, subset, agent=True)
    frame = frame.assign(days=frame["stop"] - frame["start"])
    agents = frame.groupby("AGENT").agg(
        courses=("days", "size"), patients=("PATIENT_ID", "nunique"), median=("days", "median")
    )
    agents = agents.reset_index().sort_values(["courses", "AGENT"], ascending=[False, True])
    return {"courses": len(frame), "agents": agents.head(top).values.tolist()}


def swimmer(tables: Tables, top: int, subset: Subset) -> Answer:
    """The segments of a swimmer plot."""
    frame = _courses(tables, subset, agent=True)
    spans = frame.groupby("PATIENT_ID").agg(first=("start", "min"), last=("stop", "max")).reset_index()
    spans["span"] = spans["last"] - spans["first"]
    spans = spans.sort_values(["span", "PATIENT_ID"], ascending=[False, True])
    segments: list[list[str | int]] = []
    for patient in spans["PATIENT_ID"].head(top):
        own = frame[frame["PATIENT_ID"] == patient].sort_values(["start", "stop", "AGENT"])
        segments += [[patient, row.AGENT, int(row.start), int(row.stop)] for row in own.itertuples()]
    return {"patients": len(spans), "segments": segments}


def days_on_treatment(tables: Tables, subset: Subset) -> Answer:
    """Days under any treatment."""
    frame = _courses(tables, subset)
    days: dict[str, int] = {}
    for patient, own in frame.groupby("PATIENT_ID"):
        covered = [np.arange(int(row.start), int(row.stop)) for row in own.itertuples()]
        days[patient] = len(np.unique(np.concatenate(covered)))
    found = pd.Series(days).sort_index()
    return {
        "patients": len(found),
        "total": int(found.sum()),
        "median": found.median(),
        "top_patient": found.idxmax(),
        "top_days": int(found.max()),
    }


def time_to_state(tables: Tables, state: str, subset: Subset) -> Answer:
    """Days from the first course to a status."""
    first = _courses(tables, subset).groupby("PATIENT_ID")["start"].min().rename("first")
    status = tables["timeline_status"]
    status = status.assign(day=numbers(status["START_DATE"]))[status["STATUS"] == state]
    status = status.join(first, on="PATIENT_ID", how="inner")
    status = status[status["day"] > status["first"]]
    days = (status["day"] - status["first"]).groupby(status["PATIENT_ID"]).min()
    return {
        "patients": len(days),
        "without": len(first) - len(days),
        "median": days.median(),
        "mean": days.mean(),
    }
