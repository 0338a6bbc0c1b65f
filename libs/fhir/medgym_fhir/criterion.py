"""One ``parameter:modifier=value,value`` of a search as a condition on resources."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
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
    holds = _any(parameter, modifier, [choice for choice in split(value, ",") if choice], here)
    return (lambda entry: not holds(entry)) if modifier == "not" else holds


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


def _any(parameter: Parameter, modifier: str, choices: Sequence[str], here: Surroundings) -> Condition:
    """What holds of a resource that fits one of the choices, read once and not for each resource."""
    if parameter.kind == "date":
        return _date(parameter, map(plain, choices), here.now)
    if parameter.kind == "string":
        return _string(parameter, modifier, [plain(choice) for choice in choices])
    if parameter.kind == "token":
        return _text(parameter, choices) if modifier == "text" else _token(parameter, choices)
    if modifier == "identifier":
        return _token(Parameter("subject:identifier", "token", ("subject.identifier",)), choices)
    return _reference(parameter, modifier, map(plain, choices), here.bases)


def _token(parameter: Parameter, choices: Iterable[str]) -> Condition:
    wanted = set(map(_wanted, choices))

    def matches(token: Token) -> bool:
        code = token.code.casefold()
        forms = {(None, code), (token.system, code), (token.system, "")}
        return bool(code) and not wanted.isdisjoint(forms)

    return lambda entry: any(map(matches, parameter.values(entry)))


def _wanted(choice: str) -> tuple[str | None, str]:
    """The system, None for any, and the code, blank for any."""
    *system, code = (plain(part) for part in split(choice, "|"))
    if len(system) > 1:
        raise FhirError(400, f"{choice!r} is no token: code, system|code, |code or system|")
    return system[0] if system else None, code.casefold()


def _text(parameter: Parameter, choices: Iterable[str]) -> Condition:
    wanted = tuple(folded(plain(choice)) for choice in choices)
    return lambda entry: any(text and text.startswith(wanted) for text in _texts(parameter, entry))


def _string(parameter: Parameter, modifier: str, choices: Sequence[str]) -> Condition:
    if modifier == "exact":
        return lambda entry: not set(choices).isdisjoint(parameter.values(entry))
    wanted = tuple(map(folded, choices))
    if modifier == "contains":
        return lambda entry: any(part in text for text in _texts(parameter, entry) for part in wanted)
    return lambda entry: any(text.startswith(wanted) for text in _texts(parameter, entry))


def _texts(parameter: Parameter, entry: Entry) -> tuple[str, ...]:
    """Texts of tokens, or strings, as they are compared; folded once."""
    name = f"{parameter.name}:folded"
    if name not in entry.indexed:
        values = parameter.values(entry)
        texts = (value.text for value in values) if parameter.kind == "token" else values
        entry.indexed[name] = tuple(map(folded, texts))
    found: tuple[str, ...] = entry.indexed[name]
    return found


def _date(parameter: Parameter, choices: Iterable[str], now: Period) -> Condition:
    asked = [_asked(parameter, choice) for choice in choices]
    return lambda entry: any(
        PREFIXES[prefix](target, wanted, now)
        for target in parameter.values(entry)
        for prefix, wanted in asked
    )


def _asked(parameter: Parameter, choice: str) -> tuple[str, Period]:
    prefix, text = (choice[:2], choice[2:]) if choice[:2] in PREFIXES else ("eq", choice)
    try:
        # A plus sign that was not percent-encoded arrives as a blank.
        return prefix, period(re.sub(r" (\d\d:\d\d)$", r"+\1", text))
    except ValueError as error:
        known = ", ".join(PREFIXES)
        raise FhirError(400, f"{parameter.name}={choice}: {error}; prefixes: {known}") from None


def _reference(
    parameter: Parameter, modifier: str, choices: Iterable[str], bases: Collection[str]
) -> Condition:
    types = ("Patient",) if modifier or parameter.name == "patient" else TYPES
    wanted = [local(choice, bases) for choice in choices]
    targets = {each if "/" in each else f"{type_}/{each}" for each in wanted for type_ in types}
    return lambda entry: any(local(found, bases) in targets for found in parameter.values(entry))


def local(reference: str, bases: Collection[str]) -> str:
    """An absolute reference to the server itself as a relative one; others as they are."""
    for base in bases:
        if reference.startswith(base + "/"):
            return reference[len(base) + 1 :]
    return reference
