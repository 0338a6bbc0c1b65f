"""What an entity's name is about, whatever a release writes around it."""

from __future__ import annotations

import re

from medgym_plugin_medcalcbench.published.spelling import plain

_AROUND = re.compile(
    r"\(.*?\)|\bcriteria for .*|\bfor apache ii\b|"
    r"\b(?:history|present|severity|pre-operative|current|recent|concentration|level|value)\b(?: of\b)?"
)


def stem(name: str) -> str:
    """The name, plain, without ``history``, ``criteria for ...``, brackets and the like.

    Releases add and drop these: ``Renal disease`` and ``Renal disease history`` are one entity.
    """
    return " ".join(_AROUND.sub(" ", plain(name)).split())
