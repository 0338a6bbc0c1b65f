"""What boxes of held-out targets hold."""

from datetime import datetime, timedelta

import pytest
from pyarrow import parquet

from medgym_plugin_ehrshot.course import evenings, known_at, shown
from medgym_plugin_ehrshot.record import DAY, Record, Result, Stay
from medgym_plugin_ehrshot.target import COURSE, HELD_OUT, LEARNT, TARGETS
from medgym_prove.skeleton import skeleton

HOUR = 3600
EVENING = DAY - 60


def tasks(family, build, *splits):
    return [
        family.task(build, split, index)
        for split in splits or family.splits
        for index in range(family.size(build, split))
    ]


def folder(build, target):
    return build.public / target / "test"


def rows(path):
    return parquet.read_table(
        path / "rows.parquet", columns=["row_id", "patient", "prediction_time"]
    ).to_pylist()


def events(path):
    return parquet.read_table(path / "events.parquet").to_pylist()


def of(*stays, **others):
    return Record(first=0, last=99 * DAY, stays=[Stay(*stay) for stay in stays], **others)


@pytest.mark.parametrize(
    ("record", "times"),
    [
        (of((9 * HOUR, 3 * DAY)), [EVENING]),
        (of((9 * HOUR, 20 * HOUR)), []),
        (of((9 * HOUR, EVENING + 1)), [EVENING]),
        (of((9 * HOUR, EVENING)), []),
        (of((9 * HOUR, 10 * HOUR), (20 * HOUR, 2 * DAY)), [EVENING]),
        (of((9 * HOUR, 3 * DAY), (10 * HOUR, 11 * HOUR)), []),
        (of((HOUR, 3 * DAY), (5 * DAY, 9 * DAY)), [EVENING, 5 * DAY + EVENING]),
        (of((9 * HOUR, 3 * DAY), death=20 * HOUR), []),
        (of((9 * HOUR, 3 * DAY), death=3 * DAY), [EVENING]),
        (of(), []),
    ],
)
def test_rows_are_evenings_in_hospital(record, times):
    assert evenings(record) == times


def test_a_stay_that_goes_on_has_no_end():
    record = of((HOUR, 2 * HOUR), (9 * HOUR, 3 * DAY), (5 * DAY, 6 * DAY), death=6 * DAY)
    known = known_at(shown(record), datetime(1970, 1, 1, 23, 59))
    assert [(one["kind"], one["end"]) for one in known] == [("stay", datetime(1970, 1, 1, 2)), ("stay", None)]


def test_a_record_shows_stays_results_and_death_in_the_order_of_time():
    results = {"lab_anemia": [Result(HOUR, "12.1", "g/dL")], "creatinine": [Result(60, "5", "")]}
    found = shown(
        of((9 * HOUR, 3 * DAY), results=results | {"lab_hyponatremia": results["lab_anemia"]}, death=9)
    )
    assert [one["kind"] for one in found] == ["death", "creatinine", "haemoglobin", "stay"]
    assert found[2] == {
        "kind": "haemoglobin",
        "start": datetime(1970, 1, 1, 1),
        "end": None,
        "value": "12.1",
        "unit": "g/dL",
    }


@pytest.mark.parametrize("target", HELD_OUT)
def test_nothing_is_shown_of_what_came_after(build, target):
    times = {row["patient"]: row["prediction_time"] for row in rows(folder(build, target))}
    assert len(times) == len(rows(folder(build, target))) > 400
    found = events(folder(build, target))
    assert {one["patient"] for one in found} == times.keys()
    for one in found:
        assert one["start"] <= times[one["patient"]]
        assert one["end"] is None or one["end"] <= times[one["patient"]]
        assert one["kind"] != "death"


def test_whole_records_show_what_came_after(build):
    for part in LEARNT:
        last = {}
        for row in rows(build.public / COURSE / part):
            last[row["patient"]] = max(row["prediction_time"], last.get(row["patient"], datetime.min))
        later = {
            one["patient"]
            for one in events(build.public / COURSE / part)
            if one["start"] > last[one["patient"]]
        }
        assert len(later) > 0.8 * len(last)


def test_what_ood_asks_nobody_else_asks_and_is_labelled_nowhere(family, build):
    for split in family.splits:
        asked = {task.metadata["target"] for task in tasks(family, build, split)}
        assert asked == set(HELD_OUT) if split == "ood" else asked.isdisjoint(HELD_OUT)
    mounts = {mount for task in tasks(family, build, "ood") for mount in task.mounts}
    held = {path.name for mount in mounts for path in (build.public / mount).rglob("*.parquet")}
    assert held == {"rows.parquet", "events.parquet"}
    others = {mount for task in tasks(family, build) if task.split != "ood" for mount in task.mounts}
    assert not [mount for mount in others if mount.startswith((COURSE, *HELD_OUT))]


def test_patients_have_other_names_in_each_folder(build):
    parts = [build.public / COURSE / part for part in LEARNT]
    named = [
        {row["patient"] for row in rows(path)} for path in parts + [folder(build, one) for one in HELD_OUT]
    ]
    named.append(
        set(parquet.read_table(build.public / "guo_los" / "labels" / "train.parquet")["patient"].to_pylist())
    )
    assert sum(map(len, named)) == len(set.union(*named))


def test_references_of_ood_hold_the_definition_of_their_own_target_alone(family, build):
    for task in tasks(family, build):
        (call,) = family.reference(build, task)
        held = {name for name in HELD_OUT if f"def {name}(" in call.arguments["code"]}
        assert held == ({task.metadata["target"]} & set(HELD_OUT))
        assert ("def learn_course(" in call.arguments["code"]) == (task.split == "ood")


def test_ood_passes_as_novel(family, build):
    """B09, and what it stands on."""
    solved = {
        split: {skeleton(family.reference(build, task)) for task in tasks(family, build, split)}
        for split in ("train", "few-train", "ood")
    }
    assert len(solved["ood"]) == len(HELD_OUT)
    assert not solved["ood"] & (solved["train"] | solved["few-train"])


def test_held_out_targets_have_definitions_and_published_ones_none():
    assert all(target.is_held_out and target.kinds == ("ood",) for target in HELD_OUT.values())
    assert not any(target.is_held_out for target in TARGETS.values())


def test_subjects_of_ood_are_test_patients(family, build):
    train, test, ood = (set(family.subjects(build, split)) for split in ("train", "test", "ood"))
    assert ood == test
    assert not ood & train


def test_prediction_times_are_evenings(build):
    for target in HELD_OUT:
        times = [row["prediction_time"] for row in rows(folder(build, target))]
        assert {time - datetime.combine(time, datetime.min.time()) for time in times} == {
            timedelta(hours=23, minutes=59)
        }
