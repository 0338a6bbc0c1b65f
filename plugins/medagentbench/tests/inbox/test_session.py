"""Sessions of the inbox: messages come one by one, each graded by what was created while it was open."""

import json
from collections import Counter, defaultdict

import pytest

from medgym_core import DataError, gold_of, plugins
from medgym_core.env.loop import Env
from medgym_plugin_medagentbench.inbox import drawing, session
from medgym_plugin_medagentbench.inbox.template import TEMPLATES
from medgym_plugin_medagentbench.template import UnclearError

from .shift import Shift

ALL = [(split, index) for split in session.SPLITS for index in range(2)]


@pytest.fixture
def shift(family, small):
    return Shift(family, small, "inbox-test", 0)


def rest(shift, first):
    for place in range(first, len(shift.rights)):
        shift.deal(place)
    return shift.reward


@pytest.mark.parametrize(("split", "index"), ALL)
def test_what_gold_wants_earns_all(family, small, split, index):
    assert rest(Shift(family, small, split, index), 0) == 1.0


def test_the_order_within_a_message_does_not_matter_but_the_reply_comes_last(family, small):
    for split, index in ALL:
        for turned, earned in ((lambda some: [*some[-2::-1], some[-1]], 1.0), (lambda some: some[::-1], 0.0)):
            one = Shift(family, small, split, index)
            for place in range(len(one.rights)):
                one.deal(place, turned(list(one.wanted(place))))
            assert one.reward == earned, split


def test_a_message_and_what_comes_with_it_are_there_once_the_one_before_is_answered(family, small):
    shifts = [Shift(family, small, split, index) for split, index in ALL]
    shift = max(shifts, key=lambda one: sum(len(each.arrivals) for each in one.session.messages[1:]))
    late = [(place, each) for place, one in enumerate(shift.session.messages) for each in one.arrivals]
    assert late
    for place in range(len(shift.rights)):
        for when, each in [*late, (place, {"resourceType": "Communication", "id": session.name(place)})]:
            status, _ = shift.send("GET", f"{each['resourceType']}/{each['id']}")
            assert status == (200 if when <= place else 404)
        shift.deal(place)


def test_a_later_message_cannot_be_answered(shift):
    early = list(shift.wanted(1))[-1]
    assert shift.post(early)[0] == 422


def test_the_server_has_no_text_of_a_message(shift):
    for place in range(len(shift.rights)):
        status, told = shift.send("GET", f"Communication/{session.name(place)}")
        assert status == 200
        assert shift.session.messages[place].text not in json.dumps(told)
        shift.deal(place)


def test_an_order_of_after_the_reply_counts_for_the_next_message(family, small):
    for split, index in ALL:
        one = Shift(family, small, split, index)
        place = next(place for place, right in enumerate(one.rights) if right.orders)
        for before in range(place):
            one.deal(before)
        wanted = list(one.wanted(place))
        one.deal(place, [*wanted[1:-1], wanted[-1]])
        if place + 1 < len(one.rights):
            one.create(place, wanted[0])
        assert rest(one, place + 1) == 0.0


def test_all_at_the_first_message_earns_nothing(shift):
    every = [list(shift.session.created(place, right)) for place, right in enumerate(shift.rights)]
    for each in [resource for some in every for resource in some[:-1]]:
        if "priorPrescription" not in each:
            shift.create(0, each)
    for place, some in enumerate(every):
        shift.deal(place, some[-1:])
    assert shift.reward == 0.0


@pytest.mark.parametrize("reason", ["as-asked", "duplicate", "contraindicated", "too-soon"])
def test_one_reply_to_all_earns_nothing(family, small, reason):
    for split, index in ALL:
        one = Shift(family, small, split, index)
        for place in range(len(one.rights)):
            reply = list(one.wanted(place))[-1]
            reply["reasonCode"][0]["coding"][0]["code"] = reason
            one.deal(place, [reply])
        assert one.reward == 0.0


def test_answers_without_replies_earn_nothing(family, small):
    for split, index in ALL:
        one = Shift(family, small, split, index)
        for right in one.rights:
            one.answers.append({"reply": "message-1", "value": right.value})
        assert one.reward == 0.0


