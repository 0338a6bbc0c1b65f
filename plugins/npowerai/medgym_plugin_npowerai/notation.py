"""Numbers in other notations, of the same value to the last digit."""

from __future__ import annotations

from fractions import Fraction

_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def bare(decimal: str) -> str:
    """``.05`` of ``0.05``; what is 1 or more stays."""
    return decimal.removeprefix("0") if decimal.startswith("0.") else decimal


def trimmed(text: str) -> str:
    """A decimal without zeros at its end (``148`` of ``148.0``); any other text as it is."""
    whole, point, digits = text.partition(".")
    if not (point and whole.isdigit() and digits.isdigit()):
        return text
    return f"{whole}.{digits}".rstrip("0").rstrip(".")


def spoken(decimal: str) -> str:
    """``point oh five`` of ``0.05``, ``one point three two`` of ``1.32``."""
    whole, point, digits = trimmed(decimal).partition(".")
    named = ["oh" if digit == "0" else _ONES[int(digit)] for digit in digits]
    before = [words(int(whole))] if int(whole) else []
    return " ".join([*before, *(["point", *named] if point else [])])


def odds(chance: float) -> str:
    """``1 in 20`` of 0.05."""
    share = Fraction(chance).limit_denominator(1000)
    return f"{share.numerator} in {share.denominator}"


def words(number: int) -> str:
    """A whole number under a million as it is read aloud."""
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")
    size, name = (1000, "thousand") if number >= 1000 else (100, "hundred")
    much, rest = divmod(number, size)
    joint = " and " if rest < 100 else " "
    return f"{words(much)} {name}" + (f"{joint}{words(rest)}" if rest else "")
