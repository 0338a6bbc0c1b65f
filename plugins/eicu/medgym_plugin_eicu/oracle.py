"""What gold and references come from: the templates' queries. Grading is the core's verifier ``answer``."""

from __future__ import annotations

from importlib import resources

from medgym_ehr.hospital import Repertoire
from medgym_plugin_eicu.questions import HELD_OUT, TEMPLATES, UNANSWERABLE

REPERTOIRE = Repertoire(answerable=TEMPLATES, unanswerable=UNANSWERABLE, held_out=HELD_OUT)
"""All that the family asks, each with the query that answers it or the words that the data lacks."""
CONVENTIONS = resources.files(__package__).joinpath("conventions.txt").read_text(encoding="utf-8").rstrip()
"""The definitions that these queries keep, as the prompt states them."""