def test_an_order_too_many_and_a_second_reply_fail(family, small):
    for again in (0, -1):
        one = Shift(family, small, "inbox-train", 1)
        first = next(place for place, right in enumerate(one.rights) if right.orders)
        for place in range(first):
            one.deal(place)
        wanted = list(one.wanted(first))
        one.deal(first, wanted)
        one.create(first, wanted[again])
        assert rest(one, first + 1) == 0.0


def test_what_is_right_later_depends_on_what_was_done_before(family, small):
    """Without the orders of earlier messages, other things would be right in some sessions."""
    shifts = [(split, index) for split in session.SPLITS for index in range(family.size(small, split))]
    depends = [each for each in shifts if _depends(session.read(small.private, *each))]
    assert len(depends) >= len(shifts) / 3


def _depends(shift):
    held = list(shift.resources)
    for message, right in zip(shift.messages, shift.rights(), strict=True):
        held += message.arrivals
        alone = shift._replace(resources=held, messages=[message._replace(arrivals=[])])
        try:
            (found,) = alone.rights()
        except UnclearError:
            return True
        if (found.reason, found.value) != (right.reason, right.value):
            return True
    return False


def test_templates(family):
    novel = {name for name, each in TEMPLATES.items() if each.novel}
    assert len(TEMPLATES) - len(novel) >= 30
    assert len(novel) >= 8
    assert not {TEMPLATES[name].form for name in novel} & {
        each.form for name, each in TEMPLATES.items() if name not in novel
    }
    kinds = {"refill", "duplicate", "allergy", "screening", "result", "conflict", "decline"}
    assert {each.kind for each in TEMPLATES.values()} == kinds
    assert all(each.source for each in TEMPLATES.values())


@pytest.mark.slow
def test_the_default_build_asks_every_template_in_several_cases(family, build):
    found = defaultdict(Counter)
    for split, size in drawing.SIZES.items():
        for index in range(size):
            one = session.read(build.private, split, index)
            assert 6 <= len(one.messages) <= 10
            for message, right in zip(one.messages, one.rights(), strict=True):
                assert TEMPLATES[message.template].novel == (split == "inbox-ood")
                found[message.template][right.reason] += 1
    assert set(found) == set(TEMPLATES)
    assert min(len(reasons) for reasons in found.values()) >= 2, found


def test_a_session_that_is_not_there_is_refused(small):
    for index in (-1, 1000):
        with pytest.raises(DataError, match="there is no task"):
            session.read(small.private, "inbox-test", index)


def test_a_broken_line_is_named(tmp_path):
    (tmp_path / "inbox").mkdir()
    (tmp_path / "inbox" / session.SOURCE).write_text("{}\n")
    with pytest.raises(DataError, match="line 1"):
        session.source(tmp_path)
    assert session.source(tmp_path / "elsewhere") == []


def test_gold_stays_out_of_the_prompt(family, small):
    for split, index in ALL:
        task = family.task(small, split, index)
        said = task.model_dump_json()
        for turn in gold_of(family, small, task).turns:
            assert turn["answer"]["reply"] not in said


@pytest.mark.parametrize(("split", "index"), ALL)
def test_a_session_names_the_template_of_each_message_beside_the_prompt(family, small, split, index):
    task = family.task(small, split, index)
    assert len(task.metadata["templates"]) == len(task.turns)
    asked = [TEMPLATES[name].answer for name in task.metadata["templates"]]
    assert asked == [turn.answer for turn in task.turns]


@pytest.mark.slow
@pytest.mark.parametrize("sandbox", ["process", pytest.param("bubblewrap", marks=pytest.mark.bubblewrap)])
@pytest.mark.parametrize("split", session.SPLITS)
def test_the_reference_earns_all_and_one_action_nothing(family, small, split, sandbox):
    task = family.task(small, split, 0)
    calls = family.reference(small, task)
    assert len(calls) >= family.splits[split].horizon == 6
    assert len({call.arguments["code"] for call in calls}) == len(calls)
    for most, earned in ((len(calls), 1.0), (1, 0.0), (len(calls) - 1, 0.0)):
        with Env(family, small, task, plugins.sandbox(sandbox).start) as env:
            env.reset()
            for call in calls[:most]:
                env.step(call)
            assert (env.verdict or env.give_up()).reward == earned
