"""How well an outcome is foretold by what an ordinary model is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

TELLING = (
    *("lactate", "urea", "creatinine", "bicarbonate", "platelets", "white"),
    *("bilirubin", "albumin", "inr", "sodium", "ph"),
)
"""Labs whose extremes of the first day tell of death."""


def auroc(rows: Sequence[Sequence[Any]]) -> float:
    """Of a logistic regression, four-fold; the first column is the outcome, and nulls are as usual.

    Skips the test where scikit-learn is not installed.
    """
    linear_model = pytest.importorskip("sklearn.linear_model")
    selection = pytest.importorskip("sklearn.model_selection")
    metrics = pytest.importorskip("sklearn.metrics")
    table = np.array(rows, dtype=float)
    outcome, features = table[:, 0], table[:, 1:]
    features = np.where(np.isnan(features), np.nanmedian(features, axis=0), features)
    features = (features - features.mean(axis=0)) / features.std(axis=0).clip(1e-9)
    model = linear_model.LogisticRegression(C=0.02, max_iter=2000)
    chance = selection.cross_val_predict(model, features, outcome, cv=4, method="predict_proba")[:, 1]
    return float(metrics.roc_auc_score(outcome, chance))
