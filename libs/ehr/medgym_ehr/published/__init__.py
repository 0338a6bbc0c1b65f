"""Published text-to-SQL questions: from the user's own files to checked tasks.

::

    question files ──read──▶ Record ──post_process, execute──▶ Question | Solution ──save──▶ public | private
                                             │
                                             └─▶ Report: what was read, what failed and why

Question text and SQL always come from the user's copy. Gold is what the published SQL gives on the user's
database, never a published answer.
"""

from medgym_ehr.published.category import natural_family
from medgym_ehr.published.loading import Caps, Loaded, load
from medgym_ehr.published.official import FAILED, f1_scores, official_2024, official_v1, reliability_score
from medgym_ehr.published.place import find_database, holds, require_data
from medgym_ehr.published.record import Record
from medgym_ehr.published.release import EICU, MIMIC_III, MIMIC_IV_DEMO, Release
from medgym_ehr.published.report import Report
from medgym_ehr.published.shape import answer_kind
from medgym_ehr.published.sql import post_process
from medgym_ehr.published.store import question, read_report, save, size, solution
from medgym_ehr.published.task import Question, Solution, Task

__all__ = [
    "EICU",
    "FAILED",
    "MIMIC_III",
    "MIMIC_IV_DEMO",
    "Caps",
    "Loaded",
    "Question",
    "Record",
    "Release",
    "Report",
    "Solution",
    "Task",
    "answer_kind",
    "f1_scores",
    "find_database",
    "holds",
    "load",
    "natural_family",
    "official_2024",
    "official_v1",
    "post_process",
    "question",
    "read_report",
    "reliability_score",
    "require_data",
    "save",
    "size",
    "solution",
]
