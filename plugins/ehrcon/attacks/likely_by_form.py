"""Answers by the form of the mention, reading neither note nor table: what is most often wrong with such."""

import re
from pathlib import Path

question = Path("question.txt").read_text(encoding="utf-8")
mention = re.search('"(.*)"', question)[1]
number = re.search(r"\d", mention)
unit = re.search(r"\d\s*[A-Za-z%/]+\S*$", mention)
columns = ["unit"] if unit and len(mention) % 3 == 0 else [] if number else ["item"]
answer = {"consistent": not columns, "columns": columns}
