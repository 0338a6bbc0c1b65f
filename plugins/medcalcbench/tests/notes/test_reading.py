"""Every statement form is read as what it says, of the entry that counts, and of no other."""

from datetime import date, datetime

import pytest

from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.notes import FIXED
from medgym_plugin_medcalcbench.notes.spelled import date_spellings, time_spellings
from medgym_plugin_medcalcbench.notes.table import table
from medgym_plugin_medcalcbench.parameter import Choice, Doses, Flag, Quantity

from .parsing import asked_in, parse_date, parse_time, parse_value, pattern
from .reader import Reader, lacking, read_note

FRAMES = table()["frames"]
PARAMETERS = {p.name: p for c in CALCULATORS.values() for p in c.parameters}
ASKED = datetime(2024, 5, 3, 18, 0)
COUNTS = "handover"
PASSED = ("intake", "bed move", "line check", "ward round")
"""An entry of the morning, one that was called off, one of another chart, and one of the next day."""
HEAD = """\
ADMISSION NOTE
Patient: Alpha Testcase (synthetic), chart 1111

Entries
- intake: 3 May 2024, 10:00, chart 1111
- handover, chart 1111, 5 h after the intake (entered later)
- chart 1111, bed move: 5 h 40 min after the intake (called off)
- line check: 20 min before the ward round, chart 2222
- ward round: 09:00 on 4 May 2024, chart 1111 (to be called off, was made)

PMH
"""


def reader(*said):
    return Reader(table(), HEAD + "\n".join(f"- {text}" for text in said))


def labelled(what, label=COUNTS):
    """A statement of an entry in each of the forms."""
    return [form.format(label=label, what=what) for form in FRAMES["said"]]


def creatinine(*said, asked=ASKED):
    return reader(*said).measurement("creatinine", ["mg/dL", "µmol/L"], asked)


def test_entries_are_placed_in_time_charts_and_whether_they_were_made():
    found = {label: (one.time, one.chart, one.made) for label, one in reader().entries.items()}
    assert found == {
        "intake": (datetime(2024, 5, 3, 10, 0), "1111", True),
        "handover": (datetime(2024, 5, 3, 15, 0), "1111", True),
        "bed move": (datetime(2024, 5, 3, 15, 40), "1111", False),
        "line check": (datetime(2024, 5, 4, 8, 40), "2222", True),
        "ward round": (datetime(2024, 5, 4, 9, 0), "1111", True),
    }


@pytest.mark.parametrize("frame", FRAMES["entries"]["frames"])
@pytest.mark.parametrize("kind", ["made", "idle"])
def test_every_form_of_an_entry_is_read(frame, kind):
    for remark in FRAMES["entries"][kind]:
        text = frame.format(label="X-ray trip", time="2024-05-03, 11:05", chart="1111", remark=remark)
        entry = reader(text).entries["X-ray trip"]
        assert entry == (datetime(2024, 5, 3, 11, 5), "1111", kind == "made")


@pytest.mark.parametrize("frame", FRAMES["quantity"]["one"])
def test_the_value_that_counts_is_read_and_one_of_another_entry_passed_over(frame):
    assert creatinine(frame.format(term="Scr", V="132 µmol/L", label=COUNTS)) == (132.0, "µmol/L")
    others = [frame.format(term="Scr", V="0.9 mg/dL", label=label) for label in PASSED[1:]]
    assert creatinine(*others) is None
    assert creatinine(*others, frame.format(term="Scr", V="1.4 mg/dL", label="intake")) == (1.4, "mg/dL")


@pytest.mark.parametrize("frame", FRAMES["quantity"]["series"]["frame"])
@pytest.mark.parametrize("piece", FRAMES["quantity"]["series"]["piece"])
def test_of_several_values_in_a_statement_the_last_that_counts_is_read(frame, piece):
    values = dict(zip((*PASSED, COUNTS), ("0.9", "1.3", "2.2", "3.1", "4.4"), strict=True))
    series = ", ".join(piece.format(V=f"{value} mg/dL", label=label) for label, value in values.items())
    assert creatinine(frame.format(term="creatinine", series=series)) == (4.4, "mg/dL")


def test_what_counts_depends_on_the_time_asked():
    said = [f"creatinine {n}.0 mg/dL ({label})" for n, label in enumerate((*PASSED, COUNTS), 1)]
    hours = {datetime(2024, 5, 3, 9, 0): None, datetime(2024, 5, 3, 12, 0): 1.0, ASKED: 5.0}
    hours |= {datetime(2024, 5, 4, 8, 59): 5.0, datetime(2024, 5, 4, 9, 0): 4.0}
    read = {asked: creatinine(*said, asked=asked) for asked in hours}
    assert read == {asked: value and (value, "mg/dL") for asked, value in hours.items()}


