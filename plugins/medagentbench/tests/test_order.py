"""Which forms of an order are the same, and which are not."""

import copy
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_plugin_medagentbench import order
from medgym_plugin_medagentbench.order import settled

from .hospital import HOUR, MRN, OTHER, REFERRAL, lab

UCUM, SNOMED = "http://unitsofmeasure.org", "http://snomed.info/sct"
TWO_GRAMS, TWO_HOURS = {"value": 2, "unit": "g"}, {"value": 2, "unit": "h"}
R4_CATEGORY = "http://terminology.hl7.org/CodeSystem/observation-category"
GIVEN, CODED = "dosageInstruction.0.doseAndRate.0", "medicationCodeableConcept"
REMOVED = object()

MAGNESIUM = order.medication(MRN, "0338-1715-40", "IV", Decimal(2), "g", hours=2)
POTASSIUM = order.medication(MRN, "40032-917-01", "oral", Decimal("20.0"), "mEq")
CONTROL = order.service(MRN, "http://loinc.org", "2823-3", occurrenceDateTime="2023-11-14T08:00:00+00:00")
REFER = order.service(MRN, "http://snomed.info/sct", "306181000000106", note=[{"text": REFERRAL}])
A1C = order.service(MRN, "http://loinc.org", "4548-4")
PRESSURE = order.measurement(MRN, "118/77 mmHg")


def changed(resource, path, value):
    """A copy with the element at a dotted path replaced, added or removed."""
    result = copy.deepcopy(resource)
    *way, last = path.split(".")
    place = result
    for step in way:
        place = place[int(step)] if step.isdigit() else place[step]
    if value is REMOVED:
        del place[last]
    elif isinstance(place, list):
        place[int(last) :] = [value]
    else:
        place[last] = value
    return result


