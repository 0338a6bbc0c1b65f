"""Clinical notes: :mod:`writing` makes one of a calculator's inputs."""

from __future__ import annotations

RULES = """\
- What counts is the state on the note's key date: the date of admission, or of the clinic visit, at its head.
  Values and findings given for an earlier or a later time do not count, nor do those of relatives and other
  people. What stands without a time of its own belongs to the key date.
- A disease in the patient's own history counts whenever it was, unless its criterion names a period of time.
  What was only suspected, ruled out, offered, planned or not begun is absent; so is what lies outside its
  criterion's period.
- Drugs count if the patient takes them on the key date."""
"""Which of a note's statements count; for the prompt."""
