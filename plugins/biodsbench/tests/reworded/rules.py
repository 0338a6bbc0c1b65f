"""What each kind of question must say about its outputs, whatever the words."""

import re

TIME = (r"_MONTHS\b", r"_STATUS\b", r"1 an event", r"0 censored", r"drops out")
MEDIAN = (r"earliest.*0\.5 or lower", "null")
TIES = r"code points?\b"
CALLS = ("-2 is a deep deletion", "2 an amplification", "2.0 is the same as 2")
COURSES = ("START_DATE", "STOP_DATE", "not in data_clinical_patient")
RESPONSE = ("Complete Response", "Partial Response", "Stable Disease", "Progressive Disease", "not evaluable")
LEVEL = (r"log2\(x \+ 1\)",)
MUTATED = ("One non-silent mutation",)
ZERO = (r"0 mutations.*still counts",)
ESSENTIALS = {
    "cohort_size": ("at least two samples", "with one or more"),
    "category_counts": (TIES, "all in whom it is recorded", "biggest group on top"),
    "numeric_summary": ("n - 1", "linearly", "lower quartile.*\n.*upper quartile"),
    "risk_score": ("one of the three columns missing", "low to high"),
    "bins": ("upper one of the two", "bottom one first", "top interval"),
    "median_split": ("not above it", "out of the median"),
    "gene_frequency": (TIES, "non-silent", "all samples looked at", "still one sample", "highest"),
    "sample_burden": (*ZERO, "non-silent", "sorts first by code point"),
    "burden_per_megabase": (*ZERO, "non-silent", "or above"),
    "profiled_frequency": (
        "non-silent|not silent|silent ones", "data_gene_panel_matrix", "column mutations",
    ),
    "class_counts": (TIES, "[Ss]ilent ones are counted", "biggest on top"),
    "hotspots": (
        TIES, "HGVSp_Short", "at least two samples", "Non-silent mutations only", "highest .* on top",
    ),
    "allele_fraction": (
        r"t_alt_count / \(t_alt_count \+ t_ref_count\)", "or above", "non-silent|silent ones",
    ),
    "truncating_share": (
        TIES, "Nonsense_Mutation, Frame_Shift_Del, Frame_Shift_Ins and Splice_Site", "on top",
    ),
    "call_frequency": (TIES, *CALLS, "call of whatever kind", "on top"),
    "gene_calls": (*CALLS, "-2, -1, 0, 1 and 2"),
    "altered_fraction": (*CALLS, "not 0, over genes", "sorts first by code point"),
    "sv_classes": (TIES, "both known", "most variants on top"),
    "sv_gene": ("SAMPLE_ID", "once", "all samples looked at, variants or not"),
    "sv_by_group": (TIES, "column is missing", "data_sv does not list"),
    "oncoprint": (
        TIES, *MUTATED, "AMP for a data_cna call of 2", "DEL for one of -2", "AMP before DEL before MUT",
    ),
    "group_enrichment": (*MUTATED, "two-sided", "column is missing", "percentage points"),
    "pathway": (TIES, "non-silent", "data_cna call of 2 or -2", "have a sample at all"),
    "survival_curve": (*TIME, "that month included", "right before it", "right after it"),
    "survival_groups": (*TIME, *MEDIAN, TIES, "no value in the column drops out"),
    "follow_up": (*TIME, *MEDIAN, "events are taken as censored and censored times as events"),
    "log_rank": (*TIME, "No weights", "no value in the column drops out"),
    "survival_by_gene": (
        *TIME, *MEDIAN, "non-silent|silently", "One mutated sample", "no sample drops out",
    ),
    "concordance": (*TIME, "longer, or is the same but censored", "gives half"),
    "waterfall": (TIES, "-30 or less", "no bar and does not count", "highest change down"),
    "response_by_gene": (*RESPONSE, "One mutated sample", "no sample drops out", "two-sided"),
    "disease_control": (
        *RESPONSE, "Stable Disease' or any response", "former minus the latter", "two-sided",
    ),
    "course_lengths": (*COURSES, TIES, "STOP_DATE - START_DATE", "name no agent", "on top"),
    "swimmer": (
        *COURSES, TIES, "last stop minus first start", "name no agent", "by start, next stop, next agent",
    ),
    "days_on_treatment": (*COURSES, "leave out STOP_DATE", "still one day", "sorts first by code point"),
    "expression_by_mutation": (*LEVEL, "two-sided", "minus that of the others", "non-silent|unless silent"),
    "variable_genes": (*LEVEL, "n - 1", "highest variance down"),
    "significant_genes": (
        TIES, "q lower than", "non-silent", "all samples looked at", "smallest q up", "Every sample",
    ),
}  # fmt: skip
"""Template to what its questions must say."""


def says_enough(template: str | None, question: str) -> bool:
    """Whether a question says what its outputs need."""
    return template in ESSENTIALS and all(re.search(one, question) for one in ESSENTIALS[template])
