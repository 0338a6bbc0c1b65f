"""Answers by the form of the mention, reading neither note nor table: what is most often wrong with such."""

import re
from pathlib import Path

question = Path("question.txt").read_text(encoding="utf-8")
quoted = re.search('"(.*)"', question)
places = r"(?i)\b\d{5}\b|\b(?:line|ln|character|char|ch|col) ?\d+|\b\d+(?:st|nd|rd|th)\b"
mention = quoted[1] if quoted else re.sub(places, " ", question)
number = re.search(r"\d", mention)
unit = re.search(r"\d\s*[A-Za-z%/]+\S*$", mention)
columns = ["unit"] if unit and len(mention) % 3 == 0 else [] if number else ["item"]
answer = {"consistent": not columns, "columns": columns}
