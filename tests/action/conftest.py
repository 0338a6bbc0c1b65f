import csv
import json
import sqlite3
from contextlib import closing
from typing import Self

import pyarrow
import pyarrow.parquet
import pytest

from medgym_core.access import Tier
from medgym_core.action import ActionContext
from medgym_core.answer import Integer
from medgym_core.source import Build, Source
from medgym_core.task import Database, InfoSource, Limits, Task, Turn
from medgym_sandbox.spec import Outcome, Reason


class FakeBox:
    """Records what it is asked to run and returns the outcomes it was given, the last one again and again."""

    level = "fake"
    digest = "fake"

    def __init__(self, *outcomes):
        self.outcomes = list(outcomes) or [Outcome(reason=Reason.COMPLETED, exit_code=0)]
        self.executions = []

    def run(self, execution):
        self.executions.append(execution)
        return self.outcomes.pop(0) if len(self.outcomes) > 1 else self.outcomes[0]

    def write(self, path, data): ...
    def read(self, path, max_bytes):
        return b""

    def ping(self): ...
    def close(self): ...
    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc): ...


PATIENTS = [
    ("10006", "F", "0389", 70.5, "Aspirin 81mg"),
    ("10011", "M", "0389", 36.0, "Acetaminophen"),
    ("10013", "F", "4019", None, "Metoprolol Tartrate"),
]
HEADER = ["subject_id", "gender", "icd", "age", "drug"]


@pytest.fixture
def build(tmp_path):
    made = Build(
        family="fake",
        version="1",
        digest="d" * 64,
        tier=Tier.SYNTHETIC,
        source=Source.synthetic(),
        root=tmp_path,
    )
    made.public.mkdir()
    made.private.mkdir()
    with closing(sqlite3.connect(made.public / "ehr.sqlite")) as connection:
        connection.execute(
            'CREATE TABLE patients (subject_id INTEGER, gender, icd TEXT, age REAL, "the drug" TEXT)'
        )
        connection.executemany("INSERT INTO patients VALUES (?, ?, ?, ?, ?)", PATIENTS)
        connection.execute("CREATE TABLE notes (id INTEGER, text TEXT)")
        connection.execute("INSERT INTO notes VALUES (1, ?)", ("long " * 100,))
        connection.commit()
    with (made.public / "visits.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows([HEADER, *PATIENTS])
    columns = dict(zip(HEADER, map(list, zip(*PATIENTS, strict=True)), strict=True))
    pyarrow.parquet.write_table(pyarrow.table(columns), made.public / "stays.parquet")
    documents = {"GET /Patient": "Find patients.\nSearch by name or birthdate.", "Sepsis": "Word " * 300}
    (made.public / "docs.json").write_text(json.dumps(documents))
    return made


SOURCES = (
    InfoSource(name="ehr", kind="sqlite", path="ehr.sqlite", description="all tables"),
    InfoSource(name="visits", kind="csv", path="visits.csv"),
    InfoSource(name="stays", kind="parquet", path="stays.parquet"),
    InfoSource(name="docs", kind="documents", path="docs.json"),
)


@pytest.fixture
def make_context(build):
    def make(*outcomes, info=SOURCES, database="ehr.sqlite", output_bytes=4096, answer=True, **fields):
        turn = Turn(question="How many?", answer=Integer() if answer else None)
        task = Task(
            family="fake",
            split="test",
            index=0,
            category="count",
            turns=(turn,),
            info=info,
            database=Database(path=database) if database else None,
            limits=Limits(output_bytes=output_bytes, action_s=7),
            **fields,
        )
        return ActionContext(
            task, turn, build, FakeBox(*outcomes), packages=("numpy==2.1.0", "pandas==2.2.3")
        )

    return make


@pytest.fixture
def actions():
    from medgym_core.builtin import medgym_actions

    return medgym_actions()
