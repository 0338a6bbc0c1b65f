import pytest

from medgym_core.action import LoopDetector
from medgym_core.task import ActionCall

CALL = ActionCall(name="terminal", arguments={"command": "ls"})


def test_the_third_equal_pair_exceeds_even_when_others_stand_between():
    detector = LoopDetector()
    assert detector.record(CALL, "a") == detector.record(None, "b")
    second = detector.record(CALL, "a")
    assert (second.repeats, second.exceeded) == (2, False)
    assert "time 2" in second.notice
    assert detector.record(CALL, "a").exceeded


def test_the_same_call_with_another_result_is_progress():
    detector = LoopDetector(limit=2)
    states = [detector.record(CALL, str(page)) for page in range(5)]
    assert not any(state.exceeded or state.notice for state in states)


def test_white_space_and_the_order_of_arguments_do_not_hide_a_loop():
    detector = LoopDetector(limit=2)
    detector.record(ActionCall(name="code_execution", arguments={"code": "a  \nb", "submit": False}), "")
    assert detector.record(
        ActionCall(name="code_execution", arguments={"submit": False, "code": "\na\nb\n"}), ""
    ).exceeded


def test_other_arguments_are_another_action():
    detector = LoopDetector(limit=2)
    detector.record(CALL, "")
    assert detector.record(ActionCall(name="terminal", arguments={"command": "ls -l"}), "").repeats == 1


def test_a_limit_that_ends_every_episode_is_refused():
    with pytest.raises(ValueError, match="first action"):
        LoopDetector(limit=1)
