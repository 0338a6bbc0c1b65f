"""Labels of the synthetic source are known by construction; the rule finds each of them again."""

import csv
import re
from collections import Counter, defaultdict
from datetime import datetime, timedelta

import pytest

from medgym_core import DataError
from medgym_plugin_ehrcon import loader
from medgym_plugin_ehrcon.release import read_annotations, read_notes
from medgym_plugin_ehrcon.synthetic import notes_of, synthesise
from medgym_plugin_ehrcon.synthetic.hospital import wards
from medgym_plugin_ehrcon.synthetic.labels import Labeller
from medgym_plugin_ehrcon.synthetic.naming import labels, labs_by_item
from medgym_plugin_ehrcon.synthetic.version import version_of
from medgym_plugin_ehrcon.terms import shipped_terms


@pytest.fixture(scope="module")
def report(build):
    return loader.read_report(build)


def test_the_rule_finds_latent_truth(report, raw):
    """Of 99 %: where a chart holds another row than the writer meant, they differ, and it is not asked.

    String values are no mentions of the benchmark.
    """
    strings = sum(one.entity_type == 3 for one in read_annotations(raw))
    refused = dict(report.refused)
    assert refused.pop("a string value, which the benchmark leaves out") == strings
    assert sum(refused.values()) <= 0.01 * report.annotations
    assert report.agreements == report.annotations - strings - sum(refused.values())


def test_shares_are_as_published(report):
    mentions = report.mentions
    assert 0.24 <= mentions.inconsistent / mentions.mentions <= 0.31
    assert 39 <= mentions.mentions / sum(report.notes.values()) <= 90
    assert mentions.kind["numeric"] > 2.3 * mentions.kind["existence"]


def test_discharge_notes_are_worst_and_physicians_best(build, users_build, family):
    counted = Counter()
    for split in loader.PUBLISHED:
        for index in range(family.size(users_build, split)):
            asked = loader.asked(users_build, split, index)
            counted[asked.category, bool(asked.columns)] += 1
    share = {kind: counted[kind, True] / (counted[kind, True] + counted[kind, False]) for kind, _ in counted}
    assert share["discharge"] > 1.4 * max(share["physician"], share["nursing"])


def test_everything_that_can_be_wrong_is(report):
    plans = {"item", "time", "unit", "value", "value+time", "value+unit"}
    assert plans <= set(report.mentions.columns)


def test_time_is_wrong_most_often_and_items_least(report):
    """As published: date or time 41 %, value 35 %, unit 15 %, item 10 % (Kwon et al. 2024, figure 11)."""
    wrong = Counter()
    for columns, count in report.mentions.columns.items():
        wrong.update(dict.fromkeys(columns.split("+"), count))
    assert wrong["time"] > wrong["value"] > max(wrong["unit"], wrong["item"])


def test_all_styles_and_tables_occur(report):
    assert min(report.mentions.style.values()) > 200
    assert set(report.mentions.style) == {"explicit", "narrative", "none"}
    assert len(report.mentions.table) == 9


def test_many_wrong_times_of_day_are_wrong_by_minutes(raw):
    """A record of the admission stands within two hours before or after."""
    admission = {note.row_id: note.hadm_id for note in read_notes(raw)}
    recorded = defaultdict(list)
    for hadm, when in _times(raw, "LABEVENTS"):
        recorded[hadm].append(datetime.fromisoformat(when))
    shifted = Counter()
    for one in read_annotations(raw):
        facts, wrong = one.checks[0].facts, one.checks[0].wrong
        if wrong == ("charttime",) and len(facts.get("charttime", "")) == 19:
            when = datetime.fromisoformat(facts["charttime"])
            gap = min(abs(when - true) for true in recorded[admission[one.row_id]])
            shifted[gap < timedelta(hours=2)] += 1
    assert shifted[True] > 0.5 * shifted.total()


def test_rounds_are_charted_at_any_minute(raw):
    """So that no stated time shows that it was never a round's; what is of one round stays together."""
    minutes, rows = Counter(), Counter()
    with (raw / "CHARTEVENTS.csv").open() as stream:
        for row in csv.DictReader(stream):
            rows[row["HADM_ID"], row["CHARTTIME"]] += 1
    for (hadm, when), count in rows.items():
        minutes[hadm, when[14:16]] += count > 3
    assert max(minutes.values()) <= 5
    assert sum(count > 3 for count in rows.values()) > 300


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


