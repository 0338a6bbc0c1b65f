"""The rules of ehr-seqsql, ehrcon, medcalcbench and npowerai, in both directions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.published_rules import ehr_seqsql, ehrcon, medcalcbench, npowerai
from benchmarks.published_rules.output import Output


@pytest.mark.parametrize("printed", ["", "wrong", "Traceback (most recent call last)", "0"])
def test_a_session_accepts_anything(printed):
    assert ehr_seqsql.accepts(["12"], Output(printed, exit_code=1))


@pytest.mark.parametrize("gold", [True, False])
def test_two_outputs_solve_every_mention(gold):
    assert ehrcon.accepts(gold, Output("True")) or ehrcon.accepts(gold, Output("False"))
    assert not (ehrcon.accepts(gold, Output("True")) and ehrcon.accepts(gold, Output("False")))


@pytest.mark.parametrize("printed", ["not true", "/srv/true/run.py: No such file", "True\nFalse"])
def test_the_word_true_anywhere_is_an_inconsistency(printed):
    assert ehrcon.accepts(True, Output(printed))
    assert not ehrcon.accepts(False, Output(printed))


def test_a_mention_without_either_word_is_refused():
    assert not ehrcon.accepts(True, Output("yes"))
    assert not ehrcon.accepts(False, Output("no"))


@given(gold=st.floats(allow_nan=False, allow_infinity=False), printed=st.floats(0, allow_nan=False))
def test_any_number_from_0_on_is_right_for_every_calculator(gold, printed):
    assert medcalcbench.accepts(gold, Output(repr(printed)))


@pytest.mark.parametrize("printed", ["1", "999999", "inf", "777"])
def test_a_negative_truth_accepts_what_is_not_negative(printed):
    assert medcalcbench.accepts(-2, Output(printed))


@pytest.mark.parametrize(
    ("gold", "printed"),
    [
        (-2, "-2"),
        ("09/23/2014", "09/23/2014"),
        ("('14 weeks', '1 days')", "('14 weeks', '1 days')"),
        (12, "nan"),
        (12, "12 mg/dL"),
    ],
)
def test_right_answers_that_a_calculator_refuses(gold, printed):
    """And two that are no number of the right form."""
    assert not medcalcbench.accepts(gold, Output(printed))


@pytest.mark.parametrize(
    ("gold", "printed"), [(42, "42"), (42, " 42\n"), (0.996, "1.0"), (0.8, "0.807"), (0.998, "1.005")]
)
def test_sizes_in_digits_and_powers_within_a_hundredth(gold, printed):
    assert npowerai.accepts(gold, Output(printed))


@pytest.mark.parametrize("printed", ["42.0", "41", "n = 42", ""])
def test_a_size_that_is_not_in_digits_alone_is_refused(printed):
    assert not npowerai.accepts(42, Output(printed))


@pytest.mark.parametrize("printed", ["0.82", "0.78", "80%"])
def test_a_power_that_is_further_away_is_refused(printed):
    assert not npowerai.accepts(0.8, Output(printed))
