"""Says that nothing was found, with the most usual number of results, and creates nothing."""

from pathlib import Path

question = Path("question.txt").read_text(encoding="utf-8")
usual = 4
if "born" in question or "birth" in question or "DOB" in question:
    answer = {"mrn": None, "same_name": usual}
elif "average" in question.lower() or "mean" in question:
    answer = {"mean": None, "on_record": usual}
elif "glucose" in question or "A1" in question:
    answer = {"value": None, "taken": None, "on_record": usual}
else:
    answer = {"value": None, "on_record": usual}
