"""Nine natural families of EHRSQL's questions, told by the form of their SQL.

The files name no category. What a query selects says what is asked, whatever the wording and the release; the
rules are ours and approximate.
"""

from __future__ import annotations

import re

from medgym_ehr.published.record import Record
from medgym_ehr.published.sql import pieces

FAMILIES = (
    "lookup",
    "existence",
    "measurement",
    "time",
    "change",
    "count",
    "ranking",
    "cost",
    "statistics",
)
UNANSWERABLE = "unanswerable"
"""What questions without SQL are called."""

_MEASURES = (
    r"valuenum|value|amount|dose_val_rx|labresult|cellvaluenumeric|dosage|admissionweight|dischargeweight"
    r"|admissionheight|temperature|sao2|heartrate|respiration|systemic(?:systolic|diastolic|mean)"
)
_BY_SQL = (
    ("cost", r"\bcost\.cost\b"),
    ("statistics", r"percent_rank|\* ?100\b|\b100(?:\.0)? ?\*"),
    ("ranking", r"dense_rank ?\( ?\) ?over ?\( ?order by count\b"),
    ("statistics", r"dense_rank|select (?:max|min|avg) ?\([^()]*\) from \( ?select count\b"),
)
_BY_HEAD = (
    ("existence", r"count ?\(.*\) ?> ?0|exists\b.*"),
    ("count", r"count\b.*|\( ?select count\b.*"),
    ("change", r"\( ?select\b.*\) ?[-<>] ?\( ?select\b.*"),
    ("time", r".*current_time.*|(?:1|24) ?\*.*|(?:\w+ ?\( ?)?(?:\w+\.)?(?:\w*(?:time|date)|dod) ?\)?"),
    ("measurement", rf"(?:sum|avg|max|min) ?\(.*|.*strftime ?\(.*-.*|(?:\w+\.)?(?:{_MEASURES})"),
)
"""Family to what the selected expression looks like; the first that fits."""


def natural_family(record: Record) -> str:
    """One of :data:`FAMILIES`, or :data:`UNANSWERABLE`."""
    if record.sql is None:
        return UNANSWERABLE
    code = "".join("''" if piece.quote else piece.text for piece in pieces(record.sql.lower()))
    sql = " ".join(code.split())
    for family, pattern in _BY_SQL:
        if re.search(pattern, sql):
            return family
    head = _selected(sql)
    return next((family for family, pattern in _BY_HEAD if re.fullmatch(pattern, head)), "lookup")


def _selected(sql: str) -> str:
    """What the outermost query selects."""
    depth, words = 0, []
    for word in re.findall(r"[()]|[^()\s]+|\s+", sql.removeprefix("select ").removeprefix("distinct ")):
        depth += (word == "(") - (word == ")")
        if depth == 0 and word == "from":
            break
        words.append(word)
    return "".join(words).strip()
