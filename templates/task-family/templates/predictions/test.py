@pytest.mark.parametrize("split", FAMILY.splits)
def test_outcomes_that_are_asked_for_are_in_no_box(build, split):
    known = loader.last(build.public / "last.csv")
    assert not set(known) & set(loader.patients(build, split))


def test_the_baseline_counts_the_nearest_known_patients():
    history = {"a": [100], "b": [200], "c": [110], "d": [190]}
    assert oracle.predict(history, {"a": 130, "b": 150}, ["c", "d"], 140) == [0.5, 0.5]


def test_calibration_lies_above_chance(build):
    task = FAMILY.task(build, "test", 0)
    calibration = gold_of(FAMILY, build, task).turns[0]["targets"][0]["calibration"]
    assert 0.5 < calibration["chance"] < calibration["baseline"] <= 1
