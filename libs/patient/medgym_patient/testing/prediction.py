"""Ordinary models of what comes of adult stays, from what their first day showed."""

from __future__ import annotations

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import cross_val_predict
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from medgym_patient import simulate
from medgym_patient.testing.cohort import Array, Cohort

CHRONIC = ("systolic_failure", "renal_failure_on_dialysis", "cirrhosis", "metastatic_cancer", "copd")


def cohorts(site: str, size: int, seed: int = 7) -> list[Cohort]:
    """``size`` persons of a site, batch by batch."""
    return [Cohort(records) for records in simulate(seed, size, site)]


def linear() -> Pipeline:
    """Logistic regression on what was measured, means for what was not."""
    return make_pipeline(SimpleImputer(), StandardScaler(), LogisticRegression(C=0.05, max_iter=1000))


def trees() -> HistGradientBoostingClassifier:
    """Boosted trees."""
    return HistGradientBoostingClassifier(
        max_depth=3, learning_rate=0.05, max_iter=150, min_samples_leaf=30, random_state=0
    )


class Adults:
    """Adult stays of a site: features of the first day, and what came of them."""

    def __init__(self, cohorts: list[Cohort]) -> None:
        """Of all batches of the site, children left out."""
        self.features = np.concatenate([c.features()[c.adult] for c in cohorts])
        self.died = np.concatenate([c.records.stays.died[c.adult] for c in cohorts])
        self.long = np.concatenate([(c.intensive_days > 3)[c.adult] for c in cohorts])
        self.soon = np.concatenate([(c.records.stays.readmitted < 30)[c.adult] for c in cohorts])
        extra = [
            np.column_stack([c.records.stays.minutes, c.records.stays.worst, *(c.has(n) for n in CHRONIC)])[
                c.adult
            ]
            for c in cohorts
        ]
        self.leaving = np.column_stack([self.features, np.concatenate(extra)])


def scored(model: object, features: Array, outcome: Array) -> tuple[float, Array]:
    """AUROC and probabilities, each by a model that did not see the stay."""
    chance = cross_val_predict(model, features, outcome, cv=4, method="predict_proba")[:, 1]
    return float(roc_auc_score(outcome, chance)), chance


def moved(there: Adults, here: Adults, outcome: str) -> tuple[float, float]:
    """AUROC at a site of a model of its own, and of one from elsewhere."""
    target = getattr(here, outcome)
    own = scored(linear(), here.features, target)[0]
    model = linear().fit(there.features, getattr(there, outcome))
    return own, float(roc_auc_score(target, model.predict_proba(here.features)[:, 1]))
