"""Every known defect of the benchmark's grader and of MedAgentGym's, and what this family does instead."""

import json

import pytest

from medgym_core import ActionCall, Request

from . import payloads
from . import test_order as forms
from .hospital import (
    DAY,
    HOUR,
    MINUTE,
    MRN,
    OTHER,
    PERSON,
    REFERRAL,
    lab,
    pressure,
)
from .test_order import changed

ONE_STRING = ["Patient not found", -1, *range(400), *(tenth / 10 for tenth in range(4000))]
DOSE = "dosageInstruction.0.doseAndRate.0.doseQuantity.value"
RATE = "dosageInstruction.0.doseAndRate.0.rateQuantity.value"
LOW_MG, LOW_K, OLD_A1C = lab("MG", 1.2, HOUR), lab("K", 3.3, HOUR), lab("A1C", 6.5, 400 * DAY)
TAKEN = OLD_A1C["effectiveDateTime"]
RIGHT = {
    1: ((), {"mrn": MRN, "same_name": 1}, ()),
    2: ((), 73, ()),
    3: ((pressure(),), 1, (forms.PRESSURE,)),
    4: ((LOW_MG,), {"value": 1.2, "on_record": 1}, ()),
    5: ((LOW_MG,), {"value": 1.2, "on_record": 1}, (forms.MAGNESIUM,)),
    6: ((lab("GLU", 150, HOUR),), {"mean": 150, "on_record": 1}, ()),
    7: ((lab("GLU", 150, DAY),), {"value": 150, "taken": "2023-11-12T10:15:00Z", "on_record": 1}, ()),
    8: ((), 0, (forms.REFER,)),
    9: ((LOW_K,), {"value": 3.3, "on_record": 1}, (forms.POTASSIUM, forms.CONTROL)),
    10: ((OLD_A1C,), {"value": 6.5, "taken": TAKEN, "on_record": 1}, (forms.A1C,)),
}
"""Template to its chart, the right answer and what is to be created."""
WRITING = [number for number, (_, _, orders) in RIGHT.items() if orders]


@pytest.mark.parametrize("number", RIGHT)
def test_the_right_answer_passes_in_every_template(ask, number):
    chart, answer, orders = RIGHT[number]
    assert ask(number, *chart).passes(answer, *orders)


# The benchmark's grader.

OWN = {
    3: (payloads.PRESSURE,),
    5: (payloads.MAGNESIUM,),
    8: (payloads.referral(REFERRAL),),
    9: (payloads.POTASSIUM, payloads.CONTROL),
    10: (payloads.A1C,),
}


@pytest.mark.parametrize("number", WRITING)
def test_what_the_reference_grader_takes_passes_as_it_is(ask, number):
    chart, answer, _ = RIGHT[number]
    assert ask(number, *chart).passes(answer, *OWN[number])


@pytest.mark.parametrize("route", ["IV", {"text": "IV"}])
def test_a_route_may_be_a_string_or_the_object_of_the_schema(ask, route):
    order = changed(forms.MAGNESIUM, "dosageInstruction.0.route", route)
    assert ask(5, LOW_MG).passes(RIGHT[5][1], order)


@pytest.mark.parametrize("note", [{"text": REFERRAL}, [{"text": REFERRAL}]])
def test_a_note_may_be_the_object_of_the_schema_or_the_list_of_fhir(ask, note):
    assert ask(8).passes(0, changed(forms.REFER, "note", note))


def test_writes_are_judged_by_what_the_server_has(ask):
    answer = {"value": 1.2, "on_record": 1, "POST": ["http://127.0.0.1:8080/fhir", forms.MAGNESIUM]}
    assert not ask(5, LOW_MG).passes(answer)
    assert not ask(5, LOW_MG).passes(RIGHT[5][1])


def test_what_the_server_refused_was_not_done(ask):
    refused = changed(forms.MAGNESIUM, "subject.reference", "Patient/S9999999")
    assert not ask(5, LOW_MG).passes(RIGHT[5][1], refused, created=False)


def test_the_word_post_in_a_task_that_only_reads_does_no_harm(family, build, play):
    task = family.task(build, "test", 1)
    (call,) = family.reference(build, task)
    code = "# no POST is needed here\n" + call.arguments["code"] + "\nprint('POST')\n"
    verdict, _ = play(
        family, build, task, ActionCall(name=call.name, arguments={"code": code, "submit": True})
    )
    assert verdict.reward == 1.0


