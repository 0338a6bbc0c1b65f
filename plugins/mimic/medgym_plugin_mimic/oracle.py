"""What gold and references come from: the templates' queries. Grading is the core's verifier ``answer``."""

from __future__ import annotations

from medgym_ehr.hospital import Repertoire
from medgym_plugin_mimic.questions import HELD_OUT, TEMPLATES, UNANSWERABLE

REPERTOIRE = Repertoire(answerable=TEMPLATES, unanswerable=UNANSWERABLE, held_out=HELD_OUT)
"""All that the family asks, each with the query that answers it or the words that the data lacks."""
