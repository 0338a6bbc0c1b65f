"""Tests and models of survival."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from medgym_plugin_biodsbench.second import cohort, lifetime
from medgym_plugin_biodsbench.second.cohort import Subset
from medgym_plugin_biodsbench.study import Study, number

NORMAL_975 = 1.959963984540054


def log_rank(study: Study, prefix: str, column: str, subset: Subset) -> dict[str, Any]:
    """The log-rank test of all groups."""
    lives = cohort.survival(study, prefix, subset)
    rows = (row for patient, row in cohort.patients(study, subset).items() if patient in lives)
    groups = [[lives[str(row["PATIENT_ID"])] for row in own] for own in cohort.groups(rows, column).values()]
    chi2, p = lifetime.log_rank(groups)
    return {"patients": sum(map(len, groups)), "groups": len(groups), "chi2": chi2, "p": p}


def survival_by_gene(study: Study, prefix: str, gene: str, subset: Subset) -> dict[str, Any]:
    """The log-rank test of mutated against other patients."""
    kept = cohort.samples(study, None)
    owners = {row["PATIENT_ID"] for row in kept.values()}
    mutated = {kept[sample]["PATIENT_ID"] for sample in cohort.mutated_samples(study, kept).get(gene, ())}
    lives = {
        patient: life for patient, life in cohort.survival(study, prefix, subset).items() if patient in owners
    }
    one = [life for patient, life in lives.items() if patient in mutated]
    other = [life for patient, life in lives.items() if patient not in mutated]
    return {
        "mutated": len(one),
        "wild": len(other),
        "median_mutated": lifetime.median(one),
        "median_wild": lifetime.median(other),
        "p": lifetime.log_rank([one, other])[1],
    }


def cox_model(study: Study, prefix: str, numeric: str, column: str, value: str) -> dict[str, Any]:
    """A Cox model of a number and an indicator."""
    rows = cohort.patients(study, None)
    lives, covariates = [], []
    for patient, life in cohort.survival(study, prefix, None).items():
        cell, group = number(rows[patient][numeric]), rows[patient][column]
        if cell is not None and group is not None:
            lives.append(life)
            covariates.append([cell, float(group == value)])
    betas, errors = lifetime.cox(lives, np.array(covariates))
    terms = [
        [
            math.exp(beta),
            math.exp(beta - NORMAL_975 * error),
            math.exp(beta + NORMAL_975 * error),
            lifetime.two_sided(beta / error),
        ]
        for beta, error in zip(betas.tolist(), errors.tolist(), strict=True)
    ]
    return {"patients": len(lives), "events": sum(event for _, event in lives), "terms": terms}


def concordance(study: Study, prefix: str, column: str, subset: Subset) -> dict[str, Any]:
    """Harrell's C of a column."""
    rows = cohort.patients(study, subset)
    lives = {patient: life for patient, life in cohort.survival(study, prefix, subset).items()}
    risks = {patient: number(rows[patient][column]) for patient in lives}
    both = [(lives[patient], risk) for patient, risk in risks.items() if risk is not None]
    value, pairs = lifetime.concordance([life for life, _ in both], [risk for _, risk in both])
    return {"patients": len(both), "pairs": pairs, "concordance": value}
