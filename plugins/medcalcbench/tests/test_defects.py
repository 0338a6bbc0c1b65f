"""The defects of the reference implementation that grading must not repeat, one test each."""

from datetime import date

import pytest

from medgym_core.env.prompt import task_text
from medgym_plugin_medcalcbench import loader, store
from medgym_plugin_medcalcbench.calculators import BY_KEY, CALCULATORS
from medgym_plugin_medcalcbench.oracle import written

from .published import release

NUMBER = BY_KEY["friedewald"].answer
POINTS = BY_KEY["heart_score"].answer
DATE = BY_KEY["due_date"].answer
WEEKS = BY_KEY["gestational_age"].answer
DUE = written(date(2014, 9, 23))
AGE = {"weeks": 14, "days": 1}


@pytest.mark.parametrize("text", ["1", "999999", "1e308", "106.1", "94.9", "-100", "0", "Infinity", "NaN"])
def test_1_a_tolerance_is_a_band_not_one_side_of_it(passes, text):
    """There, every non-negative truth accepted 1, 999999 and infinity."""
    assert passes(NUMBER, "105", 100.0)
    assert passes(NUMBER, "95", 100.0)
    assert not passes(NUMBER, text, 100.0)


@pytest.mark.parametrize("wrong", ["777", "2", "-2.2", "-1.8", "0"])
def test_2_a_negative_answer_is_accepted_and_a_wrong_one_is_not(passes, wrong):
    """There, -2 failed where -2 was right, and 777 passed."""
    assert all(passes(NUMBER, right, -2.0) for right in ("-2", "-2.0", "-2.1", "-1.9"))
    assert not passes(NUMBER, wrong, -2.0)


def test_3_dates_and_weeks_can_be_right(passes):
    """There, a date was read as a float, so 60 tasks could not be solved."""
    assert passes(DATE, '"2014-09-23"', DUE)
    assert passes(WEEKS, '{"weeks": 14, "days": 1}', AGE)


@pytest.mark.parametrize("wrong", ['"2014-09-24"', '"09/23/2014"', '"2014-23-09"', "20140923", "1", "null"])
def test_3_a_wrong_date_is_refused(passes, wrong):
    assert not passes(DATE, wrong, DUE)


@pytest.mark.parametrize(
    "wrong",
    [
        '{"weeks": 14, "days": 2}',
        '{"weeks": 1, "days": 14}',
        '{"weeks": 14}',
        "99",
        "14.1",
        '"99"',
        "[14, 1]",
    ],
)
def test_3_wrong_weeks_and_days_are_refused(passes, wrong):
    assert not passes(WEEKS, wrong, AGE)


@pytest.mark.parametrize("wrong", ["19", "21", "20.4", "20.9", "1", "-20", "true", '"20"', "null", "NaN"])
def test_4_points_are_exact(passes, wrong):
    """There, scores had the band of decimals too."""
    assert passes(POINTS, "20", 20)
    assert passes(POINTS, "20.0", 20)
    assert not passes(POINTS, wrong, 20)


@pytest.mark.parametrize("zero", ["0", "0.0", "-1.4e-14", "1e-7", "-0.0"])
def test_4_rounding_errors_pass_where_the_answer_is_zero(passes, zero):
    """There, a band of no width refused what floating point gives for 0."""
    assert passes(NUMBER, zero, 0.0)


@pytest.mark.parametrize("wrong", ["0.001", "-0.001", "1", "NaN", "-Infinity"])
def test_4_nothing_else_passes_where_the_answer_is_zero(passes, wrong):
    assert not passes(NUMBER, wrong, 0.0)
    assert not passes(POINTS, wrong, 0)


def test_5_the_note_and_the_hint_are_shown(family, build):
    """There, the agent never saw the patient's note."""
    for index in range(55):
        task, entry = family.task(build, "test", index), store.entry(build, "test", index)
        shown = task_text(task, task.limits)
        assert entry.note in shown
        assert entry.note in task.turns[0].question
        assert CALCULATORS[entry.calculator].variant in shown


def test_6_gold_is_recomputed_and_never_a_label(family, build, users, tmp_path):
    """There, a fifth of the labels were wrong."""
    for index in range(55):
        task = family.task(build, "test", index)
        computed = CALCULATORS[task.metadata["calculator"]].compute(loader.inputs(build, "test", index))
        assert family.gold(build, task).turns[0] == written(computed)
    entities = {"Systolic Blood Pressure": [120, "mm Hg"], "Diastolic Blood Pressure": [80, "mm Hg"]}
    built = users(release.write_csv(tmp_path / "test.csv", [release.row(5, entities, "93.333")]))
    assert family.gold(built, family.task(built, "published-test", 0)).turns[0] == 280 / 3


def test_7_no_answer_lies_where_a_terminal_reaches(family, build):
    """There, a terminal ran in the container that held the answers."""
    for split in ("train", "test"):
        task = family.task(build, split, 0)
        assert "terminal" in task.actions
        assert task.mounts == ()
        assert task.database is None
    assert not any(path.name.startswith("entities") for path in build.public.iterdir())


def test_8_a_task_takes_one_answer(family, build):
    """There, fifteen tries were each answered with whether they were right."""
    assert len(family.task(build, "test", 0).turns) == 1
