"""What a person or a script reads of a run: tables and transcripts."""

from medgym_core.report.escape import escape
from medgym_core.report.table import report_table
from medgym_core.report.transcript import transcript

__all__ = ["escape", "report_table", "transcript"]