SAME = [
    (MAGNESIUM, "dosageInstruction.0.route", "IV"),
    (MAGNESIUM, "dosageInstruction.0.route", "iv"),
    (MAGNESIUM, "dosageInstruction.0.route", {"text": "iv"}),
    (MAGNESIUM, f"{GIVEN}.doseQuantity", {"value": 2, "unit": "g", "system": UCUM, "code": "g"}),
    (MAGNESIUM, f"{GIVEN}.rateQuantity", {"value": 2.0, "unit": "h", "code": "h"}),
    (MAGNESIUM, f"{CODED}.text", "magnesium sulfate"),
    (MAGNESIUM, f"{CODED}.coding.0.display", "magnesium sulfate in water"),
    (MAGNESIUM, "authoredOn", "2023-11-13T10:15:00Z"),
    (MAGNESIUM, "authoredOn", "2023-11-13T02:15:00.000-08:00"),
    (MAGNESIUM, "authoredOn", "2023-11-13T10:15:00"),
    (MAGNESIUM, "authoredOn", "2023-11-13T10:15"),
    (MAGNESIUM, "dosageInstruction.0.route", "Intravenous"),
    (MAGNESIUM, "dosageInstruction.0.route", "i.v."),
    (MAGNESIUM, "dosageInstruction.0.route", {"text": "intravenous route"}),
    (MAGNESIUM, "dosageInstruction.0.route", {"coding": [{"system": SNOMED, "code": "47625008"}]}),
    (
        MAGNESIUM,
        "dosageInstruction.0.route.coding",
        [{"system": SNOMED, "code": "47625008", "display": "IV"}],
    ),
    (MAGNESIUM, f"{GIVEN}.doseQuantity.unit", "gram"),
    (MAGNESIUM, f"{GIVEN}.doseQuantity", {"value": 2, "unit": "Grams", "system": UCUM, "code": "g"}),
    (MAGNESIUM, f"{GIVEN}.doseQuantity", {"value": 2000, "unit": "mg"}),
    (MAGNESIUM, f"{GIVEN}.doseQuantity", {"value": 2, "system": UCUM, "code": "g"}),
    (MAGNESIUM, f"{GIVEN}.rateQuantity", {"value": 120, "unit": "min"}),
    (MAGNESIUM, f"{GIVEN}.rateQuantity", {"value": 2, "unit": "hours"}),
    (MAGNESIUM, f"{GIVEN}.rateQuantity", {"value": 1, "unit": "g/h"}),
    (MAGNESIUM, f"{GIVEN}.rateQuantity", {"value": 1000, "unit": "mg/h"}),
    (MAGNESIUM, f"{GIVEN}.rateQuantity", {"value": 1, "unit": "gram per hour"}),
    (MAGNESIUM, f"{GIVEN}.rateQuantity", {"value": 16.6666667, "unit": "mg/min"}),
    (
        MAGNESIUM,
        GIVEN,
        {"doseQuantity": TWO_GRAMS, "rateRatio": {"numerator": TWO_GRAMS, "denominator": TWO_HOURS}},
    ),
    (MAGNESIUM, "id", "mine"),
    (MAGNESIUM, "meta", {"versionId": "1"}),
    (POTASSIUM, f"{GIVEN}.doseQuantity", {"value": 20, "unit": "mEq", "system": UCUM, "code": "meq"}),
    (POTASSIUM, f"{GIVEN}.doseQuantity.value", 20.000000000000018),
    (POTASSIUM, "dosageInstruction.0.route", "Oral"),
    (POTASSIUM, "dosageInstruction.0.route", "PO"),
    (POTASSIUM, "dosageInstruction.0.route", "p.o."),
    (POTASSIUM, "dosageInstruction.0.route", "by mouth"),
    (
        POTASSIUM,
        "dosageInstruction.0.route",
        {"text": "PO", "coding": [{"system": SNOMED, "code": "26643006"}]},
    ),
    (POTASSIUM, f"{GIVEN}.doseQuantity.unit", "meq"),
    (POTASSIUM, f"{GIVEN}.doseQuantity.unit", "milliequivalents"),
    (REFER, "note", {"text": REFERRAL}),
    (REFER, "note.0.text", REFERRAL.replace(" ", "\n")),
    (REFER, "subject", {"reference": f"Patient/{MRN}", "display": "Ilse", "type": "Patient"}),
    (REFER, "subject.identifier", {"value": MRN}),
    (CONTROL, "occurrenceDateTime", "2023-11-14T08:00:00Z"),
    (PRESSURE, "category.0.coding.0.system", R4_CATEGORY),
    (PRESSURE, "category.0.coding.0.display", "Vital Signs"),
]
DIFFERENT = [
    (MAGNESIUM, f"{GIVEN}.doseQuantity.value", 2.05),
    (MAGNESIUM, f"{GIVEN}.doseQuantity.value", "2"),
    (MAGNESIUM, f"{GIVEN}.doseQuantity.value", True),
    (MAGNESIUM, f"{GIVEN}.doseQuantity.unit", "mg"),
    (MAGNESIUM, f"{GIVEN}.doseQuantity", {"value": 2, "unit": "g", "system": UCUM, "code": "mg"}),
    (MAGNESIUM, f"{GIVEN}.doseQuantity", {"value": 2, "unit": "g", "system": "urn:other", "code": "g"}),
    (MAGNESIUM, f"{GIVEN}.rateQuantity", REMOVED),
    (MAGNESIUM, f"{GIVEN}.rateQuantity.value", 1),
    (MAGNESIUM, f"{GIVEN}.rateQuantity", {"value": 2, "unit": "min"}),
    (MAGNESIUM, f"{GIVEN}.rateQuantity", {"value": 2, "unit": "g/h"}),
    (MAGNESIUM, f"{GIVEN}.rateQuantity", {"value": 1, "unit": "mg/h"}),
    (MAGNESIUM, f"{GIVEN}.rateQuantity", {"value": 1, "unit": "h/g"}),
    (MAGNESIUM, f"{GIVEN}.rateQuantity", {"value": 0, "unit": "g/h"}),
    (MAGNESIUM, f"{GIVEN}.rateRatio", {"numerator": TWO_GRAMS, "denominator": TWO_HOURS}),
    (
        MAGNESIUM,
        GIVEN,
        {"doseQuantity": TWO_GRAMS, "rateRatio": {"numerator": TWO_HOURS, "denominator": TWO_GRAMS}},
    ),
    (MAGNESIUM, f"{GIVEN}.doseQuantity", {"value": 2, "unit": "G"}),
    (MAGNESIUM, f"{GIVEN}.doseQuantity", {"value": 2}),
    (MAGNESIUM, f"{GIVEN}.doseQuantity", {"value": 2000, "unit": "g"}),
    (MAGNESIUM, f"{GIVEN}.doseQuantity", {"value": 2, "unit": "g", "comparator": ">"}),
    (MAGNESIUM, "authoredOn", "2023-11-13T02:15:00"),
    (MAGNESIUM, "dosageInstruction.0.route", "oral"),
    (MAGNESIUM, "dosageInstruction.0.route", "IM"),
    (MAGNESIUM, "dosageInstruction.0.route", "IV push"),
    (MAGNESIUM, "dosageInstruction.0.route", "IV or PO"),
    (MAGNESIUM, "dosageInstruction.0.route", {"coding": [{"system": SNOMED, "code": "26643006"}]}),
    (
        MAGNESIUM,
        "dosageInstruction.0.route",
        {"text": "IV", "coding": [{"system": SNOMED, "code": "26643006"}]},
    ),
    (MAGNESIUM, "dosageInstruction.0.route", {"text": "IV", "coding": [{"code": "26643006"}]}),
    (MAGNESIUM, "dosageInstruction.0.text", "but only half of it"),
    (MAGNESIUM, "dosageInstruction.1", {"route": {"text": "IV"}}),
    (MAGNESIUM, f"{CODED}.coding.0.code", "40032-917-01"),
    (MAGNESIUM, f"{CODED}.coding.0.system", "http://loinc.org"),
    (MAGNESIUM, f"{CODED}.coding.1", {"system": "http://hl7.org/fhir/sid/ndc", "code": "40032-917-01"}),
    (MAGNESIUM, CODED, {"text": "magnesium sulfate"}),
    (MAGNESIUM, "authoredOn", "2023-11-13T10:15:59+00:00"),
    (MAGNESIUM, "authoredOn", "2023-11-13"),
    (MAGNESIUM, "status", "draft"),
    (MAGNESIUM, "intent", "plan"),
    (MAGNESIUM, "priority", "stat"),
    (MAGNESIUM, "doNotPerform", True),
    (MAGNESIUM, "subject.reference", f"Patient/{OTHER}"),
    (MAGNESIUM, "subject.identifier", {"value": OTHER}),
    (POTASSIUM, f"{GIVEN}.doseQuantity.value", 20.05),
    (POTASSIUM, f"{GIVEN}.doseQuantity.value", -20),
    (POTASSIUM, f"{GIVEN}.rateQuantity", {"value": 1, "unit": "h"}),
    (REFER, "note.0.text", f"{REFERRAL} And more."),
    (REFER, "note.0.text", REFERRAL.upper()),
    (REFER, "note.1", {"text": "And more."}),
    (REFER, "note", REMOVED),
    (REFER, "priority", "routine"),
    (REFER, "code.coding.1", {"system": "http://loinc.org", "code": "4548-4"}),
    (CONTROL, "occurrenceDateTime", "2023-11-14T08:59:00+00:00"),
    (CONTROL, "occurrenceDateTime", "2023-11-14"),
    (A1C, "occurrenceDateTime", "2023-11-14T08:00:00+00:00"),
    (PRESSURE, "valueString", "118/77"),
    (PRESSURE, "valueString", "181/77 mmHg"),
    (PRESSURE, "code.text", "Heart Rate"),
    (PRESSURE, "code.coding", [{"system": "http://loinc.org", "code": "8867-4"}]),
    (PRESSURE, "category", REMOVED),
    (PRESSURE, "effectiveDateTime", "2023-11-12T10:15:00+00:00"),
    (PRESSURE, "status", "preliminary"),
]


