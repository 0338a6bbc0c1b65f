"""The reference solution of corrections: what is recorded of a mention; runs in the box."""

from collections.abc import Sequence
from datetime import datetime

from medgym_plugin_ehrcon.solution import Claim, Row, recorded


def of_item(hadm_id: int, claim: Claim) -> list[Row]:
    """Records of the item with a value, in the unit that the mention writes."""
    names, _, unit, *_ = claim
    rows = [row for row in recorded(hadm_id) if row[0] in names and None not in (row[1], row[3])]
    return rows if unit is None else [row for row in rows if (row[2] or "").lower() == unit.lower()]


def stated(hadm_id: int, claim: Claim) -> list[Row]:
    """Those of them with the value that the mention states."""
    return [row for row in of_item(hadm_id, claim) if abs(row[1] - (claim[1] or 0)) < 1e-9 * max(1, row[1])]


def when(hadm_id: int, claim: Claim) -> list[str]:
    """At which times what the mention states is recorded."""
    return sorted({row[3] for row in stated(hadm_id, claim)})


def what(hadm_id: int, claim: Claim) -> list[float]:
    """Which values the item has at the time of the mention."""
    *_, first, last = claim
    rows = of_item(hadm_id, claim)
    return sorted({row[1] for row in rows if row[3] <= last and (row[4] or row[3]) >= first})


def gap(hadm_id: int, claim: Claim) -> int:
    """Minutes from the time of the mention to the nearest record of what it states."""
    given = datetime.fromisoformat(claim[3])
    apart = [abs(datetime.fromisoformat(row[3]) - given) for row in stated(hadm_id, claim)]
    return round(min(apart).total_seconds() / 60)


def following(hadm_id: int, claim: Claim) -> dict[str, object]:
    """Time and value of the item's first record after the time of the mention."""
    later: Sequence[Row] = [row for row in of_item(hadm_id, claim) if row[3] > claim[4]]
    row = min(later, key=lambda row: row[3])
    return {"time": row[3], "value": row[1]}
