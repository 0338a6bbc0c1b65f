"""What must hold of the family `medagentbench`."""

import json
from collections import Counter

import pytest

from medgym_core import DataError, Source, ensure_build, gold_of, plugins
from medgym_core.env.prompt import task_text
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission
from medgym_plugin_medagentbench import loader, wording
from medgym_plugin_medagentbench.inbox.drawing import SIZES
from medgym_plugin_medagentbench.ledger import split_of
from medgym_plugin_medagentbench.novel import NOVEL
from medgym_plugin_medagentbench.template import TEMPLATES
from medgym_prove.building.stated import stated
from medgym_prove.soundness import measure

from .episode import Episode

GENERATED = ("train", "test")
ASKED = (*GENERATED, "reworded")


def files(build):
    found = (path for path in sorted(build.root.rglob("*")) if path.is_file() and "gold" not in path.parts)
    return {path.relative_to(build.root): path.read_bytes() for path in found if path.name != "build.json"}


def test_the_entry_point_provides_the_family():
    family = plugins.family("medagentbench")
    assert family.name == "medagentbench"
    assert len(family.categories) == 11 + len(NOVEL)
    assert sum(category.counts for category in family.categories) == 10


def test_the_default_build_has_the_declared_sizes(family, build):
    sizes = {split: family.size(build, split) for split in family.splits}
    assert sizes == {"train": 433, "test": 109, "reworded": 109, "ood": 54, "published": 0} | SIZES
    assert sizes == {split: declared.size for split, declared in family.splits.items()}
    assert [split for split, declared in family.splits.items() if declared.counted] == list(GENERATED)


def test_a_task_that_is_not_there_is_refused(family, build):
    for split in family.splits:
        with pytest.raises(DataError, match="there is no task"):
            family.task(build, split, family.size(build, split))


def test_every_template_has_its_share(family, build):
    for split in ASKED:
        tasks = [family.task(build, split, index) for index in range(family.size(build, split))]
        found = Counter(task.category for task in tasks)
        assert set(found) == set(TEMPLATES)
        assert max(found.values()) - min(found.values()) <= 1


def test_novel_errands_are_in_ood_alone_and_of_patients_of_the_test(family, build):
    tasks = [family.task(build, "ood", index) for index in range(family.size(build, "ood"))]
    assert Counter(task.category for task in tasks) == dict.fromkeys(NOVEL, 18)
    assert {split_of(name.rpartition("/")[2]) for name in family.subjects(build, "ood")} == {"test"}


def test_splits_share_no_patient_whatever_the_seeds(family, build, small, tmp_path):
    other = ensure_build(family, Source.synthetic(seed=1, scale=10), tmp_path)
    train = {name for made in (build, small, other) for name in family.subjects(made, "train")}
    test = {name for made in (build, small, other) for name in family.subjects(made, "test")}
    reworded = {name for made in (build, small, other) for name in family.subjects(made, "reworded")}
    assert train
    assert test
    assert not train & test
    assert reworded == test


def test_a_build_depends_on_the_seed_alone(family, small, tmp_path):
    again = ensure_build(family, Source.synthetic(scale=10), tmp_path)
    other = ensure_build(family, Source.synthetic(seed=1, scale=10), tmp_path)
    assert files(again) == files(small) != files(other)


def test_a_task_states_clock_address_rules_and_answer(family, build):
    for index in range(20):
        task = family.task(build, "test", index)
        text, name = task_text(task, task.limits), task.category
        said = ["2023-11-13T10:15:00+00:00", wording.URL, TEMPLATES[name].answer.describe()]
        said += [wording.TESTS[name][1]] if name in wording.TESTS else []
        said += ["2023-11-12T10:15:00+00:00", "both ends"] if name in wording.WINDOWED else []
        said += ["once"] if name in wording.WRITING else ["Create nothing"]
        assert all(part in text for part in said), name
        assert "{" not in task.context
        assert task == family.task(build, "test", index)


def test_no_prompt_tells_what_is_in_the_charts(family, build):
    for index in range(20):
        task = family.task(build, "test", index)
        answer = gold_of(family, build, task).turns[0]["answer"]
        if isinstance(answer, dict) and (secret := answer.get("mrn") or answer.get("taken")):
            assert secret not in task_text(task, task.limits)


def test_episodes_do_not_share_their_server(family, build):
    task = family.task(build, "test", 0)
    first, second = family.services(build, task)["fhir"], family.services(build, task)["fhir"]
    assert first is not second
    assert first.snapshot() == second.snapshot() == {}


def test_the_reference_earns_all_and_others_no_more_than_chance(family, small):
    players = ("reference", "nop", "attack:constants")
    backend = plugins.sandbox("process")
    for split in GENERATED:
        found = measure(family, small, backend, split, per_stratum=1, agents=players)
        assert found.sound, found
        assert {score.agent: score.reward for score in found.scores} == dict.fromkeys(players, 0.0) | {
            "reference": 1.0
        }


def test_gold_written_as_the_prompt_says_is_accepted(family, build):
    """Times with their zone, as the prompt shows the form."""
    zoned = 0
    for split in GENERATED:
        for index in range(family.size(build, split)):
            task = family.task(build, split, index)
            kind, gold = task.turns[0].answer, gold_of(family, build, task).turns[0]["answer"]
            written = json.dumps(stated(kind, gold))
            assert grade_answer(kind, TurnSubmission(answer=written), gold, 65_536).ok, task.id
            zoned += bool(isinstance(gold, dict) and gold.get("taken"))
    assert zoned > 60


def test_doing_nothing_is_never_enough(family, build):
    for index in range(family.size(build, "test")):
        episode = Episode(family, build, family.task(build, "test", index))
        assert not episode.passes(None)
        assert episode.passes(episode.answer) is not bool(episode.expected)


def test_constants_pass_no_more_than_declared(family, build):
    report = loader.read_report(build)
    assert set(report.chance) == {*ASKED, "ood"}
    for split, share in report.chance.items():
        assert 0 < share <= family.splits[split].chance_rate == family.chance_rate(build, split)


def test_the_report_tells_what_was_read(family, build):
    assert family.report(build).startswith(
        f"{loader.read_report(build).resources} resources; 0 of other types"
    )
