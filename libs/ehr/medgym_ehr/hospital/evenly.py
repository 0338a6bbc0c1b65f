"""An even choice: of more questions than are wanted, those whose patients are asked about least.

Facts are rows of events, so a patient with many rows, several visits or a bed at the current time is drawn
far more often than others. Answers to questions on one patient hang together, and a split that few patients
carry says less than its number of questions.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from medgym_ehr.questions.template import Question

CHOICE = 3
"""So many times as many questions are planned as an even choice keeps."""


def evenly(planned: Sequence[Question], size: int) -> list[Question]:
    """At most ``size`` of the questions, one of each template in turn.

    Of a template's questions the next is the one whose answer the template has given least, then whose
    patient all questions so far name least, then whose tags the template has asked least, then the first.
    """
    waiting: dict[str, list[Question]] = {}
    for question in planned:
        waiting.setdefault(question.template, []).append(question)
    uses: Counter[str] = Counter()
    chosen: list[Question] = []
    while len(chosen) < size and waiting:
        for template in list(waiting)[: size - len(chosen)]:
            rest = waiting[template]
            best = min(rest, key=lambda one: [uses[use] for use in _uses(one)])
            uses.update(use for use in _uses(best) if use)
            chosen.append(best)
            rest.remove(best)
            if not rest:
                del waiting[template]
    return chosen


def _uses(question: Question) -> tuple[str, str, str]:
    """What is to be used evenly: its template's answer, its patient (empty without one), its tags."""
    named = f"patient {question.slots['patient']}" if "patient" in question.slots else ""
    answer, tags = json.dumps(question.answer), json.dumps(question.tags)
    return f"{question.template} answers {answer}", named, f"{question.template} asks {tags}"
