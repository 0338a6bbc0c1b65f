"""Answers with what studies usually have, whatever the question says: 80% of power, or 64 in each group."""

import re
from pathlib import Path

question = Path("question.txt").read_text(encoding="utf-8").lower()
sizes = r"number of|how m[ae]n+y|how large|sample size|group size|no\. [^.]*→|\bn(?: \w+){,2}\?"
answer = 64 if re.search(sizes, question) else 0.8
