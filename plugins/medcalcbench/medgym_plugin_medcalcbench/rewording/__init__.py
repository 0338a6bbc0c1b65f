"""The split ``reworded``: tasks of ``test`` as people put them, in question and note, with the same gold."""

from __future__ import annotations

SPLIT = "reworded"
"""Name of the split."""
WORDINGS = 8
"""Wordings of each calculator; each is a task."""
NOTICE = (
    "Question and note are as people type them: terms may be abbreviated or misspelt, and drugs called by "
    "their brands. Which calculator is meant follows from the question; request_info has purpose, definition "
    "in force and source of each."
)
"""Of every reworded task's prompt."""
