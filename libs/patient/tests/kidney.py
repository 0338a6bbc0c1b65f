"""Acute kidney injury in intensive care, from results alone: the same for simulated and real patients."""

from __future__ import annotations

import numpy as np
import pandas as pd

DAY = 1440


def injured(results: pd.DataFrame, days: int = 7) -> pd.DataFrame:
    """By stay the KDIGO stage by creatinine (KDIGO 2012, section 2.1), and the minute when one is first met.

    Args:
        results: columns stay, minute (since admission to intensive care) and value (mg/dL), in that order.
        days: of intensive care that are looked at; the baseline is the lowest value until a day after.
    """
    early = results[results["minute"] <= DAY].groupby("stay")["value"].min().rename("base")
    seen = results[results["minute"].between(0, days * DAY)].join(early, on="stay", how="inner")
    pairs = seen.merge(seen[["stay", "minute", "value"]], on="stay", suffixes=("", "_before"))
    pairs = pairs[(pairs["minute"] - pairs["minute_before"]).between(0, 2 * DAY)]
    least = pairs.groupby(["stay", "minute"])["value_before"].min().rename("least").reset_index()
    seen = seen.merge(least, on=["stay", "minute"])
    ratio, rise = (seen["value"] / seen["base"]).round(6), (seen["value"] - seen["least"]).round(6)
    met = (ratio >= 1.5) | (rise >= 0.3)
    worst = (ratio >= 3) | (seen["value"] >= 4)
    seen["stage"] = np.select([~met, worst, ratio >= 2], [0, 3, 2], 1)
    found = seen.groupby("stay")["stage"].max().to_frame()
    return found.join(seen[met].groupby("stay")["minute"].min().rename("begun"))
