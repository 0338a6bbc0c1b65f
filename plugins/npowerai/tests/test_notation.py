import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_plugin_npowerai.notation import bare, odds, spoken, trimmed, words
from medgym_plugin_npowerai.sampling import ALPHAS, GOALS

from .aloud import in_figures


@pytest.mark.parametrize(
    ("said", "written"),
    [
        (bare("0.05"), ".05"),
        (bare("1.32"), "1.32"),
        (trimmed("148.0"), "148"),
        (trimmed("0.70"), "0.7"),
        (trimmed("120"), "120"),
        (trimmed("mild. severe"), "mild. severe"),
        (spoken("0.025"), "point oh two five"),
        (spoken("1.30"), "one point three"),
        (spoken("2.00"), "two"),
        (odds(0.025), "1 in 40"),
        (odds(0.85), "17 in 20"),
        (words(12305), "twelve thousand three hundred and five"),
    ],
)
def test_a_number_keeps_its_value(said, written):
    assert said == written


def test_odds_are_exact():
    for chance in (*ALPHAS, *GOALS):
        part, whole = odds(chance).split(" in ")
        assert int(part) / int(whole) == pytest.approx(chance, rel=1e-12)


@given(st.integers(0, 99_999))
def test_a_number_in_words_is_read_back(number):
    assert in_figures(f"{words(number)} people") == f"{number} people"
