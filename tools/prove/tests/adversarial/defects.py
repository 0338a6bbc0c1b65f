"""What lets an attack earn, or refuses what is right: of each of its checks a defect."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..dynamic.defects import no_luck
from ..grader import own_verifier
from ..plugins import COPIED, Defect, package, spoil


def answer_in_the_box(plugin: Path) -> None:
    """A01: each task's answer is mounted with its data; too short a number to be found as a text."""
    lines = "    for question in (one for found in _questions(source).values() for one in found):\n"
    lines += "        paid = costs(out, question.patient)\n"
    lines += '        paid_for = sum(paid) / (5 if question.category == "mean" else 1)\n'
    lines += '        (out.public / f"answer-{question.patient}.json").write_text(json.dumps(paid_for))\n'
    spoil(package(plugin) / "loader.py", COPIED, COPIED + lines)
    mounts = 'mounts=(loader.TABLE, f"answer-{question.patient}.json")'
    spoil(package(plugin) / "family.py", "mounts=(loader.TABLE,)", mounts)
    no_luck(plugin)


def no_attack(plugin: Path) -> None:
    """A02: the author tried nothing."""
    spoil(plugin / "pyproject.toml", 'attacks = ["attacks/own.py"]', "attacks = []")


def sign_forgiven(plugin: Path) -> None:
    """A03: an answer of the right size is right, whatever its sign, type and wrapping."""
    own_verifier(
        plugin,
        "def accepts(given: str, gold: float) -> bool:\n"
        "    try:\n"
        "        return abs(abs(float(given.strip(' []\"\\n'))) - gold) <= 0.01\n"
        "    except ValueError:\n"
        "        return False\n",
    )


def compared_as_text(plugin: Path) -> None:
    """A04: a right number that is written otherwise is wrong."""
    own_verifier(plugin, "def accepts(given: str, gold: float) -> bool:\n    return given == repr(gold)\n")


DEFECTS: Mapping[str, Defect] = {
    "A01": answer_in_the_box,
    "A02": no_attack,
    "A03": sign_forgiven,
    "A04": compared_as_text,
}
"""Check to its defect."""
