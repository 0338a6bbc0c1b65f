"""What must hold of the family `{{ cookiecutter.name }}`."""

# EDIT: add the laws of your own data and of its grading.

import tomllib
from pathlib import Path

import pytest

{% set request = "Request, " if cookiecutter.kind == "state" else "" %}
from medgym_core import DataError, {{ request }}Source, ensure_build, gold_of, plugins
from {{ cookiecutter.package }} import loader, medgym_task_families{{ "" if cookiecutter.kind == "table" else ", oracle" }}
{% include cookiecutter.kind ~ "/test_imports.py" ignore missing %}
from medgym_prove.soundness import measure

FAMILY = medgym_task_families()["{{ cookiecutter.name }}"]
PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())


@pytest.fixture(scope="session")
def build(tmp_path_factory):
    return ensure_build(FAMILY, Source.synthetic(), tmp_path_factory.mktemp("home"))


def files(build):
    found = (path for path in sorted(build.root.rglob("*")) if path.is_file() and "gold" not in path.parts)
    return {path.relative_to(build.root): path.read_bytes() for path in found if path.name != "build.json"}


def test_the_project_says_who_the_family_is():
    project = PROJECT["project"]
    assert project["version"] == FAMILY.version
    assert project["entry-points"]["medgym"] == {FAMILY.name: "{{ cookiecutter.package }}"}


def test_the_default_build_has_the_declared_sizes(build):
    assert {split: FAMILY.size(build, split) for split in FAMILY.splits} == {
        split: declared.size for split, declared in FAMILY.splits.items()
    }


def test_a_task_that_is_not_there_is_refused(build):
    for split in FAMILY.splits:
        with pytest.raises(DataError, match="there is no task"):
            FAMILY.task(build, split, FAMILY.size(build, split))


def test_splits_share_no_subject(build):
    train, test = (set(FAMILY.subjects(build, split)) for split in ("train", "test"))
    assert train
    assert test
    assert not train & test


def test_a_build_depends_on_the_seed_alone(build, tmp_path):
    again = ensure_build(FAMILY, Source.synthetic(), tmp_path)
    other = ensure_build(FAMILY, Source.synthetic(seed=1), tmp_path)
    assert files(again) == files(build) != files(other)


def test_a_broken_row_is_refused_with_its_line(tmp_path):
    path = tmp_path / loader.FILE
    path.write_text(",".join(loader.COLUMNS) + "\nP0001,12,unknown,80\n")
    with pytest.raises(DataError, match="line 2"):
        loader.read(path)


@pytest.mark.parametrize("split", FAMILY.splits)
def test_the_reference_earns_all_and_others_no_more_than_chance(build, split):
    players = ("reference", "nop", "attack:constants")
    found = measure(FAMILY, build, plugins.sandbox("process"), split, per_stratum=1, agents=players)
    assert found.sound, found
    assert {score.agent: score.reward for score in found.scores} == {
        "reference": 1.0,
        "nop": 0.0,
        "attack:constants": 0.0,
    }


{% include cookiecutter.kind ~ "/test.py" %}
