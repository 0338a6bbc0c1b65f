"""Why episodes fail, and how agents behave on the way: from the records alone."""

from medgym_core.failure.fault import fault_of, grounds_of
from medgym_core.failure.mode import PAPER, Diagnosis, FailureMode
from medgym_core.failure.taxonomy import classify

__all__ = ["PAPER", "Diagnosis", "FailureMode", "classify", "fault_of", "grounds_of"]
