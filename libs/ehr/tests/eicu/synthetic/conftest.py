import duckdb
import pytest

from medgym_core.source import silent
from medgym_ehr.eicu.layout import LAYOUT
from medgym_ehr.eicu.synthetic import synthesise

PATIENTS = 1200
TYPES = {"integer": "BIGINT", "real": "DOUBLE", "text": "VARCHAR", "clock": "TIME"}
LABS = {
    "sodium": "sodium",
    "potassium": "potassium",
    "chloride": "chloride",
    "bicarbonate": "bicarbonate",
    "gap": "anion gap",
    "urea": "bun",
    "creatinine": "creatinine",
    "glucose": "glucose",
    "hemoglobin": "hgb",
    "hematocrit": "hct",
    "red_cells": "rbc",
    "mcv": "mcv",
    "white": "wbc x 1000",
    "platelets": "platelets x 1000",
    "lactate": "lactate",
    "bilirubin": "total bilirubin",
    "albumin": "albumin",
    "inr": "pt - inr",
    "ph": "ph",
    "pco2": "paco2",
    "hco3": "hco3",
    "fio2": "fio2",
    "peep": "peep",
    "mb": "cpk-mb",
    "ck": "cpk",
    "share": "cpk-mb index",
}


@pytest.fixture(scope="session")
def source(tmp_path_factory):
    """The raw files of 1,200 patients."""
    out = tmp_path_factory.mktemp("eicu")
    synthesise(out, 7, PATIENTS, silent)
    return out


@pytest.fixture(scope="session")
def sql(source):
    """Asks a query of the raw files, which are read with the layout's types and nothing else."""
    connection = duckdb.connect()
    for file in LAYOUT.files.values():
        columns = {name: TYPES[kind] for name, kind in file.columns.items()}
        read = f"read_csv('{source / file.name}.csv', header=true, delim=',', quote='\"', columns={columns})"
        connection.execute(f"CREATE TABLE {file.name} AS SELECT * FROM {read}")
    return lambda query: connection.execute(query).fetchall()


@pytest.fixture(scope="session")
def charts(sql):
    """Asks a query of the files, of ``draw`` (a row for each draw of blood), ``stay`` and ``path``."""
    pivot = ", ".join(
        f"max(labresult) FILTER (lower(trim(labname)) = '{lab}') AS {name}" for name, lab in LABS.items()
    )
    sql(f"""CREATE TABLE draw AS SELECT patientunitstayid, labresultoffset, {pivot} FROM lab GROUP BY ALL""")
    sql("""CREATE TABLE stay AS SELECT *, hospitaldischargestatus = 'Expired' AS died,
        coalesce(try_cast(age AS INT), 91) AS years FROM patient""")
    sql("""CREATE TABLE path AS SELECT patientunitstayid, 'diagnosis' AS kind, lower(diagnosisstring) AS path
        FROM diagnosis UNION SELECT patientunitstayid, 'treatment', lower(treatmentstring) FROM treatment""")
    return sql
