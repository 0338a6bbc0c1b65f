import numpy as np
import pytest

from medgym_ehr.synthetic import text

VALUES = np.array(["Urine", None], dtype=object)


@pytest.fixture
def texts():
    luck = np.linspace(0, 1, 20_000, endpoint=False)
    return np.array(text.untidily(VALUES, np.zeros(20_000, dtype=np.int64), luck).to_pylist(), dtype=object)


def test_a_small_share_of_texts_is_untidy(texts):
    assert (texts != "Urine").mean() == pytest.approx(text.UNTIDY, rel=0.15)


def test_untidy_texts_differ_in_case_and_blanks_alone(texts):
    assert set(texts) == {"Urine", "urine", "URINE", "Urine ", " Urine"}


def test_nothing_stays_nothing():
    index, luck = np.array([1, -1]), np.array([0.001, 0.001])
    assert text.untidily(VALUES, index, luck).to_pylist() == [None, None]


def test_without_leaves_its_argument_alone():
    assert text.without(np.array([True, False]), VALUES).tolist() == [None, None]
    assert VALUES[0] == "Urine"


def test_either_takes_one_text_or_the_other():
    assert text.either(np.array([True, False]), "a", VALUES).tolist() == ["a", None]
