"""Levels of proteins by reverse-phase arrays, of studies that no training question is about."""

from __future__ import annotations

from random import Random

from medgym_plugin_biodsbench import drawing as draw
from medgym_plugin_biodsbench.second import cohort
from medgym_plugin_biodsbench.study import Study
from medgym_plugin_biodsbench.template import Parameters, Template, count, number, p_value, table

CATEGORY = "protein levels"
LEVEL = (
    "Levels are in data_rppa: a row for each antibody (Composite.Element.REF, GENE|antibody), a column for "
    "each sample, negative numbers among them; they are used as they are."
)


def _antibodies(study: Study) -> list[str]:
    draw.need(study, rppa="Composite.Element.REF")
    return sorted(str(row["Composite.Element.REF"]) for row in study.tables["rppa"])


def _phosphorylation(study: Study, rng: Random) -> Parameters:
    antibodies = _antibodies(study)
    pairs = [
        (total, phospho) for total in antibodies for phospho in antibodies if phospho.startswith(f"{total}_p")
    ]
    total, phospho = draw.choice(rng, pairs)
    return {
        "total": total,
        "phospho": phospho,
        "top": rng.randint(3, 6),
        "subset": draw.subset(study, rng, "sample"),
    }


def _gained(study: Study, rng: Random) -> Parameters:
    antibodies = _antibodies(study)
    draw.need(study, cna="Hugo_Symbol")
    called = cohort.matrix(study, "cna", cohort.samples(study, None))
    options = [one for one in antibodies if one.partition("|")[0] in called and "_p" not in one]
    antibody = draw.choice(rng, options)
    return {
        "antibody": antibody,
        "gene": antibody.partition("|")[0],
        "subset": draw.subset(study, rng, "sample"),
    }


def _outliers(study: Study, rng: Random) -> Parameters:
    return {
        "antibody": draw.choice(rng, _antibodies(study)),
        "bound": rng.choice((1.5, 2.0)),
        "subset": draw.subset(study, rng, "sample"),
    }


TEMPLATES = (
    Template(
        "phosphorylation", CATEGORY, "sample",
        (
            "How far is the level of {phospho} above that of {total}, sample by sample?",
            "Subtract the level of {total} from that of {phospho} in every sample, and give the {top} "
            "samples with the largest difference.",
        ),
        {
            "samples": count("samples with both levels", "samples"),
            "mean": number("mean of the differences"),
            "deviation": number("their standard deviation, with n - 1"),
            "top": table(
                "SAMPLE_ID and difference of the samples with the largest, the largest first, ties in "
                "ascending code-point order",
                sample="text", difference="number",
            ),
        },
        (LEVEL, "A difference is the level of {phospho} minus that of {total}; {top} samples are listed."),
        _phosphorylation,
    ),
    Template(
        "protein_of_gained", CATEGORY, "sample",
        (
            "Is the level of {antibody} higher in samples with a gain of {gene}? Use Welch's t test.",
            "Compare by Welch's t test the levels of {antibody} of samples with and without a gain of "
            "{gene}.",
        ),
        {
            "gained": count("samples with a call above 0 and a level", "samples"),
            "others": count("samples with a call of 0 or below and a level", "samples"),
            "difference": number("mean level of the gained minus mean of the others"),
            "t": number("t, of the gained minus the others"),
            "p": p_value("two-sided p"),
        },
        (LEVEL, "Calls are in data_cna, from -2 to 2; some files write 2.0 for 2."),
        _gained,
    ),
    Template(
        "protein_outliers", CATEGORY, "sample",
        (
            "Which samples are outliers in {antibody}, by a robust z-score beyond {bound}?",
            "Give the samples whose level of {antibody} is more than {bound} robust standard deviations "
            "from the median.",
        ),
        {
            "median": number("median level"),
            "deviation": number("robust standard deviation, 1.4826 times the median distance from it"),
            "outliers": table(
                "SAMPLE_ID and score, (level - median) / robust standard deviation, of the outliers, in "
                "ascending code-point order of the sample",
                sample="text", score="number",
            ),
        },
        (LEVEL, "Outliers have a score above {bound} or below -{bound}."),
        _outliers,
    ),
)  # fmt: skip
