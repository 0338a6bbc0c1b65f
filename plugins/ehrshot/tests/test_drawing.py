"""A patient is shown at one time in all that is asked."""

from collections import Counter, defaultdict

import numpy as np
import pytest
from pyarrow import parquet

from medgym_core import Pseudonyms, Source, Tier, ensure_build
from medgym_plugin_ehrshot import dataset
from medgym_plugin_ehrshot.drawing import at_one_time
from medgym_plugin_ehrshot.part import COURSE_KEYS, KEYS
from medgym_plugin_ehrshot.record import Label
from medgym_plugin_ehrshot.target import ASKED, HELD_OUT, LABELLED, TARGETS

NAMES = Pseudonyms(b"key")


def keys(build, part):
    """Who is shown when, in the files of all targets."""
    for name in TARGETS:
        yield from parquet.read_table(build.private / name / KEYS.format(part)).to_pylist()
    for name in HELD_OUT if part == ASKED["ood"] else ():
        yield from parquet.read_table(build.private / name / COURSE_KEYS.format(part)).to_pylist()


def shown_twice(build):
    """Patients who are shown at two times where labels are asked for."""
    times = defaultdict(set)
    for part in set(ASKED.values()):
        for row in keys(build, part):
            times[row["patient"]].add(row["time"])
    return {patient for patient, found in times.items() if len(found) > 1}


def drawn(*labels, patients=4_000):
    """How often each time of these labels is drawn, of 1."""
    given = defaultdict(list)
    for target, time, value in labels:
        given[target].append(Label(time, value))
    times = Counter(
        found[0].time
        for patient in range(patients)
        for found in [*at_one_time(NAMES, patient, given).values()][:1]
    )
    return {time: count / patients for time, count in times.items()}


def test_nobody_is_shown_at_two_times_in_what_is_asked(build):
    """The law: a later row, of whatever target, would show what came after an earlier one."""
    assert not shown_twice(build)


def test_nobody_who_is_asked_about_has_rows_in_what_is_labelled(build):
    asked = {row["patient"] for part in ASKED.values() for row in keys(build, part)}
    labelled = {row["patient"] for roles in LABELLED.values() for role in roles for row in keys(build, role)}
    assert len(asked) > 1_000
    assert len(labelled) > 500
    assert not asked & labelled


@pytest.mark.slow
def test_a_build_whose_targets_draw_each_for_itself_breaks_the_law(family, raw, tmp_path, monkeypatch):
    monkeypatch.setattr(dataset, "at_one_time", lambda *given: {k: v for k, v in given[-1].items() if v})
    build = ensure_build(family, Source.user(raw, Tier.OPEN), tmp_path)
    assert len(shown_twice(build)) > 50


def test_all_labels_of_the_time_are_kept_and_no_others():
    labels = {
        "lab_hyponatremia": [Label(60, 0), Label(60, 2), Label(180, 1)],
        "lab_anemia": [Label(60, 3)],
        "guo_los": [Label(180, 1)],
    }
    found = [at_one_time(NAMES, patient, labels) for patient in range(50)]
    early = {"lab_hyponatremia": [Label(60, 0), Label(60, 2)], "lab_anemia": [Label(60, 3)]}
    late = {"lab_hyponatremia": [Label(180, 1)], "guo_los": [Label(180, 1)]}
    assert all(one in (early, late) for one in found)
    assert early in found
    assert late in found


def test_who_has_no_label_is_not_asked_about():
    assert at_one_time(NAMES, 1, {}) == at_one_time(NAMES, 1, {"guo_los": []}) == {}


def test_targets_are_drawn_by_their_tickets_however_many_labels_they_have():
    los, anemia = TARGETS["guo_los"].tickets, TARGETS["lab_anemia"].tickets
    many = [("lab_anemia", 60 * time, 0) for time in range(1, 31)]
    assert drawn(("guo_los", 0, 0), *many)[0] == pytest.approx(los / (los + anemia), abs=0.03)


def test_labels_of_a_target_are_drawn_alike_but_rare_cases_more_often():
    shares = drawn(*(("lab_anemia", time, time % 2) for time in range(0, 600, 60)))
    assert np.std([*shares.values()]) < 0.015
    rarity = TARGETS["lab_hyperkalemia"].rarity
    assert drawn(("lab_hyperkalemia", 0, 2), ("lab_hyperkalemia", 60, 0))[0] == pytest.approx(
        rarity / (rarity + 1), abs=0.02
    )


def test_the_draw_needs_the_key():
    labels = {"guo_los": [Label(time, 0) for time in range(0, 6_000, 60)]}
    one, two = (
        [at_one_time(Pseudonyms(key), patient, labels)["guo_los"][0].time for patient in range(200)]
        for key in (b"one", b"two")
    )
    assert one != two
    assert sum(a == b for a, b in zip(one, two, strict=True)) < 20
