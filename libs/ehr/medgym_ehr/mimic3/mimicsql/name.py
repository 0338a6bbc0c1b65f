"""Names of patients: the user's file of invented names, or names made of the patients' numbers."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from itertools import product
from pathlib import Path

from medgym_core import DataError
from medgym_raw import base_name, files, open_text

FILE = "id2name.csv"
"""MIMICSQL's names, SUBJECT_ID and NAME a line, without a header; may lie among the raw files."""

_SYLLABLES = tuple(
    consonant + vowel
    for consonant, vowel in product(
        ["b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z"], "aeiou"
    )
)


def made_name(subject: int) -> str:
    """A name that is plainly synthetic, and no other patient's: ``Synthetic`` and the number in syllables.

    Digits to base 70, most significant first, at least three: b d f g k l m n p r s t v z, each followed by
    a e i o u, are 0 to 69.
    """
    digits: list[str] = []
    while subject or len(digits) < 3:
        subject, digit = divmod(subject, len(_SYLLABLES))
        digits.insert(0, _SYLLABLES[digit])
    return f"Synthetic {''.join(digits).capitalize()}"


def names(folder: Path, subjects: Iterable[int]) -> list[str]:
    """The name of each of ``subjects``: of ``id2name.csv`` if it lies in or below ``folder``, else made.

    Raises:
        DataError: if that file is malformed, or lacks one of them.
    """
    path = next((path for path in files(folder) if base_name(path) == FILE), None)
    if path is None:
        return [made_name(subject) for subject in subjects]
    known = _read(path)
    listed = list(subjects)
    if missing := [subject for subject in listed if subject not in known]:
        raise DataError(
            f"{path} has no name for {len(missing)} patients, such as {missing[0]}; complete it, or remove "
            "it to have names made"
        )
    return [known[subject] for subject in listed]


def _read(path: Path) -> dict[int, str]:
    known: dict[int, str] = {}
    with open_text(path) as stream:
        for line, fields in enumerate(csv.reader(stream), start=1):
            if len(fields) < 2 or not fields[0].strip().isdecimal() or not fields[1].strip():
                raise DataError(f"{path}, line {line}: not SUBJECT_ID and NAME; fix it, or remove the file")
            known[int(fields[0])] = fields[1].strip()
    return known
