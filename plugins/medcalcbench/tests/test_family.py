from collections import Counter
from random import Random

import pytest

from medgym_core import DataError, Integer, Number, Source, Tier, ensure_build, plugins
from medgym_core.env.prompt import task_text
from medgym_plugin_medcalcbench import loader, notes, store
from medgym_plugin_medcalcbench.calculators import BY_KEY, CALCULATORS
from medgym_plugin_medcalcbench.chance import best_constant
from medgym_plugin_medcalcbench.held_out import asked
from medgym_plugin_medcalcbench.oracle import written
from medgym_plugin_medcalcbench.parameter import Measurement
from medgym_plugin_medcalcbench.synthetic import drawn
from medgym_prove.soundness import measure

from .published import release

GENERATED = ("train", "test", "ood")
REWORDED = 360
"""Rows of `test` that are restated: the first."""


def test_the_entry_point_provides_the_family():
    family = plugins.family("medcalcbench")
    assert family.name == "medcalcbench"


def test_declares_55_categories_and_the_sizes_of_the_benchmark(family):
    assert len(family.categories) == 55
    assert {split: declared.size for split, declared in family.splits.items()} == {
        "train": 10_053,
        "test": 1_047,
        "reworded": 360,
        "ood": 150,
        "serial": 150,
        "choose": 150,
        "abstain": 150,
        "published-train": 0,
        "published-test": 0,
    }
    assert [split for split, declared in family.splits.items() if declared.counted] == ["train", "test"]
    assert {split: family.splits[split].size for split in GENERATED} == loader.SIZES


def test_every_calculator_has_its_share_of_each_split(family, build):
    for split in GENERATED:
        size = family.size(build, split)
        found = Counter(store.entry(build, split, index).calculator for index in range(size))
        assert set(found) == {calculator.number for calculator in asked(split)}
        assert max(found.values()) - min(found.values()) <= 1


def test_splits_share_no_parameter_cell_whatever_the_seeds(family, build, tmp_path):
    other = ensure_build(family, Source.synthetic(seed=1, scale=200), tmp_path)
    train = {cell for made in (build, other) for cell in family.subjects(made, "train")}
    test = {cell for made in (build, other) for s in ("test", "ood") for cell in family.subjects(made, s)}
    assert train
    assert test
    assert not train & test
    assert all(cell.startswith("medcalcbench/cell/") for cell in train | test)


def test_a_task_states_note_definition_rules_and_answer(family, build):
    for index in range(55):
        task = family.task(build, "test", index)
        text, entry = task_text(task, task.limits), store.entry(build, "test", index)
        calculator = CALCULATORS[entry.calculator]
        answer = calculator.asked(published=False).describe()
        said = (entry.note, calculator.variant, calculator.source, notes.RULES, answer)
        assert all(part in text for part in said)
        assert task == family.task(build, "test", index)
        assert calculator.key in {category.name for category in family.categories}
        assert task.mounts == ()


def test_a_definition_says_where_a_decimal_is_rounded_to_a_whole_number():
    """The prompt's rule for all, "nothing is rounded before the end", would have it given unrounded."""
    rounded = {key for key, calculator in BY_KEY.items() if always_whole(calculator)}
    assert rounded == {"meld_na"}
    assert all("whole number" in BY_KEY[key].variant for key in rounded)


def always_whole(calculator):
    """Whether its decimals are whole though what they are computed from is not."""
    if not isinstance(calculator.answer, Number):
        return False
    given = [drawn(calculator, "ood", Random(number)) for number in range(25)]
    values = [one.value for inputs in given for one in inputs.values() if isinstance(one, Measurement)]
    results = [calculator.compute(inputs) for inputs in given]
    return all(float(one).is_integer() for one in results) and not all(float(v).is_integer() for v in values)


def test_a_task_that_is_not_there_is_refused(family, build):
    for split in family.splits:
        with pytest.raises(DataError, match="there is no task"):
            family.task(build, split, family.size(build, split))


def test_a_build_depends_on_the_seed_alone(family, tmp_path):
    def files(seed, home):
        made = ensure_build(family, Source.synthetic(seed=seed, scale=60), tmp_path / home)
        return [path.read_bytes() for half in (made.public, made.private) for path in sorted(half.iterdir())]

    assert files(0, "a") == files(0, "b") != files(1, "c")


def test_synthetic_files_are_a_release_that_agrees_and_builds_the_same(family, users, build, tmp_path):
    family.synthesise(tmp_path, 0, 600, lambda what, fraction: None)
    again = users(tmp_path)
    assert (again.public / store.TASKS).read_bytes() == (build.public / store.TASKS).read_bytes()
    found = family.check(tmp_path, tmp_path, lambda what, fraction: None)
    assert found.summary == "610 rows: 610 agree, 0 disagree, 0 left out"


