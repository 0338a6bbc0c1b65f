"""An author's attack for a copy of the good plugin."""

from pathlib import Path

ATTACK = """\
import csv

with open("data/visits.csv", encoding="utf-8") as stream:
    answer = int(next(csv.DictReader(stream))["cost"])
"""


def attack(plugin: Path, code: str = ATTACK) -> None:
    """Make ``code`` the one attack that a plugin declares."""
    (plugin / "attacks").mkdir(exist_ok=True)
    (plugin / "attacks" / "own.py").write_text(code, encoding="utf-8")
    project = plugin / "pyproject.toml"
    text = project.read_text(encoding="utf-8").split("\n[tool.medgym]")[0]
    project.write_text(f'{text}\n[tool.medgym]\nattacks = ["attacks/own.py"]\n', encoding="utf-8")
