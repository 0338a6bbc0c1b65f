from datetime import UTC, datetime

import pytest

from medgym_plugin_ehrshot.labelling import LABELLERS, labels_of
from medgym_plugin_ehrshot.record import DAY, Record, Report, Result, Stay
from medgym_plugin_ehrshot.target import TARGETS


def at(text):
    return int(datetime.fromisoformat(f"2015-{text}").replace(tzinfo=UTC).timestamp())


def record(stays=(), **more):
    found = [Stay(at(start), at(end)) for start, end in stays]
    return Record(first=at("01-01 00:00"), last=at("12-31 00:00"), stays=found, **more)


def labels(target, given):
    return [
        (datetime.fromtimestamp(t, UTC).strftime("%m-%d %H:%M:%S"), v) for t, v in labels_of(target, given)
    ]


def test_every_target_has_a_labeller():
    assert sorted(LABELLERS) == sorted(TARGETS)


def test_a_stay_is_long_from_seven_days_on_and_predicted_on_the_evening_of_admission():
    stays = [("02-01 10:00", "02-08 10:00"), ("03-01 10:00", "03-08 09:59"), ("04-01 01:00", "04-01 23:00")]
    assert labels("guo_los", record(stays)) == [("02-01 23:59:00", 1), ("03-01 23:59:00", 0)]


@pytest.mark.parametrize(
    ("again", "value"),
    [("02-03 23:58", 0), ("02-04 00:00", 0), ("02-04 00:01", 1), ("03-05 23:59", 1), ("03-06 00:00", 0)],
)
def test_a_readmission_counts_from_one_minute_to_thirty_days_after_the_evening_of_discharge(again, value):
    stays = [("02-01 10:00", "02-03 09:00"), (again, "03-20 10:00")]
    assert ("02-03 23:59:00", value) in labels("guo_readmission", record(stays))


def test_a_discharge_on_a_day_on_which_an_earlier_stay_began_is_left_out():
    stays = [("02-01 08:00", "02-01 09:00"), ("02-01 12:00", "02-01 13:00")]
    assert labels("guo_readmission", record(stays)) == [("02-01 23:59:00", 0)]


def test_a_record_that_ends_within_thirty_days_tells_nothing_of_readmissions_but_that_there_was_one():
    stays = [("02-01 10:00", "02-03 09:00"), ("02-10 10:00", "02-12 10:00")]
    given = Record(first=0, last=at("02-12 10:00"), stays=[Stay(at(a), at(b)) for a, b in stays])
    assert labels("guo_readmission", given) == [("02-03 23:59:00", 1)]


def test_intensive_care_counts_from_the_evening_of_admission_to_discharge():
    stays = [("02-01 10:00", "02-05 09:00")]
    for time, value in (("02-02 00:00", 1), ("02-05 09:00", 1), ("02-05 09:01", 0), ("01-31 23:59", 0)):
        assert labels("guo_icu", record(stays, intensive=[at(time)])) == [("02-01 23:59:00", value)]
    assert labels("guo_icu", record(stays, intensive=[at("02-01 23:59")])) == []
    assert labels("guo_icu", record([("02-01 10:00", "02-01 20:00")])) == []


def test_a_new_diagnosis_counts_from_one_day_to_a_year_and_ends_the_questions():
    stays = [("02-01 10:00", "02-03 09:00"), ("05-01 10:00", "05-03 09:00"), ("07-01 10:00", "07-03 09:00")]
    known = {"new_lupus": [at("05-20 10:00"), at("06-20 10:00")]}
    found = labels("new_lupus", record(stays, diagnoses=known))
    assert found == [("02-03 23:59:00", 1), ("05-03 23:59:00", 1)]
    assert [value for _, value in labels("new_celiac", record(stays, diagnoses=known))] == [0, 0, 0]


@pytest.mark.parametrize(("seconds", "value"), [(DAY - 1, 0), (DAY, 1), (365 * DAY, 1), (365 * DAY + 1, 0)])
def test_the_year_begins_a_day_after_the_evening_of_discharge(seconds, value):
    evening = at("02-03 23:59") + 59
    given = record([("02-01 10:00", "02-03 09:00")], diagnoses={"new_acutemi": [evening + seconds]})
    assert labels("new_acutemi", given) == [("02-03 23:59:00", value)]


def test_a_record_that_ends_early_counts_as_having_no_diagnosis():
    given = Record(first=0, last=at("02-10 00:00"), stays=[Stay(at("02-01 10:00"), at("02-03 09:00"))])
    assert labels("new_pancan", given) == [("02-03 23:59:00", 0)]


def test_results_are_predicted_a_minute_earlier_one_row_each_and_never_at_the_first_event():
    times = (at("01-01 00:00"), at("03-01 08:30") + 30, at("03-01 08:30") + 30)
    given = [Result(time, value, "") for time, value in zip(times, ("10", "90", "160"), strict=True)]
    found = labels("lab_thrombocytopenia", record(results={"lab_thrombocytopenia": given}))
    assert found == [("03-01 08:29:00", 0), ("03-01 08:29:00", 2)]


def test_radiographs_are_predicted_a_day_earlier_and_only_after_the_first_event():
    reports = [Report(at("01-02 00:00"), 1), Report(at("01-02 00:01"), 8192), Report(at("06-01 12:00"), 5)]
    assert labels("chexpert", record(reports=reports)) == [("01-01 00:01:00", 8192), ("05-31 12:00:00", 5)]
