"""Numbers that are written as they are read aloud, turned into figures."""

import re

UNITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
TEENS = ("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
DECADES = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
ONES = {word: value for value, word in enumerate((*UNITS, *TEENS))}
TENS = {word: 10 * value for value, word in enumerate(DECADES, 2)}
SMALL = rf"(?:(?:{'|'.join(TENS)})(?:-(?:{'|'.join(ONES)}))?|{'|'.join(sorted(ONES, key=len, reverse=True))})"
HUNDREDS = rf"(?:{SMALL} hundred(?: and {SMALL})?)"
SPOKEN = rf"(?:(?:{HUNDREDS}|{SMALL}) thousand(?: and {SMALL}| {HUNDREDS})?|{HUNDREDS}|{SMALL})"
LISTED = re.compile(rf"\b{SPOKEN}(?:(?:, | and ){SPOKEN})*(?= (?:percent|people|pairs))")
DIGIT = "|".join(("oh", *list(ONES)[:10]))
DECIMAL = re.compile(rf"\b(?:({'|'.join(ONES)}) )?point((?: (?:{DIGIT}))+)\b")


def in_figures(text: str) -> str:
    """The text with spoken decimals, and with spoken numbers of people, pairs and percent, in figures."""
    text = DECIMAL.sub(_decimal, text)
    return LISTED.sub(lambda found: re.sub(SPOKEN, lambda one: str(_value(one[0])), found[0]), text)


def _decimal(found: re.Match[str]) -> str:
    digits = "".join("0" if word == "oh" else str(ONES[word]) for word in found[2].split())
    return f"{ONES[found[1]] if found[1] else 0}.{digits}"


def _value(words: str) -> int:
    total = group = 0
    for word in words.replace("-", " ").split():
        if word == "thousand":
            total, group = 1000 * group, 0
        elif word == "hundred":
            group *= 100
        elif word != "and":
            group += ONES[word] if word in ONES else TENS[word]
    return total + group
