"""Every stage of the scale benchmark on a few scripted episodes."""

import pytest

from benchmarks import scale


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    run = tmp_path_factory.mktemp("scale") / "run"
    return run, scale.staged("play", run, 40, run)


def test_every_episode_is_played_once_and_resume_finds_nothing(run):
    folder, first = run
    assert first["played"] == 40
    assert scale.staged("resume", folder, 40, folder)["played"] == 0


def test_a_report_counts_every_episode(run):
    folder, _ = run
    assert scale.staged("report", folder, 40, folder)["s"] > 0
    with pytest.raises(AssertionError):
        scale.staged("report", folder, 44, folder)


def test_what_was_solved_is_exported(run):
    folder, _ = run
    assert 0 < scale.staged("export", folder, 40, folder)["rows"] < 40


def test_a_stage_runs_apart(run, tmp_path):
    found = scale.apart("play", tmp_path / "run", 4, tmp_path)
    assert found["played"] == 4
    assert found["MB"] > 1


def test_the_last_row_is_the_last_over_the_first():
    rows = scale.with_ratio([{"episodes": 10.0, "s": 2.0}, {"episodes": 100.0, "s": 21.0}])
    assert rows[-1] == {"": "ratio", "episodes": 10.0, "s": 10.5}
