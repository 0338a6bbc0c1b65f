import duckdb
import pytest

from medgym_core.source import silent
from medgym_ehr.eicu.layout import LAYOUT
from medgym_ehr.eicu.synthetic import synthesise

PATIENTS = 1200
TYPES = {"integer": "BIGINT", "real": "DOUBLE", "text": "VARCHAR", "clock": "TIME"}


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
