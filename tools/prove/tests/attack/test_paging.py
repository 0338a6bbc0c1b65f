"""The attack through request_info, against the real action over a build that gives gold away, or does not."""

from __future__ import annotations

from typing import Any

import pytest

from medgym_core.access import Tier
from medgym_core.action import ActionContext, perform
from medgym_core.action.request_info import RequestInfo
from medgym_core.agent import AgentConfig
from medgym_core.source import Build, Source
from medgym_core.task import ActionCall, InfoSource
from medgym_prove.attack import ATTACKS


@pytest.fixture
def request_info(tmp_path):
    """Makes the real action over a build whose public half holds what is given."""

    def make(brief: Any, files: dict[str, str]) -> Any:
        build = Build(
            family="fake",
            version="1",
            digest="d",
            tier=Tier.SYNTHETIC,
            source=Source.synthetic(),
            root=tmp_path / "build",
        )
        build.public.mkdir(parents=True)
        build.private.mkdir()
        for name, text in files.items():
            (build.public / name).write_text(text)
        context = ActionContext(task=brief.task, turn=brief.task.turns[0], build=build, box=None)
        return lambda **asked: _answered(asked, context)

    return make


def _answered(asked: dict[str, Any], context: ActionContext) -> str:
    call = ActionCall(name="request_info", arguments=asked)
    observation = perform(call, {"request_info": RequestInfo()}, context)
    assert observation.error in ("", "not_found")
    return observation.text


STAYS = "stay_id,age\n" + "".join(f"{number},{number % 90}\n" for number in range(2000))


@pytest.mark.parametrize(
    ("leak", "found"),
    [
        ({"stays.csv": "stay_id,gold_value\n1,4217\n"}, True),
        ({"notes.json": '{"key": "For the first task the answer is 4217."}'}, True),
        ({}, False),
    ],
)
def test_info_paging_finds_gold_that_request_info_gives(leak, found, play, box, make_brief, request_info):
    info = (
        InfoSource(name="stays", kind="csv", path="stays.csv"),
        InfoSource(name="notes", kind="documents", path="notes.json"),
    )
    brief = make_brief(info=info)
    tell = request_info(brief, {"stays.csv": STAYS, "notes.json": '{"intro": "About the data."}'} | leak)
    played = play(ATTACKS["attack:info_paging"](AgentConfig()), brief, box, tell)
    assert (played.last.answer == "4217") is found


def test_without_the_action_it_only_submits(play, make_brief):
    played = play(ATTACKS["attack:info_paging"](AgentConfig()), make_brief(actions=("code_execution",)))
    assert [call.name for reply in played.replies for call in reply.calls] == ["code_execution"]
