from datetime import date

import pytest

from medgym_plugin_ehrcon.mention import RefusalError, first_line, locate, mention, parts
from medgym_plugin_ehrcon.release import Annotation, Check, Note

LINE = "05:30AM BLOOD WBC-8.4 Hct was 27.3% K-4.2 K+ 4.25 BP 118/62 mmHg"
NAMES = {
    "wbc": frozenset({"white blood cells"}),
    "systolic bp": frozenset({"s"}),
    "diastolic bp": frozenset({"d"}),
}


def note(text=LINE):
    days = (date(2150, 3, 8), date(2150, 3, 4))
    return Note({"TEXT": text}, "test", "nursing", 7, 8, 9, *days)


def annotation(entity="WBC", position=1, entity_type=1, checks=None, **facts):
    stated = {"label": "white blood cells", "valuenum": "8.4", **facts}
    return Annotation(7, entity, position, entity_type, checks or (Check("labevents", stated, ()),))


@pytest.mark.parametrize(
    ("entity", "values", "unit", "text"),
    [
        ("WBC", ["8.4"], None, "WBC-8.4"),
        ("wbc", [None], None, "WBC"),
        ("Hct", ["27.3"], "%", "Hct was 27.3%"),
        ("K", ["4.2"], None, "K-4.2"),
        ("K+", ["4.25"], None, "K+ 4.25"),
        ("BP", ["118", "62"], "mmHg", "BP 118/62 mmHg"),
        ("BP", ["118", "62"], None, "BP 118/62"),
    ],
)
def test_a_mention_reaches_from_its_entity_to_its_value(entity, values, unit, text):
    start, end = locate(LINE, entity, values, unit)
    assert LINE[start:end] == text


@pytest.mark.parametrize(
    ("entity", "values"), [("Hgb", [None]), ("WBC", ["8.5"]), ("W", [None]), ("K", ["4"])]
)
def test_what_is_not_on_the_line_is_not_found(entity, values):
    assert locate(LINE, entity, values, None) is None


def test_two_mentions_of_one_entity_on_a_line_are_told_apart():
    line = "WBC 8.4 on arrival, then WBC 9.1"
    assert [line[slice(*locate(line, "WBC", [v], None))] for v in ("8.4", "9.1")] == ["WBC 8.4", "WBC 9.1"]


def test_an_annotation_becomes_a_mention_with_its_place_and_claim():
    found = mention(annotation(charttime="2150-03-08 05:30:00"), note("\n" + LINE), 0, NAMES)
    assert (found.line, found.character, found.text, found.style) == (2, 15, "WBC-8.4", "explicit")
    assert (found.claims[0].value, found.claims[0].names) == (8.4, ("white blood cells",))
    assert found.columns == ()


def test_labels_become_roles():
    check = Check("labevents", {"label": "wbc", "valuenum": "8.4"}, ("charttime", "valuenum"))
    assert mention(annotation(checks=(check,)), note(), 1, NAMES).columns == ("value", "time")


def test_of_alternative_tables_the_one_that_agrees_counts():
    facts = {"label": "wbc", "valuenum": "8.4"}
    checks = (Check("labevents", facts, ("charttime",)), Check("chartevents", facts, ()))
    found = mention(annotation(checks=checks), note(), 1, NAMES)
    assert (found.columns, len(found.claims)) == ((), 1)


def test_a_pressure_makes_two_claims():
    checks = tuple(
        Check("chartevents", {"label": name, "valuenum": value}, wrong)
        for name, value, wrong in (("s", "118", ()), ("d", "62", ("valuenum",)))
    )
    found = mention(annotation("BP", checks=checks), note(), 1, NAMES)
    assert [(claim.names, claim.value) for claim in found.claims] == [(("s",), 118), (("d",), 62)]
    assert (found.text, found.columns) == ("BP 118/62", ("value",))
    assert list(parts(annotation("BP", checks=checks))) == ["systolic bp", "diastolic bp"]


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (annotation(entity_type=3), "string value"),
        (annotation(entity_type=2), "a value where"),
        (annotation(position=9), "not found"),
        (annotation(valuenum="8.5"), "not found"),
        (annotation(charttime="some day"), "cannot be read"),
        (annotation(checks=(Check("labevents", {"valuenum": "8.4"}, ("mood",)),)), "no known column"),
        (annotation(checks=tuple(Check("labevents", {"valuenum": v}, ()) for v in "123")), "more than two"),
    ],
)
def test_what_cannot_be_asked_is_refused_without_naming_values(made, said):
    with pytest.raises(RefusalError, match=said) as refusal:
        mention(made, note(), 1, NAMES)
    assert "8.4" not in str(refusal.value)


def test_lines_are_counted_from_where_the_entities_are_found():
    notes = {7: note("first\nWBC 8.4\nlast")}
    assert first_line([annotation(position=2)], notes) == 1
    assert first_line([annotation(position=1)], notes) == 0
