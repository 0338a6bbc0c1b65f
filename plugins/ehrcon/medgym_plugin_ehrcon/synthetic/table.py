"""Rows of the raw files, from events."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]

from medgym_ehr.synthetic.files import Rows
from medgym_plugin_ehrcon.synthetic.event import TABLES, Event, Stay

Row = Mapping[str, object]


def event_rows(stay: Stay, events: Iterable[Event]) -> dict[str, list[Row]]:
    """Raw file name to the rows of a stay."""
    rows: defaultdict[str, list[Row]] = defaultdict(list)
    for number, event in enumerate(events):
        row = {"SUBJECT_ID": stay.subject_id, "HADM_ID": stay.hadm_id, **_row(event)}
        if event.item.pace == "coded":
            row["SEQ_NUM"] = number % 9 + 1
        rows[TABLES[event.item.group]].append(row)
    return rows


def as_rows(rows: Sequence[Row]) -> Rows:
    """Rows as a file's writer takes them."""
    names = sorted({name for row in rows for name in row})
    columns = {name: pa.array([row.get(name) for row in rows]) for name in names}
    return Rows(np.zeros(len(rows), dtype=np.int64), columns)


def _row(event: Event) -> dict[str, object]:
    item, when = event.item, event.start
    value, unit = event.pairs[0] if event.pairs else (None, None)
    code = item.code if item.pace == "coded" or item.group == "drug" else int(item.code)
    match item.group:
        case "lab":
            return {
                "ITEMID": code,
                "CHARTTIME": when,
                "VALUE": f"{value:g}",
                "VALUENUM": value,
                "VALUEUOM": unit,
            }
        case "vital":
            measured = {"VALUE": f"{value:g}", "VALUENUM": value, "VALUEUOM": unit, "ERROR": 0}
            return {"ITEMID": code, "CHARTTIME": when, "STORETIME": when, **measured}
        case "output":
            return {"ITEMID": code, "CHARTTIME": when, "VALUE": value, "VALUEUOM": unit, "STORETIME": when}
        case "intake":
            return {"ITEMID": code, "CHARTTIME": when, "AMOUNT": value, "AMOUNTUOM": unit, "STORETIME": when}
        case "bolus" | "drip":
            rate, rate_unit = event.pairs[1] if len(event.pairs) > 1 else (None, None)
            given = {"AMOUNT": value, "AMOUNTUOM": unit, "RATE": rate, "RATEUOM": rate_unit}
            return {"ITEMID": code, "STARTTIME": when, "ENDTIME": event.end, **given}
        case "drug":
            dose = {"DRUG": item.label, "DOSE_VAL_RX": f"{value:g}", "DOSE_UNIT_RX": unit, "ROUTE": "PO"}
            return {"STARTDATE": when, "ENDDATE": event.end, "DRUG_TYPE": "MAIN", **dose}
        case "specimen":
            return {"SPEC_ITEMID": code, "SPEC_TYPE_DESC": item.label, **_grown(event), **_taken(when)}
    return {"ICD9_CODE": code}


def _grown(event: Event) -> dict[str, object]:
    grown = event.organism
    return {"ORG_ITEMID": int(grown.code), "ORG_NAME": grown.label} if grown else {}


def _taken(when: datetime) -> dict[str, object]:
    return {"CHARTDATE": when.replace(hour=0, minute=0), "CHARTTIME": when}
