"""All templates of the family."""

from __future__ import annotations

from medgym_ehr.questions.template import Template
from medgym_plugin_mimic.templates import (
    change,
    cost,
    cost_price,
    count_event,
    count_patient,
    count_within,
    existence,
    existence_vital,
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

TEMPLATES: tuple[Template, ...] = (
    *lookup.TEMPLATES,
    *lookup_names.TEMPLATES,
    *existence.TEMPLATES,
    *existence_vital.TEMPLATES,
    *measurement.TEMPLATES,
    *measurement_list.TEMPLATES,
    *measurement_stay.TEMPLATES,
    *measurement_volume.TEMPLATES,
    *time_event.TEMPLATES,
    *time_since.TEMPLATES,
    *time_value.TEMPLATES,
    *time_visit.TEMPLATES,
    *change.TEMPLATES,
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
"""Templates that the data answers."""
UNANSWERABLE = unanswerable.TEMPLATES
"""Templates that it does not."""
