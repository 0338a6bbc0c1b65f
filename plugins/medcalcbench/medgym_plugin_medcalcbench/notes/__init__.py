"""Clinical notes: :mod:`writing` makes one of a calculator's inputs."""

from __future__ import annotations

FIXED = ("age", "sex", "race", "today")
"""Parameters that no entry states: they are the chart's, or follow from the question."""

RULES = """\
- A note is made of entries, each of one time and one chart. The patient's chart is named at the note's head;
  what entries of other charts say is of other people. An entry that was called off was never made, and what
  stands under it does not count.
- Asked is the state at the time in the question. Of each value, finding, drug and date counts what the
  patient's last entry at or before that time says of it, however old that entry is; entries that do not speak
  of it leave it as it was. What only later entries say is not known yet.
- A disease in the patient's history counts whenever it was, unless its criterion names a period of time; what
  lies outside that period is absent, and so is what is only planned or offered.
- An entry that gives doses of opioids or of a steroid gives all that is taken, in place of earlier ones."""
"""Which of a note's statements count; for the prompt."""
