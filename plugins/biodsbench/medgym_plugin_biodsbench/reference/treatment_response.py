"""Best responses to treatment."""

from __future__ import annotations

import pandas as pd
from scipy import stats  # type: ignore[import-untyped]

from medgym_plugin_biodsbench.reference.tables import (
    Answer,
    Subset,
    Tables,
    mutations,
    numbers,
    patients,
    samples,
)

RESPONSES = ["Complete Response", "Partial Response", "Stable Disease", "Progressive Disease"]


def _evaluable(tables: Tables, subset: Subset = None) -> pd.DataFrame:
    frame = patients(tables, subset)
    frame = frame[frame["TREATMENT_BEST_RESPONSE"].isin(RESPONSES)]
    return frame.assign(
        responder=frame["TREATMENT_BEST_RESPONSE"].isin(RESPONSES[:2]),
        controlled=frame["TREATMENT_BEST_RESPONSE"].isin(RESPONSES[:3]),
    )


def _p(one: pd.Series, other: pd.Series) -> float:
    square = [[one.sum(), (~one).sum()], [other.sum(), (~other).sum()]]
    return float(stats.fisher_exact(square).pvalue)


def response_rate(tables: Tables, subset: Subset) -> Answer:
    """The response rate with exact limits."""
    frame = _evaluable(tables, subset)
    hits, total = int(frame["responder"].sum()), len(frame)
    limits = stats.binomtest(hits, total).proportion_ci(method="exact")
    return {
        "evaluable": total,
        "responders": hits,
        "rate": 100 * hits / total,
        "lower": 100 * limits.low,
        "upper": 100 * limits.high,
    }


def waterfall(tables: Tables, subset: Subset) -> Answer:
    """The bars of a waterfall plot."""
    frame = patients(tables, subset)
    frame = frame.assign(change=numbers(frame["BEST_RESPONSE_PERCENTAGE"]))
    frame = frame.dropna(subset=["change", "TREATMENT_BEST_RESPONSE"])
    frame = frame.reset_index(drop=True).sort_values(["change", "PATIENT_ID"], ascending=[False, True])
    bars = frame[["PATIENT_ID", "change", "TREATMENT_BEST_RESPONSE"]].values.tolist()
    return {"shrunk": int((frame["change"] <= -30).sum()), "bars": bars}


def response_by_gene(tables: Tables, gene: str) -> Answer:
    """Fisher's test of response and a gene."""
    owned = samples(tables)
    frame = _evaluable(tables)
    frame = frame[frame.index.isin(owned["PATIENT_ID"])]
    found = mutations(tables, owned)
    hits = owned.loc[found.loc[found["Hugo_Symbol"] == gene, "Tumor_Sample_Barcode"], "PATIENT_ID"]
    mutated = frame.index.isin(hits)
    one, other = frame.loc[mutated, "responder"], frame.loc[~mutated, "responder"]
    return {
        "mutated": len(one),
        "mutated_responders": int(one.sum()),
        "wild": len(other),
        "wild_responders": int(other.sum()),
        "p": _p(one, other),
    }


def disease_control(tables: Tables, column: str, first: str, second: str) -> Answer:
    """Disease control in two groups."""
    frame = _evaluable(tables)
    one, other = (frame.loc[frame[column] == value, "controlled"] for value in (first, second))
    return {
        "rate_first": 100 * one.mean(),
        "rate_second": 100 * other.mean(),
        "difference": 100 * (one.mean() - other.mean()),
        "evaluable": len(one) + len(other),
        "p": _p(one, other),
    }
