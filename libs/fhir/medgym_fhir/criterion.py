"""One ``parameter:modifier=value,value`` of a search as a condition on resources."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection
from dataclasses import dataclass

from medgym_fhir.outcome import FhirError
from medgym_fhir.parameter import Parameter, Token
from medgym_fhir.period import PREFIXES, Period, period
from medgym_fhir.resource import TYPES, Entry

MODIFIERS = {
    "token": ("missing", "not", "text"),
    "reference": ("missing", "identifier", "Patient"),
    "date": ("missing",),
    "string": ("missing", "exact", "contains"),
}
"""The modifiers of each kind of parameter."""

Condition = Callable[[Entry], bool]


@dataclass(frozen=True)
class Surroundings:
    """What the meaning of a search depends on besides its parameters."""

    now: Period
    """The server's time."""
    bases: Collection[str]
    """Base URLs that are the server's own; absolute references to them are local."""


def condition(parameter: Parameter, modifier: str, value: str, here: Surroundings) -> Condition:
    """What a resource must satisfy; commas in ``value`` are alternatives.

    Raises:
        FhirError: 400 where modifier or value make no sense for the parameter.
    """
    if modifier and modifier not in MODIFIERS[parameter.kind]:
        known = ", ".join(f":{name}" for name in MODIFIERS[parameter.kind])
        raise FhirError(400, f"{parameter.name} does not know the modifier :{modifier}; it knows {known}")
    if modifier == "missing":
        if value not in ("true", "false"):
            raise FhirError(400, f"{parameter.name}:missing is true or false, not {value!r}")
        return lambda entry: (value == "true") == (not parameter.values(entry))
    tests = [_test(parameter, modifier, choice, here) for choice in split(value, ",") if choice]
    if modifier == "not":
        return lambda entry: not any(test(entry) for test in tests)
    return lambda entry: any(test(entry) for test in tests)


def split(text: str, mark: str) -> list[str]:
    """Split at a mark that no backslash escapes."""
    found = re.sub(rf"\\.|{re.escape(mark)}", lambda m: "\0" if m[0] == mark else m[0], text, flags=re.DOTALL)
    return found.split("\0")


def plain(text: str) -> str:
    r"""Resolve the escapes ``\,`` ``\|`` ``\$`` ``\\``."""
    return re.sub(r"\\([,|$\\])", r"\1", text)


def folded(text: str) -> str:
    """A string as it is compared: without case, accents, punctuation and superfluous blanks."""
    letters = unicodedata.normalize("NFKD", text)
    kept = "".join(c for c in letters if unicodedata.category(c)[0] != "P" and not unicodedata.combining(c))
    return " ".join(kept.casefold().split())


def _test(parameter: Parameter, modifier: str, value: str, here: Surroundings) -> Condition:
    if parameter.kind == "date":
        return _date(parameter, plain(value), here.now)
    if parameter.kind == "string":
        return _string(parameter, modifier, plain(value))
    if parameter.kind == "token":
        return _text(parameter, value) if modifier == "text" else _token(parameter, value)
    if modifier == "identifier":
        return _token(Parameter("subject:identifier", "token", ("subject.identifier",)), value)
    return _reference(parameter, modifier, plain(value), here.bases)


def _token(parameter: Parameter, value: str) -> Condition:
    *system, code = (plain(part) for part in split(value, "|"))
    if len(system) > 1:
        raise FhirError(400, f"{value!r} is no token: code, system|code, |code or system|")
    wanted = code.casefold()

    def matches(token: Token) -> bool:
        if system and token.system != system[0]:
            return False
        return token.code.casefold() == wanted if code else bool(token.code and system)

    return lambda entry: any(map(matches, parameter.values(entry)))


def _text(parameter: Parameter, value: str) -> Condition:
    wanted = folded(plain(value))
    return lambda entry: any(
        token.text and folded(token.text).startswith(wanted) for token in parameter.values(entry)
    )


def _string(parameter: Parameter, modifier: str, value: str) -> Condition:
    if modifier == "exact":
        return lambda entry: value in parameter.values(entry)
    wanted = folded(value)
    if modifier == "contains":
        return lambda entry: any(wanted in folded(text) for text in parameter.values(entry))
    return lambda entry: any(folded(text).startswith(wanted) for text in parameter.values(entry))


def _date(parameter: Parameter, value: str, now: Period) -> Condition:
    prefix, text = (value[:2], value[2:]) if value[:2] in PREFIXES else ("eq", value)
    try:
        # A plus sign that was not percent-encoded arrives as a blank.
        asked = period(re.sub(r" (\d\d:\d\d)$", r"+\1", text))
    except ValueError as error:
        known = ", ".join(PREFIXES)
        raise FhirError(400, f"{parameter.name}={value}: {error}; prefixes: {known}") from None
    holds = PREFIXES[prefix]
    return lambda entry: any(holds(target, asked, now) for target in parameter.values(entry))


def _reference(parameter: Parameter, modifier: str, value: str, bases: Collection[str]) -> Condition:
    wanted = local(value, bases)
    if "/" not in wanted:
        types = ("Patient",) if modifier or parameter.name == "patient" else TYPES
        targets = {f"{type_}/{wanted}" for type_ in types}
    else:
        targets = {wanted}
    return lambda entry: any(local(found, bases) in targets for found in parameter.values(entry))


def local(reference: str, bases: Collection[str]) -> str:
    """An absolute reference to the server itself as a relative one; others as they are."""
    for base in bases:
        if reference.startswith(base + "/"):
            return reference[len(base) + 1 :]
    return reference
