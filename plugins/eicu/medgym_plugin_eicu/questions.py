"""All templates of the family."""

from __future__ import annotations

from collections import Counter

from medgym_ehr.questions.template import Template
from medgym_plugin_eicu.templates import (
    change,
    change_between,
    cost,
    cost_price,
    count_event,
    count_patient,
    count_within,
    existence,
    existence_value,
    lookup,
    lookup_names,
    measurement,
    measurement_list,
    measurement_stay,
    measurement_volume,
    ranking,
    ranking_after,
    ranking_group,
    ranking_patient,
    statistics,
    statistics_rate,
    statistics_share,
    statistics_survival,
    time_event,
    time_since,
    time_value,
    time_visit,
    unanswerable,
)

_BY_CATEGORY: tuple[Template, ...] = (
    *lookup.TEMPLATES,
    *lookup_names.TEMPLATES,
    *existence.TEMPLATES,
    *existence_value.TEMPLATES,
    *measurement.TEMPLATES,
    *measurement_list.TEMPLATES,
    *measurement_stay.TEMPLATES,
    *measurement_volume.TEMPLATES,
    *time_event.TEMPLATES,
    *time_since.TEMPLATES,
    *time_value.TEMPLATES,
    *time_visit.TEMPLATES,
    *change.TEMPLATES,
    *change_between.TEMPLATES,
    *count_event.TEMPLATES,
    *count_patient.TEMPLATES,
    *count_within.TEMPLATES,
    *ranking.TEMPLATES,
    *ranking_after.TEMPLATES,
    *ranking_group.TEMPLATES,
    *ranking_patient.TEMPLATES,
    *cost.TEMPLATES,
    *cost_price.TEMPLATES,
    *statistics.TEMPLATES,
    *statistics_rate.TEMPLATES,
    *statistics_share.TEMPLATES,
    *statistics_survival.TEMPLATES,
)


def _mixed(templates: tuple[Template, ...]) -> tuple[Template, ...]:
    """The categories evenly mixed: a build of few questions asks the first templates alone."""
    sizes = Counter(template.category for template in templates)
    seen: Counter[str] = Counter()
    places = []
    for template in templates:
        places.append((seen[template.category] + 0.5) / sizes[template.category])
        seen[template.category] += 1
    return tuple(templates[number] for number in sorted(range(len(templates)), key=places.__getitem__))


TEMPLATES = _mixed(_BY_CATEGORY)
"""Templates that the data answers."""
HELD_OUT = frozenset(
    (
        "median_of_lab",
        "median_of_vital_of_patient",
        "median_stay_with_diagnosis",
        "survival_after_diagnosis",
        "survival_after_treatment",
        "survival_after_drug",
        "deadliest_diagnoses",
        "lab_between_visits",
        "drugs_between_visits",
        "extreme_price_of_patient",
        "drug_costs_of_patient",
        "visit_cost_with_lab",
        "visit_cost_of_source",
        "patients_with_treatment_after_diagnosis",
        "patients_with_diagnosis_after_treatment",
        "patients_with_lab_after_drug",
        "most_varied_labs_after_diagnosis",
        "top_treatments_after_diagnosis",
        "top_diagnoses_after_treatment",
        "since_drug",
        "since_lab",
        "current_patients_by_age",
        "current_patients_with_diagnosis",
        "patients_not_returned",
        "counts_of_stays_by_unit",
        "lab_by_unit_of_all",
        "vital_by_unit",
        "return_share_of_diagnosis",
        "age_share_of_drug",
        "treatments_elsewhere",
        "have_any_event",
        "visit_hospital",
        "fluid_total_by_unit",
        "stay_length_by_diagnosis",
        "top_patients_of_hospital",
        "vital_beyond_time",
        "ward_time",
    )
)
"""Templates that ``ood`` asks, and no other split: medians, survival, what differs between visits, the order
of these events and the days since them, and joins of tables that no other template joins so."""

UNANSWERABLE = unanswerable.TEMPLATES
"""Templates that it does not."""
