from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

import medgym_core
from medgym_core.errors import ConfigError
from medgym_core.rollout.config import RunConfig, amend, resolve, schema

SCHEMA = Path(medgym_core.__file__).with_name("schemas") / "run.schema.json"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("run.yaml", "task: [a, b]\nlimit: 3\noptions: {max_tokens: 100}\n"),
        ("run.toml", 'task = "a,b"\nlimit = 3\n[options]\nmax_tokens = 100\n'),
        ("run.json", '{"task": ["a", "b"], "limit": 3, "options": {"max_tokens": 100}}'),
    ],
)
def test_a_file_is_read_and_flags_win(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    resolved = resolve(tmp_path / name, {"limit": 5})
    assert (resolved.task, resolved.limit, resolved.options) == (("a", "b"), 5, {"max_tokens": 100})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("task: a\njbos: 2\n", "no setting 'jbos', did you mean 'jobs'"),
        ("task: a\nlimit: 0\n", "limit: .*greater than 0"),
        ("task: a\napi_key: secret\n", "no setting 'api_key'"),
        ("limit: 1\n", "task is missing"),
        ("- a\n", "settings by name"),
        ("a: [", "is no YAML"),
        ("!!python/object/apply:os.system ['true']", "is no YAML"),
    ],
)
def test_a_file_that_does_not_hold_says_why(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "run.yaml").write_text(text)
    with pytest.raises(ConfigError, match=message):
        resolve(tmp_path / "run.yaml", {})


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot read .*none\.yaml"):
        resolve(tmp_path / "none.yaml", {})


def test_names_are_split_and_repeats_dropped() -> None:
    assert resolve(None, {"task": "a, b,a"}).task == ("a", "b")


def test_the_saved_form_is_read_back() -> None:
    resolved = resolve(None, {"task": "a", "sources": {"a": "data/a"}, "options": {"x": [1, None]}})
    assert resolved.sources["a"] == Path.cwd() / "data" / "a"
    assert RunConfig.model_validate_json(resolved.model_dump_json()) == resolved


def test_resume_takes_flags_that_change_only_the_pace() -> None:
    saved = resolve(None, {"task": "a", "jobs": 2})
    assert amend(saved, {"jobs": 8, "task": "a"}).jobs == 8


@pytest.mark.parametrize("flag", [{"seed": 1}, {"task": "b"}, {"sandbox": "docker"}, {"temperature": 1.0}])
def test_resume_refuses_flags_that_contradict(flag: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match="was started with"):
        amend(resolve(None, {"task": "a"}), flag)


def test_the_committed_schema_is_the_model_s() -> None:
    assert SCHEMA.read_text() == schema()


@pytest.mark.parametrize(
    ("settings", "fits"), [({"task": "a"}, True), ({"task": ["a"]}, True), ({"task": 1}, False)]
)
def test_the_schema_agrees_with_the_model(settings: dict[str, object], fits: bool) -> None:
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
    assert validator.is_valid(settings) is fits


def test_a_schedule_and_a_temperature_contradict_each_other() -> None:
    with pytest.raises(ConfigError, match="schedule paper sets the temperature; leave one"):
        resolve(None, {"task": "a", "schedule": "paper", "temperature": 0.7})
