"""What the family promises of its builds."""

import re
from collections import Counter

import pytest

from medgym_core import DataError, Source, Tier, ensure_build, plugins
from medgym_ehr.ledger import half_of
from medgym_ehr.testing.independent.reworded import told
from medgym_ehr.testing.times import *  # noqa: F403
from medgym_plugin_ehr_seqsql import loader
from medgym_plugin_ehr_seqsql.questions import BY_ID, COMMON, DESCRIPTIONS, HELD_OUT, NOVEL, TEMPLATES
from medgym_prove.soundness import measure

SPLITS = ("train", "test")


@pytest.fixture(scope="module")
def full(family, shared_home):
    """The default build."""
    return ensure_build(family, Source.synthetic(), shared_home)


def test_the_entry_point_provides_the_family():
    family = plugins.family("ehr-seqsql")
    assert (family.name, family.tier) == ("ehr-seqsql", Tier.CREDENTIALED)


@pytest.mark.slow
def test_the_default_build_has_the_papers_sizes(family, full):
    assert {split: family.size(full, split) for split in SPLITS} == {"train": 18_950, "test": 7_913}
    for split in SPLITS:
        spread = loader.read_report(full).splits[split]
        assert set(spread.templates) == {template.id for template in COMMON}
        assert min(spread.templates.values()) >= 0.4 * spread.sessions / len(COMMON)
        assert spread.constant <= family.splits[split].chance_rate <= 0.02


@pytest.mark.slow
def test_held_out_and_reworded_sessions_are_all_asked(family, full):
    for split, templates in (("ood", NOVEL), ("reworded", COMMON)):
        assert family.size(full, split) == family.splits[split].size
        assert set(loader.read_report(full).splits[split].templates) == {
            template.id for template in templates
        }
    assert loader.read_report(full).splits["reworded"].templates == {template.id: 8 for template in COMMON}


@pytest.mark.slow
def test_reworded_sessions_are_read_as_what_they_ask(family, full):
    sessions = {
        split: [loader.session(full, split, index) for index in range(family.size(full, split))]
        for split in ("test", "reworded")
    }
    asked = {tuple(turn.sql for turn in one.turns): one for one in sessions["test"]}
    for session in sessions["reworded"][::4]:
        source = asked[tuple(turn.sql for turn in session.turns)]
        assert source.template == session.template
        for turn, plain in zip(session.turns, source.turns, strict=True):
            assert told(turn.text) == told(plain.text)


def test_a_fifth_of_the_sessions_is_held_out():
    assert {template.id for template in NOVEL} == HELD_OUT
    assert len(NOVEL) >= 0.2 * len(TEMPLATES)
    assert {template.category for template in COMMON} == set(DESCRIPTIONS)


def test_every_held_out_session_has_a_turn_that_no_other_has():
    common = {skeleton for template in COMMON for skeleton in _skeletons(template)}
    assert not [template.id for template in NOVEL if {*_skeletons(template)} <= common]


def test_turns_are_alike_whichever_number_they_have():
    (twice,) = (template for template in COMMON if template.id == "diagnosis__gender__age")
    assert "{turn2}" in twice.steps[2].sql
    assert "{turn1}" in _skeletons(twice)[2]


def _skeletons(template):
    """What its turns ask; which turn before them they ask about is of no matter."""
    return [re.sub(r"\{turn\d\}", "{turn1}", step.sql) for step in template.steps]


def test_sizes_are_declared_as_in_the_paper(family):
    assert {split: family.splits[split].size for split in SPLITS} == {"train": 18_950, "test": 7_913}
    assert all(family.splits[split].counted for split in SPLITS)


def test_a_smaller_hospital_is_asked_fewer_sessions(family, build):
    patients = loader.read_report(build).rows["PATIENTS"]
    for split in SPLITS:
        expected = round(loader.SIZES[split] * patients / loader.FULL)
        assert 0.9 * expected <= family.size(build, split) <= expected


