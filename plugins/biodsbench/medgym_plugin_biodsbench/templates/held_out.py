"""Workflows, and kinds of study, that only the split `ood` asks for and about."""

from collections.abc import Mapping

HELD_OUT: Mapping[str, tuple[str, ...]] = {
    "two columns against each other, counted and tested": ("cross_table", "category_association"),
    "rank tests": ("group_difference", "burden_by_group"),
    "correlation of two measurements": ("log_ratio_by_call", "correlated_genes", "dosage"),
    "genes tested against each other": ("co_occurrence", "pairwise_exclusivity"),
    "substitutions folded on one strand": ("substitution_spectrum",),
    "unordered pairs of genes": ("fusion_partners",),
    "the area below a survival curve": ("restricted_mean",),
    "a regression of survival on covariates": ("cox_model",),
    "exact limits of a share": ("response_rate",),
    "the first event of one timeline after one of another": ("time_to_state",),
}
"""Workflow to its templates.

A workflow is a statistic, a model or a way to put tables together, and it is held out with every template
that needs it, so that no other split shows how it is done; what it is done to (columns, genes, endpoints)
is asked about everywhere. Each category of analysis has one or more of these templates, from a table of
counts to a Cox model, and keeps three others or more.
"""
NOVEL_STUDIES: Mapping[str, tuple[str, ...]] = {
    "proteome": ("phosphorylation", "protein_of_gained", "protein_outliers"),
    "methylome": ("hypermethylated_genes", "methylation_by_mutation", "methylator_phenotype"),
    "monitoring": ("marker_nadir", "doubling_time", "marker_before_progression"),
}
"""Kind of study to the templates about what only it measures: an invented one is in no other split."""
NOVEL = frozenset(key for keys in (*HELD_OUT.values(), *NOVEL_STUDIES.values()) for key in keys)
"""The templates of them all."""
