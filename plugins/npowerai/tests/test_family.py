import re
from collections import Counter, defaultdict

import pytest

from medgym_core import Source, Tier, ensure_build, plugins
from medgym_plugin_npowerai import loader
from medgym_plugin_npowerai.rewording import REWORDED
from medgym_plugin_npowerai.sampling import split_of


def entries(build, split, size):
    return [loader.entry(build, split, index) for index in range(size)]


@pytest.fixture(scope="module")
def by_split(family, build):
    return {split: entries(build, split, family.size(build, split)) for split in family.splits}


def test_the_entry_point_provides_the_family():
    family = plugins.family("npowerai")
    assert (family.name, family.version) == ("npowerai", "0.3.0")


def test_declares_six_categories_and_its_tasks(family, build):
    assert [category.name for category in family.categories] == list(loader.TESTS)
    sizes = {split: family.size(build, split) for split in family.splits}
    assert sizes == {**dict.fromkeys(loader.SPLITS, 0), **loader.SIZES, "reworded": REWORDED}
    assert REWORDED == family.splits["reworded"].size == 240
    assert loader.SIZES == {"train": 960, "test": 240, "ood": 120}


def test_every_kind_of_question_has_its_share(by_split):
    for split, share in (("train", 80), ("test", 20)):
        kinds = Counter((entry.test, entry.target) for entry in by_split[split])
        assert set(kinds.values()) == {share}
        assert len(kinds) == 12


def test_every_kind_of_question_uses_six_openings_in_both_splits(by_split):
    for split in ("train", "test"):
        openings = defaultdict(set)
        for entry in by_split[split]:
            openings[entry.test, entry.target].add(entry.wording[:2])
        assert all(len(seen) == 6 for seen in openings.values())


def test_no_question_repeats(by_split):
    questions = [entry.question for found in by_split.values() for entry in found]
    assert len(set(questions)) == len(questions) == 1560


def test_splits_share_no_parameter_cell(by_split):
    cells = {split: {entry.cell for entry in found} for split, found in by_split.items()}
    assert not cells["train"] & (cells["test"] | cells["ood"])
    assert cells["reworded"] <= cells["test"]


def test_cells_keep_their_split_across_seeds(family, other_build, by_split):
    other = entries(other_build, "train", family.size(other_build, "train"))
    assert not {entry.cell for entry in other} & {entry.cell for entry in by_split["test"]}
    assert all(split_of(entry.cell) == "train" for entry in other)


def test_every_parameter_varies(by_split):
    problems = [entry.cell for entry in by_split["train"]]
    for pattern, least in ((r"alpha=(\S+)", 5), (r"sides=(\d)", 2), (r"groups=(\d)", 3)):
        seen = {found[1] for cell in problems if (found := re.search(pattern, cell))}
        assert len(seen) >= least, pattern
    assert len(set(re.findall(r"table=\S+", " ".join(problems)))) >= 6


def test_the_same_seed_builds_the_same_bytes(family, tmp_path):
    first, second = (
        ensure_build(family, Source.synthetic(seed=3, scale=60), tmp_path / name) for name in ("a", "b")
    )
    for half in ("public", "private"):
        names = sorted(path.name for path in (first.root / half).iterdir())
        assert names == sorted(path.name for path in (second.root / half).iterdir())
        for name in names:
            assert (first.root / half / name).read_bytes() == (second.root / half / name).read_bytes()


def test_another_seed_asks_other_questions(other_build, by_split):
    ours = {entry.question for entry in by_split["train"]}
    assert loader.entry(other_build, "train", 0).question not in ours


def test_a_task_states_conventions_and_holds_no_gold(family, build, golds):
    task = family.task(build, "test", 0)
    assert "noncentral" in task.context
    assert family.task(build, "test", 0) == task
    assert str(golds["test"][0]) not in task.model_dump_json(exclude={"limits"})
    assert task.mounts == ()
    assert (build.public / task.info[0].path).is_file()


def test_powers_stay_clear_of_0_and_1_and_sizes_are_sane(golds):
    every = golds["train"] + golds["test"] + golds["ood"]
    assert all(0.2 <= gold <= 0.98 for gold in every if isinstance(gold, float))
    assert all(3 <= gold <= 100_000 for gold in every if isinstance(gold, int))


def test_synthetic_data_is_open_to_every_box(build):
    assert build.tier is Tier.SYNTHETIC


def test_pins_name_every_preloaded_package(family):
    pins = (family.environment.recipe / "requirements.txt").read_text()
    assert (family.environment.recipe / "Dockerfile").is_file()
    for module in family.environment.preload:
        assert re.search(rf"^{module.split('.')[0]}==[\d.]+$", pins, re.MULTILINE)