@pytest.fixture(scope="module")
def golds():
    """Split to calculator and answer of the default build: all held-out tasks, the first 2,250 of train."""

    def task(split, index):
        calculators = asked(split)
        calculator = calculators[index % len(calculators)]
        rng = Random(f"medcalcbench/0/{split}/{index}")
        return calculator, calculator.compute(drawn(calculator, split, rng))

    sizes = loader.SIZES | {"train": 2_250}
    return {split: [task(split, index) for index in range(size)] for split, size in sizes.items()}


def test_a_build_has_the_golds_that_are_measured_here(family, build, golds):
    for split in GENERATED:
        for index in range(min(55, family.size(build, split))):
            gold = family.gold(build, family.task(build, split, index)).turns[0]
            computed = written(golds[split][index][1])
            assert gold == (pytest.approx(computed) if isinstance(computed, float) else computed)


def test_no_constant_beats_the_declared_chance_rate(family, golds):
    for split, found in (golds | {"reworded": golds["test"][:REWORDED]}).items():
        constant = best_constant((calculator.asked(False), answer) for calculator, answer in found)
        assert constant.share <= family.splits[split].chance_rate


def test_no_score_is_mostly_one_number(golds):
    for calculator in asked("train"):
        if isinstance(calculator.answer, Integer):
            found = Counter(answer for one, answer in golds["train"] if one == calculator)
            assert found.most_common(1)[0][1] <= 19, (calculator.key, found)


def test_what_train_has_most_of_each_calculator_earns_no_more_than_chance_on_test(family, golds):
    passed = 0
    for calculator in asked("test"):
        kind = calculator.asked(False)
        known = [(kind, answer) for one, answer in golds["train"] if one == calculator]
        text = best_constant(known).answer
        for one, answer in golds["test"]:
            if one == calculator and isinstance(answer, int | float):
                slack = max(kind.abs_tol, kind.rel_tol * abs(answer)) if isinstance(kind, Number) else 0
                passed += abs(float(text) - answer) <= slack
    assert 0 < passed / len(golds["test"]) <= family.splits["test"].chance_rate


def test_the_reference_earns_all_and_others_no_more_than_chance(family, tmp_path):
    tiny = ensure_build(family, Source.synthetic(scale=12), tmp_path)
    players = ("reference", "nop", "attack:constants")
    found = measure(family, tiny, plugins.sandbox("process"), "train", per_stratum=1, agents=players)
    wrong = [(score.agent, score.finding, score.errors) for score in found.scores if score.finding != "sound"]
    assert found.sound, wrong
    scores = {score.agent: score.reward for score in found.scores}
    assert (scores["reference"], scores["nop"]) == (1.0, 0.0)


def test_generated_decimals_are_asked_for_within_one_percent_and_published_ones_within_five(calculator_kinds):
    for own, official in calculator_kinds:
        if isinstance(official, Number):
            assert (own.rel_tol, official.rel_tol) == (0.01, 0.05)
            assert own.model_copy(update={"rel_tol": 0.05}) == official
        else:
            assert own == official


@pytest.fixture
def calculator_kinds():
    return [(calculator.asked(False), calculator.asked(True)) for calculator in CALCULATORS.values()]


def test_published_rows_become_tasks_of_their_own_splits(family, users, tmp_path):
    release.write_csv(tmp_path / "test_data.csv", release.rows())
    release.write_csv(tmp_path / "train_data.csv", release.rows(1))
    built = users(tmp_path)
    sizes = {split: family.size(built, split) for split in family.splits}
    assert {split: size for split, size in sizes.items() if size} == {
        "published-train": 55,
        "published-test": 55,
    }
    task = family.task(built, "published-test", 3)
    assert task.metadata["published"] is True
    assert notes.RULES not in task.context
    assert next(iter(family.subjects(built, "published-test"))) == "medcalcbench/note/pmc-2-1"
    assert built.tier is Tier.OPEN


def test_the_reference_of_a_published_row_is_right(family, users, passes, submit, tmp_path):
    built = users(release.write_jsonl(tmp_path / "test_tasks.jsonl", release.rows(2)))
    for index in range(55):
        task = family.task(built, "published-test", index)
        (call,) = family.reference(built, task)
        given = submit(call.arguments["code"])
        assert passes(task.turns[0].answer, given, family.gold(built, task).turns[0]), task.category


def test_the_chance_rate_of_a_small_copy_is_what_its_best_constant_passes(family, users, tmp_path):
    built = users(release.write_csv(tmp_path / "a_test.csv", list(release.rows())[:1]))
    assert family.chance_rate(built, "published-test") == 1.0
    assert family.chance_rate(built, "test") == family.splits["test"].chance_rate
