"""The question templates, a module for each category of analysis."""

from medgym_plugin_biodsbench.template import Template
from medgym_plugin_biodsbench.templates import (
    alteration_matrices,
    clinical_features,
    cohort_description,
    copy_number,
    expression_integration,
    laboratory_courses,
    methylation,
    mutation_burden,
    protein_levels,
    structural_variants,
    survival_comparison,
    survival_estimation,
    timelines,
    treatment_response,
    variant_classes,
)

MODULES = (
    cohort_description,
    clinical_features,
    mutation_burden,
    variant_classes,
    copy_number,
    structural_variants,
    alteration_matrices,
    survival_estimation,
    survival_comparison,
    treatment_response,
    timelines,
    expression_integration,
    protein_levels,
    methylation,
    laboratory_courses,
)
"""In the order of the family's categories; ``reference`` and ``second`` have modules of the same names."""
TEMPLATES: dict[str, Template] = {
    template.key: template for module in MODULES for template in module.TEMPLATES
}
"""Key to template."""
HOMES = {
    template.key: module.__name__.rpartition(".")[2] for module in MODULES for template in module.TEMPLATES
}
"""Key to the module's name."""
