from collections import Counter

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from medgym_ehr.draws import ranks
from medgym_ehr.ehrsql.shuffle import Shuffling
from medgym_ehr.mimic3.ehrsql.ward import permute_wards

DEID = Shuffling(deid=True)

UNITS = st.sampled_from(["micu", "sicu", "ccu"])
WARDS = st.integers(1, 4)
STAYS = st.lists(st.tuples(UNITS, UNITS, WARDS, WARDS), max_size=12)
NAMES = ["FIRST_CAREUNIT", "LAST_CAREUNIT", "FIRST_WARDID", "LAST_WARDID"]


def _stays(stays):
    columns = [list(column) for column in zip(*stays, strict=True)] or [[]] * 4
    kinds = [pa.string(), pa.string(), pa.int64(), pa.int64()]
    own = {
        name: pa.array(*column) for name, column in zip(NAMES, zip(columns, kinds, strict=True), strict=True)
    }
    numbers = pa.array(range(len(stays)), pa.int64())
    return pa.table({"ROW_ID": numbers, "ICUSTAY_ID": numbers, **own})


def _transfers(rows):
    names = {"ICUSTAY_ID": pa.int64(), "CAREUNIT": pa.string(), "WARDID": pa.int64()}
    return pa.table(
        [pa.array([row[i] for row in rows], kind) for i, kind in enumerate(names.values())], list(names)
    )


@given(STAYS)
def test_the_four_values_are_permuted_together(stays):
    moved, _ = permute_wards(_stays(stays), _transfers([]), DEID)
    rows = [tuple(row[name] for name in NAMES) for row in moved.to_pylist()]
    assert Counter(rows) == Counter(stays)
    keys = np.arange(len(stays))
    places, values = (np.argsort(ranks(keys, f"icustays {of}")) for of in ("places", "values"))
    assert [rows[place] for place in places] == [stays[value] for value in values]


@given(STAYS.filter(bool), st.data())
def test_transfers_follow_their_stay(stays, data):
    stay = data.draw(st.integers(0, len(stays) - 1))
    unit, ward = data.draw(UNITS), data.draw(WARDS)
    moved, transfers = permute_wards(_stays(stays), _transfers([(stay, unit, ward)]), DEID)
    old, new = stays[stay], [moved[name][stay].as_py() for name in NAMES]
    expected_unit = new[0] if unit == old[0] else new[1] if unit == old[1] else unit
    expected_ward = new[2] if ward == old[2] else new[3] if ward == old[3] else ward
    assert transfers.to_pylist() == [{"ICUSTAY_ID": stay, "CAREUNIT": expected_unit, "WARDID": expected_ward}]


def test_other_transfers_stay_as_they_are():
    rows = [(None, "micu", 1), (99, "micu", 1), (0, None, None)]
    _, transfers = permute_wards(
        _stays([("micu", "micu", 1, 1), ("ccu", "ccu", 2, 2)]), _transfers(rows), DEID
    )
    assert [tuple(row.values()) for row in transfers.to_pylist()] == rows
