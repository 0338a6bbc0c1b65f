"""What must hold of the family `icu-watch`."""

import itertools

import pytest

from medgym_core import DataError, Source, ensure_build, gold_of, plugins
from medgym_core.env.prompt import task_text
from medgym_plugin_icu_watch import loader, oracle
from medgym_plugin_icu_watch.case import TRAINED, admit, crowd
from medgym_prove.soundness import measure


def files(build):
    found = (path for path in sorted(build.root.rglob("*")) if path.is_file() and "gold" not in path.parts)
    return {path.relative_to(build.root): path.read_bytes() for path in found if path.name != "build.json"}


def test_the_entry_point_provides_family_and_verifier():
    assert plugins.family("icu-watch").name == "icu-watch"
    assert plugins.verifier("icu-watch").name == "icu-watch"


def test_splits_are_extra_and_sized(family, build):
    sizes = {split: declared.size for split, declared in family.splits.items()}
    assert sizes == {**loader.SIZES, "reworded": loader.SIZES["test"]}
    assert [name for name, declared in family.splits.items() if not declared.counted] == ["reworded", "ood"]
    found = {split: family.size(build, split) for split in family.splits}
    assert found == {"train": 4, "test": 1, "reworded": 8, "ood": 1}


def test_kinds_and_site_of_ood_are_never_trained(family, build):
    tasks = {
        split: [family.task(build, split, index) for index in range(family.size(build, split))]
        for split in family.splits
    }
    assert {task.category for task in tasks["train"]} == set(TRAINED)
    assert not {task.category for task in tasks["ood"]} & set(TRAINED)
    assert {task.metadata["site"] for task in tasks["ood"]} == {"community"}


def test_splits_share_no_person(family, build):
    named = [set(family.subjects(build, split)) for split in loader.SIZES]
    assert all(named)
    assert len(set().union(*named)) == sum(map(len, named))


def test_a_task_that_is_not_there_is_refused(family, build):
    for split in family.splits:
        with pytest.raises(DataError, match="there is no task"):
            family.task(build, split, family.size(build, split))


@pytest.mark.parametrize(
    ("split", "kind"),
    [("train", "bleeding"), ("ood", "embolism"), ("test", "measles"), ("other", "embolism")],
)
def test_a_split_without_a_kind_is_refused_and_not_searched(split, kind):
    with pytest.raises(DataError, match=f"{split} has no patients of kind '{kind}'"):
        loader.candidates(0, split, kind)


def test_a_search_that_finds_nobody_ends(monkeypatch):
    monkeypatch.setattr(loader, "helped", lambda cases: [])
    with pytest.raises(DataError, match="helps too few"):
        loader._chosen(0, "ood", 1)


@pytest.mark.slow
def test_a_build_depends_on_the_seed_alone(family, build, tmp_path):
    again = ensure_build(family, Source.synthetic(scale=6), tmp_path)
    other = ensure_build(family, Source.synthetic(scale=6, seed=1), tmp_path)
    assert files(again) == files(build) != files(other)


def test_the_prompt_has_the_rules_of_the_kind_and_nothing_hidden(family, build):
    task = family.task(build, "train", 0)
    text = task_text(task, task.limits)
    assert task.category in text
    assert "norepinephrine 0.05 more" in text
    assert "GOLD 2024" not in text
    (gold,) = gold_of(family, build, task).turns
    assert not any(str(value) in text for value in gold["yardstick"])


def test_only_adults_are_asked_about():
    newborn = [case for case in _first(40, "ventilated") if admit([case]).state.body.newborn[0]]
    assert newborn
    assert not loader.helped(newborn)
    assert not crowd(3, 0, 40, "ventilated", "pneumonia", "teaching").state.body.newborn.any()


def _first(size, kind):
    return list(itertools.islice(loader.candidates(0, "train", kind), size))


def test_the_reference_takes_more_than_its_horizon(family, build):
    for split, declared in family.splits.items():
        calls = family.reference(build, family.task(build, split, 0))
        assert declared.horizon <= len(calls) <= 49
        assert [bool(call.arguments.get("submit")) for call in calls[:-1]] == [False] * (len(calls) - 1)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("0,1,septic shock,urosepsis", "line 2"),
        ("0,-1,septic shock,urosepsis,teaching", "from 0"),
        ("0,1,septic shock,pneumonia,teaching", "kinds"),
        ("0,1,septic shock,urosepsis,moon", "sites"),
    ],
)
def test_a_broken_row_is_refused_with_its_line(tmp_path, row, said):
    path = tmp_path / loader.FILE
    path.write_text(f"seed,number,kind,reason,site\n{row}\n")
    with pytest.raises(DataError, match=said):
        loader.read(path)


@pytest.mark.slow
@pytest.mark.parametrize("sandbox", ["process", pytest.param("bubblewrap", marks=pytest.mark.bubblewrap)])
@pytest.mark.parametrize("split", loader.SIZES)
def test_the_reference_earns_all_and_others_nothing(family, build, split, sandbox):
    players = ("reference", "nop", "attack:constants")
    found = measure(family, build, plugins.sandbox(sandbox), split, per_stratum=1, agents=players)
    assert found.sound, found
    assert {score.agent: score.reward for score in found.scores} == dict.fromkeys(players, 0.0) | {
        "reference": 1.0
    }


def test_the_reference_orders_only_what_is_new(family, build):
    case, _ = loader.patients(build, "train")[0]
    orders = [said for said, _ in oracle.decisions(case)]
    assert orders[0]
    assert any(not said for said in orders) or len(orders) > 12
