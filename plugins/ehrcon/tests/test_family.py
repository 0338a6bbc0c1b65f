import re
from collections import Counter

from medgym_core import plugins
from medgym_core.access import Tier
from medgym_ehr.ledger import half_of
from medgym_plugin_ehrcon import loader
from medgym_plugin_ehrcon.selection import NOTES, SOURCE


def test_the_entry_point_provides_the_family():
    family = plugins.family("ehrcon")
    assert family.name == "ehrcon"


def test_declares_three_note_types_and_the_published_sizes(family):
    assert [category.name for category in family.categories] == ["discharge", "physician", "nursing"]
    sizes = {name: split.size for name, split in family.splits.items()}
    audits = {"audit-train": 60, "audit-test": 15}
    assert sizes == {
        **{"train": 3229, "test": 976, "ood": 80, "reworded": 268, "published-valid": 0, "published-test": 0},
        **audits,
    }


def test_a_small_build_asks_proportionally(family, build, patients):
    assert family.size(build, "train") == round(3229 * patients / NOTES)


def test_all_categories_are_asked(tasks):
    for found in tasks.values():
        assert set(Counter(task.category for task in found)) == {"discharge", "physician", "nursing"}


def test_as_many_questions_are_consistent_as_wrong_in_time(tasks, golds):
    for found in tasks.values():
        answers = Counter("+".join(golds[task.id]["columns"]) for task in found)
        assert abs(answers[""] - answers["time"]) <= 2 + 0.02 * len(found)
        assert 0.4 < answers[""] / len(found) < 0.47


def test_splits_share_no_patient(family, build):
    halves = {split: set(family.subjects(build, split)) for split in ("train", "test")}
    assert halves["train"]
    assert not halves["train"] & halves["test"]
    for split, subjects in halves.items():
        assert {half_of(SOURCE, "patient", name.rpartition("/")[2]) for name in subjects} == {split}


def test_no_question_repeats(tasks):
    questions = [task.turns[0].question for found in tasks.values() for task in found]
    assert len(set(questions)) == len(questions)


def test_a_question_names_note_line_character_and_mention(build, tasks):
    for task in tasks["test"]:
        asked = loader.asked(build, "test", task.index)
        question = task.turns[0].question
        assert re.search(rf"[Nn]ote {asked.row_id}\b", question)
        assert re.search(rf"[Ll]ine {asked.line}\b", question)
        assert f"character {asked.character}" in question
        assert f'"{asked.text}"' in question


def test_a_prompt_states_rule_tables_and_columns(tasks):
    context = tasks["train"][0].context
    for said in (
        "smallest",
        "synonyms.csv",
        "yesterday",
        "INPUTEVENTS_MV(ROW_ID",
        "RATEUOM",
        "ENDTIME",
        '["item"]',
    ):
        assert said in context


def test_synthetic_data_is_open_to_every_box(build):
    assert build.tier is Tier.SYNTHETIC


def test_the_chance_rate_is_a_half_and_more_where_published_labels_are_uneven(family, build, users_build):
    assert family.chance_rate(build, "train") == family.chance_rate(build, "test") == 0.5
    assert 0.6 < family.chance_rate(users_build, "published-test") < 0.8
