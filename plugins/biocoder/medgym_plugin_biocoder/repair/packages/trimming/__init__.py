"""Quality control of sequencing reads: scores, trimming, adapters, filters, a report."""

from .adapters import clip, overlap
from .quality import decode, expected_errors
from .report import n50, summary
from .trim import filtered, trim

__all__ = ["clip", "decode", "expected_errors", "filtered", "n50", "overlap", "summary", "trim"]
