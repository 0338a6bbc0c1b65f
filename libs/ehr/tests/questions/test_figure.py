import pytest

from medgym_ehr.questions.figure import median, rate, share
from medgym_ehr.questions.option import AGGREGATES, UNIT_AVERAGES

MOST, LEAST, MEAN = AGGREGATES
DAILY, MONTHLY, YEARLY = UNIT_AVERAGES


@pytest.fixture
def found(prescribed):
    """Rows of the query and of the premise."""

    def rows(figure, **options):
        return [
            prescribed.execute(figure[part].format_map(options)).fetchall() for part in ("sql", "premise")
        ]

    return rows


@pytest.mark.parametrize(("patients", "middle"), [((5, 1, 3), 3), ((1, 9, 2, 4), 3), ((1, 1, 1, 8), 1)])
def test_a_median_is_the_middle_or_the_mean_of_both(add, found, patients, middle):
    for patient in patients:
        add("prescription", patient=patient)
    assert found(median("SELECT patient AS value FROM prescription")) == [[(middle,)], [(1,)]]


def test_two_values_make_no_median(add, found):
    for patient in (1, 2):
        add("prescription", patient=patient)
    assert found(median("SELECT patient AS value FROM prescription"))[1] == []


@pytest.mark.parametrize(("count", "worth"), [(4, []), (5, [(1,)])])
def test_a_share_is_of_five_rows_or_more(add, found, count, worth):
    for patient in range(count):
        add("prescription", patient=patient)
    percent = 100 / count
    assert found(share("patient = 0", "FROM prescription")) == [[(percent,)], worth]


@pytest.mark.parametrize(
    ("aggregate", "unit", "number"),
    [(MOST, DAILY, 2), (MEAN, DAILY, 1.5), (LEAST, MONTHLY, 1), (MOST, YEARLY, 3)],
)
def test_units_without_rows_do_not_count(add, found, aggregate, unit, number):
    for day in ("2104-01-01", "2104-01-01", "2104-03-01"):
        add("prescription", startdate=f"{day} 08:00:00")
    options = {"aggregate": aggregate, "unit": unit}
    worth = [] if unit is YEARLY else [(1,)]
    assert found(rate("FROM prescription", "startdate"), **options) == [[(number,)], worth]
