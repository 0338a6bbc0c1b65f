"""A second reader: what a colleague takes from a reworded question, by the meaning of its words.

It knows what is in the study (columns, genes, endpoints) and nothing of how the questions were written.
"""

import re
from typing import NamedTuple

from .facts import QUOTED, Vocabulary, facts, figures, names, only, quoted

RESTRICTS = (
    r"(?i)(?:only|olny|subset to|just the|the analysis population is limited|it says to use only|"
    r"oh, and leave out|kindly confine)\b.*'[^']+'"
)
OUTPUT = r"[-* ]*(\w+)(?:: | = | -> | - |, that is | \()\S"
"""A line that asks for an output."""
CAUTIONS = {"nb", "Gotchas", "Definitions", "rembmer"}
SAMPLES = r"samples?|sampels?"
AGAIN = r"resampl|repeat|more the?an one|more then once|multiple|several|twice"
SPLIT = r"hi vs lo|dichot|halve|half|slpit|cut|above|divided"
PATIENTS = r"patients?|pateints?|pts?"


class Reading(NamedTuple):
    """What was understood."""

    template: str | None
    facts: dict
    outputs: set[str]
    unit: str | None
    """Who a restriction, if there is one, is about: patients or samples."""


KINDS = (
    ("waterfall", r"wat\w*fall"),
    ("swimmer", r"\bswim"),
    ("oncoprint", r"\bonc?oc?print"),
    ("pathway", r"\bpa(th|ht)way"),
    ("concordance", r"\bc[- ]index|concordance|har+el+'?s"),
    ("follow_up", r"\bf/u\b|\bfol+ow[- ]?up|follow people"),
    ("survival_by_gene", r"\b(log-?|lgo-)rank.*@G|@G.*\b(log-?|lgo-)rank"),
    ("log_rank", r"(log-?|lgo-)rank"),
    ("survival_groups", r"^(?=.*(\bkm\b|kaplan)).*\b(median|medain)"),
    ("survival_curve", r"\bkm\b|kaplan"),
    ("risk_score", r"\b(score|scroe)"),
    ("bins", r"\d(, | / | and )\d"),
    ("median_split", rf"(?=.*@C.*@C)(?=.*\b(median|medain)).*({SPLIT})"),
    ("disease_control", r"\bdcr\b|disea\w+ con\w+"),
    ("response_by_gene", r"(?=.*(fisher|fihser)).*\brespo?n"),
    ("group_enrichment", r"fisher|fihser"),
    ("expression_by_mutation", r"welch|wlech"),
    ("variable_genes", r"varian?nce|varaince"),
    ("significant_genes", r"mutsig"),
    ("course_lengths", r"\b(courses|coruses)\b"),
    ("days_on_treatment", r"\b(days|dyas)\b"),
    ("sv_gene", r"(\bsv\b|struc?tc?ural).*@G|@G.*(\bsv\b|struc?tc?ural)"),
    ("sv_by_group", r"(\bsv\b|struc?tc?ural).*@C|@C.*(\bsv\b|struc?tc?ural)"),
    ("sv_classes", r"(?=.*(\bsv\b|struc?tc?ural)).*(\bclas|\btypes)"),
    ("profiled_frequency", r"profiled?|proflied"),
    ("burden_per_megabase", r"\bmb\b|megabase"),
    ("allele_fraction", r"\bvafs?\b|all?ele fract"),
    ("truncating_share", r"trunc|trucn"),
    ("hotspots", r"hotspot|hgvsp|prot(ei|ie)n (chang|chagn|alter)"),
    ("class_counts", r"var(ia|ai)nt.?clas"),
    ("gene_calls", r"(\bcna\b|copp?y.number).*@G|@G.*(\bcna\b|copp?y.number)"),
    ("altered_fraction", r"(?=.*(\bcna\b|copp?y.number)).*(fract|how much of the genes)"),
    ("call_frequency", r"\bcna\b(?! you)|copp?y.number"),
    ("gene_frequency", r"(?=.*mutat?)(?=.*\bgenes\b).*\d"),
    ("sample_burden", r"non-silent"),
    ("cohort_size", rf"(?=.*({SAMPLES}|specimens))(?=.*({PATIENTS}|people)).*({AGAIN})"),
    ("numeric_summary", r"(?=.*(mean|maen|average)).*(median|medain|quartiles|qaurtiles)"),
    ("category_counts", r"breakdown|%|percent|precent|relative"),
)  # fmt: skip
"""Kind of question and what shows it, the most specific first; names of the study as @G and @C."""


def read(text: str, known: Vocabulary) -> Reading:
    """What a question asks, and of whom."""
    lines = text.splitlines()
    limits = [line for line in lines[:2] if re.match(RESTRICTS, line)]
    asked = next(line for line in lines if line not in limits)
    kind = _kind(asked, known)
    found, unit = (facts(kind, asked, known) if kind else {}), None
    if limits:
        found["subset"], unit = _restriction(limits[0], known)
    named = [re.match(OUTPUT, line) for line in lines if line != asked]
    return Reading(kind, found, {one[1] for one in named if one} - CAUTIONS, unit)


def _kind(asked: str, known: Vocabulary) -> str | None:
    plain = re.sub(r"[A-Z][A-Z0-9_]+", lambda found: _role(found[0], known), asked)
    words = figures(re.sub(QUOTED, "VALUE", plain))
    return next((kind for kind, cue in KINDS if re.search(cue, words, re.I)), None)


def _role(name: str, known: Vocabulary) -> str:
    if name in known.genes:
        return "@G"
    return "@C" if name in known.columns else name


def _restriction(line: str, known: Vocabulary) -> tuple[dict, str]:
    """Table, column and value of a restriction, and of what it is."""
    columns = names(line, known.columns)
    about = line.partition(columns[0])[0] if columns else line
    is_sample = re.search(rf"\b(?:{SAMPLES})\b", about) is not None
    is_own = is_sample and not re.search(rf"\b(?:{PATIENTS})\b", about)
    subset = {
        "table": "sample" if is_own else "patient",
        "column": only(columns),
        "value": only(quoted(line)),
    }
    return subset, "sample" if is_sample else "patient"
