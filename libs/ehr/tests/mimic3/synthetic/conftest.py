import duckdb
import numpy as np
import pytest

from medgym_core.source import silent
from medgym_ehr.draws import uniforms
from medgym_ehr.mimic3.layout import LAYOUT
from medgym_ehr.mimic3.synthetic import synthesise

PATIENTS = 600
TYPES = {"integer": "BIGINT", "real": "DOUBLE", "text": "VARCHAR", "time": "TIMESTAMP"}


@pytest.fixture(scope="session")
def source(tmp_path_factory):
    """The raw files of 600 patients."""
    out = tmp_path_factory.mktemp("mimic3")
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
def shown(sql):
    """Asks the same with ``shift``: days that a build adds to a patient's times, and what it keeps."""
    sql("""CREATE TABLE adult AS SELECT a.*, date_diff('day', p.DOB, a.ADMITTIME) / 365.25 AS age,
        floor(epoch(DISCHTIME - ADMITTIME) / 86400) AS stayed FROM ADMISSIONS a JOIN PATIENTS p USING
        (SUBJECT_ID)
        WHERE age >= 11 AND age < 90""")
    sql("""CREATE TABLE kept AS SELECT * FROM adult
        WHERE stayed < (SELECT quantile_cont(stayed, 0.95) FROM adult)""")
    first = sql("SELECT SUBJECT_ID, min(year(ADMITTIME)) FROM kept GROUP BY SUBJECT_ID")
    sql("CREATE TABLE shift (SUBJECT_ID BIGINT, days BIGINT)")
    for subject, year in first:
        draw = uniforms(np.array([subject]), "year")[0]
        drawn = 2100 + sum(weight / 21 <= draw for weight in (1, 3, 6, 10, 15, 21))
        sql(f"INSERT INTO shift VALUES ({subject}, {(drawn - year) * 365})")
    sql("""CREATE TABLE now_in AS SELECT k.*, days FROM kept k JOIN shift USING (SUBJECT_ID)
        WHERE ADMITTIME + to_days(days::INT) <= TIMESTAMP '2105-12-31 23:59:00'
        AND DISCHTIME + to_days(days::INT) > TIMESTAMP '2105-12-31 23:59:00'""")
    return sql


@pytest.fixture(scope="session")
def last_days(shown):
    """Shares of the patients now in hospital who have rows of a file yesterday, and today."""

    def shares(file, time):
        day = f"({time} + to_days(days::INT))::DATE"
        days = [f"max(({day} = '2105-12-{number}')::INT)" for number in (30, 31)]
        rows = shown(
            f"SELECT {', '.join(days)} FROM now_in LEFT JOIN {file} USING (HADM_ID) GROUP BY HADM_ID"
        )
        return np.nan_to_num(np.array(rows, dtype=float)).mean(axis=0)

    return shares
