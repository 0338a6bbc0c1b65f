"""Problems of the test as people describe them: the split ``reworded``. Code, examples and gold stay.

``reworded.toml`` holds for each problem its first task of the test, and one description for each voice.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from medgym_plugin_biocoder.cell import Cell
from medgym_plugin_biocoder.hidden import Case
from medgym_plugin_biocoder.problems.protein.fragment_ions_solution import MASSES
from medgym_plugin_biocoder.question import code, form, shown
from medgym_plugin_biocoder.source import Variant

SPLIT = "reworded"
NOTICE = "The task is put as people put it: terms may be abbreviated or misspelt."
"""What the prompt of a reworded task says."""
VOICES: Mapping[str, Mapping[Variant, str]] = {
    "terse": {
        "function": "-> submission.py, def as below.",
        "method": "-> submission.py, just the method missing from the class.",
        "helper": "-> submission.py, just the function missing from the code.",
    },
    "bioinformatician": {
        "function": "Drop a module submission.py with this def, imports are up to you.",
        "method": "Only the class's missing method goes into submission.py, I paste it in.",
        "helper": "Only the missing def goes into submission.py, I paste it into the code.",
    },
    "biologist": {
        "function": "Put the function into a file submission.py, it looks like this:",
        "method": "The class lacks this method, put it alone into a file submission.py:",
        "helper": "The program lacks this function, put it alone into a file submission.py:",
    },
    "student": {
        "function": "We hand in submission.py which has to have this function:",
        "method": "We hand in submission.py, and in it only the method that the class is missing:",
        "helper": "We hand in submission.py, and in it only the function that the code is missing:",
    },
    "reviewer": {
        "function": "The code should accompany the paper as submission.py, defining:",
        "method": "The absent method of the class, by itself, should accompany the paper as submission.py:",
        "helper": "The absent function of the code, by itself, should accompany the paper as submission.py:",
    },
    "misspelt": {
        "function": "wirte it in submission.py as a fucntion like tihs",
        "method": "wirte only the misssing method of the class in submission.py",
        "helper": "wirte only the misssing fucntion of the code in submission.py",
    },
    "spoken": {
        "function": "It's a function, this one, and it goes in submission.py.",
        "method": "The class is short of one method, this one, and that's all that goes in submission.py.",
        "helper": "The code's short of one function, this one, and that's all that goes in submission.py.",
    },
    "formal": {
        "function": "The function is to be submitted in submission.py, and is declared as follows.",
        "method": "Solely the method wanting in the class is to be submitted in submission.py.",
        "helper": "Solely the function wanting in the code is to be submitted in submission.py.",
    },
}
"""Name of a voice to how it says, for each variant, what submission.py is to hold."""
REQUIRED_FORM = "What goes in and comes out:"


@cache
def wordings() -> Mapping[str, Mapping[str, Any]]:
    """Problem to its ``task`` of the test, the ``parameters`` of that and a description by each voice."""
    return tomllib.loads(Path(__file__).with_name("reworded.toml").read_text(encoding="utf-8"))


def plan(tested: int) -> list[tuple[int, str, str]]:
    """Task of the test, problem and voice of each reworded task of a build with so many tasks of the test."""
    asked = [(told["task"], name) for name, told in wordings().items() if told["task"] < tested]
    return [(task, name, voice) for voice in VOICES for task, name in sorted(asked)]


def described(problem: str, voice: str) -> str:
    """A problem as a voice describes it."""
    masses = ", ".join(f"{residue} {mass}" for residue, mass in MASSES.items())
    return str(wordings()[problem][voice]).replace("{masses}", masses)


def put(cell: Cell, examples: Sequence[Case], voice: str) -> str:
    """A task of the test as a voice puts it; code, the form of the result and examples are the test's."""
    parts = [described(cell.problem.name, voice), f"{VOICES[voice][cell.variant]}\n\n{code(cell)}"]
    parts.append(f"{REQUIRED_FORM} {form(cell)}")
    return "\n\n".join([*parts, *shown(cell, examples)])