@pytest.mark.parametrize("number", RIGHT)
@pytest.mark.parametrize("answer", [[], [-1], -1, {}, None, "", [[]], 0, ONE_STRING])
def test_no_constant_answer_passes_while_nothing_is_done(ask, number, answer):
    assert not ask(number).passes(answer)
    assert not ask(number, *RIGHT[number][0]).passes(answer)


@pytest.mark.parametrize("number", WRITING)
def test_the_answer_counts_where_something_is_written(ask, number):
    chart, _, orders = RIGHT[number]
    assert not ask(number, *chart).passes([], *orders)
    assert not ask(number, *chart).passes({"value": 9.9, "taken": None, "on_record": 1}, *orders)


def test_a_legal_system_and_code_of_a_unit_do_no_harm(ask):
    quantity = {"value": 20, "unit": "mEq", "system": "http://unitsofmeasure.org", "code": "meq"}
    order = changed(forms.POTASSIUM, DOSE.removesuffix(".value"), quantity)
    assert ask(9, LOW_K).passes(RIGHT[9][1], order, forms.CONTROL)


def test_two_orders_may_come_in_either_order(ask):
    assert ask(9, LOW_K).passes(RIGHT[9][1], forms.POTASSIUM, forms.CONTROL)
    assert ask(9, LOW_K).passes(RIGHT[9][1], forms.CONTROL, forms.POTASSIUM)


def test_a_value_of_the_future_does_not_count(ask):
    later = lab("MG", 0.8, -HOUR)
    assert ask(4, LOW_MG, later).passes({"value": 1.2, "on_record": 2})
    assert not ask(4, LOW_MG, later).passes({"value": 0.8, "on_record": 2})


@pytest.mark.parametrize(("value", "passes"), [(1.9, True), (1.95, True), (1.99, True), (2.0, False)])
def test_every_magnesium_is_in_one_class_and_the_prompt_says_which(ask, value, passes):
    order = changed(changed(forms.MAGNESIUM, DOSE, 1), RATE, 1)
    episode = ask(5, lab("MG", value, HOUR))
    assert "Below 2.0 mg/dL magnesium is low: mild from 1.5 on" in episode.task.context
    assert episode.passes({"value": value, "on_record": 1}, order) is passes


def test_a_missing_a1c_is_ordered_and_the_prompt_says_so(ask):
    episode = ask(10)
    assert (
        "If no result counts, value and taken are null and the test is to be ordered" in episode.task.context
    )
    assert episode.passes({"value": None, "taken": None, "on_record": 0}, forms.A1C)
    assert not ask(10).passes({"value": None, "taken": None, "on_record": 0})


ACCEPTED_THERE = [
    (9, "a dose within 0.1 mEq", changed(forms.POTASSIUM, DOSE, 20.05), forms.CONTROL),
    (
        9,
        "a control at another minute",
        forms.POTASSIUM,
        changed(forms.CONTROL, "occurrenceDateTime", "2023-11-14T08:59:00Z"),
    ),
    (
        9,
        "a control of another zone",
        forms.POTASSIUM,
        changed(forms.CONTROL, "occurrenceDateTime", "2023-11-14T08:00:00-08:00"),
    ),
    (5, "another second", changed(forms.MAGNESIUM, "authoredOn", "2023-11-13T10:15:59Z")),
    (
        5,
        "a second drug",
        changed(forms.MAGNESIUM, "medicationCodeableConcept.coding.1", {"code": "40032-917-01"}),
    ),
    (5, "a second dose", changed(forms.MAGNESIUM, "dosageInstruction.1", {"route": "IV"})),
    (5, "an order not to perform", changed(forms.MAGNESIUM, "doNotPerform", True)),
    (8, "more than the text", changed(forms.REFER, "note.0.text", f"{REFERRAL} Cancel this.")),
    (
        8,
        "a second code",
        changed(forms.REFER, "code.coding.1", {"system": "http://loinc.org", "code": "4548-4"}),
    ),
    (10, "an occurrence that was not asked for", changed(forms.A1C, "occurrenceDateTime", "2033-11-13")),
    (3, "further elements", changed(forms.PRESSURE, "note", [{"text": "not this patient"}])),
]


@pytest.mark.parametrize(("number", "what", "orders"), [(n, what, rest) for n, what, *rest in ACCEPTED_THERE])
def test_what_the_reference_grader_accepts_wrongly_fails(ask, number, what, orders):
    assert not ask(number, *RIGHT[number][0]).passes(RIGHT[number][1], *orders), what


# MedAgentGym's grader.


