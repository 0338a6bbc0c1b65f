"""No stay is shown at two times in files that are asked about, whatever tasks they are of."""

import numpy as np
import pytest

from medgym_core import Build, Pseudonyms, Source
from medgym_plugin_mimic_extract import course, dataset
from medgym_plugin_mimic_extract.extract import Hours, Stay, extract_file, open_extract, other_file
from medgym_plugin_mimic_extract.moment import TICKETS, is_long, shown_window
from medgym_plugin_mimic_extract.target import ASKED, CLASSES, HELD_OUT, WINDOWS
from medgym_plugin_mimic_extract.window import classes

DATASETS = (*WINDOWS, *HELD_OUT)
SHORT = Stay(1, 1, 0, 30, "female", "under 31", "other", "MICU", 0, (0, 0, 0, 0))


def times(build, raw):
    """Stay of each hospital to the datasets and first hours at which asked files show it, by the keys."""
    found = {}
    for path in (extract_file(raw), other_file(raw)):
        keys = Pseudonyms.of([path])
        ids = {
            row
            for part in ASKED.values()
            for name in DATASETS
            for row in _ids(build.public / name / part / "rows.parquet")
        }
        with open_extract(path) as extract:
            for stay in extract.stays:
                found[stay.icustay] = {
                    ("day" if name in ("stays", *HELD_OUT) else "window", start)
                    for name in DATASETS
                    for part in ASKED.values()
                    for start in range(stay.length if name in ("vent", "vaso") else 1)
                    if f"r{keys.name(name, part, stay.icustay, start)}" in ids
                }
    return found


def _ids(path):
    from pyarrow import parquet

    return parquet.read_table(path)["row_id"].to_pylist() if path.exists() else []


def test_an_asked_stay_has_one_time(small, raw):
    shown = times(small, raw)
    assert max(map(len, shown.values())) == 1
    assert {what for one in shown.values() for what, _ in one} == {"day", "window"}


def test_the_law_finds_a_build_that_shows_first_days_and_windows(family, few, tmp_path, monkeypatch):
    monkeypatch.setattr(dataset, "shows_day", lambda stay, _: dataset.is_long(stay))
    monkeypatch.setattr(course, "shows_day", lambda stay, _: course.is_long(stay))
    source = Source.user(few)
    broken = Build(
        family=family.name, version="0", digest="0", tier=source.tier, source=source, root=tmp_path
    )
    dataset.write_datasets(few, broken, lambda *_: None)
    assert max(map(len, times(broken, few).values())) == 2


@pytest.mark.parametrize("name", ["vent", "vaso"])
def test_an_asked_window_is_shown_for_both_interventions_alike(small, name):
    from pyarrow import parquet

    hours = [
        parquet.read_table(small.public / one / "test-asked" / "rows.parquet")["hours_in"].to_numpy()
        for one in ("vent", name)
    ]
    assert np.array_equal(*hours)


@pytest.mark.parametrize("target", HELD_OUT)
def test_the_first_day_decides_whom_a_question_leaves_out(few, target):
    """Else who is in the file of a held-out target would show who stayed for a second day."""
    left_out = []
    with open_extract(few) as extract:
        for stay in filter(is_long, extract.stays):
            hours = extract.hours(stay)
            day = Hours(hours.means[:24], {name: on[:24] for name, on in hours.on.items()})
            left = [course.label_of(target, given) is None for given in (hours, day)]
            assert left[0] == left[1]
            left_out.append(left[0])
    assert 0 < sum(left_out) < len(left_out) or target == "sofa"


def test_windows_are_drawn_by_the_tickets_of_their_classes():
    vent = np.array([0] * 17 + [1] * 17, np.int8)
    hours = Hours(np.zeros((34, 1)), {"vent": vent, "vaso": 0 * vent})
    labels = classes(vent)
    there = {*labels[labels >= 0].tolist()}
    keys = Pseudonyms(b"of a test")
    stays = [SHORT._replace(icustay=number) for number in range(2000)]
    drawn = [int(labels[shown_window(stay, hours, keys)[0]]) for stay in stays]
    every = sum(TICKETS[CLASSES[label]] for label in there)
    assert {CLASSES[label] for label in there} == {"onset", "control", "on"}
    for label in there:
        assert drawn.count(label) / 2000 == pytest.approx(TICKETS[CLASSES[label]] / every, abs=0.04)
