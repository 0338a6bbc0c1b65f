"""Tests and models of survival."""

from __future__ import annotations

import pandas as pd
from lifelines import CoxPHFitter, KaplanMeierFitter
from lifelines.statistics import logrank_test, multivariate_logrank_test
from lifelines.utils.concordance import _concordance_summary_statistics

from medgym_plugin_biodsbench.reference.tables import (
    Answer,
    Subset,
    Tables,
    known,
    mutations,
    numbers,
    samples,
    survival,
)


def log_rank(tables: Tables, prefix: str, column: str, subset: Subset) -> Answer:
    """The log-rank test of all groups."""
    frame = survival(tables, prefix, subset).dropna(subset=column)
    test = multivariate_logrank_test(frame["time"], frame[column], frame["event"])
    return {
        "patients": len(frame),
        "groups": frame[column].nunique(),
        "chi2": float(test.test_statistic),
        "p": float(test.p_value),
    }


def survival_by_gene(tables: Tables, prefix: str, gene: str, subset: Subset) -> Answer:
    """The log-rank test of mutated against other patients."""
    owned = samples(tables)
    frame = survival(tables, prefix, subset)
    frame = frame[frame.index.isin(owned["PATIENT_ID"])]
    found = mutations(tables, owned)
    hits = owned.loc[found.loc[found["Hugo_Symbol"] == gene, "Tumor_Sample_Barcode"], "PATIENT_ID"]
    mutated = frame.index.isin(hits)
    one, other = frame[mutated], frame[~mutated]
    medians = [
        known(KaplanMeierFitter().fit(part["time"], part["event"]).median_survival_time_)
        for part in (one, other)
    ]
    test = logrank_test(one["time"], other["time"], one["event"], other["event"])
    return {
        "mutated": len(one),
        "wild": len(other),
        "median_mutated": medians[0],
        "median_wild": medians[1],
        "p": float(test.p_value),
    }


def cox_model(tables: Tables, prefix: str, numeric: str, column: str, value: str) -> Answer:
    """A Cox model of a number and an indicator."""
    frame = survival(tables, prefix).dropna(subset=column)
    frame = pd.DataFrame(
        {
            "time": frame["time"],
            "event": frame["event"],
            "number": numbers(frame[numeric]),
            "indicator": (frame[column] == value).astype(float),
        }
    ).dropna()
    fit = CoxPHFitter().fit(frame, "time", "event", fit_options={"precision": 1e-14, "r_precision": 1e-16})
    columns = ["exp(coef)", "exp(coef) lower 95%", "exp(coef) upper 95%", "p"]
    return {
        "patients": len(frame),
        "events": int(frame["event"].sum()),
        "terms": fit.summary.loc[["number", "indicator"], columns].values.tolist(),
    }


def concordance(tables: Tables, prefix: str, column: str, subset: Subset) -> Answer:
    """Harrell's C of a column."""
    frame = survival(tables, prefix, subset)
    frame = frame.assign(risk=numbers(frame[column])).dropna(subset="risk")
    correct, tied, pairs = _concordance_summary_statistics(
        frame["time"].to_numpy(), -frame["risk"].to_numpy(), frame["event"].to_numpy()
    )
    return {"patients": len(frame), "pairs": int(pairs), "concordance": (correct + tied / 2) / pairs}