def test_the_patient_is_the_one_of_the_question(ask):
    order = changed(forms.PRESSURE, "subject.reference", f"Patient/{OTHER}")
    assert ask(3, pressure(OTHER), mrn=OTHER).passes(1, order)
    assert not ask(3, pressure()).passes(1, order)


def test_a_normal_magnesium_calls_for_nothing_and_an_order_fails(ask):
    answer = {"value": 2.0, "on_record": 1}
    assert ask(5, lab("MG", 2.0, HOUR)).passes(answer)
    assert not ask(5, lab("MG", 2.0, HOUR)).passes(answer, changed(forms.MAGNESIUM, DOSE, 1))


def test_no_magnesium_calls_for_nothing(ask):
    assert ask(5, lab("MG", 1.2, DAY + MINUTE)).passes({"value": None, "on_record": 1})


def test_a_normal_potassium_calls_for_nothing_and_a_negative_dose_fails(ask):
    answer, normal = {"value": 3.9, "on_record": 1}, lab("K", 3.9, HOUR)
    assert ask(9, normal).passes(answer)
    for dose in (-40, -39.99999999999999, 0):
        assert not ask(9, normal).passes(answer, changed(forms.POTASSIUM, DOSE, dose), forms.CONTROL)


@pytest.mark.parametrize("dose", [40, 40.0, 39.99999999999999])
def test_a_dose_counts_by_its_value_and_not_by_its_digits(ask, dose):
    order = changed(forms.POTASSIUM, DOSE, dose)
    assert ask(9, lab("K", 3.1, HOUR)).passes({"value": 3.1, "on_record": 1}, order, forms.CONTROL)


@pytest.mark.parametrize("answer", ["2023-11-13", "-1", TAKEN, json.dumps(RIGHT[4][1]), f"[{RIGHT[4][1]}]"])
def test_a_text_that_contains_the_answer_is_none(ask, answer):
    assert not ask(4).passes(answer)
    assert not ask(4, LOW_MG).passes(answer)


@pytest.mark.parametrize("number", RIGHT)
def test_what_was_not_asked_for_fails_every_task(ask, number):
    chart, answer, orders = RIGHT[number]
    extra = changed(forms.A1C, "code.coding.0.code", "718-7")
    assert not ask(number, *chart).passes(answer, *orders, extra)


@pytest.mark.parametrize("number", WRITING)
def test_an_order_given_twice_fails_and_the_prompt_says_so(ask, number):
    chart, answer, orders = RIGHT[number]
    assert "once: a repetition" in ask(number, *chart).task.context
    assert not ask(number, *chart).passes(answer, *orders, orders[0])


@pytest.mark.parametrize("number", WRITING)
def test_an_order_for_another_patient_fails(ask, number):
    chart, answer, orders = RIGHT[number]
    wrong = changed(orders[0], "subject.reference", f"Patient/{OTHER}")
    assert not ask(number, *chart).passes(answer, wrong, *orders[1:])
    assert not ask(number, *chart).passes(answer, *orders, wrong)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_nothing_can_be_changed_or_taken_back(ask, method):
    episode = ask(5, LOW_MG)
    assert episode.post(forms.MAGNESIUM) == 201
    (reference,) = episode.service.snapshot()
    body = json.dumps(forms.MAGNESIUM).encode()
    headers = (("host", "box"), ("content-type", "application/fhir+json"))
    target = f"/fhir/{reference}"
    request = Request(method=method, target=target, headers=headers, body=body)
    assert episode.service.respond(request).status == 405
    assert list(episode.service.snapshot()) == [reference]


def test_a_program_that_fails_answers_nothing(family, build, play):
    task = family.task(build, "test", 1)
    (call,) = family.reference(build, task)
    code = call.arguments["code"] + "\nraise ValueError(answer)\n"
    verdict, seen = play(
        family, build, task, ActionCall(name=call.name, arguments={"code": code, "submit": True})
    )
    assert verdict.reward == 0.0
    assert not seen.ok


def test_printed_answers_do_not_count(family, build, play):
    task = family.task(build, "test", 1)
    (call,) = family.reference(build, task)
    code = call.arguments["code"] + "\nprint({'GET': [answer], 'POST': []})\nanswer = None\n"
    verdict, _ = play(
        family, build, task, ActionCall(name=call.name, arguments={"code": code, "submit": True})
    )
    assert verdict.reward == 0.0


def test_apostrophes_and_nulls_survive(ask):
    assert ask(1).passes({"mrn": MRN, "same_name": 1})
    assert ask(1, born="1950-11-14").passes({"mrn": None, "same_name": 1})
    assert "'" in PERSON["family"]