@pytest.mark.parametrize(("resource", "path", "value"), SAME)
def test_another_form_is_the_same(resource, path, value):
    assert settled(changed(resource, path, value)) == settled(resource)


@pytest.mark.parametrize(("resource", "path", "value"), DIFFERENT)
def test_another_content_is_not(resource, path, value):
    written = changed(resource, path, value)
    assert written != resource
    assert settled(written) != settled(resource)


@pytest.mark.parametrize("resource", [MAGNESIUM, POTASSIUM, CONTROL, REFER, A1C, PRESSURE])
def test_what_is_settled_stays_so(resource):
    assert settled(settled(resource)) == settled(resource)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
NAMES = ("note", "route", "code", "subject", "authoredOn", "doseQuantity", "category", "valueString", "text")


@given(st.dictionaries(st.sampled_from(NAMES), JSON))
def test_whatever_is_written_has_a_form(resource):
    assert settled(settled(resource)) == settled(resource)


@pytest.fixture
def low(ask):
    return ask(5, lab("MG", 1.2, HOUR))


@pytest.mark.parametrize(
    ("path", "value"), [(path, value) for each, path, value in SAME if each is MAGNESIUM]
)
def test_the_server_takes_it_and_the_task_passes(low, path, value):
    assert low.passes({"value": 1.2, "on_record": 1}, changed(MAGNESIUM, path, value))


@pytest.mark.parametrize(
    ("path", "value"), [(path, value) for each, path, value in DIFFERENT if each is MAGNESIUM]
)
def test_another_content_fails_the_task(low, path, value):
    low.post(changed(MAGNESIUM, path, value))
    assert not low.passes({"value": 1.2, "on_record": 1})