def test_every_session_is_held_once(planned):
    texts = Counter(tuple(turn.text for turn in one.turns) for split in SPLITS for one in planned[split])
    assert max(texts.values()) == 1


def test_sessions_have_two_to_five_turns(family, build, planned):
    turns = Counter(len(one.turns) for one in planned["test"])
    assert set(turns) == {2, 3, 4, 5}
    for index, one in enumerate(planned["test"][:50]):
        task = family.task(build, "test", index)
        assert [turn.question for turn in task.turns] == [turn.text for turn in one.turns]


def test_every_template_and_category_is_asked(planned):
    assert {one.template for one in planned["train"]} == {template.id for template in COMMON}
    assert {one.template for one in planned["ood"]} <= HELD_OUT
    for split in SPLITS:
        asked = Counter(BY_ID[one.template].category for one in planned[split])
        assert set(asked) == set(DESCRIPTIONS)
        assert min(asked.values()) >= len(planned[split]) / 10


def test_no_answer_is_trivial_and_yes_and_no_are_balanced(build):
    for split in SPLITS:
        spread = loader.read_report(build).splits[split]
        assert spread.trivial == 0
        assert abs(spread.yes - spread.no) <= 0.1 * (spread.yes + spread.no)


def test_splits_share_no_subject(family, build):
    train, test = (set(family.subjects(build, split)) for split in SPLITS)
    assert train
    assert test
    assert not train & test
    assert {name.split("/")[1] for name in train & train} >= {
        "patient",
        "drug",
        "diagnosis",
        "procedure",
        "lab",
    }


def test_the_ledger_decides_whatever_the_build(family, build):
    for split in SPLITS:
        for name in set(family.subjects(build, split)):
            source, kind, value = name.split("/", 2)
            assert half_of(source, kind, value) == split


def test_a_task_states_all_it_relies_on_and_holds_no_query(family, build, planned):
    task, one = family.task(build, "test", 0), planned["test"][0]
    for said in ("2105-12-31 23:59:00", "ORG_NAME", "HADM_ID", "your first answer", loader.tables(build)):
        assert said in task.context
    for turn in one.turns:
        assert turn.sql not in task.model_dump_json()
    assert (build.public / task.database.path).is_file()
    assert family.task(build, "test", 0) == task


def test_a_task_that_is_not_there_is_refused(family, build):
    for split in family.splits:
        with pytest.raises(DataError):
            family.task(build, split, family.size(build, split))


def test_the_report_tells_rows_categories_turns_kinds_and_constants(family, build):
    report = family.report(build)
    assert re.search(r"rows: PATIENTS \d+, .*LABEVENTS \d+", report)
    for said in (*DESCRIPTIONS, "by turns", "boolean", "0, 1 or none 0", "best constants", "abs-year-in"):
        assert said in report


def test_a_small_build_declares_what_its_own_constants_pass(family, build):
    for split in SPLITS:
        assert family.chance_rate(build, split) >= loader.read_report(build).splits[split].constant
        assert family.chance_rate(build, split) <= 0.03


def test_pins_name_every_preloaded_package(family):
    pins = (family.environment.recipe / "requirements.txt").read_text()
    assert (family.environment.recipe / "Dockerfile").is_file()
    assert re.search(r"^pandas==[\d.]+$", pins, re.MULTILINE)
    assert set(family.environment.preload) == {"numpy", "pandas", "sqlite3"}


@pytest.mark.slow
def test_the_reference_earns_all_and_others_no_more_than_chance(family, build):
    players = ("reference", "nop", "attack:constants")
    found = measure(family, build, plugins.sandbox("process"), "test", per_stratum=1, agents=players)
    assert found.sound, found
    assert {score.agent: score.reward for score in found.scores if score.agent != "attack:constants"} == {
        "reference": 1.0,
        "nop": 0.0,
    }


def test_there_are_sixty_templates_and_more():
    assert len(TEMPLATES) >= 60
