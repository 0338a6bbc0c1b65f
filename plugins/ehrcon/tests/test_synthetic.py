"""Labels of the synthetic source are known by construction; the rule finds each of them again."""

import csv
import random
from collections import Counter
from datetime import datetime, timedelta

import pytest

from medgym_core import DataError
from medgym_plugin_ehrcon import loader
from medgym_plugin_ehrcon.release import read_annotations, read_notes
from medgym_plugin_ehrcon.synthetic import synthesise
from medgym_plugin_ehrcon.synthetic.event import Stay, draw_events
from medgym_plugin_ehrcon.synthetic.item import items
from medgym_plugin_ehrcon.synthetic.moment import Frame, hospital_day, unsaid
from medgym_plugin_ehrcon.synthetic.statement import PLANS, Speaker
from medgym_plugin_ehrcon.terms import shipped_terms


@pytest.fixture(scope="module")
def report(build):
    return loader.read_report(build)


def test_the_rule_finds_every_latent_truth(report, raw):
    """All but string values, which are no mentions of the benchmark."""
    strings = sum(one.entity_type == 3 for one in read_annotations(raw))
    assert report.refused == {"a string value, which the benchmark leaves out": strings}
    assert report.agreements == report.annotations - strings


def test_shares_are_as_published(report):
    mentions = report.mentions
    assert 0.24 <= mentions.inconsistent / mentions.mentions <= 0.31
    assert 36 <= mentions.mentions / sum(report.notes.values()) <= 42
    assert 2.3 <= mentions.kind["numeric"] / mentions.kind["existence"] <= 3.7


def test_discharge_notes_are_worst_and_physicians_best(build, users_build, family):
    counted = Counter()
    for split in loader.PUBLISHED:
        for index in range(family.size(users_build, split)):
            asked = loader.asked(users_build, split, index)
            counted[asked.category, bool(asked.columns)] += 1
    share = {kind: counted[kind, True] / (counted[kind, True] + counted[kind, False]) for kind, _ in counted}
    assert share["discharge"] > 1.4 * max(share["physician"], share["nursing"])


def test_everything_that_can_be_wrong_is(report):
    assert set(report.mentions.columns) == {
        "+".join(role for role in ("item", "value", "unit", "time") if role in plan) for plan, _ in PLANS
    }


def test_all_styles_and_tables_occur(report):
    assert min(report.mentions.style.values()) > 200
    assert set(report.mentions.style) == {"explicit", "narrative", "none"}
    assert len(report.mentions.table) == 9


def test_many_wrong_times_of_day_are_wrong_by_an_hour(raw):
    """A record of the item stands exactly an hour before or after."""
    admission = {note.row_id: note.hadm_id for note in read_notes(raw)}
    recorded = {(hadm, when) for hadm, when in _times(raw, "LABEVENTS") | _times(raw, "CHARTEVENTS")}
    shifted = Counter()
    for one in read_annotations(raw):
        facts, wrong = one.checks[0].facts, one.checks[0].wrong
        if wrong == ("charttime",) and len(facts.get("charttime", "")) == 19:
            when = datetime.fromisoformat(facts["charttime"])
            beside = {str(when + timedelta(hours=hours)) for hours in (-1, 1)}
            shifted[any((admission[one.row_id], time) in recorded for time in beside)] += 1
    assert shifted[True] > 0.25 * shifted.total()


def _times(raw, name):
    with (raw / f"{name}.csv").open() as stream:
        return {(int(row["HADM_ID"]), row["CHARTTIME"]) for row in csv.DictReader(stream)}


def test_notes_use_abbreviations_and_brand_names(raw):
    spoken = {one.entity.lower() for one in read_annotations(raw)}
    assert {"lasix", "wbc", "hct", "k"} & spoken
    assert len(spoken) > 150


def test_several_terms_are_ambiguous():
    named = Counter(term.lower() for term, _ in shipped_terms())
    assert sum(count > 1 for count in named.values()) > 15


def test_every_item_has_a_term():
    named = {name for _, name in shipped_terms()}
    assert all(item.name in named for group in items().values() for item in group)


def test_fewer_notes_are_the_beginning_of_more(raw, tmp_path):
    synthesise(tmp_path, 0, 4, shipped_terms(), lambda *_: None)
    few = (tmp_path / "LABEVENTS.csv").read_text()
    assert (raw / "LABEVENTS.csv").read_text().startswith(few)


def test_another_seed_writes_other_notes(raw, tmp_path):
    synthesise(tmp_path, 1, 6, shipped_terms(), lambda *_: None)
    assert not {note.fields["TEXT"] for note in read_notes(tmp_path)} & {
        note.fields["TEXT"] for note in read_notes(raw)
    }


def test_no_note_speaks_of_days_after_it():
    """Hospital days and windows end with the note's day."""
    stay = Stay(1, 2, datetime(2150, 3, 4, 9), datetime(2150, 3, 12, 9))
    frame = Frame(stay, "nursing", datetime(2150, 3, 6, 9))
    rng = random.Random(0)
    assert all(hospital_day(rng, frame).first < frame.charted for _ in range(20))
    assert unsaid(frame).last - frame.charted < timedelta(days=2)


def events(seed):
    return draw_events(random.Random(seed), Stay(1, 2, datetime(2150, 3, 4, 9), datetime(2150, 3, 12, 9)))


def test_an_item_has_either_unit_in_an_admission_and_both_in_many():
    """So that who knows an item's units, and no table, cannot tell a wrong one."""
    recorded = Counter()
    for seed in range(60):
        units = {
            (one.item.name, unit) for one in events(seed) if one.item.pace == "daily" for _, unit in one.pairs
        }
        assert len(units) == len({name for name, _ in units})
        recorded.update(units)
    for item in items()["lab"]:
        if item.pace == "daily" and item.other_unit:
            assert 15 <= recorded[item.name, item.unit] <= 45


def test_a_wrong_dose_is_one_that_the_drug_is_given_in():
    terms = shipped_terms()
    for seed in range(20):
        speaker = Speaker(random.Random(seed), events(seed), terms, datetime(2150, 3, 12, 9))
        said = speaker.state("drug", None, frozenset({"value"}), numeric=True, units=1, taken=set())
        assert said is None or said.pair[0] in said.item.doses


def test_a_pressure_has_two_numbers_the_higher_first():
    """Two equal ones would be read as one."""
    terms = shipped_terms()
    for seed in range(300):
        speaker = Speaker(random.Random(seed), events(seed % 20), terms, datetime(2150, 3, 12, 9))
        if said := speaker.pressure(None, frozenset({"value"}), units=1):
            assert said.pair[0] > said.second[1][0]


def test_no_notes_are_no_source(tmp_path):
    with pytest.raises(DataError, match="0 notes make no source"):
        synthesise(tmp_path, 0, 0, shipped_terms(), lambda *_: None)
