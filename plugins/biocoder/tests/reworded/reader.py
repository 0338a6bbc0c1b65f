"""A second reader of descriptions: finds which facts of a problem a text states, in whatever words.

It knows neither the voices nor how texts are put together: it corrects spelling by the words that it knows,
writes number words in figures, and looks for each fact of ``facts.toml``.
"""

import re
import tomllib
from difflib import get_close_matches
from functools import cache
from pathlib import Path

FIGURES = {
    **{
        "zero": "0",
        "two": "2",
        "three": "3",
        "four": "4",
        "five": "5",
        "six": "6",
        "seven": "7",
        "eight": "8",
    },
    **{"nine": "9", "ten": "10", "twelve": "12", "twenty": "20", "fifty": "50", "sixty-four": "64"},
    **{"eighty": "80"},
}
TYPED = {"biggest", "char", "dont", "plz"}
"""Words that people type and no other text has."""
WAYS = {
    "min": r"(>= ?{n}|at least {n}|{n} (reads )?or (more|better|higher)|not less than {n})",
    "max": r"(<= ?{n}|at most {n}|up to {n}|(no|not) more than {n}|max(imum)? {n}|{n} or (fewer|less))",
    "below": r"(< ?{n}|(below|under|beneath) {n}|(less|fewer|smaller|lower) than {n})",
    "over": r"(> ?{n}|(over|above) {n}|(more|greater) than {n}|exceed(s|ing)? {n}|exceeds {n})",
}
"""Ways to state a limit."""


@cache
def facts(problem):
    """Name of each fact of a problem to its pattern."""
    text = Path(__file__).with_name("facts.toml").read_text(encoding="utf-8")
    return {name: _pattern(fact) for name, fact in tomllib.loads(text)[problem].items()}


def _pattern(fact):
    def limit(found):
        way, number = found.groups()
        return WAYS[way].replace("{n}", re.escape(number) + r"(?![\d]|\.\d)")

    return re.compile(re.sub(r"\{(min|max|below|over) ([\d.]+)\}", limit, fact))


def plain(text, known):
    """A text without case, with known words in place of misspelt ones and number words in figures."""
    words = re.split(r"([a-z]+(?:-four)?)", " ".join(text.casefold().split()))
    text = "".join(_known(word, known) if word.isalpha() else word for word in words)
    for word, figure in FIGURES.items():
        text = re.sub(rf"(?<![\w-]){word}(?![\w])(?!-four)", figure, text)
    return re.sub(r" ?(%|percent\b)", "%", text)


@cache
def _known(word, known):
    """The word, or the known one of the same letters, or the most alike."""
    if len(word) < 3 or word in known | TYPED:
        return word
    swapped = (one for one in sorted(known) if sorted(one) == sorted(word) and one[0] == word[0])
    alike = get_close_matches(word, sorted(known | TYPED), 1, 0.7) if len(word) > 3 else []
    return next(swapped, alike[0] if alike else word)


def missing(problem, text, known):
    """Facts of a problem that a text does not state."""
    told = plain(text, known)
    return {name for name, pattern in facts(problem).items() if not pattern.search(told)}


def words(text):
    """The words of a text."""
    return set(re.findall(r"[a-z]+", text.casefold()))
