"""Best responses to treatment."""

from __future__ import annotations

from random import Random

from medgym_plugin_biodsbench import drawing as draw
from medgym_plugin_biodsbench.study import Study
from medgym_plugin_biodsbench.template import Parameters, Template, count, number, p_value, percent, table

CATEGORY = "treatment response"
NEED = "TREATMENT_BEST_RESPONSE BEST_RESPONSE_PERCENTAGE"
RESPONSE = (
    "TREATMENT_BEST_RESPONSE: responders are 'Complete Response' and 'Partial Response'; 'Stable Disease' "
    "and 'Progressive "
    "Disease' are evaluable too; any other or missing value is not evaluable and left out."
)


def _subset(study: Study, rng: Random) -> Parameters:
    draw.need(study, patient=NEED)
    return {"subset": draw.subset(study, rng, "patient")}


def _gene(study: Study, rng: Random) -> Parameters:
    draw.need(study, patient=NEED)
    return {"gene": draw.gene(study, rng)}


def _groups(study: Study, rng: Random) -> Parameters:
    draw.need(study, patient=NEED)
    column, first, second = draw.binary(study, rng, "patient")
    return {"column": column, "first": first, "second": second}


TEMPLATES = (
    Template(
        "response_rate", CATEGORY, "patient",
        (
            "What is the objective response rate, with its exact 95 % confidence interval?",
            "Give the share of responders with Clopper-Pearson 95 % limits.",
        ),
        {
            "evaluable": count("evaluable patients", "patients"),
            "responders": count("responders", "patients"),
            "rate": percent("responders among the evaluable"),
            "lower": percent("lower limit"),
            "upper": percent("upper limit"),
        },
        (RESPONSE,),
        _subset,
    ),
    Template(
        "waterfall", CATEGORY, "patient",
        (
            "Give the bars of a waterfall plot of BEST_RESPONSE_PERCENTAGE.",
            "Which bars does a waterfall plot of best tumour change (BEST_RESPONSE_PERCENTAGE) have, from "
            "left to right?",
        ),
        {
            "shrunk": count("patients with a change of -30 or lower", "patients"),
            "bars": table(
                "a row for each patient with a number: PATIENT_ID, change in percent, "
                "TREATMENT_BEST_RESPONSE; largest change "
                "first, ties by PATIENT_ID in ascending code-point order",
                patient="text", change="number", response="text",
            ),
        },
        ("Patients who lack the number or the response have no bar and are not counted.",),
        _subset,
    ),
    Template(
        "response_by_gene", CATEGORY, "patient",
        (
            "Do patients with a non-silent {gene} mutation respond more or less often? Use Fisher's exact "
            "test.",
            "Test by Fisher's exact test whether response depends on {gene} (non-silent mutation in any "
            "sample).",
        ),
        {
            "mutated": count("evaluable patients with such a mutation", "patients"),
            "mutated_responders": count("responders among them", "patients"),
            "wild": count("evaluable patients without", "patients"),
            "wild_responders": count("responders among these", "patients"),
            "p": p_value("two-sided p"),
        },
        (RESPONSE, "A patient is mutated if any sample of theirs is; patients without any sample are left "
            "out."),
        _gene,
    ),
    Template(
        "disease_control", CATEGORY, "patient",
        (
            "How does disease control differ between patients whose {column} is '{first}' and '{second}'?",
            "Compare the disease control rates of {column} '{first}' and '{second}'.",
        ),
        {
            "rate_first": percent("rate of the first group"),
            "rate_second": percent("rate of the second"),
            "difference": number("first minus second", "percentage points"),
            "evaluable": count("evaluable patients of both groups", "patients"),
            "p": p_value("two-sided p of Fisher's exact test"),
        },
        (RESPONSE, "Disease is controlled in responders and in 'Stable Disease'."),
        _groups,
    ),
)  # fmt: skip
