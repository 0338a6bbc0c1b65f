"""Grabs a number of the note: the one that stands nearest to a word of the question."""

import re
from pathlib import Path

question, _, note = Path("question.txt").read_text(encoding="utf-8").partition("Note:")
words = set(re.findall(r"[a-z]{4,}", question.lower())) - {"what", "patient", "this"}
places = [hit.start() for word in words for hit in re.finditer(word, note.lower())] or [0]
numbers = [(hit.start(), float(hit.group())) for hit in re.finditer(r"\d+(?:\.\d+)?", note)]
nearest = min(numbers, key=lambda found: min(abs(found[0] - place) for place in places))[1]
answer = int(nearest) if nearest.is_integer() else nearest
