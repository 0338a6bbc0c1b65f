import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.errors import VerifierError
from medgym_core.verifier.fault import Refused
from medgym_core.verifier.parse import exact, parse

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
PIECES = [
    "{",
    "}",
    "[",
    "]",
    '"',
    "\\",
    "\\ud800",
    ":",
    ",",
    "1",
    "e999",
    "-",
    "NaN",
    "null",
    "\x00",
    "\ud800",
    " ",
]


@given(st.text() | st.binary() | st.lists(st.sampled_from(PIECES)).map("".join))
def test_is_total_on_text_and_bytes(text):
    try:
        value = parse(text)
    except Refused:
        return
    assert json.loads(text) is not None or value is None


@given(JSON)
def test_reads_what_the_standard_writer_writes(value):
    assert parse(json.dumps(value)) == exact(value)
    assert parse(json.dumps(value).encode()) == exact(value)


def test_fractions_stay_decimal():
    assert parse("[0.1, 1e3, 7]") == [Decimal("0.1"), Decimal(1000), 7]
    assert isinstance(parse("7"), int)


def test_the_cap_counts_bytes():
    assert parse('"é"', max_bytes=4) == "é"
    with pytest.raises(Refused, match="too_large"):
        parse('"é"', max_bytes=3)


@pytest.mark.parametrize(
    "text", ["[" * 60_000, '{"a":' * 12_000, '"' + '\\"' * 32_000, '\\"' * 32_000, '"\\' * 32_000]
)
def test_hostile_nesting_and_quoting_is_refused_at_once(text):
    with pytest.raises(Refused):
        parse(text)


def test_invalid_bytes_are_refused():
    with pytest.raises(Refused, match="bad_encoding"):
        parse(b'"\xff"')


@pytest.mark.parametrize("value", [float("nan"), [float("inf")], {"a": -float("inf")}])
def test_gold_must_be_finite(value):
    with pytest.raises(VerifierError, match="finite"):
        exact(value)
