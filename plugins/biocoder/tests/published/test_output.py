import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_plugin_biocoder.published.output import same

TEXTS = st.text(alphabet="ab.-+eE01 9\n[](),:", max_size=40)


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("mean 0.30000000000000004\n", "mean 0.3"),
        ("[1.  2.]", "[1. 2.]"),
        ("1.0", "1"),
        ("-0.0", "0.0"),
        ("3e-5", "0.00003"),
        ("+2", "2"),
        ("nan inf", "nan inf"),
        ("5 reads.", "5 reads."),
    ],
)
def test_the_same_but_for_form(printed, expected):
    assert same(printed, expected)
    assert same(expected, printed)


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("", "1"),
        ("1 2", "1 2 3"),
        ("0.30001", "0.3"),
        ("1000001", "1000000"),
        ("True", "False"),
        ("chr1", "chr2"),
        ("12e4ab9", "12e5ab9"),
        ("1.2.3", "1.2.30"),
        ("nan", "0.0"),
        ("1e999", "1e998"),
        ("1e-5", "2e-5"),
        ("a b", "ab"),
    ],
)
def test_another_output(printed, expected):
    assert not same(printed, expected)
    assert not same(expected, printed)


@given(TEXTS)
def test_every_text_is_the_same_as_itself(text):
    assert same(text, text)


@given(TEXTS, TEXTS)
def test_either_order_says_the_same(one, other):
    assert same(one, other) == same(other, one)


@given(st.floats(min_value=1e-6, max_value=1e9))
def test_numbers_have_a_relative_tolerance(number):
    assert same(repr(number * (1 + 1e-9)), repr(float(number)))
    assert not same(repr(number * 1.001), repr(float(number)))


def test_long_outputs_take_no_long():
    for text in ("1" * 300_000 + "x", "1." * 150_000, "1e" * 150_000):
        assert same(text, text)
