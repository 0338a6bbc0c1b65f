"""Rounded numbers: an answer is right when gold, rounded to as many digits as the answer has, is the answer.

An answer has the fewest digits, but at least two decimals and three significant digits, that express its
value: 12.3 stands for 12.30, 0.05 for 0.0500, 1234.5 for 1234.50. So gold lies at most 0.005, and at most
0.5 % of the answer, away from it, and only from an answer that has few digits: an unrounded one gains
nothing. A tie may go either way. Zero has no significant digits, and a whole number written without a point
no decimals.

A number of single precision is gold rounded to 24 binary digits, as ``numpy.float32`` is; of such, less than
half a unit is ever lost.
"""

from __future__ import annotations

import math
import struct
from decimal import Decimal

DECIMALS = 2
"""Least decimals of a rounded number."""
SIGNIFICANT = 3
"""Least significant digits of a rounded number."""
_NOISE = Decimal("1.000001")
"""What binary arithmetic may add to half a unit: 3.1249999999999996 is 3.125, which rounds to 3.13 too."""
_SINGLE_BITS = 24
_LARGEST_LOSS = Decimal("0.49")


def grain(number: int | Decimal) -> Decimal:
    """How far gold may lie from a submitted number and still round to it.

    The decimal context must be exact.
    """
    if not isinstance(number, Decimal) or not number:
        return Decimal(0)
    last = min(_last_place(number), -DECIMALS, number.adjusted() + 1 - SIGNIFICANT)
    half = Decimal(5).scaleb(last - 1) * _NOISE
    return max(half, min(_half_of_single(number), _LARGEST_LOSS)) if _is_single(number) else half


def _last_place(number: Decimal) -> int:
    """Exponent of the last digit that is not zero."""
    return int(number.normalize().as_tuple().exponent)


def _half_of_single(number: Decimal) -> Decimal:
    """Half of the distance to the next number of single precision."""
    return Decimal(2) ** (math.frexp(float(number))[1] - _SINGLE_BITS - 1)


def _is_single(number: Decimal) -> bool:
    try:
        (single,) = struct.unpack("f", struct.pack("f", float(number)))
    except OverflowError:
        return False
    return number in (Decimal(repr(single)), Decimal(single))
