import pytest

from medgym_core.answer import Integer
from medgym_core.errors import VerifierError
from medgym_core.task import Gold, Turn
from medgym_core.verifier import StateChange, Submission, TurnSubmission
from medgym_core.verifier.states import EntryChange, StateGold, StateVerifier, WholeState

VERIFIER = StateVerifier()
SERVICES = ({"name": "fhir", "port": 8080},)
BEFORE = {"Patient/1": {"id": "1", "name": "A"}, "Obs/1": {"id": "1", "v": 5, "codes": ["x", "y"]}}
NEW = {"id": "77", "meta": {"t": 3}, "v": 6}


@pytest.fixture
def grade(task_of):
    def run(rule, after, before=BEFORE, answer=None, kind=None):
        task = task_of(Turn(question="?", answer=kind), services=SERVICES)
        gold = Gold(StateGold(services={"fhir": rule}, answer=3).model_dump(mode="json"))
        states = {"fhir": StateChange(before=before, after=after)}
        return VERIFIER.grade(task, gold, Submission(turns=(TurnSubmission(answer=answer),)), (), states)

    return run


ADD = EntryChange(added=({"v": 6.0},), ignore=("id", "meta"))


@pytest.mark.parametrize(
    ("rule", "after"),
    [
        (EntryChange(), BEFORE),
        (EntryChange(), {**BEFORE, "Patient/1": {"name": "A", "id": "1"}}),
        (ADD, {**BEFORE, "Obs/77": NEW}),
        (ADD, {**BEFORE, "Obs/77": NEW, "Patient/1": {"id": "1", "name": "A", "meta": 2}}),
        (EntryChange(removed=("Obs/1",)), {"Patient/1": BEFORE["Patient/1"]}),
        (
            EntryChange(changed={"Patient/1": {"id": "1", "name": "B"}}),
            {**BEFORE, "Patient/1": {"id": "1", "name": "B"}},
        ),
        (EntryChange(unordered=("codes",)), {**BEFORE, "Obs/1": {"id": "1", "v": 5, "codes": ["y", "x"]}}),
        (WholeState(state=BEFORE), dict(reversed(BEFORE.items()))),
        (WholeState(state=[1, {"id": 2, "v": 3}], ignore=("id",)), [{"id": 9, "v": 3}, 1]),
        (WholeState(state=7), 7.0),
    ],
)
def test_the_expected_state_succeeds(grade, rule, after):
    verdict = grade(rule, after)
    assert (verdict.status, verdict.reward, verdict.components) == ("success", 1.0, {"fhir": 1.0})


@pytest.mark.parametrize(
    ("rule", "after"),
    [
        (EntryChange(), {**BEFORE, "Obs/77": NEW}),
        (EntryChange(), {"Patient/1": BEFORE["Patient/1"]}),
        (EntryChange(), {**BEFORE, "Obs/1": {"id": "1", "v": 5, "codes": ["y", "x"]}}),
        (ADD, BEFORE),
        (ADD, {**BEFORE, "Obs/77": NEW, "Obs/78": NEW}),
        (ADD, {**BEFORE, "Obs/77": {"v": "6"}}),
        (ADD, {**BEFORE, "Obs/77": {**NEW, "note": "x"}}),
        (ADD, {**BEFORE, "Obs/77": NEW, "Patient/1": {"id": "1", "name": "B"}}),
        (ADD, {"Patient/1": BEFORE["Patient/1"], "Obs/77": NEW}),
        (EntryChange(removed=("Obs/1",)), BEFORE),
        (EntryChange(changed={"Patient/1": {"id": "1", "name": "B"}}), BEFORE),
        (
            EntryChange(changed={"Patient/1": {"id": "1", "name": "B"}}),
            {**BEFORE, "Patient/1": {"id": "1", "name": "C"}},
        ),
        (WholeState(state=BEFORE), {}),
        (WholeState(state=[1, 2, 2]), [1, 1, 2]),
        (WholeState(state=[]), {}),
        (WholeState(state=None), False),
    ],
)
def test_any_other_state_fails(grade, rule, after):
    verdict = grade(rule, after)
    assert (verdict.status, verdict.reward, verdict.reason) == ("fail", 0.0, "wrong_state")


def test_an_answer_is_graded_beside_the_state(grade):
    assert grade(EntryChange(), BEFORE, answer="3", kind=Integer()).reward == 1
    wrong = grade(EntryChange(), BEFORE, answer="4", kind=Integer())
    assert (wrong.reward, wrong.components) == (0.0, {"turn_0": 0.0, "fhir": 1.0})
    touched = grade(EntryChange(), {}, answer="3", kind=Integer())
    assert (touched.reward, touched.components) == (0.0, {"turn_0": 1.0, "fhir": 0.0})


def test_a_service_that_gold_does_not_name_must_stay_as_it_was(task_of):
    task, gold = task_of(Turn(question="?"), services=SERVICES), Gold({})
    for after, reward in [(BEFORE, 1), ({}, 0)]:
        states = {"fhir": StateChange(before=BEFORE, after=after)}
        assert VERIFIER.grade(task, gold, Submission(turns=()), (), states).reward == reward


def test_states_that_are_no_objects_may_stay_but_not_be_changed_by_entry(grade):
    assert grade(EntryChange(), [1, 2], before=[1, 2]).reward == 1
    assert grade(EntryChange(), [1], before=[1, 2]).reward == 0
    with pytest.raises(VerifierError, match="snapshot is an object"):
        grade(ADD, [1], before=[1])


def test_hostile_nesting_fails_as_data(grade):
    deep: object = 1
    for _ in range(200):
        deep = [deep]
    assert grade(EntryChange(), {**BEFORE, "Obs/9": deep}).reason == "too_deep"


def test_a_service_without_states_is_our_error(task_of):
    with pytest.raises(VerifierError, match="'fhir'"):
        VERIFIER.grade(task_of(Turn(question="?"), services=SERVICES), Gold({}), Submission(turns=()), (), {})


def test_gold_of_another_shape_is_our_error(task_of):
    with pytest.raises(VerifierError, match="no StateGold"):
        VERIFIER.grade(task_of(Turn(question="?")), Gold({"service": {}}), Submission(turns=()), (), {})


def test_collects_states(task_of):
    turn = Turn(question="?", answer=Integer())
    collects = VERIFIER.collects(task_of(turn), turn)
    assert (collects.answer, collects.states) == (True, True)
    assert VERIFIER.programs(task_of(turn), Gold({}), Submission(turns=())) == ()
