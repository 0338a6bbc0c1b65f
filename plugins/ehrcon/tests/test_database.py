"""The column rules of the README, on raw files written by hand."""

import csv
import sqlite3
from contextlib import closing

import pyarrow as pa
import pytest

from medgym_plugin_ehrcon.database import DICTIONARIES, EVENTS, LAYOUT, build_database, open_raw

ROWS = {
    "PRESCRIPTIONS": [
        {"HADM_ID": 7, "DRUG": " Furosemide ", "DOSE_VAL_RX": dose, "STARTDATE": "2150-03-04 00:00:00"}
        for dose in ("40", "1-2", "", "1,000", "2.5")
    ],
    "INPUTEVENTS_MV": [{"HADM_ID": 7, "ITEMID": 1, "AMOUNT": 5.5, "AMOUNTUOM": "mL", "RATEUOM": "mL/hour"}],
    "LABEVENTS": [
        {
            "HADM_ID": hadm,
            "ITEMID": 2,
            "VALUE": "NEG",
            "VALUEUOM": "mg/dL",
            "CHARTTIME": "2150-03-04 05:30:00",
        }
        for hadm in (7, 8, "")
    ],
    "D_ITEMS": [{"ITEMID": 1, "LABEL": "Heart Rate "}],
    "DIAGNOSES_ICD": [{"HADM_ID": 7, "ICD9_CODE": "0389"}],
}


@pytest.fixture(scope="module")
def raw(tmp_path_factory):
    folder = tmp_path_factory.mktemp("raw")
    for name, file in LAYOUT.files.items():
        with (folder / f"{name}.csv").open("w", newline="") as stream:
            writer = csv.DictWriter(stream, file.columns)
            writer.writeheader()
            rows = ROWS.get(name, [])
            writer.writerows({"ROW_ID": len(rows) - number, **row} for number, row in enumerate(rows))
    return folder


@pytest.fixture(scope="module")
def query(raw, tmp_path_factory):
    path = tmp_path_factory.mktemp("built") / "ehrcon.sqlite"
    build_database(open_raw(raw, lambda *_: None), {7}, path, lambda *_: None)
    with closing(sqlite3.connect(path)) as connection:
        yield lambda sql: connection.execute(sql).fetchall()


def test_there_are_13_tables_with_every_published_column(query):
    tables = {name for (name,) in query("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert tables == {name.lower() for name in (*EVENTS, *DICTIONARIES)}
    assert len(tables) == 13
    for name, file in LAYOUT.files.items():
        columns = [row[1] for row in query(f"PRAGMA table_info({name})")]
        assert columns == [column.lower() for column in file.columns]


def test_only_rows_of_the_admissions_are_kept(query):
    assert query("SELECT hadm_id FROM labevents") == [(7,)]


def test_doses_are_numbers_and_0_where_they_are_none(query):
    """In the order of ROW_ID, which is the reverse of the file's."""
    assert query("SELECT dose_val_rx FROM prescriptions") == [(2.5,), (0.0,), (0.0,), (0.0,), (40.0,)]


def test_texts_are_lower_case_but_for_units_of_amounts_and_rates(query):
    assert query("SELECT drug FROM prescriptions LIMIT 1") == [("furosemide",)]
    assert query("SELECT value, valueuom FROM labevents") == [("neg", "mg/dl")]
    assert query("SELECT amount, amountuom, rateuom FROM inputevents_mv") == [(5.5, "mL", "mL/hour")]
    assert query("SELECT label FROM d_items") == [("heart rate",)]


def test_codes_keep_their_zeros_times_are_texts_and_nulls_null(query):
    assert query("SELECT icd9_code FROM diagnoses_icd") == [("0389",)]
    assert query("SELECT charttime, flag, itemid FROM labevents") == [("2150-03-04 05:30:00", None, 2)]


def test_what_is_not_kept_of_a_piece_is_let_go_before_the_next(raw, tmp_path, monkeypatch):
    """CHARTEVENTS as 60 pieces of a MiB, none of whose rows is of the admissions."""
    folder, held = open_raw(raw, lambda *_: None), []
    original, start = folder.batches, pa.total_allocated_bytes()

    def batches(name):
        (batch,) = original(name)
        yield batch
        for _ in range(60 if name == "CHARTEVENTS" else 0):
            columns = [
                pa.array([8] * 9000, field.type) if field.name == "HADM_ID" else pa.nulls(9000, field.type)
                for field in batch.schema
            ]
            yield pa.RecordBatch.from_arrays(columns, schema=batch.schema)
            held.append(pa.total_allocated_bytes() - start)

    monkeypatch.setattr(folder, "batches", batches)
    build_database(folder, {7}, tmp_path / "ehrcon.sqlite", lambda *_: None)
    assert max(held) < 4 * 2**20
