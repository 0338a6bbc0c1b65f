"""One element of a list: the first row that a patient has, though every row is asked for."""

import re
import sqlite3
from pathlib import Path

question = Path("question.txt").read_text(encoding="utf-8")
database = sqlite3.connect("data/mimicsql.sqlite")
patient = re.search(r"\bpatient (\d+)", question)

if patient:
    column = "LONG_TITLE" if "procedure" in question else "SHORT_TITLE"
    table = "PROCEDURES" if "procedure" in question else "DIAGNOSES"
    rows = database.execute(f"SELECT {column} FROM {table} WHERE SUBJECT_ID = ? LIMIT 1", (patient[1],))
    answer = [title for (title,) in rows]
else:
    answer = list(range(10000))