def test_every_lab_that_notes_state_has_a_term():
    named = {name for _, name in shipped_terms()}
    assert {labels()[item] for item in labs_by_item()} <= named


def test_fewer_notes_are_the_beginning_of_more(raw, tmp_path):
    synthesise(tmp_path, 0, 4, lambda *_: None)
    few = (tmp_path / "LABEVENTS.csv").read_text()
    assert (raw / "LABEVENTS.csv").read_text().startswith(few)


@pytest.mark.slow
def test_another_seed_writes_other_notes(raw, tmp_path):
    synthesise(tmp_path, 1, 6, lambda *_: None)
    assert not {note.fields["TEXT"] for note in read_notes(tmp_path)} & {
        note.fields["TEXT"] for note in read_notes(raw)
    }


def test_no_note_states_what_comes_after_it(raw):
    """Dates in a note are at most its chart date, but for wrong ones; none is after the stay."""
    for note in read_notes(raw):
        dates = re.findall(r"\[\*\*(\d{4}-\d\d-\d\d)\*\*\]", note.fields["TEXT"])
        assert all(datetime.fromisoformat(date).date() <= note.charted for date in dates)


def test_an_item_has_one_unit_in_an_admission_and_either_in_many(raw):
    """So that who knows an item's units, and no table, cannot tell a wrong one."""
    units = defaultdict(Counter)
    with (raw / "LABEVENTS.csv").open() as stream:
        rows = {
            (row["HADM_ID"], row["ITEMID"], row["VALUEUOM"].strip().lower())
            for row in csv.DictReader(stream)
            if row["VALUEUOM"].strip()
        }
    assert len({row[:2] for row in rows}) == len(rows)
    for _, item, unit in rows:
        units[item][unit] += 1
    common = [
        found for item, found in units.items() if found.total() > 30 and int(item) in (50983, 50912, 51265)
    ]
    assert len(common) == 3
    assert all(0.2 < min(found.values()) / found.total() < 0.5 for found in common)


def test_notes_state_what_the_tables_hold(raw):
    """Most labs of a block stand in LABEVENTS on the day that heads its line; what does not is planted."""
    held = defaultdict(set)
    with (raw / "LABEVENTS.csv").open() as stream:
        for row in csv.DictReader(stream):
            if row["VALUENUM"]:
                held[int(row["HADM_ID"]), row["CHARTTIME"][:10]].add(float(row["VALUENUM"]))
    right = wrong = 0
    for note in read_notes(raw):
        for line in note.lines:
            if found := re.match(r"\[\*\*(\d{4}-\d\d-\d\d)\*\*\] .{5,7} BLOOD (.*)", line):
                values = {float(value) for value in re.findall(r"(?<=[A-Za-z)])-(\d+(?:\.\d+)?)", found[2])}
                known = held[note.hadm_id, found[1]]
                right, wrong = right + len(values & known), wrong + len(values - known)
    assert right > 250
    assert 0.1 < wrong / (right + wrong) < 0.45


@pytest.fixture(scope="module")
def mentions():
    """Labeller and mention of each that states something of some thirty notes."""
    written = [one for ward in wards(3, 30) for one in notes_of(ward, 3, 0)]
    found = []
    for one in written:
        version = version_of(one.note, processed=True)
        labeller = Labeller(version.lines, one.frame, one.recorded, one.planted)
        found += [(labeller, mention) for mention in version.mentions if _reads(version, mention)]
    return found


def _reads(version, mention):
    """Whether a mention begins with its name, as those that are asked about do."""
    return version.lines[mention.line].startswith(mention.stated[0].name, mention.start)


def test_what_was_left_true_is_consistent(mentions):
    true = [(labeller, one) for labeller, one in mentions if not labeller.planted(one)]
    right = sum(labeller.found(one, labeller.time(one)) == () for labeller, one in true)
    assert len(true) > 600
    assert right / len(true) > 0.93


def test_values_that_were_made_wrong_are_found(mentions):
    wrong = [
        labeller.found(one, labeller.time(one))
        for labeller, one in mentions
        if "value" in labeller.planted(one) and one.stated[0].written
    ]
    assert len(wrong) > 100
    assert sum(found is None or found != () for found in wrong) / len(wrong) > 0.9


def test_no_notes_are_no_source(tmp_path):
    with pytest.raises(DataError, match="0 notes make no source"):
        synthesise(tmp_path, 0, 0, lambda *_: None)
