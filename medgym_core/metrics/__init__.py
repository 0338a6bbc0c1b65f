"""What a run amounts to: success rates with intervals, curves over k samples, averages, comparisons."""

from medgym_core.metrics.average import Average, averages
from medgym_core.metrics.comparison import Comparison, compare, compare_runs
from medgym_core.metrics.curve import Curves, curves, family_curves
from medgym_core.metrics.estimators import (
    anchored_best_at_k,
    anchored_max_at_k,
    anchored_pass_at_k,
    anchored_pass_hat_k,
    best_at_k,
    max_at_k,
    pass_at_k,
    pass_hat_k,
)
from medgym_core.metrics.interval import clustered, effective_size, wilson
from medgym_core.metrics.summary import FamilyGroup, Group, Report, summarise

__all__ = [
    "Average",
    "Comparison",
    "Curves",
    "FamilyGroup",
    "Group",
    "Report",
    "anchored_best_at_k",
    "anchored_max_at_k",
    "anchored_pass_at_k",
    "anchored_pass_hat_k",
    "averages",
    "best_at_k",
    "clustered",
    "compare",
    "compare_runs",
    "curves",
    "effective_size",
    "family_curves",
    "max_at_k",
    "pass_at_k",
    "pass_hat_k",
    "summarise",
    "wilson",
]
