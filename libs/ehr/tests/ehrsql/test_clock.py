import numpy as np
import pytest

from medgym_ehr.draws import uniforms
from medgym_ehr.ehrsql.clock import NOW, first_years, until_now


def test_years_are_drawn_with_weights_one_to_six():
    years, counts = np.unique(first_years(np.arange(210_000)), return_counts=True)
    assert years.tolist() == [2100, 2101, 2102, 2103, 2104, 2105]
    np.testing.assert_allclose(counts, 10_000 * np.arange(1, 7), rtol=0.05)


def test_the_year_is_the_readme_s():
    for patient in range(200):
        u = uniforms(np.array([patient]), "year")[0]
        passed = [weight for weight in (1, 3, 6, 10, 15, 21) if weight / 21 <= u]
        assert first_years(np.array([patient])) == [2100 + len(passed)]


@pytest.mark.parametrize(
    ("time", "known"), [("2105-12-31T23:59:00", True), ("2105-12-31T23:59:01", False), ("NaT", False)]
)
def test_nothing_later_than_now_is_known(time, known):
    times = until_now(np.array([time], "datetime64[s]"))
    assert np.isnat(times[0]) != known


def test_now_is_text_as_the_questions_have_it():
    assert str(NOW).replace("T", " ") == "2105-12-31 23:59:00"
