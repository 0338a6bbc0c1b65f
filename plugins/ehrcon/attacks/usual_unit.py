"""Answers by the notes alone: a unit or value that other mentions of the item seldom have is called wrong."""

import csv
import re
from collections import Counter, defaultdict
from pathlib import Path

question = (
    Path("question.txt").read_text(encoding="utf-8").lower().replace(" point ", ".").replace(" as ", " ")
)
quoted = re.search('"(.*)"', question)
with open("data/synonyms.csv", encoding="utf-8") as stream:
    items = {row["term"]: row["name"] for row in csv.DictReader(stream)}
with open("data/notes.csv", encoding="utf-8") as stream:
    texts = [row["TEXT"].lower() for row in csv.DictReader(stream)]
terms = "|".join(re.escape(term) for term in sorted(items, key=len, reverse=True))
number = r"(?:(?: of| was|:)? (\d[\d.]*\d|\d)(?:/\d+)?(?: ?([a-z%][a-z/]*))?)?"
stated = re.compile(rf"(?<!\w)({terms}){number}(?!\w)")

units, values = defaultdict(Counter), defaultdict(Counter)
for text in texts:
    for term, value, unit in stated.findall(text):
        units[items[term]][unit] += bool(unit)
        values[items[term]][value] += bool(value)


def seldom(seen: Counter, what: str, share: float) -> bool:
    """Whether that is a smaller share of what is seen, this mention aside."""
    return bool(what) and seen[what] - 1 < share * (seen.total() - 1)


columns = []
founds = [stated.match(quoted[1])] if quoted else [*stated.finditer(question)]
found = max(filter(None, founds), key=lambda one: (bool(one[2]), len(one[1])), default=None)
if found:
    term, value, unit = found.groups(default="")
    item = items[term]
    doses = unit in ("mg", "mcg", "gm") and len(values[item]) < 0.5 * values[item].total()
    if seldom(units[item], unit, 0.3):
        columns = ["unit"]
    elif doses and values[item][value] < 2:
        columns = ["value"]
answer = {"consistent": not columns, "columns": columns}
