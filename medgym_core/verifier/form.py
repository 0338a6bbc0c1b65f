"""The form in which two values of one answer kind are compared.

Reading a value as its kind leaves three things, in the order in which its parts occur: a **key**,
compared exactly; **points**, compared within gold's tolerance or the answer's grain; and **bags**, compared
as multisets. Two values are equal when their keys are equal, each point is near gold's, and the bags pair
off. Whatever the kind, there is no other comparison.

What is accepted, by kind (everything else is refused, never coerced):

========  ==============================================================================================
number    a JSON number; never a boolean or a string; unless exact, also gold as rounded by
          ``medgym_core.verifier.rounding``
integer   a JSON integer, and ``42.0`` where the kind says so
boolean   ``true`` or ``false``, ``1`` or ``0``
text      a string; NFKC, whitespace runs collapsed, case folded unless the kind says otherwise
choice    a string that equals one of the options as texts do
date      ``YYYY-MM-DD``; also followed by midnight without zone, as pandas writes dates
datetime  ``YYYY-MM-DD HH:MM[:SS[.f]]`` with a blank or ``T``, followed by ``Z`` or an offset
          (``+02:00``, ``+0200``) where the kind is zoned, and by nothing where not; a bare date is
          its midnight; digits beyond microseconds are dropped
========  ==============================================================================================
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Iterable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import lru_cache, singledispatch
from typing import NamedTuple

from medgym_core.answer import (
    Boolean,
    Choice,
    Date,
    DateTime,
    Integer,
    Kind,
    ListOf,
    Number,
    Record,
    SetOf,
    Table,
    Text,
)
from medgym_core.verifier.fault import Fault, Refused
from medgym_core.verifier.parse import Exact, decimal
from medgym_core.verifier.rounding import grain
from medgym_core.verifier.table import rows

_DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_DATE = re.compile(rf"({_DAY})(?:[T ]00:00(?::00(?:\.0+)?)?)?")
_DATETIME = re.compile(
    rf"{_DAY}(?:[T ][0-9]{{2}}:[0-9]{{2}}(?::[0-9]{{2}}(?:\.[0-9]+)?)?(?:Z|[+-][0-9]{{2}}:?[0-9]{{2}})?)?"
)
_MICROSECOND = timedelta(microseconds=1)


class Point(NamedTuple):
    """A value on a line."""

    value: Decimal
    reach: Decimal
    """How far from it, as gold, an answer may lie."""
    grain: Decimal = Decimal(0)
    """How far from it, as an answer, gold may lie that was rounded to it."""


class Form(NamedTuple):
    """What is left of a value once it is read as its kind; hashable."""

    key: tuple[Hashable, ...]
    """Compared exactly. Scalars give one element each; lists, sets and tables begin with their length."""
    points: tuple[Point, ...] = ()
    """Compared within gold's reach or the answer's grain."""
    bags: tuple[tuple[Form, ...], ...] = ()
    """Compared as multisets."""


def form(kind: Kind, value: Exact) -> Form:
    """Read ``value`` as ``kind``; the decimal context must be exact.

    Raises:
        Refused: if it cannot be read so.
    """
    if value is None:
        if kind.nullable:
            return Form((None,))
        raise Refused(Fault.NULL_NOT_ALLOWED)
    return _form(kind, value)


@singledispatch
def _form(kind: Kind, value: Exact) -> Form:
    raise TypeError(f"no comparison for {type(kind).__name__}")


def _number(kind: Number, value: Exact) -> Form:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise Refused(Fault.WRONG_TYPE)
    number = Decimal(value)
    if kind.minimum is not None and number < decimal(kind.minimum):
        raise Refused(Fault.OUT_OF_RANGE)
    if kind.maximum is not None and number > decimal(kind.maximum):
        raise Refused(Fault.OUT_OF_RANGE)
    if kind.exact:
        return Form((number,))
    reach = max(decimal(kind.abs_tol), decimal(kind.rel_tol) * abs(number))
    return Form(("number",), (Point(number, reach, grain(value)),))


def _integer(kind: Integer, value: Exact) -> Form:
    if isinstance(value, Decimal) and kind.integral_float and value == value.to_integral_value():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refused(Fault.WRONG_TYPE)
    return Form((value,))


def _boolean(kind: Boolean, value: Exact) -> Form:
    if isinstance(value, int | Decimal) and value in (0, 1):
        return Form((bool(value),))
    raise Refused(Fault.WRONG_TYPE)


def _text(kind: Text, value: Exact) -> Form:
    return Form((_plain(_string(value), kind.casefold),))


def _choice(kind: Choice, value: Exact) -> Form:
    text = _plain(_string(value))
    if text not in _options(kind.options):
        raise Refused(Fault.NOT_IN_CHOICES)
    return Form((text,))


def _date(kind: Date, value: Exact) -> Form:
    match = _DATE.fullmatch(_string(value))
    if match is None:
        raise Refused(Fault.BAD_DATE)
    try:
        return Form((date.fromisoformat(match[1]),))
    except ValueError:
        raise Refused(Fault.BAD_DATE) from None


def _datetime(kind: DateTime, value: Exact) -> Form:
    text = _string(value)
    if _DATETIME.fullmatch(text) is None:
        raise Refused(Fault.BAD_DATE)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Refused(Fault.BAD_DATE) from None
    if (moment.tzinfo is not None) != kind.zoned:
        raise Refused(Fault.BAD_DATE)
    epoch = datetime(1970, 1, 1, tzinfo=moment.tzinfo and UTC)
    microseconds = (moment - epoch) // _MICROSECOND
    if not kind.tolerance_s:
        return Form((microseconds,))
    return Form(("datetime",), (Point(Decimal(microseconds), decimal(kind.tolerance_s) * 1_000_000),))


def _list(kind: ListOf, value: Exact) -> Form:
    if not isinstance(value, list):
        raise Refused(Fault.WRONG_TYPE)
    return _joined((len(value),), [form(kind.items, item) for item in value])


def _set(kind: SetOf, value: Exact) -> Form:
    if not isinstance(value, list):
        raise Refused(Fault.WRONG_TYPE)
    return Form((len(value),), bags=(tuple([form(kind.items, item) for item in value]),))


def _record(kind: Record, value: Exact) -> Form:
    if not isinstance(value, dict):
        raise Refused(Fault.WRONG_TYPE)
    if value.keys() != kind.fields.keys():
        raise Refused(Fault.WRONG_KEYS)
    return _joined((), [form(item, value[name]) for name, item in kind.fields.items()])


def _table(kind: Table, value: Exact) -> Form:
    kinds = [column.kind for column in kind.columns]
    forms = [_joined((), [form(*cell) for cell in zip(kinds, row, strict=True)]) for row in rows(kind, value)]
    if kind.ordered:
        return _joined((len(forms),), forms)
    return Form((len(forms),), bags=(tuple(forms),))


for _read in (_number, _integer, _boolean, _text, _choice, _date, _datetime, _list, _set, _record, _table):
    _form.register(_read)  # mutmut leaves functions with decorators alone


def _joined(head: tuple[Hashable, ...], parts: Iterable[Form]) -> Form:
    key, points, bags = list(head), list[Point](), list[tuple[Form, ...]]()
    for part in parts:
        key += part.key
        points += part.points
        bags += part.bags
    return Form(tuple(key), tuple(points), tuple(bags))


def _string(value: Exact) -> str:
    if not isinstance(value, str):
        raise Refused(Fault.WRONG_TYPE)
    return value


def _plain(text: str, casefold: bool = True) -> str:
    """NFKC with whitespace collapsed; normalised again after folding, as Unicode's caseless matching asks."""
    plain = " ".join(unicodedata.normalize("NFKC", text).split())
    return unicodedata.normalize("NFKC", plain.casefold()) if casefold else plain


@lru_cache(maxsize=1024)
def _options(options: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(_plain, options))
