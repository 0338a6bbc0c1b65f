import json

import pyarrow.parquet as pq
import pytest

from medgym_core.verifier import Status

from .steps import said, sampled, submitted


@pytest.fixture
def tables(exported, played):
    episodes = [
        played(said("Hm."), submitted(**sampled([1], [2], [-0.5])), reward=0.5),
        played(status=Status.FAIL, index=1, key={"agent_config": {"model": "m", "temperature": 0.6}}),
    ]
    out, manifest = exported("parquet", *episodes)
    assert set(manifest.files) == {"episodes", "steps"}
    return {name: pq.read_table(out / f"{name}-00000.parquet") for name in manifest.files}, episodes


def test_a_row_an_episode(tables) -> None:
    (first, second), (episode, _) = tables[0]["episodes"].to_pylist(), tables[1]
    assert (first["episode"], first["reward"], first["steps"], first["cost_usd"]) == (
        episode.id,
        0.5,
        2,
        0.25,
    )
    assert (second["status"], second["model"], second["index"]) == ("fail", "m", 1)
    assert json.loads(second["settings"]) == {"model": "m", "temperature": 0.6}


def test_a_row_a_step(tables) -> None:
    said_, done, other = tables[0]["steps"].to_pylist()
    assert (said_["text"], said_["action"], said_["prompt_token_ids"]) == ("Hm.", None, None)
    assert json.loads(done["arguments"]) == {"code": "answer = 1", "submit": True}
    assert (done["action"], done["completion_token_ids"], done["logprobs"]) == ("code_execution", [2], [-0.5])
    assert [row["step"] for row in (said_, done, other)] == [0, 1, 0]


def test_steps_join_episodes(tables) -> None:
    found, _ = tables
    assert set(found["steps"]["episode"].to_pylist()) == set(found["episodes"]["episode"].to_pylist())


def test_columns_without_a_value_are_none_left_out(tables) -> None:
    for table in tables[0].values():
        assert not [name for name in table.column_names if table[name].null_count == len(table)]
