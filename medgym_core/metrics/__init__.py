"""What a run amounts to: success rates with intervals, curves over k samples, averages, comparisons."""

from medgym_core.metrics.average import Average, averages
from medgym_core.metrics.comparison import Comparison, compare, compare_runs
from medgym_core.metrics.curve import Curves, curves, family_curves
from medgym_core.metrics.summary import FamilyGroup, Group, Report, summarise

__all__ = [
    "Average",
    "Comparison",
    "Curves",
    "FamilyGroup",
    "Group",
    "Report",
    "averages",
    "compare",
    "compare_runs",
    "curves",
    "family_curves",
    "summarise",
]
