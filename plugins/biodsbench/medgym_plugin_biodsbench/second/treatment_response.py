"""Best responses to treatment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from medgym_plugin_biodsbench.second import cohort, statistics
from medgym_plugin_biodsbench.second.cohort import Subset
from medgym_plugin_biodsbench.study import Row, Study, number

GRADES = {"Complete Response": 2, "Partial Response": 2, "Stable Disease": 1, "Progressive Disease": 0}


def _grades(rows: Iterable[Row]) -> dict[str, int]:
    """Evaluable patients: 2 responded, 1 stable, 0 progressed."""
    found = ((str(row["PATIENT_ID"]), row["TREATMENT_BEST_RESPONSE"]) for row in rows)
    return {patient: GRADES[response] for patient, response in found if response in GRADES}


def response_rate(study: Study, subset: Subset) -> dict[str, Any]:
    """The response rate with exact limits."""
    grades = list(_grades(cohort.patients(study, subset).values()).values())
    hits = grades.count(2)
    lower, upper = statistics.clopper_pearson(hits, len(grades))
    return {
        "evaluable": len(grades),
        "responders": hits,
        "rate": hits / len(grades) * 100,
        "lower": lower * 100,
        "upper": upper * 100,
    }


def waterfall(study: Study, subset: Subset) -> dict[str, Any]:
    """The bars of a waterfall plot."""
    bars = []
    for patient, row in cohort.patients(study, subset).items():
        change, response = number(row["BEST_RESPONSE_PERCENTAGE"]), row["TREATMENT_BEST_RESPONSE"]
        if change is not None and response is not None:
            bars.append((-change, patient, response))
    ordered = [[patient, -change, response] for change, patient, response in sorted(bars)]
    return {"shrunk": sum(change >= 30 for change, _, _ in bars), "bars": ordered}


def response_by_gene(study: Study, gene: str) -> dict[str, Any]:
    """Fisher's test of response and a gene."""
    kept = cohort.samples(study, None)
    owners = {row["PATIENT_ID"] for row in kept.values()}
    mutated = {kept[sample]["PATIENT_ID"] for sample in cohort.mutated_samples(study, kept).get(gene, ())}
    grades = {
        patient: grade for patient, grade in _grades(study.tables["patient"]).items() if patient in owners
    }
    one = [grade for patient, grade in grades.items() if patient in mutated]
    other = [grade for patient, grade in grades.items() if patient not in mutated]
    hits, others = one.count(2), other.count(2)
    return {
        "mutated": len(one),
        "mutated_responders": hits,
        "wild": len(other),
        "wild_responders": others,
        "p": statistics.fisher(hits, len(one) - hits, others, len(other) - others),
    }


def disease_control(study: Study, column: str, first: str, second: str) -> dict[str, Any]:
    """Disease control in two groups."""
    found = cohort.groups(study.tables["patient"], column)
    one, other = ([grade > 0 for grade in _grades(found[value]).values()] for value in (first, second))
    rates = [sum(group) / len(group) * 100 for group in (one, other)]
    return {
        "rate_first": rates[0],
        "rate_second": rates[1],
        "difference": rates[0] - rates[1],
        "evaluable": len(one) + len(other),
        "p": statistics.fisher(sum(one), len(one) - sum(one), sum(other), len(other) - sum(other)),
    }
