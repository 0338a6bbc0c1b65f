"""What events and visits cost."""

from typing import Any

import pandas as pd

from medgym_ehr.testing.independent.period import Slots, Tables
from medgym_ehr.testing.independent.records import KINDS, records


def charged(tables: Tables, kind: str, slots: Slots, name: Any = None) -> pd.DataFrame:
    """The events of a kind with their COST, as ``records`` chooses them."""
    rows = records(tables, kind, slots, name)
    return rows.assign(COST=rows.ROW_ID.map(of_kind(tables["COST"], kind).set_index("EVENT_ID").COST))


def of_kind(charges: pd.DataFrame, kind: str) -> pd.DataFrame:
    return charges[charges.EVENT_TYPE.eq(KINDS[kind].table.lower())]


def visit_costs(tables: Tables, visits: pd.Series) -> pd.Series:
    """The summed cost of each of these visits, which are HADM_ID; nothing where nothing was charged."""
    sums = tables["COST"].groupby("HADM_ID").COST.sum()
    return sums.reindex(visits.unique()).dropna()