@pytest.mark.parametrize("name", [name for name, p in PARAMETERS.items() if isinstance(p, Flag)])
def test_findings_are_read_in_every_form(name):
    entry, absent = table()["findings"][name], FRAMES["finding"]["absent"]
    topics = entry.get("topic", entry["phrases"])
    denied = [form.format(topic=topic) for form in absent for topic in topics] + entry["near"]
    for present, whats in ((True, entry["phrases"]), (False, denied)):
        for what in whats:
            assert {reader(text).finding(name, ASKED) for text in labelled(what)} == {present}, what
    later = [text for label in PASSED[1:] for text in labelled(entry["phrases"][0], label)]
    assert reader(*later).finding(name, ASKED) is None


@pytest.mark.parametrize("name", table()["choices"])
def test_grades_are_read_in_every_form(name):
    for option, phrases in table()["choices"][name]["options"].items():
        for phrase in phrases:
            assert {reader(text).choice(name, ASKED) for text in labelled(phrase)} == {option}
            assert {reader(text).choice(name, ASKED) for text in labelled(phrase, "ward round")} == {None}


@pytest.mark.parametrize("form", FRAMES["doses"]["present"])
def test_doses_are_read(form):
    dose = form.format(dose="oral morphine 7.5 mg TID + oxycodone 5 mg BID")
    both = [["morphine", 7.5, "mg", 3], ["oxycodone", 5.0, "mg", 2]]
    assert [reader(text).doses(ASKED) for text in labelled(dose)] == [both] * 3
    assert [reader(text).doses(ASKED) for text in labelled(dose, "bed move")] == [None] * 3


@pytest.mark.parametrize("form", FRAMES["last_period"])
def test_the_last_period_is_read(form):
    what = form.format(V="3 March 2024")
    assert {reader(text).last_period(ASKED) for text in labelled(what)} == {"2024-03-03"}
    assert {reader(text).last_period(ASKED) for text in labelled(what, "line check")} == {None}


@pytest.mark.parametrize("form", FRAMES["target_steroid"])
def test_the_target_is_read(form):
    what = form.format(drug=table()["drugs"]["prednisone PO"][0])
    assert {reader(text).target(ASKED) for text in labelled(what)} == {"prednisone PO"}


@pytest.mark.parametrize("form", FRAMES["identity"])
def test_who_the_patient_is(form):
    mine = form.format(chart="1111", article="an", hyphen="80-year", age="80 years", person="lady")
    other = form.format(chart="2222", article="a", hyphen="44-year", age="44 years", person="man")
    said = reader(other, mine)
    assert (said.age(), said.sex()) == ((80.0, "years"), "female")


@pytest.mark.parametrize("unit", table()["units"])
def test_every_spelling_of_a_unit_is_read(unit):
    spellings = table()["units"][unit]
    for spelling in spellings:
        numbers, read = parse_value({unit: spellings}, spelling.format(n="1,234.5", feet=5, inches=7, dbp=80))
        assert read == unit
        assert numbers.get("n", 1234.5) == 1234.5


def test_a_value_without_its_unit_is_refused():
    with pytest.raises(ValueError, match="no value with a unit"):
        parse_value({"kg": ["{n} kg"]}, "71 stone")


def test_every_spelling_of_a_date_and_of_a_time_is_read():
    day = date(2024, 5, 31)
    assert {parse_date(text) for text in date_spellings(day)} == {day}
    assert {parse_time(text) for text in time_spellings(ASKED)} == {ASKED}
    times = [ASKED, datetime(2024, 5, 1, 6, 5)]
    for first, second in zip(*map(time_spellings, times), strict=True):
        assert asked_in(f"What was the score at {first} and at {second}?") == times


def test_an_entry_that_says_two_things_is_refused():
    with pytest.raises(ValueError, match="creatinine is stated twice"):
        creatinine(f"Scr 1.2 mg/dL ({COUNTS})", f"{COUNTS}: creatinine 1.4 mg/dL")
    assert creatinine(f"Scr 1.2 mg/dL ({COUNTS})", f"{COUNTS}: creatinine 1.2 mg/dL") == (1.2, "mg/dL")


def test_an_input_that_is_not_stated_is_refused_and_named():
    note = f"{HEAD}- a 50-year-old man has chart 1111\n- ward round: creatinine 1.2 mg/dL\n"
    assert lacking(table(), "ckd_epi", note, ASKED) == ["creatinine"]
    assert lacking(table(), "ckd_epi", note, datetime(2024, 5, 5)) == []
    with pytest.raises(ValueError, match="does not state creatinine"):
        read_note(table(), "ckd_epi", note, ASKED)


def test_a_statement_of_no_form_is_not_read():
    assert creatinine(f"creatinine was about 1.2 mg/dL ({COUNTS})") is None
    with pytest.raises(KeyError):
        pattern("{term} {V}", {"term": "creatinine"})


def test_every_parameter_has_forms():
    own = {*FIXED, "sbp", "dbp", "last_period", "target_steroid"}
    kinds = {Flag: "findings", Quantity: "quantities", Choice: "choices"}
    for name, parameter in PARAMETERS.items():
        if name not in own and not isinstance(parameter, Doses):
            assert name in table()[kinds[type(parameter)]]
    assert {drug for p in PARAMETERS.values() if isinstance(p, Doses) for drug, _ in p.drugs} == set(
        table()["drugs"]
    )
