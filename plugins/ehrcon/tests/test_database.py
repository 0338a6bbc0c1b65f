"""The column rules of the README, on raw files written by hand."""

import csv
import sqlite3
from contextlib import closing

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


def test_events_are_read_in_pieces(raw, tmp_path, monkeypatch):
    """No piece of an event file is kept whole: rows are filtered before the next is read."""
    folder, seen = open_raw(raw, lambda *_: None), []
    original = folder.batches

    def batches(name):
        for batch in original(name):
            seen.append((name, batch.num_rows))
            yield batch

    monkeypatch.setattr(folder, "batches", batches)
    monkeypatch.setattr(folder, "table", None)
    build_database(folder, {7}, tmp_path / "ehrcon.sqlite", lambda *_: None)
    assert {name for name, _ in seen} == set(LAYOUT.files)
